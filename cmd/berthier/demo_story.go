package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/mail"
)

// highlights are the actions that the demo waits for: known by the purpose of
// their roll, told in a line with these words.
var highlights = []struct{ name, purpose, words, title string }{
	{"fire", "fire of ", "fire at ", "The first guns fire"},
	{"shock", "shock of ", "Result of the shock", "The first shock"},
	{"charge", "charge of ", "Result of the charge", "The first charge"},
}

// same reports whether two players were told the same.
func (p published) same(q published) error {
	if p.link != q.link || !slices.Equal(p.draws, q.draws) || !slices.Equal(p.files, q.files) {
		return fmt.Errorf("step %d: the players were told different things", p.step)
	}
	return nil
}

// tell shows the progress of the game: a line for each turn, a dot for each
// step, and the story where something happens for the first time.
func (d *demo) tell(p *demoPlayer, pub published, text string, rolls int) {
	d.turn = p.position.Turn
	if title, _, _ := strings.Cut(strings.TrimPrefix(text, "# "), ": "); title != d.title {
		d.title = title
		fmt.Fprintf(d.out, "\n%s, a dot for each step: ", title)
	}
	fmt.Fprint(d.out, ".")
	for _, h := range highlights {
		i := slices.IndexFunc(pub.draws, func(r engine.Draw) bool { return strings.HasPrefix(r.Purpose, h.purpose) })
		if i < 0 || d.seen[h.name] {
			continue
		}
		d.seen[h.name] = true
		d.say("\n\n%s, in step %d. From the report to %s:\n%s\nAll %s of the step are what its link gives.\n",
			h.title, pub.step, p.side, indent(unescape(around(text, h.words))), count(rolls, "roll"))
	}
}

// around is what the story of a report tells around a line with some words.
func around(text, words string) string {
	story, _, _ := strings.Cut(text, "\n## The position")
	for chapter := range strings.SplitSeq(story, "\n## ") {
		lines := strings.Split(strings.TrimSpace(chapter), "\n")
		i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "- ") && strings.Contains(l, words) })
		if i >= 0 {
			return strings.Join(lines[max(2, i-2):min(len(lines), i+4)], "\n")
		}
	}
	return "(see the mail)"
}

// finish writes the last report in all its forms and says what to look at.
func (d *demo) finish() error {
	p := d.players[0]
	if err := d.writeReport(p.report); err != nil {
		return err
	}
	if len(d.steps) == 0 || !d.seen["fire"] || !d.seen["shock"] || !d.seen["charge"] {
		return errors.New("the game ended before fire, shock and charge had happened")
	}
	d.say("\n\n%d steps were played, %d mails written. %d rolls were published; each was computed", len(d.steps), d.mails, d.rolls)
	d.say("again from the mails alone, and the links chain back to the anchor of the opening mail.")
	d.say("\nLook at %s:", d.dir)
	d.say("  report.md, report.html   the last report to %s", p.side)
	d.say("  report.png, report.svg   its map")
	d.say("  0001-….eml and so on     every mail, in order; open one with a mail program")
	d.say("  position.txt             what berthier check needs beside a turn file")
	d.say("\nTo play yourself: berthier serve")
	return nil
}

var pictureRef = regexp.MustCompile(`src="cid:[^"]*"`)

// writeReport takes a report mail apart.
func (d *demo) writeReport(m *mail.Message) error {
	files := map[string][]byte{"report.md": []byte(m.Text)}
	for _, f := range m.Attachments {
		switch {
		case f.Name == "position.txt":
			files["position.txt"] = f.Bytes
		case strings.HasSuffix(f.Name, ".png"):
			files["report.png"] = f.Bytes
		case strings.HasSuffix(f.Name, ".svg"):
			files["report.svg"] = f.Bytes
		}
	}
	files["report.html"] = []byte(pictureRef.ReplaceAllString(m.HTML, `src="report.png"`))
	for _, name := range []string{"report.md", "report.html", "report.png", "report.svg", "position.txt"} {
		if len(files[name]) == 0 {
			return fmt.Errorf("the last report has no %s", strings.TrimPrefix(name, "report."))
		}
		if err := os.WriteFile(d.file(name), files[name], 0o600); err != nil {
			return err
		}
	}
	return nil
}
