package umpire

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/record"
	"berthier/mail/sign"
	"berthier/store"
)

// failing are the names of the checks of a log that fail.
func (tb *table) failing(records []store.Record) (names []string, err error) {
	a, err := tb.check(records)
	for _, c := range a.Checks {
		if c.Err != nil {
			names = append(names, c.Name)
		}
	}
	return names, err
}

// lastOf is the index of the last record of a kind.
func lastOf(t *testing.T, records []store.Record, kind string) int {
	t.Helper()
	for i, r := range slices.Backward(records) {
		if r.Kind == kind {
			return i
		}
	}
	t.Fatalf("no %s", kind)
	return 0
}

// reportEdit changes the report at an index.
func reportEdit(t *testing.T, records []store.Record, i int, change func(p *record.Report)) {
	t.Helper()
	p, err := record.ParseReport(records[i].Data, records[i].Hidden)
	if err != nil {
		t.Fatal(err)
	}
	change(&p)
	records[i].Data, records[i].Hidden = p.Print()
}

// Changes of a log that only one check notices: whoever has the key of the log can
// make them and sign it.
func TestOneCheckAlone(t *testing.T) {
	tb, records := played(t)
	last := len(records) - 1
	over, err := record.ParseOver(records[lastOf(t, records, record.KindOver)].Data)
	if err != nil {
		t.Fatal(err)
	}
	report := lastOf(t, records, record.KindOver) - 1
	for records[report].Kind != record.KindReport {
		report--
	}
	reportText := func(old, new string) func(rs []store.Record) []store.Record {
		return func(rs []store.Record) []store.Record {
			reportEdit(t, rs, report, func(p *record.Report) {
				if !bytes.Contains(p.Text, []byte(old)) {
					t.Fatalf("the report has no %q:\n%s", old, p.Text)
				}
				p.Text = bytes.Replace(p.Text, []byte(old), []byte(new), 1)
			})
			return rs
		}
	}
	stepAt := report
	for records[stepAt].Kind != record.KindStep {
		stepAt--
	}
	step, err := record.ParseStep(records[stepAt].Data, records[stepAt].Hidden)
	if err != nil || len(step.Draws) == 0 {
		t.Fatalf("a step without draws, %v", err)
	}
	d := step.Draws[0]
	for _, c := range []struct {
		name  string
		edit  func(rs []store.Record) []store.Record
		check string
		want  string
	}{
		{"a record of an earlier time", func(rs []store.Record) []store.Record {
			reportEdit(t, rs, last, func(p *record.Report) { p.Time = p.Time.Add(-time.Second) })
			return rs
		}, "records", "the one before it of"},
		{"another salt", func(rs []store.Record) []store.Record {
			reportEdit(t, rs, last, func(p *record.Report) { p.Salt[3]++ })
			return rs
		}, "salts", "does not follow from the sealed secret"},
		{"a report less at the end", func(rs []store.Record) []store.Record { return rs[:last] }, "reports",
			"duel-1.over.Blue is missing"},
		{"a report more", func(rs []store.Record) []store.Record {
			again := rs[last]
			again.Seq++
			rs = append(rs, again)
			reportEdit(t, rs, last+1, func(p *record.Report) { p.Salt = record.Salt(over.Sealed, "duel-1", again.Seq) })
			return rs
		}, "reports", "a second report"},
		{"two reports to one side", func(rs []store.Record) []store.Record {
			reportEdit(t, rs, last, func(p *record.Report) {
				p.Mail, p.Side = "duel-1.over.Red@berthier.example",
					"Red"
			})
			return rs
		}, "reports", "a second report"},
		{"a report of nothing", func(rs []store.Record) []store.Record {
			reportEdit(t, rs, last, func(p *record.Report) { p.Mail = "duel-1.9.Blue@berthier.example" })
			return rs
		}, "reports", "which no report to Blue after step"},
		{"a die in the text of a report", reportText(
			fmt.Sprintf(": %d, of 0 to %d\n", d.Value, d.N-1),
			fmt.Sprintf(": %d, of 0 to %d\n", (d.Value+1)%d.N, d.N-1)), "report texts", "its text tells draw"},
		{"a draw less in it", func(rs []store.Record) []store.Record {
			reportEdit(t, rs, report, func(p *record.Report) {
				line := regexp.MustCompile(`(?m)^\d+\. .*$`).Find(p.Text[bytes.Index(p.Text,
					[]byte("\nCheck the dice\n")):])
				p.Text = bytes.Replace(p.Text, append(line, '\n'), nil, 1)
			})
			return rs
		}, "report texts", "draws, the step has"},
		{"another link in it", reportText(step.Link.String(), strings.Repeat("12", 32)), "report texts",
			"does not have the link of its step"},
		{"a form that there is not", func(rs []store.Record) []store.Record {
			i := lastOf(t, rs, record.KindOrders)
			o, err := record.ParseOrders(rs[i].Data, rs[i].Hidden)
			if err != nil {
				t.Fatal(err)
			}
			o.Form = sign.Form("cuneiform")
			rs[i].Data, rs[i].Hidden = o.Print()
			return rs
		}, "forms", `no form "cuneiform"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			failed, err := tb.failing(c.edit(slices.Clone(records)))
			if !slices.Equal(failed, []string{c.check}) || !strings.Contains(fmt.Sprint(err), c.want) {
				t.Errorf("%v fail: %v; want %s alone: %q", failed, err, c.check, c.want)
			}
		})
	}
}

// While a game goes on a report can be missing too.
func TestMissingReport(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.round("pick 1", "pick 1")
	records := tb.records()
	tb.play(tb.status().Waiting[0], 1, 2, "double yes")
	rest := tb.records()[len(records):]
	cut := slices.Concat(records[:len(records)-1], rest)
	for i := range cut {
		cut[i].Seq = uint64(i + 1)
	}
	for name, rs := range map[string][]store.Record{"at the end": records[:len(records)-1], "in the middle": cut} {
		if failed, err := tb.failing(rs); !slices.Contains(failed, "reports") ||
			!strings.Contains(fmt.Sprint(err), "duel-1.1.Blue") && name == "at the end" {
			t.Errorf("%s: %v fail: %v", name, failed, err)
		}
	}
}
