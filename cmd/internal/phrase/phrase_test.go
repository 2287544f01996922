package phrase

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"berthier/engine/tongue"
	"berthier/engine/tongue/tonguetest"
)

// TestWords holds the messages to the code of all rooms that say them.
func TestWords(t *testing.T) {
	said := saidAnywhere(t)
	var keys []string
	for key, all := range said {
		keys = append(keys, key)
		want := catalogue.Arguments(key)
		for _, args := range all {
			if slices.Sort(args); !slices.Equal(args, want) {
				t.Errorf("%q is said with %q, and has the arguments %q", key, args, want)
			}
		}
	}
	for _, key := range catalogue.Keys() { // clauses are said by what was recorded: see TestTold
		if strings.HasPrefix(key, "clause.") {
			keys = append(keys, key)
		}
	}
	tonguetest.Words(t, catalogue, keys...)
}

// saidAnywhere are the messages that other rooms say, with the names of their arguments each time.
func saidAnywhere(t *testing.T) map[string][][]string {
	names, err := filepath.Glob("../*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string][][]string{}
	for _, name := range names {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || sel.Sel.Name != "Say" {
				return true
			}
			if pkg, ok := sel.X.(*ast.Ident); ok && pkg.Name == "phrase" {
				var words []string
				for i, a := range call.Args {
					if i == 0 || i%2 == 1 {
						words = append(words, literal(t, a))
					}
				}
				said[words[0]] = append(said[words[0]], words[1:])
			}
			return true
		})
	}
	return said
}

func literal(t *testing.T, e ast.Expr) string {
	l, ok := e.(*ast.BasicLit)
	if !ok {
		t.Fatal("a message is said with a key, or a name of an argument, that is put together")
	}
	s, err := strconv.Unquote(l.Value)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTimes(t *testing.T) {
	at := time.Date(2026, 5, 8, 20, 4, 5, 0, time.UTC)
	for l, want := range map[tongue.Language]string{
		tongue.En: "8 May 2026, 20.04 UTC|8 May 2026, 20.04:05 UTC|Friday 8 May 2026, 20.04 UTC|5 minutes|22 " +
			"hours|1 day",
		tongue.Fr: "8 mai 2026, 20 h 04 UTC|8 mai 2026, 20 h 04:05 UTC|vendredi 8 mai 2026, 20 h 04 UTC|5 minutes|22 " +
			"heures|1 jour",
		tongue.Pl: "8 maja 2026, 20.04 UTC|8 maja 2026, 20.04:05 UTC|piątek, 8 maja 2026, 20.04 UTC|5 minut|22 " +
			"godziny|1 dzień",
		tongue.El: "8 Μαΐου 2026, 20:04 UTC|8 Μαΐου 2026, 20:04:05 UTC|Παρασκευή 8 Μαΐου 2026, 20:04 UTC|5 λεπτά|22 " +
			"ώρες|1 ημέρα",
		tongue.Cs: "8. května 2026, 20.04 UTC|8. května 2026, 20.04:05 UTC|pátek 8. května 2026, 20.04 UTC|5 " +
			"minut|22 hodin|1 den",
	} {
		var got []string
		for _, text := range []tongue.Text{Moment(at), Second(at), When(at, "UTC"), Span(5 * time.Minute),
			Span(22 * time.Hour),
			Span(24 * time.Hour)} {
			got = append(got, text.In(l))
		}
		if got := strings.Join(got, "|"); got != want {
			t.Errorf("%s: got  %s\nwant %s", l, got, want)
		}
	}
	for _, year := range []time.Time{at, at.AddDate(0, 7, 3)} {
		if got := Moment(year).String(); got != year.Format("2 January 2006, 15.04 UTC") {
			t.Errorf("got %q", got)
		}
	}
}

// TestTold reads what records of clocks say, and errors of them, in each language. What is not known stays as it is.
func TestTold(t *testing.T) {
	const missed = "French sent no orders by Friday 8 May 2026, 22.00 CEST, nor in the 2h of grace and time bank " +
		"after " +
		"it; the defaults decided, for the 4th time in a row. The umpire was told, and a substitute is sought."
	for _, tt := range []struct {
		l          tongue.Language
		said, want string
	}{
		{tongue.En, missed, missed},
		{tongue.Pl, missed, "French: rozkazy nie przyszły w terminie (piątek, 8 maja 2026, 22.00 CEST), ani podczas " +
			"karencji i zapasu czasu (2h); zdecydowały wartości domyślne, 4. raz z rzędu. Powiadomiono sędziego, i " +
			"szuka się zastępcy."},
		{tongue.Cs, "The umpire paused the game: no clock runs up to 2 January 2027, 15.04 UTC.",
			"Rozhodčí hru přerušil: žádné hodiny neběží do 2. ledna 2027, 15.04 UTC."},
		{tongue.El, "that would be 9 days of absence in 2027, this game allows 5",
			"τόσες θα ήταν οι μέρες απουσίας το 2027: 9, αυτό το παιχνίδι επιτρέπει 5"},
		{tongue.Fr, "Allied sent pigeons", "Allied sent pigeons"},
		{tongue.Fr, "", ""},
	} {
		if got := Told(tt.said).In(tt.l); got != tt.want {
			t.Errorf("%s of %q:\ngot  %s\nwant %s", tt.l, tt.said, got, tt.want)
		}
	}
}
