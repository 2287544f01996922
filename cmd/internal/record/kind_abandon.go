// # Kind abandon
//
// The umpire ends the game without a result. The record of the end follows at once, with no
// winner, no rule, and the text "closed by the umpire without a result: " and the reason:
//
//	berthier abandon 1
//	game: duel-1
//	step: 8
//	time: 2030-12-02T09:30:00Z
//	by: ""
//	reason: "both players have left the club"
package record

import "berthier/engine"

// Abandon ends a game without a result. The record of its end follows.
type Abandon struct {
	Head          // Step is the last number
	By     string // sign.Key.Name of the umpire's key; "" at the machine
	Reason string
}

// Abandoned begins the text of the outcome of a game that was abandoned.
const Abandoned = "closed by the umpire without a result: "

// Kind is KindAbandon.
func (Abandon) Kind() string { return KindAbandon }

// Outcome is how the game ends.
func (a Abandon) Outcome() engine.Outcome {
	return engine.Outcome{Over: true, Text: Abandoned + a.Reason}
}

// Print writes the record as the package doc specifies.
func (a Abandon) Print() (data, hidden []byte) {
	var w Writer
	w.head(KindAbandon, a.Head)
	w.Put("by", a.By)
	w.Put("reason", a.Reason)
	return []byte(w.String()), nil
}

// ParseAbandon reads exactly what Abandon.Print writes.
func ParseAbandon(text []byte) (Abandon, error) {
	var a Abandon
	r := NewReader(string(text))
	a.Head = r.head(KindAbandon)
	a.By = r.Word("by")
	a.Reason = r.Word("reason")
	return a, r.ended(text, a)
}

func exampleAbandon() Abandon {
	return Abandon{exampleAt(8, "09:30:00"), "", "both players have left the club"}
}
