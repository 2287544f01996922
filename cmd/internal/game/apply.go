package game

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// Entry is a record in its place.
type Entry struct {
	Seq  uint64 // its number, from 1
	Data []byte // its open part, the leaf of the tree
	record.Record
	Back *Place // of a rollback: how the game stood behind the number to which it goes back
}

// RecordError is something that is wrong with a record.
type RecordError struct {
	Record uint64
	Kind   string
	Step   int
	Err    error
}

// Error says where it is wrong, and what.
func (e *RecordError) Error() string {
	if e.Step > 0 {
		return fmt.Sprintf("record %d (%s of step %d): %v", e.Record, e.Kind, e.Step, e.Err)
	}
	return fmt.Sprintf("record %d (%s): %v", e.Record, e.Kind, e.Err)
}

// Unwrap gives what is wrong.
func (e *RecordError) Unwrap() error { return e.Err }

// ErrWaits is what is wrong with orders for a game that was not started.
var ErrWaits = errors.New("the game has not been started yet")

// Apply gives the state behind a record. s stays as it is. An error is a RecordError,
// and the state then s.
func Apply(s State, e Entry) (State, error) {
	next := s
	head := e.About()
	err := next.fits(e)
	if err == nil {
		err = next.take(e)
	}
	if err == nil {
		err = next.numbered(s, e)
	}
	if err != nil {
		return s, &RecordError{e.Seq, e.Kind(), head.Step, err}
	}
	next.Tree, next.Time = s.Tree.Append(e.Data), head.Time
	return next, nil
}

// behindEnded are the kinds of records that can stand behind an end that can be taken back.
var behindEnded = []string{record.KindOver, record.KindReopen, record.KindLogKey, record.KindMigrate, record.KindBurn,
	record.KindClock, record.KindReport}

// fits says why a record cannot follow the last one, whatever it holds.
func (s *State) fits(e Entry) error {
	_, first := e.Record.(record.Game)
	_, key := e.Record.(record.Key)
	head := e.About()
	ends := e.Kind() == record.KindOver || e.Kind() == record.KindEnded
	switch {
	case e.Seq != s.Seq()+1:
		return fmt.Errorf("want number %d", s.Seq()+1)
	case (e.Seq == 1) != first:
		return errors.New("the game record is the first, and only the first")
	case first:
		return nil
	case head.Game != s.First.Game:
		return fmt.Errorf("belongs to game %q", head.Game)
	case head.Time.Before(s.Time):
		return fmt.Errorf("it is of %s, the one before it of %s", head.Time.Format(time.RFC3339),
			s.Time.Format(time.RFC3339))
	case s.Over != nil && e.Kind() != record.KindReport, s.Abandoned != nil && s.Over == nil && s.Ended == nil && !ends:
		return errors.New("follows the end of the game")
	case s.Ended != nil && s.Over == nil && !slices.Contains(behindEnded, e.Kind()):
		return errors.New("the game has ended, and was not reopened")
	case s.Over == nil && s.Ended == nil && s.ByPlayers().Over && !ends:
		return errors.New("the players have ended the game before it")
	case s.Over == nil && s.finished && e.Kind() != record.KindOver:
		return errors.New("the game was over, and the log does not say so")
	case s.taken != "" && !key:
		return errors.New("the record of the new player's key does not follow")
	}
	return nil
}

// numbered checks that a record has the step that it must have; s is behind it.
func (s *State) numbered(before State, e Entry) error {
	want := before.Number
	switch v := e.Record.(type) {
	case record.Orders, record.Closed, record.Step, record.Rollback, record.Ruling:
		want++
	case record.Burn:
		want = v.Step
	}
	if got := e.About().Step; got != want {
		return fmt.Errorf("is of step %d, want %d", got, want)
	}
	return nil
}

// take changes the state as the record says. Every kind has one case.
func (s *State) take(e Entry) error {
	switch v := e.Record.(type) {
	case record.Game:
		return s.begin(v)
	case record.Orders:
		return s.orders(e, v)
	case record.Command:
		return s.command(e, v)
	case record.Closed:
		return s.close(e, v)
	case record.Window:
		return s.window(e, v)
	case record.Step:
		return s.step(v)
	case record.Key:
		return s.key(e, v)
	case record.Substitute:
		return s.substitute(v)
	case record.Rollback:
		return s.rollback(e, v)
	case record.Ruling:
		return s.ruling(v)
	case record.Burn:
		return s.burn(v)
	case record.Migrate:
		return s.migrate(e, v)
	case record.LogKey:
		return s.logKey(e, v)
	case record.Clock:
		return s.clock(e, v)
	case record.Start:
		return s.start()
	case record.Abandon:
		s.Abandoned = &v
	case record.Ended:
		return s.endFor(v)
	case record.Reopen:
		return s.reopen(e, v)
	case record.Over:
		return s.end(v)
	case record.Report:
		_, err := s.seat(v.Side)
		return err
	case record.Language:
		return s.speak(v)
	case record.Announce:
	default:
		return fmt.Errorf("nothing is known of records %T", v)
	}
	return nil
}

func (s *State) begin(g record.Game) error {
	s.First, s.Link, s.LogKey, s.Waits = g, g.Anchor, g.Log, g.Wait
	s.Rules = Rules{g.Ruleset, g.Version, g.Data}
	for _, p := range g.Players {
		if _, ok := s.Seat(p.Side); ok {
			return fmt.Errorf("side %q has two players", p.Side)
		}
		s.Seats = append(s.Seats, Seat{Side: p.Side, Player: p.Name, Key: p.Key, Language: p.Language,
			Computer: p.Computer})
	}
	return s.open(g)
}

func (s *State) start() error {
	if !s.Waits {
		return errors.New("the game had begun already")
	}
	s.Waits = false
	return nil
}

// orders takes a file for the next step; a later one takes its place.
func (s *State) orders(e Entry, o record.Orders) error {
	seat, err := s.seat(o.Side)
	switch {
	case err != nil:
		return err
	case seat.Computer != (record.Computer{}):
		return computed(o.Side)
	case seat.Vacant != 0:
		return resigned(o.Side)
	case s.Waits:
		return ErrWaits
	case s.Closed != nil:
		return errors.New("came when the answers to the step were complete")
	}
	seat.Pending = PendingOrders{e.Seq, o}
	s.signed(o.Known, o.Proof, *seat, o.Key, ThingOrders, o.Step, o.Time)
	return nil
}

// close fixes the answers to the next step.
func (s *State) close(e Entry, c record.Closed) error {
	switch {
	case !s.First.Beacon.Used():
		return errors.New("the game has no beacon")
	case s.Waits:
		return ErrWaits
	case s.Closed != nil:
		return errors.New("the answers to the step were complete before")
	}
	s.Closed = &ClosedStep{e.Seq, c}
	if err := s.early(c.Inputs, c.Time); err != nil {
		return err
	}
	return s.inputs(c.Inputs)
}

// inputs compares what a step resolves with the files that wait.
func (s *State) inputs(all []record.Input) error {
	used := map[engine.Side]bool{}
	for _, in := range all {
		seat, ok := s.Seat(in.Side)
		if !ok || used[in.Side] {
			return fmt.Errorf("side %q gives no answer, or two", in.Side)
		}
		used[in.Side] = true
		if p := seat.Pending; in.Orders != p.Seq || in.Hash != p.File {
			return fmt.Errorf("uses record %d (file %.8x…) for %s, the last file is record %d (%.8x…)", in.Orders,
				in.Hash, in.Side, p.Seq, p.File)
		}
	}
	for _, seat := range s.Seats {
		if !used[seat.Side] && seat.Pending.Seq != 0 {
			return fmt.Errorf("leaves out record %d, the file of %s", seat.Pending.Seq, seat.Side)
		}
	}
	return nil
}

// computers checks that the computers which answered have the seats.
func (s *State) computers(all []record.ComputedAnswer) error {
	for _, c := range all {
		if seat, _ := s.Seat(c.Side); seat.Computer.Name == "" || seat.Computer.Name != c.Name {
			return fmt.Errorf("the computer %s answers for %s, whose player is %s", c.Name, c.Side, seat.Player)
		}
	}
	return nil
}

// step goes on to the position behind a step.
func (s *State) step(v record.Step) error {
	closed := s.Closed
	by := Rules{Ruleset: v.Ruleset, Version: v.Version}
	switch {
	case s.Waits:
		return ErrWaits
	case by.String() != s.Rules.String():
		return fmt.Errorf("was resolved by rules %s, in force were %s", by, s.Rules)
	case v.Tables != record.TablesHash(s.Rules.Data):
		return fmt.Errorf("was resolved with other tables (%.8x…) than those in force (%.8x…)", v.Tables,
			record.TablesHash(s.Rules.Data))
	case (closed != nil) != (v.Round.Signature != nil):
		return errors.New("its round was not fixed before")
	case closed != nil && (!slices.Equal(closed.Inputs, v.Inputs) || closed.Round != v.Round.Number):
		return errors.New("does not resolve the answers that were complete when its round was fixed")
	}
	if err := errors.Join(s.inputs(v.Inputs), s.computers(v.Computed)); err != nil {
		return err
	}
	if err := s.early(v.Inputs, v.Time); closed == nil && err != nil {
		return err
	}
	if err := s.moved(v.Step, v.Previous, v.Link, v.Link.Before(1)); err != nil {
		return err
	}
	return s.play(v)
}

// moved takes a link into use: the game goes on in another position. before is what
// the link gives when it is hashed once for each number that it is for.
func (s *State) moved(number int, previous, link, before engine.Link) error {
	if previous != s.Link || before != s.Link {
		return fmt.Errorf("link %s does not hash to %s, the link before", link, s.Link)
	}
	s.Number, s.Link, s.Closed, s.Window = number, link, nil, nil
	s.News, s.KeyNews = nil, nil
	s.eachSeat(func(p *Seat) { p.Pending, p.Offer = PendingOrders{}, 0 })
	return nil
}

// logKey lets another key sign the log.
func (s *State) logKey(e Entry, k record.LogKey) error {
	if k.Old != s.LogKey {
		return fmt.Errorf("the key of the log was %s, not %s", record.Fingerprint(s.LogKey), record.Fingerprint(k.Old))
	}
	s.LogKey, s.News = k.New, with(s.News, e.Seq)
	return nil
}

// clock sets the clocks.
func (s *State) clock(e Entry, c record.Clock) error {
	if s.First.Clock.None() {
		return errors.New("the game has no deadlines")
	}
	if !slices.EqualFunc(c.State.Sides, s.Seats, func(k clock.Side, p Seat) bool { return k.Side == p.Side }) {
		return errors.New("it does not have one clock for each side")
	}
	next := &Clock{State: c.State, Seq: e.Seq}
	if s.Clock != nil && c.Cause != record.ClockBegin { // what was new before a beginning is told with it
		next.News = s.Clock.News
	}
	if c.Text != "" {
		next.News = with(next.News, ClockNews{e.Seq, c.Text})
	}
	s.Clock = next
	if c.State.Paused.By != "" {
		s.Window = nil
	}
	return nil
}

// end ends the game.
func (s *State) end(o record.Over) error {
	if err := errors.Join(s.ended(o.Outcome), s.tooEarly(o)); err != nil {
		return err
	}
	s.Over, s.Clock, s.Closed, s.Window, s.News, s.KeyNews = &o, nil, nil, nil, nil, nil
	s.eachSeat(func(p *Seat) { p.Pending = PendingOrders{} })
	return nil
}
