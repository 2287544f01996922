package said

import "testing"

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
