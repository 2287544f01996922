package computer

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// Legs is the most legs of a step.
const Legs = 12

// Alone reports whether only computers owe something, so that the game goes on by itself.
func Alone(rs engine.Ruleset, s game.State, p engine.Position) bool {
	if s.Waits || rs.Outcome(p).Over {
		return false
	}
	owed := slices.DeleteFunc(rs.Owed(p), func(d engine.Decision) bool { return d.Optional })
	return len(owed) > 0 && len(s.Due(owed)) == 0
}

// Seat is the computer of a name as this program has it.
func Seat(rs engine.Ruleset, name string) (c record.Computer, err error) {
	b, ok := engine.FindBot(rs, name)
	if ok {
		return record.Computer{Name: b.Name, Version: b.Version}, nil
	}
	var names []string
	for _, b := range engine.Seated(rs) {
		names = append(names, b.Name)
	}
	if len(names) == 0 {
		return c, fmt.Errorf("computer %q: the game has no computer players", name)
	}
	return c, fmt.Errorf("computer %q: there is %s", name, strings.Join(names, ", "))
}

// Step is a step that is resolved: how the game stands before it, and what its chance comes
// out of.
type Step struct {
	Rules  engine.Ruleset
	State  game.State
	Number int
	Link   engine.Link
	Round  record.Round
}

// Resolution is what a step comes to.
type Resolution struct {
	Events   []engine.Event
	Computed []record.ComputedAnswer
	Refused  []string // of each computer whose orders the rules refuse: its side, and the first fault

	rules engine.Ruleset
	from  engine.Position // before the last leg
	last  []engine.Event
}

// After is the position behind the step.
func (r Resolution) After() engine.Position { return r.rules.Apply(r.from, r.last) }

// Resolve plays a step with the files that came in, and with the computers. in has the orders of
// those who give an answer to its first leg; those of computers are put in their place.
func (s Step) Resolve(in []engine.Orders, dice engine.Dice) (r Resolution, err error) {
	var refused []string
	r, err = s.legs(in, dice, func(leg int, p engine.Position, side engine.Side) (record.ComputedAnswer, error) {
		seat, _ := s.State.Seat(side)
		c, faults, err := s.answer(leg, p, side, seat.Computer.Name)
		if len(faults) > 0 {
			no := faults[0]
			refused = append(refused, fmt.Sprintf("%s: line %d, %q: %s", side, no.Line, no.Text, no.Msg))
		}
		return c, err
	})
	r.Refused = refused
	return r, err
}

// Again plays a recorded step again, with the orders of computers as they are recorded.
func (s Step) Again(v record.Step, in []engine.Orders, dice engine.Dice) (r Resolution, err error) {
	return s.again(v, in, dice, func(record.ComputedAnswer, engine.Position) error { return nil })
}

// Check plays a recorded step again, and computes each of its orders of computers again. left
// counts those of versions that this program lacks.
func (s Step) Check(v record.Step, in []engine.Orders, dice engine.Dice) (done, left int, err error) {
	_, err = s.again(v, in, dice, func(was record.ComputedAnswer, p engine.Position) error {
		if c, err := Seat(s.Rules, was.Name); err != nil || c.Version != was.Version {
			left++
			return nil
		}
		now, _, err := s.answer(was.Leg, p, was.Side, was.Name)
		if err == nil && !slices.EqualFunc(now.Lines, was.Lines, same) {
			err = fmt.Errorf("computed again, %s of %s gives %s, the record says %s", was.Name, was.Side,
				tell(now.Lines), tell(was.Lines))
		}
		done++
		return err
	})
	return done, left, err
}

// again plays a recorded step again; look is shown each answer with the position that it is for.
func (s Step) again(v record.Step, in []engine.Orders, dice engine.Dice,
	look func(record.ComputedAnswer, engine.Position) error) (r Resolution, err error) {
	rest := v.Computed
	r, err = s.legs(in, dice, func(leg int, p engine.Position, side engine.Side) (c record.ComputedAnswer, err error) {
		if len(rest) == 0 || rest[0].Leg != leg || rest[0].Side != side {
			return c, fmt.Errorf("the computer's answer of %s in leg %d is not there", side, leg)
		}
		c, rest = rest[0], rest[1:]
		return c, look(c, p)
	})
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("nobody asked for the computer's answer of %s in leg %d", rest[0].Side, rest[0].Leg)
	}
	return r, err
}

// legs plays leg after leg; give has the answers of the computers.
func (s Step) legs(in []engine.Orders, dice engine.Dice,
	give func(leg int, p engine.Position, side engine.Side) (record.ComputedAnswer, error)) (r Resolution, err error) {
	r.rules, r.from = s.Rules, s.State.Position
	alone := len(s.State.Computers()) > 0
	for leg := 1; ; leg++ {
		all, err := s.orders(&r, leg, in, give)
		if err == nil {
			r.last, err = s.Rules.Resolve(r.from, all, dice)
		}
		if err != nil {
			return r, err
		}
		r.Events = append(r.Events, r.last...)
		if !alone || leg == Legs {
			return r, nil
		}
		next := r.After()
		if !Alone(s.Rules, s.State, next) {
			return r, nil
		}
		r.from, r.last, in = next, nil, nil
	}
}

// orders are those of a leg, in the order of the sides.
func (s Step) orders(r *Resolution, leg int, in []engine.Orders,
	give func(leg int, p engine.Position, side engine.Side) (record.ComputedAnswer, error)) (all []engine.Orders,
	err error) {
	owed := s.Rules.Owed(r.from)
	for _, side := range s.Rules.Sides(r.from) {
		i := slices.IndexFunc(in, func(o engine.Orders) bool { return o.Side == side })
		switch {
		case s.State.Computed(side) && engine.Owes(owed, side):
			c, err := give(leg, r.from, side)
			if err != nil {
				return nil, err
			}
			r.Computed, all = append(r.Computed, c), append(all, engine.Orders{Side: side, Lines: c.Lines})
		case i >= 0:
			all = append(all, in[i])
		}
	}
	return all, nil
}

// answer computes what a computer answers. What its side may not know is masked before it
// looks. Orders that the rules do not allow are no answer, as if none had come.
func (s Step) answer(leg int, p engine.Position, side engine.Side, name string) (c record.ComputedAnswer,
	faults []engine.Fault, err error) {
	who, err := Seat(s.Rules, name)
	if err != nil {
		return c, nil, err
	}
	bot, _ := engine.FindBot(s.Rules, name)
	view := s.Rules.View(p, side)
	out := bot.New(s.Rules, s.seed(leg, side))(view, side)
	c = record.ComputedAnswer{Leg: leg, Side: side, Computer: who}
	out.Side = side
	for _, l := range engine.Held(s.Rules, view, out).Lines {
		words := strings.Fields(strings.Join(l.Words, " "))
		c.Lines = append(c.Lines, record.ComputedOrder(len(c.Lines)+1, words))
	}
	if faults = s.Rules.Check(view, engine.Orders{Side: side, Lines: c.Lines}); len(faults) > 0 {
		c.Lines = nil
	}
	return c, faults, nil
}

// seed is the chance of an answer, as the package doc says.
func (s Step) seed(leg int, side engine.Side) uint64 {
	round := "-"
	if s.Round.Signature != nil {
		round = fmt.Sprintf("%x", s.Round.Input().File)
	}
	mac := hmac.New(sha256.New, s.Link[:])
	fmt.Fprintf(mac, "berthier computer 1\n%s\n%d\n%d\n%s\n%s\n", s.State.First.Game, s.Number, leg, side, round)
	return binary.BigEndian.Uint64(mac.Sum(nil))
}

func same(a, b engine.Order) bool { return slices.Equal(a.Words, b.Words) }

// tell lists orders for an error.
func tell(all []engine.Order) string {
	var texts []string
	for _, o := range all {
		texts = append(texts, strings.Join(o.Words, " "))
	}
	return fmt.Sprintf("%q", texts)
}
