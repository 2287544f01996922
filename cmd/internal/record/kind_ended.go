// # Kind ended
//
// In a game with a line "reopen": its players or the umpire have ended it, and until a time it can be reopened. "until"
// is the time of the record and the minutes of that line. Its secrets stay closed till then, for a game whose secrets
// are open cannot go on honestly. A record reopen follows before that time, or one over with the same end behind it:
//
//	berthier ended 1
//	game: duel-1
//	step: 8
//	time: 2030-12-02T09:30:00Z
//	winner: Blue
//	rule: concession
//	text: "Red gave the game up"
//	until: 2030-12-09T09:30:00Z
package record

import (
	"time"

	"berthier/engine"
)

// MaxReopen is the longest time in which a game can be reopened.
const MaxReopen = 60 * 24 * time.Hour

// Ended says how a game ended that can be reopened.
type Ended struct {
	Head    // Step is the last one
	Outcome engine.Outcome
	Until   time.Time
}

// Kind is KindEnded.
func (Ended) Kind() string { return KindEnded }

// Print is that of a Record.
func (v Ended) Print() (data, hidden []byte) {
	w := v.begin(KindEnded)
	w.Put("winner", v.Outcome.Winner)
	w.Put("rule", v.Outcome.Rule)
	w.Put("text", v.Outcome.Text)
	w.Put("until", stamp(v.Until))
	return w.Bytes(), nil
}

// ParseEnded reads exactly what Ended.Print writes.
func ParseEnded(text []byte) (v Ended, _ error) {
	r := v.read(KindEnded, text)
	v.Outcome = engine.Outcome{Over: true, Winner: engine.Side(r.Word("winner")), Rule: r.Word("rule"),
		Text: r.Word("text")}
	v.Until = r.time(r.Word("until"))
	return v, r.ends(nil, v.Print)
}
