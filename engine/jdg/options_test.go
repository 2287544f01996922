package jdg

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

// TestOptions lists what there is to order in small positions: all of it
// legal, and nothing that matters left out. It is what an order template chooses
// from; the options of a draft leave no hex out.
func TestOptions(t *testing.T) {
	for _, c := range []struct {
		name, position string
		verbs          string // those that are looked at
		want           string // one option a line
	}{
		{"charges at up to three enemies that can be reached", `
size 20x12
unit h French cav at=0505 ma=7
unit slow French cav at=0101 ma=1
unit e1 Allied inf at=0803
unit e2 Allied inf at=0805
unit e3 Allied inf at=0804
unit e4 Allied inf at=0806
unit e5 Allied inf at=1305
unit e6 Allied inf at=0305
drawn french
`, "charge", `
charge h at 0803 via 0604 0704
charge h at 0804 via 0604 0705
charge h at 0805 via 0605 0706
`},
		{"fire to all sides", `
unit lame French art at=0101 state=disordered
unit g  French art at=0505 range=2/4
unit g2 French art at=0505 range=1/3
unit e1 Allied inf at=0805
unit e2 Allied inf at=0502
unit e3 Allied inf at=0508
unit e4 Allied inf at=0905
unit e5 Allied inf at=1005
drawn french
`, "fire", `
fire g at 0805
fire g at 0502 face nne
fire g at 0508 face sse
fire g at 0905
fire g,g2 at 0805
fire g,g2 at 0502 face nne
fire g,g2 at 0508 face sse
fire g2 at 0805
fire g2 at 0502 face nne
fire g2 at 0508 face sse
`},
		{"a charge from beside the enemy, away and back at him", `
unit h French cav at=0505
unit e1 Allied inf at=0605
drawn french
`, "charge", `
charge h at 0605 via 0405 0506
`},
		{"shocks", `
formation french French
formation two French
unit a French inf form=french at=0505
unit b French inf form=french at=0504
unit v French inf form=french at=0509 face=W
unit d French inf form=french at=0203 state=disordered
unit n French inf form=french at=0101
unit o French inf form=two at=0507
unit e1 Allied inf at=0605
unit e2 Allied inf at=0604
unit e3 Allied inf at=0608
unit e4 Allied inf at=0609
unit e5 Allied inf at=0303
hex 0509 village
drawn french
`, "shock resolve", `
shock b at 0604
shock a at 0604,0605
shock v at 0608
`},
		{"a shock beside one that cannot and one that can", `
unit a French inf at=0505
unit b French inf at=0604 face=SSE
unit d French inf at=0506 state=disordered
unit e Allied inf at=0605
drawn french
`, "shock", `
shock a at 0605
shock a,b at 0605
shock b at 0605
`},
		{"a shock with a friend who is beside it, at a common enemy only", `
unit a French inf at=0305 face=E
unit b French inf at=0404 face=SSE
unit c French inf at=0508 face=E
unit d French inf at=0509 face=E
unit e1 Allied inf at=0405
unit e2 Allied inf at=0607
unit e3 Allied inf at=0609
drawn french
`, "shock", `
shock a at 0405
shock a,b at 0405
shock b at 0405
shock c at 0607
shock d at 0609
`},
		{"a shock of the second side out of a village", `
unit v Allied inf at=0505
unit w Allied inf at=0509
unit e French inf at=0405
hex 0505,0509 village
drawn allied
`, "shock", `
shock v at 0405
`},
		{"charges as far as half the movement allowance goes", `
unit h French cav at=0505 ma=3
unit slow French cav at=0101 ma=1
unit e1 Allied inf at=0805
unit e2 Allied inf at=0905
unit e3 Allied inf at=0301
drawn french
`, "charge", `
charge h at 0805 via 0605 0706
charge slow at 0301 via 0201
`},
		{"shocks and charges", `
unit h French cav at=0504
unit a French inf at=0605
unit b French inf at=0607
unit e1 Allied inf at=0704
unit e2 Allied inf at=0707
drawn french
`, "shock resolve charge", `
shock b at 0707
charge h at 0704 via 0503 0602 0703
`},
		{"squares, turns, orders of stacks", `
formation french French
formation two French
unit g French art form=french at=0505
unit a French inf form=french at=0505
unit a2 French inf form=french at=0505
unit c French cav form=french at=0303
unit c2 French cav form=french at=0303
unit s French inf form=french at=0307
unit o French inf form=two at=0309
unit z French inf form=french at=0805
unit e Allied inf at=0905
squared s
drawn french
`, "square unsquare face stack", `
square g
square z
unsquare s
unsquare s face E
face g SSE
face a SSE
face a2 SSE
face c SSE
face c2 SSE
face z SSE
face z NNE
stack 0505 g,a2,a
stack 0303 c2,c
`},
		{"entries", `
size 20x12
formation french French
unit x French inf form=french ma=1
unit y French inf form=french ma=2
unit c French cav form=french ma=2
unit w French inf form=french ma=5
unit l French inf form=french
unit o French inf form=french at=2012
unit e Allied inf at=1606
arrival 1 form=french hex=0106 units=x,y,c
arrival 1 form=french hex=1012 units=w
arrival 3 form=french hex=0106 units=l
drawn french
`, "enter drop", `
enter x to 0106 march face E
enter x to 0105 march face E
enter x to 0205 march face E
enter x to 0206 march face E
enter x to 0107 march face E
enter x to 0106 normal face E
enter y to 0106 march face E
enter y to 0206 march face E
enter y to 0305 march face E
enter y to 0108 march face E
enter y to 0304 march face E
enter y to 0407 march face E
enter y to 0106 normal face E
enter y to 0105 normal face E
enter y to 0205 normal face E
enter y to 0206 normal face E
enter y to 0107 normal face E
enter x,y to 0106 march face E
enter x,y to 0205 march face E
enter x,y to 0106 normal face E
enter c to 0106 march face E
enter c to 0206 march face E
enter c to 0305 march face E
enter c to 0108 march face E
enter c to 0304 march face E
enter c to 0407 march face E
enter c to 0106 normal face E
enter c to 0105 normal face E
enter c to 0205 normal face E
enter c to 0206 normal face E
enter c to 0107 normal face E
enter w to 1012 march face NNE
enter w to 1312 march face NNE
enter w to 0908 march face E
enter w to 1612 march face NNE
enter w to 1004 march face E
enter w to 1003 march face E
enter w to 1012 normal face NNE
enter w to 1111 normal face NNE
enter w to 1009 normal face NNE
enter w to 1311 normal face NNE
enter w to 0909 normal face E
enter w to 1410 normal face NNE
`},
		{"dropped markers", `
formation french French
unit x French inf form=french at=0105
unit y French inf form=french at=0205
unit e Allied inf at=1205
unit f Allied inf at=1210
renfort x f
`, "drop", `
drop x
`},
		{"moves of a stack", `
size 8x5
unit a French inf at=0203 ma=2
unit b French inf at=0203 ma=1
unit c French cav at=0104 ma=3
unit e Allied inf at=0503
drawn french
`, "move march", `
move a to 0402 face E
move a 0303 0402 face SSE
move a to 0403 face NNE
move a to 0202 face E
move a to 0303 face E
move a to 0304 face NNE
move a 0304 face E
move a to 0204 face NNE
move a to 0103 face E
move a to 0302 face E
move a to 0102 face E
move a 0202 0102 face SSE
move a to 0404 face NNE
move a to 0305 face NNE
move a to 0205 face NNE
move a,b to 0202 face E
move a,b 0202 face SSE
move a,b to 0303 face E
move a,b to 0304 face NNE
move a,b to 0204 face NNE
move a,b to 0103 face E
move a,b 0103 face SSE
move b to 0202 face E
move b 0202 face SSE
move b to 0303 face E
move b to 0304 face NNE
move b to 0204 face NNE
move b to 0103 face E
move b 0103 face SSE
move c to 0403 face NNE
move c 0204 0304 0403 face E
move c to 0103 face E
move c to 0204 face NNE
move c to 0105 face NNE
move c to 0102 face E
move c 0103 0102 face SSE
move c to 0304 face NNE
move c to 0305 face NNE
move c to 0205 face NNE
move c to 0303 face E
move c 0203 0303 face SSE
move c to 0201 face E
move c to 0302 face E
move c to 0404 face NNE
`},
		{"rallies", `
unit d French inf at=0303 state=disordered
unit r French inf at=0305 state=routed
unit o French inf at=0307
unit e Allied inf at=0808
drawn french
`, "rally", `
rally d
rally r
`},
	} {
		rs, p, err := ReadCase([]byte(c.position), nil)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var got strings.Builder
		all := rs.Owed(p)
		owed := all[slices.IndexFunc(all, func(d engine.Decision) bool { return !d.Optional })]
		for _, o := range someOptions(rs.Draft(p, owed)) {
			if !strings.Contains(" "+c.verbs+" ", " "+o.Words[0]+" ") {
				continue
			}
			l := strings.Join(o.Words, " ")
			got.WriteString(l + "\n")
			order := engine.Order{Line: 1, Text: l, Words: strings.Fields(strings.ToLower(l))}
			for _, f := range rs.Check(p, engine.Orders{Side: owed.Side, Lines: []engine.Order{order}}) {
				if f.Rule != "8.2-f" { // another unit has to attack as well
					t.Errorf("%s: %s: %v", c.name, l, f)
				}
			}
		}
		if got.String() != strings.TrimPrefix(c.want, "\n") {
			t.Errorf("%s: got\n%swant\n%s", c.name, got.String(), c.want)
		}
	}
}
