// Package tonguetest holds the messages of a package to the code that says them, and to all
// languages. Tests alone import it.
package tonguetest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"berthier/engine/tongue"
)

// Words holds a catalogue, and the package in this folder that it belongs to, to each other and to
// all languages: a message that is not translated and does not stand in testdata/untranslated.txt,
// that nothing says, or that is said and does not exist; arguments that one language lacks or that
// are of another type; and each message is put into words of each language with things that are
// hard to say. Also counts what the package says in English without a message: those words stand
// in the same file, which can only shrink. also are keys that something else than Go code says.
func Words(t *testing.T, c *tongue.Catalogue, also ...string) {
	t.Helper()
	for _, fault := range c.Faults() {
		t.Error(fault)
	}
	u, lacks := readUses(t), c.Lacks()
	u.words = append(u.words, also...)
	for _, key := range c.Keys() {
		if !slices.ContainsFunc(u.words, func(w string) bool {
			return w == key || strings.HasSuffix(w, ".") && strings.HasPrefix(key, w)
		}) {
			t.Errorf("nothing says the message %q", key)
		}
		for _, l := range tongue.Languages() {
			if !slices.Contains(lacks, string(l)+" "+key) {
				sayAll(t, c, key, l)
			}
		}
	}
	for key, args := range u.said {
		if !c.Has(key) {
			t.Errorf("%q is said and is no message", key)
		} else if want := c.Arguments(key); args != nil && !contains(args, want) {
			t.Errorf("%q is said with %q, and has the arguments %q", key, args, want)
		}
	}
	holdToFile(t, slices.Concat(lacks, u.english))
}

// Keys holds a catalogue, beside that of its package, to the keys that are said of it: it has them all
// in each language, and no others.
func Keys(t *testing.T, c *tongue.Catalogue, keys ...string) {
	t.Helper()
	for _, fault := range c.Faults() {
		t.Error(fault)
	}
	for _, lack := range c.Lacks() {
		t.Errorf("%q is not translated", lack)
	}
	for _, key := range c.Keys() {
		if !slices.Contains(keys, key) {
			t.Errorf("nothing says the message %q", key)
		}
	}
	for _, key := range keys {
		if !c.Has(key) {
			t.Errorf("%q is said and is no message", key)
		}
		for _, l := range tongue.Languages() {
			sayAll(t, c, key, l)
		}
	}
}

// contains reports whether all of some are among others.
func contains(all, some []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}

// sayAll puts a message into words of a language.
func sayAll(t *testing.T, c *tongue.Catalogue, key string, l tongue.Language) {
	t.Helper()
	for _, s := range c.Samples(key) {
		text, err := s.Render(l)
		trimmed := strings.Trim(text, " ")
		if err != nil || strings.ContainsAny(text, "{}") || strings.Contains(trimmed, "  ") {
			t.Errorf("%s %s: got %q, %v", l, key, text, err)
		}
	}
}

// untranslated is the file of what is said in English to all.
const untranslated = "testdata/untranslated.txt"

// holdToFile compares what is not translated with the file that lists it.
func holdToFile(t *testing.T, lacks []string) {
	t.Helper()
	text, err := os.ReadFile(untranslated)
	if err != nil && len(lacks) > 0 {
		t.Error(err)
	}
	known := strings.Split(strings.TrimSpace(string(text)), "\n")
	for _, l := range lacks {
		if !slices.Contains(known, l) {
			t.Errorf("%q is not translated: give it words in each language; it is not for %s", l, untranslated)
		}
	}
	for _, k := range known {
		if k != "" && !slices.Contains(lacks, k) {
			t.Errorf("%q is translated: take it out of %s", k, untranslated)
		}
	}
}

// uses are what the Go files of a package say.
type uses struct {
	words   []string            // all strings that there are
	said    map[string][]string // names of arguments by key; nil if they are put together elsewhere
	english []string            // "english story.go 2": how often a file says something without a message
}

// readUses reads the Go files of the package under test.
func readUses(t *testing.T) *uses {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	u := &uses{said: map[string][]string{}}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		english := 0
		ast.Inspect(f, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				w, _ := strconv.Unquote(l.Value)
				u.words = append(u.words, w)
			} else if call, ok := n.(*ast.CallExpr); ok && u.call(call) == "English" {
				english++
			}
			return true
		})
		if english > 0 {
			u.english = append(u.english, "english "+name+" "+strconv.Itoa(english))
		}
	}
	return u
}

// call notes a message that is said, and returns the name of the function that is called.
func (u *uses) call(call *ast.CallExpr) string {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	if name != "say" && name != "Say" || len(call.Args) == 0 {
		return name
	}
	key, ok := literal(call.Args[0])
	if !ok {
		return name
	}
	args := []string{}
	for _, a := range call.Args[1:] {
		inner, ok := a.(*ast.CallExpr)
		if !ok || len(inner.Args) == 0 {
			args = nil
			break
		}
		if sel, ok := inner.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Named" {
			for i := 0; i < len(inner.Args); i += 2 {
				name, _ := literal(inner.Args[i])
				args = append(args, name)
			}
			continue
		}
		name, ok := literal(inner.Args[0])
		if !ok { // of helpers that give an argument its name
			args = nil
			break
		}
		args = append(args, name)
	}
	u.said[key] = args
	return name
}

// literal is the string that an expression is.
func literal(e ast.Expr) (string, bool) {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	w, err := strconv.Unquote(l.Value)
	return w, err == nil
}
