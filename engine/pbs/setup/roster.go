package setup

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/lines"
)

// Roster is one army.
type Roster struct {
	Name  string // of its file, without .txt
	Title string
	lines.File

	Side        engine.Side
	Year        int // below 0 before the common era
	Territories []Territory
	Cards       int // of the march [2-a]
	Scouting    int // of scouting [7-b]
	Generals    []General
	Groups      []Group
}

// Rank is what a general is.
type Rank uint8

const (
	ArmyCommander Rank = iota
	SubGeneral
	AllyGeneral
)

var rankNames = [...]string{"army", "sub", "ally"}

// String is the word of files.
func (r Rank) String() string { return rankNames[r] }

// General is one general.
type General struct {
	ID, Name string
	Rank     Rank
	Quality  Quality
}

// Arm is that of a unit group.
type Arm uint8

const (
	Foot Arm = iota
	Mounted
	Artillery
)

var armNames = [...]string{"foot", "mounted", "artillery"}

// String is the word of files.
func (a Arm) String() string { return armNames[a] }

// Trait is something that a rule asks of a unit group.
type Trait uint8

const (
	Elephants Trait = 1 << iota
	Wagon
	Expendable
	Barricades
	Obstacles
	Camels
	Light
)

var traitNames = [...]string{"elephants", "wagon", "expendable", "barricades", "obstacles", "camels", "light"}

// Group is a unit group: a UG of the rules.
type Group struct {
	ID, Name   string
	Skirmisher bool // a SuG, and no TuG
	Arm        Arm
	Traits     Trait
	General    int
	W, H       int    // frontage and depth in quarters of a base width
	CCN, JDG   string // what it becomes in a battle of those games; empty: nothing
}

// Has reports whether a group has one of some traits.
func (g *Group) Has(t Trait) bool { return g.Traits&t != 0 }

// First reports whether a group is deployed before its army's others [9-c].
func (g *Group) First() bool { return g.Arm == Artillery || g.Has(Barricades|Obstacles|Expendable) }

// MayMarch reports whether a group may march around a flank [B95].
func (g *Group) MayMarch() bool {
	return g.Arm != Artillery && !g.Has(Elephants|Wagon|Barricades)
}

const (
	maxCards              = 10
	minGroups, maxGroups  = 8, 20
	maxGenerals           = 8
	frontage, depth, guns = 16, 4, 8 // [B88]
)

type rosterReader struct {
	*lines.Reader
	r     *Roster
	ids   map[string]lines.Place
	year  bool
	cards bool
}

const (
	phaseRoster = iota
	phaseGenerals
	phaseGroups
	numRosterPhases
)

func (r *rosterReader) kinds() []lines.Kind {
	return []lines.Kind{
		{Word: "roster", Phase: phaseRoster, Usage: `roster "TITLE" SIDE`, Read: r.readRoster},
		{Word: "year", Phase: phaseRoster, Usage: "year N", Read: r.readYear},
		{Word: "territories", Phase: phaseRoster, Usage: "territories TERRITORY …", Read: r.readTerritories},
		{Word: "cards", Phase: phaseRoster, Usage: "cards pbs=N scouting=N", Read: r.readCards},
		{
			Word:  "general",
			Phase: phaseGenerals,
			Usage: `general ID "NAME" army|sub|ally quality=QUALITY`,
			Read:  r.readGeneral,
		},
		{Word: "ug", Phase: phaseGroups,
			Usage: `ug ID "NAME" TuG|SuG foot|mounted|artillery general=ID [flags=FLAG,…] [size=WxH] [ccn="…"] ` +
				`[jdg="…"]`,
			Read: r.readGroup},
	}
}

// ParseRoster reads a roster; name becomes Roster.Name. The error, if any, is an
// [engine.Faults] with every fault of the text, in the order of its lines.
func ParseRoster(name string, text []byte) (*Roster, error) {
	r := &rosterReader{Reader: lines.Read(text), ids: map[string]lines.Place{},
		r: &Roster{Name: name}}
	r.r.File = r.File(text)
	kinds := r.kinds()
	r.Only(kinds)
	for phase := range numRosterPhases {
		r.ReadPhase(kinds, phase)
	}
	if r.Faultless() {
		r.check()
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	return r.r, nil
}

func (r *rosterReader) readRoster() {
	if r.r.Title != "" {
		r.Fault("", "a roster has one title")
	}
	r.r.Title, _ = r.Word("title")
	name, ok := r.Word("name of the side")
	if !ok {
		return
	}
	const most = 12
	if strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz") != "" || len(name) > most {
		r.Fault("want one word of 1 to 12 ASCII letters", "name of a side %q", name)
		return
	}
	r.r.Side = engine.Side(name)
}

func (r *rosterReader) readYear() {
	const first, last = -4000, 2100
	text, ok := r.Word("year")
	if !ok {
		return
	}
	if r.year {
		r.Fault("", "a roster has one year")
	}
	if r.r.Year, r.year = r.Number("year", text, first, last); r.year && r.r.Year == 0 {
		r.Fault("want -1 for the year before the year 1", "there is no year 0")
	}
}

func (r *rosterReader) readTerritories() {
	for _, w := range r.AllWords("territory") {
		t, ok := ParseTerritory(w)
		if !ok || slices.Contains(r.r.Territories, t) {
			r.Fault("want some of "+strings.Join(territoryNames[:], ", ")+", each once", "territory %q", w)
			return
		}
		r.r.Territories = append(r.r.Territories, t)
	}
}

func (r *rosterReader) readCards() {
	if r.cards {
		r.Fault("", "the cards stand twice")
	}
	r.cards = true
	r.r.Cards, r.r.Scouting = r.NumberKey("pbs", 1, maxCards, 0), r.NumberKey("scouting", 1, maxCards, 0)
}

// id takes an id that is not yet used.
func (r *rosterReader) id() (string, bool) {
	id, ok := r.Word("id")
	if !ok {
		return "", false
	}
	const most = 6
	if strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789") != "" || len(id) > most {
		r.Fault("want 1 to 6 of a-z and 0-9", "id %q", id)
		return "", false
	}
	if _, used := r.ids[id]; used {
		r.Fault("want an id of its own", "id %s stands twice", id)
		return "", false
	}
	r.ids[id] = r.Here()
	return id, true
}

func (r *rosterReader) readGeneral() {
	id, ok := r.id()
	name, _ := r.Word("name")
	rank, _ := r.Word("army, sub or ally")
	quality, _ := r.Key("quality")
	if !ok {
		return
	}
	g := General{ID: id, Name: name}
	if g.Rank, ok = find[Rank](rankNames[:], rank); !ok {
		r.Fault("want army, sub or ally", "rank %q", rank)
	}
	if g.Quality, ok = find[Quality](qualityNames[:], quality); !ok {
		r.Fault("want quality=legendary, talented, competent or mediocre", "quality %q", quality)
	}
	r.r.Generals = append(r.r.Generals, g)
}

func (r *rosterReader) readGroup() {
	id, ok := r.id()
	name, _ := r.Word("name")
	class, _ := r.Word("TuG or SuG")
	arm, _ := r.Word("foot, mounted or artillery")
	general, _ := r.Key("general")
	flags, flagged := r.Key("flags")
	size, sized := r.Key("size")
	g := Group{ID: id, Name: name, Skirmisher: class == "SuG", W: frontage, H: depth}
	g.CCN, _ = r.Key("ccn")
	g.JDG, _ = r.Key("jdg")
	if !ok {
		return
	}
	if class != "TuG" && class != "SuG" {
		r.Fault("want TuG or SuG", "class %q", class)
	}
	if g.Arm, ok = find[Arm](armNames[:], arm); !ok {
		r.Fault("want foot, mounted or artillery", "arm %q", arm)
	}
	if g.General = slices.IndexFunc(r.r.Generals, func(o General) bool { return o.ID == general }); g.General < 0 {
		r.Fault("want general=ID of a general of this roster", "general %q", general)
	}
	if flagged {
		r.traits(&g, flags)
	}
	if g.Arm == Artillery || g.Has(Elephants) {
		g.W = guns
	}
	if sized {
		r.size(&g, size)
	}
	r.r.Groups = append(r.r.Groups, g)
}

func (r *rosterReader) traits(g *Group, flags string) {
	for f := range strings.SplitSeq(flags, ",") {
		i := slices.Index(traitNames[:], f)
		if i < 0 || g.Has(1<<i) {
			r.Fault("want some of "+strings.Join(traitNames[:], ",")+", each once", "flag %q", f)
			return
		}
		g.Traits |= 1 << i
	}
}

func (r *rosterReader) size(g *Group, text string) {
	const most = 40
	w, h, _ := strings.Cut(text, "x")
	var errW, errH error
	g.W, errW = strconv.Atoi(w)
	g.H, errH = strconv.Atoi(h)
	if errW != nil || errH != nil || g.W < 1 || g.H < 1 || g.W > most || g.H > most || g.W%2 != 0 {
		r.Fault("want size=WxH, quarters of a base width from 1 to 40, an even frontage", "size %q", text)
	}
}

// check looks at the roster as a whole.
func (r *rosterReader) check() {
	ro := r.r
	commanders := 0
	for _, g := range ro.Generals {
		if g.Rank == ArmyCommander {
			commanders++
		}
	}
	var none lines.Place
	fault := func(hint, format string, args ...any) { r.FaultAt(none, hint, format, args...) }
	switch {
	case ro.Side == "":
		fault(`add: roster "TITLE" SIDE`, "the roster has no title and side")
	case !r.year:
		fault("add: year N", "the roster has no year")
	case len(ro.Territories) == 0:
		fault("add: territories TERRITORY …", "the roster is met in no territory")
	case ro.Cards == 0 || ro.Scouting == 0:
		fault("add: cards pbs=N scouting=N", "the roster has no cards")
	case commanders != 1 || len(ro.Generals) < 2 || len(ro.Generals) > maxGenerals:
		fault(
			fmt.Sprintf("want one army commander and 1 to %d others", maxGenerals-1),
			"%d army commanders of %d generals",
			commanders,
			len(ro.Generals),
		)
	case len(ro.Groups) < minGroups || len(ro.Groups) > maxGroups:
		fault(fmt.Sprintf("want %d to %d", minGroups, maxGroups), "%d unit groups", len(ro.Groups))
	}
	for i := range ro.Generals {
		if len(ro.Commands(i)) == 0 {
			r.FaultAt(r.ids[ro.Generals[i].ID], "give him one: general="+ro.Generals[i].ID,
				"%s commands no unit group", ro.Generals[i].ID)
		}
	}
}

// Commands lists the unit groups of a general.
func (ro *Roster) Commands(general int) (groups []int) {
	for i := range ro.Groups {
		if ro.Groups[i].General == general {
			groups = append(groups, i)
		}
	}
	return groups
}

// Commander is the army commander.
func (ro *Roster) Commander() int {
	return slices.IndexFunc(ro.Generals, func(g General) bool { return g.Rank == ArmyCommander })
}
