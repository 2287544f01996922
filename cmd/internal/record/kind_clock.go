// # Kind clock
//
// In a game with deadlines: a clock was started, stopped or changed. The step is the last one that was resolved:
//
//	berthier clock 1
//	game: duel-1
//	step: 1
//	time: 2030-12-02T08:20:00Z
//	cause: pause
//	by: umpire
//	umpire: "ssh-ed25519 SHA256:sR5rtgJ0pL+GD8r06wYarlqY11OZ4f66KzFLKOme1kA"
//	at: 2030-12-02T08:20:00Z
//	paused: umpire 2030-12-02T08:20:00Z -
//	clock: Red Europe/Paris 4320 0 final - 2030-12-20 - - - -
//	clock: Blue UTC 60 1 - fresh - 2030-12-02T08:00:00Z 2030-12-02T09:00:00Z 2030-12-02T20:00:00Z 2030-12-02T21:00:00Z
//	hidden: f42e74ad6ee504d3f9833333d3195d16ef1d1402db33694a6e46a233ccd4221b
//
// and hidden
//
//	salt: 63479ad69a090b258277ec8fba6f99419a2ffb248981510657c944ccd1148e97
//	text: "The umpire has stopped the clocks."
//	absence: Blue 2030-12-24 2030-12-26
//
// "cause" is a ClockCause. "by" is clock, umpire or a side. "umpire" (?) names the key of the umpire, if no record of a
// substitute does. "at" is clock.State.At. "paused" (?) stands only in a pause: by whom, from when and until when, "-"
// for no end. There is one "clock" for each side, in their order, with the fields of clock.Side and clock.Run: side,
// zone, minutes in the bank, deadlines missed in a row, "final" or a hyphen, "fresh" or a hyphen, the last day of the
// pause that the side wants, and start, raw, due and end; hyphens for what there is not. The hidden part has the salt,
// a line "text" with the sentence for the next report, a line "absence" (*) with side, first and last day for each
// absence that was announced. A change by a side follows the command record of that side, and every command about the
// clock is followed by one. With the cause begin one follows every record of kind game, start, step, rollback, ruling,
// burn and reopen, and no other, unless the game is over or still waits for its start. With takeover one follows the
// key of a substitute, with late orders that came late, with final, by clock, orders in the place of final ones. Step
// or closed follows missed, but with the clause silent wait.
//
// All of it but the sentence follows from the clock record before, the clauses of the game and what was owed then
// (package clock); only the span or the date that the umpire chose stands in no other place. "at" is the time of the
// record or up to ten minutes before it, but when orders came late (then it is when the mailbox was last looked at),
// when a pause ended by itself (then it is that time), and when the wall clock had been set back.
package record

import (
	"time"

	"berthier/cmd/internal/clock"
	"berthier/engine"
)

// ClockCause is what changed the clocks of a game.
type ClockCause string

// The values of ClockCause.
const (
	ClockBegin    ClockCause = "begin"    // clocks start for what is owed
	ClockLate     ClockCause = "late"     // orders came after deadline and grace
	ClockMissed   ClockCause = "missed"   // a side's time is over
	ClockOutage   ClockCause = "outage"   // it was over while no mail could be read
	ClockFinal    ClockCause = "final"    // a side says that its orders are final, or not
	ClockAbsence  ClockCause = "absence"  // a player announced that he is away
	ClockPause    ClockCause = "pause"    // the clocks stop, or a player proposes it
	ClockResume   ClockCause = "resume"   // they run again, or a player wants it
	ClockExtend   ClockCause = "extend"   // the umpire put deadlines off
	ClockDeadline ClockCause = "deadline" // the umpire set deadlines
	ClockTakeover ClockCause = "takeover" // a side has another player
)

// Who changed a clock, if it was no player.
const (
	ClockItself   = "clock"
	ClockByUmpire = "umpire"
)

// Clock is a change of the clocks of a game, and how they stand after it.
type Clock struct {
	Head   // Step is the last one that was resolved
	Cause  ClockCause
	By     string // a side, ClockByUmpire or ClockItself
	Umpire string // sign.Key.Name of his key; "" at the machine, behind a Substitute, which has it, and for all others
	State  clock.State
	HiddenPart
	Text string // one line that explains the change; empty if nothing needs to be said
}

// Kind is KindClock.
func (Clock) Kind() string { return KindClock }

// Print is that of a Record.
func (c Clock) Print() (data, hidden []byte) {
	w, h := c.begin(KindClock), new(writer)
	w.Put("cause", c.Cause)
	w.Put("by", c.By)
	if c.Umpire != "" {
		w.Put("umpire", c.Umpire)
	}
	w.Put("at", stamp(c.State.At))
	if p := c.State.Paused; p.By != "" {
		w.Put("paused", p.By, stamp(p.From), timeOrNone(p.Until))
	}
	for _, s := range c.State.Sides {
		w.clock(s)
	}
	h.Put("text", c.Text)
	for _, s := range c.State.Sides {
		for _, o := range s.Absence {
			h.Put("absence", s.Side, o.From, o.To)
		}
	}
	return c.hide(w, h)
}

// ParseClock reads exactly what Clock.Print writes; hidden may be nil, the absences are then not known.
func ParseClock(data, hidden []byte) (c Clock, _ error) {
	r := c.read(KindClock, data)
	c.Cause = ClockCause(r.Word("cause"))
	c.By = r.Word("by")
	if r.Next("umpire") {
		c.Umpire = r.Word("umpire")
		if c.By != ClockByUmpire || c.Cause == ClockTakeover {
			r.Fail("no umpire signed a change of clocks by %q for %q", c.By, c.Cause)
		}
	}
	c.State.At = r.time(r.Word("at"))
	if r.Next("paused") {
		f := r.Fields("paused", 3)
		c.State.Paused = clock.Pause{By: clock.Authority(f[0]), From: r.time(f[1]), Until: r.moment(f[2])}
	}
	for r.Next("clock") {
		c.State.Sides = append(c.State.Sides, r.clock())
	}
	h := r.hidden(&c.HiddenPart, hidden)
	c.Text = h.Word("text")
	for h.Next("absence") {
		f := h.Fields("absence", 3)
		h.absence(c.State.Sides, engine.Side(f[0]), clock.FreeTime{From: h.date(f[1]), To: h.date(f[2])})
	}
	return c, r.ends(h, c.Print)
}

// clock writes how the clock of one side stands.
func (w *writer) clock(s clock.Side) {
	w.Put("clock", s.Side, s.Zone, int(s.Bank/time.Minute), s.Missed,
		unless(!s.Final, "final"), unless(!s.Fresh, "fresh"), unless(s.Vote == clock.Date{}, s.Vote.String()),
		timeOrNone(s.Run.Start), timeOrNone(s.Run.Raw), timeOrNone(s.Run.Due), timeOrNone(s.Run.End))
}

// clock reads what the clock of a writer writes.
func (r *reader) clock() (s clock.Side) {
	f := r.Fields("clock", 11)
	s.Side, s.Zone = engine.Side(f[0]), f[1]
	s.Bank, s.Missed = time.Duration(r.Number(f[2]))*time.Minute, r.Number(f[3])
	s.Final, s.Fresh, s.Vote = f[4] == "final", f[5] == "fresh", r.date(f[6])
	s.Run = clock.Run{Start: r.moment(f[7]), Raw: r.moment(f[8]), Due: r.moment(f[9]), End: r.moment(f[10])}
	return s
}

// unless prints a text, or a hyphen where there is none.
func unless(none bool, text string) string {
	if none {
		return "-"
	}
	return text
}

func timeOrNone(t time.Time) string { return unless(t.IsZero(), stamp(t)) }

func (r *reader) absence(sides []clock.Side, side engine.Side, o clock.FreeTime) {
	for i := range sides {
		if sides[i].Side == side {
			sides[i].Absence = append(sides[i].Absence, o)
			return
		}
	}
	r.Fail("there is no side %q", side)
}

func (r *reader) moment(s string) time.Time {
	if s == "-" || !r.OK() {
		return time.Time{}
	}
	return r.time(s)
}

func (r *reader) date(s string) clock.Date {
	if s == "-" || !r.OK() {
		return clock.Date{}
	}
	d, err := clock.ParseDate(s)
	if err != nil {
		r.Fail("%w", err)
	}
	return d
}
