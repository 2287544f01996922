package docket

import (
	"errors"
	"fmt"
	"strings"
	"time"

	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/ledger"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// Record puts a record at the end of the log, in a batch, and moves the game on. It gives its number.
func (g *Game) Record(b *Batch, r record.Record) (seq uint64) { return g.RecordBack(b, r, nil) }

// RecordBack is record for a rollback, which leads to a place. This is where all records
// come to: one that cannot stand behind those before it is a fault of this program.
func (g *Game) RecordBack(b *Batch, r record.Record, back *fold.Place) (seq uint64) {
	row := store.Record{Kind: r.Kind(), Step: r.About().Step}
	row.Data, row.Hidden = r.Print()
	next := g.State
	read := row // as everybody will read it
	read.Seq = next.Seq() + 1
	e, err := fold.Read(read)
	if e.Back = back; err == nil {
		next, err = fold.Apply(next, e)
	}
	if err != nil {
		panic(fmt.Errorf("game %s: %w", g.Game, err))
	}
	g.State, g.fresh = next, append(g.fresh[:len(g.fresh):len(g.fresh)], e)
	seldom := record.ChangesPlaces(r)
	if seldom {
		g.Info = g.Info.at(next)
	}
	u, id := g.Docket, g.Game
	b.Add(func(tx *store.Tx) error {
		got, err := tx.Append(id, row)
		if err == nil && got != e.Seq {
			err = fmt.Errorf("game %s: record %d was written as %d", id, e.Seq, got)
		}
		if seldom {
			tx.Announce(id)
			u.Forget(id)
		}
		u.States.keep(id, next)
		u.Schedule.Change(id)
		u.tellNews(id)
		return err
	})
	return e.Seq
}

// WholeLog is that of the game, with the records that are still to be written.
func (g *Game) WholeLog() (log []store.Record, err error) {
	err = g.Docket.Store.View(func(tx *store.Tx) error {
		log, err = ledger.WholeLog(tx, g.Game)
		return err
	})
	for _, e := range g.fresh {
		if e.Seq == uint64(len(log))+1 {
			r := store.Record{Seq: e.Seq, Kind: e.Kind(), Step: e.About().Step}
			r.Data, r.Hidden = e.Record.Print()
			log = append(log, r)
		}
	}
	return log, err
}

// NextHidden is the beginning of the hidden part of the next record.
func (g *Game) NextHidden() record.HiddenPart {
	return record.HiddenPart{Known: true, Salt: record.Salt(engine.Link(g.SealedKey.Reveal()), g.Game,
		g.State.Tree.Size()+1)}
}

// RecordReports puts the texts of reports into the log, and sends them.
func (g *Game) RecordReports(b *Batch, at time.Time, sent []Report) {
	for _, s := range sent {
		p := record.Report{Head: record.Head{Game: g.Game, Step: g.State.Number, Time: at}, Side: s.Side, Mail: s.ID,
			HiddenPart: g.NextHidden(), Text: []byte(s.Text)}
		g.Record(b, p)
		b.Send(s.Mail)
	}
}

// SignHead signs the log as the batch will leave it, for archives and letters.
func (u *Docket) SignHead(b *Batch, g *Game) (head string) {
	head, err := u.Checkpoint(g)
	b.Set(g.Game, StateHead, []byte(head))
	b.Fail(err)
	return head
}

// Tell writes letters, and sends them behind the batch.
func (u *Docket) Tell(b *Batch, letters ...post.Letter) {
	mails, err := u.Post.WriteAll(letters...)
	b.Send(mails...)
	b.Fail(err)
}

// Origin names the log of a game.
func (u *Docket) Origin(game string) string { return u.domain + "/" + game }

// Origin names the log of this game.
func (g *Info) Origin() string {
	name, _, _ := strings.Cut(g.Log, "+")
	return name
}

// ErrLogKey is returned for a game whose log another key signs.
var ErrLogKey = errors.New("another key signs its log")

// CheckLogKey says if another key than this program's signs the log of a game: ErrLogKey.
func (u *Docket) CheckLogKey(g *Info) error {
	if own := u.Key.Verifier(g.Origin()); own != g.LogKey {
		return fmt.Errorf("game %s: %w: %s, this daemon has %s", g.Game, ErrLogKey, record.Fingerprint(g.LogKey),
			record.Fingerprint(own))
	}
	return nil
}

// Checkpoint signs the head of a game's log.
func (u *Docket) Checkpoint(g *Game) (string, error) {
	if err := u.CheckLogKey(g.Info); err != nil {
		return "", err
	}
	return u.Key.Sign(record.Checkpoint{Origin: g.Origin(), Size: g.State.Tree.Size(), Root: g.State.Tree.Root()})
}

// TimeOf is the time of the next record of a game: never before that of its last one,
// although the clock may have been set back.
func (u *Docket) TimeOf(g *Game) time.Time { return u.HeadOf(g).Time }

// HeadOf begins a record that belongs to the last step of a game.
func (u *Docket) HeadOf(g *Game) record.Head { return g.State.Head(u.Now()) }
