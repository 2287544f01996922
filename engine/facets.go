package engine

import "berthier/engine/tongue"

import (
	"maps"
	"slices"

	"berthier/engine/board"
)

// A facet is something that only some games have. A ruleset shows that it has
// one by its methods; whoever uses a facet asks the ruleset for it and does
// without where there is none. All facets stand in this file.

// Titler is a ruleset whose scenarios have titles of their own, for people.
type Titler interface {
	Ruleset

	// ScenarioTitle is what one of its Scenarios is called: "The Goldbach crossing".
	ScenarioTitle(scenario string) tongue.Text
}

// ScenarioTitle is what a scenario is called: its name if it has no title, or if there is
// no such scenario.
func ScenarioTitle(rs Ruleset, scenario string) tongue.Text {
	if t, ok := rs.(Titler); ok && slices.Contains(rs.Scenarios(), scenario) {
		return t.ScenarioTitle(scenario)
	}
	return tongue.Name(scenario)
}

// GameTitle is what a game of a scenario is called, whose title is in English: as the scenario in each language,
// unless somebody gave it a name. rs is nil where the program lacks its rules.
func GameTitle(rs Ruleset, scenario, title string) tongue.Text {
	if rs != nil {
		if t := ScenarioTitle(rs, scenario); t.String() == title {
			return t
		}
	}
	return tongue.Name(title)
}

// Mapper is a ruleset that can show a position on a board.
type Mapper interface {
	Ruleset

	// Map draws a position and what led to it as side sees them: p is already
	// that side's view, and events are those of the last step that it may see;
	// use Show. The ids of pieces and regions are the words by which orders
	// name them. The board passes its own Check.
	Map(p Position, events []Event, side Side) board.Board
}

// Show maps a position for one side. What the side may not know is masked
// before the ruleset sees it.
func Show(m Mapper, p Position, events []Event, side Side) board.Board {
	return m.Map(m.View(p, side), Visible(events, side), side)
}

// Previewer is a ruleset that can show what orders would do before they are
// given.
type Previewer interface {
	Ruleset

	// Preview carries the orders of one side out as far as that does not depend
	// on chance and on the other sides. It draws nothing, changes nothing, and
	// uses what the side may know and nothing else: it gives the same for a
	// position and for that side's view. For orders in which Check finds a fault,
	// and for decisions that do nothing on the map, After is the view as it is,
	// and there are no events and no odds.
	Preview(p Position, o Orders) Preview
}

// Preview is where orders lead before anything is rolled.
type Preview struct {
	// After is the view of the side in which every test is passed, nobody reacts,
	// no fire hits, and the attacks that the orders declare are still to come.
	After Position
	// Events led there: those that the side may see. None of them is a roll.
	Events []Event
	// Odds are the chances of each attack that the orders declare, by itself, in
	// the order in which they would be resolved. A game whose attacks cannot be
	// counted gives none.
	Odds []Odds
}

// Expander is a ruleset in which one order line can be for many pieces.
type Expander interface {
	Ruleset

	// Expand puts the orders that each line comes to in the place of the line, as the
	// position has it, and keeps its number and text in each of them. A line that is
	// for one piece stays as it is, and so does one of which nothing comes. left says
	// which pieces a line leaves out and why; they are no faults of the file. Expand
	// draws nothing, changes nothing, and uses what the side may know and nothing else.
	// It leaves as they are what it gave itself, and Check finds no fault in that if it
	// finds none in the orders that it was given. Resolve does the same with lines
	// that have not been expanded, so whoever keeps orders keeps what Expand gave.
	Expand(p Position, o Orders) (expanded Orders, left []Fault)

	// Short lists the lines for many pieces that may come next in a draft of the ruleset, and
	// of which something comes now: those for the body of pieces of this name, which is what
	// board.Piece.Band says. They are not among the options of the draft. It changes nothing.
	Short(d Draft, id string) []Order
}

// Expanded is what orders come to: what an Expander makes of them, or they themselves.
func Expanded(rs Ruleset, p Position, o Orders) (Orders, []Fault) {
	if e, ok := rs.(Expander); ok {
		return e.Expand(p, o)
	}
	return o, nil
}

// Speller is a ruleset whose dice show words, which readers have in their own language.
type Speller interface {
	Ruleset

	// Face is what a face of a die is called. It is that of Roll.Told in every report.
	Face(face string) tongue.Text
}

// Adjuster is a ruleset that reads positions which an umpire wrote by hand, to
// mend what went wrong in a game. For any other ruleset the text must be the
// canonical encoding.
type Adjuster interface {
	Ruleset

	// Adjust reads the position that is to take the place of p. text has the
	// lines of an encoding, in any order where order says nothing. Adjust
	// refuses what the rules do not allow as a position, and a text that is
	// not of the same game as p, and says why. It draws nothing and changes
	// nothing; the encoding of its result, given to it again, gives the same.
	Adjust(p Position, text []byte) (Position, error)
}

// Adjusted reads a position that an umpire wrote by hand in the place of another: as an
// Adjuster does, or as it is decoded.
func Adjusted(rs Ruleset, old Position, text []byte) (Position, error) {
	if a, ok := rs.(Adjuster); ok {
		return a.Adjust(old, text)
	}
	return rs.Decode(text)
}

// Targets lists the short names of the games that a game of some rules can begin which is over at a position; none if
// its rules are no Exporter.
func Targets(rs Ruleset, p Position) []string {
	if ex, ok := rs.(Exporter); ok {
		return ex.Targets(p)
	}
	return nil
}

// Leads reports whether a game of some rules that ended so has no winner because a battle follows.
func Leads(rs Ruleset, o Outcome) bool {
	ex, ok := rs.(Exporter)
	return ok && o.Over && ex.Leads(o)
}

// Exporter is a ruleset whose games, once they are over, make what games of other
// rulesets begin with: a campaign deals out a battle.
type Exporter interface {
	Ruleset

	// Targets lists the short names of the games ("jdg") that a game can begin
	// which is over at p; none if there is nothing to export.
	Targets(p Position) []string

	// Leads reports whether a game that ended so has no winner because a battle follows, whichever games can be
	// that battle. Lists of games ask it that have no position.
	Leads(o Outcome) bool

	// Export makes what a game of the target begins with. origin is one line, without
	// a line end, that says which game p is of, and which log proves it; each file
	// carries it for its readers. Export draws nothing: the same position and origin
	// give the same bytes. It refuses a target that Targets does not list, and a
	// position that is not complete, and names the clause. p is the whole position.
	Export(p Position, target, origin string) (Battle, error)
}

// Battle is what a game begins with that another has come to (Exporter).
type Battle struct {
	// Setup is that of the game. Its Scenario is "" where whoever creates the game
	// chooses it, behind the name of the target: "toy/long"; its
	// Files stay hidden from the players until the game is over.
	Setup Setup
	// Data are files that are added to the data of the target, by their names there:
	// "scenarios/prebattle.txt". Everybody may read them.
	Data map[string][]byte
}

// Files are all files of the battle, by name.
func (b Battle) Files() map[string][]byte {
	all := maps.Clone(b.Data)
	if all == nil {
		all = map[string][]byte{}
	}
	maps.Copy(all, b.Setup.Files)
	return all
}

// Seater is a ruleset with computer players that can have a seat in a game by mail.
type Seater interface {
	Ruleset

	// Bots are those players, the best first.
	Bots() []Bot
}

// Seated are the computer players that can have a seat in a game of a ruleset; none if it is
// no Seater.
func Seated(rs Ruleset) []Bot {
	if s, ok := rs.(Seater); ok {
		return s.Bots()
	}
	return nil
}

// FindBot finds the computer player of a name among those that can have a seat.
func FindBot(rs Ruleset, name string) (b Bot, ok bool) {
	all := Seated(rs)
	i := slices.IndexFunc(all, func(b Bot) bool { return b.Name == name })
	if i < 0 {
		return b, false
	}
	return all[i], true
}

// Namer is a ruleset that knows what players call what orders name.
type Namer interface {
	Ruleset

	// Lexicon is what ReadTurnFile understands in a game. It is the same for all positions
	// of a game, and for the views of all sides.
	Lexicon(p Position) *Lexicon
}

// Chronicler is a ruleset whose games can be looked back on when they are over: how each
// position stood, in what can be drawn as curves and listed.
type Chronicler interface {
	Ruleset

	// Chronicle is how a position stands, for a view as for the whole. All positions of a game
	// have the same measures, goals and forces in the same order.
	Chronicle(p Position) Chronicle
}

// Chronicle is how one position stands, for those who look back. What changes from one to
// the next is the story of the game: a goal changed hands, a force broke.
type Chronicle struct {
	Measures []Measure // the first is what the game is won by
	Goals    []Goal
	Forces   []Formation
}

// Measure is a number of each side, as people call it.
type Measure struct {
	Name tongue.Text
	Of   []int // of each side, in the order of the ruleset
}

// Goal is an objective.
type Goal struct {
	Name   tongue.Text
	Holder Side // "" for nobody
}

// Formation is a part of an army that can break: a corps, a unit.
type Formation struct {
	Name   tongue.Text
	Side   Side
	Began  int // its strength at full, in the units of the game
	Lost   int // of that
	Broken bool
}
