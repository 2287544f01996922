package store

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// ErrTaken is returned by Update of a store in a database when the lease of this process ended and another one
// noticed it: nothing was written, and what was read before may be old. The process goes on under a new lease.
var ErrTaken = errors.New("the lease of this process in the database has ended")

// The statements about processes. Without its row in berthier_fence none writes anything.
const (
	sqlFence   = `UPDATE berthier_fence SET mark = $2 WHERE owner = $1`
	sqlMark    = `SELECT mark FROM berthier_fence WHERE owner = $1 FOR UPDATE` // behind one that is still being made
	sqlRenew   = `UPDATE berthier_worker SET until = now() + $2::text::interval WHERE owner = $1`
	sqlExpired = `DELETE FROM berthier_worker WHERE until < now() OR until > now() + $1::text::interval`
	sqlDead    = `DELETE FROM berthier_fence WHERE owner IN (SELECT owner FROM berthier_fence f WHERE
		NOT EXISTS (SELECT 1 FROM berthier_worker w WHERE w.owner = f.owner) FOR UPDATE SKIP LOCKED)`
)

// register takes a lease for this process under a new name, and ends those that are over.
func (d *database) register() error {
	err := d.fits()
	if err == nil {
		err = d.enter()
	}
	d.because(err)
	if err != nil {
		return err
	}
	return d.bury()
}

// because notes why there is no lease; nil if there is one.
func (d *database) because(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.out = err
}

func (d *database) enter() error {
	host, _ := os.Hostname()
	holder, owner := fmt.Sprintf("process %d on %s", os.Getpid(), host), []byte(rand.Text())
	err := d.with(func(c *pgconn.PgConn) error {
		got, err := ask(c, `INSERT INTO berthier_worker SELECT $1, $2::text, now() + $3::text::interval
			FROM berthier_schema WHERE version = $4::text::int`,
			owner, []byte(holder), span(d.times.lease), fmt.Append(nil, len(migrations)))
		if err == nil && got.CommandTag.RowsAffected() != 1 {
			return errors.New("another program changes the tables")
		}
		if err == nil {
			_, err = ask(c, `INSERT INTO berthier_fence VALUES ($1, '')`, owner)
		}
		return err
	})
	if err != nil {
		return err
	}
	d.mu.Lock()
	d.owner = owner
	d.mu.Unlock()
	return nil
}

// clockMost is by how much the clocks of a process and of the database may differ. A deadline begins by the clock of
// one process and ends by that of another, so all of them have to fit one.
const clockMost = time.Minute

// errClock is why a process may not write until somebody has put a clock right.
var errClock = errors.New("the clocks of this machine and of the database differ")

// errTables is why a process may not write as long as the tables are not those that it knows.
var errTables = errors.New("the tables changed while this program ran")

// fits makes sure that this process may write.
func (d *database) fits() error {
	begun := time.Now()
	got, err := d.alone(`SELECT version::text, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint::text
		FROM berthier_schema`)
	if err != nil {
		return err
	}
	var version int
	var now int64
	if len(got.Rows) == 1 {
		if _, err := fmt.Sscan(string(got.Rows[0][0])+" "+string(got.Rows[0][1]), &version, &now); err != nil {
			return err
		}
	}
	if version != len(migrations) {
		return fmt.Errorf("%w: they have version %d, this program has %d", errTables, version, len(migrations))
	}
	there := time.UnixMilli(now)
	if here := time.Now(); there.Before(begun.Add(-clockMost)) || there.After(here.Add(clockMost)) {
		return fmt.Errorf("%w: it is %s here and %s there; put right the one that is wrong", errClock,
			here.UTC().Format(time.DateTime), there.UTC().Format(time.DateTime))
	}
	return nil
}

// bury ends the leases that are over, so that what their processes had is free. A lease for longer than anybody
// takes one was taken before the clock of the database went back. Of a process that is about to commit the lease
// stays until the database has ended its connection.
func (d *database) bury() error {
	_, err := d.alone(sqlExpired, span(2*d.times.lease))
	if err == nil {
		_, err = d.alone(sqlDead)
	}
	return err
}

// renew keeps the lease until stop, and takes another one if it is lost. A process that cannot renew it gives up by
// itself what it has when another one may take that, also while it waits for an answer.
func (d *database) renew() {
	defer close(d.ended)
	tick := time.NewTicker(d.times.renew)
	defer tick.Stop()
	end := time.AfterFunc(d.times.lease, func() { d.drop(d.ownName()) })
	defer end.Stop()
	for {
		select {
		case <-d.stop:
			return
		case <-tick.C:
		}
		owner, begun := d.ownName(), time.Now()
		got, err := d.alone(sqlRenew, owner, span(d.times.lease))
		if err != nil {
			d.because(err)
			continue
		}
		misfit := d.fits()
		if got.CommandTag.RowsAffected() != 1 || errors.Is(misfit, errClock) || errors.Is(misfit, errTables) {
			d.lose(owner)
		} else {
			d.because(nil)
		}
		end.Reset(d.times.lease - time.Since(begun))
		d.bury() // what fails now is done at the next tick
		d.giveBackOwed()
	}
}

// ownName is the name under which the process has its lease.
func (d *database) ownName() []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.owner
}

// Lease says why this process can write nothing now, although it may read; nil if it has a lease or needs none.
func (s *Store) Lease() error {
	if s.far == nil || !s.far.writes || s.far.ownName() != nil {
		return nil
	}
	return s.far.outside()
}

// outside says that this process has no lease, and why.
func (d *database) outside() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.out == nil {
		return ErrTaken
	}
	return fmt.Errorf("%w: %w", ErrTaken, d.out)
}

// lose notes that the lease under a name has ended, and takes another one.
func (d *database) lose(owner []byte) {
	if d.drop(owner) {
		d.register() // if that fails the next tick finds that there is none
	}
}

// drop notes that the lease under a name has ended, with all claims; ok is false if that is known.
func (d *database) drop(owner []byte) (ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !bytes.Equal(owner, d.owner) {
		return false
	}
	d.owner = nil
	maps.Copy(d.lost, d.held)
	clear(d.held)
	clear(d.owed)
	for claim, st := range d.stood {
		close(st.lost)
		delete(d.stood, claim)
	}
	return true
}

// giveBackOwed gives claims back that could not be given back before. It waits for nobody who takes claims, since the
// lease would end meanwhile.
func (d *database) giveBackOwed() {
	if !d.claiming.TryLock() {
		return
	}
	defer d.claiming.Unlock()
	d.mu.Lock()
	names := slices.Collect(maps.Keys(d.owed))
	d.mu.Unlock()
	if len(names) > 0 {
		d.giveBack(names)
	}
}

// rest ends the renewing, and reports whether there was any.
func (d *database) rest() bool {
	if d.stop == nil {
		return false
	}
	close(d.stop)
	<-d.ended
	return true
}

// close gives up the lease and all claims.
func (d *database) close() error {
	var err error
	if d.rest() {
		err = d.with(func(c *pgconn.PgConn) error {
			owner := d.ownName()
			_, err := ask(c, `DELETE FROM berthier_fence WHERE owner = $1`, owner)
			if err == nil {
				_, err = ask(c, `DELETE FROM berthier_worker WHERE owner = $1`, owner)
			}
			return err
		})
	}
	d.hangUp()
	return err
}

// longClaim is a claim that is held for long, by some parts of a program.
type longClaim struct {
	parts int
	lost  chan struct{} // closed when the lease ends
}

// standPause is how often is asked for a claim that another process has.
const standPause = time.Second

// Stand runs do as soon as this process has a claim, and gives the claim back when no part of the program stands on
// it any more. When the lease of the process ends the context of do does, and Stand begins anew. Over a file it runs
// do at once. The error is that of do, that of ctx while it waits for the claim, or ErrNotWritten if that cannot be
// asked for.
func (s *Store) Stand(ctx context.Context, claim string, do func(context.Context) error) error {
	if s.far == nil {
		return do(ctx)
	}
	for {
		st, err := s.far.stand(claim)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrNotWritten, err)
		}
		if st == nil {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(standPause):
			}
			continue
		}
		err = st.while(ctx, do)
		if !s.far.leave(claim, st) || ctx.Err() != nil {
			return err
		}
	}
}

// stand takes a claim for a part of the program; nil if another process has it.
func (d *database) stand(claim string) (*longClaim, error) {
	d.claiming.Lock()
	defer d.claiming.Unlock()
	d.mu.Lock()
	st := d.stood[claim]
	if st != nil {
		st.parts++
	}
	d.mu.Unlock()
	if st != nil {
		return st, nil
	}
	got, err := d.take([]string{claim})
	if err != nil || len(got) == 0 {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	st = &longClaim{parts: 1, lost: make(chan struct{})}
	if d.held[claim] {
		d.stood[claim] = st
	} else { // lost meanwhile
		close(st.lost)
	}
	return st, nil
}

// while runs do until the lease ends.
func (st *longClaim) while(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-st.lost:
			cancel()
		case <-ctx.Done():
		}
	}()
	return do(ctx)
}

// leave ends a part that stood on a claim, and reports whether the claim was lost.
func (d *database) leave(claim string, st *longClaim) (lost bool) {
	d.claiming.Lock()
	defer d.claiming.Unlock()
	d.mu.Lock()
	st.parts--
	last := st.parts == 0 && d.stood[claim] == st
	if last {
		delete(d.stood, claim)
	}
	d.mu.Unlock()
	select {
	case <-st.lost:
		return true
	default:
	}
	if last {
		d.giveBack([]string{claim})
	}
	return false
}

// Stands reports whether this process has a claim for long.
func (s *Store) Stands(claim string) bool {
	if s.far == nil {
		return true
	}
	s.far.mu.Lock()
	defer s.far.mu.Unlock()
	return s.far.stood[claim] != nil
}
