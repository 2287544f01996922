package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// IncomingMail is a mail that came in, and that is still to be judged by who has its claim.
type IncomingMail struct {
	Seq    uint64 // its place; given by Queue
	Claim  string
	Looked time.Time // when the mailbox was last looked at before the mail was found; zero if that is not known
	Raw    []byte
	Damage error // a Problem, if what the rest says cannot be relied upon
}

// Game is the game that the mail seems to be about; "" if there is none.
func (m IncomingMail) Game() string { return gameOfClaim(m.Claim) }

// queuePlace is the path under which queued mails are encrypted.
const queuePlace = "queue"

// sealedAs is the path for a mail that was found then, so that a time that was changed is noticed. Version 0.1.0 left
// the time out.
func sealedAs(looked []byte) string { return queuePlace + "\x00" + string(looked) }

// asideClaim begins the claim of a mail that was set aside, which nobody takes.
const asideClaim = "aside/"

// Queue puts mails that were found in a mailbox into the queue of a database, in their order, together with how far
// the mailbox was read. The process must have the claim of the mailbox, otherwise nothing is written, and the
// error is ErrTaken.
func (s *Store) Queue(mailbox string, cursor []byte, mails []IncomingMail) error {
	if err := checkKey("mailbox name", mailbox); err != nil {
		return err
	}
	d := s.far
	err := d.with(func(c *pgconn.PgConn) error {
		got, err := ask(c, `UPDATE berthier_number SET last = last + $1::text::bigint WHERE name = 'queue'
			RETURNING last::text`, fmt.Append(nil, len(mails)))
		if err == nil && len(got.Rows) != 1 {
			err = errors.New("the table berthier_number has no row for the queue")
		}
		var last uint64
		if err == nil {
			_, err = fmt.Sscan(string(got.Rows[0][0]), &last)
		}
		if err != nil {
			return err
		}
		var b pgconn.Batch
		for i, m := range mails {
			looked, err := timeKey(m.Looked)
			if err != nil {
				return err
			}
			seq := last - uint64(len(mails)-1-i)
			queue(&b, `INSERT INTO berthier_queue VALUES ($1::text::bigint, $2::text, $3, $4)`, fmt.Append(nil, seq),
				[]byte(m.Claim), looked, d.key.seal(sealedAs(looked), uint64Key(seq), m.Raw))
		}
		if cursor != nil {
			t := table{path: bucketCursors}
			queue(&b, sqlPut, []byte(t.path), []byte(mailbox), t.seal([]byte(mailbox), cursor))
		}
		queue(&b, `UPDATE berthier_claim SET turn = turn + 1, changed = clock_timestamp() WHERE name = $2::text AND
			owner = $1`, d.ownName(), []byte(ClaimMailbox))
		all, err := send(c, &b)
		if err == nil && all[len(all)-1].CommandTag.RowsAffected() != 1 {
			err = ErrTaken
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotWritten, err)
	}
	return nil
}

// Heads gives the claims of the mails that wait longest in the queue and that no process judges, those of at most so
// many mails, without doubles, and without some that are named. The error is ErrNotRead.
func (s *Store) Heads(limit int, without ...string) (claims []string, err error) {
	got, err := s.far.alone(`SELECT q.claim FROM berthier_queue q LEFT JOIN berthier_claim c ON c.name = q.claim
		WHERE (c.owner IS NULL OR NOT EXISTS (SELECT 1 FROM berthier_fence f WHERE f.owner = c.owner))
			AND q.claim <> ALL($2::text::text[]) AND q.claim NOT LIKE '`+asideClaim+`%'
		ORDER BY q.seq LIMIT $1::text::bigint`, fmt.Append(nil, limit), list(without))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotRead, err)
	}
	seen := map[string]bool{}
	for _, r := range got.Rows {
		if c := string(r[0]); !seen[c] {
			seen[c] = true
			claims = append(claims, c)
		}
	}
	return claims, nil
}

// sqlQueue names its first column so that ORDER BY seq would order texts.
const sqlQueue = `SELECT seq::text, claim, looked, raw FROM berthier_queue`

// QueuedFor gives the oldest mails in the queue that belong to some claims, at most so many, in their order. The
// error is ErrNotRead; one that is damaged is no error, see IncomingMail.Damage.
func (s *Store) QueuedFor(claims []string, limit int) (mails []IncomingMail, err error) {
	got, err := s.far.alone(sqlQueue+` WHERE claim = ANY($1::text::text[])
		ORDER BY berthier_queue.seq LIMIT $2::text::bigint`, list(claims), fmt.Append(nil, limit))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotRead, err)
	}
	for _, r := range got.Rows {
		m, err := s.far.queued(r)
		if err != nil {
			return nil, err
		}
		mails = append(mails, m)
	}
	return mails, nil
}

func (d *database) queued(r [][]byte) (m IncomingMail, err error) {
	m.Claim = string(r[1])
	if _, err := fmt.Sscan(string(r[0]), &m.Seq); err != nil {
		return m, err
	}
	m.Looked, _ = parseTime(r[2]) // which is sealed with the mail
	if m.Raw, err = d.key.open(sealedAs(r[2]), uint64Key(m.Seq), r[3]); err != nil {
		m.Raw, err = d.key.open(queuePlace, uint64Key(m.Seq), r[3])
	}
	claim, aside := strings.CutPrefix(m.Claim, asideClaim)
	switch {
	case aside:
		m.Claim, m.Damage = claim, Problem{m.Name(), "it was damaged, and is set aside"}
	case err != nil:
		m.Damage = Problem{m.Name(), "the mail or its time was changed: it cannot be decrypted"}
	}
	return m, nil
}

// Name names the mail to people.
func (m IncomingMail) Name() string { return fmt.Sprintf("%s/%d", queuePlace, m.Seq) }

// Dequeue removes a mail from the queue together with all else that a transaction writes. The transaction then
// stands on the claim of the mail. That the mail is gone is found when the transaction asks next, or ends: the error
// is ErrMet then.
func (tx *Tx) Dequeue(m IncomingMail) error {
	t, ok := tx.rows.(*databaseRows)
	if !ok {
		return errors.New("there is no queue in a file")
	}
	tx.written = true
	return t.write(op{m.Claim, sqlDequeue, [][]byte{fmt.Append(nil, m.Seq)}})
}

// SetAside has nobody judge a mail of the queue that is damaged. Since nobody can know when it came, it counts as if it
// had been there always (OldestQueued), until DropAside. The transaction then stands on the claim of the mail. That
// the mail is gone is found as by Dequeue.
func (tx *Tx) SetAside(m IncomingMail) error {
	t, ok := tx.rows.(*databaseRows)
	if !ok {
		return errors.New("there is no queue in a file")
	}
	tx.written = true
	return t.write(op{m.Claim, sqlAside, [][]byte{fmt.Append(nil, m.Seq), []byte(asideClaim), uint64Key(0)}})
}

// Aside are the mails of the queue that were set aside.
func (tx *Tx) Aside() (mails []IncomingMail, err error) {
	t, ok := tx.rows.(*databaseRows)
	if !ok {
		return nil, nil
	}
	for _, r := range t.ask(sqlQueue + ` WHERE claim LIKE '` + asideClaim + `%' ORDER BY berthier_queue.seq`) {
		m, err := t.d.queued(r)
		if err != nil {
			return nil, err
		}
		mails = append(mails, m)
	}
	return mails, nil
}

// DropAside removes a mail that was set aside; the error is ErrNotFound if there is none of that name.
func (tx *Tx) DropAside(name string) error {
	mails, err := tx.Aside()
	if err != nil {
		return err
	}
	i := slices.IndexFunc(mails, func(m IncomingMail) bool { return m.Name() == name })
	if i < 0 {
		return fmt.Errorf("%s in what is set aside of the queue: %w", name, ErrNotFound)
	}
	tx.written = true
	return tx.rows.(*databaseRows).write(op{"", sqlDequeue, [][]byte{fmt.Append(nil, mails[i].Seq)}})
}

const (
	sqlDequeue = `DELETE FROM berthier_queue WHERE seq = $1::text::bigint`
	sqlAside   = `UPDATE berthier_queue SET claim = $2::text || claim, looked = $3 WHERE seq = $1::text::bigint`
)

// OldestQueued tells when the mailbox was looked at before the mail was found that waits longest in the queue, zero if
// that is not known of one; waits is false if none waits. The error is ErrNotRead.
func (s *Store) OldestQueued() (looked time.Time, waits bool, err error) {
	got, err := s.far.alone(`SELECT looked FROM berthier_queue ORDER BY ` + isTime + `, looked LIMIT 1`)
	if err != nil {
		return looked, false, fmt.Errorf("%w: %w", ErrNotRead, err)
	}
	if len(got.Rows) == 0 {
		return looked, false, nil
	}
	looked, _ = parseTime(got.Rows[0][0])
	return looked, true, nil
}

// isTime is whether parseTime takes what a mail has for a time, unless it was damaged.
const isTime = `(length(looked) = 8 AND looked < '\x80'::bytea)`

// QueueAge is how long the oldest mail waits in the queue at most, of which it is known; 0 if none does. The error
// is ErrNotRead.
func (s *Store) QueueAge(now time.Time) (time.Duration, error) {
	got, err := s.far.alone(`SELECT looked FROM berthier_queue WHERE looked > $1 AND `+isTime+
		` ORDER BY looked LIMIT 1`,
		uint64Key(0))
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrNotRead, err)
	}
	if len(got.Rows) == 0 {
		return 0, nil
	}
	looked, _ := parseTime(got.Rows[0][0])
	return max(0, now.Sub(looked)), nil
}

// QueueLength counts the mails in the queue.
func (tx *Tx) QueueLength() (n int, err error) {
	t, ok := tx.rows.(*databaseRows)
	if !ok {
		return 0, nil
	}
	if got := t.ask(`SELECT count(*)::text FROM berthier_queue`); len(got) == 1 {
		_, err = fmt.Sscan(string(got[0][0]), &n)
	}
	return n, err
}
