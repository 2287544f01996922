package pbs

import (
	"fmt"
	"strings"
	"testing"

	"berthier/engine/hex"
)

// coloredOf is the battle of Commands & Colors that a record of a deployment comes to, and
// what stays hidden in it.
func coloredOf(t *testing.T, position string) (text, hidden string) {
	t.Helper()
	record := deployedCase
	if strings.HasPrefix(position, "army french-1805\narmy french-1805\n") {
		record = strings.Replace(record, "Allied", "French2", 1)
	}
	rs, p, err := ReadCase([]byte(record + position))
	if err != nil {
		t.Fatal(err)
	}
	battle, err := rs.Export(p, "ccn", "game c-1")
	if err != nil {
		t.Fatal(err)
	}
	return string(battle.Data["scenarios/prebattle.txt"]), string(battle.Setup.Files["arrivals.txt"])
}

// colorsRows are those of Commands & Colors.
var colorsRows = map[string]exportRow{
	"XV-3: a Deep Water flank: X-4, X-5, X-13, X-14": {
		"secured left\npiece French flank deep-water placed 0,0,24,120\n",
		[]string{"ground I ~~...........\n", "ground H ~...........\n", "ground B ~...........\n",
			"ground A ~~...........\n"}, nil},
	"XV-4: a piece that takes no hex takes the one nearest row A: X-5": {
		"piece French optional woods placed 162,99,16,16\n", []string{"ground H ...........f\n"}, []string{"ground I"}},
	"XV-5: who has won the scouting by 40 has 6 cards, the other 4, and he begins: X-19": {
		"scouting 90 50\n", []string{"side French bottom nations=French hand=6\n",
			"side Allied top nations=Austrian,Russian,Cossack hand=4\n", "first French\n"}, nil},
	"by less the other has 5: X-19": {"scouting 50 89\n", []string{"side French bottom nations=French hand=5\n",
		"side Allied top nations=Austrian,Russian,Cossack hand=6\n", "first Allied\n"}, nil},
	"by the least: X-19": {"scouting 51 50\n", []string{"side French bottom nations=French hand=6\n", "first French\n"},
		nil},
	"nobody has won: the Invader begins: X-19": {"scouting 50 50\n", []string{
		"side French bottom nations=French hand=5\n", "side Allied top nations=Austrian,Russian,Cossack hand=5\n",
		"first Allied\n"}, nil},
	"half the unit groups of the smaller army, and the tests of X-20": {"", []string{"banners 7\n"}, nil},
	"a camp is a banner for the enemy at the start of his turns: X-21": {"",
		[]string{"goal A7 \"French camp\" Allied=1 start\n", "goal I7 \"Allied camp\" French=1 start\n"}, nil},
	"one in the water goes along its baseline, to its owner's left first: X-21": {
		"piece French optional deep-water placed 82,0,16,12\npiece French optional deep-water placed 82,110,16,10\n",
		[]string{"ground A ......~......\n", "goal A6 \"French camp\" Allied=1 start\n",
			"ground I ......~......\n", "goal I8 \"Allied camp\" French=1 start\n"}, nil},
	"a camp can lie in a marsh, and a general stand there: X-17, X-18, X-21": {"piece French optional marsh placed " +
		"68,0,30,12\n",
		[]string{"ground A .....ss......\n", "leader g-n2 Soult French at=A6\n",
			"goal A7 \"French camp\" Allied=1 start\n"}, nil},
	"Mountains are rugged where they fill a hex: X-14": {
		"piece French optional mountains placed 80,40,36,30\n",
		[]string{"ground E ......rrh....\n", "ground D .....hrr....\n"}, []string{"hill"}},
	"slopes are a hill and what grows on it: X-14": {
		"piece French optional terrained-woods placed 80,44,20,12\n",
		[]string{"ground D .....ff.....\n", "hill D6,D7\n"}, []string{"ground E"}},
	"slopes of Mountains are rugged where they fill a hex, too: X-14, X-17": {
		"piece French optional terrained-mountains placed 80,40,36,30\nug f01 84,48,16,4 1\ncommand f01 n1\n",
		[]string{"ground E ......rrh....\n", "ground D .....hrr....\n",
			"unit u-f01 \"Imperial Guard infantry\" French old-guard at=C7\n"}, []string{"hill"}},
	"where the tile of the slopes is none, a hill alone: X-14": {
		"piece French optional terrained-tall-crops placed 80,44,20,16\n",
		[]string{"ground D .....hh.....\n"}, []string{"hill D"}},
	"what is strewn or wet is sand, a gully a ford: X-14": {
		"piece French optional marsh placed 80,44,20,16\npiece French optional gully placed 80,4,20,16\n",
		[]string{"ground D .....ss.....\n", "ground A ......x......\n"}, nil},
	"a Village takes 2 hexes, those that it fills most: X-6": {
		"piece French optional village placed 76,40,30,30\n",
		[]string{"ground D .....tt.....\n"}, []string{"ground E"}},
	"of hexes that it fills those nearest to row A: X-6": {
		"piece French optional village placed 68,26,32,28\n", []string{"ground C .....tt......\n"},
		[]string{"ground D"}},
	"a point on the border of a piece is not in it: X-4": {
		"piece French optional woods placed 83,35,14,18\n", []string{"ground D .....ff.....\n"}, []string{"ground C"}},
	"an ambush of the Invader down to the middle stands in row E at most, others not so far: X-11, X-15": {
		"piece Allied compulsory woods placed 68,56,24,24\nambush Allied 72,60,16,4 a01\nug a02 90,60,16,4 1\n" +
			"command a01 k1\ncommand a02 k1\n",
		[]string{"unit u-a01 Kollowrath Austrian line at=E6\n"}, []string{"at=E7"}},
	"a Town 3": {"piece French optional town placed 70,40,40,30\n",
		[]string{"ground E .....t.......\n", "ground D .....tt.....\n"}, nil},
	"fields of the lower half face up: X-14": {
		"piece Allied optional boundaried-fields placed 82,28,14,13\n", []string{"works C7 NE,E,NW\n"},
		[]string{"ground "}},
	"those of the upper half down: X-14": {
		"piece French optional boundaried-fields placed 82,80,14,13\n", []string{"works G7 SE,SW,W\n"}, nil},
	"on the line as in the half of who placed them: X-14": {
		"piece French optional boundaried-fields placed 82,54,14,12\n", []string{"works E7 NE,E,NW\n"}, nil},
	"or of the other: X-14": {
		"piece Allied optional boundaried-fields placed 82,54,14,12\n", []string{"works E7 SE,SW,W\n"}, nil},
	"what gives no tile is named: X-7": {
		"piece French optional ploughed-fields placed 82,54,14,12\npiece French optional open-area placed 2,54,14,12\n",
		[]string{"# On the table, and of no effect in the battle: ploughed-fields.\n"}, []string{"ground ", "open"}},
	"XV-10: an ambush up to the middle stands in row E at most: X-11, X-15": {
		"piece French compulsory woods placed 68,36,24,24\nambush French 76,56,16,4 f09\ncommand f09 n3\n",
		[]string{"unit u-f09 Suchet French line at=E7\n"}, nil},
	"without a card the row is brought back into those of the owner, and then the column found: X-8, X-15, X-16": {
		"ug f09 76,56,16,4 1\ncommand f09 n3\n", []string{"unit u-f09 Suchet French line at=D6\n"}, nil},
	"a centre on a border is of the higher row: X-16, X-25": {
		"ug a01 10,78,16,4 1\ncommand a01 k1\n", []string{"unit u-a01 Kollowrath Austrian line at=G2\n"}, nil},
	"guns do not stand in a quarry, others do: X-17": {
		"piece French compulsory marsh placed 82,12,14,16\nug f08 86,18,8,4 1\nug f01 82,18,16,4 2\n" +
			"command f08 n2\ncommand f01 n1\n",
		[]string{"ground B .....ss.....\n", "unit u-f01 \"Imperial Guard infantry\" French old-guard at=B7\n",
			"unit u-f08 \"IV Corps foot artillery\" French foot-artillery at=A7\n"}, nil},
	"nobody stands on Impassable Hills: X-17": {
		"piece French compulsory impassable-hills placed 82,12,14,16\nug f01 82,18,16,4 2\ncommand f01 n1\n",
		[]string{"unit u-f01 \"Imperial Guard infantry\" French old-guard at=A7\n"}, nil},
	"a general is with the first of his unit groups but guns: X-18": {
		"ug f03 96,32,8,4 1\nug f02 104,24,16,4 2\ncommand f02 n1\ncommand f03 n1\n",
		[]string{"leader g-n1 Napoleon French at=B8\n"}, nil},
	"with guns if he has nothing else: X-18": {
		"ug f03 96,32,8,4 1\ncommand f03 n1\n", []string{"leader g-n1 Napoleon French at=C8\n"}, nil},
	"without troops in the free hexes nearest to the camp: X-18": {"",
		[]string{"leader g-n1 Napoleon French at=A7\n", "leader g-n2 Soult French at=A6\n",
			"leader g-n3 Lannes French at=A8\n", "leader g-k1 Kutuzov Allied at=I7\n"}, nil},
	"and not in a nearer one beyond his own rows: X-15, X-18": {
		"piece French optional deep-water placed 20,0,140,53\nug f01 0,27,12,4 1\nug f04 4,41,12,4 2\n" +
			"command f01 n4\ncommand f04 n4\n",
		[]string{"unit u-f01 \"Imperial Guard infantry\" French old-guard at=C1\n",
			"unit u-f04 St-Hilaire French line at=D1\n",
			"goal A1 \"French camp\"", "leader g-n1 Napoleon French at=A1\n", "leader g-n2 Soult French at=B1\n",
			"leader g-n3 Lannes French at=A13\n"}, nil},
	"one who bluffs is on the board: X-10": {
		"march n4 left bluff 2\nug f12 24,28,16,4 1\ncommand f12 n4\n",
		[]string{"leader g-n4 Murat French at=C3\n"}, []string{"at=off"}},
	"the same army twice: X-39": {
		"army french-1805\narmy french-1805\nug xf01 84,96,16,4 1\ncommand xf01 xn1\n",
		[]string{"side French2 top nations=French hand=5\n",
			"unit xf01 \"Imperial Guard infantry\" French old-guard at=H7 side=French2\n",
			"leader xn1 Napoleon French2 at=H7\n"}, nil},
	"snow is wet and mud: X-24": {"option weather=yes\nweather winter snow\n",
		[]string{"weather wet mud\n"}, nil},
	"heavy rain too: X-24": {"option weather=yes\nweather winter heavy-rain\n",
		[]string{"weather wet mud\n"}, nil},
	"light rain is wet: X-24": {"option weather=yes\nweather winter light-rain\n",
		[]string{"weather wet\n"}, nil},
	"strong winds: X-24": {"option weather=yes\nweather spring strong-winds\n",
		[]string{"weather wind\n"}, nil},
	"dust is as rain: X-24": {"option weather=yes\nweather summer dust-storm\n",
		[]string{"weather wet\n"}, nil},
	"heat is nothing: X-24": {"option weather=yes\nweather summer hot\n", nil,
		[]string{"weather"}},
	"the campaign is named in the first line: X-12": {"", []string{"# game c-1\n# Source: a Pre Battle\n\nscenario "},
		nil},
}

// TestColorsLines: what the lines of a record come to in Commands & Colors.
func TestColorsLines(t *testing.T) {
	for name, c := range colorsRows {
		text, hidden := coloredOf(t, c.position)
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
		if hidden != "" {
			t.Errorf("%s: something is hidden:\n%s", name, hidden)
		}
	}
}

// TestColorsBanners: half of the unit groups of the smaller army, 5 to 9.
func TestColorsBanners(t *testing.T) {
	for groups, want := range map[int]int{8: 5, 10: 5, 11: 6, 14: 7, 17: 9, 18: 9, 20: 9} {
		if got := bannersToWin(groups); got != want {
			t.Errorf("%d unit groups: %d banners, want %d", groups, got, want)
		}
	}
}

// TestColorsArrival: what marches is off the board, and only the hidden file says when and where
// it arrives.
func TestColorsArrival(t *testing.T) {
	const flank = "secured left\npiece French flank woods placed 0,12,24,24\n"
	for position, want := range map[string]string{
		"march n4 left f12 1\ncommand f12 n4\n":                     "arrival French left 3 u-f12 leader=g-n4\n",
		"march n4 left f12,f14 4\ncommand f12 n4\ncommand f14 n4\n": "arrival French left 4 u-f12,u-f14 leader=g-n4\n",
		"march n3 right f09 5\ncommand f09 n3\n":                    "arrival French right 6 u-f09 leader=g-n3\n",
		"march k3 right a11 2\ncommand a11 k3\n":                    "arrival Allied right 3 u-a11 leader=g-k3\n",
		flank + "march n4 left f12 1\ncommand f12 n4\n":             "arrival French left 4 u-f12 leader=g-n4\n",
		// For whom there was no room on the table he comes with it [B99].
		"ug f04 off 5\nmarch n4 left f12 1\ncommand f04 n2\ncommand f12 n4\n": "arrival French left 3 " +
			"u-f12,u-f04 leader=g-n4\n",
	} {
		text, hidden := coloredOf(t, position)
		if head := "# game c-1\n# Source: a Pre Battle\n\n"; hidden != head+want {
			t.Errorf("%s: got\n%s", position, hidden)
		}
		fields := strings.Fields(want)
		who := strings.TrimPrefix(fields[5], "leader=")
		for line := range strings.Lines(text) {
			if strings.Contains(line, " "+who+" ") && !strings.HasSuffix(line, "at=off\n") {
				t.Errorf("%s: got %s", position, line)
			}
		}
		if strings.Count(text, "at=off\n") != 2+strings.Count(fields[4], ",") || strings.Contains(text, "arrival") {
			t.Errorf("%s: got\n%s", position, text)
		}
	}
}

// TestColorsOfOneSpot: unit groups that are all ordered to one spot stand each in its own hex of
// the owner's rows [X-8, XV-7].
func TestColorsOfOneSpot(t *testing.T) {
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
	x := newExport(p, "ccn")
	x.placeAll()
	for side := range x.at {
		seen := map[hex.Hex]bool{}
		for g := range p.roster(side).Groups {
			h, ok := x.at[side][g]
			if !ok || seen[h] || !x.owns(h, x.north(side), false) {
				t.Errorf("side %d, unit group %d in %v", side, g, h)
			}
			seen[h] = true
		}
	}
}

// TestColorsTurned: a record turned by half a circle, with the roles exchanged, gives the
// opposite hexes [XV-2].
func TestColorsTurned(t *testing.T) {
	_, p, err := ReadCase([]byte(deployedCase + "piece French compulsory woods placed 12,20,24,20\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, q, err := ReadCase([]byte(deployedCase + "piece French compulsory woods placed 144,80,24,20\n"))
	if err != nil {
		t.Fatal(err)
	}
	a, b := newExport(p, "ccn"), newExport(q, "ccn")
	for h := range a.owner {
		o := hex.Hex{Col: 14 - h.Col, Row: 10 - h.Row}
		if h.Row%2 == 0 {
			o.Col--
		}
		if b.pieceAt(o) != 0 {
			t.Errorf("%s has the piece, %s opposite it has not", battlefield.Name(h), battlefield.Name(o))
		}
	}
	if len(a.owner) != len(b.owner) || len(a.owner) == 0 {
		t.Errorf("%d hexes, and %d turned", len(a.owner), len(b.owner))
	}
}
