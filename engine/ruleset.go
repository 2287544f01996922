package engine

import (
	"crypto/sha256"
	"slices"
	"strings"

	"berthier/engine/tongue"
)

// Side is the name of one party of a game as its scenario writes it, for
// example "French". It is a single ASCII word. The empty Side stands for
// nobody: the game itself, or the public when a view is asked for.
type Side string

// Server, alone in Event.For, marks an event that no side may see while the
// game lasts: how to go on after a question, a deck's order.
const Server Side = "-"

// Position is the whole state of one game between two steps: what an umpire
// would have to photograph. A Position is a value: nothing that this package
// or a ruleset hands out is ever changed afterwards.
type Position interface {
	// Encode returns the canonical encoding of the position: text, one fact a
	// line, the same bytes for the same position always. Ruleset.Decode
	// reads it back.
	Encode() []byte

	// Append appends what Encode returns to b, so that whoever encodes many
	// positions one after the other does it in the room of one.
	Append(b []byte) []byte
}

// Hash is the SHA-256 of a position's canonical encoding.
func Hash(p Position) [sha256.Size]byte {
	if h, ok := p.(Hasher); ok {
		return h.Hash()
	}
	return sha256.Sum256(p.Encode())
}

// Hasher is a position that knows its hash without keeping the text that is hashed.
type Hasher interface {
	Position

	// Hash returns what function Hash returns.
	Hash() [sha256.Size]byte
}

// Setup is what a game is created from.
type Setup struct {
	Scenario string            // name of a scenario that the ruleset knows
	Options  map[string]string // game options; a ruleset refuses unknown ones
	// Files are what a game of another ruleset exported (Exporter), by name. A
	// ruleset refuses files that it does not know. What is in them is hidden
	// from the players until the game is over.
	Files map[string][]byte
}

// Order is one line of a turn file after the mail's layout has been taken off.
type Order struct {
	Line  int      // line in the player's own text, from 1; 0 if the program made the order
	Text  string   // the player's own text of that line
	Words []string // normalised words; Words[0] is the verb
}

// Names reports whether the order names id: whether a word after the verb is
// that id, or a list with commas that holds it. Capitals do not count. The ids
// of pieces and places are words of orders; they hold no blank and no comma.
func (o Order) Names(id string) bool {
	if id == "" || len(o.Words) == 0 {
		return false
	}
	for _, w := range o.Words[1:] {
		for part := range strings.SplitSeq(w, ",") {
			if strings.EqualFold(part, id) {
				return true
			}
		}
	}
	return false
}

// Orders is what one side wants for the decisions that it owes. No lines at
// all is a legal answer: every decision then takes its standing order or its
// default.
type Orders struct {
	Side  Side
	Lines []Order
}

// Decision is a choice that is open: who decides, what, and under which rule.
// The legal answers come from Ruleset.Options.
type Decision struct {
	ID      string      // unique among the decisions open in one position, for example "P17.1leg"
	Kind    string      // the kind of decision as the rules file numbers it, for example "P17"
	Side    Side        // who decides
	Rule    string      // the clause or paragraph that gives the choice
	Prompt  tongue.Text // one plain sentence for the player
	Default tongue.Text // what happens if he says nothing, in plain words
	// Open says that the answer is any number of order lines (a turn of
	// moves); otherwise it is exactly one of the options.
	Open bool
	// Secret says that the answer stays hidden from the other sides, and can
	// be replaced, until all sides that owe one have answered.
	Secret bool
	// Optional says that nobody waits for the answer: what has come in when
	// the others have answered is taken, and nothing is owed. It is Open and
	// Secret, and its side owes nothing else.
	Optional bool
	// Hold, if it is not empty, says whom the side lets do nothing if no order of a turn file
	// answers the decision. Such a file is asked back: see CheckFile. The order to do nothing has
	// the verb "hold" then.
	Hold string
}

// Verb is one word that may open an order line of a game.
type Verb struct {
	Word  string      // "shock"
	Usage string      // "shock UNIT[,UNIT…] at HEX[,HEX] [facing FACING]"
	Rule  string      // main paragraph
	Help  tongue.Text // one plain sentence
	Also  []string    // words for it that are understood in its place
	Takes Slot        // what can stand behind it
	Place string      // the word before a place, if that cannot be left out: "at"
	Ahead bool        // it says something for later, and answers nothing
	Inner bool        // another order stands at its end
	Raw   bool        // what stands behind it is taken as it is
	Words []Verb      // what can follow the word, where that needs help of its own; nil for most verbs
	// Same are words, up to six, that mean others behind it: for orders in which no name is looked for.
	// What means "" is left out, and "&" joins members of a list.
	Same map[string]string
}

// Outcome is how a game stands: over or not, and for whom.
type Outcome struct {
	Over   bool
	Winner Side   // empty: a draw, or not over
	Rule   string // paragraph that ended the game
	Text   string // one plain sentence
}

// Ruleset is the contract between a game and everything else. A ruleset is a
// set of pure functions over values: no clock, no I/O, no goroutine, no state
// of its own beyond the data (tables, scenarios) that it was loaded with.
type Ruleset interface {
	// Name is the game's short name, for example "jdg"; Version changes
	// whenever the same orders and dice could give other events.
	Name() string
	Version() string

	// Data lists the data files in force (tables, scenario), in fixed order. They are
	// no secret, not while the game goes on either: what a side may not know is in no
	// data file, but in Setup.Files. DataText gives the bytes of one that it lists,
	// nil for any other name; the caller does not change them.
	Data(p Position) []DataFile
	DataText(p Position, name string) []byte

	// Sides lists the sides in their fixed order.
	Sides(p Position) []Side

	// Turn is the number that the header of a turn file gives beside the step:
	// the turn of the rulebook, from 1, or whatever its players count by (a day,
	// a round, a battle). Everybody may know it.
	Turn(p Position) int

	// Verbs lists the words that may open an order line, in the order in
	// which a help text should show them.
	Verbs() []Verb

	// Scenarios lists the names of the scenarios that Start knows, each a word
	// of its own. Each of them can be started without options and files.
	Scenarios() []string

	// Start sets a game up. It draws nothing, and changes nothing of the setup.
	Start(s Setup) (Position, error)

	// Decode reads a canonical encoding back; it accepts exactly the bytes
	// that Encode gives and says where anything else is wrong.
	Decode(data []byte) (Position, error)

	// Owed lists the decisions that are open now, sides in fixed order. While
	// the game is not over at least one of them is not optional.
	Owed(p Position) []Decision

	// Standing lists the standing orders of a side that are in force, as order
	// lines that would give them again; none in a game that has no such orders,
	// and none that the position, which may be another side's view, does not show.
	Standing(p Position, side Side) []string

	// Draft begins an answer to d. It tells which orders are legal.
	Draft(p Position, d Decision) Draft

	// Check reads one side's orders against a position (its own view is
	// enough) and returns every fault that it finds, in the order of lines.
	Check(p Position, o Orders) []Fault

	// Resolve carries the game from p to the next position in which somebody
	// owes a decision. in holds one entry for each side that owes something,
	// and one for each side that has answered an optional decision, sides in
	// fixed order. It refuses orders in which Check finds a fault (the error
	// is then a Faults); it may roll.
	Resolve(p Position, in []Orders, dice Dice) ([]Event, error)

	// Apply returns the position after the events. It never refuses an
	// event that Resolve gave, and never rolls.
	Apply(p Position, events []Event) Position

	// View is the position with everything masked that side may not know.
	// The empty side is the public. A view is a Position like any other and
	// encodes and decodes as one; viewing a view again changes nothing.
	View(p Position, side Side) Position

	// Report tells side what happened. Both positions are already views of
	// that side and the events are those that it may see: use Tell.
	Report(before, after Position, events []Event, side Side) Report

	// Outcome says whether the game is over.
	Outcome(p Position) Outcome
}

// Draft is an answer to a decision while it is being written, order by order.
// It belongs to whoever began it, and is the one thing of a ruleset that
// changes; two drafts know nothing of each other.
type Draft interface {
	// Options lists the orders that may answer the decision or, if it is open,
	// may come next. A decision that is not open always has at least one.
	Options() []Order

	// Pick draws one of the options without listing them all: each verb with
	// each thing that it names first has a chance, not all the same. It draws by
	// below, which gives any number from 0 to n-1, and returns false if there is
	// no option.
	Pick(below func(n int) int) (o Order, ok bool)

	// About lists, in the order of Options, those options that name id, and
	// nothing else: what a player may do with the piece, or at the place, that
	// he points at. It does not list the others on its way. See Order.Names
	// for what naming is.
	About(id string) []Option

	// Add writes one more order: an option, as it would come out of a turn
	// file.
	Add(o Order)
}

// Option is an order that may come next, with what a player wants to know
// before he gives it.
type Option struct {
	Order Order
	// Cost is what the order takes, as a player counts it: "3 MP". It is empty
	// if the game counts nothing for it.
	Cost string
	// Why says how the cost comes about, in plain words: "0506 for 1, 0507 for
	// 2, of 5 MP". It is empty if there is nothing to say.
	Why string
}

// DataFile names one data file by what it is and what it contains.
type DataFile struct {
	Name   string            // "tables/fire.csv"; tables lie under tables/
	Hash   [sha256.Size]byte // of its bytes
	Source string            // where its content is from, for players: "a value of this project"
	Own    bool              // its content is made up by this project and not printed in the source
}

// Owes reports whether the game waits for side: a decision among ds is its
// own and not optional.
func Owes(ds []Decision, side Side) bool {
	return slices.ContainsFunc(ds, func(d Decision) bool { return d.Side == side && !d.Optional })
}

// MayAnswer reports whether a decision among ds is open to side, optional or
// not: whether a turn file of that side can be of use now.
func MayAnswer(ds []Decision, side Side) bool {
	return slices.ContainsFunc(ds, func(d Decision) bool { return d.Side == side })
}

// Visible returns the events that side may see, in order.
func Visible(events []Event, side Side) []Event {
	for len(events) > 0 && !events[0].VisibleTo(side) {
		events = events[1:]
	}
	for len(events) > 0 && !events[len(events)-1].VisibleTo(side) {
		events = events[:len(events)-1]
	}
	n := 0
	for _, e := range events {
		if e.VisibleTo(side) {
			n++
		}
	}
	if n == len(events) {
		return slices.Clip(events)
	}
	seen := make([]Event, 0, n)
	for _, e := range events {
		if e.VisibleTo(side) {
			seen = append(seen, e)
		}
	}
	return seen
}

// Tell makes the report of one step for one side. It is the only way to a
// Report: what the side may not know is masked before the ruleset sees it.
func Tell(rs Ruleset, before, after Position, events []Event, side Side) Report {
	return rs.Report(rs.View(before, side), rs.View(after, side), Visible(events, side), side)
}

// CheckFile is Check for what somebody sent: a file that answers a decision must have an order
// that does, even if it is to do nothing. A file without one is a slip, the block as it came or
// with its signs before all lines. Resolve takes such orders: the time for an answer can be
// over.
func CheckFile(rs Ruleset, p Position, o Orders) []Fault {
	faults := rs.Check(p, o)
	if whom := unanswered(rs, p, o); whom != "" {
		faults = slices.Insert(faults, 0, Fault{Kind: Invalid, Msg: Say("fault.no-order", named("whom", whom)),
			Hint: Say("hint.no-order")})
	}
	return faults
}

// Held is what a computer player answers, with the line to do nothing where CheckFile wants one.
func Held(rs Ruleset, p Position, o Orders) Orders {
	if unanswered(rs, p, o) != "" {
		o.Lines = append(slices.Clip(o.Lines), Order{Words: []string{"hold"}}.Arrived(len(o.Lines)+1))
	}
	return o
}

// unanswered says whose decision orders should answer and do not.
func unanswered(rs Ruleset, p Position, o Orders) string {
	verbs := rs.Verbs()
	ahead := func(l Order) bool {
		i := slices.IndexFunc(verbs, func(v Verb) bool { return v.Word == l.Words[0] })
		return i >= 0 && verbs[i].Ahead
	}
	if slices.ContainsFunc(o.Lines, func(l Order) bool { return !ahead(l) }) {
		return ""
	}
	for _, d := range rs.Owed(p) {
		if d.Side == o.Side && d.Hold != "" {
			return d.Hold
		}
	}
	return ""
}
