package templates

import (
	"cmp"
	"slices"
	"strings"

	"berthier/engine/board"
	"berthier/engine/tongue"
)

const legendIcon = 15 // size of a cell in the legend

// say says something in the reader's language.
func (m *mapper) say(key string, args ...tongue.Arg) string {
	return catalogue.Say(key, args...).In(m.language)
}

// word is a word of a board in the reader's language, or as it is if no drawing knows it.
func (m *mapper) word(kind string) string {
	if key := "board." + kind; catalogue.Has(key) {
		return catalogue.Say(key).In(m.language)
	}
	return strings.ReplaceAll(kind, "-", " ")
}

// explain draws the legend: what is on this map and nothing else. A brief one leaves out
// ground and symbols. It returns its lower edge.
func (m *mapper) explain(top float32) float32 {
	legendText := m.letters
	legendRow := max(30, 1.7*legendText)
	m.stroke(polyline(point{margin, top}, point{m.w - margin, top}), rgb(0xb9a77c), 1.5)
	at := point{margin, top + legendRow*.75}
	entry := func(width float32, label string, icon func(at point)) {
		label = shorten(label, plainFont, legendText, m.w-2*margin-width-8)
		total := width + 8 + textWidth(plain(label), plainFont, legendText) + 22
		if at.x > margin && at.x+total > m.w-margin {
			at = point{margin, at.y + legendRow}
		}
		icon(at.add(width/2, 0))
		m.items = append(m.items, item{text: label, at: at.add(width+8, legendText*.36), size: legendText, flush: true,
			fill: ink})
		at.x += total
	}
	newRow := func() {
		if at.x > margin {
			at = point{margin, at.y + legendRow}
		}
	}
	m.scale(entry)
	if !m.brief {
		m.legendGround(entry)
		newRow()
	}
	m.legendObjectives(entry)
	m.legendPieces(entry)
	m.legendSigns(entry)
	m.legendArrows(entry)
	if m.brief {
		m.legendEdges(entry, noGround)
	}
	if m.look.frame != nil {
		entry(24, m.say("legend.near"), func(at point) {
			m.stroke(box(at, 22, 14, 0), white, 5)
			m.stroke(box(at, 22, 14, 0), ink, 2.5)
		})
	}
	return at.y + legendRow*.6
}

// scale shows where north is, and how long five of the ruler are.
func (m *mapper) scale(entry func(float32, string, func(point))) {
	if m.board.Compass {
		entry(18, m.say("legend.north"), func(at point) {
			m.outline(clockwise(at.add(0, -11), at.add(-6, 9), at.add(6, 9)), ink, ink, 1)
			m.write("N", at.add(0, 4), 9, boldFont, paper)
		})
	}
	ruler := m.board.Ruler
	length := func(n int) float32 { // of the longer leg: rulers lie along an axis
		return max(float32(n)*m.s*float32(ruler.Length.Y)*m.tall, float32(n)*m.s*float32(ruler.Length.X)/m.cell)
	}
	if length(1) < 1 {
		return
	}
	n := 5
	for n > 1 && length(n) > m.w/3 {
		n--
	}
	label := m.say("legend.of."+ruler.Unit, tongue.Number("n", n))
	total := length(n)
	entry(total, label, func(at point) {
		m.outline(box(at, total, 6, 0), paper, ink, 1)
		for i := 0; i < n; i += 2 {
			l := total / float32(n)
			m.fill(box(at.add(-total/2+l*(float32(i)+.5), 0), l, 6, 0), ink)
		}
	})
}

func (m *mapper) legendGround(entry func(float32, string, func(point))) {
	const s = legendIcon
	top := 0
	for _, r := range m.board.Regions {
		top = max(top, r.Level)
	}
	for l := 0; l <= min(top, len(levels)-1) && top > 0; l++ {
		entry(s*1.2, m.say("legend.level", tongue.Number("n", l)), func(at point) {
			m.outline(box(at, s*1.2, s, 0), levels[l], gridLine, 1)
		})
	}
	for _, kind := range kinds(m.board.Regions, func(r board.Region) string { return r.Terrain }) {
		if kind == "clear" {
			continue
		}
		entry(s*2, m.word(kind), func(at point) {
			ps := make([]point, 6)
			for i := range ps {
				ps[i] = at.around(s*.95, 30+60*float32(i))
			}
			m.fill(polygon(ps...), levels[0])
			if t := terrains[kind]; t.area.A > 0 {
				m.fill(polygon(ps...), t.area)
			}
			m.terrain(kind, board.Point{X: 3, Y: 2}, at, s)
			m.stroke(polygon(ps...), gridLine, 1)
		})
	}
	m.legendEdges(entry, func(string) bool { return true })
	for _, kind := range kinds(m.board.Paths, func(p board.Path) string { return p.Kind }) {
		entry(30, m.word(kind), func(at point) {
			var by [4]path
			by[max(slices.Index(pathKinds, kind), 0)] = polyline(at.add(-15, 2), at.add(15, -2))
			m.drawPaths(by, s*1.4)
		})
	}
}

// legendEdges explains the edges that are meant.
func (m *mapper) legendEdges(entry func(float32, string, func(point)), meant func(kind string) bool) {
	for _, kind := range kinds(m.board.Edges, func(e board.Edge) string { return e.Kind }) {
		if meant(kind) && (m.simple || !pastFront(kind)) {
			entry(26, m.word(kind), func(at point) { m.legendEdge(kind, at) })
		}
	}
}

// noGround reports whether an edge is a line of the rules that no ground shows.
func noGround(kind string) bool {
	return slices.Contains([]string{"section", "frontier", "front", "deployment-zone", "flank-sector"}, kind) ||
		pastFront(kind)
}

func (m *mapper) legendEdge(kind string, at point) {
	left, right := at.add(-13, -2), at.add(13, -2)
	blue := rgb(0x4387bd)
	switch kind {
	case "river":
		m.stroke(polyline(left, right), rgb(0x3c76a8), 6)
		m.stroke(polyline(left, right), rgb(0x86b9de), 3.5)
	case "stream":
		m.stroke(polyline(left, right), blue, 2.5)
	case "bridge", "ford":
		m.stroke(polyline(left, right), blue, 3)
		m.passage(kind, at.add(0, -2), point{1, 0}, 26)
	default:
		m.edge(kind, []point{left, right}, false, 26)
	}
}

// legendObjectives explains stars, and their numbers if each side has its own.
func (m *mapper) legendObjectives(entry func(float32, string, func(point))) {
	most, any := 0, false
	for _, r := range m.board.Regions {
		for _, mark := range r.Marks {
			if isObjective(mark) {
				most, any = max(most, len(mark.Worth)), true
			}
		}
	}
	if !any {
		return
	}
	const size = 12
	label := m.say("legend.objective")
	if most == 1 {
		label = m.say("legend.objective.points")
	}
	entry(size*1.3, label, func(at point) {
		m.objective(board.Mark{Side: board.Nobody}, at, size)
	})
	if sides := m.board.Sides; most > 1 && most == len(sides) {
		var names, ns []string
		for _, side := range sides {
			names, ns = append(names, side.Name), append(ns, "n")
		}
		width := float32(most) * (textWidth("n", boldFont, size) + size*.45)
		entry(width, m.say("legend.points", tongue.Words("sides", tongue.Name(strings.Join(names, ", ")))),
			func(at point) {
				m.worth(ns, at.add(width/2, 0), size)
			})
	}
}

// shown are all pieces, on the plane and beside it.
func (m *mapper) shown() []board.Piece {
	all := slices.Clone(m.board.Pieces)
	for _, p := range m.board.Piles {
		all = append(all, p.Pieces...)
	}
	return all
}

func (m *mapper) legendPieces(entry func(float32, string, func(point))) {
	const a = 24
	pieces := m.shown()
	var sides []int
	for _, p := range pieces {
		if !slices.Contains(sides, p.Side) {
			sides = append(sides, p.Side)
		}
	}
	slices.Sort(sides)
	for _, side := range sides {
		if side >= 0 && side < len(m.board.Sides) && m.board.Sides[side].Name != "" {
			entry(a, m.board.Sides[side].Name, func(at point) {
				m.outline(roundBox(at, a*.9, a*.7, 3, 0), m.sideColor(side), paper, 1)
			})
		}
	}
	sample := func(label string, p board.Piece) {
		entry(a+4, label, func(at point) { m.piece(p, at, a) })
	}
	if m.simple {
		return
	}
	for _, symbol := range m.symbolsIn(pieces) {
		sample(m.word(symbol), board.Piece{Symbol: symbol})
	}
	for _, state := range kinds(pieces, func(p board.Piece) string { return p.State }) {
		sample(m.word(state), board.Piece{Symbol: "infantry", State: state})
	}
	if slices.ContainsFunc(pieces, func(p board.Piece) bool { return p.Active }) {
		sample(m.say("legend.activated"), board.Piece{Symbol: "infantry", Active: true})
	}
	if m.brief {
		return
	}
	for _, band := range kinds(pieces, func(p board.Piece) string { return p.Band }) {
		at := slices.IndexFunc(pieces, func(p board.Piece) bool { return p.Band == band })
		name := cmp.Or(pieces[at].Under.In(m.language), band)
		entry(18, name, func(at point) { m.outline(box(at, 18, 6, 0), m.stripe(band), ink, .8) })
	}
}

// symbolsIn lists the symbols that the legend shows, the plain ones first.
func (m *mapper) symbolsIn(pieces []board.Piece) []string {
	if m.brief {
		return nil
	}
	list := kinds(pieces, func(p board.Piece) string { return plainSymbol(p.Symbol) })
	for _, s := range kinds(pieces, func(p board.Piece) string { return p.Symbol }) {
		if plainSymbol(s) != s {
			list = append(list, s)
		}
	}
	return list
}

func (m *mapper) legendSigns(entry func(float32, string, func(point))) {
	signs := m.board.Signs
	if m.simple {
		signs = slices.DeleteFunc(slices.Clone(signs), func(s board.Sign) bool { return !showsFromAfar(s) })
	}
	for _, kind := range kinds(signs, func(s board.Sign) string { return s.Kind }) {
		entry(24, m.word(kind), func(at point) { m.sign(board.Sign{Kind: kind, Side: board.Nobody}, at, 24) })
	}
}

// plainSymbol is a symbol without heavy or light.
func plainSymbol(symbol string) string {
	return strings.TrimPrefix(strings.TrimPrefix(symbol, "heavy-"), "light-")
}

func (m *mapper) legendArrows(entry func(float32, string, func(point))) {
	for _, kind := range kinds(m.board.Arrows, func(a board.Arrow) string { return a.Kind }) {
		style, ok := arrowStyles[kind]
		if !ok {
			style = arrowStyles["move"]
		}
		entry(36, m.word(kind), func(at point) {
			style.over = false
			m.arrow([]point{at.add(-18, 0), at.add(30, 0)}, style, 0, 20)
		})
	}
}

// kinds lists the different words of a list in the order of their appearance,
// without the empty one.
func kinds[T any](list []T, word func(T) string) []string {
	var out []string
	for _, e := range list {
		if w := word(e); w != "" && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}
