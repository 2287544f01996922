// Package agenda has the dates of games: when something is to be done in which.
package agenda

import (
	"container/heap"
	"maps"
	"slices"
	"time"
)

// Schedule is when something is to be done in which game: a copy of what the store says. What it costs to ask it
// does not grow with the games.
type Schedule struct {
	Read   time.Time     // mails that came before are in
	Looked time.Time     // the last look at the mailbox
	Queued time.Time     // that before the mail was found that is judged, if it was queued
	Wake   chan struct{} // has the clocks looked at now

	changed map[string]bool // games to be looked at; nil at first, when that is all
	dates   map[string]*date
	next    dates
	rounds  map[string]bool // games that wait for a round of a beacon
}

// date is when something is to be done in a game.
type date struct {
	game  string
	at    time.Time
	place int // in the heap
}

// Touch has a game looked at again, now.
func (s *Schedule) Touch(game string) {
	s.Change(game)
	s.WakeUp()
}

// Change has a game looked at again, at the next time.
func (s *Schedule) Change(game string) {
	if s.changed != nil {
		s.changed[game] = true
	}
}

// WakeUp has the clocks looked at now.
func (s *Schedule) WakeUp() {
	select {
	case s.Wake <- struct{}{}:
	default:
	}
}

// Begin has some games looked at, unless that was done before.
func (s *Schedule) Begin(all func() ([]string, error)) error {
	if s.changed != nil {
		return nil
	}
	names, err := all()
	if err != nil {
		return err
	}
	s.changed, s.dates, s.rounds = map[string]bool{}, map[string]*date{}, map[string]bool{}
	for _, id := range names {
		s.changed[id] = true
	}
	return nil
}

// Changed are the games to be looked at, in the order of their names.
func (s *Schedule) Changed() []string { return slices.Sorted(maps.Keys(s.changed)) }

// Set notes when something is to be done in a game that was looked at, zero for never, and whether it waits for a round
// of a beacon.
func (s *Schedule) Set(game string, at time.Time, round bool) {
	delete(s.changed, game)
	d := s.dates[game]
	switch {
	case d == nil && !at.IsZero():
		d = &date{game: game, at: at}
		s.dates[game] = d
		heap.Push(&s.next, d)
	case d != nil && at.IsZero():
		heap.Remove(&s.next, d.place)
		delete(s.dates, game)
	case d != nil:
		d.at = at
		heap.Fix(&s.next, d.place)
	}
	if delete(s.rounds, game); round {
		s.rounds[game] = true
	}
}

// First is when something is to be done first; ok is false for never.
func (s *Schedule) First() (at time.Time, ok bool) {
	if len(s.next) == 0 {
		return at, false
	}
	return s.next[0].at, true
}

// Due are the games in which something is to be done by a time, in the order of their names.
func (s *Schedule) Due(by time.Time) (games []string) {
	for open := []int{0}; len(open) > 0; {
		i := open[len(open)-1]
		open = open[:len(open)-1]
		if i < len(s.next) && !s.next[i].at.After(by) {
			games, open = append(games, s.next[i].game), append(open, 2*i+1, 2*i+2)
		}
	}
	slices.Sort(games)
	return games
}

// Rounds are the games that wait for a round of a beacon, in the order of their names.
func (s *Schedule) Rounds() []string { return slices.Sorted(maps.Keys(s.rounds)) }

// dates are a heap, the first at its top.
type dates []*date

func (d dates) Len() int           { return len(d) }
func (d dates) Less(i, j int) bool { return d[i].at.Before(d[j].at) }

func (d dates) Swap(i, j int) {
	d[i], d[j] = d[j], d[i]
	d[i].place, d[j].place = i, j
}

func (d *dates) Push(x any) {
	x.(*date).place = len(*d)
	*d = append(*d, x.(*date))
}

func (d *dates) Pop() any {
	last := (*d)[len(*d)-1]
	*d = (*d)[:len(*d)-1]
	return last
}
