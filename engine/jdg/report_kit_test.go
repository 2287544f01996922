package jdg

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
)

// updating reports whether -update was given; package enginetest owns the flag.
func updating() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}

// embedded is the ruleset with the embedded tables and scenarios.
func embedded(t testing.TB) *Ruleset {
	t.Helper()
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// written makes a side's orders of their text.
func written(side engine.Side, text ...string) engine.Orders {
	o := engine.Orders{Side: side}
	for i, l := range text {
		o.Lines = append(o.Lines, engine.Order{Line: i + 1, Text: l, Words: strings.Fields(strings.ToLower(l))})
	}
	return o
}

// resolved resolves one step.
func resolved(t testing.TB, rs *Ruleset, p engine.Position, dice engine.Dice,
	in ...engine.Orders) (engine.Position, []engine.Event) {
	t.Helper()
	events, err := rs.Resolve(p, in, dice)
	if err != nil {
		t.Fatal(err)
	}
	return rs.Apply(p, events), events
}

// austerlitz plays the first Orders Phase of Austerlitz; the French hold the
// initiative and open with a large formation.
func austerlitz(t testing.TB, rs *Ruleset) (before, after engine.Position, events []engine.Event) {
	t.Helper()
	before, err := rs.Start(engine.Setup{Scenario: "austerlitz"})
	if err != nil {
		t.Fatal(err)
	}
	after, events = resolved(t, rs, before, engine.NewForced(9, 0), written("French", "first legrand"),
		written("Allied"))
	return before, after, events
}

// playedStep is one step of a random game.
type playedStep struct {
	at            string
	before, after engine.Position
	events        []engine.Event
}

// playRandomly calls visit for every step of a random game.
func playRandomly(t *testing.T, rs *Ruleset, scenario, ask string, seed uint64, steps int, visit func(playedStep)) {
	t.Helper()
	p, err := rs.Start(engine.Setup{Scenario: scenario, Options: map[string]string{"ask": ask}})
	if err != nil {
		t.Fatal(err)
	}
	pl := book.NewPlayer(seed)
	pl.Stop = 6
	for n := 1; n <= steps && !rs.Outcome(p).Over; n++ {
		var in []engine.Orders
		for _, side := range rs.Sides(p) {
			if engine.Owes(rs.Owed(p), side) {
				in = append(in, pl.Answer(rs, p, side))
			}
		}
		key := engine.Link(sha256.Sum256(fmt.Appendf(nil, "report %d %d", seed, n)))
		after, events := resolved(t, rs, p, engine.NewStream(scenario, n, engine.InputHash(nil), key, key), in...)
		visit(playedStep{fmt.Sprintf("%s, seed %d, step %d", scenario, seed, n), p, after, events})
		p = after
	}
}

// chaptersOf is the story of a report in full.
func chaptersOf(before *Position, events []engine.Event, side engine.Side) []engine.Chapter {
	chapters, _ := tellStory(before.clone(), events, side)
	return chapters
}
