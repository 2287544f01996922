package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"

	"berthier/cmd/internal/site"
	"berthier/engine/tongue"
	"berthier/templates/desk"
)

var siteCommand = command{
	name:  "site",
	usage: "[-config FILE] DIR",
	help:  "write pages of all games for a web server",
	long: `
Writes static pages into DIR: a list of the games, and a page for each as everybody may
see it, with its map; after its end the page tells how the game went. No script is
needed to read them. A second time only what has changed is written. DIR must be
empty at the first time; files in it that are not of this command are never changed.
The order desk, berthier-desk.html, goes beside them.
They are in the language of site.language; the page of a game whose players have all
chosen the same language is in that.

With site.folder in the configuration the daemon keeps such pages up to date by itself.`,
	run: runSite,
}

func runSite(ctx context.Context, c *call) error {
	return c.readingHub(ctx, 1, func(h *hub) error {
		dir := c.flags.Arg(0)
		written, err := h.site(dir).Build()
		if errors.Is(err, site.ErrForeign) {
			return refusal{hint(err, "name an empty folder, or one that is not there yet")}
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "%s: the pages of %s were written anew; begin with index.html\n", dir,
			count(len(written), "game"))
		return nil
	})
}

type siteConfig struct {
	Folder   string   `toml:"folder"`
	Address  string   `toml:"address"`
	Language string   `toml:"language"`
	Command  []string `toml:"command"`
}

// site are the pages in a folder, and the order desk beside them.
func (h *hub) site(dir string) *site.Site {
	l, _ := tongue.Find(h.cfg.Site.Language)
	return site.New(h.umpire.Docket, dir, desk.Page(), l)
}

// pages is the address of the folder on the web; "" if there is none.
func (s siteConfig) pages() string {
	if s.Folder == "" {
		return ""
	}
	return strings.TrimSuffix(s.Address, "/")
}

// desk is the address of the order desk on the web; "" if mails do not tell of it.
func (s siteConfig) desk() string {
	if s.Address == "" || desk.Page() == nil {
		return ""
	}
	return strings.TrimSuffix(s.Address, "/") + "/" + desk.Name
}

// How the pages are kept.
const (
	siteEvery   = 2 * time.Second // they are looked after
	siteRest    = 20              // times as long as that took, at least, since the list of all games grows with them
	copyTime    = 10 * time.Minute
	copyPause   = time.Minute // before a copy that failed is tried again, at first
	copyLongest = time.Hour   // at most
	copySaid    = 500         // bytes of what the program said that are logged
)

// siteCare keeps the pages of the configuration up to date, and has them copied.
type siteCare struct {
	log     *slog.Logger
	site    *site.Site
	command []string
	folder  string // of the pages
	in      string // where the command runs
	env     []string
	fault   string // the last one that was logged, so that each is logged once
	due     bool   // something is to be copied
	next    time.Time
	pause   time.Duration
}

func (h *hub) siteCare() *siteCare {
	folder := h.cfg.path(h.cfg.Site.Folder)
	return &siteCare{log: h.log, site: h.site(folder), command: h.cfg.Site.Command, folder: folder,
		in: h.cfg.folder, env: h.cfg.bareEnvironment(), due: true}
}

// keepSite looks after the pages until ctx is done. Nothing that goes wrong with them holds
// a game up.
func (h *hub) keepSite(ctx context.Context) error {
	s := h.siteCare()
	for h.cfg.Site.Folder != "" {
		start := time.Now()
		s.look(ctx, start)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(max(siteEvery, siteRest*time.Since(start))):
		}
	}
	<-ctx.Done()
	return ctx.Err()
}

// look brings the pages up to date, and copies them if they changed or could not be copied
// before.
func (s *siteCare) look(ctx context.Context, now time.Time) {
	written, err := s.site.Build()
	fault := ""
	if err != nil {
		fault = err.Error()
	}
	if fault != "" && fault != s.fault {
		s.log.Error("the pages of the games cannot be written; it is tried again", "folder", s.folder, "error", err)
	}
	s.fault = fault
	s.due = s.due || len(written) > 0
	if !s.due || len(s.command) == 0 || now.Before(s.next) {
		return
	}
	if err := s.copy(ctx); err != nil {
		s.pause = min(max(2*s.pause, copyPause), copyLongest)
		s.next = now.Add(s.pause)
		s.log.Error("the pages of the games cannot be copied; it is tried again", "command", s.command[0], "error", err,
			"in", s.pause)
		return
	}
	s.due, s.pause, s.next = false, 0, time.Time{}
}

// copy runs the command of the configuration. No shell reads its words, and nothing of a game
// is among them.
func (s *siteCare) copy(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, copyTime)
	defer cancel()
	c := exec.CommandContext(ctx, s.command[0], s.command[1:]...)
	c.Dir, c.WaitDelay = s.in, 10*time.Second
	c.Env = append(s.env, "BERTHIER_SITE="+s.folder)
	said, err := c.CombinedOutput()
	if text := strings.TrimSpace(string(said)); err != nil && text != "" {
		err = fmt.Errorf("%w: %s", err, text[max(0, len(text)-copySaid):])
	}
	return err
}

// serveSite shows the pages to a browser.
func (h *hub) serveSite(mux *http.ServeMux) {
	if h.cfg.Site.Folder == "" {
		return
	}
	folder := h.cfg.path(h.cfg.Site.Folder)
	mux.HandleFunc("GET /site/", func(w http.ResponseWriter, r *http.Request) {
		root, err := os.OpenRoot(folder)
		if err != nil {
			http.Error(w, "there are no pages yet", http.StatusServiceUnavailable)
			return
		}
		defer root.Close()
		if r.URL.Path == "/site/"+desk.Name { // its own policy stands in it
			w.Header().Set("Content-Type", "text/html; charset="+desk.Charset)
			http.ServeFileFS(w, r, root.FS(), desk.Name)
			return
		}
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'")
		http.StripPrefix("/site", http.FileServerFS(root.FS())).ServeHTTP(w, r)
	})
}
