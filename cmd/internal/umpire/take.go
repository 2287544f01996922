package umpire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/said"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/mail/wire"
	"berthier/store"
)

// verdict is one incoming mail on its way through the hub.
type verdict struct {
	matter
	u    *Umpire
	join *claim // the mail answers the code of an invitation; nil for any other

	again   bool     // it was kept, and is tried once more
	ignored bool     // nothing is written but the cursor
	seen    []string // marks under which the mail will be recognised
}

// verdict begins one.
func (u *Umpire) verdict(log *slog.Logger) *verdict {
	return &verdict{u: u, matter: matter{u: u.Desk, log: log}}
}

// Take takes in one mail. It is made for wire.Poller.Run: nil means that the
// mail was dealt with for good, also when it was refused or ignored; an error
// means that nothing at all was changed and the same mail must come again.
// A cursor of zero is not stored.
func (u *Umpire) Take(ctx context.Context, a wire.Arrival) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.take(ctx, a)
}

// take takes in a mail alone, or sets it aside if the program died of it before.
func (u *Umpire) take(ctx context.Context, a wire.Arrival) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	hashes := hashesOf([]wire.Arrival{a})
	if u.intake.deadly(hashes...) {
		return u.setAside(a.Raw, a.Cursor, "", "")
	}
	u.intake.begin(hashes...)
	t, err := u.judged(a)
	if later, ok := errors.AsType[*laterError](err); ok {
		if err = u.burnShown(later); err == nil {
			t, err = u.judge(a, false)
		}
	}
	u.intake.end()
	if err != nil {
		return err
	}
	return t.record(a.Cursor)
}

// judged decides what becomes of a mail, and changes nothing. If the mail shows that
// the store was put back, the error is a laterError.
func (u *Umpire) judged(a wire.Arrival) (*verdict, error) { return u.judge(a, true) }

// judge is judged, or if it does not heed it, whatever the mail shows.
func (u *Umpire) judge(a wire.Arrival, heeds bool) (*verdict, error) {
	t := u.verdict(u.Logger)
	if a.Raw == nil {
		t.ignored, t.done = true, func() {
			t.log.Warn("mail left alone: too large to be fetched", "bytes", a.Size,
				"uid", a.Cursor.UID)
		}
		return t, nil
	}
	hash := hashOfMail(a.Raw)
	t.log, t.seen = t.log.With("hash", hash), []string{"hash " + hash}
	dup, err := t.known(t.seen[0])
	if err != nil {
		return nil, err
	}
	if dup {
		t.ignored, t.done = true, func() { t.log.Info("mail ignored: it was here before") }
		return t, nil
	}
	err = t.readAndJudge(a.Raw, heeds)
	if _, later := errors.AsType[*laterError](err); later {
		return nil, err
	}
	if err != nil {
		t.ourFault(err)
	}
	return t, nil
}

// readAndJudge reads a mail and decides what becomes of it; a panic is its error. If it
// heeds what the mail shows, that can be a laterError.
func (t *verdict) readAndJudge(raw []byte, heeds bool) error {
	err := attempt(func() error {
		m, fault := t.u.Limits.Mail.Parse(raw)
		t.m, t.log = m, t.log.With("mail", m.ID)
		if heeds {
			if err := t.u.later(m); err != nil {
				return err
			}
		}
		if t.u.judging != nil {
			t.u.judging(raw)
		}
		return t.judge(fault)
	})
	if t.m == nil {
		t.m = onlyHead(raw)
	}
	return err
}

// record commits what became of a mail.
func (t *verdict) record(c wire.Cursor) error {
	err := attempt(func() error { return t.commit(c) })
	if t.u.Store.open != nil { // all that is in its transaction is given up
		return err
	}
	if b := (*bug)(nil); errors.Is(err, store.ErrConflict) || errors.As(err, &b) {
		t.ourFault(err) // trying again would only conflict again
		if err = t.commit(c); errors.Is(err, store.ErrConflict) {
			t.mails = nil // whoever cannot be told must not stop the mails behind his
			err = t.commit(c)
		}
	}
	return err
}

func (u *Umpire) moveCursor(b batch, c wire.Cursor) batch {
	if c != (wire.Cursor{}) {
		b.add(func(tx *store.Tx) error {
			return tx.SetCursor(u.Mailbox, fmt.Appendf(nil, "%d %d", c.UIDValidity, c.UID))
		})
	}
	return b
}

// bug is a panic caught on the way.
type bug struct {
	value any
	stack []byte
}

func (b *bug) Error() string { return fmt.Sprintf("panic: %v", b.value) }

// attempt turns a panic into an error, so that one mail or one game cannot
// stop the others.
func attempt(do func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &bug{v, debug.Stack()}
		}
	}()
	return do()
}

func (t *matter) known(mark string) (dup bool, err error) {
	err = t.u.Store.View(func(tx *store.Tx) error {
		_, dup, err = tx.Seen(mark)
		return err
	})
	return dup, err
}

// commit writes everything that the mail changes in one transaction.
func (t *verdict) commit(c wire.Cursor) error {
	if t.ignored {
		err := t.u.commit(t.u.moveCursor(nil, c))
		if err == nil && t.u.Store.open == nil {
			t.landed()
		}
		return err
	}
	b := append(batch{}, t.batch...)
	if !t.leavesNothing() {
		if t.game != nil && !t.passing && t.machine == nil {
			b.add(func(tx *store.Tx) error { return tx.KeepMessage(t.game.Game, t.m.HashString(), t.m.Raw) })
		}
		for _, mark := range t.seen {
			b.mark(mark, t.u.now())
		}
	}
	b = t.u.moveCursor(b, c)
	b.mails(t.mails)
	if err := t.goOn(&b); err != nil {
		return err
	}
	if err := t.u.commit(b); err != nil {
		return err
	}
	if t.game != nil {
		t.u.schedule.touch(t.game.Game)
	}
	for _, l := range t.counts {
		t.u.answered.table(l).count(l.key, t.u.Clock())
	}
	for _, do := range t.effects {
		do()
	}
	if t.u.Store.open == nil {
		t.landed()
	}
	return nil
}

// landed logs what became of a mail, once it is on the disk.
func (t *verdict) landed() {
	if t.done != nil {
		t.done()
	}
}

// judge decides what becomes of a mail; limit is the fault of parsing it. The
// only errors are ours.
func (t *verdict) judge(limit error) error {
	from := strings.ToLower(t.m.From.Address)
	switch {
	case untagged(from) == t.u.own:
		t.done = func() { t.log.Info("mail ignored: it is our own") }
		return nil
	case t.m.Auto != "" && !t.m.Unsure:
		return t.automatic()
	case limit != nil:
		return t.refuseStranger(limit)
	}
	if err := t.open(); err != nil {
		if held, ok := errors.AsType[*HeldError](err); ok && t.game != nil {
			return t.answerHeld(held)
		}
		var unsigned *sign.OpenError
		if errors.As(err, &unsigned) && t.m.Auto != "" {
			t.ignoreAuto()
			return nil
		}
		if errors.As(err, &unsigned) {
			return t.refuseStranger(err)
		}
		return err
	}
	if t.umpire {
		return t.u.umpireMail(&t.matter)
	}
	if t.game == nil {
		return nil // a duplicate
	}
	t.log = t.log.With("game", t.game.Game, "step", t.game.state.Number+1, "side", t.side, "key",
		t.signed.Key.Fingerprint())
	if d, ok := t.u.commandsOf(&t.matter, t.signed.Text, command.Player); ok && t.join == nil {
		var err error
		if d.notes, err = t.routeNotes(); err != nil {
			return err
		}
		return d.obey()
	}
	m, aboutKey := said.ParseKey(t.signed.Text)
	switch {
	case t.join != nil && !t.game.over():
		return t.answerJoin()
	case !aboutKey || t.game.over() || t.signed.Form == sign.FormDKIM:
		return t.answerFile()
	}
	return t.answerKey(m)
}

func (t *verdict) ignoreAuto() {
	t.done = func() { t.log.Info("mail ignored: no person wrote it", "reason", t.m.Auto) }
}

// open verifies the mail and finds out who of which game signed it.
func (t *verdict) open() error {
	if err := t.u.Store.View(t.u.findSeats); err != nil {
		return err
	}
	var err error
	t.signed, err = sign.Open(t.m, t.u.seats.keys, t.u.now())
	var no *sign.OpenError
	if err != nil && !errors.As(err, &no) {
		return err
	}
	known, fault := t.joins(no)
	if no != nil && no.Fault == sign.FaultNotSigned && t.m.Auto == "" { // an automatic answer may quote the code
		known, fault = t.byCode()
	}
	if fault != nil || no != nil && !known {
		t.signed = sign.Signed{}
		return cmp.Or(fault, err)
	}
	mark := t.idMark()
	if dup, err := t.known(mark); err != nil || dup && !t.again {
		t.done = func() { t.log.Info("mail ignored: it came before by another way") }
		return err
	}
	t.seen = append(t.seen, mark)
	if err := t.recognise(); err != nil {
		return err
	}
	if t.game != nil { // found on the way
		return nil
	}
	return t.u.Store.View(func(tx *store.Tx) error {
		if t.umpire = t.u.isUmpire(t.signed); t.umpire {
			return nil
		}
		id, side, err := t.u.seat(tx, t.signed, t.m, t.u.Limits.Turn)
		if err != nil {
			return err
		}
		// Another game may know another state of the same key.
		if key := t.u.infos[id].keys[side]; key != t.signed.Key {
			if t.signed, err = t.signed.By(key, t.u.now()); err != nil {
				return err
			}
		}
		t.side, t.game = side, &game{info: t.u.infos[id]} // enough to say that loading failed
		g, err := t.u.load(tx, id)
		if err == nil {
			t.game = g
		}
		return err
	})
}

// idMark recognises a mail by its Message-ID. Anybody can choose any
// Message-ID, so it counts only together with who signed what: nobody can
// use up the Message-ID of another person's turn.
func (t *verdict) idMark() string {
	if t.signed.Text == nil {
		return "id - " + t.m.ID
	}
	return "id " + t.signed.Key.Fingerprint() + " " + t.fileName() + " " + t.m.ID
}

// recognise finds out whether the same was signed before: what the signature covers, or
// the same words.
func (t *verdict) recognise() error {
	for _, mark := range []string{t.textMark(), "covered " + t.signed.Key.Fingerprint() + " " + t.fileName()} {
		known, err := t.known(mark)
		if err != nil {
			return err
		}
		t.copy, t.seen = t.copy || known && !t.again, append(t.seen, mark)
	}
	return nil
}

// untagged takes the +tag off an address.
func untagged(address string) string {
	local, domain, _ := cutAddress(address)
	local, _, _ = strings.Cut(local, "+")
	return local + "@" + domain
}

// tag is the game that a mail was addressed to; a hint and no more.
func (u *Desk) tag(m *mail.Message) string {
	for _, to := range m.To {
		local, _, _ := cutAddress(to.Address)
		if _, tag, ok := strings.Cut(strings.ToLower(local), "+"); ok &&
			untagged(strings.ToLower(to.Address)) == u.own {
			return tag
		}
	}
	return ""
}

// ourFault notes a mail that this program could not deal with: it changes
// nothing, is kept to be tried again by Resume, and its sender gets one plain
// sentence. Everything else goes to the log.
func (t *verdict) ourFault(err error) {
	t.batch, t.mails, t.effects = nil, nil, nil
	reference := t.m.HashString()[:12]
	attrs := []any{"reference", reference, "error", err}
	var b *bug
	if errors.As(err, &b) {
		attrs = append(attrs, "stack", string(b.stack))
	}
	t.log.Error("fault of this program; the mail is kept", attrs...)
	t.done = nil
	if t.again {
		return
	}
	if t.game != nil && !t.copy {
		t.keepStuck()
	} else {
		t.keepAside()
	}
	if err := t.answerProblem(reference); err != nil {
		t.log.Error("the sender cannot be told", "reference", reference, "error", err)
	}
}

// keepStuck lets the mail be taken in again when the daemon starts.
func (t *verdict) keepStuck() {
	t.passing = false
	key := fmt.Sprintf("%s%020d/%s", stateStuck, t.u.Clock().UnixNano(), t.m.HashString())
	t.batch.set(t.game.Game, key, []byte(t.m.HashString()))
}

// Resume tries again the mails that met a fault of this program, which may be
// mended now, or that wait in a game that was held, oldest first. It is to be
// called at the start. Nothing else is ever left half done: what a mail changes
// is one transaction. Games whose steps this program never resolved again are
// left to CheckGames, if Config.Build says which program this is. The error is a
// fault of the store.
func (u *Umpire) Resume() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if err := errors.Join(u.checkClock(), u.Post.TellDiary()); err != nil {
		return err
	}
	if err := u.burnDue(); err != nil {
		return err
	}
	names, err := u.Games()
	if err != nil {
		return err
	}
	u.rules.unchecked = nil
	for _, name := range names {
		now, err := u.isChecked(name)
		if err == nil && (now || u.Build == "") {
			err = u.resume(name)
		} else {
			u.rules.unchecked = append(u.rules.unchecked, name)
		}
		if err != nil {
			return fmt.Errorf("resuming game %s: %w", name, err)
		}
	}
	return nil
}

// resume looks whether a game can go on, tells its players if that has changed,
// and takes in what waits.
func (u *Umpire) resume(name string) error {
	held, err := u.settle(name)
	if err != nil || held {
		return err
	}
	if err := u.burnNoted(name); err != nil {
		return err
	}
	var keys []string
	err = u.Store.View(func(tx *store.Tx) (err error) {
		keys, err = tx.StateKeys(name, stateStuck)
		return err
	})
	for _, key := range keys {
		if err == nil {
			err = u.takeAgain(name, key)
		}
	}
	return err
}

func (u *Umpire) takeAgain(name, key string) error {
	var raw []byte
	err := u.Store.View(func(tx *store.Tx) error {
		hash, err := tx.State(name, key)
		if err == nil {
			raw, err = tx.Message(name, string(hash))
		}
		return err
	})
	if err != nil {
		return err
	}
	if u.intake.deadly(hashOfMail(raw)) {
		return u.setAside(raw, wire.Cursor{}, name, key)
	}
	if err := u.takeOnceMore(raw, name, key); !errors.Is(err, errAgain) {
		return err
	}
	return nil
}
