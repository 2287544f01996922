package tlm

import (
	"testing"

	"berthier/engine"
	"berthier/engine/book"
)

// TestMailsOfASeason: with standing orders a Player Turn takes the mail of its side alone, and at
// most two with the Defender's answer. With all questions asked it takes some more.
func TestMailsOfASeason(t *testing.T) {
	rs := loaded(t)
	const games = 6
	count := func(ask string) (turn, season float64) {
		mails, turns, seasons := 0, 0, 0
		for seed := range uint64(games) {
			s := book.Simulation{Game: Game, Rules: rs, Setup: engine.Setup{Scenario: "verdun"},
				Players: map[engine.Side]engine.Bot{"German": bots[0], "Allied": bots[0]}}
			if ask != "" {
				s.Setup.Options = map[string]string{"ask": ask}
			}
			if _, err := s.Play(seed, func(f book.Frame) error {
				p := f.Before.(*Position)
				for _, o := range f.Step.Inputs {
					if engine.Owes(rs.Owed(p), o.Side) {
						mails++
					}
				}
				for _, e := range f.Step.Events {
					turns += boolInt(e.Kind == "begin")
					seasons += boolInt(e.Kind == "season")
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			seasons++
		}
		return float64(mails) / float64(turns), float64(mails) / float64(seasons)
	}
	turn, season := count("")
	answered, answeredSeason := count(respondKind)
	asked, askedSeason := count("all")
	t.Logf("mails a Player Turn, both sides together: %.1f with standing orders (%.0f a season), %.1f with D08 asked "+
		"(%.0f), "+
		"%.1f with all asked (%.0f)", turn, season, answered, answeredSeason, asked, askedSeason)
	const most = 2
	if turn > most || answered > most || asked <= answered {
		t.Errorf("%.1f, %.1f and %.1f mails a Player Turn; want at most %d with standing orders or D08", turn, answered,
			asked, most)
	}
}
