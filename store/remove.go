package store

import "iter"

// Entries is Mails without Raw: its cost does not grow with the size of the mails.
func (tx *Tx) Entries(game string) iter.Seq2[QueuedMail, error] {
	return tx.mailsOf(game, outbox.mail)
}

// RemoveMail takes a mail out of the outbox with all that is known of it, whether
// it waits or not; it is as if it had never been there, but for its number. It
// returns ErrNotFound for a mail that never was in the outbox.
func (tx *Tx) RemoveMail(id string) error {
	o, seq, q, err := tx.find(id)
	if err != nil {
		return err
	}
	due, err := q.dueKey(seq)
	if err != nil {
		return err
	}
	if q.Waiting() {
		if err := o.due.delete(due); err != nil {
			return err
		}
	}
	for _, row := range []struct {
		t   table
		key []byte
	}{{o.game, q.gameKey(seq)}, {o.id, []byte(q.ID)}, {o.raw, seq}, {o.entry, seq}} {
		if err := row.t.delete(row.key); err != nil {
			return err
		}
	}
	return nil
}
