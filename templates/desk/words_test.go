package desk

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"berthier/engine/tongue/tonguetest"
)

// The page has a message for all that it says, with what stands in it, in each language, and no others.
func TestWords(t *testing.T) {
	scripts, err := filepath.Glob("*.js")
	if err != nil || len(scripts) < 5 {
		t.Fatalf("%d scripts, %v", len(scripts), err)
	}
	said := loadWords()
	var keys []string
	for _, name := range append(scripts, "page.html") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if name == "fzstd.js" {
			continue
		}
		key := regexp.MustCompile(`data-(?:say|label|role)="([\w.]+)"`)
		for _, m := range key.FindAllStringSubmatch(string(text), -1) {
			keys = append(keys, m[1])
		}
		for _, m := range regexp.MustCompile(`\bt\("([\w.]+)"(, \{)?`).FindAllStringSubmatchIndex(string(text), -1) {
			key, given := string(text[m[2]:m[3]]), []string(nil)
			if m[4] >= 0 {
				given = names(string(text[m[5]:]))
			}
			keys = append(keys, key)
			want := said.Arguments(key)
			slices.Sort(given)
			slices.Sort(want)
			if !slices.Equal(given, want) {
				t.Errorf("%s says %q with %q, and it has %q", name, key, given, want)
			}
		}
	}
	tonguetest.Keys(t, said, keys...)
}

// names are those of what stands between the braces of a script, behind the first.
func names(rest string) (all []string) {
	depth, part := 0, ""
	take := func() {
		name, _, _ := strings.Cut(part, ":")
		all, part = append(all, strings.TrimSpace(name)), ""
	}
	for _, r := range rest {
		switch {
		case strings.ContainsRune("({[", r):
			depth++
		case strings.ContainsRune(")}]", r) && depth > 0:
			depth--
		case r == '}':
			take()
			return all
		case r == ',' && depth == 0:
			take()
			continue
		}
		part += string(r)
	}
	return nil
}

// What a person reads comes from a message: no script and no line of the page has a sentence of its own.
func TestNoOtherWords(t *testing.T) {
	page, err := os.ReadFile("page.html")
	if err != nil {
		t.Fatal(err)
	}
	known := []string{"berthier", "The order desk needs JavaScript.", "English", "+", "{{.Style}}", "{{.Worker}}",
		"{{.Script}}", "{{.Engine}}"}
	for _, m := range regexp.MustCompile(`>([^<]+)<`).FindAllStringSubmatch(string(page), -1) {
		text := strings.TrimSpace(m[1])
		if text != "" && !slices.Contains(known, text) && !strings.HasPrefix(text, "&") &&
			!regexp.MustCompile(`^(Fran|Polski)`).MatchString(text) {
			t.Errorf("the page says %q", text)
		}
	}
	scripts, _ := filepath.Glob("*.js") // TestWords finds them too
	for _, name := range scripts {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if name == "fzstd.js" {
			continue
		}
		for i, line := range strings.Split(string(text), "\n") {
			if m := regexp.MustCompile(`"[A-Z][a-z]+ [^"]*"`).FindString(line); m != "" {
				t.Errorf("%s, line %d, says %s", name, i+1, m)
			}
		}
	}
}
