package umpire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/claims"
	"berthier/cmd/internal/command"
	"berthier/cmd/internal/damage"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/intake"
	"berthier/cmd/internal/marks"
	"berthier/cmd/internal/matter"
	"berthier/cmd/internal/putback"
	"berthier/cmd/internal/said"
	"berthier/mail/sign"
	"berthier/mail/wire"
	"berthier/store"
)

// verdict is one incoming mail on its way through the hub.
type verdict struct {
	matter.Matter
	u    *Umpire
	join *claim // the mail answers the code of an invitation; nil for any other

	again   bool     // it was kept, and is tried once more
	ignored bool     // nothing is written but the cursor
	seen    []string // marks under which the mail will be recognised
}

// verdict begins one.
func (u *Umpire) verdict(log *slog.Logger) *verdict {
	return &verdict{u: u, Matter: matter.Matter{Desk: u.Desk, Log: log}}
}

// take takes in a mail alone, or sets it aside if the program died of it before.
func (u *Umpire) take(ctx context.Context, a arrival) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	hashes := hashesOf([]arrival{a})
	if u.intake.Deadly(hashes...) {
		return u.setAside(a, "", "")
	}
	u.intake.Begin(hashes...)
	t, err := u.judge(a, true)
	if later, ok := errors.AsType[*putback.Error](err); ok {
		if err = u.burnShown(later); err == nil {
			t, err = u.judge(a, false)
		}
	}
	u.intake.End()
	if err != nil {
		return err
	}
	return t.record(a)
}

// judge decides what becomes of a mail, and changes nothing. If it heeds what the mail
// shows, and that is that the store was put back, the error is a *putback.Error.
func (u *Umpire) judge(a arrival, heeds bool) (*verdict, error) {
	if a.queued != nil {
		u.Schedule.Queued = a.queued.Looked
	}
	t := u.verdict(u.Logger)
	if a.Raw == nil {
		t.ignored, t.Done = true, func() {
			t.Log.Warn("mail left alone: too large to be fetched", "bytes", a.Size,
				"uid", a.Cursor.UID)
		}
		return t, nil
	}
	hash := intake.HashOf(a.Raw)
	t.Log, t.seen = t.Log.With("hash", hash), []string{"hash " + hash}
	dup, err := t.u.Store.Seen(t.seen[0])
	if err != nil {
		return nil, err
	}
	if dup {
		t.ignored, t.Done = true, func() { t.Log.Info("mail ignored: it was here before") }
		return t, nil
	}
	err = t.readAndJudge(a.Raw, heeds)
	if _, later := errors.AsType[*putback.Error](err); later || passes(err) { // the mail comes again
		return nil, err
	}
	if err != nil {
		t.ourFault(err)
	}
	return t, nil
}

// passes reports whether a fault says nothing of what was decided, which is to be decided again.
func passes(err error) bool {
	_, unclaimed := errors.AsType[*claims.UnclaimedError](err)
	return unclaimed || errors.Is(err, store.ErrNotRead) || errors.Is(err, store.ErrNotWritten) ||
		errors.Is(err, store.ErrDamaged)
}

// readAndJudge reads a mail and decides what becomes of it; a panic is its error. If it
// heeds what the mail shows, that can be a *putback.Error.
func (t *verdict) readAndJudge(raw []byte, heeds bool) error {
	err := amiss.Attempt(func() error {
		m, fault := t.u.Limits.Mail.Parse(raw)
		t.Mail, t.Log = m, t.Log.With("mail", m.ID)
		if heeds {
			if err := putback.Look(t.u.Docket, m); err != nil {
				return t.keepIfDamaged(err)
			}
		}
		if t.u.judging != nil {
			t.u.judging(raw)
		}
		return t.keepIfDamaged(cmp.Or(t.judge(fault), t.Batch.Err))
	})
	if t.Mail == nil {
		t.Mail = onlyHead(raw)
	}
	return err
}

// record commits what became of a mail.
func (t *verdict) record(a arrival) error {
	err := amiss.Attempt(func() error { return t.commit(a) })
	if t.u.Store.Open != nil { // all that is in its transaction is given up
		return err
	}
	if kept := t.keepIfDamaged(err); kept == nil && err != nil {
		return t.commit(a)
	}
	if b := (*amiss.Panic)(nil); errors.Is(err, store.ErrConflict) || errors.As(err, &b) {
		t.ourFault(err) // trying again would only conflict again
		if err = t.commit(a); errors.Is(err, store.ErrConflict) {
			t.Batch.Mails = nil // whoever cannot be told must not stop the mails behind his
			err = t.commit(a)
		}
	}
	return err
}

// goOnBehind adds to a batch that a mail is dealt with.
func (u *Umpire) goOnBehind(b docket.Batch, a arrival) docket.Batch {
	if text := cursorText(a.Cursor); text != nil {
		b.Add(func(tx *store.Tx) error { return tx.SetCursor(u.Mailbox, text) })
	}
	if a.queued != nil {
		b.Add(func(tx *store.Tx) error { return tx.Dequeue(*a.queued) })
	}
	return b
}

// cursorText is a cursor as the store has it; nil for that of zero.
func cursorText(c wire.Cursor) []byte {
	if c == (wire.Cursor{}) {
		return nil
	}
	return docket.CursorText(c)
}

// commit writes everything that the mail changes in one transaction.
func (t *verdict) commit(a arrival) error {
	if t.ignored {
		err := t.u.Commit(t.u.goOnBehind(docket.Batch{}, a))
		if err == nil && t.u.Store.Open == nil {
			t.landed()
		}
		return err
	}
	var b docket.Batch
	b.Join(t.Batch)
	if !t.LeavesNothing() {
		if t.Game != nil && !t.Passing && t.Machine == nil {
			b.Add(func(tx *store.Tx) error { return tx.KeepMessage(t.Game.Game, t.Mail.HashString(), t.Mail.Raw) })
		}
		for _, mark := range t.seen {
			b.Mark(mark, t.u.Now())
		}
	}
	b = t.u.goOnBehind(b, a)
	if err := t.goOn(&b); err != nil {
		return err
	}
	if err := t.u.Commit(b); err != nil {
		return err
	}
	if t.Game != nil {
		t.u.Schedule.Touch(t.Game.Game)
	}
	for _, l := range t.Counts {
		t.u.Answered.Table(l).Count(l.Key, t.u.Clock())
	}
	for _, do := range t.Effects {
		do()
	}
	if t.u.Store.Open == nil {
		t.landed()
	}
	return nil
}

// landed logs what became of a mail, once it is on the disk.
func (t *verdict) landed() {
	if t.Done != nil {
		t.Done()
	}
}

// judge decides what becomes of a mail; limit is the fault of parsing it. The only errors are ours.
func (t *verdict) judge(limit error) error {
	from := strings.ToLower(t.Mail.From.Address)
	switch {
	case marks.Untagged(from) == t.u.Own:
		t.Done = func() { t.Log.Info("mail ignored: it is our own") }
		return nil
	case t.Mail.Auto != "" && !t.Mail.Unsure:
		return t.automatic()
	case limit != nil:
		return t.refuseStranger(limit)
	}
	if err := t.open(); err != nil {
		if held, ok := errors.AsType[*docket.HeldError](err); ok && t.Game != nil {
			return t.answerHeld(held)
		}
		var unsigned *sign.OpenError
		if errors.As(err, &unsigned) && t.Mail.Auto != "" {
			t.ignoreAuto()
			return nil
		}
		if errors.As(err, &unsigned) {
			if err := damage.Unknown(t.u.Docket, from); err != nil {
				return err
			}
			return t.refuseStranger(err)
		}
		return err
	}
	if t.ByUmpire {
		return t.u.UmpireMail(&t.Matter)
	}
	if t.Game == nil {
		return nil // a duplicate
	}
	t.Log = t.Log.With("game", t.Game.Game, "step", t.Game.State.Number+1, "side", t.Side, "key",
		t.Signed.Key.Fingerprint())
	if d, ok := t.u.CommandsOf(&t.Matter, t.Signed.Text, command.Player); ok && t.join == nil {
		var err error
		if d.Notes, err = t.RouteNotes(); err != nil {
			return err
		}
		return d.Obey()
	}
	m, aboutKey := said.ParseKey(t.Signed.Text)
	switch {
	case t.join != nil && !t.Game.Over():
		return t.answerJoin()
	case !aboutKey || t.Game.Over() || t.Signed.Form == sign.FormDKIM:
		return t.answerFile()
	}
	return t.answerKey(m)
}

func (t *verdict) ignoreAuto() {
	t.Done = func() { t.Log.Info("mail ignored: no person wrote it", "reason", t.Mail.Auto) }
}

// open verifies the mail and finds out who of which game signed it.
func (t *verdict) open() error {
	if err := damage.Named(t.u.Docket, t.Mail); err != nil {
		return err
	}
	var err error
	t.Signed, err = t.u.Seats.Keys.Open(t.Mail, t.u.Now())
	var no *sign.OpenError
	if err != nil && !errors.As(err, &no) {
		return err
	}
	known, fault := t.joins(no)
	if no != nil && no.Fault == sign.FaultNotSigned && t.Mail.Auto == "" { // an automatic answer may quote the code
		known, fault = t.byCode()
	}
	if fault != nil || no != nil && !known {
		t.Signed = sign.SignedText{}
		return cmp.Or(fault, err)
	}
	if dup, err := t.recognise(); err != nil || dup {
		t.Done = func() { t.Log.Info("mail ignored: it came before by another way") }
		return err
	}
	if t.Game != nil { // found on the way
		return nil
	}
	if t.ByUmpire = t.u.isUmpire(t.Signed); t.ByUmpire {
		return nil
	}
	id, side, err := t.u.seat(t.Signed, t.Mail, t.u.Limits.Turn)
	if err != nil {
		return err
	}
	// Another game may know another state of the same key.
	inf, err := t.u.Info(id)
	if err != nil {
		return err
	}
	if key := inf.Keys[side]; key != t.Signed.Key {
		if t.Signed, err = t.Signed.By(key, t.u.Now()); err != nil {
			return err
		}
	}
	t.Side, t.Game = side, &docket.Game{Info: inf} // enough to say that loading failed
	g, err := t.u.Open(id)
	if err == nil {
		t.Game = g
	}
	return err
}

// recognise finds out whether a mail came before, and whether the same words, or the same file, were signed before.
// Anybody can choose any Message-ID, so it counts only together with who signed what: nobody can use up the Message-ID
// of another person's turn.
func (t *verdict) recognise() (dup bool, err error) {
	name, by := fmt.Sprintf("%s %x", t.Signed.Key.Fingerprint(), t.Signed.Sum()), "-"
	if t.Signed.Text != nil {
		by = name
	}
	marks := []string{"id " + by + " " + t.Mail.ID, t.TextMark(), "covered " + name}
	before, err := t.u.Store.SeenEach(marks...)
	if err != nil {
		return false, err
	}
	if dup = before[0] && !t.again; !dup {
		t.seen = append(t.seen, marks...)
		t.Copy = t.Copy || (before[1] || before[2]) && !t.again
	}
	return dup, nil
}

// ourFault notes a mail that this program could not deal with: it changes nothing, is kept to be tried again by
// Resume, and its sender gets one plain sentence. Everything else goes to the log.
func (t *verdict) ourFault(err error) {
	t.Batch, t.Effects = docket.Batch{}, nil
	reference := t.Mail.HashString()[:12]
	attrs := []any{"reference", reference, "error", err}
	if b, ok := errors.AsType[*amiss.Panic](err); ok {
		attrs = append(attrs, "stack", string(b.Stack))
	}
	t.Log.Error("fault of this program; the mail is kept", attrs...)
	t.Done = nil
	if t.again {
		return
	}
	if t.Game != nil && !t.Copy {
		t.keepStuck()
	} else {
		t.keepAside()
	}
	if err := t.AnswerProblem(reference); err != nil {
		t.Log.Error("the sender cannot be told", "reference", reference, "error", err)
	}
}

// keepStuck lets the mail be taken in again when the daemon starts.
func (t *verdict) keepStuck() {
	t.Passing = false
	key := fmt.Sprintf("%s%020d/%s", docket.StateStuck, t.u.Clock().UnixNano(), t.Mail.HashString())
	t.Batch.Set(t.Game.Game, key, []byte(t.Mail.HashString()))
}

// Resume tries again the mails that met a fault of this program, which may be mended now, or that wait in a game that
// was held, oldest first. It is to be called at the start. Nothing else is ever left half done: what a mail changes
// is one transaction. Games whose steps this program never resolved again are left to CheckGames, if Config.Build
// says which program this is. The error is a fault of the store.
func (u *Umpire) Resume() error {
	err := u.With(func() error {
		err := u.Post.TellDiary()
		if err == nil {
			err = u.BurnNow()
		}
		return err
	})
	if err != nil {
		return err
	}
	u.Mu.Lock()
	defer u.Mu.Unlock()
	now, later, err := u.toResume()
	if err != nil {
		return err
	}
	u.Unchecked = later
	for _, name := range now {
		if err := u.Deciding(func() error { return u.resume(name) }); err != nil {
			return fmt.Errorf("resuming game %s: %w", name, err)
		}
	}
	return damage.Tell(u.Docket)
}

// toResume are the games of which a start has more to do than to read who plays in them and when something is due,
// which it does: what is done now, and what CheckGames does later.
func (u *Umpire) toResume() (now, later []string, err error) {
	games, err := u.Games()
	if err != nil {
		return nil, nil, err
	}
	err = u.Survey(games, func(id string, inf *docket.Info) error {
		settled, err1 := u.isSettled(id, inf)
		checked, err2 := u.IsChecked(id)
		switch {
		case settled:
		case checked || u.Build == "":
			now = append(now, id)
		default:
			later = append(later, id)
		}
		return errors.Join(err1, err2)
	})
	return now, later, err
}

// isSettled reports whether there is nothing to resume in a game, as in most: this program looked at its steps, and
// nothing waits.
func (u *Umpire) isSettled(id string, inf *docket.Info) (bool, error) {
	checked, err := u.Store.Value(id, docket.StateChecked)
	if err != nil || u.Build == "" || string(checked) != u.Build+"\n" ||
		inf != nil && (inf.Rules == nil || u.CheckLogKey(inf) != nil) {
		return false, err
	}
	for _, key := range []string{docket.StateHeld, docket.StateBurn, docket.StateStuck} {
		if waits, err := u.Store.Values(id, key); err != nil || len(waits) > 0 {
			return false, err
		}
	}
	return true, nil
}

// resume looks whether a game can go on, tells its players if that has changed, and takes in what waits.
func (u *Umpire) resume(name string) (err error) {
	defer func() {
		if u.Store.IsDamaged(name, err) {
			u.Schedule.Change(name)
			err = damage.Tell(u.Docket)
		}
	}()
	held, err := u.Settle(name)
	if err != nil || held {
		return err
	}
	if err := u.BurnNoted(name); err != nil {
		return err
	}
	keys, err := u.Store.Values(name, docket.StateStuck)
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
	if u.intake.Deadly(intake.HashOf(raw)) {
		return u.setAside(arrival{Arrival: wire.Arrival{Raw: raw}}, name, key)
	}
	if err := u.takeOnceMore(raw, name, key); !errors.Is(err, errAgain) {
		return err
	}
	return nil
}
