package umpire

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cloudflare/circl/sign/bls"

	"berthier/cmd/internal/beacon"
	"berthier/cmd/internal/beacon/drand"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/retold"
	"berthier/cmd/internal/stored"
	"berthier/store"
)

// ownChain is a chain of which the tests have the private key: a round every
// three seconds.
var ownChain = sync.OnceValues(func() (beacon.Chain, *bls.PrivateKey[bls.KeyG2SigG1]) {
	private, err := bls.KeyGen[bls.KeyG2SigG1]([]byte("a secret of 32 bytes for a test!"), nil, nil)
	if err != nil {
		panic(err)
	}
	key, err := private.PublicKey().MarshalBinary()
	if err != nil {
		panic(err)
	}
	return beacon.Chain{Name: "trial", Scheme: beacon.SchemeG1, Key: key, Seed: []byte{7},
		Genesis: time.Unix(1692803367, 0).UTC(), Period: 3 * time.Second}, private
})

func signRound(n uint64) []byte {
	_, private := ownChain()
	message := sha256.Sum256(binary.BigEndian.AppendUint64(nil, n))
	return bls.Sign(private, message[:])
}

// drandServer publishes the rounds of the chain up to the table's clock, over
// HTTP as drand servers do.
func drandServer(tb *table) play.AskFunc {
	c, _ := ownChain()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var round uint64
		if _, err := fmt.Sscanf(r.URL.Path, fmt.Sprintf("/%x/public/%%d", c.Hash()), &round); err != nil ||
			c.Time(round).After(tb.now) {
			http.NotFound(w, r)
			return
		}
		fmt.Fprintf(w, `{"round":%d,"signature":"%x"}`, round, signRound(round))
	}))
	tb.t.Cleanup(server.Close)
	return func(ctx context.Context, c beacon.Chain, round uint64) ([]byte, error) {
		return drand.Fetch(ctx, c, server.Client(), []string{server.URL}, round)
	}
}

func (tb *table) createWithBeacon() {
	tb.t.Helper()
	s := spec()
	chain, _ := ownChain()
	s.Beacon = record.Beacon{Chain: chain, Delay: 30 * time.Second}
	if _, err := tb.u.Create(s); err != nil {
		tb.t.Fatal(err)
	}
}

func (tb *table) draw(ask play.AskFunc, missing int) {
	tb.t.Helper()
	if got, err := tb.u.DrawDue(context.Background(), ask); err != nil || got != missing {
		tb.t.Fatalf("DrawDue: %d missing, want %d: %v", got, missing, err)
	}
}

// playWithBeacon plays a whole game, and waits for the round of each step.
func playWithBeacon(t testing.TB) *table {
	tb := newTable(t)
	ask := drandServer(tb)
	tb.createWithBeacon()
	for tb.status().Step < 20 && !tb.status().Outcome.Over {
		for _, side := range tb.status().Waiting {
			line := "pick 4"
			if mayDouble(tb.status()) {
				line = "double yes"
			} else if side == "Blue" {
				line = "pick 2"
			}
			tb.play(side, tb.status().Turn, tb.status().Step+1, line)
		}
		tb.now = tb.now.Add(time.Minute)
		tb.draw(ask, 0)
	}
	return tb
}

func TestBeacon(t *testing.T) {
	tb := newTable(t)
	ask := drandServer(tb)
	tb.createWithBeacon()
	chain, _ := ownChain()
	if opening := tb.deliver(); !strings.Contains(flat(opening[0].Text),
		fmt.Sprintf("A round of the drand chain trial (%x), which is published only when all orders", chain.Hash())) {
		t.Errorf("the opening does not tell of the beacon:\n%s", opening[0].Text)
	}
	tb.play("Red", 1, 1, "pick 1")
	if tb.status().Closed != nil {
		t.Fatal("the step is closed although an answer is owed")
	}
	tb.play("Blue", 1, 1, "pick 2")
	s := tb.status()
	want := chain.After(tb.now.Add(30 * time.Second))
	if s.Step != 0 || s.Closed == nil || s.Closed.Round != want || s.Closed.Step != 1 {
		t.Fatalf("got step %d, closed %+v, want round %d of step 1", s.Step, s.Closed, want)
	}
	told := tb.deliver()
	if got := titles(told); strings.Count(got, "[duel-1] all orders are in") != 2 {
		t.Errorf("got %s", got)
	}
	head := told[len(told)-1].Text
	if !strings.Contains(head, fmt.Sprintf("round %d of drand chain trial", want)) ||
		len(retold.Checkpoints(head)) != 1 {
		t.Errorf("got %s", head)
	}

	// Nothing can be changed while the step waits.
	tb.play("Red", 1, 1, "pick 3")
	if got := tb.deliver(); len(got) != 1 || !strings.Contains(flat(got[0].Text), "all answers to step 1 are in") {
		t.Errorf("got %s", titles(got))
	}
	if err := tb.u.Process("duel-1"); !errors.Is(err, docket.ErrClosed) {
		t.Errorf("Process: got %v", err)
	}
	if _, err := tb.u.SetKey("duel-1", "Red", ""); !errors.Is(err, docket.ErrClosed) {
		t.Errorf("SetKey: got %v", err)
	}

	// Not before its time, not with another signature, and also after a crash.
	tb.now = chain.Time(want).Add(-time.Second)
	tb.draw(func(context.Context, beacon.Chain, uint64) ([]byte, error) {
		t.Error("asked for a round that is not published")
		return nil, errors.New("no")
	}, 0)
	tb.now = chain.Time(want)
	tb.draw(func(context.Context, beacon.Chain, uint64) ([]byte, error) { return signRound(want + 1), nil }, 1)
	tb.draw(func(context.Context, beacon.Chain, uint64) ([]byte, error) { return nil, errors.New("down") }, 1)
	if tb.status().Step != 0 {
		t.Fatal("resolved without its round")
	}
	tb.restart()
	tb.draw(ask, 0)
	tb.draw(ask, 0)
	if s := tb.status(); s.Step != 1 || s.Closed != nil {
		t.Fatalf("got step %d, closed %+v", s.Step, s.Closed)
	}
	reports := tb.deliver()
	sum := sha256.Sum256(signRound(want))
	for _, w := range []string{fmt.Sprintf("drand %d: the round of drand chain trial", want),
		hex.EncodeToString(signRound(want)), fmt.Sprintf("SHA-256 %x", sum)} {
		if !strings.Contains(flat(whole(reports[0])), w) {
			t.Errorf("the report does not say %q:\n%s", w, reports[0].Text)
		}
	}
	if err := tb.u.Process("duel-1"); err != nil || tb.status().Closed == nil {
		t.Errorf("Process does not close the step: %v, %+v", err, tb.status().Closed)
	}
}

// The hash that binds the dice is that of the files and the round, as the
// report says how to compute it.
func TestBeaconBindsDice(t *testing.T) {
	tb := playWithBeacon(t)
	for _, r := range tb.records() {
		if r.Kind != record.KindStep {
			continue
		}
		s, err := record.ParseStep(r.Data, r.Hidden)
		if err != nil {
			t.Fatal(err)
		}
		var lines strings.Builder
		for _, in := range s.Inputs {
			sum := "-"
			if in.Orders != 0 {
				sum = fmt.Sprintf("%x", in.Hash)
			}
			fmt.Fprintf(&lines, "%s %s\n", sum, in.Side)
		}
		fmt.Fprintf(&lines, "%x drand %d\n", sha256.Sum256(signRound(s.Round.Number)), s.Round.Number)
		if want := sha256.Sum256([]byte(lines.String())); s.Hash != want {
			t.Errorf("step %d: the inputs have the hash %x, want %x", s.Step, s.Hash, want)
		}
	}
}

func TestBeaconAudit(t *testing.T) {
	tb := playWithBeacon(t)
	records := tb.records()
	a, err := tb.u.Verify("duel-1")
	if c := a.Check("beacon"); err != nil || c.Done != len(a.Steps) || c.Done < 3 {
		t.Fatalf("got %+v, %v", c, err)
	}
	index := func(kind string, n int) int {
		return slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == kind && r.Step == n })
	}
	step := func(rs []store.Record, f func(*record.Step)) {
		i := index(record.KindStep, 2)
		s, err := record.ParseStep(rs[i].Data, rs[i].Hidden)
		if err != nil {
			t.Fatal(err)
		}
		f(&s)
		rs[i].Data, rs[i].Hidden = s.Print()
	}
	closed := func(rs []store.Record, f func(*record.Closed)) {
		i := index(record.KindClosed, 2)
		c, err := record.ParseClosed(rs[i].Data)
		if err != nil {
			t.Fatal(err)
		}
		f(&c)
		rs[i].Data, _ = c.Print()
	}
	for name, change := range map[string]func([]store.Record) []store.Record{
		"another signature": func(rs []store.Record) []store.Record {
			step(rs, func(s *record.Step) { s.Round.Signature = signRound(s.Round.Number + 1) })
			return rs
		},
		"another round": func(rs []store.Record) []store.Record {
			step(rs, func(s *record.Step) {
				s.Round = record.Round{Number: s.Round.Number + 1, Signature: signRound(s.Round.Number + 1)}
			})
			return rs
		},
		"another round from the beginning": func(rs []store.Record) []store.Record {
			step(rs, func(s *record.Step) {
				s.Round = record.Round{Number: s.Round.Number + 1, Signature: signRound(s.Round.Number + 1)}
			})
			closed(rs, func(c *record.Closed) { c.Round++ })
			return rs
		},
		"no round": func(rs []store.Record) []store.Record {
			step(rs, func(s *record.Step) { s.Round = record.Round{} })
			return rs
		},
		"closed later": func(rs []store.Record) []store.Record {
			closed(rs, func(c *record.Closed) { c.Time = c.Time.Add(3 * time.Second) })
			return rs
		},
		"other files": func(rs []store.Record) []store.Record {
			closed(rs, func(c *record.Closed) { c.Inputs[0].Hash[0] ^= 1 })
			return rs
		},
		"never closed": func(rs []store.Record) []store.Record {
			i := index(record.KindClosed, 2)
			rs = slices.Delete(rs, i, i+1)
			for i := range rs {
				rs[i].Seq = uint64(i + 1)
			}
			return rs
		},
		"closed before the last file": func(rs []store.Record) []store.Record {
			i := index(record.KindClosed, 2)
			rs[i-1], rs[i] = rs[i], rs[i-1]
			rs[i-1].Seq, rs[i].Seq = rs[i].Seq, rs[i-1].Seq
			return rs
		},
	} {
		failed, err := tb.failing(change(slices.Clone(records)))
		if name == "closed later" && !slices.Equal(failed, []string{"beacon"}) {
			t.Errorf("%s: %v fail", name, failed)
		}
		if err == nil {
			t.Errorf("%s: not noticed", name)
		} else if testing.Verbose() {
			t.Logf("%s: %v", name, err)
		}
	}
}

// A game that waits for its round goes on in another store.
func TestBeaconRestore(t *testing.T) {
	tb := newTable(t)
	ask := drandServer(tb)
	tb.createWithBeacon()
	tb.play("Red", 1, 1, "pick 1")
	tb.play("Blue", 1, 1, "pick 2")
	var saved fold.SavedGame
	if err := tb.store.View(func(tx *store.Tx) (err error) {
		saved,
			err = stored.Save(tx, "duel-1")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	other := newTable(t)
	other.now = tb.now.Add(time.Minute)
	a, err := other.check(saved.Records)
	if err != nil {
		t.Fatal(err)
	}
	if err := other.store.Update(func(tx *store.Tx) error { return stored.Restore(tx, saved, a) }); err != nil {
		t.Fatal(err)
	}
	other.draw(ask, 1) // the server's clock stands still
	tb.now = other.now
	other.draw(ask, 0)
	tb.draw(ask, 0)
	if other.status().Step != 1 || !bytes.Equal(other.position(), tb.position()) {
		t.Error("the restored game went on in another way")
	}
}

func TestBeaconSpec(t *testing.T) {
	tb := newTable(t)
	chain, _ := ownChain()
	for _, tc := range []struct {
		change func(*record.Beacon)
		want   string
	}{
		{func(b *record.Beacon) { b.Delay = -time.Second }, "delay of the beacon"},
		{func(b *record.Beacon) { b.Delay = 25 * time.Hour }, "delay of the beacon"},
		{func(b *record.Beacon) { b.Delay = time.Millisecond }, "whole seconds"},
		{func(b *record.Beacon) { b.Scheme = "pedersen-bls-chained" }, "build on each other"},
		{func(b *record.Beacon) { b.Key = []byte{1} }, "public key"},
	} {
		s := spec()
		s.Beacon = record.Beacon{Chain: chain, Delay: time.Second}
		tc.change(&s.Beacon)
		if _, err := tb.u.Create(s); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("got %v, want %q", err, tc.want)
		}
	}
}

// RunBeacon draws by itself in time, and stops with its context.
func TestRunBeacon(t *testing.T) {
	tb := newTable(t)
	ask := drandServer(tb)
	tb.createWithBeacon()
	tb.play("Red", 1, 1, "pick 1")
	tb.play("Blue", 1, 1, "pick 2")
	tb.now = tb.now.Add(time.Minute)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- tb.u.RunBeacon(ctx, ask) }()
	for tb.status().Step == 0 {
		time.Sleep(20 * time.Millisecond)
	}
	stop()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := tb.check(tb.records()); err != nil {
		t.Error(err)
	}
}

// A rollback opens a closed step again, and the game stays sound.
func TestBeaconRollback(t *testing.T) {
	tb := newTable(t)
	ask := drandServer(tb)
	tb.createWithBeacon()
	tb.play("Red", 1, 1, "pick 1")
	tb.play("Blue", 1, 1, "pick 2")
	tb.now = tb.now.Add(time.Minute)
	tb.draw(ask, 0)
	if err := tb.u.Process("duel-1"); err != nil || tb.status().Closed == nil {
		t.Fatal(err, "the second step is not closed")
	}
	if _, err := tb.u.Rollback("duel-1", 0, "no server of the beacon answers", ""); err != nil {
		t.Fatal(err)
	}
	s := tb.status()
	if s.Closed != nil {
		t.Fatal("the step is still closed")
	}
	tb.play("Red", 1, s.Step+1, "pick 3")
	tb.play("Blue", 1, s.Step+1, "pick 4")
	tb.now = tb.now.Add(time.Minute)
	tb.draw(ask, 0)
	if got := tb.status().Step; got != s.Step+1 {
		t.Errorf("got step %d", got)
	}
	if a, err := tb.u.Verify("duel-1"); err != nil || a.Check("beacon").Done != 2 {
		t.Errorf("got %+v, %v", a.Check("beacon"), err)
	}
}

// The very first step can be opened again too, when no server of the beacon
// answers; or the game is closed without it.
func TestBeaconIsGone(t *testing.T) {
	down := func(context.Context, beacon.Chain, uint64) ([]byte, error) { return nil, errors.New("down") }
	closed := func() *table {
		tb := newTable(t)
		tb.createWithBeacon()
		if _, err := tb.u.Rollback("duel-1", 0, "too early", ""); err == nil ||
			!strings.Contains(err.Error(), "no step was resolved yet") {
			t.Errorf("got %v", err)
		}
		tb.play("Red", 1, 1, "pick 1")
		tb.play("Blue", 1, 1, "pick 2")
		tb.now = tb.now.Add(time.Minute)
		tb.draw(down, 1)
		tb.deliver()
		return tb
	}

	tb := closed()
	ask := drandServer(tb)
	if _, err := tb.u.Rollback("duel-1", 1, "no server answers", ""); err == nil {
		t.Error("it can go back to a step that is not resolved")
	}
	before := tb.position()
	if _, err := tb.u.Rollback("duel-1", 0, "no server answers", ""); err != nil {
		t.Fatal(err)
	}
	if s := tb.status(); s.Closed != nil || s.Step != 1 || !slices.Equal(s.Waiting, duelSides) ||
		!bytes.Equal(tb.position(), before) {
		t.Errorf("got %+v", s)
	}
	has(t, tb.deliver(), "Reason: no server answers", "The file that you had sent is dropped")
	tb.draw(ask, 0)
	tb.play("Red", 1, 2, "pick 1")
	tb.play("Blue", 1, 2, "pick 2")
	tb.now = tb.now.Add(time.Minute)
	tb.draw(ask, 0)
	if s := tb.status(); s.Step != 2 {
		t.Errorf("got step %d", s.Step)
	}
	if a, err := tb.u.Verify("duel-1"); err != nil || a.Check("beacon").Done != 1 {
		t.Errorf("got %+v, %v", a.Check("beacon"), err)
	}

	tb = closed()
	if err := tb.u.Close("duel-1", "no server answers", ""); err != nil {
		t.Fatal(err)
	}
	has(t, tb.deliver(), "closed by the umpire without a result: no server answers")
	tb.draw(down, 0) // it is not asked for any more
	if a, err := tb.u.Verify("duel-1"); err != nil || !tb.status().Outcome.Over {
		t.Errorf("got %+v, %v", a.Check("beacon"), err)
	}
}

// A game that ends while its round is asked for, or whose step this program cannot
// resolve, does not keep the others from theirs.
func TestBeaconFaults(t *testing.T) {
	tb := newTable(t)
	tb.createWithBeacon()
	chain, _ := ownChain()
	for _, id := range []string{"duel-0", "duel-2"} {
		s := spec()
		s.Game, s.Beacon = id, record.Beacon{Chain: chain, Delay: 30 * time.Second}
		if _, err := tb.u.Create(s); err != nil {
			t.Fatal(err)
		}
		for _, side := range duelSides {
			text := strings.ReplaceAll(file(side, 1, 1, "pick 1"), "duel-1", id)
			if err := tb.take(letter(address[side], id+string(side)+"@home", signed(t, side, text))); err != nil {
				t.Fatal(err)
			}
		}
	}
	*tb.rules.broken = true
	tb.play("Red", 1, 1, "pick 6") // at which the broken rules fail
	tb.play("Blue", 1, 1, "pick 1")
	tb.now = tb.now.Add(time.Minute)
	asked := 0
	tb.draw(func(_ context.Context, _ beacon.Chain, round uint64) ([]byte, error) {
		if asked++; asked == 1 {
			if err := tb.u.Close("duel-0", "meanwhile", ""); err != nil {
				t.Error(err)
			}
		}
		return signRound(round), nil
	}, 1)
	for id, want := range map[string]int{"duel-0": 0, "duel-1": 0, "duel-2": 1} {
		if s, err := tb.u.Status(id); err != nil || s.Step != want || (s.Closed != nil) != (id == "duel-1") {
			t.Errorf("%s: step %d, closed %v, want step %d: %v", id, s.Step, s.Closed, want, err)
		}
	}
	if asked != 3 || !strings.Contains(tb.logs.String(), "more than this program can count to") {
		t.Errorf("asked %d times, log:\n%s", asked, tb.logs)
	}
	*tb.rules.broken = false
	tb.draw(drandServer(tb), 0)
	if s := tb.status(); s.Step != 1 {
		t.Errorf("after the program was mended: step %d", s.Step)
	}
}
