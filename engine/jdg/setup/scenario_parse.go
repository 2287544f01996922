package setup

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"berthier/engine"
	"berthier/engine/hex"
)

// Limits of a scenario text. They keep a hostile or broken file from costing
// more than a moment.
const (
	maxScenarioBytes  = 1 << 20
	maxScenarioLine   = 4096
	maxScenarioFaults = 50
	maxScenarioTurns  = 99
	maxScenarioUnits  = 500
)

// statement is one line of a scenario cut into its verb, its words in order
// and its key=value settings. Reading a word or a key takes it away, so what
// is left over at the end was not understood.
type statement struct {
	line int
	text string
	verb string
	args []string
	keys []engine.Arg
}

// scenarioReader collects a scenario and everything that is wrong with it.
type scenarioReader struct {
	s      *Scenario
	faults engine.Faults
	more   int // faults beyond the limit
	sts    []*statement
	st     *statement // the one being read

	places map[string]place // by "kind id": where a thing was declared
	entry  []place          // by arrival
	goals  []place          // by goal
	autos  []place          // by condition of automatic victory

	crossings []crossing // bridges and fords
	roads     []crossing // hexsides that a road or trail crosses
}

// crossing is one hexside named by a line.
type crossing struct {
	edge hex.Edge
	kind SideKind
	at   place
}

// place is where something stands in the text.
type place struct {
	line int
	text string
}

// scenarioVerb is one kind of line. Lines are read phase by phase, so that a
// file may put them in any order.
type scenarioVerb struct {
	word  string
	phase int
	usage string
	read  func(*scenarioReader)
}

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

// scenarioVerbs lists every line that a scenario may have.
func scenarioVerbs() []scenarioVerb {
	verbs := []scenarioVerb{
		{"scenario", phaseHead, `scenario "TITLE"`, (*scenarioReader).readTitle},
		{"side", phaseHead, `side NAME rout=EDGE [chief=COMMANDER]`, (*scenarioReader).readSide},
		{"turn", phaseHead, `turn NUMBER ["CLOCK"] [fog] [night]`, (*scenarioReader).readTurn},
		{"turns", phaseHead, `turns COUNT`, (*scenarioReader).readTurns},
		{"size", phaseHead, `size COLUMNSxROWS`, (*scenarioReader).readSize},
		{"ground", phaseGround, `ground ROW SIGNS`, (*scenarioReader).readGround},
		{"levels", phaseGround, `levels ROW DIGITS`, (*scenarioReader).readLevels},
		{"hex", phaseGround, `hex HEX[,HEX…] TERRAIN ["NAME"] [level=N]`, (*scenarioReader).readHex},
		{"level", phaseGround, `level N HEX…`, (*scenarioReader).readLevel},
		{"slopes", phaseSlopes, `slopes auto`, (*scenarioReader).readSlopes},
		{"flat", phaseSides, `flat HEXSIDE…`, (*scenarioReader).readFlat},
		{"road", phaseSides, `road HEX HEX…`, (*scenarioReader).readRoad},
		{"trail", phaseSides, `trail HEX HEX…`, (*scenarioReader).readRoad},
		{"formation", phaseForms, `formation ID ["NAME"] SIDE [am=N,N]`, (*scenarioReader).readFormation},
		{"unit", phaseUnits, unitUsage, (*scenarioReader).readUnit},
		{"commander", phaseRest, `commander ID ["NAME"] SIDE [drm=N] [rating=N] [range=N] at=HEX`, (*scenarioReader).readCommander},
		{"arrival", phaseRest, `arrival TURN form=ID hex=HEX [units=ID,ID…]`, (*scenarioReader).readArrival},
		{"cam", phaseRest, `cam ID ["NAME"] SIDE rating=N forms=ID,ID… [from=TURN] [mandatory]`, (*scenarioReader).readCAM},
		{"goal", phaseRest, `goal HEX ["NAME"] [SIDE=VP…] [held=SIDE]`, (*scenarioReader).readGoal},
		{"victory", phaseRest, `victory [per-sp=VP] [per-routed=VP] [per-demoralised=VP] [margin=VP]`, (*scenarioReader).readVictory},
		{"auto", phaseRest, `auto SIDE [goals=HEX,HEX…] [lost=SP] [from=TURN]`, (*scenarioReader).readAuto},
	}
	for k := SideKind(0); k < NumSideKinds; k++ {
		verbs = append(verbs, scenarioVerb{k.String(), phaseSides, k.String() + " HEXSIDE…", (*scenarioReader).readHexside})
	}
	return verbs
}

// ParseScenario reads a scenario; name becomes Scenario.Name. It checks all
// that can be checked without playing: the error, if any, is an
// [engine.Faults] with every fault of the text, in the order of its lines,
// each with its line, its words, what is wrong and what is expected.
func ParseScenario(name string, text []byte) (*Scenario, error) {
	r := &scenarioReader{
		s:      &Scenario{Name: name, Hash: sha256.Sum256(text), Text: text, unitNo: map[string]int{}},
		places: map[string]place{},
	}
	if len(text) > maxScenarioBytes {
		return nil, engine.Faults{{Msg: "the file is too long", Hint: fmt.Sprintf("at most %d bytes", maxScenarioBytes)}}
	}
	if !utf8.Valid(text) {
		return nil, engine.Faults{{Msg: "the file is not UTF-8 text"}}
	}
	r.cut(string(text))
	verbs := scenarioVerbs()
	r.knowVerbs(verbs)
	for phase := range numPhases {
		if phase == phaseGround {
			r.fillHead()
		}
		for _, st := range r.sts {
			i := slices.IndexFunc(verbs, func(v scenarioVerb) bool { return v.word == st.verb })
			if verbs[i].phase == phase {
				r.read(st, verbs[i])
			}
		}
	}
	if len(r.faults) == 0 {
		r.check()
	}
	if len(r.faults) == 0 {
		r.s.index()
	}
	return r.result()
}

// index notes of each unit what is asked for often.
func (s *Scenario) index() {
	s.FormUnits = make([][]int, len(s.Forms))
	for i := range s.Units {
		u := &s.Units[i]
		u.FormNo, _ = s.Form(u.Form)
		s.FormUnits[u.FormNo] = append(s.FormUnits[u.FormNo], i)
	}
}

// result sorts the faults by line.
func (r *scenarioReader) result() (*Scenario, error) {
	if len(r.faults) == 0 {
		return r.s, nil
	}
	slices.SortStableFunc(r.faults, func(a, b engine.Fault) int { return a.Line - b.Line })
	if r.more > 0 {
		r.faults = append(r.faults, engine.Fault{Msg: fmt.Sprintf("and %d more faults", r.more)})
	}
	return nil, r.faults
}

// cut takes the text apart into its header comment and its statements.
func (r *scenarioReader) cut(text string) {
	var source []string
	header := true
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if header && strings.HasPrefix(line, "#") {
			source = append(source, strings.TrimSpace(strings.TrimPrefix(line, "#")))
			continue
		}
		header = header && line == "" && len(source) == 0
		st := &statement{line: i + 1, text: line}
		r.st = st
		if len(line) > maxScenarioLine {
			r.fault(fmt.Sprintf("at most %d bytes", maxScenarioLine), "the line is too long")
			continue
		}
		fields, err := engine.Fields(uncomment(line))
		if err != nil {
			r.fault("", "%v", err)
			continue
		}
		if len(fields) == 0 {
			continue
		}
		st.verb = fields[0]
		for _, f := range fields[1:] {
			if key, value, ok := strings.Cut(f, "="); ok {
				st.keys = append(st.keys, engine.Arg{Key: key, Value: value})
			} else {
				st.args = append(st.args, f)
			}
		}
		r.sts = append(r.sts, st)
	}
	r.s.Source = strings.TrimSpace(strings.Join(source, "\n"))
}

// uncomment cuts a line at a # that opens a word outside of quotes.
func uncomment(line string) string {
	quoted := false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case c == '#' && !quoted && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t'):
			return line[:i]
		}
	}
	return line
}

// knowVerbs drops the statements whose verb does not exist.
func (r *scenarioReader) knowVerbs(verbs []scenarioVerb) {
	var words []string
	for _, v := range verbs {
		words = append(words, v.word)
	}
	r.sts = slices.DeleteFunc(r.sts, func(st *statement) bool {
		if slices.Contains(words, st.verb) {
			return false
		}
		hint := "want one of " + strings.Join(words, ", ")
		if near := engine.Nearest(st.verb, words); near != "" {
			hint = "did you mean " + near + "?"
		}
		r.st = st
		r.fault(hint, "unknown word %q", st.verb)
		return true
	})
}

// read reads one statement and complains about what it left over.
func (r *scenarioReader) read(st *statement, v scenarioVerb) {
	r.st = st
	had := len(r.faults)
	v.read(r)
	if len(r.faults) > had || r.more > 0 {
		return
	}
	for _, a := range st.args {
		r.fault("write "+v.usage, "unexpected %q", a)
	}
	for _, k := range st.keys {
		r.fault("write "+v.usage, "unknown or repeated setting %q", k.Key)
	}
}

// fault notes a fault of the statement being read.
func (r *scenarioReader) fault(hint, format string, args ...any) {
	var p place
	if r.st != nil {
		p = place{r.st.line, r.st.text}
	}
	r.faultAt(p, hint, format, args...)
}

// faultAt notes a fault of an earlier statement.
func (r *scenarioReader) faultAt(p place, hint, format string, args ...any) {
	if len(r.faults) >= maxScenarioFaults {
		r.more++
		return
	}
	text := p.text
	if len(text) > 80 {
		text = strings.ToValidUTF8(text[:80], "") + " …"
	}
	r.faults = append(r.faults, engine.Fault{Line: p.line, Text: text, Msg: fmt.Sprintf(format, args...), Hint: hint})
}

// here is where the statement being read stands.
func (r *scenarioReader) here() place { return place{r.st.line, r.st.text} }

// word takes the next word.
func (r *scenarioReader) word(what string) (string, bool) {
	if len(r.st.args) == 0 {
		r.fault("", "%s is missing", what)
		return "", false
	}
	w := r.st.args[0]
	r.st.args = r.st.args[1:]
	return w, true
}

// flag takes a word that may stand anywhere among those that are left.
func (r *scenarioReader) flag(word string) bool {
	i := slices.Index(r.st.args, word)
	if i < 0 {
		return false
	}
	r.st.args = slices.Delete(r.st.args, i, i+1)
	return true
}

// key takes a setting.
func (r *scenarioReader) key(name string) (string, bool) {
	for i, k := range r.st.keys {
		if k.Key == name {
			r.st.keys = slices.Delete(r.st.keys, i, i+1)
			return k.Value, true
		}
	}
	return "", false
}

// number reads a whole number within bounds.
func (r *scenarioReader) number(what, text string, low, high int) (int, bool) {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		r.fault(fmt.Sprintf("want a whole number from %d to %d", low, high), "%s %q", what, text)
		return 0, false
	}
	return n, true
}

// numberKey takes a setting that is a number.
func (r *scenarioReader) numberKey(name string, low, high, without int) int {
	text, ok := r.key(name)
	if !ok {
		return without
	}
	n, ok := r.number(name, text, low, high)
	if !ok {
		return without
	}
	return n
}

// hex reads the number of a hex of the map.
func (r *scenarioReader) hex(text string) (hex.Hex, bool) {
	h, err := hex.Parse(text)
	if err != nil {
		r.fault("", "%v", err)
		return hex.None, false
	}
	if !r.s.Map.On(h) {
		r.fault(fmt.Sprintf("the map is %dx%d", r.s.Map.Cols, r.s.Map.Rows), "hex %s is not on the map", h)
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
	r.fault(fmt.Sprintf("want %s or %s", r.s.Sides[0].Name, r.s.Sides[1].Name), "unknown side %q", text)
	return 0, false
}
