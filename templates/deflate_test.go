package templates

import (
	"bytes"
	"compress/zlib"
	"image"
	"image/color"
	"image/png"
	"io"
	"math/rand/v2"
	"testing"
)

func FuzzDeflated(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	noise, runs, words := make([]byte, 70_000), make([]byte, 200_000), []byte(nil)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	for i := range runs {
		if runs[i] = byte(r.IntN(24)); i > 0 && r.IntN(40) > 0 {
			runs[i] = runs[i-1]
		}
	}
	for range 9000 {
		n := r.IntN(500)
		words = append(words, runs[n:n+r.IntN(20)]...)
	}
	for _, data := range [][]byte{nil, {0}, {1, 1}, {9, 9, 9, 9}, make([]byte, 100_000), noise, runs, words} {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		packed := deflated(data)
		z, err := zlib.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, data) {
			t.Fatalf("%d bytes come back as %d (%v)", len(data), len(got), err)
		}
	})
}

// A picture comes back as it was, with any number of colours, and smaller than
// image/png at its best makes it.
func TestEncode(t *testing.T) {
	for _, colors := range []int{1, 2, 3, 16, 17, 256} {
		img := image.NewPaletted(image.Rect(0, 0, 77, 31), nil)
		for i := range colors {
			img.Palette = append(img.Palette, color.RGBA{byte(i), byte(3 * i), byte(200 - i), 0xff})
		}
		for i := range img.Pix {
			img.Pix[i] = byte(i / 5 % colors)
		}
		back, err := png.Decode(bytes.NewReader(encode(img, deflated)))
		if err != nil {
			t.Fatal(err)
		}
		for i := range img.Pix {
			if back.At(i%77, i/77) != img.At(i%77, i/77) {
				t.Fatalf("%d colours: point %d is %v, was %v", colors, i, back.At(i%77, i/77), img.At(i%77, i/77))
			}
		}
	}
	ours, err := Detail(bigSheet().board())
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(ours))
	if err != nil {
		t.Fatal(err)
	}
	var theirs bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&theirs, img); err != nil {
		t.Fatal(err)
	}
	if t.Logf("%d bytes, %d of image/png", len(ours), theirs.Len()); len(ours) > theirs.Len()*97/100 {
		t.Errorf("a map has %d bytes, image/png makes %d of it", len(ours), theirs.Len())
	}
}
