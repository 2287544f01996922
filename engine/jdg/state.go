package jdg

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/jdg/setup"
)

// stateTables shows how things stand to the side own, -1 for the public.
// Tables without rows are left out.
func (p *Position) stateTables(own int) []engine.Table {
	order := []int{0, 1}
	if own == 1 {
		order = []int{1, 0}
	}
	tables := append(make([]engine.Table, 0, 10), p.turnTable())
	for _, s := range order {
		tables = append(tables, p.unitTable(s, own))
	}
	tables = append(tables, p.commanderTable(order), p.groupTable(order), p.markerTable(),
		p.arrivalTable(), p.lostTable(order), p.standingTable(own), p.planTable(own))
	return slices.DeleteFunc(tables, func(t engine.Table) bool { return len(t.Rows) == 0 })
}

// The columns of the tables, which all reports share.
var (
	turnColumns      = []string{"Turn", "Time", "Weather", "Phase", "Strategic initiative"}
	pointColumns     = []string{"Side", "VP", "From"}
	unitColumns      = []string{"Id", "Unit", "Formation", "Hex, facing", "State", "SP-Coh-Eng-MA", "Remarks"}
	commanderColumns = []string{"Id", "Commander", "Side", "Hex", "Orders", "Range", "DRM", "Remarks"}
	groupColumns     = []string{"Group", "Side", "Orders", "Units", "Remarks"}
	markerColumns    = []string{"Where", "Side", "Markers"}
	arrivalColumns   = []string{"Turn", "Side", "Formation", "Entry hex", "Units"}
	lostColumns      = []string{"Side", "SP", "Units"}
	standingColumns  = []string{"Standing order", "For", "Answer"}
)

// phaseNames names the phases for a reader.
var phaseNames = map[Phase]string{
	OrdersPhase: "A, Orders", InitiativePhase: "B, Strategic Initiative", CollectPhase: "C, AM Collection",
	ActivationPhase: "D, Activation", RoutPhase: "E, Rout and Demoralisation", EndPhase: "F, End", GameOver: "over",
}

func (p *Position) turnTable() engine.Table {
	weather := weatherName(p.turn())
	if weather == "" {
		weather = "clear day"
	}
	holder := "nobody"
	switch {
	case p.Holder >= 0:
		holder = string(p.sideName(p.Holder))
	case p.Phase == OrdersPhase:
		holder = "not yet known"
	}
	turn := fmt.Sprintf("%d of %d", min(p.Turn, len(p.sc.Turns)), len(p.sc.Turns))
	return engine.Table{Title: "Turn", Columns: turnColumns,
		Rows: [][]string{{turn, dash(p.turn().Clock), weather, phaseNames[p.Phase], holder}}}
}

// dash stands for nothing in a table.
func dash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// pointsTable adds up what the objectives give; their own table has each.
func (p *Position) pointsTable() engine.Table {
	t := engine.Table{Title: "Victory points", Columns: pointColumns}
	total := p.points()
	for s := range p.sc.Sides {
		var from []string
		held := 0
		for l := range p.pointsBy {
			switch {
			case l.Side != s:
			case l.Goal:
				held += l.VP
			default:
				from = append(from, fmt.Sprintf("%s %d", l, l.VP))
			}
		}
		if held > 0 {
			from = append([]string{fmt.Sprintf("objectives %d", held)}, from...)
		}
		t.Rows = append(t.Rows, []string{string(p.sideName(s)), strconv.Itoa(total[s]), dash(strings.Join(from, ", "))})
	}
	return t
}

// unitTable lists the units of a side on the map, formation by formation.
func (p *Position) unitTable(s, own int) engine.Table {
	title := string(p.sideName(s)) + " units"
	if s == own {
		title = "Your units"
	}
	t := engine.Table{Title: title, Columns: unitColumns, Rows: make([][]string, 0, len(p.Units)/2)}
	for f := range p.sc.Forms {
		for u := range p.Units {
			if p.side(u) == s && p.form(u) == f && p.onMap(u) {
				t.Rows = append(t.Rows, p.unitRow(u))
			}
		}
	}
	return t
}

// unitRow is one line of it, with the values in one column as on a counter.
func (p *Position) unitRow(u int) []string {
	spec, un, v := p.spec(u), &p.Units[u], p.values(u)
	place, engages := un.Hex.String(), strconv.Itoa(v.Engagement)
	if !un.Square && un.State != setup.Routed {
		place += " " + un.Facing.String()
	}
	if spec.Arm == setup.Artillery {
		engages = "–"
	}
	return []string{spec.ID, spec.Name, p.formName(p.form(u)), place, un.State.String(),
		fmt.Sprintf("%d-%d-%s-%d", v.SP, v.Cohesion, engages, v.MA), strings.Join(p.remarks(u), ", ")}
}

// remarks lists what else is to be known of a unit.
func (p *Position) remarks(u int) []string {
	spec, un := p.spec(u), &p.Units[u]
	var list []string
	add := func(is bool, what string) {
		if is {
			list = append(list, what)
		}
	}
	add(spec.Arm == setup.Cavalry && spec.Heavy, "heavy cavalry")
	add(spec.Arm == setup.Cavalry && !spec.Heavy, "cavalry")
	add(spec.Arm == setup.Artillery, fmt.Sprintf("range %d/%d", spec.Near, spec.Far))
	add(un.Square, "square")
	add(un.Renfort, "Renfort")
	add(un.Granted, "orders for this turn")
	add(un.Halted, "halted")
	if g := un.Group; g >= 0 && !un.Renfort && !un.Granted {
		switch o := p.Groups[g].Orders; {
		case o == ReceivedOrders:
			add(true, "orders")
		case o == NoOrders && p.Phase != OrdersPhase:
			add(true, "no orders")
		}
	}
	if stack := p.stack(un.Hex); len(stack) > 1 {
		add(stack[0] == u, "top of stack")
	}
	return list
}

func (p *Position) commanderTable(order []int) engine.Table {
	t := engine.Table{Title: "Commanders", Columns: commanderColumns}
	for _, s := range order {
		for c, l := range p.sc.Leaders {
			if l.Side != s {
				continue
			}
			at, remark := p.Leaders[c].Hex.String(), ""
			switch {
			case !p.commanderAlive(c):
				at, remark = "–", "eliminated"
			case p.Leaders[c].Moved:
				remark = "moved this turn"
			}
			t.Rows = append(t.Rows, []string{l.ID, l.Name, string(p.sideName(s)), at, strconv.Itoa(l.Rating),
				strconv.Itoa(l.Range), fmt.Sprintf("%+d", l.DRM), remark})
		}
	}
	return t
}

// groupTable lists the tactical groups of the turn with their orders, as far
// as the reader knows them.
func (p *Position) groupTable(order []int) engine.Table {
	t := engine.Table{Title: "Tactical groups", Columns: groupColumns, Rows: make([][]string, 0, len(p.Groups))}
	for _, s := range order {
		for _, g := range p.Groups {
			if p.sc.Forms[g.Form].Side != s {
				continue
			}
			var ids, remarks []string
			for _, u := range g.Units {
				if p.onMap(u) {
					ids = append(ids, p.spec(u).ID)
				}
			}
			if ids == nil {
				continue
			}
			if p.Forms[g.Form].Demoralised {
				remarks = append(remarks, "demoralised")
			}
			if p.Forms[g.Form].Acted {
				remarks = append(remarks, "has acted")
			}
			t.Rows = append(t.Rows, []string{g.ID, string(p.sideName(s)), p.ordersText(g), strings.Join(ids, " "),
				strings.Join(remarks, ", ")})
		}
	}
	return t
}

// ordersText says what is known of a group's orders marker.
func (p *Position) ordersText(g Group) string {
	switch {
	case p.Phase == OrdersPhase:
		return "not yet given"
	case g.Orders == Unknown:
		return "unknown"
	case g.Revealed:
		return g.Orders.String()
	}
	return g.Orders.String() + ", face down"
}

// markerTable shows where the activation markers of the turn are.
func (p *Position) markerTable() engine.Table {
	t := engine.Table{Title: "Activation markers", Columns: markerColumns}
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
				t.Rows = append(t.Rows, []string{where, string(p.sideName(s)), p.markerNames(own)})
			}
		}
	}
	single := func(where string, m Marker) {
		if m != (Marker{}) {
			row(where, []Marker{m})
		}
	}
	single("activated", p.Drawn)
	single("opens the turn", p.First)
	row("in the cup", p.Cup)
	row("laid aside", slices.DeleteFunc(p.available(), func(m Marker) bool {
		return m == p.Drawn || m == p.First ||
			slices.Contains(p.Cup, m)
	}))
	return t
}

// arrivalTable lists reinforcements that are still to come [5.2].
func (p *Position) arrivalTable() engine.Table {
	t := engine.Table{Title: "Reinforcements to come", Columns: arrivalColumns}
	type arrival struct {
		turn int
		row  []string
	}
	var rows []arrival
	for i, e := range p.sc.Entries {
		var us []string
		var s int
		for u := range p.Units {
			if p.sc.Units[u].Entry == i+1 && !p.Units[u].Entered && p.Units[u].State != setup.Eliminated {
				us = append(us, p.spec(u).ID)
				s = p.side(u)
			}
		}
		if us == nil {
			continue
		}
		when := strconv.Itoa(e.Turn)
		if e.Turn <= p.Turn {
			when += " (due)"
		}
		name := e.Form
		if f, ok := p.sc.Form(e.Form); ok {
			name = p.formName(f)
		}
		rows = append(rows, arrival{e.Turn,
			[]string{when, string(p.sideName(s)), name, e.Hex.String(), strings.Join(us, " ")}})
	}
	slices.SortStableFunc(rows, func(a, b arrival) int { return cmp.Compare(a.turn, b.turn) })
	for _, r := range rows {
		t.Rows = append(t.Rows, r.row)
	}
	return t
}

// lostTable lists the units eliminated.
func (p *Position) lostTable(order []int) engine.Table {
	t := engine.Table{Title: "Eliminated", Columns: lostColumns}
	for _, s := range order {
		var names []string
		for u := range p.Units {
			if p.side(u) == s && p.Units[u].State == setup.Eliminated {
				names = append(names, p.spec(u).Name)
			}
		}
		if names != nil {
			t.Rows = append(t.Rows, []string{string(p.sideName(s)), strconv.Itoa(p.lostSP(s)),
				strings.Join(names, "; ")})
		}
	}
	return t
}

// standingTable lists the reader's own standing orders.
func (p *Position) standingTable(own int) engine.Table {
	t := engine.Table{Title: "Your standing orders", Columns: standingColumns}
	if own < 0 {
		return t
	}
	for _, s := range p.Sheets[own] {
		whom := s.For
		if whom == "" {
			whom = "the army"
		}
		t.Rows = append(t.Rows, []string{decisionWord(s.Kind), whom, s.Text()})
	}
	return t
}
