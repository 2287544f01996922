package mail

import (
	"encoding/base64"
	"strings"

	"github.com/emersion/go-message"
)

// maxAutocrypt is how many fields Autocrypt of a message are looked at.
const maxAutocrypt = 4

// autocryptKey gives the key of the field Autocrypt that is for an address. If several
// are, none counts (Autocrypt 1.1 section 2.3).
func autocryptKey(h message.Header, address string) (key []byte) {
	fields := h.Values("Autocrypt")
	for _, field := range fields[:min(len(fields), maxAutocrypt)] {
		addr, data, ok := readAutocrypt(field)
		if !ok || !strings.EqualFold(addr, address) {
			continue
		}
		if key != nil {
			return nil
		}
		key = data
	}
	return key
}

// readAutocrypt reads "addr=…; prefer-encrypt=mutual; keydata=…". A field with an
// attribute that is not known counts only if its name begins with an underscore.
func readAutocrypt(field string) (addr string, key []byte, ok bool) {
	for attribute := range strings.SplitSeq(field, ";") {
		name, value, _ := strings.Cut(attribute, "=")
		value = strings.TrimSpace(value)
		switch name = strings.ToLower(strings.TrimSpace(name)); {
		case name == "addr":
			addr = value
		case name == "keydata":
			data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(value), ""))
			if err != nil {
				return "", nil, false
			}
			key = data
		case name != "" && name != "prefer-encrypt" && !strings.HasPrefix(name, "_"):
			return "", nil, false
		}
	}
	return addr, key, addr != "" && len(key) > 0
}
