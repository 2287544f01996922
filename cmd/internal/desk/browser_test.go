package desk

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"berthier/engine/tongue"
	"berthier/store/storetest"
	"berthier/templates/desk"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var shots = flag.String("desk.shots", "", "write pictures of the desk into this `FOLDER`")

// chromium is one for all tests: to start it takes as long as a test.
var chromium = sync.OnceValues(func() (context.Context, error) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.WSURLReadTimeout(2*time.Minute), chromedp.Flag("lang", "en"))
	if flag.Lookup("test.bench").Value.String() == "" {
		// No test uses a page for so long that it pays to compile it a second time.
		options = append(options, chromedp.Flag("js-flags", "--liftoff-only --single-threaded-gc"))
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stopFirst := chromedp.NewContext(ctx)
	stopChromium = func() {
		stopFirst()
		stop()
	}
	return ctx, chromedp.Run(ctx)
})

var stopChromium = func() {}

func TestMain(m *testing.M) {
	code := storetest.M{M: m}.Run()
	stopChromium()
	os.Exit(code)
}

// browser opens pages in Chromium, and keeps what it complains about.
type browser struct {
	testing.TB
	ctx   context.Context
	apart cdp.BrowserContextID // what it keeps is shared with no other

	mu      sync.Mutex
	faults  []string
	fetched []string // what came from anywhere but the page itself
}

// newBrowser opens a tab that has nothing in common with those of other tests; without Chromium the test is
// left out.
func newBrowser(t testing.TB) *browser {
	t.Helper()
	all, err := chromium()
	if err != nil {
		if os.Getenv("BERTHIER_SERVERS") != "" || !errors.Is(err, exec.ErrNotFound) {
			t.Fatalf("this test needs chromium: %v", err)
		}
		t.Skip("this test needs chromium")
	}
	c := chromedp.FromContext(all)
	executor := cdp.WithExecutor(all, c.Browser)
	apart, err := target.CreateBrowserContext().WithDisposeOnDetach(true).Do(executor)
	if err != nil {
		t.Fatal(err)
	}
	tab, err := target.CreateTarget("about:blank").WithBrowserContextID(apart).WithNewWindow(true).Do(executor)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := chromedp.NewContext(all, chromedp.WithTargetID(tab))
	t.Cleanup(func() {
		stop()
		if err := target.DisposeBrowserContext(apart).Do(executor); err != nil {
			t.Error(err)
		}
	})
	b := &browser{TB: t, ctx: ctx, apart: apart}
	chromedp.ListenTarget(ctx, func(event any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			b.faults = append(b.faults, e.ExceptionDetails.Error())
		case *runtime.EventConsoleAPICalled:
			b.faults = append(b.faults, fmt.Sprint("console: ", e.Type))
		case *log.EventEntryAdded:
			b.faults = append(b.faults, e.Entry.Text)
		case *network.EventRequestWillBeSent:
			if u := e.Request.URL; !strings.HasPrefix(u, "blob:") && !strings.HasSuffix(u, "/desk.html") {
				b.fetched = append(b.fetched, u)
			}
		}
	})
	b.run(network.Enable(), log.Enable())
	return b
}

func (b *browser) run(actions ...chromedp.Action) {
	b.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// until waits for a condition in the page.
func (b *browser) until(condition string) {
	b.Helper()
	err := chromedp.Run(b.ctx, chromedp.Poll(condition, nil, chromedp.WithPollingTimeout(patience),
		chromedp.WithPollingInterval(50*time.Millisecond)))
	if err != nil {
		status := b.text("status") + b.text("story")
		b.mu.Lock()
		defer b.mu.Unlock()
		b.Fatalf("%s: %v; the page says %q, the browser complains: %q", condition, err, status, b.faults)
	}
}

// rest is when the page waits for no answer: until then it may put another button in the place of one.
const rest = `!document.body.matches(".busy")`

// press clicks what a selector finds.
func press(selector string) chromedp.Tasks {
	return chromedp.Tasks{
		chromedp.Poll(rest, nil, chromedp.WithPollingTimeout(patience),
			chromedp.WithPollingInterval(50*time.Millisecond)),
		chromedp.Click(selector, chromedp.ByQuery),
	}
}

// patience is for a machine on which much else runs.
const patience = 3 * time.Minute

// text is that of an element.
func (b *browser) text(id string) (text string) {
	b.Helper()
	b.run(chromedp.Evaluate(fmt.Sprintf("document.getElementById(%q).textContent", id), &text))
	return text
}

// built is the page, made as everybody makes it.
var built = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "berthier-desk-test")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "desk.html")
	if out, err := exec.Command("go", "run", "berthier/cmd/desk", "-o", path).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	return os.ReadFile(path)
})

// builtPage is the page in a file of its own, perhaps with another file in it.
func builtPage(t testing.TB, name string, given []byte) string {
	t.Helper()
	page, err := built()
	if err != nil {
		t.Fatal(err)
	}
	if len(page) > 6_000_000 {
		t.Fatalf("the page is too large: it has %d bytes", len(page))
	}
	t.Logf("the page has %d bytes", len(page))
	if name != "" {
		page = desk.With(page, name, given)
	}
	path := filepath.Join(t.TempDir(), "desk.html")
	if err := os.WriteFile(path, page, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Somebody who has nothing but the page and an archive checks it, plays it again, and looks how a
// roll was computed: without a network, and without a complaint of the browser.
func TestInBrowser(t *testing.T) {
	b := newBrowser(t)
	saved := playedGame(t, "jdg", "goldbach", 8, true)
	data := file(t, saved)
	zip, bad := filepath.Join(t.TempDir(), "game-1.zip"), filepath.Join(t.TempDir(), "bad.zip")
	for name, data := range map[string][]byte{zip: data, bad: []byte("PK<img src=x onerror=alert(1)>")} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	native, o := opened(t, data)
	last := len(o.Points) - 1
	shown, err := native.Show(last, "", tongue.En)
	if err != nil {
		t.Fatal(err)
	}

	b.run(chromedp.Navigate("file://" + builtPage(t, "given.zip", data)))
	b.until(`document.getElementById("status").textContent === "Open: given.zip."`)
	b.run(chromedp.SetUploadFiles("#file", []string{bad}, chromedp.ByQuery))
	b.until(`document.getElementById("status").textContent.startsWith("This cannot be opened: ")`)
	b.run(chromedp.SetUploadFiles("#file", []string{zip}, chromedp.ByQuery))
	b.until(`document.getElementById("status").textContent === "Open: game-1.zip."`)
	b.until(`document.getElementById("verdict").textContent.startsWith("SOUND: every check holds.")`)
	b.until(`!document.getElementById("curves").hidden`)
	if got := b.text("title"); got != o.Title {
		t.Errorf("the title is %q, not %q", got, o.Title)
	}
	b.run(press("#last"))
	b.until(fmt.Sprintf(`document.getElementById("story").textContent.includes("This is step %d, ")`, last))
	if story := b.text("story"); !strings.HasPrefix(story, shown.Title) || !strings.Contains(story, shown.Stands) ||
		!strings.Contains(story, shown.Position) {
		t.Errorf("the last step is told so:\n%s", story)
	}
	b.run(chromedp.Evaluate(`document.activeElement.blur()`, nil), chromedp.KeyEvent(kb.Home))
	b.until(`document.getElementById("story").textContent.includes("This is the beginning; ")`)
	for n, drawn := 1, false; n <= last && !drawn; n++ {
		b.run(chromedp.KeyEvent(kb.ArrowRight))
		b.until(fmt.Sprintf(`document.getElementById("story").textContent.includes("This is step %d, ")`, n))
		b.run(chromedp.Evaluate(`document.querySelector(".draw") !== null`, &drawn))
	}
	b.run(press(".draw"))
	b.until(`document.getElementById("roll").open`)
	if proof := b.text("proof"); !strings.Contains(proof, "openssl") {
		t.Errorf("the roll is explained so:\n%s", proof)
	}
	b.picture("roll")
	b.run(press("#close"), press("#story .rule"))
	b.until(`document.getElementById("roll").open && document.getElementById("proof").textContent.length > 20`)
	b.run(press("#close"))
	b.run(chromedp.Evaluate(`document.activeElement.blur()`, nil), chromedp.KeyEvent(" "))
	b.until(fmt.Sprintf(`document.getElementById("story").textContent.includes("This is step %d, ")`, last))
	var width int
	if b.run(chromedp.Evaluate(`document.getElementById("picture").viewBox.baseVal.width`, &width)); width < 500 {
		t.Errorf("the map is %d pixels wide", width)
	}
	b.picture("replay")
	b.keepsMails(native)
	b.quiet()
}

// keepsMails adds a mail to the archive that is open, and then one that was forged.
func (b *browser) keepsMails(native *Desk) {
	b.Helper()
	folder := b.TempDir()
	for name, change := range map[string]func([]byte) []byte{"report.eml": asItIs, "forged.eml": withOtherHead} {
		if err := os.WriteFile(filepath.Join(folder, name), keptReport(b, native, change), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	b.run(chromedp.SetUploadFiles("#mails", []string{filepath.Join(folder, "report.eml")}, chromedp.ByQuery))
	b.until(`document.getElementById("checks").textContent.includes("kept checkpoints") &&
		document.getElementById("found").textContent === "Every check holds."`)
	b.run(chromedp.SetUploadFiles("#mails", []string{filepath.Join(folder, "forged.eml")}, chromedp.ByQuery))
	b.until(`document.getElementById("verdict").textContent.startsWith("NOT SOUND") &&
		document.getElementById("verdict").textContent.includes("forged.eml")`)
	b.picture("unsound")
}

// The reports that somebody saved are played back together.
func replaysReports(t *testing.T, b *browser) {
	var paths []string
	for step := 1; len(paths) < 3; step++ {
		data := reportFile(t, "jdg", "goldbach", step)
		if o, err := New(load).Open(data, tongue.En); err == nil && o.Sheet.Side == "Allied" {
			paths = append(paths, filepath.Join(t.TempDir(), fmt.Sprintf("report-%d.eml", step)))
			if err := os.WriteFile(paths[len(paths)-1], data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	slices.Reverse(paths)
	b.run(chromedp.SetUploadFiles("#file", paths, chromedp.ByQuery))
	b.until(`document.getElementById("status").textContent === "Open: 3 reports."`)
	b.until(`document.getElementById("story").textContent.includes("Hello") && ` +
		`document.getElementById("picture").viewBox.baseVal.width > 500`)
	b.run(press("#last"))
	b.until(`document.getElementById("next").disabled && ` +
		`document.getElementById("story").textContent.includes("Hello")`)
	// No line of a mail is broken a second time.
	b.until(`((mail, s) => mail.scrollHeight - 2 * parseFloat(s.paddingTop) <
		parseFloat(s.lineHeight) * (mail.textContent.trimEnd().split("\n").length + 0.5))(
		document.querySelector("#story pre"), getComputedStyle(document.querySelector("#story pre")))`)
	b.picture("reports")
	b.quiet()
}

// A piece leads to its biography, and that to the steps of the game.
func tellsLife(t *testing.T, b *browser) {
	b.upload("whole.zip", file(t, playedGame(t, "jdg", "goldbach", toTheEnd, false)))
	b.until(`document.getElementById("status").textContent === "Open: whole.zip."`)
	b.until(`document.querySelector("#life-of option[value='arthor']") !== null`)
	b.choose("#life-of", "arthor")
	b.until(`document.querySelectorAll("#lived > li").length > 1 && document.activeElement.id === "life"`)
	b.picture("life")
	var at string
	b.run(chromedp.Evaluate(`document.querySelector("#lived button").textContent`, &at),
		press("#lived button"))
	b.until(fmt.Sprintf(`document.getElementById("story").textContent.includes(%q)`, at))
	b.quiet()
}

// upload lets somebody choose a file.
func (b *browser) upload(name string, data []byte) {
	b.Helper()
	path := filepath.Join(b.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		b.Fatal(err)
	}
	b.run(chromedp.SetUploadFiles("#file", []string{path}, chromedp.ByQuery))
}

// quiet holds that the browser had nothing to complain about, and fetched nothing.
func (b *browser) quiet() {
	b.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.faults) > 0 {
		b.Errorf("the browser complains: %q", b.faults)
	}
	if len(b.fetched) > 0 {
		b.Errorf("the page fetches %q", b.fetched)
	}
}

// picture writes what the desk looks like, if somebody wants to see it.
func (b *browser) picture(of string) {
	b.Helper()
	if *shots == "" {
		return
	}
	for _, width := range []int64{360, 768, 1280, 3840} {
		for _, scheme := range []string{"light", "dark"} {
			var png []byte
			media := &emulation.MediaFeature{Name: "prefers-color-scheme", Value: scheme}
			b.run(
				chromedp.EmulateViewport(width, max(900, width*9/16)),
				emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{media}),
				chromedp.FullScreenshot(&png, 100),
			)
			name := filepath.Join(*shots, fmt.Sprintf("desk-%s-%d-%s.png", of, width, scheme))
			if err := os.WriteFile(name, png, 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// A page in a browser gets what anybody gets.
func TestAnswersAreJSON(t *testing.T) {
	d, _ := opened(t, file(t, playedGame(t, "jdg", "goldbach", 8, true)))
	for _, word := range []string{"audit", "show", "past"} {
		if a := d.Call(word, nil, nil); !json.Valid(a) || strings.HasPrefix(string(a), `{"fault"`) {
			t.Errorf("%s: %.200s", word, a)
		}
	}
}
