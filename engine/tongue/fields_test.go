package tongue

import (
	"slices"
	"testing"
)

func TestFields(t *testing.T) {
	for text, want := range map[string][]string{
		"":                             nil,
		"a  b\nc":                      {"a", "b", "c"},
		": a":                          {":", "a"},
		"Où en est la partie : nulle.": {"Où", "en", "est", "la", "partie :", "nulle."},
		"voyez « Vos ordres » plus bas ; oui !": {"voyez", "« Vos", "ordres »", "plus", "bas ;", "oui !"},
		"« code: » : telle":                     {"« code: » :", "telle"},
		"see: this; \"that\" – 2 × 3":           {"see:", "this;", "\"that\"", "–", "2", "×", "3"},
	} {
		if got := slices.Collect(Fields(text)); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// French sets off a colon and a semicolon with a blank, other languages do not.
func TestJoints(t *testing.T) {
	for l, want := range map[Language]string{En: "a: b", Fr: "a : b", Pl: "a: b", El: "a: b", Cs: "a: b"} {
		if got := List([]Text{Name("a"), Name("b")}, Colon).In(l); got != want || "a"+Colon.In(l)+"b" != want {
			t.Errorf("%s: got %q, want %q", l, got, want)
		}
	}
	for _, l := range Languages() {
		want := "1,25 3"
		if l == En {
			want = "1.25 3"
		}
		if got := Decimal("1.25").In(l) + " " + Decimal("3").In(l); got != want {
			t.Errorf("%s: got %q, want %q", l, got, want)
		}
	}
	if got := List([]Text{Name("a"), Name("b"), Name("c")}, Semicolon).In(Fr); got != "a ; b ; c" {
		t.Errorf("got %q", got)
	}
}
