package jdg

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
)

// issue is one order given in Phase A: to which group, and by whom.
type issue struct {
	group     string
	commander int // index; -1: any that can
	order     *order
}

var ordersVerbs = []*verb{
	{
		Verb: engine.Verb{Word: "order", Usage: "order GROUP|UNIT|FORMATION[,…] [by COMMANDER], or order none",
			Rule: "2.3.2"},
		step: phaseA, parse: parseOrder, do: atOnce(doOrder),
		subjects: orderSubjects, options: orderOptions,
	},
	{
		Verb: engine.Verb{Word: "cam", Usage: "cam ID[,ID], or cam none", Rule: "2.1.2"},
		step: phaseA, parse: parseCAM, do: atOnce(doCAM),
		subjects: func(r *run) []int { return r.indexes(len(r.p.sc.CAMs)) }, options: camOptions,
	},
	{
		Verb: engine.Verb{Word: "first", Usage: "first FORMATION[:RATING][,…], or first none", Rule: "3-e"},
		step: phaseA,
		parse: func(l *line, o *order) {
			o.word = l.next("the formation")
			if o.word != "" {
				l.problem(l.markerList(o.word))
			}
		},
		do: atOnce(func(r *run, o *order) *engine.Fault {
			r.setStanding(o.side, "P5", "", o.word)
			return nil
		}),
		subjects: func(r *run) []int { return r.indexes(1 + len(r.p.sc.Forms)) }, // 0 is none
		options: func(r *run, n int, yield func(words ...string)) {
			if n == 0 {
				yield("first", "none")
			} else if f := r.p.sc.Forms[n-1]; f.Side == r.side {
				yield("first", f.ID)
				if low := slices.Min(f.AMs); low < slices.Max(f.AMs) {
					yield("first", f.ID+":"+itoa(low))
				}
			}
		},
	},
}

// chains are the units of all formations that hang together [2.3.1-c].
type chains struct {
	units []int // those of one chain after those of another
	ends  []int // where they end
	taken []bool
}

// findChains splits every formation into chains of units at 2 hexes or less from each
// other [2.3.1-c]. Routed units count, units with a Renfort marker do not [JDG-Q8].
func (p *Position) findChains(in *chains) {
	in.units, in.ends = slices.Grow(in.units[:0], len(p.sc.Units)), slices.Grow(in.ends[:0], len(p.sc.Units))
	in.taken = zeroed(in.taken, len(p.sc.Units))
	for _, us := range p.sc.FormUnits {
		for _, u := range us {
			if p.inChain(u) && !in.taken[u] {
				in.units = p.chain(in.units, u, in.taken)
				in.ends = append(in.ends, len(in.units))
			}
		}
	}
}

// tacticalGroups are the chains, numbered where a formation has several, and 0 where it has one. They
// hold until others are found in the same room.
func (p *Position) tacticalGroups(in *chains) iter.Seq2[int, []int] {
	p.findChains(in)
	return func(yield func(no int, us []int) bool) {
		at, no, before := 0, 0, -1
		for _, end := range in.ends {
			us := in.units[at:end]
			at = end
			f := p.form(us[0])
			if f != before {
				no, before = 0, f
			}
			if no > 0 || at < len(in.units) && p.form(in.units[at]) == f {
				no++
			}
			if !yield(no, us) {
				return
			}
		}
	}
}

// appendGroupID names the group of a unit by its formation, and its number if it has one.
func (p *Position) appendGroupID(b []byte, u, no int) []byte {
	b = append(b, p.sc.Forms[p.form(u)].ID...)
	if no > 0 {
		b = strconv.AppendInt(append(b, '.'), int64(no), 10)
	}
	return b
}

func (p *Position) inChain(u int) bool { return p.onMap(u) && !p.unit(u).Renfort }

// chain adds the units that hang together with u to others, by index.
func (p *Position) chain(us []int, u int, taken []bool) []int {
	first := len(us)
	us = append(us, u)
	taken[u] = true
	for i := first; i < len(us); i++ {
		for _, v := range p.sc.FormUnits[p.form(u)] {
			if !taken[v] && p.inChain(v) && p.unit(us[i]).Hex.Distance(p.unit(v).Hex) <= 2 {
				taken[v] = true
				us = append(us, v)
			}
		}
	}
	slices.Sort(us[first:])
	return us
}

// formGroups tells the tactical groups of the turn [2.3.1-b].
func (r *run) formGroups() {
	groups := r.p.tacticalGroups(&r.chains)
	r.out = slices.Grow(r.out, len(r.chains.ends))
	var room [64]byte
	for no, us := range groups {
		id := string(r.p.appendGroupID(room[:0], us[0], no))
		r.event("2.3.1-c", "group", r.p.side(us[0]), "id", id, "units", r.p.unitIDs(us))
	}
}

// regroup forms the groups again if units that gave up their Renfort markers
// have changed them.
func (r *run) regroup() {
	groups, i := r.p.tacticalGroups(&r.chains), 0
	same := len(r.p.Groups) == len(r.chains.ends)
	var room [64]byte
	for no, us := range groups {
		same = same && r.p.Groups[i].ID == string(r.p.appendGroupID(room[:0], us[0], no)) &&
			slices.Equal(r.p.Groups[i].Units, us)
		i++
	}
	if !same {
		r.event("2.3.1-b", "ungroup", -1)
		r.formGroups()
	}
}

// dropStanding gives up the Renfort markers that standing orders say
// [5.2.1-i, JDG-P2].
func (r *run) dropStanding(s int) {
	for u := range r.p.sc.Units {
		id := r.p.spec(u).ID
		if !r.p.unit(u).Renfort || r.p.side(u) != s || r.p.sheet(s, "P2", id, r.p.spec(u).Form) != "yes" {
			continue
		}
		r.secret("5.2.1-i", "decision", s, "kind", "P2", "whom", id, "answer", "yes", "source", "standing")
		r.event("5.2.1-i", "renfort", s, "unit", id, "carries", "no", "granted", "no", "why", "wish")
	}
}

// ordersPhase carries out Phase A for both sides.
func (r *run) ordersPhase() error {
	var orders [2][]*order
	for s := range orders {
		orders[s], _ = r.readAll(s, r.linesOf(s))
		if _, err := r.ordersOf(orders[s], "drop"); err != nil {
			return err
		}
		r.dropStanding(s)
	}
	r.regroup()
	for s := range orders {
		if err := r.fillCup(s, orders[s]); err != nil {
			return err
		}
		if _, err := r.ordersOf(orders[s], "first"); err != nil {
			return err
		}
		if err := r.issueOrders(s, orders[s]); err != nil {
			return err
		}
	}
	r.have = false
	r.phase(InitiativePhase)
	return nil
}

// ordersOf does a side's lines with one verb and counts them.
func (r *run) ordersOf(orders []*order, word string) (n int, err error) {
	for _, o := range orders {
		if o.verb.Word != word {
			continue
		}
		n++
		if err := r.carry(o); err != nil {
			return n, err
		}
	}
	return n, nil
}

// issueOrders gives a side's groups their orders, by its lines or by the
// default [JDG-P3], and tells everybody how many markers lie on the map.
func (r *run) issueOrders(s int, orders []*order) error {
	r.issued = nil
	if given, err := r.ordersOf(orders, "order"); err != nil {
		return err
	} else if given == 0 {
		r.issueDefault(s)
	}
	by, _ := r.p.assign(r.issued)
	for i, is := range r.issued {
		r.secret("2.3.2-a", "order", s, "group", is.group, "commander", r.p.sc.Leaders[by[i]].ID)
	}
	n := 0
	for _, g := range r.p.Groups {
		if r.p.sc.Forms[g.Form].Side == s {
			n++
		}
	}
	r.event("2.3.2-d", "markers", s, "count", itoa(n))
	return nil
}

// issueDefault gives orders to the groups of a side that said nothing:
// formations of its priority list first, then the groups with the nearest
// enemies, as far as commanders reach.
func (r *run) issueDefault(s int) {
	list := r.p.sheet(s, "P3")
	if list == "none" {
		return
	}
	ids := strings.Split(list, ",")
	type wish struct {
		group           string
		rank, fromEnemy int
	}
	wishes := make([]*wish, 0, len(r.p.Groups))
	for _, g := range r.p.Groups {
		if r.p.sc.Forms[g.Form].Side != s {
			continue
		}
		w := &wish{g.ID, slices.Index(ids, r.p.sc.Forms[g.Form].ID), r.p.groupToEnemy(g)}
		if w.rank < 0 {
			w.rank = len(ids)
		}
		wishes = append(wishes, w)
	}
	slices.SortStableFunc(wishes, func(a, b *wish) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.fromEnemy, b.fromEnemy))
	})
	by := make([]int, 0, len(wishes))
	for _, w := range wishes {
		given := len(by)
		r.issued, by = append(r.issued, issue{w.group, -1, nil}), append(by, -1)
		if !r.p.assignOne(r.issued, by, given, make([]bool, len(r.p.Leaders))) {
			r.issued, by = r.issued[:given], by[:given]
		}
	}
	if list != "" {
		r.unordered(s, ids)
	}
}

// groupToEnemy is the distance from a group to the nearest enemy.
func (p *Position) groupToEnemy(g *Group) int {
	best := 999
	for _, u := range g.Units {
		if p.onMap(u) {
			best = min(best, p.nearestEnemy(p.unit(u).Hex, p.side(u)))
		}
	}
	return best
}

// commands reports whether a commander lives and has a unit of the group
// within his range [2.3.2-e, 2.5.1-e].
func (p *Position) commands(c int, g *Group) bool {
	if !p.commanderAlive(c) || p.sc.Leaders[c].Side != p.sc.Forms[g.Form].Side {
		return false
	}
	return slices.ContainsFunc(g.Units, func(u int) bool {
		return p.onMap(u) && p.Leaders[c].Hex.Distance(p.unit(u).Hex) <= p.sc.Leaders[c].Range
	})
}

// assign finds a commander for every order so that nobody exceeds his rating
// [2.3.2-b, JDG-Q10]; the same one always for the same orders. It returns
// false if there is no such assignment.
func (p *Position) assign(issued []issue) (by []int, ok bool) {
	by = slices.Repeat([]int{-1}, len(issued))
	for i := range issued {
		if !p.assignOne(issued, by, i, make([]bool, len(p.Leaders))) {
			return by, false
		}
	}
	return by, true
}

// assignOne finds a commander for order i, giving orders given before to
// another commander where that is needed.
func (p *Position) assignOne(issued []issue, by []int, i int, tried []bool) bool {
	g := p.group(issued[i].group)
	for c := range p.Leaders {
		if tried[c] || issued[i].commander >= 0 && issued[i].commander != c || !p.commands(c, g) {
			continue
		}
		tried[c] = true
		given := 0
		for _, b := range by {
			if b == c {
				given++
			}
		}
		if given < p.sc.Leaders[c].Rating {
			by[i] = c
			return true
		}
		for j, b := range by {
			if b == c && p.assignOne(issued, by, j, tried) {
				by[i] = c
				return true
			}
		}
	}
	return false
}
