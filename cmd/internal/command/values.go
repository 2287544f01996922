package command

import (
	"strings"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/tongue"
)

// Command is one command as it was understood: one of the types below. A side, a game or
// a word is as it was written; whether there is such a thing Parse cannot know.
type Command any

// Victory is the word of HELP that asks how a game is won.
const Victory = "victory"

// Questions.
type (
	Help   struct{ Of string }   // a command, an order, a page or Victory, lower case; "" for all
	Status struct{ Game string } // "" for that of the mail, also in the other types
	Games  struct{}
	Report struct{ Step int } // 0 for the first mail of the game, or LastReport
	// Map asks for the map that reports have, or for the large one.
	Map struct {
		Game  string
		Large bool
	}
	History struct{ Game string }
	// Language has mails written in another one; "" asks which there are. The umpire names the side.
	Language struct {
		Side engine.Side
		Name string
	}
	Join struct{ Code string } // "" asks how
)

// Orders of a side. File is a turn file, with empty lines above it so that lines keep
// their numbers.
type (
	Orders  struct{ File []byte }
	Preview struct {
		Side engine.Side // whose orders they are, for the umpire
		File []byte      // nil for the orders that were sent
	}
	Withdraw       struct{}
	StandingOrders struct{}
	Template       struct{}
)

// The end of a game, or of a part in it.
type (
	Concede struct{ Assurance }
	Draw    struct {
		No   bool   // no offer any more
		Code string // accepts the offer that is there; "" offers a draw, or asks to accept one
	}
	Resign struct{ Assurance }
)

// Assurance answers a mail that asked whether somebody is sure of a command: with the code in
// it, or by No. It is zero for what will be asked.
type Assurance struct {
	Code string
	No   bool
}

// Press is a text for all other sides, one of them, or the umpire.
type Press struct {
	To        string // lower case
	Anonymous bool
	Text      string
}

// People who only look on.
type (
	Observe struct {
		Word       string // "observe", or "monitor" for results alone
		Game, Code string // Code "" asks for it
	}
	Unobserve struct{ Game, Code string }
)

// Time.
type (
	Final   struct{ Not bool } // the orders are final, or not
	Absence struct {
		From, To clock.Date // To is zero if it was not written: one day
	}
	Pause  struct{ Until clock.Date } // its last day; zero for none, which only the umpire can want
	Resume struct{}
	Extend struct {
		Span clock.Span
		Side engine.Side // "" for all, also in Deadline
	}
	Deadline struct {
		Date    clock.Date
		Minutes int // after midnight; -1 for the time of the day at which it falls anyway
		Side    engine.Side
	}
	Confirm struct{ Number string } // of the doubt about the clock; "" at the machine
)

// The umpire runs games.
type (
	Start struct{}
	Key   struct {
		Side engine.Side
		Text string // a public key
	}
	Revoke struct{ Side engine.Side }
	Invite struct{ Side engine.Side }

	Substitute struct {
		NewPlayer
		Reason string // may hold several lines
	}
	Rollback struct {
		Step   int // to the position after it
		Reason string
	}
	Burn struct {
		Step   int // up to its link
		Reason string
	}
	Ruling struct {
		Reason string
		Lines  string // of the position, behind "-" and "+"
	}
	Position struct{}
	Process  struct{}
	Keys     struct{}
	Announce struct {
		All  bool // to the players of all games
		Text string
	}
	Remind  struct{ Side engine.Side } // "" for all who owe orders
	Archive struct{}
	Reopen  struct{ Reason string }
	Close   struct {
		Reason string // "" where Assurance is not zero
		Assurance
	}
)

// RecordedCommand is a command of a player that changes the game, for which the log has a
// record: see record.Command.
type RecordedCommand interface {
	Record() string // the command as the record names it; record.ValidCommand
}

func (Withdraw) Record() string { return record.CommandWithdraw }
func (Concede) Record() string  { return record.CommandConcede }
func (Resign) Record() string   { return record.CommandResign }
func (Resume) Record() string   { return record.CommandResume }

func (d Draw) Record() string {
	if d.No {
		return record.CommandNoDraw
	}
	return record.CommandDraw
}

// Record is the command with the code of the language.
func (l Language) Record() string {
	code, _ := tongue.Find(l.Name)
	return record.CommandLanguage + " " + string(code)
}

func (f Final) Record() string {
	if f.Not {
		return record.CommandNotFinal
	}
	return record.CommandFinal
}

func (a Absence) Record() string {
	words := []string{record.CommandAbsence, a.From.String()}
	if a.To != (clock.Date{}) {
		words = append(words, a.To.String())
	}
	return strings.Join(words, " ")
}

func (p Pause) Record() string { return record.CommandPause + " " + p.Until.String() }
