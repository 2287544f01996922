package store

import (
	"bytes"
	"errors"
	"iter"
	"slices"
	"strings"
	"time"
)

// Due returns at most limit mails that may be sent now, in the order of
// (NotBefore, Enqueue). Nobody's mails overtake each other: a mail is due only
// when no mail before it to any of its recipients waits. So one call returns
// one mail per recipient at most, the batch may be sent in parallel, and the
// caller asks again until the answer is empty. Its cost grows with the mails
// whose NotBefore has come and which still wait, and with nothing else. A mail that is damaged (QueuedMail.Damage)
// holds up no other, and comes beside those that limit counts.
func (tx *Tx) Due(now time.Time, limit int) ([]QueuedMail, error) {
	o, err := tx.queue()
	if err != nil {
		return nil, err
	}
	end, err := timeKey(now)
	if err != nil {
		return nil, err
	}
	if err := tx.settle(); err != nil {
		return nil, err
	}
	o.foresee(now, end, limit)
	var found []QueuedMail
	held, sound := map[string]bool{}, 0
	for key, value := range o.due.rows(nil) {
		if sound >= limit || bytes.Compare(key[:min(8, len(key))], end) > 0 {
			break
		}
		seq, q, err := o.waiting(key, value)
		waits := isHeld(held, q.To) || q.RetryAt.After(now)
		if err == nil && q.Damage == nil && !waits {
			q.Raw, err = o.raw.must(seq)
			if err == nil {
				_, err = o.id.must([]byte(q.ID)) // by which it is noted afterwards that it was sent
			}
			err = q.keepDamage(err)
		}
		switch {
		case err != nil:
			return nil, err
		case q.Damage != nil:
			found = append(found, q)
			continue
		}
		hold(held, q.To)
		if !waits {
			found, sound = append(found, q), sound+1
		}
	}
	return found, nil
}

// foresee reads at once, where one answer takes as long as many, what is known of the first mails that wait, and the
// messages of those that may be sent.
func (o outbox) foresee(now time.Time, end []byte, limit int) {
	tx := o.due.tx
	if _, ok := tx.rows.(*databaseRows); !ok {
		return
	}
	var seqs [][]byte
	for key := range o.due.rows(nil) {
		if len(seqs) == limit || len(key) != 16 || bytes.Compare(key[:8], end) > 0 {
			break
		}
		seqs = append(seqs, bytes.Clone(key[8:]))
	}
	tx.fetchKeys(o.entry.path, seqs)
	var raw, ids [][]byte
	held := map[string]bool{}
	for _, seq := range seqs {
		q, err := o.mail(seq)
		if err == nil && !isHeld(held, q.To) && !q.RetryAt.After(now) {
			raw, ids = append(raw, seq), append(ids, []byte(q.ID))
		}
		hold(held, q.To)
	}
	tx.fetchKeys(o.raw.path, raw)
	tx.fetchKeys(o.id.path, ids)
}

// waiting reads a mail that waits, by its place in the queue.
func (o outbox) waiting(key, value []byte) (seq []byte, q QueuedMail, err error) {
	seq, err = o.dueSeq(key, value)
	if err == nil {
		q, err = o.mail(seq)
	}
	err = q.keepDamage(err)
	return seq, q, err
}

// keepDamage keeps an error of reading the mail that says that it is damaged, and returns any other.
func (q *QueuedMail) keepDamage(err error) error {
	if damage, ok := errors.AsType[Problem](err); ok {
		q.Damage = damage
		return nil
	}
	return err
}

// isHeld reports whether one of the recipients is marked.
func isHeld(held map[string]bool, to []string) bool {
	return slices.ContainsFunc(to, func(address string) bool { return held[strings.ToLower(address)] })
}

// hold marks the recipients.
func hold(held map[string]bool, to []string) {
	for _, address := range to {
		held[strings.ToLower(address)] = true
	}
}

func (o outbox) dueSeq(key, value []byte) ([]byte, error) {
	if len(key) != 16 {
		return nil, o.due.problem(key, "not a place in the queue")
	}
	_, err := o.due.unseal(key, value)
	return key[8:], err
}

// Waiting yields the mails that wait, without Raw, in the order in which they
// are to be sent; one whose entry is damaged with QueuedMail.Damage. At an error it yields that error and stops.
func (tx *Tx) Waiting() iter.Seq2[QueuedMail, error] {
	return func(yield func(QueuedMail, error) bool) {
		o, err := tx.queue()
		if err != nil {
			yield(QueuedMail{}, err)
			return
		}
		for key, value := range o.due.rows(nil) {
			_, q, err := o.waiting(key, value)
			if !yield(q, err) || err != nil {
				return
			}
		}
	}
}

// RetryNow ends the waits that Retry and Delay set, so that every mail is tried
// again as soon as its NotBefore has come; those that Hold stopped stay so.
func (tx *Tx) RetryNow() error {
	o, err := tx.queue()
	if err != nil {
		return err
	}
	for key, value := range o.due.rows(nil) {
		seq, q, err := o.waiting(key, value)
		if err != nil {
			return err
		}
		if q.RetryAt.IsZero() || !q.HeldAt.IsZero() {
			continue
		}
		q.RetryAt = time.Time{}
		if err := o.put(seq, q); err != nil {
			return err
		}
	}
	return nil
}

// GameOfDamaged is the game of a damaged mail, as far as its other rows tell; "" for none. Its cost grows with all
// mails.
func (tx *Tx) GameOfDamaged(q QueuedMail) (game string, err error) {
	damage, _ := errors.AsType[Problem](q.Damage)
	if q.ID != "" {
		return q.Game, nil
	}
	o, err := tx.outbox()
	if err != nil {
		return "", err
	}
	for key := range o.game.rows(nil) {
		if name, seq, _ := bytes.Cut(key, []byte{0}); damage.Where == o.entry.where(seq) {
			return string(name), nil
		}
	}
	return "", tx.rows.fault()
}
