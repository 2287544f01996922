package umpire

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/acts"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/retold"
	"berthier/cmd/internal/stored"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/wire"
	"berthier/store"
)

// copied is the bytes of the store of a table, with or without its journal.
func (tb *table) copied() (files map[string][]byte) {
	tb.t.Helper()
	files = map[string][]byte{}
	for _, path := range []string{tb.path, store.JournalPath(tb.path)} {
		b, err := os.ReadFile(path)
		if err != nil {
			tb.t.Fatal(err)
		}
		files[path] = b
	}
	return files
}

// putBack stops the daemon, puts files in the place of what is there, does the rest,
// and starts it again.
func (tb *table) putBack(files map[string][]byte, rest func()) {
	tb.t.Helper()
	tb.close()
	for path, b := range files {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			tb.t.Fatal(err)
		}
	}
	rest()
	tb.open()
	if err := tb.u.Resume(); err != nil {
		tb.t.Fatal(err)
	}
}

// round plays the next step with the given picks of Red and Blue, and both answers
// if one is asked to double.
func (tb *table) round(red, blue string) {
	tb.t.Helper()
	s := tb.status()
	for _, side := range s.Waiting {
		line := map[engine.Side]string{"Red": red, "Blue": blue}[side]
		if mayDouble(s) {
			line = "double yes"
		}
		tb.play(side, s.Turn, s.Step+1, line)
	}
}

// published are the links in mails, by the numbers of their steps.
func published(t *testing.T, mails []*mail.Message) map[engine.Link]int {
	t.Helper()
	links := map[engine.Link]int{}
	for _, m := range mails {
		var step int
		_, rest, _ := strings.Cut(m.Text, "The dice of step ")
		if _, err := fmt.Sscanf(rest, "%d were", &step); err != nil {
			continue
		}
		_, rest, _ = strings.Cut(rest, "\n\n")
		link, err := engine.ParseLink(rest[:64])
		if err != nil {
			t.Fatal(err)
		}
		links[link] = step
	}
	return links
}

// A store that was put back never uses a link again that players hold, in whatever
// way it was put back.
func TestPutBack(t *testing.T) {
	for _, c := range []struct {
		name string
		back func(tb *table, files map[string][]byte, kept []*mail.Message)
		from int // the first number that is burned
	}{
		{"the store alone", func(tb *table, files map[string][]byte, _ []*mail.Message) {
			tb.putBack(files, func() { tb.remove(store.JournalPath(tb.path)) })
		}, 2},
		{"made again out of an old journal", func(tb *table, files map[string][]byte, _ []*mail.Message) {
			tb.putBack(files, func() {
				tb.remove(tb.path)
				if _, err := store.Rebuild(tb.path); err != nil {
					tb.t.Fatal(err)
				}
			})
		}, 2},
		{"both, and a mail that quotes a report", func(tb *table, files map[string][]byte, kept []*mail.Message) {
			tb.putBack(files, func() {})
			tb.quote(kept[len(kept)-1].Text)
		}, 2},
		{"both, and a mail that quotes it line by line",
			func(tb *table, files map[string][]byte, kept []*mail.Message) {
				tb.putBack(files, func() {})
				tb.quote("> > " + strings.ReplaceAll(kept[len(kept)-1].Text, "\n", "\n> > "))
			}, 2},
		{"both, and a mail with a checkpoint alone", func(tb *table, files map[string][]byte, kept []*mail.Message) {
			tb.putBack(files, func() {})
			tb.quote(retold.Checkpoints(kept[len(kept)-1].Text)[0])
		}, 2},
		{"both, and the umpire knows", func(tb *table, files map[string][]byte, kept []*mail.Message) {
			tb.putBack(files, func() {})
			if _, err := tb.u.Burn("duel-1", 3, "an old backup was put back", ""); err != nil {
				tb.t.Fatal(err)
			}
		}, 2},
		{"both, a step was played, and a mail quotes a checkpoint",
			func(tb *table, files map[string][]byte, kept []*mail.Message) {
				tb.putBack(files, func() {})
				tb.round("pick 6", "pick 5")
				tb.quote(retold.Checkpoints(kept[2].Text)[0])
			}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := newTable(t)
			tb.create()
			tb.round("pick 1", "pick 1")
			tb.deliver()
			backup := tb.copied()
			tb.round("pick 2", "pick 2")
			tb.round("pick 2", "pick 2")
			kept := slices.Clone(tb.deliver())
			known := published(t, kept)
			if len(known) != 2 {
				t.Fatalf("the players hold %v", known)
			}
			c.back(tb, backup, kept)
			for _, m := range kept { // what is burned is no news
				tb.quote(m.Text)
			}
			for tb.status().Step < 600 && !tb.status().Outcome.Over {
				tb.round("pick 3", "pick 4")
			}
			again := published(t, tb.deliver())
			a, err := tb.u.Verify("duel-1")
			if err != nil {
				t.Fatal(err)
			}
			var burn record.Burn
			for _, r := range tb.records() {
				if r.Kind == record.KindBurn {
					if burn, err = record.ParseBurn(r.Data, r.Hidden); err != nil {
						t.Fatal(err)
					}
				}
			}
			if n := len(slices.DeleteFunc(tb.records(),
				func(r store.Record) bool { return r.Kind != record.KindBurn })); n != 1 {
				t.Errorf("links were burned %d times", n)
			}
			if burn.From != c.from || !slices.ContainsFunc(a.Acts,
				func(x acts.Act) bool {
					return x.Kind == record.KindBurn &&
						strings.Contains(x.What, "were burned")
				}) {
				t.Errorf("burned %d to %d; acts %v", burn.From, burn.Step, a.Acts)
			}
			for link, step := range known {
				if now, ok := again[link]; ok && step >= c.from {
					t.Errorf("the link of step %d is that of step %d again", step, now)
				}
				if got := burn.Link.Before(burn.Step - step); got != link {
					t.Errorf("the burned link %d is %s, a report says %s", step, got, link)
				}
			}
			linksOnce(t, tb.records())
			for _, s := range a.Steps {
				if s.Step >= burn.From && s.Step <= burn.Step {
					t.Errorf("step %d has a burned number", s.Step)
				}
			}
		})
	}
}

func (tb *table) remove(path string) {
	tb.t.Helper()
	if err := os.Remove(path); err != nil {
		tb.t.Fatal(err)
	}
}

// quote lets a stranger send a text.
func (tb *table) quote(text string) {
	tb.t.Helper()
	if err := tb.take(letter(address["Stranger"], fmt.Sprintf("q%d@x", tb.uid), "What is this?\n\n"+text,
		"Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit")); err != nil {
		tb.t.Fatal(err)
	}
}

// That a player answers a later step burns nothing, but is told: he is asked for his
// report, which does. The umpire hears of it once a day, whichever steps the player names.
func TestAnswersLaterStep(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	for i, step := range []int{7, 7, 8, 3, 7} {
		if i == 4 {
			tb.now = tb.now.Add(24 * time.Hour)
		}
		tb.play("Red", 1, step, fmt.Sprintf("pick %d", i+1))
		got := tb.deliver()
		if last := got[len(got)-1]; !strings.Contains(flat(last.Text), fmt.Sprintf(`write "step: 1", as in `+
			"your last report. Only if you have a report of step %d: forward it", step-1)) {
			t.Errorf("the player is told:\n%s", last.Text)
		}
		toUmpire := got[0].To[0].Address == "umpire@berthier.example"
		if toUmpire != (i == 0 || i == 4) ||
			toUmpire && !strings.Contains(flat(got[0].Text), "berthier do burn duel-1 6 ") {
			t.Errorf("mail %d: %s", i, titles(got))
		}
	}
	if s := tb.status(); s.Step != 0 {
		t.Errorf("the game stands after step %d", s.Step)
	}
}

// What is no link of the chain, and no checkpoint that we signed, burns nothing, however
// much there is of it.
func TestBurnsNothing(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.round("pick 1", "pick 1")
	mails := slices.Clone(tb.deliver())
	report := mails[len(mails)-1].Text
	head := retold.Checkpoints(report)[0]
	other, err := record.GenerateSigner(&stream{90})
	if err != nil {
		t.Fatal(err)
	}
	signed, err := other.Sign(record.Checkpoint{Origin: "berthier.example/duel-1", Size: 900})
	if err != nil {
		t.Fatal(err)
	}
	var junk strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&junk, "%064x\n", i)
	}
	before := tb.status().Step
	for _, text := range []string{report, head, strings.Replace(head, "\n9\n", "\n99\n", 1), signed, junk.String()} {
		tb.quote(text)
	}
	if s := tb.status(); s.Step != before {
		t.Errorf("the game stands after step %d, was %d", s.Step, before)
	}
}

// Evidence among mails that are taken in together counts before the mails behind it.
func TestPutBackAmongMails(t *testing.T) {
	tb := newTable(t)
	tb.create()
	backup := tb.copied()
	tb.round("pick 2", "pick 2")
	kept := slices.Clone(tb.deliver())
	tb.putBack(backup, func() {})
	var all []wire.Arrival
	for _, raw := range [][]byte{
		letter(address["Red"], "r1@x", signed(t, "Red", file("Red", 1, 1, "pick 5"))),
		letter(address["Blue"], "b1@x", signed(t, "Blue", file("Blue", 1, 1, "pick 6"))+"\n"+kept[len(kept)-1].Text,
			"Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"),
	} {
		all = append(all, wire.Arrival{Raw: raw, Size: int64(len(raw))})
	}
	if n, err := tb.u.takeAll(t.Context(), all); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	if s := tb.status(); s.Step != 257 || len(s.Waiting) != 2 {
		t.Errorf("the game stands after step %d and waits for %v", s.Step, s.Waiting)
	}
	if _, err := tb.u.Verify("duel-1"); err != nil {
		t.Error(err)
	}
}

// Links are burned of a game that was not started yet, and of one whose step is closed.
func TestBurnBetweenSteps(t *testing.T) {
	for name, prepare := range map[string]func(tb *table, s *play.Spec){
		"not started": func(tb *table, s *play.Spec) { s.Wait, s.Deadline = true, "3d" },
		"with clocks": func(tb *table, s *play.Spec) { s.Deadline = "3d" },
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t)
			s := spec()
			prepare(tb, &s)
			if _, err := tb.u.Create(s); err != nil {
				t.Fatal(err)
			}
			if _, err := tb.u.Burn("duel-1", 3, "an old store", ""); err != nil {
				t.Fatal(err)
			}
			if _, err := tb.u.Verify("duel-1"); err != nil {
				t.Fatal(err)
			}
			if s.Wait {
				if err := tb.u.Start("duel-1", ""); err != nil {
					t.Fatal(err)
				}
			}
			tb.round("pick 1", "pick 2")
			if s := tb.status(); s.Step != 5 {
				t.Errorf("the game stands after step %d", s.Step)
			}
			if _, err := tb.u.Rollback("duel-1", 4, "it was wrong", ""); err != nil {
				t.Error(err)
			}
			if _, err := tb.u.Rollback("duel-1", 2, "it was wrong", ""); err == nil {
				t.Error("the game went back to a number that was burned")
			}
			if _, err := tb.u.Verify("duel-1"); err != nil {
				t.Error(err)
			}
			var saved fold.SavedGame
			err := tb.store.View(func(tx *store.Tx) (err error) { saved, err = stored.Save(tx, "duel-1"); return err })
			if err != nil {
				t.Fatal(err)
			}
			tb.restored(saved)
		})
	}
}

// A step that waits for its round is opened again.
func TestBurnWhileClosed(t *testing.T) {
	tb := newTable(t)
	tb.createWithBeacon()
	tb.round("pick 1", "pick 2")
	if tb.status().Closed == nil {
		t.Fatal("the step is not closed")
	}
	if _, err := tb.u.Burn("duel-1", 3, "an old store", ""); err != nil {
		t.Fatal(err)
	}
	if s := tb.status(); s.Closed != nil || len(s.Waiting) != 2 || s.Step != 4 {
		t.Errorf("after step %d: closed %v, waits for %v", s.Step, s.Closed, s.Waiting)
	}
	if _, err := tb.u.Verify("duel-1"); err != nil {
		t.Error(err)
	}
}
