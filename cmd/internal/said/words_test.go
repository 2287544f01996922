package said

import (
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/record"
	"berthier/engine"
)

// TestWords: each word is written as it is read, and means no other command by its first letters.
func TestWords(t *testing.T) {
	for word := range others {
		if engine.Fold(strings.ToLower(word)) != word || strings.Contains(word, " ") {
			t.Errorf("%q is never read so", word)
		}
		for _, means := range others {
			if len(Means(word)) == 1 && len(word) >= MinAbbreviation && !slices.Contains(Means(word), means) &&
				!strings.Contains(means, "|") && strings.HasPrefix(means, word) {
				t.Errorf("%q is the beginning of %s", word, means)
			}
		}
	}
	for command, all := range answers {
		for word := range all {
			if engine.Fold(strings.ToLower(word)) != word {
				t.Errorf("%q behind %s is never read so", word, command)
			}
		}
	}
}

// TestGivesInLanguages: a command is found again in what was signed, in whichever language.
func TestGivesInLanguages(t *testing.T) {
	for _, tt := range []struct{ command, text string }{
		{"withdraw", "Wycofaj"}, {"withdraw", "stáhni"}, {"withdraw", "ανακάλεσε"}, {"draw", "Remis"},
		{"draw no", "Remíza ne"},
		{"draw no", "isopalia όχι"}, {"concede", "vzdávám ABCD-EFGH"}, {"resign", "Rücktritt"}, {"final", "οριστικό"},
		{"language pl", "język pl"}, {"absence 2030-12-24 2030-12-27", "Nieobecność 2030-12-24 2030-12-27."},
		{"resume", "wznów"}, {"notfinal", "předběžné"},
	} {
		text := "game: duel-1\nside: Red\n\n" + tt.text + "\nend\n"
		if c := (record.Command{Head: record.Head{Game: "duel-1"}, Side: "Red", Command: tt.command}); !Gives(c,
			[]byte(text)) {
			t.Errorf("%q does not give %s", tt.text, tt.command)
		}
	}
	for _, text := range []string{"abandonner", "rezygnuję", "prasa wszyscy\nremis\nendpress\n"} {
		for _, command := range []string{"concede", "resign", "draw"} {
			c := record.Command{Head: record.Head{Game: "duel-1"}, Side: "Red", Command: command}
			if Gives(c, []byte("game: duel-1\nside: Red\n\n"+text+"\nend\n")) {
				t.Errorf("%q gives %s", text, command)
			}
		}
	}
}

// TestTurnInLanguages: below "orders" in another language stands the turn file.
func TestTurnInLanguages(t *testing.T) {
	const head = "game: x\nside: Red\n"
	for _, word := range []string{"Rozkazy", "Befehle", "διαταγές"} {
		want := head + "\n\nturn: 1\nstep: 1\nend\n"
		if got := string(Turn([]byte(head + "status\n" + word + "\nturn: 1\nstep: 1\nend\n"))); got != want {
			t.Errorf("%s: got %q", word, got)
		}
	}
}
