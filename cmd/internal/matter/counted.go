package matter

import (
	"errors"
	"fmt"
	"time"

	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/phrase"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/store"
)

// CountedBefore reports whether what was signed counted before.
func (t *Matter) CountedBefore(game string, side engine.Side) (bool, error) {
	return t.Desk.Store.Seen(docket.OnceMark(game, side, t.Signed.Key.Name(), t.Signed.Sum()))
}

// Outdated says why what was signed cannot count for a thing of a game: something
// that was signed later did. It is empty if nothing did. What to do is "hint.signagain".
func (t *Matter) Outdated(game string, side engine.Side, thing string, step int) (msg tongue.Text, err error) {
	last, err := t.loadCounted(game, side, thing)
	if err != nil || thing == fold.ThingOrders && last.Step != step || !last.Outdates(t.Signed.Time, t.Desk.Now()) {
		return msg, err
	}
	return phrase.Say("fault.late", "signed", phrase.Second(t.Signed.Time), "last", phrase.Second(last.At)), nil
}

// Count notes that what was signed counts, for a thing unless that is empty.
// Recorded says that a record of the log names it.
func (t *Matter) Count(game string, side engine.Side, thing string, step int, recorded bool) {
	now, key := t.Desk.Now(), t.Signed.Key.Name()
	t.Batch.Mark(docket.OnceMark(game, side, key, t.Signed.Sum()), now)
	if !recorded {
		t.Batch.Set(game, fmt.Sprintf("%s%x", docket.StateOnce, t.Signed.Sum()), []byte(string(side)+" "+key))
	}
	if thing != "" && !t.Signed.Time.IsZero() {
		t.Batch.Set(game, docket.StateSigned+string(side)+"/"+thing,
			fmt.Appendf(nil, "%d %d %d", step, t.Signed.Time.Unix(), now.Unix()))
	}
}

func (t *Matter) loadCounted(game string, side engine.Side, thing string) (last fold.Signature, err error) {
	value, err := t.Desk.Store.Value(game, docket.StateSigned+string(side)+"/"+thing)
	if value == nil && (err == nil || errors.Is(err, store.ErrNoGame)) {
		return last, nil
	}
	var signed, came int64
	if err == nil {
		_, err = fmt.Sscanf(string(value), "%d %d %d", &last.Step, &signed, &came)
	}
	if err != nil {
		return last, fmt.Errorf("game %s: when %s of %s was signed: %w", game, thing, side, err)
	}
	last.At, last.Came = time.Unix(signed, 0), time.Unix(came, 0)
	return last, nil
}
