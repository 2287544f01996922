package desk

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

var changed = flag.Int("desk.changed", 10, "`N` changed archives that the engine in a browser judges as berthier "+
	"audit does")

// Whoever changes an archive is found in the browser as everywhere: for each of the changes of
// TestTamper in package archive the worker of the page gives the very answers that the program gives.
func TestTamperedInBrowser(t *testing.T) {
	folder := t.TempDir()
	out, err := exec.Command("go", "test", "-count=1", "berthier/cmd/internal/archive", "-run", "^TestTamper$", "-args",
		"-archive.changes", fmt.Sprint(*changed), "-archive.into", folder).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	names, err := filepath.Glob(filepath.Join(folder, "*.zip"))
	if err != nil || len(names) != *changed {
		t.Fatalf("%d archives, %v", len(names), err)
	}
	b := newBrowser(t)
	b.run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(`{
			const Real = Worker;
			globalThis.Worker = function (url) { return globalThis.engine = new Real(url); };
		}`).Do(ctx)
		return err
	}), chromedp.Navigate("file://"+builtPage(t, "", nil)))
	b.until(`document.getElementById("status").textContent === "The desk is ready."`)
	b.run(chromedp.Evaluate(`globalThis.judge = (file, words) => new Promise((done) => {
		const bytes = Uint8Array.from(atob(file), (c) => c.charCodeAt(0)), answers = [];
		engine.onmessage = ({ data }) => {
			if (data.part !== undefined) return;
			answers.push(data.broken || data.answer);
			if (answers.length === words.length) done(JSON.stringify(answers));
		};
		for (const [i, word] of words.entries()) {
			engine.postMessage({ id: i + 1, word, asked: "{}", file: i ? undefined : bytes });
		}
	}); 0`, nil))
	native, bad := New(load), 0
	sound := file(t, playedGame(t, "jdg", "goldbach", 8, true))
	opening := string(native.Call("open", nil, sound))
	for _, name := range names {
		// A sound one is open before each, so that none is judged for another.
		if got := b.judged(sound, "open"); got[0] != opening {
			t.Errorf("of a sound archive the browser says\n%s\nand the program\n%s", got, opening)
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		native.Call("open", nil, sound)
		want := []string{string(native.Call("open", nil, data)), string(native.Call("audit", nil, nil))}
		if got := b.judged(data, "open", "audit"); got[0] != want[0] || got[1] != want[1] {
			t.Errorf("%s: the browser says\n%s\nand the program\n%s", filepath.Base(name), got, want)
		}
		var v Verdict
		if json.Unmarshal([]byte(want[1]), &v) == nil && !v.Sound {
			bad++
		}
	}
	t.Logf("%d changed archives; %d of them could be opened, and are not sound", len(names), bad)
	if bad < len(names)/3 {
		t.Errorf("only %d of %d are told from a sound one by their audit", bad, len(names))
	}
	b.quiet()
}

// judged is what the worker of the page answers about a file, to each word.
func (b *browser) judged(data []byte, words ...string) (answers []string) {
	b.Helper()
	var said string
	asked, err := json.Marshal(words)
	if err != nil {
		b.Fatal(err)
	}
	b.run(chromedp.Evaluate(fmt.Sprintf("judge(%q, %s)", base64.StdEncoding.EncodeToString(data), asked), &said,
		func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	if err := json.Unmarshal([]byte(said), &answers); err != nil {
		b.Fatal(err)
	}
	return answers
}
