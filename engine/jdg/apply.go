package jdg

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// Apply implements engine.Ruleset.
func (rs *Ruleset) Apply(pos engine.Position, events []engine.Event) engine.Position {
	p := new(Position)
	pos.(*Position).copyTo(p)
	p.making = true
	for _, e := range events {
		p.apply(e)
	}
	p.close()
	return p
}

// apply changes the position by one event. Kinds that are not listed change
// nothing: they only tell. It trusts the event: Resolve made it.
func (p *Position) apply(e engine.Event) {
	if f, ok := changes[e.Kind]; ok {
		f(p, e)
	}
}

// changes lists the kinds of event that change the position. The package doc
// lists their arguments.
var changes = map[string]func(*Position, engine.Event){
	// Sequence of play.
	"turn":       func(p *Position, e engine.Event) { p.newTurn(e.Int("n")) },
	"phase":      func(p *Position, e engine.Event) { p.Phase = Phase(e.Get("phase")[0]) },
	"initiative": func(p *Position, e engine.Event) { p.Holder = p.sideOf(e.By) },
	"first":      func(p *Position, e engine.Event) { p.editSteady().First, _ = parseMarker(e.Get("marker")) },
	"cup":        func(p *Position, e engine.Event) { p.addMarker(e.Get("marker")) },
	"activate":   func(p *Position, e engine.Event) { p.activate(e.Get("marker")) },
	"aside": func(p *Position, e engine.Event) {
		p.aside(e.Get("marker"))
		p.acted(e)
	},
	"hold": (*Position).applyHold,
	"over": func(p *Position, e engine.Event) {
		p.Phase = GameOver
		p.editSteady().result = &engine.Outcome{Over: true, Winner: e.By, Rule: e.Rule, Text: e.Get("text")}
	},

	// Orders.
	"group": func(p *Position, e engine.Event) { p.addGroup(e.Get("id"), e.Get("units")) },
	"ungroup": func(p *Position, e engine.Event) {
		p.clearGroups()
	},
	"order": func(p *Position, e engine.Event) { p.face(e.Get("group")).Orders = ReceivedOrders },
	"reveal": func(p *Position, e engine.Event) {
		g := p.face(e.Get("group"))
		g.Revealed = true
		g.Orders = NoOrders
		if e.Get("orders") == ReceivedOrders.String() {
			g.Orders = ReceivedOrders
		}
	},
	"standing": func(p *Position, e engine.Event) {
		if line, err := ask.ParseAnswers(e.Get("kind"), e.Get("whom"), e.Get("answer")); err == nil {
			p.setStanding(p.sideOf(e.By), line...)
		}
	},
	"plan":   (*Position).applyPlan,
	"unplan": (*Position).applyUnplan,
	"due":    (*Position).applyDue,
	"renfort": func(p *Position, e engine.Event) {
		p.editIn(e).Renfort, p.editIn(e).Granted = e.Get("carries") == "yes", e.Get("granted") == "yes"
	},
	"delayed": func(p *Position, e engine.Event) {
		if f, ok := p.sc.Form(e.Get("formation")); ok {
			p.editForm(f).Delayed = e.Get("is") == "yes"
		}
	},

	// Movement of any kind: unit, path (first hex is where it stood, "off"
	// for off the map), facing.
	"move":      (*Position).applyMove,
	"march":     (*Position).applyMove,
	"enter":     (*Position).applyMove,
	"charge":    (*Position).applyMove,
	"recall":    (*Position).applyMove,
	"evade":     (*Position).applyMove,
	"retire":    (*Position).applyMove,
	"retreat":   (*Position).applyMove,
	"rout-move": (*Position).applyMove,
	"advance":   (*Position).applyMove,
	"pursue":    (*Position).applyMove,
	"face":      func(p *Position, e engine.Event) { p.editIn(e).Facing = facingOf(e) },
	"stack":     func(p *Position, e engine.Event) { p.restack(p.unitsOf(e.Get("units"))) },
	"square":    func(p *Position, e engine.Event) { p.setSquare(e.Get("units"), e.Get("formed") == "yes") },
	"halt":      func(p *Position, e engine.Event) { p.editIn(e).Halted = e.Get("stays") == "yes" },
	"commander": (*Position).applyCommander,

	// Cohesion.
	"disorder":    func(p *Position, e engine.Event) { p.setState(e, setup.Disordered) },
	"rout":        func(p *Position, e engine.Event) { p.setState(e, setup.Routed) },
	"rally":       (*Position).applyRally,
	"eliminate":   (*Position).applyEliminate,
	"demoralised": func(p *Position, e engine.Event) { p.applyDemoralised(e) },

	// Questions.
	"ask":     (*Position).applyAsked,
	"pending": (*Position).applyAsked,
	"resume":  (*Position).applyAsked,
}

func (p *Position) sideOf(s engine.Side) int {
	for i := range p.sc.Sides {
		if p.sc.Sides[i].Name == s {
			return i
		}
	}
	return -1
}

// editIn returns the unit of an event, to be changed.
func (p *Position) editIn(e engine.Event) *Unit {
	u, _ := p.sc.Unit(e.Get("unit"))
	return p.edit(u)
}

// unitsOf reads a list of unit ids.
func (p *Position) unitsOf(list string) []int {
	us := make([]int, 0, strings.Count(list, ",")+1)
	for id := range strings.SplitSeq(list, ",") {
		if u, ok := p.sc.Unit(id); ok {
			us = append(us, u)
		}
	}
	return us
}

func facingOf(e engine.Event) hex.Facing {
	f, _ := hex.ParseFacing(e.Get("facing"))
	return f
}

// pathOf reads the hexes of a move; "off" is hex.None.
func pathOf(e engine.Event) []hex.Hex {
	var path []hex.Hex
	for s := range strings.SplitSeq(e.Get("path"), ",") {
		h, _ := hex.Parse(s)
		path = append(path, h)
	}
	return path
}

// newTurn clears what lasts for a turn only [1.F].
func (p *Position) newTurn(n int) {
	p.Turn, p.Phase, p.Holder = n, OrdersPhase, -1
	for i := range p.Leaders {
		p.Leaders[i].Moved = false
	}
	for i := range p.sc.Forms {
		p.editForm(i).Acted = false
	}
	for i := range p.sc.Units {
		p.edit(i).Granted = false
	}
	p.clearGroups()
}

func (p *Position) clearGroups() {
	p.Groups, p.Faces = nil, p.Faces[:0]
	for u := range p.sc.Units {
		p.edit(u).Group = -1
	}
}

func (p *Position) addGroup(id, units string) {
	if p.Groups == nil {
		p.Groups = make([]*Group, 0, 2*len(p.sc.Forms))
	}
	us := p.unitsOf(units)
	for _, u := range us {
		p.edit(u).Group = int16(len(p.Groups))
	}
	p.Groups, p.Faces = append(p.Groups, &Group{id, p.form(us[0]), us, units}), append(p.Faces, Face{})
}

// groupNo returns the index of a tactical group by id, -1 if there is none.
func (p *Position) groupNo(id string) int {
	return slices.IndexFunc(p.Groups, func(g *Group) bool { return g.ID == id })
}

// group returns a tactical group by id.
func (p *Position) group(id string) *Group {
	if i := p.groupNo(id); i >= 0 {
		return p.Groups[i]
	}
	return &Group{}
}

// face returns the orders marker of a tactical group by id. Faces is cloned with the position,
// so its elements may be changed in place.
func (p *Position) face(id string) *Face {
	if i := p.groupNo(id); i >= 0 {
		return &p.Faces[i]
	}
	return &Face{}
}

func (p *Position) addMarker(s string) {
	if m, err := parseMarker(s); err == nil {
		p.intoCup(m)
	}
}

// intoCup puts a marker into the cup; with the first it makes room for two of each formation.
func (p *Position) intoCup(m Marker) {
	if p.Cup == nil {
		p.Cup = make([]cupMarker, 0, 2*len(p.sc.Forms))
	}
	if short, known := p.inCup(m); known {
		p.Cup = append(p.Cup, short)
	}
}

// activate makes a marker the drawn one, out of the cup or from step B.2.
func (p *Position) activate(s string) {
	p.Drawn, _ = parseMarker(s)
	if p.First == p.Drawn {
		p.editSteady().First = Marker{}
	}
	p.dropMarker(p.Drawn)
}

// aside lays a marker aside: the drawn one, or the last of the cup.
func (p *Position) aside(s string) {
	m, _ := parseMarker(s)
	if p.Drawn == m {
		p.Drawn = Marker{}
		return
	}
	p.dropMarker(m)
}

// acted notes that the formations of a marker have had their activation.
func (p *Position) acted(e engine.Event) {
	m, _ := parseMarker(e.Get("marker"))
	if e.Get("why") == "done" {
		for _, f := range p.activated(m) {
			p.editForm(f).Acted = true
		}
	}
}

func (p *Position) dropMarker(m Marker) {
	short, known := p.inCup(m)
	if i := slices.Index(p.Cup, short); known && i >= 0 {
		p.Cup = slices.Concat(p.Cup[:i], p.Cup[i+1:])
	}
}

// setStanding replaces the standing orders for a kind and owner. The first that are new make room
// for others of the same step.
func (p *Position) setStanding(s int, line ...ask.StandingOrder) {
	sheet := &p.editSteady().Sheets[s]
	if p.making {
		if !p.ownSheets[s] {
			*sheet, p.ownSheets[s] = slices.Clone(*sheet), true
		}
		*sheet = sheet.Put(line...)
		return
	}
	first := line[0]
	had := slices.ContainsFunc(*sheet, func(o ask.StandingOrder) bool {
		return o.Kind == first.Kind && o.For == first.For
	})
	if had || first.Answer == "default" {
		*sheet = sheet.With(line...)
	} else {
		*sheet = append(*sheet, line...)
	}
}

func (p *Position) applyMove(e engine.Event) {
	u, _ := p.sc.Unit(e.Get("unit"))
	path := e.Get("path")
	if to, _ := hex.Parse(path[strings.LastIndexByte(path, ',')+1:]); to != p.unit(u).Hex {
		p.place(u, to)
	}
	if e.Get("facing") != "" {
		p.edit(u).Facing = facingOf(e)
	}
	p.edit(u).Square = false
	p.edit(u).Halted = false
}

func (p *Position) setSquare(units string, formed bool) {
	for _, u := range p.unitsOf(units) {
		p.edit(u).Square = formed
	}
}

func (p *Position) applyCommander(e engine.Event) {
	i, _ := p.sc.Commander(e.Get("id"))
	h, _ := hex.Parse(e.Get("to"))
	p.Leaders[i].Hex = h
	if e.Get("moved") == "yes" {
		p.Leaders[i].Moved = true
	}
}

// setState puts a unit one or more levels down; it leaves square [4.2].
func (p *Position) setState(e engine.Event, s setup.State) {
	un := p.editIn(e)
	un.State, un.Square = s, false
}

func (p *Position) applyRally(e engine.Event) {
	un := p.editIn(e)
	un.State--
	un.Halted = false
	if e.Get("facing") != "" {
		un.Facing = facingOf(e)
	}
}

func (p *Position) applyEliminate(e engine.Event) {
	u, _ := p.sc.Unit(e.Get("unit"))
	p.place(u, hex.None)
	un := p.edit(u)
	*un = Unit{State: setup.Eliminated, Facing: un.Facing, Entered: un.Entered, Group: un.Group}
}

func (p *Position) applyDemoralised(e engine.Event) {
	if f, ok := p.sc.Form(e.Get("formation")); ok {
		is := e.Get("is") == "yes"
		p.editForm(f).Demoralised, p.editForm(f).Broken = is, is
	}
}

func (p *Position) applyAsked(e engine.Event) { p.editSteady().Asked = p.Asked.Apply(e) }
