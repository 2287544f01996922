package ccn

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// What a fault names in place of an order that the rules refuse.

// whom says whom the card in force can order: "attack-center orders 3 center: 28ft, hill".
func (r *run) whom() tongue.Text {
	switch {
	case r.terse:
		return tongue.Text{}
	case r.t.dry || r.t.card == setup.ShortSupply:
		return said.Say("hint.orders-nobody", r.cardArg())
	}
	who := said.Say("hint.nobody-now")
	if ids := r.asking().orderable(); len(ids) > 0 {
		who = tongue.Name(strings.Join(ids, ", "))
	}
	return said.Say("hint.whom", r.cardArg(), tongue.Words("what", r.ordersText()), tongue.Words("who", who))
}

// asking is a fork in which orders can be tried that a hint names: from where all stood before they moved.
func (r *run) asking() *run {
	q := r.fork()
	q.dry = true
	for piece, h := range r.t.stood {
		if u := len(q.p.Units); piece < u {
			q.p.Units[piece].Hex = h
		} else {
			q.p.Leaders[piece-u].Hex = h
		}
	}
	q.t.detached, q.t.led = slices.Clone(r.t.detached), slices.Clone(r.t.led)
	return q
}

// mayAdd reports whether the card in force can order a piece besides those whom it orders. Rally prefers whom
// it is told.
func (r *run) mayAdd(piece int) bool {
	q := r.asking()
	if bad := q.mayOrder(&order{}, piece); bad != nil || r.t.card == setup.Rally {
		return bad == nil
	}
	var all []int
	for i, yes := range r.t.ordered {
		if yes && (r.t.card != setup.Elan || r.named(i)) { // who is named comes before whom it orders by itself
			all = append(all, i)
		}
	}
	more := &order{Order: engine.Order{Words: []string{"order"}}, pieces: []int{piece}}
	q.t.orders = append(slices.Clone(r.t.orders), more)
	chosen, bad := q.allot(append(all, piece), nil)
	return bad == nil && slices.Contains(chosen, piece)
}

// who and cardArg name a piece, and the card in force, as orders do.
func (r *run) who(piece int) tongue.Arg { return name("who", r.p.pieceID(piece)) }

func (r *run) cardArg() tongue.Arg { return name("card", string(r.t.card.Name())) }

// orderedText lists who is ordered.
func (r *run) orderedText() tongue.Text {
	var ids []string
	for piece, yes := range r.t.ordered {
		if yes {
			ids = append(ids, r.p.pieceID(piece))
		}
	}
	if len(ids) == 0 {
		return said.Say("hint.nobody-ordered")
	}
	return said.Say("list.ordered", name("who", strings.Join(ids, ", ")))
}

// named reports whether a line orders a piece.
func (r *run) named(piece int) bool {
	for _, o := range r.t.orders {
		if (o.Words[0] == "order" || o.Words[0] == "detach") && slices.Contains(o.pieces, piece) {
			return true
		}
	}
	return false
}

// squaresText lists the units of a side that are in square.
func (p *Position) squaresText(side int) tongue.Text {
	var ids []string
	for _, u := range p.unitsOf(side) {
		if p.alive(u) && p.inSquare(u) {
			ids = append(ids, p.pieceID(u))
		}
	}
	if len(ids) == 0 {
		return said.Say("hint.no-squares")
	}
	return said.Say("list.squares", name("who", strings.Join(ids, ", ")))
}

// ownText lists those of a side that fit, by the message list.WHICH.
func (p *Position) ownText(side int, which string, fits func(piece int) bool) tongue.Text {
	return p.listText(side, which, func(piece int) bool { return p.pieceAlive(piece) && fits(piece) })
}

// listText is ownText for those who are not on the board as well.
func (p *Position) listText(side int, which string, fits func(piece int) bool) tongue.Text {
	var ids []string
	for i := range len(p.Units) + len(p.Leaders) {
		if p.pieceSide(i) == side && fits(i) {
			ids = append(ids, p.pieceID(i))
		}
	}
	who := said.Say("list.none")
	if len(ids) > 0 {
		who = tongue.Name(strings.Join(ids, ", "))
	}
	return said.Say("list."+which, tongue.Words("who", who))
}

// sectionsText says in which sections a hex is: "the left section", or "the left and center sections".
func sectionsText(in setup.Sections) tongue.Text {
	var names []tongue.Text
	for s := range setup.NumSections {
		if in[s] {
			names = append(names, sectionName(s))
		}
	}
	return said.Say("sections", tongue.Words("names", tongue.List(names, tongue.And)))
}

func sectionName(s setup.Section) tongue.Text { return said.Say("section." + s.String()) }

func (p *Position) isUnit(piece int) bool { return piece < len(p.Units) }

func (p *Position) isGun(piece int) bool { return p.isUnit(piece) && p.arm(piece) == setup.Artillery }

// exitText says where a piece can leave the board.
func (r *run) exitText(piece int) tongue.Text {
	side := r.p.pieceSide(piece)
	if !r.p.isUnit(piece) {
		row := setup.Sheet.Name(hex.Hex{Col: 1, Row: setup.Baseline(r.p.top(side))})[:1]
		return said.Say("hint.leader-exit", name("row", row))
	}
	var from []string
	for _, x := range r.p.sc.Exits {
		for _, h := range x.Hexes {
			if x.Side == side {
				from = append(from, setup.Sheet.Name(h))
			}
		}
	}
	if len(from) == 0 {
		return said.Say("hint.no-exit")
	}
	return said.Say("hint.exit", name("hexes", strings.Join(from, ", ")))
}

// withUnit is a hint for a leader who is with a unit, if the card in force lets him leave it.
func (r *run) withUnit(l int, key string) tongue.Text {
	if r.leaves() {
		return said.Say(key, name("who", r.p.sc.Leaders[l].ID))
	}
	unit := r.p.pieceID(r.p.unitAt(r.p.Leaders[l].Hex))
	return said.Say("hint.stays-with", name("unit", unit), r.cardArg())
}

// outOfSquare is a hint to dissolve a square, if that is possible now [6.2-ao].
func (r *run) outOfSquare(u int, key string) tongue.Text {
	if r.cavalryBeside(u) {
		key = "hint.square-stays"
	}
	return said.Say(key, r.who(u))
}

// instead says what is possible where a unit cannot begin a combat.
func (r *run) instead(u int, w reason) tongue.Text {
	switch w.word {
	case "unordered":
		l, named := u-len(r.p.Units), r.named(u)
		if l >= 0 && r.p.pieceAlive(u) && !r.p.lone(l) && (!named || r.t.card == setup.Leadership) {
			return r.withUnit(l, "hint.goes-along")
		}
		if named { // and the dice of the card order others
			return r.whom()
		}
		if r.mayAdd(u) {
			return said.Say("hint.order-it-so", r.who(u))
		}
		return r.whom()
	case "fought":
		return said.Say("hint.battled")
	case "ground":
		return said.Say("hint.ground")
	case "moved":
		return said.Say("hint.battles-after", tongue.Number("n", r.battleMove(u, r.p.kind(u))))
	case "gun-moved":
		return said.Say("hint.gun-stays")
	case "no-fire":
		return said.Say("hint.melee", r.who(u))
	case "no-melee":
		return said.Say("hint.fire", r.who(u))
	}
	return said.Say("hint.leave-line")
}
