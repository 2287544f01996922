package retold

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/templates"
)

// TestOf: what a report, a receipt and a word that a step is closed say of game, step, side, link and draws
// is found again in each language.
func TestOf(t *testing.T) {
	link := engine.Link{1, 2, 3}
	for _, l := range tongue.Languages() {
		game := templates.Game{ID: "austerlitz-12", Language: l}
		mail := templates.Mail{Game: game, Step: 17, Report: engine.Report{Side: "Allied"}, Dice: &templates.Dice{
			Game: game.ID, Step: 17, Link: link,
			Draws: []engine.Draw{{No: 1, N: 10, Value: 7, Purpose: "shock: 1"},
				{No: 2, N: 10, Purpose: "card", Sealed: true}}}}
		text := whole(t)(templates.Report(mail)) + whole(t)(templates.Details(mail))
		f := Of(text)
		found := f.Report.FindStringSubmatch(text)
		if found == nil || Group(f.Report, found, "game") != game.ID || Group(f.Report, found, "step") != "17" {
			t.Errorf("%s: %q in\n%s", l, found, text)
		}
		if found := f.Link.FindStringSubmatch(text); found == nil || Group(f.Link, found, "link") != link.String() {
			t.Errorf("%s: no link in\n%s", l, text)
		}
		draws := f.Draw.FindAllStringSubmatch(text, -1)
		if len(draws) != 2 || strings.Join(draws[0][1:], " ") != "1 7 9" || strings.Join(draws[1][1:], "") != "2" {
			t.Errorf("%s: draws %q in\n%s", l, draws, text)
		}
		for _, heading := range []string{f.Details, f.Dice} {
			if !strings.Contains("\n"+text, "\n"+heading+"\n---") {
				t.Errorf("%s: no heading %q in\n%s", l, heading, text)
			}
		}
		text = whole(t)(templates.Receipt(templates.ReceiptMail{Game: game, Side: "Allied", Step: 17}))
		f = Of(text)
		found = f.Receipt.FindStringSubmatch(text)
		if found == nil || Group(f.Receipt, found, "side") != "Allied" || Group(f.Receipt, found, "game") != game.ID ||
			Group(f.Receipt, found, "step") != "17" {
			t.Errorf("%s: %q in\n%s", l, found, text)
		}
		text = whole(t)(templates.Closed(templates.ClosedMail{Game: game, Step: 17, Round: 1 << 40, Chain: "quicknet"}))
		f = Of(text)
		found = f.Closed.FindStringSubmatch(text)
		if found == nil || Group(f.Closed, found, "game") != game.ID || Group(f.Closed, found, "step") != "17" ||
			!strings.Contains(text, "\n"+f.Files) {
			t.Errorf("%s: %q, %q in\n%s", l, found, f.Files, text)
		}
	}
	if Of("Hello").Details != "The details" {
		t.Error("a text that says nothing is not English")
	}
}

func whole(t *testing.T) func(text, _ []byte, err error) string {
	return func(text, _ []byte, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
}
