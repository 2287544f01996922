package ccn

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/ccn/setup"
)

// draft is an answer while it is being written.
type draft struct {
	engine.ListedDraft
	rs *Ruleset
	p  *Position
	d  engine.Decision
}

// Draft implements engine.Ruleset.
func (rs *Ruleset) Draft(pos engine.Position, d engine.Decision) engine.Draft {
	f := &draft{rs: rs, p: pos.(*Position), d: d}
	f.List = func(lines []engine.Order) []engine.Order {
		return rs.options(f.p, d, lines, func(engine.Order) bool { return true })
	}
	return f
}

// About implements engine.Draft: with what an order takes. A card says whom it orders, an order
// how many are left, a move how far it is, a combat how many dice it has.
func (f *draft) About(id string) (about []engine.Option) {
	r := f.rs.drafted(f.p, f.d, f.Lines)
	for _, o := range f.rs.options(f.p, f.d, f.Lines, func(o engine.Order) bool { return o.Names(id) }) {
		x := engine.Option{Order: o}
		read, bad := f.p.read(f.p.sc.SideNo(f.d.Side), o.Arrived(1))
		switch {
		case bad != nil:
		case o.Words[0] == "play":
			x.Cost, x.Why = f.rs.gives(f.p, read)
		case r == nil:
		default:
			x.Cost, x.Why = r.cost(read)
			if read.Words[0] == "move" && f.idleAfter(o, read.pieces[0]) {
				x.Why += ", and does not battle then"
			}
		}
		about = append(about, x)
	}
	return about
}

// idleAfter reports whether a unit cannot battle after a move: it is too long, or ground, card or blocks forbid it.
func (f *draft) idleAfter(move engine.Order, u int) bool {
	after := f.rs.drafted(f.p, f.d, append(slices.Clone(f.Lines), move.Arrived(len(f.Lines)+1)))
	return after != nil && f.p.isUnit(u) && after.cannotBattle(u).stands()
}

// drafted is a turn after its orders so far; nil if they are none, or wrong.
func (rs *Ruleset) drafted(p *Position, d engine.Decision, given []engine.Order) *run {
	if _, asked := p.question(d.Side); asked || d.Kind != "D1" || len(given) == 0 && p.Phase == TurnPhase {
		return nil
	}
	r := newRun(rs, p.clone(), nil)
	r.dry = true
	r.in, r.t = []engine.Orders{{Side: d.Side, Lines: given}}, r.newTurn()
	r.readOrders()
	if len(r.foresee()) > 0 || r.t.dry || r.p.Phase == OrdersPhase && p.Phase == TurnPhase {
		return nil
	}
	return r
}

// gives is how many a card orders, and who that can be: "3 center", "b-ln2, b-ln3, b-gen".
func (rs *Ruleset) gives(p *Position, play *order) (cost, why string) {
	r := newRun(rs, p.clone(), nil)
	r.dry, r.t = true, r.newTurn()
	r.t.orders = []*order{play}
	switch f := r.command(); {
	case f != nil:
		return "", ""
	case r.p.Phase == OrdersPhase:
		return plural(r.t.command, "die") + " first", ""
	case r.t.dry:
		return "orders nobody", ""
	case r.t.card == setup.ShortSupply:
		return "sends it back", ""
	}
	return r.orders(), strings.Join(r.orderable(), ", ")
}

// orders is how many the card in force orders.
func (r *run) orders() string {
	switch row := r.row(); {
	case r.oneOfChoice():
		return "1 of choice"
	case r.t.card.Section():
		return strings.Join(r.sectionOrders(), ", ")
	case r.t.card == setup.Elan || r.t.card == setup.Rally:
		f := r.p.Force
		return fmt.Sprintf("%d infantry, %d cavalry, %d artillery, %s", f.Symbols[setup.Infantry],
			f.Symbols[setup.Cavalry], f.Symbols[setup.Artillery], plural(f.Flags, "flag"))
	case row.All:
		return "all of them"
	default:
		return itoa(row.Units) + " of them"
	}
}

// orderable lists those of the side whom the card in force can order.
func (r *run) orderable() (ids []string) {
	o := &order{}
	for piece := range len(r.p.Units) + len(r.p.Leaders) {
		if r.p.pieceSide(piece) != r.t.side || !r.p.pieceAlive(piece) {
			continue
		}
		if leader := piece - len(r.p.Units); leader >= 0 && !r.p.lone(leader) {
			continue
		}
		r.t.orders = []*order{{Order: engine.Order{Words: []string{"order"}}, pieces: []int{piece}}}
		all, bad := []int{piece}, r.mayOrder(o, piece)
		if bad == nil {
			all, bad = r.allot(all, nil)
		}
		if bad == nil && slices.Contains(all, piece) {
			ids = append(ids, r.p.pieceID(piece))
		}
	}
	if r.t.card == setup.Leadership && !r.oneOfChoice() {
		for _, piece := range r.led() {
			if id := r.p.pieceID(piece); !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// cost is what an order of a turn takes, and how that comes about.
func (r *run) cost(o *order) (cost, why string) {
	piece := o.pieces[0]
	switch o.Words[0] {
	case "order", "detach":
		n := 0
		for _, given := range r.t.lines("order", "detach") {
			n += len(given.pieces)
		}
		return "1 order", fmt.Sprintf("%d given so far, of %s", n, r.orders())
	case "move":
		path := r.way(piece, o.path[0])
		return plural(len(path), "hex"), pathText(path...) + ", of " + itoa(r.allowance(piece))
	case "fire":
		return r.p.cost(r.diceOf(r.fireAim(piece, o.targets[0])))
	case "melee":
		m := &melee{o: o, a: piece, d: o.targets[0]}
		r.noMelee(m, o.with)
		return r.p.cost(r.attackDice(m))
	}
	return "", ""
}

// cost is how many dice a combat has, and why.
func (p *Position) cost(q pool) (cost, why string) {
	return plural(q.n, "die"), p.reasons(q).String()
}

// Pick implements engine.Draft: an order that may be legal is drawn and tried, until one is. Each that is
// legal has the same chance.
func (f *draft) Pick(below func(n int) int) (engine.Order, bool) {
	all := f.rs.candidates(f.p, f.d, f.Lines)
	for len(all) > 0 {
		i := below(len(all))
		if f.rs.follows(f.p, f.d, f.Lines, all[i]) {
			return all[i], true
		}
		all = slices.Delete(all, i, i+1)
	}
	return engine.Order{}, false
}

// options lists the orders that may come after some, of those that are wanted.
func (rs *Ruleset) options(p *Position, d engine.Decision, given []engine.Order, wanted func(engine.Order) bool) (
	all []engine.Order) {
	for _, o := range rs.candidates(p, d, given) {
		if wanted(o) && rs.follows(p, d, given, o) {
			all = append(all, o)
		}
	}
	return all
}

// follows reports whether an order is legal after some.
func (rs *Ruleset) follows(p *Position, d engine.Decision, given []engine.Order, o engine.Order) bool {
	if d.Kind != "D1" {
		return true // candidates are answers or standing orders then
	}
	lines := append(slices.Clone(given), o.Arrived(len(given)+1))
	_, bad := rs.check(p, engine.Orders{Side: d.Side, Lines: lines}, &Position{}, true)
	return len(bad) == 0
}

// candidates are the orders that may come after some, and others that are like them.
func (rs *Ruleset) candidates(p *Position, d engine.Decision, given []engine.Order) (all []engine.Order) {
	put := func(words ...string) { all = append(all, engine.Order{Words: words}) }
	q, asked := p.question(d.Side)
	switch {
	case len(given) > 0 && (asked || d.Kind == "D0"): // one is enough
	case asked:
		for _, o := range answers(q) {
			if !p.canAnswer(p.sc.SideNo(d.Side), q, o) {
				continue
			}
			put(append([]string{"answer"}, strings.Fields(strings.ToLower(o))...)...)
		}
	case d.Kind == "D0":
		for _, k := range decisions {
			if p.arrivesNever(p.sc.SideNo(d.Side), k.Kind) {
				continue
			}
			for _, a := range k.Answers {
				put("standing", k.Word, a)
			}
		}
	case p.Phase == TurnPhase && len(given) == 0:
		lister{p, p.sc.SideNo(d.Side), put}.plays()
	default:
		if r := rs.drafted(p, d, given); r != nil {
			lister{p, p.sc.SideNo(d.Side), put}.list(r)
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

func (l lister) list(r *run) {
	p := l.p
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
		card, _ := setup.ParseCard(string(c))
		for s := range setup.NumSections {
			if card == setup.ForceMarch || card == setup.CounterAttack { // which may copy it
				l.put("play", string(c), s.String())
			}
		}
		for _, side := range []int{1 - l.side, l.side} { // Short Supply is meant for the enemy
			for _, u := range l.p.unitsOf(side) {
				if card == setup.ShortSupply || card == setup.CounterAttack {
					l.put("play", string(c), l.p.pieceID(u))
				}
			}
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

// combined lists a melee with the dice of each artillery unit that can join it, maybe the only ones [6.3-g].
func (l lister) combined(r *run, m *melee) {
	for g := range r.p.Units {
		if r.t.ordered[g] && g != m.a && r.p.arm(g) == setup.Artillery && r.p.arm(m.a) != setup.Artillery &&
			!r.noMelee(m, []int{g}).stands() {
			l.put("melee", r.p.pieceID(m.a), "at", r.p.pieceID(m.d), "with", r.p.pieceID(g))
		}
	}
}

func (l lister) combats(r *run, u int) {
	id := r.p.pieceID(u)
	if r.cannotBattle(u).stands() {
		return
	}
	noFire := r.cannotFire(u).stands()
	for piece := range len(r.p.Units) + len(r.p.Leaders) {
		if r.p.pieceSide(piece) == l.side || !r.p.pieceAlive(piece) {
			continue
		}
		m := &melee{o: &order{}, a: u, d: piece}
		if !r.noMelee(m, nil).stands() {
			l.put("melee", id, "at", r.p.pieceID(piece))
			if r.p.arm(u) == setup.Cavalry {
				l.put("melee", id, "at", r.p.pieceID(piece), "advance", "no")
			} else if r.p.advances(u) {
				l.put("melee", id, "at", r.p.pieceID(piece), "advance", "yes")
			}
		}
		l.combined(r, m)
		if piece < len(r.p.Units) && !noFire {
			if !r.noShot(u, piece, true).stands() {
				l.put("fire", id, "at", r.p.pieceID(piece))
			}
		}
	}
}
