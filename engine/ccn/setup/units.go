package setup

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"berthier/engine/lines"
)

// Arm is what a unit fights as [2.5-c]; a die shows one of the three.
type Arm uint8

const (
	Infantry Arm = iota
	Cavalry
	Artillery
	NumArms
)

var armNames = [...]string{"infantry", "cavalry", "artillery"}

// String prints the arm in the rulebook's word.
func (a Arm) String() string { return armNames[a] }

// Traits are what cards and rules ask of a kind of unit beside its arm.
type Traits struct {
	Elite, Guard, Militia bool // [5.2.1]
	Light                 bool // battles in the turn in which it enters a forest [7.1-c]
	Heavy                 bool // cavalry that a Cavalry Charge makes faster [8.3-f]
	Horse                 bool // horse artillery [5.3.3-b]
}

// Half is how half of the blocks of a unit that has moved is rounded [5.5.4-b].
type Half uint8

const (
	NoHalf Half = iota // it has no dice of its blocks at a range
	Up
	Down
)

var halfNames = [...]string{"-", "up", "down"}

// Kind is one kind of unit of one nation: a row of its reference card [2.4].
type Kind struct {
	Nation, Type, Label string
	Arm                 Arm
	Traits

	Blocks   int // at full strength
	Move     int // hexes with which it may still battle
	March    int // hexes without
	Range    int // of ranged combat; 0 without it
	Ranged   int // dice added to its blocks in ranged combat; 0 for artillery
	Still    int // further dice in ranged combat if it has not moved
	Half     Half
	Melee    int  // dice added in melee
	Infantry int  // further dice in melee against infantry
	Sabers   bool // hit in melee
	Flags    int  // that it may ignore for what it is
	Retreat  int  // hexes of each flag
	Used     bool // scenarios may use it
	Standing string
}

const unitColumns = "nation,type,label,arm,blocks,move,march,range,ranged,still,half,melee,infantry,sabers,flags," +
	"retreat,traits,used,standing"

var standings = []string{"text", "pages", "page", "project"}

func (t *Tables) readUnits(s *lines.Table) error {
	for _, r := range s.Rows {
		var k Kind
		k.Nation, _ = r.Text()
		k.Type, _ = r.Text()
		k.Label, _ = r.Text()
		k.Arm = Arm(max(r.Word(armNames[:]...), 0))
		k.Blocks, k.Move, k.March = r.Number(1, 9), r.Number(0, 4), r.Number(0, 4)
		k.Range, _ = r.NumberOr(2, 9, "-")
		k.Ranged, _ = r.NumberOr(0, 3, "-")
		k.Still = r.Number(0, 3)
		k.Half = Half(max(r.Word(halfNames[:]...), 0))
		k.Melee, k.Infantry = r.Number(0, 3), r.Number(0, 3)
		k.Sabers = r.Yes()
		k.Flags, k.Retreat = r.Number(0, 3), r.Number(1, 3)
		k.Traits = readTraits(r)
		k.Used = r.Yes()
		if i := r.Word(standings...); i >= 0 {
			k.Standing = standings[i]
		}
		t.checkKind(r, k)
		if r.Err() != nil {
			return r.Err()
		}
		t.kinds = append(t.kinds, k)
	}
	if len(t.kinds) == 0 {
		return errors.New(s.File + ": no unit, want at least one")
	}
	return nil
}

// checkKind holds a row to what the rules say of each arm.
func (t *Tables) checkKind(r *lines.Row, k Kind) {
	_, twice := t.Kind(k.Nation, k.Type)
	switch {
	case twice:
		r.Fault("%s %s stands here twice", k.Nation, k.Type)
	case !word(k.Nation), !word(k.Type):
		r.Fault("nation %q and type %q are not words of letters and hyphens", k.Nation, k.Type)
	case len(k.Label) == 0 || len(k.Label) > 4:
		r.Fault("label %q has not one to four letters", k.Label)
	case k.March < k.Move:
		r.Fault("march %d is below move %d", k.March, k.Move)
	case (k.Range == 0) != (k.Arm == Cavalry):
		r.Fault("range %d for %s: infantry and artillery have one, cavalry has none [5.5-a]", k.Range, k.Arm)
	case (k.Half == NoHalf) != (k.Arm != Infantry):
		r.Fault("half %s for %s: infantry rounds, and nobody else [5.5.4]", halfNames[k.Half], k.Arm)
	case k.Still > 0 && k.Arm != Infantry:
		r.Fault("still %d for %s: infantry has more dice where it stands, and nobody else [5.5.4]", k.Still, k.Arm)
	case k.Heavy && k.Arm != Cavalry, k.Horse && k.Arm != Artillery, k.Light && k.Arm != Infantry:
		r.Fault("heavy is for cavalry, horse for artillery, light for infantry")
	}
}

// word reports whether s can stand in a file without quotes.
func word(s string) bool {
	for _, c := range s {
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '-') {
			return false
		}
	}
	return s != ""
}

// readTraits takes words joined by +, each once.
func readTraits(r *lines.Row) (t Traits) {
	value, column := r.Text()
	if value == "-" {
		return t
	}
	flags := map[string]*bool{"elite": &t.Elite, "guard": &t.Guard, "militia": &t.Militia, "light": &t.Light,
		"heavy": &t.Heavy, "horse": &t.Horse}
	for name := range strings.SplitSeq(value, "+") {
		flag := flags[name]
		if flag == nil || *flag {
			r.Fault(
				"%s %q is not -, nor of elite, guard, militia, light, heavy, horse joined by +, each once",
				column,
				value,
			)
			return t
		}
		*flag = true
	}
	return t
}

// Kind is a kind of unit by its nation and type.
func (t *Tables) Kind(nation, typ string) (Kind, bool) {
	i := slices.IndexFunc(t.kinds, func(k Kind) bool { return k.Nation == nation && k.Type == typ })
	if i < 0 {
		return Kind{}, false
	}
	return t.kinds[i], true
}

// Nations are those that have a reference card, in the order of the table.
func (t *Tables) Nations() (names []string) {
	for _, k := range t.kinds {
		if !slices.Contains(names, k.Nation) {
			names = append(names, k.Nation)
		}
	}
	return names
}

// Types are those of a nation that scenarios may use.
func (t *Tables) Types(nation string) (types []string) {
	for _, k := range t.kinds {
		if k.Nation == nation && k.Used {
			types = append(types, k.Type)
		}
	}
	return types
}

// guns are the two kinds of artillery that artillery.csv knows.
var guns = []string{"foot", "horse"}

// maxRange is the farthest column of artillery.csv.
const maxRange = 5

// battery is the key of a row of artillery.csv.
type battery struct {
	horse, one, moved bool
}

func (t *Tables) readArtillery(s *lines.Table) error {
	t.artillery = map[battery][maxRange]int{}
	for _, r := range s.Rows {
		b := battery{horse: r.Word(guns...) == 1, one: r.Word("more", "one") == 1, moved: r.Yes()}
		var dice [maxRange]int
		for i := range dice {
			dice[i] = r.Number(0, 9)
			if i > 0 && dice[i] > dice[i-1] {
				r.Fault(
					"%d dice at %d hexes and %d at %d, want no more at the farther ones",
					dice[i],
					i+1,
					dice[i-1],
					i,
				)
			}
		}
		if _, twice := t.artillery[b]; twice {
			r.Fault("this row stands here twice")
		}
		if r.Err() != nil {
			return r.Err()
		}
		t.artillery[b] = dice
	}
	if want := 8; len(t.artillery) != want {
		return fmt.Errorf(
			"%s: %d rows, want each of foot and horse, more and one, no and yes once",
			s.File,
			len(t.artillery),
		)
	}
	return nil
}

// Guns are the dice of artillery with a number of blocks, 1 or more, at a range in
// hexes, 1 for melee; 0 if it may not battle so [5.5.4-i, 5.6.4-j].
func (t *Tables) Guns(horse bool, blocks int, moved bool, hexes int) int {
	if hexes < 1 || hexes > maxRange {
		return 0
	}
	return t.artillery[battery{horse, blocks == 1, moved}][hexes-1]
}
