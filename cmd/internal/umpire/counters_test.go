package umpire

import (
	"fmt"
	"testing"
	"time"
)

// Counting takes bounded room, and no flood makes room for more of the same.
func TestCountersStayBounded(t *testing.T) {
	c, now := newCounters(), time.Unix(1e9, 0)
	ask := func(key string, at time.Time) bool {
		ok := c.strangers.allow(key, at, quota{most: 2, per: day})
		if ok {
			c.strangers.count(key, at)
		}
		return ok
	}
	ask("flooder", now)
	ask("flooder", now)
	for i := range 2 * strangersKeys {
		ask(fmt.Sprint(i), now)
	}
	if n := len(c.strangers.at); n != strangersKeys {
		t.Errorf("%d keys are counted, want %d", n, strangersKeys)
	}
	if ask("flooder", now) || !ask("1", now) || ask("1", now) || ask("new", now) {
		t.Error("who floods is answered again, a counted key has not two answers, or a new one has room")
	}
	if !c.players.allow("Red", now, quota{most: 1, per: day}) {
		t.Error("a player is not answered because of strangers")
	}
	before := c.clone()
	if c.players.count("Red", now); len(before.players.at) > 0 || len(before.strangers.at) != strangersKeys {
		t.Error("a copy changes with what it was made of")
	}
	if !ask("new", now.Add(day)) || len(c.strangers.at) != 1 {
		t.Errorf("a day later there are %d keys", len(c.strangers.at))
	}
}
