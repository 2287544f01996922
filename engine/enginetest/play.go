package enginetest

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"

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
		o.Lines[i] = arrive(o.Lines[i], i+1)
	}
	return o
}

// Listed is a draft for games with so few options that a pick can list them
// all. List gives those that may come after the orders of Lines.
type Listed struct {
	List  func(lines []engine.Order) []engine.Order
	Lines []engine.Order
}

// Options implements engine.Draft.
func (l *Listed) Options() []engine.Order { return l.List(l.Lines) }

// Pick implements engine.Draft.
func (l *Listed) Pick(below func(n int) int) (engine.Order, bool) {
	options := l.Options()
	if len(options) == 0 {
		return engine.Order{}, false
	}
	return options[below(len(options))], true
}

// Add implements engine.Draft.
func (l *Listed) Add(o engine.Order) { l.Lines = append(l.Lines, o) }

// arrive makes an option what it is when it comes out of a turn file.
func arrive(o engine.Order, line int) engine.Order {
	text := strings.Join(o.Words, " ")
	o = engine.Order{Line: line, Text: text, Words: slices.Clone(o.Words)}
	for i, w := range o.Words {
		o.Words[i] = strings.ToLower(w)
	}
	return o
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
		lines = append(lines, arrive(o, len(lines)+1))
		if !d.Open {
			break
		}
		draft.Add(lines[len(lines)-1])
	}
	return lines
}

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
	pl := NewPlayer(seed)
	for len(g.frames) < s.MaxSteps && !s.rs.Outcome(p).Over {
		f := frame{game: name, before: p, encoded: p.Encode(), owed: s.rs.Owed(p)}
		f.in = s.answers(p, func(side engine.Side) engine.Orders { return pl.Answer(s.rs, p, side) })
		f.orders = printOrders(f.in)
		number := len(g.frames) + 1
		f.step, f.after, err = engine.Play(s.rs, p, number, f.in, dice(name, number))
		if err != nil {
			g.err = fmt.Errorf("step %d: orders made of the listed options are refused: %w\n%s", number, err, printOrders(f.in))
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
func dice(game string, step int) *engine.Stream {
	key := func(name string) engine.Link {
		return engine.Link(sha256.Sum256(fmt.Appendf(nil, "enginetest %s %d %s", game, step, name)))
	}
	return engine.NewStream(game, step, engine.InputHash(nil), key("open"), key("sealed"))
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
