package jdg

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// branchDice is a Dice that repeats a prefix of values, and then draws zeros
// and notes how many values each of these draws could have had.
type branchDice struct {
	prefix []int
	sizes  []int
}

func (d *branchDice) Draw(purpose string, n int) engine.Draw {
	no := len(d.sizes)
	d.sizes = append(d.sizes, n)
	value := 0
	if no < len(d.prefix) {
		value = d.prefix[no]
	}
	return engine.Draw{No: no + 1, Purpose: purpose, N: n, Value: value}
}

func (d *branchDice) Seal(purpose string, n int) engine.Draw { return d.Draw(purpose, n) }

// everyOutcome runs a resolution once for every course that its dice can take
// and gives each result with its exact probability; together they are 1.
func everyOutcome(t *testing.T, resolve func(dice engine.Dice) *run, see func(r *run, p *big.Rat)) {
	t.Helper()
	sum := new(big.Rat)
	for prefix := []int{}; prefix != nil; {
		dice := &branchDice{prefix: prefix}
		r := resolve(dice)
		p := big.NewRat(1, 1)
		for _, n := range dice.sizes {
			p.Mul(p, big.NewRat(1, int64(n)))
		}
		sum.Add(sum, p)
		see(r, p)
		prefix = nextCourse(prefix, dice.sizes)
	}
	if sum.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("the probabilities of all courses add up to %s", sum)
	}
}

// nextCourse counts the last draw that can go up, and forgets those after it;
// nil when all courses have been seen.
func nextCourse(prefix, sizes []int) []int {
	values := append(slices.Clone(prefix), make([]int, len(sizes))...)[:len(sizes)]
	for i := len(values) - 1; i >= 0; i-- {
		if values[i]+1 < sizes[i] {
			values[i]++
			return values[:i+1]
		}
	}
	return nil
}

// TestEveryOutcome holds the enumeration itself to a process whose chances are
// known: a die, and a second one after an even value.
func TestEveryOutcome(t *testing.T) {
	courses, even := 0, new(big.Rat)
	everyOutcome(t, func(dice engine.Dice) *run {
		if dice.Draw("first", 10).Value%2 == 0 {
			dice.Draw("second", 6)
		}
		return nil
	}, func(_ *run, p *big.Rat) {
		courses++
		if p.Cmp(big.NewRat(1, 60)) == 0 {
			even.Add(even, p)
		}
	})
	if courses != 5*6+5 || even.Cmp(big.NewRat(1, 2)) != 0 {
		t.Errorf("got %d courses and %s for an even value, want 35 and 1/2", courses, even)
	}
}

// exactCase is one attack, resolved by the engine in every course of its dice;
// the attacker is unit 0, the defender unit 1.
type exactCase struct {
	name, ground, line string
	sheets             ask.Sheet // of the defender; the attacker has those of quiet
	low, high          int64     // per cent
	want               string    // the exact chance, in per cent
}

// quiet makes the attacker take no recall and no further combat.
var quiet = ask.Sheet{{Kind: "P18", Answer: "no"}, {Kind: "P31", Answer: "no"}}

// fought resolves a case with given dice.
func (c exactCase) fought(t *testing.T) func(dice engine.Dice) *run {
	base := activated(t, c.ground, "french", ro)
	base.p.Sheets = [2]ask.Sheet{quiet, c.sheets}
	return func(dice engine.Dice) *run {
		r := newRun(base.rs, base.p, dice)
		r.newActivation(nil)
		if f := give(t, r, c.line); f != nil {
			t.Fatal(f)
		}
		r.combats()
		return r
	}
}

// TestExactCombat holds the odds of single combats in the open, as the engine
// resolves them, to their bands: that the attacker stands in the defender's hex
// when all is over, tests at the end of a charge included. Woods behind the
// defender end every pursuit there. TestBalanceShock finds the same chances in
// the tables alone.
func TestExactCombat(t *testing.T) {
	const (
		even  = "unit a French inf at=0505 sp=6\n"
		heavy = "unit a French cav heavy at=0305 sp=6 coh=7/6\n"
		woods = "hex 0604,0705,0706,0606 woods\n"
		line  = woods + "unit x Allied inf at=0605 sp=6\n"
	)
	inLine, inSquare := ask.Sheet{{Kind: "P17", Answer: "no"}}, ask.Sheet{{Kind: "P17", Answer: "yes"}}
	tests := []exactCase{
		{"infantry 1:2", "unit a French inf at=0505 sp=3\n" + line, "shock a at 0605", nil, 8, 25, "14.00 %"},
		{"infantry 1:1", even + line, "shock a at 0605", nil, 33, 50, "34.00 %"},
		{"infantry 2:1", "unit a French inf at=0505 sp=12\n" + line, "shock a at 0605", nil, 60, 75, "64.00 %"},
		{"infantry 3:1", "unit a French inf at=0505 sp=18\n" + line, "shock a at 0605", nil, 75, 90, "84.00 %"},
		{"heavy charge 1:1", heavy + line, chargeIt, inLine, 50, 70, "63.20 %"},
		{"heavy charge 1:1 at a square", heavy + line, chargeIt, inSquare, 0, 15, "13.20 %"},
		{"heavy charge 1:1 at disordered infantry",
			heavy + woods + "unit x Allied inf at=0605 sp=9/6 state=disordered\n",
			chargeIt, nil, 75, 100, "89.20 %"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			taken, all := new(big.Rat), new(big.Rat)
			everyOutcome(t, c.fought(t), func(r *run, p *big.Rat) {
				if strings.HasSuffix(c.name, "a square") &&
					!slices.ContainsFunc(r.out, func(e engine.Event) bool { return e.Kind == "square" }) {
					return // given that the square was formed
				}
				all.Add(all, p)
				if r.p.unit(0).Hex == hex.H(605) {
					taken.Add(taken, p)
				}
			})
			got := taken.Quo(taken, all)
			withinBand(t, "hex taken", got, c.low, c.high)
			if g := percentOf(got) + " %"; g != c.want {
				t.Errorf("hex taken: got %s, want %s", g, c.want)
			}
		})
	}
}

// TestExactFire does the same for a fire.
func TestExactFire(t *testing.T) {
	c := exactCase{ground: "unit g French art at=0505 sp=4 range=3/6\nunit x Allied inf at=0805 sp=6\n",
		line: "fire g at 0805"}
	hit, down := new(big.Rat), new(big.Rat)
	everyOutcome(t, c.fought(t), func(r *run, p *big.Rat) {
		if r.p.unit(1).State > setup.Ordered {
			down.Add(down, p)
		}
		if slices.ContainsFunc(r.out, func(e engine.Event) bool {
			return e.Rule == "7.5-a" &&
				e.Roll.Result != "none"
		}) {
			hit.Add(hit, p)
		}
	})
	withinBand(t, "test or worse", hit, 40, 65)
	withinBand(t, "disorder or worse", down, 12, 30)
	if got, want := percentOf(hit)+" and "+percentOf(down)+" %", "50.00 and 22.00 %"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func percentOf(r *big.Rat) string {
	return new(big.Rat).Mul(r, big.NewRat(100, 1)).FloatString(2)
}

// withinBand checks a probability against a band in whole per cent.
func withinBand(t *testing.T, what string, got *big.Rat, low, high int64) {
	t.Helper()
	if got.Cmp(big.NewRat(low, 100)) < 0 || got.Cmp(big.NewRat(high, 100)) > 0 {
		t.Errorf("%s: got %s %%, want %d to %d", what, percentOf(got), low, high)
	}
}
