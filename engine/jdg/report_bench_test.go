package jdg

import (
	"testing"

	"berthier/engine"
)

// BenchmarkReport makes the report of a side that is about to order the
// activation of a large formation at Austerlitz: the costliest one.
func BenchmarkReport(b *testing.B) {
	rs := embedded(b)
	before, after, events := austerlitz(b, rs)
	side := after.(*Position).activeSide()
	b.ReportAllocs()
	for b.Loop() {
		if r := engine.Tell(rs, before, after, events, side); r.Template.Empty() {
			b.Fatal("no template")
		}
	}
}
