package pbs

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/lines"
)

// Encode implements engine.Position. The package doc specifies the format.
func (p *Position) Encode() []byte { return p.Append(nil) }

// Append implements engine.Position.
func (p *Position) Append(to []byte) []byte {
	b := lines.Text(to).Line("pbs", formatVersion).Line("scenario", p.sc.Name, hex.EncodeToString(p.sc.Hash[:])).
		Line("tables", hex.EncodeToString(p.rs.tablesHash[:]))
	b = p.options.append(b)
	b = b.Add("phase", string(rune(p.Phase)))
	for s, w := range p.Waits {
		b = b.Flag(string(p.sideName(s)), w)
	}
	b = b.End()
	if p.First != Nobody {
		b = b.Line("first", string(p.sideName(p.First)))
	}
	if p.Defender != Nobody {
		b = b.Add("defender", string(p.sideName(p.Defender))).Flag("intercept", p.Intercept).End()
	}
	if st := &p.Site; st.Known {
		b = b.Line("site", st.Territory.String(), st.Pawn.String(), strconv.Itoa(st.Day), orDash(p.sideName(st.Last)))
		b = b.Add("weather", st.Season.String(), st.Weather.String()).Flag("variable", st.Variable).End()
	}
	if p.Site.Secured != CentreSector {
		b = b.Line("secured", p.Site.Secured.String())
	}
	for i := range p.Pieces {
		pc := &p.Pieces[i]
		b = b.Add("piece", string(p.sideName(pc.By)), pc.Class.String(), pc.Ground.String(), pc.Fate.String())
		if pc.Fate == Placed {
			b = b.Add(rectText(pc.At))
		}
		b = b.End()
	}
	if p.Placing != FlankPiece {
		b = b.Add("placing", p.Placing.String())
		if p.Piece >= 0 {
			b = b.Add(strconv.Itoa(p.Piece+1), strconv.Itoa(p.Roll))
		}
		b = b.End()
	}
	if p.Scouting.Known {
		b = b.Line("scouting", strconv.Itoa(p.Scouting.Totals[0]), strconv.Itoa(p.Scouting.Totals[1]))
	}
	if p.Step > 0 {
		b = b.Line("steps", strconv.Itoa(p.Step))
	}
	for s := range p.Armies {
		b = p.appendArmy(b, s)
	}
	b = p.Cards.Append(b)
	for s, plans := range p.Plans {
		for _, pl := range plans {
			b = b.Add("plan", string(p.sideName(s))).Quoted(pl.Slot, pl.Text).End()
		}
	}
	if r := p.Result; r.Over {
		b = b.Line("over", engine.Quote(string(r.Winner)), r.Rule, engine.Quote(r.Text))
	}
	return b
}

func orDash(s engine.Side) string {
	if s == "" {
		return "-"
	}
	return string(s)
}

// append writes the options of a game.
func (o *options) append(b lines.Text) lines.Text {
	for _, k := range o.ask {
		b = b.Line("ask", k)
	}
	for _, n := range optionNames {
		if v := n.get(o); v != "" {
			b = b.Line("option", n.name, v)
		}
	}
	return b
}

// optionNames are the options as a position writes them.
var optionNames = []struct {
	name string
	get  func(o *options) string
}{
	{"format", func(o *options) string { return o.format }},
	{"grid", func(o *options) string { return o.grid }},
	{"target", func(o *options) string { return o.target }},
	{"weather", func(o *options) string { return ifSet(o.weather, "yes") }},
	{"night", func(o *options) string { return ifSet(o.night, "yes") }},
	{"pass", func(o *options) string { return ifSet(o.freePass, "free") }},
	{"open-areas", func(o *options) string { return ifSet(o.keepOpen, "keep") }},
}

func ifSet(set bool, word string) string {
	if set {
		return word
	}
	return ""
}

// rectText prints a rectangle as records do, in quarters of a base width: "16,40,24,24".
func rectText(r Rect) string {
	return fmt.Sprintf("%d,%d,%d,%d", r.X, r.Y, r.W, r.H)
}

// parseRect reads what rectText prints.
func parseRect(s string) (r Rect, err error) {
	parts := strings.Split(s, ",")
	to := []*int{&r.X, &r.Y, &r.W, &r.H}
	if len(parts) != len(to) {
		return r, fmt.Errorf("%q: want X,Y,W,H", s)
	}
	const most = 400
	for i, text := range parts {
		n, err := lines.Numbers(most, text)
		if err != nil {
			return r, err
		}
		*to[i] = n[0]
	}
	return r, nil
}

// appendArmy writes what a side has on the table.
func (p *Position) appendArmy(b lines.Text, s int) lines.Text {
	a, side := &p.Armies[s], string(p.sideName(s))
	if a.Camp.laid() {
		b = b.Line("camp", side, rectText(a.Camp))
	}
	for g := range a.Groups {
		switch gr := &a.Groups[g]; {
		case gr.At.laid():
			b = b.Line("ug", p.groupID(s, g), rectText(gr.At), strconv.Itoa(gr.No))
		case gr.Off:
			b = b.Line("ug", p.groupID(s, g), "off", strconv.Itoa(gr.No))
		}
	}
	for _, x := range a.Ambushes {
		id := "?"
		if x.Group != Masked {
			id = p.groupID(s, x.Group)
		}
		b = b.Line("ambush", side, rectText(x.At), id)
	}
	for _, m := range a.Marches {
		b = b.Add("march", p.generalID(s, m.General))
		if m.Masked {
			b = b.Add("?")
		} else {
			b = b.Add(m.Side.String())
			if len(m.Groups) > 0 {
				b = b.Add(p.groupIDs(s, m.Groups))
			} else {
				b = b.Add("bluff")
			}
		}
		if m.Delay > 0 {
			b = b.Add(strconv.Itoa(m.Delay))
		}
		b = b.End()
	}
	for g, at := range a.Generals {
		if at.X >= 0 {
			b = b.Line("general", p.generalID(s, g), strconv.Itoa(at.X), strconv.Itoa(at.Y))
		}
	}
	for g, c := range a.Command {
		if c >= 0 {
			b = b.Line("command", p.groupID(s, g), p.generalID(s, c))
		}
	}
	return b
}

// groupIDs lists unit groups with commas.
func (p *Position) groupIDs(side int, groups []int) string {
	ids := make([]string, len(groups))
	for i, g := range groups {
		ids[i] = p.groupID(side, g)
	}
	return strings.Join(ids, ",")
}
