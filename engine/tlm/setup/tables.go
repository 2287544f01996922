package setup

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine/lines"
	"berthier/engine/tlm/data"
)

// Tables are the charts of the game, read from the data files.
type Tables struct {
	lines.Charts

	Cards    [NumCards]CardRow
	Units    [NumKinds]UnitRow
	Counters [NumNations]CounterRow
	Crises   []Crisis
	Events   []Arrival

	built map[Unit]int // Season Turn from which a unit can be built
	years [LastYear - FirstYear + 1]Year
}

// CardRow is one kind of card.
type CardRow struct {
	Copies int
	From   int // Season Turn from which its effect can be used
	Ersatz int // Hits that it pays for
}

// UnitRow is what a kind of unit can do.
type UnitRow struct {
	Infantry bool // of the Infantry class
	Move     int  // areas
	Guns     int  // Firepower in the Attacker's Artillery Fire step
	Attack   int  // and in the Attacker's Fire step
	Defence  int  // and in the Defender's
	Cost     int  // BP
	Holds    bool // an area by itself
}

// CounterRow is how many counters a nation has, and what fits into its Armies.
type CounterRow struct {
	Armies              int
	Units               [NumKinds]int
	Infantry, Auxiliary int // positions of a Template
}

// Year is what changes with the year.
type Year struct {
	BP, Cards [NumSides]int
	Blockade  int
	Guns      [NumNations]int // most Artillery in an Army
	Planes    [NumNations]int // most Biplanes in play
}

// Crisis is what a Military Crisis does.
type Crisis struct {
	Card    Card
	Year    int
	Event   string
	Nations []Nation
	Kinds   []Kind
	Remove  int
	Last    bool // the card then leaves the game
}

// Takes reports whether a unit is one of those of which some are removed.
func (c *Crisis) Takes(u Unit) bool {
	return slices.Contains(c.Kinds, u.Kind) && slices.Contains(c.Nations, u.Nation)
}

// Arrival is what a nation gets in a Season Turn.
type Arrival struct {
	Turn     int
	Nation   Nation
	Armies   int
	Units    []Count
	Exchange bool // a Commonwealth unit for an Infantry unit
}

var tableFiles = []lines.TableFile[Tables]{
	{Name: "tables/cards.csv", Columns: "card,copies,from,ersatz", Read: (*Tables).readCards},
	{Name: "tables/units.csv", Columns: "unit,class,move,guns,attack,defence,cost,holds", Read: (*Tables).readUnits},
	{Name: "tables/counters.csv", Columns: "nation,army,i,s,cw,c,a,g,b,t,p,infantry,auxiliary",
		Read: (*Tables).readCounters},
	{Name: "tables/dates.csv", Columns: "unit,turn", Read: (*Tables).readDates},
	{Name: "tables/years.csv", Columns: "year,german-bp,allied-bp,german-cards,allied-cards,blockade," +
		"ge,fr,uk,be,us,ge-b,fr-b,uk-b,be-b,us-b", Read: (*Tables).readYears},
	{Name: "tables/crisis.csv", Columns: "card,year,event,nations,units,remove,last", Read: (*Tables).readCrises},
	{Name: "tables/events.csv", Columns: "turn,nation,armies,units,exchange", Read: (*Tables).readEvents},
}

// LoadTables reads the bundled tables. A file in replace, under a name such as
// "tables/years.csv", takes the place of the bundled one. The error names file and line of the
// first fault of every faulty file, and every name in replace that no table has.
func LoadTables(replace map[string][]byte) (*Tables, error) {
	t := &Tables{built: map[Unit]int{}}
	var err error
	if t.Charts, err = lines.LoadTables(t, tableFiles, data.Files, replace); err != nil {
		return nil, err
	}
	return t, nil
}

// Year is the row of a game year.
func (t *Tables) Year(year int) *Year {
	return &t.years[min(max(year, FirstYear), LastYear)-FirstYear]
}

// Built is the Season Turn from whose Production Phase on a unit can be built.
func (t *Tables) Built(u Unit) int {
	if from, ok := t.built[u]; ok {
		return from
	}
	return 1
}

// Crisis is what a card does in a year.
func (t *Tables) Crisis(c Card, year int) (Crisis, bool) {
	i := slices.IndexFunc(t.Crises, func(x Crisis) bool { return x.Card == c && x.Year == year })
	if i < 0 {
		return Crisis{}, false
	}
	return t.Crises[i], true
}

func (t *Tables) readCards(s *lines.Table) error {
	sum := 0
	err := s.EachName(cardNames[:], func(i int, r *lines.Row) {
		const copies, ersatz = 40, 3
		t.Cards[i] = CardRow{Copies: r.Number(0, copies), From: r.Number(1, LastTurn), Ersatz: r.Number(1, ersatz)}
		sum += t.Cards[i].Copies
	})
	const most = 200
	if err == nil && (sum == 0 || sum > most) {
		return s.Fault("%d cards, want 1 to %d", sum, most)
	}
	return err
}

func (t *Tables) readUnits(s *lines.Table) error {
	return s.EachName(kindNames[:], func(i int, r *lines.Row) {
		const fire, cost = 3, 4
		u := &t.Units[i]
		u.Infantry = r.Word("infantry", "auxiliary") == 0
		u.Move = r.Number(1, 2)
		u.Guns, u.Attack, u.Defence = r.Number(0, fire), r.Number(0, fire), r.Number(0, fire)
		u.Cost, u.Holds = r.Number(1, cost), r.Yes()
	})
}

func (t *Tables) readCounters(s *lines.Table) error {
	return s.EachName(nationNames[:], func(i int, r *lines.Row) {
		const most, positions = 60, 9
		c := &t.Counters[i]
		c.Armies = r.Number(0, most)
		for k := range c.Units {
			c.Units[k] = r.Number(0, most)
		}
		c.Infantry, c.Auxiliary = r.Number(1, positions), r.Number(1, positions)
	})
}

func (t *Tables) readDates(s *lines.Table) error {
	clear(t.built)
	for _, r := range s.Rows {
		text, column := r.Text()
		u, ok := ParseUnit(text)
		if _, again := t.built[u]; !ok || again {
			r.Fault("%s %q, want NATION-UNIT, each once: ge-t", column, text)
		}
		t.built[u] = r.Number(1, LastTurn+1)
		if err := r.Err(); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tables) readYears(s *lines.Table) error {
	var names []string
	for y := FirstYear; y <= LastYear; y++ {
		names = append(names, strconv.Itoa(y))
	}
	return s.EachName(names, func(i int, r *lines.Row) {
		const bp, cards, few = 40, 30, 9
		y := &t.years[i]
		y.BP = [NumSides]int{r.Number(0, bp), r.Number(0, bp)}
		y.Cards = [NumSides]int{r.Number(1, cards), r.Number(1, cards)}
		y.Blockade = r.Number(0, few)
		for _, of := range []*[NumNations]int{&y.Guns, &y.Planes} {
			for n := range of {
				of[n] = r.Number(0, few)
			}
		}
	})
}

// each parts a list of words joined by +.
func each[T any](r *lines.Row, parse func(string) (T, bool)) (all []T) {
	text, column := r.Text()
	for word := range strings.SplitSeq(text, "+") {
		v, ok := parse(word)
		if !ok {
			r.Fault("%s %q, want words joined by +", column, text)
		}
		all = append(all, v)
	}
	return all
}

func (t *Tables) readCrises(s *lines.Table) error {
	t.Crises = nil
	for _, r := range s.Rows {
		const most = 9
		c := Crisis{Card: CrisisAllied + Card(max(r.Word(CrisisAllied.String(), CrisisGerman.String()), 0))}
		c.Year = r.Number(FirstYear, LastYear)
		c.Event, _ = r.Text()
		c.Nations, c.Kinds = each(r, ParseNation), each(r, ParseKind)
		c.Remove, c.Last = r.Number(1, most), r.Yes()
		if _, again := t.Crisis(c.Card, c.Year); again {
			r.Fault("%s has an event in %d already", c.Card, c.Year)
		}
		if err := r.Err(); err != nil {
			return err
		}
		t.Crises = append(t.Crises, c)
	}
	return nil
}

func (t *Tables) readEvents(s *lines.Table) error {
	t.Events = nil
	for _, r := range s.Rows {
		const most = 5
		a := Arrival{Turn: r.Number(1, LastTurn)}
		a.Nation = Nation(max(r.Word(nationNames[:]...), 0))
		a.Armies = r.Number(0, most)
		if text, column := r.Text(); text != "-" {
			for word := range strings.SplitSeq(text, "+") {
				c, ok := parseCount(word, a.Nation)
				if !ok || c.Unit.Nation != a.Nation {
					r.Fault("%s %q, want - or 2i+1a", column, text)
				}
				a.Units = append(a.Units, c)
			}
		}
		if a.Exchange = r.Yes(); a.Exchange && a.Nation != UK {
			r.Fault("only the United Kingdom has Commonwealth units")
		}
		if err := r.Err(); err != nil {
			return err
		}
		t.Events = append(t.Events, a)
	}
	return nil
}
