package pbs

import (
	"slices"

	"berthier/engine"
	"berthier/engine/deck"
	"berthier/engine/pbs/setup"
)

// Phase is a point of the course [0-a] at which the game can wait.
type Phase byte

const (
	RolePhase     Phase = 'R' // who wants to be what [1]
	CardPhase     Phase = 'C' // the first card, territory, where the pawn begins, season [2, 3-a, 13-a]
	DayPhase      Phase = 'D' // the five days [3]
	GroundPhase   Phase = 'G' // the secure flank and the choice of pieces [4, 5]
	PlacePhase    Phase = 'P' // a piece is to be placed, its die rolled [6]
	AdjustPhase   Phase = 'A' // it lies, the die of its opponent is rolled [6-i]
	ListPhase     Phase = 'L' // lists for the deployment [9]
	DeployPhase   Phase = 'U' // unit groups are deployed step by step [9]
	HidePhase     Phase = 'H' // ambushes and flank marches are set [9-d]
	GeneralPhase  Phase = 'N' // generals are placed [9-i, 9-j]
	OverPhase     Phase = 'X'
	phaseSequence       = "RCDGPALUHNX"
)

// days is how long the armies march [3-e].
const days = 5

// Nobody is the index of no side, and NoPiece that of no piece.
const (
	Nobody  = -1
	NoPiece = -1
)

// Position is the state of one Pre Battle between two steps. Places on the table are in the
// Defender's view [B70].
type Position struct {
	rs      *Ruleset
	sc      *setup.Scenario
	format  setup.Format
	grid    *setup.Grid
	options options

	Phase     Phase
	Waits     [2]bool // whose answer is owed
	First     int     // who won the dice-off, or Nobody
	Defender  int     // or Nobody
	Intercept bool    // the Invader places the pawn [1-e, 3-a]
	Site      Site
	Pieces    []Piece
	Placing   Class // of the pieces that are being placed
	Piece     int   // the one at hand, or NoPiece
	Roll      int   // the die for it, from 1: for its sector, and then for its opponent
	Scouting  ScoutResult
	Step      int // steps of deployment that are over
	Armies    [2]Army
	Cards     deck.Deck
	Plans     [2][]Plan
	Result    engine.Outcome
}

// Site is where the battle will be, as far as it is known.
type Site struct {
	Known     bool // the territory is, and the pawn stands
	Territory setup.Territory
	Pawn      Cell
	Day       int // that are over
	Last      int // who won the last day, or Nobody
	Weather   setup.Weather
	Season    setup.Season
	Variable  bool   // the weather is [13-d]
	Secured   Sector // side of the secure flank in the Defender's view; CentreSector: none
}

// Class says why a piece is on the table.
type Class uint8

const (
	FlankPiece Class = iota
	Compulsory
	Optional
)

var classNames = [...]string{"flank", "compulsory", "optional"}

// String is the word of records.
func (c Class) String() string { return classNames[c] }

// Fate is what became of a piece.
type Fate uint8

const (
	Waiting Fate = iota // it has been chosen
	Placed
	Lost    // it found no place [B21]
	Removed // by the opponent, or an Open Area at the end [6-l, 11-c]
)

var fateNames = [...]string{"waiting", "placed", "lost", "removed"}

// String is the word of records.
func (f Fate) String() string { return fateNames[f] }

// Piece is a piece of terrain.
type Piece struct {
	By     int // who has chosen it
	Class  Class
	Ground setup.Ground
	Fate   Fate
	At     Rect // if it is Placed
}

// ScoutResult is how the scouting ended [7].
type ScoutResult struct {
	Known  bool
	Totals [2]int // per cent
}

// Army is what one side has on the table.
type Army struct {
	Camp     Rect // no width: it has none yet
	Groups   []Group
	Ambushes []Ambush
	Marches  []March
	Generals []Rect // where each stands, of no size; X below 0: not on the table
	Command  []int  // general of each unit group, or -1 before that is declared
}

// Group is one unit group.
type Group struct {
	At  Rect // no width: not deployed
	No  int  // in the order in which all were deployed, from 1
	Off bool // there was no room for it [B99]
}

// Ambush is an ambush card: its place is public, who is under it is not [B94].
type Ambush struct {
	At    Rect
	Group int // or Masked
}

// March is a general beside his camp with the card under him: a flank march, or a bluff
// [9-d, 9-e, B95, B96].
type March struct {
	General int
	Masked  bool   // nothing else is known
	Side    Sector // in its owner's view
	Groups  []int  // none: a bluff
	Delay   int    // the die of its delay, from 1; 0: not yet rolled, or not known [B100]
}

// Masked is a unit group that its reader may not know.
const Masked = -1

// Plan is one line that a side has given and that still counts, in the words of an order;
// Slot says which lines it takes the place of.
type Plan struct{ Slot, Text string }

// options are those of a game.
type options struct {
	format, grid, target     string // empty: as the scenario says, or none
	weather, night, freePass bool
	keepOpen                 bool
	ask                      []string
}

func newPosition(rs *Ruleset, sc *setup.Scenario, o options) *Position {
	p := &Position{rs: rs, sc: sc, options: o, Phase: RolePhase, First: Nobody, Defender: Nobody, Piece: NoPiece}
	name, grid := sc.Format, sc.Grid
	if o.format != "" {
		name = o.format
	}
	if o.grid != "" {
		grid = o.grid
	}
	p.format, _ = rs.tables.Format(name)
	p.grid, _ = rs.tables.Grid(grid)
	p.Site.Last, p.Site.Secured, p.Site.Season, p.Site.Weather = Nobody, CentreSector, setup.Spring, setup.Fair
	for s := range p.Armies {
		a := &p.Armies[s]
		a.Groups = make([]Group, len(sc.Armies[s].Groups))
		a.Generals = slices.Repeat([]Rect{{X: -1}}, len(sc.Armies[s].Generals))
		a.Command = slices.Repeat([]int{-1}, len(sc.Armies[s].Groups))
	}
	return p
}

// clone is a copy that shares nothing that changes.
func (p *Position) clone() *Position {
	q := *p
	q.Pieces = slices.Clone(p.Pieces)
	for s := range p.Armies {
		a, b := &p.Armies[s], &q.Armies[s]
		b.Groups, b.Ambushes, b.Marches = slices.Clone(a.Groups), slices.Clone(a.Ambushes), slices.Clone(a.Marches)
		b.Generals, b.Command = slices.Clone(a.Generals), slices.Clone(a.Command)
		q.Plans[s] = slices.Clone(p.Plans[s])
	}
	return &q
}

func (p *Position) sideName(s int) engine.Side {
	if s < 0 {
		return ""
	}
	return p.sc.Sides[s]
}

// sideNo is the index of a side, or Nobody.
func (p *Position) sideNo(name engine.Side) int { return slices.Index(p.sc.Sides[:], name) }

// invader is the other role.
func (p *Position) invader() int { return 1 - p.Defender }

// roster is the army list of a side.
func (p *Position) roster(side int) *setup.Roster { return p.sc.Armies[side] }

func (p *Position) groupID(side, g int) string {
	return p.sc.Prefix[side] + p.roster(side).Groups[g].ID
}

func (p *Position) generalID(side, g int) string {
	return p.sc.Prefix[side] + p.roster(side).Generals[g].ID
}

// group finds a unit group of a side by its id, or -1.
func (p *Position) group(side int, id string) int {
	return slices.IndexFunc(p.roster(side).Groups,
		func(g setup.Group) bool { return p.sc.Prefix[side]+g.ID == id })
}

// general finds a general of a side by his id, or -1.
func (p *Position) general(side int, id string) int {
	return slices.IndexFunc(p.roster(side).Generals,
		func(g setup.General) bool { return p.sc.Prefix[side]+g.ID == id })
}

// density is that of the site.
func (p *Position) density() *setup.DensityRow { return &p.rs.tables.Density[p.Site.Pawn.Density] }

// flank is the entry for the secure flank of the site [3-q].
func (p *Position) flank() setup.Flank { return p.grid.Lines[p.Site.Pawn.Line].Flank }

// secure reports whether the left or the right of a side is a secure flank [B67].
func (p *Position) secure(side int, s Sector) bool {
	if p.Site.Secured == CentreSector {
		return false
	}
	if side != p.Defender {
		s = RightSector - s
	}
	return s == p.Site.Secured
}

// hand is the place of a side's cards.
func (p *Position) hand(side int) string { return "hand-" + string(p.sideName(side)) }

// held lists the cards of a side, the worst first.
func (p *Position) held(side int) (cards []setup.Card) {
	for _, name := range p.Cards.Cards(p.hand(side)) {
		if c, ok := setup.ParseCard(string(name)); ok {
			cards = append(cards, c)
		}
	}
	slices.Sort(cards)
	return cards
}

// hidden reports whether a unit group is under a card, as far as the position shows it.
func (a *Army) hidden(g int) bool {
	return slices.ContainsFunc(a.Ambushes, func(x Ambush) bool { return x.Group == g }) ||
		slices.ContainsFunc(a.Marches, func(m March) bool { return slices.Contains(m.Groups, g) })
}

// pool lists the unit groups that are still to be deployed [B92].
func (a *Army) pool() (groups []int) {
	for g := range a.Groups {
		if !a.Groups[g].At.laid() && !a.Groups[g].Off && !a.hidden(g) {
			groups = append(groups, g)
		}
	}
	return groups
}

// marching reports whether a general stands beside his camp.
func (a *Army) marching(general int) bool {
	return slices.ContainsFunc(a.Marches, func(m March) bool { return m.General == general })
}
