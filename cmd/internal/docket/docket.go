package docket

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"time"

	"berthier/cmd/internal/agenda"
	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/claims"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/ledger"
	"berthier/cmd/internal/mailbox"
	"berthier/cmd/internal/position"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/seats"
	"berthier/cmd/internal/timekeeper"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
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
	// Steady, Boot and Synchronised are those of timekeeper.Clocks.
	Steady       func() time.Duration
	Boot         string
	Synchronised func() (bool, error)
	Logger       *slog.Logger // default slog.Default
	// LookupTXT finds DNS records, for the DKIM signatures of games that allow
	// codes; default is the resolver of the system, for 10 seconds at most.
	LookupTXT sign.Lookup
	// Load makes a ruleset with data files in the place of its own, so that a game
	// keeps the tables that it began with; nil if games have no others.
	Load audit.Loader
	// Build names this very program, so that the steps of a game are resolved
	// again once after each change of it; "" lets Resume do so each time.
	Build string
	// Program is the release of this program, which each step records, so that
	// an audit can name it; default "unknown".
	Program string
	Maps    bool // whether reports carry maps of an engine.Mapper
	// Desk is the address of the order desk on the web, of which mails tell; "" for none.
	Desk string
	Site string // address of the folder of the pages on the web, of which last mails tell; "" for none
	// UmpireKeys are the public keys that sign the umpire's commands by mail, and
	// UmpireAddress is where the answers go, whoever sends the mail; empty for Contact.
	// If there are keys there must be one of both.
	UmpireKeys    []sign.Key
	UmpireAddress string
	// Archive writes a game into one file, for the command of that name; nil if
	// nobody can.
	Archive func(fold.SavedGame) ([]byte, error)
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

// Docket is the games of a store, and how they stand.
type Docket struct {
	Config
	*timekeeper.Watch
	*claims.Claims
	Post      *post.Office  // writes and sends all mails
	Store     ledger.Ledger // hides Config.Store from those who hold Mu
	domain    string
	Own       string // Address in lower case, without a tag
	Mu        sync.Mutex
	Infos     map[string]*Info // what seldom changes about games; a copy of the store
	Seats     seats.Places
	Schedule  agenda.Schedule
	States    states
	News      map[string]bool // games that changed since package site looked; nil before, and if any may have
	book      *rulebook
	bundle    position.Bundle
	Unchecked []string          // games for CheckGames
	Breaking  func(n int) error // tests only: makes the nth write of a transaction fail
}

// BouncePurpose is what the secret in boundaries is derived for.
const BouncePurpose = "berthier bounces 1"

// ErrNoRuleset is returned for a game whose ruleset this program lacks.
var ErrNoRuleset = errors.New("no such ruleset")

// New makes a Docket that no one moves on yet.
func New(c Config) (*Docket, error) {
	local, domain, ok := mailbox.Cut(c.Address.Address)
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
	if c.LookupTXT == nil {
		c.LookupTXT = lookupTXT
	}
	c.Logger = cmp.Or(c.Logger, slog.Default())
	c.Mailbox = cmp.Or(c.Mailbox, "INBOX")
	c.Program = cmp.Or(c.Program, "unknown")
	c.Limits.Answers = cmp.Or(c.Limits.Answers, 4)
	c.Limits.AnswersDay = cmp.Or(c.Limits.AnswersDay, 10)
	c.Limits.Strangers = cmp.Or(c.Limits.Strangers, 1)
	c.Limits.AllStrangers = cmp.Or(c.Limits.AllStrangers, 20)
	watch, err := timekeeper.New(timekeeper.Clocks{Wall: c.Clock, Steady: c.Steady, Boot: c.Boot,
		Synchronised: c.Synchronised}, c.Store, c.Logger)
	if err != nil {
		return nil, err
	}
	c.Clock = watch.Now
	d := &Docket{
		Config: c, Store: ledger.Ledger{Store: c.Store}, domain: domain, Own: strings.ToLower(local + "@" + domain),
		Infos: map[string]*Info{}, States: states{}, Watch: watch,
		Schedule: agenda.Schedule{Wake: make(chan struct{}, 1)},
		book:     newRulebook(), bundle: position.NewBundle(c.Load, c.Rulesets),
	}
	d.Post = post.New(post.Config{
		Store:   c.Store,
		Address: c.Address,
		Contact: c.Contact,
		Clock:   c.Clock,
		Logger:  c.Logger,
		Secret:  c.Key.Derive(BouncePurpose),
		Look:    d.WatchTime,
	})
	d.Claims = claims.New(c.Store, claims.Memory{Mu: &d.Mu, Held: d.Post.Forget,
		Game:  func(id string) { d.Forget(id); d.Schedule.Change(id) },
		State: func(id string) { delete(d.States, id); d.Schedule.Change(id); d.tellNews(id) }})
	watch.Told = func() error {
		d.Schedule.WakeUp()
		return d.Post.TellDiary()
	}
	return d, d.CatchUp()
}

func lookupTXT(name string) ([]string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return net.DefaultResolver.LookupTXT(ctx, name)
}

// Now is the time that counts, to the second.
func (u *Docket) Now() time.Time { return u.Clock().UTC().Truncate(time.Second) }

// Batch is the writes of one transaction, and the mails that are queued behind them.
type Batch struct {
	Writes []func(*store.Tx) error
	places []string // games of which it changes what Places tell
	Mails  []store.Mail
	Err    error // why it cannot be written: the first fault of ours while it was put together
}

// Fail keeps what went wrong, so that the batch is not written.
func (b *Batch) Fail(err error) { b.Err = cmp.Or(b.Err, err) }

// Add adds a write.
func (b *Batch) Add(write func(*store.Tx) error) { b.Writes = append(b.Writes, write) }

// Send adds mails.
func (b *Batch) Send(mails ...store.Mail) { b.Mails = append(b.Mails, mails...) }

// Join adds all of another one.
func (b *Batch) Join(more Batch) {
	b.Writes, b.places = append(b.Writes, more.Writes...), append(b.places, more.places...)
	b.Send(more.Mails...)
	b.Fail(more.Err)
}

// Set gives a state value of a game another text.
func (b *Batch) Set(game, key string, value []byte) {
	b.telling(game, key)
	b.Add(func(tx *store.Tx) error { return tx.SetState(game, key, value) })
}

// Drop removes a state value of a game.
func (b *Batch) Drop(game, key string) {
	b.telling(game, key)
	b.Add(func(tx *store.Tx) error { return tx.DeleteState(game, key) })
}

// telling notes that a state value of a game changes, which others may remember.
func (b *Batch) telling(game, key string) {
	if tellsOf(key) {
		b.places = append(b.places, game)
		b.Add(func(tx *store.Tx) error { tx.Announce(game); return nil })
	}
}

// Mark marks something as seen.
func (b *Batch) Mark(key string, at time.Time) {
	b.Add(func(tx *store.Tx) error {
		_, err := tx.MarkSeen(key, at)
		return err
	})
}

// OnceMark recognises a text by what its signature covers and whose key made it, however the mail is written.
func OnceMark(game string, side engine.Side, key string, file [32]byte) string {
	return fmt.Sprintf("signed %s %s %s %x", game, side, key, file)
}

// Begin makes a game with its secrets; way leads along the chain.
func (b *Batch) Begin(game string, chain engine.Link, way engine.Way, sealed store.Secret) {
	b.Add(func(tx *store.Tx) error { return tx.CreateGame(game) })
	b.Add(func(tx *store.Tx) error { return tx.SetSecret(game, SecretChain, store.NewSecret(chain[:])) })
	b.Add(func(tx *store.Tx) error { return tx.SetSecret(game, SecretWay, store.NewSecret(way)) })
	b.Add(func(tx *store.Tx) error { return tx.SetSecret(game, SecretSealed, sealed) })
}

// Postpone lets more of what a batch changes about a game be made beside whatever is decided
// next; what gives it when it is needed, and at the latest when the transaction ends.
func (u *Docket) Postpone(b *Batch, game string, what func() Batch) {
	b.Add(func(tx *store.Tx) error {
		return tx.Postpone(game, func() error {
			return amiss.Attempt(func() error { return u.write(tx, what()) })
		})
	})
}

// Write makes the writes of a batch; breaking, if it is not nil, can let the nth fail.
func (b Batch) Write(tx *store.Tx, breaking func(n int) error) error {
	if b.Err != nil {
		return b.Err
	}
	for _, m := range b.Mails {
		b.Add(func(tx *store.Tx) error { return post.Enqueue(tx, m) })
	}
	tx.FetchMails(b.Mails...)
	for i, write := range b.Writes {
		if breaking != nil {
			if err := breaking(i); err != nil {
				return err
			}
		}
		if err := write(tx); err != nil {
			return err
		}
	}
	return nil
}

// Commit makes all writes or none, and then wakes the outbox.
func (u *Docket) Commit(b Batch) error {
	if err := u.Store.Update(func(tx *store.Tx) error { return u.write(tx, b) }); err != nil {
		u.ForgetTried()
		return fmt.Errorf("committing: %w", err)
	}
	if u.Store.Open == nil {
		u.Post.Wake()
	}
	return nil
}

// write makes the changes of a batch.
func (u *Docket) write(tx *store.Tx, b Batch) error {
	u.Seats.Change(b.places...)
	return b.Write(tx, u.Breaking)
}

// Games lists the names of all games in ascending order.
func (u *Docket) Games() (names []string, err error) {
	err = u.Config.Store.View(func(tx *store.Tx) error {
		names, err = tx.Games()
		return err
	})
	return names, err
}

// MaxMailFile is how many bytes a file may have that is mailed on demand.
const MaxMailFile = 6 << 20

// GameRecord is the first record of a game, by a name under which it can be embedded beside the name of the game.
type GameRecord = record.Game
