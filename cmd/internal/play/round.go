package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/beacon"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/timekeeper"
	"berthier/engine"
	"berthier/templates"
)

// Complete goes on when nobody is waited for any more: it resolves the step, or
// closes it if its dice need a round of the beacon.
func (u *Master) Complete(g *docket.Game) (docket.Batch, error) {
	if g.State.Waits {
		return docket.Batch{}, amiss.Refuse(fold.ErrWaits)
	}
	if g.Beacon.Used() {
		return u.closeStep(g)
	}
	return u.resolve(g)
}

// closeStep fixes what the next step resolves, and its round, before the round
// is published, and tells the players.
func (u *Master) closeStep(g *docket.Game) (b docket.Batch, err error) {
	c, err := fold.Close(g.State, g.Rules.Owed(g.State.Position), u.Now())
	if err != nil {
		return b, amiss.Refuse(err)
	}
	next := *g
	next.Record(&b, c)
	head, err := u.Checkpoint(&next)
	if err != nil {
		return b, err
	}
	told, err := u.EachSide(g, func(side engine.Side) post.Letter {
		l := g.Letter(side, "closed")
		m := templates.ClosedMail{
			Game: u.AboutTo(g.Info, side), Step: c.Step, Chain: g.Beacon.String(), Round: c.Round,
			At:     phrase.Second(g.Beacon.Time(c.Round)),
			Inputs: closedInputs(c), Checkpoint: head,
		}
		l.Subject, l.Page = m.Subject(), post.Fill(templates.Closed, m)
		return l
	})
	for _, r := range told {
		b.Send(r.Mail)
	}
	u.SignHead(&b, &next)
	return b, err
}

func closedInputs(c record.Closed) (files []templates.TurnFile) {
	for _, in := range c.Inputs {
		f := templates.TurnFile{Side: in.Side, Hash: "-"}
		if in.Orders != 0 {
			f.Hash = fmt.Sprintf("%x", in.Hash)
		}
		files = append(files, f)
	}
	return files
}

// roundFile tells of a round in the list of what a step resolved.
func roundFile(b record.Beacon, r record.Round) templates.TurnFile {
	in := r.Input()
	return templates.TurnFile{
		Side: in.Side, Hash: fmt.Sprintf("%x", in.File),
		Auth: phrase.Say("auth.round", "chain", b.Chain, "at", phrase.Second(b.Time(r.Number)), "signature",
			fmt.Sprintf("%x", r.Signature)),
	}
}

// AskFunc gives the verified signature of a round; drand.Fetch is one,
// given a client and servers.
type AskFunc func(ctx context.Context, c beacon.Chain, round uint64) ([]byte, error)

// awaitedRound is a round that a game waits for.
type awaitedRound struct {
	game  string
	chain beacon.Chain
	round uint64
}

// awaitedRounds lists the rounds that are published by now and waited for.
func (u *Master) awaitedRounds() (due []awaitedRound, err error) {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	if err := u.CatchUp(); err != nil {
		return nil, err
	}
	if err := u.plan(); err != nil {
		return nil, err
	}
	for _, id := range u.Schedule.Rounds() {
		why, s := "", fold.State{}
		inf, err := u.Info(id)
		if err == nil {
			why, err = u.MayGoOn(inf)
		}
		if err == nil {
			s, err = u.Glance(id)
		}
		if why != "" || u.Store.IsDamaged(id, err) {
			u.Schedule.Change(id)
			continue
		}
		if err != nil {
			return nil, err
		}
		if c := s.Closed; c != nil && !u.Clock().Before(inf.Beacon.Time(c.Round)) {
			due = append(due, awaitedRound{id, inf.Beacon.Chain, c.Round})
		}
	}
	return due, nil
}

// awaitsRound reports whether a game waits for a round of its beacon.
func (u *Master) awaitsRound(id string) (bool, error) {
	inf, err := u.Info(id)
	if errors.Is(err, docket.ErrNoRuleset) {
		return false, nil
	}
	if err != nil || !inf.Beacon.Used() {
		return false, err
	}
	s, err := u.Glance(id)
	return s.Closed != nil && s.Ended == nil, err
}

// DrawDue asks for every round that is published and waited for, and resolves
// the steps. It gives the number of those that it could not get or resolve, whose
// reasons it logs; the error is a fault of the store, or ctx's.
func (u *Master) DrawDue(ctx context.Context, ask AskFunc) (missing int, err error) {
	due, err := u.awaitedRounds()
	for _, w := range due {
		signature, fault := ask(ctx, w.chain, w.round)
		if ctx.Err() != nil {
			return missing, ctx.Err()
		}
		if fault == nil {
			fault = w.chain.Verify(w.round, signature)
		}
		if fault != nil {
			u.Logger.Warn("no round of the beacon yet", "game", w.game, "round", w.round, "error", fault)
			missing++
			continue
		}
		if fault := u.draw(w.game, record.Round{Number: w.round, Signature: signature}); fault != nil &&
			!errors.Is(fault, docket.ErrOver) {
			u.Logger.Error("a step cannot be resolved with its round of the beacon", "game", w.game, "round", w.round,
				"error", fault)
			missing++
		}
	}
	return missing, err
}

// draw resolves a closed step with its round; the game may have ended meanwhile.
func (u *Master) draw(id string, r record.Round) error {
	return u.With(func() error {
		return u.StepOn(id, "step resolved", func(g *docket.Game) (docket.Batch, error) {
			if g.State.Ended != nil || g.State.Closed == nil || g.State.Closed.Round != r.Number {
				return docket.Batch{}, nil // somebody was quicker
			}
			g.Round = r
			return u.resolve(g)
		})
	}, id)
}

const (
	beaconPause = time.Second // between two looks
	beaconRest  = time.Minute // after a round could not be had
)

// RunBeacon calls DrawDue in time for each round until ctx is done; then it
// returns the error of ctx. It ends earlier only at a fault of the store.
func (u *Master) RunBeacon(ctx context.Context, ask AskFunc) error {
	return timekeeper.Every(ctx, nil, func() (time.Duration, error) {
		missing, err := u.DrawDue(ctx, ask)
		switch {
		case err != nil:
			return 0, fmt.Errorf("waiting for the beacon: %w", err)
		case missing > 0:
			return beaconRest, nil
		}
		return beaconPause, nil
	})
}
