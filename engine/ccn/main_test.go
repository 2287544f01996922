package ccn

import (
	"testing"

	"berthier/engine/enginetest"
)

func TestMain(m *testing.M) { enginetest.Main(m) }
