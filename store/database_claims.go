package store

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Claims that belong to no game.
const (
	ClaimMailbox = "mailbox" // whose holder reads the mailbox, and does what is done for all games
	ClaimPost    = "post"    // whose holder sends what is in the outbox
	ClaimClub    = "club"    // what came in for no game
	ClaimHeld    = "held"    // never taken: its version changes when a mail is held, or goes on
)

// ClaimOf is the claim of a game.
func ClaimOf(game string) string { return "game/" + game }

// gameOfClaim is the inverse of ClaimOf; "" if the claim is of no game.
func gameOfClaim(claim string) string {
	game, ok := strings.CutPrefix(claim, "game/")
	if !ok {
		return ""
	}
	return game
}

// Version tells of a claim how often something of it was written, and when that was last announced
// (Tx.Announce).
type Version struct {
	Claim       string
	Turn, Known int64
}

// Game is the game of the claim; "" if it is of none.
func (v Version) Game() string { return gameOfClaim(v.Claim) }

// Shared reports whether several processes may have the store.
func (s *Store) Shared() bool { return s.far != nil }

// The statements about claims. Who has no row in berthier_fence any more has none.
const (
	sqlClaim = `UPDATE berthier_claim SET owner = $1 WHERE name IN (SELECT name FROM berthier_claim c
		WHERE name = ANY($2::text::text[]) AND (owner IS NULL OR owner = $1 OR
			NOT EXISTS (SELECT 1 FROM berthier_fence f WHERE f.owner = c.owner)) FOR UPDATE SKIP LOCKED)
		AND EXISTS (SELECT 1 FROM berthier_fence WHERE owner = $1) RETURNING name, turn::text, known::text`
	sqlMakeClaims = `INSERT INTO berthier_claim (name, turn, known, changed, announced)
		SELECT name, 0, 0, clock_timestamp(), clock_timestamp() FROM unnest($1::text::text[]) AS name
		ON CONFLICT DO NOTHING`
	sqlUnclaim = `UPDATE berthier_claim SET owner = NULL WHERE name = ANY($2::text::text[]) AND owner = $1
		RETURNING name, turn::text, known::text`
	sqlTurns = `UPDATE berthier_claim c SET turn = turn + 1, changed = clock_timestamp(),
		known = CASE WHEN name = ANY($4::text::text[]) THEN turn + 1 ELSE known END,
		announced = CASE WHEN name = ANY($4::text::text[]) THEN clock_timestamp() ELSE announced END
		WHERE name = ANY($2::text::text[]) AND owner = $1 OR name = ANY($3::text::text[]) AND
			(owner IS NULL OR NOT EXISTS (SELECT 1 FROM berthier_fence f WHERE f.owner = c.owner))`
)

var inArray = strings.NewReplacer(`"`, `\"`, `\`, `\\`)

// list is an array of names as PostgreSQL reads it.
func list(names []string) []byte {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, n := range names {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('"')
		b.WriteString(inArray.Replace(n))
		b.WriteByte('"')
	}
	b.WriteByte('}')
	return b.Bytes()
}

// Claim takes claims for this process, as far as no other one has them, and gives those that it took. A claim ends
// by Unclaim, or when the lease of this process does. For a file it takes all. The error is ErrNotWritten if the
// database is away, or this process has no lease.
func (s *Store) Claim(names ...string) (got []Version, err error) {
	if s.far == nil || len(names) == 0 {
		return nil, nil
	}
	if got, err = s.far.claim(names); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotWritten, err)
	}
	return got, nil
}

func (d *database) claim(names []string) (got []Version, err error) {
	d.claiming.Lock()
	defer d.claiming.Unlock()
	return d.take(names)
}

// take is claim for who holds claiming.
func (d *database) take(names []string) (got []Version, err error) {
	d.mu.Lock()
	owner, out := d.owner, d.out
	d.mu.Unlock()
	if owner == nil && out != nil {
		return nil, d.outside()
	}
	d.mu.Lock()
	for _, n := range names {
		delete(d.lost, n) // whoever asks anew decides anew
	}
	fresh := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return d.made[n] })
	d.mu.Unlock()
	if len(fresh) > 0 {
		if _, err := d.alone(sqlMakeClaims, list(fresh)); err != nil {
			return nil, err
		}
	}
	rows, err := d.alone(sqlClaim, owner, list(names))
	if err == nil {
		got, err = versions(rows)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if err != nil { // it may have them, and not know it
		for _, n := range names {
			if !d.held[n] {
				d.owed[n] = true
			}
		}
		return nil, err
	}
	for _, n := range fresh {
		d.made[n] = true
	}
	if !bytes.Equal(owner, d.owner) { // it was lost meanwhile
		return nil, nil
	}
	for _, v := range got {
		d.held[v.Claim] = true
		delete(d.owed, v.Claim)
	}
	return got, nil
}

func versions(rows *pgconn.Result) (got []Version, err error) {
	for _, r := range rows.Rows {
		v := Version{Claim: string(r[0])}
		if _, err := fmt.Sscan(string(r[1])+" "+string(r[2]), &v.Turn, &v.Known); err != nil {
			return nil, err
		}
		got = append(got, v)
	}
	return got, nil
}

// Unclaim gives claims back, and tells how they are left. What cannot be given back now, because the database is
// away, is given back later.
func (s *Store) Unclaim(names ...string) (left []Version) {
	if s.far == nil || len(names) == 0 {
		return nil
	}
	return s.far.unclaim(names)
}

func (d *database) unclaim(names []string) (left []Version) {
	d.claiming.Lock()
	defer d.claiming.Unlock()
	return d.giveBack(names)
}

// giveBack is unclaim for who holds claiming.
func (d *database) giveBack(names []string) (left []Version) {
	d.mu.Lock()
	owner := d.owner
	for _, n := range names {
		delete(d.held, n)
		delete(d.lost, n)
		d.owed[n] = true
	}
	d.mu.Unlock()
	rows, err := d.alone(sqlUnclaim, owner, list(names))
	if err == nil {
		left, err = versions(rows)
	}
	if err != nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, n := range names {
		delete(d.owed, n)
	}
	return left
}

// lateCommit is longer than any transaction can take from its last statement to its end, since the database ends
// the connection of one that does nothing for a third of it.
const lateCommit = 90 * time.Second

// sqlChanged asks for the claims that have a time in a column that is not before another one, and for no others: it
// goes by the index of the column, so that it costs as much among many claims as among few.
func sqlChanged(column string) string {
	return `SELECT name, turn::text, known::text FROM berthier_claim WHERE ` + column +
		` >= $1::text::timestamptz - $2::text::interval`
}

// sqlClockBack asks for all claims if the clock of the database went back behind a time.
const sqlClockBack = `SELECT name, turn::text, known::text FROM berthier_claim WHERE now() < $1::text::timestamptz`

// Changes gives the claims of which something was written since it was last called with the same word, and some of
// before; the first time all. With announced it gives only those of which something was announced. The error is
// ErrNotRead; then the next call gives what this one would have given.
func (s *Store) Changes(word string, announced bool) (changed []Version, err error) {
	if s.far == nil {
		return nil, nil
	}
	d, column := s.far, "changed"
	if announced {
		column = "announced"
	}
	d.mu.Lock()
	since := d.asked[word]
	d.mu.Unlock()
	if since == "" {
		since = "-infinity"
	}
	var now string
	err = again(func() error {
		c, err := d.connect(func(c *pgconn.PgConn) error {
			var b pgconn.Batch
			queue(&b, `SELECT now()::text`)
			queue(&b, sqlChanged(column), []byte(since), span(lateCommit))
			queue(&b, sqlClockBack, []byte(since))
			all, err := send(c, &b)
			if err == nil {
				now = string(all[0].Rows[0][0])
				changed, err = versions(all[1])
			}
			if err == nil && len(all[2].Rows) > 0 {
				changed, err = versions(all[2])
			}
			return err
		})
		if err == nil {
			d.put(c)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotRead, err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked[word] = now
	return changed, nil
}

// Announce lets others know at once that something of a game was changed that they may remember for long, as who
// plays in it.
func (tx *Tx) Announce(game string) { tx.announce(ClaimOf(game)) }

func (tx *Tx) announce(claim string) {
	if t, ok := tx.rows.(*databaseRows); ok {
		t.claims[claim], t.announced[claim] = true, true
	}
}
