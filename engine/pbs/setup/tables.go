package setup

import (
	"slices"
	"strconv"

	"berthier/engine/lines"
	"berthier/engine/pbs/data"
)

// Tables are the charts of the game, read from the data files.
type Tables struct {
	lines.Charts

	Copies   [NumCards]int // of each card in the deck
	Scouting [NumCards]int // per cent [7-c]
	Dice     [NumQualities][]string
	Density  [NumDensities]DensityRow
	Terrain  [NumKinds]TerrainRow
	Effects  [NumWeathers]Effect

	formats []Format
	grids   [len(gridNames)]Grid
	weather [maxScore + 1][NumTerritories]Weather
}

const maxScore = 14

// DensityRow is how many pieces of terrain a density has [5-c, 5-d, 5-g].
type DensityRow struct {
	Rough, Difficult, Either int // compulsory ones, in common
	Optional                 int // the most that each player may add
	Impassable               bool
}

// Format is the scale of a game: sizes and distances in quarters of a base width [10].
type Format struct {
	Name         string
	Width, Depth int // of the table
	Least, Most  int // side of a compulsory or secure flank piece
	Few, Many    int // side of an optional piece
	Water        int // the most that a Deep Water flank reaches into the table
	Sector       int // width of a flank sector
	Spacing      int // between pieces when they are placed
	Adjust       int // the most that the opponent moves a piece
	Gap          int // between a deployment zone and the centre line
	Band         int // beside an edge, where only skirmishers deploy
	Camp         int // of the centre of a camp from the centre of the rear edge
}

// Grid is the map of the march. The last line lies next to the first [B10].
type Grid struct{ Lines []GridLine }

// GridLine is one line of it.
type GridLine struct {
	Flank Flank
	Cells [NumDensities][NumTerritories]bool
}

// Effect is what a type of weather does in a battle [14].
type Effect struct {
	Uphill     int
	Shooting   string // "none", "far" or "all" of it is a colour weaker
	Gunpowder  bool   // its weapons can shoot
	Visibility int    // in base widths; 0: no limit
	Halved     bool   // ranges of command
	Slower     int    // base widths
	Shy        string // "none", "armoured" or "protected" fight as combat shy
}

var gridNames = [...]string{"r1", "r3"}

var tableFiles = []lines.TableFile[Tables]{
	{Name: "tables/cards.csv", Columns: "card,copies,scouting", Read: (*Tables).readCards},
	{Name: "tables/dice.csv", Columns: "die,skull,wound,special,blank", Read: (*Tables).readDice},
	{Name: "tables/density.csv", Columns: "density,rough,difficult,either,optional,impassable",
		Read: (*Tables).readDensity},
	{Name: "tables/terrain.csv", Columns: "kind,territories,going,hides", Read: (*Tables).readTerrain},
	{Name: "tables/formats.csv",
		Columns: "format,width,depth,least,most,few,many,water,sector,spacing,adjust,gap,band,camp",
		Read:    (*Tables).readFormats},
	{Name: "tables/grid-r1.csv", Columns: gridColumns,
		Read: func(t *Tables, s *lines.Table) error { return t.grids[0].read(s) }},
	{Name: "tables/grid-r3.csv", Columns: gridColumns,
		Read: func(t *Tables, s *lines.Table) error { return t.grids[1].read(s) }},
	{Name: "tables/weather.csv", Columns: "score,standard,plains,coastal,mountains,forest,jungle,desert",
		Read: (*Tables).readWeather},
	{Name: "tables/effects.csv", Columns: "weather,uphill,shooting,gunpowder,visibility,command,movement,shy",
		Read: (*Tables).readEffects},
}

const gridColumns = "line,flank,featureless,open,normal,dense,very-dense"

// LoadTables reads the bundled tables. A file in replace, under a name such as
// "tables/terrain.csv", takes the place of the bundled one. The error names file and line of
// the first fault of every faulty file, and every name in replace that no table has.
func LoadTables(replace map[string][]byte) (*Tables, error) {
	t := &Tables{}
	var err error
	if t.Charts, err = lines.LoadTables(t, tableFiles, data.Files, replace); err != nil {
		return nil, err
	}
	return t, nil
}

// Format finds a format by its name.
func (t *Tables) Format(name string) (Format, bool) {
	i := slices.IndexFunc(t.formats, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return t.formats[i], true
}

// Formats are the names of all formats.
func (t *Tables) Formats() (names []string) {
	for _, f := range t.formats {
		names = append(names, f.Name)
	}
	return names
}

// Grid finds a map of the march by its name.
func (t *Tables) Grid(name string) (*Grid, bool) {
	i := slices.Index(gridNames[:], name)
	if i < 0 {
		return nil, false
	}
	return &t.grids[i], true
}

// Grids are the names of all maps of the march.
func Grids() []string { return gridNames[:] }

// Weather is the weather of an adjusted score in a territory [13-c].
func (t *Tables) Weather(score int, in Territory) Weather {
	return t.weather[min(max(score, 0), maxScore)][in]
}

// Ladder is all weather of a territory, from the lowest score to the highest [B102].
func (t *Tables) Ladder(in Territory) (all []Weather) {
	for _, row := range t.weather {
		if len(all) == 0 || all[len(all)-1] != row[in] {
			all = append(all, row[in])
		}
	}
	return all
}

// Shift is the weather some steps up the ladder of a territory, or down if they are below
// 0, but not past its ends [13-f, 13-g, B41].
func (t *Tables) Shift(w Weather, in Territory, steps int) Weather {
	ladder := t.Ladder(in)
	i := slices.Index(ladder, w)
	if i < 0 {
		return w
	}
	return ladder[min(max(i+steps, 0), len(ladder)-1)]
}

func (t *Tables) readCards(s *lines.Table) error {
	return s.EachName(cardNames[:], func(i int, r *lines.Row) {
		const most = 40
		t.Copies[i], t.Scouting[i] = r.Number(1, most), r.Number(0, 100)
	})
}

func (t *Tables) readDice(s *lines.Table) error {
	const sides = 6
	return s.EachName([]string{"white", "green", "yellow", "red"}, func(i int, r *lines.Row) {
		t.Dice[i] = nil
		for f := range NumFaces {
			for range r.Number(0, sides) {
				t.Dice[i] = append(t.Dice[i], f.String())
			}
		}
		if len(t.Dice[i]) != sides {
			r.Fault("a die has %d sides, want %d", len(t.Dice[i]), sides)
		}
	})
}

func (t *Tables) readDensity(s *lines.Table) error {
	const most = 6
	return s.EachName(densityNames[:], func(i int, r *lines.Row) {
		n := func() int { return r.Number(0, most) }
		t.Density[i] = DensityRow{Rough: n(), Difficult: n(), Either: n(), Optional: n(), Impassable: r.Yes()}
	})
}

func (t *Tables) readFormats(s *lines.Table) error {
	names := []string{"maximus", "pacto", "magna"}
	t.formats = make([]Format, len(names))
	return s.EachName(names, func(i int, r *lines.Row) {
		const least, most = 40, 400
		f := &t.formats[i]
		f.Name = names[i]
		f.Width, f.Depth = r.Number(least, most), r.Number(least, most)
		for _, n := range []*int{&f.Least, &f.Most, &f.Few, &f.Many, &f.Water, &f.Sector, &f.Spacing, &f.Adjust, &f.Gap,
			&f.Band, &f.Camp} {
			*n = r.Number(1, f.Width/2)
		}
		switch {
		case f.Width%4 != 0 || f.Depth%4 != 0:
			r.Fault("a table of %d by %d, want whole base widths: multiples of 4", f.Width, f.Depth)
		case f.Least > f.Most || f.Few > f.Many || (f.Least|f.Most|f.Few|f.Many)%2 != 0:
			r.Fault("sides of pieces: want even numbers, the least before the most")
		case 2*f.Sector >= f.Width || 2*f.Band >= f.Width || 2*f.Gap >= f.Depth:
			r.Fault("sectors, bands and gap leave no room on the table")
		}
	})
}

func (g *Grid) read(s *lines.Table) error {
	const least, most = 2, 20
	g.Lines = nil
	for i, r := range s.Rows {
		var l GridLine
		if n, column := r.Text(); n != strconv.Itoa(i+1) {
			r.Fault("%s %q, want %d: lines are counted from the top", column, n, i+1)
		}
		l.Flank = Flank(max(r.Word(flankNames[:]...), 0))
		for d := range l.Cells {
			if text, column := r.Text(); !letters(text, &l.Cells[d]) {
				r.Fault("%s %q, want letters of %s, each once in this order", column, text, territoryLetters)
			}
		}
		if err := r.Err(); err != nil {
			return err
		}
		g.Lines = append(g.Lines, l)
	}
	if len(g.Lines) < least || len(g.Lines) > most {
		return s.Fault("%d lines, want %d to %d", len(g.Lines), least, most)
	}
	for t := range NumTerritories {
		if !slices.ContainsFunc(g.Lines, func(l GridLine) bool {
			return slices.ContainsFunc(l.Cells[:], func(c [NumTerritories]bool) bool { return c[t] })
		}) {
			return s.Fault("no cell of %s: each territory needs one [B64]", t)
		}
	}
	return nil
}

func (t *Tables) readWeather(s *lines.Table) error {
	var scores []string
	for n := range maxScore + 1 {
		scores = append(scores, strconv.Itoa(n))
	}
	return s.EachName(scores, func(i int, r *lines.Row) {
		for in := range t.weather[i] {
			t.weather[i][in] = Weather(max(r.Word(weatherNames[:Night]...), 0))
		}
	})
}

func (t *Tables) readEffects(s *lines.Table) error {
	return s.EachName(weatherNames[:], func(i int, r *lines.Row) {
		const most = 10
		e := &t.Effects[i]
		e.Uphill = r.Number(0, most)
		e.Shooting = one(r, "none", "far", "all")
		e.Gunpowder = r.Yes()
		e.Visibility, _ = r.NumberOr(1, most, "-")
		e.Halved = one(r, "full", "half") == "half"
		e.Slower = r.Number(0, most)
		e.Shy = one(r, "none", "armoured", "protected")
	})
}

// one takes one of some words.
func one(r *lines.Row, words ...string) string { return words[max(r.Word(words...), 0)] }
