// Package parcel writes and reads a zip file that can be packed in one way alone, with a seal. Package archive has the
// format, and what is in it.
package parcel

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"
)

// Member is one file of an archive.
type Member struct {
	Name string
	Data []byte
}

// Limits of what is read. A whole battle of Austerlitz has about 30 MB in 700 members.
const (
	maxFile    = 256 << 20 // bytes of an archive
	maxMembers = 50_000
	maxName    = 200
	MaxMember  = 100 << 20 // bytes of one member
	MaxTotal   = 200 << 20 // bytes of all members
)

// SealSize is the length of the comment of the zip file: the SHA-256 of everything before it in hex.
const SealSize = 2 * sha256.Size

// Pack makes a zip file; the error is a *MemberError for a name that is no plain path. The same members give the same
// bytes as long as the program is built with the same Go.
func Pack(members []Member) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	var packed bytes.Buffer
	f, err := flate.NewWriter(&packed, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		if err := checkName(m.Name); err != nil {
			return nil, &MemberError{m.Name, err}
		}
		packed.Reset()
		f.Reset(&packed)
		_, err := f.Write(m.Data)
		if err := errors.Join(err, f.Close()); err != nil {
			return nil, fmt.Errorf("packing %s: %w", m.Name, err)
		}
		if err := lay(z, m.Name, crc32.ChecksumIEEE(m.Data), uint64(len(m.Data)), packed.Bytes()); err != nil {
			return nil, fmt.Errorf("packing %s: %w", m.Name, err)
		}
	}
	if err := z.SetComment(strings.Repeat("0", SealSize)); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	file := out.Bytes()
	hex.Encode(file[len(file)-SealSize:], Seal(file))
	return file, nil
}

// Seal is the SHA-256 of a file before its seal, which it has room for.
func Seal(file []byte) []byte {
	sum := sha256.Sum256(file[:len(file)-SealSize])
	return sum[:]
}

// CheckSeal reports whether the file is as it was written.
func CheckSeal(file []byte) error {
	if len(file) < SealSize || hex.EncodeToString(Seal(file)) != string(file[len(file)-SealSize:]) {
		return errors.New("the file was changed after it was written: its last 64 bytes are not the SHA-256 of the " +
			"others")
	}
	return nil
}

// MemberError is a member of an archive that is refused.
type MemberError struct {
	Name string
	Err  error
}

// Error names the member and says what is wrong with it.
func (e *MemberError) Error() string { return fmt.Sprintf("member %q: %v", e.Name, e.Err) }

// Unwrap gives what is wrong with the member.
func (e *MemberError) Unwrap() error { return e.Err }

// Refuse is a *MemberError about a member.
func Refuse(name, format string, args ...any) error {
	return &MemberError{name, fmt.Errorf(format, args...)}
}

// Unpack reads a zip file as Pack writes it. Of any other the error says where it differs.
func Unpack(file []byte) (members []Member, err error) {
	if len(file) > maxFile {
		return nil, fmt.Errorf("the archive has more than %d bytes", maxFile)
	}
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, fmt.Errorf("not a whole zip file: %w", err)
	}
	if len(z.File) > maxMembers {
		return nil, fmt.Errorf("the archive has more than %d members", maxMembers)
	}
	known, total := map[string]bool{}, uint64(0)
	for _, f := range z.File {
		if err := checkName(f.Name); err != nil {
			return nil, &MemberError{f.Name, err}
		}
		total += min(f.UncompressedSize64, MaxTotal+1)
		switch {
		case known[f.Name]:
			return nil, Refuse(f.Name, "it is there twice")
		case f.Flags&1 != 0:
			return nil, Refuse(f.Name, "it is encrypted")
		case f.Method != zip.Deflate:
			return nil, Refuse(f.Name, "it is packed by method %d, want %d, deflate", f.Method, zip.Deflate)
		case f.UncompressedSize64 > MaxMember:
			return nil, Refuse(f.Name, "it is too large: %d bytes", f.UncompressedSize64)
		case total > MaxTotal:
			return nil, Refuse(f.Name, "with it the archive has more than %d bytes", MaxTotal)
		}
		known[f.Name] = true
	}
	if err := checkLayout(file, z); err != nil {
		return nil, err
	}
	for _, f := range z.File {
		packed, err := packedBytes(file, f)
		if err != nil {
			return nil, err
		}
		data, err := inflate(packed, &f.FileHeader)
		if err != nil {
			return nil, &MemberError{f.Name, err}
		}
		members = append(members, Member{f.Name, data})
	}
	return members, nil
}

// checkName refuses every name that could lead out of a folder, or that looks the same as another.
func checkName(name string) error {
	if len(name) > maxName {
		return errors.New("its name is too long")
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part[0] == '.' {
			return errors.New("its name is not a plain path")
		}
	}
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-") != "" {
		return errors.New("its name has other characters than letters, digits and /._-")
	}
	return nil
}
