package setup

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine/hex"
)

const unitUsage = `unit ID ["NAME"] SIDE inf|cav|art [heavy] [horse] [form=ID] [at=HEX] [face=CORNER] ` +
	`[sp=N/N] [coh=N/N] [eng=N/N] [ma=N/N] [range=N/N] [nation=NAME] [corps=LABEL] [state=disordered|routed]`

// reservedIDs are the words of turn files; nothing may be called so. The first
// lines are the verbs.
var reservedIDs = []string{
	"answer", "cam", "charge", "drop", "enter", "face", "fire", "first", "initiative", "lead", "march", "move",
	"order", "rally", "resolve", "shock", "square", "stack", "standing", "unsquare", "when",
	"all", "always", "and", "any", "ask", "at", "auto", "back", "by", "default", "every", "facing", "for", "forced",
	"form", "from", "game", "group", "left", "never", "no", "none", "normal", "off", "on", "retire", "right", "side",
	"stay", "step", "then", "to", "turn", "unit", "via", "with", "yes",
}

// declare notes where a thing is declared. Units, formations, commanders and
// CAMs share one set of ids, so that an order can name any of them.
func (r *scenarioReader) declare(kind, id string) {
	if fault := idFault(id); fault != "" {
		r.Fault("want 1 to 8 of a-z, 0-9 and -, for example 3lig", "id %q %s", id, fault)
	}
	for _, k := range []string{"unit", "formation", "commander", "cam"} {
		if p, ok := r.places[k+" "+id]; ok {
			r.Fault("", "id %q is already used in line %d", id, p.Line)
		}
	}
	r.places[kind+" "+id] = r.Here()
}

// idFault says what is wrong with an id, or "".
func idFault(id string) string {
	if id == "" || len(id) > 8 {
		return "is too short or too long"
	}
	for _, c := range id {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return "has a character that is not allowed"
		}
	}
	if id[0] == '-' {
		return "begins with a hyphen"
	}
	if _, err := hex.Parse(id); err == nil {
		return "looks like a hex"
	}
	if slices.Contains(reservedIDs, id) {
		return "is a word of the turn file"
	}
	return ""
}

// titled reads ID ["NAME"] SIDE, the opening of most lines about forces.
func (r *scenarioReader) titled(kind string) (id, name string, side int, ok bool) {
	if id, ok = r.Word("id"); !ok {
		return
	}
	if name, ok = r.Word("side"); !ok {
		return
	}
	next := name
	if !r.isSide(name) || len(r.Words()) > 0 && r.isSide(r.Words()[0]) {
		if next, ok = r.Word("side"); !ok {
			return
		}
	} else {
		name = id
	}
	if side, ok = r.sideOf(next); !ok {
		return
	}
	r.declare(kind, id)
	return id, name, side, true
}

func (r *scenarioReader) isSide(text string) bool {
	return text == string(r.s.Sides[0].Name) || text == string(r.s.Sides[1].Name)
}

func (r *scenarioReader) readFormation() {
	id, name, side, ok := r.titled("formation")
	if !ok {
		return
	}
	f := FormationSpec{ID: id, Name: name, Side: side, AMs: []int{4, 3}}
	if text, ok := r.Key("am"); ok {
		f.AMs = nil
		for n := range strings.SplitSeq(text, ",") {
			am, _ := r.Number("initiative rating", n, 0, 9)
			f.AMs = append(f.AMs, am)
		}
		if len(f.AMs) > 2 {
			r.Fault("", "a formation has one or two activation markers")
		}
	}
	r.s.Forms = append(r.s.Forms, f)
}

func (r *scenarioReader) readUnit() {
	if len(r.s.Units) == maxScenarioUnits {
		r.Fault(fmt.Sprintf("at most %d", maxScenarioUnits), "too many units")
		return
	}
	id, name, side, ok := r.titled("unit")
	if !ok {
		return
	}
	u := UnitSpec{ID: id, Name: name, Side: side}
	if !r.arm(&u) || !r.values(&u) {
		return
	}
	if u.Form, ok = r.Key("form"); !ok {
		u.Form = r.onlyForm(side)
	}
	if u.Nation, ok = r.Key("nation"); !ok {
		u.Nation = string(r.s.Sides[side].Name)
	}
	u.Corps, _ = r.Key("corps")
	if text, ok := r.Key("at"); ok {
		if u.Hex, ok = r.hex(text); !ok {
			return
		}
	}
	u.Facing = forward(r.s.Sides[side])
	if text, ok := r.Key("face"); ok {
		var err error
		if u.Facing, err = hex.ParseFacing(text); err != nil {
			r.Fault("", "%v", err)
		}
	}
	if text, ok := r.Key("state"); ok {
		if u.State, ok = ParseState(text); !ok || u.State == Eliminated {
			r.Fault("want ordered, disordered or routed", "state %q", text)
			return
		}
	}
	r.s.unitNo[u.ID] = len(r.s.Units)
	r.s.Units = append(r.s.Units, u)
}

// onlyForm is the formation of a unit that names none: the only one of its
// side, made up if the side has none at all, or "".
func (r *scenarioReader) onlyForm(side int) string {
	id := ""
	for _, f := range r.s.Forms {
		if f.Side == side {
			if id != "" {
				return ""
			}
			id = f.ID
		}
	}
	if id != "" {
		return id
	}
	name := string(r.s.Sides[side].Name)
	id = strings.ToLower(name)[:min(8, len(name))]
	r.s.Forms = append(r.s.Forms, FormationSpec{ID: id, Name: name, Side: side, AMs: []int{4, 3}})
	r.declare("formation", id)
	return id
}

// forward is the facing with the back to the own direction of rout.
func forward(s SideSpec) hex.Facing {
	if s.RoutEdge == "east" {
		return hex.W
	}
	return hex.Facing(s.Rout.Turn(3))
}

func (r *scenarioReader) arm(u *UnitSpec) bool {
	word, ok := r.Word("arm")
	if !ok {
		return false
	}
	i := slices.Index(armNames[:], word)
	if i < 0 {
		r.Fault("want inf, cav or art", "arm %q", word)
		return false
	}
	u.Arm = Arm(i)
	u.Heavy = u.Arm == Cavalry && r.Flag("heavy")
	u.Horse = u.Arm == Artillery && r.Flag("horse")
	return true
}

// usual are the values of a unit for which a line gives none.
var usual = [...]Values{
	Infantry:  {SP: 6, Cohesion: 6, Engagement: 6, MA: 5},
	Cavalry:   {SP: 4, Cohesion: 6, Engagement: 6, MA: 9},
	Artillery: {SP: 3, Cohesion: 6, MA: 6},
}

func (r *scenarioReader) values(u *UnitSpec) bool {
	u.Front = usual[u.Arm]
	u.Back = Values{SP: (2*u.Front.SP + 2) / 3, Cohesion: u.Front.Cohesion - 1, MA: u.Front.MA - 1}
	ok := r.pair("sp", 1, 20, &u.Front.SP, &u.Back.SP, func(n int) int { return (2*n + 2) / 3 }) &&
		r.pair("coh", 0, 12, &u.Front.Cohesion, &u.Back.Cohesion, less) &&
		r.pair("ma", 0, 15, &u.Front.MA, &u.Back.MA, less)
	if u.Arm != Artillery {
		u.Back.Engagement = u.Front.Engagement - 1
		return ok && r.pair("eng", 0, 12, &u.Front.Engagement, &u.Back.Engagement, less)
	}
	u.Near, u.Far = 3, 6
	return ok && r.pair("range", 1, 12, &u.Near, &u.Far, func(n int) int { return 2 * n })
}

func less(n int) int { return max(0, n-1) }

// pair reads a setting such as sp=6/4, or sp=6 with the second number by a
// rule of thumb.
func (r *scenarioReader) pair(key string, low, high int, front, back *int, thumb func(int) int) bool {
	text, ok := r.Key(key)
	if !ok {
		return true
	}
	first, second, both := strings.Cut(text, "/")
	if *front, ok = r.Number(key, first, low, high); !ok {
		return false
	}
	if !both {
		*back = thumb(*front)
		return true
	}
	*back, ok = r.Number(key, second, 0, high)
	return ok
}

func (r *scenarioReader) readCommander() {
	id, name, side, ok := r.titled("commander")
	if !ok {
		return
	}
	c := CommanderSpec{
		ID: id, Name: name, Side: side,
		DRM:    r.NumberKey("drm", -5, 5, 1),
		Rating: r.NumberKey("rating", 0, 20, 3),
		Range:  r.NumberKey("range", 0, 50, 6),
	}
	at, ok := r.Key("at")
	if !ok {
		r.Fault("write at=HEX", "the hex of the commander is missing")
		return
	}
	if c.Hex, ok = r.hex(at); ok {
		r.s.Leaders = append(r.s.Leaders, c)
	}
}

func (r *scenarioReader) readArrival() {
	text, ok := r.Word("turn")
	if !ok {
		return
	}
	turn, ok := r.Number("turn", text, 1, len(r.s.Turns))
	if !ok {
		return
	}
	a := Arrival{Turn: turn}
	if a.Form, ok = r.Key("form"); !ok {
		r.Fault("write form=ID", "the formation is missing")
		return
	}
	if _, ok = r.s.Form(a.Form); !ok {
		r.Fault("", "formation %q does not exist", a.Form)
		return
	}
	at, ok := r.Key("hex")
	if !ok {
		r.Fault("write hex=HEX", "the entry hex is missing")
		return
	}
	if a.Hex, ok = r.hex(at); !ok {
		return
	}
	r.s.Entries = append(r.s.Entries, a)
	r.entry = append(r.entry, r.Here())
	r.bring(a)
}

// bring marks the units of an arrival: those that it lists, or all units of
// the formation that are not on the map.
func (r *scenarioReader) bring(a Arrival) {
	list, some := r.Key("units")
	ids := strings.Split(list, ",")
	brought := 0
	for i := range r.s.Units {
		u := &r.s.Units[i]
		if u.Form != a.Form || some != slices.Contains(ids, u.ID) || !some && (u.Hex != hex.None || u.Entry != 0) {
			continue
		}
		if u.Hex != hex.None || u.Entry != 0 {
			r.Fault("", "unit %q is on the map or arrives already", u.ID)
		}
		u.Entry = len(r.s.Entries)
		brought++
	}
	if r.Faultless() && (brought == 0 || some && brought != len(ids)) {
		r.Fault("units of this formation without at=", "the arrival brings %d units", brought)
	}
}

func (r *scenarioReader) readCAM() {
	id, name, side, ok := r.titled("cam")
	if !ok {
		return
	}
	c := CAMSpec{ID: id, Name: name, Side: side, Mandatory: r.Flag("mandatory")}
	c.Rating = r.NumberKey("rating", 0, 9, 4)
	c.From = r.NumberKey("from", 1, len(r.s.Turns), 1)
	list, ok := r.Key("forms")
	if !ok {
		r.Fault("write forms=ID,ID", "the formations are missing")
		return
	}
	c.Forms = strings.Split(list, ",")
	for i, f := range c.Forms {
		k, ok := r.s.Form(f)
		if !ok || r.s.Forms[k].Side != side || slices.Contains(c.Forms[:i], f) {
			r.Fault("want formations of its side, each once", "formation %q", f)
			return
		}
	}
	r.s.CAMs = append(r.s.CAMs, c)
}

func (r *scenarioReader) readGoal() {
	text, ok := r.Word("hex")
	if !ok {
		return
	}
	g := Goal{Held: -1}
	if g.Hex, ok = r.hex(text); !ok {
		return
	}
	g.Name = r.s.Map.At(g.Hex).Name
	if g.Name == "" {
		g.Name = text
	}
	if len(r.Words()) > 0 {
		g.Name, _ = r.Word("name")
	}
	for i, s := range r.s.Sides {
		g.VP[i] = r.NumberKey(string(s.Name), 0, 999, 0)
	}
	if held, ok := r.Key("held"); ok {
		if g.Held, ok = r.sideOf(held); !ok {
			return
		}
	}
	if slices.ContainsFunc(r.s.Goals, func(o Goal) bool { return o.Hex == g.Hex }) {
		r.Fault("", "hex %s has a goal already", g.Hex)
		return
	}
	r.s.Goals = append(r.s.Goals, g)
	r.goals = append(r.goals, r.Here())
}

func (r *scenarioReader) readVictory() {
	if _, again := r.places["victory"]; again {
		r.Fault("", "write one victory line")
		return
	}
	r.places["victory"] = r.Here()
	v := &r.s.Victory
	v.PerSP = r.perSide("per-sp")
	v.PerRouted = r.perSide("per-routed")
	v.PerDemoral = r.perSide("per-demoralised")
	v.Margin = r.NumberKey("margin", 0, 999, 0)
}

// perSide reads victory points: one number for both sides, or SIDE:N,SIDE:N.
func (r *scenarioReader) perSide(key string) (vp [2]int) {
	text, ok := r.Key(key)
	if !ok {
		return vp
	}
	if !strings.Contains(text, ":") {
		n, _ := r.Number(key, text, 0, 99)
		return [2]int{n, n}
	}
	for part := range strings.SplitSeq(text, ",") {
		name, n, _ := strings.Cut(part, ":")
		side, ok := r.sideOf(name)
		if !ok {
			return vp
		}
		vp[side], _ = r.Number(key, n, 0, 99)
	}
	return vp
}

func (r *scenarioReader) readAuto() {
	text, ok := r.Word("side")
	if !ok {
		return
	}
	var a AutoVictory
	if a.Side, ok = r.sideOf(text); !ok {
		return
	}
	if list, ok := r.Key("goals"); ok {
		for text := range strings.SplitSeq(list, ",") {
			h, ok := r.hex(text)
			if !ok {
				return
			}
			a.Goals = append(a.Goals, h)
		}
	}
	a.LostSP = r.NumberKey("lost", 1, 999, 0)
	a.From = r.NumberKey("from", 1, len(r.s.Turns), 1)
	if len(a.Goals) == 0 && a.LostSP == 0 {
		r.Fault("write goals=HEX,HEX or lost=SP or both", "the condition is empty")
		return
	}
	r.autos = append(r.autos, r.Here())
	r.s.Victory.Auto = append(r.s.Victory.Auto, a)
}
