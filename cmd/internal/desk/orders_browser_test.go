package desk

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/sheet"
	"berthier/engine/tongue"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// desktop is a page with a position, and the same position beside it.
type desktop struct {
	*browser
	page   string
	native *Desk
	told   sheet.Brief
}

func newDesktop(b *browser, file []byte) *desktop {
	b.Helper()
	d := &desktop{browser: b, page: "file://" + builtPage(b.TB, "position.txt", file), native: New(load)}
	d.told = *call[Contents](b, d.native, "open", question{}, file).Sheet
	d.run(chromedp.EmulateViewport(1280, 900))
	d.open()
	return d
}

// open opens the page, as if for the first time.
func (d *desktop) open() {
	d.Helper()
	d.run(chromedp.Navigate(d.page))
	d.until(`document.getElementById("status").textContent === "Open: position.txt."`)
}

// written is the turn file as it stands in the page.
func (d *desktop) written() (text string) {
	d.Helper()
	d.run(chromedp.Evaluate(`document.getElementById("text").value`, &text))
	return text
}

// spot is a piece or a place on the map as it stands.
func (d *desktop) spot(id string) sheet.Spot {
	d.Helper()
	m := call[sheet.Verdict](d, d.native, "read", question{Text: d.written()}, nil).Map
	all := slices.Concat(m.Pieces, m.Regions)
	i := slices.IndexFunc(all, func(s sheet.Spot) bool { return s.ID == id })
	if i < 0 {
		d.Fatalf("the map has no %s", id)
	}
	return all[i]
}

// screen is where something of the map is on the screen.
func (d *desktop) screen(x, y float64) (float64, float64) {
	d.Helper()
	d.until(rest)
	var box struct{ Left, Top, Scale float64 }
	d.run(chromedp.Evaluate(`(() => {
		document.getElementById("field").scrollIntoView();
		const i = document.getElementById("ground"), b = i.getBoundingClientRect();
		return { Left: b.left, Top: b.top, Scale: b.width / i.offsetWidth };
	})()`, &box))
	return box.Left + x*box.Scale, box.Top + y*box.Scale
}

// click clicks a piece or a place on the map.
func (d *desktop) click(id string) {
	d.Helper()
	at := d.spot(id).At
	d.run(chromedp.MouseClickXY(d.screen(float64(at[0]), float64(at[1]))))
}

// draw draws with the mouse from one place of the map to another.
func (d *desktop) draw(fromX, fromY, toX, toY float64) {
	d.Helper()
	x, y := d.screen(fromX, fromY)
	ax, ay := d.screen(toX, toY)
	d.run(chromedp.MouseEvent(input.MousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	for part := range 5 {
		way := float64(part+1) / 5
		d.run(chromedp.MouseEvent(input.MouseMoved, x+(ax-x)*way, y+(ay-y)*way, chromedp.ButtonLeft))
	}
	d.run(chromedp.MouseEvent(input.MouseReleased, ax, ay, chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

// One page, in which a player opens his positions one after the other, as they come, and does with each what follows.
func TestPositionsInBrowser(t *testing.T) {
	b := newBrowser(t)
	b.run(chromedp.EmulateViewport(1280, 900), chromedp.Navigate("file://"+builtPage(t, "", nil)))
	b.until(`document.getElementById("status").textContent === "The desk is ready."`)
	for _, test := range []struct {
		name, ruleset, scenario string
		steps                   int
		do                      func(d *desktop)
	}{
		{"turns", "jdg", "goldbach", 1, turns},
		{"formation", "jdg", "goldbach", 1, sendsFormation},
		{"pieces", "jdg", "goldbach", 1, pointsAndDraws},
		{"enemy", "jdg", "goldbach", 1, looksAtEnemy},
		{"paper", "jdg", "goldbach", 1, scrollsPaper},
		{"keys", "jdg", "goldbach", 1, goesByKeys},
		{"cards", "ccn", "crossroads", 1, playsCard},
		{"forms", "pbs", "danube", 0, fillsForm},
		{"form of a text that changes", "tlm", "marne", 1, fillsFormOfChangedText},
		{"areas", "tlm", "marne", 1, movesByAreas},
		{"everybody", "jdg", "goldbach", 1, servesEverybody},
	} {
		t.Run(test.name, func(t *testing.T) {
			b.TB = t
			test.do(nextDesktop(b, positionFile(t, test.ruleset, test.scenario, test.steps)))
		})
	}
}

// nextDesktop opens a position in a page that is open, in which nothing was kept of those before it.
func nextDesktop(b *browser, file []byte) *desktop {
	b.Helper()
	d := &desktop{browser: b, native: New(load)}
	d.told = *call[Contents](b, d.native, "open", question{}, file).Sheet
	path := filepath.Join(b.TempDir(), filepath.Base(b.Name())+".txt")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		b.Fatal(err)
	}
	b.run(chromedp.Evaluate(`localStorage.clear(); for (const d of document.querySelectorAll("details")) d.open = false;
		document.getElementById("file").value = ""`, nil), chromedp.SetUploadFiles("#file", []string{path}, chromedp.ByQuery))
	b.until(fmt.Sprintf(`document.getElementById("status").textContent === "Open: %s."`, filepath.Base(path)))
	return d
}

// A piece is turned by its handle, and by keys, at the end of its move.
func turns(d *desktop) {
	d.click("arthus")
	d.until(`document.querySelectorAll("#over .aim").length > 5`)
	d.click("0605")
	d.until(`document.querySelectorAll("#over .now").length === 1`)
	d.click("0605")
	d.until(`document.querySelectorAll("#so-far button").length === 1 && document.querySelector("#over circle.turn") ` +
		`!== null`)
	if text := d.written(); !strings.Contains(text, "\nmove arthus to 0605 face W\n") {
		d.Fatalf("two clicks write\n%s", text)
	}
	p := d.spot("arthus")
	var knob struct{ X, Y float64 }
	d.run(chromedp.Evaluate(`(() => { const c = document.querySelector("#over circle.turn");
		return { X: c.cx.baseVal.value, Y: c.cy.baseVal.value }; })()`, &knob))
	d.draw(knob.X, knob.Y, float64(p.At[0])+80, float64(p.At[1])) // to the east
	d.until(`document.getElementById("text").value.includes("\nmove arthus to 0605 face E\n")`)
	d.until(`document.querySelectorAll("#so-far button").length === 1`)
	d.until(`document.getElementById("judged").textContent === "The file is in order."`)
	d.until(`document.getElementById("so-far").textContent.includes("face E")`)
	d.run(chromedp.Focus("#field", chromedp.ByQuery), chromedp.KeyEvent("."))
	d.until(`document.getElementById("text").value.includes("\nmove arthus to 0605 face SSE\n")`)
	d.until(`document.getElementById("so-far").textContent.includes("face SSE")`)
	d.run(chromedp.KeyEvent(","))
	d.until(`document.getElementById("text").value.includes("\nmove arthus to 0605 face E\n")`)
	d.picture("turned")
	d.quiet()
}

// A player opens his position, reads what he owes, writes a line that is wrong, is told so at
// the line, and clicks orders on the map instead; what he did is undone, done again, and there
// when he opens the file again.
func TestOrdersInBrowser(t *testing.T) {
	d := newDesktop(newBrowser(t), positionFile(t, "jdg", "goldbach", 1))
	if owed := d.text("owed"); !strings.HasPrefix(owed, "Give orders to Kienmayer. [1.D]") {
		t.Errorf("he owes %q", owed)
	}
	if text := d.written(); text != d.told.Text {
		t.Errorf("the file begins as\n%s", text)
	}
	d.run(chromedp.Evaluate(`{
		const t = document.getElementById("text");
		t.focus();
		t.setSelectionRange(t.value.length - 4, t.value.length - 4);
	}`, nil), chromedp.KeyEvent("march arthus to 9999\n"))
	d.until(`document.getElementById("faults").textContent.includes("9999")`)
	d.run(press("#faults button"))
	d.until(`getSelection().toString() === "march arthus to 9999"`)
	d.run(chromedp.KeyEvent("z", chromedp.KeyModifiers(2)))
	d.until(`document.getElementById("redo").disabled === false`)
	if text := d.written(); text != d.told.Text {
		t.Errorf("undone it is\n%s", text)
	}

	d.click("arthus")
	d.until(`document.querySelectorAll("#over .aim").length > 5`)
	d.picture("aims")
	d.run(chromedp.EmulateViewport(1280, 900))
	d.click("0605")
	d.until(`document.querySelectorAll("#over .now").length === 1`)
	d.click("0605")
	d.until(`document.getElementById("judged").textContent === "The file is in order."`)
	moved := d.written()
	if !strings.Contains(moved, "\nmove arthus to 0605") {
		t.Errorf("two clicks write\n%s", moved)
	}
	d.until(`document.querySelectorAll("#so-far button").length === 1`) // what comes later moves the buttons below
	d.picture("moved")
	d.run(chromedp.EmulateViewport(1280, 900))
	d.run(press("#undo"))
	d.until(`document.getElementById("judged").textContent !== "The file is in order."`)
	d.until(`document.querySelectorAll("#so-far button").length === 0`)
	d.run(press("#redo"))
	d.until(`document.getElementById("judged").textContent === "The file is in order."`)
	if text := d.written(); text != moved {
		t.Errorf("done again it is\n%s", text)
	}
	d.open()
	if text := d.written(); text != moved {
		t.Errorf("opened again it is\n%s", text)
	}
	d.click("arthus")
	d.until(`document.querySelectorAll("#so-far button").length === 1`)
	d.run(press("#so-far button"))
	d.until(`document.querySelectorAll("#so-far button").length === 0`)
	if text := d.written(); text != d.told.Text {
		t.Errorf("taken out again, it is\n%s", text)
	}
	d.quiet()
}

// A formation is sent to a place by three clicks: on a piece, on the name of the whole, on the map.
func sendsFormation(d *desktop) {
	d.click("arthus")
	d.until(`document.querySelectorAll("#stack button").length > 1`)
	d.run(press("#stack li:last-child button"))
	d.until(`document.querySelectorAll("#over .aim").length > 100 && document.querySelectorAll("#over ` +
		`.chosen").length > 3`)
	d.picture("formation")
	d.run(chromedp.EmulateViewport(1280, 900))
	d.click("0605")
	d.until(`document.getElementById("judged").textContent === "The file is in order."`)
	if text := d.written(); !strings.Contains(text, "\nmove kienmay toward 0605\n") {
		d.Errorf("the clicks write\n%s", text)
	}
	d.run(chromedp.Evaluate(`{
		const s = document.getElementById("pieces");
		s.value = "kienmay";
		s.dispatchEvent(new Event("change"));
	}`, nil))
	d.until(`document.getElementById("so-far").textContent.includes("move kienmay toward 0605")`)
	d.quiet()
}

// Who clicks one piece of his after the other looks at them, and gives no order; a piece that is drawn goes where it is
// drawn, also if it was not pointed at before, and to another piece of his.
func pointsAndDraws(d *desktop) {
	d.click("arthus")
	d.until(`document.querySelectorAll("#over .aim").length > 5`)
	text, lothring := d.written(), d.spot("lothring")
	d.click("lothring")
	d.until(`document.getElementById("who").textContent.includes("lothring")`)
	if got := d.written(); got != text {
		d.Errorf("a look at another piece writes\n%s", got)
	}
	arthus, goal := d.spot("arthus"), d.spot("0605")
	d.draw(float64(arthus.At[0]), float64(arthus.At[1]), float64(goal.At[0]), float64(goal.At[1]))
	d.until(`document.getElementById("who").textContent.includes("arthus") &&
		document.querySelectorAll("#over .now").length + document.querySelectorAll("#so-far button").length > 0`)
	d.run(chromedp.KeyEvent(kb.Escape))
	arthus = d.spot("arthus")
	d.draw(float64(arthus.At[0]), float64(arthus.At[1]), float64(lothring.At[0]), float64(lothring.At[1]))
	d.until(`document.querySelector("#choices .order") !== null || document.querySelector("#so-far button") !== null`)
	var said string
	d.run(chromedp.Evaluate(`["so-far", "choices"].map((id) => document.getElementById(id).textContent).join()`, &said))
	if !strings.Contains(said, "move arthus to "+lothring.Region) {
		d.Errorf("drawn onto lothring it can %s", said)
	}
	d.quiet()
}

// Who clicks a piece of the enemy is told that it can do nothing for him.
func looksAtEnemy(d *desktop) {
	all := call[sheet.Verdict](d, d.native, "read", question{Text: d.written()}, nil).Map.Pieces
	i := slices.IndexFunc(all, func(p sheet.Spot) bool { return !p.Own })
	d.click(all[i].ID)
	d.until(fmt.Sprintf(`document.getElementById("who").textContent.includes(%q)`, all[i].ID))
	d.until(`!document.getElementById("no-choice").hidden`)
	d.quiet()
}

// The numbers stand beside their lines to the end of a long file, and a position that is opened shows nothing of
// the one before it.
func scrollsPaper(d *desktop) {
	d.click("arthus")
	d.until(`document.querySelectorAll("#over .aim").length > 5 && document.querySelector("#stack button") !== null`)
	// A scrollbar below the text takes some of its height, so that the numbers must go further. Tests hide it.
	d.until(`(() => {
		const [further, far] = ["numbers", "text"].map((id) => document.getElementById(id))
			.map((e) => e.scrollHeight - e.clientHeight);
		return far > 50 && further > far + 20;
	})()`)
	d.run(chromedp.Evaluate(`document.getElementById("text").scrollTop = 1e6`, nil))
	d.until(`["text", "numbers"].map((id) => document.getElementById(id).scrollTop)
		.every((at, _, all) => at > 50 && at === all[0])`)
	next := filepath.Join(d.TempDir(), "next.txt")
	if err := os.WriteFile(next, positionFile(d.TB, "jdg", "goldbach", 2), 0o600); err != nil {
		d.Fatal(err)
	}
	d.run(chromedp.SetUploadFiles("#file", []string{next}, chromedp.ByQuery))
	d.until(`document.getElementById("status").textContent === "Open: next.txt."`)
	d.until(`document.querySelector("#stack button, #over .aim") === null &&
		document.getElementById("under").textContent === "" && document.getElementById("text").scrollTop === 0`)
	d.quiet()
}

// Without a mouse: the map is gone over by keys, and says what is there.
func goesByKeys(d *desktop) {
	d.run(chromedp.Focus("#field", chromedp.ByQuery), chromedp.KeyEvent(kb.ArrowRight))
	d.until(`document.getElementById("under").textContent.includes("(")`)
	d.run(chromedp.KeyEvent(kb.Enter))
	d.until(`document.querySelectorAll("#over .aim").length > 5`)
	d.run(chromedp.KeyEvent(kb.ArrowLeft))
	d.until(`document.getElementById("under").textContent.includes("can be reached")`)
	d.run(chromedp.KeyEvent(kb.Enter))
	d.until(`document.querySelectorAll("#over .now, #so-far button").length === 1`)
	var several bool
	if d.run(chromedp.Evaluate(`document.querySelector("#over .now") !== null`, &several)); several {
		d.run(chromedp.KeyEvent(kb.Enter))
	}
	d.until(`document.getElementById("judged").textContent === "The file is in order."`)
	d.run(chromedp.KeyEvent(kb.Escape))
	d.until(`document.querySelectorAll("#over .aim").length === 0`)
	d.quiet()
}

// choose takes what a list of the page offers, in one step: the page may draw its list anew between two.
func (b *browser) choose(list, value string) {
	b.Helper()
	b.run(chromedp.Evaluate(fmt.Sprintf(`(list => { list.value = %q; list.dispatchEvent(new Event("change")) })(`+
		`document.querySelector(%q))`, value, list), nil))
}

// All that the player reads is in the language of his file, and then in that which he chooses, also when he
// comes back.
func TestOrdersInHisLanguage(t *testing.T) {
	position := positionFile(t, "jdg", "goldbach", 1)
	d := &desktop{browser: newBrowser(t), page: "file://" + builtPage(t, "position.txt", inFrench(t, position)),
		native: New(load)}
	d.told = *call[Contents](t, d.native, "open", question{}, position).Sheet
	d.run(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(d.page))
	d.until(`document.getElementById("status").textContent === "Ouvert : position.txt."`)
	d.until(`document.documentElement.lang === "fr" && document.getElementById("text").value.startsWith("game: ")`)
	french := call[sheet.Brief](t, d.native, "tell", question{In: tongue.Fr}, nil)
	d.until(fmt.Sprintf(`document.getElementById("owed").textContent.startsWith(%q)`, french.Owed[0].Prompt))

	told := call[sheet.Brief](t, d.native, "tell", question{In: tongue.Pl}, nil)
	if told.Owed[0].Prompt == d.told.Owed[0].Prompt || told.Text == d.told.Text {
		t.Fatalf("in Polish he owes %q", told.Owed[0].Prompt)
	}
	d.choose("#language", "pl")
	for again := range 2 {
		if again > 0 {
			d.run(chromedp.Navigate(d.page))
		}
		d.until(`document.getElementById("status").textContent === "Otwarto: position.txt."`)
		d.until(fmt.Sprintf(`document.getElementById("owed").textContent.startsWith(%q)`, told.Owed[0].Prompt))
		d.until(fmt.Sprintf(`document.getElementById("text").value === %q`, told.Text))
		d.until(`document.getElementById("can-h").textContent === "Co można zrobić" &&
			document.getElementById("field").getAttribute("aria-label") === "Mapa"`)
	}
	d.run(chromedp.Evaluate(`{
		const t = document.getElementById("text");
		t.value = t.value.replace(/end\n*$/, "dance\nleap\nend\n");
		t.dispatchEvent(new Event("input"));
	}`, nil))
	d.until(`document.getElementById("judged").textContent === "2 błędy."`)
	d.quiet()
}

// A game of cards: a card is clicked, then those whom it orders.
func playsCard(d *desktop) {
	card := d.told.Cards[0].Word
	d.run(press("#cards button"))
	d.until(`document.querySelectorAll("#choices .order").length > 0`)
	d.run(press("#choices .order"))
	d.until(`document.getElementById("text").value.includes("\nplay ")`)
	d.until(`document.getElementById("judged").textContent === "The file is in order."`)
	if text := d.written(); !strings.Contains(text, "\nplay "+card) {
		d.Errorf("the card %s writes\n%s", card, text)
	}
	var unit string
	for _, p := range call[sheet.Verdict](d, d.native, "read", question{Text: d.written()}, nil).Map.Pieces {
		about := call[[]sheet.Choice](d, d.native, "about", question{Text: d.written(), IDs: []string{p.ID}}, nil)
		if len(about) > 0 {
			unit = p.ID
			break
		}
	}
	d.click(unit)
	d.until(`document.getElementById("who").textContent.includes("` + unit + `") &&
		document.querySelectorAll("#choices .order").length > 0`)
	d.run(press("#choices .order"))
	d.until(`document.querySelectorAll("#so-far button").length === 1`)
	d.until(`document.getElementById("judged").textContent === "The file is in order."`)
	d.picture("cards")
	d.quiet()
}

// A game without pieces to be clicked yet, and all that is said for later: by forms.
func fillsForm(d *desktop) {
	d.run(press("#forms summary"))
	d.until(`document.querySelectorAll("#words select").length === 1`)
	d.choose("#words select", "defender")
	d.until(`document.getElementById("line").value === "role defender"`)
	d.run(press("#form button"))
	d.until(`document.getElementById("judged").textContent === "The file is in order."`)
	if text := d.written(); !strings.Contains(text, "\nrole defender\n") {
		d.Errorf("the form writes\n%s", text)
	}
	d.picture("forms")
	d.quiet()
}

// holdLine is the line that says to do nothing, with what is said beside it.
var holdLine = regexp.MustCompile(`\nhold( .*)?\n`)

// An order by a form takes the place of the line that says that he does nothing, also if the text is another
// one since the form was opened.
func fillsFormOfChangedText(d *desktop) {
	d.run(press("#forms summary"))
	d.until(`document.querySelector("#verb option[value=play]") !== null`)
	text := strings.Replace(d.written(), "\nhold ", "\n## By rail,\n## and soon.\nhold ", 1)
	d.run(chromedp.Evaluate(fmt.Sprintf(`document.getElementById("text").value = %q;
		document.getElementById("text").dispatchEvent(new Event("input"))`, text), nil),
		chromedp.SetValue("#line", "play offensive", chromedp.ByQuery),
		press("#form button"))
	d.until(`document.getElementById("text").value.includes("\nplay offensive\n")`)
	if got, want := d.written(), holdLine.ReplaceAllString(text, "\nplay offensive\n"); got != want {
		d.Errorf("got\n%s\nwant\n%s", got, want)
	}
	d.quiet()
}

// A game of areas: an Offensive is played, and an army goes on, with two clicks each.
func movesByAreas(d *desktop) {
	if text := d.written(); !holdLine.MatchString(text) {
		d.Fatalf("the file begins as\n%s", text)
	}
	i := 1 + slices.IndexFunc(d.told.Cards, func(c sheet.Card) bool { return c.Word == "offensive" })
	d.run(press(fmt.Sprintf("#cards li:nth-child(%d) button", i)))
	d.until(`document.querySelectorAll("#choices .order").length > 0`)
	d.run(press("#choices .order"))
	d.until(`document.getElementById("text").value.includes("\nplay offensive\n")`)
	d.until(`document.getElementById("judged").textContent === "The file is in order."`)
	d.click("ge1")
	d.until(`document.querySelectorAll("#over .aim").length > 1`)
	ge1, cha := d.spot("ge1"), d.spot("cha") // where others of his stand, so that a click would point at them
	d.draw(float64(ge1.At[0]), float64(ge1.At[1]), float64(cha.At[0]), float64(cha.At[1]))
	const moved = `/\nplay offensive\n\w+ \S+ cha\n/.test(document.getElementById("text").value)`
	var several bool
	d.until(`document.querySelectorAll("#over .now").length === 1 || ` + moved)
	if d.run(chromedp.Evaluate(`document.querySelector("#over .now") !== null`, &several)); several {
		d.click("cha")
	}
	d.until(moved)
	d.until(`document.getElementById("judged").textContent === "The file is in order."`)
	if text := d.written(); holdLine.MatchString(text) {
		d.Errorf("he does nothing and something:\n%s", text)
	}
	d.picture("areas")
	d.quiet()
}
