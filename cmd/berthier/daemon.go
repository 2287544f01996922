package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/umpire"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/wire"
	"berthier/store"
)

// hub is an open store with the umpire over it.
type hub struct {
	cfg      config
	log      *slog.Logger
	store    *store.Store
	rulesets []engine.Ruleset
	umpire   *umpire.Umpire
	close    func() error // closes the store
	journal  journalCare
}

// sendLines is how many mails are handed to the mail server at the same time; no
// provider forbids two.
const sendLines = 2

// storeWait is how long a command waits for another one to finish.
const storeWait = 2 * time.Second

// openHub opens the store of a configuration; create makes a new one if there
// is none. Links that players may hold of a store that was put back are burned.
func openHub(cfg config, log *slog.Logger, create bool) (*hub, error) {
	return openHubUntil(context.Background(), cfg, log, create)
}

// openHubUntil is openHub over a database for which nobody waits when ctx is done.
func openHubUntil(ctx context.Context, cfg config, log *slog.Logger, create bool) (*hub, error) {
	h, err := newHub(cfg, log, cfg.stateFolder(), func() (storeReader, error) {
		s, err := openStore(ctx, cfg, create)
		return storeReader{Store: s}, err
	})
	if err != nil {
		return nil, err
	}
	if err := h.umpire.BurnDue(); err != nil {
		return nil, errors.Join(err, h.close())
	}
	return h, nil
}

// serveHub opens the store of a configuration for the daemon, and waits for a database that is away.
func serveHub(ctx context.Context, cfg config, log *slog.Logger) (h *hub, err error) {
	if !cfg.inDatabase() {
		return openHub(cfg, log, true)
	}
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(stopTime, end) })
	forget := func() { stop(); end() }
	err = patiently(ctx, log, "start", func() error {
		h, err = openHubUntil(life, cfg, log, true)
		return err
	})
	if err != nil {
		forget()
		return nil, err
	}
	closeHub := h.close
	h.close = func() error { defer forget(); return closeHub() }
	return h, nil
}

// stopTime is how long a daemon that is stopped waits for a silent database: who has stopped it kills it after 30
// seconds. Tests change it.
var stopTime = 10 * time.Second

// readHub opens the store of a configuration only to look at it; while its
// daemon runs, that is a copy.
func readHub(ctx context.Context, cfg config, log *slog.Logger) (*hub, error) {
	return newHub(cfg, log, "", func() (storeReader, error) { return readStore(ctx, cfg) })
}

// newHub puts an umpire over a store; folder is where it notes which mails are being
// taken in, "" if it takes in none.
func newHub(cfg config, log *slog.Logger, folder string, open func() (storeReader, error)) (h *hub, err error) {
	h = &hub{cfg: cfg, log: log}
	if h.rulesets, err = loadRulesets(cfg); err != nil {
		return nil, err
	}
	s, err := open()
	if err != nil {
		return nil, err
	}
	h.store, h.close = s.Store, s.Close
	if err := h.begin(folder); err != nil {
		return nil, errors.Join(err, h.close())
	}
	h.close = func() error { return errors.Join(h.umpire.CloseFiles(), s.Close()) }
	return h, nil
}

// begin puts an umpire over the store.
func (h *hub) begin(folder string) error {
	cfg := h.cfg
	umpireKeys, err := cfg.umpireKeys()
	if err != nil {
		return err
	}
	key, err := openLogKey(cfg.logKeyPath(), h.store)
	if err != nil {
		return err
	}
	h.umpire, err = umpire.New(docket.Config{
		Store: h.store, Key: key, Rulesets: h.rulesets, Address: mail.Address{Name: cfg.Name, Address: cfg.Address},
		Contact: cfg.Contact,
		Folder:  folder, Mailbox: cfg.IMAP.Mailbox, Logger: h.log, Maps: cfg.Maps, Limits: cfg.Limits.umpire(),
		Program: release(),
		Steady:  steady, Boot: bootName(), Synchronised: synchronised,
		UmpireKeys: umpireKeys, UmpireAddress: cfg.Umpire.Address,
		Build: build(), Load: loadGame, Archive: writeArchive, Topics: topics(), Desk: cfg.Site.desk(),
		Site: cfg.Site.pages(),
	})
	return err
}

// mailServers is how the daemon reaches its mail servers.
type mailServers struct {
	imap, smtp wire.Endpoint
	// taken tells the built-in server that a mail was dealt with for good; nil for any
	// other, which keeps its mails by itself.
	taken func(raw []byte) error
	// before makes the built-in server ready for a mail to somebody; nil for any other.
	before func(to []string) error
}

// prepared has send hand a mail to a server that is ready for it.
func (s mailServers) prepared(send sendFunc) sendFunc {
	if s.before == nil {
		return send
	}
	return func(ctx context.Context, from string, to []string, raw []byte) error {
		if err := s.before(to); err != nil {
			return err
		}
		return send(ctx, from, to, raw)
	}
}

// forget tells the server which mails were dealt with.
func (s mailServers) forget(done []wire.Arrival, log *slog.Logger) {
	for _, a := range done {
		if s.taken == nil {
			return
		}
		if err := s.taken(a.Raw); err != nil {
			log.Warn("a mail that was taken in will come again", "uid", a.Cursor.UID, "error", err)
		}
	}
}

// serve takes mails in and sends mails out until ctx is done. An error means
// that it cannot go on.
func (h *hub) serve(ctx context.Context, servers mailServers) error {
	err := patiently(ctx, h.log, "taking up the games", h.umpire.Resume)
	if errors.Is(err, context.Canceled) {
		return nil
	}
	if err != nil {
		return err
	}
	v := newVitals(h.cfg.IMAP.interval(), time.Now)
	poller := &wire.Poller{
		Endpoint: servers.imap, Mailbox: h.cfg.IMAP.Mailbox, Interval: h.cfg.IMAP.interval(),
		MaxBytes: int64(h.cfg.Limits.MailBytes), Logger: h.log,
		Looked: func(err error) { v.look(err); h.umpire.Looked(err) },
	}
	n := sendLines
	if h.cfg.isLocal() {
		n = 1 // so that what is tried out goes the same way each time
	}
	var lines []post.Line
	for range n {
		sender := &wire.Sender{Endpoint: servers.smtp, HelloName: h.cfg.SMTP.Hello}
		defer sender.Close()
		lines = append(lines, post.Line(v.watchSend(servers.prepared(sender.Send))))
	}
	ln, err := h.listenMonitor()
	if err != nil {
		return err
	}

	weekly, err := h.cfg.Umpire.weekly()
	if err != nil {
		return err
	}

	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var running sync.WaitGroup
	start := func(what string, run func() error) {
		running.Go(func() {
			if err := patiently(ctx, h.log, what, run); !errors.Is(err, context.Canceled) {
				stop(fmt.Errorf("%s: %w", what, err))
			}
		})
	}
	// What one daemon does for all games, whichever has the mailbox.
	lead := func(what string, run func(context.Context) error) {
		start(what, func() error { return h.store.Stand(ctx, store.ClaimMailbox, run) })
	}
	take := v.watchTake(func(ctx context.Context, all []wire.Arrival) (int, error) {
		n, err := h.umpire.TakeAll(ctx, all)
		servers.forget(all[:n], h.log)
		if errors.Is(err, store.ErrBroken) || errors.Is(err, store.ErrDamaged) {
			stop(err)
		}
		return n, err
	})
	lead("reading mail", func(ctx context.Context) error {
		cursor, err := h.umpire.Cursor()
		if err != nil {
			return err
		}
		if h.cfg.isLocal() {
			cursor = wire.Cursor{} // the built-in server numbers its mails anew
		}
		return poller.Run(ctx, cursor, take)
	})
	start("judging mails", func() error {
		return h.umpire.Queue.Run(ctx, func(n int) { v.judged(n, h.store.Stands(store.ClaimMailbox)) })
	})
	start("sending mail", func() error {
		return h.store.Stand(ctx, store.ClaimPost, func(ctx context.Context) error {
			return h.umpire.Post.Run(ctx, lines[0], lines[1:]...)
		})
	})
	start("checking games", func() error {
		if err := h.umpire.CheckGames(ctx); err != nil {
			return err
		}
		return h.relax(ctx, v)
	})
	lead("beacon", func(ctx context.Context) error { return h.umpire.RunBeacon(ctx, h.cfg.Beacon.ask) })
	lead("clocks", h.umpire.RunClocks)
	lead("the weekly letter", func(ctx context.Context) error {
		return weekly.Run(ctx, h.umpire.Clock, h.umpire.SendWeekly)
	})
	start("the pages of the games", func() error { return h.keepSite(ctx) })
	start("checking the journal", func() error { return h.watchJournal(ctx) })
	start("watchdog", func() error { return v.watchdog(ctx, h.log) })
	if control := h.listenControl(); control != nil {
		start("answering other commands", func() error { return h.control(ctx, control) })
	}
	if ln != nil {
		start("monitor", func() error { return h.monitor(ctx, ln, v) })
	}
	running.Wait()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// diskPause is how long to wait for a disk that cannot be written to, at the
// first time and at most.
const diskPause, diskPauseMost = time.Second, time.Minute

// patiently runs a part of the daemon again as long as it ends because the disk
// is full or cannot be written to, or the database is away: somebody may mend that.
func patiently(ctx context.Context, log *slog.Logger, what string, run func() error) error {
	for pause := diskPause; ; {
		start := time.Now()
		err := run()
		if !errors.Is(err, store.ErrNotWritten) && !errors.Is(err, store.ErrNotRead) {
			return err
		}
		if time.Since(start) > diskPauseMost {
			pause = diskPause
		}
		log.Error("the store cannot be read or written to; nothing is lost, and it is tried again", "part",
			what, "error", err, "in", pause)
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
		pause = min(2*pause, diskPauseMost)
	}
}

// relaxAfter is for how long no mail comes or goes before memory is given back: it would be needed again at once.
const relaxAfter = time.Second

// relax gives back the memory that the start needed, and every hour what was
// needed since, until ctx is done.
func (h *hub) relax(ctx context.Context, v *vitals) error {
	for pause := relaxAfter; ; {
		before := v.worked()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		if pause = relaxAfter; v.worked() != before {
			continue
		}
		debug.FreeOSMemory()
		if err := h.store.Relax(); err != nil {
			h.log.Warn("memory is not given back", "error", err)
		}
		pause = time.Hour
	}
}

// newLogger makes the log of a configuration.
func newLogger(cfg logConfig, w io.Writer) *slog.Logger {
	level, err := cfg.level()
	if err != nil {
		level = slog.LevelInfo
	}
	o := &slog.HandlerOptions{Level: level}
	if cfg.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, o))
	}
	return slog.New(slog.NewTextHandler(w, o))
}

// inState is the path of a file in the state folder.
func (h *hub) inState(name string) string { return filepath.Join(h.cfg.stateFolder(), name) }
