package main

import (
	"context"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/tongue"
	"berthier/templates"
)

var screens = flag.String("screens", "", "write into this `FOLDER` what mails and pages look like")

// TestScreens holds mails and pages to the width of a telephone, a tablet and a desk, in light and dark: nothing of
// them lies beside the screen.
func TestScreens(t *testing.T) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("BERTHIER_SERVERS") != "" {
			t.Fatalf("this test needs chromium: %v", err)
		}
		t.Skip("this test needs chromium")
	}
	pages := map[string]string{}
	pages["report"], pages["details"] = shownMail(t)
	if *screens != "" {
		maps.Copy(pages, shownDemo(t))
		for i, game := range games {
			l := []tongue.Language{tongue.Pl, tongue.El}[i%2]
			name := game.Name + "-" + string(l)
			pages[name], pages[name+"-details"] = playedMail(t, game, l)
		}
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.WSURLReadTimeout(2*time.Minute), chromedp.Flag("lang", "en"))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	defer stop()
	ctx, stopBrowser := chromedp.NewContext(ctx)
	defer stopBrowser()
	for name, page := range pages {
		for _, width := range []int64{360, 768, 1280} {
			for _, scheme := range []string{"light", "dark"} {
				shoot(t, ctx, fmt.Sprintf("%s-%d-%s", name, width, scheme), page, width, scheme)
			}
		}
	}
}

// backgrounds are those of templates/style.css.
var backgrounds = map[string]string{"light": "rgb(244, 239, 225)", "dark": "rgb(29, 28, 25)"}

// shoot opens a page in a window of a width.
func shoot(t *testing.T, ctx context.Context, name, page string, width int64, scheme string) {
	t.Helper()
	var wide int64
	var png []byte
	var background string
	look := []chromedp.Action{
		chromedp.EmulateViewport(width, 900),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme",
			Value: scheme}}),
		chromedp.Navigate("file://" + page),
		chromedp.Evaluate(`document.documentElement.scrollWidth`, &wide),
		chromedp.Evaluate(`getComputedStyle(document.body).backgroundColor`, &background),
	}
	if *screens != "" {
		look = append(look, chromedp.FullScreenshot(&png, 100))
	}
	if err := chromedp.Run(ctx, look...); err != nil {
		t.Fatal(err)
	}
	if wide > width {
		t.Errorf("%s: it is %d points wide", name, wide)
	}
	if want := backgrounds[scheme]; background != want {
		t.Errorf("%s: it lies on %s, want %s", name, background, want)
	}
	if *screens == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(*screens, name+".png"), png, 0o644); err != nil {
		t.Fatal(err)
	}
}

// shownMail are files with the report of a large fight, as a mail program shows it, and its details.
func shownMail(t *testing.T) (report, details string) {
	t.Helper()
	rs, err := loadGame("jdg", nil)
	if err != nil {
		t.Fatal(err)
	}
	f := shownFrame(t, rs, "engine/jdg/testdata/games/austerlitz-02-tactical.game", 40)
	return mailFile(t, rs, f, reportOf(rs, f, 40, shownSide))
}

// playedMail are files with the report of a step of a game that computers play, and its details.
func playedMail(t *testing.T, game engine.Game, l tongue.Language) (report, details string) {
	t.Helper()
	rs, err := loadGame(game.Name, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rs.Start(game.First)
	if err != nil {
		t.Fatal(err)
	}
	s := book.Simulation{Game: game, Rules: rs, Setup: game.First, Players: map[engine.Side]engine.Bot{}}
	for _, side := range rs.Sides(p) {
		s.Players[side] = book.Random
	}
	var longest book.Frame
	n := 0
	enough := errors.New("enough")
	_, err = s.Play(1, func(f book.Frame) error {
		if n++; n > 25 {
			return enough
		}
		if len(f.Step.Events) > len(longest.Step.Events) {
			longest = f
		}
		return nil
	})
	if err != nil && !errors.Is(err, enough) {
		t.Fatal(err)
	}
	m := reportOf(rs, longest, n, rs.Sides(longest.After)[0])
	m.Game.Language = l
	return mailFile(t, rs, longest, m)
}

// mailFile are files with the page of a report and its pictures, and with its details.
func mailFile(t *testing.T, rs engine.Ruleset, f book.Frame, m templates.Mail) (report, details string) {
	t.Helper()
	fought := engine.Show(rs.(engine.Mapper), f.After, f.Step.Events, m.Report.Side)
	pictures := map[string][]byte{m.Map: drawn(t, fought, m.Game.Language, templates.Detail)}
	if overview := drawn(t, fought, m.Game.Language, templates.Overview); overview != nil {
		pictures[m.Overview] = overview
	} else {
		m.Overview = ""
	}
	_, page, err := templates.Report(m)
	if err != nil {
		t.Fatal(err)
	}
	html := string(page)
	for cid, png := range pictures {
		data := "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)
		if !strings.Contains(html, `"cid:`+cid+`"`) {
			t.Fatalf("the mail does not show %s", cid)
		}
		html = strings.ReplaceAll(html, `"cid:`+cid+`"`, `"`+data+`"`)
	}
	_, more, err := templates.Details(m)
	if err != nil {
		t.Fatal(err)
	}
	report, details = filepath.Join(t.TempDir(), "report.html"), filepath.Join(t.TempDir(), templates.DetailsName)
	if err := errors.Join(os.WriteFile(report, []byte(html), 0o600), os.WriteFile(details, more, 0o600)); err != nil {
		t.Fatal(err)
	}
	return report, details
}

// shownDemo are the files of a whole game: its last mail, and the pages of a club and of the game.
func shownDemo(t *testing.T) map[string]string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "demo")
	wantRun(t, 0, "steps were played", "demo", "-whole", "-game", "jdg", "-scenario", "goldbach", "-o", dir)
	return map[string]string{"last": filepath.Join(dir, "last.html"), "club": filepath.Join(dir, "pages", "index.html"),
		"game": filepath.Join(dir, "pages", "games", demoGame, "index.html")}
}
