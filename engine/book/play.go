package book

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"berthier/engine"
)

// Frame is one step of a game with the positions before and after it.
type Frame struct {
	Before engine.Position
	Step   engine.Step
	After  engine.Position
}

// Dice returns the dice of one step of the game, fresh.
func (g *Log) Dice(step int) *engine.Stream {
	key := func(name string) engine.Link {
		return sha256.Sum256(fmt.Appendf(nil, "berthier game %d %s %d", g.Seed, name, step))
	}
	return engine.NewStream("game", step, engine.InputHash(nil), key("open"), key("sealed"))
}

// Play plays a game from its setup and seed to its end and logs it; answer
// gives the orders of a side for what is open to it. watch is called after
// each step; its error ends the game. A panic of the ruleset comes back as an
// error, with the log up to it in g.
func (g *Log) Play(rs engine.Ruleset, answer func(p engine.Position, side engine.Side) engine.Orders,
	watch func(Frame) error) (err error) {
	g.Ruleset, g.Steps, g.Outcome = rulesetName(rs), nil, engine.Outcome{}
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("step %d: panic: %v\n%s", len(g.Steps)+1, x, debug.Stack())
		}
	}()
	p, err := rs.Start(g.Setup)
	if err != nil {
		return err
	}
	g.Start = sumOf(p.Encode())
	for !rs.Outcome(p).Over {
		number := len(g.Steps) + 1
		var in []engine.Orders
		owed := rs.Owed(p)
		for _, side := range rs.Sides(p) {
			if !engine.MayAnswer(owed, side) {
				continue
			}
			if o := answer(p, side); engine.Owes(owed, side) || len(o.Lines) > 0 {
				in = append(in, written(o))
			}
		}
		s, after, err := engine.Play(rs, p, number, in, g.Dice(number))
		if err != nil {
			return fmt.Errorf("step %d: %w", number, err)
		}
		g.Steps = append(g.Steps, LogStep{In: in, Events: eventsSum(s), Position: Sum(s.Position[:])})
		if err := watch(Frame{p, s, after}); err != nil {
			return fmt.Errorf("step %d: %w", number, err)
		}
		p = after
	}
	g.Outcome = rs.Outcome(p)
	return nil
}

// written makes orders what they are when they are read out of a log.
func written(o engine.Orders) engine.Orders {
	w := engine.Orders{Side: o.Side}
	for i, l := range o.Lines {
		w.Lines = append(w.Lines, l.Arrived(i+1))
		w.Lines[i].Text = strings.Join(w.Lines[i].Words, " ")
	}
	return w
}

func rulesetName(rs engine.Ruleset) string { return rs.Name() + " " + rs.Version() }

// Replay plays a log again: it resolves the orders of each step and compares
// events, positions and the outcome. The error says where the game goes
// otherwise, and is then a *LogError. watch is called after each step,
// before it is compared; its error ends the replay.
func (g *Log) Replay(rs engine.Ruleset, watch func(Frame) error) error {
	p, err := rs.Start(g.Setup)
	if err != nil {
		return err
	}
	if sumOf(p.Encode()) != g.Start {
		return g.differs(0, fmt.Errorf("the game starts otherwise than the log says%s", g.otherVersion(rs)))
	}
	for i := range g.Steps {
		f, err := g.again(rs, p, i)
		if err != nil {
			return g.differs(i+1, err)
		}
		if err := watch(f); err != nil {
			return g.differs(i+1, err)
		}
		switch s := g.Steps[i]; {
		case eventsSum(f.Step) != s.Events:
			return g.differs(i+1, fmt.Errorf("the events are not those of the log%s", g.otherVersion(rs)))
		case Sum(f.Step.Position[:]) != s.Position:
			return g.differs(i+1, fmt.Errorf("the events lead to another position than in the log%s",
				g.otherVersion(rs)))
		}
		p = f.After
	}
	if got := rs.Outcome(p); got != g.Outcome {
		return g.differs(len(g.Steps), fmt.Errorf("after it the outcome is %+v, the log says %+v", got, g.Outcome))
	}
	return nil
}

// again resolves one step of the log.
func (g *Log) again(rs engine.Ruleset, p engine.Position, i int) (f Frame, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("panic: %v\n%s", x, debug.Stack())
		}
	}()
	owed := rs.Owed(p)
	given := map[engine.Side]bool{}
	for _, o := range g.Steps[i].In {
		if !engine.MayAnswer(owed, o.Side) {
			return f, fmt.Errorf("%s gives orders, and nothing is open to it", o.Side)
		}
		given[o.Side] = true
	}
	for _, side := range rs.Sides(p) {
		if engine.Owes(owed, side) && !given[side] {
			return f, fmt.Errorf("%s owes orders and gives none", side)
		}
	}
	s, after, err := engine.Play(rs, p, i+1, g.Steps[i].In, g.Dice(i+1))
	var faults engine.Faults
	if errors.As(err, &faults) {
		err = g.Steps[i].refused(rs, p)
	}
	return Frame{p, s, after}, err
}

// refused says which orders are at fault, by their lines in the log.
func (s *LogStep) refused(rs engine.Ruleset, p engine.Position) error {
	var b strings.Builder
	for i, o := range s.In {
		for _, f := range rs.Check(p, o) {
			if k := f.Line - 1; i < len(s.lines) && k >= 0 && k < len(s.lines[i]) {
				f.Line = s.lines[i][k]
			}
			fmt.Fprintf(&b, "\n%s, %v", o.Side, f)
		}
	}
	return fmt.Errorf("orders are refused:%s", b.String())
}

func eventsSum(s engine.Step) Sum { return sumOf([]byte(engine.PrintEvents(s.Events))) }

// differs says in which line of the log a step ends that goes otherwise.
func (g *Log) differs(step int, err error) error {
	line := 0
	if step > 0 {
		line = g.Steps[step-1].line
	}
	return &LogError{line, step, err}
}

// otherVersion warns if the log was written under other rules.
func (g *Log) otherVersion(rs engine.Ruleset) string {
	if g.Ruleset == rulesetName(rs) {
		return ""
	}
	return fmt.Sprintf("; it was written under %s, and this is %s", g.Ruleset, rulesetName(rs))
}
