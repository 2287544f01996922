package templates

import (
	"encoding/binary"
	"hash/adler32"
	"math"
	"math/bits"

	"github.com/andybalholm/brotli/flate"
	"github.com/andybalholm/brotli/matchfinder"
)

// packed packs the points of a picture as zlib does (RFC 1950, 1951). The library chooses the
// codes and writes them; which bytes are written as copies of earlier ones is chosen here.
// What looks for copies in general finds too few in pictures: most of their bytes are in runs
// of one colour, which all look alike until they end.
//
// The way is chosen piece by piece; what bytes and copies cost follows from the pieces before.
func packed(data []byte) []byte {
	f := newFinder(data)
	var w wayFinder
	var way []hop
	var written counts
	cost := guess(data)
	for from := 0; from < len(data); from += piece {
		to := min(from+piece, len(data))
		f.find(from, to)
		next := w.cheapest(f, from, to, &cost)
		if from == 0 { // once more, since that was a guess
			written.add(data, next)
			cost = written.costs()
			next, written = w.cheapest(f, from, to, &cost), counts{}
		}
		written.add(data[from:], next)
		cost = written.costs()
		way = append(way, next...)
	}
	e := flate.NewEncoder()
	out := []byte{0x78, 0xda}
	const block = 4000 // hops that share their codes
	rest := data
	for len(way) > block*5/4 {
		m, n := matches(way[:block])
		out = e.Encode(out, rest[:n], m, false)
		way, rest = way[block:], rest[n:]
	}
	m, _ := matches(way)
	out = e.Encode(out, rest, m, true)
	return binary.BigEndian.AppendUint32(out, adler32.Checksum(data))
}

// A hop is a step on a way through the data: bytes that stood some way back,
// or one byte as it is, with length 1.
type hop struct{ length, back uint16 } // back is one less than the distance

const (
	shortestCopy = 4                // shorter ones cost about as much as their bytes
	longestCopy  = 258              // of RFC 1951
	farthest     = 1 << 15          // of RFC 1951
	around       = longestCopy + 16 // bytes at the end in which nothing is looked for
	piece        = 1 << 15          // bytes of which the way is chosen at once
)

// matches are the steps as the library wants them, and how many bytes they make.
func matches(way []hop) (all []matchfinder.Match, length int) {
	var m matchfinder.Match
	for _, p := range way {
		length += int(p.length)
		if p.length == 1 {
			m.Unmatched++
			continue
		}
		m.Length, m.Distance = int(p.length), int(p.back)+1
		all, m = append(all, m), matchfinder.Match{}
	}
	if m.Unmatched > 0 {
		all = append(all, m)
	}
	return all, length
}

// costs are what bytes and copies take, in sixteenths of a bit.
type costs struct {
	bytes   [256]int32
	lengths [longestCopy + 1]int32
	backs   [30]int32
}

// lengthCode and backCode are the codes of a copy in RFC 1951, and the bits behind them.
func lengthCode(n int) (code, extra int) {
	switch {
	case n == longestCopy:
		return 28, 0
	case n < 11:
		return n - 3, 0
	}
	extra = bits.Len(uint(n-3)) - 3
	return 4*extra + (n-3)>>extra, extra
}

func backCode(back int) (code, extra int) {
	if back < 4 {
		return back, 0
	}
	extra = bits.Len(uint(back)) - 2
	return 2*extra + back>>extra, extra
}

// backCodes has the code of each distance.
var backCodes = func() (codes [farthest]uint8) {
	for i := range codes {
		code, _ := backCode(i)
		codes[i] = uint8(code)
	}
	return codes
}()

// guess is a first estimate.
func guess(data []byte) costs {
	var n counts
	for _, b := range data {
		n.symbols[b] = 2
	}
	for i := range n.symbols[257:] {
		n.symbols[257+i] = 1
	}
	for i := range n.backs {
		n.backs[i] = 1
	}
	return n.costs()
}

// counts are how often codes are written.
type counts struct {
	symbols [286]int32
	backs   [30]int32
}

// add counts a way that was gone.
func (c *counts) add(data []byte, way []hop) {
	at := 0
	for _, p := range way {
		if p.length == 1 {
			c.symbols[data[at]]++
		} else {
			code, _ := lengthCode(int(p.length))
			c.symbols[257+code]++
			c.backs[backCodes[p.back]]++
		}
		at += int(p.length)
	}
}

func (n *counts) costs() (c costs) {
	weighed := weigh(n.symbols[:])
	copy(c.bytes[:], weighed)
	for l := shortestCopy; l <= longestCopy; l++ {
		code, extra := lengthCode(l)
		c.lengths[l] = weighed[257+code] + 16*int32(extra)
	}
	for i, w := range weigh(n.backs[:]) {
		c.backs[i] = w + 16*int32(max(i/2-1, 0))
	}
	return c
}

// weigh gives each code the bits of its share.
func weigh(counts []int32) []int32 {
	sum := 1.
	for _, n := range counts {
		sum += float64(n)
	}
	out := make([]int32, len(counts))
	for i, n := range counts {
		out[i] = int32(16 * min(max(math.Log2(sum/(float64(n)+.3)), 1), 15))
	}
	return out
}

// wayFinder finds the cheapest way through a piece of the data.
type wayFinder struct{ places [piece + 1]place }

// place is how much the way to it costs, and its last step.
type place struct {
	cost int32
	by   hop
}

func (p *place) reach(cost int32, length int, back uint16) {
	if cost < p.cost {
		*p = place{cost, hop{uint16(length), back}}
	}
}

// cheapest is the way from one place to another that takes fewest bits. A copy leads to where
// it ends, or to where others begin.
func (w *wayFinder) cheapest(f *finder, from, to int, c *costs) []hop {
	for _, p := range f.nodes {
		w.places[int(p.at)-from].cost = math.MaxInt32
	}
	w.places[0].cost = 0
	stops := f.stops
	for k, p := range f.nodes[:len(f.nodes)-1] {
		i, next := int(p.at), f.nodes[k+1]
		here := w.places[i-from:]
		cost := here[0].cost
		if cost == math.MaxInt32 { // no way leads there
			continue
		}
		if int(next.at) == i+1 {
			here[1].reach(cost+c.bytes[f.data[i]], 1, 0)
		}
		if p.first == next.first {
			continue
		}
		for int(stops[0]) < i+shortestCopy {
			stops = stops[1:]
		}
		later := stops
		for _, p := range f.all[p.first:next.first] {
			base := cost + c.backs[backCodes[p.back]]
			most := min(int(p.length), to-i)
			for ; int(later[0]) < i+most; later = later[1:] {
				n := int(later[0]) - i
				here[n].reach(base+c.lengths[n], n, p.back)
			}
			if most >= shortestCopy {
				here[most].reach(base+c.lengths[most], most, p.back)
			}
		}
	}
	return w.steps(to - from)
}

// steps are those of the way to a place.
func (w *wayFinder) steps(to int) []hop {
	n := 0
	for i := to; i > 0; i -= int(w.places[i].by.length) {
		n++
	}
	way := make([]hop, n)
	for i := to; i > 0; i -= int(w.places[i].by.length) {
		n--
		way[n] = w.places[i].by
	}
	return way
}
