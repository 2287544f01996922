package store

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
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
	sqlTurn   = `SELECT turn::text, owner, mark FROM berthier_turn`
	sqlCommit = `UPDATE berthier_turn SET turn = turn + 1, mark = $3 WHERE turn = $1::text::bigint AND owner = $2`
)

// databaseRows is a transaction of a database. What it reads it keeps until its end; what it writes goes to
// the database before anything else is asked, and at the end.
type databaseRows struct {
	d       *database
	c       *pgconn.PgConn // nil after the end
	writes  bool
	shelves map[string]*shelf // by the path of a bucket
	ops     []op              // all that it writes
	sent    int               // how many of them the database has
	failed  error             // why nothing that it says can be relied upon
}

// op is one statement that writes.
type op struct {
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
	if !writes {
		c, err := d.connect(func(c *pgconn.PgConn) error {
			return order(c, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
		})
		return &databaseRows{d: d, c: c, shelves: map[string]*shelf{}}, err
	}
	c, err := d.beginTurn()
	return &databaseRows{d: d, c: c, writes: true, shelves: map[string]*shelf{}}, err
}

// beginTurn begins a transaction that writes, after the last one of this process.
func (d *database) beginTurn() (*pgconn.PgConn, error) {
	var turn int64
	var owner []byte
	c, err := d.connect(func(c *pgconn.PgConn) error {
		if err := order(c, "BEGIN ISOLATION LEVEL SERIALIZABLE"); err != nil {
			return err
		}
		got, err := ask(c, sqlTurn)
		if err == nil {
			turn, owner, _, err = turnOf(got)
		}
		return err
	})
	if err == nil && (turn != d.turn || !bytes.Equal(owner, d.owner)) {
		hangUp(c)
		return nil, errTaken
	}
	return c, err
}

// errTaken says that this process does not know any more what is in the store.
var errTaken = fmt.Errorf("%w: another process has taken the store in the database", ErrBroken)

func turnOf(got *pgconn.Result) (turn int64, owner, mark []byte, err error) {
	if len(got.Rows) != 1 {
		return 0, nil, nil, errors.New("the table berthier_turn has not one row")
	}
	_, err = fmt.Sscan(string(got.Rows[0][0]), &turn)
	return turn, got.Rows[0][1], got.Rows[0][2], err
}

func (t *databaseRows) root() bucket { return databaseBucket{t, ""} }

func (t *databaseRows) fault() error { return t.failed }

func (t *databaseRows) rollback() error {
	if t.c == nil {
		return nil
	}
	if !t.c.IsClosed() {
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
		queue(&b, o.sql, o.params...)
	}
	queue(&b, sql, params...)
	all, err := send(t.c, &b)
	if err == nil {
		err = taken(unsent, all)
	}
	if err != nil {
		t.failed = err
		return nil
	}
	t.sent = len(t.ops)
	return all[len(unsent)].Rows
}

// taken makes sure that no row was refused.
func taken(ops []op, all []*pgconn.Result) error {
	for i, o := range ops {
		if o.sql == sqlPut && all[i].CommandTag.RowsAffected() != 1 {
			return fmt.Errorf("%s/%q: a bucket and a value in one place", o.params[0], o.params[1])
		}
	}
	return nil
}

func (t *databaseRows) write(o op) error {
	if !t.writes {
		return bolterrors.ErrTxNotWritable
	}
	t.ops = append(t.ops, o)
	return nil
}

// commit makes everything that was written last. If another transaction stood in its way all of
// it is written once more: since nobody wrote meanwhile, which its turn says, what was read is
// still so, and nothing has to be decided again.
func (t *databaseRows) commit() error {
	defer t.rollback()
	if t.failed != nil || t.sent == len(t.ops) && t.sent == 0 {
		return t.failed
	}
	mark := []byte(rand.Text())
	err := t.finish(t.ops[t.sent:], mark)
	for n := 0; err != nil && n < retries; n++ {
		done, known := t.d.outcome(mark)
		if known != nil {
			return known
		}
		if done {
			err = nil
			break
		}
		if !metAnother(err) && !t.c.IsClosed() {
			return err
		}
		t.rollback()
		if t.c, known = t.d.beginTurn(); known != nil {
			return errors.Join(err, known)
		}
		err = t.finish(t.ops, mark)
	}
	if err == nil {
		t.d.turn++
	}
	return err
}

// finish sends the last of a transaction.
func (t *databaseRows) finish(ops []op, mark []byte) error {
	var b pgconn.Batch
	for _, o := range ops {
		queue(&b, o.sql, o.params...)
	}
	queue(&b, sqlCommit, fmt.Append(nil, t.d.turn), t.d.owner, mark)
	all, err := send(t.c, &b)
	if err == nil {
		err = taken(ops, all)
	}
	if err == nil && all[len(ops)].CommandTag.RowsAffected() != 1 {
		err = errTaken
	}
	if err != nil {
		return err
	}
	crashAt("written")
	if err := order(t.c, "COMMIT"); err != nil {
		return err
	}
	crashAt("committed")
	return nil
}

// outcome finds out whether a transaction was made whose end was not heard of. The error says that
// this cannot be known.
func (d *database) outcome(mark []byte) (done bool, err error) {
	var turn int64
	var owner, last []byte
	err = patiently(func() error {
		return d.with(func(c *pgconn.PgConn) error {
			got, err := ask(c, sqlTurn)
			if err == nil {
				turn, owner, last, err = turnOf(got)
			}
			return err
		})
	})
	switch {
	case err != nil:
		return false, fmt.Errorf("%w: the transaction may be made or not: %w", ErrBroken, err)
	case !bytes.Equal(owner, d.owner):
		return false, errTaken
	case turn == d.turn:
		return false, nil
	case turn == d.turn+1 && bytes.Equal(last, mark):
		return true, nil
	}
	return false, errTaken
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
	if r := b.find([]byte(name)); r != nil && r.value == nil {
		return databaseBucket{b.t, strings.TrimPrefix(b.path+"/"+name, "/")}
	}
	return nil
}

func (b databaseBucket) Put(key, value []byte) error {
	if r := b.shelf().known[string(key)]; r != nil && r.value == nil {
		return errors.New("there is a bucket")
	}
	stored := value
	if isHidden(b.path) {
		stored = b.t.d.key.seal(b.path, key, value)
	}
	if err := b.t.write(op{sqlPut, [][]byte{[]byte(b.path), bytes.Clone(key), stored}}); err != nil {
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
	if err := b.t.write(op{sqlDelete, [][]byte{[]byte(b.path), bytes.Clone(key)}}); err != nil {
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
	if err := b.t.write(op{sqlPut, [][]byte{[]byte(b.path), []byte(name), nil}}); err != nil {
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
	if err := b.t.write(op{sqlClear, [][]byte{[]byte(path), []byte(path + "/"), []byte(path + "0")}}); err != nil {
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
