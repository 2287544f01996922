package setup

import (
	"slices"
	"strconv"
	"strings"
)

// modSpec is one line of a DRM file: its key, the reason as a report prints
// it, and the values that it may have. Where the rules text states the value,
// low and high are that value.
type modSpec struct {
	key, label string
	low, high  int
}

var fireMods = [numFireMods]modSpec{
	FireEffective:      {"effective", "effective range", -9, 9},
	FireLong:           {"long", "beyond effective range", -9, 9},
	FireAdjacent:       {"adjacent", "adjacent target", -9, 9},
	FireCombined:       {"combined", "combined fire", 2, 2},
	FireReaction:       {"reaction", "reaction fire", -1, -1},
	FireReactionSquare: {"reaction-square", "reaction fire out of a square", -1, -1},
	FireDense:          {"dense", "dense target", 0, 9},
	FireAtSquare:       {"square", "target in square", -9, 9},
	FireAtGuns:         {"guns", "target is artillery", -9, 9},
	fireDenseAbove:     {"dense-above", "dense above", 1, 99},
}

var shockMods = [numShockMods]modSpec{
	ShockCharge:         {"charge", "charge", 1, 9},
	ShockHeavyCharge:    {"heavy-charge", "charge by heavy cavalry", 0, 9},
	ShockByCavalry:      {"cavalry-shock", "cavalry without a charge", -2, -2},
	ShockChargeAtSquare: {"charge-square", "charge at a square", -2, -2},
	ShockSquareCavalry:  {"square-cavalry", "square against cavalry alone", -9, 0},
	ShockSquareInfantry: {"square-infantry", "square against infantry", 0, 9},
	ShockSquareGuns:     {"square-guns", "artillery in the square", -9, 0},
	ShockRear:           {"rear", "through a rear hex", 1, 9},
	ShockRouted:         {"routed", "defender routed", 2, 2},
	ShockSixFronts:      {"six-fronts", "out of a hex with six front hexes", -1, -1},
	shockPursuit:        {"pursuit", "further charge in pursuit", -1, -1},
}

// readMods reads a DRM file into values.
func readMods(s *tableSheet, specs []modSpec, values []int) error {
	keys := make([]string, len(specs))
	for i, spec := range specs {
		keys[i] = spec.key
	}
	return s.eachName(keys, func(i int, r *tableRow) {
		values[i] = r.number(specs[i].low, specs[i].high)
	})
}

func (t *Tables) readFireMods(s *tableSheet) error {
	if err := readMods(s, fireMods[:], t.fireDR[:]); err != nil {
		return err
	}
	for k := range s.rows {
		r := &s.rows[k]
		if long, effective := t.fireDR[FireLong], t.fireDR[FireEffective]; r.fields[0] == "long" && long > effective {
			r.fault("long %d is better than effective %d, want at most as good", long, effective)
			return r.err
		}
	}
	return nil
}

func (t *Tables) readShockMods(s *tableSheet) error { return readMods(s, shockMods[:], t.shocks[:]) }

func (t *Tables) readFire(s *tableSheet) (err error) {
	last := FireNothing
	t.fire, err = readLadder(s, func(r *tableRow) FireResult {
		res := FireResult(r.word(fireResultNames[:]...))
		if res < last {
			r.fault("%s after %s, want nothing milder than the line before", res, last)
		}
		last = res
		return res
	})
	return err
}

func (t *Tables) readShock(s *tableSheet) (err error) {
	t.shock, err = readLadder(s, readShockCell)
	return err
}

// readShockCell reads the effects of one cell. What the sides may do
// afterwards has to stand last: it presupposes the results [8.7.2, 9.5.1].
func readShockCell(r *tableRow) shockCell {
	text, _ := r.text()
	c := shockCell{text: text}
	for word := range strings.SplitSeq(text, " ") {
		i := slices.Index(shockEffectNames[:], word)
		if i < 0 {
			r.fault("effects %q: %q is not one of %s, one blank between", text, word, strings.Join(shockEffectNames[:], ", "))
			return c
		}
		e := ShockEffect(i)
		if n := len(c.effects); n > 0 && e < Breakthrough && c.effects[n-1] >= Breakthrough {
			r.fault("%s after %s: breakthrough, counter-attack and d-pursues come last", e, c.effects[n-1])
		}
		if e >= Breakthrough && slices.Contains(c.effects, e) {
			r.fault("%s twice, want it once", e)
		}
		c.effects = append(c.effects, e)
	}
	bad := slices.Contains(c.effects, CounterAttack) || slices.Contains(c.effects, DefenderPursues)
	if bad && slices.Contains(c.effects, Breakthrough) {
		r.fault("breakthrough never stands with counter-attack or d-pursues")
	}
	return c
}

func (t *Tables) readRatios(s *tableSheet) error {
	for k := range s.rows {
		r := &s.rows[k]
		name, _ := r.text()
		c := ratioColumn{name: name, drm: r.number(-9, 9)}
		var ok bool
		if c.attacker, c.defender, ok = parseRatio(name); !ok {
			r.fault("column %q is not like 2:1 or 1:1.5: one side 1, the other 1 to 20 with at most one decimal", name)
		}
		if k > 0 {
			before := t.ratios[k-1]
			if c.attacker*before.defender <= before.attacker*c.defender {
				r.fault("column %s after %s: want them from the worst for the attacker to the best, each once", name, before.name)
			}
			if c.drm < before.drm {
				r.fault("drm %d after %d, want no less", c.drm, before.drm)
			}
		}
		if r.err != nil {
			return r.err
		}
		t.ratios = append(t.ratios, c)
	}
	for _, want := range []string{"1:1.5", "2:1"} {
		if !slices.ContainsFunc(t.ratios, func(c ratioColumn) bool { return c.name == want }) {
			return s.fault("no line for %s", want)
		}
	}
	return nil
}

// parseRatio reads "1.5:1" as tenths; one side is 1, the other 1 to 20.
func parseRatio(s string) (attacker, defender int, ok bool) {
	left, right, _ := strings.Cut(s, ":")
	attacker, okA := parseTenths(left)
	defender, okD := parseTenths(right)
	return attacker, defender, okA && okD && (attacker == 10 || defender == 10)
}

// parseTenths reads a number from 1 to 20 in its shortest form with at most
// one decimal: 1, 1.5, 12.
func parseTenths(s string) (tenths int, ok bool) {
	whole, decimal, point := strings.Cut(s, ".")
	if !point {
		decimal = "0"
	}
	n, err := strconv.Atoi(whole + decimal)
	short := s != "" && len(decimal) == 1 && (!point || decimal != "0") && strings.Trim(s, "0123456789.") == "" && s[0] != '0'
	return n, err == nil && short && n >= 10 && n <= 200
}

func (t *Tables) readHexes(s *tableSheet) error {
	return s.eachName(terrainNames[:], func(i int, r *tableRow) {
		t.Hexes[i] = HexRow{
			MP:   [3]Cost{r.cost(1), r.cost(1), r.cost(1)},
			Road: Cost(r.number(1, 20)), Trail: Cost(r.number(1, 20)),
			BlocksLOS: r.yes(), BlocksCharge: r.yes(), Disorders: r.arms(),
			Defence: r.number(-9, 9), Fire: r.number(-9, 9),
			SixFronts: r.yes(), StopsRout: r.yes(), Square: r.yes(),
		}
		if d := t.Hexes[i].Defence; Terrain(i) == Village && d != -1 {
			r.fault("defence of the village is %d, rule 9.1 says -1", d)
		}
	})
}

func (t *Tables) readSides(s *tableSheet) error {
	return s.eachName(sideKindNames[:], func(i int, r *tableRow) {
		t.Sides[i] = SideRow{
			MP:           [3]Cost{r.cost(0), r.cost(0), r.cost(0)},
			LOS:          Screen(r.word("no", "far", "yes")),
			ZOC:          Barrier(r.word("no", "into", "yes")),
			BlocksCharge: r.yes(), Disorders: r.arms(),
			LosesLevel: r.yes(), Attack: r.number(-9, 0), Crossing: r.yes(),
		}
	})
}
