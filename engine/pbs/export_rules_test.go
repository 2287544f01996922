package pbs

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"berthier/engine/hex"
)

// deployedCase are the lines that every record of a deployment in these tests has: the generals
// stand, and the battle can begin. Neither side has a unit group on the table without a line.
const deployedCase = `phase X
site standard c4 5 -
camp French 82,0,16,8
camp Allied 82,112,16,8
over "" 9-h done
`

// exported is the battle that a record of a deployment comes to.
func exported(t *testing.T, position string) string {
	t.Helper()
	record := deployedCase
	if strings.HasPrefix(position, "army french-1805\narmy french-1805\n") {
		record = strings.Replace(record, "Allied", "French2", 1)
	}
	rs, p, err := ReadCase([]byte(record + position))
	if err != nil {
		t.Fatal(err)
	}
	battle, err := rs.Export(p, "jdg", "game c-1")
	if err != nil {
		t.Fatal(err)
	}
	return string(battle.Data["scenarios/prebattle.txt"])
}

// exportRow is a record of a deployment, and what it comes to.
type exportRow struct {
	position string
	want     []string // lines, or beginnings of lines
	never    []string
}

// gloireRows are those of Jours de Gloire, by what they show and the clauses that they hold.
var gloireRows = map[string]exportRow{
	"XV-3: a Deep Water flank is pond in three columns: X-4, X-5, X-28, X-29": {
		"secured left\npiece French flank deep-water placed 0,0,24,120\n",
		[]string{"ground 01 ~~~.................\n", "ground 15 ~~~.................\n"}, nil},
	"XV-5: who has won the scouting by 40 adds 2: X-34": {
		"scouting 90 50\n",
		[]string{"commander n1 Napoleon French drm=5 rating=4 range=8 ",
			"commander k1 Kutuzov Allied drm=1 rating=3 range=6 "}, nil},
	"by less he adds 1: X-34": {"scouting 50 89\n",
		[]string{"commander n1 Napoleon French drm=3 ", "commander k1 Kutuzov Allied drm=2 "}, nil},
	"nobody has won: X-34": {"scouting 50 50\n",
		[]string{"commander n1 Napoleon French drm=3 ", "commander k1 Kutuzov Allied drm=1 "}, nil},
	"the commander is where the first of his unit groups but guns stands: X-34": {
		"ug f03 96,32,8,4 1\nug f02 104,24,16,4 2\ncommand f02 n1\ncommand f03 n1\n",
		[]string{"commander n1 Napoleon French drm=3 rating=4 range=8 at=1313\n"}, nil},
	"without troops at his camp's hex: X-34": {"",
		[]string{"commander n1 Napoleon French drm=3 rating=4 range=8 at=1115\n",
			"commander k1 Kutuzov Allied drm=1 rating=3 range=6 at=1101\n"}, nil},
	"XV-6: mounted troops come in turn 3: X-9, X-33": {
		"march n4 left f12 1\ncommand f12 n4\n",
		[]string{"formation gn4 Murat French am=5,4\n", "arrival 3 form=gn4 hex=0108\n"}, []string{"formation gn2"}},
	"XV-6: at a side that land secures one turn later: X-9": {
		"secured left\npiece French flank woods placed 0,12,24,24\nmarch n4 left f12 1\ncommand f12 n4\n",
		[]string{"arrival 4 form=gn4 hex=0108\n"}, nil},
	"with troops on foot in turn 4, two later on a 5: X-9, X-35": {
		"march n3 right f09 5\ncommand f09 n3\n", []string{"arrival 6 form=gn3 hex=2008\n"}, nil},
	"the Invader's right is column 1: X-3, X-35": {
		"march k3 right a11 2\ncommand a11 k3\n", []string{"arrival 3 form=gk3 hex=0108\n"}, nil},
	"a march keeps two hexes from the enemy, and goes back to its own rear: X-35": {
		"ug a01 0,56,16,4 1\ncommand a01 k1\nambush Allied 0,60,16,4 a02\ncommand a02 k1\n" +
			"march n4 left f12 1\ncommand f12 n4\n",
		[]string{"unit a02a Jurczik Allied ", "arrival 3 form=gn4 hex=0110\n"}, nil},
	"XV-9: a Village where the camp is gives no goal of its own: X-36": {
		"piece French compulsory village placed 90,0,9,12\n",
		[]string{"ground 15 ..........v.........\n", "goal 1115 \"French camp\" Allied=6 held=French\n",
			"goal 1101 \"Allied camp\" French=6 held=Allied\n"},
		[]string{"goal 1115 Village"}},
	"nor does one whose main hex has gone to another piece: X-5, X-36": {
		"piece French compulsory village placed 90,56,9,8\npiece French compulsory brush placed 92,58,4,4\n",
		[]string{"ground 08 ..........o.........\n"}, []string{"goal 1108"}},
	"a camp that is pond goes to the nearest hex that is not: X-36": {
		"piece French optional deep-water placed 90,0,9,12\n",
		[]string{"goal 1015 \"French camp\""}, []string{"goal 1115"}},
	"not to a nearer one beyond the rows of its owner: X-30, X-36": {
		"piece French optional deep-water placed 20,0,140,56\nug f01 82,2,16,4 1\ncommand f01 n1\n",
		[]string{"unit f01 \"Imperial Guard infantry\" French inf sp=6/4 coh=8/7 eng=8/7 ma=5/4 form=gn1 at=1915 ",
			"goal 1915 \"French camp\""}, nil},
	"Impassable Hills have cliffs around them, and are three levels up: X-29, X-38": {
		"piece French optional impassable-hills placed 90,56,9,8\n",
		[]string{"levels 08 00000000003000000000\n", "cliff 1008/1108\n", "cliff 1107/1108\n", "cliff 1108/1109\n",
			"cliff 1108/1208\n"}, []string{"cliff 1108/1108", "ground 08"}},
	"inside the hills are no cliffs: X-38": {
		"piece French optional impassable-hills placed 90,56,18,8\n",
		[]string{"cliff 1007/1108\n", "cliff 1109/1208\n"}, []string{"cliff 1108/1208"}},
	"beside a Gully all the rest is higher: X-29": {
		"piece French optional gully placed 90,56,9,8\n",
		[]string{"levels 01 11111111111111111111\n", "levels 08 11111111110111111111\n"}, nil},
	"slopes have the sign of their kind, a level up: X-29": {
		"piece French optional terrained-woods placed 90,56,9,8\n",
		[]string{"ground 08 ..........w.........\n", "levels 08 00000000001000000000\n"}, nil},
	"Open Areas, lost and removed pieces give nothing: X-7": {
		"piece French compulsory open-area placed 80,44,24,24\npiece French compulsory woods lost\n" +
			"piece French compulsory woods removed\npiece French compulsory rocky-ground placed 20,44,24,24\n",
		[]string{"size 20x15\nslopes auto\n"}, []string{"ground ", "levels "}},
	"an Open Area takes no hex from another piece: X-5, X-7": {
		"piece French compulsory open-area placed 90,56,4,8\npiece French compulsory woods placed 95,56,4,8\n",
		[]string{"ground 08 ..........w.........\n"}, nil},
	"for whom there is no hex he is left out, and named: X-8, X-12": {
		"piece French optional deep-water placed 0,12,180,52\npiece French optional deep-water placed 0,0,90,12\n" +
			"piece French optional deep-water placed 99,0,81,12\nug f01 84,24,16,4 1\nug f04 84,28,16,4 2\n" +
			"command f01 n1\ncommand f04 n1\n",
		[]string{"# There was no hex for St-Hilaire.\n",
			"unit f01 \"Imperial Guard infantry\" French inf sp=6/4 coh=8/7 " +
				"eng=8/7 ma=5/4 form=gn1 at=1115 "}, []string{"unit f04"}},
	"for whom there was no room on the table he comes with the first flank march: X-35, B99": {
		"ug f04 off 5\nmarch n3 right f09 5\nmarch n4 left f12 1\ncommand f04 n2\ncommand f09 n3\ncommand f12 n4\n",
		[]string{"arrival 6 form=gn3 hex=2008\narrival 3 form=gn4 hex=0108\n" +
			"arrival 3 form=gn2 hex=0108 units=f04a,f04b\n",
			"unit f04b St-Hilaire French inf sp=5/3 coh=7/6 eng=7/6 ma=5/4 form=gn2 nation=French\n"}, nil},
	"and guns where they can enter: X-35, B99": {
		"piece French optional marsh placed 0,44,24,32\nug f08 off 5\nmarch n4 left f12 1\n" +
			"command f08 n2\ncommand f12 n4\n",
		[]string{"arrival 3 form=gn4 hex=0106\narrival 3 form=gn2 hex=0106 units=f08\n"}, nil},
	"without one he is out of the battle, and named: X-8, B99": {"ug f04 off 5\ncommand f04 n2\n",
		[]string{"# There was no hex for St-Hilaire.\n"}, []string{"unit f04", "formation gn2"}},
	"who was deployed first has the hex: X-8": {
		"ug f01 82,24,16,4 2\nug f02 82,24,16,4 1\ncommand f01 n1\ncommand f02 n1\n",
		[]string{"unit f02 \"Guard cavalry\" French cav heavy sp=4/3 coh=8/7 eng=8/7 ma=10/8 form=gn1 at=1113 "}, nil},
	"an ambush of the Invader at the middle stands in row 8 at most, others not so far: X-11, X-30": {
		"piece Allied compulsory woods placed 68,60,24,24\nambush Allied 74,60,16,4 a01\nug a02 90,60,16,4 1\n" +
			"ug a03 110,60,16,4 2\ncommand a01 k1\ncommand a02 k1\ncommand a03 k1\n",
		[]string{"unit a01a Kollowrath Allied inf sp=4/3 coh=6/5 eng=6/5 ma=4/3 form=gk1 at=1007 "}, nil},
	"a Town takes 5 hexes: X-6": {"piece French optional town placed 60,20,40,40\n", nil, []string{"ttttt"}},
	"a cliff at the right edge: X-38": {"piece French optional impassable-hills placed 171,0,9,12\n",
		[]string{"cliff 1914/2014\n"}, []string{"2114", "2115"}},
	"a commander is with his own troops: X-34": {"ug f01 20,24,16,4 1\nug f02 104,24,16,4 2\ncommand f01 n2\ncommand " +
		"f02 n1\n",
		[]string{"commander n1 Napoleon French drm=3 rating=4 range=8 at=1313\n"}, nil},
	"snow is fog on every turn: X-37": {"option weather=yes\nweather winter snow\n",
		[]string{"turn 1 fog\n", "turn 10 fog\n"}, []string{"turns "}},
	"light rain on two: X-37": {"option weather=yes\nweather winter light-rain\n",
		[]string{"turn 1 fog\n", "turn 2 fog\n", "turn 3\n", "turn 10\n"}, nil},
	"fair weather is none, and the night lasts: X-37": {
		"option weather=yes\noption night=yes\nweather spring fair\n",
		[]string{"turn 1 night\n", "turn 10 night\n"}, []string{"fog"}},
	"what lies behind a piece that is gone counts: X-7": {"piece French optional woods removed\n" +
		"piece French optional village placed 92,58,4,4\n",
		[]string{"ground 08 ..........v.........\n", "goal 1108 Village "}, nil},
	"a camp can lie in a marsh: X-36": {"piece French optional marsh placed 82,0,16,12\n",
		[]string{"goal 1115 \"French camp\""}, nil},
	"Mountains are two levels up: X-29": {"piece French optional mountains placed 90,56,9,8\n",
		[]string{"levels 08 00000000002000000000\n"}, []string{"cliff"}},
	"no cliff is off the map: X-38": {"piece French optional impassable-hills placed 0,0,9,12\n",
		[]string{"cliff 0114/0115\n"}, []string{"0116", "0016", "0015"}},
	"the campaign is in the first line: X-12": {"", []string{"# game c-1\n# Source: a Pre Battle\n\nscenario "}, nil},
	"the head, and the sides: X-26, X-27": {"", []string{"scenario \"Case: standard, normal\"\n" +
		"side French rout=south chief=n1\nside Allied rout=north chief=k1\nturns 10\nsize 20x15\nslopes auto\n"}, nil},
	"the Invader is in the north, whoever he is: X-3, X-26": {"defender Allied\n",
		[]string{"side Allied rout=south chief=k1\nside French rout=north chief=n1\n"}, nil},
	"one who bluffs is on the map with his troops: X-10": {
		"march n4 left bluff 2\nug f12 24,28,16,4 1\ncommand f12 n4\n",
		[]string{"formation gn4 Murat French am=5,4\n",
			"unit f12 Kellermann French cav sp=4/3 coh=6/5 eng=6/5 ma=10/8 " +
				"form=gn4 at=0412 "}, []string{"arrival"}},
	"a centre on the border of columns is of the higher, on that of rows of the one farther south: X-31": {
		"ug f01 28,28,16,4 1\nug a01 82,88,16,4 2\ncommand f01 n1\ncommand a01 k1\n",
		[]string{"unit f01 \"Imperial Guard infantry\" French inf sp=6/4 coh=8/7 eng=8/7 ma=5/4 form=gn1 at=0512 ",
			"unit a01a Kollowrath Allied inf sp=4/3 coh=6/5 eng=6/5 ma=4/3 form=gk1 at=1104 "}, nil},
	"the same army twice: X-39": {
		"army french-1805\narmy french-1805\nug xf01 84,96,16,4 1\ncommand xf01 xn1\n",
		[]string{"side French2 rout=north chief=xn1\n", "formation gxn1 Napoleon French2 am=6,5\n",
			"unit xf01 \"Imperial Guard infantry\" French2 inf "}, nil},
	"two counters share the hex of their unit group, and are of a nation: X-27, X-32, X-33": {
		"ug f04 52,44,16,4 1\ncommand f04 n2\n",
		[]string{"unit f04a St-Hilaire French inf sp=5/3 coh=7/6 eng=7/6 ma=5/4 form=gn2 at=0710 nation=French\n" +
			"unit f04b St-Hilaire French inf sp=5/3 coh=7/6 eng=7/6 ma=5/4 form=gn2 at=0710 nation=French\n"}, nil},
	"XV-10: an ambush of the Defender up to the middle stands in row 8: X-11, X-30": {
		"piece French compulsory woods placed 68,36,24,24\nambush French 76,56,16,4 f09\ncommand f09 n3\n",
		[]string{"unit f09a Suchet French inf sp=5/3 coh=7/6 eng=7/6 ma=5/4 form=gn3 at=1008 "}, nil},
	"without a card the row is brought back into those of the owner: X-8, X-30": {
		"ug f09 76,56,16,4 1\ncommand f09 n3\n",
		[]string{"unit f09a Suchet French inf sp=5/3 coh=7/6 eng=7/6 ma=5/4 form=gn3 at=1009 "}, nil},
	"guns do not stand in a marsh, others do: X-32": {
		"piece French compulsory marsh placed 90,18,9,10\nug f08 86,24,8,4 1\nug f01 82,24,16,4 2\n" +
			"command f08 n2\ncommand f01 n1\n",
		[]string{"unit f01 \"Imperial Guard infantry\" French inf sp=6/4 coh=8/7 eng=8/7 ma=5/4 form=gn1 at=1113 ",
			"unit f08 \"IV Corps foot artillery\" French art sp=4/2 coh=7/6 ma=5/4 range=3/6 form=gn2 at=1114 "},
		nil},
}

// TestExportLines: what the lines of a record come to.
func TestExportLines(t *testing.T) {
	for name, c := range gloireRows {
		text := exported(t, c.position)
		for _, w := range c.want {
			if !strings.Contains("\n"+text, "\n"+w) {
				t.Errorf("%s: no %q in\n%s", name, w, text)
			}
		}
		for _, w := range c.never {
			if strings.Contains(text, w) {
				t.Errorf("%s: there is %q in\n%s", name, w, text)
			}
		}
	}
}

// TestExportOfOneSpot: unit groups that are all ordered to one spot stand each in its own hex
// of the owner's rows, the nearest that is free, then nearest his rear, then on his left [X-8,
// XV-7].
func TestExportOfOneSpot(t *testing.T) {
	position := deployedCase
	for i, g := range []string{"f", "a"} {
		for n := range []int{14, 16}[i] {
			position += fmt.Sprintf("ug %s%02d %s %d\n", g, n+1, []string{"82,24,16,4", "82,92,16,4"}[i], 16*i+n+1)
		}
	}
	_, p, err := ReadCase([]byte(position))
	if err != nil {
		t.Fatal(err)
	}
	x := newExport(p, "jdg")
	x.placeAll()
	seen := map[hex.Hex]bool{}
	for side := range x.at {
		if got, want := len(x.at[side]), len(p.roster(side).Groups); got != want {
			t.Errorf("side %d: %d on the map, want %d", side, got, want)
		}
		for g, h := range x.at[side] {
			if seen[h] || !x.owns(h, x.north(side), false) {
				t.Errorf("side %d, unit group %d in %s, which is taken or not its own", side, g, h)
			}
			seen[h] = true
		}
	}
	for side, want := range [2][]string{
		{"1113", "1114", "1013", "1213", "1012", "1212", "1112", "1115"},
		{"1104", "1103", "1203", "1003", "1204", "1004", "1105", "1102"},
	} {
		var got []string
		for g := range want {
			got = append(got, x.at[side][g].String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("side %d: got %s, want %s", side, got, want)
		}
	}
}

// TestExportTurned: a record turned by half a circle, with the roles exchanged, gives the
// opposite hexes [XV-2].
func TestExportTurned(t *testing.T) {
	_, p, err := ReadCase([]byte(deployedCase + "piece French compulsory woods placed 12,20,24,20\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, q, err := ReadCase([]byte(deployedCase + "piece French compulsory woods placed 144,80,24,20\n"))
	if err != nil {
		t.Fatal(err)
	}
	a, b := newExport(p, "jdg"), newExport(q, "jdg")
	for h := range a.owner {
		if o := (hex.Hex{Col: mapColumns + 1 - h.Col, Row: mapRows + 1 - h.Row}); b.pieceAt(o) != 0 {
			t.Errorf("%s has the piece, %s opposite it has not", h, o)
		}
	}
	if len(a.owner) != len(b.owner) || len(a.owner) == 0 {
		t.Errorf("%d hexes, and %d turned", len(a.owner), len(b.owner))
	}
}

// TestExportOfTheRecord: nothing that is not in the record of the deployment changes the battle,
// and nothing is drawn for it.
func TestExportOfTheRecord(t *testing.T) {
	record := deployedCase + "scouting 70 50\nug f01 84,24,16,4 1\nmarch n4 left f12 1\ncommand f01 n1\n" +
		"command f12 n4\npiece French compulsory woods placed 12,20,24,20\n"
	rs, p, err := ReadCase([]byte(record))
	if err != nil {
		t.Fatal(err)
	}
	other, q, err := ReadCase([]byte(record + "hand French red,white\nhand Allied black\ndiscards green\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range rs.Targets(p) {
		a, err := rs.Export(p, target, "game c-1")
		if err != nil {
			t.Fatal(err)
		}
		b, err := other.Export(q, target, "game c-1")
		if err != nil || !reflect.DeepEqual(a, b) {
			t.Errorf("%s: with other cards another battle (%v)", target, err)
		}
	}
}

// TestExportNamed: a campaign that has named the game of its battle begins no other.
func TestExportNamed(t *testing.T) {
	rs, p, err := ReadCase([]byte(deployedCase + "option target=ccn\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := rs.Targets(p); !slices.Equal(got, []string{"ccn"}) {
		t.Errorf("it can begin %v", got)
	}
	if _, err := rs.Export(p, "jdg", "game c-1"); err == nil || !strings.Contains(err.Error(), "ccn") {
		t.Errorf("got %v", err)
	}
	if b, err := rs.Export(p, "ccn", "game c-1"); err != nil || b.Setup.Scenario != "prebattle" {
		t.Errorf("got the scenario %q, %v", b.Setup.Scenario, err)
	}
	if _, err := rs.Export(p, "ccn", "game c-1\nunit"); err == nil ||
		!strings.Contains(err.Error(), "more than one line") {
		t.Errorf("an origin of two lines: got %v", err)
	}
}

// TestExportRefused: what is not over, or cannot fight the battle, becomes none.
func TestExportRefused(t *testing.T) {
	for position, want := range map[string]string{
		"phase N\nsite standard c4 5 -\n": "[X-40]",
		"phase X\nsite standard c4 5 -\ncamp French 82,0,16,8\nover \"\" 9-h done\n": "[X-40] the " +
			"camp of Allied",
		deployedCase + "ug f01 84,24,16,4 1\n": "[X-40] nobody" +
			" commands f01",
		deployedCase + "march n4 left f12 1\n": "[X-40] nobody" +
			" commands f12",
		deployedCase + "ambush French 84,24,16,4 f07\n": "[X-40] nobody" +
			" commands f07",
		"army rome-218bce\narmy carthage-218bce\nphase X\nsite standard c4 5 -\nover \"\" 9-h done\n": "[X-2]",
	} {
		rs, p, err := ReadCase([]byte(position))
		if err != nil {
			t.Fatal(err)
		}
		for _, target := range []string{"jdg", "ccn"} {
			if _, err := rs.Export(p, target, "game c-1"); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: got %v, want %s", target, err, want)
			}
		}
		if len(rs.Targets(p)) != 0 {
			t.Errorf("%s: it can become a battle", want)
		}
	}
}
