package audit

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/retold"
	"berthier/engine"
	"berthier/engine/tongue"
)

// reportTexts compares what the texts of reports say about links and rolls with the
// records of their steps.
func reportTexts(w *walk) question {
	var step entry // that the reports tell of
	return question{ask: func(c *Check, e entry) error {
		if _, _, moves := game.Links(e.Record); moves {
			step = e
		}
		p, ok := e.Record.(record.Report)
		if ok && strings.HasPrefix(p.Mail, reportID(p.Game, 0, p.Side)+"@") {
			return tellsPromises(p.Text, w.Game)
		}
		if !ok || step.Record == nil ||
			!strings.HasPrefix(p.Mail, reportID(w.Game.Game, step.About().Step, p.Side)+"@") {
			return nil
		}
		if !p.Known {
			c.Left++
			return nil
		}
		c.Done++
		_, link, _ := game.Links(step.Record)
		in := retold.Of(string(p.Text))
		err := tellsLink(p.Text, in, link)
		if s, ok := step.Record.(record.Step); ok && err == nil {
			if err = tellsDraws(p.Text, in, s); err == nil && s.Known {
				err = tellsRolls(p.Text, in, engine.Visible(s.Events, p.Side), w.rules)
			}
		}
		return err
	}}
}

// reportID is the left half of the Message-ID of a report to a side.
func reportID(game string, step int, side engine.Side) string {
	return fmt.Sprintf("%s.%d.%s", game, step, side)
}

// tellsPromises compares the hashes in a report to which the umpire is bound when a game begins.
func tellsPromises(text []byte, g record.Game) error {
	for _, f := range hashAlone.FindAllSubmatch(text, -1) {
		if hash := string(f[1]); hash != g.Anchor.String() && hash != fmt.Sprintf("%x", g.Sealed) {
			return fmt.Errorf("its text has the hash %s, the game record neither as anchor nor as sealed", hash)
		}
	}
	return nil
}

// tellsLink compares the link in a report.
func tellsLink(text []byte, in retold.Forms, link engine.Link) error {
	f := in.Link.FindStringSubmatch(string(text))
	if f == nil || retold.Group(in.Link, f, "link") != link.String() {
		return fmt.Errorf("its text does not have the link of its step, %s", link)
	}
	return nil
}

// tellsDraws compares the list of draws in a report.
func tellsDraws(text []byte, in retold.Forms, s record.Step) error {
	dice := ""
	for title, section := range retold.Sections(text) {
		if title == in.Dice {
			dice = in.Link.Split(string(section), 2)[0]
		}
	}
	told := in.Draw.FindAllStringSubmatch(retold.InOneLine(dice), -1)
	if len(told) != len(s.Draws) {
		return fmt.Errorf("its text tells %d draws, the step has %d", len(told), len(s.Draws))
	}
	for i, d := range s.Draws {
		want := []string{strconv.Itoa(d.No), strconv.Itoa(d.Value), strconv.Itoa(d.N - 1)}
		if d.Sealed {
			want[1], want[2] = "", ""
		}
		if got := told[i][1:]; !slices.Equal(got, want) {
			return fmt.Errorf("its text tells draw %s as %q of 0 to %q, in the step draw %d is %q of 0 to %q",
				got[0], got[1], got[2], d.No, want[1], want[2])
		}
	}
	return nil
}

// tellsRolls compares the rolls in the story of a report with those that its side
// may see: the dice, and what they add up to. What the player wrote himself is no
// story.
func tellsRolls(text []byte, in retold.Forms, events []engine.Event, rules engine.Ruleset) error {
	all := map[retold.Roll]int{}
	for _, e := range events {
		if e.Roll != nil && e.Roll.Die.Faces != nil && rules == nil && in.Language != tongue.En {
			return nil // which words these are only the rules know
		}
		if e.Roll != nil {
			all[retold.RollOf(e.Roll, in.Language, rules)]++
		}
	}
	left := maps.Clone(all)
	for title, section := range retold.Sections(text) {
		if slices.Contains(in.NoStory, title) {
			continue
		}
		if title == in.Details { // they tell all of it once more
			left = maps.Clone(all)
		}
		for line := range strings.SplitSeq(retold.InOneLine(string(section)), "\n") {
			if told, ok := in.ReadRoll(line); ok {
				if left[told]--; left[told] < 0 {
					return fmt.Errorf("its text tells a roll of %s that the step does not have: %q", told.Dice, line)
				}
			}
		}
	}
	return nil
}
