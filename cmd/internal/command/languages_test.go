package command

import (
	"strings"
	"testing"

	"berthier/cmd/internal/said"
)

// TestCommandsInLanguages: commands are read in the languages of the reports and in German, and show themselves in the
// words that the log keeps.
func TestCommandsInLanguages(t *testing.T) {
	for text, want := range map[string]string{
		"Stav":                   "status",
		"Mapa duża":              "map large",
		"carte grande":           "map large",
		"χάρτης":                 "map",
		"Βοήθεια status":         "help status",
		"Historia":               "history",
		"Verlauf":                "history",
		"hlášení 3":              "report 3",
		"remíza ne":              "draw no",
		"Remis nein":             "draw no",
		"Jazyk cs":               "language cs",
		"Pauza 2030-12-31":       "pause 2030-12-31",
		"Nieobecność 2030-12-24": "absence 2030-12-24",
		"prasa wszyscy anonimowo\nDzień dobry.\nendpress": "press all anonymous",
		"τύπος διαιτητής\nΚαλησπέρα.\nendpress":           "press umpire",
	} {
		m, ok := Parse([]byte("game: duel-1\nside: Red\n\n"+text+"\nend\n"), Player)
		if got := ""; want != "" {
			if len(m.Lines) > 0 {
				got = m.Lines[0].As()
			}
			if !ok || len(m.Faults) > 0 || got != want || m.Lines[0].Command == nil {
				t.Errorf("%s: got %q, %v", text, got, m.Faults)
			}
		}
	}
	for text, want := range map[string]string{"rezygnuję": "concede or resign", "Stan": "status or standing",
		"histroia": "historia", "abandonner": "concede or resign"} {
		m, _ := Parse([]byte("game: duel-1\nside: Red\n\nhelp\n"+text+"\nend\n"), Player)
		if len(m.Faults) != 1 || !strings.Contains(m.Faults[0].Hint.String(), want) {
			t.Errorf("%s: got %v, want %q", text, m.Faults, want)
		}
	}
}

// A word of two commands that stands alone is asked back. It is no order, although one may begin so: "standing".
func TestUnclearWordAlone(t *testing.T) {
	for _, text := range []string{"rezygnuję", "Stan", "Stand duel-1", "abandonner"} {
		m, ok := Parse([]byte("game: duel-1\nside: Red\n\n"+text+"\nend\n"), Player)
		if !ok || len(m.Faults) != 1 || !strings.Contains(m.Faults[0].Hint.String(), " or ") {
			t.Errorf("%s: got %v, %v", text, ok, m.Faults)
		}
	}
	if _, ok := Parse([]byte("game: duel-1\nside: Red\n\nstand square yes\nend\n"), Player); ok {
		t.Error("a standing order is read as a command")
	}
}

// TestWordsAreCommands: no word in another language is the beginning of another command.
func TestWordsAreCommands(t *testing.T) {
	for _, k := range kinds {
		for n := said.MinAbbreviation; n <= len(k.Word); n++ {
			if means := said.Means(k.Word[:n]); len(means) == 1 && means[0] != k.Word {
				t.Errorf("%s begins with %q, which means %v", k.Word, k.Word[:n], means)
			}
		}
	}
}
