// Package claims lets several processes decide things of the games of one store, each game by one at a time. Who
// decides has claimed the games that he opens (With), and has forgotten what other processes changed. What is
// remembered of a game is as old as its turn, which the store counts. Over a store in a file, which one process has,
// nothing is claimed.
package claims

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"berthier/store"
)

// UnclaimedError says that something was to be decided of games that another process may be at.
type UnclaimedError struct{ Games []string }

// Error names the games.
func (e *UnclaimedError) Error() string { return "not claimed: game " + strings.Join(e.Games, ", ") }

// ErrBusy says that another process was at something for all of the time that it was waited for.
var ErrBusy = fmt.Errorf("%w: another process is at it", store.ErrNotWritten)

const (
	claimPause  = 20 * time.Millisecond // between two looks, about
	claimTries  = 100                   // a bound for a fault of this program
	claimMoment = time.Second           // how long who can come again waits for what another process is at
)

// claimTime is how long others wait for that; tests do so for less.
var claimTime = 30 * time.Second

// Memory is what a process remembers of the store, and can forget.
type Memory struct {
	Mu    sync.Locker // held by whoever decides something, or uses the memory
	Game  func(game string)
	State func(game string) // how it stands, and nothing else of it
	Held  func()            // which mails wait because one came back
}

// Claims are those of a process.
type Claims struct {
	store  *store.Store
	memory Memory
	mine   map[string]bool  // of what is being decided
	turns  map[string]int64 // by claim: how often it was written when what is remembered of it was read, or before
}

// New is for a process that remembers nothing yet.
func New(s *store.Store, m Memory) *Claims {
	return &Claims{store: s, memory: m, turns: map[string]int64{}}
}

// With decides something of games, while no other process does, and with all that others did before. It does it again
// with the claims that turn out to be missing, or if another process wrote the same meanwhile: so do changes nothing
// but by Commit, and begins anew each time.
func (c *Claims) With(do func() error, games ...string) error {
	c.memory.Mu.Lock()
	defer c.memory.Mu.Unlock()
	return c.Deciding(do, games...)
}

// Deciding is With for who holds Mu.
func (c *Claims) Deciding(do func() error, games ...string) error { return c.of(games, claimTime, do) }

// DecidingSoon is Deciding for who has other things to do, and comes again if the error is ErrBusy.
func (c *Claims) DecidingSoon(do func() error, games ...string) error {
	return c.of(games, claimMoment, do)
}

func (c *Claims) of(games []string, patience time.Duration, do func() error) error {
	if !c.store.Shared() {
		return do()
	}
	claims := map[string]bool{}
	for _, id := range games {
		claims[store.ClaimOf(id)] = true
	}
	return c.deciding(claims, patience, do)
}

// DecidingFor is Deciding for what a claim is about, as store.IncomingMail names it.
func (c *Claims) DecidingFor(claim string, do func() error) error {
	return c.deciding(map[string]bool{claim: true}, claimTime, do)
}

func (c *Claims) deciding(claims map[string]bool, patience time.Duration, do func() error) error {
	for n := 0; ; n++ {
		err := c.once(slices.Sorted(maps.Keys(claims)), patience, do)
		missing, needs := errors.AsType[*UnclaimedError](err)
		if n == claimTries || !needs && !errors.Is(err, store.ErrMet) {
			return err
		}
		if !needs {
			time.Sleep(rand.N(claimPause))
			continue
		}
		for _, id := range missing.Games {
			claims[store.ClaimOf(id)] = true
		}
	}
}

func (c *Claims) once(claims []string, patience time.Duration, do func() error) error {
	if err := c.claimAll(claims, patience); err != nil {
		return err
	}
	defer c.Unclaim()
	return do()
}

// claimAll takes all of some claims, or none: whoever waits has none, so that nobody waits for him.
func (c *Claims) claimAll(claims []string, patience time.Duration) error {
	for end := time.Now().Add(patience); ; time.Sleep(rand.N(claimPause)) {
		got, err := c.Claim(claims...)
		if err != nil || got == len(claims) {
			return err
		}
		c.Unclaim()
		if time.Now().After(end) {
			return fmt.Errorf("%w: %s", ErrBusy, strings.Join(claims, ", "))
		}
	}
}

// Claim begins to decide something, with those claims that no other process has, and gives their number. Unclaim ends
// it.
func (c *Claims) Claim(claims ...string) (n int, err error) {
	c.mine = map[string]bool{}
	got, err := c.store.Claim(claims...)
	for _, v := range got {
		c.mine[v.Claim] = true
	}
	if err == nil && len(got) > 0 {
		err = c.learnAll(true)
	}
	if err != nil {
		c.Unclaim()
		return 0, err
	}
	for _, v := range got {
		c.learn(v)
	}
	return len(got), nil
}

// Claimed are the claims that were taken.
func (c *Claims) Claimed() []string { return slices.Sorted(maps.Keys(c.mine)) }

// Unclaim gives back what was claimed.
func (c *Claims) Unclaim() {
	for _, v := range c.store.Unclaim(c.Claimed()...) {
		c.turns[v.Claim] = v.Turn
	}
	c.mine = nil
}

// CatchUp takes note of what other processes did, for who only wants to know how things stand. He holds Mu.
func (c *Claims) CatchUp() error {
	if !c.store.Shared() {
		return nil
	}
	return c.learnAll(false)
}

// learnAll forgets what other processes changed: all of it, or only what was announced.
func (c *Claims) learnAll(announced bool) error {
	word := "all"
	if announced {
		word = "announced"
	}
	changed, err := c.store.Changes(word, announced)
	for _, v := range changed {
		c.learn(v)
	}
	return err
}

// learn forgets of a game what is older than its version.
func (c *Claims) learn(v store.Version) {
	id, claim := v.Game(), v.Claim
	turn, known := c.turns[claim]
	c.turns[claim] = v.Turn
	switch {
	case known && turn == v.Turn:
	case claim == store.ClaimHeld:
		c.memory.Held()
	case id == "":
	case !known || v.Known > turn:
		c.memory.Game(id)
	default:
		c.memory.State(id)
	}
}

// Mine makes sure that games of which something is decided are claimed.
func (c *Claims) Mine(games ...string) error {
	if !c.store.Shared() {
		return nil
	}
	var missing []string
	for _, id := range games {
		if !c.mine[store.ClaimOf(id)] {
			missing = append(missing, id)
		}
	}
	if len(missing) > 0 {
		return &UnclaimedError{missing}
	}
	return nil
}

// Games are those that were claimed.
func (c *Claims) Games() (games []string) {
	for claim := range c.mine {
		if id := (store.Version{Claim: claim}).Game(); id != "" {
			games = append(games, id)
		}
	}
	return games
}

// AllIn is a time up to which the mails are dealt with, if all that had come by read were found: of those in the queue
// nothing is known yet.
func (c *Claims) AllIn(read time.Time) (time.Time, error) {
	if !c.store.Shared() {
		return read, nil
	}
	looked, waits, err := c.store.OldestQueued()
	if waits && !looked.After(read) {
		return looked.Add(-1), err
	}
	return read, err
}
