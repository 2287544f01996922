package jdg

import (
	"slices"
	"strings"

	"berthier/engine/ask"
	"berthier/engine/jdg/setup"
)

func ratioFact(example string) ask.Fact { return ask.Fact{Shape: ask.IsRatio, Example: example} }

// conditions are the kinds of decision whose standing orders can depend on a
// condition: standing square yes if 6 [part E of the rules file].
var conditions = map[string]ask.Conditional{
	"P17": {Answers: []string{"yes"}, Otherwise: "no", Facts: []ask.Fact{{Shape: ask.IsNumber, Max: 12, Example: "6"}},
		Help: explain("if.square")},
	"P23": {Answers: []string{"one", "two"}, Otherwise: "stay", Facts: []ask.Fact{{Word: "infantry"}, ratioFact("2:1")},
		Help: explain("if.retire")},
	"P31": {
		Answers:   []string{"yes"},
		Otherwise: "no",
		Facts:     []ask.Fact{ratioFact("1.5:1")},
		Help:      explain("if.ratio"),
	},
	"P32": {
		Answers:   []string{"hold", "enter"},
		Otherwise: "no",
		Facts:     []ask.Fact{ratioFact("2:1")},
		Help:      explain("if.ratio"),
	},
	"P35": {
		Answers:   []string{"go-on"},
		Otherwise: "stop",
		Facts:     []ask.Fact{ratioFact("1:1")},
		Help:      explain("if.ratio"),
	},
}

// exampleConditions are conditions for a help text.
func exampleConditions(c ask.Conditional) []string {
	var words []string
	for _, f := range c.Facts {
		words = append(words, f.String())
	}
	return words
}

// means is what a standing order says to a choice now; the choice may still
// not have it among its options.
func (r *run) means(c choice, s ask.StandingOrder) string {
	answer := s.Answer
	if c.kind == "P32" && answer == "enter" {
		c.combat = c.entry
	}
	switch {
	case !s.If.Holds(func(t ask.Term) bool { return r.holds(c, t) }):
		return conditions[c.kind].Otherwise
	case c.kind == "P10" && answer == "reach":
		return c.def
	case c.kind == "P15" && answer == "stay" && c.unit >= 0 && !r.p.steadyAt(r.p.unit(c.unit).Hex, c.side):
		return "fall-back" // he does not stay with routed troops
	case c.kind == "P26" && aimed(answer):
		return r.preferred(c, strings.Split(answer, ","))
	case c.kind == "P34" && answer == "yes" && slices.Contains(c.options, "stack"):
		return "stack"
	case c.kind == "P34" && (answer == "stack" || answer == "unit") && slices.Contains(c.options, "yes"):
		return "yes" // there is one unit only
	}
	return answer
}

// preferred is the strongest target of the first arm of a list that has one
// [JDG-P26]; "no" if none has.
func (r *run) preferred(c choice, list []string) string {
	best, bestRank := "no", len(list)
	for _, id := range c.options {
		u, ok := r.p.sc.Unit(id)
		if !ok {
			continue
		}
		rank := rankOf(list, r.p.spec(u).Arm)
		if b, any := r.p.sc.Unit(best); rank < bestRank ||
			any && rank == bestRank && r.p.values(u).SP > r.p.values(b).SP {
			best, bestRank = id, rank
		}
	}
	return best
}

// rankOf is the place of an arm in a list of targets; its length if it is not
// to be fired at.
func rankOf(list []string, a setup.Arm) int {
	i := slices.Index(list, map[setup.Arm]string{setup.Infantry: "infantry",
		setup.Cavalry: "cavalry", setup.Artillery: "guns"}[a])
	if i < 0 {
		i = slices.Index(list, "any")
	}
	if i < 0 {
		return len(list)
	}
	return i
}

// holds reports whether a term of a standing order's condition is true.
func (r *run) holds(c choice, t ask.Term) bool {
	switch {
	case t.Shape == ask.IsNumber:
		return r.p.worstCohesion(c.unit) >= t.Number
	case c.combat == nil:
		return false
	case t.Shape == ask.IsRatio:
		return r.p.strength(c.combat.attackers)*t.Ratio.Second >= r.p.strength(r.opponents(c.combat))*t.Ratio.First
	}
	// "infantry"
	return slices.ContainsFunc(c.combat.attackers, func(u int) bool { return r.p.spec(u).Arm == setup.Infantry })
}

// worstCohesion is the lowest cohesion of the infantry in a unit's hex.
func (p *Position) worstCohesion(u int) int {
	worst := 99
	for _, v := range p.stack(p.unit(u).Hex) {
		if p.spec(v).Arm == setup.Infantry {
			worst = min(worst, p.values(v).Cohesion)
		}
	}
	return worst
}
