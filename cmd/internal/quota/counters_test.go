package quota

import (
	"fmt"
	"testing"
	"time"
)

// Counting takes bounded room, and no flood makes room for more of the same.
func TestCountersStayBounded(t *testing.T) {
	c, now := NewCounters(), time.Unix(1e9, 0)
	ask := func(key string, at time.Time) bool {
		ok := c.Strangers.Allow(key, at, Rate{Most: 2, Per: Day})
		if ok {
			c.Strangers.Count(key, at)
		}
		return ok
	}
	ask("flooder", now)
	ask("flooder", now)
	for i := range 2 * strangersKeys {
		ask(fmt.Sprint(i), now)
	}
	if n := len(c.Strangers.At); n != strangersKeys {
		t.Errorf("%d keys are counted, want %d", n, strangersKeys)
	}
	if ask("flooder", now) || !ask("1", now) || ask("1", now) || ask("new", now) {
		t.Error("who floods is answered again, a counted key has not two answers, or a new one has room")
	}
	if !c.players.Allow("Red", now, Rate{Most: 1, Per: Day}) {
		t.Error("a player is not answered because of strangers")
	}
	before := c.Clone()
	if c.players.Count("Red", now); len(before.players.At) > 0 || len(before.Strangers.At) != strangersKeys {
		t.Error("a copy changes with what it was made of")
	}
	if !ask("new", now.Add(Day)) || len(c.Strangers.At) != 1 {
		t.Errorf("a day later there are %d keys", len(c.Strangers.At))
	}
}
