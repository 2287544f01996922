package ccn

import (
	"slices"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
)

// goodStanding are the standing orders of somebody who wants to be asked nothing: those that the
// order block before the deal shows, and what the defaults leave open.
var goodStanding = [][]string{
	{"standing", "square", "always", "if", "dice", "3"},
	{"standing", "reform", "always", "if", "dice", "4"},
	{"standing", "first-strike", "always"},
	{"standing", "flags", "max"},
	{"standing", "retreat", "support"},
	{"standing", "leader-retreat", "join"},
	{"standing", "supply", "column"},
	{"standing", "scout", "assault-center+assault-left+assault-right+attack-center+attack-left+attack-right+forward+" +
		"flank-attack+coordinated-advance+recon-in-force+probe-center+probe-left+probe-right"},
}

// prepared is a computer player who sends good standing orders before the deal.
func prepared(b engine.Bot, standing [][]string) engine.Bot {
	seat := b.New
	b.New = func(rs engine.Ruleset, seed uint64) func(p engine.Position, side engine.Side) engine.Orders {
		play := seat(rs, seed)
		return func(p engine.Position, side engine.Side) engine.Orders {
			o := play(p, side)
			if rs.Owed(p)[0].Kind == "D0" {
				o.Lines = nil
				for i, w := range standing {
					o.Lines = append(o.Lines, engine.Order{Words: w}.Arrived(i+1))
				}
			}
			return o
		}
	}
	return b
}

// Good standing orders leave a game few mails: answers that players send, for the same games of
// two tactical players that ask for every kind of decision.
func TestMailsOfAGame(t *testing.T) {
	const games = 20
	answers := func(standing [][]string) (mails, turns int) {
		rs, err := Load(nil)
		if err != nil {
			t.Fatal(err)
		}
		bot := prepared(book.Bots(Game)[0], standing)
		for seed := range uint64(games) {
			s := book.Simulation{Game: Game, Rules: rs,
				Setup:   engine.Setup{Scenario: "pratzen", Options: map[string]string{"ask": "all"}},
				Players: map[engine.Side]engine.Bot{"French": bot, "Allied": bot}}
			if _, err := s.Play(seed, func(f book.Frame) error {
				for _, side := range rs.Sides(f.Before) {
					if slices.ContainsFunc(rs.Owed(f.Before), func(d engine.Decision) bool { return d.Side == side }) {
						mails++
					}
				}
				turns = turns + f.After.(*Position).Turn - f.Before.(*Position).Turn
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		return mails / games, turns / games
	}
	asked, _ := answers(nil)
	few, turns := answers(goodStanding)
	t.Logf(
		"a game of %d turns takes %d answers with good standing orders, and %d if everything is asked",
		turns,
		few,
		asked,
	)
	if few > turns+6 || asked < few*3/2 {
		t.Errorf(
			"a game of %d turns takes %d answers with good standing orders, want at most %d, and %d if everything is "+
				"asked",
			turns,
			few,
			turns+6,
			asked,
		)
	}
}
