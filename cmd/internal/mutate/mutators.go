package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// edge and inverse are what a comparison becomes; turned what an operation does.
var (
	edge = map[token.Token]token.Token{token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ,
		token.GEQ: token.GTR}

	inverse = map[token.Token]token.Token{
		token.LSS: token.GEQ, token.LEQ: token.GTR, token.GTR: token.LEQ, token.GEQ: token.LSS,
		token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	}

	turned = map[token.Token]token.Token{
		token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL, token.REM: token.MUL,
		token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN, token.INC: token.DEC,
		token.DEC:   token.INC,
		token.BREAK: token.CONTINUE, token.CONTINUE: token.BREAK,
	}
)

// expression finds what can be changed in an expression.
func (f *finder) expression(n ast.Node) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if f.info.Types[n].Value == nil {
			f.binary(n)
		}
	case *ast.UnaryExpr:
		if f.info.Types[n].Value != nil {
			return
		}
		switch n.Op {
		case token.NOT:
			f.wrap(f.add("bool", n, f.source(n), f.source(n.X)), n, "mutantNot["+f.typeOf(n)+"](#, ", ")")
		case token.SUB:
			f.wrap(f.add("neg", n, f.source(n), f.source(n.X)), n, "mutantNeg(#, ", ")")
		}
	case *ast.BasicLit:
		if v, err := strconv.ParseInt(n.Value, 0, 64); n.Kind == token.INT && err == nil {
			f.wrap(f.add("int", n, n.Value, fmt.Sprint(v+1)), n, "mutantInt["+f.typeOf(n)+"](#, ", ")")
		}
	case *ast.Ident:
		if u := f.info.Uses[n]; u == types.Universe.Lookup("true") {
			f.wrap(f.add("bool", n, "true", "false"), n, "mutantNot["+f.typeOf(n)+"](#, ", ")")
		} else if u == types.Universe.Lookup("false") {
			f.wrap(f.add("bool", n, "false", "true"), n, "mutantNot["+f.typeOf(n)+"](#, ", ")")
		}
	}
}

// binary changes an operator.
func (f *finder) binary(n *ast.BinaryExpr) {
	add := func(kind string, op token.Token) *mutant {
		return f.add(kind, n, f.source(n), f.source(n.X)+" "+op.String()+" "+f.source(n.Y))
	}
	call := func(m *mutant, fun string) {
		f.before(m, n.Pos(), fmt.Sprintf("%s(#, %q, ", fun, n.Op))
		f.instead(m, n.OpPos, len(n.Op.String()), ",")
		f.after(m, n.End(), ")")
	}
	switch n.Op {
	case token.LAND, token.LOR: // a || b is !(!a && !b), and the other way round
		m := add("bool", inverse[n.Op])
		f.before(m, n.X.Pos(), "((((")
		f.after(m, n.X.End(), ") != mutant(#))")
		f.before(m, n.Y.Pos(), "((")
		f.after(m, n.Y.End(), ") != mutant(#))) != mutant(#))")
	case token.EQL, token.NEQ:
		f.wrap(add("bool", inverse[n.Op]), n, "mutantNot["+f.typeOf(n)+"](#, ", ")")
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		f.wrap(add("bool", inverse[n.Op]), n, "mutantNot["+f.typeOf(n)+"](#, ", ")")
		call(add("edge", edge[n.Op]), "mutantEdge")
	case token.ADD, token.SUB, token.MUL, token.QUO, token.REM:
		if f.is(n, types.IsInteger) {
			call(add("arith", turned[n.Op]), "mutantArith")
		}
	}
}

// constant changes the use of a constant that was declared by one number.
func (f *finder) constant(id *ast.Ident) {
	if m := f.numbers[f.info.Uses[id]]; m != nil {
		f.wrap(m, id, "mutantInt["+f.typeOf(id)+"](#, ", ")")
	}
}

// statement finds what can be changed in a statement.
func (f *finder) statement(n ast.Node) {
	switch n := n.(type) {
	case *ast.IncDecStmt:
		m := f.add("arith", n, f.source(n), f.source(n.X)+turned[n.Tok].String())
		op := map[token.Token]string{token.INC: "+=", token.DEC: "-="}[n.Tok]
		f.instead(m, n.TokPos, 2, op+" mutantNeg["+f.typeOf(n.X)+"](#, 1)")
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE && !f.blank(n) {
			f.drop(n)
		}
		if op, ok := turned[n.Tok]; ok && f.is(n.Lhs[0], types.IsInteger) {
			m := f.add("arith", n, f.source(n), f.source(n.Lhs[0])+" "+op.String()+" "+f.source(n.Rhs[0]))
			f.wrap(m, n.Rhs[0], "mutantNeg["+f.typeOf(n.Lhs[0])+"](#, ", ")")
		}
	case *ast.ExprStmt:
		f.drop(n)
	case *ast.ReturnStmt:
		f.drop(n)
	case *ast.BranchStmt:
		op, ok := turned[n.Tok]
		if !ok || !f.inBlock() {
			return
		}
		is := strings.Replace(f.source(n), n.Tok.String(), op.String(), 1)
		f.before(f.add("branch", n, f.source(n), is), n.Pos(), "if mutant(#) { "+is+" }; ")
	}
}

// blank reports whether a statement assigns to nothing but _.
func (f *finder) blank(n *ast.AssignStmt) bool {
	for _, l := range n.Lhs {
		if id, ok := l.(*ast.Ident); !ok || id.Name != "_" {
			return false
		}
	}
	return true
}

// inBlock reports whether the statement that is visited stands in a list of
// statements.
func (f *finder) inBlock() bool {
	switch f.stack[len(f.stack)-1].(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// drop leaves a statement out, if the function can end without it.
func (f *finder) drop(n ast.Stmt) {
	if f.inBlock() && !f.needed[n] {
		f.wrap(f.add("drop", n, f.source(n), "(nothing)"), n, "if !mutant(#) { ", " }")
	}
}

// function notes the statements with which a function that has results ends.
func (f *finder) function(n ast.Node) {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if n.Body != nil && n.Type.Results != nil {
			f.last(n.Body.List)
		}
	case *ast.FuncLit:
		if n.Type.Results != nil {
			f.last(n.Body.List)
		}
	}
}

func (f *finder) last(list []ast.Stmt) {
	if len(list) == 0 {
		return
	}
	switch n := list[len(list)-1].(type) {
	case *ast.ReturnStmt, *ast.ExprStmt:
		f.needed[n] = true
	case *ast.BlockStmt:
		f.last(n.List)
	case *ast.LabeledStmt:
		f.last([]ast.Stmt{n.Stmt})
	case *ast.IfStmt:
		if n.Else != nil {
			f.last(n.Body.List)
			f.last([]ast.Stmt{n.Else})
		}
	case *ast.SwitchStmt:
		f.lastOfClauses(n.Body)
	case *ast.TypeSwitchStmt:
		f.lastOfClauses(n.Body)
	case *ast.SelectStmt:
		f.lastOfClauses(n.Body)
	}
}

func (f *finder) lastOfClauses(body *ast.BlockStmt) {
	for _, c := range body.List {
		switch c := c.(type) {
		case *ast.CaseClause:
			f.last(c.Body)
		case *ast.CommClause:
			f.last(c.Body)
		}
	}
}
