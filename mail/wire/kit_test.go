package wire

import (
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2/imapserver"

	"berthier/mail"
)

const turn = "game: leipzig-1\nside: french\n\nmove Souham 1204 1305\nsay \"Vive l'Empereur — à nous !\"\nend\n"

// outgoing is a mail of the kind that is sent.
func outgoing() mail.Outgoing {
	return mail.Outgoing{
		From:    mail.Address{Name: "Berthier", Address: "games@example.net"},
		ReplyTo: mail.Address{Name: "Leipzig 1", Address: "games+leipzig-1@example.net"},
		To: []mail.Address{{Name: "Maréchal Ney", Address: "ney@example.org"},
			{Address: "soult@example.org"}},
		Subject:       "[leipzig-1] Rapport du 3e tour: Möckern tombé",
		ID:            "leipzig-1.3.french@example.net",
		Date:          time.Date(2026, 10, 18, 9, 30, 0, 0, time.UTC),
		AutoSubmitted: mail.AutoReplied,
		Text:          "# Report\n\nMöckern is lost. \n.\nFrom here on\n" + strings.Repeat("long ", 300) + "\n",
		Attachments: []mail.File{{Name: "Befehl für Ney.txt", Type: "text/plain; charset=utf-8",
			Bytes: []byte("a \r\nb\nc")}},
	}
}

func mustCompose(t testing.TB, o mail.Outgoing) []byte {
	t.Helper()
	raw, err := mail.Compose(o)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func mustParse(t testing.TB, raw []byte) *mail.Message {
	t.Helper()
	m, err := mail.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// serveIMAP serves until the test ends. A server must not be closed while it begins.
func serveIMAP(t testing.TB, s *imapserver.Server, ln net.Listener) {
	var serving sync.WaitGroup
	serving.Go(func() { s.Serve(ln) })
	t.Cleanup(func() {
		ln.Close()
		serving.Wait()
		s.Close()
	})
}
