package setup

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine/lines"
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
func readMods(s *lines.Table, specs []modSpec, values []int) error {
	keys := make([]string, len(specs))
	for i, spec := range specs {
		keys[i] = spec.key
	}
	return s.EachName(keys, func(i int, r *lines.Row) {
		values[i] = r.Number(specs[i].low, specs[i].high)
	})
}

func (t *Tables) readFireMods(s *lines.Table) error {
	if err := readMods(s, fireMods[:], t.fireDR[:]); err != nil {
		return err
	}
	for _, r := range s.Rows {
		if long, effective := t.fireDR[FireLong], t.fireDR[FireEffective]; r.Name() == "long" && long > effective {
			r.Fault("long %d is better than effective %d, want at most as good", long, effective)
			return r.Err()
		}
	}
	return nil
}

func (t *Tables) readShockMods(s *lines.Table) error { return readMods(s, shockMods[:], t.shocks[:]) }

func (t *Tables) readFire(s *lines.Table) (err error) {
	last := FireNothing
	t.fire, err = readLadder(s, func(r *lines.Row) FireResult {
		res := FireResult(r.Word(fireResultNames[:]...))
		if res < last {
			r.Fault("%s after %s, want nothing milder than the line before", res, last)
		}
		last = res
		return res
	})
	return err
}

func (t *Tables) readShock(s *lines.Table) (err error) {
	t.shock, err = readLadder(s, readShockCell)
	return err
}

// readShockCell reads the effects of one cell. What the sides may do
// afterwards has to stand last: it presupposes the results [8.7.2, 9.5.1].
func readShockCell(r *lines.Row) shockCell {
	text, _ := r.Text()
	c := shockCell{text: text}
	for word := range strings.SplitSeq(text, " ") {
		i := slices.Index(shockEffectNames[:], word)
		if i < 0 {
			r.Fault("effects %q: %q is not one of %s, one blank between", text, word,
				strings.Join(shockEffectNames[:], ", "))
			return c
		}
		e := ShockEffect(i)
		if n := len(c.effects); n > 0 && e < Breakthrough && c.effects[n-1] >= Breakthrough {
			r.Fault("%s after %s: breakthrough, counter-attack and d-pursues come last", e, c.effects[n-1])
		}
		if e >= Breakthrough && slices.Contains(c.effects, e) {
			r.Fault("%s twice, want it once", e)
		}
		c.effects = append(c.effects, e)
	}
	bad := slices.Contains(c.effects, CounterAttack) || slices.Contains(c.effects, DefenderPursues)
	if bad && slices.Contains(c.effects, Breakthrough) {
		r.Fault("breakthrough never stands with counter-attack or d-pursues")
	}
	return c
}

func (t *Tables) readRatios(s *lines.Table) error {
	for k, r := range s.Rows {
		name, _ := r.Text()
		c := ratioColumn{name: name, drm: r.Number(-9, 9)}
		var ok bool
		if c.attacker, c.defender, ok = parseRatio(name); !ok {
			r.Fault("column %q is not like 2:1 or 1:1.5: one side 1, the other 1 to 20 with at most one decimal", name)
		}
		if k > 0 {
			before := t.ratios[k-1]
			if c.attacker*before.defender <= before.attacker*c.defender {
				r.Fault("column %s after %s: want them from the worst for the attacker to the best, each once", name,
					before.name)
			}
			if c.drm < before.drm {
				r.Fault("drm %d after %d, want no less", c.drm, before.drm)
			}
		}
		if r.Err() != nil {
			return r.Err()
		}
		t.ratios = append(t.ratios, c)
	}
	for _, want := range []string{"1:1.5", "2:1"} {
		if !slices.ContainsFunc(t.ratios, func(c ratioColumn) bool { return c.name == want }) {
			return s.Fault("no line for %s", want)
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
	short := s != "" && len(decimal) == 1 && (!point || decimal != "0") &&
		strings.Trim(s, "0123456789.") == "" && s[0] != '0'
	return n, err == nil && short && n >= 10 && n <= 200
}

func (t *Tables) readHexes(s *lines.Table) error {
	return s.EachName(terrainNames[:], func(i int, r *lines.Row) {
		t.Hexes[i] = HexRow{
			MP:   [3]Cost{cost(r, 1), cost(r, 1), cost(r, 1)},
			Road: Cost(r.Number(1, 20)), Trail: Cost(r.Number(1, 20)),
			BlocksLOS: r.Yes(), BlocksCharge: r.Yes(), Disorders: arms(r),
			Defence: r.Number(-9, 9), Fire: r.Number(-9, 9),
			SixFronts: r.Yes(), StopsRout: r.Yes(), Square: r.Yes(),
		}
		if d := t.Hexes[i].Defence; Terrain(i) == Village && d != -1 {
			r.Fault("defence of the village is %d, rule 9.1 says -1", d)
		}
	})
}

func (t *Tables) readSides(s *lines.Table) error {
	return s.EachName(sideKindNames[:], func(i int, r *lines.Row) {
		t.Sides[i] = SideRow{
			MP:           [3]Cost{cost(r, 0), cost(r, 0), cost(r, 0)},
			LOS:          Screen(r.Word("no", "far", "yes")),
			ZOC:          Barrier(r.Word("no", "into", "yes")),
			BlocksCharge: r.Yes(), Disorders: arms(r),
			LosesLevel: r.Yes(), Attack: r.Number(-9, 0), Crossing: r.Yes(),
		}
	})
}
