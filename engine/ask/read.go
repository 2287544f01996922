package ask

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
)

// Kind is one kind of decision of a game, and how it can be answered
// beforehand.
type Kind struct {
	Kind    string   // "P17"
	Word    string   // names it in a standing order; empty if none can be given
	Answers []string // what a standing order may say; nil: what Grammar.Answer lets pass
	Asks    bool     // a procedure can stop for it; other kinds are decided with orders
	Rule    string
	Help    string // what it decides, and the default
}

// NoAnswer says that a word is no answer to this kind.
func (k *Kind) NoAnswer(word string) *Problem {
	return &Problem{fmt.Sprintf("%q is not an answer to %s", word, k.Word),
		"one of " + strings.Join(k.Answers, ", ") + ", default; " + k.Help}
}

// Conditional says which standing orders for a kind can have a condition.
type Conditional struct {
	Answers   []string // that can have one
	Otherwise string   // the answer if it does not hold; empty: the next standing order counts
	Facts     []Fact
	Help      string // what comes after "if"
}

// Fact is one fact of the game that conditions can name.
type Fact struct {
	Word     string // empty: the value says all
	Shape    Shape
	Min, Max int      // of a number
	List     []string // of a list: the words that it may have; nil for any
	What     string   // the value in words, without an article: "number of hexes"
	Example  string   // of a value
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
	// Answer judges an answer that its kind does not list.
	Answer func(k *Kind, answer string) *Problem
	// Owner judges whom a standing order is for.
	Owner func(k *Kind, whom string) *Problem
}

// Problem says why the words of an order line cannot be read, and what would
// be right. Without a hint that is the usage of the verb.
type Problem struct{ Msg, Hint string }

// reader reads the words of a line; the first problem ends it.
type reader struct {
	rest []string
	bad  *Problem
}

func (r *reader) fail(hint, format string, args ...any) {
	if r.bad == nil {
		r.bad = &Problem{fmt.Sprintf(format, args...), hint}
	}
}

// next takes a word.
func (r *reader) next(what string) string {
	if len(r.rest) == 0 || r.bad != nil {
		r.fail("", "%s is missing", what)
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
func (g *Grammar) ReadStanding(words []string) (line []Standing, rest []string, bad *Problem) {
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
	if r.accept("for") {
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
	hint := "one of " + strings.Join(words, ", ")
	if n := engine.Nearest(w, words); n != "" {
		hint = "did you mean " + n + "?"
	}
	r.fail(hint, "there are no standing orders for %q", w)
	return nil
}

// answer takes an answer with its condition.
func (g *Grammar) answer(r *reader, k *Kind) Standing {
	s := Standing{Kind: k.Kind, Answer: r.next("the answer")}
	switch {
	case r.bad != nil || s.Answer == "default" || slices.Contains(k.Answers, s.Answer):
	case s.Answer == "ask":
		g.asks(r, k)
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
	hint := "this game asks nothing by mail"
	if words != nil {
		hint = "this game asks " + strings.Join(words, ", ")
	}
	r.fail(hint, "%s is not asked by mail in this game", k.Word)
}

// condition takes the condition of an answer.
func (g *Grammar) condition(r *reader, k *Kind, answer string) Condition {
	var w string
	if len(r.rest) > 0 {
		w = r.rest[0]
	}
	c, ok := g.Conditions[k.Kind]
	if w != "" && (!ok || !slices.Contains(c.Answers, answer)) {
		r.fail("leave out: if "+w, "%s %s has no condition", k.Word, answer)
	}
	return r.condition(c.Facts, g.Joined, " of "+k.Word, "after \"if\" comes "+c.Help)
}

// condition takes terms. of ends the sentence about a word that is none.
func (r *reader) condition(facts []Fact, joined bool, of, hint string) Condition {
	var c Condition
	for {
		w := r.next("the condition")
		t, known := r.term(facts, w)
		if !known {
			r.fail(hint, "%q is no condition%s", w, of)
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
			v := r.next("the " + f.What)
			t, ok := f.value(v)
			if !ok {
				r.fail("for example: if "+f.String(), "after %s comes a %s", w, f.What)
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
	if n := len(texts) - 1; n > 0 {
		return strings.Join(texts[:n], ", ") + " or " + texts[n]
	}
	return strings.Join(texts, "")
}
