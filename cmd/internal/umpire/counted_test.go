package umpire

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/respell"
	"berthier/cmd/internal/stored"
	"berthier/store"
)

// What somebody held back and sends when a later one counts does not take its
// place, whether the two wait together or not; where nothing tells the time,
// what comes last counts.
func TestHeldBack(t *testing.T) {
	all, chiefs := signers(t, address["Red"]), signers(t, "chief@example.org")
	for i, red := range all {
		if red.Key == "" {
			continue // DKIM tells the time of the machine, which is not that of the test
		}
		t.Run(red.Form, func(t *testing.T) {
			t.Parallel()
			timed := !strings.HasPrefix(red.Form, "ssh")
			w := newRewriter(t, red, chiefs[i])
			keeps := func(what string, l respell.Letter) {
				t.Helper()
				before := w.told()
				if w.send(l); (w.told() == before) != timed {
					t.Errorf("%s: %s, before %s", what, w.told(), before)
				}
			}
			old, early := w.sign(red, w.text("pick 4", true)), w.sign(red, w.text("pick 6", true))
			oldDraw, oldKey := w.sign(red, w.text("draw", false)),
				w.sign(red, "game: duel-1\nside: Red\nkey: "+all[0].Key+"\nend\n")
			oldProcess := w.sign(w.chief, "game: duel-1\nside: umpire\n\nprocess\nend\n")
			w.counts("orders", w.sign(red, w.text("pick 2", true)))
			keeps("orders held back", old)
			together := [][]byte{w.sign(red, w.text("pick 3", true)).Plain("a"), early.Plain("b")}
			if w.takeAll(together...); timed != strings.Contains(w.picked(), "pick 3") {
				t.Errorf("of two that wait together %q counts", w.picked())
			}
			w.counts("withdraw", w.sign(red, w.text("withdraw", false)))
			keeps("orders held back until others were withdrawn", w.older(red, w.text("pick 5", true)))
			w.counts("draw", w.sign(red, w.text("draw // 1", false)))
			w.counts("draw no", w.sign(red, w.text("draw no", false)))
			keeps("a draw held back", oldDraw)
			if !timed {
				return
			}
			w.counts("key", w.sign(red, "Sire\n\ngame: duel-1\nside: Red\nkey: "+all[0].Key+"\nend\n"))
			keeps("a key held back", oldKey)
			w.counts("process", w.sign(w.chief, "game: duel-1\nside: umpire\n\nprocess // now\nend\n"))
			keeps("a command of the umpire held back", oldProcess)
		})
	}
}

// older signs a text an hour ago.
func (w *rewriter) older(by respell.Signer, text string) respell.Letter {
	w.t.Helper()
	l, err := by.Sign(text, w.now.Add(-time.Hour))
	if err != nil {
		w.t.Fatal(err)
	}
	return l
}

// picked are the orders of Red that wait.
func (w *rewriter) picked() (text string) {
	w.t.Helper()
	err := w.store.View(func(*store.Tx) error {
		g, err := w.u.Open("duel-1")
		if err == nil {
			orders, _ := g.Pending("Red")
			p, _ := orders.Text()
			text = string(p)
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return text
}

// An umpire who takes a file twice, or an older one in the place of a newer one,
// is found out.
func TestAuditFindsRepeats(t *testing.T) {
	all := signers(t, address["Red"])
	i := slices.IndexFunc(all, func(s respell.Signer) bool { return strings.HasPrefix(s.Form, "clear-signed") })
	w := newRewriter(t, all[i], respell.Signer{})
	w.counts("the first", w.sign(all[i], w.text("pick 4", true)))
	w.counts("the second", w.sign(all[i], w.text("pick 2", true)))
	records := w.records()
	first := records[slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == record.KindOrders })]
	first.Seq = uint64(len(records) + 1)
	a, _ := w.check(append(records, first))
	if err := a.Check("signatures").Err; !strings.Contains(fmt.Sprint(err),
		"what was signed counted before, in record ") {
		t.Errorf("the first file twice: %v", err)
	}
	w.forget() // as a program would that does not look
	w.counts("an older one", w.older(all[i], w.text("pick 5", true)))
	if _, err := w.check(w.records()); err == nil || !strings.Contains(err.Error(), "before what had counted") {
		t.Errorf("an older file: %v", err)
	}
}

// forget lets the store forget what counted.
func (w *rewriter) forget() {
	w.t.Helper()
	var s fold.SavedGame
	if err := w.store.View(func(tx *store.Tx) (err error) {
		s, err = stored.Save(tx,
			"duel-1")
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	for key := range s.Secrets.State {
		if strings.HasPrefix(key, docket.StateSigned) {
			if err := w.store.Update(func(tx *store.Tx) error { return tx.DeleteState("duel-1", key) }); err != nil {
				w.t.Fatal(err)
			}
		}
	}
}
