package audit

import (
	"fmt"

	"berthier/cmd/internal/record"
	"berthier/engine"
)

// inputs checks that the dice of a step come out of its files, which the game compares with those that had come.
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
