package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"berthier/store/storetest"
)

// shorten lets answers be waited for less long until the end of a test.
func shorten(t *testing.T, to time.Duration) {
	before := answerTime
	answerTime = to
	t.Cleanup(func() { answerTime = before })
}

// hasty are times after which the database soon ends a connection that does nothing.
var hasty = times{lease: unrenewed.lease, renew: usual.renew, idle: time.Second / 2}

// openFar opens a store behind a proxy.
func (c club) openFar(t *testing.T) (*Store, *storetest.Proxy) {
	t.Helper()
	p, address := storetest.NewProxy(t, c.address)
	c.address = address
	s := c.open(t)
	t.Cleanup(func() { p.Cut(); p.Pass() })
	return s, p
}

// eventually tries something until it goes well, for longer than any machine needs.
func eventually(t *testing.T, what string, do func() error) {
	t.Helper()
	for end := time.Now().Add(4 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		err := do()
		if err == nil {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%s: %v", what, err)
		}
	}
}

// What was decided under a lease that ended is not written under the next one, although nobody has the claim any more,
// until it is claimed and decided anew.
func TestDatabaseDecidedUnderAnotherLease(t *testing.T) {
	t.Parallel()
	c := newClub(t, unrenewed)
	first, second := c.open(t), c.open(t)
	check(t, first.Update(func(tx *Tx) error { return errors.Join(tx.CreateGame("wagram"), tx.CreateGame("ulm")) }))
	set := func(s *Store, game, value string) error {
		return s.Update(func(tx *Tx) error { return tx.SetState(game, "position", []byte(value)) })
	}
	takes(t, first, "game/wagram")
	c.expire(t, first, second)
	takes(t, second, "game/wagram")
	check(t, set(second, "wagram", "1"))
	second.Unclaim("game/wagram")
	before := first.far.ownName()
	first.far.lose(before) // as the next renewal finds out
	renewed := first.far.ownName()
	if err := set(first, "wagram", "late"); !errors.Is(err, ErrTaken) {
		t.Errorf("what it decided before: %v", err)
	}
	if string(first.far.ownName()) != string(renewed) || string(renewed) == string(before) {
		t.Error("the lease that it has now is not kept")
	}
	check(t, set(first, "ulm", "1")) // of which it had decided nothing
	first.Unclaim("game/wagram")
	if had := takes(t, first, "game/wagram"); len(had) != 1 {
		t.Error("it does not get the claim again")
	}
	check(t, set(first, "wagram", "2"))
	view(t, second, func(tx *Tx) error {
		if got, err := tx.State("wagram", "position"); string(got) != "2" {
			t.Errorf("the position is %q, %v", got, err)
		}
		return nil
	})
}

// A process that does not hear that it got a claim gives it back: it would else have it for as long as it runs, and
// nobody would judge the mails of that game.
func TestDatabaseClaimIsNotHeard(t *testing.T) {
	t.Parallel()
	c := newClub(t, unrenewed)
	near := c.open(t)
	far, p := c.openFar(t)
	takes(t, far, "game/wagram")
	far.Unclaim("game/wagram")
	p.After(2, p.Refuse) // the answer
	if got, err := far.Claim("game/wagram"); !errors.Is(err, ErrNotWritten) {
		t.Fatalf("it took %v, %v", got, err)
	}
	p.Pass()
	if had := takes(t, near, "game/wagram"); len(had) > 0 {
		t.Fatal("the database did not hear of it either")
	}
	far.far.giveBackOwed() // as at the next renewal
	if had := takes(t, near, "game/wagram"); len(had) != 1 {
		t.Error("the claim is not free")
	}
}

// A part of a program that comes while the last one leaves a claim stands on it: it is not given back under its feet.
func TestDatabasePartsComeAndGo(t *testing.T) {
	t.Parallel()
	c := newClub(t, unrenewed)
	s, p := c.openFar(t)
	leaves, goOn, left := make(chan bool), make(chan bool), make(chan bool)
	stands, goneOn := make(chan bool), make(chan bool)
	var running sync.WaitGroup
	running.Go(func() {
		check(t, s.Stand(t.Context(), ClaimPost, func(context.Context) error {
			p.After(1, func() { close(leaves); <-goOn })
			return nil
		}))
		close(left)
	})
	<-leaves
	running.Go(func() {
		check(t, s.Stand(t.Context(), ClaimPost, func(context.Context) error {
			close(stands)
			<-goneOn
			got, err := s.far.alone(`SELECT 1 FROM berthier_claim WHERE name = 'post' AND owner = $1`, s.far.ownName())
			if err == nil && len(got.Rows) != 1 {
				err = errors.New("it stands on a claim that it has not")
			}
			return err
		}))
	})
	select { // it may not stand yet, for which nobody can wait
	case <-stands:
	case <-time.After(200 * time.Millisecond):
	}
	close(goOn)
	<-left
	close(goneOn)
	running.Wait()
}

// A process that is gone in the middle of anything that it writes holds up others only until the database ends its
// connection.
func TestDatabaseGoneWhileItQueues(t *testing.T) {
	t.Parallel()
	c := newClub(t, unrenewed)
	near := c.open(t)
	c.times = hasty
	far, p := c.openFar(t)
	mails := []IncomingMail{{Claim: ClaimClub, Raw: []byte("x")}}
	for n := 1; n <= 6; n++ { // three times a question and its answer
		takes(t, far, ClaimMailbox)
		gone := make(chan bool)
		p.After(n, func() { p.Vanish(); close(gone) })
		ended := make(chan error, 1)
		go func() { ended <- far.Queue("INBOX", []byte("7"), mails) }()
		<-gone
		c.expire(t, far, near)
		eventually(t, "who takes over the mailbox", func() error {
			if had := takes(t, near, ClaimMailbox); len(had) != 1 {
				return errors.New("the mailbox is not free")
			}
			return nil
		})
		eventually(t, "who takes over the queue", func() error { return near.Queue("INBOX", []byte("8"), mails) })
		near.Unclaim(ClaimMailbox)
		p.Cut()
		if err := <-ended; !errors.Is(err, ErrNotWritten) {
			t.Errorf("gone at message %d: %v", n, err)
		}
		far.Unclaim(ClaimMailbox)
		eventually(t, "the next lease", func() error { // it may have to hear of that first
			far.far.lose(far.far.ownName())
			if far.far.ownName() == nil {
				return errors.New("it has none")
			}
			return nil
		})
	}
	if err := near.View(func(tx *Tx) error {
		n, err := tx.QueueLength()
		if n != 6 {
			err = fmt.Errorf("%d mails are in the queue, %w", n, err)
		}
		return err
	}); err != nil {
		t.Error(err)
	}
}

// A process whose database is gone without a word gives up what it stands on by itself, although nobody answers, and
// another one gets it. When the database is there again it goes on by itself.
func TestDatabaseIsGone(t *testing.T) {
	t.Parallel()
	c := newClub(t, times{lease: 2 * time.Second, renew: 500 * time.Millisecond, idle: usual.idle})
	near := c.open(t)
	far, p := c.openFar(t)
	eventually(t, "a game", func() error {
		return near.Update(func(tx *Tx) error { return tx.CreateGame("wagram") })
	})
	lost := make(chan bool)
	var gone atomic.Bool
	stands := make(chan bool, 1)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- far.Stand(ctx, ClaimMailbox, func(ctx context.Context) error {
			select {
			case stands <- true:
			default:
			}
			<-ctx.Done()
			if gone.Load() {
				close(lost)
				return errors.New("enough")
			}
			return nil
		})
	}()
	<-stands
	gone.Store(true)
	p.Silence()
	<-lost // long before an answer is given up
	stop()
	eventually(t, "another one", func() error {
		if had := takes(t, near, ClaimMailbox); len(had) != 1 {
			return errors.New("the mailbox is not free")
		}
		return near.far.bury()
	})
	if err := far.Update(func(tx *Tx) error {
		return tx.SetState("wagram", "position", []byte("late"))
	}); !errors.Is(err, ErrTaken) {
		t.Errorf("without a lease: %v", err)
	}
	p.Cut()
	p.Pass()
	<-ended
	eventually(t, "it goes on", func() error {
		return far.Update(func(tx *Tx) error { return tx.SetState("wagram", "position", []byte("1")) })
	})
}

// When a database is gone without a word one connection is waited for, and no other that was made before.
func TestDatabaseIsGoneOnAllConnections(t *testing.T) {
	shorten(t, time.Second)
	c := newClub(t, unrenewed)
	far, p := c.openFar(t)
	far.View(func(*Tx) error { // which makes several
		return far.View(func(*Tx) error { return far.View(func(*Tx) error { return nil }) })
	})
	if n := len(far.far.idle); n < 3 {
		t.Fatalf("%d connections are kept", n)
	}
	p.Vanish()
	asked, dead := 0, 0
	_, err := far.far.connect(func(c *pgconn.PgConn) error {
		asked++
		err := order(c, "BEGIN")
		if err != nil {
			dead++
		}
		return err
	})
	if err != nil || asked != 2 || dead != 1 {
		t.Errorf("%d connections were asked, %d were dead: %v", asked, dead, err)
	}
	check(t, far.Update(func(tx *Tx) error { return tx.CreateGame("wagram") }))
}

// jumpy puts a clock into the place of that of the database, and gives what sets it.
func (c *club) jumpy(t *testing.T) (jump func(by string)) {
	t.Helper()
	c.server.SQL(t, strings.ReplaceAll(`CREATE TABLE CLUB.jump (by interval); INSERT INTO CLUB.jump VALUES ('0');
		CREATE FUNCTION CLUB.now() RETURNS timestamptz LANGUAGE sql STABLE AS
			'SELECT pg_catalog.now() + by FROM CLUB.jump';
		CREATE FUNCTION CLUB.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
			'SELECT pg_catalog.clock_timestamp() + by FROM CLUB.jump'`, "CLUB", c.schema))
	c.address += ",pg_catalog" // behind what stands in for it
	return func(by string) { c.server.SQL(t, fmt.Sprintf("UPDATE %s.jump SET by = '%s'", c.schema, by)) }
}

// If the clock of the database jumps by less than what makes deadlines wrong, leases end and others begin: every
// process goes on, nobody keeps what he has for as long as the clock was wrong, and what is written is told to others.
func TestDatabaseClockJumps(t *testing.T) {
	t.Parallel()
	c := newClub(t, times{lease: usual.lease, renew: 200 * time.Millisecond, idle: usual.idle})
	jump := c.jumpy(t)
	one, other := c.open(t), c.open(t)
	check(t, one.Update(func(tx *Tx) error { return tx.CreateGame("wagram") }))
	turns := int64(0)
	for _, by := range []string{"30 seconds", "-30 seconds", "0"} {
		c.server.SQL(t, strings.ReplaceAll(`SET search_path = CLUB, pg_catalog; -- one that dies
			INSERT INTO berthier_worker VALUES ('dead', '', now() + interval '10 seconds');
			INSERT INTO berthier_fence VALUES ('dead', '');
			UPDATE berthier_claim SET owner = 'dead' WHERE name = 'game/wagram'`, "CLUB", c.schema))
		jump(by)
		eventually(t, by+": what a dead process has", func() error {
			defer one.Unclaim("game/wagram") // its own lease may end too
			if had := takes(t, one, "game/wagram"); len(had) != 1 {
				return errors.New("nobody gets it")
			}
			return one.Update(func(tx *Tx) error { return tx.SetState("wagram", "position", []byte(by)) })
		})
		changed, err := other.Changes("test", false)
		i := slices.IndexFunc(changed, func(v Version) bool { return v.Game() == "wagram" })
		if err != nil || i < 0 || changed[i].Turn <= turns {
			t.Fatalf("%s: other processes hear of %v, %v", by, changed, err)
		}
		turns = changed[i].Turn
		eventually(t, by+": the other", func() error { return mark(other, by) })
	}
}

// A process whose clock is not that of the database, or to which its tables are strange, writes nothing, claims nothing
// and says why. It goes on when they fit again.
func TestDatabaseDoesNotFit(t *testing.T) {
	t.Parallel()
	c := newClub(t, times{lease: usual.lease, renew: 50 * time.Millisecond, idle: usual.idle})
	jump := c.jumpy(t)
	s := c.open(t)
	version := func(n int) { c.server.SQL(t, fmt.Sprintf("UPDATE %s.berthier_schema SET version = %d", c.schema, n)) }
	for _, tt := range []struct {
		name     string
		do, undo func()
		want     error
		says     string
		passes   bool
	}{
		{"ahead", func() { jump("1 hour") }, func() { jump("0") }, errClock, " here and 2", true},
		{"behind", func() { jump("-61 seconds") }, func() { jump("0") }, errClock, " here and 2", true},
		{"newer", func() { version(99) }, func() { version(len(migrations)) }, errTables, "have version 99", false},
	} {
		tt.do()
		eventually(t, tt.name, func() error {
			err := mark(s, tt.name)
			if !errors.Is(err, tt.want) {
				return fmt.Errorf("got %w", err)
			}
			if !errors.Is(err, ErrNotWritten) || !errors.Is(err, ErrTaken) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%s: %v", tt.name, err)
			}
			return nil
		})
		for range 200 { // also while it tries to take a lease again
			view(t, s, func(tx *Tx) error { _, err := tx.Games(); return err })
			if err := s.Lease(); !errors.Is(err, tt.want) {
				t.Fatalf("%s: the lease: %v", tt.name, err)
			}
			if got, err := s.Claim(ClaimClub); !errors.Is(err, ErrNotWritten) || !errors.Is(err, tt.want) {
				t.Fatalf("%s: claimed %v, %v", tt.name, got, err)
			}
		}
		opened, err := OpenDatabase(c.address, c.key)
		if errors.Is(err, ErrNotRead) != tt.passes || err == nil {
			t.Errorf("%s: opening: %v", tt.name, err)
			opened.Close()
		}
		tt.undo()
		eventually(t, tt.name+" no more", func() error { return errors.Join(mark(s, tt.name+" no more"), s.Lease()) })
	}
}

// Who is stopped while the database is silent, wherever in a transaction or while the store is opened or closed, waits
// no longer than he said, and what he wrote is there as a whole or not at all.
func TestDatabaseIsSilentAtTheEnd(t *testing.T) {
	t.Parallel()
	c := newClub(t, unrenewed)
	near := c.open(t)
	check(t, near.Update(func(tx *Tx) error { return tx.CreateGame("wagram") }))
	write := func(s *Store, value string) error {
		return s.Update(func(tx *Tx) error {
			return errors.Join(tx.SetState("wagram", "one", []byte(value)), tx.SetState("wagram", "two", []byte(value)))
		})
	}
	check(t, write(near, "before"))
	for n, through := 1, false; !through; n++ {
		p, address := storetest.NewProxy(t, c.address)
		ctx, end := context.WithCancel(t.Context())
		p.After(n, func() { p.Silence(); end() })
		ended := make(chan error, 1)
		value := fmt.Sprint("at message ", n)
		go func() {
			s, err := openDatabase(ctx, address, c.key, c.times)
			if err == nil {
				err = errors.Join(write(s, value), s.Close())
			}
			ended <- err
		}()
		var err error
		select {
		case err = <-ended:
		case <-time.After(90 * time.Second): // less than an answer is waited for otherwise
			t.Fatalf("silent at message %d it is waited for", n)
		}
		through = p.Left() > 0
		if through && err != nil || err != nil && !errors.Is(err, ErrNotRead) && !errors.Is(err, ErrNotWritten) &&
			!errors.Is(err, errCutOff) {
			t.Errorf("silent at message %d: %v", n, err)
		}
		p.Cut()
		end()
		view(t, near, func(tx *Tx) error {
			one, err1 := tx.State("wagram", "one")
			two, err2 := tx.State("wagram", "two")
			if string(one) != string(two) {
				t.Errorf("silent at message %d: there is %q and %q", n, one, two)
			}
			return errors.Join(err1, err2)
		})
	}
}
