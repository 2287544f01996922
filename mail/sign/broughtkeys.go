package sign

import (
	"bytes"

	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"

	"berthier/mail"
)

// maxAttachedKeys are looked at in one message.
const maxAttachedKeys = 4

// BroughtKeys gives the public keys that came with a message: as files of their own, as
// Thunderbird attaches one and as a .pub file is, at most four, and the one in its field
// Autocrypt. Nobody vouches for them; they show no more than what they verify.
func BroughtKeys(m *mail.Message) (keys []Key) {
	add := func(text string) {
		if key, err := ParsePublicKey(text); err == nil {
			key.Comment = ""
			keys = append(keys, key)
		}
	}
	for i := range m.Attachments {
		a := &m.Attachments[i]
		text := bytes.TrimSpace(a.Bytes)
		if len(keys) == maxAttachedKeys {
			break
		}
		if len(text) > 0 && len(text) <= maxKeyBytes && signatureOf(a) == nil {
			add(string(text))
		}
	}
	if n := len(m.Autocrypt); n > 0 && n <= maxKeyBytes {
		add(armour(openpgp.PublicKeyType, m.Autocrypt))
	}
	return keys
}
