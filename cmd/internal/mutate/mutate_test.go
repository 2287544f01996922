package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// wantChanges is what becomes of the functions of testdata/each, change by
// change: what the function that is changed gives then, for the arguments that
// its test has.
const wantChanges = `
const: two = 2 -> two = 2 + 1: constant gives [3]
less: a < b -> a >= b: less gives [false true true]
less: a < b -> a <= b: less gives [true true false]
atMost: a <= b -> a > b: atMost gives [false false true]
atMost: a <= b -> a < b: atMost gives [true false false]
more: a > b -> a <= b: more gives [true true false]
more: a > b -> a >= b: more gives [false true true]
atLeast: a >= b -> a < b: atLeast gives [true false false]
atLeast: a >= b -> a > b: atLeast gives [false false true]
equal: a == b -> a != b: equal gives [true false]
differ: a != b -> a == b: differ gives [false true]
both: a && b -> a || b: both gives [true true true false]
either: a || b -> a && b: either gives [true false false false]
not: !a -> a: not gives [true false]
yes: true -> false: yes gives [false]
no: false -> true: no gives [true]
plus: a + b -> a - b: plus gives [2]
minus: a - b -> a + b: minus gives [8]
times: a * b -> a / b: times gives [2]
over: a / b -> a * b: over gives [21]
rest: a % b -> a * b: rest gives [21]
neg: -a -> a: neg gives [4]
number: 7 -> 8: number gives [8]
minusOne: 1 -> 2: minusOne gives [-2]
isNil: a == nil -> a != nil: isNil gives [false true]
named: a == b -> a != b: named gives [false true]
up: a++ -> a--: up gives [2]
down: a-- -> a++: down gives [4]
add: a += b -> (nothing): add gives [5]
add: a += b -> a -= b: add gives [2]
take: a -= b -> (nothing): take gives [5]
take: a -= b -> a += b: take gives [8]
assign: b = a -> (nothing): assign gives [0]
call: set(&a) -> (nothing): call gives [3]
set: *a = *a * *a -> (nothing): call gives [3]
set: *a * *a -> *a / *a: call gives [1]
early: return "early" -> (nothing): early gives [late late]
branch: i == 5 -> i != 5: branch gives [5]
branch: 5 -> 6: branch gives [48]
branch: continue -> break: branch gives [40]
branch: i == 1 -> i != 1: branch gives [15]
branch: 1 -> 2: branch gives [34]
branch: break -> continue: branch gives [18]
branch: n *= 2 -> (nothing): branch gives [10]
branch: 2 -> 3: branch gives [34]
branch: n += i -> (nothing): branch gives [0]
branch: n += i -> n -= i: branch gives [-20]
endless: a > 15 -> a <= 15: endless gives [2]
endless: a > 15 -> a >= 15: passes
endless: 15 -> 16: endless gives [256]
endless: return a -> (nothing): crashes
endless: a *= a -> (nothing): crashes
`

func TestChanges(t *testing.T) {
	p, err := load("testdata/each")
	if err != nil {
		t.Fatal(err)
	}
	mutants, err := p.mutants("*")
	if err != nil {
		t.Fatal(err)
	}
	found := len(mutants)
	if mutants, err = p.compiling(mutants); err != nil {
		t.Fatal(err)
	}
	if found != len(mutants)+1 { // endless with a break
		t.Errorf("%d of %d mutants compile, want all but 1", len(mutants), found)
	}
	b, err := p.build(mutants, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	gives := regexp.MustCompile(`(\w+ gives .*)\n`)
	var got strings.Builder
	for _, m := range mutants {
		passed, out, _, err := b.test("TestBook", m.id, 1)
		if err != nil {
			t.Fatal(err)
		}
		got.WriteString("\n" + strings.TrimPrefix(m.name, "each.go ") + ": ")
		switch g := gives.FindSubmatch(out); {
		case g != nil:
			got.Write(g[1])
		case passed:
			got.WriteString("passes")
		default:
			got.WriteString("crashes")
		}
	}
	if got.String()+"\n" != wantChanges {
		t.Errorf("got\n%s\nwant\n%s", got.String(), wantChanges)
	}
}

const wantTiny = `     file  mutants  book  tests  survived  unreached  explained  killed
  tiny.go       16     4      4         4          4          2  50.0 %
    total       16     4      4         4          4          2  50.0 %
tiny.go:17:6: tiny.go Sum: n < 0 -> n <= 0
tiny.go:27:9: tiny.go Half: n / 2 -> n * 2
tiny.go:27:13: tiny.go Half: 2 -> 3
tiny.go:32:9: tiny.go Idle: a && !b -> a || !b [unreached]
tiny.go:32:14: tiny.go Idle: !b -> b [unreached]
tiny.go:38:4: tiny.go Size: 0 -> 1 [unreached]
`

const wantBare = `     file  mutants  book  tests  survived  unreached  explained  killed
  tiny.go       16     4      4         4          4          0  50.0 %
    total       16     4      4         4          4          0  50.0 %
tiny.go:17:6: tiny.go Sum: n < 0 -> n <= 0
tiny.go:17:10: tiny.go Sum: 0 -> 1
tiny.go:27:9: tiny.go Half: n / 2 -> n * 2
tiny.go:27:13: tiny.go Half: 2 -> 3
tiny.go:32:9: tiny.go Idle: a && !b -> a || !b [unreached]
tiny.go:32:14: tiny.go Idle: !b -> b [unreached]
tiny.go:38:2: tiny.go Size: a[0]++ -> a[0]-- [unreached]
tiny.go:38:4: tiny.go Size: 0 -> 1 [unreached]
`

// again.txt has two survivors of wantTiny: TestHalf lets the one pass, TestSlow
// finds it.
const wantAgain = `     file  mutants  book  tests  survived  unreached  explained  killed
  tiny.go        2     0      0         1          1          0   0.0 %
    total        2     0      0         1          1          0   0.0 %
tiny.go:27:9: tiny.go Half: n / 2 -> n * 2
tiny.go:32:14: tiny.go Idle: !b -> b [unreached]
`

const wantSlow = `     file  mutants  book  tests  survived  unreached  explained  killed
  tiny.go        2     0      1         0          1          0  50.0 %
    total        2     0      1         0          1          0  50.0 %
tiny.go:32:14: tiny.go Idle: !b -> b [unreached]
`

func TestOutput(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string // of the output
		err  string
	}{
		{[]string{"-skip", "Slow|False", "-min", "50.1"}, wantTiny,
			"50.0 % of the changes are killed, 50.1 % should be"},
		{[]string{"-skip", "Slow|False", "-only", "huge.go,t*.go", "-min", "50"}, wantTiny, ""},
		{[]string{"-skip", "Slow|False", "-explained", "testdata/killed.txt", "-min", "50"}, wantBare,
			"explained, but killed: tiny.go Grade: n >= most -> n < most"},
		{[]string{"-skip", "Slow|False", "-explained", "testdata/gone.txt"}, "",
			"gone.txt: there is no such change: tiny.go Grade: n >= least -> n < least"},
		{[]string{"-skip", "False", "-again", "testdata/tiny/testdata/again.txt", "-run", "Half|five"}, wantAgain, ""},
		{[]string{"-skip", "False", "-again", "testdata/tiny/testdata/again.txt", "-run", "Half|Slow"}, wantSlow, ""},
		{[]string{"-only", "huge.go", "-explained", "testdata/gone.txt"}, "", "nothing to change in testdata/tiny"},
		{[]string{"-only", "*.txt"}, "", "nothing to change in testdata/tiny"},
		{[]string{"-book", "TestFalse"}, "", "TestFalse fails with no change on"},
	} {
		var out bytes.Buffer
		err := mutate(append([]string{"-book", "TestBook"}, append(tt.args, "testdata/tiny")...), &out)
		if out.String() != tt.want {
			t.Errorf("%v: got\n%s\nwant\n%s", tt.args, out.String(), tt.want)
		}
		if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%v: got error %v, want %q", tt.args, err, tt.err)
		}
	}
}

// TestEvery shows that samples are of the right size and do not depend on order.
func TestEvery(t *testing.T) {
	count := 0
	for n := range 8000 {
		m := &mutant{name: fmt.Sprintf("file.go F: %d -> %d", n, n+1)}
		if !m.sampled(1) || !m.sampled(0) {
			t.Fatalf("%s is left out of all", m.name)
		}
		if m.sampled(8) {
			count++
		}
	}
	if count < 850 || count > 1150 {
		t.Errorf("one of 8: got %d of 8000", count)
	}
}

func TestReasons(t *testing.T) {
	for _, tt := range []struct {
		text string
		want string
		err  string
	}{
		{"", "", ""},
		{"# a comment\n\nx.go F: a -> b\n\tbecause of this\n\tand that\nx.go F: a -> c\n  because\n",
			"x.go F: a -> b|x.go F: a -> c", ""},
		{"x.go F: a -> b\nx.go F: a -> c\n\tbecause\n\n\tof both\n", "x.go F: a -> b|x.go F: a -> c", ""},
		{"x.go F: a -> b\n", "", "no reason for x.go F: a -> b"},
		{"\tbecause\n", "", ":1: a reason without a change"},
	} {
		file := filepath.Join(t.TempDir(), "reasons.txt")
		if err := os.WriteFile(file, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := readReasons(file, nil, "other.go")
		if strings.Join(got, "|") != tt.want {
			t.Errorf("%q: got %v, want %s", tt.text, got, tt.want)
		}
		if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%q: got error %v, want %q", tt.text, err, tt.err)
		}
	}
}

func TestListed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "survivors.txt")
	text := "file  mutants\nx.go:4:12: x.go F: a -> b\nx.go:5:1: x.go F: 1 -> 2 (2) [unreached]\n\ny.go F\n" +
		"x.go G: x[a: b] -> (nothing)\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var all []*mutant
	for _, name := range []string{"x.go F: a -> b", "x.go F: a -> c", "x.go F: 1 -> 2", "x.go F: 1 -> 2 (2)",
		"x.go G: x[a: b] -> (nothing)", "y.go F: a: b -> c", "y.go G: b -> c"} {
		all = append(all, &mutant{name: name})
	}
	left, err := listed(all, file)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range left {
		got = append(got, m.name)
	}
	want := []string{"x.go F: a -> b", "x.go F: 1 -> 2 (2)", "x.go G: x[a: b] -> (nothing)", "y.go F: a: b -> c"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestExplanationsFit: every change that is explained can be made, in each package
// that explains any. Whoever renames what one names has to see it here.
func TestExplanationsFit(t *testing.T) {
	games, err := filepath.Glob("../../../engine/*/testdata/mutants.txt")
	if err != nil {
		t.Fatal(err)
	}
	readers, err := filepath.Glob("../../../engine/*/*/testdata/mutants.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(games) == 0 || len(readers) == 0 {
		t.Fatalf("%d games and %d packages in them explain changes", len(games), len(readers))
	}
	for _, file := range slices.Concat(games, readers) {
		dir := filepath.Dir(filepath.Dir(file))
		pkg, err := load(dir)
		if err != nil {
			t.Fatal(err)
		}
		mutants, err := pkg.mutants("*")
		if err != nil {
			t.Fatal(err)
		}
		if names, err := readReasons(file, mutants, "*"); err != nil || len(names) == 0 {
			t.Errorf("%s: %d explained, %v", dir, len(names), err)
		}
	}
}
