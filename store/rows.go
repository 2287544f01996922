package store

import bolt "go.etcd.io/bbolt"

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

// fileRows is a transaction of bbolt.
type fileRows struct{ *bolt.Tx }

func (t fileRows) root() bucket    { return fileBucket{t.Tx.Cursor().Bucket()} }
func (t fileRows) commit() error   { return t.Tx.Commit() }
func (t fileRows) rollback() error { return t.Tx.Rollback() }
func (t fileRows) fault() error    { return nil }

// inFile is a transaction of the store over one of bbolt.
func inFile(btx *bolt.Tx) *Tx { return &Tx{rows: fileRows{btx}} }

// fileBucket is a bucket of bbolt.
type fileBucket struct{ *bolt.Bucket }

func (b fileBucket) in(name string) bucket {
	if inner := b.Bucket.Bucket([]byte(name)); inner != nil {
		return fileBucket{inner}
	}
	return nil
}

func (b fileBucket) create(name string) (bucket, error) {
	inner, err := b.CreateBucket([]byte(name))
	return fileBucket{inner}, err
}

func (b fileBucket) seeker() func(key []byte) (k, v []byte) { return b.Cursor().Seek }

func (b fileBucket) last() []byte {
	key, _ := b.Cursor().Last()
	return key
}

func isEmpty(b bucket) bool {
	first, _ := b.seeker()(nil)
	return first == nil
}
