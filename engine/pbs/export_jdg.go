package pbs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/engine/hex"
	"berthier/engine/lines"
	"berthier/engine/pbs/setup"
)

// The map of Jours de Gloire.
const mapColumns, mapRows = 20, 15

// gloire is that map.
type gloire struct{}

// most implements sheet.
func (gloire) most(k setup.Kind) int { return map[setup.Kind]int{setup.Village: 3, setup.Town: 5}[k] }

// first implements sheet.
func (m gloire) first(a, b hex.Hex) int {
	if m.depth(a) != m.depth(b) {
		return m.depth(a) - m.depth(b)
	}
	return int(a.Col) - int(b.Col)
}

// plain implements sheet.
func (gloire) plain(k setup.Kind) bool {
	return signs[k] == 0 && levels[k] == 0 && k != setup.TerrainedHills
}

func (gloire) distance(a, b hex.Hex) int { return a.Distance(b) }

// hexes are those of the map, line by line.
func (gloire) hexes() (all []hex.Hex) {
	for r := 1; r <= mapRows; r++ {
		for c := 1; c <= mapColumns; c++ {
			all = append(all, hex.Hex{Col: int8(c), Row: int8(r)})
		}
	}
	return all
}

// depth is in half hexes.
func (gloire) depth(h hex.Hex) int {
	if h.Col%2 == 1 {
		return 2 * (int(h.Row) - 1)
	}
	return 2*int(h.Row) - 1
}

// count counts points by the cells of this map.
func (m gloire) count(h hex.Hex, f setup.Format, r Rect) (n int) {
	const samples, columns, halves = 4, 160, 124
	t, w, d := m.depth(h), f.Width, f.Depth
	for i := range samples {
		px := w * (8*(int(h.Col)-1) + 2*i + 1)
		if columns*r.X >= px || px >= columns*(r.X+r.W) {
			continue
		}
		for j := range samples {
			if py := d * (123 - 4*t - 2*j); halves*r.Y < py && py < halves*(r.Y+r.H) {
				n++
			}
		}
	}
	return n
}

// rows are those of a side in a column, or those of its ambushes.
func (gloire) rows(column int8, north, ambush bool) (first, last int) {
	switch {
	case north && ambush:
		return 1, 8
	case north && column%2 == 1:
		return 1, 7
	case north:
		return 1, 6
	case ambush:
		return 8, mapRows
	case column%2 == 1:
		return 10, mapRows
	}
	return 9, mapRows
}

// owns reports whether a hex is in those rows.
func (m gloire) owns(h hex.Hex, north, ambush bool) bool {
	first, last := m.rows(h.Col, north, ambush)
	return first <= int(h.Row) && int(h.Row) <= last
}

// hexAt finds the column first.
func (m gloire) hexAt(f setup.Format, x2, y2 int, north, ambush bool) hex.Hex {
	h := m.hexOf(f, x2, y2)
	first, last := m.rows(h.Col, north, ambush)
	h.Row = int8(min(max(int(h.Row), first), last))
	return h
}

// hexOf is the hex of the whole map in which a point lies.
func (gloire) hexOf(f setup.Format, x2, y2 int) hex.Hex {
	const columns, halves = 20, 31
	w, d := f.Width, f.Depth
	c := min(mapColumns, columns*x2/(2*w)+1)
	n2 := 2*d - y2
	r := halves*n2/(4*d) + 1
	if c%2 == 0 {
		r = (halves*n2-2*d)/(4*d) + 1
	}
	return hex.Hex{Col: int8(c), Row: int8(min(max(r, 1), mapRows))}
}

// bars: nobody stands in a pond or inside Impassable Hills, artillery in no marsh.
func (gloire) bars(g setup.Ground, _ int, guns bool) bool {
	on := g.Kind
	if on == setup.TerrainedHills {
		on = g.On
	}
	return on == setup.DeepWater || on == setup.ImpassableHills || guns && (on == setup.Marsh || on == setup.Swamp)
}

// entry is where a flank march comes onto the map.
func (x *export) entry(m flankMarch) hex.Hex {
	column, side := int8(1), m.side
	if (m.Side == RightSector) != x.north(side) {
		column = mapColumns
	}
	guns := slices.ContainsFunc(m.others, func(g int) bool { return x.p.roster(side).Groups[g].Arm == setup.Artillery })
	clear := func(h hex.Hex) bool {
		if x.barred(h, guns) {
			return false
		}
		for _, at := range x.at[1-side] {
			if at.Distance(h) < 2 {
				return false
			}
		}
		return true
	}
	const middle = 8
	for away := range mapRows {
		rear := away
		if x.north(side) {
			rear = -away
		}
		for _, row := range []int{middle + rear, middle - rear} {
			if h := (hex.Hex{Col: column, Row: int8(row)}); row >= 1 && row <= mapRows && clear(h) {
				return h
			}
		}
	}
	row := int8(mapRows)
	if x.north(side) {
		row = 1
	}
	for n := range int8(mapColumns) {
		c := 1 + n
		if column != 1 {
			c = mapColumns - n
		}
		if h := (hex.Hex{Col: c, Row: row}); clear(h) {
			return h
		}
	}
	return hex.Hex{Col: column, Row: row}
}

// camp is the hex of a side's camp.
func (x *export) camp(side int) hex.Hex {
	at := x.p.Armies[side].Camp
	h := gloire{}.hexOf(x.p.format, 2*at.X+at.W, 2*at.Y+at.H)
	h, _ = x.nearest(side, h, false, func(h hex.Hex) bool { return !x.barred(h, false) })
	return h
}

// turns is how long the battle lasts.
const turns = 10

// text is the scenario, in the order of X-27.
func (x *export) text(origin string) string {
	p := x.p
	b := x.head(origin)
	sides := []int{p.Defender, p.invader()}
	for i, s := range sides {
		b = b.Add("side", string(p.sideName(s))).Set("rout", []string{"south", "north"}[i]).
			Set("chief", p.generalID(s, p.roster(s).Commander())).End()
	}
	b = x.appendTurns(b)
	b = b.Line("size", fmt.Sprintf("%dx%d", mapColumns, mapRows))
	b = x.appendGround(b)
	b = b.Line("slopes", "auto")
	b = x.appendCliffs(b)
	for _, s := range sides {
		b = x.appendForces(b, s)
	}
	for _, s := range sides {
		b = x.appendCommander(b, s)
	}
	for _, m := range x.marches {
		b = x.appendArrival(b, m)
	}
	b = x.appendGoals(b, sides)
	b = b.Line("victory", "per-sp=1", "margin=3")
	for _, s := range sides { // who takes the camp of s
		b = b.Line("auto", string(p.sideName(1-s)), "goals="+x.camp(s).String(),
			fmt.Sprintf("lost=%d", (x.strength(s)+2)/3), "from=3")
	}
	return string(b)
}

// appendTurns writes the turns: counted, or one by one if the weather or the night shows
//
func (x *export) appendTurns(b lines.Text) lines.Text {
	fog := 0
	if x.p.options.weather {
		switch x.p.Site.Weather {
		case setup.Snow, setup.DustStorm, setup.HeavyRain:
			fog = turns
		case setup.LightRain:
			fog = 2
		}
	}
	if fog == 0 && !x.p.options.night {
		return b.Line("turns", strconv.Itoa(turns))
	}
	for n := 1; n <= turns; n++ {
		b = b.Add("turn", strconv.Itoa(n)).Flag("fog", n <= fog).Flag("night", x.p.options.night).End()
	}
	return b
}

// signs are those of the ground for each kind, and levels its height above the base.
var signs = [setup.NumKinds]byte{setup.Brush: 'o', setup.TallCrops: 'o', setup.Orchards: 'o', setup.Vineyards: 'o',
	setup.BoundariedFields: 'o', setup.Woods: 'w', setup.Forest: 'w', setup.Village: 'v', setup.Town: 't',
	setup.Marsh: 'm', setup.Swamp: 'm', setup.DeepWater: '~'}

var levels = [setup.NumKinds]int{setup.Hills: 1, setup.SandDunes: 1, setup.Mountains: 2, setup.TerrainedHills: 1,
	setup.ImpassableHills: 3, setup.Gully: -1, setup.Wadi: -1}

// appendGround writes the rows of the ground and of the levels that are not all alike.
func (x *export) appendGround(b lines.Text) lines.Text {
	row := func(word string, plain byte, sign func(g setup.Ground) byte) {
		for r := 1; r <= mapRows; r++ {
			text := make([]byte, mapColumns)
			for c := range text {
				text[c] = sign(x.ground(hex.Hex{Col: int8(c + 1), Row: int8(r)}))
			}
			if string(text) != strings.Repeat(string(plain), mapColumns) {
				b = b.Line(word, fmt.Sprintf("%02d", r), string(text))
			}
		}
	}
	row("ground", '.', func(g setup.Ground) byte {
		k := g.Kind
		if k == setup.TerrainedHills {
			k = g.On
		}
		if signs[k] == 0 {
			return '.'
		}
		return signs[k]
	})
	row("levels", '0', func(g setup.Ground) byte { return byte('0' + x.base + levels[g.Kind]) })
	return b
}

// appendCliffs writes the border of Impassable Hills.
func (x *export) appendCliffs(b lines.Text) lines.Text {
	on := func(h hex.Hex) bool { return h.Col >= 1 && h.Col <= mapColumns && h.Row >= 1 && h.Row <= mapRows }
	for _, h := range x.hexes() {
		for _, n := range h.Neighbors() {
			if on(n) && h.Less(n) && (x.steep(h) || x.steep(n)) && x.pieceAt(h) != x.pieceAt(n) {
				b = b.Line("cliff", hex.EdgeOf(h, n).String())
			}
		}
	}
	return b
}

func (x *export) steep(h hex.Hex) bool { return x.ground(h).Kind == setup.ImpassableHills }

// pieceAt is the piece that takes a hex, or NoPiece.
func (x *export) pieceAt(h hex.Hex) int {
	if i, ok := x.owner[h]; ok {
		return i
	}
	return NoPiece
}

// formation is the id of a general's formation.
func (x *export) formation(side, general int) string { return "g" + x.p.generalID(side, general) }

// What a general of each quality is worth.
var (
	initiatives = [setup.NumQualities]string{"3,2", "4,3", "5,4", "6,5"}
	modifiers   = [setup.NumQualities]int{0, 1, 2, 3}
	ratings     = [setup.NumQualities]int{2, 3, 3, 4}
	ranges      = [setup.NumQualities]int{5, 6, 7, 8}
)

// appendForces writes the formations and counters of a side.
func (x *export) appendForces(b lines.Text, s int) lines.Text {
	p, a := x.p, &x.p.Armies[s]
	for g := range p.roster(s).Generals {
		commands := false
		for u, c := range a.Command {
			_, stands := x.at[s][u]
			commands = commands || c == g && (stands || x.arrives(s, u))
		}
		if ge := &p.roster(s).Generals[g]; commands {
			b = b.Add("formation", x.formation(s, g)).Quoted(ge.Name).Add(string(p.sideName(s))).
				Set("am", initiatives[ge.Quality]).End()
		}
	}
	for g := range p.roster(s).Groups {
		ro := &p.roster(s).Groups[g]
		counter, ids := ro.JDG, []string{""}
		if one, ok := strings.CutPrefix(counter, two); ok {
			counter, ids = one, []string{"a", "b"}
		}
		at, stands := x.at[s][g]
		if !stands && !x.arrives(s, g) {
			continue
		}
		for _, end := range ids {
			b = b.Add("unit", p.groupID(s, g)+end).Quoted(ro.Name).Add(string(p.sideName(s)), counter).
				Set("form", x.formation(s, a.Command[g]))
			if stands {
				b = b.Set("at", at.String())
			}
			b = b.Set("nation", nation(ro)).End()
		}
	}
	return b
}

// appendArrival writes where and when a flank march arrives, and who comes with it [B99].
func (x *export) appendArrival(b lines.Text, m flankMarch) lines.Text {
	turn, at := strconv.Itoa(m.turn), x.entry(m).String()
	for i := -1; i < len(m.others); i++ {
		general, units := m.General, ""
		if i >= 0 {
			g := m.others[i]
			general, units = x.p.Armies[m.side].Command[g], x.p.groupID(m.side, g)
			if strings.HasPrefix(x.p.roster(m.side).Groups[g].JDG, two) {
				units = units + "a," + units + "b"
			}
		}
		b = b.Add("arrival", turn).Set("form", x.formation(m.side, general)).Set("hex", at)
		if units != "" {
			b = b.Set("units", units)
		}
		b = b.End()
	}
	return b
}

// two begins the values of a unit group that becomes two counters.
const two = "2 "

// nation is that of a unit group, as its counters show it.
func nation(ro *setup.Group) string {
	n, _, _ := strings.Cut(ro.CCN, " ")
	if n == "Cossack" {
		return "Russian"
	}
	return n
}

// strength is the infantry and cavalry strength of a whole roster.
func (x *export) strength(side int) (sp int) {
	for _, ro := range x.p.roster(side).Groups {
		if ro.Arm == setup.Artillery {
			continue
		}
		for f := range strings.SplitSeq(ro.JDG, " ") {
			if value, ok := strings.CutPrefix(f, "sp="); ok {
				front, _, _ := strings.Cut(value, "/")
				n, _ := strconv.Atoi(front)
				if strings.HasPrefix(ro.JDG, "2 ") {
					n *= 2
				}
				sp += n
			}
		}
	}
	return sp
}

// appendCommander writes the army commander.
func (x *export) appendCommander(b lines.Text, s int) lines.Text {
	p := x.p
	g := p.roster(s).Commander()
	ge := &p.roster(s).Generals[g]
	drm := modifiers[ge.Quality]
	const much = 40
	switch points := p.points(); {
	case points == 0 || s == p.deploysFirst():
	case points >= much:
		drm += 2
	default:
		drm++
	}
	at := x.camp(s)
	for u, c := range p.Armies[s].Command {
		if h, ok := x.at[s][u]; ok && c == g && p.roster(s).Groups[u].Arm != setup.Artillery {
			at = h
			break
		}
	}
	return b.Add("commander", p.generalID(s, g)).Quoted(ge.Name).Add(string(p.sideName(s)),
		fmt.Sprintf("drm=%d", drm), fmt.Sprintf("rating=%d", ratings[ge.Quality]),
		fmt.Sprintf("range=%d", ranges[ge.Quality]), "at="+at.String()).End()
}

// appendGoals writes the camps and settlements, each hex once.
func (x *export) appendGoals(b lines.Text, sides []int) lines.Text {
	p, used := x.p, map[hex.Hex]bool{}
	for _, s := range sides {
		h, own := x.camp(s), string(p.sideName(s))
		if used[h] {
			continue
		}
		used[h] = true
		b = b.Add("goal", h.String()).Quoted(own+" camp").Set(string(p.sideName(1-s)), "6").Set("held", own).End()
	}
	for i, pc := range p.Pieces {
		h, ok := x.main[i]
		if !ok || x.owner[h] != i || used[h] {
			continue
		}
		used[h] = true
		name := pc.Ground.String()
		b = b.Add("goal", h.String()).Quoted(strings.ToUpper(name[:1]) + name[1:])
		for _, s := range sides {
			b = b.Set(string(p.sideName(s)), "3")
		}
		b = b.End()
	}
	return b
}
