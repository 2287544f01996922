package pbs

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/pbs/setup"
)

// ground lays the terrain of the secure flank, and lets the players choose the compulsory
// pieces [4, 5-a to 5-e].
func (r *run) ground() {
	r.secureFlank()
	for side := r.p.Defender; ; side = 1 - side {
		open := r.p.slotsOpen()
		if open == (slots{}) {
			break
		}
		g := r.p.compulsory(side, open)
		if r.p.misses(side, g) {
			r.unmet("5-e", side, "compulsory")
		}
		r.choose("5-e", side, Compulsory, g)
	}
	r.event("6-a", "placing", Nobody, "class", Compulsory.String())
	r.enter("6-a", PlacePhase)
}

// slots are the compulsory pieces that are still to be chosen, by class [B79].
type slots struct{ rough, difficult, either int }

// slotsOpen counts the compulsory pieces that have not been chosen.
func (p *Position) slotsOpen() slots {
	d := p.density()
	s := slots{d.Rough, d.Difficult, d.Either}
	for _, pc := range p.Pieces {
		if pc.Class != Compulsory {
			continue
		}
		switch {
		case s.either > 0:
			s.either--
		case p.rs.tables.Going(pc.Ground) == setup.Difficult:
			s.difficult--
		default:
			s.rough--
		}
	}
	return s
}

// fits reports whether a kind may be the next compulsory piece [5-c, 5-d, B80].
func (s slots) fits(g setup.Ground, going setup.Footing) bool {
	rough := g.Kind == setup.OpenArea || going == setup.Rough
	return (rough || going == setup.Difficult) &&
		(s.either > 0 || rough && s.rough > 0 || !rough && s.difficult > 0)
}

// compulsory is the kind that a side chooses: the first of its list that is allowed and that
// it has not yet chosen as often as it names it, else an Open Area, else the first of the table.
func (p *Position) compulsory(side int, open slots) setup.Ground {
	allowed := func(g setup.Ground) bool {
		return p.rs.tables.Allowed(g, p.Site.Territory) && open.fits(g, p.rs.tables.Going(g))
	}
	if o := p.last(side, "compulsory"); o != nil {
		for _, g := range o.grounds {
			if allowed(g) && p.more(side, Compulsory, g, o.grounds) {
				return g
			}
		}
	}
	all := p.rs.tables.Grounds(p.Site.Territory)
	return all[max(slices.IndexFunc(all, allowed), 0)]
}

// misses reports whether a side wanted other compulsory kinds than that which it gets.
func (p *Position) misses(side int, got setup.Ground) bool {
	o := p.last(side, "compulsory")
	if o == nil {
		return p.planned(side, "compulsory")
	}
	return !slices.Contains(o.grounds, got) && slices.ContainsFunc(o.grounds, func(g setup.Ground) bool {
		return p.more(side, Compulsory, g, o.grounds)
	})
}

// more reports whether a side has named a kind of piece more often than it has chosen it.
func (p *Position) more(side int, class Class, g setup.Ground, named []setup.Ground) bool {
	n := 0
	for _, want := range named {
		if want == g {
			n++
		}
	}
	for _, pc := range p.Pieces {
		if pc.By == side && pc.Class == class && pc.Ground == g {
			n--
		}
	}
	return n > 0
}

// choose tells the choice of a piece.
func (r *run) choose(rule string, side int, class Class, g setup.Ground) {
	r.event(rule, "choose", side, "piece", strconv.Itoa(len(r.p.Pieces)+1), "class", class.String(), "kind", g.String())
}

// optional lets the players choose optional pieces by turns; who takes none has done
// [5-f, 5-g, 5-j, B20].
func (r *run) optional() {
	done := [2]bool{}
	for side := r.p.Defender; done != [2]bool{true, true}; side = 1 - side {
		g, ok := r.p.option(side)
		if done[side] || !ok {
			done[side] = true
			continue
		}
		r.choose("5-f", side, Optional, g)
	}
}

// option is the optional piece that a side wants next.
func (p *Position) option(side int) (setup.Ground, bool) {
	n := 0
	for _, pc := range p.Pieces {
		if pc.By == side && pc.Class == Optional {
			n++
		}
	}
	o := p.last(side, "optional")
	if o == nil || n >= p.density().Optional {
		return setup.Ground{}, false
	}
	for _, g := range o.grounds {
		impassable := p.rs.tables.Going(g) == setup.Impassable
		if p.rs.tables.Allowed(g, p.Site.Territory) && (!impassable || p.density().Impassable) &&
			p.more(side, Optional, g, o.grounds) {
			return g, true
		}
	}
	return setup.Ground{}, false
}

func (p *Position) applyChoose(e engine.Event) {
	g, _ := setup.ParseGround(e.Get("kind"))
	p.Pieces = append(p.Pieces, Piece{By: p.sideNo(e.By), Class: Class(slices.Index(classNames[:], e.Get("class"))),
		Ground: g})
}

// secureFlank lays what secures a flank: the Defender names the side [B65]; Deep Water is one
// piece of his along it, other terrain a piece of each player in his half [4-b to 4-h].
func (r *run) secureFlank() {
	entry := r.p.flank()
	if entry == setup.NoFlank {
		return
	}
	left, depth := true, bw
	if o := r.p.last(r.p.Defender, "flank"); o != nil {
		if left = o.left; len(o.rolls) > 0 {
			depth = o.rolls[0]
		}
	}
	side := map[bool]Sector{true: LeftSector, false: RightSector}[left]
	r.event("4-b", "secure", r.p.Defender, "side", side.String())
	if entry == setup.WaterFlank {
		at := Rect{0, 0, depth, r.p.format.Depth}
		if !left {
			at.X = r.p.format.Width - depth
		}
		r.lay("4-b", r.p.Defender, setup.Ground{Kind: setup.DeepWater}, at)
		return
	}
	for _, s := range []int{r.p.Defender, r.p.invader()} {
		g, at, missed := r.p.flankPiece(s, entry)
		for _, words := range missed {
			r.unmet("4-g", s, words)
		}
		r.lay("4-g", s, g, at)
	}
}

// lay tells a piece of the secure flank.
func (r *run) lay(rule string, side int, g setup.Ground, at Rect) {
	r.choose(rule, side, FlankPiece, g)
	r.put(rule, side, len(r.p.Pieces)-1, at)
}

// put tells where a piece lies.
func (r *run) put(rule string, side, piece int, at Rect) {
	r.event(rule, "place", side, "piece", strconv.Itoa(piece+1), "at", rectText(at))
}

// flankPiece is the piece of land with which a side secures the flank, in the Defender's view
// [4-d to 4-g, B66], and which of its words for it cannot be followed.
func (p *Position) flankPiece(side int, entry setup.Flank) (g setup.Ground, at Rect, missed []string) {
	kinds := slices.DeleteFunc(entry.Kinds(), func(k setup.Kind) bool {
		return !p.rs.tables.Allowed(setup.Ground{Kind: k}, p.Site.Territory)
	})
	g.Kind = kinds[0]
	f := &p.format
	w, h, wish := f.Least, f.Least, Rect{X: -1}
	if o := p.last(side, "flank"); o != nil {
		usable := func(want setup.Ground) bool { return slices.Contains(kinds, want.Kind) }
		if i := slices.IndexFunc(o.grounds, usable); i >= 0 {
			g = o.grounds[i]
		} else if len(o.grounds) > 0 {
			missed = append(missed, "flank "+groundsText(o.grounds))
		}
		if len(o.points) > 0 {
			wish = o.points[0]
			if wish.W > 0 {
				w, h = wish.W, wish.H
			}
		}
	}
	left := p.secure(side, LeftSector)
	fits := func(r Rect) bool {
		return (left && r.X == 0 || !left && r.X+r.W == f.Width) && 2*(r.Y+r.H) <= f.Depth && r.within(p.table())
	}
	if mine := (Rect{wish.X, wish.Y, w, h}); wish.X >= 0 && fits(mine) {
		return g, p.seen(side, mine), missed
	} else if wish.X >= 0 {
		missed = append(missed, "flank at "+pointText(wish.X, wish.Y))
	}
	mine := Rect{0, (f.Depth/2 - h) / 2, w, h}
	if !left {
		mine.X = f.Width - w
	}
	return g, p.seen(side, mine), missed
}

// groundsText lists kinds as orders do.
func groundsText(grounds []setup.Ground) string {
	names := make([]string, len(grounds))
	for i, g := range grounds {
		names[i] = g.String()
	}
	return strings.Join(names, ",")
}

// next is the piece of a class that is to be placed now: the players take turns, the Defender
// first, each with his pieces in the order in which he has chosen them [6-a, 6-b, B83]; or NoPiece.
func (p *Position) next(class Class) int {
	var over [2]int
	waiting := [2]int{NoPiece, NoPiece}
	for i, pc := range p.Pieces {
		switch {
		case pc.Class != class:
		case pc.Fate != Waiting:
			over[pc.By]++
		case waiting[pc.By] < 0:
			waiting[pc.By] = i
		}
	}
	side := p.Defender
	if waiting[side] < 0 || waiting[1-side] >= 0 && over[side] > over[1-side] {
		side = 1 - side
	}
	return waiting[side]
}
