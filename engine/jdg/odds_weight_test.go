package jdg

import (
	"math/big"
	"testing"
)

// TestWeightOfManyRolls: the probability of a way is exact, however many rolls it has.
func TestWeightOfManyRolls(t *testing.T) {
	for _, n := range []int{0, 1, 17, 18, 19, 36, 40} {
		c := &fate{}
		before, want := certain(), big.NewRat(3, 10)
		before.of.SetInt64(3)
		before.rolls = 1
		for i := range n {
			c.taken = append(c.taken, roll{values: 3 + i%4})
			want.Mul(want, big.NewRat(int64(3+i%4), 10))
		}
		got := c.weight(before)
		if got := got.rat(); got.Cmp(want) != 0 {
			t.Errorf("%d rolls: got %v, want %v", n, got, want)
		}
	}
}
