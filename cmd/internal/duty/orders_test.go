package duty

import (
	"testing"

	"berthier/engine"
)

// TestReadable: of orders with faults those were read that no fault calls unreadable.
func TestReadable(t *testing.T) {
	orders := []engine.Order{{Line: 6}, {Line: 7}, {Line: 8}}
	got := readable(orders, []engine.Fault{{Line: 0}, {Line: 6}, {Line: 7, Kind: engine.Illegal}})
	if len(got) != 2 || got[0].Line != 7 || got[1].Line != 8 {
		t.Errorf("got %v", got)
	}
}
