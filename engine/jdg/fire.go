package jdg

import (
	"cmp"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

var fireVerbs = []*verb{{
	Verb: engine.Verb{Word: "fire", Usage: "fire UNIT[,UNIT] at HEX [face F]", Rule: "7"},
	step: fireStep, parse: parseFire, do: doFire, subjects: (*run).activeUnits, options: fireOptions, ofUnits: true,
}}

func parseFire(l *line, o *order) {
	o.units = l.units()
	for _, u := range o.units {
		if l.p.spec(u).Arm != setup.Artillery {
			l.fail("", "%s is not artillery", l.p.spec(u).ID)
		}
	}
	if l.bad == nil && !l.accept("at") {
		l.fail("write: "+l.v.Usage, "the word \"at\" is missing")
	}
	o.hexes = []hex.Hex{l.hex("the target")}
	l.optionalFacing(o)
}

// doFire makes one normal fire, and lets the guns that it hit fire back
// [7.1-b, 7.1-d].
func doFire(r *run, o *order) (*engine.Fault, error) {
	if f := r.checkFire(o); f != nil {
		return f, nil
	}
	r.turnGuns(o)
	for _, u := range o.units {
		r.note(u, fired)
	}
	target := o.hexes[0]
	return nil, r.fireAt(shot{guns: o.units, at: target, units: r.p.stack(target), rule: "7.1-b", mode: "normal"})
}

// checkFire says why guns may not fire as ordered, nil if they may.
func (r *run) checkFire(o *order) *engine.Fault {
	for _, u := range o.units {
		if f := r.checkGun(o, u); f != nil {
			return f
		}
	}
	if len(o.units) > 1 {
		a, b := o.units[0], o.units[1]
		if len(o.units) > 2 || r.p.unit(a).Hex != r.p.unit(b).Hex || r.p.spec(a).Form != r.p.spec(b).Form {
			return o.fault("7.3-c", "only two guns in one hex and of one formation combine their fire")
		}
	}
	gun, at := o.units[0], o.hexes[0]
	if r.p.sideAt(at) != 1-o.side {
		return o.fault("7.1-c", "there is no enemy unit in %s", at)
	}
	if f := r.checkTurn(o, gun); f != nil {
		return f
	}
	if f := r.checkDuty(o, gun); f != nil {
		return f
	}
	return r.checkLine(o, gun, at)
}

// checkGun checks one gun by itself.
func (r *run) checkGun(o *order, u int) *engine.Fault {
	id := r.p.spec(u).ID
	switch {
	case !r.p.onMap(u):
		return o.fault("7.1-b", "%s is not on the map", id)
	case !r.active(u):
		return o.fault("7.1-b", "%s does not belong to the activated formation", id)
	case r.p.unit(u).State == setup.Routed:
		return o.fault("10.2-j", "%s is routed", id)
	case r.p.unit(u).State != setup.Ordered:
		return o.fault("7.2-a", "%s is disordered", id)
	case r.did(u, fired):
		return o.fault("7.1-b", "%s has fired in this activation", id)
	case r.rights(u) == nothing:
		return o.fault("2.4.3-h", "the leader of %s failed: only rally is left", id)
	}
	return nil
}

// facingFor is the facing with which an order wants to fire.
func (r *run) facingFor(o *order, gun int) hex.Facing {
	if o.faces {
		return o.facing
	}
	return r.p.unit(gun).Facing
}

// checkTurn allows a turn by one corner in one activation [7.2-d, 7.2-e]. All
// guns of a hex turn together [6.1.1-c].
func (r *run) checkTurn(o *order, gun int) *engine.Fault {
	now := r.p.unit(gun).Facing
	face := r.facingFor(o, gun)
	if face == now {
		return nil
	}
	start := r.act.part(gun).start.facing
	if start.Steps(face) > 1 || r.did(gun, turned) {
		return hint(o.fault("7.2-e", "%s turns by one corner at most before it fires", r.p.spec(gun).ID),
			"from %s: %s or %s", start, start.Turn(-1), start.Turn(1))
	}
	return r.turnsAlong(gun, face, o)
}

// checkDuty holds guns to an enemy in a front hex, before and after a turn
// [7.2-g, 7.2-j, JDG-Q53, JDG-Q54].
func (r *run) checkDuty(o *order, gun int) *engine.Fault {
	face := r.facingFor(o, gun)
	duty := r.p.frontTargets(gun, face)
	before := r.p.frontTargets(gun, r.act.part(gun).start.facing)
	if len(before) == 0 && len(duty) == 0 || slices.Contains(duty, o.hexes[0]) {
		return nil
	}
	f := o.fault("7.2-g", "%s has an enemy in a front hex and fires at no other", r.p.spec(gun).ID)
	if len(duty) == 0 {
		duty = before
	}
	var hs []string
	for _, h := range duty {
		hs = append(hs, h.String())
	}
	return hint(f, "fire at %s, or hold fire", strings.Join(hs, " or "))
}

// frontTargets lists the hexes with enemies that a gun has in front of it
// with a facing, if it can fire into them at all [7.4.4-b].
func (p *Position) frontTargets(gun int, f hex.Facing) []hex.Hex {
	var hs []hex.Hex
	at := p.unit(gun).Hex
	for _, n := range at.Neighbors() {
		if p.sideAt(n) != 1-p.side(gun) || !p.inConeFacing(gun, f, n) {
			continue
		}
		if clear, _ := p.los(at, n); clear {
			hs = append(hs, n)
		}
	}
	return hs
}

// checkLine checks cone, range, light and line of sight.
func (r *run) checkLine(o *order, gun int, at hex.Hex) *engine.Fault {
	from := r.p.unit(gun).Hex
	if !r.p.inConeFacing(gun, r.facingFor(o, gun), at) {
		f := o.fault("7.2-c", "%s is not in front of %s", at, r.p.spec(gun).ID)
		for _, n := range []int{-1, 1} {
			face := r.act.part(gun).start.facing.Turn(n)
			if r.p.inConeFacing(gun, face, at) && !o.faces && !r.did(gun, turned) {
				return hint(f, "add: face %s", face)
			}
		}
		return f
	}
	for _, u := range o.units {
		if d := from.Distance(at); d > r.p.spec(u).Far {
			return o.fault("7.3-e", "%s is %d hexes away, %s reaches %d", at, d, r.p.spec(u).ID, r.p.spec(u).Far)
		}
	}
	if rule, dim := r.p.dim(); dim && from.Distance(at) > 1 {
		return o.fault(rule, dimFire)
	}
	if clear, why := r.p.los(from, at); !clear {
		return o.fault("7.4-a", "the line of sight from %s to %s is blocked by %s", from, at, why)
	}
	return nil
}

const dimFire = "in the dark or in fog guns fire at adjacent hexes only"

// dim reports whether night or fog limits fire to adjacent targets [12.1-d,
// 12.2-c].
func (p *Position) dim() (rule string, is bool) {
	switch t := p.turn(); {
	case t.Night:
		return "12.1-d", true
	case t.Fog:
		return "12.2-c", true
	}
	return "", false
}

// turnGuns turns the guns of the hex as the order says.
func (r *run) turnGuns(o *order) {
	gun := o.units[0]
	face := r.facingFor(o, gun)
	if face == r.p.unit(gun).Facing {
		return
	}
	for _, u := range r.p.stack(r.p.unit(gun).Hex) {
		if r.p.spec(u).Arm == setup.Artillery {
			r.event("7.2-d", "face", o.side, "unit", r.p.spec(u).ID, "facing", face.String())
			r.note(u, turned)
		}
	}
}

// shot is one fire of any kind.
type shot struct {
	guns   []int
	at     hex.Hex
	units  []int // that it affects
	rule   string
	mode   string // normal, counter-battery, reaction
	square bool   // reaction fire out of a square [9.3.2-b]
}

// fireAt resolves one fire [7.5], and the replies to a normal one.
func (r *run) fireAt(s shot) error {
	r.event(s.rule, "fire", r.p.side(s.guns[0]), "units", r.p.unitIDs(s.guns), "at", s.at.String(),
		"mode", s.mode, "targets", r.p.unitIDs(s.units))
	if r.dry || r.fate.closed() {
		return nil
	}
	from := r.p.unit(s.guns[0]).Hex
	result := setup.FireNothing
	r.d10("7.5-a", r.p.side(s.guns[0]), "fire of "+r.p.unitIDs(s.guns)+" at "+s.at.String(), r.fireMods(s),
		func(total int) (string, string) {
			result = r.rs.tables.Fire(total)
			return "", result.String()
		})
	for _, u := range s.units {
		if err := r.fireHits(u, result, from); err != nil {
			return err
		}
	}
	if s.mode == "normal" {
		return r.counterBattery(s)
	}
	return nil
}

// fireHits applies a result to one unit.
func (r *run) fireHits(u int, result setup.FireResult, from hex.Hex) error {
	away := []hex.Hex{from}
	switch result {
	case setup.FireTest:
		return r.mustTest(u, "7.5-c", "fire", away)
	case setup.FireDisorder:
		return r.loseLevel(u, "7.5", "fire", away)
	case setup.FireRout:
		return r.routNow(u, "10.2-a", "fire", away)
	}
	return nil
}

// fireMods lists the fire strength and the DRMs of a fire [7.3, 7.5].
func (r *run) fireMods(s shot) []engine.Mod {
	p, t := r.p, r.rs.tables
	strength, long := 0, false
	from := p.unit(s.guns[0]).Hex
	for _, g := range s.guns {
		strength = max(strength, p.values(g).SP)
		long = long || from.Distance(s.at) > p.spec(g).Near
	}
	mods := []engine.Mod{{Name: "fire strength", Value: strength}}
	add := func(is bool, m setup.FireMod) {
		if v := t.FireDRM(m); is && v != 0 {
			mods = append(mods, engine.Mod{Name: m.String(), Value: v})
		}
	}
	sp, onlyGuns := 0, true
	for _, u := range p.stack(s.at) {
		if p.spec(u).Arm != setup.Artillery {
			sp += p.values(u).SP
		}
	}
	for _, u := range s.units {
		onlyGuns = onlyGuns && p.spec(u).Arm == setup.Artillery
	}
	add(!long, setup.FireEffective)
	add(long, setup.FireLong)
	add(from.Distance(s.at) == 1, setup.FireAdjacent)
	add(len(s.guns) > 1, setup.FireCombined)
	add(s.mode == "reaction", setup.FireReaction)
	add(s.square, setup.FireReactionSquare)
	add(s.mode != "counter-battery" && t.Dense(sp), setup.FireDense)
	add(slices.ContainsFunc(s.units, func(u int) bool { return p.unit(u).Square }), setup.FireAtSquare)
	add(onlyGuns, setup.FireAtGuns)
	if ground := p.sc.Map.At(s.at).Terrain; t.Hexes[ground].Fire != 0 {
		mods = append(mods, engine.Mod{Name: ground.String(), Value: t.Hexes[ground].Fire})
	}
	return mods
}

// fireRest lets guns that their owner said nothing about fire as his standing
// orders say or, by default, at an enemy in a front hex [JDG-P9].
func (r *run) fireRest() error {
	for _, u := range r.act.units {
		if r.p.spec(u).Arm != setup.Artillery || r.mentioned(u) {
			continue
		}
		o := &order{Order: unwritten, side: r.act.side, units: []int{u}}
		c := choice{kind: "P9", side: r.act.side, unit: u}
		s, _ := r.p.Sheets[c.side].Find(c.kind, r.owners(c)...)
		bars := r.checkGun(o, u)
		switch {
		case bars != nil && r.p.onMap(u) &&
			(aimed(s.Answer) || s.Answer == "yes" && len(r.p.frontTargets(u, r.p.unit(u).Facing)) > 0):
			r.notFollowed(c.side, s, &bar{bars.Rule, bars.Msg.String()})
		case bars != nil:
		case aimed(s.Answer):
			list := strings.Split(s.Answer, ",")
			if fires, err := r.fireByList(o, list); err != nil {
				return err
			} else if !fires {
				r.unable(c, r.unfired(o, list), s.Answer)
			}
		default:
			if err := r.fireAhead(o); err != nil {
				return err
			}
		}
	}
	return nil
}

// rankAt is the best place in a list of arms that a unit in a hex has.
func (r *run) rankAt(list []string, h hex.Hex) int {
	best := len(list)
	for _, v := range r.p.stack(h) {
		best = min(best, rankOf(list, r.p.spec(v).Arm))
	}
	return best
}

// fireByList fires a gun, as it stands, at the best target of a list of arms:
// the first arm that there is, the nearest of it, the strongest. It reports
// whether there is any.
func (r *run) fireByList(o *order, list []string) (bool, error) {
	rank := func(h hex.Hex) int { return r.rankAt(list, h) }
	gun := r.p.unit(o.units[0]).Hex
	targets := slices.DeleteFunc(r.enemyHexes(), func(h hex.Hex) bool {
		o.hexes = []hex.Hex{h}
		return rank(h) == len(list) || r.checkFire(o) != nil
	})
	if len(targets) == 0 {
		return false, nil
	}
	o.hexes = []hex.Hex{slices.MinFunc(targets, func(a, b hex.Hex) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)),
			cmp.Compare(gun.Distance(a), gun.Distance(b)), r.targetSP(b)-r.targetSP(a))
	})}
	r.secret("7.1-b", "decision", r.act.side, "kind", "P9", "whom", r.p.spec(o.units[0]).ID,
		"answer", o.hexes[0].String(), "source", "standing")
	_, err := doFire(r, o)
	return true, err
}

// fireAhead fires a gun at the stronger of the enemies in its front hexes.
func (r *run) fireAhead(o *order) error {
	u := o.units[0]
	targets := r.p.frontTargets(u, r.p.unit(u).Facing)
	if len(targets) == 0 {
		return nil
	}
	fires, err := r.yes(choice{kind: "P9", side: r.act.side, unit: u, rule: "7.2-g", def: "yes",
		prompt: r.p.spec(u).ID + " has an enemy in a front hex: fire?"})
	if err != nil || !fires {
		return err
	}
	o.hexes = []hex.Hex{slices.MaxFunc(targets, func(a, b hex.Hex) int { return r.targetSP(a) - r.targetSP(b) })}
	_, err = doFire(r, o)
	return err
}

// mentioned reports whether any order of this activation says what the unit does, not where in its stack it lies, who
// rides with it, or that it is in square when it has fired [JDG-Q24].
func (r *run) mentioned(u int) bool {
	return slices.ContainsFunc(r.act.orders, func(o *order) bool {
		return o.verb.step != stackStep && !o.verb.ofLeaders && o.verb.Word != "square" && slices.Contains(o.units, u)
	})
}

// targetSP is how much stands in a hex.
func (r *run) targetSP(h hex.Hex) int {
	sp := 0
	for _, u := range r.p.stack(h) {
		sp += r.p.values(u).SP
	}
	return sp
}

// fireOptions finds every legal fire of a gun, and of it with the gun next by
// index in its hex, by trying.
func fireOptions(r *run, u int, yield func(words ...string)) {
	if r.p.spec(u).Arm != setup.Artillery || r.checkGun(&order{Order: unwritten, side: r.act.side}, u) != nil {
		return
	}
	groups := [][]int{{u}}
	for _, v := range r.p.stack(r.p.unit(u).Hex) {
		if v > u && r.p.spec(v).Arm == setup.Artillery && r.p.spec(v).Form == r.p.spec(u).Form {
			groups = append(groups, []int{u, v})
		}
	}
	targets := r.enemyHexes()
	for _, guns := range groups {
		for _, h := range targets {
			r.fireOption(guns, h, yield)
		}
	}
}

// fireOption yields the fire of guns at a hex, as they stand or turned.
func (r *run) fireOption(guns []int, h hex.Hex, yield func(words ...string)) {
	if r.p.unit(guns[0]).Hex.Distance(h) > r.p.spec(guns[0]).Far {
		return
	}
	o := &order{Order: unwritten, side: r.act.side, units: guns, hexes: []hex.Hex{h}}
	if r.checkFire(o) == nil {
		yield("fire", r.p.unitIDs(guns), "at", h.String())
		return
	}
	o.faces = true
	for _, n := range []int{-1, 1} {
		o.facing = r.act.part(guns[0]).start.facing.Turn(n)
		if r.checkFire(o) == nil {
			yield("fire", r.p.unitIDs(guns), "at", h.String(), "face", strings.ToLower(o.facing.String()))
		}
	}
}

// enemyHexes lists the hexes with units of the reacting side, in the order of
// their first units.
func (r *run) enemyHexes() []hex.Hex {
	var hs []hex.Hex
	for u := range r.p.sc.Units {
		if h := r.p.unit(u).Hex; r.p.side(u) != r.act.side && h != hex.None && !slices.Contains(hs, h) {
			hs = append(hs, h)
		}
	}
	return hs
}
