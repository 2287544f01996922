package game

import (
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store/leaf"
)

// Read makes an entry out of a leaf: it reads its hidden part if that is there.
func Read(r leaf.Record) (Entry, error) {
	v, err := record.Parse(r.Kind, r.Data, r.Hidden)
	if err != nil {
		return Entry{}, &RecordError{r.Seq, r.Kind, r.Step, err}
	}
	return Entry{Seq: r.Seq, Data: r.Data, Record: v}, nil
}

// Fold follows a whole log with rules, nil for none. each is told every state, if it is
// not nil. It gives the state behind the last record, or the last one that could stand.
func Fold(rules engine.Ruleset, log []leaf.Record, each func(State)) (State, error) {
	s := New(rules)
	back := map[int]*Place{} // by number, of those that a rollback goes back to
	var entries []Entry
	var unread error // the first record that cannot be read
	for _, r := range log {
		e, err := Read(r)
		if err != nil {
			unread = err
			break
		}
		if b, ok := e.Record.(record.Rollback); ok {
			back[b.To] = nil
		}
		entries = append(entries, e)
	}
	for _, e := range entries {
		if b, ok := e.Record.(record.Rollback); ok {
			e.Back = back[b.To]
		}
		next, err := Apply(s, e)
		if err != nil {
			return s, err
		}
		s = next
		if _, wanted := back[s.Number]; wanted {
			place := s.Place
			back[s.Number] = &place
		}
		if each != nil {
			each(s)
		}
	}
	return s, unread
}

// At is how the game stood behind a number of a log; nil if it has no such number.
func At(rules engine.Ruleset, log []leaf.Record, number int) (place *Place, err error) {
	_, err = Fold(rules, log, func(s State) {
		if s.Number == number {
			at := s.Place
			place = &at
		}
	})
	return place, err
}
