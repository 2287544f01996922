package templates

// placer finds room for labels. Each is tried at several places around the thing that
// it belongs to and goes where it costs least: what it covers, weighed by how much that is
// missed, and how far away it is.
type placer struct {
	lo, hi point // of the plane
	taken  []takenPlace
}

// takenPlace is a place where something is, and how much it is missed if it is covered.
type takenPlace struct {
	lo, hi point
	weight float32
}

// take notes that something stands around a point.
func (p *placer) take(at point, w, h, weight float32) {
	p.taken = append(p.taken, takenPlace{at.add(-w/2, -h/2), at.add(w/2, h/2), weight})
}

// Weights of what may be covered. A label that leaves the plane is worst.
const (
	weighsNumber = .25
	weighsArrow  = .5
	weighsPiece  = 5
	weighsLabel  = 8
	weighsEdge   = 40
)

// put finds the place for a label of a size that belongs to a thing with a radius at a
// point, and takes it. It would stand best at an angle from there, in degrees clockwise
// from up.
func (p *placer) put(at point, radius, w, h, angle float32) point {
	best, least := at, float32(-1)
	for ring := range 10 {
		for turn := range 16 {
			// From the best angle to both sides.
			off := float32((turn+1)/2) * 22.5
			if turn%2 == 1 {
				off = -off
			}
			away := float32(ring)*.15 + off*off/130000
			if least >= 0 && away >= least {
				continue // nothing that it covers can make it cheaper
			}
			d := point{}.around(1, angle+off)
			r := radius + float32(ring)*max(radius*.45, h*.5)
			c := at.add(d.x*(r+w/2), d.y*(r+h/2))
			if cost := p.cost(c, w, h) + away; least < 0 || cost < least {
				best, least = c, cost
			}
		}
	}
	p.take(best, w, h, weighsLabel)
	return best
}

// cost is what a label around a point covers, as a share of it.
func (p *placer) cost(at point, w, h float32) (sum float32) {
	lo, hi := at.add(-w/2, -h/2), at.add(w/2, h/2)
	area := w * h
	overlap := func(a, b point) float32 {
		return max(min(hi.x, b.x)-max(lo.x, a.x), 0) * max(min(hi.y, b.y)-max(lo.y, a.y), 0)
	}
	for _, t := range p.taken {
		// Small things are missed as a whole.
		if o := overlap(t.lo, t.hi); o > 0 {
			sum += t.weight * o / min(area, (t.hi.x-t.lo.x)*(t.hi.y-t.lo.y))
		}
	}
	return sum + weighsEdge*(1-overlap(p.lo, p.hi)/area)
}
