package tlm

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/area"
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
)

// Report implements engine.Ruleset.
func (rs *Ruleset) Report(before, after engine.Position, events []engine.Event, side engine.Side) engine.Report {
	was, p := before.(*Position), after.(*Position)
	r := engine.Report{Side: side,
		Title:   said.Say("title", tongue.Words("title", battle(p.sc.Title)), tongue.Words("season", p.season())),
		Summary: p.summary(was, events), Victory: p.aim(side), Tables: p.tables(side),
		Outcome: p.Result}
	r.Story, r.Episodes = p.story(was, events, side)
	for _, d := range rs.Owed(p) {
		switch {
		case d.Side == side && d.Optional:
			r.Optional = append(r.Optional, d)
		case d.Side == side:
			r.Owed = append(r.Owed, d)
		case !d.Optional:
			r.Waiting = append(r.Waiting, d.Side)
		}
	}
	if s := p.sideNo(side); s >= 0 {
		r.Cards = p.cardTable(s)
	}
	r.End = said.Heard("end.", p.Result.Text)
	r.Template = p.template(side, len(r.Owed) > 0)
	return r
}

// battle is a title of a scenario, in the language of the reader if it is one that comes with the program.
func battle(title string) tongue.Text { return said.Named("battle.", title) }

// summary says whose areas changed, and how it stands.
func (p *Position) summary(was *Position, events []engine.Event) tongue.Text {
	var parts []tongue.Text
	var won [len(controlNames)][]tongue.Text
	for at := range p.Areas {
		if c := p.Areas[at].Control; c != was.Areas[at].Control {
			won[c] = append(won[c], p.areaName(at))
		}
	}
	for c, list := range won {
		if len(list) > 0 {
			parts = append(parts, said.Say("summary.areas", tongue.Words("areas", tongue.List(list, tongue.And)),
				tongue.Choice("to", controlNames[c])))
		}
	}
	lost := 0
	for _, e := range events {
		if e.Kind == "loss" {
			lost += e.Int("n")
		}
	}
	if lost > 0 {
		parts = append(parts, said.Say("summary.losses", tongue.Number("n", lost)))
	}
	if parts == nil {
		parts = append(parts, said.Say("summary.quiet"))
	}
	return tongue.List(parts, " ")
}

// levelName is a row of the Victory Table.
func (p *Position) levelName(row int) tongue.Text {
	l := p.sc.Levels[row]
	side := ""
	if l.Rank > 0 {
		side = setup.SideNames[l.Side]
	}
	return said.Say("level", tongue.Choice("rank", setup.RankName(l.Rank)), name("side", side))
}

// aim says how it stands, and what there is to be won.
func (p *Position) aim(side engine.Side) engine.Victory {
	vp := p.vp()
	row := p.level(vp)
	v := engine.Victory{Stands: said.Say("aim.stands", tongue.Number("vp", vp),
		tongue.Words("level", p.levelName(row)))}
	if !p.Result.Over {
		s := p.sideNo(side)
		var needs []tongue.Text
		if s != setup.Allied && row+1 < len(p.sc.Levels) {
			needs = append(needs, said.Say("aim.up", tongue.Number("n", p.sc.Levels[row].To+1-vp),
				tongue.Words("level", p.levelName(row+1))))
		}
		if s != setup.German && row > 0 {
			needs = append(needs, said.Say("aim.down", tongue.Number("n", vp-p.sc.Levels[row-1].To),
				tongue.Words("level", p.levelName(row-1))))
		}
		last := *p
		last.Turn = p.sc.Last
		v.Needs = said.Say("aim.until", tongue.Words("needs", tongue.List(needs, " ")),
			tongue.Words("season", last.season()))
	}
	for _, way := range []struct{ rule, key string }{{"3.1-a", "aim.areas"}, {"3.1-c", "aim.armies"},
		{"3.1-g", "aim.east"},
		{"3.1-i", "aim.blockade"}, {"3.2-b", "aim.total"}} {
		v.Ways = append(v.Ways, engine.Line{Rule: way.rule, Text: said.Say(way.key)})
	}
	rows := [][]tongue.Text{}
	for i, l := range p.sc.Levels {
		to := strconv.Itoa(l.To)
		if l.To == setup.Endless {
			to = "…"
		}
		rows = append(rows, []tongue.Text{tongue.Name(to), p.levelName(i)})
	}
	v.Tables = []engine.Table{{Title: said.Say("table.levels"), Columns: columns("to", "level"), Rows: rows}}
	return v
}

func columns(keys ...string) (all []tongue.Text) {
	for _, k := range keys {
		all = append(all, said.Say("column."+k))
	}
	return all
}

// tables are the areas that somebody fights for, and the Armies of both sides.
func (p *Position) tables(side engine.Side) []engine.Table {
	areas := engine.Table{Title: said.Say("table.areas"),
		Columns: columns("id", "area", "owner", "vp", "fort", "german", "allied")}
	for at, a := range p.sc.Map.Areas {
		if p.Areas[at].Control != ContestedArea && len(p.armiesIn(0, at)) == 0 && len(p.armiesIn(1, at)) == 0 &&
			len(p.groupsIn(at)) == 0 {
			continue
		}
		fort := ""
		if n := p.Areas[at].Fort; n != area.NoFort {
			fort = strconv.Itoa(n)
		}
		areas.Rows = append(areas.Rows, []tongue.Text{tongue.Name(p.areaID(at)), p.areaName(at),
			said.Say("owner", tongue.Choice("owner", p.Areas[at].Control.String())), tongue.Name(strconv.Itoa(a.Value)),
			tongue.Name(fort), tongue.Name(p.contents(0, at)), tongue.Name(p.contents(1, at))})
	}
	tables := []engine.Table{areas}
	if s := p.sideNo(side); s >= 0 {
		tables = append(tables, p.pools(s))
	}
	return tables
}

// contents lists what a side has in an area, in the words of orders.
func (p *Position) contents(side, at int) string {
	var words []string
	for _, a := range p.armiesIn(side, at) {
		text := p.armyID(a)
		if p.Armies[a].Dug {
			text += "+"
		}
		if p.Armies[a].Shown >= 0 {
			text += "(" + strconv.Itoa(p.Armies[a].Shown) + ")"
		} else if !p.masked(a) {
			text += "(" + p.listUnits(p.in(a)) + ")"
		}
		words = append(words, text)
	}
	for _, g := range p.groupsIn(at) {
		if g.Unit.Nation.Side() == side {
			words = append(words, strconv.Itoa(g.N)+"*"+strings.TrimSuffix(p.groupID(g), "."+p.areaID(at)))
		}
	}
	return strings.Join(words, " ")
}

// listUnits lists units in a place: "3i 1a".
func (p *Position) listUnits(place int) string {
	var n [setup.NumKinds]int
	for _, g := range p.groupsIn(place) {
		n[g.Unit.Kind] += g.N
	}
	var words []string
	for k := range n {
		if n[k] > 0 {
			words = append(words, strconv.Itoa(n[k])+setup.Kind(k).String())
		}
	}
	if words == nil {
		return "-"
	}
	return strings.Join(words, " ")
}

// pools is what a side can build.
func (p *Position) pools(side int) engine.Table {
	t := engine.Table{Title: said.Say("table.pool", tongue.Number("bp", p.year().BP[side])),
		Columns: columns("id", "unit", "number", "cost", "from")}
	for n := range setup.NumNations {
		for k := range setup.NumKinds {
			u := setup.Unit{Nation: n, Kind: k}
			if n.Side() != side || p.pool(u) == 0 {
				continue
			}
			from := ""
			if first := p.rs.tables.Built(u); first > p.Turn {
				from = strconv.Itoa(first)
			}
			t.Rows = append(t.Rows, []tongue.Text{tongue.Name(u.String()), unitName(u.String()),
				tongue.Name(strconv.Itoa(p.pool(u))), tongue.Name(strconv.Itoa(p.row(k).Cost)), tongue.Name(from)})
		}
	}
	return t
}

// cardTable lists the cards of a side with what they do.
func (p *Position) cardTable(side int) (all []engine.Card) {
	hand := p.hand(side)
	if p.Phase == ProductionPhase || p.Phase == DiscardPhase {
		hand = p.held(side)
	}
	for _, c := range slices.Compact(slices.Sorted(slices.Values(hand))) {
		n := 0
		for _, h := range hand {
			n += boolInt(h == c)
		}
		all = append(all, engine.Card{Name: said.Say("card." + c.String()), Word: c.String(), Count: n,
			Text: said.Say("text." + c.String())})
	}
	return all
}

// first is an area in which a side can place units.
func (p *Position) first(side int, n setup.Nation) int {
	if n == setup.UK {
		return p.england()
	}
	return max(slices.IndexFunc(p.allAreas(), func(a int) bool { return p.source(side, a) }), 0)
}

// areaNames lists areas by their names.
func (p *Position) areaNames(list []int) tongue.Text {
	var all []tongue.Text
	for _, a := range list {
		all = append(all, p.areaName(a))
	}
	return tongue.List(all, tongue.And)
}
