package setup

import (
	"fmt"
	"strings"

	"berthier/engine/hex"
)

// groundSigns are the signs of a ground line, by terrain; those that are no ground
// have none.
var groundSigns = map[string]Terrain{".": Open, "f": Forest, "h": Hill, "r": RuggedHill, "t": Town, "w": Windmill,
	"~": River, "x": Ford, "b": Bridge, "s": Sand}

const signHelp = "signs are . open, f forest, h hill, r rugged hill, t town, w windmill, ~ river, x ford, b bridge, " +
	"s sand"

func (r *scenarioReader) readGround() {
	row, ok := r.Word("row")
	if !ok {
		return
	}
	first, ok := r.hex(row + "1")
	if !ok {
		return
	}
	signs := r.AllWords("signs")
	if len(signs) == 1 {
		signs = strings.Split(signs[0], "")
	}
	want := Sheet.Length
	if isShort(first) {
		want--
	}
	if len(signs) != want {
		r.Fault(fmt.Sprintf("row %s has %d hexes [2.2-a]", row, want), "%d signs", len(signs))
		return
	}
	for i, sign := range signs {
		terrain, ok := groundSigns[sign]
		if !ok {
			r.Fault(signHelp, "sign %q", sign)
			return
		}
		r.s.ground[Cell(hex.Hex{Col: int8(i + 1), Row: first.Row})] = terrain
	}
}

func (r *scenarioReader) readHex() {
	hs, ok := r.hexes()
	if !ok {
		return
	}
	text, ok := r.Word("terrain")
	if !ok {
		return
	}
	terrain, ok := groundTerrain(text)
	if !ok {
		r.Fault("want one of "+strings.Join(groundNames(), ", "), "terrain %q", text)
		return
	}
	for _, h := range hs {
		r.s.ground[Cell(h)] = terrain
	}
	if len(r.Words()) > 0 {
		name, _ := r.Word("name")
		for _, h := range hs {
			r.s.names[h] = name
		}
	}
}

// groundTerrain reads a terrain that can lie in a hex.
func groundTerrain(text string) (Terrain, bool) {
	for t, name := range terrainNames {
		if name == text && Terrain(t) != HillHill && Terrain(t) != Works {
			return Terrain(t), true
		}
	}
	return Open, false
}

func groundNames() (names []string) {
	for _, name := range terrainNames {
		if _, ok := groundTerrain(name); ok {
			names = append(names, name)
		}
	}
	return names
}

func (r *scenarioReader) readName() {
	hs, ok := r.hexes()
	if !ok {
		return
	}
	if name, ok := r.Word("name"); ok {
		for _, h := range hs {
			r.s.names[h] = name
		}
	}
}

// readHill puts a hill under other ground.
func (r *scenarioReader) readHill() {
	hs, _ := r.hexes()
	for _, h := range hs {
		r.s.raised[Cell(h)] = true
	}
}

func (r *scenarioReader) readWorks() {
	text, ok := r.Word("hex")
	if !ok {
		return
	}
	h, ok := r.hex(text)
	if !ok {
		return
	}
	if at, twice := r.works[h]; twice {
		r.Fault(
			"one line with all directions of the hex",
			"hex %s has field works already, in line %d",
			Sheet.Name(h),
			at.Line,
		)
		return
	}
	r.works[h] = r.Here()
	list, ok := r.Word("directions")
	if !ok {
		return
	}
	var sides [6]bool
	for name := range strings.SplitSeq(list, ",") {
		d, err := Sheet.ParseDir(name)
		if err != nil {
			r.Fault("as works E7 NE,E", "%v", err)
			return
		}
		sides[d] = true
	}
	r.s.works[h] = sides
}
