package templates

import (
	"bytes"
	"maps"
	"net/url"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/tongue"
)

// ClubPage is what club.md gets: all games of a club, as everybody may see them.
type ClubPage struct {
	Name     string // of the club
	Language tongue.Language
	Games    []ClubGame
	Desk     string // file of the order desk beside it; "" for none
}

// ClubGame is one of them; its pages are in the folder games/ID.
type ClubGame struct {
	ID, Title string
	Players   string // "French: Alice; Allied: Bob"
	Stands    string // "turn 3, step 97"
	Waits     string // for whom; "" for nobody
	Last      string // when it last went on
}

// Club renders the page of the club.
func Club(p ClubPage) (text, html []byte, err error) { return render(p.Language, "club.md", p.Name, p) }

// PublicGame is what game.md gets: one game, as everybody may see it.
type PublicGame struct {
	Game    Game
	Stands  string
	Waits   []engine.Side
	Map     string // file of the whole map; "" for none, as Detail
	Detail  string // file of a part of it from near
	Victory engine.Victory
	Tables  []engine.Table  // how everything stands
	History [][]tongue.Text // step, time and what happened
	// Over is what its last mail told; nil while it goes on.
	Over *OverMail
	// Kept are the reports of a game that is over, in a page that has to stand by itself:
	// it has no way to other pages. Nil in the pages of a club.
	Kept []KeptReport
}

// KeptReport is a report of a game that is over, as it was mailed.
type KeptReport struct {
	Step int // 0 for the opening
	Side engine.Side
	Last bool // of the end of the game
	Text string
}

// Title says which report it is.
func (k KeptReport) Title(l tongue.Language) string {
	side := tongue.Words("side", tongue.Name(string(k.Side)))
	switch {
	case k.Last:
		return catalogue.Say("kept.end", side).In(l)
	case k.Step == 0:
		return catalogue.Say("kept.opening", side).In(l)
	}
	about, _, _ := strings.Cut(k.Text, "\n")
	return catalogue.Say("kept.step", tongue.Number("step", k.Step), side,
		tongue.Words("about", tongue.Name(about))).In(l)
}

// GamePage renders the page of a game, in the language of its Game.
func GamePage(p PublicGame) (text, html []byte, err error) {
	return render(p.Game.Language, "game-page.md", p.Game.Title, p)
}

// Keepsake makes one page of a game that is over, with all reports, that needs no other file: the
// pictures, by the names that p gives them, are in it.
func Keepsake(p PublicGame, pictures map[string][]byte) ([]byte, error) {
	d, err := fill(p.Game.Language, "game-page.md", p.Game.Title, p)
	if err != nil {
		return nil, err
	}
	html, err := d.htmlWith(func(out *bytes.Buffer) error { return page().ExecuteTemplate(out, "kept", p) })
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(pictures)) {
		data := "data:image/svg+xml," + url.PathEscape(string(pictures[name]))
		html = bytes.Replace(html, []byte(`src="`+name+`"`), []byte(`src="`+data+`"`), 1)
	}
	return html, nil
}
