package parcel

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
)

var le = binary.LittleEndian

// parts are the places in a zip file of pack.
type parts struct {
	local, data, central []int // of each member
	directory, end       int
}

// partsOf reads them off the directory; it trusts the file.
func partsOf(file []byte) (p parts) {
	p.end = len(file) - SealSize - 22
	p.directory = int(le.Uint32(file[p.end+16:]))
	for at := p.directory; at < p.end; {
		local := int(le.Uint32(file[at+42:]))
		p.local, p.central = append(p.local, local), append(p.central, at)
		p.data = append(p.data, local+headerSize+int(le.Uint16(file[local+26:]))+int(le.Uint16(file[local+28:])))
		at += 46 + int(le.Uint16(file[at+28:])) + int(le.Uint16(file[at+30:])) + int(le.Uint16(file[at+32:]))
	}
	return p
}

// insert puts bytes in, and makes all offsets right again.
func insert(file []byte, at int, more string) []byte {
	p := partsOf(file)
	out := slices.Insert(bytes.Clone(file), at, []byte(more)...)
	moved := func(place int) int {
		if place >= at {
			return place + len(more)
		}
		return place
	}
	for i, c := range p.central {
		le.PutUint32(out[moved(c)+42:], uint32(moved(p.local[i])))
	}
	end := moved(p.end)
	le.PutUint32(out[end+16:], uint32(moved(p.directory)))
	le.PutUint32(out[end+12:], uint32(end-moved(p.directory)))
	return reseal(out)
}

func threeMembers(t testing.TB) []byte {
	t.Helper()
	file, err := Pack([]Member{{"a.txt", []byte("first\n")}, {"data/b.csv", bytes.Repeat([]byte("second\n"), 40)},
		{"z.txt", nil}})
	if err != nil {
		t.Fatal(err)
	}
	if m, err := Unpack(file); err != nil || len(m) != 3 || string(m[0].Data) != "first\n" || len(m[1].Data) != 280 {
		t.Fatal(m, err)
	}
	return file
}

// No byte outside of the packed data can be another, missing or more, whatever
// its meaning: names, sizes, sums, times, flags, methods, offsets, counts.
func TestEveryByteOfTheLayout(t *testing.T) {
	file := threeMembers(t)
	p := partsOf(file)
	packed := func(at int) bool {
		for i := range p.data {
			end := p.directory
			if i+1 < len(p.local) {
				end = p.local[i+1]
			}
			if at >= p.data[i] && at < end {
				return true
			}
		}
		return at >= len(file)-SealSize
	}
	looked := 0
	for at := range file {
		if packed(at) {
			continue
		}
		for _, x := range []byte{1, 2, 8, 0x20, 0x80, 0xff} {
			changed := bytes.Clone(file)
			changed[at] ^= x
			looked++
			if m, err := Unpack(reseal(changed)); err == nil {
				t.Errorf("byte %d ^ %#x: read as %d members", at, x, len(m))
			}
		}
	}
	for at := range file[:len(file)-SealSize] {
		for _, more := range []string{"\x00", "PK\x03\x04", "PK\x05\x06", strings.Repeat("x", 100)} {
			looked++
			if _, err := Unpack(insert(file, at, more)); err == nil {
				t.Errorf("%q put in at byte %d: it was read", more, at)
			}
		}
	}
	t.Logf("%d changes", looked)
}

// What is wrong with a zip file is told in words, with the member.
func TestLayoutInWords(t *testing.T) {
	file := threeMembers(t)
	p := partsOf(file)
	edit := func(change func(b []byte)) []byte {
		b := bytes.Clone(file)
		change(b)
		return reseal(b)
	}
	both := func(i, local, central int, x byte) []byte { // changes a header and its twin in the directory
		return edit(func(b []byte) { b[p.local[i]+local] ^= x; b[p.central[i]+central] ^= x })
	}
	again := func(method uint16) []byte { // as other programs pack
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for _, name := range []string{"a.txt", "z.txt"} {
			f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: method})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.Write([]byte("first\n")); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"a program before it", insert(file, 0, "MZ program"), "does not begin with its first member"},
		{"the same, offsets as they were", reseal(append([]byte("MZ program"), file...)),
			"does not begin with its first member"},
		{"bytes between members", insert(file, p.local[1], "between"),
			`something else stands before member "data/b.csv"`},
		{"bytes before the directory", insert(file, p.directory, "between"), "something else than a plain directory"},
		{"bytes before the end", insert(file, p.end, "between"), "something else than a plain directory"},
		{"bytes behind the end", append(bytes.Clone(file), "behind"...), "something else than a plain directory"},
		{"another local name", edit(func(b []byte) { b[p.local[1]+headerSize] = 'D' }),
			`the header of member "data/b.csv"`},
		{"another local method", edit(func(b []byte) { b[p.local[1]+8] = 0 }), `the header of member "data/b.csv"`},
		{"another local size", edit(func(b []byte) { b[p.local[1]+22]++ }), `the header of member "data/b.csv"`},
		{"another local sum", edit(func(b []byte) { b[p.local[1]+14]++ }), `the header of member "data/b.csv"`},
		{"another sum in both", both(1, 14, 16, 1), `member "data/b.csv": it has another CRC-32 than it says`},
		{"encrypted", both(1, 6, 8, 1), `member "data/b.csv": it is encrypted`},
		{"with a data descriptor", both(1, 6, 8, 8), `the header of member "data/b.csv"`},
		{"not packed", both(1, 8, 10, 8), `member "data/b.csv": it is packed by method 0, want 8`},
		{"a symbolic link", edit(func(b []byte) { b[p.central[1]+41] = 0xa0; b[p.central[1]+5] = 3 }),
			"something else than a plain directory"},
		{"an entry for another's bytes", edit(func(b []byte) { copy(b[p.central[2]+42:], b[p.central[0]+42:][:4]) }),
			"something else than a plain directory"},
		{"two members in each other's place",
			edit(func(b []byte) { le.PutUint32(b[p.central[0]+42:], uint32(p.local[2])) }), "member"},
		{"more members than listed", edit(func(b []byte) { b[p.end+8]++; b[p.end+10]++ }), "not a whole zip file"},
		{"fewer members than there are", edit(func(b []byte) { b[p.end+8]--; b[p.end+10]-- }), ""},
		{"packed data that goes on", func() []byte {
			b := insert(file, p.local[1], "tail") // belongs to the first member once it says so
			q := partsOf(b)
			b[q.local[0]+18] += 4
			b[q.central[0]+20] += 4
			return reseal(b)
		}(), `member "a.txt": 4 bytes stand behind its packed data`},
		{"packed again by another program", again(zip.Deflate), "take the file as berthier wrote it"},
		{"packed again, only stored", again(zip.Store), `member "a.txt": it is packed by method 0`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Unpack(c.file)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "is missing") {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// reseal makes the seal of a changed file right again.
func reseal(file []byte) []byte {
	copy(file[len(file)-SealSize:], fmt.Sprintf("%x", Seal(file)))
	return file
}
