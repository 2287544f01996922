package umpire

import (
	"fmt"
	"time"

	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// record puts a record at the end of the log, in a batch, and moves the game on. It
// gives its number.
func (g *game) record(b *batch, r record.Record) (seq uint64) { return g.recordBack(b, r, nil) }

// recordBack is record for a rollback, which leads to a place. This is where all records
// come to: one that cannot stand behind those before it is a fault of this program.
func (g *game) recordBack(b *batch, r record.Record, back *fold.Place) (seq uint64) {
	row := store.Record{Kind: r.Kind(), Step: r.About().Step}
	row.Data, row.Hidden = r.Print()
	next := g.state
	read := row // as everybody will read it
	read.Seq = next.Seq() + 1
	e, err := fold.Read(read)
	if e.Back = back; err == nil {
		next, err = fold.Apply(next, e)
	}
	if err != nil {
		panic(fmt.Errorf("game %s: %w", g.Game, err))
	}
	g.state, g.fresh = next, append(g.fresh[:len(g.fresh):len(g.fresh)], e)
	seldom := false
	switch r.(type) {
	case record.Game, record.Key, record.Substitute, record.Migrate, record.LogKey:
		g.info, seldom = g.info.at(next), true
	}
	u, id := g.u, g.Game
	b.add(func(tx *store.Tx) error {
		got, err := tx.Append(id, row)
		if err == nil && got != e.Seq {
			err = fmt.Errorf("game %s: record %d was written as %d", id, e.Seq, got)
		}
		if seldom {
			u.forget(id)
		}
		u.states.keep(id, next)
		return err
	})
	return e.Seq
}

// hidden is the beginning of the hidden part of the next record.
func (g *game) hidden() record.Hidden {
	return record.Hidden{Known: true, Salt: record.Salt(engine.Link(g.sealed.Reveal()), g.Game, g.state.Tree.Size()+1)}
}

// recordReports puts the texts of reports into the log and gives the mails.
func (g *game) recordReports(b *batch, at time.Time, sent []report) (mails []store.Mail) {
	for _, s := range sent {
		p := record.Report{Head: record.Head{Game: g.Game, Step: g.state.Number, Time: at}, Side: s.side, Mail: s.ID,
			Hidden: g.hidden(), Text: []byte(s.text)}
		g.record(b, p)
		mails = append(mails, s.Mail)
	}
	return mails
}

// signHead signs the log as the batch will leave it, for archives.
func (u *Docket) signHead(b *batch, g *game) error {
	head, err := u.checkpoint(g)
	b.set(g.Game, stateHead, []byte(head))
	return err
}

// IsOver reports whether the log of a game says that it is over. It reads only
// the end of the log.
func IsOver(tx *store.Tx, id string) (bool, error) {
	last, err := tx.LastSeq(id)
	for seq := last; err == nil && seq > 0; seq-- {
		var r store.Record
		if r, err = oneRecord(tx, id, seq); r.Kind != record.KindReport {
			return r.Kind == record.KindOver, err
		}
	}
	return false, err
}
