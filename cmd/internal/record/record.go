package record

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"berthier/engine/lines"
	"berthier/store/leaf"
)

// Kinds of records.
const (
	KindGame    = "game"    // Game: the first record of every log
	KindOrders  = "orders"  // Orders: a signed turn file was accepted
	KindStep    = "step"    // Step: a step was resolved
	KindCommand = "command" // Command: a player's command that changed the game
	KindOver    = "over"    // Over: the game is over, its secrets are open
	KindReport  = "report"  // Report: a report was mailed to one side
	KindKey     = "key"     // Key: a side signs with another key, or with none
	KindClosed  = "closed"  // Closed: all answers to a step are in, its dice wait for a beacon
	KindMigrate = "migrate" // Migrate: the game goes on by another version of the rules
	KindLogKey  = "log-key" // LogKey: another key signs the log
	KindClock   = "clock"   // Clock: a clock was started, stopped or changed
	KindWindow  = "window"  // Window: all answers to a step are in, and can still be replaced

	// What the umpire does.
	KindRollback   = "rollback"   // Rollback: the game goes on from an earlier position
	KindRuling     = "ruling"     // Ruling: the position was changed
	KindBurn       = "burn"       // Burn: links that may be known are never used
	KindSubstitute = "substitute" // Substitute: another player has a side
	KindLanguage   = "language"   // Language: the mails of a side are in another one
	KindAnnounce   = "announce"   // Announce: a word to all players
	KindStart      = "start"      // Start: orders count from now on
	KindEnded      = "ended"      // Ended: the game has ended, and can be reopened
	KindReopen     = "reopen"     // Reopen: it goes on
	KindAbandon    = "abandon"    // Abandon: the game ends without a result
)

// Record is one record of a log.
type Record interface {
	Kind() string
	About() Head
	// Print writes both parts as the package doc specifies. hidden is nil if the
	// kind has no hidden part, or if that is not Known.
	Print() (data, hidden []byte)
}

// Head is what every record begins with.
type Head struct {
	Game string
	Step int // that it belongs to: its own number, or the last one before it; see the package doc
	Time time.Time
}

// About is the head.
func (h Head) About() Head { return h }

// form is one kind of record: the only place that lists them all.
type form struct {
	kind  string
	hides bool // whether it has a hidden part
	parse func(data, hidden []byte) (Record, error)
}

// hiding is a kind that has a hidden part, open one that has none.
func hiding[R Record](parse func(data, hidden []byte) (R, error)) form {
	var r R
	read := func(data, hidden []byte) (Record, error) { return parse(data, hidden) }
	return form{r.Kind(), true, read}
}

// errUnnamed is what is wrong with a hidden part that the open one does not name.
var errUnnamed = errors.New("has a hidden part that it does not name")

func open[R Record](parse func(data []byte) (R, error)) form {
	var r R
	read := func(data, hidden []byte) (Record, error) {
		r, err := parse(data)
		if err == nil && hidden != nil {
			err = errUnnamed
		}
		return r, err
	}
	return form{r.Kind(), false, read}
}

var forms = []form{
	hiding(ParseGame),
	hiding(ParseOrders),
	hiding(ParseCommand),
	hiding(ParseStep),
	open(ParseClosed),
	open(ParseWindow),
	hiding(ParseReport),
	hiding(ParseKey),
	hiding(ParseClock),
	hiding(ParseMigrate),
	hiding(ParseRollback),
	hiding(ParseRuling),
	hiding(ParseBurn),
	open(ParseSubstitute),
	open(ParseLanguage),
	hiding(ParseAnnounce),
	open(ParseStart),
	open(ParseAbandon),
	open(ParseEnded),
	open(ParseReopen),
	open(ParseLogKey),
	open(ParseOver),
}

// ErrUnknown is returned for a kind of record that this program does not know.
var ErrUnknown = errors.New("this program does not know records of this kind")

func formOf(kind string) (form, error) {
	i := slices.IndexFunc(forms, func(f form) bool { return f.kind == kind })
	if i < 0 {
		return form{}, ErrUnknown
	}
	return forms[i], nil
}

// Parse reads exactly what Print of the kind's type writes; hidden may be nil. It
// verifies no signature of a player and no dice. The error is ErrUnknown for a kind that this program does not know.
func Parse(kind string, data, hidden []byte) (Record, error) {
	f, err := formOf(kind)
	if err != nil {
		return nil, err
	}
	return f.parse(data, hidden)
}

// Hides reports whether a record has a hidden part, known or not.
func Hides(r Record) bool {
	if g, ok := r.(Game); ok {
		return len(g.Files) > 0
	}
	f, err := formOf(r.Kind())
	return err == nil && f.hides
}

// Kinds are all kinds of records.
func Kinds() (all []string) {
	for _, f := range forms {
		all = append(all, f.kind)
	}
	return all
}

// Leaf makes a leaf out of the open part of a record, which names its kind and step. It does not look at the rest.
// The error is for a part that does not begin with its kind, a game and a step.
func Leaf(seq uint64, data []byte) (leaf.Record, error) {
	title, rest, _ := strings.Cut(string(data), "\n")
	words := strings.Fields(title)
	if len(words) != 3 || words[0] != "berthier" {
		return leaf.Record{}, fmt.Errorf("record %d does not begin with its kind", seq)
	}
	r := lines.ReadKeys(rest)
	r.Word("game")
	step := r.Number(r.Word("step"))
	if !r.OK() {
		return leaf.Record{}, fmt.Errorf("record %d: %w", seq, r.Err())
	}
	return leaf.Record{Seq: seq, Kind: words[1], Step: step, Data: data}, nil
}

// ChangesPlaces reports whether a record changes what is kept of a game's players and rules, as a choice of language.
func ChangesPlaces(r Record) bool {
	switch r := r.(type) {
	case Game, Key, Substitute, Language, Migrate, LogKey:
		return true
	case Command:
		return strings.HasPrefix(r.Command, CommandLanguage+" ")
	}
	return false
}

// Time is the time that stands in the open part of a record; zero if there is none.
func Time(data []byte) time.Time {
	_, rest, _ := strings.Cut(string(data), "\n")
	r := reader{KeyReader: lines.ReadKeys(rest)}
	r.Word("game")
	r.Word("step")
	return r.time(r.Word("time"))
}

func sha(b []byte) [32]byte { return sha256.Sum256(b) }
