package clock

import "time"

// RunTo is the clock of a side whose time is over at raw: deadline and end follow from it.
// If exact is set the deadline is at that very time, and not at that of the day at which
// deadlines fall.
func (s Side) RunTo(p Policy, raw time.Time, exact bool) Run {
	if exact {
		p.At = -1
	}
	s.due(p, s.calendar(p), raw)
	return s.Run
}
