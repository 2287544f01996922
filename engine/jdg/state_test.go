package jdg

import (
	"strings"
	"testing"

	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// TestStateTables shows every table of a position in the middle of a turn to
// the French.
func TestStateTables(t *testing.T) {
	_, p, err := ReadCase([]byte(`turn 1 fog
turn 2
turn 3 "noon" night
formation a "Alpha" French
formation b "Beta" Allied
formation c "Gamma" French
unit inf   French inf form=a at=0505
unit gun   French art form=a at=0606
unit under French inf form=a at=0606
unit cuir  French cav heavy form=a at=0308 sp=5
unit hus   French cav form=a at=0309 state=routed
hex 0309 village
unit new   French inf form=c at=0101
unit more  French inf form=c
unit next  French inf form=c
unit foe   Allied inf form=b at=0905
unit gone  Allied inf form=b at=1010
unit late  Allied inf form=b
commander chief French at=0505
commander other Allied at=0905 drm=-1
arrival 3 form=c hex=0103 units=more
arrival 2 form=b hex=1201
arrival 1 form=c hex=0105 units=next
cam both French forms=a,c
turn-is 2
holds French
drawn a
in-cup a/2:3 b/2:3 both/0:4
renfort new
granted inf
squared inf
halted hus
lost gone
broken b
orders none a.2
stands French P17 no
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	p.First = Marker{"c", 1, 4}
	p.editForm(0).Acted = true
	want := `# Turn
2 of 3 | – | clear day | D, Activation | French
# Your units
inf | inf | Alpha | 0505 | ordered | 6-6-6-5 | square, orders for this turn
gun | gun | Alpha | 0606 E | ordered | 3-6-–-6 | range 3/6, orders, top of stack
under | under | Alpha | 0606 E | ordered | 6-6-6-5 | orders
cuir | cuir | Alpha | 0308 E | ordered | 5-6-6-9 | heavy cavalry, no orders
hus | hus | Alpha | 0309 | routed | 3-5-5-8 | cavalry, halted, no orders
new | new | Gamma | 0101 E | ordered | 6-6-6-5 | Renfort
# Allied units
foe | foe | Beta | 0905 W | ordered | 6-6-6-5 | orders
# Commanders
chief | chief | French | 0505 | 3 | 6 | +1 | 
other | other | Allied | 0905 | 3 | 6 | -1 | 
# Tactical groups
a.1 | French | received | inf gun under | has acted
a.2 | French | none | cuir hus | has acted
b | Allied | received | foe | demoralised
# Activation markers
activated | French | Alpha (4)
opens the turn | French | Gamma (4)
in the cup | French | Alpha (3) and both (4)
in the cup | Allied | Beta (3)
laid aside | French | Gamma (3)
# Reinforcements to come
1 (due) | French | Gamma | 0105 | next
2 (due) | Allied | Beta | 1201 | late
3 | French | Gamma | 0103 | more
# Eliminated
Allied | 6 | gone
# Your standing orders
square | the army | no
`
	if got := printTables(p, 0); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	p.Holder = 1
	p.Turn = 3
	p.Leaders[1].Moved = true
	p.Leaders[0].Hex = hex.None
	got := printTables(p, 1)
	for _, line := range []string{"3 of 3 | noon | night | D, Activation | Allied\n", "3 (due) | French | Gamma",
		"| moved this turn\n", "chief | chief | French | – | 3 | 6 | +1 | eliminated\n"} {
		if !strings.Contains(got, line) {
			t.Errorf("the Allies do not read %q in\n%s", line, got)
		}
	}
	if first := strings.Index(got, "other |"); first > strings.Index(got, "chief |") ||
		strings.Contains(got, "standing") {
		t.Errorf("the Allies read\n%s", got)
	}
	p.Turn, p.Phase, p.Holder = 4, GameOver, -1
	if got := printTables(p, -1); !strings.HasPrefix(got, "# Turn\n3 of 3 | noon | night | over | nobody\n") {
		t.Errorf("over: got\n%s", got)
	}
	p.Turn, p.Phase = 1, OrdersPhase
	if got := printTables(p, -1); !strings.HasPrefix(got, "# Turn\n1 of 3 | – | fog | A, Orders | not yet known\n") ||
		strings.Contains(got, "markers") {
		t.Errorf("phase A: got\n%s", got)
	}
}

func printTables(p *Position, own int) string {
	var b strings.Builder
	for _, t := range p.stateTables(own) {
		b.WriteString("# " + t.Title.String() + "\n")
		for _, r := range t.Rows {
			b.WriteString(tongue.List(r, " | ").String() + "\n")
			if len(r) != len(t.Columns) {
				b.WriteString("columns: " + tongue.List(t.Columns, " | ").String() + "\n")
			}
		}
	}
	return b.String()
}

// TestStateTablesLeaveOut: a group that is lost and a reinforcement that has
// come are left out, those listed after them are not.
func TestStateTablesLeaveOut(t *testing.T) {
	p := position(t, "unit a French inf at=0101\nunit b French inf at=0601\nunit c French inf\nunit d French inf\n"+
		"unit x Allied inf at=1205\n"+
		"arrival 1 form=french hex=0105 units=c\narrival 2 form=french hex=0107 units=d\n")
	happened(t, p, "[5.2.2] enter by=French unit=c path=off,0105 cost=1\n"+
		"[8.5-e] eliminate by=French unit=a cause=\"shock result\"\n")
	got := printTables(p, 0)
	for _, want := range []string{
		"# Tactical groups\nfrench.2 | French | not yet given | b | \nallied | ",
		"# Reinforcements to come\n2 | French | French | 0107 | d\n# ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant in it\n%s", got, want)
		}
	}
}
