package umpire

import (
	"fmt"
	"strings"
	"time"

	"berthier/engine"
	"berthier/store"
)

// record puts a record at the end of the log, in a batch and in g.tree, and
// gives its number.
func (g *game) record(b *batch, kind string, step int, data, hidden []byte) (seq uint64) {
	g.tree, g.newest = g.tree.Append(data), recordTime(data)
	seq = g.tree.Size()
	b.add(func(tx *store.Tx) error {
		got, err := tx.Append(g.Game, store.Record{Kind: kind, Step: step, Data: data, Hidden: hidden})
		if err == nil && got != seq {
			err = fmt.Errorf("game %s: record %d was written as %d", g.Game, seq, got)
		}
		return err
	})
	return seq
}

// hidden is the beginning of the hidden part of the next record.
func (g *game) hidden() Hidden {
	return Hidden{Known: true, Salt: salt(engine.Link(g.sealed.Reveal()), g.Game, g.tree.Size()+1)}
}

// recordReports puts the texts of reports into the log and gives the mails.
func (g *game) recordReports(b *batch, at time.Time, sent []report) (mails []store.Mail) {
	for _, s := range sent {
		p := ReportRecord{Game: g.Game, Step: g.step, Time: at, Side: s.side, Mail: s.ID, Hidden: g.hidden(), Text: []byte(s.text)}
		data, hidden := p.Print()
		g.record(b, KindReport, p.Step, data, hidden)
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
		if r, err = oneRecord(tx, id, seq); r.Kind != KindReport {
			return r.Kind == KindOver, err
		}
	}
	return false, err
}

// OpenRecord makes a record out of its open part, which names kind and step.
// It does not look at the rest.
func OpenRecord(seq uint64, data []byte) (store.Record, error) {
	r := &lineReader{rest: string(data)}
	title, rest, _ := strings.Cut(r.rest, "\n")
	words := strings.Fields(title)
	if len(words) != 3 || words[0] != "berthier" {
		return store.Record{}, fmt.Errorf("record %d does not begin with its kind", seq)
	}
	r.rest = rest
	r.word("game")
	step := r.number(r.word("step"))
	if r.err != nil {
		return store.Record{}, fmt.Errorf("record %d: %w", seq, r.err)
	}
	return store.Record{Seq: seq, Kind: words[1], Step: step, Data: data}, nil
}
