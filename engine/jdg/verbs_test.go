package jdg

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/hex"
)

// faultGround has something for every verb to be wrong about.
const faultGround = `
size 20x12
formation one French
formation two French
formation three French
formation x Allied
unit a   French inf form=one at=0505 face=E
unit a2  French inf form=one at=0505 face=E
unit h   French cav form=one at=0307 face=E
unit g   French art form=one at=0508 face=E
unit q   French inf form=one at=0511 state=disordered
unit b   French inf form=two at=0102
unit r   French inf form=three
unit r2  French inf form=three
unit e   Allied inf form=x at=0605 face=W
unit e2  Allied inf form=x at=0607 face=W
commander nap French rating=1 range=3 at=0505
cam grand French rating=3 forms=one from=4
arrival 1 form=three hex=0112
arrival 3 form=two hex=0112 units=late
unit late French inf form=two
`

// TestFaultsHelp gives every verb lines that cannot be read and lines that a
// rule forbids: each fault says what would be understood or legal instead, and
// an illegal one names its rule.
func TestFaultsHelp(t *testing.T) {
	tests := []struct {
		drawn           string // formation; Phase A if empty
		verb            string
		invalid, forbid []string
	}{
		{"one", "standing", []string{"", "squares yes", "square maybe", "square yes if", "square yes for e"}, nil},
		{"one", "when", []string{"", "nobody hold", "x hold", "two", "two if", "two if enemies hold",
			"two if enemy-within x hold", "two hold on", "two jump",
			"two move a to 0506", "two move b to 9999", "two initiative one", "two rally b at"}, nil},
		{"", "order", []string{"", "nobody", "e", "one by e"}, []string{"two", "one,two", "three"}},
		{"", "cam", []string{"", "small"}, []string{"grand"}},
		{"", "first", []string{"", "x"}, nil},
		{"", "drop", []string{"", "e", "zz"}, []string{"a"}},
		{"one", "initiative", []string{"", "nobody"}, []string{"one", "two"}},
		{"one", "lead", []string{"", "ney to 0506", "nap"}, []string{"nap to 1805", "nap 0506 0508", "nap to 0605"}},
		{"one", "move", []string{"", "a", "a to", "a to 9999", "a to 0506 face up", "e to 0606",
			"a,a to 0506", "a to 0506 quickly"},
			[]string{"a to 1805", "a 0506 0508", "a,h to 0506", "b to 0103", "a to 0605", "r to 0111",
				"g to 0606", "a toward 0605"}},
		{"one", "march", []string{"", "a"}, []string{"a to 0405", "q to 0510"}},
		{"one", "square", []string{"", "a at"}, []string{"h", "q", "b", "r"}},
		{"one", "unsquare", []string{"", "a e"}, []string{"a", "r"}},
		{"one", "face", []string{"", "a", "a up"}, []string{"a E", "a W", "b NNE"}},
		{"one", "stack", []string{"", "0505", "0505 zz"}, []string{"0505 a", "0102 b", "0505 g,a,a2"}},
		{"three", "enter", []string{"", "r"}, []string{"b to 0111", "r to 1112", "r,b to 0111", "r 0101"}},
		{"one", "fire", []string{"", "g", "a at 0605", "g to 0605"},
			[]string{"g at 0605", "g at 1408", "g at 0510", "g at 0607 face W"}},
		{"one", "shock", []string{"", "a", "a at", "a to 0605"},
			[]string{"a at 0604", "a at 0607", "q at 0605", "g at 0607", "b at 0605", "h at 0605", "a at 0605,0607"}},
		{"one", "resolve", []string{"", "here"}, []string{"0605"}},
		{"one", "charge", []string{"", "h", "h at 0605", "h at 0605 over 0405"},
			[]string{"h at 0608 to 0507", "a at 0605 to 0404", "h at 0607 to 0307", "h at 0607 via 0407 0507 face W",
				"b at 0605 to 0505", "h at 0607 to 1006"}},
		{"one", "hold", []string{"a"}, []string{"two"}},
		{"one", "rally", []string{"", "zz"}, []string{"a", "b", "r"}},
		{"one", "answer", []string{""}, []string{"yes"}},
		{"one", "advance", []string{"a to 0605"}, nil},
	}
	tried := map[string]bool{}
	for _, tt := range tests {
		p := faultPosition(t, tt.drawn)
		tried[tt.verb] = true
		for kind, list := range [][]string{tt.invalid, tt.forbid} {
			for _, rest := range list {
				checkHelp(t, p, strings.TrimSpace(tt.verb+" "+rest), engine.FaultKind(kind))
			}
		}
	}
	for _, v := range allVerbs() {
		if !tried[v.Word] {
			t.Errorf("no line with %s is tried", v.Word)
		}
	}
}

// faultPosition is faultGround with the marker of a formation drawn.
func faultPosition(t *testing.T, drawn string) *Position {
	t.Helper()
	if drawn == "" {
		return position(t, faultGround)
	}
	return activated(t, faultGround, drawn, ReceivedOrders).p
}

func checkHelp(t *testing.T, p *Position, line string, kind engine.FaultKind) {
	t.Helper()
	faults := p.rs.Check(p, lines("French", line))
	if len(faults) == 0 {
		t.Errorf("%s: no fault", line)
	}
	for _, f := range faults {
		if f.Kind != kind || f.Line != 1 || f.Text != line || f.Hint.Empty() || f.Msg.Empty() ||
			(f.Rule == "") != (kind == engine.Invalid) {
			t.Errorf("%s: got a fault that is not %s, or without rule or help: %+v", line, kind, f)
		}
	}
}

// TestFaultNamesLegalOrders shows what the help looks like.
func TestFaultNamesLegalOrders(t *testing.T) {
	p := faultPosition(t, "one")
	for line, want := range map[string]string{
		"shock q at 0605": `line 1: "shock q at 0605": q is disordered [8.2-b] (legal here: shock a at 0605)`,
		"resolve 0605":    `line 1: "resolve 0605": there is no combat at 0605 [1.D-h] (no combat is ordered)`,
		"rally a":         `line 1: "rally a": a is ordered [11.1-a] (legal here: rally q)`,
	} {
		if got := engine.Faults(p.rs.Check(p, lines("French", line))).Error(); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}

// TestImpossibleIsSkipped lets orders that were legal become impossible while
// they are carried out: each is skipped and told with its rule, and the
// activation goes on to its end.
func TestImpossibleIsSkipped(t *testing.T) {
	tests := []struct {
		drawn, line, lost, rule string // lost: eliminated after the file was taken
	}{
		{"one", "initiative one", "a,a2,h,g,q", "2.4.3-c"},
		{"one", "lead nap with h", "h", "2.5.1-f"},
		{"one", "move a to 0504", "a", "10.2-e"},
		{"one", "march h to 0207", "h", "10.2-e"},
		{"one", "square a", "a", "4.2-d"},
		{"one", "unsquare a2", "a2", "4.2-d"},
		{"one", "face g SSE", "g", "10.2-e"},
		{"one", "stack 0505 a2,a", "a", "5.1.2-d"},
		{"three", "enter r to 0211", "r", "5.2.2-a"},
		{"one", "fire g at 0607", "e2", "7.1-c"},
		{"one", "shock a at 0605", "a", "8.2-a"},
		{"one", "charge h at 0607 to 0507", "h", "9.1"},
		{"one", "rally q", "q", "11.1-a"},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			p := faultPosition(t, tt.drawn)
			switch strings.Fields(tt.line)[0] {
			case "initiative":
				for i := range p.Groups {
					p.Faces[i].Orders = NoOrders
				}
			case "unsquare":
				p.edit(unit(t, p, "a")).Square, p.edit(unit(t, p, "a2")).Square = true, true
			case "march":
				p.place(unit(t, p, "e"), hex.H(2005))
				p.place(unit(t, p, "e2"), hex.H(2006))
			}
			in := lines("French", tt.line)
			if f := p.rs.Check(p, in); f != nil {
				t.Fatalf("the order is not legal to begin with: %v", f)
			}
			r := newRun(p.rs, p, engine.NewForced(slices.Repeat([]int{0}, 20)...))
			r.begins([]engine.Orders{in})
			for _, id := range strings.Split(tt.lost, ",") {
				r.p.apply(engine.NewEvent("10.2-e", "eliminate", "", "unit", id))
			}
			r.activate()
			var skipped []string
			for _, e := range r.out {
				if e.Kind == "skip" {
					skipped = append(skipped, e.Rule+" "+e.Get("line"))
				}
			}
			if got, want := strings.Join(skipped, "; "), tt.rule+" "+tt.line; got != want {
				t.Errorf("skipped: got %q, want %q", got, want)
			}
			if last := r.out[len(r.out)-1]; last.Kind != "aside" {
				t.Errorf("the activation ends with %s", last)
			}
		})
	}
}

// TestActionVerb: an order of an activation is known by its word and by three
// letters or more of it, which no two have in common; no other order is.
func TestActionVerb(t *testing.T) {
	p := position(t, faultGround)
	for _, v := range allVerbs() {
		inActivation := v.step >= initiativeStep && v.step <= rallyStep
		for n := range len(v.Word) + 1 {
			got := p.rs.actionVerb(v.Word[:n])
			switch {
			case n < 3 && got != nil:
				t.Errorf("%q: got %s, which is too short", v.Word[:n], got.Word)
			case n >= 3 && inActivation && (got == nil || got.Word != v.Word):
				t.Errorf("%q: got %v, want %s", v.Word[:n], got, v.Word)
			case n == len(v.Word) && !inActivation && got != nil:
				t.Errorf("%q: got %s, and it is no order of an activation", v.Word, got.Word)
			}
		}
	}
}
