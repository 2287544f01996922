package desk

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
)

// What a replay takes: how long the page stands still between two pictures while an Austerlitz is played at full
// speed, and what each step takes of the processor in the thread that draws.
//
//	go test ./cmd/internal/desk -run '^$' -bench Replay -benchtime 1x
func BenchmarkReplayInBrowser(b *testing.B) {
	saved := file(b, playedGame(b, "jdg", "austerlitz", toTheEnd, false))
	_, o := opened(b, saved)
	for range b.N {
		d := newBrowser(b)
		d.run(chromedp.EmulateViewport(1280, 900), chromedp.Navigate("file://"+builtPage(b, "given.zip", saved)))
		d.until(`document.getElementById("status").textContent === "Open: given.zip."`)
		steps := min(10, len(o.Points)-1)
		d.run(performance.Enable().WithTimeDomain(performance.EnableTimeDomainThreadTicks))
		b.ReportMetric(d.plays(steps)/float64(steps), "main-cpu-ms/step")
		d.run(chromedp.Evaluate(fmt.Sprintf(`{
			globalThis.gaps = []; globalThis.steps = 0; globalThis.began = performance.now();
			let last = performance.now();
			const frame = (now) => {
				gaps.push(now - last);
				last = now;
				if (steps < %d) requestAnimationFrame(frame); else globalThis.took = now - began;
			};
			new MutationObserver(() => {
				steps++;
				document.getElementById("next").click();
			}).observe(document.getElementById("story"), { childList: true });
			requestAnimationFrame((now) => { last = now; requestAnimationFrame(frame); });
			document.getElementById("next").click();
		}`, steps), nil))
		d.until(`globalThis.took !== undefined`)
		var gaps []float64
		var took float64
		d.run(chromedp.Evaluate(`gaps`, &gaps), chromedp.Evaluate(`took`, &took))
		slices.Sort(gaps)
		late := 0
		for _, g := range gaps {
			if g > 25 {
				late++
			}
		}
		b.ReportMetric(took/float64(steps), "ms/step")
		b.ReportMetric(gaps[len(gaps)/2], "median-frame-ms")
		b.ReportMetric(gaps[len(gaps)*95/100], "p95-frame-ms")
		b.ReportMetric(gaps[len(gaps)-1], "longest-frame-ms")
		b.ReportMetric(float64(late)*100/float64(len(gaps)), "late-%")
		b.ReportMetric(0, "ns/op")
	}
}

// plays goes some steps on as fast as it can, and gives what that takes of the processor in the thread of the page.
func (b *browser) plays(steps int) (ms float64) {
	b.Helper()
	before := b.mainThread()
	b.run(chromedp.Evaluate(fmt.Sprintf(`globalThis.steps = 0; {
		const story = new MutationObserver(() => {
			if (++steps < %d) document.getElementById("next").click(); else story.disconnect();
		});
		story.observe(document.getElementById("story"), { childList: true });
		document.getElementById("next").click();
	}`, steps), nil))
	b.until(fmt.Sprintf("globalThis.steps === %d", steps))
	return b.mainThread() - before
}

// mainThread is the processor time that the thread of the page has taken, in milliseconds.
func (b *browser) mainThread() (ms float64) {
	b.Helper()
	b.run(chromedp.ActionFunc(func(ctx context.Context) error {
		all, err := performance.GetMetrics().Do(ctx)
		for _, m := range all {
			if m.Name == "TaskDuration" {
				ms = m.Value * float64(time.Second/time.Millisecond)
			}
		}
		return err
	}))
	return ms
}
