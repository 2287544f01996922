package sign

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Key is the public key of a player: of OpenSSH (ssh-ed25519, what
// `ssh-keygen -t ed25519` makes), of OpenPGP, or of minisign. The zero Key is
// no key.
type Key struct {
	kind string // the name of one of kinds
	text string // canonical, without comment
	id   string // fingerprint
	ids  string // the key IDs of all its parts, 8 bytes each; "" for OpenSSH

	Comment string // what the key's file calls it; proves nothing
}

// ErrKeyType is returned for a public or private key of a kind, algorithm or
// size that is not accepted.
var ErrKeyType = errors.New("key is not of an accepted type (make one with: ssh-keygen -t ed25519)")

// ErrPassphrase is returned by LoadPrivateKey when the key is protected and
// the passphrase is missing or wrong.
var ErrPassphrase = errors.New("passphrase of the private key is missing or wrong")

// maxKeyBytes bounds key files. An Ed25519 key needs about 500 bytes, an
// OpenPGP key with a few subkeys about 5000; one that hundreds of people
// signed can be exported without their signatures.
const maxKeyBytes = 32 << 10

// ParsePublicKey reads the public key of a player, of which it finds out the
// kind: one line in authorized_keys format (a .pub file), an armoured OpenPGP
// public key block with one key, or a minisign public key with or without its
// comment line. A key that is too weak is ErrKeyType. Whether an OpenPGP key is
// expired or revoked depends on the time: see Check.
func ParsePublicKey(text string) (Key, error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	switch {
	case len(text) > maxKeyBytes:
		return Key{}, fmt.Errorf("parsing public key: longer than %d bytes (export an OpenPGP key with "+
			"--export-options export-minimal)", maxKeyBytes)
	case isPrivateKey(text):
		return Key{}, errors.New("parsing public key: this is a private key, which nobody but its owner may have")
	}
	for _, kind := range kinds {
		if kind.isKey != nil && kind.isKey(text) {
			return kind.parseKey(text)
		}
	}
	return Key{}, errors.New("parsing public key: neither an OpenSSH nor an OpenPGP nor a minisign public key")
}

// isPrivateKey reports whether a private key begins on a line of a text.
func isPrivateKey(text string) bool {
	if !strings.Contains(text, "PRIVATE KEY") && !strings.Contains(text, "secret key") {
		return false
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "-----BEGIN ") && strings.Contains(line, " PRIVATE KEY") ||
			strings.HasPrefix(line, untrustedComment) && strings.Contains(line, "secret key") {
			return true
		}
	}
	return false
}

// String gives the key as text that ParsePublicKey reads and that the programs
// of its kind read too, without line end: one line for OpenSSH, with the
// comment, and for minisign; an armoured block for OpenPGP.
func (k Key) String() string {
	if k.kind == nameSSH && k.Comment != "" {
		return k.text + " " + k.Comment
	}
	return k.text
}

// MarshalText is String without the comment; nothing for the zero Key.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.text), nil }

// UnmarshalText reads what MarshalText writes.
func (k *Key) UnmarshalText(text []byte) (err error) {
	if *k = (Key{}); len(text) == 0 {
		return nil
	}
	*k, err = ParsePublicKey(string(text))
	k.Comment = ""
	return err
}

// Fingerprint gives what tells the key from any other: for OpenSSH "SHA256:"
// and 43 characters, as `ssh-keygen -l` prints it; for OpenPGP "0x" and the
// fingerprint of the primary key in hex, as `gpg --fingerprint` prints it
// without blanks; for minisign the public key itself, 56 characters.
func (k Key) Fingerprint() string { return k.id }

// Name is the kind of key and its fingerprint, for people.
func (k Key) Name() string { return strings.TrimSpace(k.kind + " " + k.id) }

// Equal reports whether both are the same key, whatever their comments say. An
// OpenPGP key stays the same when its owner extends or revokes it.
func (k Key) Equal(other Key) bool { return k.id == other.id }

// Check reports why nothing can be signed with the key at a time, for example
// because it has expired by then. Only OpenPGP keys know a time.
func (k Key) Check(at time.Time) error {
	if kind := kindOf(k); kind != nil && kind.check != nil {
		return kind.check(k, at)
	}
	return nil
}
