package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"berthier/store"
)

// A running daemon has its store for itself. What other commands want of it they
// ask over a Unix socket in the state folder, in HTTP:
//
//	GET /store                   a copy of the store as it is
//	GET /journal                 reads the journal: what is wrong with it, or nothing
//	POST /journal                the same, and mends it
//	POST /do                     an errand: carries out commands of the umpire
//	POST /release                sends what waits because a mail came back
//	POST /prune                  removes what is old or archived
//	POST /retry                  takes in a mail that was set aside
//	POST /drop                   gives up a mail that was damaged in the database
//	POST /migrate                lets a held game go on
//	POST /restore                puts a game out of an archive into the store
//	POST /logkey                 signs the logs with another key
//
// An errand brings its input in JSON and takes a told back.

// controlPath is the socket of the daemon of a configuration.
func (c *config) controlPath() string { return filepath.Join(c.stateFolder(), "control") }

// controlPause is how long the other end may do nothing.
const controlPause = time.Minute

// listenControl opens the socket; nil if that cannot be done, which is not
// worth stopping for. One that a killed daemon left is taken over: we have the
// lock on the store.
func (h *hub) listenControl() net.Listener {
	path := h.cfg.controlPath()
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		h.log.Warn("other commands cannot ask this daemon", "error", err)
		return nil
	}
	ln, err := listenAlone(path)
	if err != nil {
		h.log.Warn("other commands cannot ask this daemon, so there are no backups while it runs", "socket", path,
			"error", err)
		return nil
	}
	return ln
}

// listenAlone listens at a socket that only this user can reach at any moment. A system gives it the mode that the
// umask leaves: so it gets its own in a folder that is closed, and only then its place.
func listenAlone(path string) (net.Listener, error) {
	closed := filepath.Join(filepath.Dir(path), ".c") // short, as the path of a socket has to be
	if err := errors.Join(os.RemoveAll(closed), os.Mkdir(closed, 0o700)); err != nil {
		return nil, err
	}
	defer os.RemoveAll(closed)
	made := filepath.Join(closed, "s")
	ln, err := net.Listen("unix", made)
	if err != nil {
		return nil, err
	}
	if u, ok := ln.(*net.UnixListener); ok {
		u.SetUnlinkOnClose(false) // where it was made
	}
	if err := errors.Join(os.Chmod(made, 0o600), os.Rename(made, path)); err != nil {
		return nil, errors.Join(err, ln.Close())
	}
	return placedListener{ln, path}, nil
}

// placedListener takes its socket away when it ends.
type placedListener struct {
	net.Listener
	path string
}

func (l placedListener) Close() error {
	if err := os.Remove(l.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, l.Listener.Close())
	}
	return l.Listener.Close()
}

// control answers at the socket until ctx is done.
func (h *hub) control(ctx context.Context, ln net.Listener) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /store", func(w http.ResponseWriter, _ *http.Request) {
		if err := h.store.Backup(patientWriter{w, http.NewResponseController(w)}); err != nil {
			h.log.Error("the store was not copied", "error", err)
			panic(http.ErrAbortHandler) // so that the other end knows
		}
		h.log.Info("the store was copied")
	})
	doErrand.handle(h, mux)
	releaseErrand.handle(h, mux)
	pruneErrand.handle(h, mux)
	retryErrand.handle(h, mux)
	dropErrand.handle(h, mux)
	migrateErrand.handle(h, mux)
	restoreErrand.handle(h, mux)
	logKeyErrand.handle(h, mux)
	mux.HandleFunc("GET /journal", h.handleJournal(h.lookAtJournal))
	mux.HandleFunc("POST /journal", h.handleJournal(h.mendJournal))
	s := &http.Server{Handler: mux, ReadTimeout: controlPause,
		ErrorLog: slog.NewLogLogger(h.log.Handler(), slog.LevelWarn)}
	stop := context.AfterFunc(ctx, func() { s.Close() })
	defer stop()
	err := s.Serve(ln)
	return errors.Join(ctx.Err(), err)
}

// patientWriter gives each write its own time: a copy may take long, a reader
// that sleeps may not, because the store cannot shrink meanwhile.
type patientWriter struct {
	io.Writer
	response *http.ResponseController
}

func (w patientWriter) Write(p []byte) (int, error) {
	if err := w.response.SetWriteDeadline(time.Now().Add(controlPause)); err != nil {
		return 0, err
	}
	return w.Writer.Write(p)
}

// errNoDaemon says that no daemon answers at the socket.
var errNoDaemon = errors.New("no daemon answers")

// askDaemon sends a request to the running daemon of a configuration. The
// error is errNoDaemon if there is none.
func askDaemon(ctx context.Context, cfg config, method, path string) (*http.Response, error) {
	return askDaemonWith(ctx, cfg, method, path, nil)
}

// askDaemonWith is askDaemon for a request that has a body.
func askDaemonWith(ctx context.Context, cfg config, method, path string, body io.Reader) (*http.Response, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", cfg.controlPath())
	if err != nil {
		return nil, fmt.Errorf("%w at %s: %w", errNoDaemon, cfg.controlPath(), err)
	}
	t := &http.Transport{
		DialContext:           func(context.Context, string, string) (net.Conn, error) { return conn, nil },
		DisableKeepAlives:     true,
		ResponseHeaderTimeout: controlPause,
	}
	req, err := http.NewRequestWithContext(ctx, method, "http://berthier"+path, body)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	resp, err := t.RoundTrip(req)
	if err != nil {
		return nil, fmt.Errorf("asking the running daemon: %w", err)
	}
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 1000))
		resp.Body.Close()
		return nil, fmt.Errorf("the running daemon answers %s: %s", resp.Status, text)
	}
	return resp, nil
}

// daemonAnswers reports whether a daemon of a configuration runs.
func daemonAnswers(ctx context.Context, cfg config) bool {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", cfg.controlPath())
	if err == nil {
		conn.Close()
	}
	return err == nil
}

// copyStore writes a copy of the store of a configuration, whether its daemon
// runs or not.
func copyStore(ctx context.Context, cfg config, w io.Writer) (err error) {
	resp, err := askDaemon(ctx, cfg, http.MethodGet, "/store")
	if errors.Is(err, errNoDaemon) {
		if err := haveStore(cfg); err != nil {
			return err
		}
		s, err := store.OpenReadOnly(cfg.storePath(), storeWait)
		if err != nil {
			return storeHint(cfg, err)
		}
		return errors.Join(s.Backup(w), s.Close())
	}
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(w, resp.Body); err != nil {
		return fmt.Errorf("reading from the running daemon: %w", err)
	}
	return nil
}

// storeReader is a store that is only read, of a configuration or a copy of it.
type storeReader struct {
	*store.Store
	copy *secretCopy // its folder; nil if this is no copy
}

// Close also removes the copy.
func (r storeReader) Close() error {
	err := r.Store.Close()
	if r.copy != nil {
		err = errors.Join(err, r.copy.remove())
	}
	return err
}

// readStore opens the store of a configuration and changes nothing. While its
// daemon runs, that is a copy.
func readStore(ctx context.Context, cfg config) (r storeReader, err error) {
	if err := haveStore(cfg); err != nil {
		return r, err
	}
	r.Store, err = openToRead(cfg, 0)
	if errors.Is(err, store.ErrInUse) {
		r, err = readCopy(ctx, cfg)
		if errors.Is(err, errNoDaemon) { // another command has it for a moment
			r.Store, err = store.OpenReadOnly(cfg.storePath(), storeWait)
		}
	}
	return r, storeHint(cfg, err)
}

// readCopy opens a copy that the daemon makes, beside its journal.
func readCopy(ctx context.Context, cfg config) (r storeReader, err error) {
	folder, err := os.MkdirTemp(cfg.stateFolder(), ".copy-*")
	if err != nil {
		return r, err
	}
	r.copy = newSecretCopy(ctx, folder)
	defer func() {
		if err != nil {
			err = errors.Join(err, r.copy.remove())
		}
	}()
	path := filepath.Join(folder, "berthier.db")
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return r, err
	}
	resp, err := askDaemon(ctx, cfg, http.MethodGet, "/store")
	if err != nil {
		return r, errors.Join(err, f.Close())
	}
	_, err = io.Copy(f, resp.Body)
	if err := errors.Join(err, resp.Body.Close(), f.Close()); err != nil {
		return r, fmt.Errorf("reading from the running daemon: %w", err)
	}
	journal, err := filepath.Abs(store.JournalPath(cfg.storePath()))
	if err == nil {
		err = os.Symlink(journal, store.JournalPath(path))
	}
	if err != nil {
		return r, err
	}
	r.Store, err = store.OpenReadOnly(path, 0)
	return r, err
}
