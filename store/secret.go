package store

import (
	"bytes"
	"fmt"
	"log/slog"
)

// hidden is what every way of printing a Secret shows.
const hidden = "[secret]"

// Secret is a value that must not be shown. Printing, logging or marshalling it
// writes "[secret]"; only Reveal returns the bytes.
type Secret struct {
	// A function, because fmt prints unexported fields of other structs without
	// asking their methods, and follows pointers, but cannot look into functions.
	reveal func() []byte
}

// NewSecret makes a Secret of a copy of value.
func NewSecret(value []byte) Secret {
	v := bytes.Clone(value)
	return Secret{func() []byte { return bytes.Clone(v) }}
}

// Reveal returns a copy of the bytes; nil for the zero Secret.
func (s Secret) Reveal() []byte {
	if s.reveal == nil {
		return nil
	}
	return s.reveal()
}

// String returns "[secret]".
func (s Secret) String() string { return hidden }

// GoString returns "[secret]".
func (s Secret) GoString() string { return hidden }

// Format writes "[secret]" for every verb.
func (s Secret) Format(f fmt.State, _ rune) { fmt.Fprint(f, hidden) }

// LogValue returns "[secret]".
func (s Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalText returns "[secret]"; encoding/json uses it too.
func (s Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// SetSecret stores a secret of a game, such as the start of its dice chain. A
// secret is written once: the same bytes again do nothing, others are
// ErrConflict, since whoever can replace the secret can choose the dice. The
// name is UTF-8 of 1 to 1000 bytes.
func (tx *Tx) SetSecret(game, name string, secret Secret) error {
	if _, err := tx.game(game); err != nil {
		return err
	}
	if err := checkKey("secret name", name); err != nil {
		return err
	}
	secrets, err := tx.table(bucketSecrets)
	if err != nil {
		return err
	}
	b := secrets.b.in(game)
	if b == nil {
		if b, err = secrets.b.create(game); err != nil {
			return tx.wrote(secrets.where([]byte(game)), err)
		}
	}
	return table{tx, b, secrets.path + "/" + game}.putOnce([]byte(name), secret.Reveal())
}

// Secret returns what SetSecret stored, or ErrNotFound.
func (tx *Tx) Secret(game, name string) (Secret, error) {
	if _, err := tx.game(game); err != nil {
		return Secret{}, err
	}
	secrets, err := tx.table(bucketSecrets)
	if err != nil {
		return Secret{}, err
	}
	b := secrets.b.in(game)
	if b == nil {
		return Secret{}, fmt.Errorf("%s/%s: %w", secrets.where([]byte(game)), name, ErrNotFound)
	}
	value, err := table{tx, b, secrets.path + "/" + game}.get([]byte(name))
	if err != nil {
		return Secret{}, err
	}
	return NewSecret(value), nil
}
