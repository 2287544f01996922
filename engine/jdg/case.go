package jdg

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// bundledTables are the tables that the program brings along, which no case changes.
var bundledTables = sync.OnceValues(func() (*setup.Tables, error) { return setup.LoadTables(nil) })

// caseLine is a kind of line that a case's position has beyond a scenario.
type caseLine struct {
	word string
	once bool // it comes at most once
	set  func(r *run, w []string) error
}

// caseLines lists them in the order in which they are carried out, whatever
// the order of the text.
var caseLines = []caseLine{
	{"turn-is", true, (*run).caseTurn},
	{"lost", false, (*run).caseLost},
	{"renfort", false, func(r *run, w []string) error { return r.caseUnits(w, func(u *Unit) { u.Renfort = true }) }},
	{"granted", false, func(r *run, w []string) error { return r.caseUnits(w, func(u *Unit) { u.Granted = true }) }},
	{"squared", false, (*run).caseSquared},
	{"halted", false, func(r *run, w []string) error { return r.caseUnits(w, func(u *Unit) { u.Halted = true }) }},
	{"broken", false, func(r *run, w []string) error {
		return r.caseForms(w, func(f *Form) { f.Demoralised, f.Broken = true, true })
	}},
	{"delayed", false, func(r *run, w []string) error { return r.caseForms(w, func(f *Form) { f.Delayed = true }) }},
	{"drawn", true, (*run).caseDrawn},
	{"in-cup", false, (*run).caseCup},
	{"holds", true, (*run).caseHolder},
	{"orders", false, (*run).caseOrders},
	{"stands", false, (*run).caseStanding},
}

func isCaseWord(w string) bool {
	return slices.ContainsFunc(caseLines, func(c caseLine) bool { return c.word == w })
}

// ReadCase makes the position of a case (package book) with a ruleset
// of its own. The text is a scenario, usually of a few lines, with these lines
// besides, in any order:
//
//	ask KIND[,KIND…]             game option: kinds of decision asked by mail
//	turn-is N                    the turn; 1 if left out
//	drawn FORMATION [1|2]        the marker whose activation begins (phase D);
//	                             a CAM has no number. Phase A if left out
//	in-cup MARKER…               markers in the cup: FORMATION/NO:RATING
//	holds SIDE                   who holds strategic initiative
//	orders received|none GROUP…  orders of tactical groups, in phase D
//	                             revealed; there a group that is left out
//	                             has received orders
//	stands SIDE KIND ANSWER [WHOM]  a standing order
//	renfort|granted|halted UNIT…
//	squared UNIT…                all units of their hexes are in square
//	lost UNIT…                   eliminated before the case begins
//	broken|delayed FORMATION…    demoralised; not drawn in its turn
//
// KIND is the number or the word of a decision, P17 or square, as the package
// doc lists them. ANSWER is what follows it in a line "standing", quoted
// if there is a condition, as in: stands French retire "two if 2:1" 3hus. It can
// also be one of the options that a question of the kind lists: a way 0605,0705,
// a unit, a facing E, or "3lig 0605 E". WHOM is whom the order is for.
//
// The position as a whole must be one in which a game can wait for its players;
// what Inspect demands holds. replace holds table files that take the place of
// embedded ones.
func ReadCase(text []byte, replace map[string][]byte) (*Ruleset, *Position, error) {
	scenario, extras, options, err := splitCase(text)
	if err != nil {
		return nil, nil, err
	}
	sc, err := setup.ParseScenario("case", []byte(scenario))
	if err != nil {
		return nil, nil, err
	}
	load := bundledTables
	if len(replace) > 0 {
		load = func() (*setup.Tables, error) { return setup.LoadTables(replace) }
	}
	tables, err := load()
	if err != nil {
		return nil, nil, err
	}
	rs := New(tables, sc)
	start, err := rs.Start(engine.Setup{Scenario: "case", Options: options})
	if err != nil {
		return nil, nil, err
	}
	r := runOn(rs, start.(*Position), nil)
	for _, kind := range caseLines {
		for i, e := range extras[kind.word] {
			err := kind.set(r, e.words[1:])
			if kind.once && i > 0 {
				err = errors.New("there is such a line already")
			}
			if err != nil {
				return nil, nil, fmt.Errorf("line %d: %s: %w", e.no, strings.Join(e.words, " "), err)
			}
		}
	}
	if err := cmp.Or(r.p.sound(-1), r.p.waits(), rs.Inspect(r.p, nil)); err != nil {
		return nil, nil, fmt.Errorf("this position cannot be: %w", err)
	}
	return rs, r.p, nil
}

// extraLine is a line of a case that a scenario has not.
type extraLine struct {
	no    int
	words []string
}

// splitCase takes the lines apart that a scenario has not. Blank lines stand for
// them, so that the lines of the scenario keep their numbers.
func splitCase(text []byte) (scenario string, extras map[string][]extraLine, options map[string]string, err error) {
	extras, options = map[string][]extraLine{}, map[string]string{}
	var rest strings.Builder
	n := 0
	for l := range strings.Lines(string(text)) {
		n++
		w, bad := engine.Fields(strings.TrimSpace(l))
		switch {
		case bad != nil || len(w) == 0:
		case w[0] == "ask":
			if len(w) != 2 || options["ask"] != "" {
				return "", nil, nil, fmt.Errorf("line %d: %s: want one line: ask KIND[,KIND…]", n, strings.Join(w, " "))
			}
			options["ask"] = w[1]
			l = "\n"
		case isCaseWord(w[0]):
			extras[w[0]] = append(extras[w[0]], extraLine{n, w})
			l = "\n"
		}
		rest.WriteString(l)
	}
	return rest.String(), extras, options, nil
}

func caseWord(w []string) string {
	if len(w) == 0 {
		return ""
	}
	return w[0]
}

// caseDrawn sets the drawn marker; groups have received orders until a line
// says otherwise.
func (r *run) caseDrawn(w []string) error {
	m, err := r.caseMarker(w)
	if err != nil {
		return err
	}
	r.p.Drawn, r.p.Phase = m, ActivationPhase
	for i := range r.p.Faces {
		r.p.Faces[i] = Face{ReceivedOrders, true}
	}
	return nil
}

// caseMarker reads FORMATION [NO], or the id of a CAM.
func (r *run) caseMarker(w []string) (Marker, error) {
	f, ok := r.p.sc.Form(caseWord(w))
	c := r.p.sc.CAM(caseWord(w))
	switch {
	case c != nil && len(w) == 1:
		return combinedMarker(c), nil
	case c != nil:
		return Marker{}, errors.New("a combined marker has no number")
	case !ok:
		return Marker{}, errors.New("no such formation or CAM")
	case len(w) > 2 || len(w) == 2 && w[1] != "1" && w[1] != "2":
		return Marker{}, errors.New("want FORMATION, and perhaps 1 or 2 for its first or second marker")
	}
	no := 1
	if len(w) == 2 && w[1] == "2" {
		no = 2
	}
	if no > len(r.p.sc.Forms[f].AMs) {
		return Marker{}, errors.New("the formation has one marker only")
	}
	return Marker{w[0], no, r.p.sc.Forms[f].AMs[no-1]}, nil
}

func (r *run) caseHolder(w []string) (err error) {
	if len(w) != 1 {
		return errors.New("want SIDE")
	}
	r.p.Holder, err = r.p.sideIndex(w[0])
	return err
}

func (r *run) caseOrders(w []string) error {
	status := slices.Index([]string{"none", "received"}, caseWord(w))
	if status < 0 || len(w) < 2 {
		return errors.New("want received or none, and groups")
	}
	for _, id := range w[1:] {
		i := r.p.groupNo(id)
		if i < 0 {
			return fmt.Errorf("no tactical group %q; there are %s", id, strings.Join(r.p.groupIDs(), ", "))
		}
		r.p.Faces[i] = Face{OrderStatus(status), r.p.Phase != OrdersPhase}
	}
	return nil
}

// groupIDs lists the tactical groups of both sides.
func (p *Position) groupIDs() []string {
	var ids []string
	for _, g := range p.Groups {
		ids = append(ids, g.ID)
	}
	return ids
}

// caseSquared puts all units of some hexes into square, where they could be.
func (r *run) caseSquared(w []string) error {
	if err := r.caseUnits(w, func(*Unit) {}); err != nil {
		return err
	}
	for _, id := range w {
		u, _ := r.p.sc.Unit(id)
		h := r.p.unit(u).Hex
		if !r.p.onMap(u) {
			return fmt.Errorf("%s is not on the map", id)
		}
		if ground := r.p.sc.Map.At(h).Terrain; !r.rs.tables.Hexes[ground].Square {
			return fmt.Errorf("%s stands in %s, and square is formed in clear terrain only [4.2-a]", id, ground)
		}
		if !slices.ContainsFunc(r.p.stack(h), func(u int) bool { return r.p.spec(u).Arm == setup.Infantry }) {
			return fmt.Errorf("there is no infantry in %s [4.2-b, 4.2-g]", h)
		}
		for _, v := range r.p.stack(h) {
			if r.p.unit(v).State != setup.Ordered {
				return fmt.Errorf("%s is %s [4.2-b]", r.p.spec(v).ID, r.p.unit(v).State)
			}
			r.p.edit(v).Square = true
		}
	}
	return nil
}

// caseStanding reads SIDE KIND ANSWER [WHOM].
func (r *run) caseStanding(w []string) error {
	if len(w) < 3 || len(w) > 4 {
		return errors.New("want SIDE KIND ANSWER [WHOM]; an ANSWER with blanks is quoted")
	}
	s, err := r.p.sideIndex(w[0])
	if err != nil {
		return err
	}
	k := cmp.Or(decisionNamed(w[1]), decisionOf(w[1]))
	if k == nil || k.Word == "" {
		return fmt.Errorf("there are no standing orders for %q; there are for %s", w[1],
			strings.Join(standingWords(), ", "))
	}
	o, err := r.caseAnswer(s, k, w[2], w[3:])
	if err != nil {
		return err
	}
	if old, ok := r.p.Sheets[s].Find(o.Kind, o.For); ok && old.For == o.For {
		return errors.New("there is such a standing order already")
	}
	r.p.setStanding(s, o)
	return nil
}

// caseAnswer reads a standing order as a turn file has it, or with one of the
// options of a question as its answer.
func (r *run) caseAnswer(s int, k *ask.Kind, answer string, whom []string) (ask.StandingOrder, error) {
	if len(whom) > 0 {
		whom = []string{"for", whom[0]}
	}
	line := func(answer ...string) (*order, *engine.Fault) {
		return r.p.read(s, engine.Order{Words: slices.Concat([]string{"standing", k.Word}, answer, whom)})
	}
	o, fault := line(strings.Fields(answer)...)
	if fault != nil && r.isOption(k.Kind, strings.Fields(answer)) {
		if o, fault = line("default"); fault == nil {
			o.standing[0].Answer = answer
		}
	}
	if fault != nil {
		return ask.StandingOrder{}, errors.New(strings.TrimSuffix(fault.Msg.String()+" ("+fault.Hint.String()+
			")", " ()"))
	}
	return o.standing[0], nil
}

// optionForms are the forms that options have beside the words of standing
// orders: a word in capitals stands for any such, PATH for hexes with commas.
var optionForms = map[string][]string{
	"P15": {"HEX"}, "P18": {"HEX FACING"}, "P23": {"PATH", "FACING"}, "P26": {"UNIT"}, "P29": {"PATH"},
	"P30": {"UNIT HEX FACING"},
	"P32": {"hold HEX PATH", "enter HEX HEX", "enter HEX HEX PATH"}, "P33": {"UNIT"}, "P34": {"UNIT"},
	"P35": {"UNIT", "HEX", "FACING"}, "P39": {"PATH"},
}

// isOption reports whether words have the form of an option of a kind.
func (r *run) isOption(kind string, words []string) bool {
	fits := func(form, word string) bool {
		switch form {
		case "PATH":
			return !slices.ContainsFunc(strings.Split(word, ","),
				func(h string) bool { _, err := r.p.parseHex(h); return err != nil })
		case "HEX":
			_, err := r.p.parseHex(word)
			return err == nil
		case "UNIT":
			_, ok := r.p.sc.Unit(word)
			return ok
		case "FACING":
			_, err := hex.ParseFacing(word)
			return err == nil
		}
		return word == form
	}
	return slices.ContainsFunc(optionForms[kind],
		func(form string) bool { return slices.EqualFunc(strings.Fields(form), words, fits) })
}

func (r *run) caseUnits(w []string, set func(*Unit)) error {
	for _, id := range w {
		u, ok := r.p.sc.Unit(id)
		if !ok {
			return fmt.Errorf("no unit %q", id)
		}
		set(r.p.edit(u))
	}
	if len(w) == 0 {
		return errors.New("want units")
	}
	r.regroup() // a Renfort marker takes its unit out of the tactical groups
	return nil
}

func (r *run) caseLost(w []string) error {
	for _, id := range w {
		if _, ok := r.p.sc.Unit(id); !ok {
			return fmt.Errorf("no unit %q", id)
		}
		r.p.apply(engine.NewEvent("10.2-e", "eliminate", "", "unit", id))
	}
	if len(w) == 0 {
		return errors.New("want units")
	}
	r.regroup()
	return nil
}

func (r *run) caseTurn(w []string) error {
	if len(w) != 1 {
		return errors.New("want the number of the turn")
	}
	for n := range r.p.sc.Turns {
		if caseWord(w) == itoa(n+1) {
			r.p.Turn = n + 1
			return nil
		}
	}
	return fmt.Errorf("there are %d turns", len(r.p.sc.Turns))
}

func (r *run) caseCup(w []string) error {
	for _, s := range w {
		m, err := r.p.readMarker(s)
		if err != nil {
			return err
		}
		r.p.intoCup(m)
	}
	if len(w) == 0 {
		return errors.New("want markers: FORMATION/NO:RATING")
	}
	return nil
}

func (r *run) caseForms(w []string, set func(*Form)) error {
	for _, id := range w {
		f, ok := r.p.sc.Form(id)
		if !ok {
			return fmt.Errorf("no formation %q", id)
		}
		set(r.p.editForm(f))
	}
	if len(w) == 0 {
		return errors.New("want formations")
	}
	return nil
}
