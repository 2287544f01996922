package lines

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
)

// Version reads the first line of a position: the game and the version of its format.
func Version(w []string, game, version string) error {
	if len(w) != 2 || w[0] != game || w[1] != version {
		return fmt.Errorf("want %q, the format that this program reads", game+" "+version)
	}
	return nil
}

func (f *File) sum() [sha256.Size]byte { return f.Hash }

// NamedScenario finds the scenario that the second line of a position names, by the hash of its file.
func NamedScenario[S interface{ sum() [sha256.Size]byte }](w []string, known map[string]S) (S, error) {
	var none S
	if len(w) != 3 || w[0] != "scenario" {
		return none, errors.New("want scenario NAME HASH")
	}
	sc, ok := known[w[1]]
	if !ok {
		return none, fmt.Errorf("scenario %q is not known here", w[1])
	}
	sum := sc.sum()
	if got := hex.EncodeToString(sum[:]); got != w[2] {
		return none, fmt.Errorf("scenario %q is here in another version: its hash is %s, not %s", w[1], got, w[2])
	}
	return sc, nil
}
