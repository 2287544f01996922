package book

import (
	"strings"
	"testing"

	"berthier/engine/enginetest/duel"
)

// TestShortRefused: what is wrong in a file of short cases is told with its line.
func TestShortRefused(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", "there is no case"},
		{"with round 2\n", "there is no case"},
		{"round 2\n", "line 1: want with LINE, or == and the name of a case"},
		{"==\n", "line 1: want == and a name of its own"},
		{"== a\nnever tie\n== a\n", "line 3: want == and a name of its own"},
		{"== a\nRed: pick 1\n", "line 1: case a expects nothing"},
		{"== a\n# b\nshow tie\n", `line 3: "show" is unknown; there are with, SIDE:, dice, event, [RULE], never and ` +
			`fault`},
		{"== a\nevent\n", `line 2: "event" needs more words`},
		{"== a\n[1.2]\n", `line 2: "[1.2]" needs more words`},
		{"== a\nevent roll \"purpose\n", "line 2: "},
	} {
		if _, err := ReadShort([]byte(tt.text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: got %v, want %q", tt.text, err, tt.want)
		}
	}
}

// TestShortMissed: each kind of expectation that does not hold is told, with
// what happens instead.
func TestShortMissed(t *testing.T) {
	const legal = "with round 2\n== a\nRed: pick 5\nBlue: pick 2\ndice 3\n"
	const refused = "with round 2\nwith cards 3 7\n== a\nRed: pick 7\nRed: chip a\nRed: chip a\n"
	for _, tt := range []struct{ text, want string }{
		{legal + "event [1.4] score points=1 by=Red\nevent [2] ask\n", ""},
		{legal + "event [1.4] score by=Red\nevent pick by=Red\n",
			"it does not happen, or not there: event pick by=Red\ngot events\n[1.2] pick by=Red"},
		{legal + "[1.2] pick by=Red\n[1.2] pick by=Blue\nevent [1.3] roll\n[1.4] score by=Red\n[2] ask\n", ""},
		{legal + "[1.2] pick by=Blue\n", "it does not happen, or not there: [1.2] pick by=Blue"},
		{legal + "[1.2] pick by=Red\n[1.3] roll\n", "it does not happen, or not there: [1.3] roll"},
		{legal + "event [1.3] score\n", "it does not happen, or not there: event [1.3] score"},
		{legal + "event score by=Red points=2\n", "event score by=Red points=2"},
		{legal + "event scor\n", "event scor"},
		{legal + "event [1.2]\nevent [1.4]\nnever [1.5]\n", ""},
		{legal + "event [1.4]\nevent [1.3]\n", "it does not happen, or not there: event [1.3]"},
		{legal + "never [1.4]\n", "it happens: never [1.4]"},
		{legal + "never score by=Red\n", "it happens: never score by=Red"},
		{legal + "event ask\nnever pick\n", "it happens: never pick"},
		{legal + "fault Red 1 illegal 1.2\n", "all orders are legal, but: fault Red 1 illegal 1.2"},
		{legal + "dice 4\nnever tie\n", "2 forced dice, only 1 were used; so far:"},
		{strings.Replace(legal, "dice 3\n", "", 1) + "never tie\n",
			"no forced die left for draw 1 (die of the round); so far:"},
		{refused + "fault Red 1 illegal 1.2\nfault Red 3 illegal 1.2 # twice\n", ""},
		{refused + "fault Red 1 illegal 1.2 # no such\n", "1 more faults"},
		{refused + "fault Red 3 illegal 1.2\nfault Red 1 illegal 1.2\n",
			"it does not happen, or not there: fault Red 1"},
		{refused + "fault Red 1 illegal 1.2 # twice\nfault Red 3 illegal 1.2\n", "fault Red 1 illegal 1.2 # twice"},
		{refused + "never tie\n", "orders are refused, but: never tie"},
		{"== a\nwith x\nnever tie\n", "position: unknown line"},
		{"with round 2\n== a\nGreen: pick 1\nnever tie\n", `there is no side "Green"`},
		{"with round 2\n== a\ndice six\nnever tie\n", `"six" is not a number`},
	} {
		cases, err := ReadShort([]byte(tt.text))
		if err != nil {
			t.Errorf("%q: %v", tt.text, err)
			continue
		}
		err = cases[0].Run(duel.ReadCase)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%q: got %v, want %q", tt.text, err, tt.want)
		}
	}
}
