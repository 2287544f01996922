package engine

import (
	"fmt"
	"math/big"
	"slices"

	"berthier/engine/tongue"
)

// Odds is what can come of one attack, counted exactly.
type Odds struct {
	Lines []int         // lines of the orders that declare it, in the player's own text
	What  tongue.Text   // "shock of 1lig,4lig at 1613"
	Rule  string        // paragraph by which it is resolved
	Mods  []Mod         // modifiers of the roll that decides it, where it is most likely made
	Names []tongue.Text // what the modifiers are called, as far as Mods go; none: as the record has them
	// Outcomes exclude each other, their chances add up to 1. None means that
	// the ways are too many to be counted, or that Notes say why not.
	Outcomes []Chance
	Also     []Chance      // other things that may come with any outcome
	Notes    []tongue.Text // what else the player should know, plain sentences
}

// Tell is Told in English.
func (o Odds) Tell() (lines []string) {
	for _, t := range o.Told() {
		lines = append(lines, t.String())
	}
	return lines
}

// Told says it in plain words, one line each: what is attacked with the
// modifiers, the outcomes, what else may come, and the notes.
func (o Odds) Told() []tongue.Text {
	head := []tongue.Text{o.What, tongue.Name(" [" + o.Rule + "]")}
	total := 0
	var mods []tongue.Text
	for i, m := range o.Mods {
		total += m.Value
		name := tongue.Name(m.Name)
		if i < len(o.Names) {
			name = o.Names[i]
		}
		mods = append(mods, tongue.List([]tongue.Text{name, tongue.Name(fmt.Sprintf("%+d", m.Value))}, " "))
	}
	if len(mods) > 0 {
		head = append(head, tongue.Name(fmt.Sprintf(", DRM %+d: ", total)), tongue.List(mods, ", "))
	}
	var outcomes, also []tongue.Text
	percents := Percents(o.Outcomes)
	for i, c := range o.Outcomes {
		outcomes = append(outcomes, c.told(percents[i]))
	}
	for _, c := range o.Also {
		also = append(also, c.told(c.Percent()))
	}
	lines := []tongue.Text{tongue.List(head, "")}
	for _, all := range [][]tongue.Text{outcomes, also} {
		if len(all) > 0 {
			lines = append(lines, tongue.List(all, ", "))
		}
	}
	return append(lines, o.Notes...)
}

// told is a chance; one that is rounded down to nothing is still there.
func (c Chance) told(percent int) tongue.Text {
	if percent == 0 {
		return Say("odds.little", tongue.Words("what", c.What))
	}
	return tongue.List([]tongue.Text{c.What, tongue.Name(fmt.Sprintf("%d %%", percent))}, " ")
}

// Chance is one thing that may happen, with its exact probability.
type Chance struct {
	What tongue.Text // "hex taken"
	P    *big.Rat    // from 0 to 1; not to be changed
}

// Percent is the chance in whole per cent, halves rounded up.
func (c Chance) Percent() int {
	twice := new(big.Int).Mul(c.P.Num(), big.NewInt(200))
	twice.Quo(twice, c.P.Denom()).Add(twice, big.NewInt(1))
	return int(twice.Int64() / 2)
}

// Percents rounds chances that add up to 1 to whole per cent that add up to
// 100: all are rounded down, and what is missing goes to the largest remainders,
// the first among equals.
func Percents(cs []Chance) []int {
	whole := make([]int, len(cs))
	rest := make([]*big.Rat, len(cs))
	order := make([]int, len(cs))
	missing := 100
	for i, c := range cs {
		hundredfold := new(big.Rat).Mul(c.P, big.NewRat(100, 1))
		down := new(big.Int).Quo(hundredfold.Num(), hundredfold.Denom())
		whole[i], order[i] = int(down.Int64()), i
		rest[i] = hundredfold.Sub(hundredfold, new(big.Rat).SetInt(down))
		missing -= whole[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return rest[b].Cmp(rest[a]) })
	for _, i := range order[:min(max(missing, 0), len(order))] {
		whole[i]++
	}
	return whole
}
