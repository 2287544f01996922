package duel

import (
	"errors"
	"fmt"
	"strings"

	"berthier/engine"
)

// ReadCase makes the position of a case out of lines "round N" and "cards RED BLUE".
func ReadCase(text []byte) (engine.Ruleset, engine.Position, error) {
	p := &position{phase: "choose", card: [2]int{-1, -1}}
	for line := range strings.Lines(string(text)) {
		f, err := engine.Fields(line)
		switch {
		case err != nil:
			return nil, nil, err
		case len(f) == 2 && f[0] == "round":
			_, err = fmt.Sscan(f[1], &p.round)
		case len(f) == 3 && f[0] == "cards":
			_, err = fmt.Sscan(f[1]+" "+f[2], &p.card[0], &p.card[1])
		case len(f) > 0:
			err = errors.New("unknown line " + line)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return Ruleset{}, p, nil
}
