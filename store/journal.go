package store

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// journal is the open file of the journal.
type journal struct {
	f    *os.File
	end  place  // of the last transaction that is in the store
	room []byte // for the lines of the next one

	noSync bool // tests only
}

// JournalPath is where the journal of a store is.
func JournalPath(store string) string { return store + ".journal" }

// isLost reports whether there is a journal but no store, so that a new and
// empty store would be made in place of one that held games.
func isLost(path string) bool {
	info, err := os.Stat(path)
	if err == nil && info.Size() > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	info, err = os.Stat(JournalPath(path))
	return err == nil && info.Size() > 0
}

// note keeps a change for the journal.
func (tx *Tx) note(c change) {
	if tx.kept {
		tx.changes = c.appendTo(tx.changes)
	}
	tx.written = true
	tx.noteGame(c.path)
}

// noteGame notes the game to which a bucket belongs.
func (tx *Tx) noteGame(path string) {
	top, rest, ok := strings.Cut(path, "/")
	if !ok || top != bucketGames && top != bucketSecrets {
		return
	}
	if tx.games == nil {
		tx.games = map[string]bool{}
	}
	game, _, _ := strings.Cut(rest, "/")
	tx.games[game] = true
}

// Written are the games of which the transaction has written anything, whatever becomes of it.
func (tx *Tx) Written() []string { return slices.Sorted(maps.Keys(tx.games)) }

// place is the end of the last transaction that the store has; false if it
// never had a journal.
func (tx *Tx) place() (p place, ok bool, err error) {
	meta, err := tx.table(bucketMeta)
	if err != nil {
		return p, false, err
	}
	value, err := meta.get([]byte(keyJournal))
	if errors.Is(err, ErrNotFound) {
		return p, false, nil
	}
	if err != nil {
		return p, false, err
	}
	if p, ok = parsePlace(value); !ok {
		return p, false, meta.problem([]byte(keyJournal), "not a place in a journal")
	}
	return p, true, nil
}

func (tx *Tx) setPlace(p place) error {
	meta, err := tx.table(bucketMeta)
	if err != nil {
		return err
	}
	return meta.write([]byte(keyJournal), []byte(p.String()))
}

// write puts the lines of a transaction at the end of the journal.
func (j *journal) write(entry []byte) error {
	half := len(entry)
	if crashing {
		half = half / 2
	}
	if _, err := j.f.WriteAt(entry[:half], j.end.size); err != nil {
		return err
	}
	crashAt("torn")
	if _, err := j.f.WriteAt(entry[half:], j.end.size+int64(half)); err != nil {
		return err
	}
	return j.sync()
}

func (j *journal) sync() error {
	if j.noSync {
		return nil
	}
	return j.f.Sync()
}

// cut takes off what stands behind the last transaction of the store.
func (j *journal) cut() error {
	if err := j.f.Truncate(j.end.size); err != nil {
		return err
	}
	return j.sync()
}

// takeBack undoes a transaction that failed on its way to the disk. If that
// cannot be done, or the store may have it all the same, only opening the store
// again can tell what there is.
func (s *Store) takeBack(cause error) error {
	var now place
	err := viewFile(s.db, func(tx *Tx) (err error) {
		now, _, err = tx.place()
		return err
	})
	if err == nil && now != s.journal.end {
		err = errors.New("the transaction may be on the disk or not")
	}
	if err == nil {
		err = s.journal.cut()
	}
	if err != nil || errors.Is(cause, ErrDamaged) { // after which bbolt's own memory may be wrong
		s.broken = errors.Join(cause, err)
		return fmt.Errorf("%w: %w", ErrBroken, s.broken)
	}
	return fmt.Errorf("%w: %w", ErrNotWritten, cause)
}

// openJournal brings store and journal together. A fresh store gets its buckets
// with its journal.
func (s *Store) openJournal(fresh bool) error {
	path, err := journalFile(s.db.Path())
	if err != nil {
		return err
	}
	if fresh {
		return s.beginJournal(path, journalStart{first: create})
	}
	var end place
	var known bool
	err = viewFile(s.db, func(tx *Tx) (err error) {
		end, known, err = tx.place()
		return err
	})
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		if err := s.beginAgain(path, known, end.seq); err != nil {
			return err
		}
		return removeLeftovers(path)
	}
	if err != nil {
		return err
	}
	s.journal = &journal{f: f, end: end}
	if !known {
		return fmt.Errorf("%w: the store has never had the journal %s", ErrJournal, f.Name())
	}
	err = s.journal.belongs()
	if err == nil {
		err = s.catchUp()
	}
	if err == nil {
		err = removeLeftovers(path)
	}
	if errors.Is(err, ErrJournal) {
		return s.mendAtOpen(err)
	}
	return err
}

// removeLeftovers removes what is there if the program was stopped while another journal
// took the place of one: the old one, which has what was to be removed, or a half of the new.
func removeLeftovers(path string) error {
	for _, suffix := range []string{cutSuffix, ".new"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// beginAgain begins a journal for a store that has none. If the program was
// stopped while another one took the place of the journal, the diary says so. If the
// store had one that is gone, it may be a backup that was put back.
func (s *Store) beginAgain(path string, known bool, behind uint64) error {
	start := journalStart{behind: behind, at: time.Now()}
	if _, err := os.Stat(path + cutSuffix); err == nil && known {
		return s.beginJournal(path, start)
	}
	if _, err := os.Stat(path + ".new"); err == nil && known {
		start.entry = fmt.Sprintf("The program was stopped while another journal took the place of %s. "+
			"Now one began with all that the store has; nothing is lost. A damaged one is kept beside it.", path)
	} else if known {
		start.first = markOld
	}
	return s.beginJournal(path, start)
}

// belongs makes sure that the journal has what the store has, as far as its
// last transaction tells.
func (j *journal) belongs() error {
	want := j.end.lastLine()
	line := make([]byte, len(want))
	_, err := j.f.ReadAt(line, j.end.size-int64(len(want)))
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if string(line) != want {
		return fmt.Errorf("%w: %s does not have transaction %d, which the store has", ErrJournal, j.f.Name(), j.end.seq)
	}
	return nil
}

// catchUp gives the store what only the journal has: the transaction before a
// crash, or all since the backup that was put in the place of the store. A
// transaction that the crash left unfinished never happened.
func (s *Store) catchUp() error {
	rest := io.NewSectionReader(s.journal.f, s.journal.end.size, 1<<62)
	r, err := newJournalReader(rest, s.journal.end)
	if err != nil {
		return err
	}
	for {
		changes, err := r.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return s.cutTorn(r, err)
		}
		err = updateFile(s.db, func(tx *Tx) error {
			return errors.Join(tx.apply(changes), tx.setPlace(r.at))
		})
		if err != nil {
			return fmt.Errorf("taking transaction %d from the journal: %w", r.at.seq, err)
		}
		s.journal.end = r.at
	}
}

// cutTorn takes an unfinished transaction off the end of the journal, and keeps
// it in a file of its own.
func (s *Store) cutTorn(r *journalReader, why error) error {
	j := s.journal
	if err := r.torn(why, j.f.Name()); err != nil {
		return err
	}
	tail, err := io.ReadAll(io.NewSectionReader(j.f, j.end.size, 1<<62))
	if err == nil {
		err = os.WriteFile(j.f.Name()+".torn", tail, 0o600)
	}
	if err != nil {
		return err
	}
	return j.cut()
}

// torn returns nil if what could not be read is the end of the journal, as a
// crash leaves it: then no other transaction begins behind it.
func (j *journalReader) torn(why error, name string) error {
	rest, err := io.ReadAll(j.r)
	if err != nil {
		return err
	}
	if i := bytes.Index(append(j.raw, rest...), []byte("\nbegin ")); i >= 0 {
		return fmt.Errorf("%w: %s is damaged behind byte %d, in transaction %d: %w", ErrJournal, name, j.at.size,
			j.at.seq+1, why)
	}
	return nil
}

// apply makes the changes of a transaction.
func (tx *Tx) apply(changes []change) error {
	for _, c := range changes {
		t, err := tx.room(c.path)
		if err != nil {
			return err
		}
		if game, ok := c.ofGame(); ok && c.deleted {
			err = errors.Join(t.b.Delete(c.key), tx.dropGame(game))
		} else if c.deleted {
			err = t.b.Delete(c.key)
		} else {
			err = t.write(c.key, c.payload)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ofGame is the game whose tree a change writes or deletes.
func (c change) ofGame() (game string, ok bool) {
	game, ok = strings.CutPrefix(c.path, bucketGames+"/")
	return game, ok && string(c.key) == keyTree && !strings.Contains(game, "/")
}

// room finds a table, or makes it and what belongs to it: a game has all its
// buckets from the beginning.
func (tx *Tx) room(path string) (table, error) {
	names := strings.Split(path, "/")
	if slices.Contains(lateBuckets, path) {
		if root := tx.rows.root(); root.in(path) == nil {
			if _, err := root.create(path); err != nil {
				return table{}, tx.wrote(path, err)
			}
		}
	}
	if len(names) < 2 || !slices.Contains(topBuckets, names[0]) {
		t, err := tx.table(names...)
		return t, err
	}
	b := tx.rows.root().in(names[0])
	for i, name := range names[1:] {
		if b == nil {
			break
		}
		if inner := b.in(name); inner != nil {
			b = inner
			continue
		}
		inner, err := b.create(name)
		if err != nil {
			return table{}, err
		}
		b = inner
		if names[0] == bucketGames && i == 0 {
			for _, part := range gameBuckets {
				if _, err := b.create(part); err != nil {
					return table{}, err
				}
			}
		}
	}
	return tx.table(names...)
}

// snapshotBytes is about how much of a store goes into one transaction of a
// journal that begins with it.
const snapshotBytes = 1 << 20

// journalStart says how a journal begins in the place of another, or of none.
type journalStart struct {
	behind uint64          // number of the last transaction of the one before
	first  func(*Tx) error // what is done to the store before; nil for nothing
	aside  string          // new name of the one before; "" if there is none
	entry  string          // of the diary; "" for none
	at     time.Time       // of the entry
}

// prepare changes the store before it is copied.
func (b journalStart) prepare(tx *Tx) error {
	if b.first != nil {
		if err := b.first(tx); err != nil {
			return err
		}
	}
	if b.entry == "" {
		return nil
	}
	return tx.WriteDiary(b.at, DiaryMended, b.entry)
}

// beginJournal makes a journal that holds all that the store has. It is made
// beside its place and then moved there, so that there is a whole one or none: the
// one before is moved away first, and a store without a journal begins one when it
// is opened.
func (s *Store) beginJournal(path string, b journalStart) error {
	fresh := path + ".new"
	f, err := os.OpenFile(fresh, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	j := &journal{f: f, end: startBehind(b.behind), noSync: s.journal != nil && s.journal.noSync}
	err = updateFile(s.db, func(tx *Tx) error {
		if err := b.prepare(tx); err != nil {
			return err
		}
		err := j.copyOf(tx)
		if err := cmp.Or(tx.Fault(), err); err != nil {
			return err
		}
		crashAt("copied")
		if b.aside != "" {
			if err := os.Rename(path, b.aside); err != nil {
				return err
			}
			crashAt("aside")
		}
		return tx.setPlace(j.end)
	})
	if err != nil {
		return fmt.Errorf("beginning a journal: %w",
			errors.Join(err, s.notBegun(path, b.aside), f.Close(), os.Remove(fresh)))
	}
	crashAt("begun")
	s.journal = j
	err = os.Rename(fresh, path)
	if err == nil {
		err = syncFolder(filepath.Dir(path))
	}
	if err != nil {
		s.broken = err
	}
	return err
}

// notBegun moves the journal back that was moved aside.
func (s *Store) notBegun(path, aside string) error {
	if aside == "" {
		return nil
	}
	if _, err := os.Lstat(path); err == nil {
		return nil // it did not come so far
	}
	return os.Rename(aside, path)
}

// copyOf writes everything that the store holds into an empty journal.
func (j *journal) copyOf(tx *Tx) error {
	if _, err := j.f.WriteAt([]byte(j.end.lastLine()), 0); err != nil {
		return err
	}
	var lines []byte
	put := func(more string) error {
		entry, next := j.end.seal(fmt.Appendf(nil, "begin %d%s\n%s", j.end.seq+1, more, lines))
		_, err := j.f.WriteAt(entry, j.end.size)
		j.end, lines = next, lines[:0]
		return err
	}
	err := tx.all(func(t table, key, value []byte) error {
		payload, err := t.unseal(key, value)
		if err == nil && len(lines) >= snapshotBytes {
			err = put(moreFollows)
		}
		lines = change{path: t.path, key: key, payload: payload}.appendTo(lines)
		return err
	})
	if err == nil && len(lines) > 0 {
		err = put("")
	}
	return errors.Join(err, j.sync())
}

// all calls fn with every sealed row, but those that the journal does not have.
func (tx *Tx) all(fn func(t table, key, value []byte) error) error {
	var walk func(t table) error
	walk = func(t table) error {
		for key, value := range t.rows(nil) {
			err := error(nil)
			if value == nil {
				err = walk(table{tx, t.b.in(string(key)), t.path + "/" + string(key)})
			} else {
				err = fn(t, key, value)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	for _, name := range slices.Concat(topBuckets, lateBuckets) {
		if name == bucketMeta {
			continue
		}
		t, err := tx.table(name)
		if err != nil && slices.Contains(lateBuckets, name) {
			continue // nothing was written into it
		}
		if err != nil {
			return err
		}
		if err := walk(t); err != nil {
			return err
		}
	}
	return nil
}

// syncFolder makes the names in a folder last.
func syncFolder(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
