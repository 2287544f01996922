package umpire

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"berthier/engine"
	"berthier/mail/sign"
)

// Commands of players that change a game, as records name them.
const (
	CommandWithdraw = "withdraw" // the orders sent for the step do not count
	CommandDraw     = "draw"     // offers a draw, until the next step is resolved
	CommandNoDraw   = "draw no"  // takes the offer back
	CommandConcede  = "concede"  // gives the game up
	CommandResign   = "resign"   // leaves the seat, until the umpire fills it
)

var recordedCommands = []string{CommandWithdraw, CommandDraw, CommandNoDraw, CommandConcede, CommandResign}

// CommandRecord is a command of a player that changed the game.
type CommandRecord struct {
	Game    string
	Step    int // the last one that was resolved
	Time    time.Time
	Side    engine.Side
	Command string   // one of the constants
	Key     string   // sign.Key.Name of the key that signed it
	Mail    [32]byte // of the mail
	File    [32]byte // sign.Covered.Sum of what was signed
	Hidden
	sign.Proof // of which only the Form is public
}

// Print writes both parts of the record as the package doc specifies; hidden
// is nil if it is not Known.
func (c CommandRecord) Print() (data, hidden []byte) {
	var w, h lineWriter
	w.head(KindCommand, c.Game, c.Step, c.Time)
	w.put("side", c.Side)
	w.put("command", c.Command)
	w.put("form", c.Form)
	w.put("key", c.Key)
	w.put("mail", c.Mail)
	w.put("file", c.File)
	h.putProof(c.Proof)
	return c.hide(&w, &h)
}

// ParseCommandRecord reads exactly what CommandRecord.Print writes; hidden may
// be nil. It verifies no signature.
func ParseCommandRecord(data, hidden []byte) (CommandRecord, error) {
	var c CommandRecord
	r := &lineReader{rest: string(data)}
	c.Game, c.Step, c.Time = r.head(KindCommand)
	c.Side = engine.Side(r.word("side"))
	if c.Command = r.word("command"); !slices.Contains(recordedCommands, c.Command) && !isClockCommand(c.Command) {
		r.fail("%q is no command that changes a game", c.Command)
	}
	c.Form = sign.Form(r.word("form"))
	c.Key = r.word("key")
	c.Mail = r.hash(r.word("mail"))
	c.File = r.hash(r.word("file"))
	h := r.hidden(&c.Hidden, hidden)
	if c.Known && r.err == nil {
		h.proof(&c.Proof)
	}
	return c, r.ends("command record", h, data, hidden, c.Print)
}

// Tell is what people read about it: one plain sentence.
func (c CommandRecord) Tell() string {
	switch c.Command {
	case CommandDraw:
		return fmt.Sprintf("%s offers a draw; the offer ends when the next step is resolved.", c.Side)
	case CommandNoDraw:
		return fmt.Sprintf("%s does not offer a draw any more.", c.Side)
	case CommandConcede:
		return fmt.Sprintf("%s gives the game up.", c.Side)
	case CommandResign:
		return fmt.Sprintf("%s has resigned; until the umpire finds another player the defaults are used.", c.Side)
	}
	return fmt.Sprintf("%s has withdrawn the orders for step %d.", c.Side, c.Step+1)
}

// check verifies what a side signed with the key that it had; known is false
// while that is secret.
func (c CommandRecord) check(key sign.Key, g GameRecord, over *OverRecord) (s sign.Signed, known bool, err error) {
	o := OrdersRecord{Game: c.Game, Step: c.Step + 1, Side: c.Side, Time: c.Time, Key: c.Key, File: c.File, Hidden: c.Hidden, Proof: c.Proof}
	s, known, err = o.check(key, g, over)
	if err == nil && known && !c.given(s.Text) {
		err = errors.New("the signed text does not give this command for this side of this game")
	}
	return s, known, err
}

// given reports whether a text gives the command: a line with it, perhaps cut
// short, below the header and not below a line that begins press. It does not
// look at what other commands there are, so that it gives the same forever.
func (c CommandRecord) given(text []byte) bool {
	game, side := false, false
	for _, l := range textLines(text) {
		word, args := l.words()
		switch key, value := l.header(); {
		case key == "game":
			game = strings.EqualFold(value, c.Game)
		case key == "side":
			side = strings.EqualFold(value, string(c.Side))
		case len(word) >= minAbbreviation && strings.HasPrefix("press", word) && !strings.HasPrefix("preview", word):
			return false
		case l.ends():
			return false
		default:
			want, rest, _ := strings.Cut(c.Command, " ")
			if game && side && len(word) >= minAbbreviation && strings.HasPrefix(want, word) && strings.EqualFold(strings.Join(args, " "), rest) {
				return true
			}
		}
	}
	return false
}

// endByPlayers is how a game ends when its players end it: all sides but one
// have conceded, or all others have offered a draw.
func endByPlayers(sides []engine.Side, conceded, offers map[engine.Side]bool) engine.Outcome {
	left := slices.DeleteFunc(slices.Clone(sides), func(s engine.Side) bool { return conceded[s] })
	if len(left) == 1 {
		loser := slices.DeleteFunc(slices.Clone(sides), func(s engine.Side) bool { return !conceded[s] })
		var names []string
		for _, s := range loser {
			names = append(names, string(s))
		}
		return engine.Outcome{Over: true, Winner: left[0], Rule: "concession", Text: strings.Join(names, " and ") + " gave the game up"}
	}
	if !slices.ContainsFunc(left, func(s engine.Side) bool { return !offers[s] }) {
		return engine.Outcome{Over: true, Rule: "agreement", Text: "the players agreed to a draw"}
	}
	return engine.Outcome{}
}
