package clock

import "time"

// RunTo sets when the time of a side is over: deadline and end follow from it. The deadline
// is at the next time of the day at which deadlines fall, but at that very time if exact is
// set or the deadline was at another before.
func (s *Side) RunTo(p Policy, raw time.Time, exact bool) {
	c := s.calendar(p)
	if exact || !s.regular(p, c) {
		p.At = -1
	}
	s.due(p, c, raw)
}
