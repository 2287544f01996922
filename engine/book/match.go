package book

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
)

// Random is a computer player of any game: it gives any legal orders.
var Random = engine.Bot{Name: "random", Help: "any legal orders",
	New: func(rs engine.Ruleset, seed uint64) func(engine.Position, engine.Side) engine.Orders {
		pl := NewPlayer(seed)
		return func(p engine.Position, side engine.Side) engine.Orders { return pl.Answer(rs, p, side) }
	},
}

// Bots are the computer players of a game, the best first: its own, and Random.
func Bots(g engine.Game) []engine.Bot { return append(slices.Clip(g.Bots), Random) }

// Simulation plays games between computer players.
type Simulation struct {
	Game    engine.Game
	Rules   engine.Ruleset // of the game
	Setup   engine.Setup
	Players map[engine.Side]engine.Bot // one for each side
}

// Match is one game between computer players with what was counted in it.
type Match struct {
	Log    Log
	Turn   int            // in which it ended
	Mails  int            // turn files that it took
	Scores []engine.Score // at its end
	Counts []int          // in the order of engine.Game.Counts
}

// Play plays one game to its end; the seed decides everything. watch is called
// after each step, when what must always hold has been looked at; an error of
// either ends the game, and the match tells of it as far as it came.
func (s *Simulation) Play(seed uint64, watch func(Frame) error) (*Match, error) {
	m := &Match{Log: Log{Setup: s.Setup, Seed: seed}, Counts: make([]int, len(s.Game.Counts))}
	p, err := s.Rules.Start(s.Setup)
	if err != nil {
		return m, err
	}
	seats := map[engine.Side]func(engine.Position, engine.Side) engine.Orders{}
	var names []string
	for i, side := range s.Rules.Sides(p) {
		seats[side] = s.Players[side].New(s.Rules, seed<<1+uint64(i))
		names = append(names, fmt.Sprintf("%s %s", side, s.Players[side].Name))
	}
	m.Log.Players = strings.Join(names, " ")
	answer := func(p engine.Position, side engine.Side) engine.Orders { return seats[side](p, side) }
	return m, m.Log.Play(s.Rules, answer, func(f Frame) error {
		s.note(m, f)
		if s.Game.Inspect != nil {
			if err := s.Game.Inspect(s.Rules, f.Before, f.Step.Events); err != nil {
				return err
			}
		}
		return watch(f)
	})
}

// note takes down one step.
func (s *Simulation) note(m *Match, f Frame) {
	m.Mails += len(f.Step.Inputs)
	m.Turn = s.Rules.Turn(f.After)
	if s.Game.Score != nil {
		m.Scores = s.Game.Score(f.After)
	}
	for i, c := range s.Game.Counts {
		for _, e := range f.Step.Events {
			if c.Is(e) {
				m.Counts[i]++
			}
		}
	}
}
