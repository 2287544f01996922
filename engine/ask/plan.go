package ask

import (
	"cmp"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/tongue"
)

// Plan is one line of orders given beforehand, for something that is still to
// come: the turn of a formation, a day. The lines for one slot with the same
// condition belong together.
type Plan struct {
	For   string // what it is for
	Again bool   // not for the next time, but for the one after that
	If    Condition
	Order string // an order line, one blank between its words; empty: do nothing
}

// Slot is what a plan is for. A line of a later turn file for a slot replaces
// what was planned for it before.
type Slot struct {
	For   string
	Again bool
}

// String is the slot as players write it.
func (s Slot) String() string {
	if s.Again {
		return s.For + " again"
	}
	return s.For
}

// Slot is what the plan is for.
func (p Plan) Slot() Slot { return Slot{p.For, p.Again} }

// OrderText is the order; "hold" is to do nothing.
func (p Plan) OrderText() string { return cmp.Or(p.Order, "hold") }

// ParseOrder reads what OrderText prints.
func ParseOrder(text string) string {
	if text == "hold" {
		return ""
	}
	return strings.Join(strings.Fields(text), " ")
}

// String is the line as a player writes it, without abbreviations.
func (p Plan) String() string {
	text := "when " + p.Slot().String()
	if len(p.If) > 0 {
		text += " if " + p.If.String()
	}
	return text + " " + p.OrderText()
}

// Equal reports whether two plans say the same.
func (p Plan) Equal(q Plan) bool { return p.String() == q.String() }

// PlanGrammar is what the order lines of plans may say in a game, for one of
// its sides.
type PlanGrammar struct {
	Facts  []Fact
	Joined bool   // conditions can be joined by "and"
	What   string // what a plan is for: "the formation"
	// For judges what a plan is for.
	For func(what string) *Problem
}

// ReadPlan reads the words of an order line after its verb:
//
//	FOR [again] [if CONDITION] ORDER
//
// and returns the words of the order, which the game reads; "hold" and "none"
// are its words for no order and for no plan.
func (g *PlanGrammar) ReadPlan(words []string) (p Plan, order []string, bad *Problem) {
	r := &reader{rest: words}
	p.For = r.next(g.What)
	if r.bad == nil {
		r.bad = g.For(p.For)
	}
	p.Again = r.accept("again")
	if r.accept("if") {
		p.If = r.condition(g.Facts, g.Joined, "", tongue.Name(examples(g.Facts)))
	}
	return p, r.rest, r.bad
}

// Plans is all plans of one side, nil for none. Neither it nor a plan in it is ever changed in place.
type Plans []*Plan

// With returns the plans with another one, which takes the room behind them: whoever gives plans
// to somebody else who may add to them clips them.
func (ps Plans) With(p Plan) Plans { return append(ps, &p) }

// Without returns the plans without those for a slot.
func (ps Plans) Without(s Slot) Plans {
	if !ps.Has(s) {
		return ps
	}
	return ps.each(func(p *Plan) *Plan {
		if p.Slot() == s {
			return nil
		}
		return p
	})
}

// Begun returns the plans once the next time of what they are for has come:
// its plans are over, and those for the time after it move up.
func (ps Plans) Begun(what string) Plans {
	if !slices.ContainsFunc(ps, func(p *Plan) bool { return p.For == what }) {
		return ps
	}
	return ps.each(func(p *Plan) *Plan {
		switch {
		case p.For != what:
			return p
		case !p.Again:
			return nil
		}
		next := *p
		next.Again = false
		return &next
	})
}

// each puts what f makes of each plan in its place, nil for none.
func (ps Plans) each(f func(*Plan) *Plan) Plans {
	all := make(Plans, 0, len(ps))
	for _, p := range ps {
		if p = f(p); p != nil {
			all = append(all, p)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// Has reports whether there is a plan for a slot.
func (ps Plans) Has(s Slot) bool {
	return slices.ContainsFunc(ps, func(p *Plan) bool { return p.Slot() == s })
}

// Equal reports whether plans say the same in the same order.
func (ps Plans) Equal(qs Plans) bool {
	return slices.EqualFunc(ps, qs, func(p, q *Plan) bool { return p.Equal(*q) })
}

// Use is what becomes of the plans for something that has come.
type Use string

// The uses of plans. A game may have others for what it finds out itself.
const (
	Later      Use = "later"      // there are plans only for the time after this one
	Unmet      Use = "unmet"      // no condition holds
	Used       Use = "used"       // the lines count
	Impossible Use = "impossible" // no line is legal any more
)

// Chosen returns the lines for something that has come. The first plan whose
// condition holds decides which lines count: all with the same condition.
func (ps Plans) Chosen(what string, holds func(Condition) bool) (lines []engine.Order, condition Condition, use Use) {
	use = Later
	for _, p := range ps {
		if p.For != what || p.Again {
			continue
		}
		if use != Used {
			use = Unmet
			if holds(p.If) {
				use, condition = Used, p.If
			}
		}
		if use == Used && p.If.Equal(condition) && p.Order != "" {
			lines = append(lines, engine.Order{Line: len(lines) + 1, Text: p.Order, Words: strings.Fields(p.Order)})
		}
	}
	return lines, condition, use
}

// Feasible takes lines out, the first fault first, until the others are legal
// together as those of a turn file would have to be. check finds the faults.
func Feasible(
	lines []engine.Order, check func([]engine.Order) []engine.Fault,
) (possible []engine.Order, skipped []engine.Fault) {
	possible = lines
	for len(possible) > 0 {
		faults := check(possible)
		if len(faults) == 0 {
			return possible, skipped
		}
		skipped = append(skipped, faults[0])
		possible = slices.DeleteFunc(slices.Clone(possible),
			func(o engine.Order) bool { return o.Line == faults[0].Line })
	}
	return nil, skipped
}
