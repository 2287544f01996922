package enginetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"berthier/engine/book"
)

// RunCases runs every case file (*.txtar) in dir as a subtest. With -update it
// rewrites what they expect.
func RunCases(t *testing.T, dir string, newRuleset book.NewRuleset) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in %s (%v)", dir, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			actual, err := book.RunCase(data, newRuleset)
			switch {
			case err == nil:
			case updateFlag && actual != nil:
				if err := os.WriteFile(file, actual, 0o666); err != nil {
					t.Fatal(err)
				}
				t.Logf("rewritten: %v", err)
			default:
				t.Error(err)
			}
		})
	}
}
