package claims

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"berthier/engine/enginetest"
	"berthier/store"
	"berthier/store/storetest"
)

func TestMain(m *testing.M) { storetest.M{M: m}.Run() }

// club is a database of which several processes have the store.
type club struct {
	server               *storetest.Server
	schema, address, key string
}

func newClub(t *testing.T) *club {
	t.Helper()
	c := &club{server: storetest.Start(t), key: filepath.Join(t.TempDir(), "key")}
	c.schema, c.address = c.server.Schema(t)
	return c
}

func (c *club) open(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.OpenDatabase(c.address, c.key)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { checkAndClose(t, s) })
	return s
}

func checkAndClose(t *testing.T, s *store.Store) {
	problems, err := s.Check()
	if err != nil || len(problems) > 0 {
		t.Errorf("store: %v, %v", problems, err)
	}
	s.Close()
}

// expire ends the leases of all processes, and lets that be noticed.
func (c *club) expire(t *testing.T) {
	c.server.SQL(t, "UPDATE "+c.schema+".berthier_worker SET until = now() - interval '1 hour'")
	s, err := store.OpenDatabase(c.address, c.key)
	if err != nil {
		t.Error(err)
		return
	}
	s.Close()
}

// member is a process: what it remembers of games, and its claims.
type member struct {
	*Claims
	mu     sync.Mutex
	store  *store.Store
	counts map[string]string // how games stand
	names  map[string]string // what seldom changes of them
	forgot []string
}

func newMember(s *store.Store) *member {
	m := &member{store: s, counts: map[string]string{}, names: map[string]string{}}
	m.Claims = New(s, Memory{Mu: &m.mu, Held: func() { m.forgot = append(m.forgot, "held") },
		Game: func(id string) {
			m.forgot = append(m.forgot, "game "+id)
			delete(m.counts, id)
			delete(m.names, id)
		},
		State: func(id string) { m.forgot = append(m.forgot, "state "+id); delete(m.counts, id) },
	})
	return m
}

// value is what a member remembers of a game, or reads.
func (m *member) value(memory map[string]string, id, key string) (string, error) {
	if v, ok := memory[id]; ok {
		return v, nil
	}
	err := m.store.View(func(tx *store.Tx) error {
		v, err := tx.State(id, key)
		if errors.Is(err, store.ErrNotFound) {
			v, err = []byte("0"), nil
		}
		memory[id] = string(v)
		return err
	})
	return memory[id], err
}

// count raises the counts of games by one, as far as they are claimed, by what it remembers.
func (m *member) count(ids ...string) error {
	if err := m.Mine(ids...); err != nil {
		return err
	}
	next := map[string]string{}
	for _, id := range ids {
		v, err := m.value(m.counts, id, "count")
		if err != nil {
			return err
		}
		n := 0
		fmt.Sscan(v, &n)
		next[id] = fmt.Sprint(n + 1)
	}
	return m.write(next, m.counts, "count", false)
}

func (m *member) write(next, memory map[string]string, key string, announce bool) error {
	err := m.store.Update(func(tx *store.Tx) error {
		for id, v := range next {
			if announce {
				tx.Announce(id)
			}
			if err := tx.SetState(id, key, []byte(v)); err != nil {
				return err
			}
		}
		return nil
	})
	for id, v := range next {
		if memory[id] = v; err != nil {
			delete(memory, id)
		}
	}
	return err
}

// Over a file nothing is claimed.
func TestOverAFile(t *testing.T) {
	s, err := store.Open(filepath.Join(t.TempDir(), "berthier.db"), 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { checkAndClose(t, s) })
	storetest.CreateGames(t, s.Update, "wagram")
	m := newMember(s)
	at := time.Unix(1e9, 0)
	if err := m.With(func() error { return m.count("wagram") }); err != nil {
		t.Error(err)
	}
	if in, err := m.AllIn(at); err != nil || !in.Equal(at) {
		t.Errorf("all is in up to %v, %v", in, err)
	}
	if err := errors.Join(m.Mine("ulm"), m.CatchUp()); err != nil || len(m.Games())+len(m.forgot) > 0 {
		t.Errorf("%v, claimed %q, forgot %q", err, m.Games(), m.forgot)
	}
}

// What is decided begins anew with the claims that turn out to be missing, and if another process was at it.
func TestBeginsAnew(t *testing.T) {
	c := newClub(t)
	s := c.open(t)
	storetest.CreateGames(t, s.Update, "wagram", "ulm")
	m := newMember(s)
	broken := errors.New("broken")
	for _, tt := range []struct {
		name    string
		begins  []string              // games that are claimed from the beginning
		do      func(times int) error // what is decided
		claimed [][]string            // each time
		want    error
	}{
		{"nothing", nil, func(int) error { return nil }, [][]string{nil}, nil},
		{"what is claimed", []string{"wagram"}, func(int) error {
			return m.count("wagram")
		}, [][]string{{"wagram"}}, nil},
		{"another game", []string{"wagram"}, func(int) error { return m.count("ulm") },
			[][]string{{"wagram"}, {"ulm", "wagram"}}, nil},
		{"two games", nil, func(int) error { return errors.Join(m.count("ulm"), m.count("wagram")) },
			[][]string{nil, {"ulm"}, {"ulm", "wagram"}}, nil},
		{"met", []string{"ulm"}, func(n int) error {
			if n < 3 {
				return fmt.Errorf("%w: %w", store.ErrNotWritten, store.ErrMet)
			}
			return nil
		}, [][]string{{"ulm"}, {"ulm"}, {"ulm"}}, nil},
		{"broken", []string{"ulm"}, func(int) error { return broken }, [][]string{{"ulm"}}, broken},
		{"taken", []string{"ulm"}, func(int) error { return store.ErrTaken }, [][]string{{"ulm"}}, store.ErrTaken},
	} {
		var claimed [][]string
		err := m.With(func() error {
			got := m.Games()
			slices.Sort(got)
			claimed = append(claimed, got)
			return tt.do(len(claimed))
		}, tt.begins...)
		if !errors.Is(err, tt.want) || (err == nil) != (tt.want == nil) ||
			!slices.EqualFunc(claimed, tt.claimed, slices.Equal[[]string]) {
			t.Errorf("%s: %v, claimed %q, want %q", tt.name, err, claimed, tt.claimed)
		}
		if got, err := s.Claim("game/ulm", "game/wagram"); err != nil || len(got) != 2 || len(m.Games()) > 0 {
			t.Errorf("%s: afterwards %v are free, %v", tt.name, got, err)
		}
		s.Unclaim("game/ulm", "game/wagram")
	}
}

// Who waits for what another process is at has nothing meanwhile, and gives up in the end.
func TestBusy(t *testing.T) {
	defer func(before time.Duration) { claimTime = before }(claimTime)
	claimTime = 50 * time.Millisecond
	c := newClub(t)
	one, other, third := newMember(c.open(t)), newMember(c.open(t)), newMember(c.open(t))
	storetest.CreateGames(t, one.store.Update, "wagram", "ulm")
	nothing := func() error { return nil }
	err := one.With(func() error {
		for _, decide := range []func() error{
			func() error { return other.With(nothing, "ulm", "wagram") },
			func() error { other.mu.Lock(); defer other.mu.Unlock(); return other.DecidingSoon(nothing, "wagram") },
			func() error { return other.With(func() error { return other.count("wagram") }, "ulm") },
		} {
			if err := decide(); !errors.Is(err, ErrBusy) || !errors.Is(err, store.ErrNotWritten) {
				t.Errorf("what another process is at: %v", err)
			}
			if err := third.With(nothing, "ulm"); err != nil {
				t.Errorf("what nobody is at: %v", err)
			}
		}
		return nil
	}, "wagram")
	if err != nil {
		t.Error(err)
	}
	if err := other.With(nothing, "ulm", "wagram"); err != nil {
		t.Error(err)
	}
}

// A member forgets what others wrote: of the games that it claims, and of all games what was announced.
func TestForgets(t *testing.T) {
	c := newClub(t)
	one, other := newMember(c.open(t)), newMember(c.open(t))
	storetest.CreateGames(t, one.store.Update, "austerlitz", "ulm", "wagram")
	nothing := func() error { return nil }
	for _, m := range []*member{one, other} {
		if err := m.With(nothing, "austerlitz", "ulm", "wagram"); err != nil {
			t.Fatal(err)
		}
	}
	rename := func() error { return other.write(map[string]string{"ulm": "x"}, other.names, "name", true) }
	count := func() error { return other.count("ulm") }
	for _, tt := range []struct {
		name   string
		writes func() error // the other
		then   func() error // the one
		want   string
	}{
		{"nothing", nothing, func() error { return one.With(nothing, "ulm") }, ""},
		{"its game", count, func() error { return one.With(nothing, "ulm") }, "state ulm"},
		{"not again", nothing, func() error { return one.With(nothing, "ulm") }, ""},
		{"announced, another game", rename, func() error { return one.With(nothing, "wagram") }, "game ulm"},
		{"to catch up", count, func() error {
			one.mu.Lock()
			defer one.mu.Unlock()
			return one.CatchUp()
		}, "state ulm"},
		{"both", func() error { return errors.Join(count(), rename(), count()) },
			func() error { return one.With(nothing, "ulm") }, "game ulm"},
		{"its own", nothing, func() error { return one.With(func() error { return one.count("ulm") }, "ulm") }, ""},
		{"not its own later", nothing, func() error { return one.With(nothing, "ulm") }, ""},
	} {
		one.forgot = nil
		if err := other.With(tt.writes, "ulm"); err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		err := tt.then()
		if got := strings.Join(one.forgot, ", "); err != nil || got != tt.want {
			t.Errorf("%s: forgot %q, %v, want %q", tt.name, got, err, tt.want)
		}
	}
}

// All is in up to the look before the oldest mail in the queue was found.
func TestAllIn(t *testing.T) {
	c := newClub(t)
	m := newMember(c.open(t))
	at := func(minute int) time.Time { return time.Date(2030, 12, 2, 8, minute, 0, 0, time.UTC) }
	err := m.store.Stand(t.Context(), store.ClaimMailbox, func(context.Context) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		queued     int // minute of the look before; 0 for no mail
		read, want time.Time
	}{
		{0, at(10), at(10)}, {30, at(10), at(10)}, {10, at(10), at(10).Add(-1)}, {5, at(10), at(5).Add(-1)},
		{20, at(10), at(5).Add(-1)},
	} {
		if tt.queued > 0 {
			if got, err := m.store.Claim(store.ClaimMailbox); len(got) != 1 {
				t.Fatal(err)
			}
			mail := store.IncomingMail{Claim: store.ClaimClub, Looked: at(tt.queued), Raw: []byte("x")}
			if err := m.store.Queue("INBOX", nil, []store.IncomingMail{mail}); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := m.AllIn(tt.read); err != nil || !got.Equal(tt.want) {
			t.Errorf("with one of %d all is in up to %v, %v, want %v", tt.queued, got, err, tt.want)
		}
	}
}

// Whatever several processes decide of games at the same time, by what they remember, and whenever their leases end and
// others take over: no decision is lost, and none counts that was not told.
func TestNoDecisionIsLost(t *testing.T) {
	defer func(before time.Duration) { claimTime = before }(claimTime)
	claimTime = time.Second // where a lease was renewed that was to end
	c := newClub(t)
	ids := []string{"austerlitz", "ulm", "wagram", "jena"}
	first := c.open(t)
	storetest.CreateGames(t, first.Update, ids...)
	rival := newMember(c.open(t))
	seed := enginetest.Seed(t)
	var running sync.WaitGroup
	var mu sync.Mutex
	told, taken := map[string]int{}, 0
	tell := func(err error, some []string) error {
		if err != nil && !errors.Is(err, store.ErrNotWritten) && !errors.Is(err, store.ErrNotRead) {
			t.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		for _, id := range some {
			if err == nil {
				told[id]++
			}
		}
		return err
	}
	// takeOver ends all leases, and lets another process decide before this one goes on under a new lease.
	takeOver := func(m *member, some []string) {
		c.expire(t)
		rival.store.SetBeat([]byte("x")) // which finds out that its own lease ended too, sooner than its renewal does
		for n := 0; n < 3 && tell(rival.With(func() error { return rival.count(some...) }), some) != nil; n++ {
		}
		if err := m.store.SetBeat([]byte("x")); errors.Is(err, store.ErrTaken) {
			mu.Lock()
			taken++
			mu.Unlock()
		}
	}
	for n := range 3 {
		m := newMember(c.open(t))
		random := rand.New(rand.NewPCG(seed, uint64(n)))
		running.Go(func() {
			for range 12 {
				some := []string{ids[random.IntN(len(ids))]}
				if more := ids[random.IntN(len(ids))]; more != some[0] && random.IntN(2) == 0 {
					some = append(some, more)
				}
				ends := random.IntN(5) == 0
				err := m.With(func() error {
					if ends && len(m.Games()) == len(some) { // after it has read how things stand
						ends = false
						for _, id := range some {
							m.value(m.counts, id, "count")
						}
						takeOver(m, some)
					}
					return m.count(some...)
				}, some[:random.IntN(len(some)+1)]...)
				tell(err, some)
			}
		})
	}
	running.Wait()
	m, all := newMember(first), 0
	for _, id := range ids {
		got, err := m.value(m.counts, id, "count")
		if err != nil || got != fmt.Sprint(told[id]) {
			t.Errorf("%s was counted to %s, %v, and %d times it was told", id, got, err, told[id])
		}
		all += told[id]
	}
	if t.Logf("%d decisions, %d takeovers", all, taken); all == 0 || taken == 0 {
		t.Error("nothing was decided, or nothing taken over")
	}
}
