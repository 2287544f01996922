package jdg

// pageLen is the number of elements of a page. A scenario has at most 500 units, so that no list of
// a position has more than 64 pages.
const pageLen = 16

// pages is a list that positions share page by page until one of them writes to a page. Its elements
// are read with at and changed with edit, and nothing else.
type pages[T any] struct {
	of  []*[pageLen]T
	own uint64 // the pages that no other list has, a bit for each
}

// newPages makes a list of n zeros, and of as many more as fill its last page.
func newPages[T any](n int) pages[T] {
	p := pages[T]{of: make([]*[pageLen]T, (n+pageLen-1)/pageLen)}
	for i := range p.of {
		p.of[i] = new([pageLen]T)
	}
	return p
}

// at returns an element to be read.
func (p *pages[T]) at(i int) *T { return &p.of[uint(i)/pageLen][uint(i)%pageLen] }

// edit returns an element that the list may change, in a page of its own.
func (p *pages[T]) edit(i int) *T {
	n := uint(i) / pageLen
	if p.own>>n&1 == 0 {
		page := *p.of[n]
		p.of[n], p.own = &page, p.own|1<<n
	}
	return &p.of[n][uint(i)%pageLen]
}

// share gives the pages of the list away: it does not change them any more.
func (p *pages[T]) share() { p.own = 0 }

// copyTo makes q equal to p, in q's own room. It shares what p shares already, and what p may still
// change q gets pages of its own for.
func (p *pages[T]) copyTo(q *pages[T]) {
	if len(q.of) != len(p.of) {
		*q = pages[T]{of: make([]*[pageLen]T, len(p.of))}
	}
	for n, page := range p.of {
		switch {
		case q.own>>n&1 != 0:
			*q.of[n] = *page
		case p.own>>n&1 != 0:
			page := *page
			q.of[n], q.own = &page, q.own|1<<n
		default:
			q.of[n] = page
		}
	}
}

// differ reports whether two lists of the same length have different elements.
func differ[T comparable](p, q *pages[T]) bool {
	for n, page := range p.of {
		if *page != *q.of[n] {
			return true
		}
	}
	return false
}
