package pbs

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine/hex"
	"berthier/engine/lines"
	"berthier/engine/pbs/setup"
)

// colors is the board of Commands & Colors: row A is the last one, in which the Defender
// stands; every second row is short by a hex.
type colors struct{}

var battlefield = hex.Layout{Pointed: true, Lines: 9, Length: 13, Ends: hex.Short,
	Naming: hex.Notation{RowFirst: true, Letters: hex.RowLetters, FromLast: true}}

// The middle row of the board, E, and the last one, A.
const middleRow, lastRow = 5, 9

// isShort reports whether a row has 12 hexes.
func isShort(h hex.Hex) bool { return h.Row%2 == 0 }

// hexes are those of the board from row A on, each row from the left.
func (colors) hexes() []hex.Hex {
	all := battlefield.Hexes()
	slices.SortStableFunc(all, func(a, b hex.Hex) int { return int(b.Row) - int(a.Row) })
	return all
}

// most implements sheet.
func (colors) most(k setup.Kind) int { return map[setup.Kind]int{setup.Village: 2, setup.Town: 3}[k] }

// depth implements sheet.
func (colors) depth(h hex.Hex) int { return int(h.Row) }

// first implements sheet.
func (m colors) first(a, b hex.Hex) int {
	if a.Row != b.Row {
		return int(b.Row) - int(a.Row)
	}
	return int(a.Col) - int(b.Col)
}

func (colors) distance(a, b hex.Hex) int { return battlefield.Distance(a, b) }

// count counts points by the cells of this board.
func (colors) count(h hex.Hex, f setup.Format, r Rect) (n int) {
	const samples, columns, rows = 4, 104, 72
	row := lastRow - int(h.Row)
	left := 2*(int(h.Col)-1) + row%2
	for i := range samples {
		x := f.Width * (4*left + 2*i + 1)
		if columns*r.X >= x || x >= columns*(r.X+r.W) {
			continue
		}
		for j := range samples {
			if y := f.Depth * (8*row + 2*j + 1); rows*r.Y < y && y < rows*(r.Y+r.H) {
				n++
			}
		}
	}
	return n
}

// rows are those of a side, or those of its ambushes.
func (colors) rows(north, ambush bool) (first, last int) {
	const deep = 4 // rows
	switch {
	case north && ambush:
		return 1, deep + 1
	case north:
		return 1, deep
	case ambush:
		return middleRow, lastRow
	}
	return lastRow - deep + 1, lastRow
}

// owns implements sheet.
func (m colors) owns(h hex.Hex, north, ambush bool) bool {
	first, last := m.rows(north, ambush)
	return first <= int(h.Row) && int(h.Row) <= last
}

// hexAt finds the row first, and then the column for it.
func (m colors) hexAt(f setup.Format, x2, y2 int, north, ambush bool) hex.Hex {
	const rows = 9
	first, last := m.rows(north, ambush)
	row := lastRow - min(rows-1, rows*y2/(2*f.Depth))
	return m.inRow(f, x2, min(max(row, first), last))
}

// inRow is the hex of a row in which a point lies.
func (colors) inRow(f setup.Format, x2, row int) hex.Hex {
	const columns = 13
	h := hex.Hex{Row: int8(row)}
	if isShort(h) {
		h.Col = int8(min(max((columns*x2-f.Width)/(2*f.Width)+1, 1), columns-1))
	} else {
		h.Col = int8(min(columns, columns*x2/(2*f.Width)+1))
	}
	return h
}

// tiles are the signs of what lies in the hexes of a kind; without one it is open.
var tiles = [setup.NumKinds]byte{setup.Hills: 'h', setup.Mountains: 'h', setup.TerrainedHills: 'h',
	setup.ImpassableHills: 'r', setup.Woods: 'f', setup.Forest: 'f', setup.Orchards: 'f', setup.Vineyards: 'f',
	setup.Brush: 'f', setup.Village: 't', setup.Town: 't', setup.RockyGround: 's', setup.SandyGround: 's',
	setup.SandDunes: 's', setup.Marsh: 's', setup.Swamp: 's', setup.Gully: 'x', setup.Wadi: 'x', setup.DeepWater: '~'}

// tile is the sign of a hex that a piece takes with a count of points, and whether a hill lies
// under it. Mountains are hills of their own, also where they are the slopes of others.
func (colors) tile(g setup.Ground, count int) (sign byte, hill bool) {
	const whole = 16
	slopes := g.Kind == setup.TerrainedHills
	switch {
	case count == whole && (g.Kind == setup.Mountains || slopes && g.On == setup.Mountains):
		return 'r', false
	case slopes && tiles[g.On] != 0:
		return tiles[g.On], g.On != setup.Mountains
	case tiles[g.Kind] != 0:
		return tiles[g.Kind], false
	}
	return '.', false
}

// plain implements sheet.
func (colors) plain(k setup.Kind) bool { return tiles[k] == 0 && k != setup.BoundariedFields }

// bars: nobody stands in a River or on a Rugged hill, artillery in no Sand quarry.
func (m colors) bars(g setup.Ground, count int, guns bool) bool {
	sign, _ := m.tile(g, count)
	return sign == '~' || sign == 'r' || guns && sign == 's'
}

// baseline is the hex of a camp.
func (x *export) baseline(side int) hex.Hex {
	at, row := x.p.Armies[side].Camp, lastRow
	if x.north(side) {
		row = 1
	}
	h := colors{}.inRow(x.p.format, 2*at.X+at.W, row)
	h, _ = x.nearest(side, h, false, func(n hex.Hex) bool { return int(n.Row) == row && !x.barred(n, false) })
	return h
}

// The cards of a hand, and those who have scouted well enough to hold fewer or more.
const usualHand, wellScouted = 5, 40

// colorsText is the scenario of Commands & Colors: Napoleonics.
func (x *export) colorsText(origin string) string {
	p := x.p
	b := x.head(origin)
	sides := []int{p.Defender, p.invader()}
	first := p.invader()
	if p.points() > 0 {
		first = 1 - p.deploysFirst()
	}
	for i, s := range sides {
		hand := usualHand
		switch {
		case p.points() > 0 && s == first:
			hand++
		case p.points() >= wellScouted:
			hand--
		}
		b = b.Add("side", string(p.sideName(s)), []string{"bottom", "top"}[i]).Set("nations",
			strings.Join(p.nations(s), ",")).
			Set("hand", fmt.Sprint(hand)).End()
	}
	b = b.Line("first", string(p.sideName(first)))
	b = b.Line("banners", fmt.Sprint(bannersToWin(min(len(p.roster(0).Groups), len(p.roster(1).Groups)))))
	b = x.appendWeather(b)
	b = x.appendTiles(b)
	for _, s := range sides {
		b = x.appendUnits(b, s)
		b = x.appendLeaders(b, s)
	}
	for _, s := range sides {
		b = b.Add("goal", battlefield.Name(x.baseline(s))).Quoted(string(p.sideName(s))+" camp").
			Set(string(p.sideName(1-s)), "1").Flag("start", true).End()
	}
	return string(b)
}

// bannersToWin are those of a battle in which the smaller army has so many unit groups.
func bannersToWin(groups int) int {
	const least, most = 5, 9
	return min(max((groups+1)/2, least), most)
}

// arrivalsText is what stays hidden in the battle: when and where flank marches arrive, "" if
// there are none.
func (x *export) arrivalsText(origin string) string {
	if len(x.marches) == 0 {
		return ""
	}
	var b lines.Text
	b = fmt.Appendf(b, "# %s\n# Source: a Pre Battle\n\n", origin)
	for _, m := range x.marches {
		flank := "right"
		if m.Side == LeftSector {
			flank = "left"
		}
		var units []string
		for _, g := range append(slices.Clip(m.Groups), m.others...) {
			units = append(units, noHex(unitMark, x.p.groupID(m.side, g)))
		}
		b = b.Add("arrival", string(x.p.sideName(m.side)), flank, fmt.Sprint(m.turn), strings.Join(units, ",")).
			Set("leader", noHex(generalMark, x.p.generalID(m.side, m.General))).End()
	}
	return string(b)
}

// What stands before the ids of units and of generals that could be hexes of the board in an
// order, as f12 is.
const unitMark, generalMark = "u-", "g-"

// noHex is an id that nobody takes for a hex: u-f12 for f12.
func noHex(mark, id string) string {
	if strings.Trim(id[1:], "0123456789") != "" {
		return id
	}
	return mark + id
}

// nations are those of the units of a side, in their order.
func (p *Position) nations(side int) (names []string) {
	for _, ro := range p.roster(side).Groups {
		if n, _, _ := strings.Cut(ro.CCN, " "); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// appendWeather writes what the weather of the battle hinders.
func (x *export) appendWeather(b lines.Text) lines.Text {
	if !x.p.options.weather {
		return b
	}
	switch x.p.Site.Weather {
	case setup.Snow, setup.HeavyRain:
		return b.Line("weather", "wet", "mud")
	case setup.DustStorm, setup.LightRain:
		return b.Line("weather", "wet")
	case setup.StrongWinds:
		return b.Line("weather", "wind")
	}
	return b
}

// appendTiles writes the rows of the board that are not open, the hills under other ground, and
// the field works.
func (x *export) appendTiles(b lines.Text) lines.Text {
	var hills []string
	works := lines.Text(nil)
	for row := 1; row <= lastRow; row++ {
		var signs []byte
		name := ""
		for _, h := range battlefield.Hexes() {
			if int(h.Row) != row {
				continue
			}
			name = battlefield.Name(h)
			i, ok := x.owner[h]
			if !ok {
				signs = append(signs, '.')
				continue
			}
			g := x.p.Pieces[i].Ground
			sign, hill := colors{}.tile(g, x.counts[i][h])
			signs = append(signs, sign)
			if hill {
				hills = append(hills, name)
			}
			if g.Kind == setup.BoundariedFields || g.On == setup.BoundariedFields {
				works = works.Line("works", name, x.faces(i))
			}
		}
		if strings.Trim(string(signs), ".") != "" {
			b = b.Line("ground", name[:1], string(signs))
		}
	}
	if len(hills) > 0 {
		b = b.Line("hill", strings.Join(hills, ","))
	}
	return append(b, works...)
}

// faces are the sides that the works of Boundaried Fields have: those toward the enemy of the
// half in which the piece lies.
func (x *export) faces(piece int) string {
	pc := x.p.Pieces[piece]
	y2 := 2*pc.At.Y + pc.At.H
	if y2 < x.p.format.Depth || y2 == x.p.format.Depth && !x.north(pc.By) {
		return "NE,E,NW"
	}
	return "SE,SW,W"
}

// appendUnits writes the units of a side; those that march round a flank arrive later [X-18,
//
func (x *export) appendUnits(b lines.Text, s int) lines.Text {
	p := x.p
	for g := range p.roster(s).Groups {
		ro := &p.roster(s).Groups[g]
		at := "off"
		if h, stands := x.at[s][g]; stands {
			at = battlefield.Name(h)
		} else if !x.arrives(s, g) {
			continue
		}
		nation, kind, _ := strings.Cut(ro.CCN, " ")
		b = b.Add("unit", noHex(unitMark, p.groupID(s, g))).Quoted(ro.Name).Add(nation, kind).Set("at", at)
		if slices.Contains(p.nations(1-s), nation) {
			b = b.Set("side", string(p.sideName(s)))
		}
		b = b.End()
	}
	return b
}

// appendLeaders writes the generals of a side. One who bluffed stands like the others
//
func (x *export) appendLeaders(b lines.Text, s int) lines.Text {
	p, a := x.p, &x.p.Armies[s]
	alone := map[hex.Hex]bool{}
	for g := range p.roster(s).Generals {
		ge := &p.roster(s).Generals[g]
		marches := slices.ContainsFunc(x.marches, func(m flankMarch) bool { return m.side == s && m.General == g })
		at := hex.None
		for u, c := range a.Command {
			h, ok := x.at[s][u]
			if !ok || c != g {
				continue
			}
			if guns := p.roster(s).Groups[u].Arm == setup.Artillery; at == hex.None || !guns {
				at = h
				if !guns {
					break
				}
			}
		}
		if at == hex.None && !marches {
			camp := x.baseline(s)
			at = camp
			if alone[at] || x.taken[at] {
				at, _ = x.nearest(s, camp, false,
					func(h hex.Hex) bool { return !alone[h] && !x.taken[h] && !x.barred(h, false) })
			}
			alone[at] = true
		}
		where := "off"
		if at != hex.None {
			where = battlefield.Name(at)
		}
		b = b.Add("leader", noHex(generalMark, p.generalID(s, g))).Quoted(ge.Name).Add(string(p.sideName(s))).Set("at",
			where).End()
	}
	return b
}
