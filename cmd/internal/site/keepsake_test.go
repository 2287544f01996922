package site

import (
	"regexp"
	"strings"
	"testing"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/stored"
	"berthier/engine"
	"berthier/engine/jdg"
	"berthier/store"
)

// saved is a game of the store as an archive has it.
func (c *club) saved(id string) (s game.SavedGame) {
	c.t.Helper()
	err := c.store.View(func(tx *store.Tx) (err error) {
		s, err = stored.Save(tx, id)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return s.Public()
}

// The page of an archive has all pictures and every report in it, and needs no other file.
func TestKeepsake(t *testing.T) {
	c := newClub(t, "1")
	c.begin("gold-1", "jdg", "goldbach")
	rules, err := jdg.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	keep := func() string {
		t.Helper()
		s := c.saved("gold-1")
		page, err := Keepsake(rules, s, audit.CheckLog([]engine.Ruleset{rules}, s.Records))
		if err != nil {
			t.Fatal(err)
		}
		return string(page)
	}
	c.do("gold-1", "process")
	if page := keep(); page != "" {
		t.Errorf("a game that goes on has\n%s", page)
	}
	c.do("gold-1", "close <script>enough</script> of it")
	page := keep()
	for _, want := range []string{"Every check holds.", "<summary>The opening, French</summary>",
		"<summary>Step 1, Allied: ", "<summary>The end, French</summary>", "&lt;script&gt;enough"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if n := strings.Count(page, "Every check holds."); n != 3 {
		t.Errorf("the page and both last mails tell %d times that the game is sound", n)
	}
	for _, src := range regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if !strings.HasPrefix(src[1], "data:image/svg+xml,") {
			t.Errorf("the page needs %.80s", src[1])
		}
	}
	if n := strings.Count(page, `src="data:image/svg+xml,`); n != 4 {
		t.Errorf("it has %d pictures, want the map and three curves", n)
	}
	if strings.Contains(page, "<script") {
		t.Error("it has a script")
	}
	if again := keep(); again != page {
		t.Error("the same game gives another page")
	}
}
