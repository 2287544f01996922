package desk

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/sheet"
	"berthier/mail"
	"berthier/mail/sign"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"
)

// firefox is driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which it speaks by itself.
type firefox struct {
	testing.TB
	conn   net.Conn
	asked  int
	tab    string
	faults []string // what it complains about
}

// newFirefox starts Firefox; without one the test is left out.
func newFirefox(t testing.TB) *firefox {
	t.Helper()
	path, err := exec.LookPath("firefox-esr")
	if err != nil {
		path, err = exec.LookPath("firefox")
	}
	if err != nil {
		if os.Getenv("BERTHIER_SERVERS") != "" {
			t.Fatal("this test needs firefox-esr")
		}
		t.Skip("this test needs firefox-esr or firefox")
	}
	home := t.TempDir()
	cmd := exec.Command(path, "--headless", "--no-remote", "--profile", home, "--remote-debugging-port", "0")
	cmd.Env = append(os.Environ(), "HOME="+home, "MOZ_CRASHREPORTER_DISABLE=1", "LANG=C.UTF-8")
	said, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	address, text := "", ""
	for lines := bufio.NewScanner(said); address == "" && lines.Scan(); {
		text += lines.Text() + "\n"
		_, address, _ = strings.Cut(lines.Text(), "BiDi listening on ")
	}
	if address == "" {
		t.Fatalf("Firefox does not start:\n%s", text)
	}
	go io.Copy(io.Discard, said)
	f := &firefox{TB: t}
	if f.conn, _, _, err = ws.Dial(t.Context(), strings.TrimSpace(address)+"/session"); err != nil {
		t.Fatal(err)
	}
	f.do("session.new", `{"capabilities": {}}`, nil)
	f.do("session.subscribe", `{"events": ["log.entryAdded"]}`, nil)
	var tree struct{ Contexts []struct{ Context string } }
	f.do("browsingContext.getTree", `{}`, &tree)
	f.tab = tree.Contexts[0].Context
	f.do("browsingContext.setViewport",
		fmt.Sprintf(`{"context": %q, "viewport": {"width": 1280, "height": 900}}`, f.tab),
		nil)
	return f
}

// do carries out one command, and decodes what it gives.
func (f *firefox) do(method, params string, result any) {
	f.Helper()
	f.asked++
	f.conn.SetDeadline(time.Now().Add(2 * patience))
	message := fmt.Appendf(nil, `{"id": %d, "method": %q, "params": %s}`, f.asked, method, params)
	err := wsutil.WriteClientText(f.conn, message)
	for err == nil {
		var data []byte
		if data, err = wsutil.ReadServerText(f.conn); err != nil {
			break
		}
		var got struct {
			Type, Error, Message string
			ID                   int
			Params               struct{ Level, Text string }
			Result               json.RawMessage
		}
		if err = json.Unmarshal(data, &got); err != nil {
			break
		}
		switch {
		case got.Type == "event" && got.Params.Level != "debug":
			f.faults = append(f.faults, got.Params.Level+": "+got.Params.Text)
		case got.Type == "error":
			f.Fatalf("%s: %s: %s", method, got.Error, got.Message)
		case got.Type == "success" && got.ID == f.asked:
			if result == nil {
				return
			}
			err = json.Unmarshal(got.Result, result)
			if err == nil {
				return
			}
		}
	}
	f.Fatalf("%s: %v", method, err)
}

// eval gives the text of an expression in the page.
func (f *firefox) eval(expression string) string {
	f.Helper()
	params, err := json.Marshal(map[string]any{"expression": "Promise.resolve(" + expression + ").then(String)",
		"target": map[string]string{"context": f.tab}, "awaitPromise": true})
	if err != nil {
		f.Fatal(err)
	}
	var got struct {
		Result           struct{ Value string }
		ExceptionDetails *struct{ Text string }
	}
	f.do("script.evaluate", string(params), &got)
	if got.ExceptionDetails != nil {
		f.Fatalf("%s: %s", expression, got.ExceptionDetails.Text)
	}
	return got.Result.Value
}

// until waits for a condition in the page.
func (f *firefox) until(condition string) {
	f.Helper()
	came := f.eval(fmt.Sprintf(`new Promise((done) => {
		const start = Date.now();
		const look = () => {
			if (%s) done("yes");
			else if (Date.now() - start > %d) done("no");
			else setTimeout(look, 20);
		};
		look();
	})`, condition, patience.Milliseconds()))
	if came != "yes" {
		f.Fatalf("%s: it does not come; the page says %q and %q, Firefox complains: %q", condition,
			f.eval(`document.getElementById("status").textContent`),
			f.eval(`document.getElementById("judged").textContent`), f.faults)
	}
}

// open opens a page with a file in it.
func (f *firefox) open(name string, data []byte) {
	f.Helper()
	f.do("browsingContext.navigate", fmt.Sprintf(`{"context": %q, "url": %q, "wait": "complete"}`, f.tab,
		"file://"+builtPage(f.TB, name, data)), nil)
	f.until(fmt.Sprintf(`document.getElementById("status").textContent === "Open: %s."`, name))
}

// clickAt clicks with the mouse where something is on the screen.
func (f *firefox) clickAt(x, y float64) {
	f.Helper()
	f.do("input.performActions", fmt.Sprintf(`{"context": %q, "actions": [
		{"type": "pointer", "id": "mouse", "actions": [
		{"type": "pointerMove", "x": %d, "y": %d},
		{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}]}`,
		f.tab, int(x), int(y)), nil)
}

// click clicks the first element that a selector finds.
func (f *firefox) click(selector string) {
	f.Helper()
	f.until(rest)
	at := f.eval(fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.scrollIntoView({ block: "center", behavior: "instant" });
		const b = e.getBoundingClientRect();
		return (b.left + b.width / 2) + " " + (b.top + b.height / 2);
	})()`, selector))
	var x, y float64
	if _, err := fmt.Sscan(at, &x, &y); err != nil {
		f.Fatalf("%s: %s: %v", selector, at, err)
	}
	f.clickAt(x, y)
}

// clickMap clicks a piece or a place on the map.
func (f *firefox) clickMap(native *Desk, id string) {
	f.Helper()
	f.until(rest)
	m := call[sheet.Verdict](f, native, "read", question{Text: f.eval(`document.getElementById("text").value`)},
		nil).Map
	all := slices.Concat(m.Pieces, m.Regions)
	i := slices.IndexFunc(all, func(s sheet.Spot) bool { return s.ID == id })
	if i < 0 {
		f.Fatalf("the map has no %s", id)
	}
	f.until(`document.getElementById("ground").offsetWidth > 0`)
	at := f.eval(`(() => {
		document.getElementById("field").scrollIntoView({ behavior: "instant" });
		const i = document.getElementById("ground"), b = i.getBoundingClientRect();
		return b.left + " " + b.top + " " + b.width / i.offsetWidth;
	})()`)
	var left, top, scale float64
	if _, err := fmt.Sscan(at, &left, &top, &scale); err != nil {
		f.Fatalf("%s: %v", at, err)
	}
	f.clickAt(left+float64(all[i].At[0])*scale, top+float64(all[i].At[1])*scale)
}

// quiet holds that Firefox had nothing to complain about.
func (f *firefox) quiet() {
	f.Helper()
	if len(f.faults) > 0 {
		f.Errorf("Firefox complains: %q", f.faults)
	}
}

const inOrder = `document.getElementById("judged").textContent === "The file is in order."`

// Firefox can what Chromium can: the first turn of each game, a signature, and an audit.
func TestInFirefox(t *testing.T) {
	f := newFirefox(t)
	firstTurns(f)
	signs(f)
	audits(f)
}

// firstTurns gives an order in each game, by clicks.
func firstTurns(f *firefox) {
	f.Helper()
	for _, tt := range []struct{ game, scenario string }{
		{"jdg", "goldbach"}, {"ccn", "crossroads"}, {"pbs", "danube"}, {"tlm", "marne"},
	} {
		step := 1
		if tt.game == "pbs" {
			step = 0
		}
		position := positionFile(f.TB, tt.game, tt.scenario, step)
		native := New(load)
		call[Contents](f, native, "open", question{}, position)
		f.open("position.txt", position)
		switch tt.game {
		case "jdg":
			f.clickMap(native, "arthus")
			f.until(`document.querySelectorAll("#over .aim").length > 5`)
			f.clickMap(native, "0605")
			f.until(`document.querySelectorAll("#over .now").length === 1`)
			f.clickMap(native, "0605")
			f.until(`document.getElementById("text").value.includes("\nmove arthus to 0605 face W\n")`)
		case "ccn", "tlm":
			f.click("#cards button")
			f.until(`document.querySelectorAll("#choices .order").length > 0`)
			f.click("#choices .order")
			f.until(`document.getElementById("text").value.includes("\nplay ")`)
		case "pbs":
			f.click("#forms summary")
			f.until(`document.querySelectorAll("#words select").length === 1`)
			f.eval(`(() => {
				const s = document.querySelector("#words select");
				s.value = "defender";
				s.dispatchEvent(new Event("change"));
			})()`)
			f.click("#form button")
			f.until(`document.getElementById("text").value.includes("\nrole defender\n")`)
		}
		f.until(inOrder)
		f.quiet()
	}
}

// signs makes a key, answers a report, and signs.
func signs(f *firefox) {
	f.Helper()
	f.open("report.eml", reportFile(f.TB, "jdg", "goldbach", 1))
	f.click("#key-make")
	f.until(`document.getElementById("key-new").hidden`)
	var kept Key
	if err := json.Unmarshal([]byte(f.eval(`localStorage.getItem("berthier key")`)), &kept); err != nil {
		f.Fatal(err)
	}
	key, err := sign.ParsePublicKey(kept.Public)
	if err != nil {
		f.Fatal(err)
	}
	f.click("#anew") // the draft of this step is one of its first turn
	f.eval(`(() => {
		const t = document.getElementById("text");
		t.value = t.value.replace(/end\n*$/, "move arthus to 0706\nend\n");
		t.dispatchEvent(new Event("input"));
	})()`)
	f.until(inOrder)
	f.click("#sign")
	f.until(`!document.getElementById("signed").hidden`)
	raw, err := mail.Compose(mail.Outgoing{From: mail.Address{Address: "a@example.org"},
		To: []mail.Address{{Address: "b@example.org"}}, Text: f.eval(`document.getElementById("signed-text").value`),
		Date: time.Unix(1900000000, 0), ID: "1@home"})
	if err != nil {
		f.Fatal(err)
	}
	m, err := mail.Parse(raw)
	if err != nil {
		f.Fatal(err)
	}
	got, err := sign.Open(m, []sign.Key{key}, time.Unix(1900000000, 0))
	if err != nil || !strings.Contains(string(got.Text), "\nmove arthus to 0706\n") {
		f.Errorf("what comes is %q, %v", got.Text, err)
	}
	f.quiet()
}

// audits opens an archive.
func audits(f *firefox) {
	f.Helper()
	zip := filepath.Join(f.TempDir(), "game-1.zip")
	data := file(f.TB, playedGame(f.TB, "jdg", "goldbach", 8, true))
	if err := os.WriteFile(zip, data, 0o600); err != nil {
		f.Fatal(err)
	}
	var found struct {
		Nodes []struct {
			SharedID string `json:"sharedId"`
		}
	}
	f.do("browsingContext.locateNodes", fmt.Sprintf(`{"context": %q, "locator": {"type": "css", "value": "#file"}}`,
		f.tab), &found)
	f.do("input.setFiles", fmt.Sprintf(`{"context": %q, "element": {"sharedId": %q}, "files": [%q]}`, f.tab,
		found.Nodes[0].SharedID, zip), nil)
	f.until(`document.getElementById("status").textContent === "Open: game-1.zip."`)
	f.until(`document.getElementById("verdict").textContent.startsWith("SOUND: every check holds.")`)
	f.quiet()
}
