package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"berthier/cmd/internal/record"
	"berthier/cmd/internal/umpire"
	"berthier/engine"
	"berthier/store"
)

var keyCommand = command{
	name:  "key",
	usage: "[-config FILE] [-revoke | -invite] GAME SIDE [KEYFILE]",
	help:  "register or revoke the key of a player",
	long: `
KEYFILE is the new public key: OpenSSH, OpenPGP or minisign, as for berthier new.
-revoke leaves the side without a key; -invite does too, and mails the player a
code with which he can register one himself. Orders of the side that wait for
the other side are dropped. The change is a record of the game's log, is mailed
to the player and stands in everybody's next report.

A player changes his key without the umpire by a message, signed with his old
key, of these lines, where the new public key stands behind "key:":

  game: {id}
  side: {side1}
  key: ssh-ed25519 AAAA...
  end

The daemon must not run while this command does.`,
	run: runKey,
}

func runKey(_ context.Context, c *call) error {
	revoke := c.flags.Bool("revoke", false, "leave the side without a key")
	invite := c.flags.Bool("invite", false, "mail the player a code to register a key with")
	return c.withHub(-1, func(h *hub) error {
		want := 3
		if *revoke || *invite {
			want = 2
		}
		if c.flags.NArg() != want || *revoke && *invite {
			return c.usageError("want GAME SIDE KEYFILE, or -revoke or -invite with GAME SIDE")
		}
		game, side := c.flags.Arg(0), engine.Side(c.flags.Arg(1))
		k, err := c.changeKey(h, game, side, *invite)
		switch {
		case errors.Is(err, store.ErrNoGame):
			return refusal{hint(fmt.Errorf("no game %q in this store", game), "berthier games lists them")}
		case errors.Is(err, umpire.ErrOver):
			return refusal{err}
		case err != nil:
			return err
		}
		fmt.Fprintf(c.stdout, "%s of game %s signed with %s, signs now with %s\n", k.Side, k.Game, cmp.Or(k.Old, "no key"), cmp.Or(k.New.Name(), "no key"))
		fmt.Fprintln(c.stdout, "The mail to the player waits in the store; berthier serve sends it.")
		return nil
	})
}

func (c *call) changeKey(h *hub, game string, side engine.Side, invite bool) (record.Key, error) {
	if invite {
		return h.umpire.Invite(game, side)
	}
	var text []byte
	if c.flags.NArg() == 3 {
		var err error
		if text, err = c.readFile(c.flags.Arg(2), maxKeyFile); err != nil {
			return record.Key{}, err
		}
		if len(text) == 0 {
			return record.Key{}, refusal{fmt.Errorf("%s is empty", c.flags.Arg(2))}
		}
	}
	return h.umpire.SetKey(game, side, string(text))
}

// maxKeyFile bounds what is read of a file with a public key.
const maxKeyFile = 1 << 20
