package umpire

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// createWith begins the game with files of another one.
func (tb *table) createWith(files map[string][]byte) error {
	s := spec()
	s.Files = files
	_, err := tb.u.Create(s)
	return err
}

// A game that begins with a file keeps it in the hidden part of its first record: it
// is there after a new start, no player sees it, and the audit needs it.
func TestGameWithFiles(t *testing.T) {
	points := []byte("points 3 1\n")
	tb := newTable(t)
	if err := tb.createWith(map[string][]byte{"points.txt": points}); err != nil {
		t.Fatal(err)
	}
	tb.restart()
	first := tb.records()[0]
	if text := string(first.Data); !strings.Contains(text, "\nfile: points.txt\n") ||
		strings.Contains(text, "points 3 1") {
		t.Errorf("the first record is\n%s", text)
	}
	if want := fmt.Sprintf("file: %x 11\n\npoints 3 1\n",
		sha256.Sum256(points)); !strings.HasSuffix(string(first.Hidden), want) {
		t.Errorf("hidden in it is\n%s\nwant at the end\n%s", first.Hidden, want)
	}
	if got := string(tb.position()); !strings.Contains(got, "score 3 1") {
		t.Errorf("the game begins so:\n%s", got)
	}
	for _, m := range tb.deliver() {
		if strings.Contains(flat(m.Text), "points 3 1") {
			t.Errorf("%s has the file", m.Subject)
		}
	}
	tb.playOut(func() {})
	tb.restart()
	a, err := tb.u.Verify("duel-1")
	if err != nil || a.Check("rules and tables").Left > 0 || a.Check("steps").Left > 0 ||
		!bytes.Equal(a.Game.Setup.Files["points.txt"], points) {
		t.Errorf("verified: %v, %+v", err, a.Checks)
	}

	published := tb.records()
	published[0].Hidden = nil
	c := audit.CheckLog([]engine.Ruleset{tb.rules}, published)
	if err := c.Check("hidden parts").Err; err == nil || !strings.Contains(err.Error(), "the hidden part is missing") {
		t.Errorf("without the file: %v", err)
	}
	if check := c.Check("rules and tables"); check.Done > 0 || !strings.Contains(check.Why, "still secret") {
		t.Errorf("without the file: %+v", check)
	}
	changed := tb.records()
	changed[0].Hidden = bytes.Replace(changed[0].Hidden, []byte("points 3 1"), []byte("points 1 3"), 1)
	if c := audit.CheckLog([]engine.Ruleset{tb.rules}, changed); c.Check("hidden parts").Err == nil {
		t.Error("another file passes for the one of the game")
	}
}

// What is no file of the game, or too much, is refused, and nothing is written.
func TestFilesRefused(t *testing.T) {
	many := map[string][]byte{}
	for i := range record.MaxFiles + 1 {
		many[fmt.Sprintf("%d", i)] = nil
	}
	for _, tt := range []struct {
		files map[string][]byte
		want  string
	}{
		{map[string][]byte{"other.txt": []byte("points 1 1\n")}, "want points.txt"},
		{map[string][]byte{"points.txt": []byte("x")}, "want points.txt with the line"},
		{map[string][]byte{"": nil}, "want a name of 1 to 80 printable ASCII letters"},
		{map[string][]byte{"a b": nil}, "want a name"},
		{map[string][]byte{strings.Repeat("x", 81): nil}, "want a name"},
		{many, "17 files with 0 bytes; a game begins with at most 16 files"},
		{map[string][]byte{"points.txt": make([]byte, record.MaxFileBytes+1)}, "at most 16 files and 1048576 bytes"},
	} {
		tb := newTable(t)
		if err := tb.createWith(tt.files); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %s", err, tt.want)
		}
		if games, err := tb.u.Games(); err != nil || len(games) > 0 {
			t.Errorf("%s: games %v, %v", tt.want, games, err)
		}
	}
}

// The greatest file with which a game can begin fits into its log.
func TestGreatestFile(t *testing.T) {
	tb := newTable(t)
	text := append([]byte("points 1 2\n"), make([]byte, record.MaxFileBytes-11)...)
	if err := tb.createWith(map[string][]byte{"points.txt": text}); err != nil {
		t.Fatal(err)
	}
	tb.restart()
	if a, err := tb.u.Verify("duel-1"); err != nil || !bytes.Equal(a.Game.Setup.Files["points.txt"], text) {
		t.Errorf("got %v", err)
	}
}

// The command "create" takes files in Base64, and says what is wrong with them.
func TestCreateWithFiles(t *testing.T) {
	tb := newTable(t)
	create := func(lines string) error {
		_, err := tb.u.Do("", "create duel-1 two\nplayer Red ney@example.org\nplayer Blue davout@example.org\n"+lines)
		return err
	}
	for _, tt := range []struct{ lines, want string }{
		{"file points.txt\nAAA!\nendfile", "the lines of the file points.txt are no Base64"},
		{"file points.txt\nAAAA\n", "the file points.txt has no end"},
		{"file", `line 4, "file": this is no line about a new game`},
		{"file points.txt\nendfile\nfile points.txt\nendfile", "write each line once"},
		{"file points.txt\neA==\nendfile", "want points.txt with the line"},
	} {
		if err := create(tt.lines); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: got %v, want %s", tt.lines, err, tt.want)
		}
	}
	if err := create("file points.txt\n  cG9pbn RzIDMg\nMQo=\nENDFILE"); err != nil {
		t.Fatal(err)
	}
	if got := string(tb.position()); !strings.Contains(got, "score 3 1") {
		t.Errorf("the game begins so:\n%s", got)
	}
}
