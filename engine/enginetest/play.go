package enginetest

import (
	"crypto/sha256"
	"fmt"
	"runtime/debug"
	"strings"

	"berthier/engine"
	"berthier/engine/book"
)

// game is one random game.
type game struct {
	name   string
	seed   uint64
	start  engine.Position
	frames []frame
	err    error // what ended it before its time
}

// frame is one step of a game.
type frame struct {
	game    string
	before  engine.Position
	encoded []byte // before, as it was encoded when it was new
	owed    []engine.Decision
	in      []engine.Orders
	orders  string // in, as they were given
	step    engine.Step
	after   engine.Position
}

// positions are the start and what every step led to.
func (g *game) positions() []engine.Position {
	if g.start == nil {
		return nil
	}
	ps := []engine.Position{g.start}
	for _, f := range g.frames {
		ps = append(ps, f.after)
	}
	return ps
}

// play plays one game to its end, to MaxSteps, or to the first trouble.
func (s *suite) play(setup engine.Setup, name string, seed uint64) (g *game) {
	g = &game{name: name, seed: seed}
	defer func() {
		if x := recover(); x != nil {
			g.err = fmt.Errorf("panic: %v\n%s", x, debug.Stack())
		}
	}()
	p, err := s.rs.Start(setup)
	if err != nil {
		g.err = fmt.Errorf("starting: %w", err)
		return g
	}
	g.start = p
	pl := book.NewPlayer(seed)
	for len(g.frames) < s.MaxSteps && !s.rs.Outcome(p).Over {
		f := frame{game: name, before: p, encoded: p.Encode(), owed: s.rs.Owed(p)}
		f.in = s.answers(p, func(side engine.Side) engine.Orders { return pl.Answer(s.rs, p, side) })
		f.orders = printOrders(f.in)
		number := len(g.frames) + 1
		f.step, f.after, err = engine.Play(s.rs, p, number, f.in, dice(name, number))
		if err != nil {
			g.err = fmt.Errorf("step %d: orders made of the listed options are refused: %w\n%s", number, err,
				printOrders(f.in))
			return g
		}
		g.frames = append(g.frames, f)
		p = f.after
	}
	return g
}

// answers makes one entry for each side that owes something, and for each that
// answers an optional decision, sides in order.
func (s *suite) answers(p engine.Position, answer func(engine.Side) engine.Orders) []engine.Orders {
	owed := s.rs.Owed(p)
	var in []engine.Orders
	for _, side := range s.rs.Sides(p) {
		if !engine.MayAnswer(owed, side) {
			continue
		}
		if o := answer(side); engine.Owes(owed, side) || len(o.Lines) > 0 {
			in = append(in, o)
		}
	}
	return in
}

// dice are the dice of one step, the same whenever asked for.
func dice(game string, step int) *engine.Stream { return diceOf(game, step, "sealed") }

// diceOf are the dice of one step with sealed draws of their own.
func diceOf(game string, step int, sealed string) *engine.Stream {
	key := func(name string) engine.Link {
		return engine.Link(sha256.Sum256(fmt.Appendf(nil, "enginetest %s %d %s", game, step, name)))
	}
	return engine.NewStream(game, step, engine.InputHash(nil), key("open"), key(sealed))
}

func printOrders(in []engine.Orders) string {
	var b strings.Builder
	for _, o := range in {
		fmt.Fprintf(&b, "%s:\n", o.Side)
		for _, l := range o.Lines {
			fmt.Fprintf(&b, "  %s\n", strings.Join(l.Words, " "))
		}
	}
	return b.String()
}
