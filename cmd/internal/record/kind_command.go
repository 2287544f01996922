// # Kind command
//
// A command of a player that changed the game; the step of the record is the last one that was resolved:
//
//	berthier command 1
//	game: duel-1
//	step: 1
//	time: 2030-12-02T08:30:00Z
//	side: Red
//	command: "draw no"
//	form: inline
//	key: "ssh-ed25519 SHA256:sR5rtgJ0pL+GD8r06wYarlqY11OZ4f66KzFLKOme1kA"
//	mail: 00d8d3f11739d2f3537099982b4674c29fc59a8fda350fca1379613adbb09119
//	file: de409a9667ad1b7e681fe4fe06f38c93986d931cbdf1ea225890cee52ec3f5e6
//	hidden: 43cf80b8bc228c2be9cf7d66fc56d1929704d4a6665f3e7ae21e36fdd69d6493
//
// and hidden
//
//	salt: 63479ad69a090b258277ec8fba6f99419a2ffb248981510657c944ccd1148e97
//	signed: 36
//	signature: 302
//
//	game: duel-1
//	side: Red
//
//	draw no
//	end
//	-----BEGIN SSH SIGNATURE-----
//	U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgva2M8gRnTMRFaYlkgewK
//	HeTYWLZ0Ri/ShaFDgMivvG4AAAAIYmVydGhpZXIAAAAAAAAABnNoYTUxMgAAAFMA
//	AAALc3NoLWVkMjU1MTkAAABAW9HAxnNhQGEW2eIMqN7VbNeaO7ypoOzoECvVhRL+
//	Mk5+1pOVnNlSHupb3HOWAJ0ela+h4lcdeZLKMJhky/m9Bw==
//	-----END SSH SIGNATURE-----
//
// The command is withdraw, draw, "draw no", concede, resign, language with a code ("language pl"), or, in a game with
// deadlines, one of the clock's commands. For the lines form to file and the hidden part see "Who signed". In the
// signed text stand, above any line that begins press or end, the lines "game:" and "side:", and below them a line
// with the command, whose first word may be cut to three letters, or be in another language (package said). Behind
// concede, resign and draw a code of a mail that asked whether the player is sure may stand there.
//
// "language" has the mails of the side written in that one from then on. "withdraw" takes the side's orders for the
// next step back. "draw" offers a draw, until the next step is resolved or "draw no". "concede" gives the game up.
// When all sides but one have conceded, that side has won and the over record that follows at once has the rule
// "concession"; when all that have not conceded offer a draw, it is one, with the rule "agreement". "resign" leaves
// the seat: until the umpire gives the side a key, or an invitation is answered, it sends nothing.
package record

import (
	"slices"
	"strings"

	"berthier/cmd/internal/clock"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/mail/sign"
)

// Commands of players that change a game, as records name them. Those of the clock
// have the word and what stands behind it.
const (
	CommandWithdraw = "withdraw" // the orders sent for the step do not count
	CommandDraw     = "draw"     // offers a draw, until the next step is resolved
	CommandNoDraw   = "draw no"  // takes the offer back
	CommandConcede  = "concede"  // gives the game up
	CommandResign   = "resign"   // leaves the seat, until the umpire fills it
	CommandLanguage = "language" // mails are written in this one; its code stands behind
)

// Commands of players that change their clocks; absence and pause have dates behind them.
const (
	CommandFinal    = "final"    // the orders are final
	CommandNotFinal = "notfinal" // they are not
	CommandAbsence  = "absence"  // the player is away
	CommandPause    = "pause"    // he wants the clocks to stop
	CommandResume   = "resume"   // he wants them to run again
)

// dates is how many dates, from least to most, stand behind the word of a command.
var dates = map[string][2]int{
	CommandWithdraw: {}, CommandDraw: {}, CommandNoDraw: {}, CommandConcede: {}, CommandResign: {},
	CommandFinal: {}, CommandNotFinal: {}, CommandAbsence: {1, 2}, CommandPause: {1, 1}, CommandResume: {},
}

// ValidCommand reports whether a command record can have this command.
func ValidCommand(command string) bool {
	if code, ok := strings.CutPrefix(command, CommandLanguage+" "); ok {
		return slices.Contains(tongue.Languages(), tongue.Language(code))
	}
	if n, ok := dates[command]; ok {
		return n[0] == 0
	}
	words := strings.Split(command, " ")
	for _, d := range words[1:] {
		if _, err := clock.ParseFullDate(d); err != nil {
			return false
		}
	}
	n, ok := dates[words[0]]
	return ok && n[0] <= len(words)-1 && len(words)-1 <= n[1]
}

// Command is a command of a player that changed the game.
type Command struct {
	Head    // Step is the last one that was resolved
	Side    engine.Side
	Command string   // ValidCommand
	Key     string   // sign.Key.Name of the key that signed it
	Mail    [32]byte // of the mail
	File    [32]byte // sign.Coverage.Sum of what was signed
	HiddenPart
	sign.Proof // of which only the Form is public
}

// Kind is KindCommand.
func (Command) Kind() string { return KindCommand }

// Print is that of a Record.
func (c Command) Print() (data, hidden []byte) {
	w, h := c.begin(KindCommand), new(writer)
	w.Put("side", c.Side)
	w.Put("command", c.Command)
	w.Put("form", c.Form)
	w.Put("key", c.Key)
	w.Put("mail", c.Mail)
	w.Put("file", c.File)
	h.proof(c.Proof)
	return c.hide(w, h)
}

// ParseCommand reads exactly what Command.Print writes; hidden may be nil. It verifies no signature.
func ParseCommand(data, hidden []byte) (c Command, _ error) {
	r := c.read(KindCommand, data)
	c.Side = engine.Side(r.Word("side"))
	if c.Command = r.Word("command"); !ValidCommand(c.Command) {
		r.Fail("%q is no command that changes a game", c.Command)
	}
	c.Form = sign.Form(r.Word("form"))
	c.Key = r.Word("key")
	c.Mail = r.Hash(r.Word("mail"))
	c.File = r.Hash(r.Word("file"))
	h := r.hidden(&c.HiddenPart, hidden)
	h.proof(&c.Proof)
	return c, r.ends(h, c.Print)
}
