package mail

import "bytes"

// maxAttachedKeys are looked at in one message.
const maxAttachedKeys = 4

// AttachedKeys gives the public keys that came with a message as files of their
// own, as Thunderbird attaches one and as a .pub file is: at most four. Nobody
// vouches for them; they show no more than what they verify.
func AttachedKeys(m *Message) (keys []Key) {
	for _, a := range m.Attachments {
		text := bytes.TrimSpace(a.Bytes)
		if len(keys) == maxAttachedKeys {
			break
		}
		if len(text) == 0 || len(text) > maxKeyBytes || a.signature() != nil {
			continue
		}
		if key, err := ParsePublicKey(string(text)); err == nil {
			key.Comment = ""
			keys = append(keys, key)
		}
	}
	return keys
}
