package clock

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"berthier/engine"
)

// Away announces that a player is away from one day to another, both in his zone
// and not before tomorrow. His clock does not run then. A deadline that has passed stays.
func (s State) Away(p Policy, at time.Time, side engine.Side, from, to Date) (State, string, error) {
	s = s.changed(at)
	i := s.index(side)
	if i < 0 {
		return s, "", fmt.Errorf("no side %q", side)
	}
	x := &s.Sides[i]
	c := x.calendar(p)
	switch tomorrow := c.day(s.At) + 1; {
	case p.Absence == 0:
		return s, "", errors.New("this game has no announced absences")
	case from.day() > to.day():
		return s, "", fmt.Errorf("%s is after %s", from, to)
	case from.day() < tomorrow:
		return s, "", fmt.Errorf("an absence is announced at least one day before: it can begin on %s", tomorrow.date())
	case to.day() > tomorrow+maxDays:
		return s, "", errors.New("an absence ends within a year")
	}
	x.Absence = append(x.recent(c.day(s.At)), FreeTime{From: from, To: to})
	for year := from.Year; year <= to.Year; year++ {
		if n := x.daysAway(year); n > p.Absence {
			return s, "", fmt.Errorf("that would be %d days of absence in %d, this game allows %d", n, year, p.Absence)
		}
	}
	before := x.Run.Due
	x.without(p, c, s.stopped(s.At))
	text := fmt.Sprintf("%s is away from %s to %s", side, from, to)
	if !x.Run.Due.Equal(before) {
		text += "; the orders are due by " + x.When(x.Run.Due)
	}
	return s, text + ".", nil
}

// recent are the absences that can still matter: those of last year and later.
func (s *Side) recent(today day) (all []FreeTime) {
	for _, o := range s.Absence {
		if o.To.Year >= today.date().Year-1 {
			all = append(all, o)
		}
	}
	return all
}

// daysAway counts the days of a year on which a player is away.
func (s *Side) daysAway(year int) (n int) {
	last := Date{year, time.December, 31}.day()
	for d := (Date{year, time.January, 1}).day(); d <= last; d++ {
		for _, o := range s.Absence {
			if o.has(d, time.Time{}) {
				n++
				break
			}
		}
	}
	return n
}

// WantPause notes that a side wants a pause up to a day, which it counts in the zone of
// the policy. When all want one the clocks stop, to the earliest of these days; those who have
// no clock agree to any.
func (s State) WantPause(p Policy, at time.Time, side engine.Side, last Date,
	clockless ...engine.Side) (State, string, error) {
	s = s.changed(at)
	c, err := p.calendar()
	i := s.index(side)
	today := c.day(s.At)
	switch {
	case err != nil:
		return s, "", err
	case i < 0:
		return s, "", fmt.Errorf("no side %q", side)
	case p.Pause == 0:
		return s, "", errors.New("this game has no pauses by agreement; ask the umpire")
	case s.Paused.By != "":
		return s, "", errors.New("the game is paused already")
	case last.day() < today:
		return s, "", fmt.Errorf("%s is past", last)
	case last.day() >= today+day(p.Pause):
		return s, "", fmt.Errorf("a pause lasts %d days at most: up to %s", p.Pause, (today + day(p.Pause) - 1).date())
	}
	s.Sides[i].Vote = last
	for _, x := range s.Sides {
		if slices.Contains(clockless, x.Side) {
			continue
		}
		if x.Vote == (Date{}) || x.Vote.day() < today {
			return s, fmt.Sprintf("%s proposes a pause up to %s; it begins when all have said so.", side, last), nil
		}
		if x.Vote.day() < last.day() {
			last = x.Vote
		}
	}
	s.Paused = Pause{ByPlayers, s.At, c.start(last.day() + 1)}
	return s, fmt.Sprintf("All agree on a pause: no clock runs up to %s.", last), nil
}

// WantResume withdraws a side's wish for a pause. A pause by agreement ends when all have.
func (s State) WantResume(p Policy, at time.Time, side engine.Side) (State, string, error) {
	s = s.changed(at)
	i := s.index(side)
	switch {
	case i < 0:
		return s, "", fmt.Errorf("no side %q", side)
	case s.Paused.By == ByUmpire:
		return s, "", errors.New("the umpire paused the game, and he ends it")
	case s.Sides[i].Vote == Date{} && s.Paused.By == "":
		return s, "", errors.New("the game is not paused")
	}
	s.Sides[i].Vote = Date{}
	if s.Paused.By == "" {
		return s, fmt.Sprintf("%s no longer proposes a pause.", side), nil
	}
	for _, x := range s.Sides {
		if x.Vote != (Date{}) {
			return s, fmt.Sprintf("%s wants the game to go on; it does when all have said so.", side), nil
		}
	}
	s, text := s.resume(p, s.At)
	return s, "All agree to go on: " + text, nil
}

// Stop is a pause by the umpire, with or without an end.
func (s State) Stop(at time.Time, until time.Time) (State, string, error) {
	s = s.changed(at)
	if s.Paused.By == ByUmpire {
		return s, "", errors.New("the game is paused already")
	}
	if !until.IsZero() && !until.After(s.At) {
		return s, "", errors.New("the end of the pause is past")
	}
	from := s.At
	if s.Paused.By != "" {
		from = s.Paused.From
	}
	s.Paused = Pause{ByUmpire, from, until}
	text := "The umpire paused the game: no clock runs"
	if !until.IsZero() {
		text += " up to " + until.UTC().Format("2 January 2006, 15.04 UTC")
	}
	return s, text + ".", nil
}

// Resume ends a pause, for the umpire, or because its time is over.
func (s State) Resume(p Policy, at time.Time) (State, string, error) {
	s = s.changed(at)
	if s.Paused.By == "" {
		return s, "", errors.New("the game is not paused")
	}
	s, text := s.resume(p, s.At)
	return s, "The pause is over: " + text, nil
}

func (s State) resume(p Policy, at time.Time) (State, string) {
	from := s.Paused.From
	s.Paused = Pause{}
	text := ""
	for i := range s.Sides {
		x := &s.Sides[i]
		x.Vote = Date{}
		x.later(x.calendar(p), from, at)
		if x.Run != (Run{}) {
			text += fmt.Sprintf(", the orders of %s are due by %s", x.Side, x.When(x.Run.Due))
		}
	}
	return s, "the clocks run again" + text + "."
}

// calendar of the game itself.
func (p Policy) calendar() (calendar, error) {
	zone, err := LoadZone(p.Zone)
	return calendar{zone, p.isOff}, err
}

// DayEnd is the end of a day in the zone of the policy.
func (p Policy) DayEnd(d Date) (time.Time, error) {
	c, err := p.calendar()
	if err != nil {
		return time.Time{}, err
	}
	return c.start(d.day() + 1), nil
}
