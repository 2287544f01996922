package umpire

import (
	"errors"
	"fmt"

	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store"
)

// readable reads a game that was restored as a daemon does when it starts, so that
// a backup with which it could not go on is refused while nothing is written yet.
func (w *restoring) readable(a Audit, records []store.Record) error {
	g := &game{info: &info{GameRecord: a.Game}, step: a.Number, pending: map[engine.Side]pending{}}
	var err error
	keys := keysOf(a.Game, records)
	for _, p := range a.Game.Players {
		g.sides = append(g.sides, p.Side)
		key, err1 := keyInForce(w.tx, w.id, p)
		if want := keys[p.Side]; err1 == nil && key.String() != want.String() {
			err1 = fmt.Errorf("it is %q, by the log %q", key.Name(), want.Name())
		}
		if err1 != nil {
			err = errors.Join(err, fmt.Errorf("key of %s: %w", p.Side, err1))
		}
	}
	err = errors.Join(err, g.loadPending(w.tx), g.loadNews(w.tx), g.loadClosed(w.tx), g.loadChanges(w.tx), g.loadClock(w.tx), g.loadEnding(w.tx))
	for side, p := range g.pending {
		if p.Side != side || p.Step != g.step+1 {
			err = errors.Join(err, fmt.Errorf("record %d, which waits for %s, is the file of %s for step %d", p.seq, side, p.Side, p.Step))
		}
	}
	if g.closed != nil && g.closed.Step != g.step+1 {
		err = errors.Join(err, fmt.Errorf("step %d is closed, the next is %d", g.closed.Step, g.step+1))
	}
	return err
}

// keysOf are the keys with which the sides sign at the end of a log.
func keysOf(g record.Game, records []store.Record) map[engine.Side]sign.Key {
	keys := map[engine.Side]sign.Key{}
	for _, p := range g.Players {
		keys[p.Side] = p.Key
	}
	for _, r := range records {
		if k, err := record.ParseKey(r.Data, nil); r.Kind == record.KindKey && err == nil {
			followKey(k, keys, map[engine.Side]sign.Key{})
		}
	}
	return keys
}
