package jdg

import (
	"sort"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/enginetest"
)

// TestGames plays the corpus of whole games again; see enginetest.RunGames.
// The files are made by
//
//	go test ./engine/jdg -run '^TestGames$' -update
func TestGames(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	must := []string{"fog", "night", "reinforcements", "commander lost", "questions asked", "orders when drawn",
		"French wins automatically", "Allied wins automatically", "French wins on points", "Allied wins on points",
		"draw"}
	for kind := range changes {
		must = append(must, "event "+kind)
	}
	sort.Strings(must)
	enginetest.RunGames(t, enginetest.Corpus{
		Dir: "testdata/games", Ruleset: rs, Games: corpus(rs),
		Inspect:  func(f book.Frame) error { return rs.Inspect(f.Before, f.Step.Events) },
		Features: gameFeatures, Must: must,
	})
}

// corpus lists the games with what each is there to show.
func corpus(rs *Ruleset) []enginetest.GameSpec {
	game := func(file, scenario, ask, french, allied string, shows ...string) enginetest.GameSpec {
		spec := enginetest.GameSpec{File: file + ".game", Setup: engine.Setup{Scenario: scenario},
			Players: "French " + french + " Allied " + allied, Shows: shows}
		if ask != "" {
			spec.Setup.Options = map[string]string{"ask": ask}
		}
		spec.Answer = func(seed uint64) func(engine.Position, engine.Side) engine.Orders {
			pl := book.NewPlayer(seed)
			players := map[string]func(engine.Position, engine.Side) engine.Orders{
				"tactical": rs.Ahead,
				"plain":    rs.Tactical,
				"random":   func(p engine.Position, side engine.Side) engine.Orders { return pl.Answer(rs, p, side) },
			}
			return func(p engine.Position, side engine.Side) engine.Orders {
				return players[map[engine.Side]string{"French": french, "Allied": allied}[side]](p, side)
			}
		}
		return spec
	}
	return []enginetest.GameSpec{
		game("goldbach-01-fog", "goldbach", "", "random", "random", "fog", "reinforcements"),
		game("goldbach-02-draw", "goldbach", "", "random", "random", "draw"),
		game("goldbach-03-french", "goldbach", "", "random", "random", "French wins on points"),
		game("goldbach-04-allied", "goldbach", "", "plain", "plain", "Allied wins on points"),
		game("goldbach-05-french-auto", "goldbach", "", "tactical", "random", "French wins automatically"),
		game("goldbach-06-allied-auto", "goldbach", "", "random", "tactical", "Allied wins automatically"),
		game("goldbach-07-commander", "goldbach", "", "random", "tactical", "commander lost"),
		game("goldbach-08-asked", "goldbach", "all", "random", "random", "questions asked"),
		game("goldbach-09-asked-tactical", "goldbach", "all", "random", "tactical", "questions asked", "event charge"),
		game("goldbach-10-delayed", "goldbach", "", "random", "tactical", "event delayed"),
		game("goldbach-11-regrouped", "goldbach", "", "random", "random", "event ungroup"),
		game("goldbach-12-when-drawn", "goldbach", "", "tactical", "tactical", "orders when drawn", "event due"),
		game("austerlitz-01-random", "austerlitz", "", "random", "random", "fog", "night", "reinforcements"),
		game("austerlitz-02-tactical", "austerlitz", "", "tactical", "tactical", "fog", "night", "reinforcements",
			"event charge", "event pursue", "orders when drawn"),
		game("austerlitz-03-asked", "austerlitz", "all", "random", "random", "night", "questions asked"),
		game("austerlitz-04-mixed", "austerlitz", "", "random", "tactical", "night", "reinforcements",
			"event rout-move"),
	}
}

// gameFeatures names what a game shows, sorted.
func gameFeatures(frames []book.Frame) []string {
	shown := map[string]bool{}
	for _, f := range frames {
		p := f.Before.(*Position)
		for _, e := range f.Step.Events {
			noteFeatures(shown, p, e)
		}
	}
	var names []string
	for name, is := range shown {
		if is {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}

func noteFeatures(shown map[string]bool, p *Position, e engine.Event) {
	shown["event "+e.Kind] = true
	shown["orders when drawn"] = shown["orders when drawn"] || e.Get("source") == "when-drawn"
	switch e.Kind {
	case "activate":
		shown["fog"] = shown["fog"] || p.turn().Fog
		shown["night"] = shown["night"] || p.turn().Night
	case "enter":
		shown["reinforcements"] = true
	case "commander":
		shown["commander lost"] = shown["commander lost"] || e.Get("to") == "off"
	case "resume":
		shown["questions asked"] = true
	case "over":
		how := " wins on points"
		if strings.HasPrefix(e.Rule, "13.1") {
			how = " wins automatically"
		}
		if e.By == "" {
			shown["draw"] = true
		} else {
			shown[string(e.By)+how] = true
		}
	}
}
