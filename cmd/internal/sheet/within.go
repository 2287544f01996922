package sheet

import "slices"

// within is a place inside an outline: the middle of its corners, or, if that is outside, of the
// widest stretch across the outline at its height.
func within(outline [][2]float32) (at [2]float32) {
	if len(outline) == 0 {
		return at
	}
	for _, p := range outline {
		at[0] += p[0] / float32(len(outline))
		at[1] += p[1] / float32(len(outline))
	}
	var cuts []float32 // where the outline crosses that height
	for i, p := range outline {
		q := outline[(i+1)%len(outline)]
		if (p[1] > at[1]) != (q[1] > at[1]) {
			cuts = append(cuts, p[0]+(q[0]-p[0])*(at[1]-p[1])/(q[1]-p[1]))
		}
	}
	slices.Sort(cuts)
	x, widest := at[0], float32(0)
	for i := 0; i+1 < len(cuts); i += 2 {
		if cuts[i] <= at[0] && at[0] <= cuts[i+1] {
			return at
		}
		if width := cuts[i+1] - cuts[i]; width > widest {
			x, widest = (cuts[i]+cuts[i+1])/2, width
		}
	}
	at[0] = x
	return at
}
