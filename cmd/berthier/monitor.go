package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"berthier/cmd/internal/damage"
	"berthier/store"
)

// monitor answers at a loopback address until ctx is done.
func (h *hub) monitor(ctx context.Context, ln net.Listener, v *vitals) error {
	s := &http.Server{
		Handler: h.named(h.pages(v)), ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second,
		MaxHeaderBytes: 16 << 10,
		ErrorLog:       slog.NewLogLogger(h.log.Handler(), slog.LevelWarn),
	}
	stop := context.AfterFunc(ctx, func() { s.Close() })
	defer stop()
	err := s.Serve(ln)
	return errors.Join(ctx.Err(), err)
}

// named refuses what is asked under a name that is none of this machine, nor the one of site.address: the page of a
// stranger, in a browser here, could let its own name lead to the monitor, and then read what that tells.
func (h *hub) named(pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := (&url.URL{Host: r.Host}).Hostname()
		site, err := url.Parse(h.cfg.Site.Address)
		known := err == nil && strings.EqualFold(name, site.Hostname())
		if known || r.Host == "" || isLoopback(net.JoinHostPort(name, "0")) {
			pages.ServeHTTP(w, r)
			return
		}
		http.Error(w, "ask for 127.0.0.1 or localhost", http.StatusMisdirectedRequest)
	})
}

// pages are GET /health, GET /metrics, GET /games and GET /help. /health is 200 if all is well and 503 with the reasons
// if not; /metrics is the text format of Prometheus; /games is the table of all games; /site/ are the pages of [site];
// /help lists the pages of the help.
func (h *hub) pages(v *vitals) http.Handler {
	mux := http.NewServeMux()
	ask := inquiry(make(chan struct{}, 1))
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		complaints := v.sick()
		g, err := answer(r.Context(), ask, h.gauges)
		if err != nil {
			complaints = append(complaints, fmt.Sprintf("the store cannot be read: %v", err))
		}
		if complaints = append(complaints, h.complaints(g)...); len(complaints) > 0 {
			w.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprintln(w, strings.Join(complaints, "\n"))
			return
		}
		fmt.Fprintln(w, "ok")
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		g, err := answer(r.Context(), ask, h.gauges)
		if err != nil {
			http.Error(w, err.Error(), unanswered(err))
			return
		}
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		writeMetrics(w, append(v.metrics(), g...))
	})
	mux.HandleFunc("GET /games", func(w http.ResponseWriter, r *http.Request) {
		page, err := answer(r.Context(), ask, func() ([]byte, error) {
			_, page, err := h.games(false)
			return page, err
		})
		showPage(w, page, err)
	})
	h.serveSite(mux)
	serveTopics(mux)
	return mux
}

// answerTime is how long a page waits for the store: who watches the daemon does not wait for longer.
const answerTime = 10 * time.Second

// errSilent says that a store gives no answer, as a database whose machine failed.
var errSilent = errors.New("the database does not answer")

// inquiry is what the monitor asks the store, one thing at a time, so that not all who watch wait for one that is
// silent.
type inquiry chan struct{}

// answer is what the store says. What it does not say in time is not waited for.
func answer[T any](ctx context.Context, ask inquiry, get func() (T, error)) (got T, err error) {
	ctx, stop := context.WithTimeout(ctx, answerTime)
	defer stop()
	select {
	case ask <- struct{}{}:
	case <-ctx.Done():
		return got, errSilent
	}
	type said struct {
		it  T
		err error
	}
	heard := make(chan said, 1)
	go func() {
		defer func() { <-ask }()
		it, err := get()
		heard <- said{it, err}
	}()
	select {
	case s := <-heard:
		return s.it, s.err
	case <-ctx.Done():
		return got, errSilent
	}
}

// unanswered is the status of a page that cannot be shown.
func unanswered(err error) int {
	if errors.Is(err, errSilent) {
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// damages are the metrics that count what is damaged in the store, and what a person is told of each.
var damages = map[string]struct{ one, more string }{
	metricDamaged: {"damaged mail", " in the database: no deadline passes before you decide; berthier aside lists " +
		"them"},
	metricCursors: {"damaged row", " of how far mails were read or sent: berthier store check names it, and the " +
		"daemon writes it anew"},
	metricUnsent: {"damaged mail", " in the outbox, not sent until the store is mended: berthier store diary and " +
		"berthier store check tell more"},
	metricBroken: {"damaged game", ", held until the store is mended: berthier games and berthier store check tell " +
		"more"},
}

// complaints are what a person should look at in the store.
func (h *hub) complaints(g []metric) (all []string) {
	for _, m := range g {
		if d, ok := damages[m.name]; ok && m.value > 0 {
			all = append(all, count(int(m.value), d.one)+d.more)
		}
	}
	if err := h.store.Lease(); err != nil {
		all = append(all, fmt.Sprintf("this daemon does nothing now: %v", err))
	}
	if fault := h.journal.complaint(); fault != "" {
		all = append(all, fault)
	}
	return all
}

// listenMonitor opens the address of [monitor]; nil if there is none.
func (h *hub) listenMonitor() (net.Listener, error) {
	if h.cfg.Monitor.Address == "" {
		return nil, nil
	}
	ln, err := net.Listen("tcp", h.cfg.Monitor.Address)
	if err != nil {
		return nil, hint(fmt.Errorf("monitor.address: %w", err),
			"another program uses the port; choose another in [monitor]")
	}
	h.log.Info("monitor listens", "address", ln.Addr().String())
	return ln, nil
}

// metric is one value of /metrics.
type metric struct {
	name, kind, help string
	label            string // as in {state="waiting"}; may be empty
	value            float64
}

func (v *vitals) metrics() []metric {
	v.mu.Lock()
	defer v.mu.Unlock()
	up := 0.0
	if v.blind == nil {
		up = 1
	}
	unix := func(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }
	c := v.counts
	const attempts, attemptsHelp = "berthier_send_attempts_total", "Attempts to hand a mail to the sending server."
	return []metric{
		{"berthier_start_time_seconds", "gauge", "When the daemon started.", "", unix(v.started)},
		{"berthier_mailbox_up", "gauge", "Whether the mailbox can be read.", "", up},
		{"berthier_mailbox_last_look_seconds", "gauge", "When the mailbox was last looked at.", "", unix(v.looked)},
		{"berthier_mailbox_failures_total", "counter", "Connections to the mailbox that failed.", "",
			float64(c.losses)},
		{"berthier_mails_taken_total", "counter", "Mails that were taken in, copies and refused ones too.", "",
			float64(c.taken)},
		{"berthier_mail_faults_total", "counter", "Mails that could not be taken in now and come again.", "",
			float64(c.takeFaults)},
		{"berthier_mail_seconds_total", "counter", "Time spent on taking mails in.", "", c.takeTime.Seconds()},
		{attempts, "counter", attemptsHelp, `result="sent"`, float64(c.sent)},
		{attempts, "counter", attemptsHelp, `result="delayed"`, float64(c.delayed)},
		{attempts, "counter", attemptsHelp, `result="refused"`, float64(c.refused)},
	}
}

// gauges are the metrics that the store knows.
func (h *hub) gauges() ([]metric, error) {
	var games []string
	var waiting, failed int
	var damaged []store.Problem
	err := h.store.View(func(tx *store.Tx) (err error) {
		if games, err = tx.Games(); err == nil {
			waiting, failed, err = tx.Backlog()
		}
		if err == nil {
			damaged, err = tx.DamagedCursors()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	stuck, err := damage.Stuck(h.store)
	if err != nil {
		return nil, err
	}
	held, broken, err := damage.Held(h.store)
	if err != nil {
		return nil, err
	}
	all := []metric{
		{"berthier_games", "gauge", "Games in the store.", "", float64(len(games))},
		{"berthier_held_games", "gauge", "Those that this program must not go on with, see berthier migrate.", "",
			float64(len(held))},
		{metricBroken, "gauge", "Those of them that are damaged in the store.", "", float64(len(broken))},
		{"berthier_outbox_mails", "gauge", "Mails that wait to be sent.", "", float64(waiting)},
		{"berthier_outbox_failed_mails", "gauge", "Those of them that failed at least once.", "", float64(failed)},
		{metricUnsent, "gauge", "Mails that this daemon cannot send, because they are damaged in the store.", "",
			float64(h.umpire.Post.Damaged())},
		{"berthier_stuck_mails", "gauge",
			"Mails that met a fault of this program, or came for a held game, and wait for the next start.", "",
			float64(stuck)},
		{metricCursors, "gauge", "Damaged rows of the store that tell how far mails were read or sent: the daemon " +
			"writes them anew.", "", float64(len(damaged))},
	}
	queue, err := h.queueGauges()
	if err != nil {
		return nil, err
	}
	all = append(all, queue...)
	size, err := h.store.Bytes()
	if errors.Is(err, store.ErrNotFound) {
		return all, nil
	}
	return append(all, metric{"berthier_store_bytes", "gauge", "Size of the store.", "", float64(size)}), err
}

// queueGauges are those of the mails that several daemons judge; none over a file.
func (h *hub) queueGauges() ([]metric, error) {
	if !h.store.Shared() {
		return nil, nil
	}
	var n int
	var aside []store.IncomingMail
	err := h.store.View(func(tx *store.Tx) (err error) {
		if n, err = tx.QueueLength(); err == nil {
			aside, err = tx.Aside()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	age, err := h.store.QueueAge(h.umpire.Clock())
	return []metric{
		{"berthier_queue_mails", "gauge", "Mails that came in, and that no daemon has judged yet.", "", float64(n)},
		{metricDamaged, "gauge", "Those of them that were damaged in the database: no deadline passes before they " +
			"are deleted, see berthier aside.", "", float64(len(aside))},
		{"berthier_queue_age_seconds", "gauge",
			"How long the oldest of them waits at most: the mailbox was last looked " +
				"at before it came so long ago.", "", age.Seconds()},
	}, err
}

const (
	metricDamaged = "berthier_queue_damaged_mails"
	metricCursors = "berthier_damaged_cursors"
	metricBroken  = "berthier_damaged_games"
	metricUnsent  = "berthier_outbox_damaged_mails"
)

func writeMetrics(w io.Writer, metrics []metric) {
	last := ""
	for _, m := range metrics {
		if m.name != last {
			fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", m.name, m.help, m.name, m.kind)
		}
		last = m.name
		label := ""
		if m.label != "" {
			label = "{" + m.label + "}"
		}
		fmt.Fprintf(w, "%s%s %g\n", m.name, label, m.value)
	}
}
