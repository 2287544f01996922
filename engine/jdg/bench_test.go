package jdg

import (
	"os"
	"slices"
	"syscall"
	"testing"
	"time"

	"berthier/engine"
	"berthier/engine/book"
)

// recordedGame is one random game with the inputs of each step.
type recordedGame struct {
	rs    *Ruleset
	start engine.Position
	steps []engine.Step
}

// loaded are the rules with the data that comes with the program.
func loaded(t testing.TB) *Ruleset {
	t.Helper()
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// playRandom plays at most n steps of a scenario at random.
func playRandom(t testing.TB, scenario string, seed uint64, n int) recordedGame {
	t.Helper()
	return playRandomWith(t, loaded(t), scenario, seed, n)
}

func playRandomWith(t testing.TB, rs *Ruleset, scenario string, seed uint64, n int) recordedGame {
	t.Helper()
	start, err := rs.Start(engine.Setup{Scenario: scenario})
	if err != nil {
		t.Fatal(err)
	}
	g := recordedGame{rs: rs, start: start}
	p := start
	players := map[engine.Side]*book.Player{}
	for i, s := range rs.Sides(p) {
		players[s] = book.NewPlayer(seed + uint64(i))
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

// cpuTime is what the process has used of the processors; unlike the time on
// the clock it does not depend on what else the machine does.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// wholeGame is more steps than any game has.
const wholeGame = 5000

// BenchmarkSelfPlay plays a whole game of Austerlitz between random players,
// another one each time: they pick legal orders line by line, and the engine
// checks, resolves, applies and hashes. It reports order lines per second of
// one processor, with -cpu 1.
func BenchmarkSelfPlay(b *testing.B) {
	rs := loaded(b)
	orders, seed, start := 0, uint64(0), cpuTime(b)
	for b.Loop() {
		seed += 2
		orders += playRandomWith(b, rs, "austerlitz", seed, wholeGame).lines()
	}
	b.ReportMetric(float64(orders)/(cpuTime(b)-start).Seconds(), "orders/cpu-s")
}

// BenchmarkResolve is the engine's part of the same game: the orders of
// random players are checked, resolved and applied. It reports order lines per
// second of one processor, with -cpu 1, and those of the best round, which other work on the
// machine has slowed least.
func BenchmarkResolve(b *testing.B) {
	g := playRandom(b, "austerlitz", 1, wholeGame)
	for i := range g.steps {
		g.steps[i].Events, g.steps[i].Draws = nil, nil
	}
	orders, start, best := 0, cpuTime(b), time.Hour
	for b.Loop() {
		before, p := cpuTime(b), g.start
		for _, s := range g.steps {
			events, err := g.rs.Resolve(p, s.Inputs, stream(s.Number))
			if err != nil {
				b.Fatal(err)
			}
			p = g.rs.Apply(p, events)
		}
		best = min(best, cpuTime(b)-before)
		orders += g.lines()
	}
	b.ReportMetric(float64(orders)/(cpuTime(b)-start).Seconds(), "orders/cpu-s")
	b.ReportMetric(float64(g.lines())/best.Seconds(), "best-orders/cpu-s")
}

// recordedAs resolves a whole game of the corpus.
func recordedAs(t testing.TB, file string) recordedGame {
	t.Helper()
	data, err := os.ReadFile("testdata/games/" + file)
	if err != nil {
		t.Fatal(err)
	}
	game, err := book.ParseLog(data)
	if err != nil {
		t.Fatal(err)
	}
	g := recordedGame{rs: loaded(t)}
	if err := game.Replay(g.rs, func(f book.Frame) error {
		if g.start == nil {
			g.start = f.Before
		}
		g.steps = append(g.steps, f.Step)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return g
}

// BenchmarkReplay reads the recorded events of whole games, applies them and
// compares the hash of the position after every step.
func BenchmarkReplay(b *testing.B) {
	for _, name := range []string{"austerlitz-01-random", "austerlitz-02-tactical"} {
		b.Run(name, func(b *testing.B) { benchmarkReplay(b, recordedAs(b, name+".game")) })
	}
}

func benchmarkReplay(b *testing.B, g recordedGame) {
	logs := make([]string, len(g.steps))
	for i, s := range g.steps {
		logs[i] = engine.PrintEvents(s.Events)
		g.steps[i].Events, g.steps[i].Inputs, g.steps[i].Draws = nil, nil, nil // the log is all there is
	}
	start, best := cpuTime(b), time.Hour
	for b.Loop() {
		before := cpuTime(b)
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
		best = min(best, cpuTime(b)-before)
	}
	b.ReportMetric(float64((cpuTime(b)-start).Microseconds())/1000/float64(b.N), "cpu-ms/op")
	b.ReportMetric(float64(best.Microseconds())/1000, "best-cpu-ms")
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
