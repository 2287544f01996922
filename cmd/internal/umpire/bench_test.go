package umpire

import (
	"runtime/debug"
	"testing"

	"berthier/engine/book"
)

// BenchmarkTurnMail takes in mails that resolve a step each: verified, parsed,
// checked and resolved, committed with its sync, and both reports are queued in
// text and HTML. What the players do is not measured.
func BenchmarkTurnMail(b *testing.B) {
	debug.SetGCPercent(400) // as the daemon does
	for _, scenario := range []string{"goldbach", "austerlitz"} {
		b.Run(scenario, func(b *testing.B) {
			tb := campaign(b, scenario)
			pl, last, n := book.NewPlayer(1), map[string][]byte{}, 0
			for b.Loop() {
				b.StopTimer()
				raw := tb.answers(b, pl, last, n)
				if raw == nil {
					tb = campaign(b, scenario)
					last = map[string][]byte{}
					raw = tb.answers(b, pl, last, n)
				}
				tb.got, n = nil, n+1
				b.StartTimer()
				tb.arrive(b, raw)
			}
		})
	}
}
