//go:build unix

package enginetest

import (
	"syscall"
	"testing"
	"time"

	"berthier/engine"
	"berthier/engine/book"
)

// BenchResolve measures the engine's part of a game between random players: their orders
// are checked, resolved and applied. It reports order lines per second of one processor, with
// -cpu 1, and those of the best round, which other work on the machine has slowed least.
func BenchResolve(b *testing.B, rs engine.Ruleset, setup engine.Setup) {
	b.Helper()
	var start engine.Position
	var steps []engine.Step
	g, pl, lines := book.Log{Setup: setup, Seed: 1}, book.NewPlayer(1), 0
	err := g.Play(rs, func(p engine.Position, side engine.Side) engine.Orders { return pl.Answer(rs, p, side) },
		func(f book.Frame) error {
			if start == nil {
				start = f.Before
			}
			steps = append(steps, f.Step)
			for _, o := range f.Step.Inputs {
				lines += len(o.Lines)
			}
			return nil
		})
	if err != nil {
		b.Fatal(err)
	}
	began, best := cpuTime(b), time.Hour
	for b.Loop() {
		before, p := cpuTime(b), start
		for _, s := range steps {
			events, err := rs.Resolve(p, s.Inputs, g.Dice(s.Number))
			if err != nil {
				b.Fatal(err)
			}
			p = rs.Apply(p, events)
		}
		best = min(best, cpuTime(b)-before)
	}
	b.ReportMetric(float64(b.N*lines)/(cpuTime(b)-began).Seconds(), "orders/cpu-s")
	b.ReportMetric(float64(lines)/best.Seconds(), "best-orders/cpu-s")
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
