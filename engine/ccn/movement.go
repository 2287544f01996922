package ccn

import (
	"slices"

	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// passable reports whether terrain lets a unit into a hex [5.3-n, 7].
func (p *Position) passable(u int, h hex.Hex) bool {
	enter := p.ground(h).Enter
	return setup.Sheet.On(h) && enter != setup.EnterNever &&
		!(enter == setup.EnterNoGuns && p.arm(u) == setup.Artillery)
}

// stops reports whether a move from one hex to the next ends there [7.0-e, 7.5-b].
func (p *Position) stops(from, to hex.Hex) bool {
	enter := p.ground(to).Enter
	return enter == setup.EnterStop || enter == setup.EnterNoGuns ||
		p.fortified(from, to) && p.rs.tables.Ground[setup.Works].Enter != setup.EnterFree
}

// mayFight reports whether terrain lets a unit battle in the turn in which it enters a
// hex [7.1-b, 7.4-b].
func (p *Position) mayFight(u int, h hex.Hex) bool {
	switch p.ground(h).Battle {
	case setup.BattleLight:
		return p.arm(u) == setup.Infantry && p.kind(u).Light
	case setup.BattleNone:
		return false
	}
	return true
}

// allowance is how far a piece may move in this turn under the card in force [5.3, 8.2], in
// its weather.
func (r *run) allowance(piece int) int {
	n := r.dryAllowance(piece)
	if piece < len(r.p.Units) {
		n = r.inMud(piece, n)
	}
	return n
}

// dryAllowance is allowance in fair weather.
func (r *run) dryAllowance(piece int) int {
	const leader = 3
	row := r.row()
	if piece >= len(r.p.Units) {
		if r.t.card == setup.GrandeManoeuvre && !r.t.one {
			return row.Move
		}
		return leader
	}
	k := r.p.kind(piece)
	if r.p.inSquare(piece) || r.nobodyMoves() {
		return 0
	}
	if r.oneOfChoice() {
		return k.March
	}
	switch r.t.card {
	case setup.BayonetCharge, setup.Bombard, setup.GrandeManoeuvre, setup.ForceMarch:
		return max(row.Move, k.March)
	case setup.CavalryCharge:
		if k.Heavy {
			return row.Move
		}
	}
	return k.March
}

// nobodyMoves reports whether those whom the card in force orders stay where they are [8.2-f, 8.2-i].
func (r *run) nobodyMoves() bool {
	return (r.t.card == setup.FireAndHold || r.t.card == setup.ColdSteel) && !r.oneOfChoice()
}

// moves is phase 3 [5.3], until a side has won [4-e].
func (r *run) moves() (bad []engine.Fault) {
	for _, o := range r.t.lines("move") {
		if r.over() {
			return bad
		}
		if f := r.move(o); f != nil {
			bad = append(bad, *f)
		}
	}
	return bad
}

// move moves one unit or leader.
func (r *run) move(o *order) *engine.Fault {
	piece := o.pieces[0]
	switch who := r.who(piece); {
	case !r.p.pieceAlive(piece):
		return o.fault("5.3", r.orderedText(), "why.gone", who)
	case !r.t.ordered[piece]:
		return o.fault("5.2-b", r.instead(piece, reason{word: "unordered"}), "why.unordered", who)
	case r.t.begun[piece]:
		return r.hasMoved(o, piece)
	}
	path, at := o.path, r.p.pieceHex(piece)
	switch {
	case len(o.from) > 0 && o.from[0] != at:
		return o.fault("5.3", said.Say("hint.from"), "fault.elsewhere", r.who(piece), name("at", setup.Sheet.Name(at)))
	case len(path) > 1 && path[0] == at: // "E6 D6" as well as "D6"
		path = path[1:]
	case path[0] == at:
		return o.fault("5.3-p", said.Say("hint.leave-line"), "fault.elsewhere", r.who(piece),
			name("at", setup.Sheet.Name(at)))
	case o.to:
		if path = r.way(piece, o.path[0]); path == nil {
			return r.noWay(o, piece)
		}
		path = append(path, o.path[1:]...) // off
	}
	if f := r.walkable(o, piece, path); f != nil {
		return f
	}
	r.walk(piece, path)
	return nil
}

// noWay says why a piece comes to no hex that is its destination: what bars it whatever the way, or else that
// there is none.
func (r *run) noWay(o *order, piece int) *engine.Fault {
	at, to := r.p.pieceHex(piece), o.path[0]
	who, there := r.who(piece), name("at", setup.Sheet.Name(to))
	if far := setup.Sheet.Distance(at, to); far > r.allowance(piece) {
		return r.walkable(o, piece, slices.Repeat([]hex.Hex{to}, far)) // which finds it too long
	}
	if bar := r.mayEnter(piece, at, to, true); bar.stands() {
		return o.fault(bar.rule, r.reachText(piece, o.path), "fault.cannot-enter", who, there,
			tongue.Words("why", bar.text()))
	}
	return o.fault("5.3", r.reachText(piece, o.path), "fault.cannot-come", who, there)
}

// reachText lists the hexes to which a piece can move now, or if they are many those nearest to where a path leads.
func (r *run) reachText(piece int, path []hex.Hex) tongue.Text {
	if r.terse {
		return tongue.Text{}
	}
	const most, few = 12, 3
	var to []hex.Hex
	for _, h := range setup.Sheet.Hexes() {
		if setup.Sheet.Distance(r.p.pieceHex(piece), h) <= r.allowance(piece) && r.way(piece, h) != nil {
			to = append(to, h)
		}
	}
	switch {
	case r.allowance(piece) == 0:
		return said.Say("hint.stays")
	case len(to) == 0:
		return said.Say("hint.nowhere")
	case len(to) > most:
		aim := r.p.pieceHex(piece)
		for _, h := range path {
			if h != hex.None {
				aim = h
			}
		}
		far := func(h hex.Hex) int { return setup.Sheet.Distance(h, aim) }
		slices.SortStableFunc(to, func(a, b hex.Hex) int { return far(a) - far(b) })
		return said.Say("hint.nearest", name("hexes", hexList(to[:few])))
	}
	return said.Say("hint.reaches", name("hexes", hexList(to)))
}

// walkable says why a piece cannot go along a path.
func (r *run) walkable(o *order, piece int, path []hex.Hex) *engine.Fault {
	at := r.p.pieceHex(piece)
	if piece < len(r.p.Units) && r.p.inSquare(piece) && !r.nobodyMoves() { // where it would help to dissolve it
		return o.fault("6.2-m", r.outOfSquare(piece, "hint.dissolve-it"), "fault.square-moves", r.who(piece))
	}
	if n := r.allowance(piece); len(path) > n {
		return o.fault(r.moveRule(piece), r.reachText(piece, path), "fault.too-far", r.who(piece),
			tongue.Number("n", n), tongue.Number("far", len(path)))
	}
	for i, h := range path {
		last := i == len(path)-1
		if h == hex.None {
			key := r.mayExit(piece, at)
			if !last && key == "" {
				key = "fault.exit-early"
			}
			if key == "" {
				return nil
			}
			return o.fault(r.exitRule(piece, at), r.exitText(piece), key, r.who(piece),
				name("at", setup.Sheet.Name(at)))
		}
		if setup.Sheet.Distance(at, h) != 1 || !setup.Sheet.On(h) {
			return o.fault("5.3-p", said.Say("hint.each-hex"), "fault.not-next", name("at", setup.Sheet.Name(h)),
				name("from", setup.Sheet.Name(at)))
		}
		if bar := r.mayEnter(piece, at, h, last); bar.stands() {
			key := "fault.cannot-enter"
			if bar.word == "ends" || bar.word == "stops" {
				key = "fault.cannot-go-on"
			}
			return o.fault(bar.rule, r.reachText(piece, path), key, r.who(piece),
				name("at", setup.Sheet.Name(h)), tongue.Words("why", bar.text()))
		}
		at = h
	}
	return nil
}

// mayEnter says why a piece cannot enter a hex from the one next to it, as the last of
// its move or on its way.
func (r *run) mayEnter(piece int, from, h hex.Hex, last bool) bar {
	side := r.p.pieceSide(piece)
	u, l := r.p.unitAt(h), r.p.leaderAt(h)
	enemy := u >= 0 && r.p.unitSide(u) != side || l >= 0 && r.p.leaderSide(l) != side
	switch {
	case enemy && !r.p.isUnit(piece):
		return bar{rule: "5.3.4-f", word: "enemy"}
	case enemy:
		return bar{rule: "5.3-g", word: "enemy"}
	case r.p.ground(h).Enter == setup.EnterNever:
		return bar{rule: "5.3-n", word: "impassable", ground: r.p.sc.At(h)}
	case piece >= len(r.p.Units):
		return r.leaderMayEnter(piece-len(r.p.Units), from, h, last)
	case !r.p.passable(piece, h):
		return bar{rule: "7.9-b", word: "guns", ground: r.p.sc.At(h)}
	case u >= 0 && u != piece:
		return bar{rule: "5.3-e", word: "taken", who: r.p.pieceID(u)}
	case l >= 0 && u != piece && r.p.leaderOf(piece) >= 0 && !r.t.detached[r.p.leaderOf(piece)]:
		return bar{rule: "5.3-s", word: "leader"}
	case l >= 0 && (u != piece || r.t.detached[l]) && !last: // where it left him it finds him alone
		return bar{rule: "5.3-h", word: "stops"}
	case !last && r.p.stops(from, h):
		return bar{rule: stopRule(r.p.sc.At(h)), word: "ends"}
	}
	return bar{}
}

// bar is why a piece cannot enter a hex. The zero bar says that it can.
type bar struct {
	rule   string
	word   string // of the messages bar.WORD
	who    string // who is there, if anybody
	ground setup.Terrain
}

func (b bar) stands() bool { return b.word != "" }

// text is the bar in words.
func (b bar) text() tongue.Text {
	return said.Say("bar."+b.word, name("who", b.who), tongue.Words("ground", spelt("ground.", b.ground.String())))
}

// leaderMayEnter is mayEnter for a leader: he passes through his own [5.3.4-c], and may
// come back to his old unit [Q94].
func (r *run) leaderMayEnter(l int, from, h hex.Hex, last bool) bar {
	other := r.p.leaderAt(h)
	taken := other >= 0 && other != l
	switch {
	case last && taken:
		return bar{rule: "5.3.4-d", word: "leader"}
	case !last && r.p.stops(from, h):
		return bar{rule: "5.3.4-j", word: "ends"}
	}
	return bar{}
}

// mayExit gives the message that says why a piece cannot leave the board from a hex: units only where the
// scenario lets them, leaders over their own baseline [5.3.4-i, Q116].
func (r *run) mayExit(piece int, at hex.Hex) string {
	side := r.p.pieceSide(piece)
	if piece >= len(r.p.Units) {
		if at.Row != setup.Baseline(r.p.top(side)) {
			return "fault.exit-baseline"
		}
		return ""
	}
	if r.exitAt(side, at) == nil {
		return "fault.no-exit"
	}
	return ""
}

// exitAt is the exit of a side in a hex, or nil.
func (r *run) exitAt(side int, at hex.Hex) *setup.Exit {
	for i := range r.p.sc.Exits {
		x := &r.p.sc.Exits[i]
		for _, h := range x.Hexes {
			if x.Side == side && h == at {
				return x
			}
		}
	}
	return nil
}

// way is a shortest way of a piece to a hex, nil if it cannot come there. Among equal
// ones it is the first in the order of directions.
func (r *run) way(piece int, to hex.Hex) []hex.Hex {
	from := r.p.pieceHex(piece)
	var seen [setup.Cells]bool
	seen[setup.Cell(from)] = true
	before := [setup.Cells]hex.Hex{}
	for edge, steps := []hex.Hex{from}, r.allowance(piece); len(edge) > 0 && steps > 0; steps-- {
		var next []hex.Hex
		for _, at := range edge {
			for _, h := range setup.Sheet.Neighbors(at) {
				if h == to {
					if !r.mayEnter(piece, at, h, true).stands() {
						return along(&before, from, at, to)
					}
				} else if !seen[setup.Cell(h)] {
					if !r.mayEnter(piece, at, h, false).stands() {
						seen[setup.Cell(h)], before[setup.Cell(h)] = true, at
						next = append(next, h)
					}
				}
			}
		}
		edge = next
	}
	return nil
}

// reachedHex is a hex to which a piece can move, and after how many steps.
type reachedHex struct {
	at    hex.Hex
	steps int
}

// reaches lists the hexes to which a piece can move, the nearest first; see way.
func (r *run) reaches(piece int) (to []reachedHex) {
	from := r.p.pieceHex(piece)
	var seen, listed [setup.Cells]bool
	seen[setup.Cell(from)], listed[setup.Cell(from)] = true, true
	most := r.allowance(piece)
	for edge, steps := []hex.Hex{from}, 1; len(edge) > 0 && steps <= most; steps++ {
		var next []hex.Hex
		for _, at := range edge {
			for _, h := range setup.Sheet.Neighbors(at) {
				if !listed[setup.Cell(h)] {
					if !r.mayEnter(piece, at, h, true).stands() {
						listed[setup.Cell(h)] = true
						to = append(to, reachedHex{h, steps})
					}
				}
				if !seen[setup.Cell(h)] {
					if !r.mayEnter(piece, at, h, false).stands() {
						seen[setup.Cell(h)] = true
						next = append(next, h)
					}
				}
			}
		}
		edge = next
	}
	return to
}

// along is the way from a hex to the last one, by the hex before each.
func along(before *[setup.Cells]hex.Hex, from, at, last hex.Hex) []hex.Hex {
	path := []hex.Hex{last}
	for ; at != from; at = before[setup.Cell(at)] {
		path = append(path, at)
	}
	slices.Reverse(path)
	return path
}

// walk carries a move out.
func (r *run) walk(piece int, path []hex.Hex) {
	r.t.begun[piece] = true
	r.t.moved[piece] = int8(len(path))
	id, side := r.p.pieceID(piece), r.p.pieceSide(piece)
	unit := piece < len(r.p.Units)
	leader, alone := -1, false
	if unit {
		leader = r.p.leaderOf(piece)
		alone = leader >= 0 && r.t.detached[leader]
	}
	last := path[len(path)-1]
	if last == hex.None {
		r.leave(piece, path, alone)
		return
	}
	kv := []string{"piece", id, "from", setup.Sheet.Name(r.p.pieceHex(piece)), "path", pathText(path...)}
	if alone {
		kv = append(kv, "alone", "yes")
	}
	r.event("5.3", "move", side, kv...)
	if unit {
		if !r.p.mayFight(piece, last) {
			r.t.entered[piece] = true
		}
		if l := r.p.leaderAt(last); l >= 0 { // he moved with it, or it has joined him [Q94]
			r.t.begun[len(r.p.Units)+l] = true
			r.t.joined[piece] = leader != l
		}
	} else if u := r.p.unitAt(last); u >= 0 {
		r.t.begun[u] = true // [5.3.5-f]
	}
	r.victory()
}

// leave takes a piece off the board by its own will; a leader who is told to leave his
// unit stays [5.3.5-b].
func (r *run) leave(piece int, path []hex.Hex, alone bool) {
	id, side := r.p.pieceID(piece), r.p.pieceSide(piece)
	at := r.p.pieceHex(piece)
	var stays []string
	if alone {
		stays = []string{"alone", "yes"}
	}
	if len(path) > 1 {
		kv := []string{"piece", id, "from", setup.Sheet.Name(at), "path", pathText(path[:len(path)-1]...)}
		r.event("5.3", "move", side, append(kv, stays...)...)
		at, stays = path[len(path)-2], nil
	}
	kv := append([]string{"piece", id, "from", setup.Sheet.Name(at)}, stays...)
	if x := r.exitAt(side, at); x != nil && piece < len(r.p.Units) {
		kv = append(kv, "banners", itoa(x.Banners))
	}
	r.event(r.exitRule(piece, at), "exit", side, kv...)
	r.victory()
}
