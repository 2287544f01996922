package wire

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
)

// inboxName is where mails land. The library gives it in this case.
const inboxName = "INBOX"

// room is what a LocalServer holds in memory, in bytes of mails.
type room struct{ account, all int64 }

var localRoom = room{account: 256 << 20, all: 1 << 30}

// What else an account may have.
const (
	mailCost    = 1 << 10 // bytes that a mail takes beside its own
	maxBoxes    = 100
	maxKeywords = 50 // flags of a name that a mail program chooses
	maxName     = 200
)

var (
	errBoxFull    = errors.New("the mailbox is full")
	errServerFull = errors.New("all mailboxes together are full")
)

// weighs is what a mail of so many bytes takes.
func weighs(bytes int) int64 { return mailCost + int64(bytes) }

// weigh takes down what the mails of an account take, where some of them went or were copied; of one that comes its
// weight is added. It must be locked.
func (a *localAccount) weigh() {
	var held int64
	for name := range a.boxes {
		if d, err := a.user.Status(name, &imap.StatusOptions{NumMessages: true, Size: true}); err == nil {
			held += *d.Size + mailCost*int64(*d.NumMessages)
		}
	}
	a.held.Store(held)
}

// hasRoom says what is full when an account, which must be locked, gets a mail of so many bytes. Of the others it
// takes what was last taken down: none of them waits for another's mail program.
func (l *LocalServer) hasRoom(a *localAccount, size int64) error {
	if a.held.Load()+mailCost+size > l.room.account {
		return errBoxFull
	}
	l.mu.RLock()
	defer l.mu.RUnlock()
	all := mailCost + size
	for _, other := range l.accounts {
		all += other.held.Load()
	}
	if all > l.room.all {
		return errServerFull
	}
	return nil
}

// inIMAP says why a mail program cannot store something.
func inIMAP(err error) error {
	if errors.Is(err, errBoxFull) || errors.Is(err, errServerFull) {
		return refused(imap.ResponseCodeOverQuota, err.Error())
	}
	return err
}

func refused(code imap.ResponseCode, text string) error {
	return &imap.Error{Type: imap.StatusResponseTypeNo, Code: code, Text: text}
}

// localIMAP is one IMAP connection. UserSession is nil before the login.
type localIMAP struct {
	*imapmemserver.UserSession
	local   *LocalServer
	account *localAccount
}

func (s *localIMAP) Login(user, password string) error {
	a := s.local.login(user, password)
	if a == nil {
		return imapserver.ErrAuthFailed
	}
	s.account, s.UserSession = a, imapmemserver.NewUserSession(a.user)
	return nil
}

// AppendLimit makes the size limit hold for IMAP APPEND too (RFC 7889).
func (s *localIMAP) AppendLimit() uint32 { return uint32(min(s.local.max, 1<<31)) }

func (s *localIMAP) Select(name string, o *imap.SelectOptions) (*imap.SelectData, error) {
	d, err := s.UserSession.Select(name, o)
	if err == nil {
		d.UIDValidity += s.local.validity
	}
	return d, err
}

func (s *localIMAP) Status(name string, o *imap.StatusOptions) (*imap.StatusData, error) {
	d, err := s.UserSession.Status(name, o)
	if err == nil && o.UIDValidity {
		d.UIDValidity += s.local.validity
	}
	return d, err
}

func (s *localIMAP) Append(name string, r imap.LiteralReader, o *imap.AppendOptions) (*imap.AppendData, error) {
	raw, err := io.ReadAll(r) // before the lock: a mail program may take its time
	if err != nil {
		return nil, err
	}
	s.account.mu.Lock()
	defer s.account.mu.Unlock()
	if err := s.local.hasRoom(s.account, int64(len(raw))); err != nil {
		return nil, inIMAP(err)
	}
	if err := s.account.knows(o.Flags); err != nil {
		return nil, err
	}
	d, err := s.UserSession.Append(name, bytes.NewReader(raw), o)
	if err == nil {
		s.account.held.Add(weighs(len(raw)))
		d.UIDValidity += s.local.validity
	}
	return d, err
}

// Copy is refused where no mail has room. Copies share their bytes, so that what is copied at once may be more than
// the room: nothing is copied after it. The lock also keeps two connections from copying crosswise, which would stop
// both of them for good.
func (s *localIMAP) Copy(set imap.NumSet, dest string) (*imap.CopyData, error) {
	s.account.mu.Lock()
	defer s.account.mu.Unlock()
	if err := s.local.hasRoom(s.account, 0); err != nil {
		return nil, inIMAP(err)
	}
	defer s.account.weigh()
	d, err := s.UserSession.Copy(set, dest)
	if err == nil {
		d.UIDValidity += s.local.validity
	}
	return d, err
}

// Move has the lock of Copy.
func (s *localIMAP) Move(w *imapserver.MoveWriter, set imap.NumSet, dest string) error {
	s.account.mu.Lock()
	defer s.account.mu.Unlock()
	return s.UserSession.Move(w, set, dest)
}

func (s *localIMAP) Expunge(w *imapserver.ExpungeWriter, uids *imap.UIDSet) error {
	s.account.mu.Lock()
	defer s.account.mu.Unlock()
	defer s.account.weigh()
	return s.UserSession.Expunge(w, uids)
}

func (s *localIMAP) Store(w *imapserver.FetchWriter, set imap.NumSet, f *imap.StoreFlags, o *imap.StoreOptions) error {
	s.account.mu.Lock()
	err := s.account.knows(f.Flags)
	s.account.mu.Unlock()
	if err != nil {
		return err
	}
	return s.UserSession.Store(w, set, f, o)
}

// knows takes down the keywords of mails, which a mail program chooses.
func (a *localAccount) knows(flags []imap.Flag) error {
	for _, f := range flags {
		f = imap.Flag(strings.ToLower(string(f)))
		if !a.keywords[f] && (len(a.keywords) >= maxKeywords || len(f) > maxName) {
			return refused(imap.ResponseCodeLimit, "too many keywords, or too long a one")
		}
		a.keywords[f] = true
	}
	return nil
}

func (s *localIMAP) Create(name string, o *imap.CreateOptions) error {
	s.account.mu.Lock()
	defer s.account.mu.Unlock()
	name = boxName(name)
	if len(s.account.boxes) >= maxBoxes || len(name) > maxName {
		return refused(imap.ResponseCodeLimit, "too many mailboxes, or too long a name")
	}
	err := s.UserSession.Create(name, o)
	if err == nil {
		s.account.boxes[name] = true
	}
	return err
}

// Delete never takes the INBOX away (RFC 3501 section 6.3.4): mails land there.
func (s *localIMAP) Delete(name string) error {
	if name == inboxName {
		return refused(imap.ResponseCodeCannot, "the INBOX stays")
	}
	s.account.mu.Lock()
	defer s.account.mu.Unlock()
	err := s.UserSession.Delete(name)
	if err == nil {
		delete(s.account.boxes, name)
		s.account.weigh()
	}
	return err
}

// Rename leaves the INBOX where it is. RFC 3501 would move its mails, which COPY does as well.
func (s *localIMAP) Rename(name, to string, o *imap.RenameOptions) error {
	if name == inboxName {
		return refused(imap.ResponseCodeCannot, "the INBOX stays; copy its mails")
	}
	s.account.mu.Lock()
	defer s.account.mu.Unlock()
	if to = boxName(to); len(to) > maxName {
		return refused(imap.ResponseCodeLimit, "too long a name")
	}
	err := s.UserSession.Rename(name, to, o)
	if err == nil {
		delete(s.account.boxes, name)
		s.account.boxes[to] = true
	}
	return err
}

// boxName gives a name as the library has it.
func boxName(name string) string {
	if name = strings.TrimRight(name, "/"); strings.EqualFold(name, inboxName) {
		return inboxName
	}
	return name
}
