package game

import (
	"errors"
	"fmt"
	"strings"

	"berthier/cmd/internal/record"
	"berthier/engine"
)

// Place is where a game stands, as far as the rules of this program can tell.
type Place struct {
	Position engine.Position `json:"-"` // nil if it is Lost
	// Adrift is set while the position cannot be compared with the recorded one: other
	// rules wrote that. Lost is set when it is not known.
	Adrift, Lost bool
	finished     bool // by rules that are sure to be those of the log
}

// own reports whether the rules in force are those that follow the positions.
func (s *State) own() bool {
	return s.follows != nil && s.follows.Name() == s.Rules.Ruleset && s.follows.Version() == s.Rules.Version
}

// open sets the game up.
func (s *State) open(g record.Game) error {
	s.Place = Place{Lost: true}
	veiled := len(g.Files) > 0 && !g.Known // what it begins with is still hidden
	if s.follows == nil || s.follows.Name() != g.Ruleset || veiled {
		return nil
	}
	pos, err := s.follows.Start(g.Setup)
	switch {
	case err != nil && s.own():
		return err
	case err != nil:
		return nil
	}
	return s.at(pos, g.Position, "the opening position")
}

// at goes on in a position. want is its recorded hash; another one is an error if the
// rules in force wrote it.
func (s *State) at(pos engine.Position, want [32]byte, what string) error {
	got := engine.Hash(pos)
	if got != want && s.own() && !s.Adrift {
		return fmt.Errorf("%s has the hash %x, the record says %x", what, got, want)
	}
	s.Place = Place{Position: pos, Adrift: got != want}
	s.finished = s.ends()
	return nil
}

// ends reports whether the game is over by rules that are sure to be those of the log.
func (s *State) ends() bool {
	return !s.Adrift && s.own() && s.First.Version == s.Rules.Version && s.follows.Outcome(s.Position).Over
}

// lose goes on without a position.
func (s *State) lose() { s.Place = Place{Lost: true} }

// play applies the events of a step.
func (s *State) play(v record.Step) error {
	if s.Lost || !v.Known {
		s.lose()
		return nil
	}
	pos, err := guarded(func() (engine.Position, error) { return s.follows.Apply(s.Position, v.Events), nil })
	if err != nil && s.own() && !s.Adrift {
		return err
	}
	if err != nil {
		s.lose()
		return nil
	}
	return s.at(pos, v.Position, "the position after it")
}

// rollback goes back to where the game stood behind a number.
func (s *State) rollback(e Entry, v record.Rollback) error {
	switch {
	case v.To >= v.Step:
		return fmt.Errorf("there is no position after step %d to go back to", v.To)
	case e.Back == nil:
		return fmt.Errorf("there is no step %d to go back to: its link was burned", v.To)
	}
	if err := s.moved(v.Step, v.Previous, v.Link, v.Link.Before(1)); err != nil {
		return err
	}
	s.Place = *e.Back
	if v.Known && !s.Lost && !s.Adrift && engine.Hash(s.Position) != v.Position {
		return fmt.Errorf("the position after step %d has another hash than the record says", v.To)
	}
	return nil
}

// ruling changes the position as the umpire says.
func (s *State) ruling(v record.Ruling) error {
	if by := (Rules{Ruleset: v.Ruleset, Version: v.Version}); by.String() != s.Rules.String() {
		return fmt.Errorf("was made under rules %s, in force were %s", by, s.Rules)
	}
	if err := s.moved(v.Step, v.Previous, v.Link, v.Link.Before(1)); err != nil {
		return err
	}
	if s.Lost || !v.Known {
		s.lose()
		return nil
	}
	pos, err := guarded(func() (engine.Position, error) {
		text, err := v.Edited(s.Position.Encode())
		if err != nil {
			return nil, err
		}
		return s.follows.Decode(text)
	})
	switch {
	case err != nil && s.own() && !s.Adrift:
		return err
	case err != nil:
		s.lose()
		return nil
	}
	return s.at(pos, v.Position, "the position that it leads to")
}

// burn takes links out of use; the game goes on where it stands.
func (s *State) burn(v record.Burn) error {
	if v.From != s.Number+1 || !v.Follows() {
		return fmt.Errorf("burns the links from %d to %d, the game stands after step %d", v.From, v.Step, s.Number)
	}
	if v.Known && !s.Lost && !s.Adrift && engine.Hash(s.Position) != v.Position {
		return errors.New("the game goes on in another position than it stood in")
	}
	return s.moved(v.Step, v.Previous, v.Link, v.Link.Before(v.Step-v.From+1))
}

// migrate puts other rules into force.
func (s *State) migrate(e Entry, m record.Migrate) error {
	if old := (Rules{Ruleset: m.Ruleset, Version: m.Old}); old.String() != s.Rules.String() {
		return fmt.Errorf("takes the game from rules %s, in force were %s", old, s.Rules)
	}
	s.Rules, s.News = Rules{m.Ruleset, m.New, m.Data}, with(s.News, e.Seq)
	if m.By == record.MigrateByUmpire && s.Closed == nil { // the files were checked by the old rules
		s.Window = nil
		s.eachSeat(func(p *Seat) { p.Pending = PendingOrders{} })
	}
	if s.Lost || !m.Known {
		return nil
	}
	if s.Adrift = engine.Hash(s.Position) != m.Position; s.Adrift && s.own() {
		return errors.New("the game goes on in another position than the one that its steps lead to")
	}
	return nil
}

// ended checks how a game ends: as the umpire said, as its players did, or by its rules.
func (s *State) ended(o engine.Outcome) error {
	var want engine.Outcome
	by := "its players"
	switch {
	case s.Ended != nil:
		want = s.Ended.Outcome
	case s.Abandoned != nil:
		want, by = s.Abandoned.Outcome(), "the umpire"
	case o.Rule == byConcession || o.Rule == byAgreement:
		want = s.ByPlayers()
	case s.Lost || s.Adrift || !s.own():
		return nil
	default:
		want, by = s.follows.Outcome(s.Position), "the last position"
	}
	if o != want {
		return fmt.Errorf("the log says %s, where %s had %s", ending(o), by, ending(want))
	}
	return nil
}

// ending is an outcome in the words of its record.
func ending(o engine.Outcome) string {
	if !o.Over {
		return "that the game goes on"
	}
	return fmt.Sprintf("winner %q, rule %q, text %q", o.Winner, o.Rule, o.Text)
}

// Rules by which players end a game.
const (
	byConcession = "concession"
	byAgreement  = "agreement"
)

// ByPlayers is how a game ends when its players end it: all sides but one
// have conceded, or all others have offered a draw.
func (s State) ByPlayers() engine.Outcome {
	var left []engine.Side
	var losers []string
	agreed := true
	for _, p := range s.Seats {
		if p.Conceded != 0 {
			losers = append(losers, string(p.Side))
			continue
		}
		left, agreed = append(left, p.Side), agreed && p.Offer != 0
	}
	switch {
	case len(left) == 1:
		return engine.Outcome{Over: true, Winner: left[0], Rule: byConcession, Text: strings.Join(losers, " and ") +
			" gave the game up"}
	case agreed:
		return engine.Outcome{Over: true, Rule: byAgreement, Text: "the players agreed to a draw"}
	}
	return engine.Outcome{}
}

// guarded does what a log of somebody else can make rules panic at.
func guarded(do func() (engine.Position, error)) (pos engine.Position, err error) {
	defer func() {
		if v := recover(); v != nil {
			pos, err = nil, fmt.Errorf("the rules cannot follow it: %v", v)
		}
	}()
	return do()
}
