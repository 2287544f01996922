package pbs

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
)

// planned is a computer player who says all that he can say at once.
var planned = engine.Bot{
	Name: "planned",
	New: func(rs engine.Ruleset, _ uint64) func(engine.Position, engine.Side) engine.Orders {
		return func(pos engine.Position, side engine.Side) engine.Orders {
			o := engine.Orders{Side: side}
			text := "hold"
			if pos.(*Position).Phase == RolePhase {
				text = `role defender
card best
territory plains,standard
goal open,normal,none
day 1 lowest if goal else best
day 2 best if off-goal else lowest
day 3 best if theirs 5 else lowest
flank left
compulsory woods,rocky-ground,open-area
optional hills
adjust remove if sector centre`
			}
			for line := range strings.Lines(text) {
				o.Lines = append(o.Lines, engine.Order{Words: strings.Fields(line)}.Arrived(len(o.Lines)+1))
			}
			return o
		}
	},
}

// TestMailsOfACampaign: plans with conditions make a campaign at most five mails a side. All questions
// asked by mail are many more.
func TestMailsOfACampaign(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	const games, limit = 20, 5
	count := func(bot engine.Bot, options map[string]string) (mean float64, most int) {
		for seed := range uint64(games) {
			mails := map[engine.Side]int{}
			s := book.Simulation{Game: Game, Rules: rs, Setup: engine.Setup{Scenario: "danube", Options: options},
				Players: map[engine.Side]engine.Bot{"French": bot, "Allied": bot}}
			if _, err := s.Play(seed, func(f book.Frame) error {
				for _, o := range f.Step.Inputs {
					mails[o.Side]++
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			for _, n := range mails {
				mean += float64(n) / (2 * games)
				most = max(most, n)
			}
		}
		return mean, most
	}
	mean, top := count(planned, nil)
	asked, _ := count(bots[0], map[string]string{"ask": "all"})
	t.Logf("mails a side: %.1f (at most %d) with plans, %.1f with all questions asked", mean, top, asked)
	if top > limit || asked < 2*mean {
		t.Errorf("at most %d mails a side with plans, %.1f with all questions; want %d", top, asked, limit)
	}
}
