package ccn

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
)

// Inspect applies the events of one resolution one after another and says what is wrong
// after one of them, or at their end; nil if nothing is. It is meant for tests and
// simulations; Apply trusts the events.
//
// After every event
//
//   - a unit stands on ground that it can enter with some of its blocks, or is off the
//     board without any; one that has just lost its last block is eliminated before
//     anything else happens than its square dissolving;
//   - no hex has two units, two leaders, or pieces of both sides [5.3-e, 5.3-f];
//   - infantry alone is in square, each unit on a slot of its own [6.2];
//   - all cards of the deck lie somewhere, and at most one is played [3-g, 5.1-a];
//   - nothing happens any more once the game is over [4-e];
//   - a side has a banner for each enemy unit and leader eliminated, and others only for
//     units that have left the board and for goals [4];
//   - the event has changed what its kind changes, of the piece that it names, and
//     nothing else; moves go from hex to hex, retreats toward the own edge [5.8-d].
//
// When the resolution waits for orders, or the game is over, moreover each square has one
// card on its slot, no slot has one without a square [6.2-h, 5.2-l], no scouted card is
// left [8.3-a], nobody has the banners to have won unless the game is over, somebody has to
// decide unless it is over, and the position reads back from its encoding.
func (rs *Ruleset) Inspect(before engine.Position, events []engine.Event) error {
	in := &inspection{rs: rs, now: before.(*Position).clone(), dying: -1}
	for i, e := range events {
		in.leaving = slices.Contains([]string{"retreat", "move"}, e.Kind) && i+1 < len(events) &&
			events[i+1].Kind == "exit" && events[i+1].Get("piece") == e.Get("piece")
		if err := in.event(e); err != nil {
			return fmt.Errorf("event %d, %s: %w", i+1, e, err)
		}
	}
	if err := in.rests(); err != nil {
		return fmt.Errorf("at the end of the resolution: %w", err)
	}
	return nil
}

// inspection is a position, and what it was before the last event.
type inspection struct {
	rs       *Ruleset
	now, old *Position
	dying    int  // the unit that has lost its last block and is not eliminated yet, or -1
	leaving  bool // the piece at hand goes on off the board, and stands nowhere on its way [5.3.4-i, 5.10-k]
}

func (in *inspection) event(e engine.Event) error {
	if err := in.dies(e); err != nil {
		return err
	}
	if in.now.Result.Over {
		return errors.New("the game is over [4-e]")
	}
	in.old = in.now.clone()
	if err := in.possible(e); err != nil {
		return err
	}
	in.now.apply(e)
	if e.Kind == "loss" && in.now.Units[in.now.unitOf(e)].Blocks == 0 {
		in.dying = in.now.unitOf(e)
	}
	checks := []func() error{in.unitsSound, in.cardsSound, in.bannersSound}
	if !in.leaving {
		checks = append(checks, in.leadersSound)
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	return in.follows(e)
}

// dies demands the elimination of a unit without blocks.
func (in *inspection) dies(e engine.Event) error {
	switch {
	case in.dying < 0 || slices.Contains([]string{"dissolve", "cards", "faces"}, e.Kind):
	case e.Kind == "eliminate" && in.now.unitOf(e) == in.dying:
		in.dying = -1
	default:
		return fmt.Errorf("%s has no block left and is not eliminated [5.5.8-e]", in.now.pieceID(in.dying))
	}
	return nil
}

// possible checks what an event names, before it is applied.
func (in *inspection) possible(e engine.Event) error {
	p := in.now
	if changes[e.Kind] == nil || e.Get("piece") == "" {
		return nil // it only tells
	}
	piece, ok := p.sc.Piece(e.Get("piece"))
	if !ok {
		return errors.New("there is no such piece")
	}
	if e.Kind == "arrive" {
		return in.arrives(e, piece)
	}
	if !p.pieceAlive(piece) {
		return fmt.Errorf("%s is not on the board", p.pieceID(piece))
	}
	if from := e.Get("from"); from != "" && from != setup.Sheet.Name(p.pieceHex(piece)) {
		return fmt.Errorf("%s is in %s", p.pieceID(piece), setup.Sheet.Name(p.pieceHex(piece)))
	}
	switch e.Kind {
	case "loss", "rally":
		if n := e.Int("n"); n < 1 || piece >= len(p.Units) {
			return fmt.Errorf("%s changes by %d blocks", p.pieceID(piece), n)
		}
	case "move", "retreat", "advance":
		return in.path(e, piece)
	}
	return nil
}

// arrives checks who comes onto the board, and where.
func (in *inspection) arrives(e engine.Event, piece int) error {
	p, at := in.now, e.Get("path")
	i := slices.IndexFunc(p.Arrivals, func(a setup.Arrival) bool { return p.brings(a, piece) })
	switch {
	case !p.awaited(piece) || i < 0 || p.Arrivals[i].Side != p.Active || p.Arrivals[i].Turn > p.ownTurn():
		return fmt.Errorf("%s arrives, and is not due", p.pieceID(piece))
	case !slices.Contains(p.ends(p.Active, p.Arrivals[i].Left), hexOf(at)):
		return fmt.Errorf("%s arrives in %s, not at the end of a row", p.pieceID(piece), at)
	}
	return nil
}

// path checks the way of a piece hex by hex.
func (in *inspection) path(e engine.Event, piece int) error {
	p := in.now
	at, top := p.pieceHex(piece), p.top(p.pieceSide(piece))
	for name := range strings.SplitSeq(e.Get("path"), ",") {
		h := hexOf(name)
		switch {
		case h == hex.None || setup.Sheet.Distance(at, h) != 1:
			return fmt.Errorf("%s is not next to %s", name, setup.Sheet.Name(at))
		case e.Kind == "retreat" && !slices.Contains(setup.Back(at, top), h):
			return fmt.Errorf("%s is not nearer to its own edge than %s [5.8-d]", name, setup.Sheet.Name(at))
		}
		at = h
	}
	return nil
}

func (in *inspection) unitsSound() error {
	p := in.now
	var at [setup.Cells]bool
	var slots [2][squares + 1]bool
	for u := range p.Units {
		un, id := &p.Units[u], p.pieceID(u)
		side := p.unitSide(u)
		if !p.alive(u) {
			due := p.sc.Units[u].Hex == hex.None && un.Blocks == p.kind(u).Blocks
			if un.Blocks != 0 && !due || un.Slot != 0 {
				return fmt.Errorf("%s is off the board with %s", id, plural(un.Blocks, "block"))
			}
			continue
		}
		switch most := p.kind(u).Blocks; {
		case un.Exited:
			return fmt.Errorf("%s has left the board, and is on it", id)
		case un.Blocks > most || un.Blocks < 0 || un.Blocks == 0 && u != in.dying:
			return fmt.Errorf("%s has %s of %d", id, plural(un.Blocks, "block"), most)
		case !p.passable(u, un.Hex):
			return fmt.Errorf("%s cannot stand in %s [7]", id, setup.Sheet.Name(un.Hex))
		case at[setup.Cell(un.Hex)]:
			return fmt.Errorf("there are two units in %s [5.3-e]", setup.Sheet.Name(un.Hex))
		case un.Slot < 0 || un.Slot > squares || un.Slot > 0 && p.arm(u) != setup.Infantry:
			return fmt.Errorf("%s is in square on slot %d [6.2-a]", id, un.Slot)
		case un.Slot > 0 && slots[side][un.Slot]:
			return fmt.Errorf("there are two squares on slot %d [6.2-k]", un.Slot)
		}
		at[setup.Cell(un.Hex)] = true
		slots[side][un.Slot] = true
	}
	return nil
}

func (in *inspection) leadersSound() error {
	p := in.now
	var at [setup.Cells]bool
	for l := range p.Leaders {
		h, id := p.Leaders[l].Hex, p.sc.Leaders[l].ID
		if h == hex.None {
			continue
		}
		u := p.unitAt(h)
		switch {
		case p.Leaders[l].Exited:
			return fmt.Errorf("%s has left the board, and is on it", id)
		case !setup.Sheet.On(h) || p.ground(h).Enter == setup.EnterNever:
			return fmt.Errorf("%s cannot stand in %s [7]", id, setup.Sheet.Name(h))
		case at[setup.Cell(h)]:
			return fmt.Errorf("there are two leaders in %s [5.3-f]", setup.Sheet.Name(h))
		case u >= 0 && p.unitSide(u) != p.leaderSide(l):
			return fmt.Errorf("%s stands among enemies in %s [5.3.4-f]", id, setup.Sheet.Name(h))
		}
		at[setup.Cell(h)] = true
	}
	return nil
}

// cardsSound counts the cards.
func (in *inspection) cardsSound() error {
	n, want := 0, 0
	for _, place := range places(in.now.sc) {
		n += in.now.Cards.Count(place.Name)
	}
	for i := range in.rs.tables.Cards {
		want += in.rs.tables.Cards[i].Copies
	}
	switch played := in.now.Cards.Count("played"); {
	case n != want:
		return fmt.Errorf("there are %d cards, want %d [3-e]", n, want)
	case played > 1:
		return fmt.Errorf("%d cards are played [5.1-a]", played)
	}
	return nil
}

// bannersSound counts what each side has eliminated [4-b, 4-c].
func (in *inspection) bannersSound() error {
	p := in.now
	var lost [2]int
	for u := range p.Units {
		lost[p.unitSide(u)] += boolInt(!p.alive(u) && !p.Units[u].Exited && !p.awaited(u))
	}
	for l := range p.Leaders {
		lost[p.leaderSide(l)] += boolInt(p.Leaders[l].Hex == hex.None && !p.Leaders[l].Exited && !p.Leaders[l].Away)
	}
	for side := range p.sc.Sides {
		if p.Killed[side] != lost[1-side] {
			return fmt.Errorf("%s has %s for %d units and leaders eliminated", p.sideName(side),
				plural(p.Killed[side], "banner"), lost[1-side])
		}
		for g, won := range p.Won[side] {
			if goal := &p.sc.Goals[g]; won && (!goal.Once || goal.Banners[side] == 0) {
				return fmt.Errorf("%s keeps the banners of goal %d [4-d]", p.sideName(side), g+1)
			}
		}
	}
	return nil
}

// movers are the events that change where a piece is.
var movers = []string{"move", "retreat", "advance", "place", "exit", "eliminate", "arrive"}

// unitFacts lists what may change of a unit, and by what.
var unitFacts = []struct {
	name    string
	changed func(a, b *Unit) bool
	kinds   []string
}{
	{"hex", func(a, b *Unit) bool { return a.Hex != b.Hex }, movers},
	{"blocks", func(a, b *Unit) bool { return a.Blocks != b.Blocks }, []string{"loss", "rally", "exit", "eliminate"}},
	{"square", func(a, b *Unit) bool { return a.Slot != b.Slot }, []string{"square", "dissolve", "exit"}},
	{"exit", func(a, b *Unit) bool { return a.Exited != b.Exited }, []string{"exit"}},
}

// follows checks that an event changed what its kind changes, and nothing else.
func (in *inspection) follows(e engine.Event) error {
	p, old := in.now, in.old
	named, ok := p.sc.Piece(e.Get("piece"))
	if !ok {
		named = -1
	}
	for u := range p.Units {
		a, b := &old.Units[u], &p.Units[u]
		for _, f := range unitFacts {
			if f.changed(a, b) && (u != named || !slices.Contains(f.kinds, e.Kind)) {
				return fmt.Errorf("it changes the %s of %s", f.name, p.pieceID(u))
			}
		}
	}
	for l := range p.Leaders {
		led := named >= 0 && named < len(p.Units) && old.leaderOf(named) == l && e.Kind != "eliminate" &&
			e.Get("alone") != "yes"
		if p.Leaders[l] != old.Leaders[l] && (named != len(p.Units)+l && !led || !slices.Contains(movers, e.Kind)) {
			return fmt.Errorf("it moves %s", p.sc.Leaders[l].ID)
		}
	}
	for side := range p.sc.Sides {
		own := named >= 0 && p.pieceSide(named) == side
		if p.Gained[side] != old.Gained[side] && (e.Kind != "exit" || !own) {
			return fmt.Errorf("it changes the banners of %s", p.sideName(side))
		}
		if !p.Sheets[side].Equal(old.Sheets[side]) && (e.Kind != "standing" || p.sc.SideNo(e.By) != side) {
			return fmt.Errorf("it changes the standing orders of %s", p.sideName(side))
		}
	}
	return in.inOrder(e)
}

// inOrder checks that turns and phases come in their order [5-c].
func (in *inspection) inOrder(e engine.Event) error {
	p, old := in.now, in.old
	kinds := map[string]string{"ST": "turn", "TO": "phase", "TD": "phase", "OD": "phase", "DT": "turn",
		"TX": "over", "OX": "over", "DX": "over"}
	step, next := string(rune(old.Phase))+string(rune(p.Phase)), 1-old.Active
	if old.Phase == DealPhase {
		next = p.sc.First
	}
	switch {
	case (old.Phase != p.Phase || e.Kind == "turn" || e.Kind == "phase") && kinds[step] != e.Kind:
		return fmt.Errorf("after phase %c comes phase %c", old.Phase, p.Phase)
	case e.Kind == "turn" && (p.Active != next || p.Turn != old.Turn+boolInt(old.Phase != DealPhase)):
		return fmt.Errorf("after turn %d, of %s, comes turn %d, of %s", old.Turn, p.sideName(old.Active), p.Turn,
			p.sideName(p.Active))
	case e.Kind != "turn" && (p.Active != old.Active || p.Turn != old.Turn):
		return errors.New("it changes the turn")
	}
	return nil
}

// rests checks what has to hold when the resolution waits for orders or the game is over.
func (in *inspection) rests() error {
	p := in.now
	if in.dying >= 0 {
		return fmt.Errorf("%s has no block left and is not eliminated [5.5.8-e]", p.pieceID(in.dying))
	}
	for side := range p.sc.Sides {
		if err := in.sideRests(side); err != nil {
			return err
		}
	}
	if p.Result.Over != (p.Phase == GameOver) || p.Result.Over != (len(in.rs.Owed(p)) == 0) {
		return fmt.Errorf("phase %c, over %t, and %d decisions are owed", p.Phase, p.Result.Over, len(in.rs.Owed(p)))
	}
	if played := p.Cards.Count("played"); p.Asked == nil && played != boolInt(p.Phase == OrdersPhase) &&
		!p.Result.Over {
		return fmt.Errorf("in phase %c %s are played", p.Phase, plural(played, "card"))
	}
	data := p.Encode()
	q, err := in.rs.decode(data)
	if err == nil && !bytes.Equal(q.Encode(), data) {
		err = errors.New("another position")
	}
	if err != nil {
		return fmt.Errorf("its encoding reads as %w", err)
	}
	return nil
}

// sideRests checks the squares, the scouted cards and the banners of a side.
func (in *inspection) sideRests(side int) error {
	p, name := in.now, string(in.now.sideName(side))
	for slot := 1; slot <= squares; slot++ {
		formed := slices.ContainsFunc(p.unitsOf(side), func(u int) bool { return int(p.Units[u].Slot) == slot })
		if n := p.Cards.Count(slotName(name, slot)); n != boolInt(formed) {
			return fmt.Errorf("there are %d cards on slot %d of %s, in square %t [6.2-i]", n, slot, name, formed)
		}
	}
	if n := p.Cards.Count("scouted-" + name); n > 0 && p.Asked == nil {
		return fmt.Errorf("%s has %d scouted cards left [8.3-a]", name, n)
	}
	enough := p.banners(side) >= p.sc.Sides[side].Banners
	switch {
	case enough && !p.Result.Over:
		return fmt.Errorf("%s has won with %s [4-e]", name, plural(p.banners(side), "banner"))
	case p.Result.Over && string(p.Result.Winner) == name && !enough &&
		p.hasUnits(1-side):
		return fmt.Errorf("%s wins with %s [4-a]", name, strconv.Itoa(p.banners(side)))
	}
	return nil
}
