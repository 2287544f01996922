package jdg

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/jdg/setup"
	"berthier/engine/tongue"
)

// stateTables shows how things stand to the side own, -1 for the public.
// Tables without rows are left out.
func (p *Position) stateTables(own int) []engine.Table {
	order := []int{0, 1}
	if own == 1 {
		order = []int{1, 0}
	}
	all := [...]engine.Table{p.turnTable(), p.unitTable(order[0], own), p.unitTable(order[1], own),
		p.commanderTable(order), p.groupTable(order), p.markerTable(), p.arrivalTable(), p.lostTable(order),
		p.standingTable(own), p.planTable(own)}
	shown := 0
	for _, t := range all {
		if len(t.Rows) > 0 {
			all[shown] = t
			shown++
		}
	}
	return append(make([]engine.Table, 0, shown), all[:shown]...)
}

// The columns of the tables, which all reports share.
var (
	turnColumns      = columns("turn", "time", "weather", "phase", "initiative")
	pointColumns     = columns("side", "vp", "from")
	unitColumns      = columns("id", "unit", "formation", "facing", "state", "values", "remarks")
	commanderColumns = columns("id", "commander", "side", "hex", "orders", "range", "drm", "remarks")
	groupColumns     = columns("group", "side", "orders", "units", "remarks")
	markerColumns    = columns("where", "side", "markers")
	arrivalColumns   = columns("turn", "side", "formation", "entry", "units")
	lostColumns      = columns("side", "sp", "units")
	standingColumns  = columns("standing", "for", "answer")
	planColumns      = columns("formation", "drawn", "if", "order")
	goalColumns      = columns("goal", "hex", "held")
	autoColumns      = columns("side", "missing")
)

func columns(keys ...string) []tongue.Text {
	all := make([]tongue.Text, len(keys))
	for i, k := range keys {
		all[i] = say("column." + k)
	}
	return all
}

// What stands in many cells.
var (
	nobody = say("cell.nobody")
	noWord = tongue.Name("–")
)

func number(n int) tongue.Text { return tongue.Name(strconv.Itoa(n)) }

// orDash stands for nothing in a table.
func orDash(t tongue.Text) tongue.Text {
	if t.Empty() {
		return noWord
	}
	return t
}

func (p *Position) turnTable() engine.Table {
	weather := cmp.Or(weatherName(p.turn()), "clear")
	holder := nobody
	switch {
	case p.Holder >= 0:
		holder = tongue.Name(string(p.sideName(p.Holder)))
	case p.Phase == OrdersPhase:
		holder = say("cell.not-known")
	}
	turn := say("cell.turn", tongue.Number("n", min(p.Turn, len(p.sc.Turns))), tongue.Number("of", len(p.sc.Turns)))
	return engine.Table{Title: say("table.turn"), Columns: turnColumns,
		Rows: [][]tongue.Text{{turn, orDash(clockText(p.turn().Clock)), say("weather." + weather),
			say("phase." + string(p.Phase)), holder}}}
}

// pointsTable adds up what the objectives give; their own table has each.
func (p *Position) pointsTable() engine.Table {
	t := engine.Table{Title: say("table.points"), Columns: pointColumns,
		Rows: make([][]tongue.Text, 0, len(p.sc.Sides))}
	total := p.points()
	for s := range p.sc.Sides {
		var from []tongue.Text
		held := 0
		for l := range p.pointsBy {
			switch {
			case l.Side != s:
			case l.Goal:
				held += l.VP
			default:
				from = append(from, say("points."+l.What, tongue.Number("n", l.N), tongue.Number("vp", l.VP)))
			}
		}
		if held > 0 {
			from = append([]tongue.Text{counted("points.goals", held)}, from...)
		}
		t.Rows = append(t.Rows, []tongue.Text{p.sideCell(s), number(total[s]), orDash(tongue.List(from, ", "))})
	}
	return t
}

// unitTable lists the units of a side on the map, formation by formation.
func (p *Position) unitTable(s, own int) engine.Table {
	title := say("table.own")
	if s != own {
		title = say("table.units", p.sideNamed("side", s))
	}
	t := engine.Table{Title: title, Columns: unitColumns, Rows: make([][]tongue.Text, 0, len(p.sc.Units)/2)}
	for f := range p.sc.Forms {
		for u := range p.sc.Units {
			if p.side(u) == s && p.form(u) == f && p.onMap(u) {
				t.Rows = append(t.Rows, p.unitRow(u))
			}
		}
	}
	return t
}

// unitRow is one line of it, with the values in one column as on a counter.
func (p *Position) unitRow(u int) []tongue.Text {
	spec, un, v := p.spec(u), p.unit(u), p.values(u)
	place, engages := un.Hex.String(), strconv.Itoa(v.Engagement)
	if !un.Square && un.State != setup.Routed {
		place += " " + un.Facing.String()
	}
	if spec.Arm == setup.Artillery {
		engages = "–"
	}
	return []tongue.Text{tongue.Name(spec.ID), tongue.Name(spec.Name), tongue.Name(p.formName(p.form(u))),
		tongue.Name(place), stateTexts[un.State],
		tongue.Name(fmt.Sprintf("%d-%d-%s-%d", v.SP, v.Cohesion, engages, v.MA)), tongue.List(p.remarks(u), ", ")}
}

// stateTexts are the words for states.
var stateTexts = [...]tongue.Text{setup.Ordered: say("state.ordered"), setup.Disordered: say("state.disordered"),
	setup.Routed: say("state.routed"), setup.Eliminated: say("state.eliminated")}

// sideCell is a side in a table.
func (p *Position) sideCell(s int) tongue.Text { return tongue.Name(string(p.sideName(s))) }

// remark is one of a table.
func remark(key string) tongue.Text { return say("remark." + key) }

// remarks lists what else is to be known of a unit.
func (p *Position) remarks(u int) []tongue.Text {
	spec, un := p.spec(u), p.unit(u)
	list := make([]tongue.Text, 0, 2)
	add := func(is bool, key string) {
		if is {
			list = append(list, remark(key))
		}
	}
	add(spec.Arm == setup.Cavalry && spec.Heavy, "heavy")
	add(spec.Arm == setup.Cavalry && !spec.Heavy, "cavalry")
	if spec.Arm == setup.Artillery {
		list = append(list, say("remark.range", named("range", fmt.Sprintf("%d/%d", spec.Near, spec.Far))))
	}
	add(un.Square, "square")
	add(un.Renfort, "renfort")
	add(un.Granted, "granted")
	add(un.Halted, "halted")
	if g := un.Group; g >= 0 && !un.Renfort && !un.Granted {
		switch o := p.Faces[g].Orders; {
		case o == ReceivedOrders:
			add(true, "orders")
		case o == NoOrders && p.Phase != OrdersPhase:
			add(true, "no-orders")
		}
	}
	if stack := p.stack(un.Hex); len(stack) > 1 {
		add(stack[0] == u, "top")
	}
	return list
}

func (p *Position) commanderTable(order []int) engine.Table {
	t := engine.Table{Title: say("table.commanders"), Columns: commanderColumns,
		Rows: make([][]tongue.Text, 0, len(p.sc.Leaders))}
	for _, s := range order {
		for c, l := range p.sc.Leaders {
			if l.Side != s {
				continue
			}
			at, note := tongue.Name(p.Leaders[c].Hex.String()), tongue.Text{}
			switch {
			case !p.commanderAlive(c):
				at, note = noWord, remark("lost")
			case p.Leaders[c].Moved:
				note = remark("moved")
			}
			t.Rows = append(t.Rows, []tongue.Text{tongue.Name(l.ID), tongue.Name(l.Name), p.sideCell(s), at,
				number(l.Rating), number(l.Range), tongue.Name(fmt.Sprintf("%+d", l.DRM)), note})
		}
	}
	return t
}

// groupTable lists the tactical groups of the turn with their orders, as far
// as the reader knows them.
func (p *Position) groupTable(order []int) engine.Table {
	t := engine.Table{Title: say("table.groups"), Columns: groupColumns, Rows: make([][]tongue.Text, 0, len(p.Groups))}
	for _, s := range order {
		for i, g := range p.Groups {
			if p.sc.Forms[g.Form].Side != s {
				continue
			}
			var ids []string
			var remarks []tongue.Text
			for _, u := range g.Units {
				if p.onMap(u) {
					ids = append(ids, p.spec(u).ID)
				}
			}
			if ids == nil {
				continue
			}
			if p.formAt(g.Form).Demoralised {
				remarks = append(remarks, remark("demoralised"))
			}
			if p.formAt(g.Form).Acted {
				remarks = append(remarks, remark("acted"))
			}
			t.Rows = append(t.Rows, []tongue.Text{tongue.Name(g.ID), p.sideCell(s), p.ordersText(p.Faces[i]),
				tongue.Name(strings.Join(ids, " ")), tongue.List(remarks, ", ")})
		}
	}
	return t
}

// ordersText says what is known of a group's orders marker.
func (p *Position) ordersText(face Face) tongue.Text {
	switch {
	case p.Phase == OrdersPhase:
		return say("cell.not-given")
	case face.Orders == Unknown:
		return say("cell.unknown")
	}
	return ordersTexts[boolInt(face.Orders == ReceivedOrders)][boolInt(face.Revealed)]
}

// ordersTexts are the words for orders markers: with orders or without, and face down or up.
var ordersTexts = func() (all [2][2]tongue.Text) {
	for i, orders := range []string{"", "received"} {
		for j, down := range []string{"down", ""} {
			all[i][j] = say("cell.orders", tongue.Choice("orders", orders), tongue.Choice("down", down))
		}
	}
	return all
}()

// markerTable shows where the activation markers of the turn are.
func (p *Position) markerTable() engine.Table {
	t := engine.Table{Title: say("table.markers"), Columns: markerColumns}
	if p.Phase == OrdersPhase || p.Phase == InitiativePhase {
		return t
	}
	row := func(where string, ms []Marker) {
		var few [16]Marker
		for s := range p.sc.Sides {
			own := few[:0]
			for _, m := range ms {
				if p.markerSide(m) == s {
					own = append(own, m)
				}
			}
			if len(own) > 0 {
				t.Rows = append(t.Rows, []tongue.Text{say("place." + where), p.sideCell(s), p.markerList(own)})
			}
		}
	}
	single := func(where string, m Marker) {
		if m != (Marker{}) {
			row(where, []Marker{m})
		}
	}
	single("activated", p.Drawn)
	single("first", p.First)
	cup := p.cup()
	row("cup", cup)
	var room [24]Marker
	row("aside", slices.DeleteFunc(p.availableIn(room[:]), func(m Marker) bool {
		return m == p.Drawn || m == p.First ||
			slices.Contains(cup, m)
	}))
	return t
}

// arrivalTable lists reinforcements that are still to come [5.2].
func (p *Position) arrivalTable() engine.Table {
	t := engine.Table{Title: say("table.arrivals"), Columns: arrivalColumns}
	order := indexes(len(p.sc.Entries))
	slices.SortStableFunc(order, func(a, b int) int { return p.sc.Entries[a].Turn - p.sc.Entries[b].Turn })
	for _, i := range order {
		e := p.sc.Entries[i]
		var us []string
		var s int
		for u := range p.sc.Units {
			if p.sc.Units[u].Entry == i+1 && !p.unit(u).Entered && p.unit(u).State != setup.Eliminated {
				us = append(us, p.spec(u).ID)
				s = p.side(u)
			}
		}
		if us == nil {
			continue
		}
		when := number(e.Turn)
		if e.Turn <= p.Turn {
			when = counted("cell.due", e.Turn)
		}
		name := e.Form
		if f, ok := p.sc.Form(e.Form); ok {
			name = p.formName(f)
		}
		t.Rows = append(t.Rows, []tongue.Text{
			when,
			p.sideCell(s),
			tongue.Name(name),
			tongue.Name(e.Hex.String()),
			tongue.Name(strings.Join(us, " ")),
		})
	}
	return t
}

// lostTable lists the units eliminated.
func (p *Position) lostTable(order []int) engine.Table {
	t := engine.Table{Title: say("table.lost"), Columns: lostColumns}
	for _, s := range order {
		var names []string
		for u := range p.sc.Units {
			if p.side(u) == s && p.unit(u).State == setup.Eliminated {
				names = append(names, p.spec(u).Name)
			}
		}
		if names != nil {
			t.Rows = append(t.Rows, []tongue.Text{p.sideCell(s), number(p.lostSP(s)),
				tongue.Name(strings.Join(names, "; "))})
		}
	}
	return t
}

// standingTable lists the reader's own standing orders.
func (p *Position) standingTable(own int) engine.Table {
	t := engine.Table{Title: say("table.standing"), Columns: standingColumns}
	if own < 0 {
		return t
	}
	for _, s := range p.Sheets[own] {
		whom := tongue.Name(s.For)
		if s.For == "" {
			whom = say("cell.army")
		}
		t.Rows = append(t.Rows, []tongue.Text{tongue.Name(decisionWord(s.Kind)), whom, tongue.Name(s.Text())})
	}
	return t
}
