package mail

import (
	"strings"
	"testing"
)

func TestAutocrypt(t *testing.T) {
	const from = "From: Michel Ney <Ney@example.org>"
	good := "Autocrypt: addr=ney@example.org; prefer-encrypt=mutual; keydata=\r\n QUJD\r\n REVG"
	for _, tt := range []struct {
		name   string
		fields []string
		want   string
	}{
		{"none", nil, ""},
		{"as Thunderbird writes it", []string{"Autocrypt: addr=ney@example.org; keydata=\r\n QUJDREVG"}, "ABCDEF"},
		{"folded, with a preference", []string{good}, "ABCDEF"},
		{"an attribute that is not critical", []string{"Autocrypt: addr=ney@example.org; _x=1; keydata=QUJD"}, "ABC"},
		{"an attribute that is not known", []string{"Autocrypt: addr=ney@example.org; type=1; keydata=QUJD"}, ""},
		{"of somebody else", []string{"Autocrypt: addr=soult@example.org; keydata=QUJD"}, ""},
		{"of somebody else, and one's own", []string{"Autocrypt: addr=soult@example.org; keydata=QUJD", good},
			"ABCDEF"},
		{"twice", []string{good, good}, ""},
		{"no address", []string{"Autocrypt: keydata=QUJD"}, ""},
		{"no key", []string{"Autocrypt: addr=ney@example.org"}, ""},
		{"no Base64", []string{"Autocrypt: addr=ney@example.org; keydata=*"}, ""},
		{"gossip", []string{"Autocrypt-Gossip: addr=ney@example.org; keydata=QUJD"}, ""},
		{"behind many others", append(strings.Split(strings.Repeat("Autocrypt: x;", 4), ";")[:4], good), ""},
	} {
		m := mustParse(t, fields(append([]string{from}, tt.fields...)...))
		if got := string(m.Autocrypt); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	for name, raw := range map[string]string{
		"two authors": "From: ney@example.org, soult@example.org\r\n" + good + "\r\n\r\nbody",
		"in a part": "From: ney@example.org\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n" + good +
			"\r\n\r\nbody\r\n--b--\r\n",
	} {
		if m := mustParse(t, []byte(raw)); m.Autocrypt != nil {
			t.Errorf("%s: got %q", name, m.Autocrypt)
		}
	}
}
