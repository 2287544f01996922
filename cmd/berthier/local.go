package main

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/roster"
	"berthier/engine"
	"berthier/mail/wire"
	"berthier/store"
)

// The built-in mail server is for trials: the daemon and the players of all
// games have accounts, their passwords are in a file of the state folder, and their
// mails in a folder of it.

const (
	passwordsFile = "mail-passwords.txt"
	mailboxes     = "mailboxes"
)

// connect finds the mail servers: those of the configuration, or its own. first names the game
// that its own has a first one of; "" for whichever there is.
func (h *hub) connect(out io.Writer, first string) (servers mailServers, stop func(), err error) {
	if h.cfg.isLocal() {
		return h.connectLocal(out, first)
	}
	servers.imap, err = h.cfg.endpoint("imap", h.cfg.IMAP.accountConfig)
	if err == nil {
		servers.smtp, err = h.cfg.endpoint("smtp", h.cfg.SMTP.accountConfig)
	}
	return servers, func() {}, err
}

func (h *hub) connectLocal(out io.Writer, first string) (servers mailServers, stop func(), err error) {
	if err := h.ensureGame(first); err != nil {
		return servers, nil, err
	}
	l, accounts, err := h.startLocal(h.inState(mailboxes))
	if err != nil {
		return servers, nil, err
	}
	own := accounts[strings.ToLower(h.cfg.Address)]
	servers.imap = wire.Endpoint{Address: l.IMAPAddr(), Security: wire.Plaintext, User: own.Address,
		Password: own.Password}
	servers.smtp = wire.Endpoint{Address: l.SMTPAddr(), Security: wire.Plaintext}
	servers.taken = func(raw []byte) error { return l.Forget(h.cfg.Address, raw) }
	servers.before = func(to []string) error { return h.admit(l, to) }
	if err := h.explain(out, l, accounts); err != nil {
		return servers, nil, errors.Join(err, l.Close())
	}
	return servers, func() { l.Close() }, nil
}

// ensureGame makes a first game with fresh keys if there is none, or none of the kind that is
// named, for one person against the computer if that can play it.
func (h *hub) ensureGame(kind string) error {
	names, err := h.umpire.Games()
	if err != nil || kind == "" && len(names) > 0 {
		return err
	}
	first := games[0]
	if kind != "" {
		if first, err = gameNamed(kind); err != nil {
			return err
		}
	}
	rs, err := rulesetOf(h.rulesets, first.Name)
	if err != nil {
		return err
	}
	id := first.First.Scenario + "-1"
	all, err := h.readable()
	damaged := len(all) < len(names) && slices.Contains(names, id)
	same := func(s roster.Status) bool { return s.Ruleset == first.Name }
	if err != nil || damaged || slices.ContainsFunc(all, same) {
		return err
	}
	opponent := ""
	if bots := engine.Seated(rs); len(bots) > 0 {
		opponent = bots[0].Name
	}
	spec, err := freshGame(id, first.First, rs, h.cfg.stateFolder(), opponent)
	if err != nil {
		return err
	}
	_, err = h.umpire.Create(spec)
	return err
}

// readable is how the games stand of which the store can tell that. A damaged one must not stop the others: the umpire
// holds it, and tells of it.
func (h *hub) readable() (all []roster.Status, err error) {
	names, err := h.umpire.Games()
	for _, game := range names {
		s, err := h.umpire.Status(game)
		if damage, _ := errors.AsType[store.Problem](err); damage.Game() == game {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, err
}

// freshGame describes a game whose players get fresh keys in a folder and addresses
// at the built-in mail server. Keys that are there already, from a start that
// failed, are used. opponent is the computer that plays all sides but the first; "" for none.
func freshGame(game string, setup engine.Setup, rs engine.Ruleset, folder, opponent string) (play.Spec, error) {
	spec := play.Spec{Game: game, Setup: setup, Ruleset: rs.Name()}
	pos, err := rs.Start(setup)
	if err != nil {
		return spec, err
	}
	for i, side := range rs.Sides(pos) {
		if i > 0 && opponent != "" {
			spec.Players = append(spec.Players, play.Player{Side: side, Computer: opponent})
			continue
		}
		file := filepath.Join(folder, keyFile(side))
		_, err := writeKey(file, strings.ToLower(string(side)))
		if _, exists := errors.AsType[refusal](err); err != nil && !exists {
			return spec, err
		}
		public, err := os.ReadFile(file + ".pub")
		if err != nil {
			return spec, err
		}
		spec.Players = append(spec.Players, play.Player{
			Side: side, Name: string(side) + " player", Address: localAddress(side),
			Key: strings.TrimSpace(string(public)),
		})
	}
	return spec, nil
}

func keyFile(side engine.Side) string { return strings.ToLower(string(side)) + "-key" }

func localAddress(side engine.Side) string { return strings.ToLower(string(side)) + "@berthier.test" }

// startLocal starts the mail server with an account for everybody. Their mails are
// in a folder; "" keeps none.
func (h *hub) startLocal(folder string) (*wire.LocalServer, map[string]wire.Account, error) {
	accounts, err := h.accounts()
	if err != nil {
		return nil, nil, err
	}
	cfg := wire.LocalConfig{SMTP: h.cfg.Local.SMTP, IMAP: h.cfg.Local.IMAP, Folder: folder,
		MaxBytes: int64(h.cfg.Limits.MailBytes), Logger: h.log}
	for _, key := range sortedKeys(accounts) {
		cfg.Accounts = append(cfg.Accounts, accounts[key])
	}
	l, err := wire.StartLocal(cfg)
	if err != nil {
		return nil, nil, hint(err, "another program uses the port; choose others in [local] of a configuration")
	}
	return l, accounts, nil
}

// admit makes the accounts of people who joined since the server was started.
func (h *hub) admit(l *wire.LocalServer, to []string) error {
	if !slices.ContainsFunc(to, func(address string) bool { return !l.Has(address) }) {
		return nil
	}
	accounts, err := h.accounts()
	if err != nil {
		return err
	}
	for _, key := range sortedKeys(accounts) {
		if a := accounts[key]; !l.Has(a.Address) {
			if err := l.Add(a); err != nil {
				return err
			}
			h.log.Info("the mail server for trials has a new account", "address", a.Address, "password in",
				h.inState(passwordsFile))
		}
	}
	return nil
}

// accounts are those of the daemon, whoever answers for it, the umpire, all players and
// everybody who was one of them, by address in lower case.
func (h *hub) accounts() (map[string]wire.Account, error) {
	addresses := []string{h.cfg.Address, h.cfg.Contact, h.cfg.Umpire.Address}
	all, err := h.readable()
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		for _, p := range s.Players {
			addresses = append(addresses, s.Address[p.Side])
		}
	}
	return h.passwords(slices.DeleteFunc(addresses, func(a string) bool { return a == "" }))
}

// passwords gives every address, and all that the file in the state folder has, their
// passwords out of it; new ones are added to it.
func (h *hub) passwords(addresses []string) (map[string]wire.Account, error) {
	path := h.inState(passwordsFile)
	known, err := readPasswords(path)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for _, a := range addresses {
		key := strings.ToLower(a)
		if _, ok := known[key]; ok {
			continue
		}
		known[key] = wire.Account{Address: a, Password: strings.ToLower(rand.Text()[:12])}
		if _, err := fmt.Fprintln(f, a, known[key].Password); err != nil {
			return nil, err
		}
	}
	return known, f.Sync()
}

// readPasswords reads lines "ADDRESS PASSWORD", by address in lower case.
func readPasswords(path string) (map[string]wire.Account, error) {
	known := map[string]wire.Account{}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for n := 1; s.Scan(); n++ {
		fields := strings.Fields(s.Text())
		if len(fields) != 2 {
			return nil, fmt.Errorf("%s:%d: want an address and a password", path, n)
		}
		known[strings.ToLower(fields[0])] = wire.Account{Address: fields[0], Password: fields[1]}
	}
	return known, s.Err()
}

// explain tells a newcomer how to play on the built-in server.
func (h *hub) explain(w io.Writer, l *wire.LocalServer, accounts map[string]wire.Account) error {
	fmt.Fprintf(w, "The mail server for trials is up, on this machine only. Set up a mail program with\n\n")
	fmt.Fprintf(w, "  incoming  IMAP  %s  no encryption\n  outgoing  SMTP  %s  no encryption, no password\n\n",
		l.IMAPAddr(), l.SMTPAddr())
	all, err := h.readable()
	if err != nil {
		return err
	}
	for _, s := range all {
		fmt.Fprintf(w, "and these accounts (user and address are the same) for game %s, %s, step %d:\n\n", s.Game,
			s.Title, s.Step+1)
		for _, p := range s.Players {
			if p.Computer != (record.Computer{}) {
				fmt.Fprintf(w, "  %-8s %s, which answers at once\n", p.Side, p.Name)
				continue
			}
			a := accounts[strings.ToLower(s.Address[p.Side])]
			key := h.inState(keyFile(p.Side))
			if _, err := os.Stat(key); err != nil {
				key = "his own"
			}
			fmt.Fprintf(w, "  %-8s %s  password %s  key %s\n", p.Side, a.Address, a.Password, key)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, `To play: read the mail, save the block under "Your orders" as turn.txt, take the # off
the lines that you want, and sign it:

  berthier sign -key KEY turn.txt

Paste all of the output into a mail to %s. The reply shows your
orders as they were understood, and what came of them, or everything that is
wrong with them.
Ctrl-C stops the daemon; started again it goes on where it was.

`, h.cfg.Address)
	return nil
}
