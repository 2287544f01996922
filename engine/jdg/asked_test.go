package jdg

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
)

// inquisitor is a ruleset that resolves each step a second time, with every decision
// asked by mail that can be. What is not answered by the game gets its default,
// so the same has to happen. It shows that every procedure stops where somebody
// is asked, hands that on, and comes to the same point again.
type inquisitor struct {
	*Ruleset
	from   *Position         // where the procedure under way began, with its own option "ask"
	given  [][]engine.Orders // what was sent since: orders, then answers
	drawn  []int             // the dice
	events []engine.Event    // what happened
}

// Resolve implements engine.Ruleset.
func (a *inquisitor) Resolve(pos engine.Position, in []engine.Orders, dice engine.Dice) ([]engine.Event, error) {
	p := pos.(*Position)
	noted := &notedDice{Dice: dice}
	events, err := a.Ruleset.Resolve(p, in, noted)
	if err != nil {
		return nil, err
	}
	if p.Asked == nil {
		a.from, a.given, a.drawn, a.events = p, nil, nil, nil
	}
	if a.from == nil {
		return events, nil // the case begins with a question
	}
	a.given = append(a.given, in)
	a.drawn = append(a.drawn, noted.values...)
	a.events = append(a.events, events...)
	again, err := a.again()
	if err != nil {
		return nil, fmt.Errorf("with every decision asked: %w", err)
	}
	if got, want := toldIn(again), toldIn(a.events); got != want {
		return nil, fmt.Errorf("with every decision asked: got\n%swant\n%s", got, want)
	}
	return events, nil
}

// again is the procedure under way with every decision asked.
func (a *inquisitor) again() (events []engine.Event, err error) {
	dice := engine.NewForced(a.drawn...)
	p := a.from.clone()
	if p.ask, err = askKinds("all"); err != nil {
		return nil, err
	}
	for in, left := a.given[0], a.given[1:]; ; {
		es, err := a.Ruleset.Resolve(p, in, dice)
		if err != nil {
			return nil, err
		}
		events = append(events, es...)
		if p = a.Apply(p, es).(*Position); p.Asked == nil {
			return events, dice.Err()
		}
		switch q := p.Asked.Questions[0]; {
		case !slices.Contains(a.from.ask, q.Kind):
			in = []engine.Orders{lines(q.Side, "answer "+strings.ToLower(q.Default))}
		case len(left) == 0:
			return events, dice.Err()
		default:
			in, left = left[0], left[1:]
		}
	}
}

// notedDice notes what is drawn.
type notedDice struct {
	engine.Dice
	values []int
}

func (d *notedDice) note(drawn engine.Draw) engine.Draw {
	d.values = append(d.values, drawn.Value)
	return drawn
}

// Draw implements engine.Dice.
func (d *notedDice) Draw(purpose string, n int) engine.Draw { return d.note(d.Dice.Draw(purpose, n)) }

// Seal implements engine.Dice.
func (d *notedDice) Seal(purpose string, n int) engine.Draw { return d.note(d.Dice.Seal(purpose, n)) }

// toldIn prints events without what differs by who made a decision, and
// without the numbers of the draws.
func toldIn(events []engine.Event) string {
	var told []engine.Event
	for _, e := range events {
		switch e.Kind {
		case "ask", "pending", "resume", "decision":
			continue
		}
		if e.Roll != nil {
			roll := *e.Roll
			roll.Draws = slices.Clone(roll.Draws)
			for i := range roll.Draws {
				roll.Draws[i].No = 0
			}
			e.Roll = &roll
		}
		told = append(told, e)
	}
	return engine.PrintEvents(told)
}
