package umpire

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// ErrOver is returned by Process for a game that is over.
var ErrOver = errors.New("the game is over")

// secretOf reads one secret of a game.
func (u *Umpire) secretOf(id, name string) (l engine.Link, err error) {
	err = u.Store.View(func(tx *store.Tx) error {
		s, err := tx.Secret(id, name)
		if err == nil && copy(l[:], s.Reveal()) != len(l) {
			err = fmt.Errorf("game %s: secret %s has the wrong length", id, name)
		}
		return err
	})
	return l, err
}

// resolve plays the next step with the answers that are in and defaults for
// the others. It changes nothing.
func (u *Umpire) resolve(g *game) (batch, []store.Mail, error) {
	g, adopted := u.adoptRules(g)
	r, after, err := u.play(g)
	if err != nil {
		return nil, nil, fmt.Errorf("game %s, step %d: %w", g.Game, g.step+1, err)
	}
	b, mails, err := u.conclude(g, after, r, r.record)
	return append(adopted, b...), mails, err
}

// conclude records how a game went from g to after, and writes the reports. It
// changes nothing.
func (u *Umpire) conclude(g, after *game, r resolution, by record.Record) (b batch, mails []store.Mail, err error) {
	after.record(&b, by)
	r.clock = g.clockTexts()
	g.forgetPending(&b)
	b.set(g.Game, stateStep, fmt.Append(nil, after.step))
	text := after.pos.Encode()
	u.decoded.keep(g.rs, text, after.pos)
	b.set(g.Game, statePosition, text)
	var over *record.Over
	if after.over() {
		if over, err = u.ending(after); err != nil {
			return nil, nil, err
		}
		b.set(g.Game, stateEnded, fmt.Append(nil, after.record(&b, *over)))
		u.endClocks(after, &b)
	} else if !g.waits {
		silent := g.silent()
		if by.Kind() != record.KindStep { // the umpire did not let them answer
			silent = nil
		}
		u.beginClocks(after, &b, g.clock, silent)
	}
	head, err := u.checkpoint(after)
	if err != nil {
		return nil, nil, err
	}
	sent, err := u.reports(after, r, head)
	if over != nil && err == nil {
		var last []report
		last, err = u.finals(after, *over, r.record.Link, head)
		sent = append(sent, last...)
	}
	if err != nil {
		return nil, nil, err
	}
	mails = after.recordReports(&b, u.timeOf(g), sent)
	looking, err := u.observed(after, by.Kind(), r, head)
	if over != nil && err == nil {
		var m []store.Mail
		m, err = u.observedEnd(after, u.overModel(after, *over, r.record.Link, head))
		looking = append(looking, m...)
	}
	return b, append(mails, looking...), errors.Join(err, u.signHead(&b, after))
}

// forgetPending takes out of the state what was waiting for the step.
func (g *game) forgetPending(b *batch) {
	g.forgetAnswers(b)
	g.forgetOffers(b)
	g.forgetNews(b)
}

// forgetNews takes out of the state what is told.
func (g *game) forgetNews(b *batch) {
	if len(g.news) > 0 {
		b.drop(g.Game, stateKeyNews)
	}
	if len(g.changes) > 0 {
		b.drop(g.Game, stateNews)
	}
}

// forgetOffers takes out of the state what ends with the step.
func (g *game) forgetOffers(b *batch) {
	for _, side := range g.sides {
		if g.offers[side] {
			b.drop(g.Game, stateDraw+string(side))
		}
	}
}

// forgetAnswers takes out of the state the files for the step, and the round that
// it waits for.
func (g *game) forgetAnswers(b *batch) {
	for side := range g.pending {
		b.drop(g.Game, statePending+string(side))
	}
	if g.closed != nil {
		b.drop(g.Game, stateClosed)
	}
}

// play resolves one step in memory.
func (u *Umpire) play(g *game) (r resolution, after *game, err error) {
	if err := g.refuseBurned(); err != nil {
		return r, nil, err
	}
	step := g.step + 1
	link, err1 := u.linkOf(g.Game, step)
	sealed, err2 := u.secretOf(g.Game, secretSealed)
	if err := errors.Join(err1, err2); err != nil {
		return r, nil, err
	}
	r = resolution{before: g.pos, last: g.last, record: record.Step{
		Head:    record.Head{Game: g.Game, Step: step, Time: u.timeOf(g)},
		Ruleset: g.rs.Name(), Version: g.rs.Version(), Tables: record.TablesHash(g.rs.Data(g.pos)), Program: u.Program,
		Previous: sha256.Sum256(link[:]), Link: link,
	}}
	var in []engine.Orders
	var files []engine.Input
	for _, side := range g.answering() {
		p, file, orders := g.input(side)
		r.from = append(r.from, p)
		r.record.Inputs = append(r.record.Inputs, record.Input{Side: side, Orders: p.seq, Hash: p.File})
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
	played, pos, err := engine.Play(g.rs, g.pos, step, in, dice)
	if err != nil {
		return r, nil, err
	}
	r.record.Draws, r.record.Events, r.record.Position = played.Draws, played.Events, played.Position
	r.record.Hidden = g.hidden()
	g.tellNews(&r)
	after = &game{info: g.info, step: step, pos: pos, tree: g.tree, newest: g.newest, sealed: g.sealed, pending: map[engine.Side]pending{}, ending: g.ending}
	after.offers = map[engine.Side]bool{}
	return r, after, nil
}

// tellNews adds what happened since the last report.
func (g *game) tellNews(r *resolution) {
	for _, n := range g.news {
		r.keys = append(r.keys, keyModel(n.Key))
	}
	for _, c := range g.changes {
		r.changes = append(r.changes, c.text)
	}
}

// input is what a side gives to the next step, as it was understood, or nothing.
func (g *game) input(side engine.Side) (pending, engine.Input, engine.Orders) {
	p := g.pending[side]
	return p, engine.Input{Side: side, File: p.File}, engine.Orders{Side: side, Lines: p.Lines}
}

func (u *Umpire) ending(g *game) (*record.Over, error) {
	chain, err1 := u.secretOf(g.Game, secretChain)
	sealed, err2 := u.secretOf(g.Game, secretSealed)
	return &record.Over{Head: u.headOf(g), Outcome: g.outcome(), Secret: chain, Sealed: sealed}, errors.Join(err1, err2)
}

// process resolves the next step of a game without waiting: sides that have
// not answered take their defaults. In a game with a beacon it closes the step.
func (u *Umpire) process(g *game) (batch, []store.Mail, error) {
	if err := g.refuseClosed(); err != nil {
		return nil, nil, refuse(err)
	}
	if g.waits {
		return nil, nil, refuse(ErrWaits)
	}
	u.Logger.Info("step is not waited for", "game", g.Game, "step", g.step+1, "defaults", g.waiting())
	return u.complete(g)
}

// stepOn plays a game on without a mail; done is what the program's log says of
// it.
func (u *Umpire) stepOn(id, done string, play func(*game) (batch, []store.Mail, error)) error {
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
	u.Logger.Info(done, "game", id, "step", g.step+1)
	return nil
}
