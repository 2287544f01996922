package aftermath

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store/leaf"
	"berthier/templates"
)

// How much is told of a long game.
const (
	MostTurns   = 20
	MostSwings  = 8
	MostMoments = 40
)

// Of looks back on a game by its log, of which the hidden parts must be there; nil if it cannot
// be told. found is what an audit says of it; nil if there was none.
func Of(rules engine.Ruleset, log []leaf.Record, found *audit.Result) (*templates.Aftermath, error) {
	c, ok := rules.(engine.Chronicler)
	if !ok {
		return nil, nil
	}
	t := &teller{rules: c}
	state, err := game.Fold(rules, log, func(s game.State) { t.take(log[s.Seq()-1], s) })
	if err := cmp.Or(err, t.err); err != nil {
		return nil, fmt.Errorf("looking back on the game: %w", err)
	}
	if state.Lost || state.Adrift || len(t.points) == 0 {
		return nil, nil
	}
	a := &templates.Aftermath{Sides: t.sides, Moments: t.moments(), Held: t.held(), Curves: t.curves(state.Position),
		Forces: t.points[len(t.points)-1].Forces}
	a.Turns, a.Quiet = t.story()
	a.Luck = engine.LuckOf(t.trials(-1))
	if found != nil {
		a.Verdict = verdict(*found)
	}
	return a, nil
}

// point is how the game stood behind a number of its log, and what led there.
type point struct {
	number int
	turn   int // in which it was played
	engine.Chronicle
	trials []engine.Trial
	fight  *engine.Fight // that mattered most
}

// teller collects the points of a game.
type teller struct {
	rules  engine.Chronicler
	sides  []engine.Side
	last   engine.Position
	points []point // the first is the beginning
	err    error
}

// take takes the state behind a record.
func (t *teller) take(r leaf.Record, s game.State) {
	if s.Lost || s.Adrift || t.err != nil {
		return
	}
	switch r.Kind {
	case record.KindGame:
		t.sides = t.rules.Sides(s.Position)
		t.points = []point{{Chronicle: t.rules.Chronicle(s.Position)}}
	case record.KindStep:
		v, err := record.ParseStep(r.Data, r.Hidden)
		if err != nil {
			t.err = err
			return
		}
		told := engine.Tell(t.rules, t.last, s.Position, v.Events, "")
		t.points = append(t.points, point{number: s.Number, turn: t.rules.Turn(t.last),
			Chronicle: t.rules.Chronicle(s.Position), trials: told.Trials, fight: heaviest(told.Episodes)})
	case record.KindRollback:
		v, err := record.ParseRollback(r.Data, r.Hidden)
		if err != nil {
			t.err = err
			return
		}
		t.points = slices.DeleteFunc(t.points, func(p point) bool { return p.number > v.To })
	case record.KindRuling:
		t.points = append(t.points, point{number: s.Number, turn: t.rules.Turn(s.Position),
			Chronicle: t.rules.Chronicle(s.Position)})
	}
	t.last = s.Position
}

// heaviest is the fight with a result that matters most.
func heaviest(episodes []engine.Episode) (most *engine.Fight) {
	for _, ep := range episodes {
		for i, f := range ep.Fights {
			if f.Weight > 0 && !f.Result.Empty() && (most == nil || f.Weight > most.Weight) {
				most = &ep.Fights[i]
			}
		}
	}
	return most
}

// trials are those of one turn; of all turns if it is -1.
func (t *teller) trials(turn int) (all []engine.Trial) {
	for _, p := range t.points {
		if turn < 0 || p.turn == turn {
			all = append(all, p.trials...)
		}
	}
	return all
}

// changes calls for each goal and each formation that changed from one point to the next.
func (t *teller) changes(taken func(p point, g engine.Goal), broken func(p point, f engine.Formation)) {
	for i := 1; i < len(t.points); i++ {
		was, is := t.points[i-1], t.points[i]
		for k, g := range is.Goals {
			if g.Holder != was.Goals[k].Holder {
				taken(is, g)
			}
		}
		for k, f := range is.Forces {
			if f.Broken && !was.Forces[k].Broken {
				broken(is, f)
			}
		}
	}
}

// others are all sides but one, if there is only one such side.
func (t *teller) others(side engine.Side) engine.Side {
	if len(t.sides) != 2 {
		return ""
	}
	return t.sides[1-max(slices.Index(t.sides, side), 0)]
}

// moments are those on which the game turned, in order.
func (t *teller) moments() (all []templates.Moment) {
	t.changes(func(p point, g engine.Goal) {
		all = append(all, templates.Moment{Turn: p.turn, Step: p.number, For: g.Holder, Taken: &g})
	}, func(p point, f engine.Formation) {
		all = append(all, templates.Moment{Turn: p.turn, Step: p.number, For: t.others(f.Side), Broken: &f})
	})
	all = all[:min(len(all), MostMoments)]
	all = append(all, t.swings()...)
	sort.SliceStable(all, func(i, j int) bool { return all[i].Step < all[j].Step })
	return all
}

// swings are the rolls that swung most, the greatest first.
func (t *teller) swings() (all []templates.Moment) {
	for _, p := range t.points {
		var of *engine.Roll
		for _, x := range p.trials {
			if x.Stake == 0 {
				continue
			}
			if x.Roll != of || of == nil {
				of = x.Roll
				all = append(all, templates.Moment{Turn: p.turn, Step: p.number,
					Roll: &templates.Swing{Name: x.Name, Side: x.Side}})
			}
			s := all[len(all)-1].Roll
			s.Dice++
			s.Expected += float64(x.Good) / float64(max(x.Of, 1))
			s.By += x.Swing()
			if x.Success {
				s.Successes++
			}
		}
	}
	for i, m := range all {
		if all[i].For = m.Roll.Side; m.Roll.By < 0 {
			all[i].For = t.others(m.Roll.Side)
		}
	}
	all = slices.DeleteFunc(all, func(m templates.Moment) bool { return m.Roll.Weight() < .05 })
	by := func(i int) float64 { return math.Abs(all[i].Roll.By) }
	sort.SliceStable(all, func(i, j int) bool { return by(i) > by(j) })
	return all[:min(len(all), MostSwings)]
}

// verdict puts the findings of an audit into numbers.
func verdict(r audit.Result) templates.Verdict {
	v := templates.Verdict{Checked: true, Left: r.Unresolved, Steps: r.Check("steps").Done,
		Rolls:  r.Check("draws").Done,
		Signed: r.Check("signatures").Done, Umpire: len(r.Acts)}
	if err := r.Err(); err != nil {
		v.Bad = err.Error()
	}
	return v
}
