package parcel

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A zip file says most things twice, and programs differ in which they believe. So a file is refused of which one byte
// outside of the packed data is another than Pack would write for the members that its directory lists.

// maxDeflated is how many bytes one packed byte can stand for [RFC 1951]: two bits give at most 258.
const maxDeflated = 1032

// headerSize is the length of what stands before the name of a member.
const headerSize = 30

// lay writes a packed member as it stands in an archive.
func lay(z *zip.Writer, name string, sum uint32, size uint64, packed []byte) error {
	w, err := z.CreateRaw(&zip.FileHeader{
		Name:               name,
		Method:             zip.Deflate,
		CRC32:              sum,
		CompressedSize64:   uint64(len(packed)),
		UncompressedSize64: size,
	})
	if err == nil {
		_, err = w.Write(packed)
	}
	return err
}

// checkLayout compares a zip file with the one that Pack would have made.
func checkLayout(file []byte, z *zip.Reader) error {
	want := &follower{rest: file}
	w := zip.NewWriter(want)
	var err error
	for _, f := range z.File {
		packed, err1 := packedBytes(file, f)
		if err1 != nil {
			return err1
		}
		if err = lay(w, f.Name, f.CRC32, f.UncompressedSize64, packed); err != nil {
			break
		}
	}
	if err == nil {
		err = errors.Join(w.SetComment(z.Comment), w.Close())
	}
	if err == nil && len(want.rest) > 0 {
		err = errOther
	}
	if err == nil {
		return nil
	}
	return fmt.Errorf("the zip file is not packed as berthier packs it: %s. If another program packed it again, "+
		"take the file as berthier wrote it", place(z.File, len(file)-len(want.rest)))
}

// place says in words where a file is another than it should be.
func place(files []*zip.File, at int) string {
	begin := 0
	for i, f := range files {
		end := begin + headerSize + len(f.Name)
		switch {
		case at < begin+4 && i == 0:
			return "it does not begin with its first member"
		case at < begin+4:
			return fmt.Sprintf("something else stands before member %q", f.Name)
		case at < end:
			return fmt.Sprintf("the header of member %q says other things than the directory, or more than a name, "+
				"sizes and a sum", f.Name)
		}
		begin = end + int(f.CompressedSize64)
	}
	return fmt.Sprintf("from byte %d on stands something else than a plain directory and the end", at)
}

// packedBytes are those of a member, as they stand in the file.
func packedBytes(file []byte, f *zip.File) ([]byte, error) {
	at, err := f.DataOffset()
	if err != nil {
		return nil, &MemberError{f.Name, err}
	}
	if at < 0 || at > int64(len(file)) || f.CompressedSize64 > uint64(len(file))-uint64(at) {
		return nil, Refuse(f.Name, "it does not end within the file")
	}
	return file[at:][:f.CompressedSize64], nil
}

// follower is a file that is compared with what is written to it.
type follower struct{ rest []byte } // from the first byte on that was not written yet, or is another

var errOther = errors.New("other bytes")

func (f *follower) Write(p []byte) (n int, err error) {
	for n < len(p) && n < len(f.rest) && p[n] == f.rest[n] {
		n++
	}
	if f.rest = f.rest[n:]; n < len(p) {
		err = errOther
	}
	return n, err
}

// inflate unpacks a member that has exactly the size and the sum that it says.
func inflate(packed []byte, h *zip.FileHeader) ([]byte, error) {
	in := bytes.NewReader(packed)
	var b bytes.Buffer
	b.Grow(int(min(h.UncompressedSize64, uint64(len(packed))*maxDeflated)) + bytes.MinRead)
	n, err := io.Copy(&b, io.LimitReader(flate.NewReader(in), int64(h.UncompressedSize64)+1))
	switch {
	case err != nil:
		return nil, err
	case uint64(n) != h.UncompressedSize64:
		return nil, fmt.Errorf("it has another size than the %d bytes that it says", h.UncompressedSize64)
	case in.Len() > 0:
		return nil, fmt.Errorf("%d bytes stand behind its packed data", in.Len())
	case crc32.ChecksumIEEE(b.Bytes()) != h.CRC32:
		return nil, errors.New("it has another CRC-32 than it says")
	}
	return b.Bytes(), nil
}
