package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"berthier/store/storetest"
)

// club is some stores of one database, as several processes have them.
type club struct {
	server       *storetest.Server
	schema       string
	address, key string
	times        times
}

// unrenewed are times in which no lease ends by itself.
var unrenewed = times{lease: time.Hour, renew: time.Hour, idle: usual.idle}

func newClub(t *testing.T, times times) club {
	t.Helper()
	c := club{server: storetest.Start(t), key: filepath.Join(t.TempDir(), "key"), times: times}
	c.schema, c.address = c.server.Schema(t)
	return c
}

func (c club) open(t *testing.T) *Store {
	t.Helper()
	s, err := openDatabase(context.Background(), c.address, c.key, c.times)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { checkSound(t, s); s.Close() })
	return s
}

// expire ends the lease of a process as time would, and lets another one notice it.
func (c club) expire(t *testing.T, of, noticed *Store) {
	t.Helper()
	c.server.SQL(t, "UPDATE "+c.schema+".berthier_worker SET until = now() - interval '1 second' WHERE owner = '"+
		string(of.far.ownName())+"'")
	if err := noticed.far.bury(); err != nil {
		t.Fatal(err)
	}
}

// takes claims, and tells which were had.
func takes(t *testing.T, s *Store, claims ...string) (had []string) {
	t.Helper()
	got, err := s.Claim(claims...)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range got {
		had = append(had, v.Claim)
	}
	slices.Sort(had)
	return had
}

// A transaction that another process stands in the way of, or whose connection is cut, is not made, and never
// decided again here.
func TestDatabaseTransactionIsMadeOnce(t *testing.T) {
	t.Parallel()
	c := newClub(t, unrenewed)
	s, other := c.open(t), c.open(t)
	cut := func() {
		c.server.SQL(t, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'berthier'")
	}
	for _, tt := range []struct {
		name    string
		between func()
		reads   bool // something after that
		want    error
		made    bool // by whomever
	}{
		{"conflict", func() { check(t, mark(other, "conflict")) }, false, ErrMet, true},
		{"other work", func() { check(t, mark(other, "something")) }, false, nil, true},
		{"cut", cut, false, ErrNotWritten, false},
		{"cut before it has read all", cut, true, ErrNotWritten, false},
	} {
		times := 0
		err := s.Update(func(tx *Tx) error {
			times++
			_, err := tx.MarkSeen(tt.name, noon)
			tt.between()
			if tt.reads {
				_, _, err = tx.Seen("something else")
			}
			return err
		})
		if !errors.Is(err, tt.want) || tt.want != nil && !errors.Is(err, ErrNotWritten) || times != 1 {
			t.Errorf("%s: %v, decided %d times", tt.name, err, times)
		}
		if made := len(marked(t, s, tt.name)) == 1; made != tt.made {
			t.Errorf("%s: made: %v", tt.name, made)
		}
	}
	// The answer to the last commit was lost.
	owner, heard := s.far.ownName(), errors.New("nothing was heard")
	got, err := s.far.alone(sqlMark, owner)
	check(t, err)
	if done, err := s.far.outcome(owner, got.Rows[0][0], heard); !done || err != nil {
		t.Errorf("the last transaction: %v, %v", done, err)
	}
	if done, err := s.far.outcome(owner, []byte("another"), heard); done || err != heard {
		t.Errorf("one that was not made: %v, %v", done, err)
	}
	if done, err := s.far.outcome([]byte("nobody"), []byte("another"), heard); done || !errors.Is(err, ErrTaken) {
		t.Errorf("one whose lease has ended: %v, %v", done, err)
	}
}

// What one process has claimed no other writes. One whose lease ended writes nothing that it began before, and goes
// on under another.
func TestDatabaseClaims(t *testing.T) {
	t.Parallel()
	c := newClub(t, unrenewed)
	first, second := c.open(t), c.open(t)
	check(t, first.Update(func(tx *Tx) error {
		return errors.Join(tx.CreateGame("wagram"), tx.CreateGame("ulm"))
	}))
	set := func(s *Store, game, value string) error {
		return s.Update(func(tx *Tx) error { return tx.SetState(game, "position", []byte(value)) })
	}
	position := func(want string) {
		t.Helper()
		view(t, first, func(tx *Tx) error {
			if got, err := tx.State("wagram", "position"); err != nil || string(got) != want {
				t.Errorf("position %q, %v; want %q", got, err, want)
			}
			return nil
		})
	}
	if had := takes(t, first, "game/wagram", "club"); !slices.Equal(had, []string{"club", "game/wagram"}) {
		t.Errorf("the first took %q", had)
	}
	if had := takes(t, second, "game/wagram", "game/ulm"); !slices.Equal(had, []string{"game/ulm"}) {
		t.Errorf("the second took %q", had)
	}
	check(t, set(first, "wagram", "1"))
	if err := set(second, "wagram", "x"); !errors.Is(err, ErrMet) {
		t.Errorf("a game that another process has: %v", err)
	}
	check(t, set(second, "ulm", "1"))
	left := first.Unclaim("game/wagram")
	if len(left) != 1 || left[0].Turn != 2 || left[0].Game() != "wagram" {
		t.Errorf("left as %v", left)
	}
	check(t, set(second, "wagram", "2")) // nobody has it

	// It begins, another one goes on, and it resumes.
	takes(t, first, "game/wagram")
	err := first.Update(func(tx *Tx) error {
		err := tx.SetState("wagram", "position", []byte("late"))
		c.expire(t, first, second)
		if had := takes(t, second, "game/wagram"); len(had) != 1 {
			t.Errorf("after the lease ended the second took %q", had)
		}
		check(t, set(second, "wagram", "3"))
		second.Unclaim("game/wagram")
		return err
	})
	if !errors.Is(err, ErrNotWritten) {
		t.Errorf("one whose lease ended: %v", err)
	}
	position("3")
	first.Unclaim("game/wagram")
	for n := 0; ; n++ { // it notices that by what it writes next, and takes another lease
		err := set(first, "wagram", "4")
		if err == nil {
			break
		}
		if n > 0 || !errors.Is(err, ErrTaken) {
			t.Fatalf("try %d after the lease ended: %v", n, err)
		}
	}
	position("4")
	if err := set(first, "ulm", "x"); !errors.Is(err, ErrMet) {
		t.Errorf("a game that the second still has: %v", err)
	}
}

// A mail is taken out of the queue once, also where nobody has its claim, and mails come in the order of their numbers.
func TestDatabaseQueue(t *testing.T) {
	t.Parallel()
	c := newClub(t, unrenewed)
	s, other := c.open(t), c.open(t)
	takes(t, s, ClaimMailbox)
	var all []IncomingMail
	for n := range 12 {
		all = append(all, IncomingMail{Claim: ClaimClub, Raw: []byte{byte(n)}})
	}
	check(t, s.Queue("INBOX", nil, all))
	s.Unclaim(ClaimMailbox)
	// as version 0.1.0
	c.server.SQL(t, fmt.Sprintf("UPDATE %s.berthier_queue SET raw = '\\x%x' WHERE seq = 3", c.schema,
		s.far.key.seal(queuePlace, uint64Key(3), all[2].Raw)))
	got, err := s.QueuedFor([]string{ClaimClub}, 99)
	if err != nil || len(got) != len(all) {
		t.Fatalf("%d mails wait, %v", len(got), err)
	}
	for n, m := range got {
		if m.Seq != uint64(n+1) || m.Damage != nil || m.Raw[0] != byte(n) {
			t.Errorf("mail %d comes as %d, %v", m.Seq, n+1, m.Damage)
		}
	}
	check(t, other.Update(func(tx *Tx) error { return tx.Dequeue(got[0]) }))
	err = s.Update(func(tx *Tx) error {
		_, err := tx.MarkSeen("twice", noon)
		return errors.Join(err, tx.Dequeue(got[0]))
	})
	if !errors.Is(err, ErrMet) || len(marked(t, s, "twice")) > 0 {
		t.Errorf("a mail that is gone: %v, and %q", err, marked(t, s, "twice"))
	}
}

// Who stands on a claim is told when its lease ends.
func TestDatabaseStand(t *testing.T) {
	t.Parallel()
	c := newClub(t, unrenewed)
	first, second := c.open(t), c.open(t)
	ctx, stop := context.WithCancel(t.Context())
	stands, ended := make(chan *Store), make(chan error)
	for _, s := range []*Store{first, second} {
		go func() {
			ended <- s.Stand(ctx, ClaimMailbox, func(ctx context.Context) error {
				stands <- s
				<-ctx.Done()
				return ctx.Err()
			})
		}()
	}
	one := <-stands
	other := map[*Store]*Store{first: second, second: first}[one]
	if !one.Stands(ClaimMailbox) || other.Stands(ClaimMailbox) {
		t.Error("both stand on it, or none")
	}
	c.expire(t, one, other)
	if next := <-stands; next != other { // which asks each second; the first only hears of it by and by
		t.Error("the one whose lease ended has it again")
	}
	if err := one.Queue("INBOX", nil, []IncomingMail{{Claim: ClaimClub, Raw: []byte("x")}}); !errors.Is(err, ErrTaken) {
		t.Errorf("a mail of one that has lost the mailbox: %v", err)
	}
	check(t, other.Queue("INBOX", []byte("7"), []IncomingMail{{Claim: ClaimClub, Raw: []byte("x")}}))
	stop()
	for range 2 {
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	if had := takes(t, other, ClaimMailbox); len(had) != 1 {
		t.Error("it was not given back")
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}
