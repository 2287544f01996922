package ccn

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/ccn/setup"
	"berthier/engine/deck"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// row is what the table of cards says of the card in force.
func (r *run) row() *setup.CardRow { return &r.rs.tables.Cards[r.t.card] }

// names reports whether a tactic card orders units of a kind [8.2].
func names(card setup.Card, k *setup.Kind) bool {
	switch card {
	case setup.BayonetCharge, setup.ForceMarch:
		return k.Arm == setup.Infantry
	case setup.Bombard:
		return k.Arm == setup.Artillery
	case setup.CavalryCharge:
		return k.Arm == setup.Cavalry || k.Horse
	case setup.FireAndHold:
		return k.Arm != setup.Cavalry
	}
	return false
}

// fallback reports whether a side has nothing on the board that a card names, so that
// the card orders one unit of its choice [8.0-f, Q37].
func (p *Position) fallback(side int, card setup.Card) bool {
	switch card {
	case setup.BayonetCharge, setup.Bombard, setup.CavalryCharge, setup.FireAndHold, setup.ForceMarch:
		return !slices.ContainsFunc(p.unitsOf(side), func(u int) bool { return p.alive(u) && names(card, p.kind(u)) })
	case setup.Leadership:
		for l := range p.Leaders {
			if p.leaderSide(l) == side && p.Leaders[l].Hex != hex.None {
				return false
			}
		}
		return true
	}
	return false
}

// giveOrders is phase 2 [5.2]: who is ordered, who leaves his unit, and which squares
// dissolve.
func (r *run) giveOrders() (bad []engine.Fault) {
	if r.t.dry {
		return r.nothingOrdered()
	}
	if r.dry && !r.terse {
		r.t.stood = make([]hex.Hex, len(r.p.Units)+len(r.p.Leaders))
		for piece := range r.t.stood {
			r.t.stood[piece] = r.p.pieceHex(piece)
		}
	}
	var pieces []int
	add := func(f *engine.Fault) {
		if f == nil {
			return
		}
		if f.Hint.Empty() {
			f.Hint = r.whom()
		}
		bad = append(bad, *f)
	}
	for _, o := range r.t.lines("order") {
		for _, piece := range o.pieces {
			twice := slices.Contains(pieces, piece) && r.t.card != setup.Rally
			if f := r.mayOrder(o, piece); f != nil || twice {
				if f == nil {
					f = o.fault("5.2-c", said.Say("hint.once"), "fault.twice", r.who(piece))
				}
				add(f)
				continue
			}
			pieces = append(pieces, piece)
		}
	}
	var detached []int
	for _, o := range r.t.lines("detach") {
		for _, piece := range o.pieces {
			if f := r.mayDetach(o, piece); f != nil {
				add(f)
				continue
			}
			r.t.detached[piece-len(r.p.Units)] = true
			detached = append(detached, piece)
		}
	}
	if len(bad) > 0 {
		return bad
	}
	pieces, f := r.allot(pieces, detached)
	if add(f); f != nil {
		return bad
	}
	for _, piece := range pieces {
		r.t.ordered[piece] = true
		r.event("5.2", "order", r.t.side, "piece", r.p.pieceID(piece))
	}
	for _, o := range r.t.lines("dissolve") {
		for _, u := range o.pieces {
			add(r.dissolve(o, u))
		}
	}
	return bad
}

// nothingOrdered refuses orders that follow a card that gives none [5.1-e].
func (r *run) nothingOrdered() (bad []engine.Fault) {
	for _, o := range r.t.lines("order", "detach", "dissolve", "move", "fire", "melee") {
		f := o.fault("5.1-e", said.Say("hint.leave-out"), "fault.orders-nothing")
		if r.t.card == setup.CounterAttack {
			f.Msg = said.Say("fault.uncopied", r.cardArg(), tongue.Words("why", r.p.uncopied(r.t.side).text()))
		}
		bad = append(bad, *f)
	}
	return bad
}

// mayOrder says why a piece cannot be ordered, beside the numbers of the card.
func (r *run) mayOrder(o *order, piece int) *engine.Fault {
	who, card := r.who(piece), r.t.card
	var whom tongue.Text // the hint that lists whom the card can order; see giveOrders
	switch {
	case !r.p.pieceAlive(piece):
		return o.fault("5.2", whom, "why.gone", who)
	case piece >= len(r.p.Units):
		return r.mayOrderLeader(o, piece-len(r.p.Units))
	case card.Section(), card == setup.Elan, r.oneOfChoice():
		return nil
	case card == setup.GrandeManoeuvre:
		if r.p.inSquare(piece) {
			return o.fault("8.3-ak", whom, "fault.square-ordered", who)
		}
		return nil
	case card == setup.Rally:
		return r.mayRally(o, piece)
	case card == setup.ColdSteel && len(r.p.enemiesBeside(r.p.Units[piece].Hex, r.t.side)) == 0:
		return o.fault("8.2-i", whom, "fault.not-beside", who)
	case card == setup.ColdSteel:
		return nil
	case card == setup.ForceMarch:
		if in := setup.SectionsOf(r.p.Units[piece].Hex, r.p.top(r.t.side)); !in[r.t.section] {
			return o.fault("8.3-p", whom, "fault.not-in-section", who,
				tongue.Words("section", sectionName(r.t.section)))
		}
	case card == setup.Leadership:
		return o.fault("8.2-j", said.Say("hint.by-leader"), "fault.leadership")
	case card == setup.ShortSupply:
		return o.fault("8.3-x", said.Say("hint.leave-out"), "fault.short-supply")
	case card == setup.FireAndHold && len(r.p.enemiesBeside(r.p.Units[piece].Hex, r.t.side)) > 0:
		return o.fault("8.3-k", whom, "fault.beside-enemy", who)
	}
	if !names(card, r.p.kind(piece)) {
		return o.fault(card.Rule(), whom, "fault.no-type", r.cardArg(),
			tongue.Words("type", spelt("type.", r.p.kind(piece).Type)))
	}
	return nil
}

// oneOfChoice reports whether the card orders one unit of choice instead.
func (r *run) oneOfChoice() bool { return r.t.one }

// mayOrderLeader says why a leader cannot be ordered as one who is alone [5.2-q].
func (r *run) mayOrderLeader(o *order, l int) *engine.Fault {
	who := name("who", r.p.sc.Leaders[l].ID)
	switch {
	case r.t.card == setup.Leadership && !r.oneOfChoice(): // orders him with the unit with which he stays [8.2-j]
		return nil
	case !r.p.lone(l):
		return o.fault("5.2-d", r.withUnit(l, "hint.detach-or-order"), "fault.with-unit", who)
	case !r.leaves():
		return o.fault("5.2-q", tongue.Text{}, "fault.no-lone", r.cardArg())
	}
	return nil
}

// leaves reports whether the card in force orders leaders who act alone: it lets them leave their units as well
// [5.2-e, 5.2-q].
func (r *run) leaves() bool {
	card := r.t.card
	return !r.oneOfChoice() &&
		(card.Section() || card == setup.GrandeManoeuvre || card == setup.Elan || card == setup.Leadership)
}

// mayDetach says why a leader cannot leave his unit [5.2-e].
func (r *run) mayDetach(o *order, piece int) *engine.Fault {
	l := piece - len(r.p.Units)
	who := name("who", r.p.sc.Leaders[l].ID)
	u := -1
	if r.p.Leaders[l].Hex != hex.None {
		u = r.p.unitAt(r.p.Leaders[l].Hex)
	}
	switch {
	case !r.p.pieceAlive(piece):
		return o.fault("5.2", tongue.Text{}, "why.gone", who)
	case u < 0 && r.leaves():
		return o.fault("5.2-e", said.Say("hint.order", who), "fault.with-no-unit", who)
	case u < 0:
		return o.fault("5.2-q", tongue.Text{}, "fault.no-lone", r.cardArg())
	case r.t.detached[l]:
		return o.fault("5.2-c", said.Say("hint.once"), "fault.twice", who)
	case !r.leaves():
		return o.fault("5.2-e", said.Say("hint.detaching"), "fault.cannot-detach", r.cardArg())
	case r.p.inSquare(u) && r.t.card == setup.Leadership:
		return o.fault("5.3.5-h", said.Say("hint.leave-out"), "fault.with-square", who)
	case r.p.inSquare(u) && !r.dissolves(u):
		return o.fault("5.3.5-h", r.outOfSquare(u, "hint.dissolve-first"), "fault.with-square", who)
	}
	return nil
}

// dissolves reports whether the orders let a square go.
func (r *run) dissolves(u int) bool {
	return slices.ContainsFunc(r.t.lines("dissolve"), func(o *order) bool { return slices.Contains(o.pieces, u) })
}

// allot holds the orders to the numbers of the card, and returns who is ordered: for
// cards that order all, all [5.2-b].
func (r *run) allot(pieces, detached []int) ([]int, *engine.Fault) {
	all := append(slices.Clone(pieces), detached...)
	card, row := r.t.card, r.row()
	switch {
	case r.oneOfChoice():
		return r.atMost(all, 1)
	case card.Section():
		return r.bySection(all)
	case card == setup.Elan:
		return r.bySymbols(all), nil
	case card == setup.Rally:
		return r.rallied(pieces), nil
	case card == setup.Leadership:
		return r.led(), nil
	case card == setup.ColdSteel || card == setup.ForceMarch:
		return r.everyone(), nil
	}
	return r.atMost(all, row.Units)
}

func (r *run) atMost(pieces []int, n int) ([]int, *engine.Fault) {
	if len(pieces) <= n {
		return pieces, nil
	}
	return nil, r.tooMany("fault.too-many", tongue.Number("n", len(pieces)), r.cardArg(), tongue.Number("most", n))
}

// tooMany is the fault of orders that are more than the card gives.
func (r *run) tooMany(key string, args ...tongue.Arg) *engine.Fault {
	return r.lineOf(-1).fault(r.t.card.Rule(), said.Say("hint.take-out"), key, args...)
}

// lineOf is the line that orders a piece, or else the last one.
func (r *run) lineOf(piece int) *order {
	lines := r.t.lines("order", "detach")
	for _, o := range lines {
		if slices.Contains(o.pieces, piece) {
			return o
		}
	}
	return lines[len(lines)-1]
}

// ordersIn reports whether the section card in force gives orders in one of some sections.
func (r *run) ordersIn(in setup.Sections) bool {
	for s, n := range r.row().Orders {
		if in[s] && (n > 0 || n == setup.Commands) {
			return true
		}
	}
	return false
}

// bySection gives each piece to one of the sections of its hex, if that is possible
// [Q109]: a search, as there are few pieces in cut hexes.
func (r *run) bySection(pieces []int) ([]int, *engine.Fault) {
	var room [setup.NumSections]int
	for s, n := range r.row().Orders {
		if room[s] = n; n == setup.Commands {
			room[s] = r.t.command
		}
	}
	var fits func(i int) bool
	fits = func(i int) bool {
		if i == len(pieces) {
			return true
		}
		for s, in := range setup.SectionsOf(r.p.pieceHex(pieces[i]), r.p.top(r.t.side)) {
			if in && room[s] > 0 {
				room[s]--
				if fits(i + 1) {
					return true
				}
				room[s]++
			}
		}
		return false
	}
	if fits(0) {
		return pieces, nil
	}
	for _, piece := range pieces {
		if in := setup.SectionsOf(r.p.pieceHex(piece), r.p.top(r.t.side)); !r.ordersIn(in) {
			return nil, r.lineOf(piece).fault(r.t.card.Rule(), tongue.Text{}, "fault.in-section", r.who(piece),
				tongue.Words("where", sectionsText(in)))
		}
	}
	return nil, r.tooMany("fault.card-gives", r.cardArg(), tongue.Words("what", r.ordersText()))
}

// sectionOrders are how many the section card in force orders in each section: "1 left, 2 center".
func (r *run) sectionOrders() (gives []string) {
	for s, n := range r.row().Orders {
		if n == setup.Commands {
			n = r.t.command
		}
		if n > 0 {
			gives = append(gives, fmt.Sprintf("%d %s", n, setup.Section(s)))
		}
	}
	return gives
}

// asNamed brings those who are ordered into the order in which the lines name them, detached leaders among units.
func (r *run) asNamed(pieces []int) []int {
	var named []int
	for _, o := range r.t.lines("order", "detach") {
		named = append(named, o.pieces...)
	}
	slices.SortStableFunc(pieces, func(a, b int) int { return slices.Index(named, a) - slices.Index(named, b) })
	return pieces
}

// bySymbols takes from those whom the lines name, in their order, those for whom the dice of Elan have a symbol,
// or else a flag [8.2-e]; without a word about it, the units nearest to the enemy [D4].
func (r *run) bySymbols(pieces []int) (chosen []int) {
	left, flags := r.p.Force.Symbols, r.p.Force.Flags
	var without []int
	named := len(r.t.lines("order", "detach", "hold")) > 0
	if pieces = r.asNamed(pieces); !named {
		pieces = r.nearest(func(int) bool { return true })
	}
	for _, piece := range pieces {
		switch {
		case piece < len(r.p.Units) && left[r.p.arm(piece)] > 0:
			left[r.p.arm(piece)]--
		case flags > 0:
			flags--
		default:
			if piece >= len(r.p.Units) {
				r.t.detached[piece-len(r.p.Units)] = false
			}
			without = append(without, piece)
			continue
		}
		chosen = append(chosen, piece)
	}
	if named {
		r.noDice("8.2-e", without)
	}
	return chosen
}

// noDice tells for whom no die of Elan or Rally is left, although orders name them.
func (r *run) noDice(rule string, pieces []int) {
	if len(pieces) > 0 {
		r.skip(&order{Order: engine.Order{Words: []string{"order", r.p.idList(pieces)}}},
			reason{rule: rule, word: "no-dice", card: r.t.card.Name()})
	}
}

// led are those whom Leadership orders: all leaders, and the units of those who stay
// [Q115].
func (r *run) led() (pieces []int) {
	for l := range r.p.Leaders {
		if r.p.leaderSide(l) != r.t.side || r.p.Leaders[l].Hex == hex.None {
			continue
		}
		if u := r.p.unitAt(r.p.Leaders[l].Hex); u >= 0 && !r.t.detached[l] {
			pieces = append(pieces, u)
			r.t.led[u] = true
		} else {
			pieces = append(pieces, len(r.p.Units)+l)
		}
	}
	slices.Sort(pieces)
	return pieces
}

// everyone are all units that Give Them the Cold Steel or Force March orders.
func (r *run) everyone() (pieces []int) {
	for _, u := range r.p.unitsOf(r.t.side) {
		if !r.p.alive(u) {
			continue
		}
		h := r.p.Units[u].Hex
		if r.t.card == setup.ColdSteel && len(r.p.enemiesBeside(h, r.t.side)) > 0 ||
			r.t.card == setup.ForceMarch && r.p.arm(u) == setup.Infantry &&
				setup.SectionsOf(h, r.p.top(r.t.side))[r.t.section] {
			pieces = append(pieces, u)
		}
	}
	return pieces
}

// mayRally says why Rally cannot give a unit a block [8.2-l].
func (r *run) mayRally(o *order, u int) *engine.Fault {
	if r.p.Units[u].Blocks == r.p.kind(u).Blocks {
		return o.fault("8.2-l", tongue.Text{}, "fault.all-blocks", r.who(u))
	}
	return nil
}

// rallied gives blocks back, one for each symbol, and returns who has gained one: one for
// each time that a unit is named, then to those that are named, then to the others [Q35,
// Q83].
func (r *run) rallied(prefer []int) (pieces []int) {
	left, wild := r.p.Force.Symbols, 0
	if r.p.options.RallyFlags {
		wild = r.p.Force.Flags
	}
	give := func(u int) bool {
		symbol := &left[r.p.arm(u)]
		if *symbol == 0 {
			symbol = &wild
		}
		if *symbol == 0 || r.p.Units[u].Blocks == r.p.kind(u).Blocks {
			return false
		}
		*symbol--
		r.event("8.2-l", "rally", r.t.side, "piece", r.p.pieceID(u), "n", "1")
		if !slices.Contains(pieces, u) {
			pieces = append(pieces, u)
		}
		return true
	}
	var without []int
	for _, u := range prefer {
		if !give(u) {
			without = append(without, u)
		}
	}
	r.noDice("8.2-l", without)
	others := r.nearest(func(u int) bool { return !slices.Contains(prefer, u) })
	for _, u := range append(slices.Clone(prefer), others...) {
		for give(u) {
			continue
		}
	}
	return pieces
}

// nearest are the units on the board that fit: those nearest to the enemy first, and of equals those with most
// losses [D4].
func (r *run) nearest(fits func(u int) bool) (us []int) {
	for _, u := range r.p.unitsOf(r.t.side) {
		if r.p.alive(u) && fits(u) {
			us = append(us, u)
		}
	}
	lost := func(u int) int { return r.p.kind(u).Blocks - r.p.Units[u].Blocks }
	far := func(u int) int { return r.p.fromEnemy(r.p.Units[u].Hex, r.t.side) }
	slices.SortStableFunc(us, func(a, b int) int { return cmp.Or(cmp.Compare(far(a), far(b)), lost(b)-lost(a)) })
	return us
}

// dissolve lets an ordered unit leave its square [6.2-an].
func (r *run) dissolve(o *order, u int) *engine.Fault {
	switch who := r.who(u); {
	case !r.p.inSquare(u):
		return o.fault("6.2-an", r.p.squaresText(r.t.side), "fault.not-square", who)
	case !r.t.ordered[u]:
		return o.fault("6.2-an", r.instead(u, reason{word: "unordered"}), "why.unordered", who)
	case r.cavalryBeside(u):
		return o.fault("6.2-ao", said.Say("hint.dissolve-later"), "fault.cavalry-beside", who)
	}
	r.freeSlot("6.2-ap", u, "dissolved")
	return nil
}

func (r *run) cavalryBeside(u int) bool {
	return slices.ContainsFunc(r.p.enemiesBeside(r.p.Units[u].Hex, r.p.unitSide(u)),
		func(e int) bool { return r.p.arm(e) == setup.Cavalry })
}

// freeSlot takes a unit out of its square, and its card back into the hand [5.2-l].
func (r *run) freeSlot(rule string, u int, why string) {
	slot := int(r.p.Units[u].Slot)
	if slot == 0 {
		return
	}
	side := r.p.unitSide(u)
	r.event(rule, "dissolve", side, "piece", r.p.pieceID(u), "slot", strconv.Itoa(slot), "why", why)
	r.cards(
		r.p.Cards.Empty(
			deck.Way{Rule: "5.2-l", By: r.p.sideName(side), From: slotName(string(r.p.sideName(side)), slot),
				To: r.p.hand(side)},
		),
	)
}

// better is the card of two that a player keeps who says nothing: the one that orders more [D13].
func (rs *Ruleset) better(a, b deck.Card) string {
	if rs.orders(b) > rs.orders(a) {
		return string(b)
	}
	return string(a)
}

// preferred is the card that a standing order for scouting names first.
func (r *run) preferred(cards []deck.Card) func(ask.StandingOrder) string {
	return func(s ask.StandingOrder) string {
		for name := range strings.SplitSeq(s.Answer, "+") {
			if slices.Contains(cards, deck.Card(name)) {
				return name
			}
		}
		return ""
	}
}

// command is how many an Assault orders, roughly.
const command = 5

// orders is how many a card orders, roughly: all, and those for whom dice are rolled, are as many as command.
func (rs *Ruleset) orders(name deck.Card) int {
	c, _ := setup.ParseCard(string(name))
	if rs.tables.Cards[c].All || c == setup.Elan || c == setup.Rally {
		return command
	}
	return rs.worth(c)
}

// worth is how many a card orders by its number, roughly.
func (rs *Ruleset) worth(c setup.Card) (n int) {
	for _, o := range rs.tables.Cards[c].Orders {
		if o == setup.Commands {
			o = command
		}
		n += o
	}
	return n + rs.tables.Cards[c].Units
}
