package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
)

// TestRoutGoesAside: why a rout does not go straight on is told with the obstacle.
func TestRoutGoesAside(t *testing.T) {
	for _, tt := range []struct{ ground, more, want string }{
		{"hex 0705 pond\n", "", "the ground bars the way into 0705"},
		{"unit e French art at=0705 face=E\n", "", "an enemy unit is in 0705"},
		{"unit e French inf at=0604 face=SSE\n", "", "an enemy unit has both 0605 and 0705 in its zone of control"},
		{"unit e French inf at=0804 face=W\n", "", "an enemy unit has 0705 in front of it"},
		{"unit f Allied inf at=0705\nstands Allied P39 round\n", "", "a friendly unit is in 0705"},
		{"hex 0705 marsh\n", " ma=2", "the MP do not suffice for 0705"},
		{"", "", ""},
	} {
		rs, p, err := ReadCase([]byte(tt.ground+"unit r Allied inf at=0605 state=routed"+tt.more+
			"\nunit a French inf at=0101\nunit k Allied inf at=0110\ndrawn french\n"), nil)
		if err != nil {
			t.Fatal(err)
		}
		events, err := rs.Resolve(p, []engine.Orders{lines("French", "rally none")}, engine.NewForced(0, 0, 0, 0))
		if err != nil {
			t.Fatal(err)
		}
		got := toldAs(t, p, "Allied", engine.PrintEvents(events))
		if tt.want == "" && strings.Contains(got, "goes aside") ||
			!strings.Contains(got, "The rout goes aside in 0605: "+tt.want+".") && tt.want != "" {
			t.Errorf("%q: got\n%s\n%swant %q in it", tt.ground, engine.PrintEvents(events), got, tt.want)
		}
	}
}
