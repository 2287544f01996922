package jdg

import (
	"strings"
	"testing"
)

// TestTemplateGolden holds whole templates: what is offered for guns with many
// targets, stacks, charges, reinforcements and commanders, what the Orders
// Phase offers, and that lists are kept short.
func TestTemplateGolden(t *testing.T) {
	const forms = "turns 3\nhex 0909 village\ngoal 0909 \"Telnitz\" French=2\nformation ney \"Ney\" French am=5,3\n" +
		"formation davout \"Davout\" French\nformation murat \"Murat\" French\nformation oudinot \"Oudinot\" French\n"
	const units = `unit g1 "Guns" French art form=ney at=0505 face=E range=4/8
unit g2 "More Guns" French art form=ney at=0505 face=E range=4/8
unit foot "Foot" French inf form=ney at=0605 face=E sp=6
unit foot2 "More Foot" French inf form=ney at=0605 face=E sp=3
unit horse "Horse" French cav form=ney at=0503 face=E sp=5
unit lost "Shaken" French inf form=ney at=0203 state=disordered
unit gone "Gone" French inf form=ney at=0103 state=routed
unit sq "Square" French inf form=ney at=0207
unit late "Late" French inf form=ney
unit d1 "Davout's" French inf form=davout at=0207
unit m1 "Murat's" French cav form=murat at=0110
unit o1 "Oudinot's" French inf form=oudinot at=0101
arrival 1 form=ney hex=0109 units=late
unit e1 "Enemy" Allied inf at=0705 face=W
unit e2 "Target" Allied inf at=0704 face=W
unit e3 "Third" Allied inf at=0706 face=W
unit e4 "Fourth" Allied inf at=0804 face=W
unit e5 "Fifth" Allied art at=0805 face=W
unit g3 "Far Guns" French art form=ney at=0210 face=E range=4/8
unit e6 "Sixth" Allied inf at=0608 face=W
unit e7 "Seventh" Allied inf at=0609 face=W
unit e8 "Eighth" Allied inf at=0610 face=W
unit e9 "Ninth" Allied inf at=0607 face=W
commander soult "Soult" French at=0505 rating=2 range=6
commander kutuzov "Kutuzov" Allied at=0705
`
	const cams = "cam grand \"Grand\" French rating=5 forms=ney,davout\ncam small French rating=4 forms=murat\n" +
		"cam theirs Allied rating=4 forms=allied\n"
	for _, tt := range []struct{ name, position string }{
		{"template-activation", forms +
			strings.ReplaceAll(units, "unit d1 \"Davout's\" French inf form=davout at=0207",
				"unit d1 \"Davout's\" French inf form=davout at=0209") + cams + "drawn ney\nsquared sq\n"},
		{"template-no-orders", forms + strings.ReplaceAll(units, "form=davout at=0207", "form=davout at=0209") + cams +
			"drawn ney\norders none ney.1\n"},
		{"template-orders", forms + strings.ReplaceAll(units, "form=davout at=0207", "form=davout at=0209") + cams +
			"renfort foot m1\nlost o1\n"},
	} {
		rs, p, err := ReadCase([]byte(tt.position), nil)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		got := rs.orderTemplate(p, 0).String()
		golden(t, tt.name, got)
	}
}
