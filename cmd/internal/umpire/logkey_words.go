package umpire

import (
	"fmt"

	"berthier/cmd/internal/record"
)

// tell is what players read.
func tellLogKey(k record.LogKey) string {
	text := fmt.Sprintf("The log of the game is signed with another key from now on: %s, in place of %s. ",
		record.Fingerprint(k.New), record.Fingerprint(k.Old))
	if len(k.Signature) == 0 {
		return text + "The umpire says that the old key is lost: ask him for the fingerprint of the new one by " +
			"another way, and keep an earlier report, whose checkpoint still proves what was before it."
	}
	return text + "The old key signed that."
}
