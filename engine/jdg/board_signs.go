package jdg

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/board"
	"berthier/engine/hex"
)

// signKinds says which events are shown where they happened.
var signKinds = map[string]string{
	"disorder": "disordered", "rout": "routed", "eliminate": "eliminated", "square": "square", "retreat": "retreat",
	"combat": "fight", "hold": "captured",
}

// signs lists what befell whom, and where: each thing once for a hex, with the units
// that it befell.
func (p *Position) signs(events []engine.Event) (out []board.Sign) {
	at, fought := p.startHexes(events), hex.None
	retreats := map[string]bool{}
	put := func(kind string, side int, h hex.Hex, who string) {
		if h == hex.None {
			return
		}
		i := slices.IndexFunc(out, func(s board.Sign) bool {
			return s.Kind == kind && s.Side == side && s.At == center(h)
		})
		switch {
		case i < 0:
			out = append(out, board.Sign{Kind: kind, Side: side, At: center(h), Text: who})
		case who != "" && !slices.Contains(strings.Split(out[i].Text, ", "), who):
			out[i].Text += ", " + who
		}
	}
	for _, e := range events {
		kind, id := signKinds[e.Kind], e.Get("unit")
		switch e.Kind {
		case "fire":
			h, err := hex.Parse(e.Get("at"))
			for u := range strings.SplitSeq(e.Get("targets"), ",") {
				if err == nil {
					at[u] = h
				}
			}
		case "combat":
			for _, h := range hexesIn(e.Get("targets")) {
				put(kind, board.Nobody, h, "")
				fought = h
			}
		case "hold":
			if h, err := hex.Parse(e.Get("hex")); err == nil {
				put(kind, p.sideOf(e.By), h, e.Get("name"))
			}
		case "square":
			for u := range strings.SplitSeq(e.Get("units"), ",") {
				if e.Get("formed") == "yes" {
					put(kind, p.sideOf(e.By), at[u], u)
				}
			}
		case "eliminate":
			if at[id] == hex.None { // it stood where it was attacked
				at[id] = fought
			}
			put(kind, p.sideOf(e.By), at[id], id)
		case "retreat": // where it began
			if !retreats[id] {
				put(kind, p.sideOf(e.By), at[id], id)
			}
			retreats[id] = true
		case "disorder", "rout":
			put(kind, p.sideOf(e.By), at[id], id)
		}
		if path := e.Get("path"); path != "" && e.Get("unit") != "" {
			if way := onMapPart(pathOf(e)); len(way) > 0 {
				at[id] = way[len(way)-1]
			}
		}
	}
	return out
}
