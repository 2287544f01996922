package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// goPackage is what the tests of the layout need of "go list -json".
type goPackage struct {
	ImportPath   string
	Doc          string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

func listPackages(t *testing.T) (all []goPackage) {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Doc,Imports,TestImports,XTestImports", "./...")
	cmd.Dir, cmd.Stderr = root, t.Output()
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) < 8 {
		t.Fatalf("go list found only %d packages", len(all))
	}
	return all
}

// ours says which packages of this module a package may import; the first
// rule whose pattern fits counts.
var ours = []struct {
	pattern string // of the importing package, without "berthier/"
	allowed []string
}{
	{"cmd/internal/record", []string{"engine/tongue", "cmd/internal/beacon", "cmd/internal/clock", "engine", "engine/lines",
		"mail/sign", "store/leaf"}},
	{"cmd/internal/game", []string{"engine/tongue", "cmd/internal/clock", "cmd/internal/record", "engine", "mail/sign", "store/leaf"}},
	{"cmd/internal/archive", []string{"cmd/internal/game", "cmd/internal/record", "engine", "mail/sign", "store/leaf"}},
	{"cmd/internal/audit", []string{
		"cmd/internal/clock", "cmd/internal/computer", "cmd/internal/game", "cmd/internal/record", "cmd/internal/said",
		"engine", "mail", "mail/sign", "store/leaf",
	}},
	{"cmd/internal/computer", []string{"cmd/internal/game", "cmd/internal/record", "engine"}},
	{"cmd/internal/said", []string{"cmd/internal/record", "engine", "mail/sign"}},
	{"cmd/internal/command", []string{"engine/tongue", "cmd/internal/beacon", "cmd/internal/clock", "cmd/internal/record",
		"cmd/internal/said",
		"engine"}},
	{"cmd/internal/post", []string{"mail", "mail/wire", "store", "templates"}},
	{"cmd/internal/quota", nil},
	{"cmd/internal/docket", []string{"engine/tongue", "cmd/internal/audit", "cmd/internal/clock", "cmd/internal/computer",
		"cmd/internal/game", "cmd/internal/post", "cmd/internal/quota", "cmd/internal/record", "cmd/internal/said",
		"engine", "engine/lines", "mail", "mail/sign", "mail/wire", "store", "templates"}},
	{"cmd/internal/tell", []string{"cmd/internal/audit", "cmd/internal/docket", "cmd/internal/post",
		"cmd/internal/record", "engine", "mail/sign", "store"}},
	{"cmd/internal/play", []string{"cmd/internal/tell", "cmd/internal/audit", "cmd/internal/beacon", "cmd/internal/clock",
		"cmd/internal/command", "cmd/internal/computer", "cmd/internal/docket", "cmd/internal/game", "cmd/internal/post",
		"cmd/internal/quota",
		"cmd/internal/record", "cmd/internal/said", "engine", "mail", "mail/sign", "store", "store/leaf", "templates"}},
	{"cmd/internal/matter", []string{"cmd/internal/tell", "cmd/internal/clock", "cmd/internal/command", "cmd/internal/docket",
		"cmd/internal/game", "cmd/internal/play", "cmd/internal/post", "cmd/internal/quota", "cmd/internal/record",
		"cmd/internal/said", "engine", "mail", "mail/sign", "store", "store/leaf", "templates"}},
	{"cmd/internal/roster", []string{"cmd/internal/clock", "cmd/internal/docket", "cmd/internal/post",
		"cmd/internal/record", "engine", "mail", "store", "templates"}},
	{"cmd/internal/duty", []string{"engine/tongue", "cmd/internal/roster", "cmd/internal/tell", "cmd/internal/audit", "cmd/internal/clock", "cmd/internal/command",
		"cmd/internal/docket", "cmd/internal/game", "cmd/internal/matter", "cmd/internal/play", "cmd/internal/post",
		"cmd/internal/quota", "cmd/internal/record", "cmd/internal/said", "engine", "mail", "mail/sign", "store",
		"store/leaf", "templates"}},
	{"cmd/*", []string{"*"}},
	{"mail", nil},
	{"mail/*", []string{"mail"}},
	{"store", []string{"store/leaf"}},
	{"store/leaf", nil},
	{"templates", []string{"engine", "engine/board", "engine/tongue"}},
	{"engine", []string{"engine/board", "engine/tongue"}},
	{"engine/tongue", nil},
	{"engine/board", nil},
	{"engine/hex", nil},
	{"engine/ask", []string{"engine"}},
	{"engine/deck", []string{"engine"}},
	{"engine/lines", []string{"engine"}},
	{"engine/book", []string{"engine", "engine/lines"}},
	{"engine/enginetest", []string{"engine", "engine/board", "engine/book", "engine/tongue"}},
	{"engine/enginetest/*", []string{"engine", "engine/board", "engine/lines", "engine/tongue"}},
	{"engine/*/data", nil},
	{"engine/*/setup", []string{"engine", "engine/deck", "engine/hex", "engine/lines", "PARENT/data"}},
	{"engine/*", []string{"engine", "engine/ask", "engine/board", "engine/book", "engine/deck", "engine/hex",
		"engine/lines", "engine/tongue", "SELF/*"}},
}

// pure are the standard packages that an engine package may import. Nothing
// there reads a clock, does I/O, starts a goroutine or draws by itself.
var pure = []string{
	"bytes", "cmp", "crypto/hmac", "crypto/sha256", "embed", "encoding", "encoding/binary", "encoding/csv",
	"encoding/hex",
	"errors", "fmt", "io", "io/fs", "iter", "maps", "math/big", "math/bits", "regexp", "slices", "sort", "strconv",
	"strings", "unicode", "unicode/utf8",
}

// also are what single engine packages may import besides. norm is tables. The chance of book comes
// out of a seed, and it catches a panic of a ruleset.
var also = map[string][]string{
	"engine":                   {"golang.org/x/text/unicode/norm"},
	"engine/tongue/tonguetest": {"go/ast", "go/parser", "go/token", "os", "path/filepath", "testing"},
	"engine/book":              {"golang.org/x/tools/txtar", "math/rand/v2", "path", "runtime/debug"},
}

// testsMay lists what tests of any package may import.
var testsMay = []string{"cmd/internal/beacon", "engine/book", "engine/deck", "engine/enginetest",
	"engine/enginetest/duel", "engine/hex", "engine/tongue/tonguetest"}

// testsOf lists whose tests may import anything: they play games as the daemon does.
var testsOf = []string{"cmd/internal/archive", "cmd/internal/audit"}

func fits(pattern, name string) bool {
	if pattern == "*" {
		return true
	}
	if prefix, ok := strings.CutSuffix(pattern, "/*"); ok && strings.HasPrefix(name, prefix+"/") {
		return true
	}
	ok, _ := filepath.Match(pattern, name)
	return ok
}

// allowedOurs reports whether a package of this module may import another.
func allowedOurs(from, to string) bool {
	for _, rule := range ours {
		if !fits(rule.pattern, from) {
			continue
		}
		return slices.ContainsFunc(rule.allowed, func(a string) bool {
			return fits(strings.NewReplacer("SELF", from, "PARENT", path.Dir(from)).Replace(a), to)
		})
	}
	return false
}

// TestImports holds the import law: who may import what.
func TestImports(t *testing.T) {
	for _, p := range listPackages(t) {
		name := strings.TrimPrefix(p.ImportPath, "berthier/")
		for _, i := range p.Imports {
			to, own := strings.CutPrefix(i, "berthier/")
			switch {
			case own && !allowedOurs(name, to):
				t.Errorf("%s may not import %s", name, to)
			case own || name == "engine/enginetest":
			case (name == "engine" || strings.HasPrefix(name, "engine/")) && !slices.Contains(pure, i) &&
				!slices.Contains(also[name], i):
				t.Errorf("%s may not import %s: engine packages are pure", name, i)
			}
		}
		for _, i := range slices.Concat(p.TestImports, p.XTestImports) {
			to, own := strings.CutPrefix(i, "berthier/")
			if own && to != name && !slices.Contains(testsOf, name) && !slices.Contains(testsMay, to) &&
				!allowedOurs(name, to) {
				t.Errorf("tests of %s may not import %s", name, to)
			}
		}
	}
}

// TestImportLaw makes sure that the rules above forbid what they should.
func TestImportLaw(t *testing.T) {
	for _, tt := range []struct {
		from, to string
		want     bool
	}{
		{"cmd/berthier", "store", true},
		{"cmd/internal/umpire", "templates", true},
		{"cmd/internal/record", "store", false},
		{"cmd/internal/record", "mail", false},
		{"cmd/internal/game", "cmd/internal/umpire", false},
		{"cmd/internal/said", "cmd/internal/umpire", false},
		{"cmd/internal/audit", "cmd/internal/archive", false},
		{"cmd/internal/audit", "cmd/internal/umpire", false},
		{"cmd/internal/audit", "store", false},
		{"cmd/internal/archive", "cmd/internal/audit", false},
		{"cmd/internal/archive", "store", false},
		{"cmd/internal/umpire", "cmd/internal/post", true},
		{"cmd/internal/docket", "cmd/internal/play", false},
		{"cmd/internal/docket", "cmd/internal/command", false},
		{"cmd/internal/play", "cmd/internal/docket", true},
		{"cmd/internal/play", "cmd/internal/matter", false},
		{"cmd/internal/matter", "cmd/internal/play", true},
		{"cmd/internal/matter", "cmd/internal/duty", false},
		{"cmd/internal/duty", "cmd/internal/play", true},
		{"cmd/internal/duty", "cmd/internal/umpire", false},
		{"cmd/internal/quota", "cmd/internal/docket", false},
		{"cmd/internal/post", "templates", true},
		{"cmd/internal/post", "engine", false},
		{"cmd/internal/post", "cmd/internal/umpire", false},
		{"cmd/internal/command", "cmd/internal/umpire", false},
		{"cmd/internal/command", "store", false},
		{"cmd/internal/command", "mail/wire", false},
		{"cmd/internal/umpire", "cmd/internal/command", true},
		{"mail", "store", false},
		{"mail", "mail/sign", false},
		{"mail/sign", "mail", true},
		{"mail/sign", "mail/wire", false},
		{"store", "engine", false},
		{"engine", "engine/hex", false},
		{"engine/jdg", "engine", true},
		{"engine/jdg", "engine/jdg/data", true},
		{"engine/jdg", "engine/cc", false},
		{"engine/jdg", "engine/enginetest", false},
		{"engine/jdg", "engine/book", true},
		{"engine/book", "engine/jdg", false},
		{"engine/book", "engine/enginetest", false},
		{"engine", "engine/book", false},
		{"engine/jdg/data", "engine", false},
		{"engine/jdg", "engine/jdg/setup", true},
		{"engine/jdg/setup", "engine/jdg/data", true},
		{"engine/jdg/setup", "engine/jdg", false},
		{"engine/jdg/setup", "engine/ccn/data", false},
		{"engine/jdg/setup", "engine/lines", true},
		{"engine/lines", "engine/jdg", false},
		{"engine", "engine/lines", false},
		{"templates", "engine/board", true},
		{"templates", "engine/hex", false},
		{"engine", "engine/board", true},
		{"engine/board", "engine", false},
		{"templates", "engine/jdg", false},
		{"templates", "mail", false},
		{"util", "engine", false},
	} {
		if got := allowedOurs(tt.from, tt.to); got != tt.want {
			t.Errorf("%s imports %s: got %v, want %v", tt.from, tt.to, got, tt.want)
		}
	}
}

// TestProgramLinksNoTests: the program that people get holds no machine for tests.
func TestProgramLinksNoTests(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "./cmd/berthier")
	cmd.Dir, cmd.Stderr = root, t.Output()
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	if !slices.Contains(deps, "berthier/engine/book") {
		t.Errorf("got %d packages without berthier/engine/book, which runs cases and games", len(deps))
	}
	for _, p := range deps {
		if p == "testing" || strings.HasPrefix(p, "testing/") || strings.HasPrefix(p, "berthier/engine/enginetest") {
			t.Errorf("the program links %s", p)
		}
	}
}

// TestPackageDocs demands a package doc everywhere.
func TestPackageDocs(t *testing.T) {
	for _, p := range listPackages(t) {
		if len(p.Doc) < 20 {
			t.Errorf("%s has no package doc", p.ImportPath)
		}
	}
}

// TestTopLevel holds the first thing that a visitor sees to the layout.
func TestTopLevel(t *testing.T) {
	want := []string{"CONTRIBUTING.md", "LICENSE", "README.md", "cmd", "config.example.toml", "engine", "go.mod",
		"go.sum", "mail", "store", "templates"}
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	ignored := []string{"berthier", "berthier-demo", "berthier-state"} // by .gitignore
	var got []string
	for _, e := range entries {
		if n := e.Name(); !strings.HasPrefix(n, ".") && !slices.Contains(ignored, n) {
			got = append(got, n)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("top level:\n got %v\nwant %v", got, want)
	}
}

// TestFileSizes keeps Go files small enough to be read in one go.
func TestFileSizes(t *testing.T) {
	const most = 600
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		files++
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		lines := 0
		for s := bufio.NewScanner(f); s.Scan(); {
			lines++
		}
		if lines > most {
			t.Errorf("%s has %d lines, more than %d", path, lines, most)
		}
		return nil
	})
	if err != nil || files < 50 {
		t.Errorf("%d files, error %v", files, err)
	}
}

// TestRoomSizes keeps a package of the daemon small enough to be known.
func TestRoomSizes(t *testing.T) {
	const most = 3000
	files, err := filepath.Glob(root + "/cmd/internal/*/*.go")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	lines := map[string]int{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines[filepath.Base(filepath.Dir(name))] += bytes.Count(text, []byte("\n"))
	}
	for name, n := range lines {
		if n > most {
			t.Errorf("cmd/internal/%s has %d lines without its tests, more than %d", name, n, most)
		}
	}
}
