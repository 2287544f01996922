package seats

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"berthier/engine"
	"berthier/engine/enginetest"
)

// What Places tell after games were set, changed and removed is what the games tell that are left.
func TestPlacesAreThoseOfTheGames(t *testing.T) {
	random := rand.New(rand.NewPCG(enginetest.Seed(t), 1))
	fresh := func() *Places {
		p := Begun(nil, nil)
		return &p
	}
	p := fresh()
	for range 2000 {
		id := fmt.Sprint("g", random.IntN(9))
		if random.IntN(3) == 0 {
			p.Set(id, nil)
			continue
		}
		g := &Place{}
		g.Anchor[0], g.Anchor[1] = id[1], byte(random.IntN(3))
		for _, side := range []engine.Side{"Red", "Blue"} {
			is := func() []Token { return []Token{{fmt.Sprint(random.IntN(5)), Seat{id, side}}} }
			g.Keys, g.Mailboxes = append(g.Keys, is()...), append(g.Mailboxes, is()...)
			g.Codes, g.Observers = append(g.Codes, is()...),
				append(g.Observers, Token{fmt.Sprint(random.IntN(5)), Seat{Game: id}})
		}
		p.Set(id, g)
		want := fresh()
		for _, id := range slices.Sorted(maps.Keys(p.games)) {
			want.Set(id, p.games[id])
		}
		if !reflect.DeepEqual(p.keys, want.keys) || !reflect.DeepEqual(p.mailboxes, want.mailboxes) ||
			!reflect.DeepEqual(p.codes, want.codes) || !reflect.DeepEqual(p.observers, want.observers) ||
			!maps.Equal(p.anchors, want.anchors) {
			t.Fatalf("it is\n%+v\nwant\n%+v", p, want)
		}
	}
}
