package docket

import (
	"fmt"
	"time"

	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// Record puts a record at the end of the log, in a batch, and moves the game on. It
// gives its number.
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
	seldom := false
	switch r.(type) {
	case record.Game, record.Key, record.Substitute, record.Migrate, record.LogKey:
		g.Info, seldom = g.Info.at(next), true
	}
	u, id := g.Docket, g.Game
	b.Add(func(tx *store.Tx) error {
		got, err := tx.Append(id, row)
		if err == nil && got != e.Seq {
			err = fmt.Errorf("game %s: record %d was written as %d", id, e.Seq, got)
		}
		if seldom {
			u.Forget(id)
		}
		u.States.keep(id, next)
		return err
	})
	return e.Seq
}

// NextHidden is the beginning of the hidden part of the next record.
func (g *Game) NextHidden() record.Hidden {
	return record.Hidden{Known: true, Salt: record.Salt(engine.Link(g.SealedKey.Reveal()), g.Game,
		g.State.Tree.Size()+1)}
}

// RecordReports puts the texts of reports into the log, and sends them.
func (g *Game) RecordReports(b *Batch, at time.Time, sent []Report) {
	for _, s := range sent {
		p := record.Report{Head: record.Head{Game: g.Game, Step: g.State.Number, Time: at}, Side: s.Side, Mail: s.ID,
			Hidden: g.NextHidden(), Text: []byte(s.Text)}
		g.Record(b, p)
		b.Send(s.Mail)
	}
}

// SignHead signs the log as the batch will leave it, for archives.
func (u *Docket) SignHead(b *Batch, g *Game) error {
	head, err := u.Checkpoint(g)
	b.Set(g.Game, StateHead, []byte(head))
	return err
}

// IsOver reports whether the log of a game says that it is over. It reads only
// the end of the log.
func IsOver(tx *store.Tx, id string) (bool, error) {
	last, err := tx.LastSeq(id)
	for seq := last; err == nil && seq > 0; seq-- {
		var r store.Record
		if r, err = OneRecord(tx, id, seq); r.Kind != record.KindReport {
			return r.Kind == record.KindOver, err
		}
	}
	return false, err
}
