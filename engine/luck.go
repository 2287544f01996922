package engine

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"berthier/engine/tongue"
)

// Trial is a roll that could succeed or fail, with the chance that it had.
type Trial struct {
	Side    Side // who rolled
	Name    tongue.Text
	Roll    *Roll
	Good    int // values of the die that win, of all
	Of      int
	Success bool
	// Stake is what hangs on it, in the strength of the game; 0 for what turns no game.
	Stake int
}

// Swing is by how much of its stake the roll came out better for its side than its chances
// let it expect, below 0 for worse.
func (t Trial) Swing() float64 {
	chance := float64(t.Good) / float64(max(t.Of, 1))
	if t.Success {
		return float64(t.Stake) * (1 - chance)
	}
	return -float64(t.Stake) * chance
}

// Luck is how often a side has succeeded, against what it could expect.
type Luck struct {
	Side      Side
	Trials    int
	Successes int
	Expected  float64 // successes: the sum of the chances p
	Variance  float64 // the sum of p(1-p), whose root is the standard error
}

// LuckOf adds trials up, for each side that has any, in the order of their first ones.
func LuckOf(trials []Trial) (all []Luck) {
	var sums []struct{ mean, variance *big.Rat }
	for _, t := range trials {
		i := slices.IndexFunc(all, func(l Luck) bool { return l.Side == t.Side })
		if i < 0 {
			i = len(all)
			all = append(all, Luck{Side: t.Side})
			sums = append(sums, struct{ mean, variance *big.Rat }{new(big.Rat), new(big.Rat)})
		}
		all[i].Trials++
		if t.Success {
			all[i].Successes++
		}
		chance, miss := big.NewRat(int64(t.Good), int64(t.Of)), big.NewRat(int64(t.Of-t.Good), int64(t.Of))
		sums[i].mean.Add(sums[i].mean, chance)
		sums[i].variance.Add(sums[i].variance, miss.Mul(miss, chance))
	}
	for i, s := range sums {
		all[i].Expected, _ = s.mean.Float64()
		all[i].Variance, _ = s.variance.Float64()
	}
	return all
}

// Chance counts the values of one die with which the total of it and its modifiers is one
// that wins: good of all. A roll of several dice, or of names, has none.
func (r *Roll) Chance(wins func(total int) bool) (good, of int, ok bool) {
	if len(r.Draws) != 1 || r.Hits || r.Die.Faces != nil || r.Draws[0].N < 1 {
		return 0, 0, false
	}
	mods := r.Die.First
	for _, m := range r.Mods {
		mods += m.Value
	}
	for v := range r.Draws[0].N {
		if wins(v + mods) {
			good++
		}
	}
	return good, r.Draws[0].N, true
}

// Meets is the test that Need is: "<=6" or ">=6". ok is false if it is none.
func (r *Roll) Meets() (meets func(total int) bool, ok bool) {
	if n, err := strconv.Atoi(strings.TrimPrefix(r.Need, "<=")); err == nil && strings.HasPrefix(r.Need, "<=") {
		return func(total int) bool { return total <= n }, true
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(r.Need, ">=")); err == nil && strings.HasPrefix(r.Need, ">=") {
		return func(total int) bool { return total >= n }, true
	}
	return nil, false
}
