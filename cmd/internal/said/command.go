package said

import (
	"slices"
	"strings"

	"berthier/cmd/internal/record"
)

// MinAbbreviation is how short the word of a command may be cut.
const MinAbbreviation = 3

// Confirmed are the commands of players behind which a SureCode may stand.
var Confirmed = []string{record.CommandConcede, record.CommandResign, record.CommandDraw}

// Gives reports whether a text gives the command: a line with it, perhaps cut
// short, perhaps with a code behind it, below the header and not below a line that begins press. Its words may
// be those of another language. It does not look at what other commands there are, so that it gives the same
// forever.
func Gives(c record.Command, text []byte) bool {
	game, side := false, false
	for _, l := range Lines(text) {
		word, args := l.Words()
		switch key, value := l.Header(); {
		case key == "game":
			game = strings.EqualFold(value, c.Game)
		case key == "side":
			side = strings.EqualFold(value, string(c.Side))
		case len(word) >= MinAbbreviation && strings.HasPrefix("press", word) && !strings.HasPrefix("preview", word):
			return false
		case l.Ends():
			return false
		default:
			want, rest, _ := strings.Cut(c.Command, " ")
			same := len(word) >= MinAbbreviation && strings.HasPrefix(want, word)
			if len(args) == 1 && IsSure(args[0]) && slices.Contains(Confirmed, c.Command) {
				args = nil
			}
			if game && side && same && strings.EqualFold(strings.Join(args, " "), rest) {
				return true
			}
		}
	}
	return false
}
