package hex

import "testing"

func TestNeighbor(t *testing.T) {
	tests := []struct {
		from Hex
		want [6]int // N NE SE S SW NW
	}{
		{H(1512), [6]int{1511, 1611, 1612, 1513, 1412, 1411}},
		{H(1612), [6]int{1611, 1712, 1713, 1613, 1513, 1512}},
	}
	for _, tt := range tests {
		for i, n := range tt.from.Neighbors() {
			if n != H(tt.want[i]) {
				t.Errorf("%v.Neighbor(%v) = %v, want %v", tt.from, Dir(i), n, H(tt.want[i]))
			}
			if back := n.Neighbor(Dir(i).Turn(3)); back != tt.from {
				t.Errorf("%v and back = %v, want %v", tt.from, back, tt.from)
			}
			if d := tt.from.Distance(n); d != 1 {
				t.Errorf("%v.Distance(%v) = %d, want 1", tt.from, n, d)
			}
		}
	}
}

func TestDistance(t *testing.T) {
	// Breadth-first search over neighbours is the definition of hex distance.
	start := H(1010)
	dist := map[Hex]int{start: 0}
	queue := []Hex{start}
	for len(queue) > 0 {
		h := queue[0]
		queue = queue[1:]
		if dist[h] == 8 {
			continue
		}
		for _, n := range h.Neighbors() {
			if _, ok := dist[n]; !ok {
				dist[n] = dist[h] + 1
				queue = append(queue, n)
			}
		}
	}
	for h, want := range dist {
		if got := start.Distance(h); got != want {
			t.Errorf("%v.Distance(%v) = %d, want %d", start, h, got, want)
		}
	}
}
