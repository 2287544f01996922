package main

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"sync"

	"berthier/engine/tongue"
	"berthier/templates"

	"golang.org/x/text/language"
)

//go:embed help/*.md help/*/*.md
var helpFiles embed.FS

// topics are the pages in the folder help, in the order of their names.
var topics = sync.OnceValue(func() (all []templates.Topic) {
	names, err := fs.Glob(helpFiles, "help/*.md")
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		text, err := helpFiles.ReadFile(name)
		if err != nil {
			panic(err)
		}
		t, err := templates.ReadTopic(strings.TrimSuffix(strings.TrimPrefix(name, "help/"), ".md"), string(text))
		if err != nil {
			panic(err)
		}
		for _, l := range tongue.Languages() {
			other, err := helpFiles.ReadFile("help/" + string(l) + "/" + t.Name + ".md")
			if err == nil {
				err = t.Translate(l, string(other))
			}
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				panic(err)
			}
		}
		all = append(all, t)
	}
	return all
})

// languageOf is that in which a browser wants a page: what stands behind "?language=", or else what it
// says that its reader knows.
func languageOf(r *http.Request) tongue.Language {
	if l, ok := tongue.Find(r.FormValue("language")); ok {
		return l
	}
	tags, _, _ := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	for _, tag := range tags {
		base, _ := tag.Base()
		if l, ok := tongue.Find(base.String()); ok {
			return l
		}
	}
	return tongue.En
}

// printTopics lists the pages, by whom they are for.
func printTopics(w io.Writer) {
	for _, reader := range templates.Readers {
		fmt.Fprintf(w, "\nPages for %s, shown by \"berthier help TOPIC\":\n\n", reader)
		for _, t := range topics() {
			if t.For == reader {
				fmt.Fprintf(w, "  %-12s %s\n", t.Name, strings.TrimSuffix(t.About, "."))
			}
		}
	}
}

// serveTopics answers GET /help with the list of pages and GET /help/TOPIC with one.
func serveTopics(mux *http.ServeMux) {
	mux.HandleFunc("GET /help", func(w http.ResponseWriter, r *http.Request) {
		page, err := templates.HelpIndex(topics(), languageOf(r))
		showPage(w, page, err)
	})
	mux.HandleFunc("GET /help/{topic}", func(w http.ResponseWriter, r *http.Request) {
		t, ok := templates.FindTopic(topics(), r.PathValue("topic"))
		if !ok {
			http.NotFound(w, r)
			return
		}
		page, err := templates.HelpPage(t, topics(), languageOf(r))
		showPage(w, page, err)
	})
}

// showPage answers with a page.
func showPage(w http.ResponseWriter, page []byte, err error) {
	if err != nil {
		http.Error(w, err.Error(), unanswered(err))
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	w.Write(page)
}
