package ccn

import (
	"fmt"
	"slices"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// Check implements engine.Ruleset: lines that cannot be read, and what the rules forbid as
// far as it can be foreseen: the card, the orders and the moves [Q119]. A combat that
// turns out not to be possible is skipped when it comes.
func (rs *Ruleset) Check(pos engine.Position, o engine.Orders) []engine.Fault {
	_, bad := rs.check(pos.(*Position), o, &Position{}, false)
	return bad
}

// check is Check, and returns the orders as they were read too; terse leaves out those hints that
// take time.
func (rs *Ruleset) check(p *Position, o engine.Orders, room *Position, terse bool) (all []*order,
	bad []engine.Fault) {
	side := p.sc.SideNo(o.Side)
	acts := make([]*order, 0, len(o.Lines))
	orders, reading := make([]order, len(o.Lines)), &line{}
	answered, clear := false, stages
	var held *order
	for i, l := range o.Lines {
		read, f := p.readTo(&orders[i], reading, side, l)
		if f == nil {
			f = p.misplaced(side, read, answered)
		}
		all = append(all, read)
		switch {
		case f != nil:
			bad = append(bad, *f)
			clear = min(clear, stage(l.Words[0]))
		case read.Words[0] == "answer":
			answered = true
		case read.Words[0] == "hold":
			held = read
		case len(read.standing) == 0:
			acts = append(acts, read)
		}
	}
	if held != nil && len(acts) > 0 {
		bad = append(bad, *held.fault("5.2-p", said.Say("hint.one-or-other"), "fault.hold-and-orders"))
		clear = 0
	}
	acts = slices.DeleteFunc(acts, func(o *order) bool { return stage(o.Words[0]) >= clear })
	if len(acts) == 0 {
		return all, bad
	}
	p.cloneTo(room)
	r := newRun(rs, room, nil)
	r.dry, r.terse = true, terse
	r.t = r.newTurn()
	r.t.orders = acts
	bad = append(bad, r.foresee()...)
	engine.SortFaults(bad)
	return all, bad
}

// stages are those of a turn: the card, the orders, the moves, the combats.
const stages = 4

// stage is the one that an order is for, or stages for one that is for none: what is wrong with a line says nothing
// about those before.
func stage(verb string) int {
	switch verb {
	case "play", "answer", "hold":
		return 0
	case "order", "detach", "dissolve":
		return 1
	case "move":
		return 2
	case "fire", "melee":
		return 3
	case "standing":
		return stages
	}
	return 0
}

// misplaced says why an order cannot be given at this point of the game.
func (p *Position) misplaced(side int, o *order, answered bool) *engine.Fault {
	verb := o.Words[0]
	q, asked := p.question(p.sideName(side))
	myTurn := p.Asked == nil && side == p.Active && (p.Phase == TurnPhase || p.Phase == OrdersPhase)
	switch {
	case verb == "standing" || verb == "hold":
		return nil
	case verb == "answer" && !asked:
		return o.fault("5", said.Say("hint.too-late"), "fault.asked-nothing")
	case verb == "answer" && answered:
		return o.fault("5", said.Say("hint.one-answer"), "fault.answered-twice")
	case verb == "answer" && !p.canAnswer(side, q, o.answer):
		return o.fault("8.2-g", said.Say("hint.answer-no", name("cards", p.handText(side))), "fault.not-held",
			name("card", "first-strike"))
	case verb == "answer":
		return nil
	case p.Phase == DealPhase:
		return o.fault("3-e", said.Say("hint.before-deal"), "fault.not-dealt")
	case !myTurn && verb == "play" && o.card == setup.FirstStrike:
		return o.fault("8.2-g", said.Say("hint.first-strike"), "fault.first-strike-turn")
	case !myTurn:
		return o.fault("5-b", said.Say("hint.standing-now"), "fault.not-your-turn")
	case verb == "play" && p.Phase == OrdersPhase:
		return o.fault("5.1-a", said.Say("hint.dice-let"), "fault.played", name("card", string(p.Force.Card.Name())))
	}
	return nil
}

// canAnswer reports whether a side has what an answer takes: whoever has no First Strike is asked
// for it all the same, so that the question tells nothing [Q87].
func (p *Position) canAnswer(side int, q ask.Question, answer string) bool {
	option, _ := q.Match(answer)
	return q.Kind != "D16" || option != "yes" || p.Cards.Has(p.hand(side), setup.FirstStrike.Name())
}

// foresee does what the orders of a turn come to as far as that needs no dice, and returns
// what is wrong with them.
func (r *run) foresee() (bad []engine.Fault) {
	if r.p.Phase == OrdersPhase {
		r.t.card, r.t.command = r.p.Force.Card, r.p.Force.Command
	} else if f := r.command(); f != nil {
		return []engine.Fault{*f}
	} else if r.p.Phase == OrdersPhase {
		return r.tooEarly()
	}
	if bad = r.giveOrders(); len(bad) > 0 {
		return bad
	}
	bad = r.moves()
	unclear := r.piecesOf(bad)
	for _, o := range r.t.lines("fire", "melee") {
		if slices.ContainsFunc(slices.Concat(o.pieces[:1], o.with, o.aid), func(piece int) bool {
			return slices.Contains(unclear, piece)
		}) {
			continue
		}
		if f := r.foreseeCombat(o); f != nil {
			bad = append(bad, *f)
		}
	}
	return bad
}

// piecesOf are those whose moves are wrong: nobody knows yet what they can attack.
func (r *run) piecesOf(bad []engine.Fault) (pieces []int) {
	for _, o := range r.t.lines("move") {
		if slices.ContainsFunc(bad, func(f engine.Fault) bool { return f.Line == o.Line }) {
			pieces = append(pieces, o.pieces...)
		}
	}
	return pieces
}

// tooEarly refuses orders that come with a card that rolls for them.
func (r *run) tooEarly() (bad []engine.Fault) {
	for _, o := range r.t.lines("order", "detach", "dissolve", "move", "fire", "melee") {
		bad = append(bad, *o.fault("Q84", said.Say("hint.card-alone"), "fault.rolls-first", r.cardArg()))
	}
	return bad
}

// foreseeCombat says why a combat will not be possible whatever happens before it.
func (r *run) foreseeCombat(o *order) *engine.Fault {
	u := o.pieces[0]
	if why := r.cannotBattle(u); why.stands() {
		return o.refused(why, r.instead(u, why))
	}
	if why := r.cardForbids(o.Words[0]); why.stands() {
		return o.refused(why, r.instead(u, why))
	}
	r.t.fought[u] = true
	if o.Words[0] == "fire" && r.p.arm(u) == setup.Cavalry {
		return o.fault("5.5-a", said.Say("hint.melee-it"), "why.cavalry", name("who", r.p.pieceID(u)))
	}
	if f := r.foreseeMelee(o); f != nil {
		return f
	}
	for i, g := range append(slices.Clone(o.with), o.aid...) {
		if r.p.arm(g) != setup.Artillery {
			return o.fault(
				"6.3-a",
				r.p.ownText(r.t.side, "guns", r.p.isGun),
				"fault.no-gun",
				name("who", r.p.pieceID(g)),
			)
		}
		if why := r.cannotBattle(g); why.stands() {
			return o.refused(why, r.instead(g, why))
		}
		r.t.fought[g] = i < len(o.with) // what is saved for a Bonus Melee still battles if none comes [Q99]
	}
	return nil
}

// foreseeMelee says what a melee line asks for that its unit never has.
func (r *run) foreseeMelee(o *order) *engine.Fault {
	who, arm := name("who", r.p.pieceID(o.pieces[0])), r.p.arm(o.pieces[0])
	rule := "5.12.1-f"
	if arm == setup.Artillery {
		rule = "5.12.1-g"
	}
	switch {
	case arm == setup.Artillery && len(o.with) > 0:
		return o.without("with", "6.3-p", "fault.gun-leads", who)
	case arm != setup.Cavalry && len(o.bonus) > 0:
		return o.without("bonus", "5.12.3-b", "fault.no-bonus", who)
	case len(o.bonus) > 0 && o.stays:
		return o.fault("5.12.3-c", said.Say("hint.advance-yes"), "fault.bonus-advance")
	case o.ground && !r.p.advances(o.pieces[0]):
		return o.without("advance", rule, "fault.no-ground", who)
	case arm == setup.Infantry && (o.back || !r.drives(o) && r.p.beyond(o)):
		return o.fault("5.12.2-a", said.Say("hint.advance-yes"), "fault.no-second", who)
	case len(o.advance) > 0 && !r.drives(o) && r.p.apart(o):
		return o.fault("5.12.2-a", said.Say("hint.advance-yes"), "fault.not-next",
			name("at", setup.Sheet.Name(o.advance[0])), name("from", setup.Sheet.Name(r.p.pieceHex(o.targets[0]))))
	case len(o.aid) > 0 && len(o.bonus) == 0:
		return o.fault("5.12.3-j", said.Say("hint.bonus-enemy"), "fault.aid-bonus")
	case o.halt && len(o.bonus) == 0:
		return o.fault("5.12.3-h", said.Say("hint.bonus-enemy"), "fault.halt-bonus")
	}
	return nil
}

// drives reports whether an attack before a melee is at somebody in the hex of one of its targets, who may have gone
// elsewhere when the melee comes.
func (r *run) drives(o *order) bool {
	for _, before := range r.t.lines("fire", "melee") {
		if before == o {
			break
		}
		for _, d := range slices.Concat(before.targets, before.bonus) {
			if slices.ContainsFunc(o.targets, func(t int) bool { return r.p.pieceHex(t) == r.p.pieceHex(d) }) {
				return true
			}
		}
	}
	return false
}

// beyond reports whether a melee is to lead to another hex than those of its targets.
func (p *Position) beyond(o *order) bool {
	return slices.ContainsFunc(o.advance, func(h hex.Hex) bool {
		return !slices.ContainsFunc(o.targets, func(d int) bool { return p.pieceHex(d) == h })
	})
}

// apart reports whether none of the hexes to which a melee is to lead is next to one that it attacks.
func (p *Position) apart(o *order) bool {
	return !slices.ContainsFunc(o.advance, func(h hex.Hex) bool {
		return slices.ContainsFunc(o.targets, func(d int) bool {
			return setup.Sheet.Distance(p.pieceHex(d), h) <= 1
		})
	})
}

// without refuses a word of the order.
func (o *order) without(word, rule, key string, who tongue.Arg) *engine.Fault {
	return o.fault(rule, said.Say("hint.leave-word", name("word", word)), key, who)
}

// Owed implements engine.Ruleset.
func (rs *Ruleset) Owed(pos engine.Position) []engine.Decision {
	p := pos.(*Position)
	switch {
	case p.Phase == GameOver:
		return nil
	case p.Asked != nil:
		return p.asked()
	case p.Phase == DealPhase:
		var ds []engine.Decision
		for s := range p.sc.Sides {
			ds = append(
				ds,
				engine.Decision{ID: "opening-" + string(p.sideName(s)), Kind: "D0", Side: p.sideName(s), Rule: "3",
					Prompt: said.Say("owed.deal"), Default: said.Say("owed.deal.not"), Open: true,
					Secret: true},
			)
		}
		return ds
	}
	prompt, not := said.Say("owed.turn"), said.Say("owed.turn.not")
	if p.Phase == OrdersPhase {
		prompt = said.Say("owed.orders", tongue.Words("card", cardName(string(p.Force.Card.Name()))))
		not = said.Say("owed.orders.not")
	}
	name := p.sideName(p.Active)
	return []engine.Decision{
		{ID: fmt.Sprintf("turn-%d-%c", p.Turn, p.Phase), Kind: "D1", Side: name, Rule: "5", Prompt: prompt,
			Default: not, Open: true, Hold: string(name)},
	}
}

// Standing implements engine.Ruleset.
func (rs *Ruleset) Standing(pos engine.Position, side engine.Side) (all []string) {
	p := pos.(*Position)
	s := p.sc.SideNo(side)
	if s < 0 {
		return nil
	}
	for _, o := range p.Sheets[s] {
		text := "standing " + decisionOf(o.Kind).Word + " " + o.Text()
		if o.For != "" {
			text += " for " + o.For
		}
		all = append(all, text)
	}
	return all
}

// View implements engine.Ruleset: the cards that a side does not see are masked, and so
// are the standing orders of the other side and what is pending [N13].
func (rs *Ruleset) View(pos engine.Position, side engine.Side) engine.Position {
	p := pos.(*Position).clone()
	p.Cards = p.Cards.View(side)
	for s := range p.Sheets {
		if p.sideName(s) != side {
			p.Sheets[s] = nil
		}
	}
	if p.Asked != nil {
		p.Asked = p.Asked.View(side)
	}
	p.Arrivals = slices.DeleteFunc(slices.Clone(p.Arrivals),
		func(a setup.Arrival) bool { return p.sideName(a.Side) != side })
	return p
}
