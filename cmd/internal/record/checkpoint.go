package record

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// Signer signs the checkpoints of all logs of a daemon. It never prints its secret.
type Signer struct{ secret ed25519.PrivateKey }

// logKeyName stands in the file of a Signer, where it means nothing.
const logKeyName = "berthier"

// GenerateSigner makes a key out of a random source. The error is that of the source.
func GenerateSigner(random io.Reader) (Signer, error) {
	seed := make([]byte, ed25519.SeedSize)
	if _, err := io.ReadFull(random, seed); err != nil {
		return Signer{}, fmt.Errorf("generating log key: %w", err)
	}
	return Signer{ed25519.NewKeyFromSeed(seed)}, nil
}

// ParseSigner reads what Signer.Marshal writes. The error is for what is no private key of a signed note, or one of
// another kind than Ed25519; it never quotes the text.
func ParseSigner(text []byte) (Signer, error) {
	line := strings.TrimSpace(string(text))
	if _, err := note.NewSigner(line); err != nil {
		return Signer{}, errors.New("reading log key: not a private key of a signed note")
	}
	fields := strings.SplitN(line, "+", 5) // PRIVATE+KEY+name+hash+key, which may have a plus
	b, err := base64.StdEncoding.DecodeString(fields[4])
	if err != nil || len(b) != 1+ed25519.SeedSize {
		return Signer{}, errors.New("reading log key: not an Ed25519 key")
	}
	return Signer{ed25519.NewKeyFromSeed(b[1:])}, nil
}

// Marshal gives the key as one line, for a file that only its owner may read.
func (k Signer) Marshal() []byte { return []byte(k.signerKey(logKeyName) + "\n") }

// None reports whether there is no key.
func (k Signer) None() bool { return k.secret == nil }

// Vouch signs, as the old key of a log, the record that names the new one.
func (k Signer) Vouch(r LogKey) []byte { return ed25519.Sign(k.secret, r.Signed()) }

// Derive gives a secret for another purpose, from which nothing of the key follows.
func (k Signer) Derive(purpose string) []byte {
	mac := hmac.New(sha256.New, k.secret.Seed())
	mac.Write([]byte(purpose))
	return mac.Sum(nil)
}

// String names the key by its fingerprint.
func (k Signer) String() string { return "log key " + Fingerprint(k.Verifier(logKeyName)) }

// GoString is String, for %#v.
func (k Signer) GoString() string { return k.String() }

// signerKey is the private key under a name, as package note reads it.
func (k Signer) signerKey(name string) string {
	fields := strings.SplitN(k.Verifier(name), "+", 3)
	key := append([]byte{1}, k.secret.Seed()...)
	return "PRIVATE+KEY+" + name + "+" + fields[1] + "+" + base64.StdEncoding.EncodeToString(key)
}

// Verifier gives the public key under the name of a log, its origin, as note.NewVerifier reads it.
func (k Signer) Verifier(origin string) string {
	v, err := note.NewEd25519VerifierKey(origin, k.secret.Public().(ed25519.PublicKey))
	if err != nil {
		panic(err) // only for a key of the wrong length
	}
	return v
}

// Fingerprint names the public key of a log for people: the same for all logs of a daemon. It is "SHA256:" and the
// SHA-256 of the 32 bytes of the key in base64 without padding.
func Fingerprint(verifier string) string {
	f := strings.SplitN(verifier, "+", 3)
	b, err := base64.StdEncoding.DecodeString(f[len(f)-1])
	if err != nil || len(b) < 1 {
		return ""
	}
	sum := sha256.Sum256(b[1:])
	return "SHA256:" + base64.RawStdEncoding.EncodeToString(sum[:])
}

// Checkpoint is the head of a log: how many records it has, and the root of the
// tree over them. Two different logs of one length have different roots.
type Checkpoint struct {
	Origin string // names the log: domain of the daemon / game
	Size   uint64
	Root   tlog.Hash
}

func (c Checkpoint) text() string {
	return fmt.Sprintf("%s\n%d\n%s\n", c.Origin, c.Size, base64.StdEncoding.EncodeToString(c.Root[:]))
}

// Sign gives the checkpoint as a signed note (C2SP tlog-checkpoint). The same checkpoint always gives the same
// bytes. The error is for an origin that cannot name a key.
func (k Signer) Sign(c Checkpoint) (string, error) {
	v, err := note.NewVerifier(k.Verifier(c.Origin))
	if err != nil {
		return "", fmt.Errorf("signing checkpoint of %s: %w", c.Origin, err)
	}
	text, err := note.Sign(&note.Note{Text: c.text()}, logSigner{v.Name(), v.KeyHash(), k.secret})
	return string(text), err
}

// logSigner is a note.Signer. One of note.NewSigner would make the whole key anew
// for every signature, which takes as long as to sign.
type logSigner struct {
	name   string
	hash   uint32
	secret ed25519.PrivateKey
}

func (s logSigner) Name() string                     { return s.name }
func (s logSigner) KeyHash() uint32                  { return s.hash }
func (s logSigner) Sign(text []byte) ([]byte, error) { return ed25519.Sign(s.secret, text), nil }

// maxCheckpoint bounds a checkpoint in bytes.
const maxCheckpoint = 4096

// OpenCheckpoint reads a signed checkpoint and verifies its signature. The verifier key is that of the log's game
// record; its name is the origin that the checkpoint must have. Nobody else may have signed it. The error is for a
// text of over 4096 bytes, another key or origin, several signatures, and any other spelling.
func OpenCheckpoint(text, verifier string) (Checkpoint, error) {
	c, err := openCheckpoint(text, verifier)
	if err != nil {
		return Checkpoint{}, fmt.Errorf("reading checkpoint: %w", err)
	}
	return c, nil
}

func openCheckpoint(text, verifier string) (c Checkpoint, err error) {
	if len(text) > maxCheckpoint {
		return c, errors.New("too long")
	}
	v, err := note.NewVerifier(verifier)
	if err != nil {
		return c, err
	}
	n, err := note.Open([]byte(text), note.VerifierList(v))
	if err != nil {
		var unverified *note.UnverifiedNoteError
		if errors.As(err, &unverified) {
			return c, fmt.Errorf("it is not signed with the key %s", Fingerprint(verifier))
		}
		return c, err
	}
	if again, err := note.Sign(&note.Note{Text: n.Text, Sigs: n.Sigs}); err != nil || string(again) != text {
		return c, errors.New("it has more than one signature")
	}
	return parseCheckpoint(n.Text, v.Name())
}

// parseCheckpoint reads the three lines of a checkpoint.
func parseCheckpoint(text, origin string) (c Checkpoint, err error) {
	lines := strings.SplitN(text, "\n", 4)
	if len(lines) != 4 {
		return c, errors.New("want three lines")
	}
	c.Origin = lines[0]
	if c.Size, err = strconv.ParseUint(lines[1], 10, 63); err != nil {
		return c, errors.New("the second line is not a number of records")
	}
	if c.Root, err = tlog.ParseHash(lines[2]); err != nil {
		return c, errors.New("the third line is not a hash")
	}
	if c.Origin != origin {
		return c, fmt.Errorf("it is of the log %q, not %q", c.Origin, origin)
	}
	if c.text() != text {
		return c, errors.New("not in canonical form")
	}
	return c, nil
}
