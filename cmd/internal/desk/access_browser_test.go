package desk

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"testing"

	"berthier/cmd/internal/sheet"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
)

// axe is axe-core 4.14.1 (https://www.npmjs.com/package/axe-core, MPL 2.0), axe.min.js unchanged.
func axe(t testing.TB) string {
	t.Helper()
	f, err := os.Open("testdata/axe-4.14.1.min.js.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// accessible holds the page, as it stands, to what axe-core calls serious or critical.
func (b *browser) accessible(of string) {
	b.Helper()
	b.run(chromedp.Evaluate(axe(b), nil))
	for _, scheme := range []string{"light", "dark"} {
		media := &emulation.MediaFeature{Name: "prefers-color-scheme", Value: scheme}
		b.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{media}),
			chromedp.Evaluate(`globalThis.found = null; axe.run().then((r) => { globalThis.found = {
				passes: r.passes.length, bad: r.violations.filter((v) => ["serious", "critical"].includes(v.impact)).map((v) =>
					v.id + ": " + v.help + ": " + v.nodes.map((n) => n.html + " " + n.any.map((c) => c.message)).join("; ")) }; })`,
				nil))
		b.until(`globalThis.found !== null`)
		var found struct {
			Passes int
			Bad    []string
		}
		b.run(chromedp.Evaluate(`globalThis.found`, &found))
		if len(found.Bad) > 0 || found.Passes < 10 {
			b.Errorf("%s, %s: of %d rules it breaks %q", of, scheme, found.Passes, found.Bad)
		}
	}
}

// The page can be used by everybody: as axe-core sees it with orders, with faults, with a key, and with a game.
func servesEverybody(d *desktop) {
	d.accessible("a position")
	d.click("arthus")
	d.until(`document.querySelectorAll("#over .aim").length > 5`)
	d.run(press("#forms summary"), press("#stand summary"),
		press("#key-make"), chromedp.Evaluate(`{
		const t = document.getElementById("text");
		t.value = t.value.replace(/end\n*$/, "dance\nend\n");
		t.dispatchEvent(new Event("input"));
	}`, nil))
	d.until(`document.getElementById("judged").textContent === "One fault." && ` +
		`document.getElementById("key-new").hidden`)
	d.run(press("#sign"))
	d.until(`!document.getElementById("signed").hidden`)
	d.accessible("orders with a fault, signed")
	d.upload("game.zip", file(d, playedGame(d, "jdg", "goldbach", 8, true)))
	d.until(`document.getElementById("status").textContent === "Open: game.zip."`)
	d.run(press("#all summary"))
	d.accessible("a game")
	d.quiet()
}

// memory is what the process of the page takes, in MB.
func (b *browser) memory() (most float64) {
	b.Helper()
	c := chromedp.FromContext(b.ctx)
	all, err := systeminfo.GetProcessInfo().Do(cdp.WithExecutor(b.ctx, c.Browser))
	if err != nil {
		b.Fatal(err)
	}
	for _, p := range all {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", int(p.ID)))
		if fields := bytes.Fields(status); err == nil && p.Type == "renderer" && len(fields) > 1 {
			pages, _ := strconv.Atoi(string(fields[1]))
			most = max(most, float64(pages*os.Getpagesize())/1e6)
		}
	}
	return most
}

// processor is what all processes of pages have taken of the processor, in milliseconds.
func (b *browser) processor() (sum float64) {
	b.Helper()
	all, err := systeminfo.GetProcessInfo().Do(cdp.WithExecutor(b.ctx, chromedp.FromContext(b.ctx).Browser))
	if err != nil {
		b.Fatal(err)
	}
	for _, p := range all {
		if p.Type == "renderer" {
			sum += p.CPUTime * 1000
		}
	}
	return sum
}

// What the page takes: until it is ready, from a click to the places that shine in Austerlitz, the
// audit of a whole Austerlitz, and memory. It is timed by the page itself; what the processor takes is all that its
// process does, so that it says the same on a machine on which much else runs.
//
//	go test ./cmd/internal/desk -run '^$' -bench InBrowser -benchtime 3x
func BenchmarkInBrowser(b *testing.B) {
	saved := file(b, playedGame(b, "jdg", "austerlitz", toTheEnd, false))
	if _, o := opened(b, saved); o.Ended == "" {
		b.Fatal("the game is not over")
	}
	position := positionFile(b, "jdg", "austerlitz", 3)
	for range b.N {
		d := newBrowser(b)
		d.run(chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := page.AddScriptToEvaluateOnNewDocument(`new MutationObserver(() => {
				if (!globalThis.ready && document.getElementById("status")?.textContent === "The desk is ready.") globalThis.ready = performance.now();
			}).observe(document, { subtree: true, childList: true, characterData: true });`).Do(ctx)
			return err
		}))
		timed := func(metric, condition string, actions ...chromedp.Action) {
			b.Helper()
			var took float64
			d.run(chromedp.Evaluate(fmt.Sprintf(`globalThis.took = null; {
				const seen = () => { if (globalThis.took === null && globalThis.began && (%s)) globalThis.took = performance.now() - began; };
				globalThis.began = null;
				addEventListener("pointerdown", () => { began = performance.now(); }, { capture: true, once: true });
				addEventListener("change", () => { began = performance.now(); }, { capture: true, once: true });
				new MutationObserver(seen).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
			}`, condition), nil))
			d.run(actions...)
			d.until(`globalThis.took !== null`)
			d.run(chromedp.Evaluate(`globalThis.took`, &took))
			b.ReportMetric(took, metric)
		}
		empty := "file://" + builtPage(b, "", nil)
		d.run(chromedp.Navigate(empty))
		d.until(`document.getElementById("status").textContent === "The desk is ready."`)
		var ready float64
		d.run(chromedp.Evaluate(`globalThis.ready`, &ready))
		b.ReportMetric(ready, "ready-ms")
		b.ReportMetric(d.processor(), "ready-cpu-ms")

		zip := b.TempDir() + "/austerlitz.zip"
		if err := os.WriteFile(zip, saved, 0o600); err != nil {
			b.Fatal(err)
		}
		before := d.processor()
		timed("audit-ms", `document.getElementById("found").textContent === "Every check holds."`,
			chromedp.SetUploadFiles("#file", []string{zip}, chromedp.ByQuery))
		d.until(`document.getElementById("status").textContent === "Open: austerlitz.zip."`)
		b.ReportMetric(d.processor()-before, "audit-cpu-ms")
		b.ReportMetric(d.memory(), "MB")

		t := newDesktop(d, position)
		unit := ""
		for _, p := range call[sheet.Verdict](b, t.native, "read", question{Text: t.told.Text}, nil).Map.Pieces {
			if n := len(call[[]sheet.Choice](b, t.native, "about", question{Text: t.told.Text, IDs: []string{p.ID}},
				nil)); p.Own && n > 5 {
				unit = p.ID
				break
			}
		}
		x, y := t.screen(float64(t.spot(unit).At[0]), float64(t.spot(unit).At[1]))
		before = d.processor()
		timed("click-ms", `document.querySelectorAll("#over .aim").length > 5`, chromedp.MouseClickXY(x, y))
		b.ReportMetric(d.processor()-before, "click-cpu-ms")
	}
}
