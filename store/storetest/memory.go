package storetest

import (
	"flag"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"
)

// M is the testing.M of packages whose tests keep stores.
type M struct{ *testing.M }

// Run has the temporary files of tests made in memory, where the machine has room for them and nobody said
// where they are to be: a test ends before the disk matters, and would wait for it at every
// commit. Garbage is collected as seldom as the daemon does it. More tests run beside each other than there are
// processors, since many wait for a database or another program. None of this is so for benchmarks.
func (m M) Run() int {
	defer func() { removeCluster() }()
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() != "" {
		return m.M.Run()
	}
	debug.SetGCPercent(400)
	if parallel := flag.Lookup("test.parallel"); parallel.Value.String() == parallel.DefValue {
		if err := parallel.Value.Set(strconv.Itoa(3 * runtime.GOMAXPROCS(0))); err != nil {
			panic(err)
		}
	}
	if dir := inMemory(); dir != "" && os.Getenv("TMPDIR") == "" {
		if err := os.Setenv("TMPDIR", dir); err != nil {
			panic(err)
		}
	}
	return m.M.Run()
}
