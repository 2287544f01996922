package desk

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/record"
	"berthier/engine/tongue"
	"berthier/mail"
)

// keptReport is a report of a game as its player saved it, perhaps changed.
func keptReport(t testing.TB, d *Desk, change func(text []byte) []byte) []byte {
	t.Helper()
	for _, r := range slices.Backward(d.file.Records) {
		p, err := record.ParseReport(r.Data, r.Hidden)
		if r.Kind != record.KindReport || err != nil || !bytes.Contains(p.Text, []byte("checkpoint")) {
			continue
		}
		raw, err := mail.Compose(mail.Outgoing{From: mail.Address{Address: "games@berthier.example"},
			To: []mail.Address{{Address: "me@example.net"}}, Subject: "Your turn", ID: p.Mail,
			Date: time.Unix(1900000000, 0),
			Text: string(change(bytes.Clone(p.Text)))})
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	t.Fatal("the game has no report with a checkpoint")
	return nil
}

func asItIs(text []byte) []byte { return text }

// withOtherHead is a report whose checkpoint is another.
func withOtherHead(text []byte) []byte {
	at := bytes.Index(text, []byte("\u2014 "))
	return slices.Replace(text, at+40, at+44, []byte("AAAA")...)
}

// Mails that somebody kept are compared with the log that is open.
func TestKeptMails(t *testing.T) {
	data := file(t, playedGame(t, "jdg", "goldbach", 8, true))
	d, _ := opened(t, data)
	if n, err := d.Keep("report.eml", keptReport(t, d, asItIs)); err != nil || n != 1 {
		t.Fatalf("%d, %v", n, err)
	}
	v, err := d.Audit(tongue.En)
	if err != nil || !v.Sound || !slices.ContainsFunc(v.Checks, func(c Check) bool {
		return c.Name == "kept checkpoints" && c.How == "good"
	}) || strings.Contains(strings.Join(v.Lines, " "), "only a mail") {
		t.Errorf("%+v, %v", v, err)
	}
	if n, err := d.Keep("forged.eml", keptReport(t, d, withOtherHead)); err != nil || n != 2 {
		t.Fatalf("%d, %v", n, err)
	}
	if v, err = d.Audit(tongue.En); err != nil || v.Sound ||
		!strings.Contains(strings.Join(v.Lines, " "), "forged.eml") {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := New(load).Keep("report.eml", nil); !errors.Is(err, errNothing) {
		t.Errorf("without an archive: %v", err)
	}
	if d, _ = opened(t, data); len(d.kept) != 0 {
		t.Error("another archive has the mails of the one before")
	}
}

// An audit tells how far it is.
func TestProgress(t *testing.T) {
	d, _ := opened(t, file(t, playedGame(t, "jdg", "goldbach", 8, true)))
	var parts []int
	d.Progress = func(done, all int) { parts = append(parts, done*100/all) }
	if _, err := d.Audit(tongue.En); err != nil {
		t.Fatal(err)
	}
	if len(parts) < 20 || !slices.IsSorted(parts) || parts[len(parts)-1] != 100 {
		t.Errorf("it tells %v", parts)
	}
}

// files are several files as the page hands them over.
func files(all ...[]byte) (sizes []int, data []byte) {
	for _, f := range all {
		sizes, data = append(sizes, len(f)), append(data, f...)
	}
	return sizes, data
}

// Reports that a player saved are replayed in the order of their steps, whatever that of the files.
func TestReports(t *testing.T) {
	first, second := reportFile(t, "jdg", "goldbach", 1), []byte(nil)
	for step := 2; !bytes.Contains(second, []byte("\nside: Allied\n")); step++ {
		second = positionFile(t, "jdg", "goldbach", step)
	}
	d := New(load)
	sizes, data := files(second, first, second)
	o, err := d.Reports(sizes, data, tongue.En)
	if err != nil || o.Still != "reports" || len(o.Points) != 2 || o.Points[0].Number != 1 {
		t.Fatalf("%+v, %v", o, err)
	}
	one, err1 := d.Show(0, "", tongue.En)
	two, err2 := d.Show(1, "", tongue.Fr)
	if err := errors.Join(err1, err2); err != nil || !strings.Contains(one.Text, "Hello") || two.Text != "" ||
		!strings.HasPrefix(one.Map, "<svg") || one.Map == two.Map {
		t.Errorf("%+v\n%+v, %v", one, two, err)
	}
	for name, all := range map[string][][]byte{
		"an archive among them": {first, file(t, playedGame(t, "jdg", "goldbach", 2, false))},
		"another game":          {first, positionFile(t, "ccn", "crossroads", 1)},
		"no report":             {first, []byte("hello")},
		"nothing":               {},
		"another side":          {first, bytes.Replace(second, []byte("side: Allied"), []byte("side: French"), 1)},
	} {
		sizes, data := files(all...)
		if o, err := d.Reports(sizes, data, tongue.En); err == nil {
			t.Errorf("%s: %+v", name, o)
		}
	}
	if _, err := d.Reports([]int{1 << 40}, first, tongue.En); err == nil {
		t.Error("more is read than there is")
	}
	if _, err := d.Show(1, "", tongue.En); err != nil {
		t.Errorf("what was open is not there any more: %v", err)
	}
}

// In a chain of reports each piece that has moved has an arrow from where it was, and nothing else has one.
func TestArrowsOfReports(t *testing.T) {
	first := positionFile(t, "jdg", "goldbach", 1)
	moved := bytes.Replace(first, []byte("\nunit arthus 0807 "), []byte("\nunit arthus 0808 "), 1)
	later := func(file []byte) []byte { return bytes.Replace(file, []byte("\nstep: 2\n"), []byte("\nstep: 3\n"), 1) }
	const arrow = ">move</text>" // in the legend, if there is one
	for _, c := range []struct {
		second []byte
		arrows bool
	}{{later(first), false}, {later(moved), true}} {
		d := New(load)
		sizes, data := files(c.second, first)
		if _, err := d.Reports(sizes, data, tongue.En); err != nil {
			t.Fatal(err)
		}
		one, err1 := d.Show(0, "", tongue.En)
		two, err2 := d.Show(1, "", tongue.En)
		if err := errors.Join(err1, err2); err != nil || strings.Contains(one.Map, arrow) ||
			strings.Contains(two.Map, arrow) != c.arrows {
			t.Errorf("of %v: %v, %v; %v", c.arrows, strings.Contains(one.Map, arrow),
				strings.Contains(two.Map, arrow), err)
		}
		if !slices.ContainsFunc(two.Pieces, func(p Piece) bool { return p.ID == "arthus" && p.To.X > p.From.X }) {
			t.Errorf("the pieces are %+v", two.Pieces)
		}
	}
}

// The life of a piece in a chain of reports is what their lists tell of it, and other mails of the game do not matter.
func TestLifeInReports(t *testing.T) {
	const received = "From: games@berthier.example\r\nSubject: Re: orders\r\n\r\nThey came in.\r\n"
	report := reportFile(t, "jdg", "goldbach", 1)
	report = bytes.Replace(report, []byte("Hello"),
		[]byte("- Kienmayer (kienmay) acts.\r\n- The Austrian horse artillery\r\n"+
			"  fires.\r\n\r\n# move arthus to 0706\r\n- Here stands\r\n  arthus."), 1)
	d := New(load)
	sizes, data := files([]byte(received), report, report)
	if o, err := d.Reports(sizes, data, tongue.En); err != nil || len(o.Points) != 1 || o.Game != "game-1" {
		t.Fatalf("%+v, %v", o, err)
	}
	all, err := d.Life("arthus", "", tongue.En)
	if err != nil || len(all) != 1 || len(all[0].Lines) != 2 ||
		all[0].Lines[0].Text != "The Austrian horse artillery fires." ||
		all[0].Lines[1].Text != "Here stands arthus." {
		t.Errorf("%+v, %v", all, err)
	}
	if all, err := d.Life("nobody", "", tongue.En); err != nil || all != nil {
		t.Errorf("%+v, %v", all, err)
	}
	if sizes, data = files([]byte(received)); !errors.Is(second(d.Reports(sizes, data, tongue.En)), errUnknown) {
		t.Error("a mail without a position is opened")
	}
}

func second[T any](_ T, err error) error { return err }

// The life of a piece is what the story tells of it.
func TestLife(t *testing.T) {
	d, o := opened(t, file(t, playedGame(t, "jdg", "goldbach", toTheEnd, false)))
	if o.Ended == "" {
		t.Fatal("the game is not over")
	}
	all, err := d.Life("arthor", "", tongue.En)
	if err != nil || len(all) < 2 {
		t.Fatalf("%+v, %v", all, err)
	}
	for _, m := range all {
		for _, l := range m.Lines {
			if !strings.Contains(l.Text, "arthor") {
				t.Errorf("point %d: %s", m.At, l.Text)
			}
		}
	}
	for text, is := range map[string]bool{"The 18lig": false, "8lig-2": false, "The (8lig) moves": true,
		"18lig, 8lig": true} {
		if names(text, "8lig") != is {
			t.Errorf("%q names 8lig: %v", text, !is)
		}
	}
	if none, err := d.Life("", "", tongue.En); err != nil || none != nil {
		t.Errorf("nobody has the life %+v, %v", none, err)
	}
	if _, err := d.Life("arthor", "Nobody", tongue.En); err == nil {
		t.Error("nobody is told it")
	}
}

// A rule is shown by its label, a clause or a whole section.
func TestClause(t *testing.T) {
	index, err := os.ReadFile("../../../engine/jdg/data/rules/index.txt")
	if err != nil {
		t.Fatal(err)
	}
	d := New(load)
	if _, err := d.Clause("8.7.2-c"); !errors.Is(err, errNoClause) {
		t.Errorf("nothing is open: %v", err)
	}
	d.Rules = func(string) string { return string(index) }
	if _, err := d.Open(positionFile(t, "jdg", "goldbach", 1), tongue.En); err != nil {
		t.Fatal(err)
	}
	for label, want := range map[string]string{"8.7.2-c": "8.7.2-c  ", "8.7.2": "8.7.2-c  ", "Q83": "Q83  "} {
		if c, err := d.Clause(label); err != nil || !strings.Contains(c.Text, want) || c.Section == "" {
			t.Errorf("%s: %+v, %v", label, c, err)
		}
	}
	if c, err := d.Clause("99"); !errors.Is(err, errNoClause) {
		t.Errorf("%+v, %v", c, err)
	}
}
