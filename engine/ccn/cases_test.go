package ccn

import (
	"testing"

	"berthier/engine/enginetest"
)

func TestCases(t *testing.T) { enginetest.RunCases(t, "testdata/rules", caseOf) }
