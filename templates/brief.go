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

// telling is how a story is told in short.
type telling struct {
	episodes []engine.Episode
	tables   int  // how many fights have a table: those of the largest weight
	short    bool // each episode by its Short
	bare     bool // fights without what came of them
	most     int  // how many episodes are told; the rest are in the details
}

// Told is the story in short.
func (m Mail) Told() telling { return m.told }

// fitted tells the story in as much detail as there is room for.
func (m Mail) fitted() (Mail, error) {
	if l := m.Game.Language; l != tongue.En && l != "" {
		m.Report.Episodes = nil // they are in English; the story in full is in his language
	}
	if len(m.Report.Episodes) == 0 {
		return m, nil
	}
	m.told = telling{}
	d, err := fill(m.Game.Language, "report.md", "", m)
	if err != nil {
		return m, err
	}
	rest := asText(d.root, d.source, lineWidth)
	room := mostLines - bytes.Count(rest, []byte("\n"))
	if before, _, ok := bytes.Cut(rest, []byte("\n"+m.Answer.Header)); ok && m.Answer.Header != "" {
		room = min(room, blockBefore-bytes.Count(before, []byte("\n"))-2)
	}
	m.told = tellIn(m.Report.Episodes, max(room, leastStory))
	return m, nil
}

// tellIn finds the most detailed telling that has at most so many lines.
func tellIn(episodes []engine.Episode, room int) telling {
	fights := 0
	for _, e := range episodes {
		fights += len(e.Fights)
	}
	t := telling{episodes: episodes, most: len(episodes)}
	var ways []telling
	for n := fights; n >= 0; n-- {
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
	i, _ := slices.BinarySearchFunc(ways, room, func(t telling, room int) int { return cmp.Compare(room, t.lines()) })
	for ; i < len(ways)-1 && ways[i].lines() > room; i++ {
	}
	return ways[min(i, len(ways)-1)]
}

// lines is how many lines of text a telling has, with its heading.
func (t telling) lines() int {
	d := read("", []byte(t.markdown()))
	return bytes.Count(asText(d.root, d.source, lineWidth), []byte("\n")) + 1
}

// markdown prints the story under its heading.
func (t telling) markdown() string {
	if len(t.episodes) == 0 {
		return ""
	}
	tabled := t.tabled()
	var b strings.Builder
	b.WriteString("## What happened\n\n")
	for _, e := range t.episodes[:t.most] {
		b.WriteString("- **" + md(e.Name) + ":** " + t.episode(e, tabled) + "\n")
		for i := range e.Fights {
			if f := &e.Fights[i]; slices.Contains(tabled, f) {
				b.WriteString("\n" + fightTable(*f) + "\n\n")
			}
		}
	}
	if n := len(t.episodes) - t.most; n > 0 {
		fmt.Fprintf(&b, "- And %d more, which the details tell.\n", n)
	}
	return b.String()
}

// tabled are the fights that have a table of their own.
func (t telling) tabled() (fights []*engine.Fight) {
	for _, e := range t.episodes {
		for i := range e.Fights {
			fights = append(fights, &e.Fights[i])
		}
	}
	slices.SortStableFunc(fights, func(a, b *engine.Fight) int { return cmp.Compare(b.Weight, a.Weight) })
	return fights[:min(t.tables, len(fights))]
}

// episode prints the paragraph of one.
func (t telling) episode(e engine.Episode, tabled []*engine.Fight) string {
	parts := []string{e.Text}
	if t.short {
		parts = []string{e.Short}
	}
	for i := range e.Fights {
		f := &e.Fights[i]
		if slices.Contains(tabled, f) {
			continue
		}
		end := "."
		if f.Result != "" {
			end = ": " + f.Result + "."
		}
		parts = append(parts, trimStop(f.Text)+end)
		if !t.bare {
			for _, l := range f.Ends {
				parts = append(parts, l.Text.String())
			}
		}
	}
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	if len(parts) == 0 {
		return "see below."
	}
	return md(strings.Join(parts, " "))
}

// fightTable prints a fight.
func fightTable(f engine.Fight) string {
	var rows [][]string
	for _, x := range f.Forces {
		who := x.Who
		if x.Strength != "" {
			who += ", " + x.Strength
		}
		rows = append(rows, []string{string(x.Side), who})
	}
	for _, r := range f.Rolls {
		cell := r.Roll.Tell()
		if r.Who != "" {
			cell = r.Who + ": " + cell
		}
		rows = append(rows, []string{r.Name, ruled(cell, r.Rule)})
	}
	if f.Result != "" {
		rows = append(rows, []string{"Result", f.Result})
	}
	var ends []string
	for _, l := range f.Ends {
		ends = append(ends, ruled(l.Text.String(), l.Rule))
	}
	if ends != nil {
		rows = append(rows, []string{"Then", strings.Join(ends, " ")})
	}
	return table([]string{f.Title, strings.TrimSpace(ruled("", f.Rule))}, rows)
}

// ruled puts the rule behind a sentence.
func ruled(text, rule string) string {
	if rule == "" {
		return text
	}
	return text + " [" + rule + "]"
}

// luck prints rolls with their chances, and what they add up to for each side.
func luck(trials []engine.Trial) string {
	var b strings.Builder
	for _, l := range engine.LuckOf(trials) {
		fmt.Fprintf(&b, "- %s: %d of %d, expected %.1f ± %.1f\n", md(l.Side), l.Successes, l.Trials, l.Expected,
			math.Sqrt(l.Variance))
	}
	rows := make([][]string, len(trials))
	for i, t := range trials {
		how := "no"
		if t.Success {
			how = "yes"
		}
		rows[i] = []string{string(t.Side), t.Name, fmt.Sprintf("%.0f %%", 100*float64(t.Good)/float64(max(t.Of, 1))), how}
	}
	b.WriteString("\n" + table([]string{"Side", "Roll", "Chance", "Success"}, rows))
	return b.String()
}
