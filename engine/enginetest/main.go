package enginetest

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// Main runs the tests of a ruleset. They play many games with little in memory, so garbage is
// collected as seldom as the program does it; benchmarks set for themselves what they measure.
func Main(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() == "" {
		debug.SetGCPercent(400)
	}
	os.Exit(m.Run())
}
