package said

import (
	"strings"
	"testing"
)

func TestParseKeyMessage(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       KeyMessage
		ok         bool
	}{
		{"change", "game: x\nside: Red\nkey: ssh-ed25519 AAAA ney@home\nend\n",
			KeyMessage{Game: "x", Side: "Red", Join: "", Key: "ssh-ed25519 AAAA ney@home"}, true},
		{"greeting, capitals, CRLF, no end", "Sire,\r\n\r\n Game : x\r\nSIDE:Red\r\n\r\nKey:\r\nRWQ\r\n",
			KeyMessage{Game: "x", Side: "Red", Join: "", Key: "RWQ"}, true},
		{"block", "game: x\nside: Red\nkey:\n- -----BEGIN PGP\n\nabc\n- -----END PGP\nend\nBye\n",
			KeyMessage{Game: "x", Side: "Red", Join: "", Key: "-----BEGIN PGP\n\nabc\n-----END PGP"}, true},
		{"join", "game: x\nside: Red\njoin: AB-CD\nend\n", KeyMessage{Game: "x", Side: "Red", Join: "AB-CD", Key: ""},
			true},
		{"join, key and no end", "game: x\nside: Red\njoin: AB\nkey: k",
			KeyMessage{Game: "x", Side: "Red", Join: "AB", Key: "k"}, true},
		{"join, the template as it is", "game: x\nside: Red\njoin: AB\nkey: (here your public key)\nend\n",
			KeyMessage{Game: "x", Side: "Red", Join: "AB", Key: ""}, true},
		{"turn file", "game: x\nside: Red\nturn: 1\nstep: 1\npick 1\nend\n", KeyMessage{}, false},
		{"turn file with a key below", "game: x\nside: Red\nturn: 1\nstep: 1\npick 1\nkey: k\nend\n", KeyMessage{},
			false},
		{"no game", "side: Red\nkey: k\n", KeyMessage{}, false},
		{"empty", "", KeyMessage{}, false},
	} {
		got, ok := ParseKey([]byte(tt.text))
		if ok != tt.ok || ok && got != tt.want {
			t.Errorf("%s: got %+v %v, want %+v %v", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}

func TestParseJoin(t *testing.T) {
	const block = "game: x\nside: Red\njoin: AB-CD\nkey: (here your public key)\nend\n"
	quoted := "> " + strings.ReplaceAll(strings.TrimSuffix(block, "\n"), "\n", "\n> ") + "\n"
	want := KeyMessage{Game: "x", Side: "Red", Join: "AB-CD"}
	turn := "game: x\nside: Red\nturn: 1\nstep: 1\npick 1\nend\n"
	for _, tt := range []struct {
		name, text string
		ok         bool
	}{
		{"as it is", block, true},
		{"answered below", "On Monday, Berthier wrote:\n" + quoted + "\nHere you are.\n", true},
		{"answered above", "Here you are.\n\nOn Monday, Berthier wrote:\n" + quoted, true},
		{"CRLF", strings.ReplaceAll("Sire,\n"+quoted, "\n", "\r\n"), true},
		{"quoted with all of the mail", "Sire,\n> # A duel\n> game: duel\n> ```\n" + quoted +
			"> ```\n> game: x\n> turn: 1\n",
			true},
		{"a turn file, and the invitation below it", turn + quoted, true},
		{"a turn file", turn, false},
		{"another key", "game: x\nside: Red\nkey: ssh-ed25519 AAAA\nend\n", false},
		{"another key, and the invitation below it", "game: x\nside: Red\nkey: ssh-ed25519 AAAA\nend\n" +
			quoted, false},
		{"behind too many others", strings.Repeat("game: y\n\nhello\n", maxJoins) + block, false},
		{"nothing", "", false},
	} {
		got, ok := ParseJoin([]byte(tt.text))
		if ok != tt.ok || ok && got != want {
			t.Errorf("%s: got %+v %v, want %v", tt.name, got, ok, tt.ok)
		}
	}
}
