package jdg

import (
	"slices"
	"testing"

	"berthier/engine"
	"berthier/engine/enginetest"
)

// recordedGame is one random game with the inputs of each step.
type recordedGame struct {
	rs    *Ruleset
	start engine.Position
	steps []engine.Step
}

// playRandom plays at most n steps of a scenario at random.
func playRandom(t testing.TB, scenario string, seed uint64, n int) recordedGame {
	t.Helper()
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	start, err := rs.Start(engine.Setup{Scenario: scenario})
	if err != nil {
		t.Fatal(err)
	}
	g := recordedGame{rs: rs, start: start}
	p := start
	players := map[engine.Side]*enginetest.Player{}
	for i, s := range rs.Sides(p) {
		players[s] = enginetest.NewPlayer(seed + uint64(i))
	}
	for k := 1; k <= n && !rs.Outcome(p).Over; k++ {
		var in []engine.Orders
		owed := rs.Owed(p)
		for _, s := range rs.Sides(p) {
			if engine.Owes(owed, s) {
				in = append(in, players[s].Answer(rs, p, s))
			}
		}
		step, next, err := engine.Play(rs, p, k, in, stream(k))
		if err != nil {
			t.Fatalf("seed %d, step %d: %v", seed, k, err)
		}
		g.steps = append(g.steps, step)
		p = next
	}
	return g
}

// stream is the dice of one step of a test game.
func stream(step int) *engine.Stream {
	return engine.NewStream("bench", step, [32]byte{}, engine.Link{1, byte(step), byte(step >> 8)}, engine.Link{2})
}

// lines counts the order lines of a game.
func (g recordedGame) lines() int {
	n := 0
	for _, s := range g.steps {
		for _, o := range s.Inputs {
			n += len(o.Lines)
		}
	}
	return n
}

// wholeGame is more steps than any game has.
const wholeGame = 5000

// BenchmarkSelfPlay plays a whole game of Austerlitz between random players:
// they list the legal orders before each line, and the engine checks,
// resolves, applies and hashes.
func BenchmarkSelfPlay(b *testing.B) {
	orders := 0
	for b.Loop() {
		orders += playRandom(b, "austerlitz", 1, wholeGame).lines()
	}
	b.ReportMetric(float64(orders)/b.Elapsed().Seconds(), "orders/s")
}

// BenchmarkResolve is the engine's part of the same game: the orders of
// random players are checked, resolved and applied. It reports order lines per
// second.
func BenchmarkResolve(b *testing.B) {
	g := playRandom(b, "austerlitz", 1, wholeGame)
	orders := 0
	for b.Loop() {
		p := g.start
		for _, s := range g.steps {
			events, err := g.rs.Resolve(p, s.Inputs, stream(s.Number))
			if err != nil {
				b.Fatal(err)
			}
			p = g.rs.Apply(p, events)
		}
		orders += g.lines()
	}
	b.ReportMetric(float64(orders)/b.Elapsed().Seconds(), "orders/s")
}

// BenchmarkReplay reads the recorded events of the same whole game, applies
// them and compares the hash of the position after every step.
func BenchmarkReplay(b *testing.B) {
	g := playRandom(b, "austerlitz", 1, wholeGame)
	logs := make([]string, len(g.steps))
	for i, s := range g.steps {
		logs[i] = engine.PrintEvents(s.Events)
	}
	for b.Loop() {
		steps := slices.Clone(g.steps)
		for i := range steps {
			var err error
			if steps[i].Events, err = engine.ParseEvents(logs[i]); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := engine.Replay(g.rs, g.start, steps); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDecode decodes and encodes a position of Austerlitz.
func BenchmarkDecode(b *testing.B) {
	g := playRandom(b, "austerlitz", 1, 5)
	data := g.start.Encode()
	for b.Loop() {
		p, err := g.rs.Decode(data)
		if err != nil {
			b.Fatal(err)
		}
		p.Encode()
	}
}
