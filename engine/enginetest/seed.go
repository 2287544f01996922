package enginetest

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// Seed is the number from which a test makes its random choices: 1, so that a
// test passes or fails the same way each time. The environment variable
// BERTHIER_SEED names another one, and "new" draws one. The log of the test
// names the seed, so that a failure can be brought back.
func Seed(t testing.TB) uint64 {
	t.Helper()
	seed := uint64(1)
	switch s := os.Getenv("BERTHIER_SEED"); s {
	case "":
	case "new":
		seed = rand.Uint64N(1 << 40)
	default:
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatalf("BERTHIER_SEED is %q: want a number, or new", s)
		}
		seed = n
	}
	t.Logf("run again with BERTHIER_SEED=%d", seed)
	return seed
}
