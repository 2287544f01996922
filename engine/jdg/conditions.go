package jdg

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine/jdg/setup"
)

// conditional is a kind of decision whose standing order can depend on a
// condition: standing square yes if 6 [part E of the rules file].
type conditional struct {
	answers   []string // that can have one
	otherwise string   // the answer if it does not hold
	words     []string // conditions, for a hint; ratios and numbers are any such
	help      string
}

const ratioHelp = "a ratio such as 1.5:1, attacker to defender"

var conditions = map[string]conditional{
	"P17": {[]string{"yes"}, "no", []string{"6"}, "the least cohesion that the worst infantry of the stack must have"},
	"P23": {[]string{"one", "two"}, "stay", []string{"infantry", "2:1"}, "infantry, if it attacks too, or " + ratioHelp},
	"P31": {[]string{"yes"}, "no", []string{"1.5:1"}, ratioHelp},
	"P32": {[]string{"hold", "enter"}, "no", []string{"2:1"}, ratioHelp},
	"P35": {[]string{"go-on"}, "stop", []string{"1:1"}, ratioHelp},
}

// condition takes the condition of a standing order and returns the answer
// with it.
func (l *line) condition(d *decisionKind, answer string) string {
	w := l.next("the condition")
	c, ok := conditions[d.kind]
	_, _, isRatio := ratioOf(w)
	n, err := strconv.Atoi(w)
	switch {
	case w == "":
	case !ok || !slices.Contains(c.answers, answer):
		l.fail("leave out: if "+w, "%s %s has no condition", d.word, answer)
	case d.kind == "P17" && err == nil && n >= 0 && n <= 12, d.kind != "P17" && isRatio, slices.Contains(c.words, w):
	default:
		l.fail("after \"if\" comes "+c.help, "%q is no condition of %s", w, d.word)
	}
	return answer + " if " + w
}

// ratioOf reads a ratio of strengths such as 1.5:1, as tenths.
func ratioOf(w string) (attack, defence int, ok bool) {
	a, d, found := strings.Cut(w, ":")
	attack, okA := tenths(a)
	defence, okD := tenths(d)
	return attack, defence, found && okA && okD
}

// tenths reads a number from 0.1 to 99.9 with at most one decimal.
func tenths(s string) (int, bool) {
	whole, part, dot := strings.Cut(s, ".")
	if !dot {
		part = "0"
	}
	n, err := strconv.ParseUint(whole+part, 10, 64)
	return int(n), err == nil && whole != "" && len(part) == 1 && n > 0 && n < 1000
}

// means is what the answer of a standing order says to a choice now; the
// choice may still not have it among its options.
func (r *run) means(c choice, answer string) string {
	answer, condition, conditional := strings.Cut(answer, " if ")
	if c.kind == "P32" && answer == "enter" {
		c.combat = c.entry
	}
	switch {
	case conditional && !r.holds(c, condition):
		return conditions[c.kind].otherwise
	case c.kind == "P10" && answer == "reach":
		return c.def
	case c.kind == "P15" && answer == "stay" && c.unit >= 0 && !r.p.steadyAt(r.p.Units[c.unit].Hex, c.side):
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
		if b, any := r.p.sc.Unit(best); rank < bestRank || any && rank == bestRank && r.p.values(u).SP > r.p.values(b).SP {
			best, bestRank = id, rank
		}
	}
	return best
}

// rankOf is the place of an arm in a list of targets; its length if it is not
// to be fired at.
func rankOf(list []string, a setup.Arm) int {
	i := slices.Index(list, map[setup.Arm]string{setup.Infantry: "infantry", setup.Cavalry: "cavalry", setup.Artillery: "guns"}[a])
	if i < 0 {
		i = slices.Index(list, "any")
	}
	if i < 0 {
		return len(list)
	}
	return i
}

// holds reports whether the condition of a standing order is fulfilled.
func (r *run) holds(c choice, condition string) bool {
	if c.kind == "P17" {
		least, err := strconv.Atoi(condition)
		return err == nil && r.p.worstCohesion(c.unit) >= least
	}
	if c.combat == nil {
		return false
	}
	if attack, defence, ok := ratioOf(condition); ok {
		return r.p.strength(c.combat.attackers)*defence >= r.p.strength(r.opponents(c.combat))*attack
	}
	return slices.ContainsFunc(c.combat.attackers, func(u int) bool { return r.p.spec(u).Arm == setup.Infantry }) // "infantry"
}

// worstCohesion is the lowest cohesion of the infantry in a unit's hex.
func (p *Position) worstCohesion(u int) int {
	worst := 99
	for _, v := range p.stack(p.Units[u].Hex) {
		if p.spec(v).Arm == setup.Infantry {
			worst = min(worst, p.values(v).Cohesion)
		}
	}
	return worst
}
