package wire

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	netmail "net/mail"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"berthier/mail"
)

// Account is a mailbox of a LocalServer. Address is also the user name.
type Account struct {
	Address  string
	Password string
}

// LocalConfig says what a LocalServer offers.
type LocalConfig struct {
	SMTP     string // address to listen on, default "127.0.0.1:0"; must be a loopback address
	IMAP     string // the same
	Accounts []Account
	Folder   string       // where mails are kept, made if it is missing; "" for nowhere
	MaxBytes int64        // of one mail, default mail.DefaultLimits.MessageBytes
	Logger   *slog.Logger // default slog.Default; faults of the protocols on level Debug
}

// LocalServer is a mail server for trying things out: SMTP and IMAP on loopback
// addresses. It is not made for the internet, so it has no TLS and refuses to listen
// anywhere else.
//
// With a Folder each mail is on the disk before it is accepted, and in its INBOX
// again after the next start. What mail programs mark, move, store or delete is in
// memory and gone with Close; without a Folder everything is.
//
// A mail to an account lands in its INBOX; name+tag@host reaches name@host.
// Any other recipient is refused. Senders need not log in, readers must.
//
// What an account holds in memory is bounded, and so is what all of them hold: who is over it gets no mail until
// he deletes some. The sender is told so with 452, a mail program with OVERQUOTA (RFC 5530). What lies in the
// Folder is there again after a start, whatever it amounts to. Connections are bounded too: where there are too many
// that one ends which was silent for longest.
type LocalServer struct {
	max      int64
	room     room
	folder   string
	mu       sync.RWMutex             // of accounts
	accounts map[string]*localAccount // by address in lower case
	smtp     *smtp.Server
	imap     *imapserver.Server
	listen   [2]net.Listener // SMTP, IMAP
	serving  sync.WaitGroup

	// imapmemserver numbers its mailboxes from 1 at every start, so a client
	// would take new mails for ones it knows. The time of the start is added.
	validity uint32
}

type localAccount struct {
	Account
	user *imapmemserver.User
	mu   sync.Mutex                       // so that mails come in the order of the files, and what they take is known
	disk *mailFolder                      // nil if mails are kept in memory alone
	uids map[[sha256.Size]byte][]imap.UID // of the mails in the INBOX, by what they hold

	boxes    map[string]bool // by name
	keywords map[imap.Flag]bool
	held     atomic.Int64 // bytes of its mails
}

// StartLocal starts a server. It is ready when StartLocal returns.
func StartLocal(cfg LocalConfig) (*LocalServer, error) {
	return startLocal(cfg, localRoom, listenLoopback)
}

func startLocal(cfg LocalConfig, has room, listen func(address string) (net.Listener, error)) (*LocalServer, error) {
	l := &LocalServer{
		max:      cmp.Or(cfg.MaxBytes, int64(mail.DefaultLimits.MessageBytes)),
		room:     has,
		folder:   cfg.Folder,
		accounts: map[string]*localAccount{},
		validity: uint32(time.Now().Unix()),
	}
	for _, a := range cfg.Accounts {
		if err := l.Add(a); err != nil {
			return nil, err
		}
	}
	smtpListener, err := listen(cfg.SMTP)
	if err != nil {
		return nil, fmt.Errorf("starting SMTP server: %w", err)
	}
	imapListener, err := listen(cfg.IMAP)
	if err != nil {
		smtpListener.Close()
		return nil, fmt.Errorf("starting IMAP server: %w", err)
	}
	l.listen = [2]net.Listener{&fewConnections{Listener: smtpListener}, &fewConnections{Listener: imapListener}}
	l.serve(cmp.Or(cfg.Logger, slog.Default()))
	return l, nil
}

// Add makes one more account, with the mails that its folder has. It is an error if
// there is one of that address, in whatever case.
func (l *LocalServer) Add(a Account) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := strings.ToLower(a.Address)
	if !strings.Contains(key, "@") || l.accounts[key] != nil {
		return fmt.Errorf("account %q: not an address or given twice", a.Address)
	}
	u := imapmemserver.NewUser(a.Address, a.Password)
	if err := u.Create(inboxName, nil); err != nil {
		return fmt.Errorf("account %q: %w", a.Address, err)
	}
	account := &localAccount{Account: a, user: u, uids: map[[sha256.Size]byte][]imap.UID{},
		boxes: map[string]bool{inboxName: true}, keywords: map[imap.Flag]bool{}}
	if l.folder != "" {
		var err error
		if account.disk, err = openMailFolder(l.folder, a.Address); err == nil {
			err = account.disk.each(account.append)
		}
		if err != nil {
			return fmt.Errorf("mails of %s: %w", a.Address, err)
		}
	}
	l.accounts[key] = account
	return nil
}

// Has reports whether a mail to an address is taken.
func (l *LocalServer) Has(address string) bool { return l.account(address) != nil }

// append puts a mail into the INBOX.
func (a *localAccount) append(raw []byte) error {
	d, err := a.user.Append(inboxName, bytes.NewReader(raw), &imap.AppendOptions{})
	if err == nil {
		a.held.Add(weighs(len(raw)))
	}
	if err == nil && a.disk != nil {
		sum := sha256.Sum256(raw)
		a.uids[sum] = append(a.uids[sum], d.UID)
	}
	return err
}

// forget takes a mail off the disk and out of the INBOX.
func (a *localAccount) forget(raw []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	defer a.weigh()
	sum := sha256.Sum256(raw)
	uids := a.uids[sum]
	if len(uids) == 0 {
		return nil
	}
	if a.uids[sum] = uids[1:]; len(uids) == 1 {
		delete(a.uids, sum)
	}
	s := imapmemserver.NewUserSession(a.user)
	defer s.Close()
	one, deleted := imap.UIDSetNum(uids[0]),
		&imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}
	_, err := s.Select(inboxName, &imap.SelectOptions{})
	if err == nil {
		err = s.Store(nil, one, deleted, &imap.StoreOptions{})
	}
	if err == nil {
		err = s.Expunge(nil, &one)
	}
	return errors.Join(err, a.disk.drop(raw))
}

// deliver keeps a mail and puts it into the INBOX, if there is room.
func (l *LocalServer) deliver(a *localAccount, raw []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := l.hasRoom(a, int64(len(raw))); err != nil {
		return err
	}
	if a.disk == nil {
		return a.append(raw)
	}
	if err := a.disk.keep(raw); err != nil {
		return fmt.Errorf("keeping a mail: %w", err)
	}
	if err := a.append(raw); err != nil {
		return errors.Join(err, a.disk.drop(raw))
	}
	return nil
}

func listenLoopback(addr string) (net.Listener, error) {
	addr = cmp.Or(addr, "127.0.0.1:0")
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	if !isLoopback(host) {
		return nil, fmt.Errorf("%s: %w", addr, ErrInsecure)
	}
	return net.Listen("tcp", addr)
}

func (l *LocalServer) serve(log *slog.Logger) {
	l.smtp = smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &localSMTP{local: l}, nil
	}))
	l.smtp.Domain = "localhost"
	l.smtp.AllowInsecureAuth = true
	l.smtp.MaxMessageBytes = l.max
	l.smtp.MaxRecipients = 100
	l.smtp.ReadTimeout, l.smtp.WriteTimeout = time.Minute, time.Minute
	l.smtp.EnableSMTPUTF8 = true
	l.smtp.ErrorLog = slog.NewLogLogger(log.Handler(), slog.LevelDebug)

	l.imap = imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return &localIMAP{local: l}, nil, nil
		},
		InsecureAuth: true,
		Logger:       slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	})
	l.serving.Add(2)
	go func() { defer l.serving.Done(); l.smtp.Serve(l.listen[0]) }()
	go func() { defer l.serving.Done(); l.imap.Serve(l.listen[1]) }()
}

// SMTPAddr gives host:port of the SMTP server.
func (l *LocalServer) SMTPAddr() string { return l.listen[0].Addr().String() }

// IMAPAddr gives host:port of the IMAP server.
func (l *LocalServer) IMAPAddr() string { return l.listen[1].Addr().String() }

// Close stops both servers and closes their connections.
func (l *LocalServer) Close() error {
	err := l.smtp.Close()
	for _, ln := range l.listen {
		ln.Close() // a server that had not begun to serve does not know it
	}
	l.serving.Wait() // imapserver must not be closed while it begins to serve
	return errors.Join(err, l.imap.Close())
}

// Deliver puts a mail into the INBOX that an address belongs to, as an SMTP
// client would. It is an error if there is no such account.
func (l *LocalServer) Deliver(from, to string, raw []byte) error {
	a := l.account(to)
	if a == nil {
		return fmt.Errorf("delivering mail: no account %q", to)
	}
	// What a delivery agent adds (RFC 5321 section 4.4).
	head := fmt.Sprintf("Return-Path: <%s>\r\nDelivered-To: %s\r\n", mail.OneLine(from), mail.OneLine(to))
	return l.deliver(a, append([]byte(head), raw...))
}

// Forget removes a mail to an account, as IMAP gives it, if mails are kept in a Folder:
// whoever reads the mailbox has dealt with it for good, and it takes no room any more.
func (l *LocalServer) Forget(to string, raw []byte) error {
	a := l.account(to)
	if a == nil || a.disk == nil {
		return nil
	}
	return a.forget(raw)
}

// account finds the account of a recipient, with or without +tag.
func (l *LocalServer) account(addr string) *localAccount {
	l.mu.RLock()
	defer l.mu.RUnlock()
	addr = strings.ToLower(addr)
	if a := l.accounts[addr]; a != nil {
		return a
	}
	local, host, _ := strings.Cut(addr, "@")
	local, _, _ = strings.Cut(local, "+")
	return l.accounts[local+"@"+host]
}

func (l *LocalServer) login(user, password string) *localAccount {
	l.mu.RLock()
	a := l.accounts[strings.ToLower(user)]
	l.mu.RUnlock()
	if a == nil || subtle.ConstantTimeCompare([]byte(a.Password), []byte(password)) != 1 {
		return nil
	}
	return a
}

// localSMTP is one SMTP connection.
type localSMTP struct {
	local *LocalServer
	from  string
	size  int64 // as announced; 0 if it was not
	to    []string
	raw   bytes.Buffer // used again for each mail
}

func (s *localSMTP) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *localSMTP) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if s.local.login(user, password) == nil {
			return smtp.ErrAuthFailed
		}
		return nil
	}), nil
}

func (s *localSMTP) Mail(from string, o *smtp.MailOptions) error {
	s.from, s.size = from, min(o.Size, s.local.max)
	return nil
}

func (s *localSMTP) Rcpt(to string, _ *smtp.RcptOptions) error {
	a := s.local.account(to)
	if a == nil {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such mailbox here"}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := s.local.hasRoom(a, s.size); err != nil {
		return inSMTP(err)
	}
	s.to = append(s.to, to)
	return nil
}

func (s *localSMTP) Data(r io.Reader) error {
	s.raw.Reset()
	s.raw.Grow(int(s.size) + bytes.MinRead)
	if _, err := s.raw.ReadFrom(r); err != nil { // go-smtp stops it at MaxMessageBytes
		return err
	}
	raw := named(s.raw.Bytes())
	for _, to := range s.to {
		if err := s.local.Deliver(s.from, to, raw); err != nil {
			return inSMTP(err)
		}
	}
	return nil
}

// inSMTP says why a mail was not taken.
func inSMTP(err error) error {
	switch {
	case errors.Is(err, errBoxFull):
		return &smtp.SMTPError{Code: 452, EnhancedCode: smtp.EnhancedCode{4, 2, 2}, Message: "The mailbox is full"}
	case errors.Is(err, errServerFull):
		return &smtp.SMTPError{Code: 452, EnhancedCode: smtp.EnhancedCode{4, 3, 1}, Message: "All mailboxes are full"}
	}
	return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0},
		Message: "The mail could not be kept; try again later"}
}

// named gives a mail without a Message-ID one, as servers do that take mails in from those who write them (RFC 6409
// section 8.3). So the same words sent anew are another mail, and not the same one that comes again.
func named(raw []byte) []byte {
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil || m.Header.Get("Message-Id") != "" {
		return raw
	}
	return append([]byte("Message-Id: <"+rand.Text()+"@localhost>\r\n"), raw...)
}

func (s *localSMTP) Reset() { s.from, s.size, s.to = "", 0, nil }

func (s *localSMTP) Logout() error { return nil }
