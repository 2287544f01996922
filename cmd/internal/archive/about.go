package archive

import (
	"bytes"
	"cmp"
	_ "embed"
	"slices"
	"strings"

	"berthier/cmd/internal/game"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/engine/tongue"
	"berthier/store/leaf"
)

//go:embed README.txt
var readme []byte

// readmeOf is README.txt with a paragraph below its heading that says which game this is, who
// played, and how and when it ended.
func readmeOf(g record.Game, log []leaf.Record) []byte {
	return bytes.Replace(readme, []byte("\n\n"), []byte("\n\n"+aboutGame(g, log)+"\n"), 1)
}

// aboutGame is that paragraph, a sentence a line, in the language that all people of the game chose.
func aboutGame(g record.Game, log []leaf.Record) string {
	players := make([]tongue.Text, len(g.Players))
	for i, p := range g.Players {
		players[i] = tongue.Name(p.Name)
	}
	stands, _ := game.Fold(nil, log, nil) // a log that cannot be followed is told of the log
	in := cmp.Or(stands.Language(), tongue.En)
	end := []tongue.Text{phrase.Say("archive.goeson")}
	for _, r := range log {
		v, err := record.Parse(r.Kind, r.Data, nil)
		if err != nil {
			continue
		}
		switch v := v.(type) {
		case record.Substitute:
			if i := slices.IndexFunc(g.Players, func(p record.Player) bool { return p.Side == v.Side }); i >= 0 {
				players[i] = phrase.Say("archive.then", "one", players[i], "other", v.New)
			}
		case record.Over:
			end = ended(v, in)
		}
	}
	lines := []tongue.Text{phrase.Say("archive.game", "game", g.Game, "title", g.Title, "rules", g.Ruleset+
		" "+g.Version)}
	for i, p := range g.Players {
		lines = append(lines, phrase.Say("archive.played", "side", string(p.Side), "who", players[i]))
	}
	lines = append(lines, phrase.Say("archive.began", "day", phrase.Day(g.Time)), tongue.List(end, " "))
	if in != tongue.En {
		lines = append(lines, phrase.Say("archive.rest"))
	}
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(phrase.OneLine(l.In(in)) + "\n")
	}
	return b.String()
}

// ended says when and how a game ended. What the rules said of it, index.html alone has in another language.
func ended(v record.Over, in tongue.Language) []tongue.Text {
	day, how := phrase.Day(v.Time), strings.TrimSuffix(v.Outcome.Text, ".")
	told := phrase.Told(how)
	if reason, ok := strings.CutPrefix(how, record.Abandoned); ok {
		told = phrase.Say("history.closed", "reason", reason)
	}
	all := []tongue.Text{phrase.Say("archive.ended", "day", day, "how", told)}
	if in != tongue.En && told.In(in) == how {
		all[0] = phrase.Say("archive.ended.on", "day", day)
	}
	if v.Outcome.Winner != "" {
		all = append(all, phrase.Say("archive.won", "side", string(v.Outcome.Winner)))
	}
	return all
}
