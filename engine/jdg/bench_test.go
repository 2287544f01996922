package jdg

import (
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
	link, _ := engine.ChainLink(engine.Link{1}, step)
	return engine.NewStream("bench", step, [32]byte{}, link, engine.Link{2})
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

// BenchmarkResolve resolves the steps of a random game of Austerlitz again
// and reports the order lines per second.
func BenchmarkResolve(b *testing.B) {
	g := playRandom(b, "austerlitz", 1, 60)
	var links []engine.Link
	for k := range g.steps {
		l, _ := engine.ChainLink(engine.Link{1}, k+1)
		links = append(links, l)
	}
	orders := 0
	for b.Loop() {
		p := g.start
		for k, s := range g.steps {
			events, err := g.rs.Resolve(p, s.Inputs, engine.NewStream("bench", s.Number, [32]byte{}, links[k], engine.Link{2}))
			if err != nil {
				b.Fatal(err)
			}
			p = g.rs.Apply(p, events)
		}
		orders += g.lines()
	}
	b.ReportMetric(float64(orders)/b.Elapsed().Seconds(), "orders/s")
}

// BenchmarkReplay applies the recorded events of the same game with a hash
// after every step.
func BenchmarkReplay(b *testing.B) {
	g := playRandom(b, "austerlitz", 1, 60)
	for b.Loop() {
		if _, err := engine.Replay(g.rs, g.start, g.steps); err != nil {
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
