package templates

import (
	"slices"
	"strings"

	"berthier/engine/hex"
)

const (
	legendText = 13
	legendRow  = 30 // height of a row
	legendIcon = 15 // side of a hex in the legend
)

// legend explains what is on this map and nothing else. It returns its lower
// edge.
func (m *mapper) legend(top float32) float32 {
	m.stroke(polyline(point{margin, top}, point{m.w - margin, top}), rgb(0xb9a77c), 1.5)
	at := point{margin, top + legendRow*.75}
	entry := func(width float32, label string, icon func(at point)) {
		label = strings.ReplaceAll(label, "-", " ")
		total := width + 8 + textWidth(plain(label), plainFont, legendText) + 22
		if at.x > margin && at.x+total > m.w-margin {
			at = point{margin, at.y + legendRow}
		}
		icon(at.add(width/2, 0))
		m.items = append(m.items, item{text: label, at: at.add(width+8, legendText*.36), size: legendText, flush: true, fill: ink})
		at.x += total
	}
	newRow := func() {
		if at.x > margin {
			at = point{margin, at.y + legendRow}
		}
	}
	m.scale(entry)
	m.legendGround(entry)
	newRow()
	m.legendCounters(entry)
	return at.y + legendRow*.6
}

// scale shows where north is, and how long five hexes are.
func (m *mapper) scale(entry func(float32, string, func(point))) {
	entry(18, "north", func(at point) {
		m.outline(clockwise(at.add(0, -11), at.add(-6, 9), at.add(6, 9)), ink, ink, 1)
		m.write("N", at.add(0, 4), 9, boldFont, paper)
	})
	n := 5
	for n > 1 && float32(n)*m.s*2*half > m.w/3 {
		n--
	}
	length := float32(n) * m.s * 2 * half
	label := string(rune('0'+n)) + " hexes"
	if n == 1 {
		label = "1 hex"
	}
	entry(length, label, func(at point) {
		m.outline(box(at, length, 6, 0), paper, ink, 1)
		for i := 0; i < n; i += 2 {
			l := length / float32(n)
			m.fill(box(at.add(-length/2+l*(float32(i)+.5), 0), l, 6, 0), ink)
		}
	})
}

func (m *mapper) legendGround(entry func(float32, string, func(point))) {
	const s = legendIcon
	top := 0
	for _, c := range m.chart.Cells {
		top = max(top, c.Level)
	}
	for l := 0; l <= min(top, len(levels)-1) && top > 0; l++ {
		entry(s*1.2, "level "+string(rune('0'+l)), func(at point) {
			m.outline(box(at, s*1.2, s, 0), levels[l], gridLine, 1)
		})
	}
	for _, kind := range kinds(m.chart.Cells, func(c hex.Cell) string { return c.Terrain }) {
		if kind == "clear" {
			continue
		}
		entry(s*2, kind, func(at point) {
			ps := make([]point, 6)
			for i := range ps {
				ps[i] = at.around(s*.95, 30+60*float32(i))
			}
			m.fill(polygon(ps...), levels[0])
			if t := terrains[kind]; t.area.A > 0 {
				m.fill(polygon(ps...), t.area)
			}
			m.terrain(kind, hex.H(101), at, s)
			m.stroke(polygon(ps...), gridLine, 1)
		})
	}
	for _, kind := range kinds(m.chart.Sides, func(f hex.Side) string { return f.Kind }) {
		entry(26, kind, func(at point) { m.legendSide(kind, at) })
	}
	for _, kind := range kinds(m.chart.Lines, func(l hex.Line) string { return l.Kind }) {
		entry(30, kind, func(at point) {
			run := polyline(at.add(-15, 2), at.add(15, -2))
			if kind == "trail" {
				m.drawLines(nil, run, s*1.4)
			} else {
				m.drawLines(run, nil, s*1.4)
			}
		})
	}
}

func (m *mapper) legendSide(kind string, at point) {
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
		m.side(kind, left, right, false, 26)
	}
}

func (m *mapper) legendCounters(entry func(float32, string, func(point))) {
	const a = 24
	var sides []int
	for _, c := range m.chart.Counters {
		if !slices.Contains(sides, c.Side) {
			sides = append(sides, c.Side)
		}
	}
	slices.Sort(sides)
	for _, side := range sides {
		if side >= 0 && side < len(m.opts.Sides) && m.opts.Sides[side].Name != "" {
			entry(a, m.opts.Sides[side].Name, func(at point) {
				m.outline(roundBox(at, a*.9, a*.7, 3, 0), m.sideColor(side), paper, 1)
			})
		}
	}
	sample := func(label string, c hex.Counter) {
		entry(a+4, label, func(at point) { m.counter(c, at, a) })
	}
	names := map[string]string{"inf": "infantry", "cav": "cavalry", "art": "artillery", "cmd": "commander"}
	for _, arm := range kinds(m.chart.Counters, func(c hex.Counter) string { return c.Arm }) {
		if names[arm] != "" {
			sample(names[arm], hex.Counter{Arm: arm})
		}
	}
	if slices.ContainsFunc(m.chart.Counters, func(c hex.Counter) bool { return c.Heavy }) {
		sample("heavy cavalry", hex.Counter{Arm: "cav", Heavy: true})
	}
	for _, state := range kinds(m.chart.Counters, func(c hex.Counter) string { return c.State }) {
		sample(state, hex.Counter{Arm: "inf", State: state})
	}
	if slices.ContainsFunc(m.chart.Counters, func(c hex.Counter) bool { return c.Active }) {
		sample("activated", hex.Counter{Arm: "inf", Active: true})
	}
	for _, form := range kinds(m.chart.Counters, func(c hex.Counter) string { return c.Stripe }) {
		entry(18, form, func(at point) { m.outline(box(at, 18, 6, 0), m.stripe(form), ink, .8) })
	}
	for _, kind := range kinds(m.chart.Arrows, func(a hex.Arrow) string { return a.Kind }) {
		style, ok := arrowStyles[kind]
		if !ok {
			style = arrowStyles["move"]
		}
		entry(36, kind, func(at point) {
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
