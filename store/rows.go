package store

import (
	"bytes"
	"cmp"
	"fmt"
	"runtime/debug"
	"unsafe"

	bolt "go.etcd.io/bbolt"
)

// transaction is one of the database in which a store lies: buckets of rows and of other
// buckets, in the order of the bytes of their keys.
type transaction interface {
	root() bucket
	commit() error
	rollback() error
	fault() error // why what it gave cannot be relied upon
}

// bucket is rows with keys. What Get and a seeker give is valid until the transaction ends, and is
// not to be changed. A bucket in it is a row without value.
type bucket interface {
	Get(key []byte) []byte // nil if there is none, or a bucket
	Put(key, value []byte) error
	Delete(key []byte) error
	in(name string) bucket // nil if there is none
	create(name string) (bucket, error)
	DeleteBucket(name []byte) error
	seeker() func(key []byte) (k, v []byte) // finds the first row whose key is at least that
	last() (key []byte)
}

// fileRows is a transaction of bbolt. What bbolt makes of a broken page, a panic or a fault of memory, is its fault.
type fileRows struct {
	*bolt.Tx
	failed     error
	start, end uintptr // of the file in memory
	touched    byte    // so that no compiler leaves out what touch reads
	file       []byte  // what lies there
	pageSize   uint64
}

func inBolt(btx *bolt.Tx) *fileRows {
	info := btx.DB().Info()
	return &fileRows{Tx: btx, start: info.Data, end: info.Data + uintptr(btx.Size()), pageSize: uint64(info.PageSize),
		file: unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&info.Data))), btx.Size())}
}

// mind notes that bbolt met a broken page. Whatever calls bbolt defers it, with what SetPanicOnFault(true) gives.
func (t *fileRows) mind(before bool) {
	debug.SetPanicOnFault(before)
	if r := recover(); r != nil && t.failed == nil {
		t.failed = fmt.Errorf("%w: %v", ErrDamaged, r)
	}
}

func (t *fileRows) root() bucket { return fileBucket{t.Tx.Cursor().Bucket(), t} }

func (t *fileRows) commit() (err error) {
	defer func() { err = cmp.Or(t.failed, err) }()
	defer t.mind(debug.SetPanicOnFault(true))
	return t.Tx.Commit()
}

func (t *fileRows) rollback() error { return t.Tx.Rollback() }
func (t *fileRows) fault() error    { return t.failed }

// inFile is a transaction of the store over one of bbolt.
func inFile(btx *bolt.Tx) *Tx { return &Tx{rows: inBolt(btx)} }

// viewFile has fn read a file.
func viewFile(db *bolt.DB, fn func(*Tx) error) error {
	return db.View(func(btx *bolt.Tx) error {
		tx := inFile(btx)
		err := fn(tx)
		return cmp.Or(tx.Fault(), err)
	})
}

// updateFile has fn write into a file, without its journal.
func updateFile(db *bolt.DB, fn func(*Tx) error) error {
	btx, err := db.Begin(true)
	if err != nil {
		return err
	}
	defer btx.Rollback()
	tx := inFile(btx)
	err = fn(tx)
	if err := cmp.Or(tx.Fault(), err); err != nil {
		return err
	}
	return tx.rows.commit()
}

// fileBucket is a bucket of bbolt.
type fileBucket struct {
	*bolt.Bucket
	rows *fileRows
}

func (b fileBucket) Get(key []byte) (value []byte) {
	defer b.rows.mind(debug.SetPanicOnFault(true))
	b.rows.way(b.Bucket, key)
	v := b.Bucket.Get(key)
	b.rows.touch(v)
	return v
}

func (b fileBucket) Put(key, value []byte) error {
	return b.change(key, func() error { return b.Bucket.Put(key, value) })
}

func (b fileBucket) Delete(key []byte) error {
	return b.change(key, func() error { return b.Bucket.Delete(key) })
}

func (b fileBucket) DeleteBucket(name []byte) error {
	return b.change(name, func() error {
		if inner := b.Bucket.Bucket(name); inner != nil {
			if err := b.rows.whole(inner, map[uint64]bool{}); err != nil {
				return err
			}
		}
		return b.Bucket.DeleteBucket(name)
	})
}

func (b fileBucket) create(name string) (made bucket, err error) {
	err = b.change([]byte(name), func() error {
		inner, err := b.CreateBucket([]byte(name))
		made = fileBucket{inner, b.rows}
		return err
	})
	return made, err
}

// change writes where a key is or would be.
func (b fileBucket) change(key []byte, do func() error) (err error) {
	defer func() { err = cmp.Or(b.rows.failed, err) }()
	defer b.rows.mind(debug.SetPanicOnFault(true))
	b.rows.way(b.Bucket, key)
	return do()
}

func (b fileBucket) in(name string) (found bucket) {
	defer b.rows.mind(debug.SetPanicOnFault(true))
	b.rows.way(b.Bucket, []byte(name))
	if inner := b.Bucket.Bucket([]byte(name)); inner != nil {
		return fileBucket{inner, b.rows}
	}
	return nil
}

func (b fileBucket) seeker() func(key []byte) (k, v []byte) {
	cursor := b.Cursor()
	return func(key []byte) (k, v []byte) {
		defer b.rows.mind(debug.SetPanicOnFault(true))
		b.rows.path(b.rows.way(b.Bucket, key), leftmost) // where the next row lies, behind the last of a leaf
		foundKey, value := cursor.Seek(key)
		b.rows.touch(foundKey)
		if foundKey != nil && bytes.Compare(foundKey, key) < 0 { // who asks for the next would be given it for ever
			panic("the rows are in disorder")
		}
		b.rows.touch(value)
		return foundKey, value
	}
}

func (b fileBucket) last() (key []byte) {
	defer b.rows.mind(debug.SetPanicOnFault(true))
	b.rows.path(uint64(b.Root()), rightmost)
	found, _ := b.Cursor().Last()
	b.rows.touch(found)
	return found
}

// touch panics, or meets a fault, if what bbolt gave lies outside of the file, as of a broken page it may. What was
// written in the same transaction lies elsewhere in memory.
func (t *fileRows) touch(b []byte) {
	if len(b) == 0 {
		return
	}
	if at := uintptr(unsafe.Pointer(&b[0])); t.start <= at && at < t.end && uintptr(len(b)) > t.end-at {
		panic("a value goes beyond the end of the file")
	}
	t.touched = b[0] ^ b[len(b)-1]
}

func isEmpty(b bucket) bool {
	first, _ := b.seeker()(nil)
	return first == nil
}
