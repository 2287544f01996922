package game

import (
	"errors"
	"fmt"
	"time"

	"berthier/cmd/internal/record"
	"berthier/engine"
)

// byPeople is how the umpire or the players have ended the game, if they have.
func (s State) byPeople() engine.Outcome {
	if s.Abandoned != nil {
		return s.Abandoned.Outcome()
	}
	return s.ByPlayers()
}

// End decides how a game ends that can be reopened.
func End(s State, o engine.Outcome, now time.Time) record.Ended {
	v := record.Ended{Head: s.Head(now), Outcome: o}
	v.Until = v.Time.Add(s.First.Reopen)
	return v
}

// Reopen decides that a game goes on. The error says why it cannot.
func Reopen(s State, now time.Time, by, reason string) (v record.Reopen, err error) {
	v = record.Reopen{Head: s.Head(now), By: by, Reason: reason}
	if s.Over != nil {
		return v, errors.New("the game is over, and its secrets are open: it cannot go on honestly")
	}
	return v, s.reopens(v)
}

func (s State) reopens(v record.Reopen) error {
	switch {
	case s.Ended == nil:
		return errors.New("the game has not ended")
	case !v.Time.Before(s.Ended.Until):
		return fmt.Errorf("the game could be reopened until %s", s.Ended.Until.Format(time.RFC3339))
	}
	return nil
}

// endFor takes an end that can be taken back.
func (s *State) endFor(v record.Ended) error {
	switch want := s.byPeople(); {
	case s.First.Reopen == 0:
		return errors.New("the game cannot be reopened, so that it is over at once")
	case !v.Until.Equal(v.Time.Add(s.First.Reopen)):
		return fmt.Errorf("it can be reopened until %s, %s after its end; the game has %s",
			v.Until.Format(time.RFC3339), v.Until.Sub(v.Time), s.First.Reopen)
	case !want.Over || v.Outcome != want:
		return fmt.Errorf("the log says %s, where its players or the umpire had %s", ending(v.Outcome), ending(want))
	}
	s.Ended, s.Window = &v, nil
	return nil
}

// reopen lets the game go on.
func (s *State) reopen(e Entry, v record.Reopen) error {
	if err := s.reopens(v); err != nil {
		return err
	}
	conceded := s.Ended.Outcome.Rule == byConcession
	s.Ended, s.Abandoned, s.News = nil, nil, with(s.News, e.Seq)
	s.eachSeat(func(p *Seat) {
		if p.Offer = 0; conceded {
			p.Conceded = 0
		}
	})
	return nil
}

// tooEarly says why the secrets of a game cannot be opened yet.
func (s *State) tooEarly(o record.Over) error {
	switch {
	case s.First.Reopen == 0 || s.Ended == nil && !s.byPeople().Over:
		return nil
	case s.Ended == nil:
		return errors.New("there was no time in which it could be reopened")
	case o.Time.Before(s.Ended.Until):
		return fmt.Errorf("it is of %s, and the game could be reopened until %s", o.Time.Format(time.RFC3339),
			s.Ended.Until.Format(time.RFC3339))
	}
	return nil
}
