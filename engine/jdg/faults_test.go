package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
)

// TestFaultsSay holds what a player is told about orders that are refused to
// the letter, hints included. Positions are written as those of cases.
func TestFaultsSay(t *testing.T) {
	const fire = `
formation ney French
unit g1 French art form=ney at=0505 face=E range=3/6
unit g2 French art form=ney at=0505 face=E range=3/6
unit foot French inf form=ney at=0506
drawn ney
`
	for _, tt := range []struct {
		name     string
		position string
		orders   string
		want     string
	}{
		{"fire of infantry", fire + "unit x Allied inf at=0805\n", "fire foot at 0805",
			`line 1: "fire foot at 0805": foot is not artillery (write: fire UNIT[,UNIT] at HEX [face F])`},
		{"fire at", fire + "unit x Allied inf at=0805\n", "fire g1 0805",
			`line 1: "fire g1 0805": the word "at" is missing (write: fire UNIT[,UNIT] at HEX [face F])`},
		{"fire turned too far", fire + "unit x Allied inf at=0403\n", "fire g1 at 0403 face nnw",
			`line 1: "fire g1 at 0403 face nnw": g1 turns by one corner at most before it fires [7.2-e] (from E: NNE ` +
				`or SSE)`},
		{"fire with a duty", fire + "unit x Allied inf at=0805\nunit y Allied inf at=0604\nunit z Allied inf at=0605\n",
			"fire g1 at 0805",
			`line 1: "fire g1 at 0805": g1 has an enemy in a front hex and fires at no other [7.2-g] (fire at 0604 ` +
				`or 0605, ` +
				`or hold fire)`},
		{"fire with a duty before the turn",
			fire + "unit x Allied inf at=0502\nunit z Allied inf at=0605\n", "fire g1 at 0502 face nne",
			`line 1: "fire g1 at 0502 face nne": g1 has an enemy in a front hex and fires at no other [7.2-g] (fire ` +
				`at 0605, ` +
				`or hold fire)`},
		{"fire to the left", fire + "unit x Allied inf at=0502\n", "fire g1 at 0502",
			`line 1: "fire g1 at 0502": 0502 is not in front of g1 [7.2-c] (add: face NNE)`},
		{"fire to the right", fire + "unit x Allied inf at=0508\n", "fire g1 at 0508",
			`line 1: "fire g1 at 0508": 0508 is not in front of g1 [7.2-c] (add: face SSE)`},
		{"fire where a turn was told", fire + "unit x Allied inf at=0502\n", "fire g1 at 0502 face sse",
			`line 1: "fire g1 at 0502 face sse": 0502 is not in front of g1 [7.2-c] (legal here: fire g1 at 0502 ` +
				`face nne; ` +
				`fire g1,g2 at 0502 face nne)`},
		{"fire where no turn helps", fire + "unit x Allied inf at=0205\n", "fire g1 at 0205",
			`line 1: "fire g1 at 0205": 0205 is not in front of g1 [7.2-c] (no order "fire" is legal here)`},
		{"fire when turned already", fire + "unit x Allied inf at=0502\nunit y Allied inf at=0508\n",
			"fire g1 at 0502 face nne; fire g2 at 0508",
			`line 2: "fire g2 at 0508": 0508 is not in front of g2 [7.2-c] (legal here: fire g2 at 0502)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rs, p, err := ReadCase([]byte(tt.position), nil)
			if err != nil {
				t.Fatal(err)
			}
			side, order := engine.Side("French"), strings.Split(tt.orders, "; ")
			if by, rest, ok := strings.Cut(order[0], ": "); ok {
				side, order[0] = engine.Side(by), rest
			}
			var got []string
			for _, f := range rs.Check(p, lines(side, order...)) {
				got = append(got, f.Error())
			}
			if s := strings.Join(got, "\n"); s != tt.want {
				t.Errorf("got\n%s\nwant\n%s", s, tt.want)
			}
		})
	}
}
