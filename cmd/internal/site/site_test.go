package site

import (
	"errors"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/templates/desk"
)

// What somebody hides does not stand in the pages: secrets, addresses, what a turn file says
// before its step is resolved, and who sent one beforehand.
func TestNothingHidden(t *testing.T) {
	c := newClub(t, "1")
	c.begin("gold-1", "jdg", "goldbach")
	c.begin("cross-1", "ccn", "crossroads")
	c.order("gold-1", "French", "order legrand   // xyzzy, my secret plan\nfirst legrand")
	c.build()
	for name, text := range c.files() {
		for _, hidden := range []string{"hidden.example", "xyzzy", "first legrand"} {
			if strings.Contains(text, hidden) {
				t.Errorf("%s tells %q", name, hidden)
			}
		}
		for _, id := range []string{"gold-1", "cross-1"} {
			if found := c.secrets(id).Find([]byte(text)); found != nil {
				t.Errorf("%s tells %s of %s", name, found, id)
			}
		}
	}
	if page := c.files()["games/gold-1/index.html"]; !strings.Contains(page, "waits for Allied.") {
		t.Errorf("the page does not say for whom the game waits:\n%s", page)
	}
}

// The pages of a game with hands of cards are the same whatever is in the hands.
func TestHandsStayHidden(t *testing.T) {
	c := newClub(t, "1")
	c.begin("cross-1", "ccn", "crossroads")
	c.do("cross-1", "process")
	s := New(c.u.Docket, c.dir, nil, tongue.En)
	whole, err := s.read("cross-1")
	if err != nil {
		t.Fatal(err)
	}
	g, err := s.stands("cross-1")
	if err != nil {
		t.Fatal(err)
	}
	at := g.State.Position
	if view := g.Rules.View(at, ""); engine.Hash(view) == engine.Hash(at) {
		t.Fatal("there is nothing to hide in the game")
	}
	masked := page{files: map[string][]byte{}}
	shown := *g
	shown.State.Position = g.Rules.View(at, "")
	if err := masked.fill(c.u.Docket, &shown, nil, tongue.En); err != nil {
		t.Fatal(err)
	}
	for name, data := range whole.files {
		if string(masked.files[name]) != string(data) {
			t.Errorf("%s shows more than everybody may see", name)
		}
	}
	if a, b := fmt.Sprint(whole.Tables, whole.Victory), fmt.Sprint(masked.Tables, masked.Victory); a != b {
		t.Errorf("the page tells\n%s\nand not\n%s", a, b)
	}
}

// Only what a step has changed is written, and what another program had made.
func TestOnlyWhatChanged(t *testing.T) {
	c := newClub(t, "1")
	c.begin("gold-1", "jdg", "goldbach")
	c.begin("gold-2", "jdg", "goldbach")
	if got := c.build(); !slices.Equal(got, []string{"gold-1", "gold-2"}) {
		t.Errorf("first %v are written", got)
	}
	before := c.files()
	old := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	for name := range before {
		if err := os.Chtimes(filepath.Join(c.dir, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	touched := func() (all []string) {
		for name := range c.files() {
			info, err := os.Stat(filepath.Join(c.dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if !info.ModTime().Equal(old) {
				all = append(all, name)
			}
		}
		slices.Sort(all)
		return all
	}
	if got := c.build(); got != nil || touched() != nil {
		t.Errorf("without a change %v and %v are written", got, touched())
	}
	c.do("gold-2", "process")
	if got := c.build(); !slices.Equal(got, []string{"gold-2"}) {
		t.Errorf("after a step %v are written", got)
	}
	for _, name := range touched() {
		if strings.HasPrefix(name, "games/gold-1/") {
			t.Errorf("%s is written although nothing has changed", name)
		}
	}
	c.u.Build = "2"
	if got := c.build(); !slices.Equal(got, []string{"gold-1", "gold-2"}) {
		t.Errorf("another program writes %v", got)
	}
}

// The pages are in the language of the club. A game of which all players have chosen the same has its page in
// that, and stands on the page of the club as all others do.
func TestInLanguages(t *testing.T) {
	c := newClub(t, "1")
	for _, id := range []string{"gold-1", "gold-2", "cross-1"} {
		c.begin(id, map[bool]string{true: "ccn", false: "jdg"}[id == "cross-1"],
			map[bool]string{true: "crossroads", false: "goldbach"}[id == "cross-1"])
	}
	c.do("gold-1", "language French fr")
	c.do("gold-1", "language Allied fr")
	c.do("gold-2", "language French cs")
	build := func(l tongue.Language) map[string]string {
		t.Helper()
		if written, err := New(c.u.Docket, c.dir, nil, l).Build(); err != nil || len(written) != 3 {
			t.Fatalf("%s: %v are written, %v", l, written, err)
		}
		return c.files()
	}
	holds := func(files map[string]string, name string, want ...string) {
		t.Helper()
		for _, w := range want {
			if text := html.UnescapeString(files[name]); !strings.Contains(text, w) {
				t.Errorf("no %q in %s:\n%s", w, name, text)
			}
		}
	}
	build(tongue.En)
	polish := build("pl")
	holds(polish, "index.html", `lang="pl"`, "The club: gry", "etap 1, krok 1", "grudnia 2030", "Gra czeka")
	holds(polish, "games/gold-1/index.html", `lang="fr"`, "Toutes les parties", "tour 1, étape 1",
		"<li>French : Player of French</li>")
	holds(polish, "games/gold-2/index.html", `lang="pl"`, "Wszystkie gry", "etap 1, krok 1")
	holds(polish, "games/cross-1/index.html", `lang="pl"`)
	holds(build(tongue.En), "index.html", `lang="en"`, "The club: the games", "turn 1, step 1", "2 December 2030")
	if written, err := New(c.u.Docket, c.dir, nil, tongue.En).Build(); err != nil || written != nil {
		t.Errorf("without a change %v are written, %v", written, err)
	}
}

// A game that is over has its aftermath, and not what it needed before.
func TestOver(t *testing.T) {
	c := newClub(t, "1")
	c.begin("gold-1", "jdg", "goldbach")
	c.build()
	if names := names(c.files()); !slices.Contains(names, "games/gold-1/detail.svg") {
		t.Errorf("a running game has %v", names)
	}
	c.do("gold-1", "process")
	c.do("gold-1", "close enough of it")
	c.build()
	if got, want := names(c.files()), []string{"games/gold-1/index.html", "games/gold-1/luck.svg",
		"games/gold-1/map.svg",
		"games/gold-1/strength.svg", "games/gold-1/vp.svg", "index.html", mark}; !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if page := c.files()["games/gold-1/index.html"]; !strings.Contains(page, "Every check holds.") {
		t.Errorf("the page does not tell of the audit:\n%s", page)
	}
}

// Nothing that others put into the folder, or that stands in the way, is touched.
func TestForeignFiles(t *testing.T) {
	c := newClub(t, "1")
	c.begin("gold-1", "jdg", "goldbach")
	c.begin("gold-2", "jdg", "goldbach")
	put := func(name string) {
		t.Helper()
		path := filepath.Join(c.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("notes.txt")
	if _, err := New(c.u.Docket, c.dir, nil, tongue.En).Build(); !errors.Is(err, ErrForeign) {
		t.Errorf("a folder of others: %v", err)
	}
	if got := names(c.files()); !slices.Equal(got, []string{"notes.txt"}) {
		t.Errorf("it has %v now", got)
	}
	if err := os.Remove(filepath.Join(c.dir, "notes.txt")); err != nil {
		t.Fatal(err)
	}
	c.build()
	put("notes.txt")
	put("games/gold-3/index.html")
	c.begin("gold-3", "jdg", "goldbach")
	written, err := New(c.u.Docket, c.dir, nil, tongue.En).Build()
	if !errors.Is(err, ErrForeign) || !strings.Contains(err.Error(), "gold-3/index.html") {
		t.Errorf("a file in the way: %v, written are %v", err, written)
	}
	c.do("gold-2", "process")
	if written, _ := New(c.u.Docket, c.dir, nil, tongue.En).Build(); !slices.Equal(written, []string{"gold-2"}) {
		t.Errorf("beside it %v are written", written)
	}
	for _, name := range []string{"notes.txt", "games/gold-3/index.html"} {
		if c.files()[name] != "mine" {
			t.Errorf("%s is another now", name)
		}
	}
}

// What leads out of the folder is not followed.
func TestLinksOut(t *testing.T) {
	c := newClub(t, "1")
	c.begin("gold-1", "jdg", "goldbach")
	c.build()
	away := t.TempDir()
	games := filepath.Join(c.dir, "games", "gold-1")
	if err := os.RemoveAll(games); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(away, games); err != nil {
		t.Fatal(err)
	}
	c.do("gold-1", "process")
	if _, err := New(c.u.Docket, c.dir, nil, tongue.En).Build(); err == nil {
		t.Error("it was followed")
	}
	if entries, err := os.ReadDir(away); err != nil || len(entries) > 0 {
		t.Errorf("outside there is %v, %v", entries, err)
	}
}

// A program that died in the middle does not stand in its own way.
func TestDiedMeanwhile(t *testing.T) {
	c := newClub(t, "1")
	c.begin("gold-1", "jdg", "goldbach")
	f, err := openFolder(c.dir)
	if err != nil {
		t.Fatal(err)
	}
	s := New(c.u.Docket, c.dir, nil, tongue.En)
	if err := s.one(f, "gold-1"); err != nil {
		t.Fatal(err)
	}
	if err := f.close(); err != nil { // and not saved
		t.Fatal(err)
	}
	c.do("gold-1", "process")
	if got := c.build(); !slices.Equal(got, []string{"gold-1"}) {
		t.Errorf("written are %v", got)
	}
}

func TestNoFolder(t *testing.T) {
	c := newClub(t, "1")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := New(c.u.Docket, file, nil, tongue.En).Build(); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a file for a folder: %v", err)
	}
}

// BenchmarkStep is a site of 100 games after one step of one of them.
func BenchmarkStep(b *testing.B) {
	c := newClub(b, "1")
	for i := range 100 {
		c.begin(fmt.Sprintf("gold-%d", i), "jdg", "goldbach")
	}
	c.build()
	for b.Loop() {
		b.StopTimer()
		c.do("gold-7", "announce\nGood morning.")
		b.StartTimer()
		if got := c.build(); len(got) != 1 {
			b.Fatal(got)
		}
	}
}

// The order desk stands beside the pages, which lead to it, for as long as the program has it.
func TestDesk(t *testing.T) {
	c := newClub(t, "1")
	c.begin("gold-1", "jdg", "goldbach")
	for _, page := range []string{"the desk", "another desk", ""} {
		var given []byte
		if page != "" {
			given = []byte(page)
		}
		if _, err := New(c.u.Docket, c.dir, given, tongue.En).Build(); err != nil {
			t.Fatal(err)
		}
		got, there := c.files()[desk.Name]
		if got != page || there != (page != "") {
			t.Errorf("beside the pages stands %q, and not %q", got, page)
		}
		if leads := strings.Contains(c.files()["index.html"], `href="`+desk.Name+`"`); leads != there {
			t.Errorf("with the desk %q the list of the games leads to it: %v", page, leads)
		}
	}
}
