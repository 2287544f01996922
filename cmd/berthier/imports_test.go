package main

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ours says which packages of this module each package may import: the first word of a line is the package, and
// a line that begins with a blank goes on with the one above. A name that is no folder of the root is a room of
// cmd/internal. The rooms come first, then all others, each in the order of the alphabet.
const ours = `
acts                   record
aftermath              audit game record engine engine/tongue store/leaf templates
agenda
amiss                  engine engine/tongue
archive                bundle game parcel phrase record engine engine/tongue mail/sign store/leaf
audit                  acts clock computer game record retold said engine engine/tongue mail mail/sign store/leaf
bundle
claims                 store
command                beacon clock phrase record said engine engine/tongue
computer               game record engine
damage                 docket mailbox marks seats engine mail mail/sign store
desk                   aftermath archive audit explain game record sheet engine engine/book engine/tongue mail mail/sign
                       store/leaf templates
docket                 agenda amiss audit claims clock game ledger mailbox phrase position post record said seats
                       timekeeper engine engine/tongue mail mail/sign mail/wire store templates
duty                   acts amiss clock command docket enclosed game marks matter onlooker phrase play post quota
                       record roster said stored tell timekeeper engine engine/tongue mail mail/sign store templates
enclosed               docket post record engine mail templates
explain                acts audit phrase record engine engine/tongue templates
game                   clock record engine engine/tongue mail/sign store/leaf
intake
ledger                 amiss record store
mailbox
marks                  docket mailbox phrase said engine/tongue mail store store/leaf
matter                 amiss docket game mailbox marks phrase play position post quota record said tell engine
                       engine/tongue mail mail/sign store templates
onlooker               docket mailbox post record said engine mail store templates
origin                 audit game record engine store/leaf
parcel
phrase                 engine/tongue
play                   aftermath amiss audit beacon claims clock command computer damage docket enclosed game marks
                       onlooker origin phrase position post putback record said spec tell timekeeper engine
                       engine/tongue mail mail/sign store templates
position               audit phrase record said engine engine/lines engine/tongue
post                   phrase engine/tongue mail mail/wire store templates
putback                docket ledger record retold engine mail mail/sign store
queue                  claims docket marks timekeeper mail/wire store
quota
record                 beacon clock engine engine/lines engine/tongue mail/sign store/leaf
retold                 engine engine/tongue templates/sentences
roster                 clock docket phrase post record tell timekeeper engine engine/tongue mail mail/sign store templates
said                   record engine mail/sign
seats                  engine mail/sign
sheet                  position engine engine/board engine/tongue templates
site                   aftermath audit docket game phrase record tell engine engine/tongue store templates
                       templates/desk
spec                   clock command computer mailbox record engine engine/tongue mail/sign store/leaf
stored                 acts amiss audit clock docket game ledger post record engine store
tell                   acts clock docket explain phrase record engine engine/tongue mail/sign store
timekeeper             clock ledger post store
engine                 engine/board engine/tongue
engine/area            engine/board engine/lines
engine/ask             engine engine/tongue
engine/board           engine/tongue
engine/book            engine engine/lines
engine/deck            engine
engine/enginetest      engine engine/board engine/book engine/tongue engine/tongue/tonguetest
engine/hex
engine/lines           engine engine/tongue
engine/tongue
mail
store                  store/leaf
store/leaf
store/storetest
templates              engine engine/board engine/tongue templates/sentences
templates/desk         engine/tongue
templates/mailtest
templates/sentences    engine/tongue
`

// likeThese is the same for packages whose names fit a pattern, if ours does not have them; the first that fits counts.
const likeThese = `
cmd/*                  *
mail/*                 mail
engine/enginetest/*    engine engine/board engine/lines engine/tongue
engine/*/data
engine/*/setup         engine engine/area engine/deck engine/hex engine/lines PARENT/data
engine/*               engine engine/area engine/ask engine/board engine/book engine/deck engine/hex engine/lines engine/tongue
                       SELF/*
`

// rule is one of ours, or of likeThese.
type rule struct {
	pattern string // of the importing package, without "berthier/"
	allowed []string
}

// rulesOf reads a table of rules.
func rulesOf(table string) (all []rule) {
	roots := []string{"cmd", "engine", "mail", "store", "templates", "*", "SELF", "PARENT"}
	for line := range strings.Lines(strings.TrimPrefix(table, "\n")) {
		words := strings.Fields(line)
		for i, w := range words {
			if first, _, _ := strings.Cut(w, "/"); !slices.Contains(roots, first) {
				words[i] = "cmd/internal/" + w
			}
		}
		if line[0] != ' ' {
			all = append(all, rule{pattern: words[0]})
			words = words[1:]
		}
		last := &all[len(all)-1]
		last.allowed = append(last.allowed, words...)
	}
	return all
}

// pure are the standard packages that an engine package may import. Nothing
// there reads a clock, does I/O, starts a goroutine or draws by itself.
var pure = []string{
	"bytes", "cmp", "crypto/hmac", "crypto/sha256", "embed", "encoding", "encoding/binary", "encoding/csv",
	"encoding/hex", "hash",
	"errors", "fmt", "io", "io/fs", "iter", "maps", "math/big", "math/bits", "regexp", "slices", "sort", "strconv",
	"strings", "unicode", "unicode/utf8",
}

// also are what single engine packages may import besides. norm is tables. The words of a language, those that
// people have for the words of orders, and the tables of cases are read once, by whoever needs them first. The
// chance of book comes out of a seed, and it catches a panic of a ruleset.
var also = map[string][]string{
	"engine":                   {"golang.org/x/text/unicode/norm"},
	"engine/tongue":            {"sync"},
	"engine/ccn":               {"sync"},
	"engine/jdg":               {"sync"},
	"engine/pbs":               {"sync"},
	"engine/tlm":               {"sync"},
	"engine/tongue/tonguetest": {"go/ast", "go/parser", "go/token", "os", "path/filepath", "reflect", "testing"},
	"engine/book":              {"golang.org/x/tools/txtar", "math/rand/v2", "path", "runtime/debug"},
}

// testsMay lists what tests of any package may import.
var testsMay = []string{"cmd/internal/beacon", "cmd/internal/retold", "engine/book", "engine/deck", "engine/enginetest",
	"engine/enginetest/duel", "engine/hex", "engine/tongue/tonguetest",
	"mail/sign", "store/storetest",
	"templates/mailtest"}

// testsOf lists whose tests may import anything: they play games as the daemon does.
var testsOf = []string{
	"cmd/internal/archive",
	"cmd/internal/audit",
	"cmd/internal/desk",
	"cmd/internal/queue",
	"cmd/internal/retold",
	"cmd/internal/sheet",
	"cmd/internal/site",
}

func fits(pattern, name string) bool {
	if pattern == "*" {
		return true
	}
	if prefix, ok := strings.CutSuffix(pattern, "/*"); ok && strings.HasPrefix(name, prefix+"/") {
		return true
	}
	ok, _ := filepath.Match(pattern, name)
	return ok
}

// allowedOurs reports whether a package of this module may import another.
func allowedOurs(rules []rule, from, to string) bool {
	i := slices.IndexFunc(rules, func(r rule) bool { return fits(r.pattern, from) })
	return i >= 0 && slices.ContainsFunc(rules[i].allowed, func(a string) bool {
		return fits(strings.NewReplacer("SELF", from, "PARENT", path.Dir(from)).Replace(a), to)
	})
}

// TestImports holds the import law: who may import what.
func TestImports(t *testing.T) {
	rules := slices.Concat(rulesOf(ours), rulesOf(likeThese))
	for _, p := range listPackages(t) {
		name := strings.TrimPrefix(p.ImportPath, "berthier/")
		for _, i := range p.Imports {
			to, own := strings.CutPrefix(i, "berthier/")
			switch {
			case own && !allowedOurs(rules, name, to):
				t.Errorf("%s may not import %s", name, to)
			case own || name == "engine/enginetest":
			case (name == "engine" || strings.HasPrefix(name, "engine/")) && !slices.Contains(pure, i) &&
				!slices.Contains(also[name], i):
				t.Errorf("%s may not import %s: engine packages are pure", name, i)
			}
		}
		for _, i := range slices.Concat(p.TestImports, p.XTestImports) {
			to, own := strings.CutPrefix(i, "berthier/")
			if own && to != name && !slices.Contains(testsOf, name) && !slices.Contains(testsMay, to) &&
				!allowedOurs(rules, name, to) {
				t.Errorf("tests of %s may not import %s", name, to)
			}
		}
	}
}

// TestImportsInOrder: the table is sorted, and allows nothing that no package needs.
func TestImportsInOrder(t *testing.T) {
	needs := map[string][]string{}
	for _, p := range listPackages(t) {
		name := strings.TrimPrefix(p.ImportPath, "berthier/")
		for _, i := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			needs[name] = append(needs[name], strings.TrimPrefix(i, "berthier/"))
		}
	}
	outside := func(name string) bool { return !strings.HasPrefix(name, "cmd/internal/") }
	inOrder := func(a, b string) int {
		if outside(a) != outside(b) {
			return map[bool]int{false: -1, true: 1}[outside(a)]
		}
		return strings.Compare(a, b)
	}
	rules := rulesOf(ours)
	if !slices.IsSortedFunc(rules, func(a, b rule) int { return inOrder(a.pattern, b.pattern) }) {
		t.Error("the packages are not in order")
	}
	for _, r := range rules {
		if !slices.IsSortedFunc(r.allowed, inOrder) {
			t.Errorf("what %s may import is not in order", r.pattern)
		}
		for _, a := range r.allowed {
			if !slices.Contains(needs[r.pattern], a) {
				t.Errorf("%s does not import %s, and need not be allowed to", r.pattern, a)
			}
		}
	}
}

// TestImportLaw makes sure that the rules above forbid what they should.
func TestImportLaw(t *testing.T) {
	rules := slices.Concat(rulesOf(ours), rulesOf(likeThese))
	for _, tt := range []struct {
		from, to string
		want     bool
	}{
		{"cmd/berthier", "store", true},
		{"cmd/internal/umpire", "templates", true},
		{"cmd/internal/record", "store", false},
		{"cmd/internal/record", "mail", false},
		{"cmd/internal/game", "cmd/internal/umpire", false},
		{"cmd/internal/said", "cmd/internal/umpire", false},
		{"cmd/internal/audit", "cmd/internal/archive", false},
		{"cmd/internal/audit", "cmd/internal/umpire", false},
		{"cmd/internal/audit", "store", false},
		{"cmd/internal/archive", "cmd/internal/audit", false},
		{"cmd/internal/archive", "store", false},
		{"cmd/internal/umpire", "cmd/internal/post", true},
		{"cmd/internal/docket", "cmd/internal/play", false},
		{"cmd/internal/docket", "cmd/internal/command", false},
		{"cmd/internal/play", "cmd/internal/docket", true},
		{"cmd/internal/play", "cmd/internal/matter", false},
		{"cmd/internal/matter", "cmd/internal/play", true},
		{"cmd/internal/matter", "cmd/internal/duty", false},
		{"cmd/internal/duty", "cmd/internal/play", true},
		{"cmd/internal/duty", "cmd/internal/umpire", false},
		{"cmd/internal/quota", "cmd/internal/docket", false},
		{"cmd/internal/post", "templates", true},
		{"cmd/internal/post", "engine", false},
		{"cmd/internal/post", "cmd/internal/umpire", false},
		{"cmd/internal/command", "cmd/internal/umpire", false},
		{"cmd/internal/command", "store", false},
		{"cmd/internal/command", "mail/wire", false},
		{"cmd/internal/umpire", "cmd/internal/command", true},
		{"mail", "store", false},
		{"mail", "mail/sign", false},
		{"mail/sign", "mail", true},
		{"mail/sign", "mail/wire", false},
		{"store", "engine", false},
		{"engine", "engine/hex", false},
		{"engine/jdg", "engine", true},
		{"engine/jdg", "engine/jdg/data", true},
		{"engine/jdg", "engine/cc", false},
		{"engine/jdg", "engine/enginetest", false},
		{"engine/jdg", "engine/book", true},
		{"engine/book", "engine/jdg", false},
		{"engine/book", "engine/enginetest", false},
		{"engine", "engine/book", false},
		{"engine/jdg/data", "engine", false},
		{"engine/jdg", "engine/jdg/setup", true},
		{"engine/jdg/setup", "engine/jdg/data", true},
		{"engine/jdg/setup", "engine/jdg", false},
		{"engine/jdg/setup", "engine/ccn/data", false},
		{"engine/jdg/setup", "engine/lines", true},
		{"engine/lines", "engine/jdg", false},
		{"engine", "engine/lines", false},
		{"templates", "engine/board", true},
		{"templates", "engine/hex", false},
		{"engine", "engine/board", true},
		{"engine/board", "engine", false},
		{"templates", "engine/jdg", false},
		{"templates", "mail", false},
		{"util", "engine", false},
	} {
		if got := allowedOurs(rules, tt.from, tt.to); got != tt.want {
			t.Errorf("%s imports %s: got %v, want %v", tt.from, tt.to, got, tt.want)
		}
	}
}
