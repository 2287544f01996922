package umpire

import (
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/roster"
	"berthier/engine"
	"berthier/store"
)

// against is a duel of Red against the computer.
func against(t testing.TB, change func(*play.Spec)) *table {
	t.Helper()
	tb := newTable(t)
	s := spec()
	s.Players[0] = play.Player{Side: "Blue", Computer: "lucky"}
	if change != nil {
		change(&s)
	}
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	return tb
}

// computed are the answers of computers in the log.
func (tb *table) computed() (all []record.ComputedAnswer) {
	tb.t.Helper()
	for _, r := range tb.records() {
		if r.Kind == record.KindStep {
			s, err := record.ParseStep(r.Data, r.Hidden)
			if err != nil {
				tb.t.Fatal(err)
			}
			all = append(all, s.Computed...)
		}
	}
	return all
}

// soundComputers audits the log and gives how many answers of computers it computed again.
func (tb *table) soundComputers() int {
	tb.t.Helper()
	a, err := tb.u.Verify("duel-1")
	if c := a.Check("computers"); err != nil || c.Left > 0 {
		tb.t.Errorf("%+v, %v", c, err)
	}
	return a.Check("computers").Done
}

// finish answers for Red until the duel is over.
func (tb *table) finish() (mails int) {
	tb.t.Helper()
	for n := 0; !tb.status().Outcome.Over; n++ {
		s := tb.status()
		if n > 10 || !slices.Equal(s.Waiting, []engine.Side{"Red"}) {
			tb.t.Fatalf("mail %d, the game waits for %v", n, s.Waiting)
		}
		line := "pick 4"
		if mayDouble(s) {
			line = "double yes"
		}
		tb.play("Red", s.Turn, s.Step+1, line)
		mails += len(tb.deliver())
	}
	return mails
}

// A person plays against a computer: his mail resolves the step, and nobody else is written to.
func TestComputer(t *testing.T) {
	tb := against(t, nil)
	tb.play("Red", 1, 1, "pick 4")
	got := tb.deliver()
	if tb.status().Step != 1 || len(got) != 2 {
		t.Fatalf("step %d, mails:\n%s", tb.status().Step, titles(got))
	}
	for i, want := range []string{"Computer (lucky)", "no file: the computer lucky, version 1"} {
		text := got[i].Text
		for _, a := range got[i].Attachments {
			text += string(a.Bytes)
		}
		if !strings.Contains(flat(text), want) {
			t.Errorf("the mail does not say %q:\n%s", want, text)
		}
	}
	tb.restart()
	tb.finish()
	if n := tb.soundComputers(); n != len(tb.computed()) || n < 2 {
		t.Errorf("%d answers of the computer are sound of %v", n, tb.computed())
	}
	for _, m := range tb.got {
		if m.To[0].Address != address["Red"] {
			t.Errorf("a mail to %q: %s", m.To[0].Address, m.Subject)
		}
	}
}

// clumsy is a duel whose computer orders what the rules refuse.
type clumsy struct{ duel }

func (clumsy) Bots() []engine.Bot {
	return []engine.Bot{{Name: "lucky", Version: "1", New: func(engine.Ruleset, uint64) func(engine.Position,
		engine.Side) engine.Orders {
		return func(_ engine.Position, side engine.Side) engine.Orders {
			return engine.Orders{Side: side, Lines: []engine.Order{{Line: 1, Words: []string{"pick", "99"}}}}
		}
	}}}
}

// Orders of a computer that the rules refuse are no answer, and whoever runs the program finds them in its log.
func TestComputerRefused(t *testing.T) {
	tb := against(t, nil)
	tb.u.Rulesets = []engine.Ruleset{clumsy{tb.rules}}
	tb.u.Forget()
	tb.play("Red", 1, 1, "pick 4")
	if all := tb.computed(); len(all) == 0 || len(all[0].Lines) > 0 {
		t.Errorf("got %v", all)
	}
	want := `"the rules refuse the orders of a computer","game":"duel-1","step":1,"orders":"Blue: line 1, `
	if !strings.Contains(tb.logs.String(), want) {
		t.Errorf("the log: %s", tb.logs)
	}
}

// Its orders follow from its view and the link: not from the file of the same step, and after
// a rollback they are others.
func TestComputerOrders(t *testing.T) {
	var first []record.ComputedAnswer
	for _, pick := range []string{"pick 1", "pick 6"} {
		tb := against(t, nil)
		tb.play("Red", 1, 1, pick)
		all := tb.computed()
		if first == nil {
			first = all
		}
		if len(all) == 0 || !sameAnswer(all[0], first[0]) {
			t.Errorf("for %s it answers %v, before %v", pick, all, first)
		}
		different := false
		for range 8 {
			if _, err := tb.u.Rollback("duel-1", 0, "again", ""); err != nil {
				t.Fatal(err)
			}
			before := len(tb.computed())
			tb.play("Red", 1, tb.status().Step+1, pick)
			different = different || !sameAnswer(tb.computed()[before], first[0])
		}
		if !different {
			t.Error("eight other links give the same orders")
		}
		tb.soundComputers()
	}
}

func sameAnswer(a, b record.ComputedAnswer) bool {
	return slices.Equal(a.Lines[0].Words, b.Lines[0].Words)
}

// An audit finds orders that a computer did not give, and leaves those of another version.
func TestComputerAudit(t *testing.T) {
	tb := against(t, nil)
	tb.finish()
	records := tb.records()
	i := slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == record.KindStep })
	for _, c := range []struct {
		name   string
		change func(*record.Step)
		left   int
		want   string
	}{
		{"as it is", func(*record.Step) {}, 0, ""},
		{"another order", func(s *record.Step) {
			was := s.Computed[0].Lines[0].Words
			n := "1"
			if was[1] == n {
				n = "2"
			}
			s.Computed[0].Lines = []engine.Order{record.ComputedOrder(1, []string{"pick", n})}
		}, 0, "computers"},
		{"no order", func(s *record.Step) { s.Computed[0].Lines = nil }, 0, "computers"},
		{"no answer", func(s *record.Step) { s.Computed = s.Computed[1:] }, 0, "steps"},
		{"an answer too many", func(s *record.Step) { s.Computed = append(s.Computed, s.Computed[0]) }, 0, "steps"},
		{"of a person", func(s *record.Step) { s.Computed[0].Side = "Red" }, 0, "records"},
		{"of another computer", func(s *record.Step) { s.Computed[0].Name = "plain" }, 1, "records"},
		{"of another version", func(s *record.Step) { s.Computed[0].Version = "7" }, 1, ""},
	} {
		forged := slices.Clone(records)
		s, err := record.ParseStep(records[i].Data, records[i].Hidden)
		if err != nil {
			t.Fatal(err)
		}
		s.Computed = slices.Clone(s.Computed)
		c.change(&s)
		forged[i].Data, forged[i].Hidden = s.Print()
		failed, _ := tb.failing(forged)
		a, _ := tb.check(forged)
		if c.want == "" && len(failed) > 0 || c.want != "" && !slices.Contains(failed, c.want) ||
			a.Check("computers").Left != c.left {
			t.Errorf("%s: failing %q, %+v", c.name, failed, a.Check("computers"))
		}
	}
}

// Nothing can be asked of a computer that only a person can do.
func TestComputerRefusals(t *testing.T) {
	tb := against(t, func(s *play.Spec) { s.Codes = true })
	tb.deliver()
	for command, want := range map[string]string{
		"draw":                                  "a computer, which accepts no draw",
		"press Blue\nGood morning.\nendpress":   "press can go to the other sides",
		"draw no":                               "you offer no draw",
		"pause 2030-12-05":                      "no deadlines",
		"press all\nIs anybody here?\nendpress": "press can go to the other sides",
	} {
		got := tb.ask(address["Red"], signed(t, "Red", "game: duel-1\nside: Red\n"+command+"\nend\n"))
		if len(got) != 1 || !strings.Contains(flat(got[0].Text), want) {
			t.Errorf("%s: want %q, got\n%s", command, want, got[0].Text)
		}
	}
	for _, command := range []string{"invite Blue", "key Blue\n" + keys()["Blue"].Public().String() + "\nendkey",
		"revoke Blue"} {
		if _, err := tb.u.Do("duel-1", command); err == nil || !strings.Contains(err.Error(), "signs nothing") {
			t.Errorf("%s: %v", command, err)
		}
	}
	bad := []play.Player{
		{Side: "Blue", Computer: "clever"},
		{Side: "Blue", Computer: "lucky", Key: keys()["Blue"].Public().String()},
	}
	for _, p := range bad {
		s := spec()
		s.Game, s.Players[0] = "duel-2", p
		if _, err := tb.u.Create(s); err == nil || !strings.Contains(err.Error(), "computer") {
			t.Errorf("%+v: %v", p, err)
		}
	}
}

// Computers alone play on, one step at a time, and nobody is written to.
func TestComputersAlone(t *testing.T) {
	tb := against(t, func(s *play.Spec) {
		s.Wait = true
		s.Players[1] = play.Player{Side: "Red", Computer: "lucky"}
	})
	tb.tick()
	if tb.status().Step != 0 {
		t.Fatal("it begins before it is started")
	}
	tb.doHere(t, "start")
	tb.restart()
	for n := 1; !tb.status().Outcome.Over; n++ {
		if at, ok, err := tb.u.NextDue(); err != nil || !ok || at.After(tb.now) {
			t.Fatalf("nothing is due: %v, %v, %v", at, ok, err)
		}
		if tb.tick(); n > 10 || tb.status().Step != n {
			t.Fatalf("after %d rounds the game stands at step %d", n, tb.status().Step)
		}
	}
	if _, ok, err := tb.u.NextDue(); ok || err != nil {
		t.Errorf("something is due in a game that is over: %v", err)
	}
	if n := tb.soundComputers(); n == 0 || len(tb.got) > 0 {
		t.Errorf("%d answers, mails:\n%s", n, titles(tb.got))
	}
}

// A computer takes the seat of somebody who leaves, and gives it up again. No clock runs for it.
func TestComputerSubstitute(t *testing.T) {
	tb := clocked(t, "3d; bank 24h; pause 30")
	tb.play("Red", 1, 1, "pick 4")
	tb.doHere(t, "substitute Blue computer:lucky\nHe is ill.\nendsubstitute")
	got := titles(tb.deliver())
	if !strings.HasSuffix(got, address["Blue"]+": [duel-1] another player\n"+address["Red"]+
		": [duel-1] another player") {
		t.Errorf("mails:\n%s", got)
	}
	if run := tb.clock("Blue").Run; !run.Due.IsZero() {
		t.Errorf("a clock runs for the computer: %+v", run)
	}
	tb.tick()
	if tb.status().Step != 1 {
		t.Fatalf("nobody is waited for, and the game stands at step %d", tb.status().Step)
	}
	for !mayPick(tb.status()) {
		tb.play("Red", tb.status().Turn, tb.status().Step+1, "double no")
	}
	got = tb.ask(address["Red"], signed(t, "Red", "game: duel-1\nside: Red\npause 2030-12-05\nend\n"))[0].Text
	if !strings.Contains(flat(got), "All agree on a pause") {
		t.Errorf("a computer does not agree to a pause:\n%s", got)
	}
	tb.doHere(t, "resume")
	tb.doHere(t, "substitute Blue "+address["Blue"]+" Davout\nkey "+keys()["Blue"].Public().String()+
		"\nHe is well.\nendsubstitute")
	if run := tb.clock("Blue").Run; run.Due.IsZero() || !slices.Contains(tb.status().Waiting, "Blue") {
		t.Errorf("the clock of the person who comes back does not run: %+v", run)
	}
	tb.sound()
	tb.soundComputers()
}

// With a beacon, the orders of a computer follow from the round too.
func TestComputerBeacon(t *testing.T) {
	tb := against(t, func(s *play.Spec) {
		chain, _ := ownChain()
		s.Beacon = record.Beacon{Chain: chain, Delay: 30 * time.Second}
	})
	ask := drandServer(tb)
	seen := map[string]bool{}
	for range 8 {
		tb.play("Red", 1, tb.status().Step+1, "pick 4")
		if n := tb.status(); n.Closed == nil {
			t.Fatal("the step is not closed")
		}
		tb.now = tb.now.Add(time.Minute)
		before := len(tb.computed())
		tb.draw(ask, 0)
		seen[tb.computed()[before].Lines[0].Words[1]] = true
		if _, err := tb.u.Rollback("duel-1", 0, "again", ""); err != nil {
			t.Fatal(err)
		}
	}
	if len(seen) < 2 {
		t.Errorf("eight rounds give the picks %v", seen)
	}
	tb.soundComputers()
}

func mayPick(s roster.Status) bool { return !mayDouble(s) }
