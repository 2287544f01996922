package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"berthier/cmd/internal/intake"
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
while the daemon runs.`,
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
	case *retry != "":
		return retryErrand.run(ctx, c, cfg, *retry)
	case *remove != "":
		if err = intake.AsideIn(cfg.stateFolder()).Delete(*remove); err == nil {
			fmt.Fprintf(c.stdout, "%s is deleted\n", *remove)
		}
	default:
		return c.listAside(cfg)
	}
	if errors.Is(err, intake.ErrNotAside) {
		return notAside(err)
	}
	return err
}

func (c *call) listAside(cfg config) error {
	all, err := intake.AsideIn(cfg.stateFolder()).List()
	if err != nil {
		return err
	}
	for _, m := range all {
		fmt.Fprintf(c.stdout, "%s  %d bytes, set aside %s\n", m.Hash, m.Size, m.Time.UTC().Format(time.RFC3339))
	}
	if len(all) == 0 {
		fmt.Fprintln(c.stdout, "no mail is set aside")
	}
	return nil
}

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
