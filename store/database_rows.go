package store

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	bolterrors "go.etcd.io/bbolt/errors"
)

// The statements about rows.
const (
	sqlGet = `SELECT value FROM berthier_row WHERE path = $1 AND key = $2`
	// A value never takes the place of a bucket, nor a bucket that of a value.
	sqlPut = `INSERT INTO berthier_row (path, key, value) VALUES ($1, $2, $3) ON CONFLICT (path, key) DO UPDATE
		SET value = excluded.value WHERE berthier_row.value IS NOT NULL AND excluded.value IS NOT NULL`
	sqlDelete = `DELETE FROM berthier_row WHERE path = $1 AND key = $2`
	sqlPage   = `SELECT key, value FROM berthier_row WHERE path = $1 AND key >= $2 ORDER BY key LIMIT $3::text::bigint`
	sqlLast   = `SELECT key FROM berthier_row WHERE path = $1 ORDER BY key DESC LIMIT 1`
	sqlClear  = `DELETE FROM berthier_row WHERE path = $1 OR path >= $2 AND path < $3`
)

// databaseRows is a transaction of a database. What it reads it keeps until its end; what it writes goes to
// the database before anything else is asked, and at the end.
type databaseRows struct {
	d         *database
	c         *pgconn.PgConn    // nil after the end
	owner     []byte            // who writes; nil if it only reads
	shelves   map[string]*shelf // by the path of a bucket
	ops       []op              // all that it writes
	sent      int               // how many of them the database has
	claims    map[string]bool   // of what it writes
	announced map[string]bool   // claims; see Tx.Announce
	number    int64             // the last of a block for mails that was given
	numbers   int64             // the last of the block
	failed    error             // why nothing that it says can be relied upon
}

// op is one statement that writes.
type op struct {
	claim  string // to which the row belongs; "" for none
	sql    string
	params [][]byte
}

// row is a row as it is read.
type row struct{ key, value []byte }

// shelf is what a transaction knows of a bucket.
type shelf struct {
	known map[string]*row // of a row that was asked for by its key, or written; nil if it is not there
	page  []row           // all rows from a key up to another one
	from  []byte          // where the page begins; nil if there is none
	to    []byte          // where it ends; nil if no row is behind it
	size  int             // how many rows the next one is to have
	asked []byte          // the key that was asked for last
	end   []byte          // the last key
	ends  bool            // that is known
}

func (d *database) begin(writes bool) (*databaseRows, error) {
	t := &databaseRows{d: d, shelves: map[string]*shelf{}, claims: map[string]bool{}, announced: map[string]bool{}}
	level := "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
	if writes {
		if t.owner = d.ownName(); t.owner == nil {
			return nil, d.outside()
		}
		level = d.begins("REPEATABLE READ")
	}
	var err error
	t.c, err = d.connect(func(c *pgconn.PgConn) error {
		if err := d.prepare(c); err != nil {
			return err
		}
		return order(c, level)
	})
	return t, err
}

func (t *databaseRows) root() bucket { return databaseBucket{t, ""} }

func (t *databaseRows) fault() error { return t.failed }

func (t *databaseRows) rollback() error {
	if t.c == nil {
		return nil
	}
	if !t.c.IsClosed() && t.c.TxStatus() != 'I' { // it may be committed
		order(t.c, "ROLLBACK")
	}
	t.d.put(t.c)
	t.c = nil
	return nil
}

// ask sends what was written, and asks for something.
func (t *databaseRows) ask(sql string, params ...[]byte) [][][]byte {
	if t.failed != nil {
		return nil
	}
	var b pgconn.Batch
	unsent := t.ops[t.sent:]
	for _, o := range unsent {
		t.queue(&b, o.sql, o.params...)
	}
	t.queue(&b, sql, params...)
	all, err := t.send(&b)
	if err == nil {
		err = taken(unsent, all)
	}
	if err != nil {
		t.failed = named(err)
		return nil
	}
	t.sent = len(t.ops)
	return all[len(unsent)].Rows
}

// taken makes sure that no row was refused, and that no queued mail is gone.
func taken(ops []op, all []*pgconn.Result) error {
	for i, o := range ops {
		if (o.sql == sqlDequeue || o.sql == sqlAside) && all[i].CommandTag.RowsAffected() != 1 {
			return fmt.Errorf("%w: mail %s is in the queue no more", ErrMet, o.params[0])
		}
		if o.sql == sqlPut && all[i].CommandTag.RowsAffected() != 1 {
			return fmt.Errorf("%s/%q: a bucket and a value in one place", o.params[0], o.params[1])
		}
	}
	return nil
}

func (t *databaseRows) write(o op) error {
	if t.owner == nil {
		return bolterrors.ErrTxNotWritable
	}
	if o.claim != "" {
		t.claims[o.claim] = true
	}
	t.ops = append(t.ops, o)
	return nil
}

// claimAt is the claim to which a row belongs; "" for none.
func claimAt(path string, key []byte) string {
	top, rest, _ := strings.Cut(path, "/")
	if top != bucketGames && top != bucketSecrets {
		return ""
	}
	game, _, _ := strings.Cut(rest, "/")
	return ClaimOf(cmp.Or(game, string(key)))
}

// commit makes everything that was written last.
func (t *databaseRows) commit() error {
	defer t.rollback()
	if t.failed != nil || len(t.ops) == 0 {
		return t.failed
	}
	mark := []byte(rand.Text())
	if err := t.finish(mark); err != nil {
		return t.fate(err)
	}
	crashAt("written")
	err := order(t.c, "COMMIT")
	if err != nil && stateOf(err) == "" { // the database did not say that it was not made
		var done bool
		if done, err = t.d.outcome(t.owner, mark, err); done {
			err = nil
		}
	}
	if err != nil {
		return t.fate(err)
	}
	crashAt("committed")
	return nil
}

// named names what another transaction did.
func named(err error) error {
	if metAnother(err) {
		return fmt.Errorf("%w: %w", ErrMet, err)
	}
	return err
}

// fate notes if the lease is lost, and names what another transaction did.
func (t *databaseRows) fate(err error) error {
	err = named(err)
	if errors.Is(err, ErrTaken) && !errors.Is(err, errBefore) {
		t.d.lose(t.owner)
	}
	return err
}

// errBefore is why what was decided under a lease that ended is not written under the next one.
var errBefore = fmt.Errorf("%w, under which it claimed what it writes", ErrTaken)

// finish sends the last of a transaction: what is still to be written, and behind it that nobody else has what it
// belongs to, and that the lease of this process goes on.
func (t *databaseRows) finish(mark []byte) error {
	ops := t.ops[t.sent:]
	held, free, lost := t.d.split(t.claims)
	if len(lost) > 0 {
		return fmt.Errorf("%w: %s", errBefore, strings.Join(lost, ", "))
	}
	var b pgconn.Batch
	for _, o := range ops {
		t.queue(&b, o.sql, o.params...)
	}
	more := len(ops)
	if len(free) > 0 {
		queue(&b, sqlMakeClaims, list(free))
		more++
	}
	queue(&b, sqlTurns, t.owner, list(held), list(free), list(slices.Collect(maps.Keys(t.announced))))
	queue(&b, sqlFence, t.owner, mark)
	all, err := t.send(&b)
	if err == nil {
		err = taken(ops, all)
	}
	if err != nil {
		return err
	}
	if all[more+1].CommandTag.RowsAffected() != 1 {
		return ErrTaken
	}
	if n := int(all[more].CommandTag.RowsAffected()); n != len(held)+len(free) {
		return fmt.Errorf("%w: of %d claims %d are free", ErrMet, len(held)+len(free), n)
	}
	return nil
}

// split parts claims into those that this process has, others, and those that it had when its lease ended.
func (d *database) split(claims map[string]bool) (held, free, lost []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, n := range slices.Sorted(maps.Keys(claims)) {
		switch {
		case d.held[n]:
			held = append(held, n)
		case d.lost[n]:
			lost = append(lost, n)
		default:
			free = append(free, n)
		}
	}
	return held, free, lost
}

// outcome finds out whether a transaction was made whose end was not heard of. If that cannot be known it is lost
// to this process, which takes another lease and reads again how things stand.
func (d *database) outcome(owner, mark []byte, heard error) (done bool, err error) {
	var last *pgconn.Result
	err = d.patiently(func() (err error) {
		last, err = d.alone(sqlMark, owner)
		return err
	})
	switch {
	case err != nil || len(last.Rows) != 1:
		return false, fmt.Errorf("%w, and a transaction may be made or not: %w", ErrTaken, errors.Join(heard, err))
	case bytes.Equal(last.Rows[0][0], mark):
		return true, nil
	}
	return false, heard
}

// mailBlock is how many numbers of mails a transaction takes at a time.
const mailBlock = 32

// nextMail is a number for a mail, behind all that were given to a transaction before. It is taken beside this one,
// so that nobody waits for its end; what it does not use is never used.
func (t *databaseRows) nextMail() (uint64, error) {
	if t.number == t.numbers {
		got, err := t.d.alone(`UPDATE berthier_number SET last = last + $1::text::bigint WHERE name = 'mail'
			RETURNING last::text`, fmt.Append(nil, mailBlock))
		if err == nil && len(got.Rows) != 1 {
			err = errors.New("the table berthier_number has no row for mails")
		}
		if err == nil {
			_, err = fmt.Sscan(string(got.Rows[0][0]), &t.numbers)
		}
		if err != nil {
			t.failed = cmp.Or(t.failed, err)
			return 0, t.failed
		}
		t.number = t.numbers - mailBlock
	}
	t.number++
	return uint64(t.number), nil
}

// countFrom lets the numbers of mails go on behind those that are there.
func (d *database) countFrom(t *databaseRows) error {
	last := databaseBucket{t, bucketMails + "/entry"}.last()
	if t.failed != nil || last == nil {
		return t.failed
	}
	_, err := d.alone(`UPDATE berthier_number SET last = GREATEST(last, $1::text::bigint) WHERE name = 'mail'`,
		fmt.Append(nil, binary.BigEndian.Uint64(last)))
	return err
}

// databaseBucket is a bucket of a database.
type databaseBucket struct {
	t    *databaseRows
	path string
}

func (b databaseBucket) shelf() *shelf {
	s := b.t.shelves[b.path]
	if s == nil {
		s = &shelf{known: map[string]*row{}}
		b.t.shelves[b.path] = s
	}
	return s
}

// find gives a row, or nil.
func (b databaseBucket) find(key []byte) *row {
	s := b.shelf()
	next := len(key) == 8 && bytes.Equal(s.asked, before(key))
	s.asked = bytes.Clone(key)
	if r, ok := s.known[string(key)]; ok {
		return r
	}
	if !s.covers(key) && next {
		b.fetch(key)
	}
	if s.covers(key) {
		if i, ok := s.place(key); ok {
			return &s.page[i]
		}
		return nil
	}
	var r *row
	if got := b.t.ask(sqlGet, []byte(b.path), key); len(got) == 1 {
		r = b.opened(key, got[0][0])
	}
	s.known[string(key)] = r
	return r
}

// before is the number before a key that is one; nil if there is none.
func before(key []byte) []byte {
	n := binary.BigEndian.Uint64(key)
	if n == 0 {
		return nil
	}
	return uint64Key(n - 1)
}

// covers reports whether the page tells of a key.
func (s *shelf) covers(key []byte) bool {
	return s.from != nil && bytes.Compare(key, s.from) >= 0 && (s.to == nil || bytes.Compare(key, s.to) < 0)
}

// knows reports whether it is known what a key has.
func (s *shelf) knows(key []byte) bool {
	_, known := s.known[string(key)]
	return known || s.covers(key)
}

func (s *shelf) place(key []byte) (i int, found bool) {
	return slices.BinarySearchFunc(s.page, key, func(r row, key []byte) int { return bytes.Compare(r.key, key) })
}

// pageBytes is about how much is read at once.
const pageBytes = 1 << 20

// fetch reads the rows from a key on.
func (b databaseBucket) fetch(key []byte) {
	s := b.shelf()
	s.size = max(s.size, 16)
	key = append([]byte{}, key...) // never nil, which SQL takes for unknown
	got := b.t.ask(sqlPage, []byte(b.path), key, fmt.Append(nil, s.size))
	s.page, s.from, s.to = nil, key, nil
	bytesRead := 0
	for _, r := range got {
		bytesRead += len(r[0]) + len(r[1])
		s.page = append(s.page, *b.opened(r[0], r[1]))
	}
	if len(got) < s.size {
		return
	}
	s.to = append(bytes.Clone(got[len(got)-1][0]), 0)
	s.size = max(1, min(4*s.size, pageBytes*len(got)/(bytesRead+1), 1000))
}

// opened makes a row of what was read, which may be encrypted.
func (b databaseBucket) opened(key, value []byte) *row {
	if value == nil || !isHidden(b.path) {
		return &row{key, value}
	}
	plain, err := b.t.d.key.open(b.path, key, value)
	if err != nil {
		plain = []byte{} // which has no checksum that fits: the reader finds the damage
	}
	return &row{key, plain}
}

func (b databaseBucket) Get(key []byte) []byte {
	if r := b.find(key); r != nil {
		return r.value
	}
	return nil
}

func (b databaseBucket) in(name string) bucket {
	if s := b.shelf(); s.from == nil && isGame(b.path) && s.known[name] == nil {
		b.fetch(nil) // it has few rows, and who asks for one asks for others
	}
	if r := b.find([]byte(name)); r != nil && r.value == nil {
		return databaseBucket{b.t, strings.TrimPrefix(b.path+"/"+name, "/")}
	}
	return nil
}

// isGame reports whether a path is that of a game, which has buckets for its parts.
func isGame(path string) bool {
	game, ok := strings.CutPrefix(path, bucketGames+"/")
	return ok && !strings.Contains(game, "/")
}

func (b databaseBucket) Put(key, value []byte) error {
	if r := b.shelf().known[string(key)]; r != nil && r.value == nil {
		return errors.New("there is a bucket")
	}
	stored := value
	if isHidden(b.path) {
		stored = b.t.d.key.seal(b.path, key, value)
	}
	if err := b.t.write(op{claimAt(b.path, key), sqlPut, [][]byte{[]byte(b.path), bytes.Clone(key),
		stored}}); err != nil {
		return err
	}
	b.shelf().put(row{bytes.Clone(key), value})
	return nil
}

func (s *shelf) put(r row) {
	s.known[string(r.key)] = &r
	if i, found := s.place(r.key); s.covers(r.key) && found {
		s.page[i] = r
	} else if s.covers(r.key) {
		s.page = slices.Insert(s.page, i, r)
	}
	if s.ends && bytes.Compare(r.key, s.end) > 0 {
		s.end = r.key
	}
}

func (b databaseBucket) Delete(key []byte) error {
	if r := b.shelf().known[string(key)]; r != nil && r.value == nil {
		return errors.New("there is a bucket")
	}
	return b.remove(key)
}

func (b databaseBucket) remove(key []byte) error {
	if err := b.t.write(op{claimAt(b.path, key), sqlDelete, [][]byte{[]byte(b.path), bytes.Clone(key)}}); err != nil {
		return err
	}
	s := b.shelf()
	s.known[string(key)] = nil
	if i, found := s.place(key); found {
		s.page = slices.Delete(s.page, i, i+1)
	}
	s.ends = s.ends && !bytes.Equal(s.end, key)
	return nil
}

func (b databaseBucket) create(name string) (bucket, error) {
	if b.find([]byte(name)) != nil {
		return nil, fmt.Errorf("%s/%s is there already", b.path, name)
	}
	if err := b.t.write(op{claimAt(b.path, []byte(name)), sqlPut,
		[][]byte{[]byte(b.path), []byte(name), nil}}); err != nil {
		return nil, err
	}
	b.shelf().put(row{[]byte(name), nil})
	return b.in(name), nil
}

func (b databaseBucket) DeleteBucket(name []byte) error {
	inner := b.in(string(name))
	if inner == nil {
		return fmt.Errorf("%s/%s is no bucket", b.path, name)
	}
	path := inner.(databaseBucket).path
	if err := b.t.write(op{claimAt(b.path, name), sqlClear, [][]byte{[]byte(path), []byte(path + "/"), []byte(path +
		"0")}}); err != nil {
		return err
	}
	for known := range b.t.shelves {
		if known == path || strings.HasPrefix(known, path+"/") {
			delete(b.t.shelves, known)
		}
	}
	return b.remove(name)
}

func (b databaseBucket) seeker() func(key []byte) (k, v []byte) {
	return func(key []byte) (k, v []byte) {
		s := b.shelf()
		for b.t.failed == nil {
			if !s.covers(key) {
				b.fetch(key)
			}
			i, _ := s.place(key)
			if i < len(s.page) {
				return s.page[i].key, s.page[i].value
			}
			if s.to == nil {
				break
			}
			key = s.to
		}
		return nil, nil
	}
}

func (b databaseBucket) last() []byte {
	s := b.shelf()
	if !s.ends {
		s.end, s.ends = nil, true
		if got := b.t.ask(sqlLast, []byte(b.path)); len(got) == 1 {
			s.end = got[0][0]
		}
	}
	return s.end
}

// strays are paths of rows that lie in no bucket.
func (t *databaseRows) strays() (paths []string) {
	for _, r := range t.ask(`SELECT DISTINCT path FROM berthier_row`) {
		path := string(r[0])
		var b bucket = t.root()
		for name := range strings.SplitSeq(path, "/") {
			if path != "" && b != nil {
				b = b.in(name)
			}
		}
		if b == nil {
			paths = append(paths, path)
		}
	}
	return paths
}
