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
func packed(data []byte) []byte {
	f := findCopies(data)
	w := newWays(data, f)
	c := guess(data)
	sample := w.cheapest(min(len(data), 1<<17), &c)
	c = count(data, sample)
	way := w.cheapest(len(data), &c)
	e := flate.NewEncoder()
	out := []byte{0x78, 0xda}
	const block = 20_000 // hops that share their codes
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

// copies are what each place can be a copy of, ever longer.
type copies struct {
	all   []hop
	first []int32 // of each place, in all; one more at the end
}

func (c *copies) at(i int) []hop { return c.all[c.first[i]:c.first[i+1]] }

// chains hold the places with the same hash, the latest first.
type chains struct{ head, before []int32 }

func newChains() chains {
	c := chains{make([]int32, 1<<16), make([]int32, farthest)}
	for i := range c.head {
		c.head[i] = -1
	}
	return c
}

// hashed is 16 bits of a product with the golden ratio.
func hashed(x uint64) uint16 { return uint16(x * 0x9e3779b97f4a7c15 >> 48) }

// findCopies looks for copies of each place in two ways: by its next four bytes, at a few
// places; and at many by twelve or, in a run, by how long the run still is and what comes
// after it, which are where long copies begin. Inside of a copy that is long itself it looks
// only where another copy ends.
func findCopies(data []byte) copies {
	const few, many, long, run = 16, 64, 72, 6
	n := len(data)
	c := copies{make([]hop, 0, n), make([]int32, n+1)}
	runs := runsOf(data)
	ends := make([]bool, n+1)
	short, far := newChains(), newChains()
	till := 0 // where the long copy ends
	for i := range data {
		c.first[i] = int32(len(c.all))
		if i >= n-around {
			continue
		}
		four := binary.LittleEndian.Uint32(data[i:])
		key := binary.LittleEndian.Uint64(data[i:]) ^ uint64(binary.LittleEndian.Uint32(data[i+8:]))*0xff51afd7ed558ccd
		inRun, tries := int(runs[i]) >= run, few
		if inRun {
			key = binary.LittleEndian.Uint64(data[i+int(runs[i]):])<<8 + uint64(runs[i])
			tries = 4
		}
		near := short.head[hashed(uint64(four))]
		if !inRun || i == 0 || data[i-1] != data[i] {
			short.add(uint64(four), i)
		} else {
			near = int32(i - 1)
		}
		next := far.add(key, i)
		if i < till && !ends[i] {
			continue
		}
		s := search{data: data, at: i, best: shortestCopy - 1, found: c.all, ends: ends}
		s.along(short, near, tries)
		s.along(far, next, many)
		if c.all = s.found; s.best >= long {
			till = max(till, i+s.best)
		}
	}
	c.first[n] = int32(len(c.all))
	return c
}

// add puts a place in front of its chain, and is the one that was in front.
func (c chains) add(key uint64, i int) int32 {
	h := hashed(key)
	front := c.head[h]
	c.head[h], c.before[i&(farthest-1)] = int32(i), front
	return front
}

// runsOf is for each place how many places after it have the same byte, up to 250.
func runsOf(data []byte) []uint8 {
	runs := make([]uint8, len(data))
	for i := len(data) - 2; i >= 0; i-- {
		if data[i] == data[i+1] {
			runs[i] = min(runs[i+1]+1, 250)
		}
	}
	return runs
}

// search looks for ever longer copies of one place.
type search struct {
	data  []byte
	at    int
	best  int
	found []hop
	ends  []bool
}

func (s *search) along(c chains, from int32, tries int) {
	here := s.data[s.at : s.at+longestCopy]
	for ; tries > 0 && from >= 0 && s.at-int(from) <= farthest && s.best < longestCopy; tries-- {
		there := s.data[from:]
		// What is longer has the same bytes where the best so far ends.
		if binary.LittleEndian.Uint32(there[s.best-3:]) == binary.LittleEndian.Uint32(here[s.best-3:]) {
			if n := same(here, there); n > s.best {
				s.best = n
				s.found = append(s.found, hop{uint16(n), uint16(s.at - int(from) - 1)})
				s.ends[s.at+n] = true
			}
		}
		from = c.before[from&(farthest-1)]
	}
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
func guess(data []byte) (c costs) {
	var symbols, backs [286]int32
	for _, b := range data {
		symbols[b] = 2
	}
	for i := range symbols[257:] {
		symbols[257+i] = 1
	}
	for i := range backs[:30] {
		backs[i] = 1
	}
	c.set(symbols[:], backs[:30])
	return c
}

// count is what things cost on a way that was gone.
func count(data []byte, way []hop) (c costs) {
	var symbols, backs [286]int32
	at := 0
	for _, p := range way {
		if p.length == 1 {
			symbols[data[at]]++
		} else {
			code, _ := lengthCode(int(p.length))
			symbols[257+code]++
			backs[backCodes[p.back]]++
		}
		at += int(p.length)
	}
	c.set(symbols[:], backs[:30])
	return c
}

func (c *costs) set(symbols, backs []int32) {
	weighed := weigh(symbols)
	copy(c.bytes[:], weighed)
	for n := shortestCopy; n <= longestCopy; n++ {
		code, extra := lengthCode(n)
		c.lengths[n] = weighed[257+code] + 16*int32(extra)
	}
	for i, w := range weigh(backs) {
		c.backs[i] = w + 16*int32(max(i/2-1, 0))
	}
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

// ways finds the cheapest way through the data.
type ways struct {
	data   []byte
	copies copies
	cost   []int32 // to come to a place
	by     []hop   // the step that led there
}

func newWays(data []byte, c copies) *ways {
	return &ways{data, c, make([]int32, len(data)+1), make([]hop, len(data)+1)}
}

// cheapest is the way from the beginning to a place that takes fewest bits.
func (w *ways) cheapest(to int, c *costs) []hop {
	for i := range w.cost[:to] {
		w.cost[i+1] = math.MaxInt32
	}
	for i, b := range w.data[:to] {
		if next := w.cost[i] + c.bytes[b]; next < w.cost[i+1] {
			w.cost[i+1], w.by[i+1] = next, hop{1, 0}
		}
		n := shortestCopy
		for _, p := range w.copies.at(i) {
			base := w.cost[i] + c.backs[backCodes[p.back]]
			most := min(int(p.length), to-i)
			cost, by, lengths := w.cost[i:i+most+1], w.by[i:i+most+1], c.lengths[:most+1]
			for ; n < len(cost) && n < len(by) && n < len(lengths); n++ {
				if next := base + lengths[n]; next < cost[n] {
					cost[n], by[n] = next, hop{uint16(n), p.back}
				}
			}
		}
	}
	n := 0
	for i := to; i > 0; i -= int(w.by[i].length) {
		n++
	}
	way := make([]hop, n)
	for i := to; i > 0; i -= int(w.by[i].length) {
		n--
		way[n] = w.by[i]
	}
	return way
}
