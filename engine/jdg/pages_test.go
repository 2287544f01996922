package jdg

import (
	"testing"

	"berthier/engine/jdg/setup"
)

// TestPages: lists share a page until one of them writes to it, and what one writes shows in no other.
func TestPages(t *testing.T) {
	const n = 3 * pageLen
	list := newPages[int](n)
	set := func(p *pages[int], i, to int) { *p.edit(i) = to }
	same := func(p, q *pages[int]) (n int) {
		for i := range p.of {
			if p.of[i] == q.of[i] {
				n++
			}
		}
		return n
	}
	want := func(name string, p *pages[int], first, middle, last int) {
		t.Helper()
		if a, b, c := *p.at(0), *p.at(pageLen), *p.at(n - 1); a != first || b != middle || c != last {
			t.Errorf("%s: got %d, %d and %d, want %d, %d and %d", name, a, b, c, first, middle, last)
		}
	}
	set(&list, 0, 1)
	page := list.of[0]
	set(&list, 1, 1)
	if list.of[0] != page {
		t.Error("a list copies a page of its own before it writes to it")
	}
	var under, shared pages[int]
	list.copyTo(&under) // it may still change
	set(&list, 0, 2)
	set(&under, pageLen, 3)
	want("the list", &list, 2, 0, 0)
	want("its copy", &under, 1, 3, 0)
	list.share()
	list.copyTo(&shared)
	if got := same(&list, &shared); got != 3 {
		t.Errorf("a copy of a list that does not change any more shares %d pages with it, want 3", got)
	}
	set(&shared, n-1, 4)
	want("the list that is shared", &list, 2, 0, 0)
	want("who shares it", &shared, 2, 0, 4)
	if got := same(&list, &shared); got != 2 {
		t.Errorf("after one change the copy shares %d pages, want 2", got)
	}
	page = shared.of[2]
	list.copyTo(&shared)
	want("a copy in the room of another", &shared, 2, 0, 0)
	if shared.of[2] != page {
		t.Error("a copy in the room of a list does not use its pages")
	}
	set(&shared, n-1, 5)
	want("the list that has been copied twice", &list, 2, 0, 0)
}

// TestPagesSuffice: no list of the largest scenario has more pages than are told apart.
func TestPagesSuffice(t *testing.T) {
	sc := &setup.Scenario{Map: &setup.Map{Cols: 1, Rows: 1}, Units: make([]setup.UnitSpec, 500)}
	p := newPosition(loaded(t), sc)
	if got := max(len(p.units.of), len(p.tops.of)); got > 64 {
		t.Errorf("got %d pages, want 64 at most", got)
	}
}
