package clock

import (
	"fmt"
	"slices"
	"time"

	"berthier/engine"
)

// Same compares clocks as a record has them: a bank in whole minutes.
func (s Side) Same(o Side) bool {
	return s.Side == o.Side && s.Zone == o.Zone && s.Bank/time.Minute == o.Bank/time.Minute && s.Missed == o.Missed &&
		s.Final == o.Final && s.Fresh == o.Fresh && s.Vote == o.Vote && slices.Equal(s.Absence, o.Absence) &&
		s.Run.Start.Equal(o.Run.Start) && s.Run.Raw.Equal(o.Run.Raw) && s.Run.Due.Equal(o.Run.Due) &&
		s.Run.End.Equal(o.Run.End)
}

// Since are the sides of which something holds between an earlier state and this one.
func (s State) Since(before State, is func(old, now Side) bool) (sides []engine.Side) {
	for _, now := range s.Sides {
		if is(before.Side(now.Side), now) {
			sides = append(sides, now.Side)
		}
	}
	return sides
}

// Changed is the first side whose clock is another than it was; "" for none.
func (s State) Changed(before State) engine.Side {
	for _, side := range s.Since(before, func(old, now Side) bool { return !old.Same(now) }) {
		return side
	}
	return ""
}

// InOrder reports whether the times of a clock are in their order.
func (r Run) InOrder() bool {
	return r == Run{} || !r.Start.IsZero() && !r.Raw.Before(r.Start) && !r.Due.IsZero() && !r.End.Before(r.Due)
}

// Brief is a clock for an error, in UTC.
func (s Side) Brief() string {
	stamp := func(t time.Time) string { return t.UTC().Format(time.RFC3339) }
	return fmt.Sprintf("due %s, end %s, bank %s, %d missed",
		stamp(s.Run.Due), stamp(s.Run.End), Short(s.Bank), s.Missed)
}
