package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail"
)

// same reports whether two players were told the same.
func (p publishedDice) same(q publishedDice) error {
	if p.link != q.link || !slices.Equal(p.draws, q.draws) || !slices.Equal(p.files, q.files) {
		return fmt.Errorf("step %d: the players were told different things", p.step)
	}
	return nil
}

// tell shows the progress of the game: a line for each turn, a dot for each
// step, and the story where something happens for the first time.
func (d *demo) tell(p *demoPlayer, pub publishedDice, text string, rolls int) {
	d.turn = p.position.Turn
	head, rest := "", text
	if strings.HasPrefix(text, d.battle) { // whose name may have a colon
		head, rest = d.battle, text[len(d.battle):]
	}
	turn, _, _ := strings.Cut(rest, ": ")
	if title := head + turn; title != d.title {
		d.title = title
		fmt.Fprintf(d.out, "\n%s, a dot for each step: ", title)
	}
	fmt.Fprint(d.out, ".")
	for _, h := range d.game.Highlights {
		i := slices.IndexFunc(pub.draws, func(r engine.Draw) bool { return strings.HasPrefix(r.Purpose, h.Purpose) })
		if i < 0 || d.seen[h.Title] {
			continue
		}
		d.seen[h.Title] = true
		d.say("\n\n%s, in step %d. From the report to %s:\n%s\nAll %s of the step are what its link gives.\n",
			h.Title, pub.step, p.side, indent(around(text, h.Words)), count(rolls, "roll"))
	}
}

// around is what the story of a report tells around a line with some words, or else the table that has them in its
// title.
func around(text, words string) string {
	_, details, _ := strings.Cut(text, "\nThe details\n---")
	story, _, _ := strings.Cut(details, "\nThe position\n---")
	for _, chapter := range heading.Split(story, -1) {
		items := strings.Split(strings.TrimSpace(chapter), "\n- ")
		i := slices.IndexFunc(items, func(item string) bool {
			return strings.Contains(strings.Join(strings.Fields(item), " "), words)
		})
		if i >= 0 {
			return "- " + strings.TrimPrefix(strings.Join(items[max(0, i-2):min(len(items), i+4)], "\n- "), "- ")
		}
	}
	for table := range strings.SplitSeq(text, "\n\n") {
		if title, _, _ := strings.Cut(table, "\n"); strings.Contains(title, words) {
			return table
		}
	}
	return "(see the mail)"
}

// finish writes the last report in all its forms and says what to look at.
func (d *demo) finish() error {
	p := d.players[max(0, slices.IndexFunc(d.players, func(p *demoPlayer) bool { return p.open }))]
	names, err := d.writeReport(p.report)
	if err != nil {
		return err
	}
	if len(d.steps) == 0 {
		return errors.New("the game did not go on")
	}
	for _, h := range d.game.Highlights {
		if !d.seen[h.Title] {
			d.say("\n\nThe game ended without this: %s.", h.Title)
		}
	}
	d.say("\n\n%s were played, %s written. %s were published; each was computed", count(len(d.steps), "step"),
		count(d.mails, "mail"), count(d.rolls, "roll"))
	d.say("again from the mails alone, and the links chain back to the anchor of the opening mail.")
	d.say("\nLook at %s:", d.dir)
	d.say("  0001-umpire-to-….eml and so on: every mail, in order, for a mail program")
	d.say("  the last report to %s, whose turn it is, taken apart: %s", p.side, strings.Join(names, ", "))
	play := "berthier serve"
	if d.game.Name != games[0].Name {
		play += " -game " + d.game.Name
	}
	d.say("\nTo play yourself: %s", play)
	return nil
}

// pictureRef names a picture of a mail by its file, "map" of map.png.
var pictureRef = regexp.MustCompile(`src="cid:([a-z]+)\.[^"]*"`)

// writeReport takes a report mail apart and returns the names of the files. Without a position
// there must be the end of the game.
func (d *demo) writeReport(m *mail.Message) (names []string, err error) {
	files := map[string][]byte{
		"report.txt":  []byte(m.Text),
		"report.html": []byte(pictureRef.ReplaceAllString(m.HTML, `src="$1.png"`)),
	}
	for _, f := range m.Attachments {
		files[f.Name] = f.Bytes
	}
	want := []string{record.AttachedName}
	if d.over() {
		want = nil
	}
	for _, picture := range pictureRef.FindAllStringSubmatch(m.HTML, -1) {
		want = append(want, picture[1]+".png")
	}
	names = sortedKeys(files)
	for _, name := range want {
		if files[name] == nil {
			return nil, fmt.Errorf("the last report holds no %s, only %s", name, strings.Join(names, ", "))
		}
	}
	for _, name := range names {
		if err := os.WriteFile(d.file(name), files[name], 0o600); err != nil {
			return nil, err
		}
	}
	return names, nil
}
