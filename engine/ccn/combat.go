package ccn

import (
	"strings"

	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
)

// combats is phase 4 [5.4]: the combats in the order of their lines. One that is not
// possible when it comes is skipped [Q119].
func (r *run) combats() error {
	for _, o := range r.t.lines("fire", "melee") {
		if r.over() {
			return nil
		}
		var err error
		if o.Words[0] == "fire" {
			err = r.fire(o)
		} else {
			err = r.meleeLine(o)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// skip tells that an order is not carried out, and why.
func (r *run) skip(o *order, why ...reason) {
	r.event(reasons(why).rule(), "skipped", r.t.side,
		append([]string{"order", strings.Join(o.Words, " ")}, reasons(why).keys()...)...)
}

// cannotBattle says why a unit of the active side cannot begin a combat at all.
func (r *run) cannotBattle(u int) reason {
	id := r.p.pieceID(u)
	k := r.p.kind(u)
	switch {
	case !r.p.alive(u):
		return reason{rule: "5.4", word: "gone", piece: id}
	case !r.t.ordered[u]:
		return reason{rule: "5.2-b", word: "unordered", piece: id}
	case r.t.fought[u]:
		return reason{rule: "5.4-b", word: "fought", piece: id}
	case r.t.supplied == u:
		return reason{rule: "8.2-m", word: "supplied", piece: id}
	case r.t.entered[u] && r.p.ground(r.p.Units[u].Hex).Battle == setup.BattleNone:
		return reason{rule: "7.4-b", word: "ground", piece: id}
	case r.t.entered[u]:
		return reason{rule: "7.1-b", word: "ground", piece: id}
	case r.t.card == setup.GrandeManoeuvre && !r.oneOfChoice():
		return reason{rule: "8.3-ak", word: "no-battle", card: r.t.card.Name()}
	case r.t.moved[u] > 0 && r.t.card == setup.Bombard && !r.oneOfChoice():
		return reason{rule: "8.3-z", word: "moved", piece: id, n: int(r.t.moved[u])}
	case int(r.t.moved[u]) > r.battleMove(u, k):
		return reason{rule: "5.4-g", word: "moved", piece: id, n: int(r.t.moved[u])}
	case k.Arm == setup.Artillery && k.Horse && r.t.moved[u] > 0 && r.p.Units[u].Blocks == 1:
		return reason{rule: "5.3.3-d", word: "gun-moved", piece: id}
	}
	return reason{}
}

// cardForbids says that the card in force has no combats of a kind, "fire" or "melee" [8.2].
func (r *run) cardForbids(kind string) reason {
	card := r.t.card
	switch {
	case r.oneOfChoice():
	case kind == "melee" && card == setup.FireAndHold:
		return reason{rule: "8.2-f", word: "no-melee", card: card.Name()}
	case kind == "fire" && card == setup.BayonetCharge:
		return reason{rule: "8.2-a", word: "no-fire", card: card.Name()}
	case kind == "fire" && card == setup.ColdSteel:
		return reason{rule: "8.2-i", word: "no-fire", card: card.Name()}
	}
	return reason{}
}

// battleMove is how far a unit may have moved and still battle.
func (r *run) battleMove(u int, k *setup.Kind) int {
	if r.oneOfChoice() {
		return k.Move
	}
	switch r.t.card {
	case setup.Bombard:
		return 0
	case setup.BayonetCharge:
		return r.row().Move
	case setup.CavalryCharge:
		if k.Heavy {
			return r.row().Move
		}
	case setup.ForceMarch:
		if k.Elite || k.Guard || r.p.leaderOf(u) >= 0 && !r.t.joined[u] {
			return r.row().Move
		}
	}
	return k.Move
}

// blow is what the dice of a combat do to their target.
type blow struct {
	rule    string
	by      int // unit that rolled
	target  int // piece
	melee   bool
	repulse bool    // flags that nobody ignores [6.2-s]
	reform  bool    // only cavalry symbols hit [6.1-j]
	from    hex.Hex // where the target loses its blocks
	checked bool    // a leader casualty check was made in this attack [5.7-e]
}

// hits counts the dice that hit the target [5.5.8, 5.6.8].
func (r *run) hits(b *blow, d faceCount) int {
	if b.target >= len(r.p.Units) {
		return d[saber] // a leader alone [5.6.8-c]
	}
	n := d[r.p.arm(b.target)]
	if b.melee && !b.reform && r.p.kind(b.by).Sabers {
		n += d[saber]
	}
	return n
}

// flagsOf counts the flags that count.
func (r *run) flagsOf(b *blow, d faceCount) int {
	if b.target >= len(r.p.Units) || b.reform {
		return 0
	}
	return d[flag]
}

// strike rolls the dice of a combat and applies hits, casualties and flags, in the order
// of Q95.
func (r *run) strike(b *blow, q pool, purpose string) error {
	side := r.p.unitSide(b.by)
	r.foe, b.from = b.by, r.p.pieceHex(b.target)
	rough := r.fate != nil && r.fate.rough(b.rule)
	if rough && b.target < len(r.p.Units) {
		r.fate.blocks = r.p.Units[b.target].Blocks
	}
	d := r.throw(b.rule, side, purpose, q.mods, q.n, func(d faceCount) (int, string) {
		hits, flags := r.hits(b, d), r.flagsOf(b, d)
		if rough && b.target < len(r.p.Units) && hits >= r.p.Units[b.target].Blocks { // all that counts
			hits, flags = r.p.Units[b.target].Blocks, 0
		}
		return hits, plural(hits, "hit") + ", " + plural(flags, "flag")
	})
	hits := r.hits(b, d)
	if r.fate != nil && !rough {
		r.fate.attack = &attackRoll{q, hits, r.flagsOf(b, d)}
	}
	if b.target >= len(r.p.Units) {
		return r.struckLeader(b, hits)
	}
	lost := r.lose(b.rule, b.target, hits)
	if err := r.casualty(b, lost); err != nil || r.over() {
		return err
	}
	if b.reform || !r.p.alive(b.target) || d[flag] == 0 {
		return nil
	}
	return r.flags(b, d[flag])
}

func plural(n int, word string) string {
	switch {
	case n == 1:
	case word == "hex":
		word = "hexes"
	case word == "die":
		word = "dice"
	default:
		word += "s"
	}
	return itoa(n) + " " + word
}

// casualty is the check of the leader of a unit that has lost blocks in an attack [5.7].
func (r *run) casualty(b *blow, lost int) error {
	l := r.p.leaderAt(b.from)
	if lost == 0 || l < 0 || r.over() {
		return nil
	}
	alive := r.p.alive(b.target)
	if b.checked {
		if !alive {
			return r.leaderFlees(l)
		}
		return nil
	}
	b.checked = true
	n := 1
	if alive {
		n = 2
	}
	d := r.throw("5.7", r.p.unitSide(b.by), "casualty check of "+r.p.sc.Leaders[l].ID,
		[]engine.Mod{{Name: "check", Value: n}}, n, func(d faceCount) (int, string) {
			if d[saber] == n {
				return d[saber], "lost"
			}
			return d[saber], "unharmed"
		})
	switch {
	case d[saber] == n:
		r.eliminate("5.7-b", len(r.p.Units)+l)
	case !alive:
		return r.leaderFlees(l)
	}
	return nil
}

// struckLeader is what becomes of a leader who was attacked alone [5.7-o, 5.7-p].
func (r *run) struckLeader(b *blow, sabers int) error {
	l := b.target - len(r.p.Units)
	if sabers > 0 {
		r.eliminate("5.7-o", b.target)
		return nil
	}
	return r.leaderFlees(l)
}
