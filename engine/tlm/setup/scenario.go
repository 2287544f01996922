package setup

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"berthier/engine/area"
	"berthier/engine/lines"
	"berthier/engine/tlm/data"
)

// Scenario is how a game begins.
type Scenario struct {
	Name  string // of its file, without .txt
	Title string
	lines.File

	MapName     string
	Map         *area.Map
	First, Last int  // Season Turns
	Arrived     bool // the first turn begins with the first Player Turn
	Hands       [NumSides]Hand
	Levels      []Level
	Owner       []int // of each area at the start: a side, Contested or Neutral
	opens       []int // by area: the side that may enter it while it is Neutral, or nobody
	Forts       []int // by area; area.NoFort
	Armies      []Army
	Groups      []Group
	EFT         []Count
}

// Owners of areas besides the sides.
const (
	Contested = NumSides + iota // both have units in it
	Neutral
)

const nobody = -1

// Opens reports whether a side may enter a Neutral area [4.2-f].
func (s *Scenario) Opens(at, side int) bool { return s.opens[at] == side }

// Hand is what a side is dealt.
type Hand struct {
	Size  int
	Named []Card
}

// Level is a row of the Victory Table.
type Level struct {
	Rank int // 3 total, 2 substantial, 1 marginal, 0 stalemate
	Side int
	To   int // the highest VP of the row
}

// Endless is the end of the last row.
const Endless = 1000

var rankNames = []string{"stalemate", "marginal", "substantial", "total"}

// RankName is the word of scenarios for a rank.
func RankName(rank int) string { return rankNames[rank] }

// Army is one at the start.
type Army struct {
	Nation     Nation
	No         int
	Area       int
	Entrenched bool
	Content    []Count
}

// Group is units at the start outside of Armies.
type Group struct {
	Area       int
	Entrenched bool
	Count      Count
}

// ArmyID is the word of orders for an Army: "ge1".
func ArmyID(n Nation, no int) string { return n.String() + strconv.Itoa(no) }

// ParseArmy reads it.
func ParseArmy(s string) (n Nation, no int, ok bool) {
	if len(s) < 3 {
		return 0, 0, false
	}
	n, ok = ParseNation(s[:2])
	no, err := strconv.Atoi(s[2:])
	return n, no, ok && err == nil && ArmyID(n, no) == s
}

type reader struct {
	*lines.Reader
	s     *Scenario
	t     *Tables
	maps  map[string]*area.Map
	owned bool
}

// ParseScenario reads a scenario; name becomes Scenario.Name. The error, if any, is an
// [engine.Faults] with every fault of the text.
func ParseScenario(name string, text []byte, t *Tables, maps map[string]*area.Map) (*Scenario, error) {
	r := &reader{Reader: lines.Read(text), t: t, maps: maps,
		s: &Scenario{Name: name}}
	r.s.File = r.File(text)
	kinds := []lines.Kind{
		{Word: "scenario", Usage: `scenario "TITLE"`, Read: func() { r.s.Title, _ = r.Word("title") }},
		{Word: "map", Usage: "map NAME", Read: r.readMap},
		{Word: "turns", Usage: "turns FIRST LAST", Read: r.readTurns},
		{Word: "arrived", Usage: "arrived", Read: func() { r.s.Arrived = true }},
		{Word: "hand", Usage: "hand SIDE N [CARD,CARD…]", Read: r.readHand},
		{Word: "level", Usage: "level total|substantial|marginal|stalemate [SIDE] [to=N]", Read: r.readLevel},
		{Word: "german", Phase: 1, Usage: "german AREA …", Read: func() { r.own(German) }},
		{Word: "contested", Phase: 2, Usage: "contested AREA …", Read: func() { r.own(Contested) }},
		{Word: "neutral", Phase: 2, Usage: "neutral COUNTRY [to=SIDE]", Read: r.readNeutral},
		{Word: "fort", Phase: 1, Usage: "fort AREA N", Read: r.readFort},
		{Word: "no-fort", Phase: 1, Usage: "no-fort AREA …", Read: r.readNoFort},
		{Word: "army", Phase: 3, Usage: "army ARMY AREA [NUNIT …] [entrenched]", Read: r.readArmy},
		{Word: "units", Phase: 3, Usage: "units NATION AREA NUNIT … [entrenched]", Read: r.readUnits},
		{Word: "eft", Phase: 3, Usage: "eft NUNIT …", Read: func() { r.s.EFT = append(r.s.EFT, r.counts(GE)...) }},
	}
	r.Only(kinds)
	r.ReadPhase(kinds, 0)
	if r.Faultless() && r.s.Map == nil {
		r.FaultAt(lines.Place{}, "add: map NAME", "the scenario has no map")
	}
	for phase := 1; phase <= 3 && r.s.Map != nil; phase++ {
		r.ReadPhase(kinds, phase)
	}
	if r.Faultless() {
		r.whole()
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	return r.s, nil
}

func (r *reader) readMap() {
	name, _ := r.Word("map")
	m, ok := r.maps[name]
	if !ok {
		r.Fault("want one of "+strings.Join(slices.Sorted(maps.Keys(r.maps)), ", "), "there is no map %q", name)
		return
	}
	r.s.MapName, r.s.Map = name, m
	for _, a := range m.Areas {
		owner := slices.Index(SideNames[:], m.Countries[a.Country].Side)
		if owner < 0 {
			r.Fault("", "the map has a country of the side %q", m.Countries[a.Country].Side)
			owner = 0
		}
		r.s.Owner, r.s.opens = append(r.s.Owner, owner), append(r.s.opens, nobody)
		r.s.Forts = append(r.s.Forts, a.Fort)
	}
}

func (r *reader) number(what string, low, high int) int {
	text, _ := r.Word(what)
	n, _ := r.Number(what, text, low, high)
	return n
}

func (r *reader) readTurns() {
	r.s.First, r.s.Last = r.number("first turn", 1, LastTurn), r.number("last turn", 1, LastTurn)
	if r.s.First > r.s.Last {
		r.Fault("", "the first turn comes before the last")
	}
}

func (r *reader) side() int {
	word, _ := r.Word("side")
	s := slices.Index(SideNames[:], word)
	if s < 0 {
		r.Fault("want German or Allied", "side %q", word)
	}
	return max(s, 0)
}

func (r *reader) readHand() {
	const most = 30
	s := r.side()
	h := Hand{Size: r.number("number of cards", 1, most)}
	if len(r.Words()) > 0 {
		list, _ := r.Word("cards")
		for name := range strings.SplitSeq(list, ",") {
			c, ok := ParseCard(name)
			if !ok {
				r.Fault("want some of "+strings.Join(CardNames(), ", "), "card %q", name)
			}
			h.Named = append(h.Named, c)
		}
	}
	if len(h.Named) > h.Size {
		r.Fault("", "%d cards are named, of %d", len(h.Named), h.Size)
	}
	r.s.Hands[s] = h
}

func (r *reader) readLevel() {
	word, _ := r.Word("level")
	l := Level{Rank: slices.Index(rankNames, word)}
	if l.Rank < 0 {
		r.Fault("want one of "+strings.Join(rankNames, ", "), "level %q", word)
		return
	}
	if l.Rank > 0 {
		l.Side = r.side()
	}
	l.To = r.NumberKey("to", -Endless, Endless, Endless)
	if n := len(r.s.Levels); n > 0 && r.s.Levels[n-1].To >= l.To {
		r.Fault("", "the rows of the Victory Table rise")
	}
	r.s.Levels = append(r.s.Levels, l)
}

// area takes an area.
func (r *reader) area() int {
	id, _ := r.Word("area")
	a, ok := r.s.Map.Find(strings.ToLower(id))
	if !ok {
		r.Fault("", "there is no area %q", id)
	}
	return a
}

func (r *reader) own(owner int) {
	if owner == German && !r.owned {
		r.owned = true
		for i := range r.s.Owner {
			r.s.Owner[i] = Allied
		}
	}
	for len(r.Words()) > 0 {
		r.s.Owner[r.area()] = owner
	}
}

// readNeutral makes all areas of a country Neutral.
func (r *reader) readNeutral() {
	id, _ := r.Word("country")
	m, to := r.s.Map, nobody
	i := slices.IndexFunc(m.Countries, func(c area.Country) bool { return c.ID == id })
	if word, ok := r.Key("to"); ok {
		if to = slices.Index(SideNames[:], word); to < 0 || i >= 0 && m.Countries[i].Side == word {
			r.Fault("want the side of its enemies, German or Allied", "to=%s", word)
		}
	}
	if i < 0 {
		r.Fault("", "the map has no country %q", id)
	}
	for at := range m.Areas {
		if m.Areas[at].Country == i {
			r.s.Owner[at], r.s.opens[at] = Neutral, to
		}
	}
}

func (r *reader) readFort() {
	a := r.area()
	n := r.number("strength", 0, max(r.s.Map.Areas[a].Fort, 0))
	if r.s.Map.Areas[a].Fort == area.NoFort {
		r.Fault("", "the map has no Fort there")
	}
	r.s.Forts[a] = n
}

func (r *reader) readNoFort() {
	for len(r.Words()) > 0 {
		r.s.Forts[r.area()] = area.NoFort
	}
}

// counts takes units of a nation.
func (r *reader) counts(n Nation) (all []Count) {
	for _, w := range r.Words() {
		if w == "entrenched" {
			continue
		}
		r.Word("units")
		c, ok := parseCount(w, n)
		if !ok {
			r.Fault("want a number and a unit: 3i", "%q", w)
			return all
		}
		all = append(all, c)
	}
	return all
}

func (r *reader) readArmy() {
	id, _ := r.Word("army")
	entrenched := r.Flag("entrenched")
	n, no, ok := ParseArmy(id)
	if !ok || no < 1 || no > r.t.Counters[n].Armies {
		r.Fault("want a nation and a number: ge1", "there is no Army %q", id)
		return
	}
	if slices.ContainsFunc(r.s.Armies, func(a Army) bool { return a.Nation == n && a.No == no }) {
		r.Fault("", "Army %s stands twice", id)
	}
	at := r.area()
	r.s.Armies = append(r.s.Armies, Army{Nation: n, No: no, Area: at, Entrenched: entrenched, Content: r.counts(n)})
}

func (r *reader) readUnits() {
	word, _ := r.Word("nation")
	entrenched := r.Flag("entrenched")
	n, ok := ParseNation(word)
	if !ok {
		r.Fault("want one of "+strings.Join(nationNames[:], ", "), "nation %q", word)
		return
	}
	at := r.area()
	for _, c := range r.counts(n) {
		digs := r.t.Units[c.Unit.Kind].Infantry && c.Unit.Kind != Storm // [8.2.2-d]
		r.s.Groups = append(r.s.Groups, Group{Area: at, Entrenched: entrenched && digs, Count: c})
	}
}

// whole checks the set-up as a whole: counters, Templates and stacking [1.2.1-b, 1.2.2, 1.4, 8.3.2-e,
// 8.3.4-g].
func (r *reader) whole() {
	var none lines.Place
	s := r.s
	if s.Title == "" || s.First == 0 || len(s.Levels) == 0 || s.Levels[len(s.Levels)-1].To != Endless {
		r.FaultAt(none, "", "the scenario lacks its title, its turns, or rows of the Victory Table up to one without "+
			"an end")
		return
	}
	used := map[Unit]int{}
	stack := map[[2]int]int{}
	for _, a := range s.Armies {
		infantry, all := 0, 0
		var of [NumKinds]int
		for _, c := range a.Content {
			used[c.Unit] += c.N
			of[c.Unit.Kind] += c.N
			if all += c.N; r.t.Units[c.Unit.Kind].Infantry {
				infantry += c.N
			}
			if c.Unit.Nation != a.Nation && (c.Unit != Unit{US, Infantry} || a.Nation.Side() != Allied) {
				r.FaultAt(none, "", "%s cannot be in Army %s", c.Unit, ArmyID(a.Nation, a.No))
			}
		}
		row := r.t.Counters[a.Nation]
		if infantry > row.Infantry || all > row.Infantry+row.Auxiliary ||
			of[Artillery] > r.t.Year(YearOf(s.First)).Guns[a.Nation] || of[Biplane] > 1 {
			r.FaultAt(none, "", "Army %s does not fit on its Template", ArmyID(a.Nation, a.No))
		}
		if all > 0 {
			stack[[2]int{a.Area, a.Nation.Side()}]++
		}
	}
	for _, g := range s.Groups {
		used[g.Count.Unit] += g.Count.N
		stack[[2]int{g.Area, g.Count.Unit.Nation.Side()}] += g.Count.N
	}
	for _, c := range s.EFT {
		used[c.Unit] += c.N
	}
	for nation := range NumNations {
		for k, most := range r.t.Counters[nation].Units {
			if u := (Unit{nation, Kind(k)}); used[u] > most {
				r.FaultAt(none, "", "%d counters %s, of %d", used[u], u, most)
			}
		}
	}
	const most = 3
	for at, a := range s.Map.Areas {
		for side, name := range SideNames {
			if n := stack[[2]int{at, side}]; n > most {
				r.FaultAt(none, "", "%d units of the %s side in %s, want at most %d", n, name, a.ID, most)
			}
		}
	}
	r.reserved()
	r.held()
}

const mapDir = "maps/"

// MapPath is the name under which the map of a scenario stands among the data files.
func (s *Scenario) MapPath() string { return lines.Path(mapDir, s.MapName) }

// Load reads the bundled tables, maps and scenarios, these in the order of their names. replace
// holds files that take the place of bundled ones, or are added to maps and scenarios, by
// their names: "tables/cards.csv", "maps/western-front.txt".
func Load(replace map[string][]byte) (*Tables, []*Scenario, error) {
	files, others, err := lines.SplitFiles(lines.ScenarioDir, data.Files, replace)
	if err != nil {
		return nil, nil, err
	}
	all, others, err := loadMaps(others)
	if err != nil {
		return nil, nil, err
	}
	tables, err := LoadTables(others)
	if err != nil {
		return nil, nil, err
	}
	scenarios, err := lines.LoadScenarios(files, func(name string, text []byte) (*Scenario, error) {
		return ParseScenario(name, text, tables, all)
	})
	return tables, scenarios, err
}

// Maps reads the bundled maps.
func Maps() (map[string]*area.Map, error) {
	all, _, err := loadMaps(nil)
	return all, err
}

// loadMaps reads the bundled maps and those in replace, and gives back what else there is in
// it.
func loadMaps(replace map[string][]byte) (all map[string]*area.Map, others map[string][]byte, err error) {
	files, others, err := lines.SplitFiles(mapDir, data.Files, replace)
	if err != nil {
		return nil, nil, err
	}
	all = map[string]*area.Map{}
	for _, f := range files {
		if all[f.Name], err = area.Parse(f.Text); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", f.Path, err)
		}
	}
	return all, others, nil
}
