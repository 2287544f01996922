package audit

import (
	"crypto/sha256"
	"errors"

	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// hashChain counts the links, which the game follows from the anchor to the last, and
// when it is over compares them with the secrets.
func hashChain(w *walk) question {
	return question{ask: func(c *Check, e entry) error {
		if _, _, moves := game.Links(e.Record); moves {
			c.Done++
		}
		over, ends := e.Record.(record.Over)
		if !ends {
			return nil
		}
		last, err := engine.ChainLink(over.Secret, w.Number)
		switch {
		case err != nil:
			return err
		case last != w.Link:
			return errors.New("the secret does not lead to the last link")
		case sha256.Sum256(over.Sealed[:]) != w.Game.Sealed:
			return errors.New("the sealed secret is not the one that was committed to")
		}
		return nil
	}}
}
