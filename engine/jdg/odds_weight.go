package jdg

import "math/big"

// share is a probability: so many of ten to the power of a number of rolls.
type share struct {
	of    big.Int
	rolls int
}

// certain is the share of all.
func certain() (s share) {
	s.of.SetInt64(1)
	return s
}

// fits is the largest power of ten in 63 bits.
const fits, fitsRolls = 1_000_000_000_000_000_000, 18

// tens multiplies a number by a power of ten.
func tens(n *big.Int, power int) {
	for ; power > fitsRolls; power -= fitsRolls {
		n.Mul(n, big.NewInt(fits))
	}
	by := int64(1)
	for range power {
		by *= 10
	}
	n.Mul(n, big.NewInt(by))
}

// add adds another share.
func (s *share) add(o *share) { s.addTimes(o, 1) }

// addTimes adds another share some times over.
func (s *share) addTimes(o *share, times int64) {
	if s.rolls < o.rolls {
		tens(&s.of, o.rolls-s.rolls)
		s.rolls = o.rolls
	}
	if s.rolls == o.rolls && times == 1 {
		s.of.Add(&s.of, &o.of)
		return
	}
	more := new(big.Int).Mul(&o.of, big.NewInt(times))
	tens(more, s.rolls-o.rolls)
	s.of.Add(&s.of, more)
}

// part is what is left of a share with a roll of which some values count.
func (s *share) part(values int) share {
	p := share{rolls: s.rolls + 1}
	p.of.Mul(&s.of, big.NewInt(int64(values)))
	return p
}

// rat is the share as a fraction.
func (s *share) rat() *big.Rat {
	all := big.NewInt(1)
	tens(all, s.rolls)
	return new(big.Rat).SetFrac(&s.of, all)
}

// weight is the probability of the course taken, times another one.
func (c *fate) weight(before share) share {
	w := share{rolls: before.rolls + len(c.taken)}
	w.of.Set(&before.of)
	values, most := int64(1), int64(fits/10)
	for _, x := range c.taken {
		if values > most {
			w.of.Mul(&w.of, big.NewInt(values))
			values = 1
		}
		values *= int64(x.values)
	}
	w.of.Mul(&w.of, big.NewInt(values))
	return w
}
