package engine

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// Odds is what can come of one attack, counted exactly.
type Odds struct {
	Lines []int  // lines of the orders that declare it, in the player's own text
	What  string // plain words: "shock of 1lig,4lig at 1613"
	Rule  string // paragraph by which it is resolved
	Mods  []Mod  // modifiers of the roll that decides it, where it is most likely made
	// Outcomes exclude each other, their chances add up to 1. None means that
	// the ways are too many to be counted, or that Notes say why not.
	Outcomes []Chance
	Also     []Chance // other things that may come with any outcome
	Notes    []string // what else the player should know, plain sentences
}

// Tell says it in plain words, one line each: what is attacked with the
// modifiers, the outcomes, what else may come, and the notes.
func (o Odds) Tell() []string {
	head := fmt.Sprintf("%s [%s]", o.What, o.Rule)
	var parts, outcomes, also []string
	total := 0
	for _, m := range o.Mods {
		total += m.Value
		parts = append(parts, fmt.Sprintf("%s %+d", m.Name, m.Value))
	}
	if len(parts) > 0 {
		head += fmt.Sprintf(", DRM %+d: %s", total, strings.Join(parts, ", "))
	}
	percents := Percents(o.Outcomes)
	for i, c := range o.Outcomes {
		outcomes = append(outcomes, c.tell(percents[i]))
	}
	for _, c := range o.Also {
		also = append(also, c.tell(c.Percent()))
	}
	lines := []string{head}
	for _, text := range append([]string{strings.Join(outcomes, ", "), strings.Join(also, ", ")}, o.Notes...) {
		if text != "" {
			lines = append(lines, text)
		}
	}
	return lines
}

// tell prints a chance; one that is rounded down to nothing is still there.
func (c Chance) tell(percent int) string {
	if percent == 0 {
		return c.What + " under 1 %"
	}
	return fmt.Sprintf("%s %d %%", c.What, percent)
}

// Chance is one thing that may happen, with its exact probability.
type Chance struct {
	What string   // plain words: "hex taken"
	P    *big.Rat // from 0 to 1; not to be changed
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
