package wire

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// mailFolder keeps what came to one account of a LocalServer: a file for each mail, on the
// disk before its sender is told so. A name is the number of the mail, with 20 digits,
// and the SHA-256 of its bytes.
type mailFolder struct {
	mu   sync.Mutex
	path string
	last uint64
	now  map[[sha256.Size]byte][]string // the files that are there
}

const (
	mailSuffix = ".eml"
	partSuffix = ".part" // a mail that is being written
)

// openMailFolder opens the folder of an account, or makes it.
func openMailFolder(parent, address string) (*mailFolder, error) {
	f := &mailFolder{path: filepath.Join(parent, url.PathEscape(strings.ToLower(address))),
		now: map[[sha256.Size]byte][]string{}}
	if err := os.MkdirAll(f.path, 0o700); err != nil {
		return nil, err
	}
	return f, errors.Join(syncFolder(parent), syncFolder(filepath.Dir(parent)))
}

// each gives all mails in the order in which they came. Those that were not whole
// when the program was stopped, of which no sender was told anything, are removed.
func (f *mailFolder) each(do func(raw []byte) error) error {
	entries, err := os.ReadDir(f.path)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := filepath.Join(f.path, e.Name())
		if strings.HasSuffix(name, partSuffix) {
			if err := os.Remove(name); err != nil {
				return err
			}
			continue
		}
		if !strings.HasSuffix(name, mailSuffix) {
			continue // not ours
		}
		raw, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(raw)
		var n uint64
		if _, err := fmt.Sscanf(e.Name(), "%020d", &n); err != nil || e.Name() != mailName(n, sum) {
			return fmt.Errorf("%s is no mail, or was changed", name)
		}
		f.last = max(f.last, n)
		f.now[sum] = append(f.now[sum], name)
		if err := do(raw); err != nil {
			return err
		}
	}
	return nil
}

func mailName(n uint64, sum [sha256.Size]byte) string {
	return fmt.Sprintf("%020d-%s%s", n, hex.EncodeToString(sum[:]), mailSuffix)
}

// keep puts a mail on the disk.
func (f *mailFolder) keep(raw []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	sum := sha256.Sum256(raw)
	f.last++
	name := filepath.Join(f.path, mailName(f.last, sum))
	if err := writeSynced(name+partSuffix, raw); err != nil {
		os.Remove(name + partSuffix)
		return err
	}
	if err := os.Rename(name+partSuffix, name); err != nil {
		return err
	}
	f.now[sum] = append(f.now[sum], name)
	return syncFolder(f.path)
}

// drop removes a mail, one copy if there are several.
func (f *mailFolder) drop(raw []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	sum := sha256.Sum256(raw)
	names := f.now[sum]
	if len(names) == 0 {
		return nil
	}
	if f.now[sum] = names[1:]; len(names) == 1 {
		delete(f.now, sum)
	}
	return os.Remove(names[0])
}

func writeSynced(path string, data []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = bytes.NewReader(data).WriteTo(file)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// syncFolder lets the names in a folder survive a loss of power.
func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
