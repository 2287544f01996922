package desk

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// bomb is a small zip file with very much in it.
func bomb(t *testing.T, name string, size int64) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	m, err := w.Create(name)
	if err == nil {
		_, err = io.CopyN(m, zeros{}, size)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// One page, in which files are opened one after the other, as somebody finds them: bad ones first.
func TestFilesInBrowser(t *testing.T) {
	b := newBrowser(t)
	b.run(chromedp.EmulateViewport(1280, 900), chromedp.Navigate("file://"+builtPage(t, "", nil)))
	b.until(`document.getElementById("status").textContent === "The desk is ready."`)
	for _, test := range []struct {
		name string
		do   func(t *testing.T, b *browser)
	}{{"bad", refusesBadFiles}, {"reports", replaysReports}, {"life", tellsLife}} {
		t.Run(test.name, func(t *testing.T) {
			b.TB = t
			test.do(t, b)
		})
	}
}

// A file that is damaged, foreign, huge or made to harm brings one sentence: nothing of it runs, and nothing is
// sent anywhere. The page goes on afterwards.
func refusesBadFiles(t *testing.T, b *browser) {
	const harm = `<img src=x onerror=globalThis.harmed=1>`
	good := file(t, playedGame(t, "jdg", "goldbach", 8, true))
	position, report := positionFile(t, "jdg", "goldbach", 1), reportFile(t, "jdg", "goldbach", 1)
	cut := bytes.Index(position, []byte("\nunit "))
	folder := t.TempDir()
	open := func(name string, data []byte) (status string) {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		b.run(chromedp.Evaluate(`document.getElementById("status").textContent = ""`, nil),
			chromedp.SetUploadFiles("#file", []string{path}, chromedp.ByQuery))
		b.until(`!/^(|Opening .*|Open: .* The audit is running.)$/.test(document.getElementById("status").textContent)`)
		return b.text("status")
	}
	for _, bad := range []struct {
		name string
		data []byte
		said string // that the sentence has
	}{
		{"empty.zip", nil, "no file that"},
		{"bomb.zip", bomb(t, "log.txt", 1<<28), "no archive of a game, or damaged"},
		{"program.json", []byte(`{"game": "` + harm + `", "version": 3}`), "no file that"},
		{"cut.zip", good[:len(good)/2], "no archive of a game, or damaged"},
		{"<b>markup<b>.zip", append([]byte("PK"), harm...), "no archive of a game, or damaged"},
		{"picture.png", []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), "no file that"},
		{"cut.txt", position[:cut+20], "position cannot be read"},
		{"mail.eml", []byte("Subject: " + harm + "\n\n" + harm + "\n"), "no file that"},
		{"game.txt", bytes.Replace(position, []byte("ruleset: jdg"), []byte("ruleset: "+harm), 1),
			"position cannot be read"},
		{"side.txt", bytes.Replace(position, []byte("side: Allied"), []byte("side: "+harm), 1),
			"position cannot be read"},
		{"unit.txt", bytes.Replace(position, []byte("unit 8hus"), []byte("unit "+harm), 1), "position cannot be read"},
		{"huge.zip", append([]byte("PK"), make([]byte, Most)...), "too large"},
	} {
		status := open(bad.name, bad.data)
		t.Logf("%s: %s", bad.name, status)
		if !strings.Contains(status, bad.said) || strings.Contains(status, "\n") ||
			strings.HasPrefix(status, "Open: ") || len(status) > 400 {
			t.Errorf("%s: %q", bad.name, status)
		}
	}
	// What is well made but has markup in it is shown as it is written.
	marked := bytes.Replace(report, []byte("Subject: Your turn"), []byte("Subject: "+harm), 1)
	if status := open("good.eml", marked); status != "Open: good.eml." {
		t.Errorf("a good report with markup in its subject: %q", status)
	}
	var harmed bool
	b.run(chromedp.Evaluate(`globalThis.harmed !== undefined || document.querySelector("img[src=x]") !== null`,
		&harmed))
	if harmed {
		t.Error("something of a file ran in the page")
	}
	b.quiet()
}
