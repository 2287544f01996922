package tlm

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
)

const (
	mostHints = 5  // lines of a file whose alternatives are looked for: trying them out takes time
	mostWords = 12 // alternatives that one hint lists
)

// hints says to the first refused lines what would be possible in their place, if they do not say it already; given are
// all lines.
func (rs *Ruleset) hints(p *Position, side int, given []*order, bad []engine.Fault) {
	left := mostHints
	for i, f := range bad {
		at := slices.IndexFunc(given, func(o *order) bool { return o.Line == f.Line })
		if at < 0 || !f.Hint.Empty() || left == 0 {
			continue
		}
		left--
		if play := cardBehind(given[at:]); play != nil && p.Phase == TurnPhase && !given[at].verb.Ahead {
			bad[i].Hint = said.Say("hint.play-first", name("order", play.Text))
			continue
		}
		if slices.Contains(passRules, f.Rule) && p.holdsOffensive(side) {
			bad[i].Hint = p.offensives(side)
			continue
		}
		bad[i].Hint = rs.instead(p, side, given[:at], given[at])
	}
}

// passRules are the clauses by which a Pass forbids what an Offensive allows.
var passRules = []string{"2.II.1-d", "2.II.1-e", "2.II.1-f"}

// holdsOffensive reports whether a side can play an Offensive.
func (p *Position) holdsOffensive(side int) bool {
	return slices.ContainsFunc(p.hand(side), setup.Card.IsOffensive)
}

// cardBehind is the card of an Offensive that stands behind a line: it comes first.
func cardBehind(lines []*order) *order {
	for _, o := range lines[1:] {
		if o.verb.Word == "play" && o.card.IsOffensive() {
			return o
		}
	}
	return nil
}

// instead says what a side could order instead of a line behind others: the same with another end, something else with
// its first word, or something else with its unit.
func (rs *Ruleset) instead(p *Position, side int, before []*order, o *order) tongue.Text {
	d := &draft{rs: rs, p: p, d: engine.Decision{Side: p.sideName(side)}}
	for _, g := range before {
		if slices.Contains(declarations, o.Words[0]) || !slices.Contains(declarations, g.Words[0]) {
			d.given = append(d.given, g.Order)
		}
	}
	word, thing := o.Words[0], ""
	if len(o.Words) > 1 {
		first, _, _ := strings.Cut(o.Words[1], ",")
		_, thing = number(first)
	}
	same := func(c engine.Order, n int) bool { return c.Words[0] == word && len(c.Words) == n }
	if ends := d.like(func(c engine.Order) bool { return same(c, 3) && c.Words[1] == thing }, 2); ends != nil {
		return oneOf("", ends)
	}
	if all := d.like(func(c engine.Order) bool { return same(c, 2) }, 1); all != nil {
		return oneOf("", all)
	}
	orders := d.like(func(c engine.Order) bool { return same(c, 3) }, 0)
	if orders == nil && thing != "" && !slices.Contains(declarations, word) {
		orders = d.like(func(c engine.Order) bool { return len(c.Words) > 1 && c.Words[1] == thing }, 0)
	}
	if orders != nil {
		return said.Say("hint.orders", name("orders", strings.Join(orders, "; ")))
	}
	return d.otherwise(word)
}

// otherwise says what is there if nothing is possible with a word: BP in the Production Phase, or Battle Areas.
func (d *draft) otherwise(word string) tongue.Text {
	switch {
	case d.p.Phase == ProductionPhase:
		return said.Say("hint.bp", tongue.Number("n", d.purse()))
	case slices.Contains(declarations, word) && word != "exchange" && !d.declared():
		battles := d.like(isBattle, 0)
		if battles == nil {
			return said.Say("hint.no-battles")
		}
		return said.Say("hint.orders", name("orders", strings.Join(battles, "; ")))
	}
	return said.Say("hint.nothing", name("word", word))
}

// declared reports whether what is given declares a battle.
func (d *draft) declared() bool { return slices.ContainsFunc(d.given, isBattle) }

func isBattle(o engine.Order) bool { return o.Words[0] == "battle" }

// offensives says which cards of a hand make a Pass an Offensive.
func (p *Position) offensives(side int) tongue.Text {
	var plays []string
	for _, c := range p.held(side) {
		if play := "play " + c.String(); c.IsOffensive() && !slices.Contains(plays, play) {
			plays = append(plays, play)
		}
	}
	if plays == nil {
		return p.noCard("", side, setup.Offensive).hint
	}
	return said.Say("hint.orders", name("orders", strings.Join(plays, "; ")))
}

// purse is how many BP are left after what is given.
func (f *draft) purse() int {
	r := newRun(f.rs, f.p.clone(), nil)
	side := f.p.sideNo(f.d.Side)
	r.dry, r.t.bp = true, f.p.year().BP[side]
	for _, o := range f.given {
		if read, bad := f.p.read(side, o.Arrived(0)); bad == nil {
			r.do(side, read)
		}
	}
	return r.t.bp
}

// like lists the orders that may come next and fit, from their nth word on; not all if there are many.
func (f *draft) like(fits func(o engine.Order) bool, n int) (all []string) {
	for _, c := range f.candidates() {
		if !fits(c.order) {
			continue
		}
		if text := strings.Join(c.order.Words[n:], " "); !slices.Contains(all, text) && c.possible() {
			if len(all) == mostWords {
				return append(all, "…")
			}
			all = append(all, text)
		}
	}
	return all
}
