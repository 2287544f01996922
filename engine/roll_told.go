package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/engine/tongue"
)

// Tell says in plain words how the dice fell. The package doc gives its form.
func (r Roll) Tell() string { return r.Told(tongue.Name).String() }

// Told is Tell for readers of any language. spell is what a word of the record is called: the
// name of a modifier, what a face shows, or a result.
func (r Roll) Told(spell func(word string) tongue.Text) tongue.Text {
	all := make([]tongue.Text, 0, 12)
	add := func(parts ...tongue.Text) { all = append(all, parts...) }
	dice := len(r.Draws) - len(r.Rerolls)
	thrown, before, arrow := Say("roll.one"), tongue.Joint(" "), tongue.Colon
	if dice != 1 {
		thrown, before, arrow = Say("roll.several", tongue.Number("dice", dice)), tongue.Colon, " → "
	}
	if len(r.Pool) > 0 {
		thrown = tongue.List([]tongue.Text{thrown, tongue.Name(" ("), toldMods(r.Pool, spell), tongue.Name(")")}, "")
	}
	add(tongue.List([]tongue.Text{thrown, r.ToldDice(spell)}, before))
	if len(r.Mods) > 0 {
		add(tongue.Name(", "))
		if dice != 1 && r.Hits {
			add(Say("roll.each"), tongue.Name(" "))
		}
		add(toldMods(r.Mods, spell))
	}
	total := strconv.Itoa(r.Total)
	if r.AddsUp() {
		add(tongue.Name(" = " + total))
	}
	if r.Need != "" {
		add(tongue.Name(", "), Say("roll.need", tongue.Words("need", tongue.Name(r.Need))))
	}
	known := r.Result == total // the dice told it already
	if r.Die.Faces != nil {
		known = dice == 1 && r.Result == r.Shown()
	}
	if r.Result != "" && (r.Hits || !known) {
		return tongue.List([]tongue.Text{tongue.List(all, ""), spell(r.Result)}, arrow)
	}
	return tongue.List(all, "")
}

// toldMods is "+2 ratio 2:1, -1 village".
func toldMods(mods []Mod, spell func(word string) tongue.Text) tongue.Text {
	parts := make([]tongue.Text, len(mods))
	for i, m := range mods {
		parts[i] = tongue.List([]tongue.Text{tongue.Name(fmt.Sprintf("%+d", m.Value)), spell(m.Name)}, " ")
	}
	return tongue.List(parts, ", ")
}

// ToldDice is Shown for readers of any language: what Told tells of the dice, without what they come to.
func (r Roll) ToldDice(spell func(word string) tongue.Text) tongue.Text {
	if len(r.Rerolls) == 0 && r.Die.Faces == nil {
		return tongue.Name(r.Shown())
	}
	again := Say("roll.again")
	parts := make([]tongue.Text, 0, len(r.Draws))
	for _, shown := range r.shown() {
		var die []tongue.Text
		for s := range strings.SplitSeq(shown, rethrown) {
			if r.Die.Faces != nil {
				die = append(die, spell(s), again)
			} else {
				die = append(die, tongue.Name(s), again)
			}
		}
		parts = append(parts, tongue.List(die[:len(die)-1], " "))
	}
	return tongue.List(slices.Clip(parts), ", ")
}
