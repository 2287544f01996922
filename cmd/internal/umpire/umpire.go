package umpire

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"

	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/mail/wire"
	"berthier/store"
	"berthier/templates"
)

// Config is what an Umpire is made of.
type Config struct {
	Store    *store.Store
	Key      record.Signer // signs the checkpoints
	Rulesets []engine.Ruleset
	Address  mail.Address // own address; mails come from it and go to local+game@domain
	Contact  string       // mail address of the person in charge, for players; may be empty
	// Folder is where is noted which mails are being taken in, and where those are
	// kept of which the program died; empty for nowhere.
	Folder  string
	Mailbox string           // name under which the cursor is stored; default "INBOX"
	Clock   func() time.Time // the wall clock; default time.Now
	// Steady is a clock that nobody sets, and which counts on while the machine sleeps;
	// Boot names the start of the machine from which it counts, "" if that is not known.
	// Synchronised asks whether something keeps the wall clock right. With Steady nil the
	// wall clock is believed, whatever it shows.
	Steady       func() time.Duration
	Boot         string
	Synchronised func() (bool, error)
	Logger       *slog.Logger // default slog.Default
	// LookupTXT finds DNS records, for the DKIM signatures of games that allow
	// codes; default is the resolver of the system, for 10 seconds at most.
	LookupTXT sign.Lookup
	// Load makes a ruleset with data files in the place of its own, so that a game
	// keeps the tables that it began with; nil if games have no others.
	Load func(ruleset string, data map[string][]byte) (engine.Ruleset, error)
	// Build names this very program, so that the steps of a game are resolved
	// again once after each change of it; "" lets Resume do so each time.
	Build string
	// Program is the release of this program, which each step records, so that
	// an audit can name it; default "unknown".
	Program string
	Maps    bool // whether reports carry the map of an engine.Mapper as PNG and SVG
	// UmpireKeys are the public keys that sign the umpire's commands by mail, and
	// UmpireAddress is where the answers go, whoever sends the mail; empty for Contact.
	// If there are keys there must be one of both.
	UmpireKeys    []sign.Key
	UmpireAddress string
	// Archive writes a game into one file, for the command of that name; nil if
	// nobody can.
	Archive func(fold.Saved) ([]byte, error)
	Topics  []templates.Topic // pages of the help, for the command of that name
	Limits  Limits
}

// Limits bounds what comes from outside. A zero field takes its default.
type Limits struct {
	Mail mail.Limits
	Turn engine.Limits
	// Answers and AnswersDay are how often in an hour and in a day an address is
	// answered that proves nothing but is a player's or gives commands, and the same
	// signed text; default 4 and 10.
	Answers, AnswersDay int
	// Strangers is how often a day any other address is told that its mail was
	// of no use, AllStrangers how often all of them together are answered, commands
	// too; default 1 and 20, none if negative.
	Strangers, AllStrangers int
}

// Umpire takes mails in, resolves steps and queues what is to be sent. Its
// methods are safe for use by several goroutines; Take, Create, Process and
// Resume run one at a time.
type Umpire struct {
	*Clerk
	intake  *intake
	judging func(raw []byte) // tests only: what else happens while a mail is judged
}

// Clerk carries commands out.
type Clerk struct {
	*Desk
	duties map[string]func(*errand) error
}

// newClerk makes a Clerk.
func newClerk(d *Desk) *Clerk { return &Clerk{Desk: d, duties: duties()} }

// Desk is where what came in is answered.
type Desk struct {
	*Master
	answered counters
}

// newDesk makes a Desk.
func newDesk(m *Master) *Desk { return &Desk{Master: m, answered: newCounters()} }

// Master moves games on.
type Master struct {
	*Docket
	random io.Reader                      // where secrets come from
	dice   func(step int) engine.Recorder // tests only: dice that do not follow from the turn files
}

// newMaster makes a Master of the games of a docket.
func newMaster(d *Docket) *Master { return &Master{Docket: d, random: rand.Reader} }

// Docket is the games of a store, and how they stand.
type Docket struct {
	Config
	Post     *post.Office // writes and sends all mails
	Store    ledger       // hides Config.Store from those who hold mu
	domain   string
	own      string // Address in lower case, without a tag
	mu       sync.Mutex
	infos    map[string]*info // what seldom changes about games; a copy of the store
	seats    seats
	watch    *timekeeper
	schedule schedule
	states   states
	rules    ruleBook
	breaking func(n int) error // tests only: makes the nth write of a transaction fail
}

// bouncePurpose is what the secret in boundaries is derived for.
const bouncePurpose = "berthier bounces 1"

// ErrNoRuleset is returned for a game whose ruleset this program lacks.
var ErrNoRuleset = errors.New("no such ruleset")

// New makes an Umpire. Call Resume before the first Take.
func New(c Config) (*Umpire, error) {
	d, err := newDocket(c)
	if err != nil {
		return nil, fmt.Errorf("umpire: %w", err)
	}
	in, err := openIntake(c.Folder, d.Logger)
	if err != nil {
		return nil, fmt.Errorf("umpire: %w", err)
	}
	in.forgetAside(AsideIn(c.Folder))
	return &Umpire{Clerk: newClerk(newDesk(newMaster(d))), intake: in}, nil
}

// newDocket makes a Docket that no one moves on yet.
func newDocket(c Config) (*Docket, error) {
	local, domain, ok := cutAddress(c.Address.Address)
	switch {
	case c.Store == nil:
		return nil, errors.New("no store")
	case c.Key.None():
		return nil, errors.New("no log key")
	case len(c.Rulesets) == 0:
		return nil, errors.New("no rulesets")
	case len(c.UmpireKeys) > 0 && c.UmpireAddress == "" && c.Contact == "":
		return nil, errors.New("keys of the umpire, and no address for answers to his commands")
	case !ok || strings.Contains(local, "+"):
		return nil, fmt.Errorf("address %q: want name@domain, without a +tag", c.Address.Address)
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	if c.Mailbox == "" {
		c.Mailbox = "INBOX"
	}
	if c.Program == "" {
		c.Program = "unknown"
	}
	for _, l := range []struct {
		limit   *int
		instead int
	}{{&c.Limits.Answers, 4}, {&c.Limits.AnswersDay, 10}, {&c.Limits.Strangers, 1}, {&c.Limits.AllStrangers, 20}} {
		if *l.limit == 0 {
			*l.limit = l.instead
		}
	}
	watch, err := newTimekeeper(&c)
	if err != nil {
		return nil, err
	}
	d := &Docket{
		Config: c, Store: ledger{Store: c.Store}, domain: domain, own: strings.ToLower(local + "@" + domain),
		infos: map[string]*info{}, states: states{}, watch: watch,
		schedule: schedule{next: map[string]time.Time{}, known: map[string]bool{}, wake: make(chan struct{}, 1)},
		rules:    ruleBook{loaded: map[[32]byte]engine.Ruleset{}, dataOf: map[string][]engine.DataFile{}},
	}
	d.Post = post.New(post.Config{
		Store:   c.Store,
		Address: c.Address,
		Contact: c.Contact,
		Clock:   c.Clock,
		Logger:  c.Logger,
		Secret:  c.Key.Derive(bouncePurpose),
		Look:    d.watchTime,
	})
	return d, nil
}

// CloseFiles closes those in Config.Folder, after which no mail can be taken in. The
// store is its owner's.
func (u *Umpire) CloseFiles() error { return u.intake.close() }

// cutAddress cuts a plain mail address into its two halves.
func cutAddress(a string) (local, domain string, ok bool) {
	i := strings.LastIndexByte(a, '@')
	if i < 1 || i == len(a)-1 || strings.ContainsAny(a, " <>,\t\r\n") {
		return "", "", false
	}
	return a[:i], a[i+1:], true
}

// now is the time that counts, to the second.
func (u *Docket) now() time.Time { return u.Clock().UTC().Truncate(time.Second) }

// batch is the writes of one transaction.
type batch []func(*store.Tx) error

func (b *batch) add(write func(*store.Tx) error) { *b = append(*b, write) }

func (b *batch) set(game, key string, value []byte) {
	b.add(func(tx *store.Tx) error { return tx.SetState(game, key, value) })
}

func (b *batch) drop(game, key string) {
	b.add(func(tx *store.Tx) error { return tx.DeleteState(game, key) })
}

func (b *batch) mark(key string, at time.Time) {
	b.add(func(tx *store.Tx) error {
		_, err := tx.MarkSeen(key, at)
		return err
	})
}

func (b *batch) mails(mails []store.Mail) {
	for _, m := range mails {
		b.add(func(tx *store.Tx) error { return post.Enqueue(tx, m) })
	}
}

// commit makes all writes or none, and then wakes the outbox.
func (u *Docket) commit(b batch) error {
	err := u.Store.Update(func(tx *store.Tx) error {
		for i, write := range b {
			if u.breaking != nil {
				if err := u.breaking(i); err != nil {
					return err
				}
			}
			if err := write(tx); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		u.forget()
		return fmt.Errorf("committing: %w", err)
	}
	if u.Store.open == nil {
		u.Post.Wake()
	}
	return nil
}

// Cursor is how far the mailbox has been taken in; zero at the beginning. It
// is where Poller.Run has to start.
func (u *Docket) Cursor() (c wire.Cursor, err error) {
	err = u.Config.Store.View(func(tx *store.Tx) error {
		value, err := tx.Cursor(u.Mailbox)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if err == nil {
			_, err = fmt.Sscanf(string(value), "%d %d", &c.UIDValidity, &c.UID)
		}
		return err
	})
	if err != nil {
		return c, fmt.Errorf("reading the cursor of %s: %w", u.Mailbox, err)
	}
	return c, nil
}

// Games lists the names of all games in ascending order.
func (u *Docket) Games() (names []string, err error) {
	err = u.Config.Store.View(func(tx *store.Tx) error {
		names, err = tx.Games()
		return err
	})
	return names, err
}

// Stuck counts the mails of all games that met a fault of this program.
func (u *Docket) Stuck() (n int, err error) {
	err = u.Config.Store.View(func(tx *store.Tx) error {
		names, err := tx.Games()
		for _, name := range names {
			var keys []string
			if keys, err = tx.StateKeys(name, stateStuck); err != nil {
				return err
			}
			n += len(keys)
		}
		return err
	})
	return n, err
}
