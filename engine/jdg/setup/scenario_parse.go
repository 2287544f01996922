package setup

import (
	"fmt"

	"berthier/engine/hex"
	"berthier/engine/lines"
)

// Limits of a scenario.
const (
	maxScenarioTurns = 99
	maxScenarioUnits = 500
)

// scenarioReader collects a scenario and everything that is wrong with it.
type scenarioReader struct {
	*lines.Reader
	s *Scenario

	places map[string]lines.Place // by "kind id": where a thing was declared
	entry  []lines.Place          // by arrival
	goals  []lines.Place          // by goal
	autos  []lines.Place          // by condition of automatic victory

	crossings []crossing // bridges and fords
	roads     []crossing // hexsides that a road or trail crosses
}

// crossing is one hexside named by a line.
type crossing struct {
	edge hex.Edge
	kind SideKind
	at   lines.Place
}

// Lines are read phase by phase, so that a file may put them in any order.
const (
	phaseHead = iota
	phaseGround
	phaseSlopes
	phaseSides
	phaseForms
	phaseUnits
	phaseRest
	numPhases
)

// kinds lists every line that a scenario may have.
func (r *scenarioReader) kinds() []lines.Kind {
	kinds := []lines.Kind{
		{Word: "scenario", Phase: phaseHead, Usage: `scenario "TITLE"`, Read: r.readTitle},
		{Word: "side", Phase: phaseHead, Usage: `side NAME rout=EDGE [chief=COMMANDER]`, Read: r.readSide},
		{Word: "turn", Phase: phaseHead, Usage: `turn NUMBER ["CLOCK"] [fog] [night]`, Read: r.readTurn},
		{Word: "turns", Phase: phaseHead, Usage: `turns COUNT`, Read: r.readTurns},
		{Word: "size", Phase: phaseHead, Usage: `size COLUMNSxROWS`, Read: r.readSize},
		{Word: "ground", Phase: phaseGround, Usage: `ground ROW SIGNS`, Read: r.readGround},
		{Word: "levels", Phase: phaseGround, Usage: `levels ROW DIGITS`, Read: r.readLevels},
		{Word: "hex", Phase: phaseGround, Usage: `hex HEX[,HEX…] TERRAIN ["NAME"] [level=N]`, Read: r.readHex},
		{Word: "level", Phase: phaseGround, Usage: `level N HEX…`, Read: r.readLevel},
		{Word: "slopes", Phase: phaseSlopes, Usage: `slopes auto`, Read: r.readSlopes},
		{Word: "flat", Phase: phaseSides, Usage: `flat HEXSIDE…`, Read: r.readFlat},
		{Word: "road", Phase: phaseSides, Usage: `road HEX HEX…`, Read: r.readRoad},
		{Word: "trail", Phase: phaseSides, Usage: `trail HEX HEX…`, Read: r.readRoad},
		{Word: "formation", Phase: phaseForms, Usage: `formation ID ["NAME"] SIDE [am=N,N]`, Read: r.readFormation},
		{Word: "unit", Phase: phaseUnits, Usage: unitUsage, Read: r.readUnit},
		{Word: "commander", Phase: phaseRest,
			Usage: `commander ID ["NAME"] SIDE [drm=N] [rating=N] [range=N] at=HEX`, Read: r.readCommander},
		{Word: "arrival", Phase: phaseRest, Usage: `arrival TURN form=ID hex=HEX [units=ID,ID…]`, Read: r.readArrival},
		{Word: "cam", Phase: phaseRest,
			Usage: `cam ID ["NAME"] SIDE rating=N forms=ID,ID… [from=TURN] [mandatory]`, Read: r.readCAM},
		{Word: "goal", Phase: phaseRest, Usage: `goal HEX ["NAME"] [SIDE=VP…] [held=SIDE]`, Read: r.readGoal},
		{Word: "victory", Phase: phaseRest,
			Usage: `victory [per-sp=VP] [per-routed=VP] [per-demoralised=VP] [margin=VP]`, Read: r.readVictory},
		{Word: "auto", Phase: phaseRest, Usage: `auto SIDE [goals=HEX,HEX…] [lost=SP] [from=TURN]`, Read: r.readAuto},
	}
	for k := SideKind(0); k < NumSideKinds; k++ {
		kinds = append(kinds, lines.Kind{Word: k.String(), Phase: phaseSides,
			Usage: k.String() + " HEXSIDE…", Read: r.readHexside})
	}
	return kinds
}

// ParseScenario reads a scenario; name becomes Scenario.Name. It checks all
// that can be checked without playing: the error, if any, is an
// [engine.Faults] with every fault of the text, in the order of its lines,
// each with its line, its words, what is wrong and what is expected.
func ParseScenario(name string, text []byte) (*Scenario, error) {
	r := &scenarioReader{
		Reader: lines.Read(text),
		s:      &Scenario{Name: name, unitNo: map[string]int{}},
		places: map[string]lines.Place{},
	}
	r.s.Note = r.Note()
	r.s.File = r.File(text)
	kinds := r.kinds()
	r.Only(kinds)
	for phase := range numPhases {
		if phase == phaseGround {
			r.fillHead()
		}
		r.ReadPhase(kinds, phase)
	}
	if r.Faultless() {
		r.check()
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	r.s.index()
	return r.s, nil
}

// index notes of each unit what is asked for often.
func (s *Scenario) index() {
	s.FormUnits, s.UnitSides = make([][]int, len(s.Forms)), make([]int8, len(s.Units))
	for i := range s.Units {
		u := &s.Units[i]
		u.FormNo, _ = s.Form(u.Form)
		s.FormUnits[u.FormNo] = append(s.FormUnits[u.FormNo], i)
		s.UnitSides[i] = int8(u.Side)
	}
}

// hex reads the number of a hex of the map.
func (r *scenarioReader) hex(text string) (hex.Hex, bool) {
	h, err := hex.Parse(text)
	if err != nil {
		r.Fault("", "%v", err)
		return hex.None, false
	}
	if !r.s.Map.On(h) {
		r.Fault(fmt.Sprintf("the map is %dx%d", r.s.Map.Cols, r.s.Map.Rows), "hex %s is not on the map", h)
		return hex.None, false
	}
	return h, true
}

// sideOf reads the name of a side.
func (r *scenarioReader) sideOf(text string) (int, bool) {
	for i, s := range r.s.Sides {
		if string(s.Name) == text {
			return i, true
		}
	}
	r.Fault(fmt.Sprintf("want %s or %s", r.s.Sides[0].Name, r.s.Sides[1].Name), "unknown side %q", text)
	return 0, false
}
