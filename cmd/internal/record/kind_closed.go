// # Kind closed
//
// In a game with a beacon: the answers to a step are complete.
// The lines "input" are those that the step record will have; "round" is the number of the
// round of the beacon that its dice wait for.
//
//	berthier closed 1
//	game: duel-1
//	step: 1
//	time: 2030-12-02T08:20:00Z
//	input: Red 4 6618a4f6b0aafbf532a1fa017551e22e888ffab15b0c4cbaafc398e396467714
//	input: Blue - -
//	round: 75012345
package record

// Closed says that the answers to a step are complete, and which round of
// the beacon its dice wait for.
type Closed struct {
	Head   // Step is the one that will be resolved
	Inputs []Input
	Round  uint64
}

// Kind is KindClosed.
func (Closed) Kind() string { return KindClosed }

// Print writes the record as the package doc specifies.
func (c Closed) Print() (data, hidden []byte) {
	var w Writer
	w.head(KindClosed, c.Head)
	w.inputs(c.Inputs)
	w.Put("round", c.Round)
	return []byte(w.String()), nil
}

// ParseClosed reads exactly what Closed.Print writes.
func ParseClosed(text []byte) (Closed, error) {
	var c Closed
	r := NewReader(string(text))
	c.Head = r.head(KindClosed)
	c.Inputs = r.inputs()
	c.Round = r.round(r.Word("round"))
	return c, r.ended(text, c)
}

func exampleClosed() Closed {
	return Closed{
		Head:   exampleAt(1, "08:20:00"),
		Inputs: []Input{{"Red", 4, exampleOrders().File}, {Side: "Blue"}},
		Round:  75012345,
	}
}
