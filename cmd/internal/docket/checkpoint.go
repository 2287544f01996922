package docket

import (
	"errors"
	"fmt"
	"strings"

	"berthier/cmd/internal/record"
)

// Origin names the log of a game.
func (u *Docket) Origin(game string) string { return u.domain + "/" + game }

// Origin names the log of this game.
func (g *Info) Origin() string {
	name, _, _ := strings.Cut(g.Log, "+")
	return name
}

// ErrLogKey is returned for a game whose log another key signs.
var ErrLogKey = errors.New("another key signs its log")

// CheckLogKey says if another key than this program's signs the log of a game: ErrLogKey.
func (u *Docket) CheckLogKey(g *Info) error {
	if own := u.Key.Verifier(g.Origin()); own != g.LogKey {
		return fmt.Errorf("game %s: %w: %s, this daemon has %s", g.Game, ErrLogKey, record.Fingerprint(g.LogKey),
			record.Fingerprint(own))
	}
	return nil
}

// Checkpoint signs the head of a game's log.
func (u *Docket) Checkpoint(g *Game) (string, error) {
	if err := u.CheckLogKey(g.Info); err != nil {
		return "", err
	}
	return u.Key.Sign(record.Checkpoint{Origin: g.Origin(), Size: g.State.Tree.Size(), Root: g.State.Tree.Root()})
}
