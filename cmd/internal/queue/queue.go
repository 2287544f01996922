// Package queue has the mails that came in for a store that several processes have, until one of them has judged them.
// Who reads the mailbox puts them there, each under the claim of what it seems to be about. The mails of one claim are
// judged in their order, by one process at a time.
package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"berthier/cmd/internal/claims"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/marks"
	"berthier/cmd/internal/timekeeper"
	"berthier/mail/wire"
	"berthier/store"
)

// Queue is that of the store of a docket.
type Queue struct {
	*docket.Docket
	most     int // mails that are judged together
	together func(context.Context, []store.IncomingMail) error
	alone    func(context.Context, store.IncomingMail) error
	wake     chan struct{}
	rests    map[string]time.Time // until when a claim is left alone, of which a mail could not be judged
}

// New makes a Queue out of which at most so many mails are judged at a time. together judges them in one transaction;
// after an error nothing came of any, and alone judges each, under its claim.
func New(d *docket.Docket, most int, together func(context.Context, []store.IncomingMail) error,
	alone func(context.Context, store.IncomingMail) error,
) *Queue {
	return &Queue{d, most, together, alone, make(chan struct{}, 1), map[string]time.Time{}}
}

// Put puts mails that were found in the mailbox into the queue, together with the place behind them. looked is when
// the mailbox was looked at before.
func (q *Queue) Put(all []wire.Arrival, place []byte, looked time.Time) error {
	var mails []store.IncomingMail
	var names [][]string // of games, for each
	for _, a := range all {
		if a.Raw == nil {
			q.Logger.Warn("mail left alone: too large to be fetched", "bytes", a.Size, "uid", a.Cursor.UID)
			continue
		}
		mails = append(mails, store.IncomingMail{Looked: looked, Raw: a.Raw})
		names = append(names, q.namesIn(a.Raw))
	}
	err := q.Config.Store.View(func(tx *store.Tx) (err error) {
		tx.FetchGames(slices.Compact(slices.Sorted(slices.Values(slices.Concat(names...))))...)
		for i := range mails {
			if mails[i].Claim, err = claimOf(tx, names[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = q.Config.Store.Queue(q.Mailbox, place, mails)
	}
	if err != nil {
		return err
	}
	select {
	case q.wake <- struct{}{}:
	default:
	}
	return nil
}

// gameLine names a game in a text, also in a quote.
var gameLine = regexp.MustCompile(`(?im)^[>|\s]*game:[ \t]*([a-z0-9-]{1,40})[ \t\r]*$`)

// namesIn are the games that a mail may be about: the one that a line of its text names, and the one of the address
// that it was sent to.
func (q *Queue) namesIn(raw []byte) (names []string) {
	m, _ := q.Limits.Mail.Parse(raw)
	if m == nil || m.Auto != "" {
		return nil
	}
	if f := gameLine.FindStringSubmatch(m.Text); f != nil {
		names = append(names, strings.ToLower(f[1]))
	}
	return append(names, marks.Tag(q.Docket, m))
}

// claimOf is what a mail seems to be about, by the names in it: the first game that is there. It proves nothing. Who
// judges the mail finds out, and claims what it is about then.
func claimOf(tx *store.Tx, names []string) (string, error) {
	for _, name := range names {
		_, err := tx.LastSeq(name)
		if damage, ok := errors.AsType[store.Problem](err); err == nil || ok && damage.Game() == name {
			return store.ClaimOf(name), nil
		}
		if !errors.Is(err, store.ErrNoGame) {
			return "", err
		}
	}
	return store.ClaimClub, nil
}

const (
	queuePause = 500 * time.Millisecond // between two looks into the queue, where nothing wakes it
	queueRest  = 10 * time.Second       // before a mail is tried again that could not be judged, and those behind it
	queueHeads = 256                    // so many mails are looked at for something that nobody judges yet
)

// Run judges the mails in the queue until ctx is done, whose error it returns, or until a fault of the store.
// judged is told how many were. Over a file there is no queue.
func (q *Queue) Run(ctx context.Context, judged func(n int)) error {
	if !q.Config.Store.Shared() {
		<-ctx.Done()
		return ctx.Err()
	}
	return timekeeper.Every(ctx, q.wake, func() (time.Duration, error) {
		for {
			n, err := q.JudgeSome(ctx)
			judged(n)
			if isAway(err) || ctx.Err() != nil {
				return 0, fmt.Errorf("judging mails: %w", cmp.Or(ctx.Err(), err))
			}
			if err != nil {
				q.Logger.Error("mails cannot be judged; they stay in the queue, and it is tried again",
					"error", err, "in", queueRest)
			}
			if n == 0 {
				return queuePause, nil
			}
		}
	})
}

// isAway reports whether a fault is one of the store.
func isAway(err error) bool {
	return errors.Is(err, store.ErrNotRead) || errors.Is(err, store.ErrNotWritten) && !errors.Is(err, claims.ErrBusy)
}

// JudgeSome judges some of the mails that wait longest in the queue, and that are about nothing that another process
// is at. It gives their number. A mail that cannot be judged holds up only those behind it that have the same claim.
func (q *Queue) JudgeSome(ctx context.Context) (n int, err error) {
	q.Mu.Lock()
	defer q.Mu.Unlock()
	heads, err := q.Config.Store.Heads(queueHeads, q.without()...)
	if err != nil || len(heads) == 0 {
		return 0, cmp.Or(err, ctx.Err())
	}
	mails, err := q.judgeTogether(ctx, heads[:min(len(heads), q.most)])
	if err == nil || len(mails) == 0 || ctx.Err() != nil {
		return len(mails), err
	}
	q.Logger.Info("mails are judged one by one", "mails", len(mails), "error", err)
	var faults []error
	for _, m := range mails {
		if q.isLeft(m.Claim) {
			continue
		}
		err := q.DecidingFor(m.Claim, func() error { return q.judgeAlone(ctx, m) })
		if isAway(err) || ctx.Err() != nil {
			return n, err
		}
		if err != nil {
			faults = append(faults, q.leave(m, err))
			continue
		}
		n++
	}
	return n, errors.Join(faults...)
}

// without are the claims that are left alone now.
func (q *Queue) without() []string {
	var left []string
	if !q.Config.Store.Stands(store.ClaimMailbox) { // its holder counts how often strangers are answered
		left = append(left, store.ClaimClub)
	}
	now := time.Now()
	maps.DeleteFunc(q.rests, func(_ string, until time.Time) bool { return until.Before(now) })
	return slices.AppendSeq(left, maps.Keys(q.rests))
}

func (q *Queue) isLeft(claim string) bool { return !q.rests[claim].IsZero() }

// leave leaves a mail that cannot be judged, and those behind it, for some time, and names it.
func (q *Queue) leave(m store.IncomingMail, why error) error {
	q.rests[m.Claim] = time.Now().Add(queueRest)
	return fmt.Errorf("mail %d of the queue: %w", m.Seq, why)
}

// judgeTogether judges mails of some claims in one transaction, as far as no other process has these. After an error
// nothing came of those that it gives.
func (q *Queue) judgeTogether(ctx context.Context, heads []string) (mails []store.IncomingMail, err error) {
	if n, err := q.Claim(heads...); err != nil || n == 0 {
		q.Unclaim()
		return nil, err
	}
	defer q.Unclaim()
	if mails, err = q.sound(); err != nil {
		return nil, err
	}
	if len(mails) == 0 {
		return nil, nil
	}
	return mails, q.together(ctx, mails)
}

// sound are the mails that are to be judged now of what is claimed. Those that are damaged are set aside.
func (q *Queue) sound() (mails []store.IncomingMail, err error) {
	all, err := q.Config.Store.QueuedFor(q.Claimed(), q.most)
	for _, m := range all {
		switch {
		case m.Damage == nil:
			mails = append(mails, m)
		case err == nil:
			err = q.setAside(m)
		}
	}
	return mails, err
}

// diaryKind is the kind of diary entries about mails of the queue.
const diaryKind = "queue"

// setAside takes a damaged mail out of the way of the others, and tells the person in charge. He can have it read again
// out of the mailbox. Before he has removed it no deadline of any game passes, because nobody can know whose it is.
func (q *Queue) setAside(m store.IncomingMail) error {
	q.Logger.Error("a mail was damaged in the queue: it is set aside, and deadlines wait until somebody decides "+
		"about it", "mail", m.Name(), "claim", m.Claim, "error", m.Damage)
	text := fmt.Sprintf("A mail that came in was damaged in the database before it was judged: %v. It was there for "+
		"%s. "+
		"It is set aside, and all other mails are judged. But nobody can know whose it is, so no deadline of any game "+
		"passes before you decide.\n"+
		"The mail itself is still in the mailbox%s. If you move it into another folder and back, it is read again; "+
		"what "+
		"was judged before is ignored, so it does no harm to move several. When it is answered, or if you give it up, "+
		"remove the damaged one: \"berthier aside -delete %s\". Then deadlines go on.\n"+
		"A database that changes what it keeps may have other damage: see \"berthier store check\".", m.Damage,
		subject(m.Claim), since(m.Looked), m.Name())
	err := q.Config.Store.Redo(func(tx *store.Tx) error {
		return errors.Join(tx.SetAside(m), tx.WriteDiary(q.Now(), diaryKind, text))
	})
	if err != nil {
		return err
	}
	return q.Post.TellDiary()
}

// subject names to people what a claim is about.
func subject(claim string) string {
	if game := (store.Version{Claim: claim}).Game(); game != "" {
		return "game " + game
	}
	return "no game"
}

// since tells when a mail came, if that is known.
func since(looked time.Time) string {
	if looked.IsZero() {
		return ""
	}
	return ", where it came after " + looked.UTC().Format(time.RFC3339)
}

// judgeAlone judges a mail of the queue, unless another process did, or has an older one with the same claim to judge.
func (q *Queue) judgeAlone(ctx context.Context, m store.IncomingMail) error {
	first, err := q.Config.Store.QueuedFor([]string{m.Claim}, 1)
	if err != nil || len(first) == 0 || first[0].Seq != m.Seq {
		return err
	}
	return q.alone(ctx, m)
}
