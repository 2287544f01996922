package umpire

import (
	"errors"
	"fmt"

	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// ErrOver is returned by Process for a game that is over.
var ErrOver = errors.New("the game is over")

// secretOf reads one secret of a game.
func (u *Master) secretOf(id, name string) (l engine.Link, err error) {
	err = u.Store.View(func(tx *store.Tx) error {
		s, err := tx.Secret(id, name)
		if err == nil && copy(l[:], s.Reveal()) != len(l) {
			err = fmt.Errorf("game %s: secret %s has the wrong length", id, name)
		}
		return err
	})
	return l, err
}

// linkOf is the link of a number of a game that is not used yet. The error is about the
// secret, or that the chain is at its end.
func (u *Master) linkOf(id string, number int) (l engine.Link, err error) {
	err = u.Store.View(func(tx *store.Tx) error {
		way, err := tx.Secret(id, secretWay)
		if err == nil {
			l, err = engine.Way(way.Reveal()).Link(number)
		}
		return err
	})
	return l, err
}

// resolve plays the next step with the answers that are in and defaults for
// the others. It changes nothing.
func (u *Master) resolve(g *game) (batch, []store.Mail, error) {
	g, adopted := u.adoptRules(g)
	r, err := u.play(g)
	if err != nil {
		return nil, nil, fmt.Errorf("game %s, step %d: %w", g.Game, g.state.Number+1, err)
	}
	b, mails, err := u.conclude(g, r, r.record, nil)
	return append(adopted, b...), mails, err
}

// conclude records how a game goes on by a record, which leads to a place if it is a
// rollback, and writes the reports. It changes nothing.
func (u *Master) conclude(g *game, r resolution, by record.Record, back *fold.Place) (b batch, mails []store.Mail,
	err error) {
	if err := tellNews(g, &r); err != nil {
		return nil, nil, err
	}
	after := *g
	after.recordBack(&b, by, back)
	if r.before == nil { // it was not played on from there
		r.before = after.state.Position
	}
	var over *record.Over
	if after.over() {
		if over, err = u.ending(&after, after.outcome()); err != nil {
			return nil, nil, err
		}
		after.record(&b, *over)
		u.endClocks(&after, &b)
	} else if !g.state.Waits {
		silent := g.silent()
		if by.Kind() != record.KindStep { // the umpire did not let them answer
			silent = nil
		}
		u.beginClocks(&after, &b, g.state.Clock, silent)
	}
	head, err := u.checkpoint(&after)
	if err != nil {
		return nil, nil, err
	}
	sent, err := u.reports(&after, r, head)
	if over != nil && err == nil {
		var last []report
		last, err = u.finals(&after, *over, r.record.Link, head)
		sent = append(sent, last...)
	}
	if err != nil {
		return nil, nil, err
	}
	mails = after.recordReports(&b, u.timeOf(g), sent)
	looking, err := u.observed(&after, by.Kind(), r, head)
	if over != nil && err == nil {
		var m []store.Mail
		m, err = u.observedEnd(&after, u.overModel(&after, *over, r.record.Link, head))
		looking = append(looking, m...)
	}
	return b, append(mails, looking...), errors.Join(err, u.signHead(&b, &after), after.snapshot(&b))
}

// play resolves one step in memory.
func (u *Master) play(g *game) (r resolution, err error) {
	if err := g.refuseBurned(); err != nil {
		return r, err
	}
	step := g.state.Number + 1
	link, err1 := u.linkOf(g.Game, step)
	sealed, err2 := u.secretOf(g.Game, secretSealed)
	if err := errors.Join(err1, err2); err != nil {
		return r, err
	}
	r = resolution{before: g.state.Position, last: g.last, record: record.Step{
		Head:    g.state.Next(u.now()),
		Ruleset: g.rs.Name(), Version: g.rs.Version(), Tables: record.TablesHash(g.rs.Data(g.state.Position)),
		Program:  u.Program,
		Previous: g.state.Link, Link: link,
	}}
	var in []engine.Orders
	var files []engine.Input
	r.record.Inputs = g.state.Inputs(g.rs.Owed(g.state.Position))
	for _, i := range r.record.Inputs {
		p, file, orders := g.input(i.Side)
		r.from = append(r.from, p)
		in, files = append(in, orders), append(files, file)
	}
	if g.round.Signature != nil {
		r.record.Round, files = g.round, append(files, g.round.Input())
	}
	r.record.Hash = engine.InputHash(files)
	var dice engine.Recorder = engine.NewStream(g.Game, step, r.record.Hash, link, sealed)
	if u.dice != nil {
		dice = u.dice(step)
	}
	played, _, err := engine.Play(g.rs, g.state.Position, step, in, dice)
	if err != nil {
		return r, err
	}
	r.record.Draws, r.record.Events, r.record.Position = played.Draws, played.Events, played.Position
	r.record.Hidden = g.hidden()
	return r, nil
}

// tellNews adds what happened since the last report.
func tellNews(g *game, r *resolution) error {
	for _, seq := range g.state.KeyNews {
		v, err := g.recordAt(seq)
		k, ok := v.(record.Key)
		if err != nil || !ok {
			return fmt.Errorf("record %d, a change of a key: %w", seq, err)
		}
		r.keys = append(r.keys, keyModel(k))
	}
	for _, seq := range g.state.News {
		v, err := g.recordAt(seq)
		if err != nil {
			return fmt.Errorf("record %d, which is to be told: %w", seq, err)
		}
		text, err := tellChange(v)
		if err != nil {
			return err
		}
		r.changes = append(r.changes, text)
	}
	r.clock = g.clockTexts()
	return nil
}

// input is what a side gives to the next step, as it was understood, or nothing.
func (g *game) input(side engine.Side) (fold.Pending, engine.Input, engine.Orders) {
	p, _ := g.pending(side)
	return p, engine.Input{Side: side, File: p.File}, engine.Orders{Side: side, Lines: p.Lines}
}

func (u *Master) ending(g *game, o engine.Outcome) (*record.Over, error) {
	chain, err1 := u.secretOf(g.Game, secretChain)
	sealed, err2 := u.secretOf(g.Game, secretSealed)
	return &record.Over{Head: u.headOf(g), Outcome: o, Secret: chain, Sealed: sealed}, errors.Join(err1, err2)
}

// process resolves the next step of a game without waiting: sides that have
// not answered take their defaults. In a game with a beacon it closes the step.
func (u *Master) process(g *game) (batch, []store.Mail, error) {
	if err := g.refuseClosed(); err != nil {
		return nil, nil, refuse(err)
	}
	if g.state.Waits {
		return nil, nil, refuse(ErrWaits)
	}
	u.Logger.Info("step is not waited for", "game", g.Game, "step", g.state.Number+1, "defaults", g.waiting())
	return u.complete(g)
}

// stepOn plays a game on without a mail; done is what the program's log says of
// it.
func (u *Master) stepOn(id, done string, play func(*game) (batch, []store.Mail, error)) error {
	var g *game
	err := u.Store.View(func(tx *store.Tx) (err error) {
		g, err = u.load(tx, id)
		return err
	})
	if err == nil && g.over() {
		err = fmt.Errorf("game %s: %w", id, ErrOver)
	}
	if err != nil {
		return err
	}
	var b batch
	var mails []store.Mail
	err = attempt(func() (err error) {
		b, mails, err = play(g)
		return err
	})
	if err != nil {
		var panicked *bug
		if errors.As(err, &panicked) {
			u.Logger.Error("fault of this program", "game", id, "error", err, "stack", string(panicked.stack))
		}
		return err
	}
	b.mails(mails)
	if err := u.commit(b); err != nil {
		return err
	}
	u.Logger.Info(done, "game", id, "step", g.state.Number+1)
	return nil
}
