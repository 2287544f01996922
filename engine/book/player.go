package book

import (
	"math/rand/v2"

	"berthier/engine"
)

// Player answers decisions at random out of the options that the ruleset
// lists. The same seed gives the same answers.
type Player struct {
	// Stop is the chance in percent, before each line of an open decision,
	// that the answer ends there. NewPlayer sets 15.
	Stop int
	rand *rand.Rand
}

const (
	maxLines        = 60 // of the answer to one open decision
	answersOptional = 30 // chance in percent that an optional decision is answered
)

// NewPlayer makes a player.
func NewPlayer(seed uint64) *Player {
	return &Player{Stop: 15, rand: rand.New(rand.NewPCG(seed, 0x6265727468696572))}
}

// Answer gives orders for everything that is open to side in p. Most optional
// decisions it leaves alone.
func (pl *Player) Answer(rs engine.Ruleset, p engine.Position, side engine.Side) engine.Orders {
	o := engine.Orders{Side: side}
	for _, d := range rs.Owed(p) {
		if d.Side == side {
			o.Lines = append(o.Lines, pl.decide(rs, p, d)...)
		}
	}
	for i := range o.Lines {
		o.Lines[i] = o.Lines[i].Arrived(i + 1)
	}
	return engine.Held(rs, p, o)
}

func (pl *Player) decide(rs engine.Ruleset, p engine.Position, d engine.Decision) (lines []engine.Order) {
	if d.Optional && pl.rand.IntN(100) >= answersOptional {
		return nil
	}
	draft := rs.Draft(p, d)
	for len(lines) < maxLines {
		if d.Open && pl.rand.IntN(100) < pl.Stop {
			break
		}
		o, ok := draft.Pick(pl.rand.IntN)
		if !ok {
			break
		}
		lines = append(lines, o.Arrived(len(lines)+1))
		if !d.Open {
			break
		}
		draft.Add(lines[len(lines)-1])
	}
	return lines
}
