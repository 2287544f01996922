package clock

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"berthier/engine"
)

// State is how the clocks of a game stand. It is a value: the methods give another.
type State struct {
	At     time.Time // of the last change; no later change is before it
	Paused Pause
	Sides  []Side // in the order of the game
}

// Pause stops all clocks.
type Pause struct {
	By    Authority // umpire or players; empty if the clocks run
	From  time.Time
	Until time.Time // when it ends by itself; zero if only the umpire ends it
}

// Authority is who stops clocks.
type Authority string

// The values of Authority.
const (
	ByUmpire  Authority = "umpire"
	ByPlayers Authority = "players"
)

// Side is the clock of one player.
type Side struct {
	Side    engine.Side
	Zone    string
	Bank    time.Duration // what is left of it
	Missed  int           // deadlines in a row
	Final   bool          // says that his orders are final
	Fresh   bool          // took over: the next clock is longer
	Vote    Date          // the last day of the pause that he wants; zero for none
	Absence []FreeTime    // dates that he announced, in the order in which he did
	Run     Run
}

// Run is a clock that runs; zero if the side owes nothing.
type Run struct {
	Start time.Time
	Raw   time.Time // when the time is over
	Due   time.Time // the deadline: Raw, or the next time of the day at which deadlines fall
	End   time.Time // Due, grace and bank
}

// New is the beginning of a game; zones are those of the sides, "" for that of the policy.
func New(p Policy, at time.Time, sides []engine.Side, zones map[engine.Side]string) State {
	s := State{At: at}
	for _, side := range sides {
		s.Sides = append(s.Sides, Side{Side: side, Zone: cmp.Or(zones[side], p.Zone), Bank: p.Bank})
	}
	return s
}

// Side gives the clock of a side.
func (s State) Side(side engine.Side) Side {
	if i := s.index(side); i >= 0 {
		return s.Sides[i]
	}
	return Side{}
}

func (s State) index(side engine.Side) int {
	return slices.IndexFunc(s.Sides, func(x Side) bool { return x.Side == side })
}

// changed is a copy that can be changed, at a time that is never before the last.
func (s State) changed(at time.Time) State {
	s.Sides = slices.Clone(s.Sides)
	if at.After(s.At) {
		s.At = at
	}
	return s
}

// calendar of a player: the days off of the game, and those on which he is away.
func (s Side) calendar(p Policy) calendar {
	zone, err := LoadZone(s.Zone)
	if err != nil {
		zone = time.UTC // a zone that was there when the game began
	}
	return calendar{zone, func(d day) bool {
		return p.isOff(d) || slices.ContainsFunc(s.Absence, func(o FreeTime) bool { return o.has(d, time.Time{}) })
	}}
}

// allowance is the time for what a side owes: the longest of its decisions.
func (p Policy) allowance(owed []engine.Decision, side engine.Side) (longest Span) {
	for _, d := range owed {
		if d.Side != side || d.Optional {
			continue
		}
		span := p.Time
		if i := slices.IndexFunc(p.Kinds, func(k Kind) bool { return k.Name == d.Kind }); i >= 0 {
			span = p.Kinds[i].Time
		}
		if span.Days*24*60+int(span.Time/time.Minute) > longest.Days*24*60+int(longest.Time/time.Minute) {
			longest = span
		}
	}
	return longest
}

// begin gives a side its clock for what it owes.
func (s *Side) begin(p Policy, at time.Time, allowed Span) {
	c := s.calendar(p)
	raw := c.after(at, allowed)
	if s.Fresh {
		raw = c.run(raw, p.Takeover)
		s.Fresh = false
	}
	s.Run = Run{Start: at}
	s.due(p, c, raw)
}

// due sets the deadline that follows from the end of the time.
func (s *Side) due(p Policy, c calendar, raw time.Time) {
	s.Run.Raw, s.Run.Due = raw, raw
	if p.At >= 0 {
		s.Run.Due = c.grid(raw, p.At)
	}
	s.Run.End = c.run(c.run(s.Run.Due, p.Grace), s.Bank)
}

// later moves the clock of a side that stood between two times in which it would have run: by
// exactly that time, so that a short pause costs nobody a day. A deadline that has passed stays.
func (s *Side) later(c calendar, from, to time.Time) {
	if s.Run == (Run{}) {
		return
	}
	if from.Before(s.Run.Start) {
		from = s.Run.Start
	}
	stood := c.elapsed(from, to)
	switch {
	case from.After(s.Run.End) && to.After(from): // nobody has dealt with it: it is over now
		s.Run.End = to
	case stood == 0:
	case from.Before(s.Run.Due):
		s.Run.Raw, s.Run.Due = c.run(s.Run.Raw, stood), c.run(s.Run.Due, stood)
		fallthrough
	default:
		s.Run.End = c.run(s.Run.End, stood)
	}
}

// without moves the clock of a side that has other days off than it had, which c still
// has. A deadline never comes nearer by it, and one that has passed stays.
func (s *Side) without(p Policy, c calendar, at time.Time) {
	if s.Run == (Run{}) {
		return
	}
	if at.Before(s.Run.Start) {
		at = s.Run.Start
	}
	now, old := s.calendar(p), s.Run
	if at.Before(old.Due) {
		raw := old.Raw
		if !s.regular(p, c) {
			raw, p.At = old.Due, -1
		}
		s.due(p, now, now.run(at, c.elapsed(at, raw)))
		if s.Run.Due.Before(old.Due) {
			s.Run.Raw, s.Run.Due = old.Raw, old.Due
		}
	} else {
		s.Run.End = now.run(at, c.elapsed(at, old.End))
	}
	if s.Run.End.Before(old.End) {
		s.Run.End = old.End
	}
}

// regular reports whether the deadline is at the time of the day at which deadlines fall;
// a pause or the umpire can have put it on another.
func (s Side) regular(p Policy, c calendar) bool {
	return p.At < 0 || c.grid(s.Run.Due, p.At).Equal(s.Run.Due)
}

// Begin starts the clocks of all sides that owe something, after a step or at the
// beginning. silent are the sides for which a clock decided the step.
func (s State) Begin(p Policy, at time.Time, owed []engine.Decision, silent []engine.Side) State {
	s = s.changed(at)
	for i := range s.Sides {
		side := &s.Sides[i]
		if side.Run != (Run{}) && !slices.Contains(silent, side.Side) {
			side.Missed = 0
		}
		side.Final, side.Run = false, Run{}
		if engine.Owes(owed, side.Side) {
			side.begin(p, s.At, p.allowance(owed, side.Side))
		}
	}
	return s
}

// Answered tells a clock that the orders of a side are in, which had none before.
// What they came later than deadline and grace is taken from the bank.
func (s State) Answered(p Policy, at time.Time, side engine.Side) (State, string) {
	i := s.index(side)
	if i < 0 || s.Sides[i].Run == (Run{}) || s.stopped(at).Before(s.Sides[i].Run.Due) {
		return s, ""
	}
	stopped := s.stopped(at)
	s = s.changed(at)
	x := &s.Sides[i]
	left := min(x.Bank, x.calendar(p).elapsed(stopped, x.Run.End)).Truncate(time.Minute)
	used := x.Bank - left
	if used == 0 {
		return s, ""
	}
	x.Bank = left
	return s, fmt.Sprintf("%s was late: %s of the time bank are used, %s are left.", side, Short(used), Short(left))
}

// stopped is the time on the clocks, which stand while there is a pause.
func (s State) stopped(at time.Time) time.Time {
	if s.Paused.By != "" && s.Paused.From.Before(at) {
		return s.Paused.From
	}
	return at
}

// Missed is what happens to sides whose time is over without orders; owed is used
// only if the game waits for them. What must be done beyond the defaults is in text too.
func (s State) Missed(p Policy, at time.Time, sides []engine.Side, owed []engine.Decision) (State, []Miss) {
	s = s.changed(at)
	var all []Miss
	for i := range s.Sides {
		x := &s.Sides[i]
		if !slices.Contains(sides, x.Side) {
			continue
		}
		x.Missed++
		m := Miss{Side: x.Side, Count: x.Missed, Umpire: x.Missed >= p.Umpire, Substitute: x.Missed >= p.Substitute}
		text := fmt.Sprintf("%s sent no orders by %s", x.Side, x.When(x.Run.Due))
		if p.Grace > 0 || x.Bank > 0 {
			text += fmt.Sprintf(", nor in the %s of grace and time bank after it", Short(p.Grace+x.Bank))
		}
		x.Bank = 0
		if p.Wait {
			x.Final = false
			x.begin(p, s.At, p.allowance(owed, x.Side))
			text += "; the game waits until " + x.When(x.Run.Due)
		} else {
			text += "; the defaults decided"
		}
		if x.Missed > 1 {
			text += fmt.Sprintf(", for the %s time in a row", ordinal(x.Missed))
		}
		switch {
		case m.Substitute:
			text += ". The umpire was told, and a substitute is sought"
		case m.Umpire:
			text += ". The umpire was told"
		}
		m.Text = text + "."
		all = append(all, m)
	}
	return s, all
}

// Miss is a deadline that a side missed.
type Miss struct {
	Side               engine.Side
	Count              int // in a row
	Umpire, Substitute bool
	Text               string
}

func ordinal(n int) string {
	switch {
	case n%100/10 != 1 && n%10 == 1:
		return fmt.Sprintf("%dst", n)
	case n%100/10 != 1 && n%10 == 2:
		return fmt.Sprintf("%dnd", n)
	case n%100/10 != 1 && n%10 == 3:
		return fmt.Sprintf("%drd", n)
	}
	return fmt.Sprintf("%dth", n)
}

// Outage gives sides whose end passed unnoticed the time of the policy instead.
func (s State) Outage(p Policy, at time.Time, sides []engine.Side) (State, string) {
	s = s.changed(at)
	var all []string
	for i := range s.Sides {
		if x := &s.Sides[i]; slices.Contains(sides, x.Side) {
			c := x.calendar(p)
			x.Run.End = c.run(c.run(s.At, p.Outage), x.Bank)
			all = append(all, fmt.Sprintf("%s has until %s", x.Side, x.When(x.Run.End)))
		}
	}
	return s, "The program could not read mails when the time was over: " + strings.Join(all, ", ") + "."
}

// Extend moves the deadline of a side, or of all for "", by a span. It counts from
// the deadline as it was planned, not from now.
func (s State) Extend(p Policy, at time.Time, side engine.Side, span Span) (State, string, error) {
	return s.move(p, at, side, func(x *Side, c calendar) time.Time { return c.after(x.Run.Due, span) }, true)
}

// Set puts the deadline of a side, or of all for "", on a date, at a time of the day in
// minutes after midnight or, for -1, at that of the policy or of the deadline till then;
// each in the zone of its player.
func (s State) Set(p Policy, at time.Time, side engine.Side, date Date, minutes int) (State, string, error) {
	return s.move(p, at, side, func(x *Side, c calendar) time.Time {
		seconds := minutes * 60
		if minutes < 0 && p.At >= 0 {
			seconds = p.At * 60
		} else if minutes < 0 {
			t := x.Run.Due.In(c.zone)
			seconds = t.Hour()*3600 + t.Minute()*60 + t.Second()
		}
		return c.wall(date.day(), seconds, false)
	}, false)
}

func (s State) move(p Policy, at time.Time, side engine.Side, raw func(*Side, calendar) time.Time,
	extends bool) (State, string, error) {
	s = s.changed(at)
	var all []string
	for i := range s.Sides {
		x := &s.Sides[i]
		if side != "" && x.Side != side || x.Run == (Run{}) {
			continue
		}
		c, old := x.calendar(p), x.Run
		x.RunTo(p, raw(x, c), !extends)
		if extends && x.Run.End.Before(old.End) { // a pause after the deadline had put it off
			x.Run.End = old.End
		}
		if s.Past(*x) {
			return s, "", fmt.Errorf("%s would be due on %s, which is past", x.Side, x.When(x.Run.Due))
		}
		all = append(all, fmt.Sprintf("the orders of %s are due by %s", x.Side, x.When(x.Run.Due)))
	}
	if len(all) == 0 {
		return s, "", errors.New("no clock runs that could be changed")
	}
	return s, "By the umpire's decision " + strings.Join(all, ", ") + ".", nil
}

// Takeover gives the seat of a side to another player. One who did not play before in
// this game begins with a full bank and a longer clock; one who comes back gains nothing.
// One who owes nothing of owed, as a computer, has no clock.
func (s State) Takeover(p Policy, at time.Time, side engine.Side, zone string, returns bool,
	owed []engine.Decision) (State, string) {
	s = s.changed(at)
	i := s.index(side)
	if i < 0 {
		return s, ""
	}
	x := &s.Sides[i]
	old := x.Run
	x.Missed, x.Final, x.Vote, x.Zone = 0, false, Date{}, cmp.Or(zone, x.Zone)
	if returns {
		return s, fmt.Sprintf("The clock of %s goes on as it was.", side)
	}
	x.Absence, x.Bank, x.Fresh = nil, p.Bank, true
	switch owes := engine.Owes(owed, side); {
	case !owes && old != (Run{}): // nobody waits for who plays now
		x.Run = Run{}
		return s, fmt.Sprintf("%s has no clock any more.", side)
	case !owes:
		return s, fmt.Sprintf("%s has a new player: the next clock is longer.", side)
	}
	x.begin(p, s.At, p.allowance(owed, side))
	if x.Run.Due.Before(old.Due) {
		x.Run.Raw, x.Run.Due = old.Raw, old.Due
	}
	if x.Run.End.Before(old.End) {
		x.Run.End = old.End
	}
	return s, fmt.Sprintf("%s has a new player: the orders are due by %s.", side, x.When(x.Run.Due))
}

// SetFinal notes whether a side says that its orders are final.
func (s State) SetFinal(at time.Time, side engine.Side, final bool) State {
	s = s.changed(at)
	if i := s.index(side); i >= 0 {
		s.Sides[i].Final = final
	}
	return s
}

// When tells a time to a player, in his zone.
func (s Side) When(t time.Time) string {
	t, name := s.Local(t)
	return t.Format("Monday 2 January 2006, 15.04 ") + name
}

// Local is a time in his zone, and how the zone is called then.
func (s Side) Local(t time.Time) (local time.Time, name string) {
	zone, err := LoadZone(s.Zone)
	if err != nil {
		zone = time.UTC
	}
	t = t.In(zone)
	name = t.Format("MST")
	if strings.Trim(name, "+-0123456789") == "" {
		name = "UTC" + name
	}
	return t, name
}
