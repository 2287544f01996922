package archive

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/putback"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail"
	"berthier/store"
)

// A game that was put back burns the links that players hold: their reports prove
// it, and are no fault of the log.
func TestPutBack(t *testing.T) {
	tb := newTable(t, "goldbach")
	for range 3 {
		tb.step()
	}
	backup := write(t, tb.save())
	for range 4 {
		tb.step()
	}
	lost := kept(tb.save())
	other := *tb
	other.store = restored(t, backup)
	err := other.store.Update(func(tx *store.Tx) error {
		return putback.BurnLater(tx, other.id, -1, "the game was put back from an archive")
	})
	if err != nil {
		t.Fatal(err)
	}
	other.reopen()
	if err := other.u.BurnDue(); err != nil {
		t.Fatal(err)
	}
	for range 3 { // the French give other orders
		st, err := other.u.Status(other.id)
		if err != nil {
			t.Fatal(err)
		}
		for i, side := range other.rules.Sides(other.position()) {
			if slices.Contains(st.Waiting, side) {
				var lines []engine.Order
				if i > 0 {
					lines = other.plays(other.position(), side).Lines
				}
				other.send(i, side, st.Turn, st.Step+1, lines)
			}
		}
	}
	saved := other.save()
	all := slices.Concat(lost, kept(saved))
	a, err := Read(write(t, saved.Public()))
	if err != nil {
		t.Fatal(err)
	}
	r := auditor.Audit(a, all)
	burned := 0
	for _, m := range lost {
		if stepOf(t, m) > 3 {
			burned++
		}
	}
	if c := r.Check("kept burned"); r.Err() != nil || c.Done != burned || burned < 8 {
		t.Errorf("%d of %d mails are of burned steps: %v", c.Done, burned, r.Err())
	}
	if len(r.Acts) != 1 || !strings.Contains(r.Acts[0].String(),
		"step 259: the links 4 to 259 of the dice were burned") {
		t.Errorf("got %v", r.Acts)
	}
	report := one(t, lost, "goldbach-1.5.French@"+domain)
	parsed, err := mail.Parse(report.Raw)
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`(?m)^[0-9a-f]{64}$`).FindString(parsed.Text[strings.Index(parsed.Text,
		"were cut from this link"):])
	forged := audit.Mail{Name: "forged",
		Raw: bytes.ReplaceAll(report.Raw, []byte(link), []byte(strings.Repeat("ab", 32)))}
	if c := auditor.Audit(a, []audit.Mail{forged}).Check("kept burned"); c.Err == nil {
		t.Errorf("a link that is not of the chain: %+v", c)
	}
	// Without the record of it the same mails show that the log is another one.
	unburned := Archive{SavedGame: tb.save()}
	if r := auditor.Audit(unburned, []audit.Mail{one(t, kept(saved), "goldbach-1.260.French@"+
		domain)}); r.Err() == nil {
		t.Error("a report of another log is taken")
	}
}

// No burn that hangs together otherwise than by its hashes is taken.
func TestTamperedBurn(t *testing.T) {
	tb := newTable(t, "goldbach")
	tb.step()
	if _, err := tb.u.Do(tb.id, "burn 9 an old backup"); err != nil {
		t.Fatal(err)
	}
	tb.step()
	saved := tb.save()
	if r := auditor.Audit(Archive{SavedGame: saved}, nil); r.Err() != nil {
		t.Fatal(r.Err())
	}
	for name, change := range map[string]func(b *record.Burn){
		"fewer links":       func(b *record.Burn) { b.From++ },
		"more links":        func(b *record.Burn) { b.From-- },
		"another link":      func(b *record.Burn) { b.Link[0]++ },
		"another previous":  func(b *record.Burn) { b.Previous[0]++ },
		"another position":  func(b *record.Burn) { b.Position[0]++ },
		"another last link": func(b *record.Burn) { b.Link = b.Link.Before(1) },
	} {
		t.Run(name, func(t *testing.T) {
			s := saved
			s.Records = slices.Clone(saved.Records)
			i := slices.IndexFunc(s.Records, func(r store.Record) bool { return r.Kind == record.KindBurn })
			b, err := record.ParseBurn(s.Records[i].Data, s.Records[i].Hidden)
			if err != nil {
				t.Fatal(err)
			}
			change(&b)
			s.Records[i].Data, s.Records[i].Hidden = b.Print()
			r := auditor.Audit(Archive{SavedGame: headOf(t, s)}, nil)
			if slices.IndexFunc(r.Checks,
				func(c audit.Check) bool { return c.Err != nil && c.Name != "checkpoints" }) < 0 {
				t.Errorf("not found: %v", r.Err())
			}
		})
	}
}

// stepOf is the step that a mail is about; 0 for none.
func stepOf(t *testing.T, m audit.Mail) int {
	t.Helper()
	parsed, err := mail.Parse(m.Raw)
	if err != nil {
		t.Fatal(err)
	}
	step := 0
	for _, f := range namesStep.FindAllStringSubmatch(parsed.Text, 1) {
		step, err = strconv.Atoi(f[1])
	}
	if err != nil {
		t.Fatal(err)
	}
	return step
}

var namesStep = regexp.MustCompile(`(?m)^(?:Game|Your orders for \S+ in game) \S+, step (\d+), (?:report|are in)`)
