package docket

import (
	"fmt"

	"berthier/cmd/internal/position"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/mail/sign"
)

// UsesCodes reports whether a side may answer with codes: it has no key, and the game allows it.
func (g *Info) UsesCodes(side engine.Side) bool {
	return g.Codes && g.Keys[side] == (sign.Key{}) && !g.Computed(side)
}

// AnswerHeader is the header of a turn file that answers the attachment, with the code if the side answers with one.
func (g *Game) AnswerHeader(a position.Attachment) string {
	return a.TurnHeader() + g.codeLine(a.Side)
}

// CommandHeader is the header of commands of a side, with the code if the side answers with one.
func (g *Game) CommandHeader(side engine.Side) string {
	return fmt.Sprintf("game: %s\nside: %s\n", g.Game, side) + g.codeLine(side)
}

func (g *Game) codeLine(side engine.Side) string {
	if !g.UsesCodes(side) || g.Over() {
		return ""
	}
	return "code: " + said.CodeOf(g.SealedKey.Reveal(), g.Game, g.State.Number+1, side) + "\n"
}
