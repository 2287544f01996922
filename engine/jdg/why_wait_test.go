package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
)

// TestWhyTheyWait: who does not come on is told with the reason.
func TestWhyTheyWait(t *testing.T) {
	for _, tt := range []struct{ ground, want string }{
		{"unit b French inf form=ney\nunit c French inf form=ney ma=1\nunit x Allied inf at=1405\n",
			"Unit c does not come on and waits for the next turn: as stack number 3 it pays 3 MP for 0105, and it " +
				"has 2."},
		{"unit b French inf form=ney ma=2\nunit c French inf form=ney ma=2\nstands French P19 normal\n" +
			"unit x Allied inf at=1405\n",
			"Unit c does not come on and waits for the next turn: as stack number 3 it pays 3 MP for 0105, and it " +
				"has 2."},
		{"unit b French inf form=ney\nstands French P19 no b\nunit x Allied inf at=1405\n",
			"Unit b does not come on and waits for the next turn: its owner lets it wait."},
		{"formation late French\nunit o French inf form=late at=0105\nunit c French inf form=ney ma=2\n" +
			"unit x Allied inf at=0605\n",
			"Unit c does not come on and waits for the next turn: no hex that it can reach from 0105 has room for it."},
	} {
		rs, p, err := ReadCase([]byte("size 14x10\nformation ney French am=4\nunit a French inf form=ney\n"+
			"arrival 1 form=ney hex=0105\n"+
			"road 0105 0205 0305\n"+tt.ground+"drawn ney\n"), nil)
		if err != nil {
			t.Fatal(err)
		}
		events, err := rs.Resolve(p, []engine.Orders{lines("French", "rally none")}, engine.NewForced(0, 0, 0, 0))
		if err != nil {
			t.Fatal(err)
		}
		if got := toldAs(t, p, "French", engine.PrintEvents(events)); !strings.Contains(got, tt.want) {
			t.Errorf("got\n%s\nwant %s", got, tt.want)
		}
	}
}
