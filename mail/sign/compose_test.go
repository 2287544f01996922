package sign

import (
	"testing"
	"time"

	"berthier/mail"
)

// A signed turn survives being composed and parsed in every way it can be sent.
func TestComposeCarriesSignedTurns(t *testing.T) {
	key := mustGenerate(t)
	in := mustInline(t, key, turn)
	for name, change := range map[string]func(*mail.Outgoing){
		"body": func(o *mail.Outgoing) { o.Text = in },
		"file": func(o *mail.Outgoing) { o.Attachments[0].Bytes = []byte(in) },
		"two files": func(o *mail.Outgoing) {
			o.Attachments = append(o.Attachments,
				mail.File{Name: "turn.txt", Type: "text/plain; charset=utf-8", Bytes: []byte(turn)},
				mail.File{Name: "turn.txt.sig", Type: "application/x-ssh-signature", Bytes: mustSign(t, key, turn)})
		},
	} {
		o := mail.Outgoing{
			From: mail.Address{Address: "ney@example.org"}, To: []mail.Address{{Address: "games@example.net"}},
			Subject: "turn",
			ID:      "1@example.org", Date: time.Unix(1e9, 0), Text: "Sire, my orders:\n",
			HTML: "<p>Sire, my orders:</p>",
			Attachments: []mail.File{{Name: "orders.txt", Type: "text/plain; charset=utf-8",
				Bytes: []byte("see the other file\n")}},
		}
		change(&o)
		raw, err := mail.Compose(o)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Open(mustParse(t, raw), []Key{key.Public()}, time.Now())
		if err != nil || string(s.Text) != turn {
			t.Errorf("%s: got %q %v", name, s.Text, err)
		}
	}
}
