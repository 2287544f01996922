package templates

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// finder looks for copies of each place in two ways. In a long run of one byte it looks by
// what comes after the run, once for all of it. Elsewhere it looks by the next four bytes, at a
// few places, and by twelve, at many, which are where long copies begin. Inside of a copy that
// is long itself it looks only where another copy ends.
type finder struct {
	data  []byte
	nodes []node  // the places of a piece where a step may begin, and its end
	all   []hop   // what they can be copies of, ever longer
	stops []int32 // those that are copies of something
	ends  []bool  // where a copy ends, or another may begin
	till  int     // where the long copy ends

	short, far chains
	runs       runs
}

const (
	few, many = 8, 24 // places that are tried
	long      = 32    // bytes of a copy inside of which little is looked for
	longRun   = 6     // longer runs are looked for by what comes after them
)

// A node is a place, and the first of its copies.
type node struct{ at, first int32 }

// chains hold the places with the same hash, the latest first: one more than the place, or 0.
type chains struct {
	head   [1 << hashBits]int32
	before [farthest]int32
}

const hashBits = 15

// hashed are some bits of a product with the golden ratio.
func hashed(x uint64) uint64 { return x * 0x9e3779b97f4a7c15 >> (64 - hashBits) }

// add puts a place in front of its chain, and is the one that was in front.
func (c *chains) add(key uint64, i int) int32 {
	front := &c.head[hashed(key)]
	was := *front
	c.before[i&(farthest-1)], *front = was, int32(i+1)
	return was
}

func newFinder(data []byte) *finder {
	return &finder{data: data, ends: make([]bool, len(data)+1)}
}

// find looks for copies of the places of a piece. In a long run no step begins but where one may have ended,
// and in the last bytes of the piece, from which no copy leads to its end.
func (f *finder) find(from, to int) {
	f.nodes, f.all, f.stops = f.nodes[:0], f.all[:0], f.stops[:0]
	for i := from; i < to; i++ {
		if i >= f.runs.end {
			f.runs.next(f, i)
		}
		left, seen := f.runs.end-i, len(f.all)
		if left > longRun && i > max(f.runs.start+1, from) && !f.ends[i] &&
			i <= to-shortestCopy && i < len(f.data)-around {
			continue
		}
		f.nodes = append(f.nodes, node{int32(i), int32(seen)})
		switch {
		case i >= len(f.data)-around:
		case left > longRun:
			f.inRun(i, left)
		default:
			f.look(i)
		}
		if len(f.all) > seen {
			f.stops = append(f.stops, int32(i))
		}
	}
	f.nodes = append(f.nodes, node{int32(to), int32(len(f.all))})
	f.stops = append(f.stops, math.MaxInt32)
}

// look finds what a place outside of a long run is a copy of.
func (f *finder) look(i int) {
	four, eight := binary.LittleEndian.Uint32(f.data[i:]), binary.LittleEndian.Uint64(f.data[i:])
	near := f.short.add(uint64(four), i)
	next := f.far.add(eight^uint64(binary.LittleEndian.Uint32(f.data[i+8:]))*0xff51afd7ed558ccd, i)
	if i < f.till && !f.ends[i] {
		return
	}
	best := f.along(&f.short, i, near, few, shortestCopy-1)
	f.found(i, f.along(&f.far, i, next, many, best))
}

// inRun finds what a place in a long run is a copy of.
func (f *finder) inRun(i, left int) {
	best := shortestCopy - 1
	if i > f.runs.start {
		best = f.copied(i, left, i-1, best)
	} else {
		f.short.add(uint64(binary.LittleEndian.Uint32(f.data[i:])), i)
	}
	for _, r := range f.runs.alike {
		if r.length >= left {
			best = f.copied(i, left+r.after, r.end-left, best)
		}
	}
	f.found(i, best)
}

// found takes down how long the longest copy of a place is.
func (f *finder) found(i, best int) {
	if best >= long {
		f.till = max(f.till, i+best)
	}
}

// along looks for copies of a place in a chain that are longer than the best so far, and is
// how long the best is then.
func (f *finder) along(c *chains, i int, from int32, tries, best int) int {
	here := f.data[i : i+longestCopy+1]
	end := binary.LittleEndian.Uint32(here[best-3:])
	for oldest := int32(max(i-farthest, 0)); tries > 0 && from > oldest && best < longestCopy; tries-- {
		// What is longer has the same bytes where the best so far ends.
		if there := f.data[from-1:]; binary.LittleEndian.Uint32(there[best-3:]) == end {
			best = f.copied(i, same(here, there), int(from-1), best)
			end = binary.LittleEndian.Uint32(here[best-3:])
		}
		from = c.before[(from-1)&(farthest-1)]
	}
	return best
}

// copied takes down that a place is a copy of another if it is longer than the best so far.
func (f *finder) copied(i, length, from, best int) int {
	if length = min(length, longestCopy); length <= best {
		return best
	}
	f.all = append(f.all, hop{uint16(length), uint16(i - from - 1)})
	f.ends[i+length] = true
	return length
}

// runs knows all long runs of one byte, and of one those that it is like.
type runs struct {
	start, end int // the run
	alike      []likeRun
	all        []run
	latest     [1 << hashBits]int32 // with what comes after it: one more than the place in all, or 0
}

type run struct{ start, end, before int32 }

// likeRun is a run after which some bytes are the same.
type likeRun struct{ end, length, after int }

// next comes to the run that begins at a place.
func (r *runs) next(f *finder, i int) {
	data := f.data
	for r.start, r.end = i, i+1; r.end < len(data) && data[r.end] == data[i]; {
		r.end++
	}
	r.alike = r.alike[:0]
	if r.end-i <= longRun || r.end >= len(data)-around {
		return
	}
	here, size := data[r.end:r.end+longestCopy], r.end-i
	latest := &r.latest[hashed(binary.LittleEndian.Uint64(here)<<8+uint64(data[i]))]
	from := *latest
	r.all = append(r.all, run{int32(i), int32(r.end), from})
	*latest = int32(len(r.all))
	for tries := many; tries > 0 && from > 0; tries-- {
		o := r.all[from-1]
		a := likeRun{int(o.end), int(o.end - o.start), 0}
		if r.end-a.end > farthest {
			break
		}
		if a.after = same(here, data[o.end:]); data[o.start] == data[i] && a.after > 0 && !r.worse(a) {
			r.alike = append(r.alike, a)
			f.ends[r.end-min(a.length, size)] = true // from there on it is one
		}
		from = o.before
	}
}

// worse reports whether a nearer run is as long and the same for as long.
func (r *runs) worse(a likeRun) bool {
	for _, o := range r.alike {
		if o.length >= a.length && o.after >= a.after {
			return true
		}
	}
	return false
}

// same is how many bytes are the same, up to the longest copy.
func same(a, b []byte) int {
	n := 0
	for ; n+8 <= longestCopy; n += 8 {
		if x := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
	}
	for n < longestCopy && a[n] == b[n] {
		n++
	}
	return n
}
