// Package ledger reads the logs of games: of a transaction, or of the store as those see it who take in
// several mails together.
package ledger

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"berthier/cmd/internal/amiss"
	"berthier/store"
)

// Ledger is the store as those see it who hold Docket.Mu. While several mails are
// taken in together all that they read and write goes through one transaction, so that
// each sees what those before it have done, and the disk is waited for once. Whoever
// does not hold Mu uses Config.Store.
type Ledger struct {
	*store.Store
	Open    *store.Tx    // of mails that are taken in together; nil at other times
	reading *store.Tx    // of what is being read; nil at other times
	failed  error        // of a write in Open, which may have left half of something there
	last    *store.Tx    // that wrote last
	Breaks  func() error // makes that transaction fail, in tests
	// Damaged are the games of which something was read that is damaged. They are held until the next start.
	Damaged map[string]*Damage
}

// Damage is what is damaged of a game.
type Damage struct {
	store.Problem
	Told bool // the person in charge knows
}

// Damage notes the game of which something is damaged, if an error says that, and gives its name; "" for any other
// error. One game must not stop all.
func (l *Ledger) Damage(err error) (game string) {
	p, _ := errors.AsType[store.Problem](err)
	game = p.Game()
	if _, known := l.Damaged[game]; game != "" && !known {
		if l.Damaged == nil {
			l.Damaged = map[string]*Damage{}
		}
		l.Damaged[game] = &Damage{Problem: p}
	}
	return game
}

// IsDamaged reports whether a game was found damaged, by an error of reading it or before.
func (l *Ledger) IsDamaged(game string, err error) bool {
	_, known := l.Damaged[game]
	return l.Damage(err) == game || known
}

// View is Store.View, or reads in the transaction that is open. What is read inside of fn is
// of the same state of the store.
func (l *Ledger) View(fn func(*store.Tx) error) error {
	if tx := cmp.Or(l.Open, l.reading); tx != nil {
		err := fn(tx)
		return cmp.Or(tx.Fault(), err)
	}
	return l.Store.View(func(tx *store.Tx) error {
		l.reading = tx
		defer func() { l.reading = nil }()
		return fn(tx)
	})
}

// ask is View for one answer.
func ask[T any](l *Ledger, read func(*store.Tx) (T, error)) (answer T, err error) {
	err = l.View(func(tx *store.Tx) error {
		answer, err = read(tx)
		return err
	})
	return answer, err
}

// Games lists the names of all games in ascending order.
func (l *Ledger) Games() ([]string, error) { return ask(l, (*store.Tx).Games) }

// State is a state value that a game has: if it is missing the game is damaged.
func (l *Ledger) State(game, key string) ([]byte, error) {
	return ask(l, func(tx *store.Tx) ([]byte, error) { return Promised(tx, game, key) })
}

func (l *Ledger) state(game, key string) ([]byte, error) {
	return ask(l, func(tx *store.Tx) ([]byte, error) { return tx.State(game, key) })
}

// Value is State for one that may be missing: nil then.
func (l *Ledger) Value(game, key string) ([]byte, error) { return Optional(l.state(game, key)) }

// Derived is Value for one that follows from the log: nil too if it is damaged.
func (l *Ledger) Derived(game, key string) ([]byte, error) {
	value, err := l.Value(game, key)
	if damage, ok := errors.AsType[store.Problem](err); ok && strings.HasSuffix(damage.Where, "/state/"+key) {
		return nil, nil
	}
	return value, err
}

// Values are the names of the state values of a game that begin so.
func (l *Ledger) Values(game, prefix string) ([]string, error) {
	return ask(l, func(tx *store.Tx) ([]string, error) { return tx.StateKeys(game, prefix) })
}

// Foresee reads at once what is asked first of games, each as often as it comes, and of marks: store.Tx.Fetch and
// FetchSeen. It is of use inside of View.
func (l *Ledger) Foresee(games, marks []string) error {
	return l.View(func(tx *store.Tx) error {
		tx.Fetch(slices.Compact(slices.Sorted(slices.Values(games)))...)
		tx.FetchSeen(marks...)
		return nil
	})
}

// readTogether is how many games are read in one transaction.
const readTogether = 256

// Each reads something of games, many in one transaction: it takes few questions of a database, and the memory of
// so many games at a time. It goes on behind a game that is damaged.
func (l *Ledger) Each(games []string, read func(id string) error) error {
	for some := range slices.Chunk(games, readTogether) {
		err := l.View(func(tx *store.Tx) error {
			if len(some) > 1 {
				tx.Fetch(some...)
			}
			for _, id := range some {
				if err := read(id); err != nil && l.Damage(err) != id {
					return fmt.Errorf("game %s: %w", id, err)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Settle is store.Tx.SettleGame.
func (l *Ledger) Settle(game string) error {
	return l.View(func(tx *store.Tx) error { return tx.SettleGame(game) })
}

// Secret is one of a game, which is damaged if it is missing.
func (l *Ledger) Secret(game, name string) (store.Secret, error) {
	return ask(l, func(tx *store.Tx) (store.Secret, error) { return Secret(tx, game, name) })
}

// Seen reports whether something was marked as seen.
func (l *Ledger) Seen(mark string) (bool, error) {
	return ask(l, func(tx *store.Tx) (bool, error) {
		_, seen, err := tx.Seen(mark)
		return seen, err
	})
}

// SeenEach reports of several marks what Seen does.
func (l *Ledger) SeenEach(marks ...string) (seen []bool, err error) {
	err = l.View(func(tx *store.Tx) error {
		tx.FetchSeen(marks...)
		seen = make([]bool, len(marks))
		for i, mark := range marks {
			if _, seen[i], err = tx.Seen(mark); err != nil {
				return err
			}
		}
		return nil
	})
	return seen, err
}

// LastSeq is the number of the last record of a game.
func (l *Ledger) LastSeq(game string) (uint64, error) {
	return ask(l, func(tx *store.Tx) (uint64, error) { return tx.LastSeq(game) })
}

// Record is OneRecord.
func (l *Ledger) Record(game string, seq uint64) (store.Record, error) {
	return ask(l, func(tx *store.Tx) (store.Record, error) { return OneRecord(tx, game, seq) })
}

// Log is WholeLog.
func (l *Ledger) Log(game string) ([]store.Record, error) {
	return ask(l, func(tx *store.Tx) ([]store.Record, error) { return WholeLog(tx, game) })
}

// Tree is that of the log of a game.
func (l *Ledger) Tree(game string) (store.Tree, error) {
	return ask(l, func(tx *store.Tx) (store.Tree, error) { return tx.Tree(game) })
}

// IsOver is that of a log.
func (l *Ledger) IsOver(game string) (bool, error) {
	return ask(l, func(tx *store.Tx) (bool, error) { return IsOver(tx, game) })
}

// LastTime is that of a log.
func (l *Ledger) LastTime(game string) (time.Time, error) {
	return ask(l, func(tx *store.Tx) (time.Time, error) { return LastTime(tx, game) })
}

// LastNumber is that of a log.
func (l *Ledger) LastNumber(game string) (int, error) {
	return ask(l, func(tx *store.Tx) (int, error) { return LastNumber(tx, game) })
}

// Records are those of a game from a number on, as store.Tx.Records gives them. An error comes after
// the transaction, since only its end tells damage from a database that went away.
func (l *Ledger) Records(game string, from uint64) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		enough := false
		err := l.View(func(tx *store.Tx) error {
			for r, err := range tx.Records(game, from) {
				if err := cmp.Or(err, whole(game, r)); err != nil {
					return err
				}
				if enough = !yield(r, nil); enough {
					return nil
				}
			}
			return nil
		})
		if err != nil && !enough {
			yield(store.Record{}, err)
		}
	}
}

// Update is Store.Update, or writes in the open transaction, which cannot be kept
// after an error.
func (l *Ledger) Update(fn func(*store.Tx) error) error {
	if l.Open == nil {
		return l.Store.Update(func(tx *store.Tx) error {
			l.last = tx
			return fn(tx)
		})
	}
	if l.failed == nil {
		l.failed = amiss.Attempt(func() error { return fn(l.Open) })
	}
	return l.failed
}

// Tried are the games of which the last transaction wrote anything, whatever became of it.
func (l *Ledger) Tried() []string {
	if l.last == nil {
		return nil
	}
	return l.last.Written()
}

// Together makes all of what do writes or nothing.
func (l *Ledger) Together(do func() error) error {
	return l.Store.Update(func(tx *store.Tx) error {
		l.Open, l.last, l.failed = tx, tx, nil
		tx.Admit()
		defer func() { l.Open = nil }()
		err := do()
		if err == nil {
			err = l.failed
		}
		if err == nil && l.Breaks != nil {
			err = l.Breaks()
		}
		return err
	})
}
