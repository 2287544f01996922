package templates

import (
	"encoding/binary"
	"hash/crc32"
	"image"
)

// encode writes a picture with a palette as PNG. Package image/png reads it; it does not
// write it, since it leaves no choice of what packs the points. No filter is used: the
// numbers of a palette are no amounts, whose differences would be smaller.
func encode(img *image.Paletted) []byte {
	depth := 8
	for depth > 1 && len(img.Palette) <= 1<<(depth/2) {
		depth /= 2
	}
	w, h := img.Rect.Dx(), img.Rect.Dy()
	head := binary.BigEndian.AppendUint32(nil, uint32(w))
	head = binary.BigEndian.AppendUint32(head, uint32(h))
	head = append(head, byte(depth), 3, 0, 0, 0) // by palette
	var palette []byte
	for _, c := range img.Palette {
		r, g, b, _ := c.RGBA()
		palette = append(palette, byte(r>>8), byte(g>>8), byte(b>>8))
	}
	row := (w*depth + 7) / 8
	points := make([]byte, (row+1)*h)
	for y := range h {
		out := points[(row+1)*y+1:]
		line := img.Pix[y*img.Stride : y*img.Stride+w]
		if depth == 8 {
			copy(out, line)
			continue
		}
		for x, p := range line {
			at := x * depth
			out[at/8] |= p << (8 - depth - at%8)
		}
	}
	out := []byte("\x89PNG\r\n\x1a\n")
	for _, chunk := range []struct {
		kind string
		data []byte
	}{{"IHDR", head}, {"PLTE", palette}, {"IDAT", packed(points)}, {"IEND", nil}} {
		out = binary.BigEndian.AppendUint32(out, uint32(len(chunk.data)))
		from := len(out)
		out = append(append(out, chunk.kind...), chunk.data...)
		out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[from:]))
	}
	return out
}
