package game

import (
	"cmp"
	"slices"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/engine"
	"berthier/engine/tongue"
)

// Course is how a game goes on: whom it waits for, and how it ends, by its rules. They are those
// that follow the positions.
type Course struct{ State State }

// Pending are the orders of a side that wait for the next step.
func (c Course) Pending(side engine.Side) (p PendingOrders, ok bool) {
	seat, _ := c.State.Seat(side)
	return seat.Pending, seat.Pending.Seq != 0
}

// Answered reports whether a side's orders are in.
func (c Course) Answered(side engine.Side) bool {
	_, ok := c.Pending(side)
	return ok
}

// Vacant reports whether the player of a side has left it.
func (c Course) Vacant(side engine.Side) bool {
	seat, _ := c.State.Seat(side)
	return seat.Vacant != 0
}

// Language is that of the mails to a side.
func (c Course) Language(side engine.Side) tongue.Language {
	seat, _ := c.State.Seat(side)
	return cmp.Or(seat.Language, tongue.En)
}

// OffersDraw reports whether a side offers a draw.
func (c Course) OffersDraw(side engine.Side) bool {
	seat, _ := c.State.Seat(side)
	return seat.Offer != 0
}

// Outcome is how the game stands, by its rules or by its players.
func (c Course) Outcome() engine.Outcome {
	if c.State.Over != nil {
		return c.State.Over.Outcome
	}
	if c.State.Ended != nil {
		return c.State.Ended.Outcome
	}
	return c.State.follows.Outcome(c.State.Position)
}

// Which are the sides of which something is true, in their order.
func (c Course) Which(is func(engine.Side) bool) (some []engine.Side) {
	for _, seat := range c.State.Seats {
		if is(seat.Side) {
			some = append(some, seat.Side)
		}
	}
	return some
}

// Over reports whether the game is over.
func (c Course) Over() bool { return c.Outcome().Over }

// Owing lists the sides of people that owe something, in their order.
func (c Course) Owing() (sides []engine.Side) {
	if c.Over() {
		return nil
	}
	owed := c.State.follows.Owed(c.State.Position)
	return c.Which(func(side engine.Side) bool { return engine.Owes(owed, side) && !c.State.Computed(side) })
}

// Waiting lists the sides that owe something and have not answered.
func (c Course) Waiting() []engine.Side {
	return slices.DeleteFunc(c.Owing(), c.Answered)
}

// Beforehand lists the sides whose orders wait although they owe none.
func (c Course) Beforehand() []engine.Side {
	return c.Which(func(s engine.Side) bool { return c.Answered(s) && !slices.Contains(c.Owing(), s) })
}

// ClockTexts are the changes of the clocks that no report has told yet.
func (c Course) ClockTexts() (all []string) {
	if c.State.Clock == nil {
		return nil
	}
	for _, n := range c.State.Clock.News {
		all = append(all, n.Text)
	}
	return all
}

// Ready reports whether nothing holds the next step up: all orders are in, and if the
// game waits for it they are final or their deadline has passed.
func (c Course) Ready(now time.Time) bool {
	return len(c.Waiting()) == 0 && (c.State.Clock == nil || c.State.Clock.Ready(c.State.First.Clock, now, c.Answered))
}

// Moves reports whether a game goes on by itself: nobody is waited for, as only computers are
// left, and no file can be replaced.
func (c Course) Moves(now time.Time) bool {
	return len(c.State.Computers()) > 0 && !c.State.Waits && c.State.Closed == nil && !c.Over() && c.Ready(now) &&
		(c.State.First.Window == 0 || len(c.Which(c.Answered)) == 0)
}

// Silent are the sides whose clock runs and who have not answered.
func (c Course) Silent() (sides []engine.Side) {
	if c.State.Clock == nil {
		return nil
	}
	for _, s := range c.State.Clock.Sides {
		if s.Run != (clock.Run{}) && !c.Answered(s.Side) {
			sides = append(sides, s.Side)
		}
	}
	return sides
}
