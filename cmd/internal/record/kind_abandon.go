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

// Print is that of a Record.
func (a Abandon) Print() (data, hidden []byte) {
	w := a.begin(KindAbandon)
	w.Put("by", a.By)
	w.Put("reason", a.Reason)
	return w.Bytes(), nil
}

// ParseAbandon reads exactly what Abandon.Print writes.
func ParseAbandon(text []byte) (a Abandon, _ error) {
	r := a.read(KindAbandon, text)
	a.By = r.Word("by")
	a.Reason = r.Word("reason")
	return a, r.ends(nil, a.Print)
}
