package tlm

import (
	"berthier/engine/ask"
	"berthier/engine/tlm/setup"
	"slices"
)

// respond plays the cards of the Defender, and fights [2.II.3-g].
func (r *run) respond() error {
	def := 1 - r.p.Active
	asked := r.p.Phase == RespondPhase
	if asked {
		r.enter("2.II.4-a", TurnPhase, r.p.Active)
	}
	if len(r.lines(def, "weather")) > 0 && asked {
		if f := r.badWeather(def); f != nil {
			r.skip(def, r.lines(def, "weather")[0], f)
		}
	} else if len(r.lines(def, "hold")) == 0 && r.weatherComes(def) {
		r.badWeather(def)
	}
	if len(r.p.Offense.Battles) > 0 {
		r.defend(def, asked)
	}
	return r.fight()
}

// weatherComes reports whether the standing orders of the Defender play Bad Weather: those for the area of one of the
// battles, or those for all areas, whose conditions hold for one of them.
func (r *run) weatherComes(def int) bool {
	return slices.ContainsFunc(r.p.Offense.Battles, func(at int) bool {
		return r.p.rule(def, "D08-weather", at, r.declared(at), "never") == "always"
	})
}

// defend plays the enhancement cards of the Defender.
func (r *run) defend(def int, asked bool) {
	for _, o := range r.lines(def, "gas", "aaf") {
		for _, a := range o.areas {
			if f := r.enhance(def, o.verb.Word, a); f != nil && asked {
				r.skip(def, o, f)
			}
		}
	}
	if len(r.lines(def, "hold")) > 0 {
		return
	}
	for _, a := range slices.Clone(r.p.Offense.Battles) {
		for _, word := range []string{"aaf", "gas"} {
			if r.p.rule(def, "D08-"+word, a, r.declared(a), "never") == "always" {
				r.enhance(def, word, a)
			}
		}
	}
}

// declared judges the conditions of standing orders for cards of the Defender.
func (r *run) declared(at int) func(ask.Term) bool {
	o := r.p.Offense
	att := r.p.Active
	return func(t ask.Term) bool {
		switch t.Fact {
		case "special":
			return o.Special
		case "limited":
			return o.Card == setup.Limited.String()
		case "enhanced":
			return slices.Contains(o.Gas[att], at) || slices.Contains(o.AAF[att], at) || slices.Contains(o.Surprise, at)
		case "battles":
			return len(o.Battles) >= t.Number
		}
		return false
	}
}

// badWeather plays Bad Weather [9.5].
func (r *run) badWeather(def int) *refusal {
	p := r.p
	o := &p.Offense
	switch {
	case p.Turn < p.rs.tables.Cards[setup.Weather].From:
		return p.early("9.5-h", setup.Weather)
	case o.Bad:
		return no("A12", "fault.one-weather")
	case !p.holdsCard(def, setup.Weather):
		return p.noCard("9.5-a", def, setup.Weather)
	}
	r.discard("9.5-a", def, discardPlace, setup.Weather)
	rule, becomes := "9.5-c", setup.Limited.String()
	switch {
	case o.Special:
		rule, becomes = "9.5-b", setup.Offensive.String()
	case o.Card == setup.Limited.String():
		rule, becomes = "9.5-e", "pass"
	}
	special := o.Special
	r.event(rule, "weather", def, "becomes", becomes)
	r.event("9.5-b", "plain", p.Active)
	r.event("9.3-e", "calm", Nobody)
	switch {
	case special:
	case becomes == "pass":
		r.event(rule, "declare", p.Active, "areas", "")
	default:
		r.event("9.5-d", "declare", p.Active, "areas", p.areaID(r.kept()))
	}
	return nil
}

// kept is the battle that the Attacker keeps: a newly Contested one if there is any [A11].
func (r *run) kept() int {
	o := r.p.Offense
	fresh := slices.ContainsFunc(o.Battles, func(a int) bool { return r.p.Areas[a].Fresh })
	for _, a := range slices.Concat(o.Keep, o.Battles) {
		if slices.Contains(o.Battles, a) && (!fresh || r.p.Areas[a].Fresh) {
			return a
		}
	}
	return o.Battles[0]
}

// fight fights all battles that are declared, in their order [5.2.1-a].
func (r *run) fight() error {
	for len(r.p.Offense.Battles) > 0 {
		at := r.p.Offense.Battles[0]
		if err := r.round(at); err != nil {
			return err
		}
		r.event("2.II.4-a", "fought", Nobody, "area", r.p.areaID(at))
		if slices.Contains(r.p.Offense.Crisis, at) {
			r.crisis(r.p.Active)
		}
	}
	return r.endTurn()
}

// endTurn makes the tests after the last battle, and goes on to the next Player Turn or to the
// Production Phase [A140, 2.IV-a].
func (r *run) endTurn() error {
	if len(r.p.Offense.Crisis) > 0 {
		r.crisis(r.p.Active)
	}
	r.unaccompanied()
	if r.victory("A133") {
		return nil
	}
	if r.p.Passes >= 2 {
		r.event("2.IV-b", "ready", Nobody)
		return r.supply()
	}
	r.begin("2.IV-a", 1-r.p.Active)
	return nil
}
