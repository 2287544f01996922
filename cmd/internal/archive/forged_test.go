package archive

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/bend"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/engine/enginetest"
	"berthier/engine/jdg"
	"berthier/store"
)

// shortGames are games of a few steps with all secrets: a plain one, one with the
// acts of an umpire, one with deadlines, and one by rules that this program does not
// have, so that its events count as they are.
func shortGames(t testing.TB) []game.SavedGame {
	t.Helper()
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	plain := newTable(t, "goldbach")
	plain.step()
	plain.step()
	ruled := newTable(t, "goldbach")
	ruled.rule()
	_, err := ruled.u.Do(ruled.id, "burn 20 the store was put back")
	do(err)
	ruled.step()
	asked, err := ruled.u.Do(ruled.id, "close enough")
	do(err)
	_, err = ruled.u.Do(ruled.id, regexp.MustCompile(`close \S+ \S{4}-\S{4}`).FindString(asked.Text))
	do(err)
	timed := emptyTable(t, "goldbach")
	timed.create(func(s *play.Spec) {
		s.Deadline, s.Wait = "3d; at 20:00; zone Europe/Paris; off sat sun 12-24..01-02; remind 24h 4h; grace 12h; "+
			"bank 72h; absence 30; pause 30", true
	})
	_, err = timed.u.Do(timed.id, "start")
	do(err)
	timed.step()
	timed.now = timed.now.Add(20 * 24 * time.Hour)
	timed.u.Looked(nil)
	do(timed.u.Tick(timed.now))
	timed.step()
	foreign := forge(t, plain.save(), func(f *forger) {
		for i, r := range f.s.Records {
			f.s.Records[i].Data = regexp.MustCompile(`(?m)^ruleset: jdg .*$`).ReplaceAll(r.Data,
				[]byte("ruleset: jdg 99"))
		}
	})
	return []game.SavedGame{plain.save(), ruled.save(), timed.save(), foreign}
}

// forgery is what of a game a forger replaces.
type forgery struct {
	name string
	was  []byte
	do   func(f *forger, text []byte)
}

// forgeries are all parts of a game.
func forgeries(s game.SavedGame) (all []forgery) {
	add := func(name string, was []byte, do func(f *forger, text []byte)) {
		all = append(all, forgery{name, was, do})
	}
	for _, name := range slices.Sorted(maps.Keys(s.Data)) {
		add(name, s.Data[name], func(f *forger, text []byte) { f.data(name, text) })
	}
	for i, r := range s.Records {
		add(fmt.Sprint("open part of record ", r.Seq), r.Data, func(f *forger, text []byte) { f.open(i, text) })
		add(fmt.Sprint("hidden part of record ", r.Seq), r.Hidden,
			func(f *forger, text []byte) { f.s.Records[i].Hidden = text })
		add(fmt.Sprint("a record before record ", r.Seq), append(append(bytes.Clone(r.Data), 0), r.Hidden...),
			func(f *forger, text []byte) { f.put(i, text) })
		if o, err := record.ParseOrders(r.Data, r.Hidden); r.Kind == record.KindOrders && err == nil {
			add(fmt.Sprint("turn file of record ", r.Seq), o.Data, func(f *forger, text []byte) {
				for _, k := range keys() {
					if k.Public().Name() == o.Key {
						f.orders(i, k, text)
					}
				}
			})
		}
	}
	for _, hash := range slices.Sorted(maps.Keys(s.Messages)) {
		add("mail "+hash, s.Messages[hash], func(f *forger, text []byte) { f.message(hash, text) })
	}
	for _, key := range slices.Sorted(maps.Keys(s.Secrets.State)) {
		add("state "+key, []byte(s.Secrets.State[key]), func(f *forger, text []byte) {
			secrets := *f.s.Secrets
			secrets.State = maps.Clone(secrets.State)
			secrets.State[key] = string(text)
			f.s.Secrets = &secrets
		})
	}
	return all
}

// allocated is what the program has asked of memory until now.
func allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// mostForged is what the audit of one of the short games may allocate in all.
const mostForged = 1 << 30

// judgeForged audits a forged game and restores it if it is sound: whatever it is,
// there is a plain answer.
func judgeForged(t *testing.T, s game.SavedGame) {
	t.Helper()
	before := allocated()
	defer func() {
		if n := allocated() - before; n > mostForged {
			t.Errorf("%d MB were allocated", n>>20)
		}
	}()
	file, err := Write(s)
	if err != nil {
		return
	}
	a, err := Read(file)
	if err != nil {
		return
	}
	r := auditor.Audit(a, nil)
	for _, c := range r.Checks {
		if c.Err != nil && strings.Contains(c.Err.Error(), "panic: ") {
			t.Errorf("%s: %v", c.Name, c.Err)
		}
	}
	if !r.Sound() {
		return
	}
	tb := &table{t: t, store: openStore(t), rules: jdgRules(t), now: time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC)}
	if err := tb.store.Update(func(tx *store.Tx) error { _, err := auditor.Restore(tx, a); return err }); err != nil {
		return
	}
	tb.reopen()
	names, err := tb.u.Games()
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	tb.id = names[0]
	if err := tb.u.Resume(); err != nil {
		t.Errorf("the daemon does not start: %v", err)
	}
	tb.u.Looked(nil)
	if err := tb.u.Tick(tb.now); err != nil {
		t.Errorf("clocks: %v", err)
	}
	if _, err := tb.u.Status(tb.id); err != nil {
		t.Errorf("status: %v", err)
	}
}

// FuzzForged changes any part of a game and makes all hashes, dice and signatures of
// the umpire right again, so that the change is reached: the answer of an audit is a
// fault in words, and what is restored starts.
func FuzzForged(f *testing.F) {
	games := shortGames(f)
	var all [][]forgery
	for g, s := range games {
		all = append(all, forgeries(s))
		for i, x := range all[g] {
			if i%40 == 0 && len(x.was) < 20_000 {
				f.Add(g, i, x.was)
			}
		}
	}
	f.Fuzz(func(t *testing.T, g, i int, text []byte) {
		g = ((g % len(games)) + len(games)) % len(games)
		i = ((i % len(all[g])) + len(all[g])) % len(all[g])
		judgeForged(t, forge(t, games[g], func(f *forger) { all[g][i].do(f, text) }))
	})
}

func jdgRules(t testing.TB) *jdg.Ruleset {
	t.Helper()
	rs, err := jdg.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// Parts of games are bent one by one, and in some games two of them at once.
func TestForged(t *testing.T) {
	most := 20
	if *long > 0 {
		most = *long * 150
	}
	from := enginetest.Seed(t)
	games := shortGames(t)
	var all [][]forgery
	for i, s := range games {
		all = append(all, forgeries(s))
		a, err := Read(write(t, forge(t, s, func(*forger) {})))
		if r := auditor.Audit(a, nil); err != nil || len(a.Faults) > 0 || !r.Sound() {
			t.Fatal(i, err, a.Faults, r.Err())
		}
	}
	for n := range most {
		r := rand.New(rand.NewPCG(from, uint64(n)))
		g := r.IntN(len(games))
		var names []string
		s := forge(t, games[g], func(f *forger) {
			for range 1 + r.IntN(2) {
				x := all[g][r.IntN(len(all[g]))]
				names = append(names, x.name)
				x.do(f, bend.Text(r, x.was))
			}
		})
		judgeForged(t, s)
		if t.Failed() {
			t.Fatalf("forgery %d of game %d: %q", n, g, names)
		}
	}
}
