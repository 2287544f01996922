package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"berthier/store"
)

var outboxCommand = command{
	name:  "outbox",
	usage: "[-config FILE] [-release ADDRESS]",
	help:  "list the mails that wait to be sent, or let those to an address go",
	long: `
Lists each mail that waits, with the reason. A mail that came back stops all mails
to its address. It is tried again after 1, 2, 4 and then every 8 days; an hour after
it was sent and did not come back the others follow. They go out at once when the
player writes to the daemon, or when you say so with -release. Both work while the
daemon runs.`,
	run: runOutbox,
}

func runOutbox(ctx context.Context, c *call) error {
	path := c.configFlag()
	address := c.flags.String("release", "", "send the mails to `ADDRESS` that wait because one came back")
	if err := c.parse(0); err != nil {
		return err
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		return err
	}
	if *address == "" {
		return c.listOutbox(ctx, cfg)
	}
	return releaseErrand.run(ctx, c, cfg, *address)
}

func (c *call) listOutbox(ctx context.Context, cfg config) (err error) {
	s, err := readStore(ctx, cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return s.View(func(tx *store.Tx) error {
		n := 0
		for q, err := range tx.Waiting() {
			if err != nil {
				return err
			}
			n++
			if q.Damage != nil {
				fmt.Fprintf(c.stdout, "%v: damaged, so it is not sent\n", q.Damage)
				continue
			}
			fmt.Fprintf(c.stdout, "%s to %s: %s\n", q.ID, strings.Join(q.To, ", "), waitsFor(q))
		}
		if n == 0 {
			fmt.Fprintln(c.stdout, "no mail waits")
		}
		return nil
	})
}

// waitsFor says why a mail was not sent yet.
func waitsFor(q store.QueuedMail) string {
	why := strings.Join(strings.Fields(q.LastError), " ")
	switch {
	case !q.HeldAt.IsZero():
		return fmt.Sprintf("stopped %s, tried again %s: %s", q.HeldAt.Format(time.RFC3339),
			q.RetryAt.Format(time.RFC3339), why)
	case !q.RetryAt.IsZero():
		return fmt.Sprintf("failed %s, again at %s: %s", times(q.Attempts), q.RetryAt.Format(time.RFC3339), why)
	case !q.NotBefore.IsZero():
		return "not before " + q.NotBefore.Format(time.RFC3339)
	}
	return "to be sent"
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// releaseErrand sends what waits for an address.
var releaseErrand = errand[string]{path: "/release", do: func(h *hub, address string) (errandEnd, error) {
	n, err := h.umpire.Post.Release(address)
	return errandEnd{Text: fmt.Sprintf("%s to %s: no longer stopped\n", count(n, "mail"), address)}, err
}}

// stopped lists the addresses to which mails wait because one came back, each with
// why and until when.
func stopped(tx *store.Tx) (lines []string, err error) {
	told := map[string]bool{}
	for q, err := range tx.Waiting() {
		if err = cmp.Or(err, q.Damage); err != nil {
			return lines, err
		}
		if to := strings.ToLower(q.To[0]); !q.HeldAt.IsZero() && !told[to] {
			told[to] = true
			lines = append(lines, "mails to "+q.To[0]+": "+waitsFor(q))
		}
	}
	return lines, nil
}
