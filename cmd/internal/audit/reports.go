package audit

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
)

// reports checks that each side got one report of each number and of the end.
func reports(w *walk) question {
	o := dues{w, map[string]bool{}, map[string]bool{}, ""}
	return question{
		ask: func(c *Check, e entry) error {
			if p, ok := e.Record.(record.Report); ok {
				return o.sends(c, p, o.welcome(e))
			}
			return o.follows(e.Record)
		},
		end: func(_ *Check, whole bool) error {
			if missing := o.unsent(); whole && missing != "" && !w.untold {
				return fmt.Errorf("the report %s is missing", missing)
			}
			return nil
		},
	}
}

// dues are which reports are owed and sent, by the left half of their Message-IDs.
type dues struct {
	*walk
	owed map[string]bool
	sent map[string]bool
	due  string // the kind of what they tell of
}

// sends takes a report.
func (o *dues) sends(c *Check, p record.Report, welcome string) error {
	left, _, _ := strings.Cut(p.Mail, "@")
	switch {
	case o.sent[left]:
		return fmt.Errorf("it is a second report %s", left)
	case o.owed[left]:
		delete(o.owed, left)
		o.sent[left] = true
		c.Done++
	case left != welcome:
		return fmt.Errorf("it has the Message-ID %s, which no report to %s after step %d has", p.Mail, p.Side, p.Step)
	}
	return nil
}

// welcome is the left half of the Message-ID of the first mail of a substitute, if it is to stand here.
func (o *dues) welcome(e entry) string {
	s := o.takenBy(e)
	if c, _ := o.previous(e).Record.(record.Clock); c.Cause == record.ClockTakeover {
		s = o.takenBy(o.previous(e))
	}
	return fmt.Sprintf("%s.welcome.%d", reportID(o.Game.Game, s.Step+1, s.Side), e.Seq-1)
}

// follows takes a record that is no report.
func (o *dues) follows(r record.Record) error {
	_, _, moves := game.Links(r)
	starts := moves || r.Kind() == record.KindGame
	if missing := o.unsent(); missing != "" && r.Kind() != record.KindOver && r.Kind() != record.KindClock {
		return fmt.Errorf("the report %s, of the %s before it, is missing", missing, o.due)
	}
	for _, p := range o.Game.Players {
		if o.Computed(p.Side) || len(o.Seats) == 0 && p.Computer != (record.Computer{}) { // it reads nothing
		} else if starts {
			o.owed[reportID(o.Game.Game, r.About().Step, p.Side)] = true
		} else if r.Kind() == record.KindOver {
			o.owed[fmt.Sprintf("%s.over.%s", o.Game.Game, p.Side)] = true
		}
	}
	if starts {
		o.due = r.Kind()
	}
	return nil
}

// unsent is the first report that is owed, "" for none.
func (o *dues) unsent() string {
	if len(o.owed) == 0 {
		return ""
	}
	return slices.Min(slices.Collect(maps.Keys(o.owed)))
}
