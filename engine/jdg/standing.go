package jdg

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
)

// decisionKind is one kind of player decision of the rules, and how it can be
// answered beforehand.
type decisionKind struct {
	kind    string   // "P17"
	word    string   // names it in a standing order; empty if none can be given
	answers []string // what a standing order may say; nil with a word: a list of ids
	asks    bool     // the game option "ask" may name it; other kinds are decided with the orders of a phase
	rule    string
	help    string // what it decides, and the default
}

var yesNo = []string{"yes", "no"}

// arms can be joined by commas into a list of targets, those to fire at first
// at its head; "any" stands for all that are not named.
var arms = []string{"infantry", "cavalry", "guns", "any"}

// aims reports whether a standing order of this kind may be a list of arms.
func (d *decisionKind) aims() bool { return d.kind == "P9" || d.kind == "P26" }

// decisions lists every kind of decision in the order of the rules. Those
// without a word are made by order lines, or always in the same way.
var decisions = []decisionKind{
	{"P1", "cam", nil, false, "2.1.2-b", "combined markers to put into the cup; default: the mandatory ones"},
	{"P2", "drop", yesNo, false, "5.2.1-i", "give up Renfort markers in the Orders Phase; default: no"},
	{"P3", "order-first", nil, false, "2.3.2", "formations that get orders first; default: those nearest to the enemy"},
	{"P4", "", nil, false, "2.3.2-d", "unit that carries the orders marker; it has no effect here"},
	{"P5", "first", nil, true, "3-e", "formation that opens the turn, with its higher marker or the one of a rating; default: none"},
	{"P6", "initiative", []string{"yes", "no", "10%", "20%", "30%", "40%", "50%", "60%", "70%", "80%", "90%"}, false, "2.4.3",
		"try the leader's initiative for groups without orders, always, or if the chance is at least so high; default: no"},
	{"P7", "stack", []string{"engagement", "keep"}, false, "5.1.2-d",
		"order of stacks as an activation begins; default: best engagement rating on top, below artillery"},
	{"P8", "", nil, false, "2.2-c", "what the activated units do; default: nothing but rally"},
	{"P9", "fire", slices.Concat(yesNo, arms), false, "7.1-b",
		"guns without an order fire: yes, at an enemy in a front hex; a list of arms, at any target as they stand; default: yes"},
	{"P10", "counter-battery", []string{"yes", "no", "reach"}, true, "7.1-d",
		"fire back at enemy guns; default: reach, that is if no enemy can reach the guns in this activation"},
	{"P11", "", nil, false, "4", "moves; default: stay"},
	{"P12", "", nil, false, "6.2.2-h", "leaving an enemy ZOC; default: stay"},
	{"P13", "form-square", []string{"no", "1", "2", "3", "4", "5", "6", "7", "8", "9"}, false, "4.2",
		"form square if enemy cavalry is within so many hexes after the moves; default: no change"},
	{"P14", "lead", nil, false, "2.5.1-f", "unit that a commander follows when it has moved; default: he stays"},
	{"P15", "displace", []string{"stay", "fall-back"}, true, "2.5.2-a",
		"commander with his troops when an enemy comes near; default: stay with ordered troops, otherwise fall back"},
	{"P16", "", nil, false, "9.1-c", "charges; default: none"},
	{"P17", "square", yesNo, true, "9.3.1-a", "try to form square against a charge; default: yes if 5, the worst cohesion in the stack"},
	{"P18", "recall", yesNo, true, "9.3.3-a", "try to recall a charge at a square; default: yes"},
	{"P19", "enter", []string{"march", "normal", "no"}, false, "5.2.1",
		"reinforcements without an order enter one by one along the road, not next to an enemy; default: by forced march, which keeps the Renfort marker"},
	{"P20", "", nil, false, "8.3.1", "shocks; default: none"},
	{"P21", "", nil, false, "6.1.2-g", "facing of an attacker with six front hexes; default: as ordered"},
	{"P22", "", nil, false, "1.D-h", "order of combats, by the order resolve; default: charges first, then as ordered"},
	{"P23", "retire", []string{"stay", "one", "two"}, true, "8.8",
		"cavalry retires before combat, one hex or two, perhaps only if infantry attacks or if the attack is 2:1; default: stay if ordered, two hexes if disordered"},
	{"P24", "enter-vacated", yesNo, true, "8.8.1-p", "enter the hex of a defender that retired before combat; default: yes"},
	{"P25", "counter-charge", yesNo, true, "9.4-a", "try to counter-charge; default: yes"},
	{"P26", "reaction-fire", slices.Concat(yesNo, arms), true, "8.3.3",
		"fire at attackers, at the arms of a list only; default: yes, at the strongest"},
	{"P27", "", nil, false, "8.4.2", "terrain modifier of several attackers; the best one for the chooser"},
	{"P28", "", nil, false, "8.4.3", "defending hex whose modifiers count; the best one for the defender"},
	{"P29", "withdraw", []string{"n", "ne", "se", "s", "sw", "nw"}, true, "10.3",
		"direction of a retire or retreat, among the ways with fewest losses and, see pass, fewest tests of friends; default: toward the own rout edge, then to the own commander"},
	{"P30", "advance", []string{"strongest", "weakest", "keep", "weakest,keep"}, true, "8.7.1-c",
		"who advances, among equals, and whether he keeps his facing; default: strongest, with most enemies in front"},
	{"P31", "breakthrough", yesNo, true, "8.7.2-d", "attack again after a breakthrough; default: yes if 1:1"},
	{"P32", "counter-attack", []string{"no", "hold", "enter"}, true, "8.7.2-g",
		"counter-attack from the hex, or out of the hex left by the attacker; default: hold if 1.5:1"},
	{"P33", "pursue", []string{"unit", "stack"}, true, "9.5.2-b", "who pursues after a charge; default: stack"},
	{"P34", "counter-pursue", []string{"no", "yes", "stack", "unit"}, true, "9.5.1-c",
		"pursue a beaten attacker, with the whole stack or its best unit; yes is the stack; default: no"},
	{"P35", "pursuit", []string{"stop", "go-on"}, true, "9.5.2-t",
		"stop a pursuit when it may be stopped; default: stop below 1:1 or at a pursuit DRM of -2"},
	{"P36", "", nil, false, "9.5.2", "reactions within a pursuit: as P17, P18, P25 and P26"},
	{"P37", "rally", yesNo, false, "11.1", "try to rally units without an order; default: yes"},
	{"P38", "", nil, false, "10.4", "order of rout moves: always the nearest to the edge first, then by id"},
	{"P39", "rout", []string{"left", "right", "round", "round,right"}, true, "10.4-o",
		"way of a rout move round obstacles: to the left or right, and round friends even if that takes more shifts; default: fewest shifts, then fewest friends passed, then left"},
	{"P40", "stop-rout", []string{"stop", "go-on"}, true, "10.4-l",
		"a rout stops in a town, village or castle; default: stop unless an enemy is adjacent"},
	{"P41", "pass", []string{"avoid", "through"}, false, "10.3.3-b",
		"withdrawing through friends: avoid it even at the cost of a level, or do not care; asked with P29; default: avoid it unless that costs a level"},
	{"P42", "", nil, false, "2.1.2-c", "decisions of a scenario; there are none"},
}

// decisionOf returns the kind that a word of a standing order names.
func decisionOf(word string) *decisionKind {
	for i := range decisions {
		if decisions[i].word != "" && decisions[i].word == word {
			return &decisions[i]
		}
	}
	return nil
}

// standingWords lists the words of standing orders.
func standingWords() []string {
	var words []string
	for _, d := range decisions {
		if d.word != "" {
			words = append(words, d.word)
		}
	}
	return words
}

var standingVerbs = []*verb{{
	Verb: engine.Verb{Word: "standing", Usage: "standing WORD ANSWER [if CONDITION] [for UNIT|FORMATION|COMMANDER]", Rule: "1",
		Help: "Answers a kind of decision beforehand, until changed; \"standing WORD default\" withdraws it, \"standing WORD ask\" has you asked by mail if the game does that."},
	step: always, parse: parseStanding, do: atOnce(doStanding),
	subjects: func(*run) []int { return indexes(len(decisions)) }, options: standingOptions,
}}

// standingHelp explains every word that a standing order can have.
func standingHelp() []engine.Verb {
	var words []engine.Verb
	for _, d := range decisions {
		if d.word == "" {
			continue
		}
		answers := map[string]string{"P1": "CAM[,CAM…]|none", "P3": "FORMATION[,FORMATION…]|none", "P5": "FORMATION[:RATING][,…]|none", "P14": "UNIT"}[d.kind]
		if d.answers != nil {
			answers = strings.Join(d.answers, "|")
		}
		usage := d.word + " " + answers
		if c, ok := conditions[d.kind]; ok {
			usage += " [if " + strings.Join(c.words, "|") + "]"
		}
		words = append(words, engine.Verb{Word: d.word, Usage: usage, Rule: d.rule, Help: d.help})
	}
	return words
}

// answerVerbs answers the one question that a resolution stopped for.
var answerVerbs = []*verb{{
	Verb: engine.Verb{Word: "answer", Usage: "answer OPTION", Rule: "1", Help: "Answers the question in your report."},
	step: answerStep,
	parse: func(l *line, o *order) {
		l.next("the answer")
		o.word, l.rest = strings.Join(o.Words[1:], " "), nil
	},
	do:       atOnce(doAnswer),
	subjects: func(r *run) []int { return indexes(len(r.question().Options)) },
	options: func(r *run, i int, yield func(words ...string)) {
		yield(append([]string{"answer"}, strings.Fields(strings.ToLower(r.question().Options[i]))...)...)
	},
}}

func parseStanding(l *line, o *order) {
	w := l.next("the kind of decision")
	d := decisionOf(w)
	if d == nil {
		if w != "" {
			h := "one of " + strings.Join(standingWords(), ", ")
			if n := engine.Nearest(w, standingWords()); n != "" {
				h = "did you mean " + n + "?"
			}
			l.fail(h, "there are no standing orders for %q", w)
		}
		return
	}
	o.word, o.word2 = d.kind, l.next("the answer")
	switch {
	case o.word2 == "" || o.word2 == "default":
	case o.word2 == "ask":
		l.asks(d)
	case d.answers != nil:
		if !slices.Contains(d.answers, o.word2) && !(d.aims() && aimed(o.word2)) {
			l.fail("one of "+strings.Join(d.answers, ", ")+", default; "+d.help, "%q is not an answer to %s", o.word2, w)
		}
	case d.kind == "P1":
		l.camList(o.word2)
	case d.kind == "P14":
		l.followed(o.word2)
	case d.kind == "P5":
		l.markerList(o.word2)
	default:
		l.formList(o.word2)
	}
	if l.accept("if") {
		o.word2 = l.condition(d, o.word2)
	}
	if l.accept("for") {
		o.words = []string{l.owner(d)}
	}
}

// asks checks that the game asks a kind by mail, for the answer "ask".
func (l *line) asks(d *decisionKind) {
	if slices.Contains(l.p.ask, d.kind) {
		return
	}
	var words []string
	for _, k := range l.p.ask {
		words = append(words, cmp.Or(decisionOfKind(k).word, k))
	}
	h := "this game asks nothing by mail"
	if words != nil {
		h = "this game asks " + strings.Join(words, ", ")
	}
	l.fail(h, "%s is not asked by mail in this game", d.word)
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

// owner takes the unit or formation that a standing order is for.
func (l *line) owner(d *decisionKind) string {
	w := l.next("the unit or formation")
	if c, ok := l.p.sc.Commander(w); ok && l.p.sc.Leaders[c].Side == l.side && (d.kind == "P14" || d.kind == "P15") {
		return w
	}
	if u, ok := l.p.sc.Unit(w); ok && l.p.side(u) == l.side && d.answers != nil {
		return w
	}
	if f, ok := l.p.sc.Form(w); ok && l.p.sc.Forms[f].Side == l.side && d.answers != nil {
		return w
	}
	switch {
	case w == "":
	case d.kind == "P14":
		l.fail("", "%q is no commander of yours", w)
	case d.answers == nil:
		l.fail("leave out: for "+w, "%s is decided for the army as a whole", d.word)
	default:
		l.fail(l.p.nearestUnit(w, l.side), "%q is no unit or formation of yours", w)
	}
	return ""
}

// followed checks the unit that a commander is to follow.
func (l *line) followed(id string) {
	if u, ok := l.p.sc.Unit(id); !ok || l.p.side(u) != l.side {
		l.fail(l.p.nearestUnit(id, l.side), "%q is no unit of yours", id)
	}
}

// formList checks a list of own formations, or "none".
func (l *line) formList(list string) {
	if list == "none" {
		return
	}
	for id := range strings.SplitSeq(list, ",") {
		if f, ok := l.p.sc.Form(id); !ok || l.p.sc.Forms[f].Side != l.side {
			l.fail("yours are "+strings.Join(l.p.formIDs(l.side), ", "), "%q is no formation of yours", id)
		}
	}
}

// markerList checks a list of own formations, each perhaps with the rating of
// one of its markers, or "none" [JDG-Q146].
func (l *line) markerList(list string) {
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
			l.fail("its markers have "+strings.Join(ratings, " and "), "%s has no marker of rating %q", id, rating)
		}
	}
	l.formList(strings.Join(forms, ","))
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
	owner := ""
	if len(o.words) > 0 {
		owner = o.words[0]
	}
	r.setStanding(o.side, o.word, owner, o.word2)
	return nil
}

// setStanding records a standing order.
func (r *run) setStanding(side int, kind, owner, answer string) {
	r.secret("1", "standing", side, "kind", kind, "whom", owner, "answer", answer)
}

// takeStanding takes the standing orders out of a side's lines. They count
// before anything else is resolved.
func (r *run) takeStanding(o engine.Orders) error {
	side := r.p.sideOf(o.Side)
	beforehand := slices.DeleteFunc(slices.Clone(o.Lines), func(l engine.Order) bool { return r.rs.verbOf(l).step != always })
	orders, _ := r.readAll(side, beforehand)
	for _, ord := range orders {
		if _, err := ord.verb.do(r, ord); err != nil {
			return err
		}
	}
	return nil
}

// sheet returns what a side's standing orders say to a kind for one of the
// owners, the first in the list that has an answer; "" is the army.
func (p *Position) sheet(side int, kind string, owners ...string) string {
	s, _ := p.order(side, kind, owners...)
	return s.Answer
}

// order is the standing order from which sheet takes its answer.
func (p *Position) order(side int, kind string, owners ...string) (s Standing, ok bool) {
	for _, owner := range append(owners, "") {
		for _, s := range p.Sheets[side] {
			if s.Kind == kind && s.For == owner {
				return s, true
			}
		}
	}
	return Standing{}, false
}

// standingOptions yields standing orders for the i-th kind of decision.
func standingOptions(_ *run, i int, yield func(words ...string)) {
	d := &decisions[i]
	for _, a := range d.answers {
		yield("standing", d.word, a)
	}
	if c, ok := conditions[d.kind]; ok {
		yield("standing", d.word, c.answers[0], "if", c.words[0])
	}
}

// question is the one that is open to the side of a dry run.
func (r *run) question() ask.Question {
	q, _ := r.p.Asked.Question(r.p.sideName(r.side))
	return q
}

func doAnswer(r *run, o *order) *engine.Fault {
	q := r.question()
	if _, ok := q.Match(o.word); !ok {
		return hint(o.fault(q.Rule, "%q is not one of the answers", o.word), "one of %s", strings.Join(q.Options, ", "))
	}
	return nil
}

// chance reads a threshold such as "40%" as tenths.
func chance(answer string) (tenths int, ok bool) {
	n, found := strings.CutSuffix(answer, "0%")
	tenths, err := strconv.Atoi(n)
	return tenths, found && err == nil
}

// camList checks a list of own CAMs, or "none".
func (l *line) camList(list string) {
	if list == "none" {
		return
	}
	for id := range strings.SplitSeq(list, ",") {
		if c := l.p.sc.CAM(id); c == nil || c.Side != l.side {
			l.fail("", "%q is no combined marker of yours", id)
		}
	}
}
