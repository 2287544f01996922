package store

import "fmt"

// postponedWrites is what is still to be written about a game.
type postponedWrites struct {
	game  string
	write func() error
}

// Postpone has write make more of the changes of this transaction to a game, all of them
// about that game, when its rows are next asked for, and at the latest at the end: so that
// what they need can be made beside other work. If write fails the transaction cannot be
// committed.
func (tx *Tx) Postpone(game string, write func() error) error {
	if err := tx.SettleGame(game); err != nil {
		return err
	}
	tx.postponed, tx.written = append(tx.postponed, postponedWrites{game, write}), true
	return nil
}

// SettleGame makes now what was postponed for a game. All methods that read or change its
// log or its state do so; it is for those who remember something of these. After an error of what was postponed the
// transaction cannot be committed.
func (tx *Tx) SettleGame(game string) error {
	for i, p := range tx.postponed {
		if p.game == game {
			tx.postponed = append(tx.postponed[:i:i], tx.postponed[i+1:]...)
			if err := p.write(); err != nil && tx.failed == nil {
				tx.failed = fmt.Errorf("what was postponed for game %s: %w", game, err)
			}
			return tx.failed
		}
	}
	return nil
}

// settleGames makes all that was postponed.
func (tx *Tx) settleGames() error {
	for len(tx.postponed) > 0 && tx.failed == nil {
		if err := tx.SettleGame(tx.postponed[0].game); err != nil {
			return err
		}
	}
	return tx.failed
}

// lateMessage is a message that is written at the end of a transaction, unless it is read before.
type lateMessage struct {
	seq []byte
	q   QueuedMail
}

// settle waits for the message.
func (q *QueuedMail) settle() (err error) {
	if q.Later != nil {
		q.Raw, err = q.Later()
		q.Later = nil
	}
	return err
}

// putRaw writes a message, or puts that off if it is still to come.
func (o outbox) putRaw(seq []byte, q QueuedMail) error {
	if q.Later == nil {
		return o.raw.put(seq, q.Raw)
	}
	tx := o.raw.tx
	tx.later, tx.written = append(tx.later, lateMessage{seq, q}), true
	return nil
}

// rawOf reads a message.
func (o outbox) rawOf(seq []byte) ([]byte, error) {
	if err := o.raw.tx.settle(); err != nil {
		return nil, err
	}
	return o.raw.must(seq)
}

// settle makes what was postponed, and writes the messages that were put off. If one does
// not come the transaction cannot be committed.
func (tx *Tx) settle() error {
	if err := tx.settleGames(); err != nil {
		return err
	}
	for len(tx.later) > 0 && tx.failed == nil {
		next := tx.later[0]
		o, err := tx.outbox()
		if err == nil {
			err = next.q.settle()
		}
		if err == nil {
			err = o.raw.put(next.seq, next.q.Raw)
		}
		if err != nil {
			tx.failed = err
		}
		tx.later = tx.later[1:]
	}
	return tx.failed
}
