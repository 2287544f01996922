package ccn

import (
	"slices"
	"strconv"

	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// Report implements engine.Ruleset.
func (rs *Ruleset) Report(before, after engine.Position, events []engine.Event, side engine.Side) engine.Report {
	p, was := after.(*Position), before.(*Position)
	story, episodes := was.story(events, side)
	r := engine.Report{Side: side, Title: was.title(p, events), Summary: was.summary(events),
		Victory: p.victory(side), Story: story, Episodes: episodes, Tables: p.tables(), Cards: rs.handOf(p, side),
		Outcome: p.Result, End: heard("end.", p.Result.Text), Trials: was.trials(events)}
	for _, d := range rs.Owed(p) {
		if d.Side == side {
			r.Owed = append(r.Owed, d)
		} else if !slices.Contains(r.Waiting, d.Side) {
			r.Waiting = append(r.Waiting, d.Side)
		}
	}
	r.Next = p.next(side)
	r.Template = rs.template(p, side, r.Owed)
	return r
}

// battle is a title of a scenario, in the language of the reader if it is one that comes with the program.
func battle(title string) tongue.Text { return said.Named("battle.", title) }

// title names the point of the game: the turn that was played, or else the one that comes.
func (p *Position) title(after *Position, events []engine.Event) tongue.Text {
	turn, now, subject := after.Turn, p.Turn, said.Say("title.orders")
	for _, e := range events {
		switch e.Kind {
		case "turn":
			now = e.Int("turn")
		case "command":
			turn = now
			subject = said.Say("title.card", name("side", string(e.By)), tongue.Words("card", cardName(e.Get("card"))))
		}
	}
	if after.Phase == GameOver {
		subject = said.Say("title.end")
	}
	return said.Say("title", tongue.Words("scenario", battle(p.sc.Title)), tongue.Number("n", turn),
		tongue.Words("subject", subject))
}

// next says who is to do what now.
func (p *Position) next(side engine.Side) tongue.Text {
	active := p.sideName(p.Active)
	switch _, asked := p.question(side); {
	case p.Phase == GameOver:
		return tongue.Text{}
	case asked:
		return said.Say("next.asked", name("side", string(active)))
	case p.Asked != nil:
		return said.Say("next.waits", name("side", string(p.Asked.Owed()[0].Side)))
	case p.Phase == DealPhase:
		return said.Say("next.deal")
	case active != side:
		return said.Say("next.theirs", name("side", string(active)))
	case p.Phase == OrdersPhase:
		return said.Say("next.orders", tongue.Words("card", cardName(string(p.Force.Card.Name()))))
	}
	return said.Say("next.yours", tongue.Number("n", p.Turn))
}

// summary says what was played in each turn, what that cost, and who is gone.
func (p *Position) summary(events []engine.Event) tongue.Text {
	var parts, gone []tongue.Text
	var blocks [2]int
	var attacks []int // in the turn of each card
	t := teller{p: p}
	var played []engine.Event
	for _, e := range events {
		i, ok := p.sc.Piece(e.Get("piece"))
		switch {
		case e.Kind == "command":
			played, attacks = append(played, e), append(attacks, 0)
		case e.Kind == "attack" && len(attacks) > 0:
			attacks[len(attacks)-1]++
		case ok && e.Kind == "loss":
			blocks[p.pieceSide(i)] += e.Int("n")
		case ok && e.Kind == "eliminate":
			gone = append(gone, t.who(e.Get("piece")))
		}
	}
	for i, e := range played {
		parts = append(parts, said.Say("summary.played", name("side", string(e.By)),
			tongue.Words("card", cardName(e.Get("card"))), tongue.Number("n", attacks[i])))
	}
	if lost := p.lost(blocks); len(lost) > 0 {
		parts = append(parts, said.Say("summary.lost", tongue.Words("what", tongue.List(lost, tongue.And))))
	}
	if len(gone) > 0 {
		parts = append(parts, said.Say("summary.gone", tongue.Words("who", tongue.List(gone, tongue.And))))
	}
	return tongue.List(parts, " ")
}

// lost says how many blocks each side has lost.
func (p *Position) lost(blocks [2]int) (parts []tongue.Text) {
	for s, n := range blocks {
		if n > 0 {
			parts = append(
				parts,
				said.Say("summary.blocks", name("side", string(p.sideName(s))), tongue.Number("n", n)),
			)
		}
	}
	return parts
}

// victory is how the game stands for a side, "" for the public [4].
func (p *Position) victory(side engine.Side) engine.Victory {
	sides := p.sc.Sides
	v := engine.Victory{Stands: said.Say(
		"victory.stands",
		name("first", string(sides[0].Name)),
		name(
			"second",
			string(sides[1].Name),
		),
		tongue.Number("a", p.banners(0)),
		tongue.Number("na", sides[0].Banners),
		tongue.Number("b", p.banners(1)),
		tongue.Number("nb", sides[1].Banners),
	)}
	v.Score = v.Stands.Clause()
	for s := range sides {
		v.Ways = append(
			v.Ways,
			engine.Line{Rule: "4-a", Text: said.Say("victory.way", name("side", string(sides[s].Name)),
				tongue.Number("n", sides[s].Banners))},
		)
	}
	v.Ways = append(v.Ways, engine.Line{Rule: "4-b", Text: said.Say("victory.kills")})
	v.Ways, v.Tables = append(v.Ways, p.tasks()...), p.goalTable()
	if p.Phase == GameOver {
		return v
	}
	if s := p.sc.SideNo(side); s >= 0 {
		v.Needs = said.Say("victory.needs", tongue.Number("n", sides[s].Banners-p.banners(s)))
		return v
	}
	var needs []tongue.Text
	for s := range sides {
		needs = append(needs, said.Say("victory.needsof", name("side", string(sides[s].Name)),
			tongue.Number("n", sides[s].Banners-p.banners(s))))
	}
	v.Needs = tongue.List(needs, " ")
	return v
}

// tables are the units of both sides, and the cards that were played and lie open.
func (p *Position) tables() []engine.Table {
	units := engine.Table{
		Title:   said.Say("table.units"),
		Columns: columns("side", "unit", "type", "hex", "blocks"),
	}
	for u := range p.Units {
		if un := &p.Units[u]; un.Hex != hex.None {
			units.Rows = append(units.Rows, []tongue.Text{tongue.Name(string(p.sideName(p.unitSide(u)))),
				tongue.Name(p.pieceName(u)), spelt("type.", p.kind(u).Type), tongue.Name(setup.Sheet.Name(un.Hex)),
				tongue.Name(strconv.Itoa(un.Blocks) + "/" + strconv.Itoa(p.kind(u).Blocks))})
		}
	}
	for l := range p.Leaders {
		if h := p.Leaders[l].Hex; h != hex.None {
			units.Rows = append(units.Rows, []tongue.Text{tongue.Name(string(p.sideName(p.leaderSide(l)))),
				tongue.Name(p.pieceName(len(p.Units) + l)), said.Say("type.leader"), tongue.Name(setup.Sheet.Name(h)),
				tongue.Name("1/1")})
		}
	}
	tables := slices.Concat([]engine.Table{units}, p.arrivalTable(), p.weatherTable())
	if spent := p.Cards.Cards("discard"); len(spent) > 0 {
		discards := engine.Table{Title: said.Say("table.discards"), Columns: columns("card", "copies")}
		for i, c := range spent {
			if slices.Index(spent, c) != i {
				continue
			}
			n := 0
			for _, other := range spent {
				n += boolInt(other == c)
			}
			discards.Rows = append(discards.Rows, []tongue.Text{cardName(string(c)), tongue.Name(strconv.Itoa(n))})
		}
		tables = append(tables, discards)
	}
	return tables
}

func columns(keys ...string) (names []tongue.Text) {
	for _, k := range keys {
		names = append(names, said.Say("column."+k))
	}
	return names
}
