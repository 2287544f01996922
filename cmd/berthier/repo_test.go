package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/scanner"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
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
	for path, text := range goFiles(t) {
		if lines := bytes.Count(text, []byte("\n")); lines > most {
			t.Errorf("%s has %d lines, more than %d", path, lines, most)
		}
	}
}

// TestLines keeps lines narrow enough to be read in one go: a tab is four columns. A text over several lines, and a
// format that a comment quotes, keep the lines that they have.
func TestLines(t *testing.T) {
	const most = 120
	for path, text := range goFiles(t) {
		inExample := filepath.Base(path) == "example_test.go" // whose output stands in comments
		set := token.NewFileSet()
		file := set.AddFile(path, -1, len(text))
		var s scanner.Scanner
		s.Init(file, text, nil, 0)
		kept := map[int]bool{}
		for pos, tok, lit := s.Scan(); tok != token.EOF; pos, tok, lit = s.Scan() {
			for i := range strings.Count(lit, "\n") {
				kept[file.Line(pos)+i+1] = tok == token.STRING
			}
		}
		for i, line := range strings.Split(string(text), "\n") {
			comment := strings.TrimLeft(line, "\t")
			quoted := strings.HasPrefix(comment, "//\t") || inExample && strings.HasPrefix(comment, "//")
			n := utf8.RuneCountInString(line) + 3*strings.Count(line, "\t")
			if n > most && !kept[i+1] && !quoted {
				t.Errorf("%s:%d has %d columns, more than %d", path, i+1, n, most)
			}
		}
	}
}

// goFiles are all Go files, by their paths.
func goFiles(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) == ".go" {
			files[path], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil || len(files) < 50 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	return files
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
	const together = 10_500
	hub := 0 // what takes in mails and moves games on, from the inbox to the archive
	for _, name := range []string{"umpire", "duty", "matter", "play", "docket", "quota", "archive"} {
		hub += lines[name]
	}
	if hub > together {
		t.Errorf("umpire, duty, matter, play, docket, quota and archive have %d lines, more than %d", hub, together)
	}
}
