package templates

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// quantize reduces a picture to so many colours, 256 at most, at five bits a channel:
// those that it uses most, where one of inks counts as many times its number. The others
// become the nearest of them. A map has few colours and their blends, so that nothing is
// seen of it.
func quantize(img *image.RGBA, inks []color.NRGBA, most int) *image.Paletted {
	buckets := countColors(img)
	for _, c := range inks {
		buckets[bucketOf([]uint8{c.R, c.G, c.B})].ink = 20
	}
	used := make([]int, 0, 4096)
	for i := range buckets {
		if buckets[i].n > 0 {
			used = append(used, i)
		}
	}
	slices.SortStableFunc(used, func(a, b int) int {
		x, y := buckets[a], buckets[b]
		return cmp.Or(cmp.Compare(y.n*(1+y.ink), x.n*(1+x.ink)), cmp.Compare(a, b))
	})
	palette := make(color.Palette, 0, most)
	var index [1 << 15]uint8
	for i, u := range used {
		b := buckets[u]
		if i < most {
			index[u] = uint8(i)
			palette = append(palette, color.RGBA{uint8(b.r / b.n), uint8(b.g / b.n), uint8(b.b / b.n), 0xff})
			continue
		}
		index[u] = nearest(palette, b)
	}
	out := image.NewPaletted(img.Bounds(), palette)
	var last uint8
	for i := range out.Pix {
		if !asBefore(img.Pix, 4*i) {
			last = index[bucketOf(img.Pix[4*i:])]
		}
		out.Pix[i] = last
	}
	return out
}

// bucket sums up the pixels of one five-bit colour.
type bucket struct{ n, r, g, b, ink uint32 }

func bucketOf(p []uint8) int {
	return int(p[0]>>3)<<10 | int(p[1]>>3)<<5 | int(p[2]>>3)
}

func countColors(img *image.RGBA) *[1 << 15]bucket {
	var buckets [1 << 15]bucket
	for i := 0; i+3 < len(img.Pix); {
		p, n := img.Pix[i:i+4:i+4], uint32(1)
		for i += 4; asBefore(img.Pix, i); i += 4 {
			n++
		}
		b := &buckets[bucketOf(p)]
		b.n += n
		b.r += n * uint32(p[0])
		b.g += n * uint32(p[1])
		b.b += n * uint32(p[2])
	}
	return &buckets
}

// asBefore reports whether a pixel is as the one before it, as most are.
func asBefore(pix []uint8, i int) bool {
	return i >= 4 && i+4 <= len(pix) && [4]uint8(pix[i:i+4]) == [4]uint8(pix[i-4:i])
}

func nearest(palette color.Palette, b bucket) uint8 {
	best, bestCost := 0, 1<<30
	for i, c := range palette {
		p := c.(color.RGBA)
		dr, dg, db := int(p.R)-int(b.r/b.n), int(p.G)-int(b.g/b.n), int(p.B)-int(b.b/b.n)
		if cost := 2*dr*dr + 4*dg*dg + 3*db*db; cost < bestCost {
			best, bestCost = i, cost
		}
	}
	return uint8(best)
}
