package audit

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// Each check is one function that fits on a screen, in a file of its name.
func TestQuestionsAreSmall(t *testing.T) {
	const most = 40
	files := token.NewFileSet()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	in := map[string]string{} // the file of each function
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(files, e.Name(), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if n := files.Position(fn.End()).Line - files.Position(fn.Pos()).Line + 1; n > most {
				t.Errorf("%s in %s has %d lines, more than %d", fn.Name, e.Name(), n, most)
			}
			if fn.Recv == nil {
				in[fn.Name.Name] = e.Name()
			}
		}
	}
	known := map[string]bool{}
	for _, q := range questions {
		name := runtime.FuncForPC(reflect.ValueOf(q.of).Pointer()).Name()
		name = name[strings.LastIndexByte(name, '.')+1:]
		if want := strings.ToLower(name) + ".go"; in[name] != want || known[q.Name] {
			t.Errorf("check %q: %s stands in %q, want %q", q.Name, name, in[name], want)
		}
		known[q.Name] = true
	}
	if len(known) < 15 {
		t.Errorf("only %d checks", len(known))
	}
}
