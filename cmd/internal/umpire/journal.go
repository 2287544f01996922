package umpire

import (
	"fmt"
	"time"

	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// record puts a record at the end of the log, in a batch and in g.tree, and
// gives its number.
func (g *game) record(b *batch, r record.Record) (seq uint64) {
	data, hidden := r.Print()
	g.tree, g.newest = g.tree.Append(data), r.About().Time
	seq = g.tree.Size()
	b.add(func(tx *store.Tx) error {
		got, err := tx.Append(g.Game, store.Record{Kind: r.Kind(), Step: r.About().Step, Data: data, Hidden: hidden})
		if err == nil && got != seq {
			err = fmt.Errorf("game %s: record %d was written as %d", g.Game, seq, got)
		}
		return err
	})
	return seq
}

// hidden is the beginning of the hidden part of the next record.
func (g *game) hidden() record.Hidden {
	return record.Hidden{Known: true, Salt: record.Salt(engine.Link(g.sealed.Reveal()), g.Game, g.tree.Size()+1)}
}

// recordReports puts the texts of reports into the log and gives the mails.
func (g *game) recordReports(b *batch, at time.Time, sent []report) (mails []store.Mail) {
	for _, s := range sent {
		p := record.Report{Head: record.Head{Game: g.Game, Step: g.step, Time: at}, Side: s.side, Mail: s.ID, Hidden: g.hidden(), Text: []byte(s.text)}
		g.record(b, p)
		mails = append(mails, s.Mail)
	}
	return mails
}

// signHead signs the log as the batch will leave it, for archives.
func (u *Umpire) signHead(b *batch, g *game) error {
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
