package umpire

import (
	"fmt"

	"berthier/cmd/internal/record"
	"berthier/mail/sign"
)

// GameRecord is the first record of a game, by a name under which it can be embedded
// beside the name of the game.
type GameRecord = record.Game

// checkOrders verifies what a side signed with the key that it had then, or by a code
// if that is zero; known is false while it is secret.
func checkOrders(o record.Orders, key sign.Key, g record.Game, over *record.Over) (s sign.Signed, known bool, err error) {
	switch {
	case key == (sign.Key{}):
		return checkCode(o, g, over)
	case o.Key != key.Name():
		return s, false, fmt.Errorf("key %s is not that of side %q", o.Key, o.Side)
	case !o.Known:
		return s, false, nil
	}
	if s, err = o.Verify(key, o.Time); err == nil {
		err = names(o.File, s)
	}
	return s, true, err
}

// names checks that a record names what was signed.
func names(file [32]byte, s sign.Signed) error {
	if sum := s.Sum(); sum != file {
		return fmt.Errorf("the signed file has the hash %x, the record says %x", sum, file)
	}
	return nil
}
