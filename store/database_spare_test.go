package store

import (
	"strings"
	"sync"
	"testing"
)

// spares are the stores that the tests in TestOnDatabase are done with; nil outside of it.
var spares *spareStores

// spareStores are stores in a database that tests have one after the other. To make one takes a schema, its tables
// and two connections, which costs many times what most tests do in it: so what a new one has is put back instead.
type spareStores struct {
	mu  sync.Mutex
	all []spareStore
}

// spareStore is one of them; the table as_new in its schema has the rows of a new store.
type spareStore struct {
	s      *Store
	schema string
}

// open gives a test a store that is as a new one, and looks at it when the test is done.
func (p *spareStores) open(t testing.TB, look func(testing.TB, *Store)) *Store {
	t.Helper()
	spare, ok := p.take()
	if ok {
		spare.empty(t)
	} else {
		spare = newSpare(t)
	}
	t.Cleanup(func() {
		look(t, spare.s)
		p.put(t, spare)
	})
	return spare.s
}

func newSpare(t testing.TB) spareStore {
	t.Helper()
	place := newPlace(t, t.TempDir())
	s, err := place.open()
	if err != nil {
		t.Fatal(err)
	}
	_, schema, _ := strings.Cut(place.address, "search_path=")
	server.SQL(t, "CREATE TABLE "+schema+".as_new AS TABLE "+schema+".berthier_row")
	return spareStore{s, schema}
}

// empty takes away what tests wrote, and what the process knows of it.
func (s spareStore) empty(t testing.TB) {
	t.Helper()
	server.SQL(t, strings.ReplaceAll(`DELETE FROM S.berthier_row; INSERT INTO S.berthier_row TABLE S.as_new;
		DELETE FROM S.berthier_claim; DELETE FROM S.berthier_queue; UPDATE S.berthier_number SET last = 0`,
		"S.", s.schema+"."))
	s.s.far.mu.Lock()
	defer s.s.far.mu.Unlock()
	clear(s.s.far.made)
	clear(s.s.far.asked)
}

func (p *spareStores) take() (s spareStore, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.all); n > 0 {
		s, ok = p.all[n-1], true
		p.all = p.all[:n-1]
	}
	return s, ok
}

// put keeps a store for the next test, unless it is in the middle of something.
func (p *spareStores) put(t testing.TB, s spareStore) {
	t.Helper()
	d := s.s.far
	d.mu.Lock()
	busy := len(d.used)+len(d.held)+len(d.lost)+len(d.owed)+len(d.stood) > 0
	d.mu.Unlock()
	if busy || t.Failed() {
		s.close(t)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = append(p.all, s)
}

func (s spareStore) close(t testing.TB) {
	t.Helper()
	if err := s.s.Close(); err != nil {
		t.Error(err)
	}
}

// close closes all that nobody has.
func (p *spareStores) close(t testing.TB) {
	t.Helper()
	for s, ok := p.take(); ok; s, ok = p.take() {
		s.close(t)
	}
}
