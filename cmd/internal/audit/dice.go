package audit

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// inputs checks that the dice of a step come out of its files, which the game compares
// with those that had come.
func inputs(*walk) question {
	return question{ask: func(c *Check, e entry) error {
		s, ok := e.Record.(record.Step)
		if !ok {
			return nil
		}
		var files []engine.Input
		for _, in := range s.Inputs {
			files = append(files, engine.Input{Side: in.Side, File: in.Hash})
		}
		if s.Round.Signature != nil {
			files = append(files, s.Round.Input())
		}
		if got := engine.InputHash(files); got != s.Hash {
			return fmt.Errorf("the hash of the inputs is %x, the record says %x", got, s.Hash)
		}
		c.Done += len(s.Inputs)
		return nil
	}}
}

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

// draws computes every draw again, the sealed ones when their secret is known, and
// holds the events to them: each draw stands in one of them.
func draws(w *walk) question {
	return question{ask: func(c *Check, e entry) error {
		s, ok := e.Record.(record.Step)
		if !ok {
			return nil
		}
		untold, err := engine.Account(s.Draws, s.Events)
		if err == nil && s.Known && len(untold) > 0 {
			err = fmt.Errorf("draw %d stands in no event", untold[0])
		}
		for i, d := range s.Draws {
			if err == nil {
				err = w.checkDraw(c, s, i+1, d)
			}
		}
		return err
	}}
}

// checkDraw computes one draw again.
func (w *walk) checkDraw(c *Check, s record.Step, no int, d engine.Draw) error {
	key, from := s.Link, "link"
	if d.Sealed && (w.Result.Over == nil || !s.Known) { // what is missing is told by another check
		c.Left++
		return nil
	}
	if d.Sealed {
		key, from = w.Result.Over.Sealed, "sealed secret"
	}
	switch {
	case d.No != no:
		return fmt.Errorf("draw %d is missing", no)
	case !engine.VerifyDraw(key, s.Game, s.Step, s.Hash, d):
		return fmt.Errorf("draw %d (%s) does not follow from the %s", d.No, d.Purpose, from)
	}
	c.Done++
	return nil
}
