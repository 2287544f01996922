package play

import (
	"cmp"
	"errors"
	"fmt"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/computer"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/tell"
	"berthier/engine"
)

// SecretOf reads one secret of a game.
func (u *Master) SecretOf(id, name string) (l engine.Link, err error) {
	s, err := u.Store.Secret(id, name)
	if err == nil && copy(l[:], s.Reveal()) != len(l) {
		err = fmt.Errorf("game %s: secret %s has the wrong length", id, name)
	}
	return l, err
}

// linkOf is the link of a number of a game that is not used yet. The error is about the
// secret, or that the chain is at its end.
func (u *Master) linkOf(id string, number int) (l engine.Link, err error) {
	way, err := u.Store.Secret(id, docket.SecretWay)
	if err != nil {
		return l, err
	}
	return engine.Way(way.Reveal()).Link(number)
}

// resolve plays the next step with the answers that are in and defaults for the others. It changes nothing.
func (u *Master) resolve(g *docket.Game) (docket.Batch, error) {
	g, b := u.adoptRules(g)
	r, err := u.play(g)
	if err != nil {
		return b, fmt.Errorf("game %s, step %d: %w", g.Game, g.State.Number+1, err)
	}
	resolved, err := u.conclude(g, r, r.record, nil)
	b.Join(resolved)
	return b, err
}

// conclude records how a game goes on by a record, which leads to a place if it is a rollback, and writes the reports.
// It changes nothing. Of mails that are taken in together the batch postpones the reports that a file completed, with
// their mails: the next mail is mostly for another game, and can be judged meanwhile.
func (u *Master) conclude(g *docket.Game, r resolution, by record.Record, back *fold.Place) (b docket.Batch,
	err error) {
	if err := tellNews(g, &r); err != nil {
		return b, err
	}
	after := *g
	after.RecordBack(&b, by, back)
	if r.before == nil { // it was not played on from there
		r.before = after.State.Position
	}
	var over *record.Over
	if after.Over() && after.State.Ended == nil {
		if over, err = u.ending(&after, after.Outcome()); err != nil {
			return b, err
		}
		after.Record(&b, *over)
		u.forgetReminders(&after, &b)
	} else if !g.State.Waits {
		silent := g.Silent()
		if by.Kind() != record.KindStep { // the umpire did not let them answer
			silent = nil
		}
		u.beginClocks(&after, &b, silent)
	}
	u.letMove(&after, &b)
	head, err := u.Checkpoint(&after)
	if err != nil {
		return b, err
	}
	told := after // which does not change while it is told of
	sent := []letters{u.reports(&told, r, head)}
	var looking docket.Batch
	u.observed(&looking, &told, by.Kind(), r, head)
	if over != nil {
		last := u.lastMails(&told, *over, r.record.Link, head)
		sent = append(sent, u.finals(&told, last))
		u.observedEnd(&looking, &told, last)
	}
	if looking.Err != nil {
		return b, looking.Err
	}
	at := u.TimeOf(g)
	tell := func() (b docket.Batch) {
		for _, written := range sent {
			reports, err := written()
			if b.Fail(err); err != nil {
				return b
			}
			after.RecordReports(&b, at, reports)
		}
		b.Join(looking)
		u.SignHead(&b, &after)
		after.Snapshot(&b)
		return b
	}
	if u.Store.Open == nil || r.last == nil {
		b.Join(tell())
		return b, b.Err
	}
	u.Postpone(&b, g.Game, tell)
	return b, nil
}

// play resolves one step in memory.
func (u *Master) play(g *docket.Game) (r resolution, err error) {
	if err := g.RefuseBurned(); err != nil {
		return r, err
	}
	step := g.State.Number + 1
	link, err1 := u.linkOf(g.Game, step)
	sealed, err2 := u.SecretOf(g.Game, docket.SecretSealed)
	if err := errors.Join(err1, err2); err != nil {
		return r, err
	}
	r = resolution{before: g.State.Position, last: g.Last, record: record.Step{
		Head:    g.State.Next(u.Now()),
		Ruleset: g.Rules.Name(), Version: g.Rules.Version(), Tables: record.TablesHash(g.Rules.Data(g.State.Position)),
		Program:  u.Program,
		Previous: g.State.Link, Link: link,
	}}
	var in []engine.Orders
	var files []engine.Input
	r.record.Inputs = g.State.Inputs(g.Rules.Owed(g.State.Position))
	for _, i := range r.record.Inputs {
		p, file, orders := g.Input(i.Side)
		r.from = append(r.from, p)
		in, files = append(in, orders), append(files, file)
	}
	if g.Round.Signature != nil {
		r.record.Round, files = g.Round, append(files, g.Round.Input())
	}
	r.record.Hash = engine.InputHash(files)
	var dice engine.Recorder = engine.NewStream(g.Game, step, r.record.Hash, link, sealed)
	if u.Dice != nil {
		dice = u.Dice(step)
	}
	next := computer.Step{Rules: g.Rules, State: g.State, Number: step, Link: link, Round: g.Round}
	played, err := next.Resolve(in, dice)
	if err != nil {
		return r, err
	}
	for _, no := range played.Refused {
		u.Logger.Warn("the rules refuse the orders of a computer", "game", g.Game, "step", step, "orders", no)
	}
	r.record.Draws, r.record.Events, r.record.Computed = dice.Draws(), played.Events, played.Computed
	r.record.Position = engine.Hash(played.After())
	r.record.HiddenPart = g.NextHidden()
	return r, nil
}

// tellNews adds what happened since the last report.
func tellNews(g *docket.Game, r *resolution) error {
	for _, seq := range g.State.KeyNews {
		v, err := g.RecordAt(seq)
		k, ok := v.(record.Key)
		if err != nil || !ok {
			return fmt.Errorf("record %d, a change of a key: %w", seq, err)
		}
		r.keys = append(r.keys, keyModel(k))
	}
	for _, seq := range g.State.News {
		v, err := g.RecordAt(seq)
		if err != nil {
			return fmt.Errorf("record %d, which is to be told: %w", seq, err)
		}
		text, err := tell.Change(v)
		if err != nil {
			return err
		}
		r.changes = append(r.changes, text)
	}
	for _, text := range g.ClockTexts() {
		r.clock = append(r.clock, phrase.Told(text))
	}
	return nil
}

func (u *Master) ending(g *docket.Game, o engine.Outcome) (*record.Over, error) {
	chain, err1 := u.SecretOf(g.Game, docket.SecretChain)
	sealed, err2 := u.SecretOf(g.Game, docket.SecretSealed)
	return &record.Over{Head: u.HeadOf(g), Outcome: o, Secret: chain, Sealed: sealed}, errors.Join(err1, err2)
}

// ProcessStep resolves the next step of a game without waiting: sides that have
// not answered take their defaults. In a game with a beacon it closes the step.
func (u *Master) ProcessStep(g *docket.Game) (docket.Batch, error) {
	if err := g.RefuseClosed(); err != nil {
		return docket.Batch{}, amiss.Refuse(err)
	}
	if g.State.Waits {
		return docket.Batch{}, amiss.Refuse(fold.ErrWaits)
	}
	if len(g.Waiting()) == 0 && !g.State.Settled(u.Now()) {
		return docket.Batch{}, amiss.Refusef("all orders are in, and %s", tell.Replaceable(g))
	}
	u.Logger.Info("step is not waited for", "game", g.Game, "step", g.State.Number+1, "defaults", g.Waiting())
	return u.Complete(g)
}

// StepOn plays a game on without a mail; done is what the program's log says of it.
func (u *Master) StepOn(id, done string, play func(*docket.Game) (docket.Batch, error)) error {
	g, err := u.Open(id)
	if err == nil && g.Over() && g.State.Ended == nil {
		err = fmt.Errorf("game %s: %w", id, docket.ErrOver)
	}
	if err != nil {
		return err
	}
	var b docket.Batch
	err = amiss.Attempt(func() (err error) {
		b, err = play(g)
		return cmp.Or(err, b.Err)
	})
	if err != nil {
		if panicked, ok := errors.AsType[*amiss.Panic](err); ok {
			u.Logger.Error("fault of this program", "game", id, "error", err, "stack", string(panicked.Stack))
		}
		return err
	}
	if err := u.Commit(b); err != nil {
		return err
	}
	u.Logger.Info(done, "game", id, "step", g.State.Number+1)
	return nil
}
