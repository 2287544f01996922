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

// Print writes the record as the package doc specifies.
func (s Start) Print() (data, hidden []byte) {
	var w Writer
	w.head(KindStart, s.Head)
	w.Put("by", s.By)
	return []byte(w.String()), nil
}

// ParseStart reads exactly what Start.Print writes.
func ParseStart(text []byte) (Start, error) {
	var s Start
	r := NewReader(string(text))
	s.Head = r.head(KindStart)
	s.By = r.Word("by")
	return s, r.ended(text, s)
}

func exampleStart() Start { return Start{exampleAt(0, "08:05:00"), ""} }
