package jdg

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"berthier/engine/hex"
)

// docLines are the lines of a package doc without the marks of a comment.
func docLines(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimPrefix(strings.TrimPrefix(lines[i], "//"), "\t")
	}
	return lines
}

// TestDocOfWords: the package doc lists every word of a turn file with its
// usage, and every kind of standing order, with the numbers of the decisions.
func TestDocOfWords(t *testing.T) {
	doc := docLines(t, "doc.go")
	known := map[string]bool{}
	for _, d := range decisions {
		known[d.Kind] = true
	}
	listed := map[string]string{} // by the words after the number
	for _, l := range doc {
		if m := regexp.MustCompile(`^(P\d+|   ) +(\S.*)$`).FindStringSubmatch(l); m != nil {
			if m[1] != "   " && !known[m[1]] {
				t.Errorf("%q names no decision", l)
			}
			listed[strings.ReplaceAll(m[2], "move|march ", "march ")] = m[1]
			listed[strings.ReplaceAll(m[2], "move|march ", "move ")] = m[1]
		}
	}
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range rs.verbs {
		for usage := range strings.SplitSeq(v.Usage, " or "+v.Word+" ") {
			if rest, cut := strings.CutSuffix(usage, ","); cut {
				usage = rest + ", or " + v.Word + " none"
			} else if usage == "none" {
				continue
			} else if !strings.HasPrefix(usage, v.Word+" ") {
				usage = v.Word + " " + usage
			}
			if _, ok := listed[usage]; !ok {
				t.Errorf("doc.go has no line for: %s", usage)
			}
		}
	}
	for i, v := range standingHelp() {
		if kind, ok := listed[v.Usage]; !ok || kind != decisionNamed(v.Word).Kind {
			t.Errorf("doc.go has no line %d for: %s %s", i, decisionNamed(v.Word).Kind, v.Usage)
		}
	}
}

// TestDocOfNeighbours: the neighbours that the format of positions names are
// those of the map.
func TestDocOfNeighbours(t *testing.T) {
	found := 0
	for _, l := range docLines(t, "setup/doc.go") {
		w := strings.Fields(l)
		if len(w) != 13 || w[1] != "N" {
			continue
		}
		found++
		at, err := hex.Parse(w[0])
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < len(w); i += 2 {
			d, err := hex.ParseDir(w[i])
			if got := at.Neighbor(d).String(); err != nil || got != w[i+1] {
				t.Errorf("%s of %s is %s, the doc says %s (%v)", w[i], at, got, w[i+1], err)
			}
		}
	}
	if found != 2 {
		t.Errorf("%d lines of neighbours, want one for an odd column and one for an even one", found)
	}
}
