package site

import (
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/audit"
	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/tongue"
	"berthier/templates"
)

// english are words that stand in nearly every English sentence, and in no other language that pages have.
var english = regexp.MustCompile(`(?i)(?:^|[^\pL\pN'’-])(?:the|of|and|are|is|was|with|this|that|your|you|for|from|` +
	`has|` +
	`have|which|were|will|they|his|must|what|when|then|nothing|every|step|turn)(?:$|[^\pL\pN'’-])`)

var (
	picture = regexp.MustCompile(`"data:image/svg\+xml,([^"]*)"`)
	look    = regexp.MustCompile(`(?s)<style>.*?</style>|<[^>]*>`)
	// canonical are how dice are checked, and orders to copy.
	canonical = regexp.MustCompile(`(?m)^printf '.*$|^ *\d+\. .*: \d.*$|^ *(?:game|side|turn|step): .*$|` +
		`^ *#? *(?:adjust|standing|when) .*$`)
	same = regexp.MustCompile(`"[^"]*"|„[^”“]*[”“]|«[^»]*»|\[[^\]]*\]`)
)

// proper are names of places and of units, which are the same in every language.
var proper = []string{"The Knoll", "The ford", "Jaegers of the columns"}

// rest is what is English in a page, with what stands around it, but for orders to copy and these words.
func rest(page string, words []string) (found []string) {
	text := picture.ReplaceAllStringFunc(page, func(p string) string {
		svg, err := url.PathUnescape(picture.FindStringSubmatch(p)[1])
		if err != nil {
			found = append(found, err.Error())
		}
		return `""> ` + svg + " <"
	})
	text = html.UnescapeString(look.ReplaceAllString(text, " "))
	text = canonical.ReplaceAllString(text, " ")
	text = strings.Join(strings.Fields(text), " ")
	for _, w := range words {
		text = strings.ReplaceAll(text, strings.Join(strings.Fields(w), " "), " ")
	}
	text = same.ReplaceAllString(text, " ")
	for _, at := range english.FindAllStringIndex(text, -1) {
		found = append(found, text[max(0, at[0]-60):min(len(text), at[1]+60)])
	}
	return found
}

// The page of an archive is in the language of its players, with all its reports: no sentence of it is English.
func TestKeepsakeInLanguages(t *testing.T) {
	for _, g := range []struct{ rules, scenario string }{
		{"jdg", "goldbach"}, {"ccn", "crossroads"}, {"pbs", "danube"}, {"tlm", "marne"},
	} {
		for _, l := range tongue.Languages()[1:] {
			t.Run(g.rules+" "+string(l), func(t *testing.T) {
				c := newClub(t, "1")
				c.language = l
				c.begin("game-1", g.rules, g.scenario)
				c.playOn("game-1", 3)
				c.do("game-1", "close finis")
				s := c.saved("game-1")
				rules := c.rules(g.rules)
				page, err := Keepsake(rules, s, audit.CheckLog(c.u.Rulesets, s.Records))
				if err != nil {
					t.Fatal(err)
				}
				if !strings.Contains(string(page), `<html lang="`+string(l)+`">`) {
					t.Errorf("the page is in another language: %.100s", page)
				}
				at, err := rules.Start(engine.Setup{Scenario: g.scenario})
				if err != nil {
					t.Fatal(err)
				}
				words := slices.Clone(proper)
				for _, x := range rules.Sides(at) {
					words = append(words, "Player of "+string(x),
						templates.Say("opening.language", tongue.Named("game", "game-1", "side", x)...).String())
				}
				for _, d := range rules.Data(at) {
					words = append(words, d.Source)
				}
				slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) })
				for _, r := range rest(string(page), words) {
					t.Errorf("…%s…", r)
				}
			})
		}
	}
}

// playOn plays some steps of a game by chance.
func (c *club) playOn(id string, steps int) {
	c.t.Helper()
	pl := book.NewPlayer(1)
	for range steps {
		c.u.Docket.Mu.Lock()
		s, err := c.u.StateOf(id)
		c.u.Docket.Mu.Unlock()
		if err != nil {
			c.t.Fatal(err)
		}
		rules := c.rules(s.Rules.Ruleset)
		for i, x := range s.Seats {
			if engine.Owes(rules.Owed(s.Position), x.Side) {
				c.send(i, engine.TurnFile{Game: id, Side: x.Side, Turn: rules.Turn(s.Position), Step: s.Number + 1,
					Orders: pl.Answer(rules, s.Position, x.Side).Lines}.Print())
			}
		}
	}
}
