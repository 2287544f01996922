package lines

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
)

// TestVersion takes the first line of a position only if it names this game and this format.
func TestVersion(t *testing.T) {
	for _, c := range []struct {
		line string
		ok   bool
	}{
		{"ccn 6", true},
		{"ccn 5", false},
		{"jdg 6", false},
		{"ccn", false},
		{"ccn 6 6", false},
		{"", false},
	} {
		err := Version(strings.Fields(c.line), "ccn", "6")
		if c.ok && err != nil {
			t.Errorf("%q: %v", c.line, err)
		}
		if want := `want "ccn 6", the format that this program reads`; !c.ok && fmt.Sprint(err) != want {
			t.Errorf("%q: got %v, want %s", c.line, err, want)
		}
	}
}

// TestNamedScenario finds a scenario by its name, if its file is the same.
func TestNamedScenario(t *testing.T) {
	ford := &place{"Ford", File{Hash: sha256.Sum256([]byte("title Ford\n"))}}
	known := map[string]*place{"ford": ford, "hill": {title: "Hill"}}
	hash := fmt.Sprintf("%x", ford.Hash)
	got, err := NamedScenario([]string{"scenario", "ford", hash}, known)
	if err != nil || got != ford {
		t.Errorf("got %v, %v, want the ford", got, err)
	}
	for _, c := range []struct{ line, want string }{
		{"scenario ford", "want scenario NAME HASH"},
		{"scenario ford " + hash + " 1", "want scenario NAME HASH"},
		{"battle ford " + hash, "want scenario NAME HASH"},
		{"scenario wood " + hash, `scenario "wood" is not known here`},
		{"scenario hill " + hash, `scenario "hill" is here in another version: its hash is ` + zeros + ", not " + hash},
	} {
		got, err := NamedScenario(strings.Fields(c.line), known)
		if fmt.Sprint(err) != c.want || got != nil {
			t.Errorf("%q: got %v, %v, want %s", c.line, got, err, c.want)
		}
	}
}
