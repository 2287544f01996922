package game

import (
	"fmt"
	"slices"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/mail/sign"
	"berthier/store/leaf"
)

// State is how a game stands behind a record of its log.
type State struct {
	First  record.Game `json:"-"` // players and rules in it are those of the beginning
	Tree   leaf.Tree   `json:"-"` // over the log; its size is the number of the last record
	Time   time.Time   // of the last record
	Number int         // of the last step, rollback or ruling, or the last link that was burned
	Link   engine.Link // with that number; the anchor before the first
	Seats  []Seat      // in the order of the sides
	Rules  Rules       // in force
	LogKey string      // public key that signs the log, as note.NewVerifier reads it
	Place
	Waits  bool        // whether no orders count yet
	Closed *ClosedStep // nil unless the next step waits for a round of the beacon
	Window *Window     // nil unless the answers to the next step are complete and can still be replaced
	Clock  *Clock      // nil if the game has no deadlines, has not begun, or is over
	// News are the numbers of the records that the next report has to tell, but for those
	// of the clocks; KeyNews are those of kind key.
	News, KeyNews []uint64
	Signed        []Signature
	Abandoned     *record.Abandon // nil unless the umpire ended the game; the record of the end follows
	Ended         *record.Ended   // nil unless the game has ended and can be reopened
	Over          *record.Over    // nil while the game goes on

	follows engine.Ruleset // of this program; nil if it has none
	taken   engine.Side    // the side of a substitute whose key is still to follow
}

// Seat is the place of one player.
type Seat struct {
	Side     engine.Side
	Player   string
	Key      sign.Key        // in force; zero for none
	Taken    bool            // whether a substitute has, or had, the seat
	Rekeyed  bool            // whether the key was ever changed
	Asked    KeyRequest      `json:",omitzero"` // zero if he asks for no other key
	Pending  PendingOrders   `json:",omitzero"` // zero if no orders of his wait for the next step
	Offer    uint64          // number of the command that offers a draw; 0 if none does
	Conceded uint64          // number of the command that gives the game up
	Language tongue.Language `json:",omitempty"` // of the mails; "" for English
	Vacant   uint64          // number of the command that left the seat, until it is filled
	// Computer plays the side; zero if a person does. Its version is that of the time when it
	// took the seat.
	Computer record.Computer `json:",omitzero"`
}

// KeyRequest is a player's request for another key.
type KeyRequest struct {
	Seq uint64
	Key sign.Key
}

// PendingOrders are orders that wait for the step that they answer.
type PendingOrders struct {
	Seq uint64
	record.Orders
}

// ClosedStep is a step whose answers are complete.
type ClosedStep struct {
	Seq uint64
	record.Closed
}

// Clock is how the clocks stand.
type Clock struct {
	clock.State
	Seq  uint64      // of the record that says so
	News []ClockNews // since the last report
}

// ClockNews is a change of the clocks that the next report has to tell.
type ClockNews struct {
	Seq  uint64
	Text string
}

// Rules are those that resolve the next step.
type Rules struct {
	Ruleset string
	Version string
	Data    []engine.DataFile
}

// String is the name and the version.
func (r Rules) String() string { return r.Ruleset + " " + r.Version }

// Signature says when the text was signed that counted last for a thing, and that tells of it.
type Signature struct {
	Side  engine.Side
	Thing string
	Step  int       // that it was about
	At    time.Time // by the signature
	Came  time.Time // the time of its record
}

// New is the state before the first record. rules follow the positions; nil if there
// are none.
func New(rules engine.Ruleset) State { return State{follows: rules, Place: Place{Lost: true}} }

// Seq is the number of the last record.
func (s State) Seq() uint64 { return s.Tree.Size() }

// Seat gives the place of a side; ok is false if there is none.
func (s State) Seat(side engine.Side) (seat Seat, ok bool) {
	i := slices.IndexFunc(s.Seats, func(p Seat) bool { return p.Side == side })
	if i < 0 {
		return seat, false
	}
	return s.Seats[i], true
}

// Computed reports whether a computer plays a side.
func (s State) Computed(side engine.Side) bool {
	seat, _ := s.Seat(side)
	return seat.Computer != (record.Computer{})
}

// Computers are the sides that computers play.
func (s State) Computers() (sides []engine.Side) {
	for _, seat := range s.Seats {
		if seat.Computer != (record.Computer{}) {
			sides = append(sides, seat.Side)
		}
	}
	return sides
}

// Due are the decisions among those that are open for which the game waits: those of people.
func (s State) Due(owed []engine.Decision) []engine.Decision {
	return slices.DeleteFunc(slices.Clone(owed), func(d engine.Decision) bool { return s.Computed(d.Side) })
}

// SignedLast is when what counts for a thing of a side was signed; ok is false if
// nothing did that tells.
func (s State) SignedLast(side engine.Side, thing string) (last Signature, ok bool) {
	i := slices.IndexFunc(s.Signed, func(t Signature) bool { return t.Side == side && t.Thing == thing })
	if i < 0 {
		return last, false
	}
	return s.Signed[i], true
}

// seat gives a place to be changed, in a slice of its own.
func (s *State) seat(side engine.Side) (*Seat, error) {
	i := slices.IndexFunc(s.Seats, func(p Seat) bool { return p.Side == side })
	if i < 0 {
		return nil, fmt.Errorf("there is no side %q", side)
	}
	s.Seats = slices.Clone(s.Seats)
	return &s.Seats[i], nil
}

// eachSeat changes all places, in a slice of their own.
func (s *State) eachSeat(change func(*Seat)) {
	s.Seats = slices.Clone(s.Seats)
	for i := range s.Seats {
		change(&s.Seats[i])
	}
}

// with adds a number to a list that other states may hold.
func with[T any](list []T, more T) []T { return append(list[:len(list):len(list)], more) }
