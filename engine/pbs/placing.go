package pbs

import (
	"fmt"
	"slices"
	"strconv"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/pbs/setup"
)

// place rolls for the next piece, and places the one for which the die lies [6]. When none is
// left, the optional pieces are chosen; when these lie, the terrain is complete.
func (r *run) place() {
	if r.p.Piece >= 0 {
		r.placePiece()
		return
	}
	i := r.p.next(r.p.Placing)
	switch {
	case i >= 0:
		r.rollPlacement(i)
	case r.p.Placing == Compulsory:
		r.optional()
		r.event("6-b", "placing", Nobody, "class", Optional.String())
	default:
		r.complete()
	}
}

// complete takes the Open Areas off [11-c, B82] and ends the terrain [0-b].
func (r *run) complete() {
	for i, pc := range r.p.Pieces {
		if pc.Fate == Placed && pc.Ground.Kind == setup.OpenArea && !r.p.options.keepOpen {
			r.event("11-c", "remove", Nobody, "piece", strconv.Itoa(i+1))
		}
	}
	r.enter("7-a", ListPhase)
}

// rollPlacement rolls for the sector of a piece [6-d, 6-e]. Some pieces are lost by it [6-h],
// and Boundaried Fields without a settlement [11-d].
func (r *run) rollPlacement(i int) {
	pc := r.p.Pieces[i]
	const sides = 6
	d := r.dice.Draw(fmt.Sprintf("placement of %s by %s", pc.Ground, r.p.sideName(pc.By)), sides)
	n := d.Value + 1
	r.emit(engine.Event{Rule: "6-d", Kind: "roll", By: r.p.sideName(pc.By), Roll: &engine.Roll{
		Die: engine.Die{First: 1}, Draws: []engine.Draw{d}, Total: n, Result: sectorOf(n).String()}})
	if rule := r.p.lostBy(i, n); rule != "" {
		r.event(rule, "lost", pc.By, "piece", strconv.Itoa(i+1))
		return
	}
	r.event("6-d", "at-hand", pc.By, "piece", strconv.Itoa(i+1), "roll", strconv.Itoa(n))
}

// lostBy is the rule by which a piece is lost when its die lies; "" if it can be placed.
func (p *Position) lostBy(i, roll int) (rule string) {
	switch p.Pieces[i].Ground.Kind {
	case setup.ImpassableHills, setup.DeepWater:
		if sectorOf(roll) == CentreSector {
			return "6-h"
		}
	case setup.BoundariedFields:
		if !p.settled() {
			return "11-d"
		}
	}
	return ""
}

// settled reports whether there is a Town or Village for one more piece of Boundaried Fields
// [11-d, B48, B81].
func (p *Position) settled() bool {
	fields, settlements := 1, 0
	for _, pc := range p.Pieces {
		switch {
		case pc.Fate != Placed:
		case pc.Ground.Kind == setup.BoundariedFields:
			fields++
		case pc.Ground.Kind == setup.Town || pc.Ground.Kind == setup.Village:
			settlements++
		}
	}
	return fields <= settlements
}

// placePiece places the piece at hand, and rolls for its opponent [6-f, 6-g, 6-i].
func (r *run) placePiece() {
	i := r.p.Piece
	side := r.p.Pieces[i].By
	mine, ok := r.p.placeFor(i)
	slot := "place " + r.p.Pieces[i].Ground.String()
	if places := r.p.said(side, slot); len(places) > 0 && !slices.ContainsFunc(places, func(o *order) bool {
		return o.points[0].X == mine.X && o.points[0].Y == mine.Y
	}) {
		r.unmet("6-a", side, slot)
	}
	if !ok {
		r.event("B21", "lost", side, "piece", strconv.Itoa(i+1))
		return
	}
	r.put("6-a", side, i, r.p.seen(side, mine))
	n := r.adjustmentRoll(i)
	r.event("6-i", "at-hand", 1-side, "piece", strconv.Itoa(i+1), "roll", strconv.Itoa(n))
	r.enter("6-i", AdjustPhase)
}

// placeFor is where the piece at hand goes, in the view of its player: the first of his places
// that is legal for the roll, else the first that there is [B75].
func (p *Position) placeFor(i int) (Rect, bool) {
	pc, f := &p.Pieces[i], &p.format
	least := f.Least
	if pc.Class == Optional {
		least = f.Few
	}
	for _, o := range p.said(pc.By, "place "+pc.Ground.String()) {
		if at, why := p.placeBy(i, o); why == "" {
			return at, true
		}
	}
	return p.search(least, least, 0, func(r Rect) bool { return p.legalPlace(i, r) })
}

// placeBy is where a line puts the piece at hand, and why it may not lie there: see noPlace.
func (p *Position) placeBy(i int, o *order) (at Rect, why string) {
	least := p.format.Least
	if p.Pieces[i].Class == Optional {
		least = p.format.Few
	}
	if at = o.points[0]; at.W == 0 {
		at.W, at.H = least, least
	}
	if len(o.rolls) > 0 && !slices.Contains(o.rolls, p.Roll) {
		return at, "dice"
	}
	return at, p.noPlace(i, at)
}

// legalPlace reports whether the piece at hand may lie in a rectangle of its player's view.
func (p *Position) legalPlace(i int, r Rect) bool { return p.noPlace(i, r) == "" }

// noPlace says why the piece at hand may not lie in a rectangle of its player's view: the end of a key "why."; ""
// if it may.
func (p *Position) noPlace(i int, r Rect) (why string) {
	pc, f, sector := &p.Pieces[i], &p.format, sectorOf(p.Roll)
	least, most := f.Least, f.Most
	if pc.Class == Optional {
		least, most = f.Few, f.Many
	}
	switch {
	case min(r.W, r.H) < least || max(r.W, r.H) > most || (r.W|r.H)%2 != 0: // [5-h, 5-i]
		return "size"
	case !r.within(p.table()) || !p.inSector(r, sector): // [6-e]
		return "sector"
	case p.Roll%2 == 1 && !p.atEdge(r, sector): // [6-f]
		return "edge"
	}
	at := p.seen(pc.By, r)
	for _, o := range p.Pieces {
		if o.Fate != Placed {
			continue
		}
		water := o.Ground.Kind == setup.DeepWater // that may be touched [6-g, B85]
		if at.overlaps(o.At) || !water && !at.apart(o.At, f.Spacing) {
			return "near"
		}
	}
	return ""
}

// adjustmentRoll rolls the die of the opponent of a piece, and tells what it allows.
func (r *run) adjustmentRoll(i int) int {
	pc := r.p.Pieces[i]
	side := r.p.sideName(1 - pc.By)
	const sides = 6
	d := r.dice.Draw(fmt.Sprintf("adjustment of %s by %s", pc.Ground, side), sides)
	n := d.Value + 1
	allows := [sides]string{"nothing", "nothing", "nothing", "move", "move or rotate",
		"move, rotate or remove"}[d.Value]
	r.emit(engine.Event{Rule: "6-i", Kind: "roll", By: side, Roll: &engine.Roll{Die: engine.Die{First: 1},
		Draws: []engine.Draw{d}, Total: n, Result: allows}})
	return n
}

// adjust lets the opponent use his die on the piece at hand [6-i to 6-l].
func (r *run) adjust() {
	i := r.p.Piece
	opponent := 1 - r.p.Pieces[i].By
	how, at := r.p.adjustment(i)
	switch how {
	case "remove":
		r.event("6-l", "remove", opponent, "piece", strconv.Itoa(i+1))
	case "move", "rotate":
		rule := map[string]string{"move": "6-j", "rotate": "6-k"}[how]
		r.event(rule, "adjust", opponent, "piece", strconv.Itoa(i+1), "how", how, "at", rectText(at))
	}
	r.event("6-i", "laid", Nobody)
	r.enter("6-b", PlacePhase)
}

// What an adjustment needs on the die [6-j to 6-l].
const (
	rollMove   = 4
	rollRotate = 5
	rollRemove = 6
)

// adjustment is what the opponent of a piece does with it, and where it lies then: the first
// line of his that applies and is legal [B26, B76, B77].
func (p *Position) adjustment(i int) (how string, at Rect) {
	pc := &p.Pieces[i]
	opponent := 1 - pc.By
	mine := p.seen(opponent, pc.At)
	for _, o := range p.said(opponent, "adjust") {
		if !o.if_.Holds(func(t ask.Term) bool { return p.adjustHolds(t, pc, mine) }) {
			continue
		}
		to := mine
		need := map[string]int{"move": rollMove, "rotate": rollRotate, "remove": rollRemove}[o.how]
		switch o.how {
		case "none":
			return "", Rect{}
		case "move":
			to = mine.moved(o.points[0].X, o.points[0].Y)
		case "rotate":
			to = mine.turned()
		}
		if to = p.seen(opponent, to); p.Roll >= need && (o.how == "remove" || p.legalAdjustment(i, to)) {
			return o.how, to
		}
	}
	return "", Rect{}
}

func (p *Position) adjustHolds(t ask.Term, pc *Piece, mine Rect) bool {
	switch t.Fact {
	case "kind":
		return slices.Contains(t.List, pc.Ground.String())
	case "sector":
		return slices.Contains(t.List, p.sectorAt(mine).String())
	}
	return p.Roll >= t.Number
}

// legalAdjustment reports whether a piece may lie somewhere after an adjustment [B24, B76].
func (p *Position) legalAdjustment(i int, at Rect) bool {
	pc := &p.Pieces[i]
	barred := pc.Ground.Kind == setup.ImpassableHills || pc.Ground.Kind == setup.DeepWater
	if !at.within(p.table()) || barred && p.sectorAt(at) == CentreSector {
		return false
	}
	for n, o := range p.Pieces {
		if n != i && o.Fate == Placed && at.overlaps(o.At) {
			return false
		}
	}
	return true
}

// pieceOf is the piece that an event is about.
func (p *Position) pieceOf(e engine.Event) *Piece { return &p.Pieces[e.Int("piece")-1] }

func (p *Position) applyPlace(e engine.Event) {
	pc := p.pieceOf(e)
	pc.Fate = Placed
	pc.At, _ = parseRect(e.Get("at"))
}

// dropPiece ends what is done with the piece at hand.
func (p *Position) dropPiece() { p.Piece, p.Roll = NoPiece, 0 }
