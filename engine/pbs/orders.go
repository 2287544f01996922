package pbs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/pbs/setup"
	"berthier/engine/tongue"
)

// verb is one word that opens an order line, and how the words behind it are read. What it
// says is kept until the phase last is over.
type verb struct {
	engine.Verb
	read func(l *line, o *order)
	list bool // several lines count, one after the other
	last Phase
}

var verbs []*verb

func init() {
	verbs = []*verb{
		{engine.Verb{Word: "role", Usage: "role invader|defender [intercept]", Rule: "1-d"},
			(*line).readRole, false, RolePhase},
		{engine.Verb{Word: "card", Usage: "card COLOUR|lowest|best", Rule: "2-b"},
			(*line).readCard, false, CardPhase},
		{engine.Verb{Word: "territory", Usage: "territory TERRITORY[,TERRITORY…]", Rule: "2-c"},
			(*line).readTerritory, false, CardPhase},
		{engine.Verb{Word: "start", Usage: "start CELL[,CELL…]", Rule: "3-a"},
			(*line).readStart, false, CardPhase},
		{engine.Verb{Word: "season", Usage: "season winter|spring|summer", Rule: "13-a"},
			(*line).readSeason, false, CardPhase},
		{engine.Verb{Word: "day", Usage: "day N COLOUR|lowest|best|pass [if CONDITION] {else COLOUR|lowest|best|pass}",
			Rule: "3-e"}, (*line).readDay, false, DayPhase},
		{engine.Verb{Word: "goal", Usage: "goal DENSITY|FLANK[,DENSITY|FLANK…]", Rule: "3-q"},
			(*line).readGoal, false, DayPhase},
		{engine.Verb{Word: "march", Usage: "march CELL[,CELL…]", Rule: "3-f"}, (*line).readMarch, false, DayPhase},
		{engine.Verb{Word: "save", Usage: "save COLOUR", Rule: "3-p"},
			(*line).readSave, false, DayPhase},
		{
			engine.Verb{
				Word:  "flank",
				Usage: "flank left|right [KIND[,KIND…]] [depth BW] [at X,Y] [size WxH]",
				Rule:  "4-b",
			},
			(*line).readFlank,
			false,
			GroundPhase,
		},
		{engine.Verb{Word: "compulsory", Usage: "compulsory KIND[,KIND…]", Rule: "5-e"},
			(*line).readCompulsory, false, GroundPhase},
		{
			engine.Verb{Word: "optional", Usage: "optional KIND[,KIND…]|none", Rule: "5-f"},
			(*line).readOptional,
			false,
			AdjustPhase,
		},
		{engine.Verb{Word: "place", Usage: "place KIND [on ROLL[,ROLL…]] at X,Y [size WxH]", Rule: "6-d"},
			(*line).readPlace, true, AdjustPhase},
		{
			engine.Verb{Word: "adjust", Usage: "adjust remove|rotate|none|move DX,DY [if CONDITION]", Rule: "6-i"},
			(*line).readAdjust,
			true,
			AdjustPhase,
		},
		{engine.Verb{Word: "camp", Usage: "camp X", Rule: "8-c"}, (*line).readCamp, false, DeployPhase},
		{engine.Verb{Word: "deploy", Usage: "deploy UG [X,Y {or X,Y}]", Rule: "9-b"},
			(*line).readDeploy, true, DeployPhase},
		{engine.Verb{Word: "ambush", Usage: "ambush UG X,Y", Rule: "9-d"}, (*line).readAmbush, true, HidePhase},
		{
			engine.Verb{Word: "flank-march", Usage: "flank-march GENERAL left|right UG[,UG…]", Rule: "9-d"},
			(*line).readFlankMarch,
			true,
			HidePhase,
		},
		{
			engine.Verb{Word: "bluff", Usage: "bluff GENERAL [left|right]", Rule: "9-e"},
			(*line).readBluff,
			true,
			HidePhase,
		},
		{engine.Verb{Word: "general", Usage: "general GENERAL [at X,Y] [commands UG[,UG…]]", Rule: "9-i"},
			(*line).readGeneral, false, GeneralPhase},
		{engine.Verb{Word: "drop", Usage: "drop WORD", Rule: "0-a"}, (*line).readDrop, true, OverPhase},
		{engine.Verb{Word: "hold", Usage: "hold", Rule: "0-a"},
			func(*line, *order) {}, false, OverPhase},
	}
}

func verbOf(word string) *verb {
	for _, v := range verbs {
		if v.Word == word {
			return v
		}
	}
	return nil
}

// Verbs implements engine.Ruleset.
func (rs *Ruleset) Verbs() []engine.Verb {
	all, same := make([]engine.Verb, len(verbs)), same()
	for i, v := range verbs {
		all[i] = v.Verb
		all[i].Help, all[i].Also, all[i].Same = said.Say("verb."+v.Word), also[v.Word], same[v.Word]
	}
	return all
}

// order is one order line, read. Places are in the view of its side.
type order struct {
	engine.Order
	verb        *verb
	slot        string // what it takes the place of
	invader     bool
	intercept   bool
	play        play // a card
	territories []setup.Territory
	cells       []Cell
	season      setup.Season
	day         []ask.StandingOrder
	densities   []setup.Density
	flanks      []setup.Flank
	left        bool
	grounds     []setup.Ground
	rolls       []int
	how         string // of an adjustment
	points      []Rect // without a size, unless it was given
	if_         ask.Condition
	groups      []int
	general     int
}

// play is how a card is named.
type play struct {
	word string // "lowest", "best" or "pass"; empty: the card
	card setup.Card
}

// line reads the words of one order line; the first thing that cannot be read ends it.
type line struct {
	p    *Position
	side int
	rest []string
	o    engine.Order
	v    *verb
	kept bool // it was legal when it came; what it offers is judged again when it is used
	bad  *engine.Fault
}

// read reads an order line of a side.
func (p *Position) read(side int, o engine.Order) (*order, *engine.Fault) {
	return p.readLine(side, o, false)
}

// reread reads a line that a side has said before.
func (p *Position) reread(side int, o engine.Order) (*order, *engine.Fault) {
	return p.readLine(side, o, true)
}

func (p *Position) readLine(side int, o engine.Order, kept bool) (*order, *engine.Fault) {
	v := verbOf(o.Words[0])
	if v == nil {
		words := make([]string, len(verbs))
		for i, v := range verbs {
			words[i] = v.Word
		}
		return nil, &engine.Fault{Kind: engine.Invalid, Line: o.Line, Text: o.Text,
			Msg: said.Say("fault.verb", name("word", o.Words[0])), Hint: oneOf(o.Words[0], words)}
	}
	l := &line{p: p, side: side, rest: o.Words[1:], o: o, v: v, kept: kept}
	read := &order{Order: o, verb: v, slot: v.Word}
	v.read(l, read)
	if l.bad == nil && len(l.rest) > 0 {
		l.fail(l.usage(), "fault.extra", name("word", l.rest[0]))
	}
	return read, l.bad
}

// oneOf is a hint: the word that was perhaps meant, or all there are.
func oneOf(word string, want []string) tongue.Text {
	if near := engine.Nearest(word, want); near != "" {
		return said.Say("hint.near", name("word", near))
	}
	return said.Say("hint.one-of", name("words", strings.Join(want, ", ")))
}

// usage is the hint that shows how the line is written.
func (l *line) usage() tongue.Text { return tongue.Name(l.v.Usage) }

// hintOf is the hint of what cannot be read of an answer or a condition, or how the line is written if there is none.
func (l *line) hintOf(bad *ask.Problem) tongue.Text {
	if bad.Hint.Empty() {
		return l.usage()
	}
	return bad.Hint
}

// fail records that the line cannot be read; what is said first counts.
func (l *line) fail(hint tongue.Text, key string, args ...tongue.Arg) {
	l.refuse(engine.Invalid, "", hint, said.Say(key, args...))
}

// forbid records that a rule forbids the line.
func (l *line) forbid(rule string, hint tongue.Text, key string, args ...tongue.Arg) {
	l.refuse(engine.Illegal, rule, hint, said.Say(key, args...))
}

func (l *line) refuse(kind engine.FaultKind, rule string, hint, why tongue.Text) {
	if l.bad == nil {
		l.bad = &engine.Fault{Kind: kind, Line: l.o.Line, Text: l.o.Text, Rule: rule, Msg: why, Hint: hint}
	}
}

// next takes one word; what is the key of what it says.
func (l *line) next(what string) string {
	if len(l.rest) == 0 {
		l.fail(l.usage(), "fault.missing", tongue.Words("what", said.Say("what."+what)))
		return ""
	}
	w := l.rest[0]
	l.rest = l.rest[1:]
	return w
}

// takes takes a word if it comes next.
func (l *line) takes(word string) bool {
	if len(l.rest) == 0 || l.rest[0] != word {
		return false
	}
	l.rest = l.rest[1:]
	return true
}

// list takes words with commas between them, each once.
func (l *line) list(what string, each func(word string) bool, want []string) {
	seen := map[string]bool{}
	l.repeated(what, func(w string) bool {
		if seen[w] {
			l.fail(l.usage(), "fault.twice", name("word", w))
		}
		seen[w] = true
		return each(w)
	}, want)
}

// repeated takes words with commas between them.
func (l *line) repeated(what string, each func(word string) bool, want []string) {
	for w := range strings.SplitSeq(l.next(what), ",") {
		switch {
		case l.bad != nil:
			return
		case !each(w):
			l.unknown(what, w, want)
		}
	}
}

// unknown says that a word is none of those wanted.
func (l *line) unknown(what, word string, want []string) {
	l.fail(oneOf(word, want), "fault.unknown", tongue.Words("what", said.Say("what."+what)), name("word", word))
}

func (l *line) readRole(o *order) {
	switch w := l.next("role"); w {
	case "invader", "attacker":
		o.invader = true
	case "defender":
	case "intercept":
		l.forbid("1-e", tongue.Name("role invader intercept"), "fault.intercept")
	default:
		l.unknown("role", w, []string{"invader", "defender"})
	}
	if o.intercept = l.takes("intercept"); o.intercept && !o.invader {
		l.forbid("1-e", tongue.Name("role invader intercept"), "fault.intercept")
	}
}

// playOf reads how a card is named.
func playOf(w string) (play, bool) {
	if w == "lowest" || w == "best" || w == "pass" {
		return play{word: w}, true
	}
	c, ok := setup.ParseCard(w)
	return play{card: c}, ok
}

var cardWords = append(slices.Clone(setup.CardNames()), "lowest", "best")

func (l *line) readCard(o *order) {
	w := l.next("card")
	var ok bool
	if o.play, ok = playOf(w); !ok {
		l.unknown("card", w, cardWords)
	} else if o.play.word == "pass" {
		l.forbid("B56", oneOf("", cardWords), "fault.first-card")
	}
}

func (l *line) readTerritory(o *order) {
	l.list("territory", func(w string) bool {
		t, ok := setup.ParseTerritory(w)
		o.territories = append(o.territories, t)
		return ok
	}, setup.TerritoryNames())
}

// cells takes a list of cells.
func (l *line) cells(o *order) {
	l.list("cell", func(w string) bool {
		c, ok := l.p.parseCell(w)
		o.cells = append(o.cells, c)
		return ok
	}, []string{fmt.Sprintf("a1 to e%d", len(l.p.grid.Lines))})
}

func (l *line) readStart(o *order) { l.cells(o) }
func (l *line) readMarch(o *order) { l.cells(o) }

func (l *line) readSeason(o *order) {
	w := l.next("season")
	var ok bool
	if o.season, ok = setup.ParseSeason(w); !ok {
		l.unknown("season", w, setup.SeasonNames())
	} else if !l.p.options.weather {
		l.forbid("13-a", said.Say("hint.leave-out"), "fault.weather")
	}
}

// dayFacts are what a card can be made to depend on [B59].
func (p *Position) dayFacts() ask.Conditional {
	const most = 10
	cells := make([]string, 0, len(p.grid.Lines)*int(setup.NumDensities))
	for _, c := range p.cells() {
		cells = append(cells, c.String())
	}
	number := func(word, what string) ask.Fact {
		return ask.Fact{Word: word, Shape: ask.IsNumber, Max: most, What: said.Say("value." + what), Example: "3"}
	}
	list := func(word, what, example string, words []string) ask.Fact {
		return ask.Fact{Word: word, Shape: ask.IsList, List: words, What: said.Say("value." + what), Example: example}
	}
	return ask.Conditional{Answers: append(slices.Clone(cardWords), "pass"), Facts: []ask.Fact{
		{Word: "goal"}, {Word: "off-goal"}, {Word: "won"}, {Word: "lost"},
		list("at", "cells", "c3", cells),
		list("density", "densities", "open", setup.DensityNames()),
		list("flank", "flanks", "none", setup.FlankNames()),
		number("hand", "cards"), number("theirs", "cards"),
	}, Help: said.Say("if.day")}
}

func (l *line) readDay(o *order) {
	n := l.next("day")
	if d, err := strconv.Atoi(n); err != nil || d < 1 || d > days {
		l.fail(l.usage(), "fault.day", name("word", n), tongue.Number("most", days))
		return
	} else if d <= l.p.Site.Day {
		l.forbid("3-e", said.Say("hint.days-to-come"), "fault.day-over", tongue.Number("day", d))
		return
	}
	o.slot = "day " + n
	k := ask.Kind{Kind: o.slot, Word: "card", Answers: append(slices.Clone(cardWords), "pass"),
		Help: said.Say("standing.card")}
	g := &ask.Grammar{
		Kinds:      []ask.Kind{k},
		Conditions: map[string]ask.Conditional{o.slot: l.p.dayFacts()},
		Joined:     true,
		Answer:     func(k *ask.Kind, answer string) *ask.Problem { return k.NoAnswer(answer) },
		Owner: func(*ask.Kind, string) *ask.Problem {
			return &ask.Problem{Msg: said.Say("fault.card-for"), Hint: l.usage()}
		},
	}
	line, rest, bad := g.ReadStanding(append([]string{"card"}, l.rest...))
	if bad != nil {
		l.refuse(engine.Invalid, "", l.hintOf(bad), bad.Msg)
	}
	for _, s := range line {
		if s.Answer == "default" && l.bad == nil {
			l.fail(
				oneOf("", cardWords),
				"fault.unknown",
				tongue.Words("what", said.Say("what.card")),
				name("word", s.Answer),
			)
		}
	}
	o.day, l.rest = line, rest
}

func (l *line) readGoal(o *order) {
	l.list("goal", func(w string) bool {
		d, isDensity := setup.ParseDensity(w)
		f, isFlank := setup.ParseFlank(w)
		if isDensity {
			o.densities = append(o.densities, d)
		} else if isFlank {
			o.flanks = append(o.flanks, f)
		}
		return isDensity || isFlank
	}, slices.Concat(setup.DensityNames(), setup.FlankNames()))
}

func (l *line) readSave(o *order) {
	w := l.next("card")
	c, ok := setup.ParseCard(w)
	if !ok {
		l.unknown("card", w, setup.CardNames())
	}
	o.play.card = c
}

// leftOrRight takes a side of the table.
func (l *line) leftOrRight() (left bool) {
	w := l.next("side")
	if w != "left" && w != "right" {
		l.unknown("side", w, []string{"left", "right"})
	}
	return w == "left"
}

// ground takes kinds of terrain.
func (l *line) grounds(o *order) {
	l.repeated("kind", func(w string) bool {
		g, ok := setup.ParseGround(w)
		if ok {
			l.allowed(g)
		}
		o.grounds = append(o.grounds, g)
		return ok
	}, l.groundNames())
}

func (l *line) groundNames() (names []string) {
	for k := range setup.NumKinds {
		if k != setup.TerrainedHills {
			names = append(names, k.String())
		}
	}
	return append(names, "terrained-woods")
}

// allowed forbids what cannot be chosen: in the territory if it is known, or anywhere.
func (l *line) allowed(g setup.Ground) {
	t, p := l.p.rs.tables, l.p
	if t.Terrain[g.Kind].Scenario {
		l.forbid(
			"11-g",
			oneOf("", l.groundNames()),
			"fault.scenario-alone",
			tongue.Words("kind", groundName(g.String())),
		)
	} else if g.Kind == setup.TerrainedHills && t.Going(g) != setup.Rough && t.Going(g) != setup.Difficult {
		l.forbid("11-f", tongue.Name("terrained-woods, terrained-brush …"), "fault.slopes")
	} else if !l.kept && p.Site.Known && !t.Allowed(g, p.Site.Territory) {
		var names []string
		for _, g := range t.Grounds(p.Site.Territory) {
			if g.Kind != setup.TerrainedHills {
				names = append(names, g.String())
			}
		}
		l.forbid("11-b", oneOf("", append(names, "terrained-KIND")), "fault.territory",
			tongue.Words("kind", groundName(g.String())), tongue.Words("territory", term(p.Site.Territory.String())))
	}
}
