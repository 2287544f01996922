// # Kind closed
//
// In a game with a beacon: the answers to a step are complete. The lines "input" are those that the step record will
// have; "round" is the number of the round of the beacon that its dice wait for.
//
//	berthier closed 1
//	game: duel-1
//	step: 1
//	time: 2030-12-02T08:20:00Z
//	input: Red 4 6618a4f6b0aafbf532a1fa017551e22e888ffab15b0c4cbaafc398e396467714
//	input: Blue - -
//	round: 75012345
package record

// Closed says that the answers to a step are complete, and which round of the beacon its dice wait for.
type Closed struct {
	Head   // Step is the one that will be resolved
	Inputs []Input
	Round  uint64
}

// Kind is KindClosed.
func (Closed) Kind() string { return KindClosed }

// Print is that of a Record.
func (c Closed) Print() (data, hidden []byte) {
	w := c.begin(KindClosed)
	w.inputs(c.Inputs)
	w.Put("round", c.Round)
	return w.Bytes(), nil
}

// ParseClosed reads exactly what Closed.Print writes.
func ParseClosed(text []byte) (c Closed, _ error) {
	r := c.read(KindClosed, text)
	c.Inputs = r.inputs()
	c.Round = r.round(r.Word("round"))
	return c, r.ends(nil, c.Print)
}
