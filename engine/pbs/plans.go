package pbs

import (
	"cmp"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/pbs/setup"
	"berthier/engine/tongue"
)

// Plans are what a side has said and what still counts. A line takes the place of what was
// said before for its slot; a file's lines for the same slot stand together. Nobody but its
// side sees them, and nobody but the engine asks them.

// said lists the lines of a side for a slot, read again. What cannot be read any more, since
// the game has gone on, is passed over; of several kinds or places in one line those that are
// legal still count.
func (p *Position) said(side int, slot string) (all []*order) {
	for _, pl := range p.Plans[side] {
		if pl.Slot != slot {
			continue
		}
		o := engine.Order{Text: pl.Text, Words: strings.Fields(pl.Text)}
		if read, bad := p.reread(side, o); bad == nil {
			all = append(all, read)
		}
	}
	return all
}

// last is the only line of a side for a slot, or nil.
func (p *Position) last(side int, slot string) *order {
	all := p.said(side, slot)
	if len(all) == 0 {
		return nil
	}
	return all[0]
}

// planned reports whether a side has said anything for a slot, also what can no longer be read.
func (p *Position) planned(side int, slot string) bool {
	return slices.ContainsFunc(p.Plans[side], func(pl Plan) bool { return pl.Slot == slot })
}

// has reports whether a side has said anything with one of some words.
func (p *Position) has(side int, words ...string) bool {
	return slices.ContainsFunc(p.Plans[side], func(pl Plan) bool {
		word, _, _ := strings.Cut(pl.Text, " ")
		return slices.Contains(words, word)
	})
}

// note tells the plans that a side has sent.
func (r *run) note(in engine.Orders) {
	side := r.p.sideNo(in.Side)
	begun := map[string]bool{}
	for _, l := range in.Lines {
		o, bad := r.p.read(side, l)
		if bad != nil || o.verb.Word == "hold" {
			continue
		}
		if o.verb.Word == "drop" {
			for _, slot := range r.p.slots(side, o.how) {
				r.plan(side, slot, "")
				begun[slot] = true
			}
			continue
		}
		if !begun[o.slot] && len(r.p.said(side, o.slot)) > 0 {
			r.plan(side, o.slot, "")
		}
		begun[o.slot] = true
		r.plan(side, o.slot, strings.Join(l.Words, " "))
	}
}

// slots lists those of a word in which a side has said something.
func (p *Position) slots(side int, word string) (slots []string) {
	for _, pl := range p.Plans[side] {
		if strings.HasPrefix(pl.Text, word+" ") && !slices.Contains(slots, pl.Slot) {
			slots = append(slots, pl.Slot)
		}
	}
	return slots
}

// plan tells one line for a slot; an empty one empties the slot.
func (r *run) plan(side int, slot, text string) {
	r.secret("0-a", "plan", side, "slot", slot, "line", text)
}

// unmet tells a side that nothing which it said for a slot could be done.
func (r *run) unmet(rule string, side int, slot string) { r.secret(rule, "unmet", side, "slot", slot) }

// whyUnmet says why nothing could be done of what a side said for a slot, each reason once; it is empty where nothing
// tells.
func (p *Position) whyUnmet(side int, slot string) tongue.Text {
	var all []tongue.Text
	add := func(why string) {
		text := said.Say("why." + why)
		if !slices.ContainsFunc(all, text.Equal) {
			all = append(all, text)
		}
	}
	word, _, _ := strings.Cut(slot, " ")
	if word == "place" && p.Piece != NoPiece {
		for _, o := range p.said(side, slot) {
			_, why := p.placeBy(p.Piece, o)
			add(why)
		}
	}
	for _, o := range p.said(side, hiddenSlot) {
		if strings.Join(o.Words[:2], " ") == slot { // else only the last rule of all is in the way [B97]
			add(cmp.Or(p.noCard(side, o), "formed"))
		}
	}
	return tongue.List(all, "; ")
}

// applyPlan notes a line.
func (p *Position) applyPlan(e engine.Event) {
	s, slot, text := p.sideNo(e.By), e.Get("slot"), e.Get("line")
	if text != "" {
		p.Plans[s] = append(p.Plans[s], Plan{slot, text})
		return
	}
	p.Plans[s] = slices.DeleteFunc(p.Plans[s], func(pl Plan) bool { return pl.Slot == slot })
}

// Check implements engine.Ruleset: lines that cannot be read, and what can never come to
// anything. What depends on dice and on the other player is tried when it comes; the next
// alternative counts then, and at last the default.
func (rs *Ruleset) Check(pos engine.Position, in engine.Orders) (bad []engine.Fault) {
	p := pos.(*Position)
	side := p.sideNo(in.Side)
	begun, marching := map[string]bool{}, map[int]int{}
	for _, l := range in.Lines {
		o, f := p.read(side, l)
		switch {
		case f != nil:
		case p.late(o.verb):
			f = &engine.Fault{Kind: engine.Illegal, Line: l.Line, Text: l.Text, Rule: o.verb.Rule,
				Msg: said.Say("fault.late"), Hint: said.Say("hint.now", name("words", strings.Join(p.open(), ", ")))}
		case begun[o.slot] && !o.verb.list:
			f = &engine.Fault{Kind: engine.Invalid, Line: l.Line, Text: l.Text,
				Msg: said.Say("fault.again"), Hint: said.Say("hint.one-line")}
		default:
			begun[o.slot] = true
			f = cmp.Or(p.nowhere(side, o), p.marchesTwice(side, o, marching))
		}
		if f != nil {
			bad = append(bad, *f)
		}
	}
	return bad
}

// nowhere refuses the territories of the Defender if none of them is on his own list, which he chooses from [2-d].
// The Invader need not know that list: what he names is tried when he has the choice.
func (p *Position) nowhere(side int, o *order) *engine.Fault {
	if o.verb.Word != "territory" || p.Defender != side {
		return nil
	}
	list := p.roster(p.Defender).Territories
	if slices.ContainsFunc(o.territories, func(t setup.Territory) bool { return slices.Contains(list, t) }) {
		return nil
	}
	names := make([]string, len(list))
	for i, t := range list {
		names[i] = t.String()
	}
	return &engine.Fault{Kind: engine.Illegal, Line: o.Line, Text: o.Text, Rule: "2-d",
		Msg: said.Say("fault.off-list"), Hint: oneOf("", names)}
}

// marchesTwice refuses a flank march of a unit group that marches with another general already; marching has the
// general of each [B95].
func (p *Position) marchesTwice(side int, o *order, marching map[int]int) *engine.Fault {
	if o.verb.Word != "flank-march" {
		return nil
	}
	ro := p.roster(side)
	for _, g := range o.groups {
		if with, ok := marching[g]; ok && with != o.general {
			return &engine.Fault{Kind: engine.Illegal, Line: o.Line, Text: o.Text, Rule: "B95",
				Msg: said.Say("fault.marches-twice", called("group", ro.Groups[g].Name),
					called("general", ro.Generals[with].Name)), Hint: said.Say("hint.other-groups")}
		}
		marching[g] = o.general
	}
	return nil
}

// after reports whether a phase is over.
func (p *Position) after(last Phase) bool {
	return strings.IndexByte(phaseSequence, byte(p.Phase)) > strings.IndexByte(phaseSequence, byte(last))
}

// late reports whether what a word says can no longer count: its phase is over, or the optional
// pieces, which are chosen once the compulsory ones lie, have been [5-f]. Troops hide after the
// first step of the deployment, which goes on when they have [9-d, 9-f].
func (p *Position) late(v *verb) bool {
	switch {
	case v.last == DeployPhase && p.Phase == HidePhase:
		return false
	case v.last == HidePhase && p.Phase == DeployPhase:
		return p.Step > 0
	}
	return p.after(v.last) || v.Word == "optional" && p.Placing == Optional
}

// open lists the words that can still be said.
func (p *Position) open() (words []string) {
	for _, v := range verbs {
		if !p.late(v) {
			words = append(words, v.Word)
		}
	}
	return words
}

// Standing implements engine.Ruleset: all plans of a side.
func (rs *Ruleset) Standing(pos engine.Position, side engine.Side) (all []string) {
	p := pos.(*Position)
	if s := p.sideNo(side); s >= 0 {
		for _, pl := range p.Plans[s] {
			all = append(all, pl.Text)
		}
	}
	return all
}
