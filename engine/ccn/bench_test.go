package ccn

import (
	"slices"
	"syscall"
	"testing"
	"time"

	"berthier/engine"
	"berthier/engine/book"
)

// recordedGame is one game with the inputs of each step.
type recordedGame struct {
	rs    *Ruleset
	log   book.Log
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

// recorded is a whole game from its seed.
func recorded(
	t testing.TB, rs *Ruleset, scenario string, seed uint64, answer func(engine.Position, engine.Side) engine.Orders,
) recordedGame {
	t.Helper()
	g := recordedGame{rs: rs, log: book.Log{Setup: engine.Setup{Scenario: scenario}, Seed: seed}}
	err := g.log.Play(rs, answer, func(f book.Frame) error {
		if g.start == nil {
			g.start = f.Before
		}
		g.steps = append(g.steps, f.Step)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// random is a player of any legal orders.
func random(rs *Ruleset, seed uint64) func(engine.Position, engine.Side) engine.Orders {
	pl := book.NewPlayer(seed)
	return func(p engine.Position, side engine.Side) engine.Orders { return pl.Answer(rs, p, side) }
}

// lines counts the order lines of a game.
func (g recordedGame) lines() (n int) {
	for _, s := range g.steps {
		for _, o := range s.Inputs {
			n += len(o.Lines)
		}
	}
	return n
}

// cpuTime is what the process has used of the processors; unlike the time on the clock it
// does not depend on what else the machine does.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkSelfPlay plays a whole game between random players, another one each time: they
// pick legal orders line by line, and the engine checks, resolves, applies and hashes. It
// reports order lines per second of one processor, with -cpu 1.
func BenchmarkSelfPlay(b *testing.B) {
	rs := loaded(b)
	orders, seed, start := 0, uint64(0), cpuTime(b)
	for b.Loop() {
		seed++
		orders += recorded(b, rs, "crossroads", seed, random(rs, seed)).lines()
	}
	b.ReportMetric(float64(orders)/(cpuTime(b)-start).Seconds(), "orders/cpu-s")
}

// BenchmarkTactical plays a whole game between tactical players.
func BenchmarkTactical(b *testing.B) {
	rs := loaded(b)
	seed := uint64(0)
	for b.Loop() {
		seed++
		recorded(b, rs, "crossroads", seed, rs.Tactical)
	}
}

// BenchmarkResolve is the engine's part of games: their orders are checked, resolved and
// applied. It reports order lines per second of one processor, with -cpu 1, and those of the best
// round, which other work on the machine has slowed least.
func BenchmarkResolve(b *testing.B) {
	rs := loaded(b)
	b.Run("random", func(b *testing.B) { benchmarkResolve(b, recorded(b, rs, "crossroads", 1, random(rs, 1))) })
	b.Run("tactical", func(b *testing.B) { benchmarkResolve(b, recorded(b, rs, "crossroads", 1, rs.Tactical)) })
}

func benchmarkResolve(b *testing.B, g recordedGame) {
	orders, start, best := 0, cpuTime(b), time.Hour
	for b.Loop() {
		before, p := cpuTime(b), g.start
		for _, s := range g.steps {
			events, err := g.rs.Resolve(p, s.Inputs, g.log.Dice(s.Number))
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

// BenchmarkReplay reads the recorded events of whole games, applies them and compares the
// hash of the position after every step.
func BenchmarkReplay(b *testing.B) {
	rs := loaded(b)
	b.Run("random", func(b *testing.B) { benchmarkReplay(b, recorded(b, rs, "crossroads", 1, random(rs, 1))) })
	b.Run("tactical", func(b *testing.B) { benchmarkReplay(b, recorded(b, rs, "crossroads", 1, rs.Tactical)) })
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
	b.ReportMetric(float64(len(g.steps)), "steps")
}
