package store

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	bolt "go.etcd.io/bbolt"

	"berthier/store/leaf"
)

// Check reads the whole file and returns all damage it finds: broken pages,
// checksums and trees, gaps in a log, entries that do not decode, indexes
// that disagree with what they index, buckets and rows that belong to nothing,
// and what the journal tells otherwise.
// The error is for a check that could not run. Check keeps writers waiting, so
// that no page changes under it, and leaves the file as it is.
func (s *Store) Check() (problems []Problem, err error) {
	if s.far != nil {
		return s.checkFar()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	btx, err := s.db.Begin(!s.db.IsReadOnly())
	if err != nil {
		return nil, fmt.Errorf("checking the store: %w", err)
	}
	defer func() { err = errors.Join(err, btx.Rollback()) }()
	c := &checker{tx: inFile(btx), file: btx, reported: map[Problem]bool{}}
	c.run()
	if len(c.problems) == 0 {
		if err := c.journal(JournalPath(s.db.Path())); err != nil {
			return nil, fmt.Errorf("comparing the store with its journal: %w", err)
		}
	}
	return c.problems, nil
}

// checkFar is Check for a store in a database, of one moment; writers go on.
func (s *Store) checkFar() ([]Problem, error) {
	c := &checker{reported: map[Problem]bool{}}
	err := s.View(func(tx *Tx) error {
		c.tx = tx
		c.content()
		for _, path := range tx.rows.(*databaseRows).strays() {
			c.report(Problem{path, "rows of no bucket"})
		}
		for _, r := range tx.rows.(*databaseRows).ask(sqlQueue) {
			m, err := s.far.queued(r)
			c.fail(queuePlace, cmp.Or(err, m.Damage))
		}
		c.numbers()
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("checking the store: %w", err)
	}
	return c.problems, nil
}

// numbers reports a number of the mails, or of the queue, that would be given a second time.
func (c *checker) numbers() {
	var mails uint64
	t := c.tx.rows.(*databaseRows)
	if key := (databaseBucket{t, bucketMails + "/entry"}).last(); len(key) == 8 {
		mails = binary.BigEndian.Uint64(key)
	}
	last := map[string]string{}
	for _, r := range t.ask(`SELECT name, last::text FROM berthier_number`) {
		last[string(r[0])] = string(r[1])
	}
	given := map[string]string{"mail": fmt.Sprint(mails), "queue": "0"}
	for _, r := range t.ask(`SELECT coalesce(max(seq), 0)::text FROM berthier_queue`) {
		given["queue"] = string(r[0])
	}
	for _, name := range []string{"mail", "queue"} {
		var next, there uint64
		if n, _ := fmt.Sscan(last[name]+" "+given[name], &next, &there); n == 2 && next >= there || t.failed != nil {
			continue
		}
		c.report(Problem{"berthier_number/" + name, fmt.Sprintf("the last number given is %q, and yet %s is there",
			last[name], given[name])})
	}
}

type checker struct {
	tx       *Tx
	file     *bolt.Tx // that tx is one of
	problems []Problem
	reported map[Problem]bool // the same row is often reached from two sides
}

func (c *checker) report(p Problem) {
	if !c.reported[p] {
		c.reported[p] = true
		c.problems = append(c.problems, p)
	}
}

// fail reports the error of a method that reads, if there is one.
func (c *checker) fail(where string, err error) {
	var p Problem
	switch {
	case errors.As(err, &p):
		c.report(p)
	case err != nil:
		c.report(Problem{where, err.Error()})
	}
}

// run reports the panics with which bbolt answers broken pages.
func (c *checker) run() {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			c.report(Problem{"file", fmt.Sprint("reading stopped: ", r)})
		}
	}()
	c.fail("file", checkLength(c.file))
	if len(c.problems) == 0 {
		c.reach(c.file.Cursor().Bucket(), map[uint64]bool{}, deepest)
	}
	if len(c.problems) == 0 {
		c.pages()
	}
	if len(c.problems) == 0 { // following broken pages can loop
		c.content()
		c.fail("file", c.tx.rows.fault())
	}
}

// deepest is how many buckets a row stands in at most.
const deepest = 3

// reach reads all keys, and the ends of all values. bbolt checks pages in a goroutine of its own, where a fault of
// memory, which a broken page can make, ends the program: here it is a panic.
// Before that it looks whether the pages lead back to each other, see whole.
func (c *checker) reach(b *bolt.Bucket, met map[uint64]bool, depth int) {
	defer func() {
		if r := recover(); r != nil {
			c.report(Problem{"file", fmt.Sprint("a page cannot be read: ", r)})
		}
	}()
	rows, cursor := c.tx.rows.(*fileRows), b.Cursor()
	rows.tree(uint64(b.Root()), met)
	for k, v := cursor.First(); k != nil; k, v = cursor.Next() {
		rows.touch(k)
		rows.touch(v)
		if v != nil || depth == 0 {
			continue
		}
		if inner := b.Bucket(k); inner != nil {
			c.reach(inner, met, depth-1)
		}
	}
}

func (c *checker) pages() {
	for err := range c.file.Check() {
		c.report(Problem{"file", err.Error()})
	}
}

func (c *checker) content() {
	c.fail("meta", checkFormat(c.tx.rows.root()))
	top := slices.Clone(topBuckets)
	if diary, ok := c.tx.diary(); ok {
		top = append(top, bucketDiary)
		c.diary(diary)
	}
	if gone, err := c.tx.table(bucketGone); err == nil {
		top = append(top, bucketGone)
		c.rows(gone, func(key, payload []byte) error {
			if _, err := c.tx.game(string(key)); err == nil {
				return errors.New("the game is there")
			}
			_, err := decodeGone(string(key), payload)
			return err
		})
	}
	c.members(table{c.tx, c.tx.rows.root(), ""}, top)
	if meta, ok := c.open(bucketMeta); ok {
		known := []string{keyFormat}
		for _, later := range []string{keyJournal, keyBeat} { // from the first time on
			if meta.has([]byte(later)) {
				known = append(known, later)
			}
		}
		if meta.has([]byte(keyOld)) {
			known = append(known, keyOld)
		}
		c.members(meta, nil, known...)
		_, _, err := c.tx.place()
		c.fail("meta", err)
		if _, err := c.tx.Beat(); !errors.Is(err, ErrNotFound) {
			c.fail("meta", err)
		}
	}
	if games, ok := c.open(bucketGames); ok {
		for name, value := range games.rows(nil) {
			c.game(games, string(name), value)
		}
	}
	c.secrets()
	c.mailbox()
	if mails, ok := c.open(bucketMails); ok {
		c.members(mails, mailBuckets)
	}
	if o, err := c.tx.outbox(); err == nil {
		c.entries(o)
		c.mailRows(o)
	}
}

func (c *checker) open(path ...string) (table, bool) {
	t, err := c.tx.table(path...)
	c.fail("", err)
	return t, err == nil
}

// members reports what lies in a bucket beside, and what is missing of, the
// given buckets and values.
func (c *checker) members(t table, buckets []string, values ...string) {
	for key, value := range t.rows(nil) {
		if value == nil && !slices.Contains(buckets, string(key)) {
			c.report(t.problem(key, "unknown bucket"))
		}
		if value != nil && !slices.Contains(values, string(key)) {
			c.report(t.problem(key, "unknown value"))
		}
	}
	for _, name := range buckets {
		if t.b.in(name) == nil {
			c.report(t.problem([]byte(name), "bucket missing"))
		}
	}
	for _, name := range values {
		if !t.has([]byte(name)) {
			c.report(t.problem([]byte(name), "missing"))
		}
	}
}

// rows calls fn with every sound row and reports the others.
func (c *checker) rows(t table, fn func(key, payload []byte) error) {
	for key, value := range t.rows(nil) {
		if value == nil {
			c.report(t.problem(key, "bucket in place of a value"))
			continue
		}
		payload, err := t.unseal(key, value)
		if err == nil {
			err = fn(key, payload)
		}
		c.fail(t.where(key), err)
	}
}

// named checks a table whose keys were chosen by a caller.
func (c *checker) named(path ...string) {
	if t, ok := c.open(path...); ok {
		c.rows(t, func(key, _ []byte) error { return checkKey("key", string(key)) })
	}
}

func (c *checker) game(games table, name string, value []byte) {
	if value != nil {
		c.report(games.problem([]byte(name), "value in place of a game"))
		return
	}
	if !leaf.ValidGame(name) {
		c.report(games.problem([]byte(name), "not a game's name"))
		return
	}
	if game, ok := c.open(bucketGames, name); ok {
		c.members(game, gameBuckets, keyTree)
	}
	c.log(name)
	c.named(bucketGames, name, "state")
	c.named(bucketGames, name, "inbox")
}

func (c *checker) log(game string) {
	log, end, err := c.tx.log(game)
	if err != nil {
		c.fail(game, err)
		return
	}
	var tree Tree
	last, known := uint64(0), true
	for key := range log.open.rows(nil) {
		if len(key) != 8 {
			c.report(log.open.problem(key, "not a sequence number"))
			continue
		}
		seq := binary.BigEndian.Uint64(key)
		if seq != last+1 {
			c.report(log.open.problem(key, "records missing before it: the one before is %d", last))
			known = false
		}
		r, err := log.record(seq)
		c.fail(log.open.where(key), err)
		last, known, tree = seq, known && err == nil, tree.Append(r.Data)
	}
	if last != end.Size() {
		c.report(Problem{log.open.path, fmt.Sprintf("ends with record %d, its tree has %d", last, end.Size())})
	} else if known && !tree.Equal(end) {
		c.report(Problem{log.open.path, "does not fit its tree"})
	}
	c.rows(log.hidden, func(key, _ []byte) error {
		if !log.open.has(key) {
			return errors.New("belongs to no record")
		}
		return nil
	})
}

func (c *checker) secrets() {
	secrets, ok := c.open(bucketSecrets)
	if !ok {
		return
	}
	for game, value := range secrets.rows(nil) {
		if value != nil {
			c.report(secrets.problem(game, "value in place of a game"))
			continue
		}
		if _, err := c.tx.game(string(game)); errors.Is(err, ErrNoGame) {
			c.report(secrets.problem(game, "no such game"))
		}
		c.named(bucketSecrets, string(game))
	}
}

func (c *checker) mailbox() {
	c.named(bucketCursors)
	seen, ok := c.open(bucketSeen)
	if !ok {
		return
	}
	c.rows(seen, func(key, payload []byte) error {
		if _, ok := parseTime(payload); !ok || len(key) != sha256.Size {
			return errors.New("not a hash and a time")
		}
		return nil
	})
}

func (c *checker) diary(t table) {
	next := uint64(1)
	c.rows(t, func(key, payload []byte) error {
		if !bytes.Equal(key, uint64Key(next)) {
			return fmt.Errorf("expected entry %d here", next)
		}
		next++
		_, err := decodeEntry(next-1, payload)
		return err
	})
}

// entries checks that every mail has what it must have in the other tables.
func (c *checker) entries(o outbox) {
	c.rows(o.entry, func(seq, _ []byte) error {
		if len(seq) != 8 {
			return errors.New("not a sequence number")
		}
		q, err := o.mail(seq)
		if err != nil {
			return err
		}
		if _, err := c.tx.game(q.Game); q.Game != "" && errors.Is(err, ErrNoGame) {
			return errors.New("belongs to no game")
		}
		due, err := q.dueKey(seq)
		if err != nil {
			return err
		}
		c.present(o.raw, seq, true)
		c.present(o.id, []byte(q.ID), true)
		c.present(o.game, q.gameKey(seq), true)
		c.present(o.due, due, q.Waiting())
		return nil
	})
}

func (c *checker) present(t table, key []byte, want bool) {
	switch has := t.has(key); {
	case want && !has:
		c.report(t.problem(key, "missing"))
	case has && !want:
		c.report(t.problem(key, "the mail does not wait any more"))
	}
}

// mailRows checks that every row of the other tables belongs to a mail.
func (c *checker) mailRows(o outbox) {
	noMail := errors.New("belongs to no mail")
	// A damaged entry was reported already; what points to it is sound.
	row := func(seq []byte, fits func(QueuedMail) bool) error {
		if !o.entry.has(seq) {
			return noMail
		}
		if q, err := o.mail(seq); err == nil && !fits(q) {
			return noMail
		}
		return nil
	}
	c.rows(o.raw, func(key, _ []byte) error {
		return row(key, func(QueuedMail) bool { return true })
	})
	c.rows(o.id, func(key, seq []byte) error {
		return row(seq, func(q QueuedMail) bool { return q.ID == string(key) })
	})
	c.rows(o.due, func(key, _ []byte) error {
		seq := key[min(8, len(key)):]
		return row(seq, func(q QueuedMail) bool {
			due, err := q.dueKey(seq)
			return err == nil && bytes.Equal(due, key)
		})
	})
	c.rows(o.game, func(key, _ []byte) error {
		seq := key[bytes.IndexByte(key, 0)+1:]
		return row(seq, func(q QueuedMail) bool { return bytes.Equal(q.gameKey(seq), key) })
	})
}
