package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"berthier/store"
)

// journalDay is how often the whole journal is read.
const journalDay = 24 * time.Hour

// journalCare is what is known about the journal of a running daemon.
type journalCare struct {
	mu    sync.Mutex // held while it is read or mended
	known sync.Mutex
	fault string // why it is damaged and not mended; "" if it is sound as far as is known
}

func (j *journalCare) complaint() string {
	j.known.Lock()
	defer j.known.Unlock()
	return j.fault
}

func (j *journalCare) complain(fault string) (news bool) {
	j.known.Lock()
	defer j.known.Unlock()
	news = fault != "" && j.fault == ""
	j.fault = fault
	return news
}

// watchJournal reads the journal at the start and then each day, and mends it, until
// ctx is done.
func (h *hub) watchJournal(ctx context.Context) error {
	if h.cfg.inDatabase() {
		<-ctx.Done()
		return ctx.Err()
	}
	days := time.NewTicker(journalDay)
	defer days.Stop()
	for {
		if _, err := h.mendJournal(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-days.C:
		}
	}
}

// mendJournal reads the journal and, if it is damaged, lets another one begin. told
// is what was found; "" if it is sound. A journal that cannot be mended is told to
// the umpire and stays; err is a fault of the store.
func (h *hub) mendJournal(ctx context.Context) (told string, err error) {
	h.journal.mu.Lock()
	defer h.journal.mu.Unlock()
	start := time.Now()
	d, err := h.store.CheckJournal(ctx, "")
	if err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		h.log.Error("the journal cannot be checked", "error", err)
		return "", nil
	}
	if d == nil {
		h.journal.complain("")
		h.log.Info("the journal is sound", "time", time.Since(start).Round(time.Millisecond))
		return "", nil
	}
	h.log.Error("the journal is damaged", "error", d)
	kept, err := h.store.MendJournal(d, time.Now())
	if err == nil {
		h.journal.complain("")
		return mended(d, kept), h.umpire.Post.TellDiary()
	}
	h.log.Error("the journal was not mended", "error", err)
	told = fmt.Sprintf("%v. It was not mended: %v.", d, err)
	if h.journal.complain(told) {
		err := h.store.Update(func(tx *store.Tx) error { return tx.WriteDiary(time.Now(), "damaged", told) })
		return told, errors.Join(err, h.umpire.Post.TellDiary())
	}
	return told, nil
}

func mended(d *store.Damage, kept string) string {
	return fmt.Sprintf("%v. Another journal began with all that the store has; the damaged one is kept as %s.", d, kept)
}

// handleJournal answers GET /journal and POST /journal with what is wrong.
func (h *hub) handleJournal(look func(context.Context) (string, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusOK) // reading takes longer than an answer may
		if err := http.NewResponseController(w).Flush(); err != nil {
			return
		}
		told, err := look(r.Context())
		if err != nil {
			h.log.Error("the journal was not checked", "error", err)
			panic(http.ErrAbortHandler) // so that the other end knows
		}
		fmt.Fprint(w, told)
	}
}

// lookAtJournal is mendJournal without mending.
func (h *hub) lookAtJournal(ctx context.Context) (told string, err error) {
	h.journal.mu.Lock()
	defer h.journal.mu.Unlock()
	d, err := h.store.CheckJournal(ctx, "")
	if err != nil || d == nil {
		return "", err
	}
	return d.Error(), nil
}

// askJournal has the running daemon of a configuration read its journal (GET), and
// mend it (POST).
func askJournal(ctx context.Context, cfg config, method string) (told string, err error) {
	resp, err := askDaemon(ctx, cfg, method, "/journal")
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return string(text), err
}

// careForJournal reads the journal of a configuration, whether its daemon runs or
// not, and mends it. told is what was wrong.
func careForJournal(ctx context.Context, cfg config) (told string, err error) {
	told, err = askJournal(ctx, cfg, http.MethodPost)
	if !errors.Is(err, errNoDaemon) {
		return told, err
	}
	d, err := readJournal(ctx, cfg)
	if err != nil || d == nil {
		return "", err
	}
	s, err := openStore(context.Background(), cfg, false) // mends what is wrong at the end
	if err != nil {
		return fmt.Sprintf("%v. It was not mended: %v.", d, err), nil
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	left, err := s.CheckJournal(ctx, "")
	if err != nil || left == nil {
		return fmt.Sprintf("%v. Another journal began with all that the store has; berthier store diary says more.",
			d), err
	}
	kept, err := s.MendJournal(left, time.Now())
	if err != nil {
		return fmt.Sprintf("%v. It was not mended: %v.", d, err), nil
	}
	return mended(left, kept), nil
}

// readJournal reads the journal of a store that no daemon has.
func readJournal(ctx context.Context, cfg config) (d *store.Damage, err error) {
	s, err := openToRead(cfg, storeWait)
	if err != nil {
		return nil, storeHint(cfg, err)
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return s.CheckJournal(ctx, "")
}
