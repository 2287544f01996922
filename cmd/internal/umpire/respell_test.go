package umpire

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/respell"
	"berthier/cmd/internal/said"
	"berthier/cmd/internal/stored"
	"berthier/cmd/internal/testkey"
	"berthier/mail/sign"
	"berthier/mail/wire"
	"berthier/store"
)

var respellings = flag.Int("umpire.respell", 4, "how often each signed mail is written anew in TestSignedOnce")

// signers are people who sign in each way, the same ones in all tests: it takes
// time to make their keys.
func signers(t *testing.T, from string) []respell.Signer {
	t.Helper()
	signersOf.Lock()
	defer signersOf.Unlock()
	if all := signersOf.all[from]; all != nil {
		return all
	}
	all, err := respell.Signers(from, time.Date(2030, 12, 1, 8, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	signersOf.all[from] = all
	return all
}

var signersOf = struct {
	sync.Mutex
	all map[string][]respell.Signer
}{all: map[string][]respell.Signer{}}

// rewriter is a game in which Red and the umpire sign in one way, and somebody
// who has their mails sends them again in other words.
type rewriter struct {
	*table
	red, chief respell.Signer
	sent       int // mails
	press      int // passed on
}

func newRewriter(t *testing.T, red, chief respell.Signer) *rewriter {
	w := &rewriter{table: newTable(t), red: red, chief: chief}
	w.configure()
	s := spec()
	s.Players[1].Key, s.Codes = red.Key, red.Key == ""
	if _, err := w.u.Create(s); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	return w
}

func (w *rewriter) configure() {
	w.u.LookupTXT, w.u.UmpireAddress = w.red.Lookup, "chief@example.org"
	if w.chief.Key != "" {
		w.u.UmpireKeys = []sign.Key{keyOf(w.t.(*testing.T), w.chief.Key)}
	}
	w.u.Forget()
}

// takeAll takes mails in together, and counts press.
func (w *rewriter) takeAll(raws ...[]byte) {
	w.t.Helper()
	var all []wire.Arrival
	for _, raw := range raws {
		w.uid++
		all = append(all, wire.Arrival{Raw: raw, Size: int64(len(raw)),
			Cursor: wire.Cursor{UIDValidity: 7, UID: w.uid}})
	}
	if _, err := w.u.TakeAll(context.Background(), all); err != nil {
		w.t.Fatal(err)
	}
	for _, m := range w.deliver() {
		if strings.Contains(flat(m.Text), "Wilt thou yield") && m.To[0].Address == address["Blue"] {
			w.press++
		}
	}
}

// sign signs a text a minute later than the last.
func (w *rewriter) sign(by respell.Signer, text string) respell.Letter {
	w.t.Helper()
	w.now = w.now.Add(time.Minute)
	l, err := by.Sign(text, w.now)
	if err != nil {
		w.t.Fatal(err)
	}
	return l
}

func (w *rewriter) send(l respell.Letter) {
	w.t.Helper()
	w.sent++
	w.takeAll(l.Plain(fmt.Sprintf("mail-%d", w.sent)))
}

// told is what changes if anything counts.
func (w *rewriter) told() string {
	return fmt.Sprintf("%d records, %d press", len(w.records()), w.press)
}

// text is what Red signs about the next step, with the code if he has no key.
func (w *rewriter) text(body string, orders bool) string {
	step := w.status().Step + 1
	head := "game: duel-1\nside: Red\n"
	if orders {
		head += fmt.Sprintf("turn: 1\nstep: %d\n", step)
	}
	if w.red.Key == "" {
		w.t.Helper()
		err := w.store.View(func(tx *store.Tx) error {
			sealed, err := tx.Secret("duel-1", docket.SecretSealed)
			head += "code: " + said.CodeOf(sealed.Reveal(), "duel-1", step, "Red") + "\n"
			return err
		})
		if err != nil {
			w.t.Fatal(err)
		}
	}
	return head + "\n" + body + "\nend\n"
}

// counts sends what is signed, and wants it to count.
func (w *rewriter) counts(what string, l respell.Letter) {
	w.t.Helper()
	before := w.told()
	if w.send(l); w.told() == before {
		w.t.Errorf("%s, signed anew, does not count: %s\n%s", what, before, w.got[len(w.got)-1].Text)
	}
}

// nothing sends letters again in all spellings, and wants nothing of it to count.
func (w *rewriter) nothing(what string, letters ...respell.Letter) {
	w.t.Helper()
	before, seed := w.told(), uint64(w.sent)
	for i, l := range letters {
		var raws [][]byte
		for _, r := range l.Respell(*respellings, seed+uint64(i)) {
			raws = append(raws, r.Raw)
		}
		w.takeAll(raws...)
		if got := w.told(); got != before {
			w.t.Errorf("%s %d counts again: %s, before %s", what, i, got, before)
			before = got
		}
	}
}

// What counted never counts again, however somebody else writes it; and what its
// owner signs anew always does.
func TestSignedOnce(t *testing.T) {
	all, chiefs := signers(t, address["Red"]), signers(t, "chief@example.org")
	for i, red := range all {
		t.Run(red.Form, func(t *testing.T) {
			t.Parallel()
			w := newRewriter(t, red, chiefs[i])
			first, second := w.sign(red, w.text("pick 4", true)), w.sign(red, w.text("pick 2", true))
			w.counts("first orders", first)
			w.counts("second orders", second)
			w.nothing("orders", first, second)
			w.restart()
			w.configure()
			w.nothing("orders after a restart", first, second)
			w.counts("the first orders", w.sign(red, w.text("pick 4 // again", true)))
			withdraw := w.sign(red, w.text("withdraw", false))
			w.counts("withdraw", withdraw)
			w.nothing("withdraw, and orders before it", withdraw, first, second)
			w.counts("third orders", w.sign(red, w.text("pick 5", true)))

			draw, no := w.sign(red, w.text("draw", false)), w.sign(red, w.text("draw no", false))
			w.counts("draw", draw)
			w.counts("draw no", no)
			w.nothing("draw", draw, no)
			w.counts("draw", w.sign(red, w.text("draw // once more", false)))

			press := w.sign(red, w.text("press Blue\nWilt thou yield\nendpress", false))
			w.counts("press", press)
			w.nothing("press", press)
			w.counts("press", w.sign(red, w.text("press Blue\nWilt thou yield?\nendpress", false)))
			if red.Key == "" {
				w.verified(w.signatures())
				return
			}
			change := w.sign(red, "game: duel-1\nside: Red\nkey: "+testkey.New("next").Public().String()+"\nend\n")
			w.counts("key", change)
			w.nothing("key", change)
			w.counts("key", w.sign(red, "Sire\n\ngame: duel-1\nside: Red\nkey: "+testkey.New("next").Public().String()+
				"\nend\n"))

			umpire := func(body string) string { return "game: duel-1\nside: umpire\n\n" + body + "\nend\n" }
			process, word := w.sign(w.chief, umpire("process")),
				w.sign(w.chief, umpire("announce\nGood luck\nendannounce"))
			w.counts("announce", word)
			w.counts("process", process)
			w.nothing("the umpire's commands", process, word)
			w.goOnElsewhere()
			w.nothing("the umpire's commands in another store", process, word)
			w.nothing("press and keys in another store", press, change)
			w.counts("process", w.sign(w.chief, umpire("process // the next one")))
			w.verified(w.signatures())
		})
	}
}

// signatures is how many signatures the log holds.
func (w *rewriter) signatures() (n int) {
	for _, r := range w.records() {
		if slices.Contains([]string{record.KindOrders, record.KindCommand, record.KindKey}, r.Kind) {
			n++
		}
	}
	return n
}

// goOnElsewhere goes on with what a backup of the game holds.
func (w *rewriter) goOnElsewhere() {
	w.t.Helper()
	var s fold.SavedGame
	if err := w.store.View(func(tx *store.Tx) (err error) {
		s, err = stored.Save(tx,
			"duel-1")
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	other := newTable(w.t)
	other.now = w.now
	a := audit.CheckLog(other.u.Rulesets, s.Records)
	if err := other.store.Update(func(tx *store.Tx) error { return stored.Restore(tx, s, a) }); err != nil {
		w.t.Fatal(err)
	}
	w.table = other
	w.configure()
}

// The dice of a step are the same whatever somebody made of a mail on its way.
func TestDiceStay(t *testing.T) {
	for _, red := range signers(t, address["Red"]) {
		t.Run(red.Form, func(t *testing.T) {
			t.Parallel()
			var letter respell.Letter
			dice := func(name string, raw []byte) string {
				w := newRewriter(t, red, respell.Signer{})
				w.play("Blue", 1, 1, "pick 2")
				if raw == nil {
					letter = w.sign(red, w.text("pick 4", true))
					raw = letter.Plain(name)
				}
				w.now = time.Date(2030, 12, 2, 9, 0, 0, 0, time.UTC)
				w.takeAll(raw)
				for _, r := range w.records() {
					if s, err := record.ParseStep(r.Data, r.Hidden); r.Kind == record.KindStep && err == nil {
						return fmt.Sprintf("%x %v", s.Hash, s.Draws)
					}
				}
				return "refused"
			}
			want, good := dice("plain", nil), 0
			const least = 6 // some spellings break the signature
			for _, r := range letter.Respell(max(*respellings, least), 2) {
				switch got := dice(r.Name, r.Raw); got {
				case want:
					good++
				case "refused":
				default:
					t.Errorf("%s: got %s, want %s", r.Name, got, want)
				}
			}
			if want == "refused" || good == 0 {
				t.Errorf("%d spellings are good, plainly written it is %s", good, want)
			}
		})
	}
}
