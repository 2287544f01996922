package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"hash/crc32"
	"path/filepath"
	"slices"
	"strings"
)

// mutant is one change of the package.
type mutant struct {
	id       int // from 1 on, in the order of the sources
	kind     string
	pos, end token.Pos      // of what is changed
	at       token.Position // of pos
	name     string         // as listed: "FILE FUNC: OLD -> NEW", perhaps " (2)"
	inFunc   ast.Node       // the innermost function, if any
	edits    []edit

	verdict verdict
	byCases []string // cases that reach it
	byTests []string // other tests that reach it
	bySlow  []string // slow ones
}

// sampled reports whether a mutant is one of those that stand for n; its name
// alone decides.
func (m *mutant) sampled(n int) bool {
	return crc32.ChecksumIEEE([]byte(m.name))%uint32(max(n, 1)) == 0
}

// edit writes one piece of a mutant into a file: text at an offset instead of
// the bytes up to until. In text, # stands for the number of the mutant.
type edit struct {
	file       string
	off, until int
	text       string
	closing    bool // belongs to what ends here
	seq        int  // what is outer has a lower one
}

// finder walks the sources and collects mutants.
type finder struct {
	*goPackage
	file    string
	decl    string     // name of the function declaration, or of the kind of declaration
	stack   []ast.Node // from the file down
	needed  map[ast.Stmt]bool
	numbers map[types.Object]*mutant // constants declared by one number
	found   []*mutant
	edits   int
}

// mutants finds all mutants of the files whose name fits one of the patterns,
// which commas part.
func (p *goPackage) mutants(patterns string) ([]*mutant, error) {
	f := &finder{goPackage: p, needed: make(map[ast.Stmt]bool), numbers: make(map[types.Object]*mutant)}
	fits := make([]bool, len(p.files))
	for i, file := range p.files {
		var err error
		if fits[i], err = fitsOne(patterns, p.names[i]); err != nil {
			return nil, err
		}
		if fits[i] {
			f.file = p.names[i]
			f.declared(file)
		}
	}
	for i, file := range p.files {
		f.file = p.names[i]
		for _, d := range file.Decls {
			f.decl = declName(d)
			f.walk(d, fits[i])
		}
	}
	f.found = slices.DeleteFunc(f.found, func(m *mutant) bool { return len(m.edits) == 0 })
	slices.SortStableFunc(f.found, func(a, b *mutant) int { return cmp.Compare(a.pos, b.pos) })
	same := make(map[string]int)
	for i, m := range f.found {
		m.id = i + 1
		if same[m.name]++; same[m.name] > 1 {
			m.name += fmt.Sprintf(" (%d)", same[m.name])
		}
	}
	return f.found, nil
}

// fitsOne reports whether a name fits one of the patterns.
func fitsOne(patterns, name string) (bool, error) {
	for _, pattern := range strings.Split(patterns, ",") {
		if ok, err := filepath.Match(pattern, name); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// declName is the name of a function, or const, type, var.
func declName(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Name.Name
	case *ast.GenDecl:
		return d.Tok.String()
	}
	return "?"
}

// declared notes the constants of a file that are declared by one number.
func (f *finder) declared(file *ast.File) {
	f.decl = "const"
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Names) != 1 || len(spec.Values) != 1 {
			return true
		}
		c, isConst := f.info.Defs[spec.Names[0]].(*types.Const)
		lit, isLit := spec.Values[0].(*ast.BasicLit)
		if isConst && isLit && lit.Kind == token.INT {
			f.numbers[c] = f.add("int", spec.Names[0], spec.Names[0].Name+" = "+lit.Value, spec.Names[0].Name+" = "+
				lit.Value+" + 1")
		}
		return true
	})
}

// walk visits a declaration. Where a file is left alone only the constants of
// others are changed.
func (f *finder) walk(d ast.Decl, all bool) {
	ast.Inspect(d, func(n ast.Node) bool {
		if n == nil {
			f.stack = f.stack[:len(f.stack)-1]
			return true
		}
		if f.fixed(n) {
			return false
		}
		if id, ok := n.(*ast.Ident); ok {
			f.constant(id)
		}
		if all {
			f.function(n)
			f.expression(n)
			f.statement(n)
		}
		f.stack = append(f.stack, n)
		return true
	})
}

// fixed reports whether all of n has to stay as it is.
func (f *finder) fixed(n ast.Node) bool {
	if g, ok := n.(*ast.GenDecl); ok && (g.Tok == token.CONST || g.Tok == token.IMPORT) {
		return true
	}
	if len(f.stack) == 0 {
		return false
	}
	switch parent := f.stack[len(f.stack)-1].(type) {
	case *ast.ArrayType:
		return n == parent.Len
	case *ast.Field:
		return n == parent.Tag
	case *ast.CallExpr: // the capacity in make(T, n, m)
		fun, ok := parent.Fun.(*ast.Ident)
		return ok && fun.Name == "make" && len(parent.Args) == 3 && n == parent.Args[2]
	}
	return false
}

// source is a piece of the source on one line.
func (f *finder) source(n ast.Node) string {
	from, to := f.fset.Position(n.Pos()).Offset, f.fset.Position(n.End()).Offset
	s := strings.Join(strings.Fields(string(f.sources[f.file][from:to])), " ")
	if r := []rune(s); len(r) > 100 {
		s = string(r[:100]) + "…"
	}
	return s
}

// add adds a mutant that changes n.
func (f *finder) add(kind string, n ast.Node, was, is string) *mutant {
	m := &mutant{kind: kind, pos: n.Pos(), end: n.End(), at: f.fset.Position(n.Pos())}
	m.name = fmt.Sprintf("%s %s: %s -> %s", f.file, f.decl, was, is)
	for _, up := range f.stack {
		switch up.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			m.inFunc = up
		}
	}
	f.found = append(f.found, m)
	return m
}

// wrap writes text before and after a node.
func (f *finder) wrap(m *mutant, n ast.Node, before, after string) {
	f.before(m, n.Pos(), before)
	f.after(m, n.End(), after)
}

func (f *finder) before(m *mutant, pos token.Pos, text string) {
	off := f.fset.Position(pos).Offset
	f.edit(m, edit{off: off, until: off, text: text})
}

func (f *finder) after(m *mutant, pos token.Pos, text string) {
	off := f.fset.Position(pos).Offset
	f.edit(m, edit{off: off, until: off, text: text, closing: true})
}

// instead writes text in place of length bytes.
func (f *finder) instead(m *mutant, pos token.Pos, length int, text string) {
	off := f.fset.Position(pos).Offset
	f.edit(m, edit{off: off, until: off + length, text: text})
}

func (f *finder) edit(m *mutant, e edit) {
	f.edits++
	e.file, e.seq = f.file, f.edits
	m.edits = append(m.edits, e)
}

// typeOf writes the type of an expression as the file can say it. A part of a
// constant has the type of the whole.
func (f *finder) typeOf(e ast.Expr) string {
	for _, up := range slices.Backward(f.stack) {
		whole, ok := up.(ast.Expr)
		if !ok || f.info.Types[whole].Value == nil {
			break
		}
		e = whole
	}
	t := types.Default(f.info.TypeOf(e))
	return types.TypeString(t, func(p *types.Package) string {
		if p == f.pkg {
			return ""
		}
		return p.Name()
	})
}

// is reports whether an expression has a basic type of this kind.
func (f *finder) is(e ast.Expr, want types.BasicInfo) bool {
	t := f.info.TypeOf(e)
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&want != 0
}
