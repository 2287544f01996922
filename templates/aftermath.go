package templates

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/tongue"
)

// Aftermath is what a game looks like from its end, for its last mail and its pages.
type Aftermath struct {
	Sides []engine.Side
	// Turns are those in which something happened, in order; Quiet counts the others that
	// there is no room for.
	Turns   []StoryTurn
	Quiet   int
	Moments []Moment // on which the game turned, in order
	Held    []Tenure
	Luck    []engine.Luck
	Forces  []engine.Formation // at the end
	Curves  []Curve
	Verdict Verdict
}

// StoryTurn is one turn of the story.
type StoryTurn struct {
	Turn   int
	Taken  []engine.Goal // that changed hands, with their new holders
	Broken []engine.Formation
	Fight  *engine.Fight // the one that mattered most; nil if none mattered
	Lost   []SideNumber  // strength that each side has lost in it; none if nobody did
	Score  []SideNumber  // behind it, by the first measure of the game
	By     tongue.Text   // that measure
}

// Gain is what a side took in a turn.
type Gain struct {
	Side  engine.Side // "" if nobody holds them any more
	Goals tongue.Text
}

// Gains are the objectives that changed hands, in a row for each side that took some.
func (t StoryTurn) Gains() (all []Gain) {
	by := map[engine.Side][]tongue.Text{}
	for _, g := range t.Taken {
		by[g.Holder] = append(by[g.Holder], g.Name)
	}
	for _, g := range t.Taken {
		if goals := by[g.Holder]; goals != nil {
			all = append(all, Gain{g.Holder, tongue.List(goals, tongue.And)})
			delete(by, g.Holder)
		}
	}
	return all
}

// SideNumber is a number of a side.
type SideNumber struct {
	Side   engine.Side
	Number int
}

// Moment is something on which a game turned: one of Taken, Broken and Roll.
type Moment struct {
	Turn, Step int
	For        engine.Side // whom it helped; "" for nobody in particular
	Taken      *engine.Goal
	Broken     *engine.Formation
	Roll       *Swing
}

// Swing is a roll that came out otherwise than its chances let expect.
type Swing struct {
	Name      tongue.Text
	Side      engine.Side // who rolled
	Dice      int
	Successes int
	Expected  float64 // successes
	By        float64 // better for its side by so much strength, below 0 for worse
}

// Chance is that of a roll with one die, in percent.
func (s Swing) Chance() string { return fmt.Sprintf("%.0f %%", 100*s.Expected) }

// Weight is by how much strength the roll changed what was to be expected.
func (s Swing) Weight() float64 { return math.Abs(s.By) }

// Tenure is who held an objective from turn to turn.
type Tenure struct {
	Goal  tongue.Text
	Spans []Span
}

// Span is a side that held something from the end of one turn to that of another; turn 0 is
// the beginning.
type Span struct {
	Side     engine.Side // "" for nobody
	From, To int
}

// Verdict is what the program found when it checked the whole game again.
type Verdict struct {
	Checked bool   // false if nobody has
	Bad     string // what is wrong; "" if every check holds
	Left    int    // steps that this program cannot resolve again
	Steps   int    // resolved again
	Rolls   int    // computed again from the links
	Signed  int    // signatures that were checked
	Umpire  int    // how often the umpire interfered
}

// Cost is what a side lost of what it began with, in all.
func (a Aftermath) Cost(side engine.Side) (c SideCost) {
	c.Side = side
	for _, f := range a.Forces {
		if f.Side == side {
			c.Began, c.Lost = c.Began+f.Began, c.Lost+f.Lost
			if f.Broken {
				c.Broken++
			}
		}
	}
	return c
}

// SideCost is a sum of formations.
type SideCost struct {
	Side                engine.Side
	Began, Lost, Broken int
}

// Costs are those of all sides.
func (a Aftermath) Costs() (all []SideCost) {
	for _, s := range a.Sides {
		all = append(all, a.Cost(s))
	}
	return all
}

// Broke reports whether any formation did.
func (a Aftermath) Broke() bool {
	return slices.ContainsFunc(a.Forces, func(f engine.Formation) bool { return f.Broken })
}

// Hit are the formations that have lost something or broken.
func (a Aftermath) Hit() []engine.Formation {
	return slices.DeleteFunc(slices.Clone(a.Forces), func(f engine.Formation) bool { return f.Lost == 0 && !f.Broken })
}

// standardError is that of a luck.
func (l speaker) standardError(of engine.Luck) string { return l.decimal(math.Sqrt(of.Variance)) }

// numbers lists those of sides: "French 4, Allied 9".
func numbers(all []SideNumber) string {
	var parts []string
	for _, n := range all {
		parts = append(parts, fmt.Sprintf("%s %d", n.Side, n.Number))
	}
	return strings.Join(parts, ", ")
}

// In says on what a game turned, in a sentence. It needs no template: with them the order desk
// would be half as large again.
func (m Moment) In(l tongue.Language) string {
	name := func(key, value string) tongue.Arg { return tongue.Words(key, tongue.Name(value)) }
	switch {
	case m.Taken != nil && m.Taken.Holder == "":
		return catalogue.Say("after.left", tongue.Words("goal", m.Taken.Name)).In(l)
	case m.Taken != nil:
		return catalogue.Say("after.taken", name("side", string(m.Taken.Holder)),
			tongue.Words("goal", m.Taken.Name)).In(l)
	case m.Broken != nil:
		return catalogue.Say("after.broken", tongue.Words("force", m.Broken.Name),
			name("side", string(m.Broken.Side))).In(l)
	}
	r := m.Roll
	key, args := "after.dice", []tongue.Arg{name("worth", speaker(l).decimal(r.Weight()))}
	switch {
	case r.Dice != 1:
		args = append(args, tongue.Number("hits", r.Successes), tongue.Number("dice", r.Dice),
			name("expected", speaker(l).decimal(r.Expected)))
	case r.Successes > 0:
		key, args = "after.came", append(args, name("chance", r.Chance()))
	default:
		key, args = "after.failed", append(args, name("chance", r.Chance()))
	}
	return fmt.Sprintf("%s, %s: %s", r.Name.In(l), r.Side, catalogue.Say(key, args...).In(l))
}
