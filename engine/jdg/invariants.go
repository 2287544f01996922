package jdg

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// Inspect applies the events of one resolution one after another and says
// what is wrong after one of them, or at their end; nil if nothing is. It is
// meant for tests and simulations; Apply trusts the events.
//
// After every event
//
//   - each unit is in one stack, or still to come, or eliminated, and stack
//     and unit agree about it;
//   - each unit is in one state, one that its arm can be in;
//   - an event has changed what its kind changes, of the unit or commander
//     that it names, and nothing else: what is eliminated stays so, and the
//     strength that a side has lost grows by that of the unit eliminated;
//   - no hex holds units of both sides, nor units that may not stack [5.1.1];
//   - what a side sees follows from what it saw before and from the events
//     that it may see.
//
// Four passing states are allowed. A unit that has just been routed stands with
// the others of its hex until it goes [10.2]. One that retires before combat
// [8.8.1], retires, retreats [10.3.1] or routs [10.4] goes hex by hex through
// hexes in which it could not stay, and so may one whose move an enemy
// commander's reaction cuts in two [2.5.2]. In all these cases the hex must be
// in order without that unit. When infantry in square is disordered, the next
// event takes the others of its hex out of square [4.2-o]. And a unit that
// leaves the map is eliminated by the next event about it, before which only
// commanders lost with it are told, and orders that lapse with the last of
// them [2.5.2-g, 2.5.2-i].
//
// When the resolution waits for orders, or the game is over, none is left;
// moreover units of a hex face as they have to [6.1.1-b, 6.1.1-c], artillery
// lies on top [5.1.2-c], routed units that have stopped are where they may
// [10.4], no commander stands among enemies, somebody has to decide unless the
// game is over, and the position reads back from its encoding.
func (rs *Ruleset) Inspect(before engine.Position, events []engine.Event) error {
	p := before.(*Position)
	in := &inspection{rs: rs, now: p.clone(), old: p.clone(), onWay: make([]bool, len(p.sc.Units)), leaving: -1}
	for own := range in.views {
		in.views[own] = rs.View(p, in.reader(own)).(*Position).clone()
	}
	if p.Asked != nil {
		in.stoppedMidway()
	}
	for i, e := range events {
		if err := in.event(e); err != nil {
			return fmt.Errorf("event %d, %s: %w", i+1, e, err)
		}
	}
	if in.now.Asked != nil {
		return nil
	}
	if err := in.rests(); err != nil {
		return fmt.Errorf("at the end of the resolution: %w", err)
	}
	return nil
}

// inspection is a position with what each reader sees of it.
type inspection struct {
	rs       *Ruleset
	now, old *Position
	views    [3]*Position // by side, the public last
	onWay    []bool       // by unit: it may stand where it cannot stay
	leaving  int          // the unit that has left the map and is not eliminated yet, -1 if none
}

// public is the reader who is of no side.
const public = 2

func (in *inspection) reader(own int) engine.Side {
	if own == public {
		return ""
	}
	return in.now.sideName(own)
}

// stoppedMidway takes the units of hexes that are not in order for units on
// their way: a player was asked in the middle of it.
func (in *inspection) stoppedMidway() {
	for _, h := range in.now.sc.Map.Hexes() {
		if rule, _ := in.now.stackFault(h, nil); rule != "" {
			for _, u := range in.now.stack(h) {
				in.onWay[u] = true
			}
		}
	}
}

func (in *inspection) event(e engine.Event) error {
	if err := in.leaves(e); err != nil {
		return err
	}
	if changes[e.Kind] == nil {
		return nil // it only tells
	}
	in.now.copyTo(in.old)
	in.now.apply(e)
	if err := in.now.sound(in.leaving); err != nil {
		return err
	}
	if err := in.now.follows(in.old, e); err != nil {
		return err
	}
	if err := in.stacks(e); err != nil {
		return err
	}
	return in.seen(e)
}

// leaves notes a unit that leaves the map, and demands its elimination.
func (in *inspection) leaves(e engine.Event) error {
	u, ok := in.now.sc.Unit(e.Get("unit"))
	switch {
	case e.Kind == "eliminate" && ok && u == in.leaving:
		in.leaving = -1
	case in.leaving >= 0 && e.Kind != "commander" && e.Kind != "reveal":
		return fmt.Errorf("unit %s has left the map and is not eliminated", in.now.spec(in.leaving).ID)
	case ok && e.Kind == "rout-move" && strings.HasSuffix(e.Get("path"), ",off"):
		in.leaving = u
	}
	return nil
}

// withdrawals are the kinds of move that go hex by hex, one event each.
var withdrawals = []string{"evade", "retire", "retreat", "rout-move"}

// stacks checks that units stand together only as they may [5.1.1], units on
// their way aside.
func (in *inspection) stacks(e engine.Event) error {
	p := in.now
	u, ok := p.sc.Unit(e.Get("unit"))
	if ok && (e.Kind == "rout" || slices.Contains(withdrawals, e.Kind) || p.isHeldUp(u, e)) {
		in.onWay[u] = true
	}
	for _, top := range p.stacks() {
		h := p.unit(top).Hex
		rule, why := p.stackFault(h, nil)
		if rule == "" {
			for u := top; u >= 0; u = p.below(u) {
				in.onWay[u] = false
			}
			continue
		}
		if rule == "5.1.1-j" && e.Kind == "disorder" && p.unit(u).Hex == h {
			continue // the next event takes the others out of square
		}
		if left, _ := p.stackFault(h, in.onWay); left != "" {
			return fmt.Errorf("in %s %s [%s]", h, why, rule)
		}
	}
	return nil
}

// isHeldUp reports whether an event is a move of the unit that an enemy
// commander can have interrupted: it ends next to him.
func (p *Position) isHeldUp(u int, e engine.Event) bool {
	for i, l := range p.Leaders {
		if slices.Contains(moves, e.Kind) && p.sc.Leaders[i].Side != p.side(u) && l.Hex != hex.None &&
			l.Hex.Distance(p.unit(u).Hex) <= 1 {
			return true
		}
	}
	return false
}

// stacks lists the top units of all hexes that have any, by index.
func (p *Position) stacks() (tops []int) {
	for i := range p.slots() {
		if t := p.top(i); t != 0 {
			tops = append(tops, int(t)-1)
		}
	}
	slices.Sort(tops)
	return tops
}

// stackFault says which clause forbids the units of a hex to be together,
// those in without left out. Artillery that was disordered in a square has
// left it and may be beside it [4.2-n, 4.2-o].
func (p *Position) stackFault(h hex.Hex, without []bool) (rule, why string) {
	var c setup.Pile
	for u := p.topUnit(h); u >= 0; u = p.below(u) {
		if without == nil || !without[u] {
			inLine := c.InLine
			p.pileOn(&c, u)
			c.InLine = c.InLine && (inLine || p.spec(u).Arm != setup.Artillery)
		}
	}
	return c.Fault()
}

// seen checks that what a reader sees changes by the events that he may see,
// questions aside.
func (in *inspection) seen(e engine.Event) error {
	for own, view := range in.views {
		side := in.reader(own)
		if e.VisibleTo(side) {
			view.apply(e)
		}
		if e.Kind == "group" { // it comes without orders, which the enemy does not know
			in.views[own] = in.rs.View(view, side).(*Position).clone()
		}
		if what := in.now.differs(own, in.views[own]); what != "" {
			return fmt.Errorf("the view of %q does not follow from the events that it may see: %s", side, what)
		}
	}
	return nil
}

// everybody is a reader from whom nothing is hidden.
const everybody = -1

// differs names what a position, as a reader sees it, and another one of the
// same game differ in; "" is nothing.
func (p *Position) differs(own int, q *Position) string {
	mine := func(s int) bool { return own == everybody || s == own }
	switch {
	case p.Turn != q.Turn || p.Phase != q.Phase || p.Holder != q.Holder || p.outcome() != q.outcome():
		return "turn, phase, initiative or result"
	case differ(&p.units, &q.units) || !slices.Equal(p.stacks(), q.stacks()):
		return "units"
	case !slices.Equal(p.Leaders, q.Leaders):
		return "commanders"
	case differ(&p.forms, &q.forms):
		return "formations"
	case !slices.EqualFunc(p.Groups, q.Groups, func(a, b *Group) bool { return a.ID == b.ID && a.ids == b.ids }),
		slices.ContainsFunc(indexes(len(p.Groups)), func(i int) bool {
			face := p.Faces[i]
			if !mine(p.sc.Forms[p.Groups[i].Form].Side) && !face.Revealed {
				face.Orders = Unknown
			}
			return face != q.Faces[i]
		}):
		return "tactical groups"
	case !slices.Equal(p.Cup, q.Cup) || p.First != q.First || p.Drawn != q.Drawn:
		return "activation markers"
	case !slices.Equal(p.Held, q.Held):
		return "places"
	}
	for s := range p.Sheets {
		switch {
		case !mine(s) && (q.Sheets[s] != nil || q.Plans[s] != nil):
			return "standing orders or orders when drawn of the other side"
		case mine(s) && !p.Sheets[s].Equal(q.Sheets[s]):
			return "standing orders"
		case mine(s) && !p.Plans[s].Equal(q.Plans[s]):
			return "orders when drawn"
		}
	}
	return ""
}

// sound checks what holds of a position at all times.
func (p *Position) sound(leaving int) error {
	if err := p.placesSound(); err != nil {
		return err
	}
	for u := range p.sc.Units {
		if err := p.unitSound(u, leaving); err != nil {
			return fmt.Errorf("unit %s: %w", p.spec(u).ID, err)
		}
	}
	for i, l := range p.Leaders {
		if l.Hex != hex.None && !p.sc.Map.On(l.Hex) {
			return fmt.Errorf("commander %s stands off the map", p.sc.Leaders[i].ID)
		}
	}
	if err := p.groupsSound(); err != nil {
		return err
	}
	return p.markersSound()
}

// placesSound checks that the stacks and the units say the same, and that
// units of both sides are never in one hex [5.1.2-a].
func (p *Position) placesSound() error {
	found := make([]bool, len(p.sc.Units))
	for i := range p.slots() {
		side := -1
		for u := int(p.top(i)) - 1; u >= 0; u = p.below(u) {
			switch {
			case found[u]:
				return fmt.Errorf("unit %s is in two stacks, or twice in one", p.spec(u).ID)
			case !p.onMap(u) || p.slot(p.unit(u).Hex) != i:
				return fmt.Errorf("unit %s is in %s, and in the stack of another hex", p.spec(u).ID, p.unit(u).Hex)
			case side >= 0 && side != p.side(u):
				return fmt.Errorf("units of both sides are in %s", p.unit(u).Hex)
			}
			found[u], side = true, p.side(u)
		}
	}
	for u := range p.sc.Units {
		if found[u] != p.onMap(u) {
			return fmt.Errorf("unit %s is in %s and in no stack", p.spec(u).ID, p.unit(u).Hex)
		}
	}
	return p.takenSound()
}

// takenSound checks that exactly the hexes with units are noted as taken.
func (p *Position) takenSound() error {
	tops, noted := p.stacks(), 0
	for _, u := range tops {
		if !p.isTaken(p.unit(u).Hex) {
			return fmt.Errorf("%s has units and is not noted as taken", p.unit(u).Hex)
		}
	}
	for i := range len(p.taken.of) * pageLen {
		noted += bits.OnesCount64(*p.taken.at(i))
	}
	if noted != len(tops) {
		return fmt.Errorf("%d hexes are noted as taken, and %d have units", noted, len(tops))
	}
	return nil
}

// unitSound checks that a unit is in one state, with only what goes with it.
func (p *Position) unitSound(u, leaving int) error {
	un, spec := p.unit(u), p.spec(u)
	waits := !un.Entered && spec.Entry > 0 && un.State != setup.Eliminated
	switch {
	case un.State > setup.Eliminated || un.Facing < hex.NNE || un.Facing > hex.NNW:
		return fmt.Errorf("state %d, facing %d", un.State, un.Facing)
	case p.onMap(u) && (!un.Entered || un.State == setup.Eliminated):
		return fmt.Errorf("it is on the map, and %s or not entered", un.State)
	case u == leaving:
	case !p.onMap(u) && !waits && un.State != setup.Eliminated:
		return errors.New("it is off the map, neither eliminated nor still to come")
	case !p.onMap(u) && (un.Square || un.Renfort || un.Granted || un.Halted):
		return errors.New("it is off the map with a marker")
	case un.Square && (un.State != setup.Ordered || spec.Arm == setup.Cavalry):
		return fmt.Errorf("%s, %s and in square [4.2]", spec.Arm.Noun(), un.State)
	case un.Halted && un.State != setup.Routed:
		return fmt.Errorf("halted in its rout and %s [10.4]", un.State)
	}
	return nil
}

// groupsSound checks that the tactical groups and the units say the same.
func (p *Position) groupsSound() error {
	in := make([]int16, len(p.sc.Units))
	for i := range in {
		in[i] = -1
	}
	for i, g := range p.Groups {
		for _, u := range g.Units {
			if in[u] >= 0 || p.form(u) != g.Form {
				return fmt.Errorf("unit %s is in two tactical groups, or in one of another formation", p.spec(u).ID)
			}
			in[u] = int16(i)
		}
		if p.Faces[i] == (Face{Unknown, true}) {
			return fmt.Errorf("group %s is revealed and its orders are not known", g.ID)
		}
	}
	for u := range p.sc.Units {
		if p.unit(u).Group != in[u] {
			return fmt.Errorf("unit %s does not know its tactical group", p.spec(u).ID)
		}
	}
	return nil
}

// markersSound checks that no activation marker is in two places.
func (p *Position) markersSound() error {
	ms := p.cup()
	if p.First != (Marker{}) {
		ms = append(ms, p.First)
	}
	if p.Drawn != (Marker{}) {
		ms = append(ms, p.Drawn)
	}
	for i, m := range ms {
		if !p.knownMarker(m) {
			return fmt.Errorf("there is no activation marker %s", m)
		}
		if slices.Contains(ms[:i], m) {
			return fmt.Errorf("activation marker %s is in two places", m)
		}
	}
	return nil
}
