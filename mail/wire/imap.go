package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sort"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"berthier/mail"
)

// Cursor is a place in a mailbox: everything up to UID has been handled. The
// zero Cursor is before the first message. UIDs only mean something together
// with UIDValidity (RFC 9051 section 2.3.1.1).
type Cursor struct {
	UIDValidity uint32
	UID         uint32
}

// Arrival is a message in the mailbox.
type Arrival struct {
	Cursor Cursor // of this message; to be stored once it is handled
	Size   int64  // in bytes
	Raw    []byte // nil if Size is over Poller.MaxBytes: then it was not fetched
}

// Poller watches a mailbox.
type Poller struct {
	Endpoint Endpoint
	Mailbox  string        // default INBOX
	Interval time.Duration // between two looks at the mailbox at the latest, default 1 min
	MaxBytes int64         // larger messages are not fetched, default mail.DefaultLimits.MessageBytes
	Logger   *slog.Logger  // default slog.Default; never sees a password or a text

	// Waits between attempts to reconnect: doubled from the first to the last,
	// each shortened by up to half at random. Defaults 1 s and 5 min.
	RetryMin, RetryMax time.Duration

	// Looked, if there is one, is told nil after each look at the mailbox, and
	// the error each time the connection fails. It must be quick.
	Looked func(error)
}

const (
	commandTimeout = 5 * time.Minute  // for one look, so that a dead server is noticed
	settling       = 2 * time.Second  // length of a short IDLE
	idleAnswer     = 20 * time.Second // the same for the start and the end of IDLE, which cost a server nothing
	batchMessages  = 128              // fetched at once, to save round trips
	batchBytes     = 4 << 20
	listMessages   = 4096 // known at once; those behind them are listed when these are handled
)

// Run hands every message behind the cursor to handle, in the order of UIDs,
// as many at a time as wait, within bounds, and goes on with those that arrive,
// until ctx is done; then it returns the error of ctx. It returns at once if the
// Endpoint fails its Check.
//
// Of the messages that handle gets, as many as it returns have been dealt with for
// good: they are marked as \Seen and will not come again to this Run. If that is
// not all, there is an error, and the rest comes again after a wait; none is ever
// skipped. Each makes a handle out of one that takes one message. If
// the mailbox has a new UIDVALIDITY, everything in it comes again with the new
// one, and handle must recognize what it knows (by Message.Hash or ID).
//
// A mail is noticed at once if the server has IDLE (RFC 2177), after Interval
// at the latest if it has not, or loses the news. Faults of the network are
// logged and the connection is made again.
func (p *Poller) Run(ctx context.Context, from Cursor, handle Handle) error {
	if err := p.Endpoint.Check(); err != nil {
		return fmt.Errorf("polling mailbox: %w", err)
	}
	log := cmp.Or(p.Logger, slog.Default()).With("imap", p.Endpoint.Address, "mailbox", p.mailbox())
	run := &run{Poller: p, log: log, cursor: from, handle: handle}
	wait := p.retryMin()
	for {
		before, start := run.cursor, time.Now()
		err := run.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		p.looked(err)
		if run.cursor != before || time.Since(start) > time.Minute {
			wait = p.retryMin()
		}
		pause := wait - time.Duration(rand.Int64N(int64(wait)/2+1))
		log.Warn("mailbox not polled, trying again", "error", err, "in", pause.Round(time.Millisecond))
		if !sleep(ctx, pause) {
			return ctx.Err()
		}
		wait = min(2*wait, cmp.Or(p.RetryMax, 5*time.Minute))
	}
}

// Handle takes messages in, and tells how many of them, from the first, have been
// dealt with. If not all, the error says why.
type Handle func(context.Context, []Arrival) (int, error)

// Each is the Handle that takes messages one by one.
func Each(take func(context.Context, Arrival) error) Handle {
	return func(ctx context.Context, all []Arrival) (int, error) {
		for i, a := range all {
			if err := take(ctx, a); err != nil {
				return i, err
			}
		}
		return len(all), nil
	}
}

func (p *Poller) mailbox() string         { return cmp.Or(p.Mailbox, "INBOX") }
func (p *Poller) retryMin() time.Duration { return cmp.Or(p.RetryMin, time.Second) }
func (p *Poller) interval() time.Duration { return cmp.Or(p.Interval, time.Minute) }
func (p *Poller) maxBytes() int64         { return cmp.Or(p.MaxBytes, int64(mail.DefaultLimits.MessageBytes)) }

func (p *Poller) looked(err error) {
	if p.Looked != nil {
		p.Looked(err)
	}
}

func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// run is the state of one Run.
type run struct {
	*Poller
	log    *slog.Logger
	cursor Cursor
	handle Handle
	client *imapclient.Client
	guard  *serverGuard
	news   chan struct{} // gets a value when the server reports new messages
}

// session polls over one connection until it fails.
func (r *run) session(ctx context.Context) error {
	if err := r.connect(ctx); err != nil {
		return err
	}
	// Closing is the only way to interrupt a command of go-imap.
	stop := context.AfterFunc(ctx, func() { r.client.Close() })
	defer func() {
		stop()
		r.client.Close()
	}()
	if err := r.guarded(commandTimeout, func() error { return r.open(ctx) }); err != nil {
		return err
	}
	idle := r.client.Caps().Has(imap.CapIdle)
	r.log.Info("mailbox opened", "idle", idle, "uidvalidity", r.cursor.UIDValidity, "uid", r.cursor.UID)
	// A mail that arrives between a look and the start of IDLE may not be
	// reported by the server. Hence a short IDLE and another look before each
	// long one, which ends after the interval at the latest.
	looked := false
	for {
		n, err := r.drain(ctx)
		if err != nil {
			return err
		}
		r.looked(nil)
		long := !idle || looked && n == 0
		looked = !long
		wait := min(settling, r.interval())
		if long {
			wait = r.interval()
		}
		if err := r.wait(ctx, idle, wait); err != nil {
			return err
		}
	}
}

// guarded closes the connection if f takes too long or the server sends too much.
func (r *run) guarded(limit time.Duration, f func() error) error {
	client := r.client
	r.guard.allow()
	t := time.AfterFunc(limit, func() { client.Close() })
	defer t.Stop()
	return f()
}

func (r *run) connect(ctx context.Context) (err error) {
	news := make(chan struct{}, 1)
	r.news, r.guard = news, newServerGuard(lookBytes+2*r.maxBytes())
	r.client, err = r.Endpoint.dialIMAP(ctx, &imapclient.Options{
		DebugWriter: r.guard,
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{
			Mailbox: func(d *imapclient.UnilateralDataMailbox) {
				if d.NumMessages == nil {
					return
				}
				select {
				case news <- struct{}{}:
				default:
				}
			},
		},
	})
	return err
}

// open logs in and selects the mailbox.
func (r *run) open(ctx context.Context) error {
	if err := r.client.WaitGreeting(); err != nil {
		return fmt.Errorf("waiting for the greeting: %w", err)
	}
	if err := r.Endpoint.loginIMAP(ctx, r.client); err != nil {
		return fmt.Errorf("logging in: %w", err)
	}
	box, err := r.client.Select(r.mailbox(), nil).Wait()
	if err != nil {
		return fmt.Errorf("opening mailbox: %w", err)
	}
	if box.UIDValidity != r.cursor.UIDValidity {
		if r.cursor.UIDValidity != 0 {
			r.log.Warn("mailbox was renumbered, reading all of it", "old", r.cursor.UIDValidity, "new", box.UIDValidity)
		}
		r.cursor = Cursor{UIDValidity: box.UIDValidity}
	}
	return nil
}

// wait returns after d, or earlier when the server reports something.
func (r *run) wait(ctx context.Context, idle bool, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	var cmd *imapclient.IdleCommand
	if idle {
		err := r.guarded(idleAnswer, func() (err error) { cmd, err = r.client.Idle(); return })
		if err != nil {
			return fmt.Errorf("starting IDLE: %w", err)
		}
	}
	select {
	case <-r.news:
	case <-t.C:
	case <-ctx.Done():
		return ctx.Err()
	case <-r.client.Closed():
		return errors.New("server closed the connection")
	}
	if cmd == nil {
		return nil
	}
	// A connection that a firewall forgot looks alive until something is sent.
	return r.guarded(idleAnswer, func() error {
		if err := cmd.Close(); err != nil {
			return fmt.Errorf("ending IDLE: %w", err)
		}
		if err := cmd.Wait(); err != nil {
			return fmt.Errorf("ending IDLE: %w", err)
		}
		return nil
	})
}

// drain handles everything behind the cursor and gives the number of messages.
func (r *run) drain(ctx context.Context) (n int, err error) {
	for {
		var todo []Arrival
		err = r.guarded(commandTimeout, func() (err error) { todo, err = r.list(); return })
		if err != nil {
			return n, fmt.Errorf("listing messages: %w", err)
		}
		done, err := r.handleAll(ctx, todo)
		if n += done; err != nil || len(todo) < listMessages {
			return n, err
		}
	}
}

// handleAll fetches and handles listed messages.
func (r *run) handleAll(ctx context.Context, todo []Arrival) (n int, err error) {
	for len(todo) > 0 {
		batch := todo[:r.batchLen(todo)]
		if err := r.guarded(commandTimeout, func() error { return r.fetch(batch) }); err != nil {
			return n, fmt.Errorf("fetching messages: %w", err)
		}
		todo = todo[len(batch):]
		batch = slices.DeleteFunc(batch, func(a Arrival) bool {
			gone := a.Raw == nil && a.Size <= r.maxBytes()
			if gone {
				r.log.Info("message vanished before it was read", "uid", a.Cursor.UID)
			}
			return gone
		})
		if len(batch) == 0 {
			continue
		}
		done, err := r.handle(ctx, batch)
		if n += done; done > 0 {
			r.cursor = batch[done-1].Cursor
		}
		r.markSeen(batch)
		if err != nil {
			return n, fmt.Errorf("handling message with uid %d: %w", batch[min(done, len(batch)-1)].Cursor.UID, err)
		}
	}
	return n, nil
}

// list gives the first messages behind the cursor with their sizes, in order.
func (r *run) list() ([]Arrival, error) {
	set := imap.UIDSet{}
	set.AddRange(imap.UID(r.cursor.UID+1), 0)
	cmd := r.client.Fetch(set, &imap.FetchOptions{UID: true, RFC822Size: true})
	var out []Arrival
	for msg := cmd.Next(); msg != nil; msg = cmd.Next() {
		a := Arrival{Cursor: Cursor{UIDValidity: r.cursor.UIDValidity}}
		for item := msg.Next(); item != nil; item = msg.Next() {
			switch item := item.(type) {
			case imapclient.FetchItemDataUID:
				a.Cursor.UID = uint32(item.UID)
			case imapclient.FetchItemDataRFC822Size:
				a.Size = item.Size
			}
		}
		// "n:*" gives the last message even if its UID is below n.
		if a.Cursor.UID <= r.cursor.UID {
			continue
		}
		if out = append(out, a); len(out) >= 2*listMessages {
			out = firstArrivals(out)
		}
	}
	return firstArrivals(out), cmd.Close()
}

// firstArrivals gives the first of the messages, each once, by their UIDs.
func firstArrivals(all []Arrival) []Arrival {
	sort.SliceStable(all, func(i, j int) bool { return all[i].Cursor.UID < all[j].Cursor.UID })
	all = slices.CompactFunc(all, func(a, b Arrival) bool { return a.Cursor.UID == b.Cursor.UID })
	return all[:min(len(all), listMessages)]
}

func (r *run) batchLen(todo []Arrival) int {
	var bytes int64
	for i, a := range todo {
		if bytes += min(a.Size, r.maxBytes()); i > 0 && (i == batchMessages || bytes > batchBytes) {
			return i
		}
	}
	return len(todo)
}

// fetch fills in the contents of a batch, except for messages that are too
// large. A message that stays empty has been deleted meanwhile.
func (r *run) fetch(batch []Arrival) error {
	index := map[imap.UID]*Arrival{}
	set := imap.UIDSet{}
	room := batchBytes + r.maxBytes() // for what comes, whatever sizes were announced
	for i, a := range batch {
		if a.Size <= r.maxBytes() {
			index[imap.UID(a.Cursor.UID)] = &batch[i]
			set.AddNum(imap.UID(a.Cursor.UID))
		}
	}
	if len(index) == 0 {
		return nil
	}
	cmd := r.client.Fetch(set, &imap.FetchOptions{
		UID: true, BodySection: []*imap.FetchItemBodySection{{Peek: true}},
	})
	for msg := cmd.Next(); msg != nil; msg = cmd.Next() {
		if err := r.read(msg, index, &room); err != nil {
			if !errors.Is(err, errCut) {
				cmd.Close() // unblocks the decoder, which Client.Close waits for
			}
			return err
		}
	}
	if err := cmd.Close(); err != nil {
		return err
	}
	return r.confirmVanished(batch)
}

// errCut is a message that breaks off. go-imap reads on by itself then, and must not be
// asked for the rest, which it would read at the same time.
var errCut = errors.New("the connection broke off in a message")

// read takes one message from the server, which may have lied about its size, and
// takes what it keeps off room.
func (r *run) read(msg *imapclient.FetchMessageData, index map[imap.UID]*Arrival, room *int64) error {
	var uid imap.UID
	for item := msg.Next(); item != nil; item = msg.Next() {
		switch item := item.(type) {
		case imapclient.FetchItemDataUID:
			uid = item.UID
		case imapclient.FetchItemDataBodySection:
			a := index[uid]
			if a == nil || item.Literal == nil {
				continue
			}
			if a.Size = item.Literal.Size(); a.Size > r.maxBytes() {
				continue
			}
			if *room -= a.Size; *room < 0 {
				return fmt.Errorf("%w: messages larger than announced", errServer)
			}
			raw, err := io.ReadAll(item.Literal)
			if err != nil || int64(len(raw)) < a.Size {
				return fmt.Errorf("%w: %w", errCut, cmp.Or(err, io.ErrUnexpectedEOF))
			}
			a.Raw = append([]byte{}, raw...) // never nil, for an empty message too
		}
	}
	return nil
}

// confirmVanished makes sure that a message which the server did not send is
// really gone; otherwise it would be lost by a passing fault.
func (r *run) confirmVanished(batch []Arrival) error {
	set := imap.UIDSet{}
	for _, a := range batch {
		if a.Raw == nil && a.Size <= r.maxBytes() {
			set.AddNum(imap.UID(a.Cursor.UID))
		}
	}
	if len(set) == 0 {
		return nil
	}
	msgs, err := r.client.Fetch(set, &imap.FetchOptions{UID: true}).Collect()
	if err == nil && len(msgs) > 0 {
		err = fmt.Errorf("server gives no content for uid %d", msgs[0].UID)
	}
	return err
}

// markSeen tells people who look into the mailbox what has been dealt with. A
// failure does no harm, because the cursor alone decides.
func (r *run) markSeen(batch []Arrival) {
	set := imap.UIDSet{}
	for _, a := range batch {
		if a.Cursor.UID <= r.cursor.UID {
			set.AddNum(imap.UID(a.Cursor.UID))
		}
	}
	if len(set) == 0 {
		return
	}
	err := r.guarded(commandTimeout, func() error {
		return r.client.Store(set, &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true,
			Flags: []imap.Flag{imap.FlagSeen}}, nil).Close()
	})
	if err != nil {
		r.log.Info("messages not marked as seen", "error", err)
	}
}
