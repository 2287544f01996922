package jdg

import (
	"testing"

	"berthier/engine"
	"berthier/engine/enginetest"
)

// TestCases runs the case book.
func TestCases(t *testing.T) {
	enginetest.RunCases(t, "testdata/rules", func(position []byte) (engine.Ruleset, engine.Position, error) {
		rs, p, err := ReadCase(position, nil)
		if err != nil {
			return nil, nil, err
		}
		return rs, p, nil
	})
}
