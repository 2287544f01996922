package ccn

import (
	"math/big"
	"slices"

	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// tally adds up the ways in which one attack can end.
type tally struct {
	o      *order
	before *Position
	side   int // that attacks
	ways   int
	cut    bool // they are too many

	attack  *engine.Event // nil if no target can be attacked
	why     reasons       // it cannot be
	roll    *attackRoll
	chances [2][]chance // outcomes, and what else may come
	lost    [2]big.Rat  // blocks of the target and of the attacker, times weight
	notes   []tongue.Text
}

// chance is something that may come of an attack.
type chance struct {
	key  int // its place among others
	what tongue.Text
	p    *big.Rat
}

// Places of what may come of an attack, in the order in which they are told. Hits and flags have
// as many places as there are numbers of them.
const (
	targetGone = iota
	targetBack
	targetHurt
	targetHolds
	noRetreat
	theirLeader
	ground
	bonusMade
	ownGone
	ownBack
	ownHurt
	ownLeader
	battleWon
	battleLost
	others
	hitsFirst  = -200 // before all others
	flagsFirst = -100
)

func (t *tally) count(list, key int, p *big.Rat, what tongue.Text) {
	cs := t.chances[list]
	i := slices.IndexFunc(cs, func(c chance) bool { return c.key == key && c.what.Equal(what) })
	if i < 0 {
		t.chances[list] = append(cs, chance{key, what, new(big.Rat).Set(p)})
		return
	}
	cs[i].p.Add(cs[i].p, p)
}

// add counts one way, gone to its end.
func (t *tally) add(r *run) {
	attacks := r.told("attack", "")
	if len(attacks) == 0 {
		t.why = reasonsOf(r.told("skipped", "")[0])
		return
	}
	t.attack = &attacks[0]
	w := r.fate.weight()
	if r.fate.attack != nil {
		t.roll = r.fate.attack
	}
	target, _ := t.before.sc.Piece(t.attack.Get("target"))
	t.outcome(r, target, w)
	t.dice(r, w)
	t.mishaps(r, target, w)
	t.reckon(r)
}

// outcome is what becomes of the target.
func (t *tally) outcome(r *run, target int, w *big.Rat) {
	id := t.before.pieceID(target)
	who := name("who", id)
	at := r.p.pieceHex(target)
	if target >= len(r.p.Units) {
		if len(r.told("eliminate", id)) > 0 {
			t.count(0, targetGone, w, said.Say("odds.lost", who))
		} else {
			t.count(0, targetBack, w, said.Say("odds.escapes", who))
		}
		return
	}
	was, is := t.before.Units[target], r.p.Units[target]
	t.lost[0].Add(&t.lost[0], new(big.Rat).Mul(w, big.NewRat(int64(was.Blocks-is.Blocks), 1)))
	switch {
	case at == hex.None:
		t.count(0, targetGone, w, said.Say("odds.gone", who))
	case at != was.Hex:
		t.count(0, targetBack, w, said.Say("odds.back", who))
	case is.Blocks < was.Blocks:
		t.count(0, targetHurt, w, said.Say("odds.hurt", who))
	default:
		t.count(0, targetHolds, w, said.Say("odds.unharmed", who))
	}
}

// dice is what the roll of the attacker shows.
func (t *tally) dice(r *run, w *big.Rat) {
	a := r.fate.attack
	if a == nil {
		return
	}
	if a.hits > 0 {
		t.count(1, hitsFirst+a.hits, w, said.Say("odds.hits", tongue.Number("n", a.hits)))
	}
	if a.flags > 0 {
		t.count(1, flagsFirst+a.flags, w, said.Say("odds.flags", tongue.Number("n", a.flags)))
	}
}

// mishaps is what else may come.
func (t *tally) mishaps(r *run, target int, w *big.Rat) {
	blocked := func(e engine.Event) bool { return e.Rule == "5.8-l" }
	t.when(slices.ContainsFunc(r.told("loss", t.before.pieceID(target)), blocked), noRetreat, w,
		said.Say("odds.blocked"))
	for piece := range len(r.p.Units) + len(r.p.Leaders) {
		id := r.p.pieceID(piece)
		switch own := r.p.pieceSide(piece) == t.side; {
		case piece == target || piece == t.o.pieces[0] || len(r.told("eliminate", id)) == 0:
		case piece < len(r.p.Units):
			t.count(1, others+piece, w, said.Say("odds.gone", name("who", id)))
		case own:
			t.count(1, ownLeader, w, said.Say("odds.leader", name("who", id)))
		default:
			t.count(1, theirLeader, w, said.Say("odds.leader", name("who", id)))
		}
	}
	t.own(r, w)
	t.when(len(r.told("attack", "")) > 1, bonusMade, w, said.Say("odds.bonus"))
	won := r.p.Result.Winner == r.p.sideName(t.side)
	t.when(r.over() && won, battleWon, w, said.Say("odds.won"))
	t.when(r.over() && !won, battleLost, w, said.Say("odds.defeat"))
}

// own is what becomes of the attacker.
func (t *tally) own(r *run, w *big.Rat) {
	own := t.o.pieces[0]
	id := t.before.pieceID(own)
	who := name("who", id)
	lost := t.before.Units[own].Blocks - r.p.Units[own].Blocks
	t.lost[1].Add(&t.lost[1], new(big.Rat).Mul(w, big.NewRat(int64(lost), 1)))
	t.when(len(r.told("advance", id)) > 0, ground, w, said.Say("odds.ground"))
	switch {
	case r.p.Units[own].Hex == hex.None:
		t.count(1, ownGone, w, said.Say("odds.gone", who))
	case len(r.told("retreat", id)) > 0:
		t.count(1, ownBack, w, said.Say("odds.back", who))
	case lost > 0:
		t.count(1, ownHurt, w, said.Say("odds.loses", who))
	}
}

// when counts what else comes, if it does.
func (t *tally) when(is bool, key int, w *big.Rat, what tongue.Text) {
	if is {
		t.count(1, key, w, what)
	}
}

// reckon notes what the other side is taken to do.
func (t *tally) reckon(r *run) {
	for _, e := range r.out {
		if e.Kind != "reform" && e.Kind != "square" {
			continue
		}
		note := said.Say("odds.reckon."+e.Kind, name("who", e.Get("piece")))
		if !slices.ContainsFunc(t.notes, note.Equal) {
			t.notes = append(t.notes, note)
		}
	}
}

// odds are the chances counted.
func (t *tally) odds() engine.Odds {
	own := t.before.pieceID(t.o.pieces[0])
	x := engine.Odds{Lines: []int{t.o.Line}, Rule: t.why.rule()}
	if t.attack == nil {
		x.What = said.Say("odds.none."+t.o.Words[0], name("who", own), name("target", t.before.pieceID(t.o.targets[0])))
		x.Notes = []tongue.Text{said.Say("odds.cannot", tongue.Words("why", t.why.text()))}
		return x
	}
	target, _ := t.before.sc.Piece(t.attack.Get("target"))
	id := t.before.pieceID(target)
	x.Rule = t.attack.Rule
	if x.What = said.Say("odds.none."+t.o.Words[0], name("who", own), name("target", id)); t.roll != nil {
		x.What = said.Say("odds.attack."+t.o.Words[0], name("who", own), name("target", id),
			name("where", setup.Sheet.Name(t.before.pieceHex(target))), tongue.Number("n", t.roll.n),
			tongue.Words("pool", t.before.reasons(t.roll.pool)))
	}
	if x.Notes = t.notes; t.cut {
		x.Notes = append(x.Notes, said.Say("odds.many"))
		return x
	}
	var lists [2][]engine.Chance
	for i, cs := range t.chances {
		slices.SortStableFunc(cs, func(a, b chance) int { return a.key - b.key })
		for _, c := range cs {
			lists[i] = append(lists[i], engine.Chance{What: c.what, P: c.p})
		}
	}
	x.Outcomes, x.Also = lists[0], lists[1]
	lost := tongue.Words("blocks", tenths(&t.lost[0]))
	switch {
	case target >= len(t.before.Units):
	case t.lost[1].Sign() == 0:
		x.Notes = append(x.Notes, said.Say("odds.average", name("who", id), lost))
	default:
		x.Notes = append(x.Notes, said.Say("odds.averages", name("who", id), lost, name("own", own),
			tongue.Words("ours", tenths(&t.lost[1]))))
	}
	return x
}

// tenths is a number with one decimal; what is rounded down to nothing is still there.
func tenths(x *big.Rat) tongue.Text {
	if s := x.FloatString(1); s != "0.0" || x.Sign() == 0 {
		return tongue.Decimal(s)
	}
	return said.Say("odds.under", tongue.Words("n", tongue.Decimal("0.1")))
}
