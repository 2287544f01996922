package main

import (
	"io"
	"log/slog"
	"testing"

	"berthier/cmd/internal/play"
	"berthier/engine"
	"berthier/mail/sign"
)

// BenchmarkStart starts the daemon on a store with one game of Austerlitz, up
// to the moment at which it would look into its mailbox.
func BenchmarkStart(b *testing.B) {
	cfg, err := loadConfig("")
	if err != nil {
		b.Fatal(err)
	}
	cfg.folder, cfg.State = b.TempDir(), "state"
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	h, err := openHub(cfg, quiet, true)
	if err != nil {
		b.Fatal(err)
	}
	spec := play.Spec{Game: "austerlitz-1", Title: "Austerlitz", Ruleset: "jdg",
		Setup: engine.Setup{Scenario: "austerlitz"}}
	for _, side := range []engine.Side{"French", "Allied"} {
		key, err := sign.GenerateKey("")
		if err != nil {
			b.Fatal(err)
		}
		spec.Players = append(spec.Players,
			play.Player{Side: side, Name: string(side), Address: string(side) + "@berthier.test",
				Key: key.Public().String()})
	}
	if _, err := h.umpire.Create(spec); err != nil {
		b.Fatal(err)
	}
	if err := h.close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		h, err := openHub(cfg, quiet, true)
		if err != nil {
			b.Fatal(err)
		}
		if err := h.umpire.Resume(); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if err := h.close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}
