package jdg

import (
	"math/big"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/jdg/setup"
	"berthier/engine/tongue"
)

// tally adds up the ways in which one attack can end. A way weighs the product
// of the values of its rolls over 10 to their number.
type tally struct {
	about     engine.Odds // the attack, without its chances
	fire      bool
	side      int
	attackers []int     // units in the attacking hexes, or the guns that fire
	defenders []int     // units in the attacked hexes
	was       *Position // before the first die

	ends [numOutcomes]share
	also [numMishaps]share
	lost [2]share // cohesion levels by side, times weight
	mods []modsWeight
}

// modsWeight is how often the deciding roll is made with some DRMs.
type modsWeight struct {
	mods   []engine.Mod
	weight share
}

// fireTally prepares to count a fire.
func fireTally(r *run, o *order) *tally {
	at := o.hexes[0]
	t := &tally{fire: true, side: r.act.side, attackers: o.units, defenders: r.p.stack(at), was: r.p}
	t.about = engine.Odds{Lines: []int{o.Line},
		What: say("odds.fire", named("who", r.p.unitIDs(o.units)), named("where", at.String())), Rule: "7.5"}
	t.noteInitiative(r, o.units)
	return t
}

// combatTally prepares to count a combat; r is the run in which it has been
// declared, was the position before its first die.
func combatTally(r *run, c *combat, was *Position) *tally {
	t := &tally{side: c.side, was: was}
	for _, h := range c.hexes {
		t.attackers = append(t.attackers, r.p.stack(h)...)
	}
	for _, h := range c.targets {
		t.defenders = append(t.defenders, r.p.stack(h)...)
	}
	t.about.Rule = "8.5"
	var parts []tongue.Text
	for _, o := range c.orders {
		if o.verb.Word == "charge" {
			t.about.Rule = "9.2"
		}
		t.about.Lines = append(t.about.Lines, o.Line)
		parts = append(parts, say("odds.part."+o.verb.Word, named("who", r.p.unitIDs(o.units))))
	}
	slices.Sort(t.about.Lines)
	t.about.What = say("odds.combat", tongue.Words("parts", tongue.List(parts, ", ")),
		tongue.Words("where", tongue.List(tongue.Names(strings.Split(pathString(c.targets), ",")...), tongue.And)))
	if len(r.p.fighters(c.targets)) == 0 {
		t.about.Notes = append(t.about.Notes, say("odds.overrun"))
	}
	t.noteInitiative(r, c.attackers)
	return t
}

// noteInitiative says that the rights of some units hang on a leader's
// initiative.
func (t *tally) noteInitiative(r *run, us []int) {
	for _, u := range us {
		g := r.p.unit(u).Group
		if g < 0 || r.act.groups[g] != full || r.p.Faces[g].Orders == ReceivedOrders {
			continue
		}
		note := say("odds.initiative", named("group", r.p.Groups[g].ID))
		if !slices.ContainsFunc(t.about.Notes, note.Equal) {
			t.about.Notes = append(t.about.Notes, note)
		}
	}
}

// decides reports whether an event is the roll that decides the attack.
func (t *tally) decides(e engine.Event) bool {
	if t.fire {
		return e.Rule == "7.5-a"
	}
	return e.Rule == "8.5-a" || e.Rule == "9.2-b"
}

// add counts one way.
func (t *tally) add(b branch) {
	t.note(&b)
	t.addEnd(b, setup.Ordered, setup.Ordered, &b.weight)
	t.addLevels(b)
}

// addEnd counts a way that ends as a branch does, but for units of the attacker and of
// the defender that have come into some states besides.
func (t *tally) addEnd(b branch, own, enemy setup.State, w *share) {
	own, enemy = max(own, t.worst(b.r.p, t.attackers)), max(enemy, t.worst(b.r.p, t.defenders))
	end := t.outcome(b.course, own, enemy)
	t.ends[end].add(w)
	for _, m := range t.mishaps(end, own, enemy) {
		t.also[m].add(w)
	}
}

// addLevels counts the levels that units have lost on a branch.
func (t *tally) addLevels(b branch) {
	for u := range b.r.p.sc.Units {
		// Nobody rallies while odds are counted.
		if n := int64(b.r.p.unit(u).State) - int64(t.was.unit(u).State); n != 0 {
			t.lost[b.r.p.side(u)].addTimes(&b.weight, n)
		}
	}
}

// addPlain counts all ways of a branch on which nothing is left but plain chores. Of
// these it matters only whether any has disordered an attacker, or a defender.
func (t *tally) addPlain(b branch) {
	t.addLevels(b)
	r := b.r
	var w [2][2]share // by whether an attacker is disordered, and a defender
	w[0][0] = b.weight
	for _, todo := range b.after.left {
		u := todo.unit
		if todo.what != effectOn && todo.what != chargeEnd || !r.p.onMap(u) ||
			todo.what == chargeEnd && r.did(u, chargeTest) {
			continue
		}
		pass := 0
		if todo.effect <= setup.DefenderTest {
			pass = passing(r.p.values(u).Cohesion, r.p.inWeather(nil))
		}
		own, enemy := boolInt(slices.Contains(t.attackers, u)), boolInt(slices.Contains(t.defenders, u))
		next := [2][2]share{}
		for o := range w {
			for e := range w[o] {
				passed, failed := w[o][e].part(pass), w[o][e].part(10-pass)
				next[o][e].add(&passed)
				next[o|own][e|enemy].add(&failed)
				t.lost[r.p.side(u)].add(&failed)
			}
		}
		w = next
	}
	for o := range w {
		for e := range w[o] {
			t.addEnd(b, setup.State(o), setup.State(e), &w[o][e])
		}
	}
}

func (t *tally) addMods(mods []engine.Mod, w *share) {
	i := slices.IndexFunc(t.mods, func(m modsWeight) bool { return slices.Equal(m.mods, mods) })
	if i < 0 {
		i, t.mods = len(t.mods), append(t.mods, modsWeight{mods: mods})
	}
	t.mods[i].weight.add(w)
}

// odds gives the result; counted is false if there were too many ways, perhaps
// because other attacks have been counted before.
func (t *tally) odds(counted, others bool) engine.Odds {
	o := t.about
	switch {
	case !counted && others:
		o.Notes = append(o.Notes, say("odds.many-before"))
	case !counted:
		o.Notes = append(o.Notes, say("odds.many"))
	}
	if !counted {
		return o
	}
	if len(t.mods) > 0 {
		o.Mods = slices.MaxFunc(t.mods, func(a, b modsWeight) int { return a.weight.rat().Cmp(b.weight.rat()) }).mods
		for _, m := range o.Mods {
			o.Names = append(o.Names, heard("mod.", m.Name))
		}
	}
	for i := range t.ends {
		o.Outcomes = appendChance(o.Outcomes, outcomeKeys[i], t.ends[i].rat())
	}
	for i := range t.also {
		o.Also = appendChance(o.Also, mishapKeys[i], t.also[i].rat())
	}
	o.Notes = append(o.Notes, say("odds.levels", decimal("own", t.lost[t.side].rat()),
		decimal("enemy", t.lost[1-t.side].rat())))
	return o
}

// decimal is an argument that is a number with two decimals.
func decimal(name string, x *big.Rat) tongue.Arg {
	return tongue.Words(name, tongue.Decimal(x.FloatString(2)))
}

func appendChance(cs []engine.Chance, key string, p *big.Rat) []engine.Chance {
	if p.Sign() == 0 {
		return cs
	}
	return append(cs, engine.Chance{What: say("odds." + key), P: p})
}
