package setup

import "berthier/engine/lines"

// Tables are the charts of the game, read from the data files. All lookups
// are total: an index beyond the first or last row takes that row.
type Tables struct {
	lines.Charts // in the order of the package doc

	Hexes [NumTerrains]HexRow
	Sides [NumSideKinds]SideRow

	fire   openLadder[FireResult]
	shock  openLadder[shockCell]
	ratios []ratioColumn // from the worst for the attacker to the best
	fireDR [numFireMods]int
	shocks [numShockMods]int
}

// FireResult is one cell of the Fire Table [7.5].
type FireResult uint8

const (
	FireNothing  FireResult = iota
	FireTest                // every affected unit takes a cohesion test
	FireDisorder            // every affected unit loses a cohesion level
	FireRout                // every affected unit routs at once
)

var fireResultNames = [...]string{"none", "test", "disorder", "rout"}

// String prints the result as fire.csv writes it.
func (r FireResult) String() string { return fireResultNames[r] }

// ShockEffect is one effect of a cell of the Shock and Charge Table, applied
// in the printed order [8.5].
type ShockEffect uint8

const (
	AttackerTest ShockEffect = iota
	DefenderTest
	AttackerDisorder // loses a cohesion level
	DefenderDisorder
	AttackerRetire // one hex; a unit that has routed meanwhile retreats instead
	DefenderRetire
	AttackerRout
	DefenderRout
	AttackerEliminated
	DefenderEliminated
	Breakthrough    // the attacker may go on [8.7.2]
	CounterAttack   // the defender may shock back [8.7.2]
	DefenderPursues // defending cavalry may pursue [9.5.1]
)

var shockEffectNames = [...]string{
	"a-test", "d-test", "a-disorder", "d-disorder", "a-retire", "d-retire",
	"a-rout", "d-rout", "a-eliminated", "d-eliminated",
	"breakthrough", "counter-attack", "d-pursues",
}

// String prints the effect as shock.csv writes it.
func (e ShockEffect) String() string { return shockEffectNames[e] }

// FireMod is a reason for an artillery fire DRM. The DRM for the terrain of
// the target is HexRow.Fire.
type FireMod uint8

const (
	FireEffective      FireMod = iota // within effective range [7.3]
	FireLong                          // beyond it, within maximum range [7.3]
	FireAdjacent                      // adjacent target, besides FireEffective or FireLong
	FireCombined                      // two units combine their fire [7.3]
	FireReaction                      // reaction fire [8.3.3]
	FireReactionSquare                // reaction fire out of a square, besides FireReaction [9.3.2]
	FireDense                         // Tables.Dense holds; not for counter-battery fire [7.1]
	FireAtSquare                      // target in square
	FireAtGuns                        // affects artillery only: counter-battery, or no other unit in the hex
	fireDenseAbove                    // not a DRM: the limit for FireDense
	numFireMods
)

// String prints the reason as a report names it.
func (m FireMod) String() string { return fireMods[m].label }

// ShockMod is a reason for a shock or charge DRM. Cohesion, strength and
// terrain have their own: the difference itself [8.6.2], Tables.Ratio,
// HexRow.Defence and SideRow.Attack.
type ShockMod uint8

const (
	ShockCharge         ShockMod = iota // a charge, not at a square, not counter-charged [9.2, 9.4]
	ShockHeavyCharge                    // heavy cavalry charges, besides ShockCharge and under the same conditions
	ShockByCavalry                      // cavalry shocks and does not charge [9.1]
	ShockChargeAtSquare                 // charge at a square, in place of the charge bonuses [9.3.2]
	ShockSquareCavalry                  // only cavalry attacks a square, charging or not [4.2]
	ShockSquareInfantry                 // infantry attacks a square [4.2]
	ShockSquareGuns                     // infantry attacks a square with ordered artillery in it [4.2]
	ShockRear                           // through a rear hex of the defender [6.1.2]
	ShockRouted                         // defender routed [10.2]
	ShockSixFronts                      // out of a hex with six front hexes, not in square [6.1.2]
	shockPursuit                        // for each charge in pursuit after the first [9.5.2]; see PursuitDRM
	numShockMods
)

// String prints the reason as a report names it.
func (m ShockMod) String() string { return shockMods[m].label }

// Screen says when a hexside blocks a line of sight [7.4.1].
type Screen uint8

const (
	ScreenNone   Screen = iota
	ScreenFar           // blocks unless firer or target is adjacent to the hexside
	ScreenAlways        // blocks even between adjacent hexes [7.4.4]
)

// Barrier says which zones of control a hexside stops, besides those of arms
// that cannot cross it [6.2.1].
type Barrier uint8

const (
	BarrierNone Barrier = iota
	BarrierInto         // ZOC from the outside to the inside
	BarrierBoth         // ZOC both ways
)

// HexRow is what the Terrain Table says of one kind of hex [4.3]. MP costs
// come from Tables.HexCost.
type HexRow struct {
	MP          [3]Cost // by Arm
	Road, Trail Cost    // for whoever comes along one

	BlocksLOS    bool    // [7.4.1]
	BlocksCharge bool    // no charge starts in it, passes it or strikes into it [9.1]
	Disorders    [3]bool // by Arm: advancing into it disorders [8.7.1]
	Defence      int     // shock and charge DRM for a defender in it [9.2]
	Fire         int     // fire DRM for a target in it [7.5]
	SixFronts    bool    // [6.1.1]
	StopsRout    bool    // a routed unit may stop in it [10.4]
	Square       bool    // squares may form in it [4.2]
}

// SideRow is what the Terrain Table says of one kind of hexside [4.3]. A
// crossing replaces the stream or river of its hexside in everything but ZOC.
// MP costs come from Tables.SideCost.
type SideRow struct {
	MP [3]Cost // by Arm

	LOS          Screen
	ZOC          Barrier
	BlocksCharge bool    // [9.1]
	Disorders    [3]bool // by Arm: advancing across it disorders [8.7.1]
	LosesLevel   bool    // a retire or retreat across it costs a cohesion level [10.3.4]
	// Attack is the shock and charge DRM of an attack across it [8.4.2]: up
	// from a lower hex for slope, steep slope and ridge, from outside for
	// redoubt and fortification, either way for the others. That of a bridge
	// or ford takes the place of the water's under it.
	Attack   int
	Crossing bool // bridge or ford
}

// Fire reads the Fire Table at index: d10, fire strength and DRMs [7.5].
func (t *Tables) Fire(index int) FireResult { return t.fire.at(index) }

// FireDRM is the value of one artillery fire DRM.
func (t *Tables) FireDRM(m FireMod) int { return t.fireDR[m] }

// Dense reports whether a hex with sp strength points of infantry and cavalry
// is a dense target [7.1].
func (t *Tables) Dense(sp int) bool { return sp > t.fireDR[fireDenseAbove] }

// Shock reads the Shock and Charge Table at index: d10 and DRMs [8.5]. It
// returns the effects in order and the cell as the file has it. The slice
// belongs to the table.
func (t *Tables) Shock(index int) (effects []ShockEffect, cell string) {
	c := t.shock.at(index)
	return c.effects, c.text
}

// ShockDRM is the value of one shock or charge DRM.
func (t *Tables) ShockDRM(m ShockMod) int { return t.shocks[m] }

// PursuitDRM is the DRM of the nth charge in pursuit, the initial charge
// being number 0: 0, 0, -1, -2 and so on [9.5.2].
func (t *Tables) PursuitDRM(n int) int { return max(n-1, 0) * t.shocks[shockPursuit] }

// Ratio compares strength points: it returns the DRM and the name of the
// column, "1.5:1", rounding in the defender's favour [8.6.1]. SP below 0
// count as 0; a defender without SP gives the best column.
func (t *Tables) Ratio(attacker, defender int) (drm int, column string) {
	const most = 1 << 20 // far above any army; keeps the products small
	a, d := min(max(attacker, 0), most), min(max(defender, 0), most)
	best := t.ratios[0]
	for _, c := range t.ratios {
		if a*c.defender >= d*c.attacker {
			best = c
		}
	}
	return best.drm, best.name
}

// HexCost is the MP that a unit pays to enter a hex, without its hexside.
// road and trail say that the unit comes along one [4.3.1]; ok is false if it
// cannot enter [4.3.2].
func (t *Tables) HexCost(a Arm, kind Terrain, road, trail bool) (mp int, ok bool) {
	row := t.Hexes[kind]
	cost := row.MP[a]
	if road {
		cost = Cheaper(cost, row.Road)
	}
	if trail {
		cost = Cheaper(cost, row.Trail)
	}
	return int(cost), cost != NoEntry
}

// SideCost is the MP that crossing one kind of hexside adds to the cost of
// the hex; ok is false for a Z, which only a road, a trail or a crossing
// lifts [4.3.1, 4.3.2].
func (t *Tables) SideCost(a Arm, kind SideKind) (mp int, ok bool) {
	cost := t.Sides[kind].MP[a]
	return int(cost), cost != NoEntry
}

// Cost is a number of MP, or NoEntry.
type Cost int

// NoEntry is the Z of the Terrain Table: forbidden.
const NoEntry Cost = -1

// Cheaper is the lesser of a cost and a number of MP.
func Cheaper(a, b Cost) Cost {
	if a == NoEntry {
		return b
	}
	return min(a, b)
}

// openLadder is a result table with open ends.
type openLadder[T any] struct {
	first int // index of rows[0]
	rows  []T
}

func (l openLadder[T]) at(i int) T {
	return l.rows[min(max(i, l.first), l.first+len(l.rows)-1)-l.first]
}

type shockCell struct {
	effects []ShockEffect
	text    string
}

type ratioColumn struct {
	name               string
	attacker, defender int // in tenths
	drm                int
}
