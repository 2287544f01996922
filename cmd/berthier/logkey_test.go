package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"berthier/store"
)

func TestOpenLogKey(t *testing.T) {
	dir := t.TempDir()
	s, err := store.Open(filepath.Join(dir, "berthier.db"), 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if problems, err := s.Check(); len(problems) > 0 || err != nil {
			t.Error(problems, err)
		}
		s.Close()
	})
	path := filepath.Join(dir, "log-key")
	key, err := openLogKey(path, s)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file has mode %v, %v", info.Mode(), err)
	}
	again, err := openLogKey(path, s)
	if err != nil || again.Verifier("x") != key.Verifier("x") {
		t.Errorf("another key the second time, %v", err)
	}
	add := func(game string, kinds ...string) {
		t.Helper()
		err := s.Update(func(tx *store.Tx) error {
			err := tx.CreateGame(game)
			for _, kind := range kinds {
				if err == nil {
					_, err = tx.Append(game, store.Record{Kind: kind})
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	add("over", "game", "report", "step", "over", "report", "report")
	if _, err := openLogKey(path+"-2", s); err != nil {
		t.Errorf("a store with a finished game: %v", err)
	}
	add("running", "game", "report", "report")
	if _, err := openLogKey(path+"-gone", s); err == nil || !strings.Contains(err.Error(), "no key at") {
		t.Errorf("a store with a running game and without key: got %v", err)
	}
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openLogKey(path, s); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("a damaged key: got %v", err)
	}
}
