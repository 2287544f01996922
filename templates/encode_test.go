package templates

import (
	"bytes"
	"compress/zlib"
	"image"
	"image/color"
	"image/png"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"berthier/engine/tongue"
)

func FuzzPacked(f *testing.F) {
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
		out := packed(data)
		z, err := zlib.NewReader(bytes.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, data) {
			t.Fatalf("%d bytes come back as %d (%v)", len(data), len(got), err)
		}
	})
}

// A long run may begin at each place before a piece of the data ends.
func TestPackedRunAtPiece(t *testing.T) {
	for before := range 12 {
		data := make([]byte, 2*piece)
		for i := range data {
			if data[i] = 1; i < piece-before {
				data[i] = byte(i*i>>7 ^ i)
			}
		}
		z, err := zlib.NewReader(bytes.NewReader(packed(data)))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, data) {
			t.Errorf("a run %d bytes before the end of a piece comes back as %d bytes of %d (%v)",
				before, len(got), len(data), err)
		}
	}
}

// Maps of mails are at most 5 % larger than oxipng at its best makes them, which takes
// several seconds. The two that are kept here it packed: oxipng 9.1.1, level 6.
func TestSmallAsOxipng(t *testing.T) {
	for _, name := range []string{"oxipng-detail.png", "oxipng-overview.png"} {
		theirs, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(theirs))
		if err != nil {
			t.Fatal(err)
		}
		ours := encode(img.(*image.Paletted))
		over := 100*float64(len(ours))/float64(len(theirs)) - 100
		if t.Logf("%s: %d bytes, %.1f %% over %d", name, len(ours), over, len(theirs)); over > 5 {
			t.Errorf("%s has %d bytes, %.1f %% more than the %d of oxipng", name, len(ours), over, len(theirs))
		}
	}
}

// A picture comes back as it was, with any number of colours, and no larger than
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
		back, err := png.Decode(bytes.NewReader(encode(img)))
		if err != nil {
			t.Fatal(err)
		}
		for i := range img.Pix {
			if back.At(i%77, i/77) != img.At(i%77, i/77) {
				t.Fatalf("%d colours: point %d is %v, was %v", colors, i, back.At(i%77, i/77), img.At(i%77, i/77))
			}
		}
	}
	ours, err := Detail(bigSheet().board(), tongue.En)
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
	if t.Logf("%d bytes, %d of image/png", len(ours), theirs.Len()); len(ours) > theirs.Len() {
		t.Errorf("a map has %d bytes, image/png makes %d of it", len(ours), theirs.Len())
	}
}
