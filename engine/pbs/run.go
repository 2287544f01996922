package pbs

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/deck"
	"berthier/engine/pbs/setup"
	"berthier/engine/tongue"
)

// run is one resolution under way. Procedures of the chapters are its methods: they look at
// r.p, roll and emit events, which change r.p.
type run struct {
	rs   *Ruleset
	p    *Position
	dice engine.Dice
	out  []engine.Event
}

// emit records an event and applies it.
func (r *run) emit(e engine.Event) {
	const most = 5_000
	if len(r.out) > most {
		panic("pbs: a resolution does not come to an end; its last event is " + e.String())
	}
	r.p.apply(e)
	r.out = append(r.out, e)
}

// event emits an event that everybody sees; side Nobody is nobody.
func (r *run) event(rule, kind string, side int, kv ...string) {
	r.emit(engine.NewEvent(rule, kind, r.p.sideName(side), kv...))
}

// secret emits an event that only its own side sees.
func (r *run) secret(rule, kind string, side int, kv ...string) {
	e := engine.NewEvent(rule, kind, r.p.sideName(side), kv...)
	e.For = engine.Only(r.p.sideName(side))
	r.emit(e)
}

// cards emits the events of cards that move.
func (r *run) cards(events []engine.Event) {
	for _, e := range events {
		r.emit(e)
	}
}

// phases say how each phase goes on. One that ends sets the next.
var phases map[Phase]func(r *run)

func init() {
	phases = map[Phase]func(r *run){RolePhase: (*run).roles, CardPhase: (*run).firstCards, DayPhase: (*run).day,
		GroundPhase: (*run).ground, PlacePhase: (*run).place, AdjustPhase: (*run).adjust, ListPhase: (*run).scout,
		DeployPhase: (*run).deployStep, HidePhase: (*run).hide, GeneralPhase: (*run).general}
}

// play goes on until somebody has to be asked. Whoever was asked has answered.
func (r *run) play() {
	if r.p.Waits != [2]bool{} {
		r.event("0-a", "answered", Nobody)
	}
	for r.p.Phase != OverPhase {
		phases[r.p.Phase](r)
		if waits := r.p.asked(); waits != [2]bool{} {
			var names []string
			for s, w := range waits {
				if w {
					names = append(names, string(r.p.sideName(s)))
				}
			}
			r.event("0-a", "wait", Nobody, "sides", strings.Join(names, ","))
			return
		}
	}
}

// enter begins a phase.
func (r *run) enter(rule string, ph Phase) { r.event(rule, "phase", Nobody, "phase", string(rune(ph))) }

// decision is a kind of decision of the list of clauses.
type decision struct {
	kind, rule  string
	asks        bool // a game can have it asked by itself: option ask
	prompt, def tongue.Text
}

func newDecision(kind, rule string, asks bool) decision {
	return decision{kind, rule, asks, said.Say("owed." + kind), said.Say("default." + kind)}
}

var decisions = []decision{
	newDecision("E01", "1-d", false), newDecision("E02", "2-b", false), newDecision("E05", "3-e", true),
	newDecision("E07", "5-e", false), newDecision("E10", "6-d", true), newDecision("E11", "6-i", true),
	newDecision("E13", "9-b", false), newDecision("E14", "9-d", true), newDecision("E15", "9-h", true),
	newDecision("E16", "9-i", true),
}

// plans is what a side can answer that owes nothing.
var plans = newDecision("E00", "0-a", false)

// decision is what a side owes in this phase.
func (p *Position) decision(side int) *decision {
	kind := map[Phase]string{RolePhase: "E01", CardPhase: "E02", DayPhase: "E05", GroundPhase: "E07", PlacePhase: "E10",
		AdjustPhase: "E11", ListPhase: "E13", DeployPhase: "E15", HidePhase: "E14", GeneralPhase: "E16"}[p.Phase]
	i := slices.IndexFunc(decisions, func(d decision) bool { return d.kind == kind })
	return &decisions[i]
}

// asks reports whether a game has a kind of decision asked by itself.
func (p *Position) asks(kind string) bool { return slices.Contains(p.options.ask, kind) }

// asked says who has to be asked before the phase goes on: those who have not yet said
// anything for it.
func (p *Position) asked() (waits [2]bool) {
	all := func(words ...string) (w [2]bool) {
		for s := range w {
			w[s] = !p.has(s, words...)
		}
		return w
	}
	one := func(side int, kind string) (w [2]bool) {
		w[side] = p.asks(kind)
		return w
	}
	switch p.Phase {
	case RolePhase:
		return all("role")
	case CardPhase:
		return all("card", "territory", "start")
	case DayPhase:
		if p.Site.Day > 0 && !p.asks("E05") {
			return waits
		}
		w := all("day", "goal", "march", "save")
		for s := range w {
			silent := w[s] || p.asks("E05") && len(p.said(s, dayWord(p.Site.Day+1))) == 0
			w[s] = silent && p.Cards.Count(p.hand(s)) > 0 // without a card he passes, and a pass wins no day
		}
		return w
	case GroundPhase:
		return all("flank", "compulsory", "optional", "place", "adjust")
	case PlacePhase:
		if p.Piece >= 0 {
			return one(p.Pieces[p.Piece].By, "E10")
		}
	case AdjustPhase:
		if p.Roll >= rollMove {
			return one(1-p.Pieces[p.Piece].By, "E11")
		}
	case ListPhase:
		return all("deploy", "camp")
	case DeployPhase:
		if s := p.deployer(); s != Nobody && p.Step > 0 {
			return one(s, "E15")
		}
	case HidePhase:
		w := all("ambush", "flank-march", "bluff")
		return [2]bool{w[0] && p.asks("E14"), w[1] && p.asks("E14")}
	case GeneralPhase:
		return one(p.placer(), "E16")
	}
	return waits
}

// Owed implements engine.Ruleset. Who owes nothing may still send what he plans.
func (rs *Ruleset) Owed(pos engine.Position) (ds []engine.Decision) {
	p := pos.(*Position)
	for s, waits := range p.Waits {
		if p.Phase == OverPhase {
			return nil
		}
		k, name := p.decision(s), p.sideName(s)
		if !waits {
			k = &plans
		}
		d := engine.Decision{ID: k.kind + "-" + string(name), Kind: k.kind, Side: name, Rule: k.rule, Prompt: k.prompt,
			Default: k.def, Open: true, Secret: true, Optional: !waits}
		if waits {
			d.Hold = string(name)
		}
		ds = append(ds, d)
	}
	return ds
}

// draw draws one card from the deck to a hand; when the deck is empty the discards become a
// new one [B55].
func (r *run) draw(rule string, side int) {
	r.cards(r.p.Cards.Draw(r.dice, deck.Way{Rule: rule, By: r.p.sideName(side), From: "deck", To: r.p.hand(side)}, 1,
		"discard"))
}

// deal deals one card after the other to the sides by turns, until each has so many
// [B87].
func (r *run) deal(rule string, first int, want [2]int) {
	for again := true; again; {
		again = false
		for _, s := range []int{first, 1 - first} {
			have := r.p.Cards.Count(r.p.hand(s))
			if have >= want[s] {
				continue
			}
			if r.draw(rule, s); r.p.Cards.Count(r.p.hand(s)) > have {
				again = true
			}
		}
	}
}

// show lays cards of both hands open at the same time [B57].
func (r *run) show(rule string, cards [2][]setup.Card) {
	for s, all := range cards {
		names := make([]deck.Card, len(all))
		for i, c := range all {
			names[i] = deck.Card(c.String())
		}
		r.cards(r.p.Cards.Move(deck.Way{Rule: rule, By: r.p.sideName(s), From: r.p.hand(s), To: "discard"}, names...))
	}
}
