package docket

import (
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/mail/sign"
)

// UsesCodes reports whether a side may answer with codes: it has no key, and
// the game allows it.
func (g *Info) UsesCodes(side engine.Side) bool { return g.Codes && g.Keys[side] == (sign.Key{}) }

// AnswerHeader is the header of a turn file that answers the attachment, with
// the code if the side answers with one.
func (g *Game) AnswerHeader(a Attachment) string {
	if !g.UsesCodes(a.Side) || g.Over() {
		return a.TurnHeader()
	}
	return a.TurnHeader() + "code: " + said.CodeOf(g.SealedKey.Reveal(), g.Game, a.Step, a.Side) + "\n"
}
