package tlm

import (
	"cmp"
	"slices"
	"strconv"

	"berthier/engine"
	"berthier/engine/area"
	"berthier/engine/ask"
	"berthier/engine/deck"
	"berthier/engine/tlm/setup"
)

// Phase is a point of a Season Turn [2.0] at which the game can wait.
type Phase byte

// Phases of a Season Turn.
const (
	StartPhase      Phase = 'S' // standing orders before the cards are dealt
	ReinforcePhase  Phase = 'R' // both place what arrives [2.I]
	TurnPhase       Phase = 'T' // the active side plays, moves and declares [2.II]
	RespondPhase    Phase = 'W' // the Defender answers what has been declared [2.II.3-g]
	ProductionPhase Phase = 'P' // both spend their BP [2.V]
	DiscardPhase    Phase = 'D' // who holds too many cards chooses [2.V.3]
	OverPhase       Phase = 'X'
	phaseSequence         = "SRTWPDX"
)

// Nobody is the index of no side.
const Nobody = -1

// Control says whose an area is.
type Control uint8

// Whose an area is; the first two are the sides.
const (
	GermanArea Control = iota
	AlliedArea
	ContestedArea
	NeutralArea
)

var controlNames = [...]string{"German", "Allied", "Contested", "Neutral"}

// String is the word of records.
func (c Control) String() string { return controlNames[c] }

// Position is the state of a game between two steps.
type Position struct {
	rs      *Ruleset
	sc      *setup.Scenario
	words   *placeWords
	options options

	Turn     int // Season Turn
	Phase    Phase
	Active   int // side whose Player Turn it is
	Waits    [2]bool
	Passes   int // Player Turns that were Passes, without another between them
	Areas    []Area
	Armies   []Army // of each nation, in the order of nations
	Groups   []Group
	Fronts   []string      // whose areas were at the end of Season Turns, the last one last
	Due      []setup.Count // units that have still to be placed
	Failures [2]int        // Crises that a side could not satisfy
	Terror   bool          // a view does not show the Paris Gun, which is beside Paris [3.1-j]
	Cards    deck.Deck
	Offense  Offense
	Offers   int // side that offers an Armistice, or Nobody
	Sheets   [2]ask.Sheet
	Asked    *ask.PendingRun
	Result   engine.Outcome
}

// A year has four Season Turns. The Fronts of one more are kept: when a Season Turn has just ended,
// its own is among them.
const (
	yearOfFronts = 4
	mostFronts   = yearOfFronts + 1
)

// front is whose areas are, a letter each.
func (p *Position) front() string {
	b := make([]byte, len(p.Areas))
	for at := range b {
		b[at] = controlNames[p.Areas[at].Control][0]
	}
	return string(b)
}

// Area is the state of one.
type Area struct {
	Control Control
	Began   Control // whose it was at the start of the Player Turn [4.4-c]
	Fresh   bool    // it became Contested in this Player Turn
	Fort    int     // strength, or area.NoFort
}

// Army is one Army.
type Army struct {
	Nation setup.Nation
	State
	No    int
	Place int // area, or unused, due or lost
	Shown int // units in it that the other side may know of; -1: not shown. Of a view only
}

// Places that are no area and no Army.
const (
	Pool    = -1 - iota // Force Pool; of an Army: it has not been used yet
	Lost                // an eliminated Army
	DueArmy             // it has arrived and waits for its place
	East                // the EFT box
	Inside              // some Army of its side: units that a view does not show
)

var placeNames = map[int]string{Pool: "pool", Lost: "lost", DueArmy: "due", East: "eft", Inside: "?"}

// Group is like units in one place that all have the same state. In an Army only the areas
// travelled are their own; the rest is the state of the Army.
type Group struct {
	Unit setup.Unit
	State
	Place int // area, number of areas and index of an Army, East or Inside
	N     int
}

// Offense is what the active side has played and declared.
type Offense struct {
	Card     string // of the Offensive class; empty for a Pass
	Special  bool   // for its special effect
	Bad      bool   // Bad Weather was played
	Spent    bool   // the side has played a card in this Player Turn
	Battles  []int  // areas, in the order in which they are fought
	Keep     []int  // which of them first, if only one is left [A11]
	Crisis   []int  // the battle after which a Military Crisis! is played [A119]
	Gas, AAF [2][]int
	Surprise []int
	Extra    []int // areas of the extra dice
}

// options are those of a game.
type options struct {
	ask       []string
	strengths bool // numbers of units in Armies are shown
	artillery bool // superiority of UK Artillery [8.3.2-f]
}

func newPosition(rs *Ruleset, sc *setup.Scenario, o options) *Position {
	return &Position{rs: rs, sc: sc, words: rs.words[sc.Name], options: o, Turn: sc.First, Phase: ReinforcePhase,
		Offers: Nobody, Areas: make([]Area, len(sc.Map.Areas)), Armies: rs.armies()}
}

// armies are all Armies that there can be, none of which has been used yet.
func (rs *Ruleset) armies() (all []Army) {
	for n := range setup.NumNations {
		for i := range rs.tables.Counters[n].Armies {
			all = append(all, Army{Nation: n, No: i + 1, Place: Pool, Shown: -1})
		}
	}
	return all
}

// clone is a copy that shares nothing that changes.
func (p *Position) clone() *Position {
	q := &Position{}
	p.cloneTo(q)
	return q
}

// cloneTo makes q a clone, in the room that q has.
func (p *Position) cloneTo(q *Position) {
	areas, armies, groups, due, fronts := q.Areas[:0], q.Armies[:0], q.Groups[:0], q.Due[:0], q.Fronts[:0]
	*q = *p
	const more = 8 // groups, which units make that part from others
	q.Areas, q.Armies = append(areas, p.Areas...), append(armies, p.Armies...)
	q.Groups = append(slices.Grow(groups, len(p.Groups)+more), p.Groups...)
	q.Due, q.Fronts = append(due, p.Due...), append(fronts, p.Fronts...)
	o := &q.Offense
	o.Battles, o.Keep, o.Crisis = slices.Clone(o.Battles), slices.Clone(o.Keep), slices.Clone(o.Crisis)
	for s := range o.Gas {
		o.Gas[s], o.AAF[s] = slices.Clone(o.Gas[s]), slices.Clone(o.AAF[s])
	}
	o.Surprise, o.Extra = slices.Clone(o.Surprise), slices.Clone(o.Extra)
}

func (p *Position) sideName(s int) engine.Side {
	if s < 0 || s >= setup.NumSides {
		return ""
	}
	return engine.Side(setup.SideNames[s])
}

// sideNo is the index of a side, or Nobody.
func (p *Position) sideNo(name engine.Side) int {
	return slices.Index(setup.SideNames[:], string(name))
}

func (p *Position) year() *setup.Year { return p.rs.tables.Year(setup.YearOf(p.Turn)) }

// areaMap is the map of the game.
func (p *Position) areaMap() *area.Map { return p.sc.Map }

// areaID is the word of orders for an area.
func (p *Position) areaID(a int) string { return p.words.ids[a] }

// findArea finds an area by the word of orders.
func (p *Position) findArea(id string) (int, bool) {
	a, ok := p.words.places[id]
	return a, ok && a >= 0 && a < len(p.Areas)
}

// armyID is the word of orders for an Army.
func (p *Position) armyID(a int) string { return p.words.ids[len(p.Areas)+a] }

// findArmy finds an Army by the word of orders.
func (p *Position) findArmy(id string) (int, bool) {
	place, ok := p.words.places[id]
	if a := p.armyOf(place); ok && a >= 0 {
		return a, true
	}
	return -1, false
}

// in is the place of what is in an Army.
func (p *Position) in(army int) int { return len(p.Areas) + army }

// armyOf is the Army that a place is, or -1.
func (p *Position) armyOf(place int) int {
	if place >= len(p.Areas) {
		return place - len(p.Areas)
	}
	return -1
}

// placeID is the word for a place: of an area or an Army as orders have it.
func (p *Position) placeID(place int) string {
	if place >= 0 {
		return p.words.ids[place]
	}
	return placeNames[place]
}

// findPlace reads what placeID prints.
func (p *Position) findPlace(id string) (int, bool) {
	place, ok := p.words.places[id]
	return place, ok
}

// placeWords are the places of a scenario, areas and then Armies, with their words.
type placeWords struct {
	ids     []string
	places  map[string]int // those that are neither too
	england int            // the area that lies apart, or -1 [A129]
	forts   []int          // the side of the Fort in each area
	sources [2][]bool      // which areas are Supply Source Areas of each side
}

func newPlaceWords(m *area.Map, armies []Army) *placeWords {
	w := &placeWords{places: map[string]int{}, england: slices.IndexFunc(m.Areas,
		func(a area.Area) bool { return a.Apart })}
	for at, a := range m.Areas {
		w.ids = append(w.ids, a.Word)
		w.forts = append(w.forts, slices.Index(setup.SideNames[:], m.Countries[a.Country].Side))
		for s := range w.sources {
			w.sources[s] = append(w.sources[s], a.Source == setup.SideNames[s] && at != w.england)
		}
	}
	for _, a := range armies {
		w.ids = append(w.ids, setup.ArmyID(a.Nation, a.No))
	}
	for place, id := range placeNames {
		w.places[id] = place
	}
	for place, id := range w.ids {
		w.places[id] = place
	}
	return w
}

// areaOf is the area of a place, or the place itself if it is in none.
func (p *Position) areaOf(place int) int {
	if a := p.armyOf(place); a >= 0 {
		return p.Armies[a].Place
	}
	return place
}

// row is what a unit can do.
func (p *Position) row(k setup.Kind) *setup.UnitRow { return &p.rs.tables.Units[k] }

// shift takes units out of one group and puts them into another. What is taken from the Pool
// comes from nowhere, and what is put there goes.
func (p *Position) shift(u setup.Unit, n, from, to int, was, now State) {
	if from != Pool {
		i := p.find(u, from, was)
		if i < 0 || p.Groups[i].N < n {
			panic("tlm: no " + strconv.Itoa(n) + " " + u.String() + " " + was.String() + " in " + p.placeID(from))
		}
		if p.Groups[i].N -= n; p.Groups[i].N == 0 {
			p.Groups = slices.Delete(p.Groups, i, i+1)
		}
	}
	if to == Pool {
		return
	}
	g := Group{Unit: u, Place: to, State: now, N: n}
	i, end := p.span(to)
	for i < end && compareGroups(p.Groups[i], g) < 0 {
		i++
	}
	if i < end && p.Groups[i].Unit == u && p.Groups[i].State == now {
		p.Groups[i].N += n
		return
	}
	p.Groups = slices.Insert(p.Groups, i, g)
}

// gather adds a group that mostly comes after all others.
func (p *Position) gather(g Group) {
	i := len(p.Groups)
	for i > 0 && compareGroups(p.Groups[i-1], g) > 0 {
		i--
	}
	if i > 0 && compareGroups(p.Groups[i-1], g) == 0 {
		p.Groups[i-1].N += g.N
		return
	}
	p.Groups = slices.Insert(p.Groups, i, g)
}

// compareGroups is the order in which groups stand: by place, then by unit, then by state.
func compareGroups(a, b Group) int {
	switch {
	case a.Place != b.Place:
		return cmp.Compare(a.Place, b.Place)
	case a.Unit.Nation != b.Unit.Nation:
		return cmp.Compare(a.Unit.Nation, b.Unit.Nation)
	case a.Unit.Kind != b.Unit.Kind:
		return cmp.Compare(a.Unit.Kind, b.Unit.Kind)
	case a.State == b.State:
		return 0
	}
	return cmp.Compare(a.State.rank(), b.State.rank())
}

// span is where the groups of a place stand: from one index up to another.
func (p *Position) span(place int) (from, to int) {
	to = len(p.Groups)
	for from < to { // the first that is not before the place
		if mid := int(uint(from+to) / 2); p.Groups[mid].Place < place {
			from = mid + 1
		} else {
			to = mid
		}
	}
	for to < len(p.Groups) && p.Groups[to].Place == place {
		to++
	}
	return from, to
}

// find finds a group, or -1.
func (p *Position) find(u setup.Unit, place int, s State) int {
	from, to := p.span(place)
	for i := from; i < to; i++ {
		if p.Groups[i].Unit == u && p.Groups[i].State == s {
			return i
		}
	}
	return -1
}

// groupsIn lists the groups in a place, as long as the position does not change.
func (p *Position) groupsIn(place int) []Group {
	from, to := p.span(place)
	return p.Groups[from:to:to]
}

// strength is how many units are in an Army [5.3.1-e].
func (p *Position) strength(army int) int { return p.unitsIn(p.in(army)) }

// unitsIn is how many units are in a place.
func (p *Position) unitsIn(place int) (n int) {
	for _, g := range p.groupsIn(place) {
		n += g.N
	}
	return n
}

// masked reports whether a position is a view that does not show what is in an Army.
func (p *Position) masked(army int) bool { return p.Armies[army].Shown != -1 }

// empty reports whether an Army is known to be Empty.
func (p *Position) empty(army int) bool {
	if p.masked(army) {
		return p.Armies[army].Shown == 0
	}
	from, to := p.span(p.in(army))
	return from == to
}

// pool is how many counters of a unit are in the Force Pool.
func (p *Position) pool(u setup.Unit) int {
	n := p.rs.tables.Counters[u.Nation].Units[u.Kind]
	for _, g := range p.Groups {
		if g.Unit == u {
			n -= g.N
		}
	}
	return n
}

// armiesIn lists the Armies of a side in an area.
func (p *Position) armiesIn(side, at int) (all []int) {
	for i := range p.Armies {
		if p.Armies[i].Place == at && p.Armies[i].Nation.Side() == side {
			all = append(all, i)
		}
	}
	return all
}

// fortSide is the side of the Fort in an area: that of its country.
func (p *Position) fortSide(at int) int { return p.words.forts[at] }

// fort is the strength of a side's Fort in an area, or area.NoFort.
func (p *Position) fort(side, at int) int {
	if p.fortSide(at) != side {
		return area.NoFort
	}
	return p.Areas[at].Fort
}

// units calls see for each group of a side in an area, in Armies or not.
func (p *Position) units(side, at int, see func(g Group)) {
	for _, g := range p.groupsIn(at) {
		if g.Unit.Nation.Side() == side {
			see(g)
		}
	}
	if at < 0 {
		return
	}
	for a := range p.Armies {
		if p.Armies[a].Place == at {
			for _, g := range p.groupsIn(p.in(a)) {
				if g.Unit.Nation.Side() == side {
					see(g)
				}
			}
		}
	}
}

// count counts the units of a side in an area for which keep is true.
func (p *Position) count(side, at int, keep func(g Group) bool) (n int) {
	p.units(side, at, func(g Group) {
		if keep(g) {
			n += g.N
		}
	})
	return n
}

// stack is how many units of a side count in an area [1.2.2].
func (p *Position) stack(side, at int) (n int) {
	for _, g := range p.groupsIn(at) {
		if g.Unit.Nation.Side() == side {
			n += g.N
		}
	}
	for a := range p.Armies {
		if p.Armies[a].Place == at && p.Armies[a].Nation.Side() == side && !p.empty(a) {
			n++
		}
	}
	return n
}

// hasInfantry reports whether a side has Infantry class in an area, as far as the position
// shows it.
func (p *Position) hasInfantry(side, at int) bool {
	return p.count(side, at, func(g Group) bool { return p.row(g.Unit.Kind).Infantry }) > 0
}

// hasOthers reports whether a side has anything but a Fort in an area.
func (p *Position) hasOthers(side, at int) bool {
	return slices.ContainsFunc(p.Armies, func(a Army) bool { return a.Place == at && a.Nation.Side() == side }) ||
		p.count(side, at, func(Group) bool { return true }) > 0
}

// holds reports whether a side has a holding unit in an area. What a view does not show holds,
// unless the area belongs to the other side all the same.
func (p *Position) holds(side, at int) bool {
	if p.fort(side, at) >= 2 || p.count(side, at, func(g Group) bool { return p.row(g.Unit.Kind).Holds }) > 0 {
		return true
	}
	for a := range p.Armies {
		if p.Armies[a].Place == at && p.Armies[a].Nation.Side() == side && p.masked(a) && !p.empty(a) &&
			p.Areas[at].Control != Control(1-side) {
			return true
		}
	}
	return false
}

// friendly reports whether an area is Friendly to a side.
func (p *Position) friendly(side, at int) bool { return p.Areas[at].Control == Control(side) }

// neutral reports whether an area is Neutral.
func (p *Position) neutral(at int) bool { return p.Areas[at].Control == NeutralArea }

// contested reports whether an area is Contested.
func (p *Position) contested(at int) bool { return p.Areas[at].Control == ContestedArea }
