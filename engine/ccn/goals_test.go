package ccn

import (
	"strings"
	"testing"

	"berthier/engine"
)

// TestVictoryNamesGoals: how a battle is won says each goal and exit, and for whom a goal counts now.
func TestVictoryNamesGoals(t *testing.T) {
	rs, p, err := ReadCase([]byte(`banners 9
goal E7 "Farm" French=1 British=2
goal D4,D5,D6 British=1 need=2 once
goal F5 "Hill" French=1 start
goal F7 "Mill" French=1 once start
exit British I7,I8 banners=2
unit a British line at=D4
unit b British line at=D5
unit c British line at=E7
unit x French line at=F5
unit y French line at=G9
`))
	if err != nil {
		t.Fatal(err)
	}
	told := func() string {
		v := engine.Tell(rs, p, p, nil, "").Victory
		var b strings.Builder
		for _, l := range v.Ways[3:] {
			b.WriteString(l.Text.String() + " [" + l.Rule + "]\n")
		}
		for _, table := range v.Tables {
			b.WriteString(table.Title.String() + "\n")
			for _, row := range table.Rows {
				for _, cell := range row {
					b.WriteString(cell.String() + "|")
				}
				b.WriteString("\n")
			}
		}
		return b.String()
	}
	ways := `Farm (E7) is worth 2 banners to British while it has a unit there. [4-d]
Farm (E7) is worth 1 banner to French while it has a unit there. [4-d]
D4 (D4, D5, D6) is worth 1 banner to British for good, as soon as it has units in 2 hexes there. [4-d]
Hill (F5) is worth 1 banner to French if it had a unit there when its last turn began. [4-d]
Mill (F7) is worth 1 banner to French for good, if it has a unit there when a turn of its own begins. [4-d]
British gains 2 banners for each unit that leaves the board over I7, I8. [5.3-j]
Objectives
`
	before := ways + `Farm|E7|British|2|1|
D4|D4, D5, D6||1|0|
Hill|F5||0|1|
Mill|F7||0|1|
`
	if got := told(); got != before {
		t.Errorf("got\n%swant\n%s", got, before)
	}
	p.Won[0][1], p.AtStart[1][2] = true, true
	after := ways + `Farm|E7|British|2|1|
D4|D4, D5, D6|British|1|0|
Hill|F5|French|0|1|
Mill|F7||0|1|
`
	if got := told(); got != after {
		t.Errorf("later, got\n%swant\n%s", got, after)
	}
}

// TestTwoTurnsInOneReport: whoever plays against a computer gets two turns in one report. Each has its
// own card and attacks, and the last gives the title.
func TestTwoTurnsInOneReport(t *testing.T) {
	_, p, err := ReadCase([]byte("unit a British line at=D6\nunit x French line at=F6\n"))
	if err != nil {
		t.Fatal(err)
	}
	events, err := engine.ParseEvents(`[5.1] command by=British card=probe-center command=2 copied=no
[5.5.1] attack by=British piece=a target=x kind=fire from=D6 at=F6
[5.13-e] turn by=French turn=2
[5.1] command by=French card=forward command=2 copied=no
[5.13-e] turn by=British turn=3
`)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.title(p, events).String(), "case, turn 2: French, Forward"; got != want {
		t.Errorf("the title is %q, want %q", got, want)
	}
	want := "British plays Probe Center and attacks once. French plays Forward."
	if got := p.summary(events).String(); got != want {
		t.Errorf("in short: %q, want %q", got, want)
	}
}
