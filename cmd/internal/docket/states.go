package docket

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store"
)

// StateSnapshot is how the game stood when a snapshot was made, as game.State.Snapshot writes it.
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
func (u *Docket) StateOf(id string) (s fold.State, err error) {
	if err := u.Store.Settle(id); err != nil {
		return s, err
	}
	s, known := u.States[id]
	if known {
		return s, nil
	}
	if s, err = u.Follow(id); err != nil {
		return s, fmt.Errorf("game %s: %w", id, err)
	}
	return s, nil
}

// keepOnce reads how a game stands, for all who ask until what it gives is called. Whoever asks for a game that cannot
// be read is told why.
func (u *Docket) keepOnce(id string) (done func()) {
	if _, known := u.States[id]; known {
		return func() {}
	}
	if s, err := u.StateOf(id); err == nil {
		u.States[id] = s
	}
	return func() { delete(u.States, id) }
}

// Follow makes the state of a game out of its log, with the help of a snapshot.
func (u *Docket) Follow(id string) (s fold.State, err error) {
	first, err := u.firstRecord(id)
	if err != nil {
		return s, err
	}
	text, err := u.Store.Derived(id, StateSnapshot)
	if err != nil {
		return s, err
	}
	if text != nil {
		s, err = fold.Resume(first, text,
			func(in fold.Rules) (engine.Ruleset, error) { return u.rulesetOf(first, in) })
		if err == nil {
			s, err = u.followOn(s)
		}
		if err == nil {
			return s, nil
		}
		u.Logger.Info("a snapshot is not used", "game", id, "reason", err)
	}
	return u.Refold(first)
}

func (u *Docket) firstRecord(id string) (g record.Game, err error) {
	r, err := u.Store.Record(id, 1)
	if err == nil {
		g, err = record.ParseGame(r.Data, r.Hidden)
	}
	return g, err
}

// rulesetOf are the rules that a game is played by.
func (u *Docket) rulesetOf(first record.Game, in fold.Rules) (engine.Ruleset, error) {
	text := func(name string) ([]byte, error) { return u.Store.State(first.Game, StateData+name) }
	return u.book.of(u.Rulesets, u.Load, first, in, text, u.Logger)
}

// Refold makes the state of a game out of its log alone. If the rules cannot follow it
// the position is lost; of a log that cannot stand it is the state behind its good part.
// Either way the game is held.
func (u *Docket) Refold(first record.Game) (s fold.State, err error) {
	log, err := u.Store.Log(first.Game)
	if err != nil {
		return s, err
	}
	in, err := fold.InForce(log)
	if err != nil {
		return s, err
	}
	rs, err := u.rulesetOf(first, in)
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
func (u *Docket) followOn(s fold.State) (fold.State, error) {
	for r, err := range u.Store.Records(s.First.Game, s.Seq()+1) {
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
	tree, err := u.Store.Tree(s.First.Game)
	if err == nil && !tree.Equal(s.Tree) {
		err = fmt.Errorf("%w: it is of another log", fold.ErrSnapshot)
	}
	return s, err
}

// Snapshot lets the next start begin with the game as the batch will leave it.
func (g *Game) Snapshot(b *Batch) {
	text, err := g.State.Snapshot()
	b.Set(g.Game, StateSnapshot, text)
	b.Fail(err)
}

// renewSnapshot writes one for a game that has none, or none of these rules.
func (u *Docket) renewSnapshot(inf *Info, b *Batch) error {
	text, err := u.Store.Derived(inf.Game, StateSnapshot)
	if err != nil || inf.Rules == nil || fold.FollowedBy(text, inf.Rules) {
		return err
	}
	s, err := u.StateOf(inf.Game)
	if err == nil && !s.Lost {
		(&Game{Info: inf, Course: fold.Course{State: s}}).Snapshot(b)
	}
	return err
}

// Glance is StateOf without the position, which costs less.
func (u *Docket) Glance(id string) (s fold.State, err error) {
	if err := u.Store.Settle(id); err != nil {
		return s, err
	}
	if s, known := u.States[id]; known {
		return s, nil
	}
	text, err := u.Store.Derived(id, StateSnapshot)
	if err != nil || text == nil {
		return u.StateOf(id)
	}
	first, err := u.firstRecord(id)
	if err != nil {
		return s, err
	}
	if s, err = fold.Glance(first, text); err == nil {
		s, err = u.followOn(s)
	}
	if err != nil {
		return u.StateOf(id)
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
		n.Players[i].Name, n.Players[i].Computer, n.Players[i].Language = p.Player, p.Computer, p.Language
	}
	return &n
}

// maxInfos bounds Docket.Infos. One is some thousand bytes.
const maxInfos = 4096

// Info reads what seldom changes about a game, and keeps it.
func (u *Docket) Info(id string) (*Info, error) {
	if inf := u.Infos[id]; inf != nil {
		return inf, nil
	}
	s, err := u.Glance(id)
	if err != nil {
		return nil, err
	}
	inf := (&Info{Docket: u, Address: map[engine.Side]string{}}).at(s)
	if inf.Rules, err = u.rulesetOf(s.First, s.Rules); err != nil {
		return nil, err
	}
	if inf.Rules == nil && s.Over != nil {
		return nil, fmt.Errorf("game %s: %w: %s", id, ErrNoRuleset, inf.Ruleset)
	}
	for _, side := range inf.Sides {
		a, err := u.Store.State(id, StateAddress+string(side))
		if err != nil {
			return nil, err
		}
		inf.Address[side] = string(a)
	}
	if len(u.Infos) >= maxInfos {
		clear(u.Infos)
	}
	u.Infos[id] = inf
	return inf, nil
}

// AllGames are all that can be read and whose ruleset is here, in the order of their names.
func (u *Docket) AllGames() iter.Seq2[*Info, error] {
	return func(yield func(*Info, error) bool) {
		enough := false
		err := u.Store.View(func(*store.Tx) error {
			names, err := u.Store.Games()
			for _, id := range names {
				inf, err := u.Info(id)
				if errors.Is(err, ErrNoRuleset) || u.Store.Damage(err) == id {
					continue
				}
				if err != nil {
					return err
				}
				if enough = !yield(inf, nil); enough {
					return nil
				}
			}
			return err
		})
		if err != nil && !enough {
			yield(nil, err)
		}
	}
}

// RecordAt is a record of the log, or one that is still to be written.
func (g *Game) RecordAt(seq uint64) (v record.Record, err error) {
	for _, e := range g.fresh {
		if e.Seq == seq {
			return e.Record, nil
		}
	}
	r, err := g.Docket.Store.Record(g.Game, seq)
	if err != nil {
		return nil, err
	}
	return record.Parse(r.Kind, r.Data, r.Hidden)
}
