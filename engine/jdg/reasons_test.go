package jdg

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// heardKinds are messages that only stand in what is read back.
var heardKinds = []string{"ground.", "arm.", "screen.", "part."}

// TestReasons: every reason and every piece of advice in the code of this package can be read by its
// message, and every such message is one of them.
func TestReasons(t *testing.T) {
	said := reasonsSaid(t)
	for kind, all := range said {
		for _, words := range all {
			if _, ok := catalogue.Read(kind, words); !ok {
				t.Errorf("no message %s… says %q", kind, words)
			}
		}
	}
	text, err := os.ReadFile("words/en.properties")
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(literals(t), "\n")
	for line := range strings.Lines(string(text)) {
		key, words, ok := strings.Cut(strings.TrimSpace(line), " = ")
		if kind, _, _ := strings.Cut(key, "."); !ok || said[kind+"."] == nil || strings.Contains(all, key) {
			continue
		}
		for _, part := range argument.Split(strings.ReplaceAll(words, "''", "'"), -1) {
			if part = strings.Trim(part, ` "`); !strings.Contains(all, part) {
				t.Errorf("nothing says %q of the message %q", part, key)
			}
		}
	}
}

// argument is where something stands in a message.
var argument = regexp.MustCompile(`\{[^}]*\}`)

// literals are all strings in the Go files of this package, and of those whose words it passes on.
func literals(t *testing.T) (all []string) {
	t.Helper()
	for _, pattern := range []string{"*.go", "setup/*.go", "../hex/*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if e, ok := n.(ast.Expr); ok {
					if words, ok := sample(e, nil); ok {
						all = append(all, words)
					}
				}
				return true
			})
		}
	}
	return all
}

// reasonsSaid are the reasons and the advice in the Go files of this package, by the kind of their
// messages, with something in the place of each value.
func reasonsSaid(t *testing.T) map[string][]string {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob("setup/stack.go")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string][]string{"why.": {"is routed"}, "hint.": {"write: X"}}
	for _, name := range slices.Concat(names, more) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		add := func(kind string, e ast.Expr, args ...ast.Expr) {
			if words, ok := sample(e, args); ok && !slices.Contains(halves, words) {
				said[kind] = append(said[kind], words)
			}
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				ast.Inspect(d, func(n ast.Node) bool { return inspectReason(n, "", add) })
				continue
			}
			kind := resultKind(fn)
			ast.Inspect(fn, func(n ast.Node) bool { return inspectReason(n, kind, add) })
		}
	}
	return said
}

// halves are words of the record that are no whole reason: names of a cause, and what a caller puts something before.
var halves = []string{"done", "wish", "last", "enemy", "X and X", "X 7 MP, and it has 7"}

// advising are the functions that give advice.
var advising = []string{"nearestUnit", "hexHint", "facingHint", "elsewhere", "leadInstead", "aheadOf", "drawnInstead",
	"legalInstead", "yourForms"}

// resultKind is what kind of words a function returns last, "" for neither.
func resultKind(fn *ast.FuncDecl) string {
	if slices.Contains(advising, fn.Name.Name) {
		return "hint."
	}
	if r := fn.Type.Results; r != nil && len(r.List) > 1 {
		last := r.List[len(r.List)-1]
		if n := len(last.Names); n > 0 && last.Names[n-1].Name == "why" && last.Names[0].Name != "cost" &&
			fn.Name.Name != "los" {
			return "why."
		}
	}
	return ""
}

func inspectReason(n ast.Node, kind string, add func(kind string, e ast.Expr, args ...ast.Expr)) bool {
	switch n := n.(type) {
	case *ast.FuncLit:
		if kind != "" {
			return false
		}
	case *ast.ReturnStmt:
		if kind != "" && len(n.Results) > 0 {
			add(kind, n.Results[len(n.Results)-1])
		}
	case *ast.AssignStmt:
		for i, to := range n.Lhs {
			if nameIn(to) == "why" && len(n.Rhs) == len(n.Lhs) {
				add("why.", n.Rhs[i])
			}
		}
	case *ast.CompositeLit:
		if name, ok := n.Type.(*ast.Ident); ok && name.Name == "bar" && len(n.Elts) == 2 {
			add("why.", n.Elts[1])
		}
	case *ast.CallExpr:
		switch name := nameIn(n.Fun); {
		case len(n.Args) < 2:
		case name == "lapsed":
			add("why.", n.Args[2])
		case name == "event", name == "secret":
			for i, a := range n.Args[:len(n.Args)-1] {
				if l, ok := a.(*ast.BasicLit); ok && l.Value == `"why"` {
					add("why.", n.Args[i+1])
				}
			}
		case name == "fault", name == "leave":
			add("why.", n.Args[1], n.Args[2:]...)
		case name == "hint":
			add("hint.", n.Args[1], n.Args[2:]...)
		case name == "fail", name == "problem":
			add("hint.", n.Args[0])
			add("why.", n.Args[1], n.Args[2:]...)
		case name == "of" && len(n.Args) == 3:
			add("why.", n.Args[2])
		}
	}
	return true
}

// sample is what an expression can say; ok is false if no word of it stands in the code.
func sample(e ast.Expr, args []ast.Expr) (words string, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		words, err := strconv.Unquote(e.Value)
		if err != nil || words == "" {
			return "", false
		}
		words = filled(words, args)
		return words, strings.Trim(words, "X7 :,;%") != ""
	case *ast.BinaryExpr:
		left, one := sample(e.X, args)
		right, two := sample(e.Y, nil)
		if !one {
			left = valueOf(e.X)
		}
		if !two {
			right = valueOf(e.Y)
		}
		return left + right, one || two
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Sprintf" {
			return sample(e.Args[0], e.Args[1:])
		}
	}
	return "", false
}

// filled puts values into a format.
func filled(format string, args []ast.Expr) string {
	format = strings.ReplaceAll(format, "%%", "%")
	for _, a := range args {
		i := strings.IndexByte(format, '%')
		if i < 0 || i+1 == len(format) {
			break
		}
		value := valueOf(a)
		switch format[i+1] {
		case 'q':
			value = strconv.Quote(value)
		case 'd':
			value = "7"
		}
		format = format[:i] + value + format[i+2:]
	}
	return format
}

// valueOf is something that an expression can be.
func valueOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		words, _ := strconv.Unquote(e.Value)
		return words
	case *ast.Ident:
		switch e.Name {
		case "why":
			return "is routed"
		case "noLineStays":
			return noLineStays
		}
	case *ast.SelectorExpr:
		if e.Sel.Name == "why" {
			return "is routed"
		}
	case *ast.CallExpr:
		switch of := nameIn(e.Fun); {
		case of == "itoa", of == "Itoa":
			return "7"
		case of == "barred":
			return "is routed"
		case of == "aheadOf":
			return "front hexes of X"
		case of == "String":
			switch nameIn(e.Fun.(*ast.SelectorExpr).X) {
			case "Msg":
				return "is routed"
			case "State":
				return "routed"
			}
		}
	}
	return "X"
}

// nameIn is the last name of an expression.
func nameIn(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}
