// # Kind substitute
//
// Another player has a side; the record of his key, by "substitute", follows at once:
//
//	berthier substitute 1
//	game: duel-1
//	step: 8
//	time: 2030-12-02T08:45:00Z
//	by: ""
//	side: Red
//	old: "Michel Ney"
//	new: "Computer (steady)"
//	computer: steady 1
//	reason: "he was taken ill"
//
// "by" is as in a rollback; "old" and "new" are names. "computer" (?) is name and version of the
// computer that plays the side from now on, without a key.
package record

import "berthier/engine"

// Substitute puts another player in the place of one. A record of the key that has the side from then on follows it.
type Substitute struct {
	Head            // Step is the last number
	By       string // sign.Key.Name of the umpire's key; "" at the machine
	Side     engine.Side
	Old, New string   // names
	Computer Computer // who is new; zero for a person
	Reason   string
}

// Kind is KindSubstitute.
func (Substitute) Kind() string { return KindSubstitute }

// Print is that of a Record.
func (s Substitute) Print() (data, hidden []byte) {
	w := s.begin(KindSubstitute)
	w.Put("by", s.By)
	w.Put("side", s.Side)
	w.Put("old", s.Old)
	w.Put("new", s.New)
	if s.Computer != (Computer{}) {
		w.Put("computer", s.Computer.Name, s.Computer.Version)
	}
	w.Put("reason", s.Reason)
	return w.Bytes(), nil
}

// ParseSubstitute reads exactly what Substitute.Print writes.
func ParseSubstitute(text []byte) (s Substitute, _ error) {
	r := s.read(KindSubstitute, text)
	s.By = r.Word("by")
	s.Side = engine.Side(r.Word("side"))
	s.Old, s.New = r.Word("old"), r.Word("new")
	if r.Next("computer") {
		f := r.Fields("computer", 2)
		if s.Computer = (Computer{f[0], f[1]}); f[0] == "" {
			r.Fail("a computer has a name")
		}
	}
	s.Reason = r.Word("reason")
	return s, r.ends(nil, s.Print)
}
