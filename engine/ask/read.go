package ask

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/tongue"
)

// Kind is one kind of decision of a game, and how it can be answered
// beforehand.
type Kind struct {
	Kind    string   // "P17"
	Word    string   // names it in a standing order; empty if none can be given
	Answers []string // what a standing order may say; nil: what Grammar.Answer lets pass
	Asks    bool     // a procedure can stop for it; other kinds are decided with orders
	Rule    string
	Help    tongue.Text // what it decides, and the default; none if the word says it
}

// Explained gives kinds the help of their words: what the catalogue says under the first part of a key, as
// "standing.", and the word.
func Explained(said *tongue.Catalogue, first string, kinds []Kind) []Kind {
	for i, k := range kinds {
		if k.Word != "" {
			kinds[i].Help = said.Say(first + k.Word)
		}
	}
	return kinds
}

// NoAnswer says that a word is no answer to this kind.
func (k *Kind) NoAnswer(word string) *Problem {
	hint := say("one-of", named("words", strings.Join(k.Answers, ", ")))
	if !k.Help.Empty() {
		hint = say("answers", named("answers", strings.Join(k.Answers, ", ")), tongue.Words("help", k.Help))
	}
	return &Problem{say("no-answer", named("word", word), named("kind", k.Word)), hint}
}

// Conditional says which standing orders for a kind can have a condition.
type Conditional struct {
	Answers   []string // that can have one
	Otherwise string   // the answer if it does not hold; empty: the next standing order counts
	Facts     []Fact
	Help      tongue.Text // what comes after "if"; none if the facts say it
}

// Fact is one fact of the game that conditions can name.
type Fact struct {
	Word     string // empty: the value says all
	Shape    Shape
	Min, Max int         // of a number
	List     []string    // of a list: the words that it may have; nil for any
	What     tongue.Text // the value in words, without an article: "number of hexes"
	Example  string      // of a value
}

// String is the fact with its example.
func (f Fact) String() string { return strings.TrimSpace(f.Word + " " + f.Example) }

// Grammar is what the order lines of standing orders may say in a game, for
// one of its sides.
type Grammar struct {
	Kinds      []Kind
	Conditions map[string]Conditional // by kind
	Asks       []string               // kinds that this game asks
	Joined     bool                   // conditions can be joined by "and", answers by "else"
	Owners     string                 // what a standing order can be for: "the unit or formation"
	// Answer judges an answer that its kind does not list; nil: there is no other.
	Answer func(k *Kind, answer string) *Problem
	// Owner judges whom a standing order is for; nil: it is for nobody alone.
	Owner func(k *Kind, whom string) *Problem
}

// Problem says why the words of an order line cannot be read, and what would
// be right. Without a hint that is the usage of the verb.
type Problem struct{ Msg, Hint tongue.Text }

// reader reads the words of a line; the first problem ends it.
type reader struct {
	rest []string
	bad  *Problem
}

func (r *reader) fail(msg, hint tongue.Text) {
	if r.bad == nil {
		r.bad = &Problem{msg, hint}
	}
}

// next takes a word.
func (r *reader) next(what string) string {
	if len(r.rest) == 0 || r.bad != nil {
		r.fail(say("missing", tongue.Words("what", part(what))), none)
		return ""
	}
	w := r.rest[0]
	r.rest = r.rest[1:]
	return w
}

// accept takes the next word if it is the given one.
func (r *reader) accept(word string) bool {
	if r.bad != nil || len(r.rest) == 0 || r.rest[0] != word {
		return false
	}
	r.rest = r.rest[1:]
	return true
}

// ReadStanding reads the words of an order line after its verb:
//
//	WORD ANSWER [if CONDITION] {else ANSWER [if CONDITION]} [for OWNER]
//
// and returns the standing orders with the words that are left.
func (g *Grammar) ReadStanding(words []string) (line []StandingOrder, rest []string, bad *Problem) {
	r := &reader{rest: words}
	k := g.kind(r)
	if k == nil {
		return nil, r.rest, r.bad
	}
	for {
		line = append(line, g.answer(r, k))
		if !g.Joined || !r.accept("else") {
			break
		}
	}
	if g.Owner != nil && r.accept("for") {
		whom := r.next(g.Owners)
		if r.bad == nil {
			r.bad = g.Owner(k, whom)
		}
		for i := range line {
			line[i].For = whom
		}
	}
	return line, r.rest, r.bad
}

// kind takes the word of a kind.
func (g *Grammar) kind(r *reader) *Kind {
	w := r.next("the kind of decision")
	var words []string
	for i := range g.Kinds {
		if k := &g.Kinds[i]; k.Word != "" {
			if k.Word == w {
				return k
			}
			words = append(words, k.Word)
		}
	}
	hint := say("one-of", named("words", strings.Join(words, ", ")))
	if n := engine.Nearest(w, words); n != "" {
		hint = say("mean", named("word", n))
	}
	r.fail(say("no-kind", named("word", w)), hint)
	return nil
}

// answer takes an answer with its condition.
func (g *Grammar) answer(r *reader, k *Kind) StandingOrder {
	s := StandingOrder{Kind: k.Kind, Answer: r.next("the answer")}
	switch {
	case r.bad != nil || s.Answer == "default" || slices.Contains(k.Answers, s.Answer):
	case s.Answer == "ask":
		g.asks(r, k)
	case g.Answer == nil:
		r.bad = k.NoAnswer(s.Answer)
	default:
		r.bad = g.Answer(k, s.Answer)
	}
	if r.accept("if") {
		s.If = g.condition(r, k, s.Answer)
	}
	return s
}

// asks demands that the game asks a kind.
func (g *Grammar) asks(r *reader, k *Kind) {
	if slices.Contains(g.Asks, k.Kind) {
		return
	}
	var words []string
	for _, asked := range g.Asks {
		i := slices.IndexFunc(g.Kinds, func(k Kind) bool { return k.Kind == asked })
		words = append(words, cmp.Or(g.Kinds[i].Word, asked))
	}
	hint := say("asks-nothing")
	if words != nil {
		hint = say("asks", named("words", strings.Join(words, ", ")))
	}
	r.fail(say("not-asked", named("kind", k.Word)), hint)
}

// condition takes the condition of an answer.
func (g *Grammar) condition(r *reader, k *Kind, answer string) Condition {
	var w string
	if len(r.rest) > 0 {
		w = r.rest[0]
	}
	c, ok := g.Conditions[k.Kind]
	if w != "" && (!ok || !slices.Contains(c.Answers, answer)) {
		r.fail(say("no-condition", named("kind", k.Word), named("answer", answer)), say("leave-if", named("word", w)))
	}
	hint := none
	if !c.Help.Empty() {
		hint = say("after-if", tongue.Words("help", c.Help))
	}
	return r.condition(c.Facts, g.Joined, k.Word, hint)
}

// condition takes terms. of is the kind of decision that it is for; "" for a plan.
func (r *reader) condition(facts []Fact, joined bool, of string, hint tongue.Text) Condition {
	var c Condition
	for {
		w := r.next("the condition")
		t, known := r.term(facts, w)
		if !known {
			r.fail(say("not-condition", named("word", w), named("kind", of)), hint)
		}
		if r.bad != nil {
			return nil
		}
		c = append(c, t)
		if !joined || !r.accept("and") {
			return c
		}
	}
}

// term reads the term that begins with a word.
func (r *reader) term(facts []Fact, w string) (t Term, known bool) {
	for _, f := range facts {
		switch {
		case f.Word == "":
			if t, ok := f.value(w); ok {
				return t, true
			}
		case f.Word != w:
		case f.Shape == NoValue:
			return Term{Fact: w}, true
		default:
			if len(r.rest) == 0 {
				r.fail(say("no-value", named("word", w)), none)
				return t, true
			}
			t, ok := f.value(r.next(""))
			if !ok {
				r.fail(
					say("after", named("word", w), tongue.Words("what", f.What)),
					say("example", named("fact", f.String())),
				)
			}
			return t, true
		}
	}
	return Term{}, false
}

// value reads a value of the fact.
func (f Fact) value(w string) (t Term, ok bool) {
	t = Term{Fact: f.Word, Shape: f.Shape}
	switch f.Shape {
	case IsNumber:
		n, err := strconv.Atoi(w)
		t.Number = n
		return t, err == nil && n >= f.Min && n <= f.Max
	case IsRatio:
		t.Ratio, ok = ParseRatio(w)
		return t, ok
	}
	t.List = strings.Split(w, ",")
	return t, !slices.ContainsFunc(t.List, func(w string) bool {
		return !isName(w) || f.List != nil && !slices.Contains(f.List, w)
	})
}

// examples lists facts for a hint.
func examples(facts []Fact) string {
	var texts []string
	for _, f := range facts {
		texts = append(texts, f.String())
	}
	return strings.Join(texts, ", ")
}

// part is what a line lacks, as messages call it, or in English what only one game has.
func part(what string) tongue.Text {
	if t, ok := catalogue.Read("part.", what); ok {
		return t
	}
	return tongue.English(what)
}
