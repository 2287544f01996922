package pbs

import (
	"testing"

	"berthier/engine"
	"berthier/engine/enginetest"
)

func BenchmarkResolve(b *testing.B) {
	rs, err := Load(nil)
	if err != nil {
		b.Fatal(err)
	}
	enginetest.BenchResolve(b, rs, engine.Setup{Scenario: "danube"})
}
