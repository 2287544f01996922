package sign

import (
	"bytes"

	"berthier/mail"
)

// maxAttachedKeys are looked at in one message.
const maxAttachedKeys = 4

// AttachedKeys gives the public keys that came with a message as files of their
// own, as Thunderbird attaches one and as a .pub file is: at most four. Nobody
// vouches for them; they show no more than what they verify.
func AttachedKeys(m *mail.Message) (keys []Key) {
	for i := range m.Attachments {
		a := &m.Attachments[i]
		text := bytes.TrimSpace(a.Bytes)
		if len(keys) == maxAttachedKeys {
			break
		}
		if len(text) == 0 || len(text) > maxKeyBytes || signatureOf(a) != nil {
			continue
		}
		if key, err := ParsePublicKey(string(text)); err == nil {
			key.Comment = ""
			keys = append(keys, key)
		}
	}
	return keys
}
