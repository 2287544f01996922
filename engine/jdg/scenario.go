package jdg

import (
	"crypto/sha256"

	"berthier/engine"
	"berthier/engine/hex"
)

// # Scenario files
//
// A scenario is one UTF-8 text, line by line. A # that opens a word starts a
// comment; the comment lines at the head of the file are its source note.
// Words are parted by blanks; a name of several words stands in double quotes.
// The first word says what the line is about, then follow words in order, then
// settings key=value in any order. Lines may stand in any order but for the
// turns, the sides and the stacks. A word or setting that is not listed here
// is a fault.
//
//	scenario "TITLE"
//	side NAME rout=EDGE [chief=COMMANDER]
//	turn NUMBER ["CLOCK"] [fog] [night]
//	turns COUNT
//	size COLUMNSxROWS
//
// A scenario has two sides; the names are ASCII words. EDGE is north, east,
// south, west or one of the six hex directions [10.4]. The chief rolls for
// strategic initiative [3]; without one it is the first commander of the side.
// Turns are listed one by one, or only counted. Left out: the title is the
// name of the file, the sides are French (rout west) and Allied (rout east),
// there are 4 turns, and the map has 12 columns of 10 rows.
//
//	ground ROW SIGNS
//	levels ROW DIGITS
//	hex HEX[,HEX…] TERRAIN ["NAME"] [level=N]
//	level N HEX…
//
// A map is clear ground at level 0 until a line says otherwise; of two lines
// about one hex the later one counts. ground and levels draw one row of hexes,
// one sign for each column from the west:
//
//	. clear   w woods   o orchard   p palm-grove   v village
//	t town    c castle  m marsh     ~ pond
//
//	slopes auto
//	flat HEXSIDE…
//	slope|steep|ridge|cliff HEXSIDE…
//	redoubt|fortification HEXSIDE…
//	stream|river HEXSIDE…
//	bridge|ford HEXSIDE…
//
// A HEXSIDE is 0304/0404 or 0304/SE. slopes auto makes a slope of every
// hexside between two levels that differ by one, a steep slope where they
// differ by more; flat takes slopes off again, slope and steep replace them.
// The hex that a redoubt or fortification names first is the one inside. A
// bridge or ford lies on a stream or river.
//
//	road HEX HEX…
//	trail HEX HEX…
//
// Every hex of a way is listed, each next to the one before. Where a way
// crosses water there must be a bridge or ford.
//
//	formation ID ["NAME"] SIDE [am=N[,N]]
//	unit ID ["NAME"] SIDE inf|cav|art [heavy] [horse] [form=ID] [at=HEX]
//	    [face=CORNER] [sp=N/N] [coh=N/N] [eng=N/N] [ma=N/N] [range=N/N]
//	    [nation=NAME] [corps=LABEL] [state=disordered|routed]
//	commander ID ["NAME"] SIDE [drm=N] [rating=N] [range=N] at=HEX
//	arrival TURN form=ID hex=HEX [units=ID,ID…]
//	cam ID ["NAME"] SIDE rating=N forms=ID,ID… [from=TURN] [mandatory]
//
// (One line each.) Ids are 1 to 8 of a-z, 0-9 and hyphen, no two alike, none a
// word of the turn file. Initiative ratings are 0 to 9 (4,3 if left out). A
// unit without form= belongs to the only formation of its side, which is made
// up if there is none. Unit values are those of the ordered and the disordered
// side. Of a second number that is left out, sp is two thirds rounded up, range
// twice the first and any other one less. Left out altogether they are
//
//	inf  sp=6/4 coh=6/5 eng=6/5 ma=5/4
//	cav  sp=4/3 coh=6/5 eng=6/5 ma=9/8
//	art  sp=3/2 coh=6/5 ma=6/5 range=3/6   (effective/maximum range)
//
// A unit faces away from its rout edge unless face= says otherwise. The first
// unit of a hex lies on top of the stack, artillery always. A commander has
// drm=1 rating=3 range=6. An arrival [5.2] brings the units that it lists, or
// all units of the formation without at=, through a hex on the map's edge.
//
//	goal HEX ["NAME"] [SIDE=VP…] [held=SIDE]
//	victory [per-sp=VP] [per-routed=VP] [per-demoralised=VP] [margin=VP]
//	auto SIDE [goals=HEX,HEX…] [lost=SP] [from=TURN]
//
// VP of a victory line are one number for both sides or SIDE:N,SIDE:N. An auto
// line is one condition of automatic victory [13.1]: the side holds all the
// goals, and the enemy has lost that many SP.

// Scenario is the data of one battle: ground, forces, time and victory
// conditions. It is read from one text file, whose format the package doc
// specifies, and never changes during a game.
type Scenario struct {
	Name   string // file name without ending: "austerlitz"
	Title  string
	Source string // header comment: sources, and what it is not
	Hash   [sha256.Size]byte

	Sides   [2]SideSpec
	Turns   []TurnSpec // Turns[0] is turn 1
	Map     *Map
	Ground  MapText // labels for drawing and reports
	Forms   []FormationSpec
	CAMs    []CAMSpec
	Leaders []CommanderSpec
	Units   []UnitSpec
	Entries []Arrival
	Goals   []Goal
	Victory VictorySpec
}

// MapText is what a map drawing shows beyond the terrain.
type MapText struct {
	Roads []hex.Line // roads and trails hex by hex
}

// SideSpec is one army.
type SideSpec struct {
	Name engine.Side
	Rout hex.Dir // direction of rout; see RoutEdge
	// RoutEdge, if not empty, is a map edge ("west", "east"): rout then goes
	// in a zigzag toward it and Rout is not used [JDG-Q120].
	RoutEdge string
	Chief    string // commander who rolls for strategic initiative [3]
}

// TurnSpec is one turn of the track.
type TurnSpec struct {
	Clock string // "7.00 a.m."
	Night bool   // [12.1]
	Fog   bool   // [12.2]
}

// FormationSpec is one formation [2.1.1].
type FormationSpec struct {
	ID   string
	Name string
	Side int   // index into Sides
	AMs  []int // initiative rating of each activation marker, normally two
}

// CAMSpec is one combined activation marker: it activates all units of the
// listed formations at once [2.1.2], from a given turn on.
type CAMSpec struct {
	ID        string
	Name      string
	Side      int
	Rating    int
	Forms     []string // formations that it activates together
	From      int      // first turn in which it may be put into the cup
	Mandatory bool     // goes into the cup without being asked for
}

// CommanderSpec is one overall commander [2.5].
type CommanderSpec struct {
	ID     string
	Name   string
	Side   int
	DRM    int
	Rating int // orders a turn
	Range  int // hexes
	Hex    hex.Hex
}

// Values are the numbers on one side of a counter.
type Values struct {
	SP         int // fire strength for artillery
	Cohesion   int
	Engagement int // not used for artillery
	MA         int // movement points
}

// UnitSpec is one counter [0.3].
type UnitSpec struct {
	ID     string // short ASCII id
	Name   string
	Side   int
	Form   string // formation id
	Corps  string // label in the chain of command
	Nation string
	Arm    Arm
	Heavy  bool // heavy cavalry
	Horse  bool // horse artillery
	Front  Values
	Back   Values // disordered side
	Near   int    // effective range of artillery, hexes
	Far    int    // maximum range
	Hex    hex.Hex
	Facing hex.Facing
	State  State // at start: ordered, disordered or routed
	Entry  int   // 1 + index into Entries of the arrival that brings it; 0 if on the map at start
}

// Arrival is one group of reinforcements [5.2].
type Arrival struct {
	Turn int
	Form string
	Hex  hex.Hex // entry hex, on the edge
}

// Goal is a place worth victory points to whoever holds it at the end.
type Goal struct {
	Hex  hex.Hex
	Name string
	VP   [2]int // for each side if it holds the place
	Held int    // side that holds it at the start; -1 nobody
}

// VictorySpec is how the scenario is won [13].
type VictorySpec struct {
	PerSP      [2]int // VP to each side for every enemy SP eliminated (infantry and cavalry, front values)
	PerRouted  [2]int // VP to each side for every enemy unit routed at the end
	PerDemoral [2]int // VP to each side for every enemy formation demoralised at the end
	Margin     int    // VP by which a side must lead, else a draw
	Auto       []AutoVictory
}

// AutoVictory is one condition of automatic victory [13.1]: the side holds
// all the goals, and the enemy has lost at least LostSP.
type AutoVictory struct {
	Side   int
	Goals  []hex.Hex
	LostSP int
	From   int // first turn in which it counts
}

// State is a unit's place on the cohesion ladder [10].
type State uint8

const (
	Ordered State = iota
	Disordered
	Routed
	Eliminated
)

var stateNames = [...]string{"ordered", "disordered", "routed", "eliminated"}

// String prints the state in the rulebook's word.
func (s State) String() string { return stateNames[s] }

// Unit returns the index into Units of the unit with this id.
func (s *Scenario) Unit(id string) (int, bool) {
	for i := range s.Units {
		if s.Units[i].ID == id {
			return i, true
		}
	}
	return 0, false
}

// Form returns the index into Forms of the formation with this id.
func (s *Scenario) Form(id string) (int, bool) {
	for i := range s.Forms {
		if s.Forms[i].ID == id {
			return i, true
		}
	}
	return 0, false
}

// Commander returns the index into Leaders of the commander with this id.
func (s *Scenario) Commander(id string) (int, bool) {
	for i := range s.Leaders {
		if s.Leaders[i].ID == id {
			return i, true
		}
	}
	return 0, false
}
