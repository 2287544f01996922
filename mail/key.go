package mail

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/ssh"
)

// Key is the public key of a player: ssh-ed25519, the kind that
// `ssh-keygen -t ed25519` makes. The zero Key is no key.
type Key struct {
	pub     ssh.PublicKey
	Comment string // free text after the key, usually user@host; proves nothing
}

// ErrKeyType is returned for a public or private key that is not ssh-ed25519.
var ErrKeyType = errors.New("key is not of type ssh-ed25519 (make one with: ssh-keygen -t ed25519)")

// ErrPassphrase is returned by LoadPrivateKey when the key is protected and
// the passphrase is missing or wrong.
var ErrPassphrase = errors.New("passphrase of the private key is missing or wrong")

// maxKeyBytes bounds key files; an Ed25519 key needs about 500 bytes.
const maxKeyBytes = 16 << 10

// ParsePublicKey reads one line in authorized_keys format, the content of a
// .pub file. Options before the key are refused, since nobody would obey them.
func ParsePublicKey(line string) (Key, error) {
	if len(line) > maxKeyBytes {
		return Key{}, errors.New("parsing public key: too long")
	}
	pub, comment, options, rest, err := ssh.ParseAuthorizedKey([]byte(strings.TrimSpace(line)))
	switch {
	case err != nil:
		return Key{}, fmt.Errorf("parsing public key: %w", err)
	case pub.Type() != ssh.KeyAlgoED25519:
		return Key{}, fmt.Errorf("parsing public key of type %s: %w", pub.Type(), ErrKeyType)
	case len(options) > 0 || len(strings.TrimSpace(string(rest))) > 0:
		return Key{}, errors.New("parsing public key: want one key on one line without options")
	}
	return Key{pub, oneLine(comment)}, nil
}

// String gives the key as one line in authorized_keys format without line end.
func (k Key) String() string {
	if k.pub == nil {
		return ""
	}
	s := strings.TrimSpace(string(ssh.MarshalAuthorizedKey(k.pub)))
	if k.Comment != "" {
		s += " " + k.Comment
	}
	return s
}

// Fingerprint gives "SHA256:" and 43 characters, as `ssh-keygen -l` prints it.
func (k Key) Fingerprint() string {
	if k.pub == nil {
		return ""
	}
	return ssh.FingerprintSHA256(k.pub)
}

// Equal reports whether both are the same key, whatever their comments say.
func (k Key) Equal(other Key) bool { return k.Fingerprint() == other.Fingerprint() }

// PrivateKey signs turns. It never prints its secret.
type PrivateKey struct {
	secret ed25519.PrivateKey
	signer ssh.Signer
	public Key
}

// GenerateKey makes a new key from the random source of the system.
func GenerateKey(comment string) (*PrivateKey, error) {
	_, secret, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("generating key: %w", err)
	}
	return newPrivateKey(secret, comment)
}

func newPrivateKey(secret ed25519.PrivateKey, comment string) (*PrivateKey, error) {
	signer, err := ssh.NewSignerFromKey(secret)
	if err != nil {
		return nil, fmt.Errorf("using key: %w", err)
	}
	return &PrivateKey{secret, signer, Key{signer.PublicKey(), oneLine(comment)}}, nil
}

// Public gives the public half.
func (k *PrivateKey) Public() Key { return k.public }

// String names the key by its fingerprint, so that printing one by mistake
// gives nothing away.
func (k *PrivateKey) String() string { return "private key " + k.public.Fingerprint() }

// GoString is String, for %#v.
func (k *PrivateKey) GoString() string { return k.String() }

// Marshal gives the key in OpenSSH private key format, protected with a
// passphrase unless that is empty. ssh and ssh-keygen read the file.
func (k *PrivateKey) Marshal(passphrase []byte) ([]byte, error) {
	block, err := ssh.MarshalPrivateKey(k.secret, k.public.Comment)
	if len(passphrase) > 0 {
		block, err = ssh.MarshalPrivateKeyWithPassphrase(k.secret, k.public.Comment, passphrase)
	}
	if err != nil {
		return nil, fmt.Errorf("writing private key: %w", err)
	}
	return pem.EncodeToMemory(block), nil
}

// LoadPrivateKey reads a key in OpenSSH private key format. The passphrase is
// asked for only if the key is protected; ask may be nil. The file format
// hides the comment, so Public has none.
//
// Errors: ErrPassphrase, ErrKeyType, or that the file is no private key.
func LoadPrivateKey(file []byte, ask func() ([]byte, error)) (*PrivateKey, error) {
	if len(file) > maxKeyBytes {
		return nil, errors.New("reading private key: too long")
	}
	raw, err := ssh.ParseRawPrivateKey(file)
	if missing := new(ssh.PassphraseMissingError); errors.As(err, &missing) {
		if raw, err = decryptKey(file, ask); err != nil {
			return nil, err
		}
	} else if err != nil {
		return nil, fmt.Errorf("reading private key: %w", err)
	}
	secret, ok := raw.(*ed25519.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("reading private key: %w", ErrKeyType)
	}
	return newPrivateKey(*secret, "")
}

func decryptKey(file []byte, ask func() ([]byte, error)) (any, error) {
	if ask == nil {
		return nil, ErrPassphrase
	}
	passphrase, err := ask()
	if err != nil {
		return nil, fmt.Errorf("asking for the passphrase: %w", err)
	}
	raw, err := ssh.ParseRawPrivateKeyWithPassphrase(file, passphrase)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPassphrase, err)
	}
	return raw, nil
}
