package tlm

import (
	"testing"

	"berthier/engine"
	"berthier/engine/enginetest"
)

func BenchmarkResolve(b *testing.B) {
	enginetest.BenchResolve(b, loaded(b), engine.Setup{Scenario: "campaign"})
}
