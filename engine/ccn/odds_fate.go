package ccn

import (
	"math/big"

	"berthier/engine/ccn/setup"
)

// fate stands in for the dice while odds are counted. Each throw takes one class of falls of
// the dice that have the same result; counting goes through all of them, course by course.
type fate struct {
	course []int // class to take at each throw; the first where it says nothing
	taken  []throw
	known  map[throwKey][]class
	attack *attackRoll // of the unit that attacks, once it is made
	blocks int         // of the target of the throw at hand
}

// throw is one throw of a course.
type throw struct {
	class   int
	classes []class
}

// class is falls of some dice that have the same result.
type class struct {
	got faceCount // one of them
	p   *big.Rat
}

// throwKey tells throws apart whose classes differ.
type throwKey struct {
	rule, purpose string
	n             int
	rough         bool
	blocks        int // of the target: more hits than that are no other result of a rough throw
}

// attackRoll is the roll of the attack that is counted.
type attackRoll struct {
	pool
	hits, flags int
}

// throw takes the next class.
func (c *fate) throw(key throwKey, read func(faceCount) (int, string)) faceCount {
	classes, known := c.known[key]
	if !known {
		classes = classesOf(key.n, read)
		c.known[key] = classes
	}
	t := throw{classes: classes}
	if n := len(c.taken); n < len(c.course) {
		t.class = c.course[n]
	}
	c.taken = append(c.taken, t)
	return classes[t.class].got
}

// attacks reports whether a roll by a rule is that of a unit which attacks in its own turn.
func attacks(rule string) bool { return rule == "5.5.7" || rule == "5.6.7" || rule == "6.1-i" }

// rough reports whether a throw counts only by what it does to its target, not by its hits and
// flags: all but that of the attack that is counted.
func (c *fate) rough(rule string) bool { return c.attack != nil || !attacks(rule) }

// classesOf puts all falls of n battle dice into classes with the same result.
func classesOf(n int, read func(faceCount) (int, string)) (all []class) {
	number := map[string]int{}
	var d faceCount
	of := new(big.Int).Exp(big.NewInt(int64(len(faceOf))), big.NewInt(int64(n)), nil)
	var fall func(f face, left int, ways *big.Int)
	fall = func(f face, left int, ways *big.Int) {
		if f == saber {
			d[f] = left
			_, result := read(d)
			p := new(big.Rat).SetFrac(ways, of)
			if i, ok := number[result]; ok {
				all[i].p.Add(all[i].p, p)
				return
			}
			number[result] = len(all)
			all = append(all, class{d, p})
			return
		}
		for k := 0; k <= left; k++ {
			d[f] = k
			w := new(big.Int).Binomial(int64(left), int64(k))
			if f == face(setup.Infantry) { // it is on two sides of the die
				w.Lsh(w, uint(k))
			}
			fall(f+1, left-k, w.Mul(w, ways))
		}
	}
	fall(0, n, big.NewInt(1))
	return all
}

// weight is the probability of the course taken.
func (c *fate) weight() *big.Rat {
	w := big.NewRat(1, 1)
	for _, t := range c.taken {
		w.Mul(w, t.classes[t.class].p)
	}
	return w
}

// next is the course after the one taken, nil after the last.
func (c *fate) next() []int {
	for i := len(c.taken) - 1; i >= 0; i-- {
		if c.taken[i].class+1 == len(c.taken[i].classes) {
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
