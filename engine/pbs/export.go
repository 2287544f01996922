package pbs

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/lines"
	"berthier/engine/pbs/setup"
)

// Targets implements engine.Exporter: the games that both armies can fight, or the one that the
// option target names.
func (rs *Ruleset) Targets(pos engine.Position) (games []string) {
	p := pos.(*Position)
	for _, target := range []string{"jdg", "ccn"} {
		if named := p.options.target; named != "" && named != target {
			continue
		}
		if p.Result.Over && p.exportable(target) == nil && p.stands() == nil {
			games = append(games, target)
		}
	}
	return games
}

// Leads implements engine.Exporter: unless its players end it, a Pre Battle ends when both armies are deployed [9-h].
func (rs *Ruleset) Leads(o engine.Outcome) bool { return o.Rule == "9-h" }

// Export implements engine.Exporter: a scenario of Jours de Gloire
// or of Commands & Colors: Napoleonics. Ambushes stand openly in both. A
// flank march is an open arrival in the first; in the second its side and its turn stay
// hidden in a file of their own.
func (rs *Ruleset) Export(pos engine.Position, target, origin string) (b engine.Battle, err error) {
	p := pos.(*Position)
	switch {
	case p.options.target != "" && target != p.options.target:
		return b, fmt.Errorf("this Pre Battle begins a game of %s, not of %q", p.options.target, target)
	case target != "jdg" && target != "ccn":
		return b, fmt.Errorf("a Pre Battle does not begin a game of %q; want jdg or ccn", target)
	case !p.Result.Over:
		return b, fmt.Errorf("[X-40] the Pre Battle is not over: both armies have to stand")
	}
	if err := p.exportable(target); err != nil {
		return b, err
	}
	if err := p.stands(); err != nil {
		return b, err
	}
	if strings.ContainsAny(origin, "\r\n") {
		return b, fmt.Errorf("the origin %q has more than one line", origin)
	}
	x := newExport(p, target)
	x.placeAll()
	b.Setup.Scenario = "prebattle"
	text := ""
	if target == "ccn" {
		text = x.colorsText(origin)
		if hidden := x.arrivalsText(origin); hidden != "" {
			b.Setup.Files = map[string][]byte{"arrivals.txt": []byte(hidden)}
		}
	} else {
		text = x.text(origin)
	}
	b.Data = map[string][]byte{"scenarios/prebattle.txt": []byte(text)}
	return b, nil
}

// stands says what is missing of a deployment that is to become a battle.
func (p *Position) stands() error {
	for s, a := range p.Armies {
		if !a.Camp.laid() {
			return fmt.Errorf("[X-40] the camp of %s is not on the table", p.sideName(s))
		}
		for g := range a.Groups {
			if (a.Groups[g].At.laid() || a.hidden(g)) && a.Command[g] < 0 {
				return fmt.Errorf("[X-40] nobody commands %s", p.groupID(s, g))
			}
		}
	}
	return nil
}

// export makes the scenario.
type export struct {
	p *Position
	sheet
	owner   map[hex.Hex]int         // piece that takes a hex
	counts  map[int]map[hex.Hex]int // points of each hex inside a piece
	main    map[int]hex.Hex         // first hex of a settlement, by piece
	base    int                     // level
	at      [2]map[int]hex.Hex
	taken   map[hex.Hex]bool
	omitted []string // unit groups for which there is no hex
	marches []flankMarch
}

// sheet is the map of one of the games.
type sheet interface {
	// hexes lists all hexes: of two with the same count the earlier one belongs to a piece.
	hexes() []hex.Hex
	// count is how many of the 16 points of a hex lie inside a rectangle of a table.
	count(h hex.Hex, f setup.Format, r Rect) int
	// most is how many hexes a settlement takes.
	most(k setup.Kind) int
	// hexAt is the hex of a side's rows, or those of its ambushes, in which a point lies, given
	// by twice its coordinates.
	hexAt(f setup.Format, x2, y2 int, north, ambush bool) hex.Hex
	// owns reports whether a hex is in those rows.
	owns(h hex.Hex, north, ambush bool) bool
	// first is below 0 if a settlement takes the first of two hexes with the same count.
	first(a, b hex.Hex) int
	// depth is how far south a hex lies, among those of the sheet.
	depth(h hex.Hex) int
	distance(a, b hex.Hex) int
	// plain reports whether a kind gives nothing but its name.
	plain(k setup.Kind) bool
	// bars reports whether nobody can stand where a piece takes a hex with a count, or no
	// artillery.
	bars(g setup.Ground, count int, guns bool) bool
}

// flankMarch is a real one, of which the units and the general arrive later.
type flankMarch struct {
	March
	side, turn int   // turn of its side
	others     []int // unit groups that come with it, as there was no room for them on the table [B99]
}

func newExport(p *Position, target string) *export {
	x := &export{p: p, sheet: gloire{}, owner: map[hex.Hex]int{}, counts: map[int]map[hex.Hex]int{},
		main: map[int]hex.Hex{}, taken: map[hex.Hex]bool{}}
	if target == "ccn" {
		x.sheet = colors{}
	}
	for s := range x.at {
		x.at[s] = map[int]hex.Hex{}
	}
	x.cover()
	return x
}

// cover says which piece takes which hex.
func (x *export) cover() {
	const enough = 8
	has := map[int][]hex.Hex{}
	counts, all := x.counts, x.hexes()
	for i, pc := range x.p.Pieces {
		counts[i] = map[hex.Hex]int{}
		if pc.Fate == Placed && pc.Ground.Kind != setup.OpenArea {
			for _, h := range all {
				counts[i][h] = x.count(h, x.p.format, pc.At)
			}
		}
	}
	for _, h := range all {
		best, most := -1, enough-1
		for i := range x.p.Pieces {
			if counts[i][h] > most {
				best, most = i, counts[i][h]
			}
		}
		if best >= 0 {
			has[best] = append(has[best], h)
			x.owner[h] = best
		}
	}
	for i, pc := range x.p.Pieces {
		if pc.Fate != Placed || pc.Ground.Kind == setup.OpenArea {
			continue
		}
		if len(has[i]) == 0 {
			best := slices.MaxFunc(all, func(a, b hex.Hex) int { return counts[i][a] - counts[i][b] })
			has[i] = []hex.Hex{best}
			x.owner[best] = i
		}
		x.settle(i, has[i], counts[i])
	}
	for _, i := range x.owner {
		if k := x.p.Pieces[i].Ground.Kind; k == setup.Gully || k == setup.Wadi {
			x.base = 1
		}
	}
}

// settle leaves a Village or a Town its best hexes.
func (x *export) settle(i int, has []hex.Hex, counts map[hex.Hex]int) {
	most := x.most(x.p.Pieces[i].Ground.Kind)
	if most == 0 {
		return
	}
	slices.SortStableFunc(has, func(a, b hex.Hex) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return x.first(a, b)
	})
	for n, h := range has {
		if n >= most && x.owner[h] == i {
			delete(x.owner, h)
		}
	}
	if x.owner[has[0]] == i {
		x.main[i] = has[0]
	}
}

// ground is the kind that lies in a hex; an Open Area where nothing does.
func (x *export) ground(h hex.Hex) setup.Ground {
	if i, ok := x.owner[h]; ok {
		return x.p.Pieces[i].Ground
	}
	return setup.Ground{}
}

// barred reports whether nobody can stand in a hex, or no artillery.
func (x *export) barred(h hex.Hex, guns bool) bool {
	i, ok := x.owner[h]
	return ok && x.bars(x.p.Pieces[i].Ground, x.counts[i][h], guns)
}

// north reports whether a side has the north of the map.
func (x *export) north(side int) bool { return side != x.p.Defender }

// head is how a scenario begins: the campaign, what is missing, and the title.
func (x *export) head(origin string) lines.Text {
	p := x.p
	var b lines.Text
	b = fmt.Appendf(b, "# %s\n# Source: a Pre Battle\n", origin)
	for _, name := range x.omitted {
		b = fmt.Appendf(b, "# There was no hex for %s.\n", name)
	}
	var plain []string
	for _, pc := range p.Pieces {
		name := pc.Ground.String()
		if pc.Fate == Placed && pc.Ground.Kind != setup.OpenArea && x.plain(pc.Ground.Kind) &&
			!slices.Contains(plain, name) {
			plain = append(plain, name)
			b = fmt.Appendf(b, "# On the table, and of no effect in the battle: %s.\n", name)
		}
	}
	b = append(b, '\n')
	return b.Add("scenario").Quoted(fmt.Sprintf("%s: %s, %s", p.sc.Title, p.Site.Territory, p.Site.Pawn.Density)).End()
}

// placeAll gives each unit group on the table its hex: ambushes first, the Defender's before the
// Invader's, then the others in the order in which they were deployed; and each flank
// march its turn.
func (x *export) placeAll() {
	type stand struct{ side, group, no int }
	var all []stand
	for _, s := range []int{x.p.Defender, x.p.invader()} {
		a := &x.p.Armies[s]
		for _, am := range a.Ambushes {
			x.place(s, am.Group, am.At, true)
		}
		for g, gr := range a.Groups {
			if gr.At.laid() {
				all = append(all, stand{s, g, gr.No})
			}
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].no < all[j].no })
	for _, st := range all {
		x.place(st.side, st.group, x.p.Armies[st.side].Groups[st.group].At, false)
	}
	for _, s := range []int{x.p.Defender, x.p.invader()} {
		for _, m := range x.p.Armies[s].Marches {
			if len(m.Groups) > 0 {
				x.marches = append(x.marches, flankMarch{March: m, side: s, turn: x.turnOf(s, m)})
			}
		}
		for g, gr := range x.p.Armies[s].Groups {
			if gr.Off {
				x.follow(s, g)
			}
		}
	}
}

// follow has a unit group for which there was no room on the table come with the first flank
// march of its side; without one it is out of the battle [B99].
func (x *export) follow(side, g int) {
	var first *flankMarch
	for i := range x.marches {
		if m := &x.marches[i]; m.side == side && (first == nil || m.turn < first.turn) {
			first = m
		}
	}
	if first == nil {
		x.omitted = append(x.omitted, x.p.roster(side).Groups[g].Name)
		return
	}
	first.others = append(first.others, g)
}

// arrives reports whether a unit group is in the battle, but not on the map when it begins.
func (x *export) arrives(side, g int) bool {
	return slices.ContainsFunc(x.marches, func(m flankMarch) bool {
		return m.side == side && (slices.Contains(m.Groups, g) || slices.Contains(m.others, g))
	})
}

// place puts a unit group into the hex of its centre, or the nearest one that is free.
func (x *export) place(side, g int, at Rect, ambush bool) {
	h := x.hexAt(x.p.format, 2*at.X+at.W, 2*at.Y+at.H, x.north(side), ambush)
	guns := x.p.roster(side).Groups[g].Arm == setup.Artillery
	free := func(h hex.Hex) bool { return !x.taken[h] && !x.barred(h, guns) }
	if !free(h) {
		near, ok := x.nearest(side, h, ambush, free)
		if !ok {
			near, ok = x.nearest(side, h, true, free)
		}
		if !ok {
			x.omitted = append(x.omitted, x.p.roster(side).Groups[g].Name)
			return
		}
		h = near
	}
	x.taken[h], x.at[side][g] = true, h
}

// nearest is the free hex of a side's rows that is nearest to another; of several the one
// nearest its rear edge, and then farthest to its left.
func (x *export) nearest(side int, from hex.Hex, ambush bool, free func(hex.Hex) bool) (best hex.Hex, ok bool) {
	key := func(h hex.Hex) [3]int {
		rear, left := -x.depth(h), int(h.Col)
		if x.north(side) {
			rear, left = x.depth(h), -left
		}
		return [3]int{x.distance(from, h), rear, left}
	}
	for _, h := range x.hexes() {
		if !x.owns(h, x.north(side), ambush) || !free(h) {
			continue
		}
		if a, b := key(h), key(best); !ok || slices.Compare(a[:], b[:]) < 0 {
			best, ok = h, true
		}
	}
	if !ok {
		return hex.None, false
	}
	return best, true
}

// turnOf is when a flank march arrives.
func (x *export) turnOf(side int, m March) int {
	turn := 3
	if slices.ContainsFunc(m.Groups, func(g int) bool { return x.p.roster(side).Groups[g].Arm != setup.Mounted }) {
		turn++
	}
	turn += (m.Delay - 1) / 2
	if x.p.secure(side, m.Side) && x.p.flank() != setup.WaterFlank {
		turn++
	}
	return turn
}
