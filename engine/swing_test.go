package engine

import "testing"

func TestSwing(t *testing.T) {
	for _, c := range []struct {
		trial Trial
		want  float64
	}{
		{Trial{Good: 3, Of: 10, Success: true, Stake: 10}, 7},
		{Trial{Good: 3, Of: 10, Stake: 10}, -3},
		{Trial{Good: 3, Of: 10, Success: true}, 0},
		{Trial{Good: 10, Of: 10, Success: true, Stake: 5}, 0},
	} {
		if got := c.trial.Swing(); got < c.want-1e-9 || got > c.want+1e-9 {
			t.Errorf("%+v swings by %v, want %v", c.trial, got, c.want)
		}
	}
}
