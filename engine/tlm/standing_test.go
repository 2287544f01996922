package tlm

import (
	"strings"
	"testing"

	"berthier/engine"
)

// A list in a standing order is refused for the word that is wrong, and for what is the other side's.
func TestStandingListsAreYours(t *testing.T) {
	rs, p := caseAt(t, "scenario marne\n")
	for line, want := range map[string]string{
		"standing ways fr1:stay":                      "fr1 is not one of yours",
		"standing ways ge1:stay+2*fr-i.tro:cha":       "2*fr-i.tro is not one of yours",
		"standing ways ge1:stay+ge-i.rei:cha for ver": "",
		"standing to bar+zzz":                         `"zzz" is no answer for "to"`,
		"standing losses cards+units":                 `"cards+units" is no answer for "losses"`,
	} {
		o := engine.Orders{Side: "German", Lines: []engine.Order{engine.Order{Words: strings.Fields(line)}.Arrived(1)}}
		got := ""
		for _, f := range rs.Check(p, o) {
			got += f.Msg.String()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}
