package main

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Without a ruleset there is none: no nil pointer that passes for one.
func TestLoadGameThatCannotBe(t *testing.T) {
	for name, data := range map[string]map[string][]byte{
		games[0].Name: {"tables/fire.csv": []byte("x\n")},
		"chess":       nil,
	} {
		if rs, err := loadGame(name, data); rs != nil || err == nil {
			t.Errorf("%s: got %v, %v", name, rs, err)
		}
	}
}

// ofOneGame are words that only a game knows.
var ofOneGame = regexp.MustCompile(
	`(?i)\b(french|allied|allies|prussian|german|markers?|arms?|infantry|cavalry|artillery|guns?|charges?|shocks?|` +
		`austerlitz|goldbach|jours de gloire|jdg)\b`,
)

// TestProgramKnowsGamesByTheTable: games.go imports games, and no other file of this
// package does; nor does the program speak of what only one game knows.
func TestProgramKnowsGamesByTheTable(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	imported := 0
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			path, _ := strconv.Unquote(i.Path.Value)
			if folder, ok := strings.CutPrefix(path, "berthier/engine/"); !ok || folder == "book" ||
				folder == "board" || folder == "tongue" || strings.HasPrefix(folder, "enginetest") {
				continue
			}
			if imported++; name != "games.go" {
				t.Errorf("%s imports %s", name, path)
			}
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if name == "games.go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		for n, line := range strings.Split(string(text), "\n") {
			if word := ofOneGame.FindString(line); word != "" {
				t.Errorf("%s:%d knows %q", name, n+1, word)
			}
		}
	}
	if imported == 0 {
		t.Error("no file imports a game")
	}
}
