package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const tagged = `goos: linux
pkg: berthier/engine/jdg
cpu: any
BenchmarkReplay-2   	      20	   8309600 ns/op	  1000 B/op	       0 allocs/op
BenchmarkOld-2   	      20	   12 ns/op
PASS
ok  	berthier/engine/jdg	1.2s
`

const run = `pkg: berthier/engine/jdg
BenchmarkReplay-4   	      20	   9000000 ns/op	  2500 B/op	       0 allocs/op
BenchmarkReplay-4   	      20	   4155000 ns/op	  2500 B/op	       0 allocs/op
BenchmarkReplay-4   	      20	   1000000 ns/op	  2500 B/op	       0 allocs/op
pkg: berthier/store
BenchmarkReplay/of_all-4   	      20	   3.5 MB/s
BenchmarkBroken-4   	      20	--- FAIL: it says something
`

func TestTable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tag")
	if err := os.WriteFile(file, []byte(tagged), 0o600); err != nil {
		t.Fatal(err)
	}
	good, _, _ := strings.Cut(run, "BenchmarkBroken")
	var out strings.Builder
	if err := bench(file, strings.NewReader(good), &out); err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"benchmark", "unit", "last", "tag", "now", "change"},
		{"engine/jdg", "Old", "time/op", "12ns", "gone"},
		{"engine/jdg", "Replay", "B/op", "1k", "2.5k", "+150.0%"},
		{"engine/jdg", "Replay", "allocs/op", "0", "0"},
		{"engine/jdg", "Replay", "time/op", "8.31ms", "4.16ms", "-50.0%"},
		{"store", "Replay/of_all", "MB/s", "3.5", "new"},
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != len(want) {
		t.Fatalf("got\n%s", out.String())
	}
	for i, l := range lines {
		if got := strings.Fields(l); strings.Join(got, "|") != strings.Join(want[i], "|") {
			t.Errorf("line %d: got %q, want %q", i, got, want[i])
		}
	}
	if err := bench(file, strings.NewReader(run), &out); err == nil {
		t.Error("a benchmark that failed passes")
	}
	if err := bench(file+"-not", strings.NewReader(good), &out); err == nil {
		t.Error("a missing file passes")
	}
}
