package setup

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/lines"
)

// Limits of a scenario.
const (
	maxUnits   = 100
	maxLeaders = 30
	maxGoals   = 30
)

// scenarioReader collects a scenario and everything that is wrong with it.
type scenarioReader struct {
	*lines.Reader
	s      *Scenario
	tables *Tables

	ids     map[string]lines.Place
	sides   int // that have been read
	first   bool
	goals   []lines.Place
	exits   []lines.Place
	units   []lines.Place
	leaders []lines.Place
	works   map[hex.Hex]lines.Place
}

// Lines are read phase by phase, so that a file may put them in any order.
const (
	phaseSides = iota
	phaseHead
	phaseGround
	phaseForces
	numPhases
)

// kinds lists every line that a scenario may have.
func (r *scenarioReader) kinds() []lines.Kind {
	return []lines.Kind{
		{
			Word:  "side",
			Phase: phaseSides,
			Usage: `side NAME bottom|top nations=NATION[,NATION…] hand=N`,
			Read:  r.readSide,
		},
		{Word: "scenario", Phase: phaseHead, Usage: `scenario "TITLE"`, Read: r.readTitle},
		{Word: "first", Phase: phaseHead, Usage: `first SIDE`, Read: r.readFirst},
		{Word: "banners", Phase: phaseHead, Usage: `banners N or banners SIDE=N SIDE=N`, Read: r.readBanners},
		{Word: "ground", Phase: phaseGround, Usage: `ground ROW SIGN…`, Read: r.readGround},
		{Word: "hex", Phase: phaseGround, Usage: `hex HEX[,HEX…] TERRAIN ["NAME"]`, Read: r.readHex},
		{Word: "name", Phase: phaseGround, Usage: `name HEX "NAME"`, Read: r.readName},
		{Word: "works", Phase: phaseGround, Usage: `works HEX DIRECTION[,DIRECTION…]`, Read: r.readWorks},
		{Word: "hill", Phase: phaseGround, Usage: `hill HEX[,HEX…]`, Read: r.readHill},
		{Word: "weather", Phase: phaseHead, Usage: `weather wet|wind|mud…`, Read: r.readWeather},
		{
			Word:  "unit",
			Phase: phaseForces,
			Usage: `unit ID ["NAME"] NATION TYPE at=HEX|off [side=SIDE]`,
			Read:  r.readUnit,
		},
		{Word: "leader", Phase: phaseForces, Usage: `leader ID ["NAME"] SIDE at=HEX|off`, Read: r.readLeader},
		{Word: "goal", Phase: phaseForces,
			Usage: `goal HEX[,HEX…] ["NAME"] SIDE=BANNERS… [need=N] [once] [start]`, Read: r.readGoal},
		{Word: "exit", Phase: phaseForces, Usage: `exit SIDE HEX[,HEX…] [banners=N]`, Read: r.readExit},
	}
}

// ParseScenario reads a scenario; name becomes Scenario.Name, and its units are those
// of the tables. It checks all that can be checked without playing: the error, if any,
// is an [engine.Faults] with every fault of the text, in the order of its lines, each
// with its line, its words, what is wrong and what is expected.
func ParseScenario(name string, text []byte, tables *Tables) (*Scenario, error) {
	r := &scenarioReader{Reader: lines.Read(text), tables: tables,
		s: &Scenario{Name: name,
			works: map[hex.Hex][6]bool{}, names: map[hex.Hex]string{}},
		ids: map[string]lines.Place{}, works: map[hex.Hex]lines.Place{},
	}
	r.s.Note = r.Note()
	r.s.File = r.File(text)
	kinds := r.kinds()
	r.Only(kinds)
	for phase := range numPhases {
		r.ReadPhase(kinds, phase)
		if phase == phaseSides && r.sides < 2 {
			r.Fault(kinds[0].Usage+", once for each side", "%d of 2 sides", r.sides)
			return nil, r.Err()
		}
	}
	if r.Faultless() {
		r.s.index()
		r.check()
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	return r.s, nil
}

func (r *scenarioReader) readTitle() {
	if r.s.Title != "" {
		r.Fault("leave the second one out", "a scenario has one title")
	}
	r.s.Title, _ = r.Word("title")
}

func (r *scenarioReader) readSide() {
	name, ok := r.Word("name of the side")
	if !ok {
		return
	}
	if r.sides == 2 {
		r.Fault("leave the third one out", "a scenario has two sides")
		return
	}
	if !word(name) || strings.Contains(name, "-") || len(name) > 12 {
		r.Fault("want one word of 1 to 12 ASCII letters", "name of a side %q", name)
		return
	}
	s := SideSpec{Name: engine.Side(name), Banners: 5}
	switch bottom, top := r.Flag("bottom"), r.Flag("top"); {
	case bottom == top:
		r.Fault("want bottom or top", "side %s stands on no side of the board", name)
		return
	default:
		s.Top = top
	}
	if other := &r.s.Sides[0]; r.sides == 1 && (strings.EqualFold(string(other.Name), name) || other.Top == s.Top) {
		r.Fault("two names, one bottom and one top", "side %s is like side %s", name, other.Name)
		return
	}
	s.Hand = r.NumberKey("hand", 1, 12, 5)
	if s.Nations, ok = r.nations(name); !ok {
		return
	}
	r.s.Sides[r.sides] = s
	r.sides++
}

// nations reads those of a side; without the setting it is the one with its name.
func (r *scenarioReader) nations(side string) ([]string, bool) {
	text, ok := r.Key("nations")
	if !ok {
		text = side
	}
	nations := strings.Split(text, ",")
	for _, n := range nations {
		if !slices.Contains(r.tables.Nations(), n) {
			r.Fault("want some of "+strings.Join(r.tables.Nations(), ", "), "nation %q has no reference card", n)
			return nil, false
		}
	}
	return nations, true
}

// readWeather reads what the weather hinders.
func (r *scenarioReader) readWeather() {
	const help = "want wet, wind or mud, each once"
	if len(r.Words()) == 0 {
		r.Fault(help, "the weather hinders nothing")
	}
	w := &r.s.Weather
	for _, word := range r.AllWords("weather") {
		hinders, ok := map[string]*bool{"wet": &w.Wet, "wind": &w.Wind, "mud": &w.Mud}[word]
		if !ok || *hinders {
			r.Fault(help, "weather %q", word)
			return
		}
		*hinders = true
	}
}

func (r *scenarioReader) readFirst() {
	text, ok := r.Word("side")
	if !ok {
		return
	}
	if r.first {
		r.Fault("leave the second one out [3-i]", "one side takes the first turn")
	}
	r.s.First, r.first = r.sideOf(text)
}

func (r *scenarioReader) readBanners() {
	const least, most = 1, 15
	if len(r.Words()) > 0 {
		text, _ := r.Word("number of banners")
		n, _ := r.Number("banners", text, least, most)
		r.s.Sides[0].Banners, r.s.Sides[1].Banners = n, n
		return
	}
	for i := range r.s.Sides {
		s := &r.s.Sides[i]
		s.Banners = r.NumberKey(string(s.Name), least, most, s.Banners)
	}
}

// sideOf reads the name of a side.
func (r *scenarioReader) sideOf(text string) (int, bool) {
	if i := r.s.SideNo(engine.Side(text)); i >= 0 {
		return i, true
	}
	r.Fault(fmt.Sprintf("want %s or %s", r.s.Sides[0].Name, r.s.Sides[1].Name), "unknown side %q", text)
	return 0, false
}

// hex reads the name of a hex.
func (r *scenarioReader) hex(text string) (hex.Hex, bool) {
	h, err := Sheet.Parse(text)
	if err != nil {
		rule, hint := NoHex(text)
		r.Fault(hint+" ["+rule+"]", "there is no hex %q", text)
		return hex.None, false
	}
	return h, true
}

// hexes reads HEX[,HEX…], each once.
func (r *scenarioReader) hexes() (hs []hex.Hex, ok bool) {
	text, ok := r.Word("hex")
	if !ok {
		return nil, false
	}
	for one := range strings.SplitSeq(text, ",") {
		h, ok := r.hex(one)
		if !ok {
			return nil, false
		}
		if slices.Contains(hs, h) {
			r.Fault("each hex once", "hex %s stands there twice", Sheet.Name(h))
			return nil, false
		}
		hs = append(hs, h)
	}
	return hs, true
}
