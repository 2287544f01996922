package jdg

import (
	"cmp"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// nearest is the word for the nearest enemy in the place of a hex.
const nearest = "nearest"

// manyForm is the form of a verb in which formations stand in the place of units.
type manyForm struct {
	goal  []string // words before the hex, of which nearest needs none; none: there is no hex
	usage string
}

var manyForms = map[string]manyForm{
	"move":   {[]string{"toward", "to"}, "move FORMATION[,FORMATION…] toward HEX|nearest"},
	"march":  {[]string{"toward", "to"}, "march FORMATION[,FORMATION…] toward HEX|nearest"},
	"fire":   {[]string{"at"}, "fire FORMATION[,FORMATION…] at HEX|nearest"},
	"charge": {[]string{"at"}, "charge FORMATION[,FORMATION…] at HEX|nearest"},
	"shock":  {[]string{"at"}, "shock FORMATION[,FORMATION…] at HEX|nearest"},
	"rally":  {nil, "rally FORMATION[,FORMATION…]"},
}

// manyHelp explains the form of a verb for formations, if it has one.
func manyHelp(v *verb) []engine.Verb {
	form, ok := manyForms[v.Word]
	if !ok {
		return nil
	}
	return []engine.Verb{{Word: v.Word, Usage: form.usage, Rule: v.Rule, Help: explain("many." + v.Word)}}
}

// ofFormations reports whether an order names a formation or a combined marker
// where others name units.
func (p *Position) ofFormations(o engine.Order) bool {
	if _, ok := manyForms[o.Words[0]]; !ok || len(o.Words) < 2 {
		return false
	}
	for id := range strings.SplitSeq(o.Words[1], ",") {
		_, form := p.sc.Form(id)
		if form || p.sc.CAM(id) != nil {
			if _, unit := p.sc.Unit(id); !unit {
				return true
			}
		}
	}
	return false
}

// parseMany reads FORMATION[,FORMATION…] and, but for a rally, the hex that they
// go for, or "nearest".
func parseMany(l *line, o *order) {
	for id := range strings.SplitSeq(l.next("the formation"), ",") {
		forms := l.p.activated(l.p.markerOf(id))
		if u, ok := l.p.sc.Unit(id); ok && l.p.side(u) == l.side {
			o.units = append(o.units, u)
			continue
		} else if ok || forms != nil && l.p.sc.Forms[forms[0]].Side != l.side {
			l.fail(l.p.yourForms(l.side), "%s is not yours", id)
		} else if forms == nil {
			l.fail(l.p.nearestUnit(id, l.side), "there is no formation or unit %q", id)
		}
		for u := range l.p.sc.Units {
			if slices.Contains(forms, l.p.form(u)) && !slices.Contains(o.units, u) {
				o.units = append(o.units, u)
			}
		}
	}
	form := manyForms[o.Words[0]]
	if o.many = true; form.goal == nil {
		return
	}
	if !l.accept(form.goal...) && l.peek() != nearest {
		l.fail("write: "+form.usage, "the word %s is missing", form.goal[0])
	}
	if !l.accept(nearest) {
		o.hexes = []hex.Hex{l.hex("the hex, or " + nearest)}
	}
}

// subjectFirst puts the verb before what it is for: "frank shock nearest". The
// units of an order without any are those of the formation named.
func (rs *Ruleset) subjectFirst(words []string, formation string) []string {
	if len(words) == 0 {
		return words
	}
	words = slices.Clone(words)
	if len(words) > 1 && rs.actionVerb(words[0]) == nil && rs.actionVerb(words[1]) != nil {
		words[0], words[1] = words[1], words[0]
	}
	v := rs.actionVerb(words[0])
	if v == nil {
		return words
	}
	if _, ok := manyForms[v.Word]; ok && (len(words) == 1 ||
		slices.Contains([]string{"at", "to", "toward", nearest}, words[1])) {
		words = slices.Insert(words, 1, formation)
	}
	return words
}

// Expand implements engine.Expander.
func (rs *Ruleset) Expand(pos engine.Position, o engine.Orders) (engine.Orders, []engine.Fault) {
	p := pos.(*Position)
	lines, left := rs.expand(p, p.sideOf(o.Side), o.Lines)
	return engine.Orders{Side: o.Side, Lines: lines}, left
}

// expand puts orders for units in the place of those for formations, and says
// which units get none and why. A line of which nothing comes stays as it is.
func (rs *Ruleset) expand(p *Position, side int, lines []engine.Order) (out []engine.Order, left []engine.Fault) {
	if p.Phase != ActivationPhase || p.Asked != nil || p.markerSide(p.Drawn) != side ||
		!slices.ContainsFunc(lines, p.ofFormations) {
		return lines, nil
	}
	musters := rs.musters(p, side, lines)
	var many []engine.Order
	for i, l := range lines {
		m := musters[i]
		if m == nil || m.orders == nil {
			out = append(out, l)
			continue
		}
		many = append(many, m.orders...)
		left = append(left, m.left...)
	}
	return append(out, many...), left
}

// expandAll is expandNow for the orders of all sides.
func (r *run) expandAll(in []engine.Orders) []engine.Orders {
	for i, o := range in {
		if slices.ContainsFunc(o.Lines, r.p.ofFormations) {
			in = slices.Clone(in)
			in[i].Lines = r.expandNow(r.p.sideOf(o.Side), o.Lines)
		}
	}
	return in
}

// expandNow is expand for orders that are about to be carried out. The lines are
// numbered, each is told in its own words, and so is what no unit gets.
func (r *run) expandNow(side int, lines []engine.Order) []engine.Order {
	if !slices.ContainsFunc(lines, r.p.ofFormations) {
		return lines
	}
	out, left := r.rs.expand(r.p, side, lines)
	for _, f := range left {
		r.secret(f.Rule, "skip", side, "line", f.Text, "why", f.Msg.String())
	}
	out = slices.Clone(out)
	for i := range out {
		out[i].Line, out[i].Text = i+1, strings.Join(out[i].Words, " ")
	}
	return out
}

// musters expands each line for formations when the orders of the steps before it, and
// those of its step that are before it or for single units, have been carried out in a
// dry run; nil for other lines.
func (rs *Ruleset) musters(p *Position, side int, lines []engine.Order) []*muster {
	r := &run{rs: rs, p: p.clone(), dry: true}
	r.startRehearsal(side)
	all := make([]*muster, len(lines))
	at := map[*order]int{}
	var file []*order
	for i, l := range lines {
		if o, f := p.read(side, l); f == nil {
			file, at[o] = append(file, o), i
		}
	}
	slices.SortStableFunc(file, func(a, b *order) int {
		return cmp.Or(a.rank()-b.rank(), boolInt(a.many)-boolInt(b.many))
	})
	for _, o := range file {
		if o.many {
			all[at[o]] = r.muster(o, file, all)
		} else {
			r.rehearseOne(o)
		}
	}
	return all
}

// doMany does an order for formations in a dry run, or says that none of their units
// can follow it.
func (r *run) doMany(o *order) *engine.Fault {
	if !r.dry {
		return o.fault("2.2-b", "no unit can follow it now")
	}
	m := r.muster(o, nil, nil)
	if m.orders != nil {
		return nil
	}
	if m.left == nil {
		return hint(o.fault("2.2-b", "%s has no unit on the map that could follow this", o.Words[1]),
			"write orders for units of the activated formation")
	}
	const most = 4
	var why []tongue.Text
	for _, f := range m.left[:min(len(m.left), most)] {
		why = append(why, f.Msg)
	}
	if more := len(m.left) - most; more > 0 {
		why = append(why, say("why.others", tongue.Number("n", more)))
	}
	f := o.fault(m.left[0].Rule, "")
	f.Msg = say("why.none-follow", named("form", o.Words[1]), tongue.Words("whys", tongue.List(why, "; ")))
	return hint(f, "write orders for single units, or none")
}
