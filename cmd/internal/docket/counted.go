package docket

import (
	"fmt"
	"strings"
	"time"

	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// OnceMark recognises a text by what its signature covers and whose key made it,
// however the mail is written.
func OnceMark(game string, side engine.Side, key string, file [32]byte) string {
	return fmt.Sprintf("signed %s %s %s %x", game, side, key, file)
}

// once marks again what counted before the game was put into another store.
func (w *restoring) once(records []store.Record, state map[string]string, at time.Time) {
	for _, r := range records {
		switch r.Kind {
		case record.KindOrders:
			o, err := record.ParseOrders(r.Data, nil)
			w.do(err)
			w.mark(OnceMark(o.Game, o.Side, o.Key, o.File), o.Time)
		case record.KindCommand:
			c, err := record.ParseCommand(r.Data, nil)
			w.do(err)
			w.mark(OnceMark(c.Game, c.Side, c.Key, c.File), c.Time)
		case record.KindKey:
			k, err := record.ParseKey(r.Data, nil)
			w.do(err)
			w.mark(OnceMark(k.Game, k.Side, signerOf(k), k.File), k.Time)
		}
	}
	for _, key := range SortedKeys(state) {
		if sum, ok := strings.CutPrefix(key, StateOnce); ok {
			side, name, _ := strings.Cut(state[key], " ")
			w.mark(fmt.Sprintf("signed %s %s %s %s", w.id, side, name, sum), at)
		}
	}
}

// signer names the key with which a change was signed; "" for the umpire.
func signerOf(k record.Key) string {
	switch k.By {
	case record.KeyByInvitation, record.KeyByConfirmation:
		return k.New.Name()
	case record.KeyByPlayer, record.KeyByRequest:
		return k.Old
	}
	return ""
}
