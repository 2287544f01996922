package store

import (
	"fmt"
	"path/filepath"
	"testing"
)

// benchStep is one step of a game as the daemon does it, synced to the disk.
func benchStep(s *Store, game string, n int) error {
	return s.Update(func(tx *Tx) error {
		if _, err := tx.MarkSeen(fmt.Sprintf("%s %d", game, n), noon); err != nil {
			return err
		}
		for range 3 {
			if _, err := tx.Append(game, Record{Kind: "event", Step: n, Data: make([]byte, 1000)}); err != nil {
				return err
			}
		}
		if err := tx.SetState(game, "position", make([]byte, 20_000)); err != nil {
			return err
		}
		return tx.Enqueue(Mail{ID: fmt.Sprintf("<%s.%d@example.org>", game, n), From: "games@example.org",
			To: []string{"ney@example.net"}, Game: game, Raw: make([]byte, 30_000)})
	})
}

func BenchmarkStep(b *testing.B) {
	s := openTest(b)
	if err := s.Update(func(tx *Tx) error { return tx.CreateGame("g") }); err != nil {
		b.Fatal(err)
	}
	for n := 0; b.Loop(); n++ {
		if err := benchStep(s, "g", n); err != nil {
			b.Fatal(err)
		}
	}
}

// thousand makes a file of 1,000 games with 3 steps each, all mails but one a
// game sent.
func thousand(b *testing.B, path string) {
	b.Helper()
	s, err := Open(path, 0)
	if err != nil {
		b.Fatal(err)
	}
	noSync(s)
	for i := range 1000 {
		game := fmt.Sprint("game-", i)
		if err := s.Update(func(tx *Tx) error { return tx.CreateGame(game) }); err != nil {
			b.Fatal(err)
		}
		for n := range 3 {
			if err := benchStep(s, game, n); err != nil {
				b.Fatal(err)
			}
		}
		err := s.Update(func(tx *Tx) error {
			for n := range 2 {
				if err := tx.Sent(fmt.Sprintf("<%s.%d@example.org>", game, n), noon); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	checkSound(b, s)
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkThousandGames(b *testing.B) {
	path := filepath.Join(b.TempDir(), "thousand.db")
	thousand(b, path)
	b.Run("Reopen", func(b *testing.B) {
		for b.Loop() {
			s, err := Open(path, 0)
			if err != nil {
				b.Fatal(err)
			}
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
	s := openTestAt(b, path)
	b.Run("Due", func(b *testing.B) {
		for b.Loop() {
			if err := s.View(func(tx *Tx) error { _, err := tx.Due(noon, 20); return err }); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Games", func(b *testing.B) {
		for b.Loop() {
			if err := s.View(func(tx *Tx) error { _, err := tx.Games(); return err }); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Step", func(b *testing.B) {
		for n := 3; b.Loop(); n++ {
			if err := benchStep(s, "game-500", n); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Check", func(b *testing.B) {
		for b.Loop() {
			checkSound(b, s)
		}
	})
}
