package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
)

// TestLeadWays: where commanders may go, and what it costs them [2.5.1].
func TestLeadWays(t *testing.T) {
	const ground = "unit a French inf at=0203\nunit x Allied inf at=1205\nunit y Allied inf at=1107\ncommander soult French at=0205\ncommander kutuzov Allied at=1107\n"
	const way = "hex 0305,0405,0505,0605,0705,0805 woods\nroad 0205 0305 0405 0505 0605 0705 0805\n"
	for _, tt := range []struct {
		name, position string
		side           engine.Side
		order, want    string
	}{
		{"into a hex of enemy guns", ground + "unit g French art at=1007\ndrawn allied\n", "Allied", "lead kutuzov to 1007", `line 1: "lead kutuzov to 1007": kutuzov cannot get to 1007: the enemy is there with g [2.5.1-i] (legal here: lead kutuzov to 0907; he enters an enemy zone of control only where a friendly unit is)`},
		{"into a hex of the other side's guns", ground + "unit h Allied art at=0405\ndrawn french\n", "French", "lead soult to 0405", `line 1: "lead soult to 0405": soult cannot get to 0405: the enemy is there with h [2.5.1-i] (legal here: lead soult to 0305; he enters an enemy zone of control only where a friendly unit is)`},
		{"along a road", way + ground + "drawn french\n", "French", "lead soult 0305 0405 0505 0605 0705 0805", "0205,0305,0405,0505,0605,0705,0805"},
		{"along a road, to its end", way + ground + "drawn french\n", "French", "lead soult to 0805", "0205,0305,0405,0505,0605,0705,0805"},
		{"along a road next to guns", way + ground + "unit h Allied art at=0505\ndrawn french\n", "French", "lead soult 0305 0405", "0205,0305,0405"},
		{"along a road past guns", way + ground + "unit h Allied art at=0504\nunit k Allied art at=0704\ndrawn french\n", "French", "lead soult 0305 0405 0505 0605 0705 0805", `line 1: "lead soult 0305 0405 0505 0605 0705 0805": the way to 0705 costs 9 MP, soult has 7 [2.5.1-f] (legal here: lead soult to 0101; lead soult to 0102; lead soult to 0103)`},
		{"past guns by the cheapest way", way + ground + "unit h Allied art at=0504\ndrawn french\n", "French", "lead soult to 0605", "0205,0305,0404,0505,0605"},
		{"as far as 7 MP go", ground + "drawn french\n", "French", "lead soult to 0905", "0205,0305,0404,0504,0603,0704,0804,0905"},
		{"one hex farther", ground + "drawn french\n", "French", "lead soult to 1005", `line 1: "lead soult to 1005": soult cannot get to 1005: no way of 7 MP, at cavalry rates, leads there [2.5.1-f] (legal here: lead soult to 0905; he enters an enemy zone of control only where a friendly unit is)`},
		{"round a wood", "hex 0304,0305,0404 woods\n" + ground + "drawn french\n", "French", "lead soult to 0405", "0205,0306,0405"},
		{"round an orchard, for 1 MP less", "hex 0304,0305,0404 orchard\n" + ground + "drawn french\n", "French", "lead soult to 0405", "0205,0306,0405"},
		{"into a zone of control", ground + "unit z Allied inf at=0505 face=W\ndrawn french\n", "French", "lead soult to 0405", `line 1: "lead soult to 0405": soult cannot get to 0405: it lies in the zone of control of z in 0505, and no friendly unit is there [2.5.1-i] (legal here: lead soult to 0305; he enters an enemy zone of control only where a friendly unit is)`},
		{"into a zone of control hex by hex", ground + "unit z Allied inf at=0505 face=W\ndrawn french\n", "French", "lead soult 0305 0405", `line 1: "lead soult 0305 0405": soult cannot enter 0405: it lies in the zone of control of z in 0505, and no friendly unit is there [2.5.1-i] (legal here: lead soult to 0305; he enters an enemy zone of control only where a friendly unit is)`},
		{"into the zone of control of two", ground + "unit z Allied inf at=0505 face=W\nunit v Allied inf at=0403 face=SSW\nunit w French inf at=0101\ndrawn french\n", "French", "lead soult to 0404", `line 1: "lead soult to 0404": soult cannot get to 0404: it lies in the zone of control of v in 0403 and z in 0505, and no friendly unit is there [2.5.1-i] (legal here: lead soult to 0305; he enters an enemy zone of control only where a friendly unit is)`},
		{"into a zone of control with a friend", ground + "unit z Allied inf at=0505 face=W\nunit b French inf at=0405\ndrawn french\n", "French", "lead soult to 0405", "0205,0305,0405"},
		{"through a zone of control with a friend", ground + "unit z Allied inf at=0505 face=W\nunit b French inf at=0405\ndrawn french\n", "French", "lead soult 0305 0405 0406", `line 1: "lead soult 0305 0405 0406": soult has to stop in 0405, in the zone of control of z in 0505 [2.5.1-i] (end his way there, or lead him round it)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rs, p, err := ReadCase([]byte(tt.position), nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			if faults := rs.Check(p, lines(tt.side, tt.order)); len(faults) > 0 {
				got = append(got, faults[0].Error())
			} else {
				r := newRun(rs, p.clone(), engine.NewForced())
				r.newActivation(nil)
				if f := give(t, r, tt.order); f != nil {
					t.Fatal(f)
				}
				for _, e := range r.out {
					if e.Kind == "commander" {
						got = append(got, e.Get("path"))
					}
				}
			}
			if s := strings.Join(got, "\n"); s != tt.want {
				t.Errorf("got\n%s\nwant\n%s", s, tt.want)
			}
		})
	}
}
