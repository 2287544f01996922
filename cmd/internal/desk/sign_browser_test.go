package desk

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"berthier/mail"
	"berthier/mail/sign"

	cdp "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// A player who has no program but his browser opens the report that he saved, makes a key, writes
// an order, signs it, and gets a mail that the server takes for his. The key is there when he
// comes back, and what he signed is gone when he changes it.
func TestSignsInBrowser(t *testing.T) {
	b := newBrowser(t)
	folder := t.TempDir()
	b.run(
		cdp.SetDownloadBehavior(cdp.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(folder).WithEventsEnabled(true).
			WithBrowserContextID(b.apart),
	)
	page := "file://" + builtPage(t, "report.eml", reportFile(t, "jdg", "goldbach", 1))
	b.run(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(page))
	b.until(`document.getElementById("status").textContent === "Open: report.eml."`)
	b.run(
		chromedp.SendKeys("#pass", "a secret", chromedp.ByQuery),
		chromedp.SendKeys("#comment", "Alice", chromedp.ByQuery),
		press("#key-make"),
	)
	b.until(`document.getElementById("key-is").textContent.startsWith("Your key: SHA256:")`)
	private := downloaded(b, filepath.Join(folder, "berthier-key"))
	key, err := sign.LoadPrivateKey(private, func() ([]byte, error) { return []byte("a secret"), nil })
	if err != nil {
		t.Fatal(err)
	}

	b.run(chromedp.Evaluate(`{
		const t = document.getElementById("text");
		t.focus();
		t.setSelectionRange(t.value.length - 4, t.value.length - 4);
	}`, nil), chromedp.KeyEvent("move arthus to 0706\n"))
	b.until(`document.getElementById("judged").textContent === "The file is in order."`)
	b.run(press("#sign"))
	b.until(`!document.getElementById("signed").hidden`)
	b.picture("signed")
	b.run(press("#eml"))
	m, err := mail.Parse(downloaded(b, filepath.Join(folder, "orders.eml")))
	if err != nil {
		t.Fatal(err)
	}
	got, err := sign.Open(m, []sign.Key{key.Public()}, time.Unix(1900000000, 0))
	if err != nil || !strings.Contains(string(got.Text), "\nmove arthus to 0706\n") {
		t.Errorf("what comes is %q, %v", got.Text, err)
	}
	if m.To[0].Address != "games@berthier.example" || m.InReplyTo != "1@berthier.example" ||
		m.Subject != "Re: Your turn" {
		t.Errorf("it goes to %v, about %q, and answers %q", m.To, m.Subject, m.InReplyTo)
	}
	b.run(press("#undo"))
	b.until(`document.getElementById("signed").hidden && document.getElementById("signed-text").value === ""`)

	b.run(chromedp.Navigate(page))
	b.until(`document.getElementById("status").textContent === "Open: report.eml."`)
	b.until(`document.getElementById("key-is").textContent.includes("` + key.Public().Fingerprint() + `")`)
	b.run(press("#sign"))
	b.until(`document.getElementById("key-is").textContent.includes("has a passphrase")`)
	b.quiet()
}

// downloaded is a file that the browser saves.
func downloaded(b *browser, path string) (data []byte) {
	b.Helper()
	ctx, stop := context.WithTimeout(b.ctx, patience)
	defer stop()
	for {
		data, err := os.ReadFile(path)
		if err == nil && len(data) > 0 {
			return data
		}
		select {
		case <-ctx.Done():
			b.Fatal(err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}
