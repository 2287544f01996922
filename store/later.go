package store

// lateRaw is a message that is written at the end of a transaction, unless it is read before.
type lateRaw struct {
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
	tx.later, tx.written = append(tx.later, lateRaw{seq, q}), true
	return nil
}

// rawOf reads a message.
func (o outbox) rawOf(seq []byte) ([]byte, error) {
	if err := o.raw.tx.settle(); err != nil {
		return nil, err
	}
	return o.raw.must(seq)
}

// settle writes the messages that were put off. If one does not come the transaction cannot
// be committed.
func (tx *Tx) settle() error {
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
