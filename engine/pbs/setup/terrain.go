package setup

import (
	"strings"

	"berthier/engine/lines"
)

// Kind is a kind of terrain [12].
type Kind uint8

const (
	OpenArea Kind = iota
	Hills
	RockyGround
	Brush
	PloughedFields
	TallCrops
	Village
	BoundariedFields
	Orchards
	Vineyards
	Town
	Woods
	Gully
	Marsh
	Mountains
	Forest
	Swamp
	SandyGround
	Wadi
	SandDunes
	TerrainedHills
	ImpassableHills
	DeepWater
	River
	Stream
	NumKinds
)

var kindNames = [...]string{"open-area", "hills", "rocky-ground", "brush", "ploughed-fields", "tall-crops", "village",
	"boundaried-fields", "orchards", "vineyards", "town", "woods", "gully", "marsh", "mountains", "forest", "swamp",
	"sandy-ground", "wadi", "sand-dunes", "terrained-hills", "impassable-hills", "deep-water", "river", "stream"}

// String is the word of files.
func (k Kind) String() string { return kindNames[k] }

// Footing is how troops go in terrain [11-a].
type Footing uint8

const (
	Good Footing = iota
	Rough
	Difficult
	Impassable
	slope // that of the kind on it
)

var goingNames = [...]string{"good", "rough", "difficult", "impassable", "slope"}

// String is the word of files and records.
func (g Footing) String() string { return goingNames[g] }

// Cover is whom terrain hides in ambush [B94].
type Cover uint8

const (
	HidesNobody Cover = iota
	HidesSkirmishers
	HidesInfantry
	HidesAll
)

var coverNames = [...]string{"nobody", "skirmishers", "infantry", "all"}

// TerrainRow is what the table says of one kind.
type TerrainRow struct {
	In       [NumTerritories]bool // where it may be used [11-b]
	Scenario bool                 // it is never chosen [11-g]
	Going    Footing
	Hides    Cover
}

// Ground is what a piece of terrain is: a kind, and of Terrained Hills the kind on their
// slopes [11-f].
type Ground struct {
	Kind Kind
	On   Kind // of TerrainedHills only
}

// terrained is how Terrained Hills are named.
const terrained = "terrained-"

// String is the word of orders: "woods", or "terrained-woods".
func (g Ground) String() string {
	if g.Kind == TerrainedHills {
		return terrained + g.On.String()
	}
	return g.Kind.String()
}

// ParseGround reads what String prints.
func ParseGround(s string) (Ground, bool) {
	on, hilly := strings.CutPrefix(s, terrained)
	k, ok := find[Kind](kindNames[:], on)
	switch {
	case !ok || k == TerrainedHills:
		return Ground{}, false
	case hilly:
		return Ground{TerrainedHills, k}, true
	}
	return Ground{Kind: k}, true
}

// Going is that of a piece.
func (t *Tables) Going(g Ground) Footing {
	if g.Kind == TerrainedHills {
		return t.Terrain[g.On].Going
	}
	return t.Terrain[g.Kind].Going
}

// Hides is whom a piece hides.
func (t *Tables) Hides(g Ground) Cover {
	if g.Kind == TerrainedHills {
		return t.Terrain[g.On].Hides
	}
	return t.Terrain[g.Kind].Hides
}

// Allowed reports whether a piece may be chosen in a territory [11-b, 11-f, 11-g].
func (t *Tables) Allowed(g Ground, in Territory) bool {
	row := &t.Terrain[g.Kind]
	if row.Scenario || !row.In[in] {
		return false
	}
	if g.Kind == TerrainedHills {
		on := &t.Terrain[g.On]
		return (on.Going == Rough || on.Going == Difficult) && on.In[in] && !on.Scenario
	}
	return true
}

// Grounds lists all that can be chosen in a territory, in the order of the table, each slope
// of Terrained Hills by itself.
func (t *Tables) Grounds(in Territory) (all []Ground) {
	for k := range NumKinds {
		if k != TerrainedHills {
			if g := (Ground{Kind: k}); t.Allowed(g, in) {
				all = append(all, g)
			}
			continue
		}
		for on := range NumKinds {
			if g := (Ground{k, on}); on != TerrainedHills && t.Allowed(g, in) {
				all = append(all, g)
			}
		}
	}
	return all
}

func (t *Tables) readTerrain(s *lines.Table) error {
	return s.EachName(kindNames[:], func(i int, r *lines.Row) {
		row := &t.Terrain[i]
		where, column := r.Text()
		if row.Scenario = where == "scenario"; !row.Scenario && !letters(where, &row.In) {
			r.Fault("%s %q, want letters of %s, each once in this order, or scenario", column, where, territoryLetters)
		}
		row.Going = Footing(max(r.Word(goingNames[:]...), 0))
		row.Hides = Cover(max(r.Word(coverNames[:]...), 0))
		if (Kind(i) == TerrainedHills) != (row.Going == slope) {
			r.Fault("going %s, want slope for terrained-hills and for nothing else", row.Going)
		}
	})
}

// letters reads letters of territories.
func letters(s string, in *[NumTerritories]bool) bool {
	last := -1
	for _, c := range s {
		i := strings.IndexRune(territoryLetters, c)
		if i <= last {
			return false
		}
		in[i], last = true, i
	}
	return s != ""
}
