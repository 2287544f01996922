package umpire

import (
	"testing"

	"berthier/engine"
)

// TestLinkOf asks for links in an order that uses what is remembered, passes
// its end, goes back, and comes to the end of the chain.
func TestLinkOf(t *testing.T) {
	tb := newTable(t)
	tb.create()
	const last = engine.ChainLength
	for _, step := range []int{0, 1, 1, linksAhead, linksAhead + 1, 2 * linksAhead, 3*linksAhead + 2, 2, last - linksAhead - 1, last - 1, last} {
		got, err := tb.u.linkOf("duel-1", step)
		if err != nil {
			t.Fatal(err)
		}
		if want := tb.link(step); got != want {
			t.Errorf("link %d: got %s, want %s", step, got, want)
		}
	}
	if l, err := tb.u.linkOf("duel-1", last+1); err == nil {
		t.Errorf("link %d: got %s, want an error", last+1, l)
	}
	if _, err := tb.u.linkOf("nobody", 1); err == nil {
		t.Error("link of an unknown game: got none, want an error")
	}
}
