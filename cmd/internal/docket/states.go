package docket

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/mail/sign"
	"berthier/store"
)

// StateSnapshot is how the game stood when a snapshot was made, as game.State.Snapshot
// writes it.
const StateSnapshot = "snapshot"

// states is how the games in use stand, by the fold of their logs. It is no more than a
// copy: what is not in it is read from a snapshot and the log behind that.
type states map[string]fold.State

// maxStates bounds it. A position is some ten thousand bytes.
const maxStates = 256

func (d states) keep(id string, s fold.State) {
	if _, known := d[id]; !known && len(d) >= maxStates {
		clear(d)
	}
	d[id] = s
}

// StateOf is how a game stands. What was looked at only once is not kept.
func (u *Docket) StateOf(tx *store.Tx, id string) (s fold.State, err error) {
	if err := tx.SettleGame(id); err != nil {
		return s, err
	}
	s, known := u.States[id]
	if known {
		return s, nil
	}
	if s, err = u.Follow(tx, id); err != nil {
		return s, fmt.Errorf("game %s: %w", id, err)
	}
	return s, nil
}

// Follow makes the state of a game out of its log, with the help of a snapshot.
func (u *Docket) Follow(tx *store.Tx, id string) (s fold.State, err error) {
	first, err := firstRecord(tx, id)
	if err != nil {
		return s, err
	}
	text, err := Optional(tx.State(id, StateSnapshot))
	if err != nil {
		return s, err
	}
	if text != nil {
		s, err = fold.Resume(first, text,
			func(in fold.Rules) (engine.Ruleset, error) { return u.rulesetOf(tx, first, in) })
		if err == nil {
			s, err = followOn(tx, s)
		}
		if err == nil {
			return s, nil
		}
		u.Logger.Info("a snapshot is not used", "game", id, "reason", err)
	}
	return u.Refold(tx, first)
}

func firstRecord(tx *store.Tx, id string) (g record.Game, err error) {
	r, err := OneRecord(tx, id, 1)
	if err == nil {
		g, err = record.ParseGame(r.Data, r.Hidden)
	}
	return g, err
}

// Refold makes the state of a game out of its log alone. If the rules cannot follow it
// the position is lost; of a log that cannot stand it is the state behind its good part.
// Either way the game is held.
func (u *Docket) Refold(tx *store.Tx, first record.Game) (s fold.State, err error) {
	log, err := WholeLog(tx, first.Game)
	if err != nil {
		return s, err
	}
	in, err := fold.InForce(log)
	if err != nil {
		return s, err
	}
	rs, err := u.rulesetOf(tx, first, in)
	if err != nil {
		return s, err
	}
	if s, err = fold.Fold(rs, log, nil); err == nil {
		return s, nil
	}
	u.Logger.Error("the log of a game cannot be followed", "game", first.Game, "error", err)
	s, err = fold.Fold(nil, log, nil)
	if _, wrong := errors.AsType[*fold.RecordError](err); wrong && s.Seq() > 0 {
		err = nil
	}
	return s, err
}

// followOn applies the records that a snapshot does not have.
func followOn(tx *store.Tx, s fold.State) (fold.State, error) {
	for r, err := range tx.Records(s.First.Game, s.Seq()+1) {
		if err != nil {
			return s, err
		}
		e, err := fold.Read(r)
		if err != nil {
			return s, err
		}
		if s, err = fold.Apply(s, e); err != nil {
			return s, err
		}
	}
	tree, err := tx.Tree(s.First.Game)
	if err == nil && !tree.Equal(s.Tree) {
		err = fmt.Errorf("%w: it is of another log", fold.ErrSnapshot)
	}
	return s, err
}

// WholeLog reads all records of a game.
func WholeLog(tx *store.Tx, id string) (log []store.Record, err error) {
	for r, err := range tx.Records(id, 1) {
		if err != nil {
			return nil, err
		}
		log = append(log, r)
	}
	return log, nil
}

// Snapshot lets the next start begin with the game as the batch will leave it.
func (g *Game) Snapshot(b *Batch) error {
	text, err := g.State.Snapshot()
	b.Set(g.Game, StateSnapshot, text)
	return err
}

// renewSnapshot writes one for a game that has none, or none of these rules.
func (u *Docket) renewSnapshot(tx *store.Tx, inf *Info, b *Batch) error {
	text, err := Optional(tx.State(inf.Game, StateSnapshot))
	if err != nil || inf.Rules == nil || fold.FollowedBy(text, inf.Rules) {
		return err
	}
	s, err := u.StateOf(tx, inf.Game)
	if err != nil || s.Lost {
		return err
	}
	return (&Game{Info: inf, State: s}).Snapshot(b)
}

// Glance is StateOf without the position, which costs less.
func (u *Docket) Glance(tx *store.Tx, id string) (s fold.State, err error) {
	if err := tx.SettleGame(id); err != nil {
		return s, err
	}
	if s, known := u.States[id]; known {
		return s, nil
	}
	text, err := Optional(tx.State(id, StateSnapshot))
	if err != nil || text == nil {
		return u.StateOf(tx, id)
	}
	first, err := firstRecord(tx, id)
	if err != nil {
		return s, err
	}
	if s, err = fold.Glance(first, text); err == nil {
		s, err = followOn(tx, s)
	}
	if err != nil {
		return u.StateOf(tx, id)
	}
	return s, nil
}

// at is what seldom changes about a game, as it is in a state.
func (g *Info) at(s fold.State) *Info {
	n := *g
	n.GameRecord, n.InForce, n.LogKey = s.First, s.Rules, s.LogKey
	n.Players, n.Sides, n.Keys = slices.Clone(s.First.Players), nil, map[engine.Side]sign.Key{}
	for i, p := range s.Seats {
		n.Sides, n.Keys[p.Side] = append(n.Sides, p.Side), p.Key
		n.Players[i].Name, n.Players[i].Computer = p.Player, p.Computer
	}
	return &n
}

// Info reads what seldom changes about a game, once.
func (u *Docket) Info(tx *store.Tx, id string) (*Info, error) {
	if inf := u.Infos[id]; inf != nil {
		return inf, nil
	}
	s, err := u.Glance(tx, id)
	if err != nil {
		return nil, err
	}
	inf := (&Info{Docket: u, Address: map[engine.Side]string{}}).at(s)
	if inf.Rules, err = u.rulesetOf(tx, s.First, s.Rules); err != nil {
		return nil, err
	}
	if inf.Rules == nil && s.Over != nil {
		return nil, fmt.Errorf("game %s: %w: %s", id, ErrNoRuleset, inf.Ruleset)
	}
	for _, side := range inf.Sides {
		a, err := tx.State(id, StateAddress+string(side))
		if err != nil {
			return nil, err
		}
		inf.Address[side] = string(a)
	}
	u.Infos[id] = inf
	return inf, nil
}

// Pending are the orders of a side that wait for the next step.
func (g *Game) Pending(side engine.Side) (p fold.Pending, ok bool) {
	seat, _ := g.State.Seat(side)
	return seat.Pending, seat.Pending.Seq != 0
}

// Answered reports whether a side's orders are in.
func (g *Game) Answered(side engine.Side) bool {
	_, ok := g.Pending(side)
	return ok
}

// Vacant reports whether the player of a side has left it.
func (g *Game) Vacant(side engine.Side) bool {
	seat, _ := g.State.Seat(side)
	return seat.Vacant != 0
}

// Language is that of the mails to a side.
func (g *Game) Language(side engine.Side) tongue.Language {
	seat, _ := g.State.Seat(side)
	return cmp.Or(seat.Language, tongue.En)
}

// OffersDraw reports whether a side offers a draw.
func (g *Game) OffersDraw(side engine.Side) bool {
	seat, _ := g.State.Seat(side)
	return seat.Offer != 0
}

// Outcome is how the game stands, by its rules or by its players.
func (g *Game) Outcome() engine.Outcome {
	if g.State.Over != nil {
		return g.State.Over.Outcome
	}
	if g.State.Ended != nil {
		return g.State.Ended.Outcome
	}
	return g.Rules.Outcome(g.State.Position)
}

// RecordAt is a record of the log, or one that is still to be written.
func (g *Game) RecordAt(seq uint64) (v record.Record, err error) {
	for _, e := range g.fresh {
		if e.Seq == seq {
			return e.Record, nil
		}
	}
	err = g.Docket.Store.View(func(tx *store.Tx) error {
		r, err := OneRecord(tx, g.Game, seq)
		if err == nil {
			v, err = record.Parse(r.Kind, r.Data, r.Hidden)
		}
		return err
	})
	return v, err
}

// LastNumber is that of the last step, rollback or ruling, or the last link that was
// burned, by the last record alone.
func LastNumber(tx *store.Tx, id string) (int, error) {
	last, err := tx.LastSeq(id)
	if err != nil {
		return 0, err
	}
	r, err := OneRecord(tx, id, last)
	if r.Kind == record.KindOrders || r.Kind == record.KindClosed {
		return r.Step - 1, err
	}
	return r.Step, err
}

var errNoPosition = errors.New("its position is lost")
