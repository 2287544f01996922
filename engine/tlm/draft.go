package tlm

import (
	"slices"
	"strconv"

	"berthier/engine"
	"berthier/engine/tlm/setup"
)

// draft is an answer while it is being written.
type draft struct {
	rs    *Ruleset
	p     *Position // the view of its side
	d     engine.Decision
	given []engine.Order
	known []candidate // after given; nil if they have not been listed yet
}

// Draft implements engine.Ruleset.
func (rs *Ruleset) Draft(pos engine.Position, d engine.Decision) engine.Draft {
	return &draft{rs: rs, p: rs.View(pos, d.Side).(*Position), d: d}
}

// Options implements engine.Draft.
func (f *draft) Options() (all []engine.Order) {
	for _, c := range f.candidates() {
		if c.possible() {
			all = append(all, c.order)
		}
	}
	return all
}

// Pick implements engine.Draft.
func (f *draft) Pick(below func(n int) int) (engine.Order, bool) {
	all := f.candidates()
	left := make([]int, len(all)) // those that may be picked, without what proved impossible
	for i := range left {
		left[i] = i
	}
	for len(left) > 0 {
		i := below(len(left))
		if c := all[left[i]]; c.possible() {
			return c.order, true
		}
		left[i] = left[len(left)-1]
		left = left[:len(left)-1]
	}
	return engine.Order{}, false
}

// About implements engine.Draft.
func (f *draft) About(id string) (about []engine.Option) {
	for _, c := range f.candidates() {
		if c.order.Names(id) && c.possible() {
			about = append(about, engine.Option{Order: c.order, Cost: c.cost})
		}
	}
	return about
}

// Add implements engine.Draft.
func (f *draft) Add(o engine.Order) { f.given, f.known = append(f.given, o), nil }

// candidate is an order that may be legal.
type candidate struct {
	order engine.Order
	cost  string
	check func() bool // nil: it is
}

func (c candidate) possible() bool { return c.check == nil || c.check() }

// candidates lists the orders that may come next.
func (f *draft) candidates() []candidate {
	if f.known == nil {
		f.known = f.list()
	}
	return f.known
}

func (f *draft) list() []candidate {
	p, side := f.p, f.p.sideNo(f.d.Side)
	l := &lister{p: p, side: side}
	if q, ok := p.question(side); ok {
		for _, o := range q.Options {
			l.words("answer", o)
		}
		return l.all
	}
	l.r = newRun(f.rs, p.clone(), nil)
	l.r.dry, l.r.t.bp = true, p.year().BP[side]
	for _, o := range f.given {
		if read, bad := p.read(side, o.Arrived(0)); bad == nil {
			l.given = append(l.given, read)
			l.r.do(side, read)
		}
	}
	if !f.d.Optional {
		l.list()
	}
	l.standing()
	if !slices.ContainsFunc(l.given, func(o *order) bool { return !o.verb.Ahead }) {
		l.words("hold")
	}
	return l.all
}

// do does one line as its phase does, for those who try lines out.
func (r *run) do(side int, o *order) *refusal {
	switch r.p.Phase {
	case TurnPhase:
		return r.act(side, o)
	case ReinforcePhase:
		return r.reinforceLine(side, o)
	case ProductionPhase:
		return r.buy(side, o)
	}
	return nil
}

// fork is a run in which something can be tried out.
func (r *run) fork() *run {
	f := newRun(r.rs, r.p.clone(), nil)
	f.dry, f.t = true, r.t
	return f
}

// lister lists orders that may be legal.
type lister struct {
	p     *Position
	side  int
	r     *run // with what was given
	room  *Position
	given []*order
	all   []candidate
}

// words lists an order that is legal.
func (l *lister) words(words ...string) {
	l.all = append(l.all, candidate{order: engine.Order{Words: words}})
}

// try lists an order that is legal if it is possible now.
func (l *lister) try(words ...string) {
	o := engine.Order{Words: words}
	l.all = append(l.all, candidate{order: o, cost: l.cost(words), check: func() bool {
		read, bad := l.r.p.read(l.side, o.Arrived(0))
		return bad == nil && l.trial().do(l.side, read) == nil
	}})
}

// trial is a run in which one order is tried out. The next one has its room.
func (l *lister) trial() *run {
	if l.room == nil {
		l.room = &Position{}
	}
	l.r.p.cloneTo(l.room)
	t := newRun(l.r.rs, l.room, nil)
	t.dry, t.t = true, l.r.t
	return t
}

// cost is what an order takes.
func (l *lister) cost(words []string) string {
	switch words[0] {
	case "build":
		u, _ := setup.ParseUnit(words[1])
		return strconv.Itoa(l.p.row(u.Kind).Cost) + " BP"
	case "entrench", "upgrade", "rebuild":
		return "1 BP"
	case "cards":
		return words[1] + " BP"
	}
	return ""
}

func (l *lister) has(word string) bool {
	return slices.ContainsFunc(l.given, func(o *order) bool { return o.verb.Word == word })
}

func (l *lister) list() {
	if l.has("hold") || l.has("resign") {
		return
	}
	switch l.p.Phase {
	case TurnPhase:
		l.turn()
	case RespondPhase:
		l.respond()
	case ReinforcePhase:
		l.reinforce()
	case ProductionPhase:
		l.production()
	case DiscardPhase:
		if !l.has("discard") {
			for _, c := range slices.Compact(slices.Sorted(slices.Values(l.p.held(l.side)))) {
				l.words("discard", c.String())
			}
		}
	}
}

// own lists the words for the pieces of the side that are on the map.
func (l *lister) own() []string { return l.r.p.pieceIDs(l.side) }

// declarations are the words behind which nothing moves any more.
var declarations = []string{"battle", "keep", "gas", "aaf", "surprise", "extra", "exchange"}

func (l *lister) turn() {
	p := l.r.p
	declared := slices.ContainsFunc(l.given, func(o *order) bool {
		return slices.Contains(declarations, o.verb.Word)
	})
	if !declared {
		for _, c := range slices.Compact(slices.Sorted(slices.Values(p.hand(l.side)))) {
			if c.IsOffensive() {
				l.try("play", c.String())
			}
		}
		l.try("crisis")
		l.movement()
	}
	if p.pass() {
		if !p.Offense.Spent && !declared {
			for _, c := range slices.Compact(slices.Sorted(slices.Values(p.hand(l.side)))) {
				l.words("exchange", c.String())
			}
		}
		return
	}
	l.battles()
}

// movement lists moves: of what is in Armies only what may leave them.
func (l *lister) movement() {
	p := l.r.p
	for _, id := range l.own() {
		line := &line{p: p, side: l.side, v: verbOf("move")}
		pc := line.piece(id)
		movers, f := p.movers(l.side, pc)
		if f != nil || line.bad != nil {
			continue
		}
		at := p.moverAt(movers[0])
		inside := pc.army < 0 && p.armyOf(pc.place) >= 0
		if inside {
			l.try("leave", id)
		}
		if at == East || at == p.england() {
			for a := range p.Areas {
				if p.source(l.side, a) {
					l.try("move", id, p.areaID(a))
					l.try("sea", id, p.areaID(a))
				}
			}
			continue
		}
		for _, a := range p.areaMap().Areas[at].Near {
			l.try("move", id, p.areaID(a))
		}
		if pc.army < 0 {
			for _, a := range p.armiesIn(l.side, at) {
				l.try("join", id, p.armyID(a))
			}
			l.try("move", id, "eft")
		}
		if !inside && p.moverState(movers[0]).Used == 0 {
			l.far(id, at, movers[0])
		}
	}
}

// far lists movement that goes farther than to the next area.
func (l *lister) far(id string, at int, m mover) {
	p := l.r.p
	if l.r.t.rails < mostRails {
		for _, w := range p.areaMap().Reach(at, railReach, func(a int) bool { return p.friendly(l.side, a) }) {
			if len(w) > 2 && p.friendly(l.side, w.To()) {
				l.try("rail", id, p.areaID(w.To()))
			}
		}
	}
	reserves := p.holdsCard(l.side, setup.Reserves)
	for a := range p.Areas {
		if p.source(l.side, a) && l.side == setup.Allied {
			l.try("strategic", id, p.areaID(a))
		}
		if reserves {
			l.try("reserves", id, p.areaID(a))
		}
	}
	if e := p.england(); e >= 0 && l.side == setup.Allied {
		l.try("sea", id, p.areaID(e))
	}
}

// battles lists battles and cards for them.
func (l *lister) battles() {
	p := l.r.p
	declared := func(more ...*order) *run {
		r := l.r.fork()
		var bad []engine.Fault
		r.acts[l.side] = append(slices.Clip(l.given), more...)
		r.endOfMoves(l.side)
		r.faults = &bad
		r.declare(l.side)
		return r
	}
	if !l.has("battle") && !l.has("keep") {
		for at := range p.Areas {
			o := engine.Order{Words: []string{"battle", p.areaID(at)}}
			l.all = append(l.all, candidate{order: o, check: func() bool {
				read, _ := p.read(l.side, o.Arrived(0))
				return len(*declared(read).faults) == 0
			}})
		}
	}
	if !slices.ContainsFunc(p.allAreas(), func(at int) bool {
		return !p.friendly(l.side, at) ||
			p.fort(1-l.side, at) >= 0
	}) {
		return
	}
	q := declared()
	for _, at := range q.p.Offense.Battles {
		if !l.has("keep") {
			l.words("keep", p.areaID(at))
		}
		l.enhance(q, at, "gas", "aaf", "surprise", "extra")
	}
}

// enhance lists cards that can be played on a battle.
func (l *lister) enhance(q *run, at int, words ...string) {
	for _, word := range words {
		l.all = append(l.all, candidate{order: engine.Order{Words: []string{word, l.p.areaID(at)}}, check: func() bool {
			return q.fork().enhance(l.side, word, at) == nil
		}})
	}
}

func (l *lister) respond() {
	p := l.r.p
	if p.holdsCard(l.side, setup.Weather) && !l.has("weather") && p.Turn >= p.rs.tables.Cards[setup.Weather].From {
		l.words("weather")
	}
	q := l.r.fork()
	for _, o := range l.given {
		if o.verb.Word == "gas" || o.verb.Word == "aaf" {
			for _, a := range o.areas {
				q.enhance(l.side, o.verb.Word, a)
			}
		}
	}
	for _, at := range p.Offense.Battles {
		l.enhance(q, at, "gas", "aaf")
	}
}

// places lists the words for places in which a side can put something new.
func (l *lister) places() (ids []string) {
	p := l.r.p
	for at := range p.Areas {
		if l.r.mayReceive(l.side, at) == nil {
			ids = append(ids, p.areaID(at))
			for _, a := range p.armiesIn(l.side, at) {
				ids = append(ids, p.armyID(a))
			}
		}
	}
	return ids
}

func (l *lister) reinforce() {
	p := l.r.p
	for a, x := range p.Armies {
		if x.Place == DueArmy && x.Nation.Side() == l.side {
			for at := range p.Areas {
				l.try("place", p.armyID(a), p.areaID(at))
			}
		}
	}
	for _, c := range p.Due {
		if c.Unit.Nation.Side() != l.side {
			continue
		}
		for _, id := range l.places() {
			if c.Unit == commonwealth {
				l.try("commonwealth", id)
			} else {
				l.try("place", c.Unit.String(), id)
			}
		}
	}
	l.rearrange()
}

// rearrange lists changes between Armies.
func (l *lister) rearrange() {
	p := l.r.p
	for _, g := range mergeStates(p.Groups) {
		if g.Unit.Nation.Side() != l.side || g.Place < 0 || g.Place == Inside {
			continue
		}
		if p.armyOf(g.Place) >= 0 {
			l.try("leave", p.groupID(g))
			continue
		}
		for _, a := range p.armiesIn(l.side, g.Place) {
			l.try("join", p.groupID(g), p.armyID(a))
		}
	}
}

func (l *lister) production() {
	p := l.r.p
	if l.r.t.bp < 1 {
		return
	}
	for n := 1; n <= l.r.t.bp; n++ {
		l.try("cards", strconv.Itoa(n))
	}
	places := l.places()
	for _, word := range p.unitWords(l.side) {
		if u, _ := setup.ParseUnit(word); p.pool(u) == 0 || p.Turn < p.rs.tables.Built(u) {
			continue
		}
		for _, id := range places {
			l.try("build", word, id)
		}
	}
	for a, x := range p.Armies {
		if x.Place == Lost && x.Nation.Side() == l.side {
			for at := range p.Areas {
				l.try("rebuild", p.armyID(a), p.areaID(at))
			}
		}
	}
	for _, id := range l.own() {
		l.try("entrench", id)
		l.try("upgrade", id)
	}
	l.rearrange()
}

// standing lists some standing orders.
func (l *lister) standing() {
	if len(l.given) > 0 {
		return
	}
	for _, text := range [][]string{{"stance", "hold"}, {"stance", "withdraw", "if", "weak", "2", "else", "hold"},
		{"losses", "cards2", "if", "army-lost", "else", "units"}, {"after", "stay"},
		{"weather", "always", "if", "special"},
		{"gas", "always"}, {"ties", "a+i+f"}, {"cavalry", "retreat"}, {"guns", "leave"}, {"biplanes", "attack"},
		{"pursuit", "never"}, {"crisis", "armies"}, {"nation", "us+uk+be+fr"}} {
		l.words(append([]string{"standing"}, text...)...)
	}
	for i, a := range l.p.Armies {
		if a.Place < 0 || a.Nation.Side() != l.side {
			continue
		}
		l.words("standing", "obey", l.p.armyID(i))
		for _, g := range l.p.groupsIn(l.p.in(i)) {
			l.words("standing", "ways", l.p.groupID(g)+":stay", "for", l.p.areaID(a.Place))
		}
		for _, near := range l.p.areaMap().Areas[a.Place].Near {
			l.words("standing", "ways", l.p.armyID(i)+":"+l.p.areaID(near))
		}
	}
}
