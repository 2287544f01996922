package umpire

import (
	"fmt"
	"strings"
	"testing"

	"berthier/cmd/internal/quota"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/templates"
)

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
		out = append(out, m.To[0].Address+" "+m.Subject+"\n"+whole(m))
	}
	return strings.Join(out, "\n")
}

// has fails unless all words are in what was answered.
func has(t testing.TB, ms []*mail.Message, want ...string) {
	t.Helper()
	got := flat(text(ms))
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("the answer lacks %q:\n%s", w, got)
		}
	}
}

// hasNot fails if one of the words is in what was answered.
func hasNot(t testing.TB, ms []*mail.Message, bad ...string) {
	t.Helper()
	got := flat(text(ms))
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
	has(t, got, "nobody@example.org [duel-1] your commands", "A duel", "Red", "owes orders", "duel-1: A duel",
		"0 steps resolved")
	hasNot(t, got, "What you have sent", "@example.net", "@example.com")
	tb.play("Red", 1, 1, "pick 4")
	has(t, tb.tell("Red", "deadline"), "only the umpire can give", `Hint: "status" tells how the clocks stand`)
	has(t, tb.tell("Red", "Termin"), "ney@example.net [duel-1] status")
	has(t, tb.ask(address["Red"], "sta"), "has answered", "owes orders")
	has(t, tb.tell("Red", "status"), "ney@example.net [duel-1] status", "Your orders are in and wait")
	hasNot(t, tb.tell("Blue", "status"), "Your orders are in", "pick 4")
	has(t, tb.ask(address["Blue"], "help status"), `"status [GAME]"`)
	has(t, tb.ask(address["Blue"], "help victory"), "Red 0, Blue 0. For : score more.", "How to win:",
		"- After two rounds the higher score wins. ")
	has(t, tb.tell("Blue", "help victory"), "Red 0, Blue 0. For Blue: score more.")
	if a := tb.doHere(t, "help victory"); !strings.Contains(flat(a.Text), "Red 0, Blue 0.") {
		t.Errorf("help victory:\n%s", a.Text)
	}

	// Whole or not at all; a stranger's own words are not sent back.
	got = tb.ask(address["Stranger"], "status\nbuy my pills\n")
	has(t, got, "your commands were not carried out", "Line 2", "not a command")
	hasNot(t, got, "pills", "A duel")
	has(t, tb.ask(address["Red"], "status\nhepl\n"), `"hepl"`, "did you mean help")
	has(t, tb.ask(address["Red"], "status nosuch"), "no game of this name")
}

// A page of the help comes as it stands, below the command that asked for it.
func TestHelpPages(t *testing.T) {
	tb := newTable(t)
	tb.create()
	hasNot(t, tb.ask(address["Red"], "help"), "Pages to read")
	topic, err := templates.ReadTopic("signing",
		"# How to sign\n\nFor players: the *ways* to sign.\n\n## With gpg\n\nDo so.\n")
	if err != nil {
		t.Fatal(err)
	}
	tb.u.Topics = []templates.Topic{topic}
	list := tb.ask(address["Red"], "help")
	has(t, list, "Pages to read", `help signing (for players): the *ways* to sign.`)
	if text := list[len(list)-1].Text; strings.Index(text, "Pages to read") > strings.Index(text,
		"Orders of the game") {
		t.Errorf("who is new here finds the pages last:\n%s", text)
	}
	has(t, tb.ask(address["Stranger"], "help SIGNING"), "How to sign:", "the ways to sign.",
		"With gpg:")
	has(t, tb.ask(address["Blue"], "help sining"), "no such page", "did you mean signing?")
	has(t, tb.ask(address["Blue"], "help stauts"), "did you mean status?")
	for _, word := range []string{"7.2", "cavalry"} {
		has(t, tb.ask(address["Blue"], "help "+word), `Hint: "help" lists the pages and the orders; the rules are`)
	}
	tb.now = tb.now.Add(2 * quota.Day)
	has(t, tb.ask(address["Red"], "Rules"), "Pages to read")
	has(t, tb.ask(address["Red"], "help rules"), "Pages to read")
	if a := tb.doHere(t, "help signing"); !strings.HasPrefix(strings.TrimSpace(a.Text),
		"# How to sign\n\nFor players") {
		t.Errorf("at the machine:\n%s", a.Text)
	}
}

// chess is another game of the same program.
type chess struct{ duel }

func (chess) Name() string { return "chess" }

func (chess) Scenarios() []string { return []string{"mate"} }

func (chess) Verbs() []engine.Verb {
	return []engine.Verb{
		{Word: "move", Usage: "move PIECE", Help: tongue.English("Moves a piece.")},
		{Word: "pick", Usage: "pick PIECE", Help: tongue.English("Picks a piece.")},
	}
}

// Who asks for help about no game learns what he can do, and how he gets the orders of each game.
func TestHelpWithoutGame(t *testing.T) {
	tb := newTable(t)
	tb.create()
	second := spec()
	second.Game = "duel-2"
	if _, err := tb.u.Create(second); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	tb.u.Rulesets = []engine.Ruleset{tb.rules, chess{tb.rules}}
	ask := func(who, body string) []*mail.Message {
		tb.t.Helper()
		text := strings.Replace(string(letter(address[engine.Side(who)], body+who, body)), "games+duel-1@", "games@", 1)
		if err := tb.take([]byte(text)); err != nil {
			tb.t.Fatal(err)
		}
		return tb.deliver()
	}
	for _, who := range []string{"Stranger", "Red"} {
		got := ask(who, "help\n")
		has(t, got, "This mail names no game.", `"game: NAME"`, `"join"`, `"observe GAME"`, "help duel: two",
			"help chess: mate", `"games"`)
		hasNot(t, got, "Picks a", "Moves a piece")
	}
	has(t, ask("Stranger", "help chess"), "Orders of chess (mate)", "Moves a piece", "Picks a piece")
	got := ask("Stranger", "help pick")
	has(t, got, "In chess (mate):", "Picks a piece", "In duel (two):")
	has(t, ask("Stranger", "help move"), "Moves a piece")
	has(t, ask("Blue", "help ches"), "did you mean chess?")
	has(t, tb.tell("Red", "help"), "Orders of the game")
	has(t, tb.tell("Red", "help chess"), "Moves a piece")
	hasNot(t, tb.tell("Red", "help pick"), "Picks a piece")
}

// The umpire's commands need one of his keys and the side "umpire".
func TestUmpireCommands(t *testing.T) {
	tb := newTable(t)
	tb.create()
	body := "game: duel-1\nside: umpire\nhelp\n"
	has(t, tb.ask(address["Stranger"], signed(t, "Stranger", body)), "no player of the game has registered")
	tb.u.UmpireKeys = []sign.Key{keys()["Stranger"].Public()}
	tb.u.Forget()
	has(t, tb.ask(address["Stranger"], signed(t, "Stranger", body)), "umpire@berthier.example [duel-1] help",
		"whose side is")
	tb.u.UmpireAddress = "chief@example.org"
	has(t, tb.ask(address["Stranger"], signed(t, "Stranger", "side: umpire\ngames")),
		"chief@example.org [duel-1] games")
	has(t, tb.ask(address["Stranger"], signed(t, "Stranger", "what now")), "not carried out", "begins with no command")
	if len(tb.records()) != 3 {
		t.Errorf("%d records", len(tb.records()))
	}
}

// A command about the mail that it stands in is not given at the machine, and help does
// not name it there.
func TestMailOnly(t *testing.T) {
	tb := newTable(t)
	tb.create()
	for _, text := range []string{"observe duel-1", "monitor", "unobserve", "join AB-CD"} {
		if _, err := tb.u.Do("duel-1", text); err == nil ||
			!strings.Contains(err.Error(), "this command is given by mail") {
			t.Errorf("%s: %v", text, err)
		}
	}
	if a := tb.doHere(t, "help"); strings.Contains(a.Text, `"observe`) || !strings.Contains(a.Text, "rollback") {
		t.Errorf("help:\n%s", a.Text)
	}
}
