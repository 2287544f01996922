package book

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"berthier/engine/enginetest/duel"
)

// FuzzParseLog: a log that can be read is written in one way.
func FuzzParseLog(f *testing.F) {
	start := "berthier game 1\nruleset duel 1\nscenario three\noption a=b\nfile n \"x\\n\"\nseed 7\nplayers Red x\n" +
		"start 91defe86b4ca1f85\n"
	f.Add([]byte(start +
		"\nstep 1\nRed:\npick 3\nBlue:\n= ae87516a19b8193f 45f68836b707045c\n\nover \"\" 3 \"the end\"\n"))
	f.Add([]byte(start))
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := ParseLog(data)
		if err != nil {
			return
		}
		text := g.Encode()
		again, err := ParseLog(text)
		if err != nil || !bytes.Equal(again.Encode(), text) {
			t.Fatalf("written as\n%s\nit reads as %v, %v", text, again, err)
		}
	})
}

// FuzzRunCase: a case that can be run goes, once rewritten, as it says.
func FuzzRunCase(f *testing.F) {
	files, err := filepath.Glob("../enginetest/duel/testdata/cases/*.txtar")
	if err != nil || len(files) == 0 {
		f.Fatal("no cases")
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		actual, err := RunCase(data, duel.ReadCase)
		if err == nil || actual == nil {
			return
		}
		if _, err := RunCase(actual, duel.ReadCase); err != nil {
			t.Fatalf("rewritten as\n%s\nit goes otherwise: %v", actual, err)
		}
	})
}
