package store

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"os"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/tlog"
)

// DiaryPruned is the kind of diary entries about what was removed.
const DiaryPruned = "pruned"

// Tombstone is what stays of a game that was removed, so that its name is never given
// again: whoever has its log can show that it is that one.
type Tombstone struct {
	Game    string
	At      time.Time // UTC, to the second
	Records uint64
	Root    tlog.Hash // of the tree over its log
}

func (g Tombstone) encode() []byte {
	return fmt.Appendf(nil, "%s %d %x", g.At.UTC().Format(time.RFC3339), g.Records, g.Root[:])
}

func decodeGone(game string, b []byte) (Tombstone, error) {
	g := Tombstone{Game: game}
	words := strings.Split(string(b), " ")
	if len(words) != 3 {
		return g, errors.New("not what stays of a game")
	}
	at, err1 := time.Parse(time.RFC3339, words[0])
	_, err2 := fmt.Sscan(words[1], &g.Records)
	root, err3 := hex.DecodeString(words[2])
	if err := errors.Join(err1, err2, err3); err != nil {
		return g, err
	}
	g.At = at
	copy(g.Root[:], root)
	if !bytes.Equal(g.encode(), b) {
		return g, errors.New("not in canonical form")
	}
	return g, nil
}

// RemoveGame takes a game out of the store, with its log, state, messages, secrets and
// mails. Its name stays taken: CreateGame returns ErrGameExists for it.
func (tx *Tx) RemoveGame(name string, at time.Time) (Tombstone, error) {
	tx.Announce(name)
	tree, err := tx.Tree(name)
	if err != nil {
		return Tombstone{}, err
	}
	g := Tombstone{Game: name, At: at.UTC().Truncate(time.Second), Records: tree.Size(), Root: tree.Root()}
	var ids []string
	for q, err := range tx.Entries(name) {
		if err != nil {
			return g, err
		}
		ids = append(ids, q.ID)
	}
	for _, id := range ids {
		if err := tx.RemoveMail(id); err != nil {
			return g, err
		}
	}
	gone, err := tx.room(bucketGone)
	if err == nil {
		err = gone.put([]byte(name), g.encode())
	}
	if err != nil {
		return g, err
	}
	return g, tx.clearGame(name)
}

// clearGame deletes all rows of a game; the last is its tree, with which its buckets go.
func (tx *Tx) clearGame(name string) error {
	for _, part := range gameBuckets {
		t, err := tx.game(name, part)
		if err == nil {
			err = t.clear()
		}
		if err != nil {
			return err
		}
	}
	if secrets, err := tx.table(bucketSecrets, name); err == nil {
		if err := secrets.clear(); err != nil {
			return err
		}
	}
	game, err := tx.game(name)
	if err == nil {
		delete(tx.grown, name)
		err = game.delete([]byte(keyTree))
	}
	if err != nil {
		return err
	}
	return tx.wrote(bucketGames+"/"+name, tx.dropGame(name))
}

func (t table) clear() error {
	for key := range t.rows(nil) {
		if err := t.delete(key); err != nil {
			return err
		}
	}
	return nil
}

// dropGame removes the buckets of a game whose rows were deleted, one by one: bbolt
// passes over some that lie in a bucket which was written to in the same transaction.
func (tx *Tx) dropGame(name string) error {
	tx.tables = nil
	if secrets := tx.rows.root().in(bucketSecrets); secrets.in(name) != nil {
		if err := secrets.DeleteBucket([]byte(name)); err != nil {
			return err
		}
	}
	games := tx.rows.root().in(bucketGames)
	for _, part := range gameBuckets {
		if err := games.in(name).DeleteBucket([]byte(part)); err != nil {
			return err
		}
	}
	return games.DeleteBucket([]byte(name))
}

// Gone yields what stays of all games that were removed, by name. At an error it yields
// that error and stops.
func (tx *Tx) Gone() iter.Seq2[Tombstone, error] {
	return func(yield func(Tombstone, error) bool) {
		t, err := tx.table(bucketGone)
		if err != nil {
			return // none was removed yet
		}
		for key, value := range t.rows(nil) {
			var g Tombstone
			b, err := t.unseal(key, value)
			if err == nil {
				if g, err = decodeGone(string(key), b); err != nil {
					err = t.problem(key, "%v", err)
				}
			}
			if !yield(g, err) || err != nil {
				return
			}
		}
	}
}

// IsGone reports whether a game of that name was removed.
func (tx *Tx) IsGone(name string) bool {
	t, err := tx.table(bucketGone)
	return err == nil && t.has([]byte(name))
}

// RemoveSent takes the mails out of the outbox that were sent, or given up, before a time,
// and returns how many there were. The error is a Problem if a mail is damaged.
func (tx *Tx) RemoveSent(before time.Time) (n int, err error) {
	names, err := tx.Games()
	if err != nil {
		return 0, err
	}
	var ids []string
	for _, game := range append(names, "") {
		for q, err := range tx.Entries(game) {
			if err != nil {
				return 0, err
			}
			if !q.Waiting() && q.SentAt.Before(before) && q.GivenUpAt.Before(before) {
				ids = append(ids, q.ID)
			}
		}
	}
	for _, id := range ids {
		if err := tx.RemoveMail(id); err != nil {
			return 0, err
		}
	}
	return len(ids), nil
}

// RemoveSeen forgets the marks of MarkSeen from before a time, and returns how many
// there were. The error is a Problem if a mark is damaged.
func (tx *Tx) RemoveSeen(before time.Time) (n int, err error) {
	seen, err := tx.table(bucketSeen)
	if err != nil {
		return 0, err
	}
	for key, value := range seen.rows(nil) {
		stamp, err := seen.unseal(key, value)
		if err != nil {
			return n, err
		}
		at, ok := parseTime(stamp)
		if !ok {
			return n, seen.problem(key, "not a time")
		}
		if !at.Before(before) {
			continue
		}
		if err := seen.delete(key); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// CutJournal lets another journal begin with all that the store has now, and removes
// the one before, which still has what was removed from the store. Writers wait
// meanwhile. A damaged store is refused with its first Problem. In a database there is nothing to cut.
func (s *Store) CutJournal() error {
	if s.far != nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken != nil {
		return fmt.Errorf("%w: %w", ErrBroken, s.broken)
	}
	if err := s.soundInside(); err != nil {
		return fmt.Errorf("the journal is not cut: %w", err)
	}
	path, err := journalFile(s.db.Path())
	if err != nil {
		return err
	}
	old := s.journal
	if err := s.beginJournal(path, journalStart{behind: old.end.seq, aside: path + cutSuffix}); err != nil {
		return fmt.Errorf("cutting the journal: %w", err)
	}
	crashAt("cut")
	if err := errors.Join(old.f.Close(), os.Remove(path+cutSuffix)); err != nil {
		return fmt.Errorf("cutting the journal: %w", err)
	}
	return nil
}

// cutSuffix ends the name of a journal that another one takes the place of, until it is
// removed.
const cutSuffix = ".cut"
