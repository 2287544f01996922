package umpire

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/mail"
	"berthier/store"
)

var actsSeed = flag.Uint64("umpire.acts", 0, "seed of TestRandomActs; 0 for a new one")

// restored puts a game into a fresh store and compares all that the store holds
// of it, but for the mails that were sent.
func (tb *table) restored(s Saved) {
	tb.t.Helper()
	a := CheckLog(tb.u.Rulesets, s.Records, engine.Limits{})
	other, err := store.Open(filepath.Join(tb.t.TempDir(), "other.db"), 0)
	if err != nil {
		tb.t.Fatal(err)
	}
	defer other.Close()
	if err := other.Update(func(tx *store.Tx) error { return Restore(tx, s, a) }); err != nil {
		tb.t.Fatal(err)
	}
	var got, want strings.Builder
	for s, w := range map[*store.Store]*strings.Builder{tb.store: &want, other: &got} {
		if err := s.View(func(tx *store.Tx) error { return dumpGame(w, tx, "duel-1") }); err != nil {
			tb.t.Fatal(err)
		}
	}
	// Which program looked at the game last is not restored.
	if got, want := got.String(), strings.ReplaceAll(want.String(), stateChecked+" = "+tb.u.Build+"\n\n", ""); got != want {
		tb.t.Errorf("restored:\n%s\nwant\n%s", got, want)
	}
	if problems, err := other.Check(); err != nil || len(problems) > 0 {
		tb.t.Errorf("the other store: %v, %v", problems, err)
	}
}

// Whatever players and umpire do, in whatever order: the log is sound, nothing
// that was taken back comes again, and the game can be saved and restored.
func TestRandomActs(t *testing.T) {
	seed := *actsSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("seed: -umpire.acts=%d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	done := map[string]int{}
	for n := range 5 {
		randomActs(t, random, done)
		if t.Failed() {
			t.Fatalf("in game %d", n)
		}
	}
	for _, what := range []string{"orders", "process", "rollback", "ruling", "substitute", "key", "announce", "close", "restart"} {
		if done[what] == 0 && what != "close" {
			t.Errorf("never done: %s; %v", what, done)
		}
	}
}

func randomActs(t *testing.T, random *rand.Rand, done map[string]int) {
	tb := newTable(t)
	tb.create()
	signer := map[engine.Side]*mail.PrivateKey{"Red": keys()["Red"], "Blue": keys()["Blue"]}
	before := map[int]string{0: string(tb.position())} // by number
	for i := range 40 {
		s := tb.status()
		if s.Outcome.Over {
			break
		}
		var err error
		what := []string{"orders", "orders", "orders", "orders", "process", "rollback", "ruling", "substitute", "key", "announce", "restart", "close"}[random.IntN(12)]
		side := duelSides[random.IntN(2)]
		want := ""
		switch what {
		case "orders":
			line := []string{"pick 3", "pick 5", "double yes", "double no"}[random.IntN(4)]
			text := file(side, s.Turn, s.Step+1-random.IntN(5)/4, line)
			signed, err := mail.Inline(signer[side], []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := tb.take(letter(address[side], fmt.Sprintf("random-%d@home", i), string(signed))); err != nil {
				t.Fatal(err)
			}
		case "process":
			err = tb.u.Process("duel-1")
		case "rollback":
			if s.Step > 0 {
				to := random.IntN(s.Step)
				_, err = tb.u.Rollback("duel-1", to, "because", "")
				want = before[to]
			}
		case "ruling":
			old := scoreOf(tb)
			text := fmt.Sprintf("- %s\n+ score %d %d\n", old, random.IntN(9), random.IntN(9))
			if !strings.HasSuffix(text, old+"\n") {
				_, err = tb.u.Ruling("duel-1", []byte(text), "because", "")
				want = strings.Replace(string(tb.position()), old, strings.TrimSpace(text[strings.Index(text, "+")+1:]), 1)
			}
		case "substitute", "key":
			key, kerr := mail.GenerateKey("")
			if kerr != nil {
				t.Fatal(kerr)
			}
			signer[side] = key
			if what == "key" {
				_, err = tb.u.SetKey("duel-1", side, key.Public().String())
				break
			}
			p := Player{Side: side, Name: fmt.Sprint("Player ", i), Address: address[side], Key: key.Public().String()}
			_, err = tb.u.Substitute("duel-1", p, "because", "")
		case "announce":
			_, err = tb.u.Announce("duel-1", "a word", "")
		case "restart":
			tb.restart()
		case "close":
			if random.IntN(10) == 0 {
				_, err = tb.u.Close("duel-1", "because", "")
			}
		}
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		done[what]++
		number := tb.status().Step
		if want != "" && string(tb.position()) != want {
			t.Errorf("after %s:\n%s\nwant\n%s", what, tb.position(), want)
		}
		if number > s.Step {
			before[number] = string(tb.position())
		}
		if random.IntN(4) == 0 {
			tb.verify()
		}
	}
	tb.verify()
	tb.deliver()
	var s Saved
	if err := tb.store.View(func(tx *store.Tx) (err error) { s, err = Save(tx, "duel-1"); return err }); err != nil {
		t.Fatal(err)
	}
	tb.restored(s)
	links := map[engine.Link]bool{}
	for _, r := range s.Records {
		value, err := parseAct(r)
		if r.Kind == KindStep {
			value, err = ParseStepRecord(r.Data, r.Hidden)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, link, ok := linksOf(value); ok {
			if links[link] {
				t.Errorf("record %d uses a link again", r.Seq)
			}
			links[link] = true
		}
	}
	public := s.Public()
	a, err := tb.check(public.Records)
	if err != nil || len(a.Acts) > 0 && a.Check("umpire").Name == "" || !slices.IsSortedFunc(a.Acts, func(x, y Act) int { return int(x.Record) - int(y.Record) }) {
		t.Errorf("published: %v, %+v", err, a.Checks)
	}
}
