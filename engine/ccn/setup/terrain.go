package setup

import "berthier/engine/lines"

// Terrain is what lies in a hex [7]. HillHill and Works are rows of the table and no
// ground: how one hill is attacked from another, and across a fortified side.
type Terrain uint8

const (
	Open Terrain = iota
	Forest
	Hill
	HillHill
	RuggedHill
	Town
	Windmill
	Works
	River
	Ford
	Bridge
	Sand
	NumTerrains
)

var terrainNames = [...]string{"open", "forest", "hill", "hill-hill", "rugged-hill", "town", "windmill", "works",
	"river", "ford", "bridge", "sand"}

// String prints the terrain as data files write it.
func (t Terrain) String() string { return terrainNames[t] }

// Entry says who may enter a hex, and whether he has to stop there.
type Entry uint8

const (
	EnterFree Entry = iota
	EnterStop
	EnterNoGuns // all stop, and artillery cannot enter
	EnterNever
)

var entryNames = [...]string{"free", "stop", "guns", "never"}

// AfterEntry says who may battle in the turn in which he has entered.
type AfterEntry uint8

const (
	BattleAll AfterEntry = iota
	BattleLight
	BattleNone
)

var afterNames = [...]string{"yes", "light", "no"}

// Sight says whether a hex blocks lines of sight.
type Sight uint8

const (
	SightClear Sight = iota
	SightBlocked
	SightHill // by the rules of hills [7.2]
)

var sightNames = [...]string{"no", "yes", "hill"}

// TerrainRow is what the table says of one kind of terrain. Dice are those that an
// attack loses by it, 0 or less, by arm; cavalry has no ranged combat.
type TerrainRow struct {
	Enter     Entry
	Battle    AfterEntry
	IntoMelee [NumArms]int
	IntoFire  [NumArms]int
	OutMelee  [NumArms]int
	OutFire   [NumArms]int
	Square    bool // infantry may form square [6.2-d]
	Sight     Sight
	Charge    bool // Cavalry Charge gives its dice [7.4-e]
	Flags     int  // that infantry and artillery in it may ignore [5.9-k]
}

const terrainColumns = "terrain,enter,battle,im-inf,im-cav,im-art,ir-inf,ir-art,om-inf,om-cav,om-art,or-inf,or-art," +
	"square,sight,charge,flags"

func (t *Tables) readTerrain(s *lines.Table) error {
	return s.EachName(terrainNames[:], func(i int, r *lines.Row) {
		row := &t.Ground[i]
		less := func() int { return r.Number(-5, 0) }
		row.Enter = Entry(max(r.Word(entryNames[:]...), 0))
		row.Battle = AfterEntry(max(r.Word(afterNames[:]...), 0))
		row.IntoMelee = [NumArms]int{less(), less(), less()}
		row.IntoFire = [NumArms]int{Infantry: less(), Artillery: less()}
		row.OutMelee = [NumArms]int{less(), less(), less()}
		row.OutFire = [NumArms]int{Infantry: less(), Artillery: less()}
		row.Square = r.Yes()
		row.Sight = Sight(max(r.Word(sightNames[:]...), 0))
		row.Charge = r.Yes()
		row.Flags = r.Number(0, 2)
		hill := Terrain(i) == Hill || Terrain(i) == HillHill
		switch {
		case Terrain(i) == Open && (row.Enter != EnterFree || row.Battle != BattleAll || row.Sight != SightClear):
			r.Fault("open ground stops nobody and blocks no sight")
		case hill != (row.Sight == SightHill):
			r.Fault("sight %s, want hill for hill and hill-hill, and for nothing else", sightNames[row.Sight])
		}
	})
}
