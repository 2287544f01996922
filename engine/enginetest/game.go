package enginetest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
)

// RunGame holds what the program knows of a game, its line in the table of games, to
// what engine.Game says: the names, the first games, the index of rules and the cases
// that cite it, the computer players, and what is counted.
func RunGame(t *testing.T, g engine.Game) {
	for _, fault := range gameFaults(g) {
		t.Error(fault)
	}
}

// gameFaults lists what is wrong with a game.
func gameFaults(g engine.Game) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	rs, err := g.Load(nil)
	if err != nil {
		fault("it does not load: %v", err)
		return faults
	}
	if g.Name != rs.Name() || !isWord(g.Name) || g.Name != strings.ToLower(g.Name) || g.Title == "" {
		fault("name %q, title %q: want a title, and the lower-case name %q of the ruleset", g.Name, g.Title, rs.Name())
	}
	if odd, err := g.Load(map[string][]byte{"no-such-file": nil}); err == nil || odd != nil {
		fault("it loads with a file that it does not know: %v, %v", odd, err)
	}
	for _, s := range []engine.Setup{g.First, g.Usual} {
		if !slices.Contains(rs.Scenarios(), s.Scenario) {
			fault("it has no scenario %q", s.Scenario)
			return faults
		}
	}
	checkBook(g, fault)
	for _, h := range g.Highlights {
		known := slices.ContainsFunc(rs.Verbs(), func(v engine.Verb) bool { return v.Word == h.Verb })
		if h.Title == "" || h.Purpose == "" || h.Words == "" || h.Verb != "" && !known {
			fault("highlight %+v: want title, purpose and words, and a verb of the game or none", h)
		}
	}
	checkBots(g, rs, fault)
	return faults
}

// checkBook: the index of rules and the case book can be read and fit each other.
func checkBook(g engine.Game, fault func(string, ...any)) {
	sections, err := book.ParseIndex(g.Rules)
	if err != nil || len(sections) == 0 {
		fault("the index of rules has %d sections, %v", len(sections), err)
	}
	labels := map[string]bool{}
	for _, s := range sections {
		labels[s.Number] = true
		for _, c := range s.Clauses {
			if labels[c.Label] {
				fault("the index of rules has %s twice", c.Label)
			}
			labels[c.Label] = true
		}
	}
	cases, untested, err := book.ReadCases(g.Cases, g.Name)
	if err != nil || len(cases) == 0 {
		fault("the case book has %d cases, %v", len(cases), err)
	}
	for _, c := range cases {
		for _, l := range c.Cites {
			if !labels[l] {
				fault("case %s cites %s, which the index of rules has not", c.Name, l)
			}
		}
	}
	for l := range untested {
		if !labels[l] {
			fault("no case tests %s, which the index of rules has not", l)
		}
	}
	if _, _, err := g.Case([]byte("no such position\n")); err == nil {
		fault("any text is the position of a case")
	}
}

// checkBots: each computer player plays the first game to its end, and does the same
// when it is shown no more than its side may know.
func checkBots(g engine.Game, rs engine.Ruleset, fault func(string, ...any)) {
	for _, b := range engine.Seated(rs) {
		if !isWord(b.Version) {
			fault("computer player %q can have a seat: want a version, a word", b.Name)
		}
	}
	bots := book.Bots(g)
	for i, b := range bots {
		if !isWord(b.Name) || b.Name != strings.ToLower(b.Name) || b.Help == "" ||
			slices.ContainsFunc(bots[:i], func(o engine.Bot) bool { return o.Name == b.Name }) {
			fault("computer player %q: want a lower-case name of its own, and help", b.Name)
			return
		}
		p, err := rs.Start(g.First)
		if err != nil {
			fault("the first game does not start: %v", err)
			return
		}
		sides := rs.Sides(p)
		s := book.Simulation{Game: g, Rules: rs, Setup: g.First, Players: map[engine.Side]engine.Bot{}}
		for _, side := range sides {
			s.Players[side] = blindfold(b, fault)
		}
		names := ""
		if _, err := s.Play(1, func(f book.Frame) error {
			if g.Score == nil {
				return nil
			}
			now := ""
			for _, sc := range g.Score(f.After) {
				if now += sc.Name + ","; sc.Name == "" || len(sc.Of) != 1 && len(sc.Of) != len(sides) {
					return fmt.Errorf("score %+v: want a name, and a number for each of %v or one for all", sc, sides)
				}
			}
			if names != "" && now != names {
				return fmt.Errorf("the scores were %s and are %s", names, now)
			}
			names = now
			return nil
		}); err != nil {
			fault("the player %s does not finish the first game: %v", b.Name, err)
		}
	}
}

// blindfold is a computer player beside whom another of the same seed sits who sees
// the view of his side alone; both have to want the same.
func blindfold(b engine.Bot, fault func(string, ...any)) engine.Bot {
	seat := b.New
	b.New = func(rs engine.Ruleset, seed uint64) func(engine.Position, engine.Side) engine.Orders {
		whole, blind := seat(rs, seed), seat(rs, seed)
		return func(p engine.Position, side engine.Side) engine.Orders {
			o, v := whole(p, side), blind(rs.View(p, side), side)
			if !reflect.DeepEqual(o, v) {
				fault("the player %s of %s wants otherwise when it sees only what it may know: %v, not %v", b.Name,
					side, v, o)
			}
			return o
		}
	}
	return b
}
