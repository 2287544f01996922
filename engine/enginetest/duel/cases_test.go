package duel_test

import (
	"os"
	"path/filepath"
	"testing"

	"berthier/engine/enginetest"
	"berthier/engine/enginetest/duel"
)

func TestCases(t *testing.T) { enginetest.RunCases(t, "testdata/cases", duel.ReadCase) }

// TestShortCases: a game whose cases are all in the short form has cases.
func TestShortCases(t *testing.T) {
	dir := t.TempDir()
	text := "with round 2\n\n== no such number\nRed: pick 99\nfault Red 1 illegal 1.2\n"
	if err := os.WriteFile(filepath.Join(dir, "1.2-picks.cases"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	enginetest.RunCases(t, dir, duel.ReadCase)
}
