package jdg

import (
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

// opened reports whether rolls take all their results one after the other.
func (c *fate) opened() bool { return c != nil && c.open }

// test is roll for a test that is passed on a total of at most target.
func (c *fate) test(target int, mods []engine.Mod) (passed bool) {
	pass := passing(target, mods)
	if pass == 0 || pass == 10 {
		c.take([]int{10})
		return pass == 10
	}
	return c.take([]int{pass, 10 - pass}) == 0
}

// passing is how many of the ten values of the die pass a test.
func passing(target int, mods []engine.Mod) int { return min(max(target-sum(mods)+1, 0), 10) }

// take takes the next of some classes, of which each has a number of values.
func (c *fate) take(values []int) (class int) {
	if n := len(c.taken); n < len(c.course) {
		class = c.course[n]
	}
	c.taken = append(c.taken, roll{class, len(values), values[class]})
	return class
}

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
	return engine.Draw{Value: first[c.take(count[:len(results)])]}
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
