package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"berthier/mail"
)

// errand is what a running daemon does for another command. If none runs, that
// command does it itself.
type errand[In any] struct {
	path string // at the socket: POST, In in JSON; a told in JSON
	// do does it over the open store. An error that is a refusal is the answer; any
	// other is a fault of ours.
	do func(h *hub, in In) (errandEnd, error)
	// here does it without a daemon; nil for do over a store that exists.
	here func(c *call, cfg config, in In) (errandEnd, error)
}

// errandEnd is what came of an errand.
type errandEnd struct {
	Text    string      // to be printed
	Files   []mail.File // to be written into the folder at hand
	Mails   int         // that were queued
	Refused string      // why it could not be; "" if it was done
	Hint    string      // what to do about that
}

// maxErrand bounds what an errand brings: an archive of 256 MiB in base64.
const maxErrand = 400 << 20

// handle answers at the socket.
func (e errand[In]) handle(h *hub, mux *http.ServeMux) {
	mux.HandleFunc("POST "+e.path, func(w http.ResponseWriter, r *http.Request) {
		var in In
		h.answerErrand(w, r, &in, func() (errandEnd, error) { return e.do(h, in) })
	})
}

// answerErrand reads what an errand brings into in, and answers with what came of it.
func (h *hub) answerErrand(w http.ResponseWriter, r *http.Request, in any, do func() (errandEnd, error)) {
	if err := json.NewDecoder(io.LimitReader(r.Body, maxErrand)).Decode(in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.WriteHeader(http.StatusOK) // it may take longer than an answer may
	if err := http.NewResponseController(w).Flush(); err != nil {
		return
	}
	t, err := do()
	if err = t.refuse(err); err == nil {
		err = json.NewEncoder(w).Encode(t)
	}
	if err != nil {
		h.log.Error("what another command asked for was not done", "path", r.URL.Path, "error", err)
		panic(http.ErrAbortHandler) // so that the other end knows
	}
}

// refuse takes in an error that is a refusal, and gives any other back.
func (t *errandEnd) refuse(err error) error {
	if !errors.As(err, new(refusal)) {
		return err
	}
	t.Refused = err.Error()
	t.Hint = hintOf(err, "")
	return nil
}

// run has the errand done and prints what came of it.
func (e errand[In]) run(ctx context.Context, c *call, cfg config, in In) error {
	return c.runErrand(ctx, cfg, e.path, in, func() (errandEnd, error) {
		if e.here != nil {
			return e.here(c, cfg, in)
		}
		return c.alone(cfg, func(h *hub) (errandEnd, error) { return e.do(h, in) })
	})
}

// runErrand has the running daemon do an errand, or does it here if none runs, and prints what came of it.
func (c *call) runErrand(ctx context.Context, cfg config, path string, in any,
	here func() (errandEnd, error)) error {
	t, err := askErrand(ctx, cfg, path, in)
	alone := errors.Is(err, errNoDaemon)
	if alone {
		t, err = here()
		err = t.refuse(err)
	}
	if err != nil {
		return err
	}
	fmt.Fprint(c.stdout, t.Text)
	if alone && t.Mails > 0 {
		fmt.Fprintf(c.stdout, "\n%s to be sent; berthier serve does it.\n", count(t.Mails, "mail"))
	}
	for _, f := range t.Files {
		if err := writeNew(f.Name, f.Bytes, 0o600); err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "%s: %d bytes\n", f.Name, len(f.Bytes))
	}
	if t.Refused == "" {
		return nil
	}
	if t.Hint == "" {
		return refusal{errors.New(t.Refused)}
	}
	return refusal{hint(errors.New(t.Refused), "%s", t.Hint)}
}

// askErrand has the running daemon do it; the error is errNoDaemon if none runs.
func askErrand(ctx context.Context, cfg config, path string, in any) (t errandEnd, err error) {
	body, err := json.Marshal(in)
	if err != nil {
		return t, err
	}
	resp, err := askDaemonWith(ctx, cfg, http.MethodPost, path, bytes.NewReader(body))
	if err != nil {
		return t, err
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(&t); err != nil {
		return t, fmt.Errorf("the running daemon: %w; its log says more", err)
	}
	return t, nil
}

// alone does it over a store that exists.
func (c *call) alone(cfg config, do func(h *hub) (errandEnd, error)) (t errandEnd, err error) {
	h, err := openHub(cfg, newLogger(cfg.Log, c.stderr), false)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, h.close()) }()
	return do(h)
}
