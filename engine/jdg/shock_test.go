package jdg

import (
	"strings"
	"testing"
)

// a stands before x, with b to its south before x and y.
const (
	pair   = "unit a French inf at=0505\nunit x Allied inf at=0605\n"
	second = "unit b French inf at=0506\n"
)

func TestShockOptions(t *testing.T) {
	const ground = pair + second +
		"unit y Allied inf at=0606\nunit c French inf at=0503 state=disordered\nunit z Allied inf at=0603\n"
	r := activated(t, ground, "french", ro)
	r.dry = true
	var got []string
	shockVerbs[0].eachOption(r, func(words ...string) { got = append(got, strings.Join(words, " ")) })
	want := "shock a at 0605\nshock b at 0605,0606"
	if g := strings.Join(got, "\n"); g != want {
		t.Errorf("got\n%s\nwant\n%s", g, want)
	}
	for _, l := range got {
		r := activated(t, ground, "french", ro)
		r.dry = true
		wantFault(t, give(t, r, l), "", "")
	}
}

// TestResolveOptions shows that any combat but the first can be put first [JDG-P22].
func TestResolveOptions(t *testing.T) {
	r := activated(t, pair+"unit b French inf at=0508\nunit y Allied inf at=0607\nunit z Allied inf at=0608\n",
		"french",
		ro)
	r.dry = true
	wantFault(t, give(t, r, "shock a at 0605", "shock b at 0608,0607"), "", "")
	var got []string
	shockVerbs[1].eachOption(r, func(words ...string) { got = append(got, strings.Join(words, " ")) })
	if g, want := strings.Join(got, "\n"), "resolve 0608"; g != want {
		t.Errorf("got\n%s\nwant\n%s", g, want)
	}
}
