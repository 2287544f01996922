package store

// MayBeOld reports whether the store may lack what was written once: it was made out
// of a journal by Rebuild, or opened without the journal that it had, as a backup
// that was put back. It stays so until NotOld.
func (tx *Tx) MayBeOld() (bool, error) {
	meta, err := tx.table(bucketMeta)
	if err != nil {
		return false, err
	}
	return meta.has([]byte(keyOld)), nil
}

// NotOld says that it was dealt with, or that nothing is missing. It is no error if nothing was noted.
func (tx *Tx) NotOld() error {
	meta, err := tx.table(bucketMeta)
	if err != nil {
		return err
	}
	tx.written = true // the journal does not have it
	return meta.wrote([]byte(keyOld), meta.b.Delete([]byte(keyOld)))
}

// markOld notes that the store may be old.
func markOld(tx *Tx) error {
	meta, err := tx.table(bucketMeta)
	if err != nil {
		return err
	}
	return meta.write([]byte(keyOld), nil)
}
