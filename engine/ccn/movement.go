package ccn

import (
	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
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

// allowance is how far a piece may move in this turn under the card in force [5.3, 8.2].
func (r *run) allowance(piece int) int {
	const leader = 3
	row := r.row()
	if piece >= len(r.p.Units) {
		if r.t.card == setup.GrandeManoeuvre && !r.t.one {
			return row.Move
		}
		return leader
	}
	k := r.p.kind(piece)
	if r.t.card == setup.FireAndHold || r.t.card == setup.ColdSteel || r.p.inSquare(piece) {
		if r.p.inSquare(piece) || !r.oneOfChoice() {
			return 0
		}
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

// moves is phase 3 [5.3].
func (r *run) moves() (bad []engine.Fault) {
	for _, o := range r.t.lines("move") {
		if f := r.move(o); f != nil {
			bad = append(bad, *f)
		}
	}
	return bad
}

// move moves one unit or leader.
func (r *run) move(o *order) *engine.Fault {
	piece := o.pieces[0]
	id := r.p.pieceID(piece)
	switch {
	case !r.p.pieceAlive(piece):
		return o.fault("5.3", "", "%s is not on the board", id)
	case !r.t.ordered[piece]:
		return o.fault("5.2-b", "order it", "%s is not ordered", id)
	case r.t.begun[piece]:
		return o.fault("5.3-c", "", "%s cannot move any more in this turn", id)
	}
	path := o.path
	if o.to {
		if path = r.way(piece, o.path[0]); path == nil {
			return o.fault("5.3", "", "%s cannot come to %s", id, setup.Sheet.Name(o.path[0]))
		}
		path = append(path, o.path[1:]...) // off
	}
	if f := r.walkable(o, piece, path); f != nil {
		return f
	}
	r.walk(piece, path)
	return nil
}

// walkable says why a piece cannot go along a path.
func (r *run) walkable(o *order, piece int, path []hex.Hex) *engine.Fault {
	id, at := r.p.pieceID(piece), r.p.pieceHex(piece)
	if piece < len(r.p.Units) && r.p.inSquare(piece) {
		return o.fault("6.2-m", "dissolve it first", "%s is in square, and does not move", id)
	}
	if n := r.allowance(piece); len(path) > n {
		return o.fault("5.3", "", "%s may move %s, and not %d", id, plural(n, "hex"), len(path))
	}
	for i, h := range path {
		last := i == len(path)-1
		if h == hex.None {
			if why := r.mayExit(piece, at); !last || why != "" {
				return o.fault("5.3-j", "", "%s cannot leave the board from %s%s", id, setup.Sheet.Name(at), why)
			}
			return nil
		}
		if setup.Sheet.Distance(at, h) != 1 || !setup.Sheet.On(h) {
			return o.fault(
				"5.3-p",
				"name each hex of the way, or \"to HEX\"",
				"%s is not next to %s",
				setup.Sheet.Name(h),
				setup.Sheet.Name(at),
			)
		}
		if rule, why := r.mayEnter(piece, at, h, last); why != "" {
			return o.fault(rule, "", "%s cannot enter %s: %s", id, setup.Sheet.Name(h), why)
		}
		at = h
	}
	return nil
}

// mayEnter says why a piece cannot enter a hex from the one next to it, as the last of
// its move or on its way.
func (r *run) mayEnter(piece int, from, h hex.Hex, last bool) (rule, why string) {
	side := r.p.pieceSide(piece)
	u, l := r.p.unitAt(h), r.p.leaderAt(h)
	switch {
	case u >= 0 && r.p.unitSide(u) != side || l >= 0 && r.p.leaderSide(l) != side:
		return "5.3-g", "the enemy is there"
	case r.p.ground(h).Enter == setup.EnterNever:
		return "5.3-n", r.p.sc.At(h).String() + " is impassable"
	case piece >= len(r.p.Units):
		return r.leaderMayEnter(piece-len(r.p.Units), from, h, last)
	case !r.p.passable(piece, h):
		return "7.9-b", "artillery cannot enter " + r.p.sc.At(h).String()
	case u >= 0 && u != piece:
		return "5.3-e", r.p.pieceID(u) + " is there"
	case l >= 0 && u != piece && r.p.leaderOf(piece) >= 0 && !r.t.detached[r.p.leaderOf(piece)]:
		return "5.3-s", "another leader is there"
	case l >= 0 && u != piece && !last:
		return "5.3-h", "it has to stop with the leader there"
	case !last && r.p.stops(from, h):
		return "7.0-e", "the move ends there"
	}
	return "", ""
}

// leaderMayEnter is mayEnter for a leader: he passes through his own [5.3.4-c], and may
// come back to his old unit [Q94].
func (r *run) leaderMayEnter(l int, from, h hex.Hex, last bool) (rule, why string) {
	other := r.p.leaderAt(h)
	taken := other >= 0 && other != l
	switch {
	case last && taken:
		return "5.3.4-d", "another leader is there"
	case !last && r.p.stops(from, h):
		return "5.3.4-j", "the move ends there"
	}
	return "", ""
}

// mayExit says why a piece cannot leave the board from a hex: units only where the
// scenario lets them, leaders over their own baseline [5.3.4-i, Q116].
func (r *run) mayExit(piece int, at hex.Hex) string {
	side := r.p.pieceSide(piece)
	if piece >= len(r.p.Units) {
		if at.Row != setup.Baseline(r.p.top(side)) {
			return ", which is not on your baseline"
		}
		return ""
	}
	if r.exitAt(side, at) == nil {
		return ", which is no exit"
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
	type node struct {
		at   hex.Hex
		path []hex.Hex
	}
	seen := map[hex.Hex]bool{r.p.pieceHex(piece): true}
	queue := []node{{at: r.p.pieceHex(piece)}}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		if len(n.path) >= r.allowance(piece) {
			continue
		}
		for _, h := range setup.Sheet.Neighbors(n.at) {
			path := append(n.path[:len(n.path):len(n.path)], h)
			if h == to {
				if _, why := r.mayEnter(piece, n.at, h, true); why == "" {
					return path
				}
				continue
			}
			if _, why := r.mayEnter(piece, n.at, h, false); why == "" && !seen[h] {
				seen[h] = true
				queue = append(queue, node{h, path})
			}
		}
	}
	return nil
}

// walk carries a move out.
func (r *run) walk(piece int, path []hex.Hex) {
	r.t.begun[piece] = true
	r.t.moved[piece] = len(path)
	id, side := r.p.pieceID(piece), r.p.pieceSide(piece)
	unit := piece < len(r.p.Units)
	alone := false
	if unit {
		leader := r.p.leaderOf(piece)
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
	r.event("5.3-j", "exit", side, kv...)
	r.victory()
}
