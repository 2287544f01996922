package enginetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"berthier/engine/book"
)

// RunCases runs every case file (*.txtar) in dir as a subtest, and every case of
// the files in the short form (*.cases). With -update it rewrites what the former
// expect.
func RunCases(t *testing.T, dir string, newRuleset book.NewRuleset) {
	short := runShort(t, dir, newRuleset)
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if short+len(files) == 0 {
		t.Fatalf("no cases in %s", dir)
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

// runShort runs the cases in the short form, and says how many there are.
func runShort(t *testing.T, dir string, newRuleset book.NewRuleset) (n int) {
	files, err := filepath.Glob(filepath.Join(dir, "*"+book.ShortEnding))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		cases, err := book.ReadShort(data)
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		n += len(cases)
		for _, c := range cases {
			t.Run(strings.TrimSuffix(filepath.Base(file), book.ShortEnding)+"/"+c.Name, func(t *testing.T) {
				if err := c.Run(newRuleset); err != nil {
					t.Errorf("%s, line %d: %v", file, c.Line, err)
				}
			})
		}
	}
	return n
}
