package tlm

import (
	"encoding/hex"
	"strconv"

	"berthier/engine"
	"berthier/engine/area"
	"berthier/engine/lines"
)

// Encode implements engine.Position. The package doc specifies the format.
func (p *Position) Encode() []byte {
	const usual = 8 << 10 // bytes of a position
	return p.Append(make([]byte, 0, usual))
}

// head is the part of the encoding that stays the same as long as a game lasts; body is all
// the rest.
func (p *Position) head() string { return string(p.appendHead(nil)) }

func (p *Position) appendHead(b lines.Text) lines.Text {
	return b.Line("tlm", formatVersion).
		Line("scenario", p.sc.Name, hex.EncodeToString(p.sc.Hash[:])).Line("map", hex.EncodeToString(p.sc.Map.Hash[:])).
		Line("tables", hex.EncodeToString(p.rs.tablesHash[:]))
}

func (p *Position) body() string { return string(p.Encode()[len(p.head()):]) }

// Append implements engine.Position.
func (p *Position) Append(to []byte) []byte {
	b := p.options.append(p.appendHead(to))
	b = b.Add("turn", strconv.Itoa(p.Turn), string(rune(p.Phase)), string(p.sideName(p.Active)))
	for s, w := range p.Waits {
		b = b.Flag("waits="+string(p.sideName(s)), w)
	}
	b = b.End()
	if p.Passes > 0 {
		b = b.Line("passes", strconv.Itoa(p.Passes))
	}
	for _, f := range p.Fronts {
		b = b.Line("front", f)
	}
	for i := range p.Areas {
		b = p.appendArea(b, i)
	}
	for i := range p.Armies {
		x := &p.Armies[i]
		if x.Place == Pool {
			continue
		}
		b = b.Add("army", p.armyID(i), p.placeID(x.Place), x.State.String())
		if x.Shown == unknown {
			b = b.Set("shown", "?")
		} else if x.Shown >= 0 {
			b = b.Set("shown", strconv.Itoa(x.Shown))
		}
		b = b.End()
	}
	for _, g := range p.Groups {
		b = b.Line("units", g.Unit.String(), p.placeID(g.Place), strconv.Itoa(g.N), g.State.String())
	}
	for _, c := range p.Due {
		b = b.Line("due", c.Unit.String(), strconv.Itoa(c.N))
	}
	for s, n := range p.Failures {
		if n > 0 {
			b = b.Line("failures", string(p.sideName(s)), strconv.Itoa(n))
		}
	}
	if p.Terror {
		b = b.Line("terror")
	}
	b = p.appendOffense(b)
	if p.Offers != Nobody {
		b = b.Line("offer", string(p.sideName(p.Offers)))
	}
	b = p.Cards.Append(b)
	for s, sheet := range p.Sheets {
		for _, o := range sheet {
			b = b.Add("standing", string(p.sideName(s)), o.Kind).Quoted(o.For, o.Text()).End()
		}
	}
	if p.Asked != nil {
		b = p.Asked.Append(b)
	}
	if r := p.Result; r.Over {
		b = b.Line("over", engine.Quote(string(r.Winner)), r.Rule, engine.Quote(r.Text))
	}
	return b
}

// append writes the options of a game.
func (o *options) append(b lines.Text) lines.Text {
	for _, k := range o.ask {
		b = b.Line("ask", k)
	}
	if o.artillery {
		b = b.Line("option", "artillery", "uk")
	}
	if o.strengths {
		b = b.Line("option", "strengths", "shown")
	}
	return b
}

func (p *Position) appendArea(b lines.Text, i int) lines.Text {
	a := &p.Areas[i]
	b = b.Add("area", p.areaID(i), a.Control.String())
	if a.Fort != area.NoFort {
		b = b.Set("fort", strconv.Itoa(a.Fort))
	}
	if a.Began != a.Control {
		b = b.Set("began", a.Began.String())
	}
	return b.Flag("fresh", a.Fresh).End()
}

// appendOffense writes what the active side has played and declared.
func (p *Position) appendOffense(b lines.Text) lines.Text {
	o := &p.Offense
	if o.Card != "" || o.Spent {
		b = b.Add("offense", orDash(o.Card)).Flag("special", o.Special).Flag("bad", o.Bad).Flag("spent", o.Spent).End()
	}
	put := func(word string, list []int) {
		if len(list) > 0 {
			b = b.Line(word, p.areaText(list))
		}
	}
	put("battles", o.Battles)
	put("keep", o.Keep)
	put("crisis", o.Crisis)
	put("surprise", o.Surprise)
	put("extra", o.Extra)
	for s := range o.Gas {
		put("gas-"+string(p.sideName(s)), o.Gas[s])
		put("aaf-"+string(p.sideName(s)), o.AAF[s])
	}
	return b
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
