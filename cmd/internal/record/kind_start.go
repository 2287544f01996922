// # Kind start
//
// Orders count from now on; only in a game that waits for it:
//
//	berthier start 1
//	game: duel-1
//	step: 0
//	time: 2030-12-02T08:05:00Z
//	by: ""
package record

// Start starts a game whose first record says that it waits for that.
type Start struct {
	Head        // Step is 0
	By   string // sign.Key.Name of the umpire's key; "" at the machine
}

// Kind is KindStart.
func (Start) Kind() string { return KindStart }

// Print is that of a Record.
func (s Start) Print() (data, hidden []byte) {
	w := s.begin(KindStart)
	w.Put("by", s.By)
	return w.Bytes(), nil
}

// ParseStart reads exactly what Start.Print writes.
func ParseStart(text []byte) (s Start, _ error) {
	r := s.read(KindStart, text)
	s.By = r.Word("by")
	return s, r.ends(nil, s.Print)
}
