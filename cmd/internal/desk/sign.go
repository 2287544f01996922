package desk

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"berthier/mail"
	"berthier/mail/sign"
)

// Key is a key to sign with, as the page keeps it for its player.
type Key struct {
	Private     string `json:"private"` // in OpenSSH's format, perhaps behind a passphrase
	Public      string `json:"public"`
	Fingerprint string `json:"fingerprint"`
}

// makeKey makes a new key. It comes from the random source of the browser and is given to the
// page alone.
func makeKey(comment, pass string) (k Key, err error) {
	key, err := sign.GenerateKey(mail.Clip(mail.OneLine(comment), 60))
	if err != nil {
		return k, err
	}
	private, err := key.Marshal([]byte(pass))
	if err != nil {
		return k, err
	}
	return Key{string(private), key.Public().String(), key.Public().Fingerprint()}, nil
}

// useKey reads a key that the player has.
func useKey(private, pass string) (k Key, err error) {
	key, err := loadKey(private, pass)
	if err != nil {
		return k, err
	}
	return Key{private, key.Public().String(), key.Public().Fingerprint()}, nil
}

func loadKey(private, pass string) (*sign.PrivateKey, error) {
	key, err := sign.LoadPrivateKey([]byte(private), func() ([]byte, error) { return []byte(pass), nil })
	switch {
	case errors.Is(err, sign.ErrPassphrase) && pass == "":
		return nil, knownFault{"pass", errors.New("the key has a passphrase: write it beside the button")}
	case errors.Is(err, sign.ErrPassphrase):
		return nil, knownFault{"wrong", errors.New("this is not the passphrase of the key")}
	case err != nil:
		return nil, knownFault{"nokey", fmt.Errorf("this is no key that the desk can use: %w", err)}
	}
	return key, nil
}

// signed is a text with its signature, as berthier sign prints it.
func signed(text, private, pass string) (string, error) {
	key, err := loadKey(private, pass)
	if err != nil {
		return "", err
	}
	out, err := sign.Inline(key, []byte(text))
	return string(out), err
}

// Letter is a mail to be sent.
type Letter struct {
	To      string `json:"to"`
	From    string `json:"from"`
	Subject string `json:"subject"`
	Reply   string `json:"reply,omitempty"` // Message-ID of the mail that it answers
	Text    string `json:"text,omitempty"`
	Now     int64  `json:"now,omitempty"` // in seconds since 1970
}

// draft is the letter as a file that mail programs open for sending: Outlook and Apple Mail go by
// the field X-Unsent.
func draft(l Letter) (string, error) {
	raw, err := mail.Compose(mail.Outgoing{From: mail.Address{Address: l.From}, To: []mail.Address{{Address: l.To}},
		Subject: l.Subject, InReplyTo: l.Reply, Text: l.Text, Date: time.Unix(l.Now, 0).UTC(),
		ID: fmt.Sprintf("%x@berthier.invalid", sha256.Sum256([]byte(l.Text)))})
	if err != nil {
		return "", err
	}
	return "X-Unsent: 1\r\n" + string(raw), nil
}

// answerTo is the letter that answers a mail.
func answerTo(m *mail.Message) *Letter {
	l := &Letter{To: m.ReplyTo.Address, Subject: "Re: " + m.Subject}
	if len(m.To) > 0 {
		l.From = m.To[0].Address
	}
	if strings.HasPrefix(strings.ToLower(m.Subject), "re:") {
		l.Subject = m.Subject
	}
	if !m.IDDerived {
		l.Reply = m.ID
	}
	return l
}
