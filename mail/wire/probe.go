package wire

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"berthier/mail"
)

// ProbeError says how far a probe came.
type ProbeError struct {
	Stage string // "connect", "login" or "folder"
	err   error
}

func (e *ProbeError) Error() string { return mail.Clip(mail.OneLine(e.err.Error()), 300) }

func (e *ProbeError) Unwrap() error { return e.err }

// MailboxProbe is what ProbeMailbox found out.
type MailboxProbe struct {
	Expires  time.Time // end of the server's certificate; zero without TLS
	Idle     bool      // whether the server tells of new mail at once
	Folders  []string  // names of all folders, ascending
	Messages int       // in the mailbox
	Newest   time.Time // when the server took in the last of them; zero if there is none
	// Storage of the account in bytes; Limit is 0 if there is none, or if the
	// server does not tell.
	Used, Limit int64
}

// ProbeMailbox connects, logs in and looks at a mailbox without changing
// anything. The error is a *ProbeError; what was found out before it is valid.
func (e Endpoint) ProbeMailbox(ctx context.Context, mailbox string) (p MailboxProbe, err error) {
	e = e.noting(&p.Expires)
	client, err := e.dialIMAP(ctx, &imapclient.Options{DebugWriter: newServerGuard(probeBytes)})
	if err != nil {
		return p, &ProbeError{"connect", err}
	}
	stop := context.AfterFunc(ctx, func() { client.Close() })
	defer func() {
		stop()
		client.Close()
	}()
	if err := client.WaitGreeting(); err != nil {
		return p, &ProbeError{"connect", fmt.Errorf("waiting for the greeting: %w", cmp.Or(ctx.Err(), err))}
	}
	if err := e.loginIMAP(ctx, client); err != nil {
		return p, &ProbeError{"login", cmp.Or(ctx.Err(), err)}
	}
	if err := p.look(client, cmp.Or(mailbox, "INBOX")); err != nil {
		return p, &ProbeError{"folder", cmp.Or(ctx.Err(), err)}
	}
	return p, nil
}

func (p *MailboxProbe) look(client *imapclient.Client, mailbox string) error {
	p.Idle = client.Caps().Has(imap.CapIdle)
	folders, err := client.List("", "*", nil).Collect()
	if err != nil {
		return fmt.Errorf("listing folders: %w", err)
	}
	for _, f := range folders {
		p.Folders = append(p.Folders, f.Mailbox)
	}
	slices.Sort(p.Folders)
	box, err := client.Select(mailbox, &imap.SelectOptions{ReadOnly: true}).Wait()
	if err != nil {
		return fmt.Errorf("opening mailbox: %w", err)
	}
	if p.Messages = int(box.NumMessages); p.Messages > 0 {
		last, err := client.Fetch(imap.SeqSetNum(box.NumMessages), &imap.FetchOptions{InternalDate: true}).Collect()
		if err != nil {
			return fmt.Errorf("looking at the newest message: %w", err)
		}
		for _, m := range last {
			p.Newest = m.InternalDate
		}
	}
	if client.Caps().Has(imap.CapQuota) {
		p.quota(client, mailbox)
	}
	return nil
}

// quota leaves the limit unknown if the server does not tell it after all.
func (p *MailboxProbe) quota(client *imapclient.Client, mailbox string) {
	roots, err := client.GetQuotaRoot(mailbox).Wait()
	if err != nil {
		return
	}
	for _, root := range roots {
		if r, ok := root.Resources[imap.QuotaResourceStorage]; ok && r.Limit > 0 {
			p.Used, p.Limit = r.Usage*1024, r.Limit*1024
		}
	}
}

// Probe connects, logs in and asks the server whether it would take a mail for
// each recipient, without sending any. It gives the end of the server's
// certificate, zero without TLS. The error is a *SendError.
func (s *Sender) Probe(ctx context.Context, from string, to ...string) (expires time.Time, err error) {
	one := &Sender{Endpoint: s.Endpoint.noting(&expires), HelloName: s.HelloName, Timeout: s.Timeout}
	if err := one.connect(ctx); err != nil {
		return expires, err
	}
	defer one.quit()
	conn := one.conn
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if err := one.client.Mail(from, nil); err != nil {
		return expires, sendError("MAIL", err)
	}
	for _, rcpt := range to {
		if err := one.client.Rcpt(rcpt, nil); err != nil {
			e := sendError("RCPT", err)
			e.Recipient = rcpt
			return expires, e
		}
	}
	if err := one.client.Reset(); err != nil {
		return expires, sendError("RCPT", err)
	}
	return expires, nil
}

// noting writes down when the certificate ends that the server shows.
func (e Endpoint) noting(expires *time.Time) Endpoint {
	e.TLSConfig = e.tlsConfig()
	before := e.TLSConfig.VerifyConnection
	e.TLSConfig.VerifyConnection = func(s tls.ConnectionState) error {
		if len(s.PeerCertificates) == 0 {
			return errors.New("the server shows no certificate")
		}
		*expires = s.PeerCertificates[0].NotAfter
		if before != nil {
			return before(s)
		}
		return nil
	}
	return e
}
