package templates

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/tongue"
)

// Dice is what a reader needs to check the dice of one step himself.
type Dice struct {
	Game     string      // as in engine.DrawMessage
	Step     int         // number of the step
	Link     engine.Link // published with this report
	Previous engine.Link // link of the step before, or the anchor
	Inputs   [sha256.Size]byte
	Draws    []engine.Draw
}

// Open returns the draws that the link opens.
func (d Dice) Open() []engine.Draw {
	var open []engine.Draw
	for _, draw := range d.Draws {
		if !draw.Sealed {
			open = append(open, draw)
		}
	}
	return open
}

// draws prints draws, whose numbers are their places in the list.
func (l speaker) draws(all []engine.Draw) string {
	lines := make([]string, len(all))
	for i, d := range all {
		what := catalogue.Say("dice.sealed")
		if !d.Sealed {
			what = catalogue.Say("dice.value", tongue.Named("value", strconv.Itoa(d.Value), "most",
				strconv.Itoa(d.N-1))...)
		}
		lines[i] = plain(d.Purpose) + ": " + what.In(l.language())
	}
	return list(numbered, lines)
}

// InputHash is the hash of the turn files in hex.
func (d Dice) InputHash() string { return fmt.Sprintf("%x", d.Inputs) }

// CheckLink prints a shell command that hashes a link, with octal escapes,
// which every printf knows.
func CheckLink(l engine.Link) string {
	var b strings.Builder
	for _, c := range l {
		b.Write([]byte{'\\', '0' + c>>6, '0' + c>>3&7, '0' + c&7})
	}
	return "printf '" + b.String() + "' | sha256sum"
}

// CheckDraw prints a shell command that computes the block from which an open
// draw was cut.
func CheckDraw(d Dice, draw engine.Draw) string {
	msg := strings.TrimSuffix(engine.DrawMessage(d.Game, d.Step, d.Inputs, draw, 0), "\n")
	var b strings.Builder
	b.WriteString(`printf '%s\n'`)
	for line := range strings.SplitSeq(msg, "\n") {
		b.WriteString(" " + ShellWord(line))
	}
	return b.String() + " |\n  openssl dgst -sha256 -mac HMAC -macopt hexkey:" + d.Link.String()
}

// ShellWord prints a text as one word of a shell command.
func ShellWord(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// WordLimit is the largest multiple of n up to 2^32: words from there on are
// passed over.
func WordLimit(n int) uint64 { return (1 << 32) / uint64(max(n, 1)) * uint64(max(n, 1)) }
