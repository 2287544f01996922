package pbs

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/pbs/setup"
	"berthier/engine/tongue"
)

func (l *line) readFlank(o *order) {
	o.left = l.leftOrRight()
	if len(l.rest) > 0 && l.rest[0] != "depth" && l.rest[0] != "at" && l.rest[0] != "size" {
		l.grounds(o)
	}
	f := &l.p.format
	if l.takes("depth") {
		w := l.next("depth")
		q, ok := parseLength(w)
		if !ok || q < bw || q > f.Water {
			l.fail(l.usage(), "fault.depth", name("word", w), name("most", lengthText(f.Water)))
		}
		o.rolls = []int{q}
	}
	at, given := l.at(1)
	if size, sized := l.size(f.Least, f.Most); sized {
		at.W, at.H = size.W, size.H
	}
	if given || at.W > 0 {
		o.points = []Rect{at}
	}
}

// at takes the word "at" and the place behind it of something of a size, see point.
func (l *line) at(size int) (r Rect, given bool) {
	if !l.takes("at") {
		return Rect{X: -1}, false
	}
	return l.point(size), true
}

// point takes a place on the table of something that is at least so large. What has no size, a general, can
// stand on its far edges too [B89].
func (l *line) point(size int) Rect {
	w := l.next("place")
	x, y, ok := parsePoint(w)
	right, far := l.p.format.Width-size, l.p.format.Depth-size
	if !ok || x < 0 || y < 0 || x > right || y > far {
		l.fail(placeHint(right, far), "fault.unknown",
			tongue.Words("what", said.Say("what.place")), name("word", w))
		return Rect{}
	}
	return Rect{X: x, Y: y}
}

// placeHint tells a player which places there are, up to one.
func placeHint(right, far int) tongue.Text {
	return said.Say("hint.place", name("most", pointText(right, far)))
}

// size takes the size of a piece, of which each side is even and within limits.
func (l *line) size(least, most int) (r Rect, given bool) {
	if !l.takes("size") {
		return Rect{}, false
	}
	w := l.next("size")
	width, height, ok := parseSize(w)
	if !ok || min(width, height) < least || max(width, height) > most || (width|height)%2 != 0 {
		l.fail(said.Say("hint.size", name("least", lengthText(least)), name("most", lengthText(most))), "fault.unknown",
			tongue.Words("what", said.Say("what.size")), name("word", w))
	}
	return Rect{W: width, H: height}, true
}

func (l *line) readCompulsory(o *order) {
	l.grounds(o)
	for _, g := range o.grounds {
		if l.bad == nil && !l.p.rs.compulsory(g) {
			l.forbid("B80", said.Say("hint.compulsory"), "fault.compulsory",
				tongue.Words("kind", groundName(g.String())),
				tongue.Words("going", said.Say("going."+l.p.rs.tables.Going(g).String())))
		}
	}
}

// compulsory reports whether a kind can be a compulsory piece [B80].
func (rs *Ruleset) compulsory(g setup.Ground) bool {
	going := rs.tables.Going(g)
	return g.Kind == setup.OpenArea || going == setup.Rough || going == setup.Difficult
}

func (l *line) readOptional(o *order) {
	if l.takes("none") {
		return
	}
	l.grounds(o)
	p := l.p
	for _, g := range o.grounds {
		if !l.kept && p.Site.Day == days && l.bad == nil && !p.density().Impassable &&
			p.rs.tables.Going(g) == setup.Impassable {
			l.forbid("5-g", said.Say("hint.not-impassable"), "fault.impassable",
				tongue.Words("kind", groundName(g.String())),
				tongue.Words("density", said.Say("density."+p.Site.Pawn.Density.String())))
		}
	}
}

func (l *line) readPlace(o *order) {
	w := l.next("kind")
	g, ok := setup.ParseGround(w)
	if !ok {
		l.unknown("kind", w, l.groundNames())
		return
	}
	l.allowed(g)
	o.grounds, o.slot = []setup.Ground{g}, "place "+g.String()
	if l.takes("on") {
		l.list("roll", func(w string) bool {
			const sides = 6
			n, err := strconv.Atoi(w)
			o.rolls = append(o.rolls, n)
			return err == nil && n >= 1 && n <= sides
		}, []string{"1", "2", "3", "4", "5", "6"})
	}
	if !l.takes("at") {
		l.fail(l.usage(), "fault.missing", tongue.Words("what", said.Say("what.at")))
		return
	}
	at := l.point(1)
	if size, sized := l.size(l.p.format.Few, l.p.format.Most); sized {
		at.W, at.H = size.W, size.H
		if l.bad == nil && !at.within(l.p.table()) {
			f := &l.p.format
			l.forbid("B71", said.Say("hint.corner", name("most", pointText(f.Width-at.W, f.Depth-at.H))),
				"fault.off-table")
		}
	}
	o.points = []Rect{at}
}

// adjustFacts are what an adjustment can be made to depend on.
func (l *line) adjustFacts() ask.Conditional {
	const sides = 6
	return ask.Conditional{Answers: []string{"adjust"}, Facts: []ask.Fact{
		{Word: "kind", Shape: ask.IsList, List: allGrounds(), What: said.Say("value.kinds"), Example: "woods,marsh"},
		{Word: "sector", Shape: ask.IsList, List: sectorNames[:], What: said.Say("value.sectors"), Example: "left"},
		{Word: "roll", Shape: ask.IsNumber, Min: 1, Max: sides, What: said.Say("value.roll"), Example: "5"}},
		Help: said.Say("if.adjust")}
}

func (l *line) readAdjust(o *order) {
	switch o.how = l.next("adjustment"); o.how {
	case "remove", "rotate", "none":
	case "move":
		w := l.next("move")
		x, y, ok := parsePoint(w)
		if most := l.p.format.Adjust; !ok || x*x+y*y > most*most {
			l.fail(said.Say("hint.move", name("most", lengthText(most))), "fault.unknown",
				tongue.Words("what", said.Say("what.move")), name("word", w))
		}
		o.points = []Rect{{X: x, Y: y}}
	default:
		l.unknown("adjustment", o.how, []string{"move", "rotate", "remove", "none"})
	}
	if len(l.rest) == 0 || l.bad != nil {
		return
	}
	g := &ask.Grammar{Kinds: []ask.Kind{{Kind: "adjust", Word: "adjust", Answers: []string{"adjust"}}},
		Conditions: map[string]ask.Conditional{"adjust": l.adjustFacts()}, Joined: true}
	line, rest, bad := g.ReadStanding(append([]string{"adjust", "adjust"}, l.rest...))
	if bad == nil && len(line) > 1 {
		bad = &ask.Problem{Msg: said.Say("fault.one-adjustment")}
	}
	if bad != nil {
		l.refuse(engine.Invalid, "", l.hintOf(bad), bad.Msg)
		return
	}
	o.if_, l.rest = line[0].If, rest
}

func (l *line) readCamp(o *order) {
	w := l.next("camp")
	q, ok := parseLength(w)
	if !ok || q < 0 || q+campWidth > l.p.format.Width {
		l.fail(l.usage(), "fault.camp", name("word", w), name("most", lengthText(l.p.format.Width-campWidth)))
	}
	o.points = []Rect{{X: q}}
}

// ownGroup takes a unit group.
func (l *line) ownGroup() int {
	w := l.next("group")
	g := l.p.group(l.side, w)
	if g < 0 {
		var names []string
		for _, g := range l.p.roster(l.side).Groups {
			names = append(names, g.Name)
		}
		l.unknownOwn("group", w, l.ids(l.side), names)
	}
	return g
}

// unknownOwn is unknown for what has a name beside its id: a word that only one name has, in some language, brings the
// id.
func (l *line) unknownOwn(what, word string, ids, names []string) {
	var meant []string
	for i, n := range names {
		has := func(in tongue.Language) bool {
			return slices.Contains(strings.Fields(strings.ToLower(engine.Fold(troops(n).In(in)))), word)
		}
		if slices.ContainsFunc(tongue.Languages(), has) {
			meant = append(meant, ids[i])
		}
	}
	if len(meant) != 1 {
		l.unknown(what, word, ids)
		return
	}
	l.fail(said.Say("hint.near", name("word", meant[0])), "fault.unknown", tongue.Words("what", said.Say("what."+what)),
		name("word", word))
}

// ids are those of a side's unit groups.
func (l *line) ids(side int) (ids []string) {
	for g := range l.p.roster(side).Groups {
		ids = append(ids, l.p.groupID(side, g))
	}
	return ids
}

// ownGroups takes a list of unit groups.
func (l *line) ownGroups(o *order) {
	l.list("group", func(w string) bool {
		g := l.p.group(l.side, w)
		o.groups = append(o.groups, g)
		return g >= 0
	}, l.ids(l.side))
}

// ownGeneral takes a general.
func (l *line) ownGeneral(o *order) {
	w := l.next("general")
	var ids, names []string
	for g, who := range l.p.roster(l.side).Generals {
		ids, names = append(ids, l.p.generalID(l.side, g)), append(names, who.Name)
	}
	if o.general = l.p.general(l.side, w); o.general < 0 {
		l.unknownOwn("general", w, ids, names)
	}
}

func (l *line) readDeploy(o *order) {
	o.groups = []int{l.ownGroup()}
	for more := len(l.rest) > 0; more && l.bad == nil; more = l.takes("or") {
		at := l.point(1)
		if l.bad != nil {
			return
		}
		if at = l.p.sized(l.side, o.groups[0], at); l.p.Defender != Nobody && !l.kept {
			known := l.p.after(GroundPhase) || l.p.Site.Day == days && l.p.flank() == setup.NoFlank
			if rule, why := l.p.outside(l.side, o.groups[0], at, known); !why.Empty() {
				l.refuse(engine.Illegal, rule, l.p.zoneHint(), why)
			}
		}
		o.points = append(o.points, at)
	}
}

func (l *line) readAmbush(o *order) {
	o.slot = hiddenSlot
	o.groups = []int{l.ownGroup()}
	o.points = []Rect{l.point(1)}
	if l.bad != nil {
		return
	}
	o.points[0] = l.p.sized(l.side, o.groups[0], o.points[0])
	g := &l.p.roster(l.side).Groups[o.groups[0]]
	if g.Arm == setup.Artillery || g.Has(setup.Elephants|setup.Wagon|setup.Expendable|setup.Barricades) {
		l.forbid("B94", said.Say("hint.other-groups"), "fault.cannot-hide", called("group", g.Name))
	}
}

func (l *line) readFlankMarch(o *order) {
	o.slot = hiddenSlot
	l.ownGeneral(o)
	o.left = l.leftOrRight()
	l.ownGroups(o)
	if l.bad == nil {
		if rule, why, hint := l.p.noMarch(l.side, o.general, o.groups); !why.Empty() {
			l.refuse(engine.Illegal, rule, hint, why)
		}
	}
}

func (l *line) readBluff(o *order) {
	o.slot = hiddenSlot
	l.ownGeneral(o)
	o.left = true
	if len(l.rest) > 0 {
		o.left = l.leftOrRight()
	}
	if l.bad == nil && l.p.roster(l.side).Generals[o.general].Rank == setup.ArmyCommander {
		l.forbid("B37", said.Say("hint.other-general"), "fault.commander")
	}
}

func (l *line) readGeneral(o *order) {
	l.ownGeneral(o)
	if l.bad != nil {
		return
	}
	o.slot = "general " + l.p.generalID(l.side, o.general)
	if at, given := l.at(0); given {
		o.points = []Rect{at}
		if l.bad == nil && at.Y > l.p.zoneDepth() {
			l.forbid("B98", placeHint(l.p.format.Width, l.p.zoneDepth()), "fault.own-zone")
		}
	}
	if l.takes("commands") {
		l.ownGroups(o)
	}
}

func (l *line) readDrop(o *order) {
	w := l.next("word")
	v := verbOf(w)
	if v == nil || v.Word == "drop" || v.Word == "hold" {
		var words []string
		for _, v := range verbs {
			if v.Word != "drop" && v.Word != "hold" {
				words = append(words, v.Word)
			}
		}
		l.unknown("word", w, words)
	}
	o.how = w
}

// hiddenSlot is that of all ambushes and flank marches together.
const hiddenSlot = "hidden"
