package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	netmail "net/mail"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/roster"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/store"
)

// config is the configuration file. config.example.toml says what each key is.
type config struct {
	State   string `toml:"state"`
	Store   string `toml:"store"`
	Key     string `toml:"store_key"`
	LogKey  string `toml:"log_key"`
	Address string `toml:"address"`
	Name    string `toml:"name"`
	Contact string `toml:"contact"`
	Maps    bool   `toml:"maps"`

	Umpire  umpireConfig                 `toml:"umpire"`
	IMAP    imapConfig                   `toml:"imap"`
	SMTP    smtpConfig                   `toml:"smtp"`
	Limits  limitsConfig                 `toml:"limits"`
	Beacon  beaconConfig                 `toml:"beacon"`
	Log     logConfig                    `toml:"log"`
	Monitor monitorConfig                `toml:"monitor"`
	Site    siteConfig                   `toml:"site"`
	Data    map[string]map[string]string `toml:"data"`
	Local   localConfig                  `toml:"local"`

	folder string // that paths are relative to
}

type umpireConfig struct {
	Keys    []string `toml:"keys"`
	Address string   `toml:"address"`
	Weekly  string   `toml:"weekly"`
	Zone    string   `toml:"zone"`
}

type accountConfig struct {
	Address      string   `toml:"address"`
	Security     string   `toml:"security"`
	User         string   `toml:"user"`
	PasswordFile string   `toml:"password_file"`
	PasswordEnv  string   `toml:"password_env"`
	TokenFile    string   `toml:"token_file"`
	TokenCommand []string `toml:"token_command"`
}

type imapConfig struct {
	accountConfig
	Mailbox     string `toml:"mailbox"`
	PollSeconds int    `toml:"poll_seconds"`
}

type smtpConfig struct {
	accountConfig
	Hello string `toml:"hello"`
}

type limitsConfig struct {
	MailBytes   int `toml:"mail_bytes"`
	HeaderBytes int `toml:"header_bytes"`
	MailParts   int `toml:"mail_parts"`
	MailDepth   int `toml:"mail_depth"`
	TurnBytes   int `toml:"turn_bytes"`
	TurnLines   int `toml:"turn_lines"`
	OrderWords  int `toml:"order_words"`
	AnswersHour int `toml:"answers_per_hour"`
	AnswersDay  int `toml:"answers_per_day"`
	Strangers   int `toml:"strangers_per_day"`
	AllStranger int `toml:"all_strangers_per_day"`
}

type logConfig struct {
	Level  string `toml:"level"`
	Format string `toml:"format"`
}

type monitorConfig struct {
	Address string `toml:"address"`
}

type localConfig struct {
	SMTP string `toml:"smtp"`
	IMAP string `toml:"imap"`
}

// defaults are the values of the keys that a file leaves out.
func defaults() config {
	return config{
		State: "berthier-state", Address: "umpire@berthier.test", Name: "Berthier", Maps: true,
		Umpire: umpireConfig{Keys: []string{}, Weekly: "monday 08:00"},
		IMAP: imapConfig{accountConfig: accountConfig{Security: "tls", TokenCommand: []string{}}, Mailbox: "INBOX",
			PollSeconds: 60},
		SMTP: smtpConfig{accountConfig: accountConfig{Security: "tls", TokenCommand: []string{}}, Hello: "localhost"},
		Limits: limitsConfig{
			MailBytes: 10 << 20, HeaderBytes: 64 << 10, MailParts: 64, MailDepth: 8,
			TurnBytes: 64 << 10, TurnLines: 2000, OrderWords: 250, AnswersHour: 4, AnswersDay: 10, Strangers: 1,
			AllStranger: 20,
		},
		Beacon: beaconConfig{Servers: []string{"https://api.drand.sh", "https://drand.cloudflare.com"}},
		Log:    logConfig{Level: "info", Format: "text"},
		Site:   siteConfig{Language: "en", Command: []string{}},
		Data:   map[string]map[string]string{},
		Local:  localConfig{SMTP: "127.0.0.1:2525", IMAP: "127.0.0.1:1143"},
	}
}

// loadConfig reads a configuration file; "" gives the defaults.
func loadConfig(path string) (config, error) {
	cfg := defaults()
	if path == "" {
		return cfg, nil
	}
	cfg.folder = filepath.Dir(path)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = hint(err, "copy config.example.toml to it, or give the file with -config")
	}
	if err != nil {
		return cfg, err
	}
	text = bytes.TrimPrefix(text, []byte("\uFEFF")) // as some editors of Windows begin a file
	dec := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := dec.Decode(&cfg); err != nil {
		return cfg, tomlError(path, string(text), err)
	}
	if err := cfg.check(); err != nil {
		return cfg, fmt.Errorf("%s: %w", path, err)
	}
	return cfg, nil
}

// check finds everything that is wrong with the values, all at once.
func (c *config) check() error {
	var faults []error
	bad := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	positive := map[string]int{
		"imap.poll_seconds": c.IMAP.PollSeconds, "limits.mail_bytes": c.Limits.MailBytes,
		"limits.header_bytes": c.Limits.HeaderBytes, "limits.mail_parts": c.Limits.MailParts,
		"limits.mail_depth": c.Limits.MailDepth, "limits.turn_bytes": c.Limits.TurnBytes,
		"limits.turn_lines": c.Limits.TurnLines, "limits.order_words": c.Limits.OrderWords,
		"limits.answers_per_hour": c.Limits.AnswersHour, "limits.answers_per_day": c.Limits.AnswersDay,
	}
	for _, key := range sortedKeys(positive) {
		if positive[key] <= 0 {
			bad("%s: want a number above 0, got %d", key, positive[key])
		}
	}
	if _, err := c.Log.level(); err != nil {
		bad("log.level: want debug, info, warn or error, got %q", c.Log.Level)
	}
	if c.Log.Format != "text" && c.Log.Format != "json" {
		bad("log.format: want text or json, got %q", c.Log.Format)
	}
	if _, ok := tongue.Find(c.Site.Language); !ok {
		bad("site.language: there is no language %q here; there are %s", c.Site.Language, tongue.Choices())
	}
	if len(c.Site.Command) > 0 && (c.Site.Folder == "" || c.Site.Command[0] == "") {
		bad("site.command: want a program and its arguments, and site.folder, whose pages it copies")
	}
	if u, err := url.Parse(c.Site.Address); c.Site.Address != "" && (err != nil || u.Host == "" ||
		u.Scheme != "https" && u.Scheme != "http") {
		bad("site.address: want https://HOST/FOLDER, got %q", c.Site.Address)
	}
	if c.Monitor.Address != "" && !isLoopback(c.Monitor.Address) {
		bad("monitor.address: want host:port of this machine, as 127.0.0.1:9125, got %q", c.Monitor.Address)
	}
	for _, a := range [][2]string{{"local.smtp", c.Local.SMTP}, {"local.imap", c.Local.IMAP}} {
		if !isLoopback(a[1]) {
			bad("%s: want host:port of this machine, as 127.0.0.1:2525, got %q", a[0], a[1])
		}
	}
	for _, s := range c.Beacon.Servers {
		if u, err := url.Parse(s); err != nil || u.Host == "" ||
			u.Scheme != "https" && !(u.Scheme == "http" && isLoopback(u.Host)) {
			bad("beacon.servers: want https://HOST, got %q", s)
		}
	}
	if _, err := c.Umpire.weekly(); err != nil {
		bad("%w", err)
	}
	if store.IsDatabase(c.State) {
		bad("state: want a folder; the address of a database belongs into store")
	}
	if c.Address == "" {
		bad("address: want the mail address of the daemon")
	}
	if len(c.Umpire.Keys) > 0 && c.Umpire.Address == "" && c.Contact == "" {
		bad("umpire.keys: want umpire.address or contact as well: answers to the umpire's commands go there, and " +
			"never to whoever sends them")
	}
	for _, a := range [][2]string{{"address", c.Address}, {"contact", c.Contact},
		{"umpire.address", c.Umpire.Address}} {
		if a[1] != "" && !isAddress(a[1]) {
			bad("%s: want name@domain, got %q", a[0], a[1])
		}
	}
	if (c.IMAP.Address == "") != (c.SMTP.Address == "") {
		bad("imap.address and smtp.address: want both, or neither for the built-in mail server")
	}
	if !c.isLocal() {
		if c.IMAP.User == "" {
			bad("imap.user: want the login name of the mailbox")
		}
		faults = append(faults, c.IMAP.check("imap"), c.SMTP.check("smtp"))
	}
	return errors.Join(faults...)
}

// weekly is when the weekly letter is due.
func (u umpireConfig) weekly() (roster.Weekly, error) {
	zone := time.Local
	if u.Zone != "" {
		var err error
		if zone, err = clock.LoadZone(u.Zone); err != nil {
			return roster.Weekly{}, fmt.Errorf("umpire.zone: %w", err)
		}
	}
	w, err := roster.ParseWeekly(u.Weekly, zone)
	if err != nil {
		return w, fmt.Errorf("umpire.weekly: %w", err)
	}
	return w, nil
}

// isAddress reports whether a text is a plain mail address.
func isAddress(text string) bool {
	a, err := netmail.ParseAddress("<" + text + ">")
	return err == nil && a.Address == text
}

// umpireKeys reads the public keys of the umpire.
func (c *config) umpireKeys() (keys []sign.Key, err error) {
	for _, name := range c.Umpire.Keys {
		text, err := os.ReadFile(c.path(name))
		if err != nil {
			return nil, fmt.Errorf("umpire.keys: %w", err)
		}
		key, err := sign.ParsePublicKey(strings.TrimSpace(string(text)))
		if err != nil {
			return nil, fmt.Errorf("umpire.keys: %s: %w", name, err)
		}
		key.Comment = ""
		keys = append(keys, key)
	}
	return keys, nil
}

// isLoopback says whether host:port can be reached from this machine only.
func isLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
}

// isLocal says that the daemon brings its own mail server.
func (c *config) isLocal() bool { return c.IMAP.Address == "" && c.SMTP.Address == "" }

// path makes a path of the file absolute, or relative to where we are.
func (c *config) path(p string) string {
	if filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(c.folder, p)
}

func (c *config) stateFolder() string { return c.path(c.State) }

// inDatabase says that the store lies in a database.
func (c *config) inDatabase() bool { return store.IsDatabase(c.Store) }

// storePath is where the store is, for people: without the password of a database.
func (c *config) storePath() string {
	if c.inDatabase() {
		return store.DatabaseName(c.Store)
	}
	if c.Store != "" {
		return c.path(c.Store)
	}
	return filepath.Join(c.stateFolder(), "berthier.db")
}

// storeKeyPath is the key of what a database holds encrypted.
func (c *config) storeKeyPath() string {
	if c.Key != "" {
		return c.path(c.Key)
	}
	return filepath.Join(c.stateFolder(), "store-key")
}

func (c *config) logKeyPath() string {
	if c.LogKey != "" {
		return c.path(c.LogKey)
	}
	return filepath.Join(c.stateFolder(), "log-key")
}

func (l limitsConfig) umpire() docket.Limits {
	none := func(n int) int {
		if n <= 0 {
			return -1
		}
		return n
	}
	return docket.Limits{
		Mail: l.mail(), Turn: l.turn(), Answers: l.AnswersHour, AnswersDay: l.AnswersDay,
		Strangers: none(l.Strangers), AllStrangers: none(l.AllStranger),
	}
}

func (l limitsConfig) mail() mail.Limits {
	return mail.Limits{MessageBytes: l.MailBytes, HeaderBytes: l.HeaderBytes, Parts: l.MailParts, Depth: l.MailDepth}
}

func (l limitsConfig) turn() engine.Limits {
	return engine.Limits{Bytes: l.TurnBytes, Lines: l.TurnLines, Words: l.OrderWords}
}

func (i imapConfig) interval() time.Duration { return time.Duration(i.PollSeconds) * time.Second }

func (l logConfig) level() (level slog.Level, err error) {
	err = level.UnmarshalText([]byte(l.Level))
	return level, err
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
