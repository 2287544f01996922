package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"berthier/cmd/internal/position"
	"berthier/engine"
)

// Whoever sends what a command prints into a file learns that not all of it is there.
func TestAnswerWithoutRoom(t *testing.T) {
	for _, command := range []string{"help", "help turns", "help sign", "sign -h", "version", "rules",
		"rules 8.5", "man"} {
		var said bytes.Buffer
		code := run(context.Background(), strings.Fields(command), strings.NewReader(""), fullDisk{}, &said)
		if code != exitUsage || !strings.Contains(said.String(), "short write") {
			t.Errorf("berthier %s: exit code %d, %q", command, code, &said)
		}
	}
}

// What somebody wrote into a file or a mail reaches the terminal as text, wherever a command prints it: this is a
// report's file of another version, a turn file with faults, and an answer in pieces.
func TestTerminalIsNotSpokenTo(t *testing.T) {
	const evil = "\x1b[2J\x9b\u009b\u202e\r"
	dir := t.TempDir()
	rs, err := loadGame("jdg", nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rs.Start(engine.Setup{Scenario: "goldbach"})
	if err != nil {
		t.Fatal(err)
	}
	side := rs.Owed(p)[0].Side
	write(t, filepath.Join(dir, "position.txt"), string(position.Attachment{Game: "x", Side: side, Turn: rs.Turn(p),
		Step: 1, Ruleset: rs.Name(), Version: "9\nnote: all is well" + evil, Data: rs.Data(p),
		View: rs.View(p, side).Encode()}.Print()))
	write(t, filepath.Join(dir, "turn.txt"), "game: x"+evil+"\norder "+evil+"\n")
	for _, command := range []string{"check -report position.txt turn.txt", "check -report turn.txt turn.txt",
		"audit turn.txt", "replay turn.txt", evil, "check -" + evil, "rules " + evil, "help " + evil} {
		var out, errs bytes.Buffer
		t.Chdir(dir)
		run(t.Context(), strings.Fields(command), strings.NewReader(""), &out, &errs)
		if text := out.String() + errs.String(); strings.ContainsAny(text, "\x1b\u009b\u202e\r") ||
			strings.Contains(text, "\nnote: all") || !utf8.ValidString(text) || text == "" {
			t.Errorf("%q prints %q", command, text)
		}
	}
	var all bytes.Buffer
	o := &output{Writer: &all}
	for _, b := range []byte("é – 𝄞\u202f:\t\x1b\x9b\xe2\x82 \xe2\x82") {
		if n, err := o.Write([]byte{b}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
	}
	if got, want := all.String(), "é – 𝄞\u202f:\t???? "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
