package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"berthier/mail/wire"
	"berthier/store"
)

var doctorCommand = command{
	name:  "doctor",
	usage: "[-config FILE]",
	help:  "find what is wrong with a configuration, its servers and this machine",
	long: `
Reads the configuration, looks at files and their permissions, at the store, the
clock, the names of the servers, their certificates, the logins, the mailbox,
and whether the sending server takes our mails. Nothing is changed and no mail is
sent, so it may run beside the daemon, as the user that the daemon runs as.

Each line says "ok", "warn" or "FAIL", with what to do below it. The exit code is
1 if anything fails.`,
	run: func(ctx context.Context, c *call) error {
		path := c.configFlag()
		if err := c.parse(0); err != nil {
			return err
		}
		d := &doctor{out: c.stdout, now: time.Now, dns: net.DefaultResolver, synchronised: synchronised}
		d.examine(ctx, *path)
		if d.failed > 0 {
			return refusal{fmt.Errorf("%s failed, %s", count(d.failed, "check"), count(d.warned, "warning"))}
		}
		return nil
	},
}

// resolver is what the doctor asks of net.Resolver; tests have another.
type resolver interface {
	LookupHost(ctx context.Context, host string) ([]string, error)
	LookupMX(ctx context.Context, name string) ([]*net.MX, error)
	LookupTXT(ctx context.Context, name string) ([]string, error)
}

type doctor struct {
	out            io.Writer
	now            func() time.Time
	dns            resolver
	synchronised   func() (bool, error) // whether something keeps the clock right
	cfg            config
	failed, warned int
}

func (d *doctor) ok(what, format string, args ...any) { d.line("ok", what, format, args...) }

// warn tells of something that works, but not well or not for long.
func (d *doctor) warn(what string, err error, do string) {
	d.warned++
	d.line("warn", what, "%v", err)
	d.advise(do)
}

func (d *doctor) fail(what string, err error, do string) {
	d.failed++
	d.line("FAIL", what, "%v", err)
	d.advise(do)
}

func (d *doctor) line(verdict, what, format string, args ...any) {
	text := strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", "\n"+strings.Repeat(" ", 20))
	fmt.Fprintf(d.out, "%-5s %-13s %s\n", verdict, what, text)
}

func (d *doctor) advise(do string) { fmt.Fprintf(d.out, "%20s-> %s\n", "", do) }

// examine makes all checks, as far as they make sense.
func (d *doctor) examine(ctx context.Context, path string) {
	var err error
	if d.cfg, err = loadConfig(path); err != nil {
		d.fail("config", err, hintOf(err, "config.example.toml says what every key is"))
		return
	}
	if path == "" {
		path = "defaults, no file"
	}
	d.ok("config", "%s", path)
	if _, err := loadRulesets(d.cfg); err != nil {
		d.fail("data", err, hintOf(err, "mend the file, or take it out of [data]"))
	}
	d.site()
	d.stateFolder()
	d.logKey()
	d.ownAddress()
	d.storeFile(ctx)
	d.aside()
	d.clock()
	if d.cfg.isLocal() {
		d.warn("servers", errors.New("none: the built-in mail server is for trials on this machine"),
			"name your servers in [imap] and [smtp]")
		return
	}
	d.address(ctx)
	d.imap(ctx)
	d.smtp(ctx)
}

// stateFolder is where everything is kept; nobody else may look into it.
func (d *doctor) stateFolder() {
	folder := d.cfg.stateFolder()
	info, err := os.Stat(folder)
	if errors.Is(err, fs.ErrNotExist) {
		d.ok("state folder", "%s is made at the first start", folder)
		return
	}
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is not a folder", folder)
	}
	if err != nil {
		d.fail("state folder", err, "name another folder in state")
		return
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		d.fail("state folder", fmt.Errorf("%s has mode %04o: others on this machine may look into it", folder, mode),
			"chmod 700 "+folder)
		return
	}
	f, err := os.CreateTemp(folder, ".doctor-*")
	if err != nil {
		d.fail("state folder", err, "give the folder to the user that the daemon runs as")
		return
	}
	f.Close()
	os.Remove(f.Name())
	d.ok("state folder", "%s", folder)
}

// journal tells what is wrong with the journal of the store.
func (d *doctor) journal(told string, err error) {
	switch {
	case errors.Is(err, errNoDaemon): // another command has the store for a moment
	case err != nil:
		d.fail("journal", err, "look at the log of the daemon and at the disk")
	case told != "":
		d.fail("journal", errors.New(told),
			"berthier backup or the next start of the daemon begins another one; look at the disk")
	default:
		d.ok("journal", "sound")
	}
}

// database looks at a store in a database.
func (d *doctor) database() {
	s, err := openToRead(d.cfg, 0)
	switch {
	case errors.Is(err, store.ErrNoStore):
		d.ok("store", "none yet: berthier new or berthier serve makes it")
		return
	case err != nil:
		d.fail("store", err, hintOf(storeHint(d.cfg, err), ""))
		return
	}
	defer s.Close()
	if d.games(s) {
		d.content(s)
	}
}

func (d *doctor) storeFile(ctx context.Context) {
	if d.cfg.inDatabase() {
		d.database()
		return
	}
	path := d.cfg.storePath()
	info, err := os.Stat(path)
	if _, journal := os.Stat(store.JournalPath(path)); errors.Is(err, fs.ErrNotExist) && journal == nil {
		d.fail("store", store.ErrLost, "berthier store rebuild makes it again")
		return
	}
	if errors.Is(err, fs.ErrNotExist) {
		d.ok("store", "none yet: berthier new or berthier serve makes it")
		return
	}
	if err == nil && info.Mode().Perm()&0o077 != 0 {
		d.fail("store", fmt.Errorf("%s has mode %04o: it holds the secrets of the dice", path, info.Mode().Perm()),
			"chmod 600 "+path)
		return
	}
	s, err := store.OpenReadOnly(path, storeWait)
	if errors.Is(err, store.ErrInUse) {
		d.ok("store", "%s is in use, so the daemon runs", path)
		told, err := askJournal(ctx, d.cfg, http.MethodGet)
		d.journal(told, err)
		if r, err := readStore(ctx, d.cfg); err == nil {
			d.content(r.Store)
			r.Close()
		}
		return
	}
	if err != nil {
		d.fail("store", err, "berthier store check says more; if it is damaged, go back to a backup")
		return
	}
	defer s.Close()
	if d.games(s) {
		told := ""
		damage, err := s.CheckJournal(ctx, "")
		if damage != nil {
			told = damage.Error()
		}
		d.journal(told, err)
		d.content(s)
	}
}

// games counts what is in the store.
func (d *doctor) games(s *store.Store) bool {
	err := s.View(func(tx *store.Tx) error {
		games, err := tx.Games()
		if err != nil {
			return err
		}
		waiting, failed, err := tx.Backlog()
		if err == nil {
			d.ok("store", "%s: %s, %s waiting, %d of them after a failure", d.cfg.storePath(),
				count(len(games), "game"), count(waiting, "mail"), failed)
		}
		return err
	})
	if err != nil {
		d.fail("store", err, "berthier store check says more; if it is damaged, go back to a backup")
	}
	return err == nil
}

// content looks at what is in the store: mails to addresses from which one came
// back, and the players.
func (d *doctor) content(s *store.Store) {
	err := s.View(func(tx *store.Tx) error {
		lines, err := stopped(tx)
		if len(lines) > 0 {
			d.warn("mails", errors.New(strings.Join(lines, "\n")),
				"ask the player for another address, or let them go with berthier outbox -release ADDRESS")
		}
		return errors.Join(err, d.players(tx))
	})
	if err != nil {
		d.fail("mails", err, "berthier store check says more")
	}
}

// aside tells of mails that the program could not take in.
func (d *doctor) aside() {
	note, err := asideNote(d.cfg)
	switch {
	case err != nil:
		d.fail("set aside", err, "give the folder to the user that the daemon runs as")
	case note != "":
		d.warn("set aside", errors.New(note), "berthier aside lists them, tries them again and deletes them")
	}
}

// clock matters because deadlines and the dates of mails follow it.
func (d *doctor) clock() {
	right, err := d.synchronised()
	switch {
	case err != nil:
		d.warn("clock", fmt.Errorf("whether anything keeps it right is not known: %w", err),
			"see that a time service runs")
	case !right:
		d.warn("clock", fmt.Errorf("%s: nothing keeps it right", stamp(d.now())),
			"run a time service, such as systemd-timesyncd or chrony")
	default:
		d.ok("clock", "%s, kept right", stamp(d.now()))
	}
}

// reserved are the ends of names that never lead anywhere (RFC 6761, RFC 2606).
var reserved = []string{"test", "example", "invalid", "localhost", "example.com", "example.net", "example.org"}

// address looks whether mails to our address can reach us, and whether other
// servers have reason to believe mails from it.
func (d *doctor) address(ctx context.Context) {
	if d.cfg.Contact == "" {
		d.warn("contact", errors.New("empty: players in trouble have nobody to ask"),
			"put your own mail address into contact")
	}
	_, domain, _ := strings.Cut(d.cfg.Address, "@")
	if slices.ContainsFunc(reserved, func(r string) bool { return domain == r || strings.HasSuffix(domain, "."+r) }) {
		d.warn("address", fmt.Errorf("%s: names under this domain are for trials, no mail from outside comes here",
			d.cfg.Address), "put the address of the mailbox into address")
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	mx, err := d.dns.LookupMX(ctx, domain)
	if err != nil || len(mx) == 0 {
		d.fail("address", fmt.Errorf("%s has no mail server (MX): %w", domain, cmp.Or(err, errNone)),
			"check the spelling of address, and the DNS of this machine")
		return
	}
	d.ok("address", "mails to %s go to %s", domain, strings.TrimSuffix(mx[0].Host, "."))
	texts, _ := d.dns.LookupTXT(ctx, domain)
	if !slices.ContainsFunc(texts, func(s string) bool { return strings.HasPrefix(s, "v=spf1") }) {
		d.warn("address", fmt.Errorf("%s has no SPF record: others may take reports for spam", domain),
			"ask whoever runs the domain for SPF and DKIM")
	}
}

var errNone = errors.New("no record")

// login checks what both servers have in common, and makes the endpoint.
func (d *doctor) login(ctx context.Context, key string, a accountConfig) (e wire.Endpoint, ok bool) {
	for _, path := range []string{a.PasswordFile, a.TokenFile} {
		if path == "" {
			continue
		}
		path = d.cfg.path(path)
		if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o077 != 0 {
			d.fail(key, fmt.Errorf("%s has mode %04o: others on this machine may read the secret", path,
				info.Mode().Perm()), "chmod 600 "+path)
		}
	}
	e, err := d.cfg.endpoint(key, a)
	if err == nil && e.Token == nil && e.Password == "" && e.User != "" {
		err = fmt.Errorf("%s: there is no password for %s", key, e.User)
	}
	if err != nil {
		d.fail(key, err, "put the secret where the configuration says, readable for the daemon alone")
		return e, false
	}
	host, _, _ := net.SplitHostPort(a.Address)
	if net.ParseIP(host) != nil {
		return e, true
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	found, err := d.dns.LookupHost(ctx, host)
	if err != nil {
		d.fail(key+" name", err, "check the spelling of "+key+".address, and the DNS of this machine")
		return e, false
	}
	d.ok(key+" name", "%s is %s", host, strings.Join(found, ", "))
	return e, true
}

const probeTime = time.Minute

func (d *doctor) imap(ctx context.Context) {
	e, ok := d.login(ctx, "imap", d.cfg.IMAP.accountConfig)
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	p, err := e.ProbeMailbox(ctx, d.cfg.IMAP.Mailbox)
	d.certificate("imap TLS", p.Expires)
	if fault, is := errors.AsType[*wire.ProbeError](err); is {
		switch fault.Stage {
		case "connect":
			d.fail("imap connect", err, connectAdvice("imap", err))
		case "login":
			d.fail("imap login", err, loginAdvice)
		default:
			d.fail("imap folder", err, fmt.Sprintf("put one of the folders of the account into imap.mailbox: %s",
				strings.Join(p.Folders, ", ")))
		}
		return
	}
	d.ok("imap login", "%s at %s", e.User, e.Address)
	d.ok("imap folder", "%s has %s", d.cfg.IMAP.Mailbox, count(p.Messages, "mail"))
	if !p.Idle {
		d.warn("imap folder", fmt.Errorf("the server has no IDLE: mails are noticed after %v at the latest",
			d.cfg.IMAP.interval()), "lower imap.poll_seconds if that is too long")
	}
	if ahead := p.Newest.Sub(d.now()); ahead > 2*time.Minute {
		d.fail("clock", fmt.Errorf("the newest mail came in %v from now: the clock is slow", ahead.Round(time.Second)),
			"set the clock and run a time service")
	}
	if p.Limit > 0 && p.Used > p.Limit/10*9 {
		d.fail("imap quota", fmt.Errorf("%d of %d MB are used: soon no mail comes in", p.Used>>20, p.Limit>>20),
			"delete old mails: the store has its own copy of every signed file")
	} else if p.Limit > 0 {
		d.ok("imap quota", "%d of %d MB are used", p.Used>>20, p.Limit>>20)
	}
}

func (d *doctor) smtp(ctx context.Context) {
	e, ok := d.login(ctx, "smtp", d.cfg.SMTP.accountConfig)
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	local, domain, _ := strings.Cut(d.cfg.Address, "@")
	tagged := local + "+doctor@" + domain
	s := &wire.Sender{Endpoint: e, HelloName: d.cfg.SMTP.Hello}
	expires, err := s.Probe(ctx, d.cfg.Address, d.cfg.Address, tagged)
	d.certificate("smtp TLS", expires)
	fault, bad := errors.AsType[*wire.SendError](err)
	switch {
	case !bad:
		d.ok("smtp login", "%s at %s", e.User, e.Address)
		d.ok("smtp mail", "the server takes mails from %s, and to %s", d.cfg.Address, tagged)
	case fault.Stage == "connect":
		d.fail("smtp connect", err, connectAdvice("smtp", err))
	case fault.Stage == "login":
		d.fail("smtp login", err, loginAdvice)
	case fault.Stage == "MAIL":
		d.fail(
			"smtp mail",
			err,
			fmt.Sprintf("let the account send as %s, or put the account's own address into address", d.cfg.Address),
		)
	case fault.Recipient == tagged:
		d.fail("smtp mail", err, "answers of players go to "+local+"+GAME@"+domain+
			": let the server deliver addresses with a +tag")
	default:
		d.fail("smtp mail", err, fmt.Sprintf("either the account may not send as %s, or the server does not know "+
			"this address: check address", d.cfg.Address))
	}
}

// certificate warns while there is time to renew it.
func (d *doctor) certificate(what string, expires time.Time) {
	if expires.IsZero() {
		return
	}
	left := expires.Sub(d.now())
	if left < 14*24*time.Hour {
		d.warn(what, fmt.Errorf("the certificate ends on %s", expires.UTC().Format(time.DateOnly)),
			"see that whoever runs the server renews it")
		return
	}
	d.ok(what, "the certificate is good until %s", expires.UTC().Format(time.DateOnly))
}
