package jdg

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/jdg/help"
)

var yesNo = []string{"yes", "no"}

// arms can be joined by commas into a list of targets, those to fire at first
// at its head; "any" stands for all that are not named.
var arms = []string{"infantry", "cavalry", "guns", "any"}

// aims reports whether a standing order of this kind may be a list of arms.
func aims(k *ask.Kind) bool { return k.Kind == "P9" || k.Kind == "P26" }

// decisions lists every kind of decision in the order of the rules. Those
// without a word are made by order lines, or always in the same way.
var decisions = ask.Explained(help.Words, "standing.", []ask.Kind{
	{Kind: "P1", Word: "cam", Rule: "2.1.2-b"},
	{Kind: "P2", Word: "drop", Answers: yesNo, Rule: "5.2.1-i"},
	{Kind: "P3", Word: "order-first", Rule: "2.3.2"},
	{Kind: "P4", Rule: "2.3.2-d"}, // the unit that carries the orders marker, which has no effect here
	{Kind: "P5", Word: "first", Asks: true, Rule: "3-e"},
	{Kind: "P6", Word: "initiative", Rule: "2.4.3",
		Answers: []string{"yes", "no", "10%", "20%", "30%", "40%", "50%", "60%", "70%", "80%", "90%"}},
	{Kind: "P7", Word: "stack", Answers: []string{"engagement", "keep"}, Rule: "5.1.2-d"},
	{Kind: "P8", Rule: "2.2-c"}, // what the activated units do; default: nothing but rally
	{Kind: "P9", Word: "fire", Answers: slices.Concat(yesNo, arms), Rule: "7.1-b"},
	{Kind: "P10", Word: "counter-battery", Answers: []string{"yes", "no", "reach"}, Asks: true, Rule: "7.1-d"},
	{Kind: "P11", Rule: "4"},       // moves; default: stay
	{Kind: "P12", Rule: "6.2.2-h"}, // leaving an enemy ZOC; default: stay
	{Kind: "P13", Word: "form-square", Rule: "4.2",
		Answers: []string{"no", "1", "2", "3", "4", "5", "6", "7", "8", "9"}},
	{Kind: "P14", Word: "lead", Rule: "2.5.1-f"},
	{Kind: "P15", Word: "displace", Answers: []string{"stay", "fall-back"}, Asks: true, Rule: "2.5.2-a"},
	{Kind: "P16", Rule: "9.1-c"}, // charges; default: none
	{Kind: "P17", Word: "square", Answers: yesNo, Asks: true, Rule: "9.3.1-a"},
	{Kind: "P18", Word: "recall", Answers: yesNo, Asks: true, Rule: "9.3.3-a"},
	{Kind: "P19", Word: "enter", Answers: []string{"march", "normal", "no"}, Rule: "5.2.1"},
	{Kind: "P20", Rule: "8.3.1"},   // shocks; default: none
	{Kind: "P21", Rule: "6.1.2-g"}, // facing of an attacker with six front hexes; default: as ordered
	{Kind: "P22", Rule: "1.D-h"},   // order of combats, by the order resolve; default: charges first, then as ordered
	{Kind: "P23", Word: "retire", Answers: []string{"stay", "one", "two"}, Asks: true, Rule: "8.8"},
	{Kind: "P24", Word: "enter-vacated", Answers: yesNo, Asks: true, Rule: "8.8.1-p"},
	{Kind: "P25", Word: "counter-charge", Answers: yesNo, Asks: true, Rule: "9.4-a"},
	{Kind: "P26", Word: "reaction-fire", Answers: slices.Concat(yesNo, arms), Asks: true, Rule: "8.3.3"},
	{Kind: "P27", Rule: "8.4.2"}, // terrain modifier of several attackers; the best one for the chooser
	{Kind: "P28", Rule: "8.4.3"}, // defending hex whose modifiers count; the best one for the defender
	{Kind: "P29", Word: "withdraw", Answers: []string{"n", "ne", "se", "s", "sw", "nw"}, Asks: true, Rule: "10.3"},
	{Kind: "P30", Word: "advance", Asks: true, Rule: "8.7.1-c",
		Answers: []string{"strongest", "weakest", "keep", "weakest,keep"}},
	{Kind: "P31", Word: "breakthrough", Answers: yesNo, Asks: true, Rule: "8.7.2-d"},
	{Kind: "P32", Word: "counter-attack", Answers: []string{"no", "hold", "enter"}, Asks: true, Rule: "8.7.2-g"},
	{Kind: "P33", Word: "pursue", Answers: []string{"unit", "stack"}, Asks: true, Rule: "9.5.2-b"},
	{Kind: "P34", Word: "counter-pursue", Answers: []string{"no", "yes", "stack", "unit"}, Asks: true, Rule: "9.5.1-c"},
	{Kind: "P35", Word: "pursuit", Answers: []string{"stop", "go-on"}, Asks: true, Rule: "9.5.2-t"},
	{Kind: "P36", Rule: "9.5.2"}, // reactions within a pursuit: as P17, P18, P25 and P26
	{Kind: "P37", Word: "rally", Answers: yesNo, Rule: "11.1"},
	{Kind: "P38", Rule: "10.4"}, // order of rout moves: always the nearest to the edge first, then by id
	{Kind: "P39", Word: "rout", Answers: []string{"left", "right", "round", "round,right"}, Asks: true, Rule: "10.4-o"},
	{Kind: "P40", Word: "stop-rout", Answers: []string{"stop", "go-on"}, Asks: true, Rule: "10.4-l"},
	{Kind: "P41", Word: "pass", Answers: []string{"avoid", "through"}, Rule: "10.3.3-b"},
	{Kind: "P42", Rule: "2.1.2-c"}, // decisions of a scenario; there are none
})

// decisionOf returns a kind of decision by its number, nil if there is none.
func decisionOf(kind string) *ask.Kind {
	for i := range decisions {
		if decisions[i].Kind == kind {
			return &decisions[i]
		}
	}
	return nil
}

// decisionNamed returns the kind that a word of a standing order names.
func decisionNamed(word string) *ask.Kind {
	for i := range decisions {
		if decisions[i].Word != "" && decisions[i].Word == word {
			return &decisions[i]
		}
	}
	return nil
}

// standingWords lists the words of standing orders.
func standingWords() []string {
	var words []string
	for _, k := range decisions {
		if k.Word != "" {
			words = append(words, k.Word)
		}
	}
	return words
}

// decisionWord names a kind of decision as players write it.
func decisionWord(kind string) string {
	if k := decisionOf(kind); k != nil && k.Word != "" {
		return k.Word
	}
	return kind
}

// standingLine is a standing order as a player writes it.
func standingLine(s ask.StandingOrder) string {
	line := "standing " + decisionWord(s.Kind) + " " + s.Text()
	if s.For != "" {
		line += " for " + s.For
	}
	return line
}

var standingVerbs = []*verb{{
	Verb: engine.Verb{Word: "standing",
		Usage: "standing WORD ANSWER [if CONDITION] [for UNIT|FORMATION|COMMANDER]", Rule: "1"},
	step: always, parse: parseStanding, do: atOnce(doStanding),
	subjects: func(r *run) []int { return r.indexes(len(decisions)) }, options: standingOptions,
}}

// standingHelp explains every word that a standing order can have.
func standingHelp() []engine.Verb {
	var words []engine.Verb
	for _, d := range decisions {
		if d.Word == "" {
			continue
		}
		answers := map[string]string{"P1": "CAM[,CAM…]|none", "P3": "FORMATION[,FORMATION…]|none",
			"P5": "FORMATION[:RATING][,…]|none", "P14": "UNIT"}[d.Kind]
		if d.Answers != nil {
			answers = strings.Join(d.Answers, "|")
		}
		usage := d.Word + " " + answers
		if c, ok := conditions[d.Kind]; ok {
			usage += " [if " + strings.Join(exampleConditions(c), "|") + "]"
		}
		words = append(words, engine.Verb{Word: d.Word, Usage: usage, Rule: d.Rule, Help: d.Help})
	}
	return words
}

// answerVerbs answers the one question that a resolution stopped for.
var answerVerbs = []*verb{{
	Verb: engine.Verb{Word: "answer", Usage: "answer OPTION", Rule: "1"},
	step: answerStep,
	parse: func(l *line, o *order) {
		l.next("the answer")
		o.word, l.rest = strings.Join(o.Words[1:], " "), nil
	},
	do:       atOnce(doAnswer),
	subjects: func(r *run) []int { return r.indexes(len(r.open().Options)) },
	options: func(r *run, i int, yield func(words ...string)) {
		yield(append([]string{"answer"}, strings.Fields(strings.ToLower(r.open().Options[i]))...)...)
	},
}}

func parseStanding(l *line, o *order) {
	g := ask.Grammar{Kinds: decisions, Conditions: conditions, Asks: l.p.ask, Owners: "the unit or formation",
		Answer: l.answer, Owner: l.owner}
	var bad *ask.Problem
	o.beforehand = new(beforehand)
	o.standing, l.rest, bad = g.ReadStanding(l.rest)
	l.problem(bad)
}

// problem records that the line cannot be read, if there is a reason.
func (l *line) problem(p *ask.Problem) {
	if p != nil && l.bad == nil {
		l.bad = &engine.Fault{Kind: engine.Invalid, Line: l.o.Line, Text: l.o.Text, Msg: p.Msg, Hint: p.Hint}
	}
}

// problem says why words cannot be read.
func problem(hint, format string, args ...any) *ask.Problem {
	return &ask.Problem{Msg: reason(fmt.Sprintf(format, args...)), Hint: advice(hint)}
}

// answer judges an answer that its kind does not list.
func (l *line) answer(k *ask.Kind, answer string) *ask.Problem {
	switch {
	case aims(k) && aimed(answer):
		return nil
	case k.Answers != nil:
		return k.NoAnswer(answer)
	case k.Kind == "P1":
		return l.camList(answer)
	case k.Kind == "P14":
		return l.followed(answer)
	case k.Kind == "P5":
		return l.markerList(answer)
	}
	return l.formList(answer)
}

// aimed reports whether an answer is a list of different arms.
func aimed(answer string) bool {
	list := strings.Split(answer, ",")
	for i, a := range list {
		if !slices.Contains(arms, a) || slices.Contains(list[:i], a) {
			return false
		}
	}
	return true
}

// owner judges the unit, formation or commander that a standing order is for.
func (l *line) owner(k *ask.Kind, w string) *ask.Problem {
	if c, ok := l.p.sc.Commander(w); ok && l.p.sc.Leaders[c].Side == l.side && (k.Kind == "P14" || k.Kind == "P15") {
		return nil
	}
	if u, ok := l.p.sc.Unit(w); ok && l.p.side(u) == l.side && k.Answers != nil {
		return nil
	}
	if f, ok := l.p.sc.Form(w); ok && l.p.sc.Forms[f].Side == l.side && k.Answers != nil {
		return nil
	}
	switch {
	case k.Kind == "P14":
		return problem("", "%q is no commander of yours", w)
	case k.Answers == nil:
		return problem("leave out: for "+w, "%s is decided for the army as a whole", k.Word)
	}
	return problem(l.p.nearestUnit(w, l.side), "%q is no unit or formation of yours", w)
}

// followed judges the unit that a commander is to follow.
func (l *line) followed(id string) *ask.Problem {
	if u, ok := l.p.sc.Unit(id); !ok || l.p.side(u) != l.side {
		return problem(l.p.nearestUnit(id, l.side), "%q is no unit of yours", id)
	}
	return nil
}

// formList judges a list of own formations, or "none".
func (l *line) formList(list string) *ask.Problem {
	if list == "none" {
		return nil
	}
	for id := range strings.SplitSeq(list, ",") {
		if f, ok := l.p.sc.Form(id); !ok || l.p.sc.Forms[f].Side != l.side {
			return problem("yours are "+strings.Join(l.p.formIDs(l.side), ", "), "%q is no formation of yours", id)
		}
	}
	return nil
}

// markerList judges a list of own formations, each perhaps with the rating of
// one of its markers, or "none" [JDG-Q146].
func (l *line) markerList(list string) *ask.Problem {
	var forms []string
	for entry := range strings.SplitSeq(list, ",") {
		id, rating, rated := strings.Cut(entry, ":")
		forms = append(forms, id)
		f, ok := l.p.sc.Form(id)
		if !ok || !rated {
			continue
		}
		var ratings []string
		for _, am := range l.p.sc.Forms[f].AMs {
			ratings = append(ratings, itoa(am))
		}
		if !slices.Contains(ratings, rating) {
			return problem("its markers have "+strings.Join(ratings, " and "), "%s has no marker of rating %q", id,
				rating)
		}
	}
	return l.formList(strings.Join(forms, ","))
}

// formIDs lists the formations of a side.
func (p *Position) formIDs(s int) []string {
	var ids []string
	for _, f := range p.sc.Forms {
		if f.Side == s {
			ids = append(ids, f.ID)
		}
	}
	return ids
}

func doStanding(r *run, o *order) *engine.Fault {
	r.setStanding(o.side, o.standing[0].Kind, o.standing[0].For, ask.Answers(o.standing))
	return nil
}

// setStanding records the standing orders of one line.
func (r *run) setStanding(side int, kind, owner, answers string) {
	r.secret("1", "standing", side, "kind", kind, "whom", owner, "answer", answers)
}

// takeStanding takes the standing orders out of a side's lines. They count
// before anything else is resolved.
func (r *run) takeStanding(o engine.Orders) error {
	side := r.p.sideOf(o.Side)
	var beforehand []engine.Order
	for _, l := range o.Lines {
		if r.rs.verbOf(l).step == always {
			beforehand = append(beforehand, l)
		}
	}
	orders, _ := r.readAll(side, beforehand)
	for _, ord := range orders {
		if _, err := ord.verb.do(r, ord); err != nil {
			return err
		}
	}
	return nil
}

// sheet returns what a side's standing orders say to a kind for one of the
// owners, the first in the list that has an answer, or for the army.
func (p *Position) sheet(side int, kind string, owners ...string) string {
	s, _ := p.Sheets[side].Find(kind, owners...)
	return s.Answer
}

// standingOptions yields standing orders for the i-th kind of decision.
func standingOptions(_ *run, i int, yield func(words ...string)) {
	d := &decisions[i]
	for _, a := range d.Answers {
		yield("standing", d.Word, a)
	}
	if c, ok := conditions[d.Kind]; ok {
		yield("standing", d.Word, c.Answers[0], "if", c.Facts[0].String())
	}
}

// open is the question that is open to the side of a dry run.
func (r *run) open() ask.Question {
	q, _ := r.p.Asked.Question(r.p.sideName(r.side))
	return q
}

func doAnswer(r *run, o *order) *engine.Fault {
	q := r.open()
	if _, ok := q.Match(o.word); !ok {
		return hint(o.fault(q.Rule, "%q is not one of the answers", o.word), "one of %s", strings.Join(q.Options, ", "))
	}
	return nil
}

// chance reads a threshold such as "40%" as tenths.
func chance(answer string) (tenths int, ok bool) {
	n, found := strings.CutSuffix(answer, "0%")
	if !found {
		return 0, false
	}
	tenths, err := strconv.Atoi(n)
	return tenths, err == nil
}

// camList judges a list of own CAMs, or "none".
func (l *line) camList(list string) *ask.Problem {
	if list == "none" {
		return nil
	}
	for id := range strings.SplitSeq(list, ",") {
		if c := l.p.sc.CAM(id); c == nil || c.Side != l.side {
			return problem("", "%q is no combined marker of yours", id)
		}
	}
	return nil
}
