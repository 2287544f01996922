package sign

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"

	"golang.org/x/crypto/ssh"
)

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
	return &PrivateKey{secret, signer, sshKey(signer.PublicKey(), comment)}, nil
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
