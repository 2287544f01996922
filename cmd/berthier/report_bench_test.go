package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/tongue"
	"berthier/templates"
)

// BenchmarkReportInLanguages makes the longest report of a battle of Austerlitz for its reader, and puts it into
// words of each language, as text and as a page: none takes a fifth longer than English.
func BenchmarkReportInLanguages(b *testing.B) {
	rs, err := loadGame("jdg", nil)
	if err != nil {
		b.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(root, "engine/jdg/testdata/games/austerlitz-02-tactical.game"))
	if err != nil {
		b.Fatal(err)
	}
	log, err := book.ParseLog(data)
	if err != nil {
		b.Fatal(err)
	}
	var longest book.Frame
	if err := log.Replay(rs, func(f book.Frame) error {
		if len(f.Step.Events) > len(longest.Step.Events) {
			longest = f
		}
		return nil
	}); err != nil {
		b.Fatal(err)
	}
	side := rs.Sides(longest.After)[0]
	m := reportOf(rs, longest, len(log.Steps), side)
	for _, l := range tongue.Languages() {
		m.Game.Language = l
		b.Run(string(l), func(b *testing.B) {
			b.ReportAllocs()
			best := time.Hour
			for b.Loop() {
				start := processor(b)
				m.Report = engine.Tell(rs, longest.Before, longest.After, longest.Step.Events, side)
				if _, _, err := templates.Report(m); err != nil {
					b.Fatal(err)
				}
				if _, _, err := templates.Details(m); err != nil {
					b.Fatal(err)
				}
				best = min(best, processor(b)-start)
			}
			b.ReportMetric(float64(best.Microseconds())/1000, "best-cpu-ms")
		})
	}
}

// processor is the time that the processor has spent on this program.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
