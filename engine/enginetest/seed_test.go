package enginetest

import "testing"

func TestSeed(t *testing.T) {
	for env, want := range map[string]uint64{"": 1, "7": 7, "18446744073709551615": 1<<64 - 1} {
		t.Setenv("BERTHIER_SEED", env)
		if got := Seed(t); got != want {
			t.Errorf("BERTHIER_SEED=%q: got %d, want %d", env, got, want)
		}
	}
	t.Setenv("BERTHIER_SEED", "new")
	if a, b := Seed(t), Seed(t); a == b {
		t.Errorf("drew %d twice", a)
	}
}
