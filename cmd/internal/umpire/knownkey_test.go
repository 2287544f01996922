package umpire

import (
	"fmt"
	"testing"

	"berthier/cmd/internal/said"
)

// A key that plays in another game comes into a game in place of another one: by
// its player, by the umpire, and with a substitute.
func TestKnownKeyInPlaceOfAnother(t *testing.T) {
	for kind := range owners(t, newTable(t).now) {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			tb := newTable(t)
			me := owners(t, tb.now)[kind]
			for i := range 4 {
				key := me.public // the first is where the key is known from
				if i > 0 {
					key = keys()["Red"].Public().String()
				}
				if _, err := tb.u.Create(clubSpec(fmt.Sprintf("duel-%d", i), key)); err != nil {
					t.Fatal(err)
				}
			}
			tb.deliver()
			tb.say(keys()["Red"], "change@home", keyChange(me.public))
			if err := tb.take(me.mail("confirm@home", "game: duel-1\nside: Red\njoin: "+tb.joinCode(address["Red"])+
				"\nend\n", "")); err != nil {
				t.Fatal(err)
			}
			if _, err := tb.u.SetKey("duel-2", "Red", me.public); err != nil {
				t.Error(err)
			}
			p := newcomer()
			p.Key = me.public
			if _, err := tb.u.Substitute("duel-3", p, "gone", ""); err != nil {
				t.Error(err)
			}
			for i := range 4 {
				s, err := tb.u.Status(fmt.Sprintf("duel-%d", i))
				if err != nil || !s.Keys["Red"].Equal(keyOf(t, me.public)) {
					t.Errorf("game %d: Red signs with %s, %v", i, s.Keys["Red"].Name(), err)
				}
			}
		})
	}
}

// The name of a game may be written with capitals in a message about a key, as in a
// turn file.
func TestKeyMessageNamesGameInCapitals(t *testing.T) {
	m, ok := said.ParseKey([]byte("Game: Duel-1\nside: Red\njoin: AB-CD\nend\n"))
	if !ok || m.Game != "duel-1" {
		t.Errorf("got %+v, %t", m, ok)
	}
}
