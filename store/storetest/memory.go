package storetest

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// M is the testing.M of packages whose tests keep stores.
type M struct{ *testing.M }

// Run has the temporary files of tests made in memory, where the machine has room for them and nobody said
// where they are to be: a test ends before the disk matters, and would wait for it at every
// commit. Garbage is collected as seldom as the daemon does it. Neither is so for benchmarks.
func (m M) Run() int {
	defer func() { removeCluster() }()
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() != "" {
		return m.M.Run()
	}
	debug.SetGCPercent(400)
	if dir := inMemory(); dir != "" && os.Getenv("TMPDIR") == "" {
		if err := os.Setenv("TMPDIR", dir); err != nil {
			panic(err)
		}
	}
	return m.M.Run()
}
