package umpire

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

// ClockRecord is a change of the clocks of a game, and how they stand after it.
type ClockRecord struct {
	Game  string
	Step  int // the last one that was resolved
	Time  time.Time
	Cause ClockCause
	By    string // a side, ClockByUmpire or ClockItself
	State clock.State
	Hidden
	Text string // one line that explains the change; empty if nothing needs to be said
}

// Print writes both parts of the record as the package doc specifies; hidden
// is nil if it is not Known.
func (c ClockRecord) Print() (data, hidden []byte) {
	var w, h lineWriter
	w.head(KindClock, c.Game, c.Step, c.Time)
	w.put("cause", c.Cause)
	w.put("by", c.By)
	w.put("at", c.State.At)
	if p := c.State.Paused; p.By != "" {
		w.put("paused", p.By, p.From, timeOrNone(p.Until))
	}
	for _, s := range c.State.Sides {
		w.put("clock", s.Side, s.Zone, int(s.Bank/time.Minute), s.Missed, flagged(s.Final, "final"), flagged(s.Fresh, "fresh"), dateOrNone(s.Vote),
			timeOrNone(s.Run.Start), timeOrNone(s.Run.Raw), timeOrNone(s.Run.Due), timeOrNone(s.Run.End))
	}
	h.put("text", c.Text)
	for _, s := range c.State.Sides {
		for _, o := range s.Absence {
			h.put("absence", s.Side, o.From, o.To)
		}
	}
	return c.hide(&w, &h)
}

// timeOrNone prints a time, or a hyphen for none.
func timeOrNone(t time.Time) any {
	if t.IsZero() {
		return "-"
	}
	return t
}

func dateOrNone(d clock.Date) string {
	if d == (clock.Date{}) {
		return "-"
	}
	return d.String()
}

func flagged(yes bool, s string) string {
	if yes {
		return s
	}
	return "-"
}

// ParseClockRecord reads exactly what ClockRecord.Print writes; hidden may be nil,
// the absences are then not known.
func ParseClockRecord(data, hidden []byte) (ClockRecord, error) {
	var c ClockRecord
	r := &lineReader{rest: string(data)}
	c.Game, c.Step, c.Time = r.head(KindClock)
	c.Cause = ClockCause(r.word("cause"))
	c.By = r.word("by")
	c.State.At = r.time(r.word("at"))
	if r.next("paused") {
		f := r.fields("paused", 3)
		c.State.Paused = clock.Pause{By: clock.Authority(f[0]), From: r.time(f[1]), Until: r.moment(f[2])}
	}
	for r.next("clock") {
		c.State.Sides = append(c.State.Sides, r.clock())
	}
	h := r.hidden(&c.Hidden, hidden)
	if c.Known && r.err == nil {
		c.Text = h.word("text")
		for h.next("absence") {
			f := h.fields("absence", 3)
			h.absence(c.State.Sides, engine.Side(f[0]), clock.Off{From: h.date(f[1]), To: h.date(f[2])})
		}
	}
	return c, r.ends("clock record", h, data, hidden, c.Print)
}

func (r *lineReader) clock() (s clock.Side) {
	f := r.fields("clock", 11)
	s.Side, s.Zone = engine.Side(f[0]), f[1]
	s.Bank, s.Missed = time.Duration(r.number(f[2]))*time.Minute, r.number(f[3])
	s.Final, s.Fresh, s.Vote = f[4] == "final", f[5] == "fresh", r.date(f[6])
	s.Run = clock.Run{Start: r.moment(f[7]), Raw: r.moment(f[8]), Due: r.moment(f[9]), End: r.moment(f[10])}
	return s
}

func (r *lineReader) absence(sides []clock.Side, side engine.Side, o clock.Off) {
	for i := range sides {
		if sides[i].Side == side {
			sides[i].Absence = append(sides[i].Absence, o)
			return
		}
	}
	r.fail("there is no side %q", side)
}

func (r *lineReader) moment(s string) time.Time {
	if s == "-" || r.err != nil {
		return time.Time{}
	}
	return r.time(s)
}

func (r *lineReader) date(s string) clock.Date {
	if s == "-" || r.err != nil {
		return clock.Date{}
	}
	d, err := clock.ParseDate(s)
	if err != nil {
		r.fail("%w", err)
	}
	return d
}
