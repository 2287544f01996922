package jdg

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine/hex"
)

// exampleLines are the examples of a template that begin with some words,
// without the remarks.
func exampleLines(template, begin string) (lines []string) {
	for l := range strings.Lines(template) {
		if l, ok := strings.CutPrefix(l, "# "); ok && strings.HasPrefix(l, begin) {
			l, _, _ = strings.Cut(strings.TrimSpace(l), "  #")
			lines = append(lines, strings.TrimSpace(l))
		}
	}
	return lines
}

// TestTemplateOfPhaseAShort has a formation of the enemy before the own ones,
// four formations on the map, two commanders at one distance, and nearer ones
// that give no orders.
func TestTemplateOfPhaseAShort(t *testing.T) {
	p := position(t, `
formation foes "Foes" Allied
formation one "One" French
formation two "Two" French
formation three "Three" French
formation four "Four" French
unit e1 "Enemy" Allied inf form=foes at=0506
unit u1 "First" French inf form=one at=0505
unit u2 "Second" French inf form=two at=0305
unit u3 "Third" French inf form=three at=0303
unit u4 "Fourth" French inf form=four at=0301
commander enemy "Archduke" Allied at=0506
commander fallen "Marshal Z" French rating=4 range=9 at=0505
commander chief "Marshal A" French rating=4 range=9 at=0305
commander other "Marshal B" French rating=4 range=9 at=0705
`)
	p.Leaders[1].Hex = hex.None
	got := p.rs.orderTemplate(p, 0).String()
	checkTemplate(t, "Phase A", p.rs, p, "French", got)
	if want := []string{"order one", "order two", "order three",
		"order four"}; !slices.Equal(exampleLines(got, "order"), want) {
		t.Errorf("got orders %q, want %q", exampleLines(got, "order"), want)
	}
	if want := []string{"first one,two,three"}; !slices.Equal(exampleLines(got, "first"), want) {
		t.Errorf("got %q, want three formations: %q", exampleLines(got, "first"), want)
	}
	if want := "# One, 2 hexes from chief\n"; !strings.Contains(got, want) {
		t.Errorf("want %q, the first of two commanders as near, in\n%s", want, got)
	}
}

// TestTemplateListsShort counts what is offered of each kind of order where
// many are legal.
func TestTemplateListsShort(t *testing.T) {
	for _, c := range []struct {
		name, position string
		begin          string
		want           []string
	}{
		{"stacks", `
unit a1 French inf at=0203
unit a2 French inf at=0203
unit b1 French inf at=0205
unit b2 French inf at=0205
unit c1 French inf at=0207
unit c2 French inf at=0207
unit d1 French inf at=0209
unit d2 French inf at=0209
unit e1 Allied inf at=1210
`, "stack", []string{"stack 0203 a2,a1", "stack 0205 b2,b1", "stack 0207 c2,c1"}},
		{"charges", `
unit h French cav at=0505
unit e1 Allied inf at=0704
unit e2 Allied inf at=0804
unit e3 Allied inf at=0805
`, "charge", []string{"charge h at 0704 via 0504 0503 0602 0703", "charge h at 0804 via 0605 0705"}},
		{"marches", `
unit f French inf at=0204
unit e1 Allied inf at=1210
`, "march", []string{"march f to 0203 face SSE", "march f 0203 face SSW"}},
		{"shocks", `
unit a1 French inf at=0202
unit a2 French inf at=0203
unit a3 French inf at=0205
unit a4 French inf at=0206
unit a5 French inf at=0208
unit a6 French inf at=0209
unit e1 Allied inf at=0303
unit e2 Allied inf at=0306
unit e3 Allied inf at=0309
`, "shock", []string{
			"shock a1 at 0303", "shock a1,a2 at 0303", "shock a2 at 0303", "shock a3 at 0306", "shock a3,a4 at 0306",
			"shock a4 at 0306", "shock a5 at 0309", "shock a5,a6 at 0309",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := activated(t, c.position, "french", ReceivedOrders)
			legal := 0
			(&sheet{rs: r.p.rs}).verb(c.begin).eachOption(r, func(...string) { legal++ })
			if legal <= len(c.want) {
				t.Fatalf("%d orders are legal, want more than %d", legal, len(c.want))
			}
			got := r.p.rs.orderTemplate(r.p, 0).String()
			checkTemplate(t, c.name, r.p.rs, r.p, "French", got)
			if c.begin == "march" && strings.Count(got, "# forced march\n") != len(c.want) {
				t.Errorf("marches without a remark in\n%s", got)
			}
			lines := exampleLines(got, c.begin)
			if all := c.begin + " french at nearest"; c.begin == "shock" && !slices.Contains(lines, all) {
				t.Errorf("no line %q in\n%s", all, got)
			}
			lines = slices.DeleteFunc(lines, func(l string) bool { return strings.HasSuffix(l, " nearest") })
			if !slices.Equal(lines, c.want) {
				t.Errorf("got %q, want %q in\n%s", lines, c.want, got)
			}
		})
	}
}

// TestTemplateChargeThatObliges leaves a charge out that cannot be ordered
// alone: friend attacks with the charger that joins it [5.1.3-d] and has to
// attack an enemy in the woods too, whom nobody can charge [8.2-f].
func TestTemplateChargeThatObliges(t *testing.T) {
	const charge = "charge h at 0605 via 0405 0505"
	for _, c := range []struct {
		inWoods string
		want    []string
	}{
		{"", []string{charge}},
		{"unit wood Allied inf at=0604\n", nil},
	} {
		r := activated(t, `
hex 0604 woods
unit h French cav at=0506
unit friend French cav at=0505 face=E
unit e Allied inf at=0605
`+c.inWoods, "french", ReceivedOrders)
		var listed []string
		(&sheet{rs: r.p.rs}).verb("charge").eachOption(r,
			func(words ...string) { listed = append(listed, strings.Join(words, " ")) })
		if !slices.Contains(listed, charge) {
			t.Fatalf("with %q the charge does not come to be looked at: %q", c.inWoods, listed)
		}
		got := r.p.rs.orderTemplate(r.p, 0).String()
		if charges := exampleLines(got, "charge h"); !slices.Equal(charges, c.want) {
			t.Errorf("with %q got charges %q, want %q", c.inWoods, charges, c.want)
		}
	}
}

// TestTemplateWithoutGoals shows the first and the last move of a unit whose
// side holds all goals, as nothing tells where it should go.
func TestTemplateWithoutGoals(t *testing.T) {
	r := activated(t, `
goal 0203 "Telnitz" French=2 held=French
unit f French inf at=0303
unit e Allied inf at=1210
`, "french", ReceivedOrders)
	var all []string
	(&sheet{rs: r.p.rs}).verb("move").eachOption(r, func(words ...string) {
		if words[2] == "to" {
			all = append(all, strings.Join(words, " "))
		}
	})
	want := []string{all[0], all[len(all)-1]}
	if got := exampleLines(r.p.rs.orderTemplate(r.p, 0).String(), "move f to"); len(all) < 3 ||
		!slices.Equal(got, want) {
		t.Errorf("got moves %q, want %q of %q", got, want, all)
	}
}

// TestTemplateOdds compares the strength in a close combat; guns have none
// [8.9].
func TestTemplateOdds(t *testing.T) {
	r := activated(t, `
unit a French inf at=0505 face=E sp=5
unit b French inf at=0508 face=E sp=5
unit guns Allied art at=0605 face=W sp=7
unit guns2 Allied art at=0608 face=W sp=7
unit foot Allied inf at=0608 face=W sp=3
`, "french", ReceivedOrders)
	got := r.p.rs.orderTemplate(r.p, 0).String()
	for _, want := range []string{"# shock a at 0605               # artillery alone\n",
		"# shock b at 0608               # 5 SP against 3\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("want %q in\n%s", want, got)
		}
	}
}

// TestTemplateOfCommanders shows where to lead those who can still go.
func TestTemplateOfCommanders(t *testing.T) {
	r := activated(t, `
unit f French inf at=0303
unit e Allied inf at=1210
commander theirs Allied at=1210
commander fallen French at=0303
commander gone French at=0304
commander chief French at=0303
`, "french", ReceivedOrders)
	r.p.Leaders[1].Hex, r.p.Leaders[2].Moved = hex.None, true
	got := exampleLines(r.p.rs.orderTemplate(r.p, 0).String(), "lead")
	if want := []string{"lead chief to 0302"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestTemplateWithoutCloseCombat names a unit that could attack after a move.
func TestTemplateWithoutCloseCombat(t *testing.T) {
	const others = `
formation french French
formation other French
unit o French inf form=other at=0101
unit g French art form=french at=0303
unit late French inf form=french
arrival 2 form=french hex=0109 units=late
unit e Allied inf at=1210
`
	for _, c := range []struct{ unit, want string }{
		{"unit f French inf form=french at=0305\n", "\"shock f at HEX\"."},
		{"", "\"shock UNIT at HEX\"."},
	} {
		r := activated(t, others+c.unit, "french", ReceivedOrders)
		got := strings.ReplaceAll(r.p.rs.orderTemplate(r.p, 0).String(), "\n##  ", "")
		if !strings.Contains(got,
			"## Close combat: no enemy in front of anybody now; after a move write, for instance, "+c.want) {
			t.Errorf("want %s in\n%s", c.want, got)
		}
	}
}
