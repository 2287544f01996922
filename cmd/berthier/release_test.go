package main

import (
	"io"
	"testing"
)

// This very program has a build ID where build looks for it; one without is known by its whole file.
func TestBuildID(t *testing.T) {
	f, _, err := openProgram()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	head := make([]byte, headOf)
	if _, err := io.ReadFull(f, head); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		head []byte
		want bool
	}{
		{"this program", head, true},
		{"a note of ELF", []byte("\x7fELF\x04\x00\x00\x00\x53\x00\x00\x00\x04\x00\x00\x00Go\x00\x00abc/def"), true},
		{"the beginning of the code", []byte("MZ\xff Go build ID: \"abc/def\"\n \xff"), true},
		{"nothing", []byte("\x7fELF\x04\x00\x00\x00GNU\x00"), false},
	} {
		if got := hasBuildID(test.head); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
	if build() == "" || build() == fileSum() {
		t.Errorf("this program is %q, and its file %q", build(), fileSum())
	}
}
