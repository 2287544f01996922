package jdg

import (
	"slices"
	"strings"

	"berthier/engine"
)

// View implements engine.Ruleset. Hidden from a side are the other side's
// face-down orders markers [2.3.2-d], its standing orders and orders when drawn, and everything of
// a question that is not its own. The public sees no side's secrets.
func (rs *Ruleset) View(pos engine.Position, side engine.Side) engine.Position {
	p := pos.(*Position).clone()
	own := p.sideOf(side)
	for i := range p.Groups {
		g := &p.Groups[i]
		if p.sc.Forms[g.Form].Side != own && !g.Revealed {
			g.Orders = Unknown
		}
	}
	for s := range p.Sheets {
		if s != own {
			p.Sheets[s], p.Plans[s] = nil, nil
		}
	}
	if p.Asked != nil {
		q := p.Asked.Question
		if q.Side != own {
			q = Question{ID: q.ID, Kind: q.Kind, Side: q.Side, Rule: q.Rule, Prompt: "a choice of the other side", Options: []string{"unknown"}, Default: "unknown"}
		}
		p.Asked = &Asked{Question: q}
	}
	return p
}

// Options implements engine.Ruleset. For an open decision it lists orders
// that may follow the draft: of the draft's last step of the activation or a
// later one, each legal by itself; for an optional one the orders that can be
// given beforehand.
func (rs *Ruleset) Options(pos engine.Position, d engine.Decision, draft []engine.Order) []engine.Order {
	p := pos.(*Position)
	side := p.sideOf(d.Side)
	var out []engine.Order
	if d.Optional {
		r := &run{rs: rs, p: p, dry: true, side: side}
		for _, v := range rs.verbs {
			if v.step == always {
				v.options(r, func(words ...string) { out = append(out, engine.Order{Words: slices.Clone(words)}) })
			}
		}
		return out
	}
	if p.Asked != nil {
		for _, o := range p.Asked.Question.Options {
			out = append(out, engine.Order{Words: append([]string{"answer"}, strings.Fields(o)...)})
		}
		return out
	}
	r := &run{rs: rs, p: p.clone(), dry: true, listing: true}
	orders, _ := r.readAll(side, draft)
	r.rehearse(side, orders)
	last := always
	for _, o := range orders {
		last = max(last, o.verb.step)
	}
	for _, v := range rs.verbs {
		inPhase := (v.step == phaseA) == (p.Phase == OrdersPhase) && v.step != always && v.step != answerStep
		if v.options == nil || !inPhase || v.step < last {
			continue
		}
		v.options(r, func(words ...string) {
			out = append(out, engine.Order{Words: slices.Clone(words)})
		})
	}
	return out
}
