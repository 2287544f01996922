package jdg

import (
	"math/big"
	"slices"

	"berthier/engine"
)

// fate stands in for the dice while odds are counted. Closed, it lets tests
// pass and fire do nothing. Open, each roll takes one class of values that
// have the same result; counting goes through all of them, course by course.
type fate struct {
	open   bool
	course []int // class to take at each roll; the first where it says nothing
	taken  []roll
	tried  int // steps of searches on the way
}

// roll is one roll of a course.
type roll struct {
	class, classes int
	values         int // how many of the ten values of the die are in the class
}

// closed reports whether what is rolled for does not belong to what is counted.
func (c *fate) closed() bool { return c != nil && !c.open }

// roll takes the next class of a d10 whose result is read from its total.
func (c *fate) roll(mods []engine.Mod, read func(total int) (need, result string)) engine.Draw {
	var results []string
	var first, count [10]int
	for v := range 10 {
		_, result := read(v + sum(mods))
		i := slices.Index(results, result)
		if i < 0 {
			i = len(results)
			results = append(results, result)
			first[i] = v
		}
		count[i]++
	}
	n, class := len(c.taken), 0
	if n < len(c.course) {
		class = c.course[n]
	}
	c.taken = append(c.taken, roll{class, len(results), count[class]})
	return engine.Draw{Value: first[class]}
}

// weight is the probability of the course taken, times another one.
func (c *fate) weight(before *big.Rat) *big.Rat {
	w := new(big.Rat).Set(before)
	const fits = 1e18 // the largest power of ten in 64 bits
	values, of := int64(1), int64(1)
	for i, x := range c.taken {
		values, of = values*int64(x.values), of*10
		if last := i == len(c.taken)-1; last || of == fits {
			w.Mul(w, big.NewRat(values, of))
			values, of = 1, 1
		}
	}
	return w
}

// next is the course after the one taken, nil after the last.
func (c *fate) next() []int {
	for i := len(c.taken) - 1; i >= 0; i-- {
		if c.taken[i].class+1 == c.taken[i].classes {
			continue
		}
		course := make([]int, i+1)
		for j := range course {
			course[j] = c.taken[j].class
		}
		course[i]++
		return course
	}
	return nil
}

// searched counts the steps of a search for ways while odds are counted.
func (r *run) searched(tried int) {
	if r.fate != nil {
		r.fate.tried += tried
	}
}
