package umpire

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"berthier/cmd/internal/command"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// newest says when the last text that counted for a thing was signed, and when
// it came in.
type newest struct {
	step         int // that it was about
	signed, came time.Time
}

// outdates reports whether a text is older than the one that counted.
func (c newest) outdates(signed, came time.Time) bool {
	return fold.Signed{At: c.signed, Came: c.came}.Outdates(signed, came)
}

// onceMark recognises a text by what its signature covers and whose key made it,
// however the mail is written.
func onceMark(game string, side engine.Side, key string, file [32]byte) string {
	return fmt.Sprintf("signed %s %s %s %x", game, side, key, file)
}

// fileName is what was signed, whatever mail it came in.
func (t *matter) fileName() string { return fmt.Sprintf("%x", t.signed.Sum()) }

// countedBefore reports whether what was signed counted before.
func (t *matter) countedBefore(game string, side engine.Side) (bool, error) {
	return t.known(onceMark(game, side, t.signed.Key.Name(), t.signed.Sum()))
}

// outdated says why what was signed cannot count for a thing of a game: something
// that was signed later did. It is empty if nothing did.
func (t *matter) outdated(game string, side engine.Side, thing string, step int) (msg string, err error) {
	var last newest
	err = t.u.Store.View(func(tx *store.Tx) error {
		last, err = loadCounted(tx, game, side, thing)
		return err
	})
	if err != nil || thing == fold.ThingOrders && last.step != step || !last.outdates(t.signed.Time, t.u.now()) {
		return "", err
	}
	return fmt.Sprintf("this was signed on %s, before what counts now, which was signed on %s",
		clockTime(t.signed.Time), clockTime(last.signed)), nil
}

// signAgain is what to do about it.
const signAgain = "sign it again if it is to count now; if you did sign it later, set the clock of your computer"

// count notes that what was signed counts, for a thing unless that is empty.
// Recorded says that a record of the log names it.
func (t *matter) count(game string, side engine.Side, thing string, step int, recorded bool) {
	now, key := t.u.now(), t.signed.Key.Name()
	t.batch.mark(onceMark(game, side, key, t.signed.Sum()), now)
	if !recorded {
		t.batch.set(game, fmt.Sprintf("%s%x", stateOnce, t.signed.Sum()), []byte(string(side)+" "+key))
	}
	if thing != "" && !t.signed.Time.IsZero() {
		t.batch.set(game, stateSigned+string(side)+"/"+thing,
			fmt.Appendf(nil, "%d %d %d", step, t.signed.Time.Unix(), now.Unix()))
	}
}

// What is said of a mail of commands that counted before.
const (
	carriedOut = "this very mail was carried out before"
	writeAnew  = "write it anew, a comment is enough, and sign it again"
)

// once refuses a text that was carried out before, or that is older than what
// counts for a thing, and notes that it counts now. Commands of one mail do not
// stand in each other's way.
func (d *errand) once(game string, thing string, recorded bool) (bool, error) {
	if d.machine != nil { // whoever sits there gives a command once
		return true, nil
	}
	side := d.me
	if d.by == command.Umpire {
		side = umpireSide
	}
	known, err1 := d.countedBefore(game, side)
	late, err2 := d.outdated(game, side, thing, d.g.state.Number+1)
	switch {
	case known:
		d.fault(writeAnew, carriedOut)
	case late != "":
		d.fault(signAgain, "%s", late)
	case err1 == nil && err2 == nil:
		d.count(game, side, thing, d.g.state.Number+1, recorded)
		return true, nil
	}
	return false, errors.Join(err1, err2)
}

// thing is what the command on the line decides.
func (d *errand) thing() string {
	return fold.ThingOf(d.line.As())
}

func loadCounted(tx *store.Tx, game string, side engine.Side, thing string) (c newest, err error) {
	value, err := tx.State(game, stateSigned+string(side)+"/"+thing)
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrNoGame) {
		return c, nil
	}
	var signed, came int64
	if err == nil {
		_, err = fmt.Sscanf(string(value), "%d %d %d", &c.step, &signed, &came)
	}
	if err != nil {
		return c, fmt.Errorf("game %s: when %s of %s was signed: %w", game, thing, side, err)
	}
	c.signed, c.came = time.Unix(signed, 0), time.Unix(came, 0)
	return c, nil
}

// once marks again what counted before the game was put into another store.
func (w *restoring) once(records []store.Record, state map[string]string, at time.Time) {
	for _, r := range records {
		switch r.Kind {
		case record.KindOrders:
			o, err := record.ParseOrders(r.Data, nil)
			w.do(err)
			w.mark(onceMark(o.Game, o.Side, o.Key, o.File), o.Time)
		case record.KindCommand:
			c, err := record.ParseCommand(r.Data, nil)
			w.do(err)
			w.mark(onceMark(c.Game, c.Side, c.Key, c.File), c.Time)
		case record.KindKey:
			k, err := record.ParseKey(r.Data, nil)
			w.do(err)
			w.mark(onceMark(k.Game, k.Side, signerOf(k), k.File), k.Time)
		}
	}
	for _, key := range sortedKeys(state) {
		if sum, ok := strings.CutPrefix(key, stateOnce); ok {
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
