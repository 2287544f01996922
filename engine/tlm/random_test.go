package tlm

import (
	arguments "flag"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/enginetest"
)

var randomGames = arguments.Int("tlm.games", 8, "games that TestRandomGames plays")

// TestRandomGames plays games of all scenarios at random, with and without questions by mail, and
// holds each position to the invariants.
func TestRandomGames(t *testing.T) {
	rs := loaded(t)
	scenarios := rs.Scenarios()
	first := enginetest.Seed(t)
	for i := range *randomGames {
		set := engine.Setup{Scenario: scenarios[i%len(scenarios)]}
		if i/len(scenarios)%2 == 1 {
			set.Options = map[string]string{"ask": "all", "artillery": "uk"}
		}
		s := book.Simulation{Game: Game, Rules: rs, Setup: set, Players: map[engine.Side]engine.Bot{}}
		for _, side := range rs.Sides(nil) {
			s.Players[side] = book.Bots(Game)[len(book.Bots(Game))-1]
		}
		if _, err := s.Play(first+uint64(i), func(f book.Frame) error {
			return inspect(rs, f.Before, f.Step.Events)
		}); err != nil {
			t.Errorf("game %d of %s: %v", i, set.Scenario, err)
		}
	}
}

// BenchmarkReplay replays a whole campaign between two computer players.
func BenchmarkReplay(b *testing.B) {
	rs := loaded(b)
	g := book.Log{Setup: engine.Setup{Scenario: "campaign"}, Seed: 1}
	if err := g.Play(rs, rs.General, func(book.Frame) error { return nil }); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(len(g.Steps)), "steps")
	for b.Loop() {
		if err := g.Replay(rs, func(book.Frame) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	rs := loaded(f)
	for _, name := range rs.Scenarios() {
		p, err := rs.Start(engine.Setup{Scenario: name})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(p.Encode())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := rs.Decode(data)
		if err != nil {
			return
		}
		if string(p.Encode()) != string(data) {
			t.Errorf("read and written again it is other:\n%s\n%s", data, p.Encode())
		}
		for _, side := range append(rs.Sides(p), "") {
			rs.View(p, side).Encode()
		}
	})
}

func FuzzOrders(f *testing.F) {
	rs := loaded(f)
	p, err := rs.Start(engine.Setup{Scenario: "verdun"})
	if err != nil {
		f.Fatal(err)
	}
	turn := p.(*Position).clone()
	turn.Phase, turn.Waits = TurnPhase, [2]bool{true, false}
	for _, text := range []string{"play gericht", "move ge5 ver", "battle ver,fla", "standing to ver+cha for sed",
		"entrench ge1",
		"rail 2*ge-i+.mul col", "build ge-i ge1", "exchange gas", "armistice offer"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := engine.TurnFile{Game: "g", Side: "German", Turn: 8, Step: 1}
		body := string(file.Print())
		read, faults := engine.ReadTurnFile(rs, turn, []byte(body+text+"\n"), engine.Limits{})
		if len(faults) > 0 {
			return
		}
		rs.Check(turn, engine.Orders{Side: "German", Lines: read.Orders})
		rs.Preview(turn, engine.Orders{Side: "German", Lines: read.Orders})
	})
}
