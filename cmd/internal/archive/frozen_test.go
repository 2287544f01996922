package archive

import (
	"flag"
	"os"
	"testing"
)

var freeze = flag.Bool("archive.freeze", false, "write testdata/format-1.zip anew")

// testdata/format-1.zip is a finished game as it was archived when the format
// was fixed. It must stay readable, and everything in it must be proved by
// whatever the program is then; only the rules may have moved on.
func TestReadsFrozenArchive(t *testing.T) {
	const name = "testdata/format-1.zip"
	if *freeze {
		if err := os.WriteFile(name, write(t, finished(t, "goldbach").Public()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	a, err := Read(file)
	if err != nil || len(a.Faults) > 0 {
		t.Fatal(err, a.Faults)
	}
	r := auditor.Audit(a, nil)
	for _, c := range r.Checks {
		if rules := c.Name == "steps" || c.Name == "outcome" || c.Name == "rules and tables"; rules {
			continue
		}
		if c.Err != nil || c.Left > 0 || c.Done == 0 {
			t.Errorf("%s: %d done, %d left, %v", c.Name, c.Done, c.Left, c.Err)
		}
	}
}
