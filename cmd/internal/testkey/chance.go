package testkey

import (
	"hash/crc64"
	"testing"
	"testing/cryptotest"
)

// given is the test under way whose keys, secrets and identifiers are the same each time.
var given *testing.T

// NoChance makes the keys, secrets and identifiers that a test draws at random the same
// in each of its runs, until it ends. Without it a test plays another game each time,
// and now and then one that fails. A benchmark draws anew, and so does a test that runs
// beside others: whose turn it is at the one source hangs on how fast they are.
func NoChance(tb testing.TB) {
	if t, ok := tb.(*testing.T); ok && given != t {
		NoChanceBut(t, t.Name())
	}
}

// NoChanceBut is NoChance with what a name gives from here on, for what several tests use and the first of
// them makes: it is the same whichever that is.
func NoChanceBut(tb testing.TB, name string) {
	t, ok := tb.(*testing.T)
	if !ok {
		return
	}
	if before := given; before != t {
		t.Cleanup(func() {
			if given != t {
				return
			}
			if given = before; before != nil {
				seed(before, t.Name()+" has ended")
			}
		})
	}
	defer func() { _ = recover() }() // it panics in a test that runs beside others
	seed(t, name)
	given = t
}

func seed(t *testing.T, of string) {
	cryptotest.SetGlobalRandom(t, crc64.Checksum([]byte(of), crc64.MakeTable(crc64.ISO)))
}
