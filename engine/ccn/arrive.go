package ccn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
	"berthier/engine/lines"
	"berthier/engine/tongue"
)

// What arrives in the middle of a battle, as the flank march of a campaign that it grew out of
// . Who is missing everybody sees; when and where he comes, his own side alone.

// await notes what arrives, from the file with which the game begins.
func (p *Position) await(files map[string][]byte) error {
	text, given := files[setup.ArrivalsFile]
	switch later := p.sc.Later(); {
	case len(files) > 1 || len(files) == 1 && !given, given && !later:
		return fmt.Errorf("a game of Commands & Colors begins with no file but %s, where the scenario has units that "+
			"arrive; add a scenario to the data files", setup.ArrivalsFile)
	case later && !given:
		return fmt.Errorf("scenario %s has units that arrive, and no file %s says when", p.sc.Name, setup.ArrivalsFile)
	}
	all, err := p.sc.ParseArrivals(text)
	if err != nil {
		return fmt.Errorf("%s: %w", setup.ArrivalsFile, err)
	}
	p.Arrivals = all
	return nil
}

// awaited reports whether a piece has not yet arrived.
func (p *Position) awaited(piece int) bool {
	if piece < len(p.Units) {
		return p.Units[piece].Hex == hex.None && p.Units[piece].Blocks > 0
	}
	return p.Leaders[piece-len(p.Units)].Away
}

// brings reports whether a piece comes with an arrival.
func (p *Position) brings(a setup.Arrival, piece int) bool {
	if piece < len(p.Units) {
		return slices.Contains(a.Units, piece)
	}
	return a.Leader == piece-len(p.Units)
}

// applyArrive puts a piece on the board.
func (p *Position) applyArrive(e engine.Event) {
	piece := p.pieceOf(e)
	if piece < len(p.Units) {
		p.Units[piece].Hex = hexOf(e.Get("path"))
	} else {
		p.Leaders[piece-len(p.Units)] = Leader{Hex: hexOf(e.Get("path"))}
	}
	var rest []setup.Arrival
	for _, a := range p.Arrivals {
		a.Units = slices.DeleteFunc(slices.Clone(a.Units), func(u int) bool { return u == piece })
		if piece >= len(p.Units) && p.brings(a, piece) {
			a.Leader = -1
		}
		if len(a.Units) > 0 || a.Leader >= 0 {
			rest = append(rest, a)
		}
	}
	p.Arrivals = rest
}

// ownTurn is which turn of the active side it is.
func (p *Position) ownTurn() int { return (p.Turn + 1) / 2 }

// arrive brings what is due at the start of a turn, and what found no hex before; nobody
// comes once a side has won [4-e].
func (r *run) arrive() error {
	for _, a := range slices.Clone(r.p.Arrivals) {
		if a.Side != r.p.Active || a.Turn > r.p.ownTurn() {
			continue
		}
		for _, u := range a.Units {
			if r.over() {
				return nil
			}
			at, err := r.arriveAt(u, a.Left)
			if err != nil {
				return err
			}
			if at == "" { // that keeps nobody else away
				continue
			}
			r.event("X-22", "arrive", a.Side, "piece", r.p.pieceID(u), "path", at)
			if a.Leader >= 0 {
				r.event("X-22", "arrive", a.Side, "piece", r.p.sc.Leaders[a.Leader].ID, "path", at)
				a.Leader = -1
			}
			r.victory()
		}
	}
	return nil
}

// arriveAt is the hex in which a unit comes onto the board, "" if there is none.
func (r *run) arriveAt(u int, left bool) (string, error) {
	var free []string
	for _, h := range r.p.ends(r.p.unitSide(u), left) {
		if r.freeFor(u, h) {
			free = append(free, setup.Sheet.Name(h))
		}
	}
	if len(free) == 0 {
		return "", nil
	}
	return r.decide(choice{kind: "D27", side: r.p.unitSide(u), piece: u, rule: "X-22",
		prompt: fmt.Sprintf("In which hex does %s arrive?", r.p.pieceID(u)), options: free, def: free[0],
		means: func(s ask.StandingOrder) string {
			if i := slices.IndexFunc(free, func(h string) bool { return h[:1] == strings.ToUpper(s.Answer) }); i >= 0 {
				return free[i]
			}
			return free[0]
		}})
}

// ends are the hexes at the end of rows C to G on one side of the board, as a side sees it: in
// the middle first, then in turn on its own half and on the other.
func (p *Position) ends(side int, left bool) (all []hex.Hex) {
	rows := "EDFCG"
	if p.top(side) {
		rows = "EFDGC"
	}
	for _, row := range rows {
		h := hexOf(string(row) + "1")
		if left == p.top(side) {
			for n := h; setup.Sheet.On(n); n.Col++ {
				h = n
			}
		}
		all = append(all, h)
	}
	return all
}

// appendArrivals writes what has not yet arrived, as far as it is known.
func (p *Position) appendArrivals(b lines.Text) lines.Text {
	for _, a := range p.Arrivals {
		units := make([]string, len(a.Units))
		for i, u := range a.Units {
			units[i] = p.pieceID(u)
		}
		b = b.Add(
			"arrival",
			string(p.sideName(a.Side)),
			flankOf(a.Left),
			strconv.Itoa(a.Turn),
			strings.Join(units, ","),
		)
		if a.Leader >= 0 {
			b = b.Set("leader", p.sc.Leaders[a.Leader].ID)
		}
		b = b.End()
	}
	return b
}

// flankOf is the word for a side of the board.
func flankOf(left bool) string {
	if left {
		return "left"
	}
	return "right"
}

// readArrival reads a line of appendArrivals.
func (p *Position) readArrival(w []string) error {
	side, err := p.sideIndex(w[0])
	if err != nil {
		return err
	}
	n, err := lines.Numbers(maxTurn, w[2])
	if err != nil {
		return err
	}
	a := setup.Arrival{Side: side, Left: w[1] == "left", Turn: n[0], Leader: -1}
	for id := range strings.SplitSeq(w[3], ",") {
		u, ok := p.sc.Piece(id)
		if !ok || u >= len(p.Units) {
			return fmt.Errorf("no unit %q", id)
		}
		a.Units = append(a.Units, u)
	}
	for _, x := range w[4:] {
		id, _ := strings.CutPrefix(x, "leader=")
		l, ok := p.sc.Piece(id)
		if !ok || l < len(p.Units) {
			return fmt.Errorf("no leader %q", id)
		}
		a.Leader = l - len(p.Units)
	}
	p.Arrivals = append(p.Arrivals, a)
	return nil
}

// arrivalTable lists who is not yet on the board, and what the reader knows of it.
func (p *Position) arrivalTable() []engine.Table {
	t := engine.Table{Title: said.Say("table.arrivals"), Columns: columns("side", "unit", "turn", "from")}
	for piece := range len(p.Units) + len(p.Leaders) {
		if !p.awaited(piece) {
			continue
		}
		turn, from := tongue.Name("?"), tongue.Name("?")
		for _, a := range p.Arrivals {
			if p.brings(a, piece) {
				turn, from = tongue.Name(strconv.Itoa(p.turnOf(a))), said.Say("from."+flankOf(a.Left))
			}
		}
		t.Rows = append(t.Rows, []tongue.Text{tongue.Name(string(p.sideName(p.pieceSide(piece)))),
			tongue.Name(p.pieceName(piece)), turn, from})
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return []engine.Table{t}
}

// turnOf is the turn in which something arrives, counted as the turns of both sides are.
func (p *Position) turnOf(a setup.Arrival) int {
	if a.Side == p.sc.First {
		return 2*a.Turn - 1
	}
	return 2 * a.Turn
}
