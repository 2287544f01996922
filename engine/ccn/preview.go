package ccn

import (
	"berthier/engine"
)

// rehearsal carries the orders of a turn out on the side's own view, up to its combats; nil if
// there is no turn to carry out, or a fault in the orders.
func (rs *Ruleset) rehearsal(pos engine.Position, o engine.Orders) (*Position, *run) {
	p := rs.View(pos, o.Side).(*Position)
	own := p.Asked == nil && p.sideName(p.Active) == o.Side && (p.Phase == TurnPhase || p.Phase == OrdersPhase)
	if !own {
		return p, nil
	}
	read, bad := rs.check(p, o, &Position{}, false)
	if len(bad) > 0 {
		return p, nil
	}
	r := newRun(rs, p.clone(), nil)
	r.dry, r.keeps = true, true
	r.takeStanding(p.Active, read)
	r.in, r.read, r.t = []engine.Orders{o}, [][]*order{read}, r.newTurn()
	if r.readOrders(); len(r.t.lines("play", "order", "detach", "dissolve", "move", "fire", "melee")) == 0 {
		return p, nil
	}
	if p.Phase == OrdersPhase {
		r.t.card, r.t.command = p.Force.Card, p.Force.Command
	} else if f := r.command(); f != nil || r.t.dry || r.p.Phase == OrdersPhase {
		return r.p, r
	}
	r.giveOrders()
	r.moves()
	return r.p, r
}

// Preview implements engine.Previewer for a turn: its card, orders and moves, and the odds of
// each attack. An attack is told as an event that nothing follows from.
func (rs *Ruleset) Preview(pos engine.Position, o engine.Orders) engine.Preview {
	after, r := rs.rehearsal(pos, o)
	if r == nil {
		return engine.Preview{After: after}
	}
	f := &forecast{left: mostWays}
	for _, c := range r.t.lines("fire", "melee") {
		f.attack(r, c)
	}
	return engine.Preview{After: rs.View(r.p, o.Side), Events: append(engine.Visible(r.out, o.Side), f.events...),
		Odds: f.odds}
}

// mostWays is how many ways of the dice are gone for the attacks of one file, leastWays for one
// attack even if those are used up: a server counts odds for anybody who plays.
const (
	mostWays  = 60_000
	leastWays = 2_000
)

// forecast counts the odds of the attacks of one turn.
type forecast struct {
	odds   []engine.Odds
	events []engine.Event // the attacks that are possible
	left   int            // ways that may still be gone
}

// attack counts the odds of one attack, from where the moves have led.
func (f *forecast) attack(r *run, o *order) {
	t := &tally{o: o, before: r.p, side: r.t.side}
	known := map[throwKey][]class{}
	most := max(f.left, leastWays)
	for course := []int{}; course != nil; {
		if t.ways++; t.ways > most {
			t.cut = true
			break
		}
		way := r.fork()
		way.fate = &fate{course: course, known: known}
		var err error
		if o.Words[0] == "fire" {
			err = way.fire(o)
		} else {
			err = way.meleeLine(o)
		}
		if err != nil { // nobody is asked here
			panic("ccn: odds: " + err.Error())
		}
		t.add(way)
		course = way.fate.next()
	}
	f.left -= t.ways
	if t.attack != nil {
		f.events = append(f.events, *t.attack)
	}
	f.odds = append(f.odds, t.odds())
}

// fork copies a run up to its combats, for one way of the dice. Nobody is asked: standing orders
// and defaults answer.
func (r *run) fork() *run {
	q := newRun(r.rs, r.p.clone(), nil)
	q.p.ask = nil
	t := *r.t
	t.fought, t.entered = append([]bool(nil), t.fought...), append([]bool(nil), t.entered...)
	q.t = &t
	return q
}

// told are the events of a kind that a run has told, about a piece if one is named.
func (r *run) told(kind, piece string) (found []engine.Event) {
	for _, e := range r.out {
		if e.Kind == kind && (piece == "" || e.Get("piece") == piece) {
			found = append(found, e)
		}
	}
	return found
}
