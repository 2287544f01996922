package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"berthier/store/leaf"
)

// maxLastError is the longest error text kept with a mail, in bytes.
const maxLastError = 1000

// Mail is an outgoing mail as Enqueue takes it.
type Mail = leaf.Mail

// QueuedMail is an outgoing mail and what became of it. It waits as long as
// SentAt and GivenUpAt are zero. All times are UTC.
type QueuedMail struct {
	Mail
	Attempts  int       `json:"attempts"`            // failed attempts reported by Retry
	RetryAt   time.Time `json:"retryAt,omitzero"`    // not to be tried before; set by Retry, Hold and Delay
	LastError string    `json:"lastError,omitempty"` // of Retry or GiveUp, at most 1000 bytes
	SentAt    time.Time `json:"sentAt,omitzero"`     // set by Sent
	GivenUpAt time.Time `json:"givenUpAt,omitzero"`  // set by GiveUp
	HeldAt    time.Time `json:"heldAt,omitzero"`     // set by Hold: waits until RetryAt or Release
	Holds     int       `json:"holds,omitempty"`     // how often Hold stopped it since the last Release
	Damage    error     `json:"-"`                   // a Problem of one of its rows; what that row has is left out
}

// Waiting reports whether the mail is still to be sent.
func (q QueuedMail) Waiting() bool { return q.SentAt.IsZero() && q.GivenUpAt.IsZero() }

func (q QueuedMail) encode() ([]byte, error) { return json.Marshal(q) }

// decodeMail takes only what encode writes, so unknown, doubled or misspelt
// fields are refused. Raw lies elsewhere.
func decodeMail(b []byte) (QueuedMail, error) {
	var q QueuedMail
	if err := json.Unmarshal(b, &q); err != nil {
		return QueuedMail{}, err
	}
	if again, err := q.encode(); err != nil || !bytes.Equal(again, b) {
		return QueuedMail{}, errors.New("not in canonical form")
	}
	return q, q.check()
}

func (q QueuedMail) check() error {
	if err := checkKey("mail ID", q.ID); err != nil {
		return err
	}
	if len(q.To) == 0 {
		return errors.New("mail without recipient")
	}
	for _, address := range q.To {
		if err := checkKey("recipient", address); err != nil {
			return err
		}
	}
	if q.From != "" {
		if err := checkKey("sender", q.From); err != nil {
			return err
		}
	}
	for _, t := range []time.Time{q.NotBefore, q.RetryAt, q.SentAt, q.GivenUpAt, q.HeldAt} {
		if _, err := timeKey(t); err != nil {
			return err
		}
	}
	if q.Attempts < 0 || q.Holds < 0 || !q.SentAt.IsZero() && !q.GivenUpAt.IsZero() ||
		!q.HeldAt.IsZero() && !q.Waiting() {
		return errors.New("impossible state of delivery")
	}
	return nil
}

// dueKey is the mail's place in the queue. It never changes: a retry must not
// let a later mail overtake.
func (q QueuedMail) dueKey(seq []byte) ([]byte, error) {
	at, err := timeKey(q.NotBefore)
	return append(at, seq...), err
}

func (q QueuedMail) gameKey(seq []byte) []byte {
	return append([]byte(q.Game+"\x00"), seq...)
}

// outbox is the five tables of the mails bucket.
type outbox struct{ entry, raw, id, due, game table }

func (tx *Tx) outbox() (outbox, error) {
	var o outbox
	for i, t := range []*table{&o.entry, &o.raw, &o.id, &o.due, &o.game} {
		var err error
		if *t, err = tx.table(bucketMails, mailBuckets[i]); err != nil {
			return outbox{}, err
		}
	}
	return o, nil
}

// queue is outbox with all that was postponed.
func (tx *Tx) queue() (outbox, error) {
	if err := tx.settleGames(); err != nil {
		return outbox{}, err
	}
	return tx.outbox()
}

// mail reads the entry with the given sequence number, without Raw.
func (o outbox) mail(seq []byte) (QueuedMail, error) {
	b, err := o.entry.must(seq)
	if err != nil {
		return QueuedMail{}, err
	}
	q, err := decodeMail(b)
	if err != nil {
		return QueuedMail{}, o.entry.problem(seq, "%v", err)
	}
	return q, nil
}

func (o outbox) put(seq []byte, q QueuedMail) error {
	b, err := q.encode()
	if err != nil {
		return err
	}
	return o.entry.put(seq, b)
}

// Enqueue adds a mail to the outbox. A mail that was enqueued before, sent or
// not, is left alone; if anything but NotBefore differs it is ErrConflict. So
// a mail whose ID follows from what it reports can never be sent twice. A message
// that is still to come (Mail.Later) is waited for when it is read, or at the end.
func (tx *Tx) Enqueue(m Mail) error {
	o, err := tx.outbox()
	if err != nil {
		return err
	}
	q := QueuedMail{Mail: m}
	q.NotBefore = utc(m.NotBefore)
	if err := q.check(); err != nil {
		return fmt.Errorf("enqueuing mail: %w", err)
	}
	if m.Game != "" {
		if _, err := tx.gameBefore(m.Game); err != nil {
			return err
		}
	}
	if o.id.has([]byte(m.ID)) {
		return o.compare(q)
	}
	seq, err := o.next()
	if err != nil {
		return err
	}
	return o.add(uint64Key(seq), q)
}

// next is the number of the next mail.
func (o outbox) next() (uint64, error) {
	if t, ok := o.entry.tx.rows.(*databaseRows); ok {
		return t.nextMail()
	}
	last := o.entry.b.last()
	if last == nil {
		return 1, nil
	}
	return binary.BigEndian.Uint64(last) + 1, nil
}

func (o outbox) add(seq []byte, q QueuedMail) error {
	due, err := q.dueKey(seq)
	if err != nil {
		return err
	}
	if err := o.put(seq, q); err != nil {
		return err
	}
	if err := o.putRaw(seq, q); err != nil {
		return err
	}
	if err := o.id.put([]byte(q.ID), seq); err != nil {
		return err
	}
	if err := o.due.put(due, nil); err != nil {
		return err
	}
	return o.game.put(q.gameKey(seq), nil)
}

func (o outbox) compare(q QueuedMail) error {
	if err := q.settle(); err != nil {
		return err
	}
	seq, err := o.id.get([]byte(q.ID))
	if err != nil {
		return err
	}
	old, err := o.mail(seq)
	if err != nil {
		return err
	}
	if old.Raw, err = o.rawOf(seq); err != nil {
		return err
	}
	if !bytes.Equal(old.Raw, q.Raw) || old.From != q.From || old.Game != q.Game || !slices.Equal(old.To, q.To) {
		return fmt.Errorf("mail %s: %w", q.ID, ErrConflict)
	}
	return nil
}

// Sent takes a waiting mail out of the queue after the mail server accepted it.
// The mail stays readable through Mails. It returns ErrNotWaiting for any other.
func (tx *Tx) Sent(id string, at time.Time) error {
	return tx.change(id, at, func(q *QueuedMail, at time.Time) {
		q.SentAt, q.LastError, q.HeldAt = at, "",
			time.Time{}
	})
}

// Retry notes a failed attempt with a waiting mail. The mail, and all later ones
// to its recipients, wait until at. It returns ErrNotWaiting for any other mail.
func (tx *Tx) Retry(id string, at time.Time, lastErr string) error {
	return tx.change(id, at, func(q *QueuedMail, at time.Time) {
		q.Attempts++
		q.RetryAt, q.LastError = at, clip(lastErr)
	})
}

// Hold stops the mails to the recipients of one that was sent, or waits, and did
// not arrive: it waits again, in its old place before all later ones, until the
// time given or Release. It returns ErrNotFound for a mail that never was in the
// outbox; one that was given up, or is stopped already, stays so.
func (tx *Tx) Hold(id string, at, until time.Time, reason string) error {
	o, seq, q, err := tx.find(id)
	if err != nil {
		return err
	}
	if at.IsZero() || until.IsZero() {
		return errors.New("holding a mail: no time given")
	}
	if !q.GivenUpAt.IsZero() || !q.HeldAt.IsZero() {
		return nil
	}
	tx.announce(ClaimHeld)
	q.SentAt, q.HeldAt, q.RetryAt, q.LastError = time.Time{}, utc(at), utc(until), clip(reason)
	q.Holds++
	if err := q.check(); err != nil {
		return fmt.Errorf("holding mail %s: %w", id, err)
	}
	due, err := q.dueKey(seq)
	if err != nil {
		return err
	}
	if err := o.due.put(due, nil); err != nil {
		return err
	}
	return o.put(seq, q)
}

// Delay lets the mails to an address that wait go out no sooner than at: the first
// of them waits, and the others behind it. One that is stopped or waits for longer
// is left alone. It is no error if none waits.
func (tx *Tx) Delay(address string, at time.Time) error {
	o, err := tx.outbox()
	if err != nil {
		return err
	}
	for q, err := range tx.Waiting() {
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(q.To, func(a string) bool { return strings.EqualFold(a, address) }) {
			continue
		}
		seq, err := o.id.must([]byte(q.ID))
		if err != nil || !q.HeldAt.IsZero() || !q.RetryAt.Before(at) {
			return err
		}
		q.RetryAt = utc(at)
		if err := q.check(); err != nil {
			return fmt.Errorf("delaying mail %s: %w", q.ID, err)
		}
		return o.put(seq, q)
	}
	return nil
}

// Release lets the mails go on that Hold stopped, all those to one of the
// addresses, and returns how many. They are tried at once. It is no error if none was stopped.
func (tx *Tx) Release(addresses ...string) (released int, err error) {
	o, err := tx.outbox()
	if err != nil {
		return 0, err
	}
	wanted := map[string]bool{}
	hold(wanted, addresses)
	for q, err := range tx.Waiting() {
		if err != nil {
			return released, err
		}
		if q.HeldAt.IsZero() || !isHeld(wanted, q.To) {
			continue
		}
		seq, err := o.id.must([]byte(q.ID))
		if err != nil {
			return released, err
		}
		tx.announce(ClaimHeld)
		q.HeldAt, q.RetryAt, q.Holds = time.Time{}, time.Time{}, 0
		if err := o.put(seq, q); err != nil {
			return released, err
		}
		released++
	}
	return released, nil
}

// Mail returns the mail with a Message-ID, whatever became of it, or ErrNotFound.
func (tx *Tx) Mail(id string) (QueuedMail, error) {
	o, seq, q, err := tx.find(id)
	if err == nil {
		q.Raw, err = o.raw.must(seq)
	}
	return q, err
}

// find reads the mail with a Message-ID, without Raw.
func (tx *Tx) find(id string) (o outbox, seq []byte, q QueuedMail, err error) {
	if o, err = tx.outbox(); err == nil {
		err = tx.settle()
	}
	if err != nil {
		return o, nil, q, err
	}
	if seq, err = o.id.get([]byte(id)); err != nil {
		return o, nil, q, err
	}
	q, err = o.mail(seq)
	return o, seq, q, err
}

// Backlog counts the mails that wait, and those of them that failed before. Its
// cost grows with these mails and with nothing else.
func (tx *Tx) Backlog() (waiting, failed int, err error) {
	for q, err := range tx.Waiting() {
		if err != nil {
			return 0, 0, err
		}
		if waiting++; q.Attempts > 0 {
			failed++
		}
	}
	return waiting, failed, nil
}

// GiveUp takes a waiting mail out of the queue for good. The mail stays readable
// through Mails. It returns ErrNotWaiting for any other.
func (tx *Tx) GiveUp(id string, at time.Time, reason string) error {
	return tx.change(id, at, func(q *QueuedMail, at time.Time) {
		q.GivenUpAt, q.LastError, q.HeldAt = at, clip(reason),
			time.Time{}
	})
}

func (tx *Tx) change(id string, at time.Time, apply func(*QueuedMail, time.Time)) error {
	if at.IsZero() {
		return errors.New("changing a mail: no time given")
	}
	o, seq, q, err := tx.find(id)
	if errors.Is(err, ErrNotFound) {
		return fmt.Errorf("mail %s: %w", id, ErrNotWaiting)
	}
	if err != nil {
		return err
	}
	if !q.Waiting() {
		return fmt.Errorf("mail %s: %w", id, ErrNotWaiting)
	}
	if !q.HeldAt.IsZero() {
		tx.announce(ClaimHeld)
	}
	apply(&q, utc(at))
	if err := q.check(); err != nil {
		return fmt.Errorf("changing mail %s: %w", id, err)
	}
	return o.update(seq, q)
}

func (o outbox) update(seq []byte, q QueuedMail) error {
	if err := o.put(seq, q); err != nil || q.Waiting() {
		return err
	}
	due, err := q.dueKey(seq)
	if err != nil {
		return err
	}
	return o.due.delete(due)
}

// Mails yields all mails of a game, waiting, sent and given up, in the order of
// Enqueue. The empty name stands for the mails of no game. At an error it yields
// that error and stops, but for a Problem of one mail, behind which the others follow.
func (tx *Tx) Mails(game string) iter.Seq2[QueuedMail, error] { return tx.mailsOf(game, outbox.whole) }

// mailsOf yields the mails of a game as read gives them.
func (tx *Tx) mailsOf(game string, read func(outbox, []byte) (QueuedMail, error)) iter.Seq2[QueuedMail, error] {
	return func(yield func(QueuedMail, error) bool) {
		if game != "" {
			if _, err := tx.game(game); err != nil {
				yield(QueuedMail{}, err)
				return
			}
		}
		o, err := tx.outbox()
		if err != nil {
			yield(QueuedMail{}, err)
			return
		}
		prefix := []byte(game + "\x00")
		for key, value := range o.game.rows(prefix) {
			var q QueuedMail
			_, err := o.game.unseal(key, value)
			if err == nil {
				q, err = read(o, key[len(prefix):])
			}
			_, damaged := errors.AsType[Problem](err)
			if !yield(q, err) || err != nil && !damaged {
				return
			}
		}
	}
}

func (o outbox) whole(seq []byte) (QueuedMail, error) {
	q, err := o.mail(seq)
	if err == nil {
		q.Raw, err = o.rawOf(seq)
	}
	return q, err
}

// utc drops the zone and the monotonic clock, which the file does not keep.
func utc(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return t.UTC().Round(0)
}

// clip makes a text of a foreign mail server fit to be kept.
func clip(s string) string {
	s = strings.ToValidUTF8(s, "?")
	if len(s) <= maxLastError {
		return s
	}
	cut := maxLastError
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut]
}
