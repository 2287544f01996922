package umpire

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/damage"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store"
)

// mendedDuel is a duel by other rules: who picks nearest scores two points.
type mendedDuel struct{ duel }

func (m mendedDuel) Resolve(pos engine.Position, in []engine.Orders, dice engine.Dice) ([]engine.Event, error) {
	events, err := m.duel.Resolve(pos, in, dice)
	for i, e := range events {
		if e.Kind == "score" && e.Rule == "1.4" {
			events[i] = engine.NewEvent(e.Rule, e.Kind, e.By, "points", "2")
		}
	}
	return events, err
}

// startWith starts anew as another program.
func (tb *table) startWith(build string, rules ...engine.Ruleset) {
	tb.t.Helper()
	tb.close()
	tb.open()
	tb.u.Rulesets, tb.u.Build, tb.u.Program = rules, build, build
	if err := tb.u.Resume(); err != nil {
		tb.t.Fatal(err)
	}
	if err := tb.u.CheckGames(tb.t.Context()); err != nil {
		tb.t.Fatal(err)
	}
}

func (tb *table) second() {
	tb.t.Helper()
	s := spec()
	s.Game = "duel-2"
	if _, err := tb.u.Create(s); err != nil {
		tb.t.Fatal(err)
	}
}

// rulesOf are those of the table with a version.
func (tb *table) rulesOf(version string) duel {
	d := tb.rules
	d.version = version
	return d
}

// heldGame is a game of one step, which a program with other rules holds.
func heldGame(t *testing.T) *table {
	tb := newTable(t)
	tb.create()
	tb.second()
	tb.play("Red", 1, 1, "pick 1")
	tb.play("Blue", 1, 1, "pick 1")
	tb.deliver()
	tb.startWith("new", mendedDuel{tb.rulesOf("2")})
	return tb
}

// A game that would have gone otherwise is held, and only that; its players
// and the umpire are told once, and what they send is kept.
func TestHeldGame(t *testing.T) {
	tb := heldGame(t)
	const told = "ney@example.net: [duel-1] Your game is held\nkutuzov@example.com: [duel-1] Your game is held\n" +
		"umpire@berthier.example: [duel-1] Your game is held"
	if got := titles(tb.deliver()); got != told {
		t.Errorf("told at first:\n%s", got)
	}
	if why := tb.status().Held; why != "version 2 of the rules, which this program has, does step 1 otherwise than "+
		"the game went" {
		t.Errorf("held: %q", why)
	}
	if held, _, err := damage.Held(tb.store); err != nil || !slices.Equal(held, []string{"duel-1"}) {
		t.Errorf("held are %v, %v", held, err)
	}
	if err := tb.u.Process("duel-1"); err == nil || !strings.Contains(err.Error(), "is held") {
		t.Errorf("Process: %v", err)
	}
	if _, err := tb.u.SetKey("duel-1", "Red", ""); err == nil || !strings.Contains(err.Error(), "is held") {
		t.Errorf("SetKey: %v", err)
	}
	before := tb.position()
	leader := tb.status().Owed[0].Side
	tb.play(leader, 1, 2, "double yes")
	if got := titles(tb.deliver()); got != address[leader]+": [duel-1] your mail is kept" {
		t.Errorf("a mail to it: %s", got)
	}
	if s := tb.status(); s.Stuck != 1 || s.Step != 1 || !bytes.Equal(before, tb.position()) {
		t.Errorf("got %+v", s)
	}
	if err := tb.take(letter(address["Stranger"], "ask@home", "status\n")); err != nil {
		t.Fatal(err)
	}
	if got := tb.deliver(); len(got) != 1 || !strings.Contains(flat(got[0].Text), "the game is held: version 2") {
		t.Errorf("who asks is told %s", titles(got))
	}
	if err := tb.u.Process("duel-2"); err != nil {
		t.Errorf("the other game: %v", err)
	}
	tb.deliver()
	tb.startWith("new", mendedDuel{tb.rulesOf("2")})
	tb.startWith("newer", mendedDuel{tb.rulesOf("2")})
	if got := titles(tb.deliver()); got != "" {
		t.Errorf("told again: %s", got)
	}
	// the first mail, then two games by two programs
	if strings.Count(tb.logs.String(), "resolving the steps of the game again") != 1+2+2 {
		t.Errorf("looked at the games more often than the program changed:\n%s", tb.logs)
	}
	tb.startWith("old", tb.rules)
	got := titles(tb.deliver())
	for _, want := range []string{"ney@example.net: [duel-1] Your game goes on",
		"umpire@berthier.example: [duel-1] Your game goes on", "Round 2"} {
		if !strings.Contains(got, want) {
			t.Errorf("with the old program again, %q is missing:\n%s", want, got)
		}
	}
	if s := tb.status(); s.Held != "" || s.Stuck != 0 || s.Step != 2 {
		t.Errorf("with the old program again: %+v", s)
	}
}

func TestMigrate(t *testing.T) {
	tb := heldGame(t)
	rules := mendedDuel{tb.rulesOf("2")}
	leader := tb.status().Owed[0].Side
	tb.play(leader, 1, 2, "double yes")
	tb.deliver()
	before := tb.dump()
	m, err := tb.u.Migrate("duel-1", false)
	if err != nil || before != tb.dump() || m.Old != "duel 1" || m.New != "duel 2" || m.Steps != 1 ||
		len(m.Differs) != 1 {
		t.Fatalf("got %+v, %v", m, err)
	}
	d := m.Differs[0]
	if d.Step != 1 || !strings.Contains(d.Err.Error(), "points=2, the record says [1.4] score by="+string(leader)+
		" points=1") ||
		!slices.ContainsFunc(d.Events, func(e engine.Event) bool { return e.Get("points") == "2" }) ||
		bytes.Equal(d.Position, d.PositionWas) || len(d.PositionWas) == 0 {
		t.Errorf("the difference: %+v", d)
	}
	if _, err := tb.u.Migrate("duel-1", true); err != nil {
		t.Fatal(err)
	}
	got := tb.deliver()
	if !strings.HasPrefix(titles(got), "ney@example.net: [duel-1] Your game goes on\n"+
		"kutuzov@example.com: [duel-1] Your game goes on\numpire@berthier.example: [duel-1] Your game goes on\n") ||
		!strings.Contains(flat(got[0].Text),
			"From step 2 on the game is played by version 2 of the rules, in place of 1, "+
				"as the umpire decided; by it step 1 would have gone otherwise") {
		t.Errorf("told %s\n%s", titles(got), got[0].Text)
	}
	if m, err := tb.u.Migrate("duel-1", true); err != nil || m.Why != "" || m.Record.Game != "" {
		t.Errorf("again: %+v, %v", m, err)
	}
	if s := tb.status(); s.Step != 2 || s.Stuck != 0 { // the mail that was kept is taken in
		t.Fatalf("got %+v", s)
	}
	tb.startWith("new", rules)
	if s := tb.status(); s.Step != 2 || s.Stuck != 0 || s.Held != "" {
		t.Fatalf("got %+v", s)
	}
	for _, r := range tb.deliver() {
		if strings.HasPrefix(r.Subject, "[duel-1] your orders") &&
			!strings.Contains(flat(r.Text), "What else was changed") {
			t.Errorf("the report does not tell it:\n%s", r.Text)
		}
	}
	tb.playOut(func() {})
	has(t, tb.ask("nobody@example.org", "history duel-1"), "The game goes on by version 2 of the rules.")
	tb.startWith("newest", rules)
	a, err := tb.u.Verify("duel-1")
	if c := a.Check("steps"); err != nil || c.Done != len(a.Steps)-1 || c.Left != 1 ||
		!strings.Contains(c.Why, "version 1") {
		t.Errorf("verified: %+v, %v", a.Checks, err)
	}
	old := audit.CheckLog([]engine.Ruleset{tb.rules}, tb.records())
	if c := old.Check("steps"); old.Err() != nil || c.Done != 1 || c.Left != len(a.Steps)-1 ||
		!strings.Contains(c.Why, "a program with version 2 as berthier new has it") {
		t.Errorf("the old program: %+v", old.Checks)
	}
	none := audit.CheckLog(nil, tb.records())
	if c := none.Check("steps"); none.Err() != nil || c.Left != len(a.Steps) ||
		!strings.Contains(c.Why,
			"by a program with version 1, and by a program with version 2 as berthier new has it") {
		t.Errorf("a program without the rules: %+v", none.Checks)
	}
	if _, err := tb.u.Migrate("duel-1", true); err == nil || !strings.Contains(err.Error(), "over") {
		t.Errorf("of a game that is over: %v", err)
	}
}

// Orders that wait were checked by the old rules.
func TestMigrateDropsOrders(t *testing.T) {
	tb := newTable(t)
	leader, other := tb.scored()
	tb.play(other, 1, 2, "pick 5")
	tb.startWith("new", mendedDuel{tb.rulesOf("2")})
	if _, err := tb.u.Migrate("duel-1", true); err != nil {
		t.Fatal(err)
	}
	tb.play(leader, 1, 2, "double no")
	a, err := tb.u.Verify("duel-1")
	if err != nil || len(a.Steps) != 2 || len(a.Steps[1].Inputs) != 1 {
		t.Errorf("got %+v, %v", a, err)
	}
}

// What a migrate record says about steps and position is proved.
func TestTamperedMigration(t *testing.T) {
	tb := heldGame(t)
	if _, err := tb.u.Migrate("duel-1", true); err != nil {
		t.Fatal(err)
	}
	tb.playOut(func() {})
	records := tb.records()
	i := slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == record.KindMigrate })
	if a := audit.CheckLog([]engine.Ruleset{mendedDuel{tb.rulesOf("2")}}, records); a.Err() != nil {
		t.Fatal(a.Err())
	}
	for _, c := range []struct {
		name string
		edit func(*record.Migrate)
		want string
	}{
		{"a step left out", func(m *record.Migrate) { m.Differs = nil }, "it says that steps [] go otherwise"},
		{"a step more", func(m *record.Migrate) { m.Differs = []int{1, 2} }, "it says that steps [1 2] go otherwise"},
		{"said to be the same", func(m *record.Migrate) { m.By, m.Differs = record.MigrateByProgram, nil },
			"go otherwise under version 2"},
		{"another position", func(m *record.Migrate) { m.Position[0]++ }, "another position"},
		{"from other rules", func(m *record.Migrate) { m.Old = "0" }, "takes the game from rules duel 0"},
		{"to other rules", func(m *record.Migrate) { m.New = "3" }, "in force were duel 3"},
		{"to other tables", func(m *record.Migrate) { m.Data = nil }, "with other tables"},
		{"one step later", func(m *record.Migrate) { m.Step++ }, "is of step 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := slices.Clone(records)
			m, err := record.ParseMigrate(records[i].Data, records[i].Hidden)
			if err != nil {
				t.Fatal(err)
			}
			c.edit(&m)
			changed[i].Data, changed[i].Hidden = m.Print()
			a := audit.CheckLog([]engine.Ruleset{mendedDuel{tb.rulesOf("2")}}, changed)
			if err := a.Err(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// A published log of a game that goes on hides its steps, so it cannot show which of them
// go otherwise, also where the game was taken back to a position that everybody knows.
func TestPublishedMigration(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.second()
	tb.play("Red", 1, 1, "pick 1")
	tb.play("Blue", 1, 1, "pick 1")
	if _, err := tb.u.Rollback("duel-1", 0, "a mail was lost", ""); err != nil {
		t.Fatal(err)
	}
	tb.startWith("new", mendedDuel{tb.rulesOf("2")})
	if _, err := tb.u.Migrate("duel-1", true); err != nil {
		t.Fatal(err)
	}
	records := tb.records()
	rules := []engine.Ruleset{mendedDuel{tb.rulesOf("2")}}
	if a := audit.CheckLog(rules, records); a.Err() != nil {
		t.Errorf("the umpire's log: %v", a.Err())
	}
	for i := range records {
		records[i].Hidden = nil
	}
	if a := audit.CheckLog(rules, records); a.Err() != nil {
		t.Errorf("the published log: %v", a.Err())
	}
}

// panickingDuel is a program that falls over old events.
type panickingDuel struct{ duel }

func (p panickingDuel) Apply(engine.Position, []engine.Event) engine.Position { panic("no such event") }

// A program that cannot go through the steps of a game holds it and lets
// nobody migrate it; its audit leaves what it cannot say.
func TestProgramThatCannotReplay(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.play("Red", 1, 1, "pick 1")
	tb.play("Blue", 1, 1, "pick 1")
	tb.startWith("new", panickingDuel{tb.rulesOf("2")})
	if why := tb.status().Held; why != "this program cannot go through its steps again" {
		t.Errorf("held: %q", why)
	}
	if _, err := tb.u.Migrate("duel-1", true); err == nil || !strings.Contains(err.Error(),
		play.ErrNoMigration.Error()) {
		t.Errorf("Migrate: %v", err)
	}
	a := audit.CheckLog(tb.u.Rulesets, tb.records())
	if c := a.Check("steps"); a.Err() != nil || c.Left != 1 || c.Done != 0 {
		t.Errorf("audit: %+v", a.Checks)
	}
}

// encodedDuel is a duel whose positions have one more line.
type encodedDuel struct{ duel }

type encodedPos struct{ *duelPos }

func (p encodedPos) Encode() []byte         { return p.Append(nil) }
func (p encodedPos) Append(b []byte) []byte { return append(p.duelPos.Append(b), "more\n"...) }

func (e encodedDuel) Decode(b []byte) (engine.Position, error) {
	p, err := e.duel.Decode(bytes.TrimSuffix(b, []byte("more\n")))
	if err != nil || !bytes.HasSuffix(b, []byte("more\n")) {
		return nil, fmt.Errorf("no more: %v", err)
	}
	return encodedPos{p.(*duelPos)}, nil
}
func in(p engine.Position) engine.Position { return p.(encodedPos).duelPos }
func (e encodedDuel) Start(s engine.Setup) (engine.Position, error) {
	p, err := e.duel.Start(s)
	if err != nil {
		return nil, err
	}
	return encodedPos{p.(*duelPos)}, nil
}
func (e encodedDuel) Owed(p engine.Position) []engine.Decision { return e.duel.Owed(in(p)) }
func (e encodedDuel) Turn(p engine.Position) int               { return e.duel.Turn(in(p)) }
func (e encodedDuel) Outcome(p engine.Position) engine.Outcome { return e.duel.Outcome(in(p)) }
func (e encodedDuel) Targets(p engine.Position) []string       { return e.duel.Targets(in(p)) }
func (e encodedDuel) Check(p engine.Position, o engine.Orders) []engine.Fault {
	return e.duel.Check(in(p), o)
}
func (e encodedDuel) Resolve(p engine.Position, o []engine.Orders, d engine.Dice) ([]engine.Event, error) {
	return e.duel.Resolve(in(p), o, d)
}
func (e encodedDuel) Apply(p engine.Position, events []engine.Event) engine.Position {
	return encodedPos{e.duel.Apply(in(p), events).(*duelPos)}
}
func (e encodedDuel) View(p engine.Position, side engine.Side) engine.Position {
	return encodedPos{e.duel.View(in(p), side).(*duelPos)}
}
func (e encodedDuel) Report(a, b engine.Position, events []engine.Event, side engine.Side) engine.Report {
	return e.duel.Report(in(a), in(b), events, side)
}

// Rules that write positions otherwise can take a game over, and every audit
// says what it can say.
func TestMigrateToAnotherEncoding(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.play("Red", 1, 1, "pick 1")
	tb.play("Blue", 1, 1, "pick 1")
	rules := encodedDuel{tb.rulesOf("2")}
	tb.startWith("new", rules)
	m, err := tb.u.Migrate("duel-1", true)
	if err != nil || m.Why != "this program comes to another position than the one that the game has" ||
		len(m.Differs) != 0 {
		t.Fatalf("got %+v, %v", m, err)
	}
	tb.startWith("new", rules)
	tb.playOut(func() {})
	a, err := tb.u.Verify("duel-1")
	if c := a.Check("steps"); err != nil || c.Done != len(a.Steps)-1 || c.Left != 1 || a.Check("outcome").Done != 1 ||
		a.Check("stored position").Done != 1 {
		t.Errorf("verified: %+v, %v", a.Checks, err)
	}
	old := audit.CheckLog([]engine.Ruleset{tb.rules}, tb.records())
	if c := old.Check("steps"); old.Err() != nil || c.Done != 1 || c.Left != len(a.Steps)-1 {
		t.Errorf("the old program: %+v", old.Checks)
	}
}

// tabledDuel is a duel with tables of its own.
type tabledDuel struct {
	duel
	table string
}

func (d tabledDuel) Data(engine.Position) []engine.DataFile {
	return []engine.DataFile{{Name: "tables/duel.csv", Hash: sha256.Sum256([]byte(d.table)),
		Source: "a value of this project",
		Own:    true}}
}
func (d tabledDuel) DataText(engine.Position, string) []byte { return []byte(d.table) }

// A game keeps the tables that it began with, whatever the program has.
func TestGameKeepsItsTables(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.play("Red", 1, 1, "pick 1")
	tb.play("Blue", 1, 1, "pick 1")
	tb.close()
	tb.open()
	tb.u.Rulesets = []engine.Ruleset{tabledDuel{tb.rules, "other"}}
	if err := tb.u.Resume(); err != nil {
		t.Fatal(err)
	}
	if why := tb.status().Held; !strings.Contains(why, "tables/duel.csv") {
		t.Errorf("without a loader, held: %q", why)
	}
	tb.close()
	tb.open()
	tb.u.Rulesets = []engine.Ruleset{tabledDuel{tb.rules, "other"}}
	tb.u.Load = func(name string, data map[string][]byte) (engine.Ruleset, error) {
		return tabledDuel{tb.rules, string(data["tables/duel.csv"])}, nil
	}
	if err := tb.u.Resume(); err != nil {
		t.Fatal(err)
	}
	tb.playOut(func() {})
	for _, r := range tb.records() {
		if s, err := record.ParseStep(r.Data, r.Hidden); err == nil &&
			s.Tables != record.TablesHash(tb.rules.Data(nil)) {
			t.Errorf("step %d was resolved with other tables", s.Step)
		}
	}
	if a, err := tb.u.Verify("duel-1"); err != nil || a.Check("steps").Left > 0 {
		t.Errorf("got %+v, %v", a.Checks, err)
	}
}

// A player with a code, and one who answers an invitation, are heard too while
// a game is held.
func TestHeldGameKeepsJoin(t *testing.T) {
	tb := newTable(t)
	s := spec()
	s.Players[0].Key = ""
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	var code string
	for _, m := range tb.deliver() {
		if _, rest, ok := strings.Cut(m.Text, "join: "); ok {
			code, _, _ = strings.Cut(rest, "\n")
		}
	}
	if err := tb.u.Process("duel-1"); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	tb.startWith("new", mendedDuel{tb.rulesOf("2")})
	tb.deliver()
	text := fmt.Sprintf("game: duel-1\nside: Blue\njoin: %s\nend\n", strings.TrimSpace(code))
	raw, err := sign.Inline(keys()["Stranger"], []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := tb.take(letter(address["Blue"], "join@home", string(raw))); err != nil {
		t.Fatal(err)
	}
	if got := titles(tb.deliver()); got != "kutuzov@example.com: [duel-1] your mail is kept" {
		t.Fatalf("got %s", got)
	}
	tb.startWith("old", tb.rules)
	if k := tb.status().Keys["Blue"]; !k.Equal(keys()["Stranger"].Public()) {
		t.Errorf("Blue signs with %s", k.Name())
	}
}

// While a game is held its deadlines demand nothing. When it goes on, a player whose
// time was over meanwhile has that of an outage.
func TestHeldGameHasTime(t *testing.T) {
	tb := clocked(t, "1d; remind 4h")
	tb.play("Red", 1, 1, "pick 1")
	tb.play("Blue", 1, 1, "pick 1")
	tb.deliver()
	tb.startWith("new", mendedDuel{tb.rulesOf("2")})
	tb.deliver()
	held := len(tb.got)
	tb.at("2030-12-05 08:00")
	if s := tb.status(); s.Step != 1 || len(tb.got) != held {
		t.Fatalf("step %d, sent %s", s.Step, titles(tb.got[held:]))
	}
	if next, ok, err := tb.u.NextDue(); ok || err != nil {
		t.Errorf("the clocks of a held game ask for %s, %v", next, err)
	}
	tb.startWith("old", tb.rules)
	if got := tb.at("2030-12-05 08:00"); !strings.Contains(got, "Your game goes on") ||
		!strings.Contains(got, "more time for orders") {
		t.Errorf("when it goes on: %s", got)
	}
	s := tb.status()
	leader := s.Waiting[0]
	if run := tb.clock(leader).Run; s.Step != 1 || !run.End.Equal(tb.now.Add(24*time.Hour)) {
		t.Errorf("step %d, orders of %s are taken until %s", s.Step, leader, run.End)
	}
	tb.play(leader, 1, 2, "double no")
	if s := tb.status(); s.Step != 2 {
		t.Errorf("step %d", s.Step)
	}
	tb.sound()
}
