package archive

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"berthier/cmd/internal/record"
	"berthier/store/leaf"
)

// Whoever changes README.txt before the first release writes the frozen archives of
// testdata anew (-archive.freeze).
//
//go:embed README.txt
var readme []byte

// readmeOf is README.txt with a paragraph below its heading that says which game this is, who
// played, and how and when it ended.
func readmeOf(g record.Game, log []leaf.Record) []byte {
	heading, rest, _ := bytes.Cut(readme, []byte("\n\n"))
	return slices.Concat(heading, []byte("\n\n"+aboutGame(g, log)+"\n"), rest)
}

// aboutGame is that paragraph, a sentence a line.
func aboutGame(g record.Game, log []leaf.Record) string {
	players := make([]string, len(g.Players))
	for i, p := range g.Players {
		players[i] = p.Name
	}
	end := "It had not ended when this was written."
	for _, r := range log {
		v, err := record.Parse(r.Kind, r.Data, nil)
		if err != nil {
			continue // which is told of the log
		}
		switch v := v.(type) {
		case record.Substitute:
			if i := slices.IndexFunc(g.Players, func(p record.Player) bool { return p.Side == v.Side }); i >= 0 {
				players[i] += ", then " + v.New
			}
		case record.Over:
			end = fmt.Sprintf("It ended on %s: %s", day(v.Time), strings.TrimSuffix(v.Outcome.Text, ".")+".")
			if v.Outcome.Winner != "" {
				end += fmt.Sprintf(" %s has won.", v.Outcome.Winner)
			}
		}
	}
	lines := []string{fmt.Sprintf("This is the game %s: %s, by the rules %s %s.", g.Game, g.Title, g.Ruleset, g.Version)}
	for i, p := range g.Players {
		lines = append(lines, fmt.Sprintf("%s was played by %s.", p.Side, players[i]))
	}
	lines = append(lines, "It began on "+day(g.Time)+".", end)
	for i, l := range lines {
		lines[i] = strings.Map(printable, l) + "\n"
	}
	return strings.Join(lines, "")
}

func day(t time.Time) string { return t.UTC().Format("2 January 2006") }

// printable shows what cannot be seen, or begins another line, as a question mark.
func printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return '?'
}
