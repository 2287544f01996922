package templates

import "berthier/engine"

// RosterMail is what roster.md gets: all games of a club in one table.
type RosterMail struct {
	Intro []string // paragraphs
	Games *engine.Table
	Todo  []Todo
	How   string // the commands of Todo are given
	Here  bool   // for the terminal of the machine
}

// Todo is what can be done about a game.
type Todo struct {
	Text     string
	Commands string // to copy, a line for each
}

// Roster renders the table of all games.
func Roster(m RosterMail) (text, html []byte, err error) {
	if m.Here {
		return renderIn("", noWidth, "roster.md", "The games", m)
	}
	return render("", "roster.md", "The games", m)
}
