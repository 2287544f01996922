package umpire

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
)

func TestParseCommands(t *testing.T) {
	table := append([]command{},
		command{word: "help", args: "[COMMAND]", most: 1, who: byAnybody},
		command{word: "status", args: "[GAME]", most: 1, who: byAnybody},
		command{word: "games", who: byAnybody},
		command{word: "tell", args: "SIDE", least: 1, most: 1, who: byPlayer, body: textBody},
		command{word: "orders", who: byPlayer, body: turnBody},
		command{word: "tryout", who: byPlayer, body: mayTurn},
		command{word: "gamesall", who: byUmpire},
	)
	turn := "turn: 1\nstep: 1\n\npick 4\nend\n"
	for _, c := range []struct {
		name, text, want string
	}{
		{"one", "status", "1 status"},
		{"several", "STATUS\n\nGames // all\n# nothing\nhelp status\n", "1 status|3 games|5 help status"},
		{"abbreviations", "sta duel-1\ngam\n", "1 status duel-1|2 games"},
		{"an abbreviation that the sender cannot mean otherwise", "gam", "1 games"},
		{"too short", "help\nst", `1 help|fault 2 "st" this is not a command ("help" lists the commands; "end" below the last one closes them before a greeting or a name)`},
		{"a header", "game: Duel-1\nSide: red\n\nstatus", "duel-1 red: 4 status"},
		{"a header twice", "game: a\ngame: b\nstatus", `a : 3 status|fault 2 "game: b" this line of a header cannot stand here (the lines game: and side: come once, above the commands; a turn file stands below a line "orders" or "preview")`},
		{"end", "status\nend\nfoo", "1 status"},
		{"signoff", "status\nSignOff\nfoo", "1 status"},
		{"a mail signature", "status\n-- \nBob", "1 status"},
		{"an original message", "status\n-----Original Message-----\nFrom: x", "1 status"},
		{"a quote", "status\n\nOn Monday the umpire\n<u@example.org> wrote:\n> games\n> foo\n\nhelp\n", "1 status|8 help"},
		{"a greeting above", "Hello Berthier,\n\nstatus\n", "3 status"},
		{"a greeting below", "help\n\nYours\nBob", "1 help|unread 3"},
		{"a greeting that is near a command", "help\n\nGanes", `1 help|fault 3 "Ganes" this is not a command (did you mean games?)`},
		{"no greeting without a gap", "help\nYours", `1 help|fault 2 "Yours" this is not a command ("help" lists the commands; "end" below the last one closes them before a greeting or a name)`},
		{"punctuation", "Help!", "1 help"},
		{"invisible letters", "\ufeffstatus\u00a0duel-1\u200b\r\ngames\r\n", "1 status duel-1|2 games"},
		{"too many words", "status\nstatus a b", `1 status|2 status a b|fault 2 "status a b" there are too many words behind the command (write: status [GAME])`},
		{"too few words", "status\ntell", `1 status|2 tell|fault 2 "tell" something is missing behind the command (write: tell SIDE)|fault 2 "tell" the text of this command has no end (put a line endtell below it)`},
		{"a text", "tell Blue\n\n  // see http://x\n> quoted\nstatus\nEnd tell\ngames", "1 tell Blue {  // see http://x\n> quoted\nstatus}|7 games"},
		{"an empty text", "tell Blue\n\nendtell", `1 tell Blue|fault 1 "tell Blue" the text is empty (write it below this line, and endtell below it)`},
		{"orders", "game: duel-1\nside: Red\nstatus\norders\n" + turn, "duel-1 Red: 3 status|4 orders {game: duel-1\nside: Red\n\n\n" + turn + "}"},
		{"orders with a header of their own", "status\nord\n\ngame: x\nside: Red\n" + turn, "1 status|2 orders {\n\n\ngame: x\nside: Red\n" + turn + "}"},
		{"orders without a turn file", "status\norders\npick 4", `1 status|2 orders|fault 2 "orders" the turn file is missing (put the whole turn file below this line, from its header to "end")|fault 3 "pick 4" this is not a command ("help" lists the commands; "end" below the last one closes them before a greeting or a name)`},
		{"orders twice", "orders\n" + turn + "orders\n" + turn, `1 orders|fault 1 "orders" it is not clear where the turn file begins (a mail has one line "orders", with the turn file below it and nothing below its "end")`},
		{"a body that may be missing", "tryout\nstatus", "1 tryout|2 status"},
		{"a body that is there", "tryout\n" + turn, "1 tryout {\n" + turn + "}"},

		{"a turn file", "game: duel-1\nside: Red\n" + turn, "no commands"},
		{"a turn file with a greeting", "Hello,\n\nstatus quo:\ngame: duel-1\nside: Red\n" + turn, "no commands"},
		{"a turn file without turn and step", "game: duel-1\nside: Red\npick 4", "no commands"},
		{"a key", "game: duel-1\nside: Red\nkey: ssh-ed25519 AAAA", "no commands"},
		{"a sentence", "help me out", "no commands"},
		{"a first word that is near a command", "staus\ngmaes", `fault 1 "staus" this is not a command (did you mean status?)|fault 2 "gmaes" this is not a command (did you mean games?)`},
		{"prose", "I do not know how this stands.\nstatus", "no commands"},
		{"nothing", "\n\n> status\n", "no commands"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := show(parseCommands([]byte(c.text), table, byPlayer)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func show(m commandMail, ok bool) string {
	if !ok {
		return "no commands"
	}
	var out []string
	for _, l := range m.lines {
		s := fmt.Sprintf("%d %s", l.no, l.as())
		if l.body != "" {
			s += " {" + l.body + "}"
		}
		out = append(out, s)
	}
	for _, f := range m.faults {
		out = append(out, fmt.Sprintf("fault %d %q %s (%s)", f.Line, f.Text, f.Msg, f.Hint))
	}
	if m.unread > 0 {
		out = append(out, fmt.Sprintf("unread %d", m.unread))
	}
	s := strings.Join(out, "|")
	if m.game+m.side != "" {
		s = m.game + " " + m.side + ": " + s
	}
	return s
}

// Whatever is written, the parser comes to an end, every command and fault has
// a line of the text, and the turn file that it finds is the one that is read
// again from the signed text.
func FuzzParseCommands(f *testing.F) {
	for _, s := range []string{
		"status\nhelp x\nend", "game: a\nside: b\norders\nturn: 1\nstep: 2\npick 1\nend\n", "Hello,\n\nsta\n\n-- \nBob",
		"press all\nhello\nendpress\ngames", "On x\ny wrote:\n> status\npreview\n", "orders\norders\nstep: 1", "\r\rord\r\nstep:\r",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > maxCommandText {
			return
		}
		for _, by := range []authority{byStranger, byPlayer, byUmpire} {
			m, ok := parseCommands(text, commandTable(), by)
			if ok != (len(m.lines)+len(m.faults) > 0) && ok {
				t.Fatalf("neither a command nor a fault in %q", text)
			}
			lines := said.Split(text)
			for _, l := range m.lines {
				if l.no < 1 || l.no > len(lines) || l.command == nil || l.as() == "" {
					t.Fatalf("command %+v of %q", l, text)
				}
				if l.command.body == turnBody && l.body != "" && l.body != string(said.Turn(text)) {
					t.Fatalf("the turn file of %q is %q, read again it is %q", text, l.body, said.Turn(text))
				}
			}
			for _, f := range m.faults {
				if f.Line < 0 || f.Line > len(lines) || f.Msg == "" {
					t.Fatalf("fault %+v of %q", f, text)
				}
			}
		}
	})
}

// Every command is told in one sentence, none hides another, and the parser
// finds each by its word.
func TestCommandTable(t *testing.T) {
	table := commandTable()
	for i, c := range table {
		if c.help == "" || !strings.HasSuffix(c.help, ".") || c.who == 0 || c.do == nil || c.least > c.most || c.word != strings.ToLower(c.word) {
			t.Errorf("row %q is not complete", c.word)
		}
		if slices.ContainsFunc(table[:i], func(o command) bool { return o.word == c.word }) {
			t.Errorf("%q is there twice", c.word)
		}
		if got, _ := findCommand(table, c.word, c.who); got == nil || got.word != c.word {
			t.Errorf("%q is not found", c.word)
		}
	}
}

// ask sends an unsigned mail and gives what is answered.
func (tb *table) ask(from, body string, fields ...string) []*mail.Message {
	tb.t.Helper()
	tb.deliver()
	if err := tb.take(letter(from, fmt.Sprintf("ask-%d@home", tb.uid), body, fields...)); err != nil {
		tb.t.Fatal(err)
	}
	return tb.deliver()
}

// tell signs a mail of commands as a side and gives what is answered.
func (tb *table) tell(by engine.Side, body string, fields ...string) []*mail.Message {
	tb.t.Helper()
	text := signed(tb.t, by, fmt.Sprintf("game: duel-1\nside: %s\n\n%s\nend\n", by, body))
	return tb.ask(address[by], text, fields...)
}

func text(ms []*mail.Message) string {
	var out []string
	for _, m := range ms {
		out = append(out, m.To[0].Address+" "+m.Subject+"\n"+m.Text)
	}
	return strings.Join(out, "\n")
}

// has fails unless all words are in what was answered.
func has(t testing.TB, ms []*mail.Message, want ...string) {
	t.Helper()
	got := text(ms)
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("the answer lacks %q:\n%s", w, got)
		}
	}
}

// hasNot fails if one of the words is in what was answered.
func hasNot(t testing.TB, ms []*mail.Message, bad ...string) {
	t.Helper()
	got := text(ms)
	for _, w := range bad {
		if strings.Contains(got, w) {
			t.Errorf("the answer holds %q:\n%s", w, got)
		}
	}
}

func TestAskCommands(t *testing.T) {
	tb := newTable(t)
	tb.create()
	got := tb.ask(address["Stranger"], "status\ngames\n")
	has(t, got, "nobody@example.org [duel-1] your commands", "A duel", "Red", "owes orders", "duel-1 | A duel", "0 steps resolved")
	hasNot(t, got, "What you have sent", "@example.net", "@example.com")
	tb.play("Red", 1, 1, "pick 4")
	has(t, tb.ask(address["Red"], "sta"), "has answered", "owes orders")
	has(t, tb.tell("Red", "status"), "ney@example.net [duel-1] status", "Your orders are in and wait")
	hasNot(t, tb.tell("Blue", "status"), "Your orders are in", "pick 4")
	has(t, tb.ask(address["Blue"], "help status"), "`status [GAME]`")

	// Whole or not at all; a stranger's own words are not sent back.
	got = tb.ask(address["Stranger"], "status\nbuy my pills\n")
	has(t, got, "your commands were not carried out", "Line 2", "not a command")
	hasNot(t, got, "pills", "A duel")
	has(t, tb.ask(address["Red"], "status\nhepl\n"), "`hepl`", "did you mean help")
	has(t, tb.ask(address["Red"], "status nosuch"), "no game of this name")
}

// The umpire's commands need one of his keys and the side "umpire".
func TestUmpireCommands(t *testing.T) {
	tb := newTable(t)
	tb.create()
	body := "game: duel-1\nside: umpire\nhelp\n"
	has(t, tb.ask(address["Stranger"], signed(t, "Stranger", body)), "no player of the game has registered")
	tb.u.UmpireKeys = []sign.Key{keys()["Stranger"].Public()}
	tb.u.forget()
	has(t, tb.ask(address["Stranger"], signed(t, "Stranger", body)), "umpire@berthier.example [duel-1] help", "whose side is")
	tb.u.UmpireAddress = "chief@example.org"
	has(t, tb.ask(address["Stranger"], signed(t, "Stranger", "side: umpire\ngames")), "chief@example.org [duel-1] games")
	has(t, tb.ask(address["Stranger"], signed(t, "Stranger", "what now")), "not carried out", "begins with no command")
	if len(tb.records()) != 3 {
		t.Errorf("%d records", len(tb.records()))
	}
}

// The README's examples are understood, and it names every command that is not
// the umpire's.
func TestReadmeCommands(t *testing.T) {
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(readme), "\n## Commands by mail\n")
	section, _, _ = strings.Cut(section, "\n## ")
	blocks := strings.Split(section, "```\n")
	if len(blocks) != 7 {
		t.Fatalf("%d blocks", len(blocks)/2)
	}
	for i, by := range []authority{byStranger, byPlayer, byPlayer} {
		m, ok := parseCommands([]byte(blocks[2*i+1]), commandTable(), by)
		if !ok || len(m.faults) > 0 || m.unread > 0 {
			t.Errorf("%s\n%v", blocks[2*i+1], m.faults)
		}
		for _, l := range m.lines {
			if l.who&by == 0 {
				t.Errorf("%q needs more than the README says", l.text)
			}
		}
	}
	for _, c := range commandTable() {
		if c.who&^byUmpire != 0 && !slices.Contains(strings.FieldsFunc(string(readme), func(r rune) bool { return !unicode.IsLetter(r) }), c.word) {
			t.Errorf("the README does not name %q", c.word)
		}
	}
}
