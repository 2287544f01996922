package main

import (
	"context"
	"errors"
	"fmt"
	"os"
)

var serveCommand = command{
	name:  "serve",
	usage: "[-config FILE] [-game NAME]",
	help:  "run the daemon: take turns in, mail reports out",
	long: `
Without a configuration, or with one that names no mail server, the daemon
brings its own mail server on this machine, makes a first game of the training
scenario, for you against the computer, and says how to connect and how to play.
The games are {games}; -game {name} chooses one
of them, also where a game of another is there already. It stops at
Ctrl-C, SIGTERM or SIGHUP; what it has taken in is on the disk by then.`,
	run: runServe,
}

func runServe(ctx context.Context, c *call) error {
	path := c.configFlag()
	game := c.flags.String("game", "", "`NAME` of the game that the training scenario is of; default: "+games[0].Name)
	if err := c.parse(0); err != nil {
		return err
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		return err
	}
	if *game != "" && !cfg.isLocal() {
		return c.usageError("-game: the configuration names a mail server, where no game begins by itself; " +
			"berthier new -scenario makes one")
	}
	if daemonAnswers(ctx, cfg) {
		return refusal{hint(fmt.Errorf("a daemon runs over %s already", cfg.storePath()),
			"all other commands work beside it: berthier games tells how it goes")}
	}
	log := newLogger(cfg.Log, c.stderr)
	h, err := serveHub(ctx, cfg, log)
	if errors.Is(err, context.Canceled) { // before its database was there
		return nil
	}
	if err != nil {
		return err
	}
	defer h.close()
	removeLeftovers(cfg, log)
	if info, err := os.Stat(cfg.stateFolder()); err == nil && info.Mode().Perm()&0o077 != 0 {
		log.Warn("others on this machine may look into the state folder; berthier doctor says what to do", "folder",
			cfg.stateFolder())
	}
	if note, err := asideNote(cfg); err != nil || note != "" {
		log.Warn("mails are set aside; berthier aside lists them", "what", note, "error", err)
	}
	p, stop, err := h.connect(c.stdout, *game)
	if err != nil {
		return err
	}
	defer stop()
	log.Info("started", "address", cfg.Address, "store", cfg.storePath(), "imap", p.imap.Address, "smtp",
		p.smtp.Address)
	if err := h.serve(ctx, p); err != nil {
		return err
	}
	log.Info("stopped")
	return nil
}

func (c *call) configFlag() *string {
	return c.flags.String("config", "", "configuration `FILE`; without it the defaults count")
}
