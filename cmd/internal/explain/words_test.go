package explain

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"berthier/cmd/internal/acts"
	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/record"
	"berthier/engine/tongue"
	"berthier/engine/tongue/tonguetest"
	"berthier/mail/sign"
)

// TestWords holds the messages to the code that says them.
func TestWords(t *testing.T) { tonguetest.Words(t, catalogue) }

// TestChecksInLanguages: there are words for the name of each check, for what it counts, and for why it leaves
// something, wherever one is made.
func TestChecksInLanguages(t *testing.T) {
	n := 0
	for _, pattern := range []string{"../audit/*.go", "../origin/*.go", "../../berthier/audit.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(node ast.Node) bool {
				kv, ok := node.(*ast.KeyValueExpr)
				if !ok {
					return true
				}
				key, ok := kv.Key.(*ast.Ident)
				lit, literal := kv.Value.(*ast.BasicLit)
				kind := map[string]string{"Name": "name.", "What": "what.", "Why": "why."}
				if !ok || !literal || kind[key.Name] == "" || strings.HasSuffix(name, "_test.go") {
					return true
				}
				words, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				if n++; words != "" {
					if _, ok := catalogue.Read(kind[key.Name], words); !ok {
						t.Errorf("%s: no message %s… says %q", name, kind[key.Name], words)
					}
				}
				return true
			})
		}
	}
	if n < 60 {
		t.Errorf("only %d words of checks were found", n)
	}
}

// TestVerdictInLanguages: a verdict is in the language of its reader, but for what is wrong, which is named as the
// audit has it.
func TestVerdictInLanguages(t *testing.T) {
	good := audit.Check{Name: "hash chain", What: "links", Done: 5}
	left := audit.Check{Name: "draws", What: "draws", Done: 1, Left: 22, Why: "sealed until the game ends"}
	bad := audit.Check{Name: "mails", What: "mails as received", Err: errors.New("XXX")}
	english := regexp.MustCompile(`(?i)\b(?:the|that|check|sound|wrong|then|until|record|mails|draws|links|steps?)\b`)
	for _, l := range tongue.Languages()[1:] {
		for _, r := range []audit.Result{
			{Checks: []audit.Check{good}}, {Checks: []audit.Check{good, left}}, {Checks: []audit.Check{good, bad}},
			{Foreign: true}, {Foreign: true, Unresolved: 1}, {Foreign: true, Unresolved: 5},
		} {
			said := strings.Join(Verdict(r, l), "\n")
			for _, k := range r.Checks {
				said += "\n" + Name(k, l) + " " + Check(k, l)
			}
			said = regexp.MustCompile(`["„«].*?["”“»]`).ReplaceAllString(said, "")
			if found := english.FindString(said); found != "" || r.Err() != nil && !strings.Contains(said, "XXX") {
				t.Errorf("%s: %q in\n%s", l, found, said)
			}
		}
	}
}

// TestActsInLanguages: what the umpire did is told as the audit tells it, and in the language of the reader.
func TestActsInLanguages(t *testing.T) {
	why := record.Intervention{Reason: "XXX"}
	key, err := sign.ParsePublicKey("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIyKpdpgaslGIiDY5u1lJoaGUEVFcOVL2CIlqIkLol9V")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []record.Record{
		record.Rollback{Intervention: why}, record.Rollback{To: 22, Intervention: why},
		record.Ruling{Intervention: why},
		record.Burn{From: 2, Intervention: why}, record.Substitute{New: "Ney", Old: "Soult", Side: "Red",
			Reason: "XXX"},
		record.Abandon{Reason: "XXX"}, record.Reopen{Reason: "XXX"}, record.Start{},
		record.Language{Side: "Red", Language: tongue.Pl}, record.Announce{},
		record.Abandon{Reason: "XXX", By: "SHA256:abc"},
		record.Key{Side: "Red", By: record.KeyByUmpire, New: key}, record.Key{Side: "Red", By: record.KeyByUmpire},
		record.Migrate{By: record.MigrateByUmpire, New: "9"},
		record.Clock{By: record.ClockByUmpire, Cause: record.ClockPause},
		record.Clock{By: record.ClockByUmpire, Cause: record.ClockResume},
		record.Clock{By: record.ClockByUmpire, Cause: record.ClockExtend},
		record.Clock{By: record.ClockByUmpire, Cause: record.ClockDeadline},
		record.Clock{By: record.ClockByUmpire, Cause: record.ClockAbsence},
	} {
		a, ok := acts.Of(7, r)
		if got := Act(a, tongue.En); !ok || got != a.String() {
			t.Errorf("got %q, want %q", got, a)
		}
		if _, ok := catalogue.Read("did.", a.What); !ok {
			t.Errorf("no message did.… says %q", a.What)
		}
		for _, l := range tongue.Languages()[1:] {
			if got := Act(a, l); got == a.String() || strings.Contains(a.What, "XXX") != strings.Contains(got, "XXX") {
				t.Errorf("%s: %q", l, got)
			}
		}
	}
}
