package said

import (
	"bytes"
	"testing"

	"berthier/cmd/internal/record"
)

// FuzzTurn reads anything that somebody signed: whatever is taken out of it, the lines keep their numbers.
func FuzzTurn(f *testing.F) {
	for _, text := range []string{"game: x\nside: Red\nturn: 1\nstep: 1\ncode: AB-CD\npick 1\nend\n",
		"> game: x\n> side: Red\n> join: AB-CD\n> key: (here)\n> end\n", "status\norders\ngame: x\nstep: 1\nend\n",
		"game: x\nside: Red\nresign ABCD-EFGH\nend\n", "befehle\ngame: x\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		lines := len(Split(text))
		turn := Turn(text)
		if n := len(Split(turn)); n < lines || n > lines+1 { // the last line has an end then
			t.Errorf("%d lines become %d", lines, n)
		}
		rest, code := CutCode(turn)
		if n := len(Split(rest)); n < lines || n > lines+1 { // the last line has an end then
			t.Errorf("without code %q %d lines become %d", code, lines, n)
		}
		if again := Turn(turn); !bytes.Equal(again, turn) {
			t.Errorf("read again %q is %q", turn, again)
		}
		if m, ok := ParseJoin(text); ok && m.Join == "" {
			t.Errorf("%+v answers an invitation", m)
		}
		c := record.Command{Command: "resign"}
		c.Game, c.Side = "x", "Red"
		Gives(c, text)
		if len(Lines(text)) != lines {
			t.Errorf("%d lines, of %d", len(Lines(text)), lines)
		}
	})
}
