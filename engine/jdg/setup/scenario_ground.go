package setup

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"berthier/engine"
	"berthier/engine/hex"
)

// groundSigns are the characters of a ground line, by terrain.
const groundSigns = ".wopvtcm~"

func (r *scenarioReader) readTitle() {
	if r.s.Title != "" {
		r.Fault("", "a scenario has one title")
	}
	r.s.Title, _ = r.Word("title")
}

func (r *scenarioReader) readSide() {
	name, ok := r.Word("name of the side")
	if !ok {
		return
	}
	i := slices.IndexFunc(r.s.Sides[:], func(s SideSpec) bool { return s.Name == "" })
	if i < 0 {
		r.Fault("", "a scenario has two sides")
		return
	}
	if !plainWord(name) {
		r.Fault("want one word of 1 to 12 ASCII letters", "name of a side %q", name)
		return
	}
	if i == 1 && strings.EqualFold(string(r.s.Sides[0].Name), name) {
		r.Fault("", "both sides are called %q", name)
		return
	}
	side := SideSpec{Name: engine.Side(name)}
	rout, ok := r.Key("rout")
	if !ok {
		rout = [2]string{"west", "east"}[i]
	}
	if side.Rout, side.RoutEdge, ok = routDirection(rout); !ok {
		r.Fault("want north, east, south, west or one of N, NE, SE, S, SW, NW", "rout %q", rout)
		return
	}
	side.Chief, _ = r.Key("chief")
	r.s.Sides[i] = side
	r.places["side "+name] = r.Here()
}

// routDirection reads a direction of rout. North and south are hex
// directions; toward east and west a rout zigzags [JDG-Q120], and Rout is
// the direction of its first step.
func routDirection(text string) (hex.Dir, string, bool) {
	switch text {
	case "north":
		return hex.N, "", true
	case "south":
		return hex.S, "", true
	case "east":
		return hex.SE, text, true
	case "west":
		return hex.SW, text, true
	}
	d, err := hex.ParseDir(text)
	return d, "", err == nil
}

// plainWord reports whether a name is a short word of ASCII letters.
func plainWord(s string) bool {
	for _, c := range s {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return s != "" && len(s) <= 12
}

func (r *scenarioReader) readTurn() {
	text, ok := r.Word("number of the turn")
	if !ok {
		return
	}
	next := len(r.s.Turns) + 1
	if text != strconv.Itoa(next) || next > maxScenarioTurns {
		r.Fault(fmt.Sprintf("want turn %d: turns stand in order, from 1 to at most %d", next, maxScenarioTurns),
			"turn %q",
			text)
		return
	}
	t := TurnSpec{Fog: r.Flag("fog"), Night: r.Flag("night")}
	if len(r.Words()) > 0 {
		t.Clock, _ = r.Word("clock")
	}
	r.s.Turns = append(r.s.Turns, t)
}

func (r *scenarioReader) readTurns() {
	text, ok := r.Word("number of turns")
	if !ok {
		return
	}
	if n, ok := r.Number("number of turns", text, 1, maxScenarioTurns); ok {
		if len(r.s.Turns) > 0 {
			r.Fault("write one turns line, or a turn line for every turn", "the turns are already given")
			return
		}
		r.s.Turns = make([]TurnSpec, n)
	}
}

func (r *scenarioReader) readSize() {
	text, ok := r.Word("size of the map")
	if !ok {
		return
	}
	cols, rows, ok := strings.Cut(text, "x")
	if !ok || r.s.Map != nil {
		r.Fault("write it once, for example 12x9", "size %q", text)
		return
	}
	c, okC := r.Number("columns", cols, 1, 99)
	n, okR := r.Number("rows", rows, 1, 99)
	if okC && okR {
		r.s.Map = NewMap(c, n)
	}
}

// fillHead puts in what a short case leaves out.
func (r *scenarioReader) fillHead() {
	if r.s.Map == nil {
		r.s.Map = NewMap(12, 10)
	}
	if r.s.Title == "" {
		r.s.Title = r.s.Name
	}
	if len(r.s.Turns) == 0 {
		r.s.Turns = make([]TurnSpec, 4)
	}
	if r.s.Sides[0].Name == "" {
		r.s.Sides[0] = SideSpec{Name: "French", Rout: hex.SW, RoutEdge: "west"}
		r.s.Sides[1] = SideSpec{Name: "Allied", Rout: hex.SE, RoutEdge: "east"}
	}
	if r.s.Sides[1].Name == "" {
		r.Fault("write a second side line", "a scenario has two sides")
	}
}

// row reads ROW SIGNS, one line of a drawn map.
func (r *scenarioReader) row() (row int, signs string, ok bool) {
	text, ok := r.Word("row")
	if !ok {
		return
	}
	if row, ok = r.Number("row", text, 1, r.s.Map.Rows); !ok {
		return
	}
	if signs, ok = r.Word("signs of the row"); !ok {
		return
	}
	if n := utf8.RuneCountInString(signs); n != r.s.Map.Cols {
		r.Fault(fmt.Sprintf("one for each of the %d columns", r.s.Map.Cols), "the row has %d signs", n)
		return row, signs, false
	}
	return row, signs, true
}

func (r *scenarioReader) readGround() {
	row, signs, ok := r.row()
	if !ok {
		return
	}
	for i, sign := range []rune(signs) {
		t := strings.IndexRune(groundSigns, sign)
		if t < 0 {
			r.Fault("want one of "+groundSigns, "column %d: unknown sign %q", i+1, sign)
			return
		}
		r.s.Map.At(hex.Hex{Col: int8(i + 1), Row: int8(row)}).Terrain = Terrain(t)
	}
}

func (r *scenarioReader) readLevels() {
	row, digits, ok := r.row()
	if !ok {
		return
	}
	for i, d := range []rune(digits) {
		if d < '0' || d > '9' {
			r.Fault("want digits, one for each column", "column %d: unknown level %q", i+1, d)
			return
		}
		r.s.Map.At(hex.Hex{Col: int8(i + 1), Row: int8(row)}).Level = int8(d - '0')
	}
}

func (r *scenarioReader) readHex() {
	list, ok := r.Word("hex")
	if !ok {
		return
	}
	word, ok := r.Word("terrain")
	if !ok {
		return
	}
	t := slices.Index(terrainNames[:], word)
	if t < 0 {
		r.Fault("want one of "+strings.Join(terrainNames[:], ", "), "unknown terrain %q", word)
		return
	}
	name := ""
	if len(r.Words()) > 0 {
		name, _ = r.Word("name")
	}
	level := r.NumberKey("level", 0, 9, -1)
	for text := range strings.SplitSeq(list, ",") {
		h, ok := r.hex(text)
		if !ok {
			return
		}
		c := r.s.Map.At(h)
		c.Terrain = Terrain(t)
		if name != "" {
			c.Name = name
		}
		if level >= 0 {
			c.Level = int8(level)
		}
	}
}

func (r *scenarioReader) readLevel() {
	text, ok := r.Word("level")
	if !ok {
		return
	}
	level, ok := r.Number("level", text, 0, 9)
	if !ok {
		return
	}
	for _, h := range r.hexes() {
		r.s.Map.At(h).Level = int8(level)
	}
}

// hexes takes all words that are left as hexes, at least one.
func (r *scenarioReader) hexes() []hex.Hex {
	var hs []hex.Hex
	for _, a := range r.AllWords("hexes") {
		h, ok := r.hex(a)
		if !ok {
			return nil
		}
		hs = append(hs, h)
	}
	return hs
}

// readSlopes derives slopes from the levels: one level of difference makes a
// slope, two or more a steep slope.
func (r *scenarioReader) readSlopes() {
	if !r.Flag("auto") {
		r.Fault("write slopes auto", "slopes")
		return
	}
	m := r.s.Map
	for _, h := range m.Hexes() {
		for _, d := range []hex.Dir{hex.N, hex.NE, hex.SE} {
			o := h.Neighbor(d)
			if !m.On(o) {
				continue
			}
			switch m.At(h).Level - m.At(o).Level {
			case 0:
			case 1, -1:
				m.setSide(h.Edge(d), Slope)
			default:
				m.setSide(h.Edge(d), Steep)
			}
		}
	}
}

// setSide puts a feature on a hexside, on the record of both its hexes. A
// slope is gentle or steep, not both: the last line counts.
func (m *Map) setSide(e hex.Edge, k SideKind) {
	d, _ := e.A.DirTo(e.B)
	set := m.At(e.A).Sides[d]
	if k == Slope || k == Steep {
		set &^= 1<<Slope | 1<<Steep
	}
	m.At(e.A).Sides[d], m.At(e.B).Sides[d.Turn(3)] = set.With(k), set.With(k)
}

// edge reads a hexside of which both hexes lie on the map. first is the hex
// that the line names first.
func (r *scenarioReader) edge(text string) (e hex.Edge, first hex.Hex, ok bool) {
	e, err := hex.ParseEdge(text)
	if err != nil {
		r.Fault("", "%v", err)
		return e, first, false
	}
	if !r.s.Map.On(e.A) || !r.s.Map.On(e.B) {
		r.Fault("both its hexes must be", "hexside %s is not on the map", text)
		return e, first, false
	}
	first, _ = hex.Parse(text[:4])
	return e, first, true
}

// readHexside reads a line that puts one kind of feature on hexsides.
func (r *scenarioReader) readHexside() {
	kind := SideKind(slices.Index(sideKindNames[:], r.Opening()))
	for _, a := range r.AllWords("hexsides") {
		e, first, ok := r.edge(a)
		if !ok {
			return
		}
		r.s.Map.setSide(e, kind)
		if kind == Redoubt || kind == Fortification {
			c := r.s.Map.At(first)
			for _, d := range hex.Dirs {
				c.Inside[d] = c.Inside[d] || first.Edge(d) == e
			}
		}
		if kind == Bridge || kind == Ford {
			r.crossings = append(r.crossings, crossing{e, kind, r.Here()})
		}
	}
}

// readFlat takes slopes off hexsides.
func (r *scenarioReader) readFlat() {
	for _, a := range r.AllWords("hexsides") {
		e, _, ok := r.edge(a)
		if !ok {
			return
		}
		d, _ := e.A.DirTo(e.B)
		a, b := r.s.Map.At(e.A), r.s.Map.At(e.B)
		bare := a.Sides[d] &^ (1<<Slope | 1<<Steep)
		if bare == a.Sides[d] {
			r.Fault("flat takes a slope off that slopes auto or an earlier line put there", "hexside %s has no slope",
				e)
			return
		}
		a.Sides[d], b.Sides[d.Turn(3)] = bare, bare
	}
}

func (r *scenarioReader) readRoad() {
	kind := r.Opening()
	hs := r.hexes()
	if len(hs) == 1 {
		r.Fault("", "a %s needs two hexes at least", kind)
	}
	for i := 1; i < len(hs); i++ {
		d, ok := hs[i-1].DirTo(hs[i])
		if !ok {
			r.Fault("list every hex of the "+kind, "hexes %s and %s are not adjacent", hs[i-1], hs[i])
			return
		}
		a, b := r.s.Map.At(hs[i-1]), r.s.Map.At(hs[i])
		if kind == "road" {
			a.Road[d], b.Road[d.Turn(3)] = true, true
		} else {
			a.Trail[d], b.Trail[d.Turn(3)] = true, true
		}
		r.roads = append(r.roads, crossing{hex.EdgeOf(hs[i-1], hs[i]), 0, r.Here()})
	}
	r.s.Ground.Roads = append(r.s.Ground.Roads, Road{Kind: kind, Hexes: hs})
}
