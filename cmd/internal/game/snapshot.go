package game

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store/leaf"
)

const snapshotTitle = "berthier snapshot 1"

// ErrSnapshot is what is wrong with a snapshot that cannot be used. The log says the
// same.
var ErrSnapshot = errors.New("the snapshot cannot be used")

// sketch is a State in a snapshot, but for its first record and its position.
type sketch struct {
	Tree []byte
	Link []byte
	State
}

// rulesName names rules with their version; "" for none.
func rulesName(rs engine.Ruleset) string {
	if rs == nil {
		return ""
	}
	return Rules{Ruleset: rs.Name(), Version: rs.Version()}.String()
}

// Snapshot writes a State down, so that it need not be made out of its whole log. The
// package doc has its form.
func (s State) Snapshot() ([]byte, error) {
	if s.taken != "" {
		return nil, fmt.Errorf("%w: the record of the new player's key does not follow yet", ErrSnapshot)
	}
	head, err := json.Marshal(sketch{s.Tree.Encode(), s.Link[:], s})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	text := fmt.Appendf(nil, "%s\n%s\n%s\n", snapshotTitle, rulesName(s.follows), head)
	if s.Position != nil {
		text = append(text, s.Position.Encode()...)
	}
	return text, nil
}

// FollowedBy reports whether rules, nil for none, have followed the positions up to a
// snapshot.
func FollowedBy(text []byte, rules engine.Ruleset) bool {
	return bytes.HasPrefix(text, fmt.Appendf(nil, "%s\n%s\n", snapshotTitle, rulesName(rules)))
}

// Glance is Resume without the position.
func Glance(first record.Game, text []byte) (s State, err error) {
	read, _, err := readSnapshot(text)
	if err != nil {
		return s, err
	}
	s = read.State
	s.First, s.Place = first, Place{Lost: true}
	return s, nil
}

// Resume reads a snapshot of the game that began with first. pick gives the rules that
// follow the positions from those in force. An error is an ErrSnapshot, also if other
// rules followed the positions until then, or one of pick.
func Resume(first record.Game, text []byte, pick func(Rules) (engine.Ruleset, error)) (s State, err error) {
	read, position, err := readSnapshot(text)
	if err != nil {
		return s, err
	}
	s = read.State
	if s.follows, err = pick(s.Rules); err != nil {
		return s, err
	}
	if !FollowedBy(text, s.follows) {
		return s, fmt.Errorf("%w: other rules than %q made it", ErrSnapshot, rulesName(s.follows))
	}
	s.First = first
	if s.Lost {
		return s, nil
	}
	if s.Position, err = guarded(func() (engine.Position, error) { return s.follows.Decode(position) }); err != nil {
		return s, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	s.finished = s.ends()
	return s, nil
}

func readSnapshot(text []byte) (k sketch, position []byte, err error) {
	lines := bytes.SplitN(text, []byte("\n"), 4)
	if string(lines[0]) != snapshotTitle || len(lines) < 4 {
		return k, nil, fmt.Errorf("%w: it begins with %.40q", ErrSnapshot, lines[0])
	}
	head := json.NewDecoder(bytes.NewReader(lines[2]))
	head.DisallowUnknownFields()
	if err := head.Decode(&k); err != nil {
		return k, nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	ok := false
	if k.State.Tree, ok = leaf.DecodeTree(k.Tree); !ok {
		return k, nil, fmt.Errorf("%w: its tree is none", ErrSnapshot)
	}
	copy(k.State.Link[:], k.Link)
	return k, lines[3], nil
}

// CheckSnapshot compares a snapshot with the log that it was made of, but for the
// position: it gives that as the snapshot has it, and the number that it stands behind.
func CheckSnapshot(log []leaf.Record, text []byte) (number int, position []byte, err error) {
	got, position, err := readSnapshot(text)
	if err != nil {
		return 0, nil, err
	}
	seq := got.State.Tree.Size()
	if seq > uint64(len(log)) {
		return 0, nil, fmt.Errorf("%w: it stands behind record %d, the log has %d", ErrSnapshot, seq, len(log))
	}
	s, err := Fold(nil, log[:seq], nil)
	if err != nil {
		return 0, nil, err
	}
	want := sketch{s.Tree.Encode(), s.Link[:], s}
	want.Adrift, want.Lost = got.Adrift, got.Lost
	head, err := json.Marshal(want)
	if err == nil && !bytes.Equal(bytes.SplitN(text, []byte("\n"), 4)[2], head) {
		err = fmt.Errorf("%w: it is not what the log says", ErrSnapshot)
	}
	return s.Number, position, err
}

// InForce finds the rules that a log has put into force.
func InForce(log []leaf.Record) (r Rules, err error) {
	for _, l := range log {
		if l.Kind != record.KindGame && l.Kind != record.KindMigrate {
			continue
		}
		e, err := Read(l)
		if err != nil {
			return r, err
		}
		switch v := e.Record.(type) {
		case record.Game:
			r = Rules{v.Ruleset, v.Version, v.Data}
		case record.Migrate:
			r = Rules{v.Ruleset, v.New, v.Data}
		}
	}
	return r, nil
}
