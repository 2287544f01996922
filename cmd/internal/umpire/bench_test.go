package umpire

import (
	"context"
	"fmt"
	"testing"

	"berthier/engine"
	"berthier/mail"
)

// BenchmarkTurnMail takes in the mail that resolves a step: verified, parsed,
// checked, resolved, committed with its sync, both reports queued in text and
// HTML. The other side's mail is taken in outside of the measured time.
func BenchmarkTurnMail(b *testing.B) {
	tb := newTable(b)
	var red, blue []byte
	arrive := func(raw []byte) {
		if err := tb.u.Take(context.Background(), mail.Arrival{Raw: raw}); err != nil {
			b.Fatal(err)
		}
	}
	for n := 0; b.Loop(); n++ {
		b.StopTimer()
		s := spec()
		s.Game = fmt.Sprintf("duel-%d", n)
		if _, err := tb.u.Create(s); err != nil {
			b.Fatal(err)
		}
		for _, side := range []engine.Side{"Red", "Blue"} {
			text := fmt.Sprintf("game: %s\nside: %s\nturn: 1\nstep: 1\n\npick 3\nend\n", s.Game, side)
			red, blue = blue, letter(address[side], fmt.Sprint(n, side, "@home"), signed(b, side, text))
		}
		arrive(red)
		b.StartTimer()
		arrive(blue)
	}
}
