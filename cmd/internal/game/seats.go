package game

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/mail/sign"
)

// command takes a command of a player.
func (s *State) command(e Entry, c record.Command) error {
	seat, err := s.seat(c.Side)
	switch {
	case err != nil:
		return err
	case seat.Computer != (record.Computer{}):
		return computed(c.Side)
	case seat.Vacant != 0:
		return resigned(c.Side)
	case s.Closed != nil:
		return errors.New("came when the answers to the step were complete")
	}
	news := true
	switch c.Command {
	case record.CommandWithdraw:
		if news = false; seat.Pending.Seq == 0 {
			return errors.New("there are no orders to withdraw")
		}
		seat.Pending, s.Window = PendingOrders{}, nil
	case record.CommandDraw:
		seat.Offer = e.Seq
	case record.CommandNoDraw:
		if seat.Offer == 0 {
			return errors.New("there is no offer to take back")
		}
		seat.Offer = 0
	case record.CommandConcede:
		seat.Conceded = e.Seq
	case record.CommandResign:
		seat.Vacant = e.Seq
	default: // the record of the clocks follows, or the next mail is in another language
		news = false
		if code, ok := strings.CutPrefix(c.Command, record.CommandLanguage+" "); ok {
			seat.Language = tongue.Language(code)
		}
	}
	if news {
		s.News = with(s.News, e.Seq)
	}
	s.signed(c.Known, c.Proof, *seat, c.Key, ThingOf(c.Command), c.Step+1, c.Time)
	return nil
}

func resigned(side engine.Side) error {
	return fmt.Errorf("%s has resigned, and nobody has taken the seat", side)
}

func computed(side engine.Side) error { return fmt.Errorf("%s is played by a computer", side) }

// key changes a key, or notes that a player asks for another.
func (s *State) key(e Entry, k record.Key) error {
	seat, err := s.seat(k.Side)
	switch {
	case err != nil:
		return err
	case seat.Vacant != 0 && k.By.Signed() && k.By != record.KeyByInvitation:
		return resigned(k.Side)
	case seat.Key.Name() != k.Old:
		return fmt.Errorf("the key of %s was %q, not %q", k.Side, seat.Key.Name(), k.Old)
	case s.taken != "" && (s.taken != k.Side || k.By != record.KeyBySubstitute):
		return errors.New("the record of the new player's key does not follow")
	case s.taken == "" && k.By == record.KeyBySubstitute:
		return errors.New("no record of a substitute stands before it")
	case seat.Computer != (record.Computer{}) && (s.taken == "" || k.New != sign.Key{}):
		return computed(k.Side)
	case k.By == record.KeyByConfirmation && (seat.Asked.Seq == 0 || seat.Asked.Key != k.New):
		return errors.New("nobody had asked for this key")
	case k.By == record.KeyByInvitation && k.Old != "":
		return errors.New("the side has a key, so nobody was invited to send one")
	}
	s.signed(k.Known, k.Proof, *seat, k.Old, ThingOfKey(k), 0, k.Time)
	if k.By == record.KeyByRequest {
		seat.Asked = KeyRequest{e.Seq, k.New}
		return nil
	}
	if !k.By.Signed() { // the old key may be in wrong hands
		seat.Pending, s.Window = PendingOrders{}, nil
	}
	seat.Key, seat.Rekeyed, seat.Asked, seat.Vacant = k.New, true, KeyRequest{}, 0
	s.taken, s.KeyNews = "", with(s.KeyNews, e.Seq)
	return nil
}

// substitute gives a side to another player.
func (s *State) substitute(v record.Substitute) error {
	seat, err := s.seat(v.Side)
	if err != nil {
		return err
	}
	if seat.Player != v.Old {
		return fmt.Errorf("the player of %s was %q, not %q", v.Side, seat.Player, v.Old)
	}
	seat.Player, seat.Computer, seat.Taken, s.taken = v.New, v.Computer, true, v.Side
	seat.Language = ""
	return nil
}

// Language is the one that all people of a game have chosen for their mails; "" if they have not.
func (s State) Language() (all tongue.Language) {
	first := true
	for _, seat := range s.Seats {
		if seat.Computer.Name != "" {
			continue
		}
		if !first && seat.Language != all {
			return ""
		}
		first, all = false, seat.Language
	}
	return all
}

// SetLanguage decides that the mails of a side are in another language.
func SetLanguage(s State, now time.Time, by string, side engine.Side, l tongue.Language,
) (v record.Language, err error) {
	v = record.Language{Head: s.Head(now), By: by, Side: side, Language: l}
	return v, s.speak(v)
}

// speak has the mails of a side written in another language.
func (s *State) speak(v record.Language) error {
	seat, err := s.seat(v.Side)
	switch {
	case err != nil:
		return err
	case seat.Computer != (record.Computer{}):
		return computed(v.Side)
	case cmp.Or(seat.Language, tongue.En) == v.Language:
		return fmt.Errorf("the mails to %s are in this language: %s", v.Side, v.Language)
	}
	seat.Language = v.Language
	return nil
}

// Things that a signature decides, beside the words of commands. Orders are another
// thing in each step.
const (
	ThingOrders = "orders"
	ThingKey    = "key"
)

// ThingOf is what a command decides: of what decides the same thing, what was
// signed last counts. Empty for what decides nothing for long.
func ThingOf(command string) string {
	word, rest, _ := strings.Cut(command, " ")
	switch word {
	case record.CommandWithdraw:
		return ThingOrders
	case record.CommandNotFinal:
		return record.CommandFinal
	case record.CommandResume:
		return record.CommandPause
	case "invite", "substitute":
		side, _, _ := strings.Cut(rest, " ")
		return word + " " + strings.ToLower(side)
	case record.CommandAbsence, "announce", "press":
		return ""
	}
	return word
}

// ThingOfKey is what a change of a key decides.
func ThingOfKey(k record.Key) string {
	if k.By == record.KeyByPlayer || k.By == record.KeyByRequest {
		return ThingKey
	}
	return ""
}

// signed notes when what counts was signed, if its signature tells; name is that of the
// key. Whether it holds is a question for an audit.
func (s *State) signed(known bool, p sign.Proof, seat Seat, name, thing string, step int, came time.Time) {
	const openSSH = "-----BEGIN SSH SIGNATURE-----" // has no time
	if !known || thing == "" || strings.HasPrefix(string(p.Signature), openSSH) {
		return
	}
	key := seat.Key
	if domain, ok := strings.CutPrefix(name, sign.DKIMKey("").Name()+" "); ok {
		key = sign.DKIMKey(domain)
	}
	v, err := p.Verify(key, came)
	if err != nil || v.Time.IsZero() {
		return
	}
	last := Signature{seat.Side, thing, step, v.Time, came}
	i := slices.IndexFunc(s.Signed, func(t Signature) bool { return t.Side == seat.Side && t.Thing == thing })
	if i < 0 {
		s.Signed = with(s.Signed, last)
		return
	}
	s.Signed = slices.Clone(s.Signed)
	s.Signed[i] = last
}
