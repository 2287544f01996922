package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime/debug"
)

// release names this program as the logs of games do: its version, which Go
// takes from the tag or the commit that it was built from. So nobody can build
// another program under the name of a release by a flag, and whoever checks the
// tag out and builds it gets the same file.
func release() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return "unknown"
}

// headOf is as much of a program as has its build ID in it, in bytes: twice of what Go itself looks at.
const headOf = 64 << 10

// build names this very program, whatever it was built from: the SHA-256 of the beginning of its file and of its
// size. There is the build ID, into which Go has hashed all that it linked. Of a program without one the whole
// file is read, which takes as long as a small command. It is "" if the file cannot be read; then games are
// looked at each time.
func build() string {
	f, size, err := openProgram()
	if err != nil {
		return ""
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, headOf))
	if err != nil {
		return ""
	}
	if !hasBuildID(head) {
		return fileSum()
	}
	sum := sha256.Sum256(fmt.Append(head, size))
	return hex.EncodeToString(sum[:])
}

// hasBuildID reports whether Go wrote a build ID into the beginning of a program: in ELF it is a note of type 4
// by "Go", elsewhere the first of the code.
func hasBuildID(head []byte) bool {
	return bytes.Contains(head, []byte("\x04\x00\x00\x00Go\x00\x00")) ||
		bytes.Contains(head, []byte("\xff Go build ID: \""))
}

// fileSum is the SHA-256 of the file of this program, and "" if it cannot be read.
func fileSum() string {
	f, _, err := openProgram()
	if err != nil {
		return ""
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func openProgram() (f *os.File, size int64, err error) {
	path, err := os.Executable()
	if err != nil {
		return nil, 0, err
	}
	if f, err = os.Open(path); err != nil {
		return nil, 0, err
	}
	about, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, about.Size(), nil
}
