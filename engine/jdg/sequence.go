package jdg

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"berthier/engine"
	"berthier/engine/jdg/setup"
)

// play goes through the sequence of play [1] until somebody owes a decision
// or the game is over.
func (r *run) play() error {
	for !r.waiting() {
		if err := r.procedure(); err != nil {
			return err
		}
		if err := r.tape.End(); err != nil {
			return err
		}
		r.setMark()
	}
	return nil
}

// procedure is what comes next in the sequence of play.
func (r *run) procedure() error {
	switch r.p.Phase {
	case OrdersPhase:
		return r.ordersPhase()
	case InitiativePhase:
		return r.initiativePhase()
	case CollectPhase:
		r.collectPhase()
	case ActivationPhase:
		return r.activationPhase()
	case RoutPhase:
		return r.routPhase()
	case EndPhase:
		r.endPhase()
	}
	return nil
}

// waiting reports whether the game cannot go on without orders.
func (r *run) waiting() bool {
	switch r.p.Phase {
	case GameOver:
		return true
	case OrdersPhase:
		return !r.have
	case ActivationPhase:
		return r.p.Drawn != (Marker{}) && !r.have && r.p.canAct(r.p.Drawn)
	}
	return false
}

// phase goes on to a phase.
func (r *run) phase(ph Phase) {
	r.event("1", "phase", -1, "phase", string(rune(ph)))
}

// linesOf returns the lines that a side sent.
func (r *run) linesOf(s int) []engine.Order {
	for _, o := range r.in {
		if r.p.sideOf(o.Side) == s {
			return o.Lines
		}
	}
	return nil
}

// collectPhase fills the cup [1.C]: the markers of all formations on the map
// and of those due this turn, except the one chosen in step B.2.
func (r *run) collectPhase() {
	markers := r.p.available()
	r.out = slices.Grow(r.out, len(markers))
	for _, m := range markers {
		if m != r.p.First {
			r.event("1.C", "cup", r.p.markerSide(m), "marker", m.String())
		}
	}
	r.phase(ActivationPhase)
}

// available lists the ordinary markers that are in play this turn, side by
// side in the order of the scenario [1.C, 5.2.1, 11.2].
func (p *Position) available() []Marker { return p.availableIn(make([]Marker, 0, 2*len(p.sc.Forms))) }

// availableIn is available in the room of a list that nobody looks at any more.
func (p *Position) availableIn(room []Marker) []Marker {
	ms := room[:0]
	for f, spec := range p.sc.Forms {
		ms = p.addMarkers(ms, f, spec)
	}
	return ms
}

// addMarkers adds one formation's markers in play this turn.
func (p *Position) addMarkers(ms []Marker, f int, spec setup.FormationSpec) []Marker {
	present, due := p.present(f), p.due(f)
	if !present && !due {
		return ms
	}
	from := len(ms)
	for i, rating := range spec.AMs {
		ms = append(ms, Marker{spec.ID, i + 1, rating})
	}
	own := ms[from:]
	byRating := func(a, b Marker) int { return cmp.Compare(a.Rating, b.Rating) }
	switch {
	case p.formAt(f).Broken && len(own) > 1:
		// The higher rating is taken out [11.2-f].
		drop := from + slices.Index(own, slices.MaxFunc(own, byRating))
		return slices.Delete(ms, drop, drop+1)
	case !present && !p.formAt(f).Delayed && !p.overdue(f):
		// Only the higher rating is used in the turn of arrival [5.2.1-a, 5.2.1-b].
		return append(ms[:from], slices.MaxFunc(own, byRating))
	}
	return ms
}

// present reports whether a formation has a unit on the map.
func (p *Position) present(f int) bool {
	return slices.ContainsFunc(p.sc.FormUnits[f], p.onMap)
}

// due reports whether a formation has units that are to enter this turn or
// were to enter earlier [5.2].
func (p *Position) due(f int) bool {
	return slices.ContainsFunc(p.sc.FormUnits[f], p.arriving)
}

// overdue reports whether a formation has units that were to enter in an
// earlier turn [5.2.2-d].
func (p *Position) overdue(f int) bool {
	return slices.ContainsFunc(p.sc.FormUnits[f], func(u int) bool {
		return p.arriving(u) && p.sc.Entries[p.sc.Units[u].Entry-1].Turn < p.Turn
	})
}

// arriving reports whether a unit waits to enter the map this turn.
func (p *Position) arriving(u int) bool {
	e := p.sc.Units[u].Entry
	return e > 0 && !p.unit(u).Entered && p.unit(u).State != setup.Eliminated && p.sc.Entries[e-1].Turn <= p.Turn
}

// activated lists the formations that a marker activates [2.1].
func (p *Position) activated(m Marker) []int {
	if c := p.sc.CAM(m.ID); c != nil {
		var fs []int
		for _, id := range c.Forms {
			if f, ok := p.sc.Form(id); ok {
				fs = append(fs, f)
			}
		}
		return fs
	}
	if f, ok := p.sc.Form(m.ID); ok {
		return []int{f}
	}
	return nil
}

// canAct reports whether a marker would activate at least one unit.
func (p *Position) canAct(m Marker) bool {
	return slices.ContainsFunc(p.activated(m), func(f int) bool { return p.present(f) || p.due(f) })
}

// activationPhase makes one activation, or draws the next marker, or ends
// Phase D [1.D, 2.2].
func (r *run) activationPhase() error {
	switch {
	case r.p.Drawn != (Marker{}):
		return r.activate()
	case r.p.First != (Marker{}):
		r.begin("1.D-b", r.p.First)
	case len(r.p.Cup) >= 2:
		r.drawMarker()
	default:
		for _, m := range r.p.cup() {
			r.lastMarker(m)
		}
		r.phase(RoutPhase)
	}
	return nil
}

// drawMarker draws one marker out of the cup and begins its activation [1.D-a].
func (r *run) drawMarker() {
	d := r.tape.Draw("activation marker", len(r.p.Cup))
	m := r.p.marker(r.p.Cup[d.Value])
	r.emit(engine.Event{Rule: "1.D-a", Kind: "roll",
		Roll: &engine.Roll{Draws: []engine.Draw{d}, Total: d.Value, Result: m.String()}})
	r.begin("1.D-a", m)
}

// lastMarker lays the last marker aside without an activation; reinforcements
// that it was to bring are delayed [1.D-k, 5.2.1-c].
func (r *run) lastMarker(m Marker) {
	r.event("1.D-k", "aside", r.p.markerSide(m), "marker", m.String(), "why", "last")
	for _, f := range r.p.activated(m) {
		if !r.p.present(f) && r.p.due(f) {
			r.event("5.2.1-c", "delayed", r.p.markerSide(m), "formation", r.p.sc.Forms[f].ID, "is", "yes")
		}
	}
}

// begin starts an activation: the markers of the formation's groups are
// turned up [1.D-c].
func (r *run) begin(rule string, m Marker) {
	s := r.p.markerSide(m)
	r.event(rule, "activate", s, "marker", m.String())
	for _, f := range r.p.activated(m) {
		for i, g := range r.p.Groups {
			if face := r.p.Faces[i]; g.Form == f && !face.Revealed {
				r.event("2.4-a", "reveal", s, "group", g.ID, "orders", face.Orders.String())
			}
		}
	}
	r.followPlan(m)
}

// endPhase checks victory and moves the turn marker [1.F].
func (r *run) endPhase() {
	if r.victory() {
		return
	}
	r.voidPlans()
	n := r.p.Turn + 1
	r.event("1.F-b", "turn", -1, "n", strconv.Itoa(n))
	r.formGroups()
}

// initiativePhase finds out who holds strategic initiative and which marker
// opens the turn [1.B, 3].
func (r *run) initiativePhase() error {
	var totals [2]int
	for s := range totals {
		mods := []engine.Mod{{Name: "commander", Value: r.p.chiefDRM(s)}}
		totals[s] = r.d10("3-a", s, "strategic initiative of "+string(r.p.sideName(s)), mods,
			func(total int) (string, string) { return "", strconv.Itoa(total) })
	}
	if totals[0] == totals[1] {
		r.event("3-d", "tie", -1, "total", strconv.Itoa(totals[0]))
		r.phase(CollectPhase)
		return nil
	}
	s := 0
	if totals[1] > totals[0] {
		s = 1
	}
	r.event("3-c", "initiative", s, "totals", fmt.Sprintf("%d:%d", totals[0], totals[1]))
	m, err := r.chooseFirst(s)
	if err != nil {
		return err
	}
	if m != (Marker{}) {
		r.event("3-e", "first", s, "marker", m.String())
	}
	r.phase(CollectPhase)
	return nil
}

// chiefDRM is the DRM of the commander designated for strategic initiative,
// or of the best one left, or 0 [3-b, JDG-Q5].
func (p *Position) chiefDRM(s int) int {
	var drms []int
	for i, l := range p.sc.Leaders {
		if l.Side != s || !p.commanderAlive(i) {
			continue
		}
		if l.ID == p.sc.Sides[s].Chief {
			return l.DRM
		}
		drms = append(drms, l.DRM)
	}
	if drms == nil {
		return 0
	}
	return slices.Max(drms)
}

// chooseFirst lets the holder of the initiative choose the marker that opens
// the turn, or none [3-e, 3-h, JDG-P5].
func (r *run) chooseFirst(s int) (Marker, error) {
	options := []string{"none"}
	var ms []Marker
	for _, m := range r.p.available() {
		if r.p.markerSide(m) == s {
			ms = append(ms, m)
			options = append(options, m.String())
		}
	}
	answer := ""
	if list := r.p.sheet(s, "P5"); list != "" && list != "ask" {
		answer = r.bestMarker(list, ms)
		r.secret("3-e", "decision", s, "kind", "P5", "whom", "army", "answer", answer, "source", "standing")
		if answer == "none" && list != "none" {
			r.secret("1.C-a", "skip", s, "line", "first "+list, "why", "none of these has a marker in play this turn")
		}
	} else {
		var err error
		if answer, err = r.decide(choice{kind: "P5", side: s, unit: -1, rule: "3-e",
			prompt: "You hold strategic initiative: which formation acts first?", options: options,
			def: "none"}); err != nil {
			return Marker{}, err
		}
	}
	for _, m := range ms {
		if m.String() == answer {
			return m, nil
		}
	}
	return Marker{}, nil
}
