package jdg

import (
	"go/ast"
	"strings"
	"testing"
)

// TestNoSignalDropped: what a procedure returns when it has to wait for an
// answer goes on to its caller. A call that drops an error would go on as if
// the answer were there. And no panic leaves a procedure, but for one that has
// no end.
func TestNoSignalDropped(t *testing.T) {
	s := readSource(t)
	fails := map[string]bool{"verb.do": true} // TYPE.FUNCTION, of those that return an error
	for _, d := range s.decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Type.Results != nil {
			list := f.Type.Results.List
			if last, ok := list[len(list)-1].Type.(*ast.Ident); ok && last.Name == "error" {
				fails[receiver(f)+"."+f.Name.Name] = true
			}
		}
	}
	if len(fails) < 100 || !fails["run.decide"] {
		t.Fatalf("only %d functions return an error: the scan has lost its way", len(fails))
	}
	dropped := func(in ast.Decl) map[string]bool {
		names := map[string]bool{}
		ast.Inspect(in, func(n ast.Node) bool {
			if e, ok := n.(*ast.ExprStmt); ok {
				if name := called(in, e.X); fails[name] {
					names[name] = true
				}
			}
			return true
		})
		return names
	}
	for _, d := range s.decls {
		for name := range dropped(d) {
			t.Errorf("%s: what %s returns is dropped", s.fset.Position(d.Pos()), name)
		}
		ast.Inspect(d, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				at, name := s.fset.Position(n.Pos()).String(), called(d, call)
				if name == ".recover" || name == ".panic" && !strings.HasPrefix(at, "run.go:") {
					t.Errorf("%s: %s in a procedure", at, name)
				}
			}
			return true
		})
	}
}

// receiver is the type of a method's receiver, without the asterisk.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	t := f.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	return t.(*ast.Ident).Name
}

// called names the function of a call as TYPE.FUNCTION. The names of variables
// tell the types that matter: every r is a run, in methods the receiver is what
// it is.
func called(in ast.Decl, e ast.Expr) string {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return ""
	}
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return "." + f.Name
	case *ast.SelectorExpr:
		name := ""
		switch x := f.X.(type) {
		case *ast.Ident:
			name = x.Name
		case *ast.SelectorExpr:
			name = x.Sel.Name
		}
		typ := map[string]string{"r": "run", "verb": "verb"}[name]
		if m, ok := in.(*ast.FuncDecl); ok && m.Recv != nil && len(m.Recv.List[0].Names) > 0 &&
			m.Recv.List[0].Names[0].Name == name {
			typ = receiver(m)
		}
		return typ + "." + f.Sel.Name
	}
	return ""
}
