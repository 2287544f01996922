package enginetest

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// Main runs the tests of a ruleset, or of several. They play many games with little in memory, so garbage is
// collected less often than usual, but before there is so much of it that it costs more to find room for it;
// benchmarks set for themselves what they measure.
func Main(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() == "" {
		debug.SetGCPercent(1000)
		debug.SetMemoryLimit(512 << 20)
	}
	os.Exit(m.Run())
}
