package umpire

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// checkReports checks that each side got one report of each number and of the end.
func (c *auditor) checkReports() Check {
	check := Check{Name: "reports", What: "reports to a side"}
	owed, sent := map[string]bool{}, map[string]bool{} // by the left half of the Message-ID
	var due string                                     // the kind of what they tell of
	for _, e := range c.entries {
		if p, ok := e.value.(record.Report); ok {
			left, _, _ := strings.Cut(p.Mail, "@")
			switch {
			case sent[left]:
				check.Err = e.at("it is a second report %s", left)
				return check
			case owed[left]:
				delete(owed, left)
				sent[left] = true
				check.Done++
			case !strings.HasPrefix(left, reportID(c.Game.Game, e.Step+1, p.Side)+".welcome."):
				check.Err = e.at("it has the Message-ID %s, which no report to %s after step %d has", p.Mail, p.Side, e.Step)
				return check
			}
			continue
		}
		_, _, moves := fold.Links(e.value)
		starts := moves || e.Kind == record.KindGame
		if missing := unsent(owed); missing != "" && e.Kind != record.KindOver && e.Kind != record.KindClock {
			check.Err = e.at("the report %s, of the %s before it, is missing", missing, due)
			return check
		}
		for _, p := range c.Game.Players {
			if starts {
				owed[reportID(c.Game.Game, e.Step, p.Side)] = true
			} else if e.Kind == record.KindOver {
				owed[fmt.Sprintf("%s.over.%s", c.Game.Game, p.Side)] = true
			}
		}
		if starts {
			due = e.Kind
		}
	}
	if missing := unsent(owed); missing != "" {
		check.Err = fmt.Errorf("the report %s is missing", missing)
	}
	return check
}

// unsent is the first report that is owed, "" for none.
func unsent(owed map[string]bool) string {
	if len(owed) == 0 {
		return ""
	}
	return slices.Min(slices.Collect(maps.Keys(owed)))
}

// checkTexts compares what the texts of reports say about links and rolls with the
// records of their steps.
func (c *auditor) checkTexts() Check {
	check := Check{Name: "report texts", What: "reports against their steps", Why: "still secret"}
	var step entry // that the reports tell of
	for _, e := range c.entries {
		if _, _, moves := fold.Links(e.value); moves {
			step = e
		}
		p, ok := e.value.(record.Report)
		if !ok || step.value == nil || !strings.HasPrefix(p.Mail, reportID(c.Game.Game, step.Step, p.Side)+"@") {
			continue
		}
		if !p.Known {
			check.Left++
			continue
		}
		_, link, _ := fold.Links(step.value)
		text := string(p.Text)
		err := tellsLink(text, link)
		if s, ok := step.value.(record.Step); ok && err == nil {
			if err = tellsDraws(text, s); err == nil && s.Known {
				err = tellsRolls(text, engine.Visible(s.Events, p.Side))
			}
		}
		if err != nil {
			check.Err = e.at("%w", err)
			return check
		}
		check.Done++
	}
	return check
}

var (
	toldLink = regexp.MustCompile("were cut from this link:\n\n```\n([0-9a-f]{64})\n```")
	toldDraw = regexp.MustCompile(`(?m)^(\d+)\. .*: (?:(\d+), of 0 to (\d+)|sealed until the game ends)$`)
	toldRoll = regexp.MustCompile(`: (?:rolled|(\d+) dice)(?: \(.*?\))?:? (.*)$`)
	endOfDie = regexp.MustCompile(`, | = | → |: | \[|$`)
	toldSum  = regexp.MustCompile(`^(?:, .*?)? = (-?\d+)`)
)

// tellsLink compares the link in a report.
func tellsLink(text string, link engine.Link) error {
	if f := toldLink.FindStringSubmatch(text); f == nil || f[1] != link.String() {
		return fmt.Errorf("its text does not have the link of its step, %s", link)
	}
	return nil
}

// tellsDraws compares the list of draws in a report.
func tellsDraws(text string, s record.Step) error {
	_, dice, _ := strings.Cut(text, "\n## Check the dice\n")
	dice, _, _ = strings.Cut(dice, "were cut from this link")
	told := toldDraw.FindAllStringSubmatch(dice, -1)
	if len(told) != len(s.Draws) {
		return fmt.Errorf("its text tells %d draws, the step has %d", len(told), len(s.Draws))
	}
	for i, d := range s.Draws {
		want := []string{strconv.Itoa(d.No), strconv.Itoa(d.Value), strconv.Itoa(d.N - 1)}
		if d.Sealed {
			want[1], want[2] = "", ""
		}
		if got := told[i][1:]; !slices.Equal(got, want) {
			return fmt.Errorf("its text tells draw %s as %q of 0 to %q, in the step draw %d is %q of 0 to %q", got[0], got[1], got[2], d.No, want[1], want[2])
		}
	}
	return nil
}

// tellsRolls compares the rolls in the story of a report with those that its side
// may see: the dice, and what they add up to. What the player wrote himself is no
// story.
func tellsRolls(text string, events []engine.Event) error {
	left := map[rollTold]int{}
	for _, e := range events {
		if e.Roll != nil {
			left[rollOf(e.Roll)]++
		}
	}
	for section := range strings.SplitSeq(text, "\n## ") {
		if title, _, _ := strings.Cut(section, "\n"); slices.Contains(noStory, title) {
			continue
		}
		for line := range strings.SplitSeq(section, "\n") {
			if !strings.HasPrefix(line, "- ") {
				continue
			}
			told, ok := readRoll(line)
			if !ok {
				continue
			}
			if left[told]--; left[told] < 0 {
				return fmt.Errorf("its text tells a roll of %s that the step does not have: %q", told.dice, line)
			}
		}
	}
	return nil
}

// rollTold is what a line of a report tells of a roll and can be compared.
type rollTold struct{ dice, total string }

// rollOf is what has to be told of a roll. A total that says nothing new is not told.
func rollOf(r *engine.Roll) rollTold {
	told := rollTold{dice: r.Shown()}
	if r.AddsUp() {
		told.total = strconv.Itoa(r.Total)
	}
	return told
}

// readRoll finds a roll in a line of the story, in the form that engine.Roll.Tell
// gives it.
func readRoll(line string) (told rollTold, ok bool) {
	f := toldRoll.FindStringSubmatch(strings.ReplaceAll(line, `\`, ""))
	if f == nil {
		return told, false
	}
	rest, dice := f[2], 1
	if f[1] != "" {
		dice, _ = strconv.Atoi(f[1])
	}
	end := 0
	for range dice {
		if end > 0 {
			end += len(", ")
		}
		if end > len(rest) {
			return rollTold{dice: rest}, true
		}
		end += endOfDie.FindStringIndex(rest[end:])[0]
	}
	told.dice = rest[:end]
	if sum := toldSum.FindStringSubmatch(rest[end:]); sum != nil {
		told.total = sum[1]
	}
	return told, true
}

// noStory are the headings of a report below which no event is told.
var noStory = []string{
	"How your orders were understood", "The position", "Your orders", "Orders beforehand", "The clock", "Check the dice", "The record",
	"The game was taken back", "A ruling", "Links are burned",
}
