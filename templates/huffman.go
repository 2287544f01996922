package templates

import (
	"cmp"
	"math/bits"
	"slices"
)

// bitWriter writes bits, the lowest of a byte first.
type bitWriter struct {
	out  []byte
	left uint64
	n    uint
}

func (w *bitWriter) write(v uint32, n int) {
	w.left |= uint64(v) << w.n
	for w.n += uint(n); w.n >= 8; w.n -= 8 {
		w.out, w.left = append(w.out, byte(w.left)), w.left>>8
	}
}

func (w *bitWriter) bytes() []byte {
	if w.n > 0 {
		w.write(0, 8-int(w.n))
	}
	return w.out
}

// codes are prefix codes: the length of each, 0 for what does not occur, and its bits, the
// first one lowest.
type codes struct {
	lengths []uint8
	bits    []uint32
}

func (w *bitWriter) code(c codes, symbol int) { w.write(c.bits[symbol], int(c.lengths[symbol])) }

// block writes steps with codes of their own, and returns where they end in the data.
func (w *bitWriter) block(data []byte, at int, way []copied, last bool) int {
	symbolCounts, distanceCounts := count(data, at, way)
	symbols, distances := makeCodes(symbolCounts[:], 15), makeCodes(distanceCounts[:], 15)
	final := uint32(0)
	if last {
		final = 1
	}
	w.write(final|2<<1, 3)
	w.header(symbols.lengths, distances.lengths)
	for _, k := range way {
		if k.length == 1 {
			w.code(symbols, int(data[at]))
		} else {
			symbol, extra, rest := lengthCode(int(k.length))
			w.code(symbols, symbol)
			w.write(rest, extra)
			d := distSymbol(int(k.dist))
			w.code(distances, d)
			extra = max(d/2-1, 0)
			w.write(uint32(k.dist-1)&(1<<extra-1), extra)
		}
		at += int(k.length)
	}
	w.code(symbols, endOfBlock)
	return at
}

// header writes the lengths of the codes (RFC 1951, 3.2.7).
func (w *bitWriter) header(symbols, distances []uint8) {
	used := func(lengths []uint8, least int) int {
		n := len(lengths)
		for n > least && lengths[n-1] == 0 {
			n--
		}
		return n
	}
	n, d := used(symbols, 257), used(distances, 1)
	runs := runsOf(slices.Concat(symbols[:n], distances[:d]))
	counts := make([]uint32, 19)
	for _, r := range runs {
		counts[r.symbol]++
	}
	c := makeCodes(counts, 7)
	order := [...]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	most := len(order)
	for most > 4 && c.lengths[order[most-1]] == 0 {
		most--
	}
	w.write(uint32(n-257), 5)
	w.write(uint32(d-1), 5)
	w.write(uint32(most-4), 4)
	for _, symbol := range order[:most] {
		w.write(uint32(c.lengths[symbol]), 3)
	}
	for _, r := range runs {
		w.code(c, r.symbol)
		w.write(r.rest, r.extra)
	}
}

// run is a length of a code, or a code that repeats lengths.
type run struct {
	symbol, extra int
	rest          uint32
}

func runsOf(lengths []uint8) (out []run) {
	for i := 0; i < len(lengths); {
		n := 1
		for i+n < len(lengths) && lengths[i+n] == lengths[i] {
			n++
		}
		i += n
		l := lengths[i-1]
		if l != 0 {
			out, n = append(out, run{symbol: int(l)}), n-1
		}
		for n > 0 {
			switch {
			case l == 0 && n >= 11:
				m := min(n, 138)
				out, n = append(out, run{18, 7, uint32(m - 11)}), n-m
			case l == 0 && n >= 3:
				out, n = append(out, run{17, 3, uint32(n - 3)}), 0
			case l != 0 && n >= 3:
				m := min(n, 6)
				out, n = append(out, run{16, 2, uint32(m - 3)}), n-m
			default:
				out, n = append(out, run{symbol: int(l)}), n-1
			}
		}
	}
	return out
}

// makeCodes makes codes that are short for what occurs often, none longer than most.
func makeCodes(counts []uint32, most int) codes {
	c := codes{make([]uint8, len(counts)), make([]uint32, len(counts))}
	counts = slices.Clone(counts)
	for !huffman(counts, c.lengths, most) {
		for i, n := range counts { // flatter, until they fit
			if n > 0 {
				counts[i] = n/2 + 1
			}
		}
	}
	next := uint32(0)
	for l := uint8(1); int(l) <= most; l++ {
		for i := range c.lengths {
			if c.lengths[i] == l {
				c.bits[i] = bits.Reverse32(next) >> (32 - l)
				next++
			}
		}
		next <<= 1
	}
	return c
}

// huffman finds the lengths of the best codes; ok is false if one would be too long.
func huffman(counts []uint32, lengths []uint8, most int) (ok bool) {
	type node struct {
		count       uint32
		left, right int // -1 for a leaf
		symbol      int
	}
	var nodes []node
	clear(lengths)
	for i, n := range counts {
		if n > 0 {
			nodes = append(nodes, node{n, -1, -1, i})
		}
	}
	for i := 0; len(nodes) < 2; i++ { // a code has at least one bit
		if len(nodes) == 0 || nodes[0].symbol != i {
			nodes = append(nodes, node{1, -1, -1, i})
		}
	}
	slices.SortStableFunc(nodes, func(a, b node) int { return cmp.Compare(a.count, b.count) })
	leaves := len(nodes)
	leaf, inner := 0, leaves
	least := func() int {
		if leaf < leaves && (inner >= len(nodes) || nodes[leaf].count <= nodes[inner].count) {
			leaf++
			return leaf - 1
		}
		inner++
		return inner - 1
	}
	for range leaves - 1 {
		a := least()
		b := least()
		nodes = append(nodes, node{nodes[a].count + nodes[b].count, a, b, -1})
	}
	depth := make([]int, len(nodes))
	for i, n := range slices.Backward(nodes) {
		if n.left < 0 {
			if depth[i] > most {
				return false
			}
			lengths[n.symbol] = uint8(depth[i])
			continue
		}
		depth[n.left], depth[n.right] = depth[i]+1, depth[i]+1
	}
	return true
}
