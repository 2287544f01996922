package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
)

// TestUnfollowedIsPrivate: whether a side has standing orders that cannot be
// followed, nothing in what the other sees depends on it, not even the number
// of a question.
func TestUnfollowedIsPrivate(t *testing.T) {
	const ground = "ask P26\nunit a French inf at=0505 face=E\nunit x Allied cav at=0605 face=W\n" +
		"unit g Allied art at=0604 face=W\n" +
		"unit h French art at=0506 face=E\nunit k Allied art at=0904 face=E\nstands Allied P29 s\ndrawn allied\n"
	views := map[string]string{}
	for _, side := range []engine.Side{"French", "Allied"} {
		for _, stands := range []string{"",
			"stands Allied P9 cavalry k\nstands Allied P37 yes\nstands Allied P13 9\n"} {
			rs, p, err := ReadCase([]byte(ground+stands), nil)
			if err != nil {
				t.Fatal(err)
			}
			events, err := rs.Resolve(p, []engine.Orders{lines("Allied", "shock x at 0505,0506")},
				engine.NewForced(0, 0, 0, 0, 0, 0))
			if err != nil {
				t.Fatal(err)
			}
			seen := engine.PrintEvents(engine.Visible(events, side))
			if !strings.Contains(engine.PrintEvents(events), "] ask by=French") {
				t.Fatalf("nobody is asked:\n%s", seen)
			}
			if first, again := views[string(side)]; again && (first == seen) != (side == "French") {
				t.Errorf("%s sees\n%s\nand\n%s", side, first, seen)
			}
			views[string(side)] = seen
		}
	}
}

// TestUnfollowedOnce: one reason is told once in an activation, however often
// the occasion comes.
func TestUnfollowedOnce(t *testing.T) {
	rs, p, err := ReadCase([]byte("size 20x20\nunit a French art at=0402 face=E range=5/9\n"+
		"unit b French art at=0402 face=E range=5/9\n"+
		"unit g Allied art at=0902 face=W range=2/3\nstands Allied P10 yes\ndrawn french\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	events, err := rs.Resolve(p,
		[]engine.Orders{lines("French", "fire a at 0902", "fire b at 0902")}, engine.NewForced(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	told := strings.Count(engine.PrintEvents(engine.Visible(events, "Allied")),
		"skip by=Allied line=\"standing counter-battery yes\"")
	if told != 1 {
		t.Errorf("told %d times:\n%s", told, engine.PrintEvents(events))
	}
}
