package store

import (
	"crypto/cipher"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/crypto/chacha20poly1305"
)

// isHidden says which buckets nobody who can read the database may read: secrets, and
// what is hidden in records.
func isHidden(path string) bool {
	return strings.HasPrefix(path, bucketSecrets+"/") ||
		strings.HasPrefix(path, bucketGames+"/") && strings.HasSuffix(path, "/hidden")
}

// sealer encrypts values, each for its place.
type sealer struct{ cipher.AEAD }

func placeOf(path string, key []byte) []byte { return append([]byte(path+"\x00"), key...) }

// seal gives a nonce and the encrypted value.
func (s sealer) seal(path string, key, value []byte) []byte {
	nonce := make([]byte, s.NonceSize(), s.NonceSize()+len(value)+s.Overhead())
	rand.Read(nonce)
	return s.Seal(nonce, nonce, value, placeOf(path, key))
}

// open is the inverse of seal.
func (s sealer) open(path string, key, sealed []byte) ([]byte, error) {
	if len(sealed) < s.NonceSize() {
		return nil, errors.New("too short to be encrypted")
	}
	plain, err := s.Open(nil, sealed[:s.NonceSize()], sealed[s.NonceSize():], placeOf(path, key))
	return append([]byte{}, plain...), err
}

// readKey reads a file of a key: 64 hex digits and LF.
func readKey(path string) (s sealer, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return s, err
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return s, fmt.Errorf("%s has mode %04o: others on this machine may read the key; chmod 600 %s",
			path, mode, path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return s, err
	}
	key, err := hex.DecodeString(strings.TrimSuffix(string(text), "\n"))
	if err != nil || len(key) != chacha20poly1305.KeySize { // the error would quote it
		return s, fmt.Errorf("%s does not hold a key: want %d hex digits", path, 2*chacha20poly1305.KeySize)
	}
	s.AEAD, err = chacha20poly1305.NewX(key)
	return s, err
}

// makeKey makes the file of a new key.
func makeKey(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	key := make([]byte, chacha20poly1305.KeySize)
	rand.Read(key)
	_, err = fmt.Fprintf(f, "%x\n", key)
	return errors.Join(err, f.Sync(), f.Close())
}

// proofPlace is where the value stands, encrypted, that tells the right key from another.
const proofPlace = "key"

// unlock reads the key, and makes sure that it is that of the store. A store without a secret may get a
// new one.
func (d *database) unlock(path string, mayMake bool) error {
	proof, err := d.proof()
	if err != nil {
		return err
	}
	if proof == nil && mayMake {
		if err := d.haveKey(path); err != nil {
			return err
		}
	}
	d.key, err = readKey(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: the key file %s is missing: without it nobody can read the secrets in the database, so "+
			"put it back out of your backup", ErrKey, path)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrKey, err)
	}
	if proof == nil && !mayMake {
		return nil
	}
	if proof == nil {
		if proof, err = d.prove(); err != nil {
			return err
		}
	}
	if _, err := d.key.open(proofPlace, nil, proof); err != nil {
		return fmt.Errorf("%w: the one in %s is not the one with which the secrets in the database are encrypted",
			ErrKey, path)
	}
	return nil
}

// haveKey makes a key unless there is one. Of several processes that begin at a time one makes it, and the others wait.
func (d *database) haveKey(path string) error {
	return d.with(func(c *pgconn.PgConn) error {
		if _, err := versionOf(c, " FOR UPDATE"); err != nil {
			return err
		}
		_, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			err = makeKey(path)
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrKey, err)
		}
		return nil
	})
}

// proof is what the key has to open; nil before there is a key.
func (d *database) proof() (proof []byte, err error) {
	err = d.with(func(c *pgconn.PgConn) error {
		got, err := ask(c, "SELECT proof FROM berthier_key")
		if err == nil && len(got.Rows) == 1 {
			proof = got.Rows[0][0]
		}
		return err
	})
	return proof, err
}

// prove lets the store belong to the key, unless it belongs to one already.
func (d *database) prove() ([]byte, error) {
	err := d.with(func(c *pgconn.PgConn) error {
		_, err := ask(c, "INSERT INTO berthier_key VALUES (1, $1) ON CONFLICT DO NOTHING",
			d.key.seal(proofPlace, nil, nil))
		return err
	})
	if err != nil {
		return nil, err
	}
	return d.proof()
}
