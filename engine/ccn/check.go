package ccn

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/ccn/setup"
)

// Check implements engine.Ruleset: lines that cannot be read, and what the rules forbid as
// far as it can be foreseen: the card, the orders and the moves [Q119]. A combat that
// turns out not to be possible is skipped when it comes.
func (rs *Ruleset) Check(pos engine.Position, o engine.Orders) (bad []engine.Fault) {
	p := pos.(*Position)
	side := p.sc.SideNo(o.Side)
	var acts []engine.Order
	answered := false
	for _, l := range o.Lines {
		read, f := p.read(side, l)
		if f == nil {
			f = p.misplaced(side, read, answered)
		}
		switch {
		case f != nil:
			bad = append(bad, *f)
		case read.Words[0] == "answer":
			answered = true
		case len(read.standing) == 0 && read.Words[0] != "hold":
			acts = append(acts, l)
		}
	}
	if len(bad) > 0 || len(acts) == 0 {
		return bad
	}
	r := newRun(rs, p.clone(), nil)
	r.dry = true
	r.in = []engine.Orders{{Side: o.Side, Lines: acts}}
	bad = r.foresee()
	slices.SortStableFunc(bad, func(a, b engine.Fault) int { return a.Line - b.Line })
	return bad
}

// misplaced says why an order cannot be given at this point of the game.
func (p *Position) misplaced(side int, o *order, answered bool) *engine.Fault {
	verb := o.Words[0]
	_, asked := p.question(p.sideName(side))
	myTurn := p.Asked == nil && side == p.Active && (p.Phase == TurnPhase || p.Phase == OrdersPhase)
	switch {
	case verb == "standing" || verb == "hold":
		return nil
	case verb == "answer" && !asked:
		return o.fault("5", "", "you are asked nothing")
	case verb == "answer" && answered:
		return o.fault("5", "", "the question is answered twice")
	case verb == "answer":
		return nil
	case !myTurn:
		return o.fault("5-b", "standing orders are possible now", "it is not your turn")
	case verb == "play" && p.Phase == OrdersPhase:
		return o.fault("5.1-a", "order those whom its dice let you order", "%s has been played", p.Force.Card.Name())
	}
	return nil
}

// foresee does what orders come to as far as that needs no dice, and returns what is
// wrong with them.
func (r *run) foresee() (bad []engine.Fault) {
	r.t = r.newTurn()
	r.readOrders()
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
	if bad = r.moves(); len(bad) > 0 {
		return bad
	}
	for _, o := range r.t.lines("fire", "melee") {
		if f := r.foreseeCombat(o); f != nil {
			bad = append(bad, *f)
		}
	}
	return bad
}

// tooEarly refuses orders that come with a card that rolls for them.
func (r *run) tooEarly() (bad []engine.Fault) {
	for _, o := range r.t.lines("order", "detach", "dissolve", "move", "fire", "melee") {
		bad = append(bad, *o.fault("Q84", "send the card alone; you are asked for orders when its dice lie",
			"%s rolls before it orders", r.t.card.Name()))
	}
	return bad
}

// foreseeCombat says why a combat will not be possible whatever happens before it.
func (r *run) foreseeCombat(o *order) *engine.Fault {
	u := o.pieces[0]
	if rule, why := r.cannotBattle(u); why != "" {
		return o.fault(rule, "", "%s", why)
	}
	r.t.fought[u] = true
	if o.Words[0] == "fire" && r.p.arm(u) == setup.Cavalry {
		return o.fault("5.5-a", "melee it", "%s is cavalry, which has no ranged combat", r.p.pieceID(u))
	}
	if f := r.foreseeMelee(o); f != nil {
		return f
	}
	for _, g := range append(slices.Clone(o.with), o.aid...) {
		if r.p.arm(g) != setup.Artillery {
			return o.fault("6.3-a", "", "%s is no artillery", r.p.pieceID(g))
		}
		if rule, why := r.cannotBattle(g); why != "" {
			return o.fault(rule, "", "%s", why)
		}
		r.t.fought[g] = true
	}
	return nil
}

// foreseeMelee says what a melee line asks for that its unit never has.
func (r *run) foreseeMelee(o *order) *engine.Fault {
	id, arm := r.p.pieceID(o.pieces[0]), r.p.arm(o.pieces[0])
	switch {
	case arm == setup.Artillery && len(o.with) > 0:
		return o.fault("6.3-p", "leave out \"with\"", "%s is artillery, which leads no Combined Arms attack", id)
	case arm != setup.Cavalry && len(o.bonus) > 0:
		return o.fault("5.12.3-b", "leave out \"bonus\"", "%s is no cavalry, and has no Bonus Melee", id)
	case len(o.bonus) > 0 && !o.ground:
		return o.fault("5.12.3-c", "add \"advance yes\"", "there is no Bonus Melee without an advance")
	case len(o.aid) > 0 && len(o.bonus) == 0:
		return o.fault("5.12.3-j", "name whom it attacks: bonus ENEMY", "\"aid\" is artillery of a Bonus Melee")
	}
	return nil
}

// Owed implements engine.Ruleset.
func (rs *Ruleset) Owed(pos engine.Position) []engine.Decision {
	p := pos.(*Position)
	switch {
	case p.Phase == GameOver:
		return nil
	case p.Asked != nil:
		return p.Asked.Owed()
	case p.Phase == DealPhase:
		var ds []engine.Decision
		for s := range p.sc.Sides {
			ds = append(
				ds,
				engine.Decision{ID: "opening-" + string(p.sideName(s)), Kind: "D0", Side: p.sideName(s), Rule: "3",
					Prompt: "Send your standing orders, or an empty file; then the cards are dealt.", Default: "none", Open: true,
					Secret: true},
			)
		}
		return ds
	}
	prompt := "Play a card, give orders, move and battle."
	if p.Phase == OrdersPhase {
		prompt = fmt.Sprintf("The dice of %s lie: give orders, move and battle.", p.Force.Card.Name())
	}
	name := p.sideName(p.Active)
	return []engine.Decision{
		{ID: fmt.Sprintf("turn-%d-%c", p.Turn, p.Phase), Kind: "D1", Side: name, Rule: "5", Prompt: prompt,
			Default: "the card that orders least is played, and nobody is ordered", Open: true, Hold: string(name)},
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
	return p
}

// Draft implements engine.Ruleset.
func (rs *Ruleset) Draft(pos engine.Position, d engine.Decision) engine.Draft {
	p := pos.(*Position)
	return &engine.Listed{List: func(lines []engine.Order) []engine.Order { return rs.options(p, d, lines) }}
}

// options lists the orders that may come after some.
func (rs *Ruleset) options(p *Position, d engine.Decision, given []engine.Order) (all []engine.Order) {
	add := func(words ...string) { all = append(all, engine.Order{Words: words}) }
	if q, ok := p.question(d.Side); ok {
		if len(given) == 0 {
			for _, o := range q.Options {
				add(append([]string{"answer"}, strings.Fields(strings.ToLower(o))...)...)
			}
		}
		return all
	}
	side := p.sc.SideNo(d.Side)
	if d.Kind == "D0" {
		if len(given) == 0 {
			for _, k := range decisions {
				for _, a := range k.Answers {
					add("standing", k.Word, a)
				}
			}
		}
		return all
	}
	var candidates [][]string
	put := func(words ...string) { candidates = append(candidates, words) }
	lister{p, side, put}.list(rs, given)
	for _, words := range candidates {
		o := engine.Order{Words: words}.Arrived(len(given) + 1)
		if len(rs.Check(p, engine.Orders{Side: d.Side, Lines: append(slices.Clone(given), o)})) == 0 {
			add(words...)
		}
	}
	return all
}

// lister lists orders that may be legal.
type lister struct {
	p    *Position
	side int
	put  func(words ...string)
}

func (l lister) list(rs *Ruleset, given []engine.Order) {
	p := l.p
	if p.Phase == TurnPhase && len(given) == 0 {
		l.plays()
		return
	}
	r := newRun(rs, p.clone(), nil)
	r.dry = true
	r.in = []engine.Orders{{Side: p.sideName(l.side), Lines: given}}
	if len(r.foresee()) > 0 || r.t.dry || r.p.Phase == OrdersPhase && p.Phase == TurnPhase {
		return
	}
	has := func(words ...string) bool { return len(r.t.lines(words...)) > 0 }
	if !has("move", "fire", "melee") {
		for i := range len(p.Units) + len(p.Leaders) {
			if p.pieceSide(i) != l.side || !p.pieceAlive(i) {
				continue
			}
			if !r.t.ordered[i] {
				l.put("order", p.pieceID(i))
			}
			if i >= len(p.Units) {
				l.put("detach", p.pieceID(i))
			} else if p.inSquare(i) {
				l.put("dissolve", p.pieceID(i))
			}
		}
	}
	if !has("fire", "melee") {
		for i := range len(p.Units) + len(p.Leaders) {
			if r.t.ordered[i] && !r.t.begun[i] {
				l.moves(r, i)
			}
		}
	}
	for u := range p.Units {
		if r.t.ordered[u] && !r.t.fought[u] {
			l.combats(r, u)
		}
	}
}

func (l lister) plays() {
	for i, c := range l.p.Cards.Cards(l.p.hand(l.side)) {
		if i > 0 && c == l.p.Cards.Cards(l.p.hand(l.side))[i-1] {
			continue
		}
		l.put("play", string(c))
		for s := range setup.NumSections {
			l.put("play", string(c), s.String())
		}
		for u := range l.p.Units {
			l.put("play", string(c), l.p.pieceID(u))
		}
		l.put("play", string(c), "one")
	}
}

func (l lister) moves(r *run, piece int) {
	id := r.p.pieceID(piece)
	for _, h := range setup.Sheet.Hexes() {
		if setup.Sheet.Distance(r.p.pieceHex(piece), h) <= r.allowance(piece) && r.way(piece, h) != nil {
			l.put("move", id, "to", setup.Sheet.Name(h))
		}
	}
}

func (l lister) combats(r *run, u int) {
	id := r.p.pieceID(u)
	if _, why := r.cannotBattle(u); why != "" {
		return
	}
	_, noFire := r.cannotFire(u)
	for piece := range len(r.p.Units) + len(r.p.Leaders) {
		if r.p.pieceSide(piece) == l.side || !r.p.pieceAlive(piece) {
			continue
		}
		m := &melee{o: &order{}, a: u, d: piece}
		if _, why := r.noMelee(m, nil); why == "" {
			l.put("melee", id, "at", r.p.pieceID(piece))
			l.put("melee", id, "at", r.p.pieceID(piece), "advance", "yes")
		}
		if piece < len(r.p.Units) && noFire == "" {
			if _, why := r.noShot(u, piece, true); why == "" {
				l.put("fire", id, "at", r.p.pieceID(piece))
			}
		}
	}
}
