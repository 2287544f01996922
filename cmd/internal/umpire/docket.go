package umpire

import (
	"errors"
	"fmt"
	"slices"

	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store"
)

// stateSnapshot is how the game stood when a snapshot was made, as game.State.Snapshot
// writes it.
const stateSnapshot = "snapshot"

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

// stateOf is how a game stands. What was looked at only once is not kept.
func (u *Docket) stateOf(tx *store.Tx, id string) (s fold.State, err error) {
	s, known := u.states[id]
	if known {
		return s, nil
	}
	if s, err = u.follow(tx, id); err != nil {
		return s, fmt.Errorf("game %s: %w", id, err)
	}
	return s, nil
}

// follow makes the state of a game out of its log, with the help of a snapshot.
func (u *Docket) follow(tx *store.Tx, id string) (s fold.State, err error) {
	r, err := oneRecord(tx, id, 1)
	if err != nil {
		return s, err
	}
	first, err := record.ParseGame(r.Data, r.Hidden)
	if err != nil {
		return s, err
	}
	text, err := optional(tx.State(id, stateSnapshot))
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
	return u.refold(tx, first)
}

// refold makes the state of a game out of its log alone. If the rules cannot follow it
// the position is lost; of a log that cannot stand it is the state behind its good part.
// Either way the game is held.
func (u *Docket) refold(tx *store.Tx, first record.Game) (s fold.State, err error) {
	log, err := wholeLog(tx, first.Game)
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

func wholeLog(tx *store.Tx, id string) (log []store.Record, err error) {
	for r, err := range tx.Records(id, 1) {
		if err != nil {
			return nil, err
		}
		log = append(log, r)
	}
	return log, nil
}

// snapshot lets the next start begin with the game as the batch will leave it.
func (g *game) snapshot(b *batch) error {
	text, err := g.state.Snapshot()
	b.set(g.Game, stateSnapshot, text)
	return err
}

// renewSnapshot writes one for a game that has none, or none of these rules.
func (u *Docket) renewSnapshot(tx *store.Tx, inf *info, b *batch) error {
	text, err := optional(tx.State(inf.Game, stateSnapshot))
	if err != nil || inf.rs == nil || fold.FollowedBy(text, inf.rs) {
		return err
	}
	s, err := u.stateOf(tx, inf.Game)
	if err != nil || s.Lost {
		return err
	}
	return (&game{info: inf, state: s}).snapshot(b)
}

// glance is stateOf without the position, which costs less.
func (u *Docket) glance(tx *store.Tx, id string) (s fold.State, err error) {
	if s, known := u.states[id]; known {
		return s, nil
	}
	text, err := optional(tx.State(id, stateSnapshot))
	if err != nil || text == nil {
		return u.stateOf(tx, id)
	}
	r, err := oneRecord(tx, id, 1)
	if err != nil {
		return s, err
	}
	first, err := record.ParseGame(r.Data, r.Hidden)
	if err != nil {
		return s, err
	}
	if s, err = fold.Glance(first, text); err == nil {
		s, err = followOn(tx, s)
	}
	if err != nil {
		return u.stateOf(tx, id)
	}
	return s, nil
}

// at is what seldom changes about a game, as it is in a state.
func (g *info) at(s fold.State) *info {
	n := *g
	n.GameRecord, n.inForce, n.logKey = s.First, s.Rules, s.LogKey
	n.Players, n.sides, n.keys = slices.Clone(s.First.Players), nil, map[engine.Side]sign.Key{}
	for i, p := range s.Seats {
		n.sides, n.keys[p.Side] = append(n.sides, p.Side), p.Key
		n.Players[i].Name = p.Player
	}
	return &n
}

// info reads what seldom changes about a game, once.
func (u *Docket) info(tx *store.Tx, id string) (*info, error) {
	if inf := u.infos[id]; inf != nil {
		return inf, nil
	}
	s, err := u.glance(tx, id)
	if err != nil {
		return nil, err
	}
	inf := (&info{u: u, address: map[engine.Side]string{}}).at(s)
	if inf.rs, err = u.rulesetOf(tx, s.First, s.Rules); err != nil {
		return nil, err
	}
	if inf.rs == nil && s.Over != nil {
		return nil, fmt.Errorf("game %s: %w: %s", id, ErrNoRuleset, inf.Ruleset)
	}
	for _, side := range inf.sides {
		a, err := tx.State(id, stateAddress+string(side))
		if err != nil {
			return nil, err
		}
		inf.address[side] = string(a)
	}
	u.infos[id] = inf
	return inf, nil
}

// pending are the orders of a side that wait for the next step.
func (g *game) pending(side engine.Side) (p fold.Pending, ok bool) {
	seat, _ := g.state.Seat(side)
	return seat.Pending, seat.Pending.Seq != 0
}

// answered reports whether a side's orders are in.
func (g *game) answered(side engine.Side) bool {
	_, ok := g.pending(side)
	return ok
}

// vacant reports whether the player of a side has left it.
func (g *game) vacant(side engine.Side) bool {
	seat, _ := g.state.Seat(side)
	return seat.Vacant != 0
}

// offersDraw reports whether a side offers a draw.
func (g *game) offersDraw(side engine.Side) bool {
	seat, _ := g.state.Seat(side)
	return seat.Offer != 0
}

// outcome is how the game stands, by its rules or by its players.
func (g *game) outcome() engine.Outcome {
	if g.state.Over != nil {
		return g.state.Over.Outcome
	}
	return g.rs.Outcome(g.state.Position)
}

// recordAt is a record of the log, or one that is still to be written.
func (g *game) recordAt(seq uint64) (v record.Record, err error) {
	for _, e := range g.fresh {
		if e.Seq == seq {
			return e.Record, nil
		}
	}
	err = g.u.Store.View(func(tx *store.Tx) error {
		r, err := oneRecord(tx, g.Game, seq)
		if err == nil {
			v, err = record.Parse(r.Kind, r.Data, r.Hidden)
		}
		return err
	})
	return v, err
}

// lastNumber is that of the last step, rollback or ruling, or the last link that was
// burned, by the last record alone.
func lastNumber(tx *store.Tx, id string) (int, error) {
	last, err := tx.LastSeq(id)
	if err != nil {
		return 0, err
	}
	r, err := oneRecord(tx, id, last)
	if r.Kind == record.KindOrders || r.Kind == record.KindClosed {
		return r.Step - 1, err
	}
	return r.Step, err
}

var errNoPosition = errors.New("its position is lost")
