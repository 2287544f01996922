package templates

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/tongue"
)

// The text of a report has no more lines than a person reads to the end, and the order
// block begins where he has not yet stopped.
const (
	mostLines   = 120
	blockBefore = 80
	leastStory  = 6 // lines, however long the rest is
)

// digest is how a story is told in short.
type digest struct {
	in       tongue.Language
	episodes []engine.Episode
	tables   int  // how many fights have a table: those of the largest weight
	short    bool // each episode by its Short
	bare     bool // fights without what came of them
	most     int  // how many episodes are told; the rest are in the details
	marked   bool // only where the story comes is said
}

// Told is the story in short.
func (m Mail) Told() digest { return m.told }

// storyMark stands in the source of a report where its story in short comes. No text has it, as it
// cannot be seen.
const storyMark = "\x01"

// report is a report that people read to the end, and its text: where even a short story leaves too little room,
// the order block has fewer examples.
func (m Mail) report() (d document, text []byte, told digest, err error) {
	d, text, told, err = m.telling()
	if over := bytes.Count(text, []byte("\n")) - mostLines; err == nil && over > 0 && !m.Report.Template.Empty() {
		l := cmp.Or(m.Game.Language, tongue.En)
		m.Report.Template = m.Report.Template.Within(strings.Count(m.Report.Template.In(l), "\n")-over, l)
		return m.telling()
	}
	return d, text, told, err
}

// telling is a report with its story, told in as much detail as there is room for, and its text. The
// template is filled once. Mostly there is room for all; where there is not, how long all the rest
// is shows how much of the story has any.
func (m Mail) telling() (d document, text []byte, told digest, err error) {
	in := speaker(m.Game.Language)
	m.told = digest{marked: true}
	source, err := fillSource(m.Game.Language, "report.md", m)
	if err != nil {
		return d, nil, told, err
	}
	before, after, marked := bytes.Cut(source, []byte(storyMark))
	tell := func(story digest) (document, []byte, digest, error) {
		d := read(in, m.Title(), slices.Concat(before, []byte(story.markdown()), after))
		return d, d.text(lineWidth), story, nil
	}
	all := fullest(m.Game.Language, m.Report.Episodes)
	if d, text, told, err = tell(all); !marked || m.room(text) >= 0 {
		return d, text, told, err
	}
	rest := read(in, "", slices.Concat(before, after)).text(lineWidth)
	return tell(all.within(max(m.room(rest), leastStory)))
}

// room is how many lines a text of the report may still grow by, less than none if it is too long.
func (m Mail) room(text []byte) int {
	room := mostLines - bytes.Count(text, []byte("\n"))
	if above, _, ok := bytes.Cut(text, []byte("\n"+m.Answer.Header)); ok && m.Answer.Header != "" {
		room = min(room, blockBefore-bytes.Count(above, []byte("\n"))-2)
	}
	return room
}

// fullest tells everything, with a table for each fight.
func fullest(l tongue.Language, episodes []engine.Episode) digest {
	t := digest{in: cmp.Or(l, tongue.En), episodes: episodes, most: len(episodes)}
	for _, e := range episodes {
		t.tables += len(e.Fights)
	}
	return t
}

// within finds the most detailed telling, of those with less, that has at most so many lines.
func (t digest) within(room int) digest {
	var ways []digest
	for n := t.tables; n >= 0; n-- {
		t.tables = n
		ways = append(ways, t)
	}
	t.short = true
	ways = append(ways, t)
	t.bare = true
	ways = append(ways, t)
	for t.most > 1 {
		t.most--
		ways = append(ways, t)
	}
	i, _ := slices.BinarySearchFunc(ways, room, func(t digest, room int) int { return cmp.Compare(room, t.lines()) })
	for ; i < len(ways)-1 && ways[i].lines() > room; i++ {
	}
	return ways[min(i, len(ways)-1)]
}

// lines is how many lines of text a telling has, with its heading.
func (t digest) lines() int {
	d := read(speaker(t.in), "", []byte(t.markdown()))
	return bytes.Count(d.text(lineWidth), []byte("\n")) + 1
}

// markdown prints the story under its heading.
func (t digest) markdown() string {
	if t.marked {
		return storyMark
	}
	if len(t.episodes) == 0 {
		return ""
	}
	tabled := t.tabled()
	var b strings.Builder
	b.WriteString("## " + md(speaker(t.in).word("brief.title")) + "\n\n")
	for _, e := range t.episodes[:t.most] {
		b.WriteString("- **" + md(e.Name.In(t.in)) + strings.TrimSuffix(tongue.Colon.In(t.in), " ") + "** " +
			t.episode(e, tabled) + "\n")
		for i := range e.Fights {
			if f := &e.Fights[i]; slices.Contains(tabled, f) {
				b.WriteString("\n" + t.fightTable(*f) + "\n\n")
			}
		}
	}
	if n := len(t.episodes) - t.most; n > 0 {
		b.WriteString("- " + speaker(t.in).md(catalogue.Say("brief.more", tongue.Number("n", n))) + "\n")
	}
	return b.String()
}

// tabled are the fights that have a table of their own.
func (t digest) tabled() (fights []*engine.Fight) {
	for _, e := range t.episodes {
		for i := range e.Fights {
			fights = append(fights, &e.Fights[i])
		}
	}
	slices.SortStableFunc(fights, func(a, b *engine.Fight) int { return cmp.Compare(b.Weight, a.Weight) })
	return fights[:min(t.tables, len(fights))]
}

// episode prints the paragraph of one.
func (t digest) episode(e engine.Episode, tabled []*engine.Fight) string {
	parts := []string{e.Text.In(t.in)}
	if t.short {
		parts = []string{e.Short.In(t.in)}
	}
	for i := range e.Fights {
		f := &e.Fights[i]
		if slices.Contains(tabled, f) {
			continue
		}
		end := "."
		if !f.Result.Empty() {
			end = tongue.Colon.In(t.in) + f.Result.In(t.in) + "."
		}
		parts = append(parts, trimStop(f.Text.In(t.in))+end)
		if !t.bare {
			for _, l := range f.Ends {
				parts = append(parts, l.Text.In(t.in))
			}
		}
	}
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	if len(parts) == 0 {
		return md(speaker(t.in).word("brief.below"))
	}
	return md(strings.Join(parts, " "))
}

// fightTable prints a fight.
func (t digest) fightTable(f engine.Fight) string {
	var rows [][]string
	for _, x := range f.Forces {
		who := x.Who.In(t.in)
		if !x.Strength.Empty() {
			who += ", " + x.Strength.In(t.in)
		}
		rows = append(rows, []string{string(x.Side), who})
	}
	for _, r := range f.Rolls {
		cell := fell(r.Roll, r.Fell, t.in)
		if !r.Who.Empty() {
			cell = trimStop(r.Who.In(t.in)) + tongue.Colon.In(t.in) + cell
		}
		rows = append(rows, []string{r.Name.In(t.in), ruled(cell, r.Rule)})
	}
	if !f.Result.Empty() {
		rows = append(rows, []string{speaker(t.in).word("brief.result"), f.Result.In(t.in)})
	}
	var ends []string
	for _, l := range f.Ends {
		ends = append(ends, ruled(l.Text.In(t.in), l.Rule))
	}
	if ends != nil {
		rows = append(rows, []string{speaker(t.in).word("brief.then"), strings.Join(ends, " ")})
	}
	return table([]string{f.Title.In(t.in), strings.TrimSpace(ruled("", f.Rule))}, rows)
}

// ruled puts the rule behind a sentence.
func ruled(text, rule string) string {
	if rule == "" {
		return text
	}
	return text + " [" + rule + "]"
}

// cards prints those that somebody holds: what each is called, and what it does.
func (l speaker) cards(hold []engine.Card) string {
	rows := make([][]string, len(hold))
	for i, c := range hold {
		called := c.Name.In(tongue.Language(l))
		if c.Count > 1 {
			called += fmt.Sprintf(" ×%d", c.Count)
		}
		rows[i] = []string{called, c.Text.In(tongue.Language(l))}
	}
	return table([]string{catalogue.Say("cards.card").In(tongue.Language(l)),
		catalogue.Say("cards.does").In(tongue.Language(l))}, rows)
}

// luck prints rolls with their chances, and what they add up to for each side.
func (l speaker) luck(trials []engine.Trial) string {
	var b strings.Builder
	for _, s := range engine.LuckOf(trials) {
		b.WriteString("- " + l.md(catalogue.Say("luck.side", tongue.Named("side", s.Side, "hits", s.Successes,
			"rolls", s.Trials, "mean", l.decimal(s.Expected), "error", l.decimal(math.Sqrt(s.Variance)))...)) + "\n")
	}
	rows := make([][]string, len(trials))
	for i, t := range trials {
		how := l.word("no")
		if t.Success {
			how = l.word("yes")
		}
		rows[i] = []string{
			string(t.Side),
			t.Name.In(tongue.Language(l)),
			fmt.Sprintf("%.0f %%", 100*float64(t.Good)/float64(max(t.Of, 1))),
			how,
		}
	}
	b.WriteString(
		"\n" + table([]string{l.word("side"), l.word("luck.roll"), l.word("luck.chance"), l.word("luck.success")},
			rows),
	)
	return b.String()
}
