package umpire

import (
	"fmt"

	"berthier/cmd/internal/record"
	"berthier/store"
)

// tell is what players read.
func tellLogKey(k record.LogKey) string {
	text := fmt.Sprintf("The log of the game is signed with another key from now on: %s, in place of %s. ", record.Fingerprint(k.New), record.Fingerprint(k.Old))
	if len(k.Signature) == 0 {
		return text + "The umpire says that the old key is lost: ask him for the fingerprint of the new one by another way, and keep an earlier report, whose checkpoint still proves what was before it."
	}
	return text + "The old key signed that."
}

// LogKeyUse is a key that signed the log, and which heads: those of From records
// and more, up to the next one.
type LogKeyUse struct {
	From     uint64
	Verifier string
	Vouched  bool // by the key before it; true for the first
}

// LogKeys lists the keys of a log, first to last.
func LogKeys(g record.Game, records []store.Record) []LogKeyUse {
	keys := []LogKeyUse{{0, g.Log, true}}
	for _, r := range records {
		if r.Kind != record.KindLogKey {
			continue
		}
		if k, err := record.ParseLogKey(r.Data); err == nil && k.Old == keys[len(keys)-1].Verifier {
			keys = append(keys, LogKeyUse{r.Seq, k.New, len(k.Signature) > 0})
		}
	}
	return keys
}

// openHead reads a checkpoint that must be signed by the key of its time.
func openHead(head string, keys []LogKeyUse) (c record.Checkpoint, err error) {
	for i := len(keys) - 1; i >= 0; i-- {
		c, err = record.OpenCheckpoint(head, keys[i].Verifier)
		if err != nil {
			continue
		}
		if c.Size < keys[i].From || i < len(keys)-1 && c.Size >= keys[i+1].From {
			return record.Checkpoint{}, fmt.Errorf("reading checkpoint: that of %d records is signed with %s, which was not the key then", c.Size, record.Fingerprint(keys[i].Verifier))
		}
		return c, nil
	}
	return c, err
}
