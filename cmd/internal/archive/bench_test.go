package archive

import (
	"fmt"
	"runtime/debug"
	"runtime/metrics"
	"syscall"
	"testing"
	"time"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// The archive of a whole battle of Austerlitz: how long it takes to write, read
// and audit it, its size, and the memory that an audit needs.
func BenchmarkAusterlitz(b *testing.B) { benchmarkArchive(b, "austerlitz") }

// The same of the whole war of To the Last Man!, from 1914 on.
func BenchmarkCampaign(b *testing.B) { benchmarkArchive(b, campaign) }

func benchmarkArchive(b *testing.B, scenario string) {
	saved := finished(b, scenario).Public()
	file := write(b, saved)
	b.Run("Write", func(b *testing.B) {
		for b.Loop() {
			write(b, saved)
		}
		b.ReportMetric(float64(len(file)), "bytes/archive")
	})
	delete(played, scenario) // 50 MB that an audit would not have
	saved = game.SavedGame{}
	b.Run("Audit", func(b *testing.B) {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(120 << 20)) // as the command does
		debug.FreeOSMemory()
		peak, used := watchMemory(), processorTime(b)
		for b.Loop() {
			a, err := Read(file)
			if err != nil {
				b.Fatal(err)
			}
			if r := auditor.Audit(a, nil); !r.Sound() || r.Over == nil {
				b.Fatal(r.Err())
			}
		}
		b.ReportMetric((processorTime(b)-used).Seconds()*1e3/float64(b.N), "cpu-ms/op")
		b.ReportMetric(float64(peak())/1e6, "MB-peak")
	})
}

// processorTime is what the program has used of the processors, which says more than
// the time on the wall while others use them too.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// watchMemory looks every few milliseconds at the memory that the program has
// from the system, until the most is asked for.
func watchMemory() (most func() uint64) {
	stop, result := make(chan struct{}), make(chan uint64)
	go func() {
		s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
		peak := uint64(0)
		for {
			metrics.Read(s)
			peak = max(peak, s[0].Value.Uint64()-s[1].Value.Uint64())
			select {
			case <-stop:
				result <- peak
				return
			case <-time.After(3 * time.Millisecond):
			}
		}
	}()
	return func() uint64 { close(stop); return <-result }
}

// BenchmarkDraws checks 10,000 draws alone.
func BenchmarkDraws(b *testing.B) {
	const steps, each = 1000, 10
	secret := engine.Link{1}
	anchor, err := engine.ChainLink(secret, 0)
	if err != nil {
		b.Fatal(err)
	}
	g, err := record.ParseGame(finished(b, "goldbach").Records[0].Data, nil)
	if err != nil {
		b.Fatal(err)
	}
	g.Anchor = anchor
	first, _ := g.Print()
	records := []store.Record{{Seq: 1, Kind: record.KindGame, Data: first}}
	links := []engine.Link{anchor}
	for n := 1; n <= steps; n++ {
		link, err := engine.ChainLink(secret, n)
		if err != nil {
			b.Fatal(err)
		}
		s := record.Step{
			Head: record.Head{Game: g.Game, Step: n, Time: g.Time}, Ruleset: g.Ruleset, Version: g.Version,
			Previous: links[n-1], Link: link, Hash: engine.InputHash(nil), Tables: record.TablesHash(g.Data),
		}
		dice := engine.NewStream(g.Game, n, s.Hash, link, engine.Link{})
		for i := range each {
			dice.Draw(fmt.Sprint("die ", i), 10)
		}
		s.Draws = dice.Draws()
		data, _ := s.Print()
		records = append(records, store.Record{Seq: uint64(n + 1), Kind: record.KindStep, Step: n, Data: data})
		links = append(links, link)
	}
	for b.Loop() {
		if c := audit.CheckLog(nil, records).Check("draws"); c.Err != nil || c.Done != steps*each {
			b.Fatal(c.Done, c.Err)
		}
	}
}
