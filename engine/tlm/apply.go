package tlm

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/area"
	"berthier/engine/ask"
	"berthier/engine/tlm/setup"
)

// Apply implements engine.Ruleset.
func (rs *Ruleset) Apply(pos engine.Position, events []engine.Event) engine.Position {
	p := pos.(*Position).clone()
	for _, e := range events {
		p.apply(e)
	}
	return p
}

// apply changes the position as one event says. Events that only tell something, as a roll
// does, change nothing.
func (p *Position) apply(e engine.Event) {
	if change, ok := changes[e.Kind]; ok {
		change(p, e)
		return
	}
	p.Cards = p.Cards.Apply(e)
}

// changes are the events that change something besides the cards, by kind. The package doc
// lists them.
var changes map[string]func(p *Position, e engine.Event)

func init() {
	changes = map[string]func(p *Position, e engine.Event){
		"standing": (*Position).applyStanding,
		"phase": func(p *Position, e engine.Event) {
			p.Phase = Phase(e.Get("phase")[0])
			if e.By != "" {
				p.Active = p.sideNo(e.By)
			}
		},
		"answered": func(p *Position, e engine.Event) { p.Waits = [2]bool{} },
		"wait": func(p *Position, e engine.Event) {
			for name := range strings.SplitSeq(e.Get("sides"), ",") {
				p.Waits[p.sideNo(engine.Side(name))] = true
			}
		},
		"season": func(p *Position, e engine.Event) {
			p.Turn, p.Passes = e.Int("turn"), 0
			p.Fronts = append(p.Fronts, p.front())
			p.Fronts = p.Fronts[max(len(p.Fronts)-mostFronts, 0):]
		},
		"begin": (*Position).applyBegin,
		"offense": func(p *Position, e engine.Event) {
			p.Offense.Card, p.Offense.Special, p.Offense.Spent = e.Get("card"), e.Get("special") == "yes", true
			p.Passes = 0
		},
		"spent": func(p *Position, e engine.Event) {
			if p.Offense.Spent = true; e.Get("event") != "" {
				p.Offense.Crisis = nil
			}
		},
		"passed":  func(p *Position, e engine.Event) { p.Passes++ },
		"weather": func(p *Position, e engine.Event) { p.Offense.Bad, p.Offense.Card = true, e.Get("becomes") },
		"declare": func(p *Position, e engine.Event) { p.Offense.Battles = p.areaList(e.Get("areas")) },
		"keep":    func(p *Position, e engine.Event) { p.Offense.Keep = p.areaList(e.Get("areas")) },
		"later":   func(p *Position, e engine.Event) { p.Offense.Crisis = p.areaList(e.Get("areas")) },
		"enhance": (*Position).applyEnhance,
		"plain":   func(p *Position, e engine.Event) { p.Offense.Special = false },
		"calm": func(p *Position, e engine.Event) {
			p.Offense.Gas = [2][]int{}
		},
		"fought": func(p *Position, e engine.Event) {
			at, _ := p.findArea(e.Get("area"))
			p.Offense.Battles = without(p.Offense.Battles, at)
		},
		"control": (*Position).applyControl,
		"fort": func(p *Position, e engine.Event) {
			at, _ := p.findArea(e.Get("area"))
			if p.Areas[at].Fort = e.Int("left"); e.Get("left") == "gone" {
				p.Areas[at].Fort = area.NoFort
			}
		},
		"due": func(p *Position, e engine.Event) {
			u, _ := setup.ParseUnit(e.Get("unit"))
			p.addDue(u, e.Int("n"))
		},
		"failure": func(p *Position, e engine.Event) { p.Failures[p.sideNo(e.By)]++ },
		"ready":   (*Position).applyReady,
		"offer": func(p *Position, e engine.Event) {
			if p.Offers = Nobody; e.By != "" {
				p.Offers = p.sideNo(e.By)
			}
		},
		"over": func(p *Position, e engine.Event) {
			p.Phase = OverPhase
			p.Result = engine.Outcome{Over: true, Winner: engine.Side(e.Get("winner")), Rule: e.Rule,
				Text: e.Get("text")}
		},
		"ask":     func(p *Position, e engine.Event) { p.Asked = p.Asked.Apply(e) },
		"pending": func(p *Position, e engine.Event) { p.Asked = p.Asked.Apply(e) },
		"resume":  func(p *Position, e engine.Event) { p.Asked = p.Asked.Apply(e) },
	}
	for _, kind := range []string{"move", "join", "leave", "place", "build", "upgrade", "loss", "retreat", "remove",
		"in", "out", "dig", "return", "exchange"} {
		changes[kind] = (*Position).applyShift
	}
	for _, kind := range []string{"march", "withdraw", "eliminate", "arrive", "post", "rebuild", "entrench", "mark"} {
		changes[kind] = (*Position).applyArmy
	}
}

func without(list []int, one int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(x int) bool { return x == one })
}

func (p *Position) applyStanding(e engine.Event) {
	s := p.sideNo(e.By)
	line, err := ask.ParseAnswers(e.Get("kind"), e.Get("whom"), e.Get("answers"))
	if err == nil {
		p.Sheets[s] = p.Sheets[s].With(line...)
	}
}

// applyBegin begins a Player Turn.
func (p *Position) applyBegin(e engine.Event) {
	p.Offense = Offense{}
	for at := range p.Areas {
		p.Areas[at].Fresh, p.Areas[at].Began = false, p.Areas[at].Control
	}
}

func (p *Position) areaList(text string) (all []int) {
	if text == "" {
		return nil
	}
	for id := range strings.SplitSeq(text, ",") {
		if a, ok := p.findArea(id); ok {
			all = append(all, a)
		}
	}
	return all
}

func (p *Position) applyEnhance(e engine.Event) {
	o, s := &p.Offense, p.sideNo(e.By)
	list := p.areaList(e.Get("areas"))
	switch e.Get("card") {
	case setup.Gas.String():
		o.Gas[s] = append(slices.Clip(o.Gas[s]), list...)
	case setup.AAF.String():
		o.AAF[s] = append(slices.Clip(o.AAF[s]), list...)
	case setup.Surprise.String():
		o.Surprise = append(slices.Clip(o.Surprise), list...)
	default:
		o.Extra = list
	}
}

func (p *Position) applyControl(e engine.Event) {
	at, _ := p.findArea(e.Get("area"))
	a := &p.Areas[at]
	if a.Control = Control(slices.Index(controlNames[:], e.Get("to"))); a.Control == ContestedArea {
		a.Fresh = true
	}
}

func (p *Position) applyShift(e engine.Event) {
	u, _ := setup.ParseUnit(e.Get("unit"))
	from, _ := p.findPlace(e.Get("from"))
	to, _ := p.findPlace(e.Get("to"))
	was, _ := parseState(e.Get("was"))
	now, _ := parseState(e.Get("now"))
	if e.Get("due") == "yes" {
		p.addDue(u, -e.Int("n"))
	}
	p.shift(u, e.Int("n"), from, to, was, now)
}

func (p *Position) applyArmy(e engine.Event) {
	a, _ := p.findArmy(e.Get("army"))
	x := &p.Armies[a]
	x.State, _ = parseState(e.Get("now"))
	to, _ := p.findPlace(e.Get("to"))
	if x.Place = to; to < 0 {
		x.Shown = -1
	}
	if n := e.Int("areas"); n > 0 {
		for _, g := range slices.Clone(p.groupsIn(p.in(a))) {
			now := g.State
			now.Used = int8(min(int(now.Used)+n, mostUsed))
			p.shift(g.Unit, g.N, g.Place, g.Place, g.State, now)
		}
	}
}

// addDue changes how many units have still to be placed.
func (p *Position) addDue(u setup.Unit, n int) {
	i := slices.IndexFunc(p.Due, func(c setup.Count) bool { return c.Unit == u })
	if i < 0 {
		p.Due = append(p.Due, setup.Count{Unit: u, N: n})
		return
	}
	if p.Due[i].N += n; p.Due[i].N <= 0 {
		p.Due = slices.Delete(p.Due, i, i+1)
	}
}

// applyReady ends what counts for a Player Turn only: areas travelled and retreats.
func (p *Position) applyReady(engine.Event) {
	for i := range p.Armies {
		s := &p.Armies[i].State
		s.Used, s.Mode, s.Back = 0, OnFoot, false
	}
	groups := p.Groups
	p.Groups = groups[:0] // gathered in the same room, behind which those stand that come yet
	for _, g := range groups {
		g.Used, g.Mode, g.Back = 0, OnFoot, false
		p.gather(g)
	}
}
