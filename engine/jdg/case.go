package jdg

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/jdg/setup"
)

// caseWords open the lines that a case's position has beyond a scenario; see
// ReadCase.
var caseWords = map[string]func(r *run, w []string) error{
	"drawn":   func(r *run, w []string) error { return r.caseDrawn(w) },
	"orders":  func(r *run, w []string) error { return r.caseOrders(w) },
	"stands":  func(r *run, w []string) error { return r.caseStanding(w) },
	"renfort": func(r *run, w []string) error { return r.caseUnits(w, func(u *Unit) { u.Renfort = true }) },
	"granted": func(r *run, w []string) error { return r.caseUnits(w, func(u *Unit) { u.Granted = true }) },
	"squared": func(r *run, w []string) error { return r.caseUnits(w, func(u *Unit) { u.Square = true }) },
	"halted":  func(r *run, w []string) error { return r.caseUnits(w, func(u *Unit) { u.Halted = true }) },
	"lost":    func(r *run, w []string) error { return r.caseLost(w) },
	"turn-is": func(r *run, w []string) error { return r.caseTurn(w) },
	"holds":   func(r *run, w []string) (err error) { r.p.Holder, err = r.p.sideIndex(caseWord(w)); return err },
	"in-cup":  func(r *run, w []string) error { return r.caseCup(w) },
	"broken": func(r *run, w []string) error {
		return r.caseForms(w, func(f *Form) { f.Demoralised, f.Broken = true, true })
	},
	"delayed": func(r *run, w []string) error { return r.caseForms(w, func(f *Form) { f.Delayed = true }) },
}

// ReadCase makes the position of a case (package book) with a ruleset
// of its own. The text is a scenario, usually of a few lines, with these lines
// besides:
//
//	ask KIND[,KIND…]             game option: kinds of decision asked by mail
//	turn-is N                    the turn; 1 if left out
//	drawn FORMATION [NO]         the marker whose activation begins (phase D);
//	                             a CAM has no number. Phase A if left out
//	in-cup MARKER…               markers in the cup: FORMATION/NO:RATING
//	holds SIDE                   who holds strategic initiative
//	orders received|none GROUP…  revealed orders of tactical groups; in phase D
//	                             a group has received orders if left out.
//	                             Comes after drawn, renfort, granted and lost
//	stands SIDE KIND ANSWER [WHOM]  a standing order
//	renfort|granted|squared|halted UNIT…
//	lost UNIT…                   eliminated before the case begins
//	broken|delayed FORMATION…    demoralised; not drawn in its turn
//
// replace holds table files that take the place of embedded ones.
func ReadCase(text []byte, replace map[string][]byte) (*Ruleset, *Position, error) {
	var scenario strings.Builder
	type extra struct {
		no int
		w  []string
	}
	var extras []extra // lines beyond the scenario
	options := map[string]string{}
	n := 0
	for l := range strings.Lines(string(text)) {
		n++
		w, err := engine.Fields(strings.TrimSpace(l))
		if err == nil && len(w) == 2 && w[0] == "ask" {
			options["ask"] = w[1]
			l = "\n"
		} else if err == nil && len(w) > 0 && caseWords[w[0]] != nil {
			extras = append(extras, extra{n, w})
			l = "\n"
		}
		scenario.WriteString(l)
	}
	sc, err := setup.ParseScenario("case", []byte(scenario.String()))
	if err != nil {
		return nil, nil, err
	}
	tables, err := setup.LoadTables(replace)
	if err != nil {
		return nil, nil, err
	}
	rs := New(tables, sc)
	start, err := rs.Start(engine.Setup{Scenario: "case", Options: options})
	if err != nil {
		return nil, nil, err
	}
	r := runOn(rs, start.(*Position), nil)
	for _, e := range extras {
		if err := caseWords[e.w[0]](r, e.w[1:]); err != nil {
			return nil, nil, fmt.Errorf("line %d: %s: %w", e.no, strings.Join(e.w, " "), err)
		}
	}
	return rs, r.p, nil
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
	if c := r.p.sc.CAM(caseWord(w)); c != nil {
		r.p.Drawn = combinedMarker(c)
	} else {
		f, ok := r.p.sc.Form(caseWord(w))
		if !ok {
			return errors.New("no such formation or CAM")
		}
		no := 1
		if len(w) > 1 && w[1] == "2" {
			no = 2
		}
		if no > len(r.p.sc.Forms[f].AMs) {
			return errors.New("the formation has one marker only")
		}
		r.p.Drawn = Marker{w[0], no, r.p.sc.Forms[f].AMs[no-1]}
	}
	r.p.Phase = ActivationPhase
	for i := range r.p.Groups {
		r.p.Groups[i].Orders, r.p.Groups[i].Revealed = ReceivedOrders, true
	}
	return nil
}

func (r *run) caseOrders(w []string) error {
	status := slices.Index(orderNames[:], caseWord(w))
	if status < 0 || len(w) < 2 {
		return errors.New("want received or none, and groups")
	}
	for _, id := range w[1:] {
		i := slices.IndexFunc(r.p.Groups, func(g Group) bool { return g.ID == id })
		if i < 0 {
			return fmt.Errorf("no tactical group %q", id)
		}
		r.p.Groups[i].Orders, r.p.Groups[i].Revealed = OrderStatus(status), r.p.Phase != OrdersPhase
	}
	return nil
}

func (r *run) caseStanding(w []string) error {
	if len(w) < 3 || len(w) > 4 {
		return errors.New("want SIDE KIND ANSWER [WHOM]")
	}
	s, err := r.p.sideIndex(w[0])
	if err != nil {
		return err
	}
	o := Standing{Kind: w[1], Answer: w[2]}
	if len(w) == 4 {
		o.For = w[3]
	}
	r.p.setStanding(s, o)
	return nil
}

func (r *run) caseUnits(w []string, set func(*Unit)) error {
	for _, id := range w {
		u, ok := r.p.sc.Unit(id)
		if !ok {
			return fmt.Errorf("no unit %q", id)
		}
		set(&r.p.Units[u])
	}
	// A Renfort marker takes its unit out of the tactical groups, a loss too.
	r.p.clearGroups()
	r.formGroups()
	if r.p.Phase == ActivationPhase {
		for i := range r.p.Groups {
			r.p.Groups[i].Orders, r.p.Groups[i].Revealed = ReceivedOrders, true
		}
	}
	return nil
}

func (r *run) caseLost(w []string) error {
	for _, id := range w {
		if _, ok := r.p.sc.Unit(id); !ok {
			return fmt.Errorf("no unit %q", id)
		}
		r.p.apply(engine.NewEvent("10.2-e", "eliminate", "", "unit", id))
	}
	return r.caseUnits(nil, nil)
}

func (r *run) caseTurn(w []string) error {
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
		r.p.Cup = append(r.p.Cup, m)
	}
	return nil
}

func (r *run) caseForms(w []string, set func(*Form)) error {
	for _, id := range w {
		f, ok := r.p.sc.Form(id)
		if !ok {
			return fmt.Errorf("no formation %q", id)
		}
		set(&r.p.Forms[f])
	}
	return nil
}
