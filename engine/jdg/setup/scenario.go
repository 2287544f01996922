package setup

import (
	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/lines"
)

// Scenario is the data of one battle: ground, forces, time and victory
// conditions. It is read from one text file, whose format the package doc
// specifies, and never changes during a game.
type Scenario struct {
	Name  string // file name without ending: "austerlitz"
	Title string
	Note  string // at the head of the file: sources, and what it is not
	lines.File

	Sides     [2]SideSpec
	Turns     []TurnSpec // Turns[0] is turn 1
	Map       *Map
	Ground    MapText // labels for drawing and reports
	Forms     []FormationSpec
	CAMs      []CAMSpec
	Leaders   []CommanderSpec
	Units     []UnitSpec
	FormUnits [][]int // units of each formation, by index
	UnitSides []int8  // side of each unit, which is asked for most often
	Entries   []Arrival
	Goals     []Goal
	Victory   VictorySpec

	unitNo map[string]int // index into Units by id
}

// MapText is what a map drawing shows beyond the terrain.
type MapText struct {
	Roads []Road // roads and trails hex by hex
}

// Road is a road or trail through hexes.
type Road struct {
	Kind  string // "road" or "trail"
	Hexes []hex.Hex
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
	FormNo int    // index of the formation in Scenario.Forms
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

// Values returns the numbers on the side of the counter that is up: the back
// for every state below ordered.
func (u *UnitSpec) Values(s State) Values {
	if s == Ordered {
		return u.Front
	}
	return u.Back
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

// ParseState reads what State.String prints.
func ParseState(word string) (s State, ok bool) {
	for i, name := range stateNames {
		if name == word {
			return State(i), true
		}
	}
	return Eliminated, false
}

// Unit returns the index into Units of the unit with this id.
func (s *Scenario) Unit(id string) (int, bool) {
	i, ok := s.unitNo[id]
	return i, ok
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

// CAM returns a combined activation marker by id, nil if there is none.
func (s *Scenario) CAM(id string) *CAMSpec {
	for i := range s.CAMs {
		if s.CAMs[i].ID == id {
			return &s.CAMs[i]
		}
	}
	return nil
}
