package engine

import (
	"math/big"
	"slices"
	"testing"
)

func chances(t *testing.T, ps ...string) []Chance {
	t.Helper()
	var cs []Chance
	for _, p := range ps {
		r, ok := new(big.Rat).SetString(p)
		if !ok {
			t.Fatal(p)
		}
		cs = append(cs, Chance{P: r})
	}
	return cs
}

func TestPercents(t *testing.T) {
	tests := []struct {
		chances []string
		want    []int
	}{
		{[]string{"1"}, []int{100}},
		{nil, []int{}},
		{[]string{"0.64", "0.133", "0.057", "0.119", "0.051"}, []int{64, 13, 6, 12, 5}},
		{[]string{"1/3", "1/3", "1/3"}, []int{34, 33, 33}},
		{[]string{"0.005", "0.995"}, []int{1, 99}},
		{[]string{"0.996", "0.004"}, []int{100, 0}},
		{[]string{"1/6", "1/6", "1/6", "1/6", "1/6", "1/6"}, []int{17, 17, 17, 17, 16, 16}},
	}
	for _, tt := range tests {
		if got := Percents(chances(t, tt.chances...)); !slices.Equal(got, tt.want) {
			t.Errorf("Percents(%v): got %v, want %v", tt.chances, got, tt.want)
		}
	}
}

func TestChancePercent(t *testing.T) {
	for p, want := range map[string]int{"0": 0, "1": 100, "0.5": 50, "0.125": 13, "0.124999": 12,
		"0.005": 1, "0.004999": 0, "2/3": 67} {
		if got := chances(t, p)[0].Percent(); got != want {
			t.Errorf("%s: got %d, want %d", p, got, want)
		}
	}
}
