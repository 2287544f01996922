package jdg

import (
	"math/bits"
	"slices"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// Phase is a point of the sequence of play at which the game can wait for
// the players [1].
type Phase byte

const (
	OrdersPhase     Phase = 'A' // both sides owe orders [1.A]
	InitiativePhase Phase = 'B' // strategic initiative [1.B]
	CollectPhase    Phase = 'C' // the cup is filled [1.C]
	ActivationPhase Phase = 'D' // markers are drawn and formations act [1.D]
	RoutPhase       Phase = 'E' // rout and demoralisation [1.E]
	EndPhase        Phase = 'F' // victory, next turn [1.F]
	GameOver        Phase = 'X'
)

// Position is the state of one game of Jours de Gloire between two steps.
// Slices run parallel to those of the scenario. Indexes of units, leaders
// and formations are indexes into them; -1 is none.
type Position struct {
	rs *Ruleset
	sc *setup.Scenario
	*steady

	Turn   int // from 1
	Holder int // side with strategic initiative, -1 if none [3]

	units   pages[Unit]
	Leaders []Leader
	forms   pages[Form]
	Groups  []*Group    // tactical groups of this turn, by formation [2.3.1]; never changed in place
	Faces   []Face      // their orders markers
	Cup     []cupMarker // in the cup, ordered; never changed in place
	Drawn   Marker      // whose activation is awaited or under way; zero if none

	tops  pages[int16]  // 1 + index of the top unit of each hex with units, found by slot
	taken pages[uint64] // the hexes with units, a bit for each cell

	Phase      Phase
	cols, rows uint8 // of the map

	making    bool    // by Apply: nobody else has the position yet
	ownSteady bool    // nobody else has what is steady
	ownSheets [2]bool // nor the sheet of the side
}

// steady is what few steps change. Positions share it until one of them changes it.
type steady struct {
	ask    []string        // kinds of decision that are asked by mail: game option "ask"
	First  Marker          // chosen in step B.2; zero if none
	Held   []int           // by goal: the side that holds it, -1 nobody [13]; never changed in place
	Sheets [2]ask.Sheet    // standing orders, by side
	Plans  [2]ask.Plans    // orders when drawn, by side
	Asked  *ask.PendingRun // a resolution that waits for an answer
	result *engine.Outcome // nil while the game lasts; never changed in place
}

// copy returns a copy; what follows on a list is its own.
func (l *steady) copy() *steady {
	c := *l
	for s := range c.Sheets {
		c.Sheets[s], c.Plans[s] = slices.Clip(c.Sheets[s]), slices.Clip(c.Plans[s])
	}
	return &c
}

// Unit is one combat unit.
type Unit struct {
	Hex     hex.Hex // hex.None: not on the map
	Facing  hex.Facing
	State   setup.State
	Square  bool  // [4.2]
	Renfort bool  // carries the reinforcement marker [5.2.1]
	Granted bool  // Received Orders for this turn only, near the enemy [5.2.1-q]
	Halted  bool  // routed, stopped in a town, village or castle [10.4]
	Entered bool  // has been on the map [JDG-Q133]
	Group   int16 // index of the tactical group, -1 if none
	under   int16
}

// Leader is one overall commander [2.5].
type Leader struct {
	Hex   hex.Hex // hex.None: eliminated
	Moved bool    // this turn
}

// Form is the state of one formation.
type Form struct {
	Demoralised bool
	Broken      bool // demoralised in Phase E: one marker stays out [JDG-Q135]
	Delayed     bool // was due and not drawn: both markers next turn [5.2.1]
	Acted       bool // was activated this turn: nothing more of it enters [5.2.2-d]
}

// Face is the orders marker of a tactical group, face down until it is revealed [2.3.2-d].
type Face struct {
	Orders   OrderStatus
	Revealed bool
}

// Group is one tactical group [2.3.1]. It does not change during a turn; positions share it.
type Group struct {
	ID    string // formation id, with .1, .2 … if it has several
	Form  int
	Units []int
	ids   string // of the units, with commas between them
}

// OrderStatus is what a group's face-down marker shows.
type OrderStatus uint8

const (
	NoOrders OrderStatus = iota
	ReceivedOrders
	Unknown // to the reader of this view
)

var orderNames = [...]string{"none", "received", "unknown"}

// String prints the status as events write it.
func (o OrderStatus) String() string { return orderNames[o] }

// Marker is one activation marker: an ordinary one of a formation (No counts
// from 1) or a combined one. The zero Marker is none.
type Marker struct {
	ID     string // formation or CAM id
	No     int    // which of the formation's markers; 0 for a CAM
	Rating int
}

// cupMarker is a marker in the cup, of which every step has a copy.
type cupMarker struct {
	of         int16 // the formation, or the CAM behind all formations
	no, rating int8
}

// inCup is the short form of a marker; there is none of one that the scenario does not have.
func (p *Position) inCup(m Marker) (short cupMarker, known bool) {
	short.no, short.rating = int8(m.No), int8(m.Rating)
	if m.No != 0 {
		f, ok := p.sc.Form(m.ID)
		short.of = int16(f)
		return short, ok
	}
	i := slices.IndexFunc(p.sc.CAMs, func(c setup.CAMSpec) bool { return c.ID == m.ID })
	short.of = int16(len(p.sc.Forms) + i)
	return short, i >= 0
}

// marker is the marker of a short form.
func (p *Position) marker(short cupMarker) Marker {
	m := Marker{No: int(short.no), Rating: int(short.rating)}
	if i := int(short.of) - len(p.sc.Forms); i >= 0 {
		m.ID = p.sc.CAMs[i].ID
	} else {
		m.ID = p.sc.Forms[short.of].ID
	}
	return m
}

// cup lists the markers in the cup.
func (p *Position) cup() []Marker {
	ms := make([]Marker, len(p.Cup))
	for i, short := range p.Cup {
		ms[i] = p.marker(short)
	}
	return ms
}

// newPosition makes the empty position of a scenario.
func newPosition(rs *Ruleset, sc *setup.Scenario) *Position {
	p := &Position{
		rs: rs, sc: sc, Turn: 1, Phase: OrdersPhase, Holder: -1,
		steady: &steady{Held: make([]int, len(sc.Goals))}, ownSteady: true,
		units:   newPages[Unit](len(sc.Units)),
		Leaders: make([]Leader, len(sc.Leaders)),
		forms:   newPages[Form](len(sc.Forms)),
		tops:    newPages[int16](1 << bits.Len(uint(len(sc.Units)+len(sc.Units)/2))),
		taken:   newPages[uint64](len(newCellSet(sc.Map))),
		cols:    uint8(sc.Map.Cols), rows: uint8(sc.Map.Rows),
	}
	for i := range p.sc.Units {
		p.edit(i).Group = -1
	}
	for g, goal := range sc.Goals {
		p.Held[g] = goal.Held
	}
	return p
}

// clone returns a copy that shares nothing that can change.
func (p *Position) clone() *Position {
	q := new(Position)
	p.copyTo(q)
	q.editSteady()
	return q
}

// editSteady returns what is steady, to be changed.
func (p *Position) editSteady() *steady {
	if !p.ownSteady {
		p.steady, p.ownSteady = p.steady.copy(), true
	}
	return p.steady
}

// close ends the making of a position, which others may share from then on.
func (p *Position) close() {
	p.units.share()
	p.forms.share()
	p.tops.share()
	p.taken.share()
	p.making, p.ownSteady, p.ownSheets = false, false, [2]bool{}
}

// copyTo makes q equal to p, in q's own room.
func (p *Position) copyTo(q *Position) {
	room := *q
	*q = *p
	q.units, q.forms, q.tops, q.taken = room.units, room.forms, room.tops, room.taken
	p.units.copyTo(&q.units)
	p.forms.copyTo(&q.forms)
	p.tops.copyTo(&q.tops)
	p.taken.copyTo(&q.taken)
	q.Leaders = append(room.Leaders[:0], p.Leaders...)
	q.Faces = append(room.Faces[:0], p.Faces...)
	q.Cup, q.Groups = slices.Clip(p.Cup), slices.Clip(p.Groups)
	if p.ownSteady {
		q.steady = p.steady.copy()
	}
}

// outcome is how the game stands.
func (p *Position) outcome() engine.Outcome {
	if p.result == nil {
		return engine.Outcome{}
	}
	return *p.result
}

// turn returns the current turn's data; after the last turn, that of the last.
func (p *Position) turn() setup.TurnSpec { return p.sc.Turns[min(p.Turn, len(p.sc.Turns))-1] }

// spec returns a unit's counter.
func (p *Position) spec(u int) *setup.UnitSpec { return &p.sc.Units[u] }

// side returns the side of a unit.
func (p *Position) side(u int) int { return int(p.sc.UnitSides[u]) }

// sideName returns the name of a side by index; -1 is nobody.
func (p *Position) sideName(s int) engine.Side {
	if s < 0 {
		return ""
	}
	return p.sc.Sides[s].Name
}

// form returns the formation index of a unit.
func (p *Position) form(u int) int { return p.sc.Units[u].FormNo }

// values returns the numbers on the side of the counter that is up.
func (p *Position) values(u int) setup.Values {
	return p.sc.Units[u].Values(p.unit(u).State)
}

// unit returns how a unit stands.
func (p *Position) unit(u int) Unit { return *p.units.at(u) }

// edit returns a unit to be changed, and to be held until the position is copied.
func (p *Position) edit(u int) *Unit { return p.units.edit(u) }

// formAt returns how a formation stands.
func (p *Position) formAt(f int) Form { return *p.forms.at(f) }

// editForm is edit for a formation.
func (p *Position) editForm(f int) *Form { return p.forms.edit(f) }

// onMap reports whether the unit stands on the map.
func (p *Position) onMap(u int) bool { return p.units.at(u).Hex != hex.None }

func (p *Position) cell(h hex.Hex) int { return (int(h.Col)-1)*int(p.rows) + int(h.Row) - 1 }

// cellSet is a set of hexes of the map, a bit for each cell.
type cellSet []uint64

func newCellSet(m *setup.Map) cellSet { return make(cellSet, m.Cols*m.Rows/64+1) }

func (s cellSet) has(cell int) bool { return s[cell/64]>>(cell%64)&1 != 0 }

// addRange adds n cells, some of a column of the map.
func (s cellSet) addRange(cell, n int) {
	for n > 0 {
		most := min(n, 64-cell%64)
		s[cell/64] |= (1<<most - 1) << (cell % 64)
		cell, n = cell+most, n-most
	}
}

// isTaken reports whether units stand in a hex, which may lie off the map.
func (p *Position) isTaken(h hex.Hex) bool {
	col, row := uint8(h.Col)-1, uint8(h.Row)-1
	cell := uint(col)*uint(p.rows) + uint(row)
	return col < p.cols && row < p.rows && *p.taken.at(int(cell / 64))>>(cell%64)&1 != 0
}

// anyTaken reports whether units stand in one of n cells, at most 64; cells that there are not do not count.
func (p *Position) anyTaken(cell, n int) bool {
	if cell < 0 {
		cell, n = 0, n+cell
	}
	i, k, most := cell/64, cell%64, len(p.taken.of)*pageLen
	if n <= 0 || i >= most {
		return false
	}
	bits := *p.taken.at(i) >> k
	if k+n > 64 && i+1 < most {
		bits |= *p.taken.at(i + 1) << (64 - k)
	}
	return bits&(1<<n-1) != 0
}

// maybeBeside reports whether units stand next to a hex of the map. At the edge of the map, and
// where units stand in the hex, it may say so without any: whoever wants to know looks.
func (p *Position) maybeBeside(h hex.Hex) bool {
	rows, here := int(p.rows), p.cell(h)
	side := here - int(h.Col&1) // the upper one of the two hexes in the next column, without rows
	return p.anyTaken(here-1, 3) || p.anyTaken(side-rows, 2) || p.anyTaken(side+rows, 2)
}

// top returns 1 + the index of the top unit in a slot, 0 if that is free.
func (p *Position) top(slot int) int16 { return *p.tops.at(slot) }

// slots is how many tops there are, a power of two.
func (p *Position) slots() int { return len(p.tops.of) * pageLen }

// home is where tops has the top unit of a hex or, if that place is taken, behind it.
func (p *Position) home(h hex.Hex) int {
	return (int(h.Col)*37 + int(h.Row)*7) & (p.slots() - 1)
}

// slot is the place in tops of the top unit of a hex, a free one if it has no units.
func (p *Position) slot(h hex.Hex) int {
	i := p.home(h)
	for t := p.top(i); t != 0 && p.units.at(int(t)-1).Hex != h; t = p.top(i) {
		i = (i + 1) & (p.slots() - 1)
	}
	return i
}

// vacate frees a slot, and fills it with what stands behind it for want of room.
func (p *Position) vacate(i int) {
	last := p.slots() - 1
	for j := (i + 1) & last; p.top(j) != 0; j = (j + 1) & last {
		if home := p.home(p.units.at(int(p.top(j)) - 1).Hex); (j-home)&last >= (j-i)&last {
			*p.tops.edit(i), i = p.top(j), j
		}
	}
	*p.tops.edit(i) = 0
}

// topUnit returns the first unit of the stack in h, -1 if there is none or h
// is off the map.
func (p *Position) topUnit(h hex.Hex) int {
	if !p.isTaken(h) {
		return -1
	}
	return int(p.top(p.slot(h))) - 1
}

// below returns the next unit down the stack, -1 at the bottom.
func (p *Position) below(u int) int { return int(p.units.at(u).under) - 1 }

// stack returns the units of a hex from the top to the bottom.
func (p *Position) stack(h hex.Hex) []int {
	n := 0
	for u := p.topUnit(h); u >= 0; u = p.below(u) {
		n++
	}
	if n == 0 {
		return nil
	}
	us := make([]int, 0, n)
	for u := p.topUnit(h); u >= 0; u = p.below(u) {
		us = append(us, u)
	}
	return us
}

// sideAt returns the side whose units are in h, -1 if there are none.
func (p *Position) sideAt(h hex.Hex) int {
	if u := p.topUnit(h); u >= 0 {
		return p.side(u)
	}
	return -1
}

// hang puts a unit below another one, or on top of the hex of a slot if that is -1; -1 is no unit.
func (p *Position) hang(slot, above, u int) {
	if above < 0 {
		*p.tops.edit(slot) = int16(u + 1)
	} else {
		p.edit(above).under = int16(u + 1)
	}
}

// lift takes a unit off the map.
func (p *Position) lift(u int) {
	h := p.unit(u).Hex
	if h == hex.None {
		return
	}
	above := -1
	for v := p.topUnit(h); v != u; v = p.below(v) {
		above = v
	}
	i := p.slot(h)
	if p.hang(i, above, p.below(u)); p.top(i) == 0 {
		cell := p.cell(h)
		*p.taken.edit(cell / 64) &^= 1 << (cell % 64)
		p.vacate(i)
	}
	un := p.edit(u)
	un.under, un.Hex = 0, hex.None
}

// place puts a unit into a hex: to the bottom of the stack, but artillery
// below the artillery that is there and above everything else [5.1.2].
func (p *Position) place(u int, h hex.Hex) {
	p.lift(u)
	if h == hex.None {
		return
	}
	above, under := -1, p.topUnit(h)
	for under >= 0 && (p.sc.Units[u].Arm != setup.Artillery || p.sc.Units[under].Arm == setup.Artillery) {
		above, under = under, p.below(under)
	}
	p.hang(p.slot(h), above, u)
	un := p.edit(u)
	un.under, un.Hex, un.Entered = int16(under+1), h, true
	cell := p.cell(h)
	*p.taken.edit(cell / 64) |= 1 << (cell % 64)
}

// restack sets the order of the units of one hex, top first.
func (p *Position) restack(us []int) {
	slot, above := p.slot(p.unit(us[0]).Hex), -1
	for _, u := range us {
		p.hang(slot, above, u)
		above = u
	}
	p.hang(slot, above, -1)
}

// nearestEnemy returns the distance from h to the nearest combat unit of the
// other side than s on the map, and 999 if there is none.
func (p *Position) nearestEnemy(h hex.Hex, s int) int {
	best := 999
	for u := range p.sc.Units {
		if p.onMap(u) && p.side(u) != s {
			best = min(best, h.Distance(p.unit(u).Hex))
		}
	}
	return best
}

// adjacentEnemy reports whether a combat unit of the other side stands next
// to h, routed or not [JDG-Q28, JDG-Q127].
func (p *Position) adjacentEnemy(h hex.Hex, s int) bool {
	for _, n := range h.Neighbors() {
		if e := p.sideAt(n); e >= 0 && e != s {
			return true
		}
	}
	return false
}

// unitIDs prints unit ids separated by commas.
func (p *Position) unitIDs(us []int) string {
	var room [64]byte
	return string(p.appendIDs(room[:0], us))
}

func (p *Position) appendIDs(b []byte, us []int) []byte {
	for i, u := range us {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, p.sc.Units[u].ID...)
	}
	return b
}
