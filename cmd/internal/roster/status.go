package roster

import (
	"errors"
	"maps"
	"slices"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/tell"
	"berthier/engine"
	"berthier/mail/sign"
)

// Status is how a game stands, for the umpire's eyes.
type Status struct {
	docket.GameRecord
	Address  map[engine.Side]string   // of the players
	Keys     map[engine.Side]sign.Key // in force; zero for none
	Step     int                      // last resolved
	Turn     int
	Owed     []engine.Decision
	Answered []engine.Side  // owe something and have answered
	Waiting  []engine.Side  // owe something and have not
	Early    []engine.Side  // owe nothing, and have sent orders beforehand
	Draw     []engine.Side  // offer a draw
	Vacant   []engine.Side  // whose player has resigned
	Closed   *record.Closed // set while the next step waits for a round of the beacon
	Changes  string         // how long orders that are all in can be replaced, in a clause; "" if not at all
	Stuck    int            // mails that met a fault of this program, or came while the game was held, see Resume
	Held     string         // why the game is held; "" if it is not
	Now      time.Time
	Clock    clock.State // zero if the game has no deadlines or is over
	Outcome  engine.Outcome
	Leads    bool      // it has no winner, as a battle follows
	Reopens  time.Time // until when the game, which has ended, can be reopened; zero if it cannot
	Waits    bool      // whether the umpire has not started it yet
}

// StatusOf tells how a game stands. An unknown one is store.ErrNoGame.
func StatusOf(u *docket.Docket, id string) (s Status, err error) {
	g, err := u.Look(id)
	var held *docket.HeldError
	if err != nil && !errors.As(err, &held) {
		return s, err
	}
	stuck, err := u.Store.Values(id, docket.StateStuck)
	s = Status{
		Now:        u.Now(),
		GameRecord: g.GameRecord, Address: maps.Clone(g.Address), Keys: maps.Clone(g.Keys), Step: g.State.Number,
		Stuck: len(stuck), Waits: g.State.Waits,
	}
	if g.State.Ended != nil {
		s.Reopens = g.State.Ended.Until
	}
	if g.State.Closed != nil {
		s.Closed = &g.State.Closed.Closed
	}
	if g.State.Clock != nil {
		s.Clock = g.State.Clock.State
	}
	if held != nil {
		s.Held = held.Why
	}
	if g.State.Position == nil {
		return s, err
	}
	s.Turn, s.Owed, s.Waiting, s.Outcome = g.Turn(), g.Rules.Owed(g.State.Position), g.Waiting(), g.Outcome()
	s.Leads = engine.Leads(g.Rules, s.Outcome)
	s.Early, s.Vacant = g.Beforehand(), g.Which(g.Vacant)
	if len(s.Waiting) == 0 && !s.Outcome.Over {
		s.Changes = tell.Replaceable(g).String()
	}
	if !g.Over() {
		s.Draw = g.Which(g.OffersDraw)
	}
	s.Answered = g.Which(func(side engine.Side) bool { return g.Answered(side) && slices.Contains(g.Owing(), side) })
	return s, err
}
