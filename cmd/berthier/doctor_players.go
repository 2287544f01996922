package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/ledger"
	"berthier/mail/sign"
	"berthier/store"
)

// logKey signs all logs; whoever has it can rewrite them.
func (d *doctor) logKey() {
	path := d.cfg.logKeyPath()
	info, err := os.Stat(path)
	if err != nil {
		return // a folder or a store that needs it says so
	}
	if mode := info.Mode().Perm(); mode != 0o600 {
		d.fail("log key", fmt.Errorf("%s has mode %04o: want 0600, for its owner alone", path, mode), "chmod 600 "+path)
		return
	}
	if _, err := readLogKey(path); err != nil {
		d.fail("log key", err, "put it back from your backup; if it is lost, berthier logkey -lost makes another")
		return
	}
	d.ok("log key", "%s", path)
}

// ownAddress is for the daemon alone: what it sends there it ignores.
func (d *doctor) ownAddress() {
	for _, a := range [][2]string{{"contact", d.cfg.Contact}, {"umpire.address", d.cfg.Umpire.Address}} {
		if d.isOwn(a[1]) {
			d.fail(a[0], fmt.Errorf("%s is the address of the daemon, which answers no mail of its own", a[1]),
				"put the address of a person into "+a[0])
		}
	}
}

func (d *doctor) isOwn(address string) bool {
	local, domain, _ := strings.Cut(address, "@")
	local, _, _ = strings.Cut(local, "+")
	return strings.EqualFold(local+"@"+domain, d.cfg.Address)
}

// players finds addresses that no mail can go to, and keys that are the umpire's.
func (d *doctor) players(tx *store.Tx) error {
	keys, err := d.cfg.umpireKeys()
	if err != nil {
		d.fail("umpire.keys", err, "name files with public keys")
	}
	games, err := tx.Games()
	for _, game := range games {
		if err == nil {
			err = d.playersOf(tx, game, keys)
		}
	}
	return err
}

// playersOf is players for one game, if it goes on.
func (d *doctor) playersOf(tx *store.Tx, game string, umpire []sign.Key) error {
	if over, err := ledger.IsOver(tx, game); over || err != nil {
		return err
	}
	log, err := ledger.WholeLog(tx, game)
	if err != nil {
		return err
	}
	state, err := fold.Fold(nil, log, nil)
	for _, s := range state.Seats {
		if s.Computer.Name != "" {
			continue
		}
		address, err := tx.State(game, docket.StateAddress+string(s.Side))
		if err != nil {
			return err
		}
		who := fmt.Sprintf("%s of game %s", s.Side, game)
		switch to := string(address); {
		case to == "": // a game that was restored
			d.warn("players", fmt.Errorf("%s has no address, so nothing is sent", who),
				"give the seat an address with berthier do substitute "+game)
		case !isAddress(to) || d.isOwn(to):
			d.fail("players", fmt.Errorf("%s has the address %q, to which no mail can go", who, to),
				"give the seat another with berthier do substitute "+game)
		}
		if slices.ContainsFunc(umpire, s.Key.Equal) {
			d.fail("players", fmt.Errorf("%s signs with a key of the umpire", who),
				"the player needs a key of his own: berthier do invite "+game+" "+string(s.Side))
		}
	}
	return err
}
