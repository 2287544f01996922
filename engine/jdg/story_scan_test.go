package jdg

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// source is the Go source of this package and of package ask, for tests that hold the report to
// everything that the rules can tell.
type source struct {
	fset  *token.FileSet
	decls []ast.Decl
}

func readSource(t *testing.T) *source {
	t.Helper()
	s := &source{fset: token.NewFileSet()}
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	asks, err := filepath.Glob("../ask/*.go")
	if err != nil || asks == nil {
		t.Fatalf("package ask: got %v, %v", asks, err)
	}
	for _, name := range append(names, asks...) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(s.fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		s.decls = append(s.decls, f.Decls...)
	}
	return s
}

// calls visits every call of a function or method by one of the names, with
// the declaration in which it stands.
func (s *source) calls(visit func(in ast.Decl, call *ast.CallExpr), names ...string) {
	for _, d := range s.decls {
		ast.Inspect(d, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			name := ""
			switch f := call.Fun.(type) {
			case *ast.Ident:
				name = f.Name
			case *ast.SelectorExpr:
				name = f.Sel.Name
			}
			if slices.Contains(names, name) {
				visit(d, call)
			}
			return true
		})
	}
}

// literals visits every composite literal of a type with the value of one of
// its fields.
func (s *source) literals(typ, field string, visit func(in ast.Decl, value ast.Expr)) {
	for _, d := range s.decls {
		ast.Inspect(d, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			name := ""
			switch x := lit.Type.(type) {
			case *ast.Ident:
				name = x.Name
			case *ast.SelectorExpr:
				name = x.Sel.Name
			}
			for _, e := range lit.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok && name == typ {
					if key, ok := kv.Key.(*ast.Ident); ok && key.Name == field {
						visit(d, kv.Value)
					}
				}
			}
			return true
		})
	}
}

// strings returns the string literals that an expression can begin with:
// itself, the left end of a sum, what is assigned to a variable in the same
// function, what callers pass for a parameter.
func (s *source) strings(in ast.Decl, e ast.Expr, depth int) []string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if v, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return []string{v}
		}
	case *ast.BinaryExpr:
		return s.strings(in, e.X, depth)
	case *ast.Ident:
		if depth > 5 {
			return nil
		}
		return append(s.assigned(in, e.Name, depth), s.passed(in, e.Name, depth)...)
	}
	return nil
}

func (s *source) assigned(in ast.Decl, name string, depth int) []string {
	var found []string
	ast.Inspect(in, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != len(a.Rhs) {
			return true
		}
		for i, l := range a.Lhs {
			if id, ok := l.(*ast.Ident); ok && id.Name == name {
				found = append(found, s.strings(in, a.Rhs[i], depth+1)...)
			}
		}
		return true
	})
	return found
}

func (s *source) passed(in ast.Decl, name string, depth int) []string {
	f, ok := in.(*ast.FuncDecl)
	if !ok {
		return nil
	}
	i := 0
	for _, field := range f.Type.Params.List {
		for _, p := range field.Names {
			if p.Name == name {
				var found []string
				s.calls(func(d ast.Decl, call *ast.CallExpr) {
					if i < len(call.Args) {
						found = append(found, s.strings(d, call.Args[i], depth+1)...)
					}
				}, f.Name.Name)
				return found
			}
			i++
		}
	}
	return nil
}

// collect gathers the strings of expressions and complains about those that
// it cannot follow.
func (s *source) collect(t *testing.T, into map[string]string) func(in ast.Decl, e ast.Expr) {
	return func(in ast.Decl, e ast.Expr) {
		at := s.fset.Position(e.Pos()).String()
		found := s.strings(in, e, 0)
		if len(found) == 0 {
			t.Errorf("%s: cannot follow where this comes from", at)
		}
		for _, v := range found {
			into[v] = at
		}
	}
}

// emittedKinds lists every kind of event that the package emits, with a place
// where it does.
func emittedKinds(t *testing.T, s *source) map[string]string {
	kinds := map[string]string{}
	add := s.collect(t, kinds)
	s.calls(func(in ast.Decl, call *ast.CallExpr) {
		if len(call.Args) > 2 {
			add(in, call.Args[1])
		}
	}, "event", "secret", "NewEvent")
	s.literals("Event", "Kind", add)
	return kinds
}

func TestStoryTellsEveryKind(t *testing.T) {
	kinds := emittedKinds(t, readSource(t))
	if len(kinds) < 40 {
		t.Fatalf("only %d kinds of event found: the scan has lost its way", len(kinds))
	}
	for kind, at := range kinds {
		if _, ok := sayings[kind]; !ok {
			t.Errorf("%s: events %q have no sentence in the report", at, kind)
		}
	}
	for kind := range sayings {
		if kinds[kind] == "" {
			t.Errorf("nothing emits the kind %q", kind)
		}
	}
	for kind := range changes {
		if _, ok := sayings[kind]; !ok {
			t.Errorf("events %q change the position and have no sentence", kind)
		}
	}
}

func TestStoryTellsEveryRoll(t *testing.T) {
	s := readSource(t)
	purposes := map[string]string{}
	add := s.collect(t, purposes)
	s.calls(func(in ast.Decl, call *ast.CallExpr) {
		if len(call.Args) >= 4 {
			add(in, call.Args[2])
		}
	}, "d10", "test")
	s.calls(func(in ast.Decl, call *ast.CallExpr) {
		if len(call.Args) == 2 {
			add(in, call.Args[0])
		}
	}, "draw")
	if len(purposes) < 8 {
		t.Fatalf("only %d kinds of roll found: the scan has lost its way", len(purposes))
	}
	for purpose, at := range purposes {
		if !slices.ContainsFunc(rollTexts, func(r rollText) bool { return strings.HasPrefix(purpose, r.prefix) }) {
			t.Errorf("%s: rolls for %q have no sentence in the report", at, purpose)
		}
	}
}

func TestStoryNamesEveryDecision(t *testing.T) {
	s := readSource(t)
	kinds := map[string]string{}
	s.literals("choice", "kind", s.collect(t, kinds))
	s.calls(func(in ast.Decl, call *ast.CallExpr) {
		for i, a := range call.Args {
			if l, ok := a.(*ast.BasicLit); ok && l.Value == `"kind"` && i+1 < len(call.Args) {
				for _, k := range s.strings(in, call.Args[i+1], 0) {
					if strings.HasPrefix(k, "P") {
						kinds[k] = s.fset.Position(a.Pos()).String()
					}
				}
			}
		}
	}, "secret")
	if len(kinds) < 15 {
		t.Fatalf("only %d kinds of decision found: the scan has lost its way", len(kinds))
	}
	for kind, at := range kinds {
		if !catalogue.Has("decided." + kind) {
			t.Errorf("%s: the decision %s has no name in the report", at, kind)
		}
	}
}
