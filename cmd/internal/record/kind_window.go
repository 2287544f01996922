// # Kind window
//
// In a game with a change window: the answers to the next step are complete, and can still be replaced until a time.
// "until" is the time of the record and the minutes of the line "window" of the game record. Before it the step is
// neither resolved nor closed, unless the deadlines of all have passed. A file that takes the place of another
// changes nothing of it; a withdrawal and a pause end it, as does what drops a file, and another record follows when
// the answers are complete again, or the pause is over. So does one, without any of that, if nobody could look at the
// step for more than an hour behind "until":
//
//	berthier window 1
//	game: duel-1
//	step: 1
//	time: 2030-12-02T08:20:00Z
//	until: 2030-12-02T08:50:00Z
package record

import "time"

// The least and the most that a change window lasts.
const (
	MinWindow = time.Minute
	MaxWindow = 24 * time.Hour
)

// Window says until when the answers to the next step, which are complete, can be replaced.
type Window struct {
	Head  // Step is the last one that was resolved
	Until time.Time
}

// Kind is KindWindow.
func (Window) Kind() string { return KindWindow }

// Print is that of a Record.
func (v Window) Print() (data, hidden []byte) {
	w := v.begin(KindWindow)
	w.Put("until", stamp(v.Until))
	return w.Bytes(), nil
}

// ParseWindow reads exactly what Window.Print writes.
func ParseWindow(text []byte) (v Window, _ error) {
	r := v.read(KindWindow, text)
	v.Until = r.time(r.Word("until"))
	return v, r.ends(nil, v.Print)
}
