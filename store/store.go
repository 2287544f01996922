package store

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// Sentinel errors; test for them with errors.Is.
var (
	// ErrInUse is returned by Open when another process, or another Store of
	// this one, holds the lock on the file.
	ErrInUse = errors.New("in use by another process")
	// ErrNoGame is returned by every method that names a game which was never created.
	ErrNoGame = errors.New("no such game")
	// ErrGameExists is returned by CreateGame when the name is taken, or was by a game
	// that was removed.
	ErrGameExists = errors.New("game exists already")
	// ErrNotFound is returned when nothing is stored under the key asked for.
	ErrNotFound = errors.New("not found")
	// ErrConflict is returned when a key that can be written only once (a mail's
	// ID, a kept message, a secret) already holds other content.
	ErrConflict = errors.New("already stored with other content")
	// ErrNotWaiting is returned by Sent, Retry and GiveUp when the mail is
	// unknown, sent or given up already.
	ErrNotWaiting = errors.New("no such mail waits to be sent")
	// ErrJournal is returned by Open when the store and its journal do not belong
	// together, or the journal is damaged, and the journal may know more than the store.
	ErrJournal = errors.New("store and journal do not fit")
	// ErrLost is returned by Open when there is a journal but no store.
	ErrLost = errors.New("there is a journal, but its store is missing")
	// ErrNotWritten is returned by Update when the disk or the database did not take the
	// transaction, because it is full, read-only or away: the store is as before, and
	// the same Update can be tried again.
	ErrNotWritten = errors.New("nothing could be written to the disk")
	// ErrNotRead is returned by View when the database did not answer. It can be tried again.
	ErrNotRead = errors.New("the database could not be read")
	// ErrNoStore is returned by ReadDatabase when nothing was made there yet.
	ErrNoStore = errors.New("there is no store in the database")
	// ErrMet is returned by Update when another process wrote the same at the same time: nothing was written, and all
	// can be read again and decided again at once.
	ErrMet = errors.New("another process was at it")
	// ErrDamaged is returned by all that opens, reads or writes a file, when a page of it is broken. Check says more.
	ErrDamaged = errors.New("the file is damaged")
	// ErrNewer is returned by all that opens a store that a newer version of this program wrote.
	ErrNewer = errors.New("written by a newer berthier")
	// ErrKey is returned by all that opens a database whose secrets the file of its key does not open.
	ErrKey = errors.New("the key does not open the store")
	// ErrBroken is returned by Update after a failure that could not be undone. It
	// lasts until the store is opened again.
	ErrBroken = errors.New("the store must be opened again")
)

// Problem is damage in the file: what Check lists, and the error of every
// method that meets damaged data. It never quotes a stored value.
type Problem struct {
	Where string // path of buckets and key joined with "/", or "file"
	What  string // what is wrong there
}

// Error returns "where: what".
func (p Problem) Error() string { return p.Where + ": " + p.What }

// Game is the game whose rows are damaged; "" if they are of none.
func (p Problem) Game() string {
	parts := strings.Split(p.Where, "/")
	if len(parts) > 1 && (parts[0] == bucketGames || parts[0] == bucketSecrets) {
		return parts[1]
	}
	return ""
}

// Store is an open file or database. Its methods are safe for use by several goroutines.
type Store struct {
	db  *bolt.DB  // nil if the store lies in a database
	far *database // nil if it lies in a file

	mu      sync.Mutex // held while something is written
	journal *journal   // nil if the store was opened to be read only, or lies in a database
	broken  error      // why nothing can be written any more

	joining sync.Mutex     // guards those below
	admits  bool           // a transaction is open that takes in the writes of others
	joined  []joinedWrites // which it will take in
}

// Tx is one transaction. It is valid only until the function it was passed to
// returns, or until Commit or Rollback, and serves one goroutine at a time.
type Tx struct {
	rows   transaction
	s      *Store           // nil if it only reads, or has ended
	tables map[string]table // those that were found, by path
	// failed is the first write that bbolt refused. Such a write may have left
	// half of an operation behind, so the transaction can no longer commit even
	// if the caller drops the error.
	failed error
	// changes are the lines for the journal, from "begin" on, if it keeps this
	// transaction.
	changes []byte
	kept    bool
	written bool            // something is in changes, or will be
	games   map[string]bool // of which it wrote something
	grown   map[string]Tree // of logs that got records, still to be written
	later   []lateMessage   // messages that are still to be written
	// postponed is more that is still to be written, at most once for a game.
	postponed []postponedWrites
	others    []joinedWrites // whose writes it made
}

// Open opens the file, or creates it with mode 0600, and waits up to the given
// time for its lock (zero: one try). It refuses with ErrInUse a file that stays
// locked, and with a plain error a file that is not a store, that is shorter
// than it should be, or that another version of this program wrote.
// It does not look for other damage; Check does.
//
// Open brings store and journal together after a crash, begins a journal if there
// is none, and mends one that is damaged at its end; see the package documentation. If that cannot be done the
// error is ErrJournal or ErrLost.
func Open(path string, wait time.Duration) (*Store, error) {
	s, err := open(path, wait)
	if err != nil {
		return nil, fmt.Errorf("opening store %s: %w", path, err)
	}
	return s, nil
}

func open(path string, wait time.Duration) (*Store, error) {
	if isLost(path) {
		return nil, ErrLost
	}
	db, err := openBolt(path, &bolt.Options{Timeout: wait})
	if err != nil {
		return nil, err
	}
	s := &Store{db: db}
	fresh, err := s.prepare()
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := s.openJournal(fresh); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// OpenReadOnly opens a file only to be read: View, Check and Backup work,
// Update fails. The file and its journal stay as they are, and several
// processes may do this at the same time.
func OpenReadOnly(path string, wait time.Duration) (*Store, error) {
	db, err := openBolt(path, &bolt.Options{Timeout: wait, ReadOnly: true, PreLoadFreelist: true})
	if err != nil {
		return nil, fmt.Errorf("opening store %s: %w", path, err)
	}
	s := &Store{db: db}
	fresh, err := s.prepare()
	if fresh {
		err = errors.New("the store is empty")
	}
	if err != nil {
		return nil, fmt.Errorf("opening store %s: %w", path, errors.Join(err, db.Close()))
	}
	return s, nil
}

// openBolt turns what bbolt does on a damaged file, panic or fault, into an
// error. After one of these the memory map that bbolt made, and which nobody can
// reach any more, keeps the file locked until the process ends.
func openBolt(path string, o *bolt.Options) (db *bolt.DB, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			db, err = nil, fmt.Errorf("%w: %v", ErrDamaged, r)
		}
	}()
	o.Timeout = max(o.Timeout, 1) // bbolt takes zero for "for ever"
	o.FreelistType = bolt.FreelistMapType
	db, err = bolt.Open(path, 0o600, o)
	if errors.Is(err, bolterrors.ErrTimeout) {
		return nil, ErrInUse
	}
	if errors.Is(err, bolterrors.ErrInvalid) || errors.Is(err, bolterrors.ErrChecksum) {
		err = fmt.Errorf("%w, or no store: %w", ErrDamaged, err)
	}
	return db, err
}

// prepare refuses what is not our file, and says whether it is a new one.
func (s *Store) prepare() (fresh bool, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrDamaged, r)
		}
	}()
	err = s.db.View(func(btx *bolt.Tx) error {
		if err := checkLength(btx); err != nil {
			return err
		}
		rows := inBolt(btx)
		root := rows.root()
		if fresh = isEmpty(root); fresh {
			return rows.failed
		}
		err := checkFormat(root)
		return cmp.Or(rows.failed, err)
	})
	return fresh, err
}

// checkLength refuses a file cut short, for instance by a copy to a full disk:
// reading the missing pages would end the process.
func checkLength(btx *bolt.Tx) error {
	info, err := os.Stat(btx.DB().Path())
	if err != nil {
		return err
	}
	if info.Size() < btx.Size() {
		return fmt.Errorf("%w: cut short: %d of %d bytes", ErrDamaged, info.Size(), btx.Size())
	}
	return nil
}

func checkFormat(root bucket) error {
	meta := root.in(bucketMeta)
	if meta == nil {
		return errors.New("not a berthier store")
	}
	value := string(meta.Get([]byte(keyFormat)))
	var version int
	if _, err := fmt.Sscanf(value, "%d", &version); err != nil || fmt.Sprint(version) != value || version < 1 {
		return fmt.Errorf("not a berthier store: format %q", value)
	}
	if version > formatVersion {
		return fmt.Errorf("%w: format %d, this program reads %d", ErrNewer, version, formatVersion)
	}
	if version < formatVersion {
		return fmt.Errorf("written by an older berthier: format %d, this program reads %d", version, formatVersion)
	}
	return nil
}

// create makes what a new store has.
func create(tx *Tx) error {
	root := tx.rows.root()
	for _, name := range topBuckets {
		if _, err := root.create(name); err != nil {
			return err
		}
	}
	mails := root.in(bucketMails)
	for _, name := range mailBuckets {
		if _, err := mails.create(name); err != nil {
			return err
		}
	}
	return root.in(bucketMeta).Put([]byte(keyFormat), fmt.Append(nil, formatVersion))
}

// Close waits for running transactions, then closes the file and gives up its lock. The error is one of closing the
// file, or that the database did not take the lease back; the store is closed all the same.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.far != nil {
		return s.far.close()
	}
	if s.journal != nil {
		return errors.Join(s.db.Close(), s.journal.f.Close())
	}
	return s.db.Close()
}

// Update runs fn in a transaction that may write. If fn returns nil, all of its
// writes are on the disk when Update returns nil; otherwise none was made. One
// Update runs at a time. Calling Update, Join, Begin, View, Check or Backup inside fn can
// block for ever.
//
// A full disk makes Update fail with ErrNotWritten, a broken page with ErrDamaged. ErrBroken says that it could
// not be made sure that the store is as it was.
func (s *Store) Update(fn func(*Tx) error) error {
	tx, err := s.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := fn(tx); err != nil {
		return cmp.Or(tx.Fault(), err)
	}
	return tx.Commit()
}

// Redo is Update for a function that can as well run again, and does so when another process was at the same. The
// error is that of the last time.
func (s *Store) Redo(fn func(*Tx) error) (err error) {
	for range retries {
		if err = s.Update(fn); !errors.Is(err, ErrMet) {
			return err
		}
		time.Sleep(rand.N(20 * time.Millisecond))
	}
	return err
}

// Begin starts a transaction that may write, as soon as no other is open. It has
// to be ended with Commit or Rollback. The error is ErrBroken, or ErrNotWritten if the database is away or this
// process has no lease.
func (s *Store) Begin() (*Tx, error) {
	s.mu.Lock()
	crashAt("begin")
	var rows transaction
	err := s.broken
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrBroken, err)
	} else {
		rows, err = s.begin(true)
	}
	if err != nil {
		s.mu.Unlock()
		return nil, err
	}
	if s.far != nil {
		return &Tx{rows: rows, s: s}, nil
	}
	return &Tx{rows: rows, s: s, kept: true, changes: s.journal.end.begin(s.journal.room)}, nil
}

func (s *Store) begin(writes bool) (transaction, error) {
	switch {
	case s.far == nil:
		btx, err := s.db.Begin(writes)
		if err != nil {
			return nil, err
		}
		return inBolt(btx), nil
	case writes && !s.far.writes:
		return nil, errors.New("the store was opened to be read only")
	}
	rows, err := s.far.begin(writes)
	if err != nil {
		err = fmt.Errorf("%w: %w", unanswered(writes), err)
	}
	return rows, err
}

// unanswered is the kind of fault when a database does not do what it is asked.
func unanswered(writes bool) error {
	if writes {
		return ErrNotWritten
	}
	return ErrNotRead
}

// Fault is why what the transaction has read cannot be relied upon: ErrNotRead or ErrNotWritten of a database that
// went away, ErrDamaged of a file with a broken page; nil otherwise. Whoever keeps what a transaction gave before it
// ends asks first.
func (tx *Tx) Fault() error {
	err := tx.rows.fault()
	if err == nil || errors.Is(err, ErrDamaged) {
		return err
	}
	return fmt.Errorf("%w: %w", unanswered(tx.s != nil), err)
}

// Commit ends a transaction of Begin and waits until all of its writes are on
// the disk. Its errors are those of Update; then none of the writes was made. It may
// be called in another goroutine than Begin.
func (tx *Tx) Commit() error {
	defer tx.Rollback()
	for _, complete := range []func() error{tx.settle, tx.takeIn, tx.settle, tx.putTrees} {
		if err := complete(); err != nil {
			return cmp.Or(tx.Fault(), err)
		}
	}
	if err := tx.Fault(); err != nil {
		return err
	}
	if tx.written {
		if err := tx.s.commit(tx); err != nil {
			return err
		}
	}
	answer(tx.others, nil)
	tx.others = nil
	return nil
}

// Rollback ends a transaction of Begin, so that none of its writes is made.
// After Commit it does nothing.
func (tx *Tx) Rollback() {
	if s := tx.s; s != nil {
		tx.s = nil
		tx.rows.rollback()
		alone := append(tx.others, s.admitted()...)
		s.mu.Unlock()
		answer(alone, errAlone)
	}
}

// commit writes the transaction to the journal and then to the store.
func (s *Store) commit(tx *Tx) error {
	if s.far != nil {
		if err := tx.rows.commit(); err != nil {
			return fmt.Errorf("%w: %w", ErrNotWritten, err)
		}
		return nil
	}
	entry, next := s.journal.end.seal(tx.changes)
	s.journal.room = entry
	if err := tx.setPlace(next); err != nil {
		return err
	}
	crashAt("written")
	if err := s.journal.write(entry); err != nil {
		return s.takeBack(err)
	}
	crashAt("journalled")
	if err := tx.rows.commit(); err != nil {
		return s.takeBack(err)
	}
	s.journal.end = next
	crashAt("committed")
	return nil
}

// View runs fn in a transaction that only reads, and sees the store as it was
// when View was called whatever is written meanwhile. Keep it short: the file
// cannot reuse space while it runs. The error is that of fn, unless, whatever fn returned, the database went away
// meanwhile, which is ErrNotRead, or a page of the file is broken, which is ErrDamaged.
func (s *Store) View(fn func(*Tx) error) error {
	if s.far == nil {
		return viewFile(s.db, fn)
	}
	rows, err := s.begin(false)
	if err != nil {
		return err
	}
	defer rows.rollback()
	tx := &Tx{rows: rows}
	err = fn(tx)
	return cmp.Or(tx.Fault(), err)
}

// Backup writes a copy of the file, as it is at the moment of the call, while
// the store stays in use. The copy can be opened with Open. It contains the
// secrets of all games: keep it as safe as the file itself. The error is one of reading the file or of w, which then
// has a part.
func (s *Store) Backup(w io.Writer) error {
	err := s.db.View(func(btx *bolt.Tx) error {
		_, err := btx.WriteTo(w)
		return err
	})
	if err != nil {
		return fmt.Errorf("backing up the store: %w", err)
	}
	return nil
}
