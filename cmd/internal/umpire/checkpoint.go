package umpire

import (
	"errors"
	"fmt"
	"strings"

	"berthier/cmd/internal/record"
)

// origin names the log of a game.
func (u *Docket) origin(game string) string { return u.domain + "/" + game }

// origin names the log of this game.
func (g *info) origin() string {
	name, _, _ := strings.Cut(g.Log, "+")
	return name
}

// ErrLogKey is returned for a game whose log another key signs.
var ErrLogKey = errors.New("another key signs its log")

func (u *Docket) checkLogKey(g *info) error {
	if own := u.Key.Verifier(g.origin()); own != g.logKey {
		return fmt.Errorf("game %s: %w: %s, this daemon has %s", g.Game, ErrLogKey, record.Fingerprint(g.logKey),
			record.Fingerprint(own))
	}
	return nil
}

// checkpoint signs the head of a game's log.
func (u *Docket) checkpoint(g *game) (string, error) {
	if err := u.checkLogKey(g.info); err != nil {
		return "", err
	}
	return u.Key.Sign(record.Checkpoint{Origin: g.origin(), Size: g.state.Tree.Size(), Root: g.state.Tree.Root()})
}
