package docket

import (
	"fmt"

	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// OnceMark recognises a text by what its signature covers and whose key made it,
// however the mail is written.
func OnceMark(game string, side engine.Side, key string, file [32]byte) string {
	return fmt.Sprintf("signed %s %s %s %x", game, side, key, file)
}

// markCounted marks again what the records of a game say that counted.
func (b *Batch) markCounted(records []store.Record) error {
	for _, r := range records {
		v, err := record.Parse(r.Kind, r.Data, nil)
		if err != nil {
			return err
		}
		switch v := v.(type) {
		case record.Orders:
			b.Mark(OnceMark(v.Game, v.Side, v.Key, v.File), v.Time)
		case record.Command:
			b.Mark(OnceMark(v.Game, v.Side, v.Key, v.File), v.Time)
		case record.Key:
			b.Mark(OnceMark(v.Game, v.Side, signerOf(v), v.File), v.Time)
		}
	}
	return nil
}

// signerOf names the key with which a change was signed; "" for the umpire.
func signerOf(k record.Key) string {
	switch k.By {
	case record.KeyByInvitation, record.KeyByConfirmation:
		return k.New.Name()
	case record.KeyByPlayer, record.KeyByRequest:
		return k.Old
	}
	return ""
}
