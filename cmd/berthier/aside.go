package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"berthier/cmd/internal/intake"
	"berthier/store"
)

var asideCommand = command{
	name:  "aside",
	usage: "[-config FILE] [-retry HASH | -delete HASH]",
	help:  "list the mails that were set aside, try one again, or delete it",
	long: `
A mail of which the daemon died again and again is set aside, and so is one that met a
fault of the program and belongs to no game. Nothing of it was done, and all others
go on. HASH is what the list shows, or the beginning of it. With -retry the mail
is taken in once more; if the daemon dies of it again it stays aside. Everything works
while the daemon runs.

A mail that was damaged in a database before it was judged has a name such as queue/17 in
the list. It cannot be tried again here, but it is still in the mailbox: moved into another
folder and back it is read again. No deadline of any game passes before it is deleted
here.`,
	run: runAside,
}

func runAside(ctx context.Context, c *call) error {
	path := c.configFlag()
	retry := c.flags.String("retry", "", "take in the mail with this `HASH` once more")
	remove := c.flags.String("delete", "", "delete the mail with this `HASH`")
	if err := c.parse(0); err != nil {
		return err
	}
	if *retry != "" && *remove != "" {
		return c.usageError("one of -retry and -delete at a time")
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		return err
	}
	switch {
	case strings.HasPrefix(*retry, "queue/"):
		return refusal{hint(fmt.Errorf("%s cannot be read any more", *retry),
			"move it in the mailbox into another folder and back, so that the daemon reads it there again")}
	case *retry != "":
		return retryErrand.run(ctx, c, cfg, *retry)
	case strings.HasPrefix(*remove, "queue/"):
		return dropErrand.run(ctx, c, cfg, *remove)
	case *remove != "":
		if err = intake.AsideIn(cfg.stateFolder()).Delete(*remove); err == nil {
			fmt.Fprintf(c.stdout, "%s is deleted\n", *remove)
		}
	default:
		return c.listAside(ctx, cfg)
	}
	if errors.Is(err, intake.ErrNotAside) {
		return notAside(err)
	}
	return err
}

func (c *call) listAside(ctx context.Context, cfg config) error {
	all, err := intake.AsideIn(cfg.stateFolder()).List()
	if err != nil {
		return err
	}
	for _, m := range all {
		fmt.Fprintf(c.stdout, "%s  %d bytes, set aside %s\n", m.Hash, m.Size, m.Time.UTC().Format(time.RFC3339))
	}
	n := 0
	if cfg.inDatabase() {
		if n, err = c.listDamaged(ctx, cfg); err != nil {
			return err
		}
	}
	if len(all)+n == 0 {
		fmt.Fprintln(c.stdout, "no mail is set aside")
	}
	return nil
}

// listDamaged lists the mails that were damaged in a database.
func (c *call) listDamaged(ctx context.Context, cfg config) (n int, err error) {
	s, err := readStore(ctx, cfg)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	err = s.View(func(tx *store.Tx) error {
		mails, err := tx.Aside()
		for _, m := range mails {
			fmt.Fprintf(c.stdout, "%s  damaged in the database; deadlines wait until it is deleted\n", m.Name())
		}
		n = len(mails)
		return err
	})
	return n, err
}

// dropErrand gives up a mail that was damaged in the database.
var dropErrand = errand[string]{path: "/drop", do: func(h *hub, name string) (errandEnd, error) {
	err := h.store.Redo(func(tx *store.Tx) error { return tx.DropAside(name) })
	if errors.Is(err, store.ErrNotFound) {
		return errandEnd{}, notAside(fmt.Errorf("%w: %s", intake.ErrNotAside, name))
	}
	if err == nil {
		h.log.Info("a damaged mail is deleted, and deadlines go on", "mail", name)
	}
	return errandEnd{Text: name + " is deleted\n"}, err
}}

// retryErrand takes in a mail that was set aside.
var retryErrand = errand[string]{path: "/retry", do: func(h *hub, hash string) (errandEnd, error) {
	err := h.umpire.Retry(hash)
	if errors.Is(err, intake.ErrNotAside) {
		return errandEnd{}, notAside(err)
	}
	return errandEnd{Text: hash + " is taken in\n"}, err
}}

func notAside(err error) error { return refusal{hint(err, "berthier aside lists them")} }

// asideNote says in one line that mails are set aside; "" if none is.
func asideNote(cfg config) (string, error) {
	all, err := intake.AsideIn(cfg.stateFolder()).List()
	if err != nil || len(all) == 0 {
		return "", err
	}
	return count(len(all), "mail") + " set aside because of a fault of this program", nil
}

// printAsideNote says at the end of the state of a game that mails are set aside.
func printAsideNote(w io.Writer, cfg config) error {
	note, err := asideNote(cfg)
	if note != "" {
		fmt.Fprintf(w, "%s, whatever game they were for: berthier aside lists them\n", note)
	}
	return err
}
