package ccn

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/ccn/setup"
	"berthier/engine/deck"
	"berthier/engine/hex"
)

// melee is one melee under way [P3.8].
type melee struct {
	o     *order
	a     int // unit that attacks
	d     int // piece that is attacked
	with  []int
	bonus bool
	at    hex.Hex // of the defender when it was announced
	from  hex.Hex // of the attacker then
}

// meleeLine is a melee against the first of the targets that can be attacked.
func (r *run) meleeLine(o *order) error {
	u := o.pieces[0]
	if why := r.cannotBattle(u); why.stands() {
		r.skip(o, why)
		return nil
	}
	var all reasons
	for _, d := range o.targets {
		m := &melee{o: o, a: u, d: d}
		why := r.noMelee(m, o.with)
		if !why.stands() {
			return r.melee(m)
		}
		all = all.with(why)
	}
	r.skip(o, all...)
	return nil
}

// noMelee says why a melee cannot be announced. It fills in what the melee begins with.
func (r *run) noMelee(m *melee, with []int) reason {
	id := r.p.pieceID(m.d)
	switch {
	case !r.p.pieceAlive(m.d):
		return reason{rule: "5.6.1", word: "gone", piece: id}
	case m.d >= len(r.p.Units) && !r.p.lone(m.d-len(r.p.Units)):
		return reason{rule: "5.6.1", word: "with-unit", piece: id}
	case setup.Sheet.Distance(r.p.Units[m.a].Hex, r.p.pieceHex(m.d)) != 1:
		return reason{rule: "5.6-c", word: "apart", piece: id}
	}
	m.at, m.from = r.p.pieceHex(m.d), r.p.Units[m.a].Hex
	m.with = nil
	for _, g := range with {
		if why := r.cannotJoin(m, g); why.stands() {
			return why
		}
		m.with = append(m.with, g)
	}
	if r.attackDice(m).n == 0 {
		return reason{rule: "5.4-h", word: "no-die", piece: id}
	}
	return reason{}
}

// cannotJoin says why artillery cannot join a Combined Arms attack [6.3].
func (r *run) cannotJoin(m *melee, g int) reason {
	id := r.p.pieceID(g)
	if why := r.cannotBattle(g); why.stands() {
		return why
	}
	from := r.p.Units[g].Hex
	beside := setup.Sheet.Distance(from, m.at) == 1
	switch {
	case !beside && m.d >= len(r.p.Units):
		return reason{rule: "Q26", word: "lone-apart", piece: id}
	case !beside && len(r.p.enemiesBeside(from, r.t.side)) > 0:
		return reason{rule: "6.3-o", word: "other-enemy", piece: id}
	case !beside && setup.Sheet.Distance(from, m.at) > r.reach(g):
		return reason{rule: "6.3-c", word: "too-far", piece: id}
	case !r.p.sees(from, m.at, r.t.side, false):
		return reason{rule: "6.3-c", word: "no-sight", piece: id}
	case !beside: // a gun whose enemy has gone has nothing to do under a card without ranged combat [Q54]
		return r.cardForbids("fire")
	}
	return reason{}
}

// single reports whether a unit rolls one die against another for a square [6.2-n, 6.2-v].
func (r *run) single(u, target int) bool {
	return r.p.inSquare(u) || target < len(r.p.Units) && r.p.inSquare(target) && r.p.arm(u) == setup.Cavalry
}

// attackDice are the dice of the attacker, and of the artillery that joins [6.3-f].
func (r *run) attackDice(m *melee) pool {
	r.t.bonus = m.bonus
	q := r.diceOf(aim{unit: m.a, at: m.at, target: m.d, melee: true, card: true, moved: r.t.moved[m.a] > 0,
		single: r.single(m.a, m.d)})
	for _, g := range m.with {
		guns := r.diceOf(aim{unit: g, at: m.at, target: m.d, melee: setup.Sheet.Distance(r.p.Units[g].Hex, m.at) == 1,
			card: true, moved: r.t.moved[g] > 0})
		q.add(r.p.pieceID(g), guns.n)
	}
	r.t.bonus = false
	return q
}

// melee is steps 1 to 7 of P3.8.
func (r *run) melee(m *melee) error {
	r.t.fought[m.a] = true
	ids := ""
	for _, g := range m.with {
		r.t.fought[g] = true
		ids += "," + r.p.pieceID(g)
	}
	kv := []string{"piece", r.p.pieceID(m.a), "target", r.p.pieceID(m.d), "kind", "melee",
		"from", setup.Sheet.Name(m.from), "at", setup.Sheet.Name(m.at)}
	if ids != "" {
		kv = append(kv, "with", ids[1:])
	}
	r.event("5.6.1", "attack", r.t.side, kv...)
	if m.d >= len(r.p.Units) {
		if err := r.attack(m, false); err != nil || r.over() {
			return err
		}
		return r.advance(m)
	}
	what, err := r.reaction(m)
	if err != nil {
		return err
	}
	switch {
	case what == "first-strike":
		err = r.firstStrike(m)
	case what == "reform":
		return r.reform(m)
	case r.p.arm(m.a) == setup.Cavalry && r.p.inSquare(m.d):
		return r.againstSquare(m)
	}
	if err != nil || r.over() || !r.inPlace(m) {
		return err
	}
	if err := r.attack(m, r.p.inSquare(m.a)); err != nil || r.over() {
		return err
	}
	if r.p.alive(m.d) && r.p.Units[m.d].Hex == m.at {
		return r.battleBack(m)
	}
	return r.advance(m)
}

// inPlace reports whether the attacker still stands where it attacked from.
func (r *run) inPlace(m *melee) bool { return r.p.alive(m.a) && r.p.Units[m.a].Hex == m.from }

// attack rolls the attacker's dice.
func (r *run) attack(m *melee, repulse bool) error {
	q := r.attackDice(m)
	if q.n == 0 {
		return nil // [Q66]
	}
	return r.strike(&blow{rule: "5.6.7", by: m.a, target: m.d, melee: true, repulse: repulse}, q,
		r.purpose("melee", m.a, m.d))
}

// battleBack lets the defender attack its attacker [5.12.4].
func (r *run) battleBack(m *melee) error {
	if !r.inPlace(m) {
		return nil
	}
	q := r.diceOf(aim{unit: m.d, at: m.from, target: m.a, melee: true, single: r.single(m.d, m.a)})
	if q.n == 0 {
		return nil
	}
	r.foe = m.a
	back, err := r.yes(choice{kind: "D19", side: r.p.unitSide(m.d), piece: m.d, rule: "5.12.4-a",
		prompt: "Does " + r.p.pieceID(m.d) + " battle back?", def: "yes", means: alwaysNever})
	if err != nil || !back {
		return err
	}
	return r.strike(&blow{rule: "5.12.4", by: m.d, target: m.a, melee: true, repulse: r.p.inSquare(m.d)}, q,
		r.purpose("battle back", m.d, m.a))
}

// reaction is what the defender does before the dice: one of First Strike, retire and
// reform, form square, or nothing [Q13].
func (r *run) reaction(m *melee) (string, error) {
	side := r.p.unitSide(m.d)
	q := r.attackDice(m)
	own := r.diceOf(aim{unit: m.d, at: m.from, target: m.a, melee: true, single: r.single(m.d, m.a)})
	r.foe = m.a
	c := choice{side: side, piece: m.d, dice: q.n, own: own.n, means: alwaysNever}
	if own.n > 0 && r.mayStrikeFirst(m) {
		c.kind, c.rule, c.def = "D16", "8.2-g", "no"
		c.prompt = "Do you play First Strike for " + r.p.pieceID(m.d) + "?"
		if yes, err := r.yes(c); err != nil {
			return "", err
		} else if yes && r.p.Cards.Has(r.p.hand(side), setup.FirstStrike.Name()) {
			return "first-strike", nil
		}
	}
	if len(r.reforms(m)) > 0 {
		c.kind, c.rule, c.def = "D17", "6.1-a", yesNo(q.n > own.n)
		c.prompt = "Does " + r.p.pieceID(m.d) + " retire and reform?"
		if yes, err := r.yes(c); err != nil || yes {
			return "reform", err
		}
	}
	if r.maySquare(m) {
		c.kind, c.rule, c.dice = "D18", "6.2-a", r.ownAttack(m)
		c.def = yesNo(c.dice >= 3 && r.p.Cards.Count(r.p.hand(side)) >= 4)
		c.prompt = "Does " + r.p.pieceID(m.d) + " form square?"
		if yes, err := r.yes(c); err != nil {
			return "", err
		} else if yes {
			r.formSquare(m)
		}
	}
	return "", nil
}

// ownAttack counts the dice of the attacker without those of artillery that joins, which a square does not take from
// him [6.2-x].
func (r *run) ownAttack(m *melee) int {
	alone := *m
	alone.with = nil
	return r.attackDice(&alone).n
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// mayStrikeFirst reports whether First Strike is possible as far as everybody knows: not by
// a square that cavalry attacks, as it rolls first anyway [Q67, Q87].
func (r *run) mayStrikeFirst(m *melee) bool {
	side := r.p.unitSide(m.d)
	seen := 0
	for _, c := range r.p.Cards.Cards("discard") {
		if c == setup.FirstStrike.Name() {
			seen++
		}
	}
	return r.p.Cards.Count(r.p.hand(side)) > 0 && seen < r.rs.tables.Cards[setup.FirstStrike].Copies &&
		!(r.p.inSquare(m.d) && r.p.arm(m.a) == setup.Cavalry)
}

// firstStrike lets the defender attack first [8.2-g].
func (r *run) firstStrike(m *melee) error {
	side := r.p.unitSide(m.d)
	r.event("8.2-g", "first-strike", side, "piece", r.p.pieceID(m.d))
	r.cards(r.p.Cards.Move(deck.Way{Rule: "8.3-o", By: r.p.sideName(side), From: r.p.hand(side), To: "discard"},
		setup.FirstStrike.Name()))
	q := r.diceOf(aim{unit: m.d, at: m.from, target: m.a, melee: true, single: r.single(m.d, m.a)})
	return r.strike(&blow{rule: "8.3-m", by: m.d, target: m.a, melee: true, repulse: r.p.inSquare(m.d)}, q,
		r.purpose("first strike", m.d, m.a))
}

// reforms are the ways by which cavalry that infantry attacks can retire two hexes [6.1].
func (r *run) reforms(m *melee) (ways [][]hex.Hex) {
	if r.p.arm(m.d) != setup.Cavalry || r.p.arm(m.a) != setup.Infantry {
		return nil
	}
	for _, w := range r.retreats(m.d, 2) {
		if len(w) == 2 {
			ways = append(ways, w)
		}
	}
	return ways
}

// reform lets cavalry withdraw after the attacker's dice, of which only cavalry symbols
// hit [6.1-i].
func (r *run) reform(m *melee) error {
	side := r.p.unitSide(m.d)
	ways := r.reforms(m)
	names := make([]string, len(ways))
	for i, w := range ways {
		names[i] = pathText(w...)
	}
	answer, err := r.decide(choice{kind: "D21", side: side, piece: m.d, rule: "6.1-d",
		prompt: "Along which way does " + r.p.pieceID(m.d) + " retire?", options: names,
		def:   names[r.bestWay(m.d, ways, "")],
		means: func(s ask.StandingOrder) string { return names[r.bestWay(m.d, ways, s.Answer)] }})
	if err != nil {
		return err
	}
	r.event("6.1-i", "reform", side, "piece", r.p.pieceID(m.d))
	err = r.strike(&blow{rule: "6.1-i", by: m.a, target: m.d, melee: true, reform: true}, r.attackDice(m),
		r.purpose("melee", m.a, m.d))
	if err != nil || r.over() {
		return err
	}
	if r.p.alive(m.d) {
		r.event("6.1-l", "retreat", side, "piece", r.p.pieceID(m.d), "from", setup.Sheet.Name(m.at), "path", answer)
		r.victory()
	}
	return r.advance(m)
}

// maySquare reports whether the defender can form square [6.2-a to 6.2-k].
func (r *run) maySquare(m *melee) bool {
	const least = 3 // cards [6.2-c]
	side := r.p.unitSide(m.d)
	_, works := r.p.sc.Works(m.at)
	return r.p.arm(m.d) == setup.Infantry && r.p.arm(m.a) == setup.Cavalry && !r.p.inSquare(m.d) &&
		r.p.Cards.Count(r.p.hand(side)) >= least && r.p.ground(m.at).Square && !works && r.p.freeSquare(side) > 0
}

// freeSquare is the lowest free slot of a side's square track, 0 if there is none [N14].
func (p *Position) freeSquare(side int) int {
	for slot := 1; slot <= squares; slot++ {
		taken := func(u int) bool { return int(p.Units[u].Slot) == slot }
		if !slices.ContainsFunc(p.unitsOf(side), taken) {
			return slot
		}
	}
	return 0
}

// formSquare forms a square, unless a die says no [6.2-h, 7.10].
func (r *run) formSquare(m *melee) {
	side := r.p.unitSide(m.d)
	if r.p.options.SquareRoll && !r.squareDie(m) {
		return
	}
	slot := r.p.freeSquare(side)
	r.event("6.2-h", "square", side, "piece", r.p.pieceID(m.d), "slot", itoa(slot))
	r.draw2(side, slot)
}

// draw2 puts a random card of the hand on a slot of the track [6.2-aw].
func (r *run) draw2(side, slot int) {
	if r.fate != nil {
		return
	}
	r.cards(r.p.Cards.Draw(r.tape, deck.Way{Rule: "6.2-h", By: r.p.sideName(side), From: r.p.hand(side),
		To: slotName(string(r.p.sideName(side)), slot)}, 1))
}

// squareDie is the roll of the optional rule [7.10].
func (r *run) squareDie(m *melee) bool {
	light := r.p.arm(m.a) == setup.Cavalry && !r.p.kind(m.a).Heavy
	fails := func(d faceCount) int { return d[setup.Cavalry] + boolInt(light)*d[saber] }
	d := r.throw(
		"7.10-a",
		r.p.unitSide(m.d),
		"square of "+r.p.pieceID(m.d),
		[]engine.Mod{{Name: "square", Value: 1}},
		1,
		func(d faceCount) (int, string) {
			if fails(d) > 0 {
				return 1, "not formed"
			}
			return 0, "formed"
		},
	)
	return fails(d) == 0
}

// againstSquare is cavalry that attacks a square: the square rolls first, then the cavalry
// with one die if it still stands [6.2-q to 6.2-y].
func (r *run) againstSquare(m *melee) error {
	q := r.diceOf(aim{unit: m.d, at: m.from, target: m.a, melee: true, single: true})
	if q.n > 0 {
		err := r.strike(&blow{rule: "6.2-q", by: m.d, target: m.a, melee: true, repulse: true}, q,
			r.purpose("square", m.d, m.a))
		if err != nil || r.over() {
			return err
		}
	}
	if !r.inPlace(m) {
		return nil
	}
	if err := r.attack(m, false); err != nil || r.over() || r.p.alive(m.d) {
		return err
	}
	return r.advance(m)
}

// advance is Take Ground or Breakthrough into a hex that is empty now, and a Bonus Melee
// [5.12].
func (r *run) advance(m *melee) error {
	if r.over() || !r.inPlace(m) || !r.p.enters(m.o) || m.bonus && m.o.halt || r.elsewhere(m) {
		return nil
	}
	path := []hex.Hex{m.at}
	if next, ok := r.second(m); ok {
		path = append(path, next)
	}
	r.event("5.12", "advance", r.t.side, "piece", r.p.pieceID(m.a), "from", setup.Sheet.Name(m.from), "path",
		pathText(path...))
	r.victory()
	for _, h := range path {
		if !r.p.mayFight(m.a, h) {
			r.t.entered[m.a] = true
		}
	}
	if r.over() || r.p.arm(m.a) != setup.Cavalry || m.bonus || len(m.o.bonus) == 0 {
		return nil
	}
	return r.bonusMelee(m)
}

// elsewhere reports whether infantry is told to enter another hex than the one that is empty now.
func (r *run) elsewhere(m *melee) bool {
	return r.p.arm(m.a) == setup.Infantry && len(m.o.advance) > 0 && !slices.Contains(m.o.advance, m.at)
}

// bonusMelee is the second melee of cavalry that has advanced, against the first of the enemies
// that it can attack [5.12.3].
func (r *run) bonusMelee(m *melee) error {
	var all reasons
	if r.t.entered[m.a] {
		all = all.with(reason{rule: "5.12.3", word: "ground", piece: r.p.pieceID(m.a)})
	} else {
		for _, d := range m.o.bonus {
			b := &melee{o: m.o, a: m.a, d: d, bonus: true}
			why := r.noMelee(b, m.o.aid)
			if !why.stands() {
				return r.melee(b)
			}
			all = all.with(why)
		}
	}
	r.event(all.rule(), "skipped", r.t.side, append([]string{"order", strings.Join(m.o.Words, " "), "part", "bonus"},
		all.keys()...)...)
	return nil
}

// enters reports whether the attacker of a melee is to enter the hex of its enemy: by default cavalry is [D8, D9].
func (p *Position) enters(o *order) bool {
	return o.ground || !o.stays && p.arm(o.pieces[0]) == setup.Cavalry
}

// advances reports whether a unit may enter the hex that it attacks once that is empty
// [5.12.1-f, 5.12.1-g].
func (p *Position) advances(u int) bool { return p.arm(u) != setup.Artillery && !p.inSquare(u) }

// second is the hex after the vacated one to which cavalry goes on [5.12.2].
func (r *run) second(m *melee) (hex.Hex, bool) {
	if r.p.arm(m.a) != setup.Cavalry || m.bonus || r.p.stops(m.from, m.at) {
		return hex.None, false
	}
	if m.o.back {
		return m.from, true
	}
	for _, h := range m.o.advance {
		if h == hex.None || setup.Sheet.Distance(m.at, h) != 1 || !r.p.passable(m.a, h) {
			continue
		}
		l := r.p.leaderAt(h)
		if h == m.from || r.p.unitAt(h) < 0 && (l < 0 || r.p.leaderSide(l) == r.t.side && r.p.leaderOf(m.a) < 0) {
			return h, true
		}
	}
	return hex.None, false
}
