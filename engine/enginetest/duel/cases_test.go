package duel_test

import (
	"testing"

	"berthier/engine/enginetest"
	"berthier/engine/enginetest/duel"
)

func TestCases(t *testing.T) { enginetest.RunCases(t, "testdata/cases", duel.ReadCase) }
