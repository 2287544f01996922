package lines

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"berthier/engine"
)

// letter is a keyed text with every kind of field.
type letter struct {
	game   string
	turn   int
	hash   [32]byte
	key    []byte
	files  []engine.DataFile
	reason string
	text   string
}

func (l letter) print() []byte {
	var w KeyWriter
	w.WriteString("berthier letter 1\n")
	w.Put("game", l.game, l.turn)
	w.Put("hash", l.hash)
	if l.key != nil {
		w.Put("key", fmt.Sprintf("%x", l.key))
	}
	w.Files(l.files)
	w.Put("reason", l.reason)
	w.WriteString("\n" + l.text)
	return w.Bytes()
}

func readLetter(text string) (l letter, err error) {
	r := ReadKeys(text)
	r.Title("berthier letter 1")
	f := r.Fields("game", 2)
	l.game, l.turn = f[0], r.Number(f[1])
	l.hash = r.Hash(r.Word("hash"))
	if r.Next("key") {
		l.key = r.Hex(r.Word("key"))
	}
	l.files = r.Files()
	l.reason = r.Word("reason")
	r.Title("")
	l.text = r.Rest()
	return l, r.End("letter", []byte(text), l.print())
}

const zeros = "0000000000000000000000000000000000000000000000000000000000000000"

// TestKeyed reads and writes a text in its one form.
func TestKeyed(t *testing.T) {
	for _, c := range []struct {
		want letter
		text string
	}{
		{letter{game: "duel-1"}, "game: duel-1 0\nhash: " + zeros + "\nreason: \"\"\n\n"},
		{
			letter{
				game:   "a b",
				turn:   17,
				hash:   [32]byte{31: 10},
				key:    []byte{1, 255},
				files:  []engine.DataFile{{Name: "a.csv", Source: "x=y"}},
				reason: "é\n",
				text:   "more\n",
			},
			"game: \"a b\" 17\nhash: " + zeros[2:] + "0a\nkey: 01ff\n" +
				"data: " + zeros + " a.csv \"x=y\"\nreason: \"é\\n\"\n\nmore\n",
		},
	} {
		text := "berthier letter 1\n" + c.text
		if got := string(c.want.print()); got != text {
			t.Errorf("printed %q, want %q", got, text)
		}
		if got, err := readLetter(text); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("read %+v, %v, want %+v", got, err, c.want)
		}
	}
}

// TestKeyedFaults wants the first fault, with its line.
func TestKeyedFaults(t *testing.T) {
	good := "berthier letter 1\ngame: duel-1 0\nhash: " + zeros + "\nreason: r\n\n"
	for _, c := range []struct{ old, new, want string }{
		{"letter 1", "letter 2", `line 1: want "berthier letter 1"`},
		{"game: duel-1 0", "game: duel-1", `line 2: game: want 2 fields`},
		{"game: duel-1 0", "game:duel-1 0", `line 2: want a line that begins with "game: "`},
		{"game: duel-1 0", "game: \"duel-1 0", `line 2: game: want 2 fields`},
		{"duel-1 0", "duel-1 -1", `line 2: "-1" is not a number`},
		{"duel-1 0", "duel-1 2147483648", `line 2: "2147483648" is not a number`},
		{"duel-1 0", "duel-1 00", `not in canonical form`},
		{"duel-1 0", `"duel-1" 0`, `not in canonical form`},
		{"duel-1 0", `duel-1  0`, `not in canonical form`},
		{zeros, zeros[1:], `line 3: want 64 hex digits`},
		{zeros, zeros + "00", `line 3: want 64 hex digits`},
		{zeros, "AB" + zeros[2:], `not in canonical form`},
		{"reason: r", "key: \"\"\nreason: r", `line 4: "": want hex digits`},
		{"reason: r", "key: 0g\nreason: r", `line 4: "0g": want hex digits`},
		{"reason: r", "data: 00 a b\nreason: r", `line 4: want 64 hex digits`},
		{"reason: r\n", "", `line 4: want a line that begins with "reason: "`},
		{"\nreason: r\n\n", "\nreason: r", `line 4: want a line that begins with "reason: "`},
		{"reason: r\n\n", "reason: r\nmore\n", `line 5: want ""`},
	} {
		_, err := readLetter(strings.Replace(good, c.old, c.new, 1))
		if want := "reading letter: " + c.want; fmt.Sprint(err) != want {
			t.Errorf("%s for %s: got %v, want %s", c.new, c.old, err, want)
		}
	}
	r := ReadKeys("a: b\nc: d\n")
	if r.Word("a"); fmt.Sprint(r.End("it", nil, nil)) != "reading it: line 2: more than the end" {
		t.Errorf("got %v", r.Err())
	}
	if r.Rest() != "" || r.Next("c") || r.Word("c") != "" {
		t.Error("something is read after a fault")
	}
}
