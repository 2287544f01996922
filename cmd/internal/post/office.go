package post

import (
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"berthier/mail"
	"berthier/store"
)

// Config is what an Office is made of. All of it must be there but Contact.
type Config struct {
	Store   *store.Store
	Address mail.Address // that letters come from, name@domain without a +tag
	Contact string       // where the person in charge is told; "" for nowhere
	Clock   func() time.Time
	Logger  *slog.Logger
	Secret  []byte // in the boundaries of all mails, by which those are known that come back
	// Look is called before Run looks at what is due; its error ends Run.
	Look func() error
}

// Office writes letters and sends what is due. Send and Run run one at a time; all
// else is safe for use by several goroutines.
type Office struct {
	Config
	local, domain string
	wake          chan struct{}
	stopped       stoppedAddresses
	outbox        outbox
	damaged       atomic.Int64 // mails that cannot be sent
}

// New makes an Office.
func New(c Config) *Office {
	at := strings.LastIndexByte(c.Address.Address, '@')
	return &Office{
		Config: c,
		local:  c.Address.Address[:at],
		domain: c.Address.Address[at+1:],
		wake:   make(chan struct{}, 1),
	}
}

// Tagged is the address to which the mails of a game go.
func (o *Office) Tagged(game string) string { return o.local + "+" + game + "@" + o.domain }

// now is the time that counts, to the second.
func (o *Office) now() time.Time { return o.Clock().UTC().Truncate(time.Second) }

// Wake makes Run look what there is to send.
func (o *Office) Wake() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// Enqueue queues a mail. What answers a mail, or tells the umpire of one, is named after
// that mail: if it comes again, as out of a mailbox that was renumbered, the first
// answer stays.
func Enqueue(tx *store.Tx, m store.Mail) error {
	err := tx.Enqueue(m)
	if errors.Is(err, store.ErrConflict) {
		for _, prefix := range []string{strangerPrefix, copyPrefix, notePrefix} {
			if strings.HasPrefix(m.ID, prefix) {
				return nil
			}
		}
	}
	return err
}
