// # Kind substitute
//
// Another player has a side; the record of his key, by the umpire, follows at once:
//
//	berthier substitute 1
//	game: duel-1
//	step: 8
//	time: 2030-12-02T08:45:00Z
//	by: ""
//	side: Red
//	old: "Michel Ney"
//	new: "Joachim Murat"
//	reason: "he was taken ill"
//
// "by" is as in a rollback; "old" and "new" are names.
package record

import "berthier/engine"

// Substitute puts another player in the place of one. A record of the key
// with which the side signs from then on follows it.
type Substitute struct {
	Head            // Step is the last number
	By       string // sign.Key.Name of the umpire's key; "" at the machine
	Side     engine.Side
	Old, New string // names
	Reason   string
}

// Kind is KindSubstitute.
func (Substitute) Kind() string { return KindSubstitute }

// Print writes the record as the package doc specifies.
func (s Substitute) Print() (data, hidden []byte) {
	var w Writer
	w.head(KindSubstitute, s.Head)
	w.Put("by", s.By)
	w.Put("side", s.Side)
	w.Put("old", s.Old)
	w.Put("new", s.New)
	w.Put("reason", s.Reason)
	return []byte(w.String()), nil
}

// ParseSubstitute reads exactly what Substitute.Print writes.
func ParseSubstitute(text []byte) (Substitute, error) {
	var s Substitute
	r := NewReader(string(text))
	s.Head = r.head(KindSubstitute)
	s.By = r.Word("by")
	s.Side = engine.Side(r.Word("side"))
	s.Old, s.New = r.Word("old"), r.Word("new")
	s.Reason = r.Word("reason")
	return s, r.ended(text, s)
}

func exampleSubstitute() Substitute {
	return Substitute{
		Head:   exampleAt(8, "08:45:00"),
		Side:   "Red",
		Old:    "Michel Ney",
		New:    "Joachim Murat",
		Reason: "he was taken ill",
	}
}
