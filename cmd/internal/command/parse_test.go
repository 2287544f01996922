package command

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"berthier/cmd/internal/said"
)

func TestParse(t *testing.T) {
	table := []Kind{
		{Word: "help", Args: "[COMMAND]", Most: 1, Who: Anybody},
		{Word: "status", Args: "[GAME]", Most: 1, Who: Anybody},
		{Word: "games", Who: Anybody},
		{Word: "tell", Args: "SIDE", Least: 1, Most: 1, Who: Player, Below: TextBelow},
		{Word: "orders", Who: Player, Below: TurnBelow},
		{Word: "tryout", Who: Player, Below: MayTurnBelow},
		{Word: "gamesall", Who: Umpire},
	}
	for i := range table {
		table[i].read = func(*reader) Command { return Games{} }
	}
	p := func(text string) (Mail, bool) {
		p := parser{table: table, by: Player, lines: said.Lines([]byte(text)), text: []byte(text)}
		return p.read()
	}
	turn := "turn: 1\nstep: 1\n\npick 4\nend\n"
	for _, c := range []struct {
		name, text, want string
	}{
		{"one", "status", "1 status"},
		{"several", "STATUS\n\nGames // all\n# nothing\nhelp status\n", "1 status|3 games|5 help status"},
		{"the end as a sentence", "status\nEnd.\nThank you", "1 status"},
		{"abbreviations", "sta duel-1\ngam\n", "1 status duel-1|2 games"},
		{"an abbreviation that the sender cannot mean otherwise", "gam", "1 games"},
		{"too short", "help\nst", `1 help|fault 2 "st" this is not a command ("help" lists the commands; "end" below ` +
			`the last one closes them before a greeting or a name)`},
		{"a header", "game: Duel-1\nSide: red\n\nstatus", "duel-1 red: 4 status"},
		{"a header twice", "game: a\ngame: b\nstatus",
			`a : 3 status|fault 2 "game: b" this line of a header cannot stand here (the lines game: and side: come ` +
				`once, above the commands; a turn file stands below a line "orders" or "preview")`},
		{"end", "status\nend\nfoo", "1 status"},
		{"signoff", "status\nSignOff\nfoo", "1 status"},
		{"a mail signature", "status\n-- \nBob", "1 status"},
		{"an original message", "status\n-----Original Message-----\nFrom: x", "1 status"},
		{"a quote", "status\n\nOn Monday the umpire\n<u@example.org> wrote:\n> games\n> foo\n\nhelp\n",
			"1 status|8 help"},
		{"a greeting above", "Hello Berthier,\n\nstatus\n", "3 status"},
		{"a greeting below", "help\n\nYours\nBob", "1 help|unread 3"},
		{"a greeting that is near a command", "help\n\nGanes",
			`1 help|fault 3 "Ganes" this is not a command (did you mean games?)`},
		{"no greeting without a gap", "help\nYours",
			`1 help|fault 2 "Yours" this is not a command ("help" lists the commands; "end" below the last one ` +
				`closes them before a greeting or a name)`},
		{"punctuation", "Help!", "1 help"},
		{"invisible letters", "\ufeffstatus\u00a0duel-1\u200b\r\ngames\r\n", "1 status duel-1|2 games"},
		{"too many words", "status\nstatus a b",
			`1 status|2 status a b|fault 2 "status a b" there are too many words behind the command (write: status ` +
				`[GAME])`},
		{"too few words", "status\ntell",
			`1 status|2 tell|fault 2 "tell" something is missing behind the command (write: tell SIDE)|fault 2 ` +
				`"tell" the text of this command has no end (write it below this line, and endtell below it)`},
		{"a text without its end", "tell Blue\nHello",
			`1 tell Blue|fault 1 "tell Blue" the text of this command has no end (put a line endtell below it)`},
		{"a text", "tell Blue\n\n  // see http://x\n> quoted\nstatus\nEnd tell\ngames",
			"1 tell Blue {  // see http://x\n> quoted\nstatus}|7 games"},
		{"an empty text", "tell Blue\n\nendtell",
			`1 tell Blue|fault 1 "tell Blue" the text is empty (write it below this line, and endtell below it)`},
		{"orders", "game: duel-1\nside: Red\nstatus\norders\n" + turn,
			"duel-1 Red: 3 status|4 orders {game: duel-1\nside: Red\n\n\n" + turn + "}"},
		{"orders with a header of their own", "status\nord\n\ngame: x\nside: Red\n" + turn,
			"1 status|2 orders {\n\n\ngame: x\nside: Red\n" + turn + "}"},
		{"orders without a turn file", "status\norders\npick 4",
			`1 status|2 orders|fault 2 "orders" the turn file is missing (put the whole turn file below this line, ` +
				`from its header to "end")|fault 3 "pick 4" this is not a command ("help" lists the commands; "end" ` +
				`below the last one closes them before a greeting or a name)`},
		{"orders twice", "orders\n" + turn + "orders\n" + turn,
			`1 orders|fault 1 "orders" it is not clear where the turn file begins (a mail has one line "orders", ` +
				`with the turn file below it and nothing below its "end")`},
		{"a body that may be missing", "tryout\nstatus", "1 tryout|2 status"},
		{"a body that is there", "tryout\n" + turn, "1 tryout {\n" + turn + "}"},

		{"a turn file", "game: duel-1\nside: Red\n" + turn, "no Kinds"},
		{"a turn file with a greeting", "Hello,\n\nstatus quo:\ngame: duel-1\nside: Red\n" + turn, "no Kinds"},
		{"a turn file without turn and step", "game: duel-1\nside: Red\npick 4", "no Kinds"},
		{"a key", "game: duel-1\nside: Red\nkey: ssh-ed25519 AAAA", "no Kinds"},
		{"a sentence", "help me out", "no Kinds"},
		{"a first word that is near a command", "staus\ngmaes",
			`fault 1 "staus" this is not a command (did you mean status?)|fault 2 "gmaes" this is not a command (did ` +
				`you mean games?)`},
		{"prose", "I do not know how this stands.\nstatus", "no Kinds"},
		{"nothing", "\n\n> status\n", "no Kinds"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := show(p(c.text)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func show(m Mail, ok bool) string {
	if !ok {
		return "no Kinds"
	}
	var out []string
	for _, l := range m.Lines {
		s := fmt.Sprintf("%d %s", l.No, l.As())
		if l.Body != "" {
			s += " {" + l.Body + "}"
		}
		out = append(out, s)
	}
	for _, f := range m.Faults {
		out = append(out, fmt.Sprintf("fault %d %q %s (%s)", f.Line, f.Text, f.Msg, f.Hint))
	}
	if m.Unread > 0 {
		out = append(out, fmt.Sprintf("unread %d", m.Unread))
	}
	s := strings.Join(out, "|")
	if m.Game+m.Side != "" {
		s = m.Game + " " + m.Side + ": " + s
	}
	return s
}

// Whatever is written, the parser comes to an end, every command and fault has
// a line of the text, and the turn file that it finds is the one that is read
// again from the signed text.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"status\nhelp x\nend", "game: a\nside: b\norders\nturn: 1\nstep: 2\npick 1\nend\n", "Hello,\n\nsta\n\n-- \nBob",
		"press all\nhello\nendpress\ngames", "On x\ny wrote:\n> status\npreview\n", "orders\norders\nstep: 1",
		"\r\rord\r\nstep:\r",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > maxText {
			return
		}
		for _, by := range []Authority{Stranger, Player, Umpire} {
			m, ok := Parse(text, by)
			if ok != (len(m.Lines)+len(m.Faults) > 0) && ok {
				t.Fatalf("neither a command nor a fault in %q", text)
			}
			lines := said.Split(text)
			for _, l := range m.Lines {
				if l.No < 1 || l.No > len(lines) || l.Kind == nil || l.As() == "" ||
					l.Command == nil && l.Who&by != 0 && len(m.Faults) == 0 {
					t.Fatalf("command %+v of %q", l, text)
				}
				if l.Kind.Below == TurnBelow && l.Body != "" && l.Body != string(said.Turn(text)) {
					t.Fatalf("the turn file of %q is %q, read again it is %q", text, l.Body, said.Turn(text))
				}
			}
			for _, f := range m.Faults {
				if f.Line < 0 || f.Line > len(lines) || f.Msg.Empty() {
					t.Fatalf("fault %+v of %q", f, text)
				}
			}
		}
	})
}

// Every command is told in one sentence, none hides another, and the parser
// finds each by its word.
func TestKinds(t *testing.T) {
	table := kinds
	for i, c := range table {
		if !strings.HasSuffix(c.Help.String(), ".") || c.Who == 0 || c.Least > c.Most ||
			c.Word != strings.ToLower(c.Word) {
			t.Errorf("row %q is not complete", c.Word)
		}
		if slices.ContainsFunc(table[:i], func(o Kind) bool { return o.Word == c.Word }) {
			t.Errorf("%q is there twice", c.Word)
		}
		if got, _ := find(table, c.Word, c.Who); got == nil || got.Word != c.Word {
			t.Errorf("%q is not found", c.Word)
		}
	}
}

// The page on commands names every command that is not the umpire's, and its examples
// need nothing that it does not say.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../berthier/help/commands.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(page), "```\n")
	if len(blocks) != 7 {
		t.Fatalf("%d blocks", len(blocks)/2)
	}
	for i, by := range []Authority{Stranger, Player, Player} {
		m, ok := Parse([]byte(blocks[2*i+1]), by)
		if !ok || len(m.Faults) > 0 || m.Unread > 0 {
			t.Errorf("%s\n%v", blocks[2*i+1], m.Faults)
		}
		for _, l := range m.Lines {
			if l.Who&by == 0 {
				t.Errorf("%q needs more than the page says", l.Text)
			}
		}
	}
	for _, c := range kinds {
		if c.Who&^Umpire != 0 && !slices.Contains(strings.FieldsFunc(string(page),
			func(r rune) bool { return !unicode.IsLetter(r) }), c.Word) {
			t.Errorf("the page does not name %q", c.Word)
		}
	}
}
