package play

import (
	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/templates"
)

// DecideRuling changes the position of a game. text is either the whole new position, as the ruleset encodes it, or
// only what changes: lines that begin with "-" go out, lines that begin with "+" come in. If the ruleset is an
// engine.Adjuster the order of lines matters only where it says something. Files that wait are dropped; all players
// get a report with the reason, and each with what changed in his own view. by names the umpire's key, "" at the
// machine.
func (u *Master) DecideRuling(g *docket.Game, text []byte, reason, by string) (l record.Ruling, b docket.Batch,
	err error) {
	if reason, err = cleanReason("reason", reason); err != nil {
		return l, b, err
	}
	if g.State.Waits {
		return l, b, amiss.Refuse(fold.ErrWaits)
	}
	g, b = u.adoptRules(g)
	old := g.State.Position.Encode()
	if text, err = fold.Rewritten(old, text, g.Rules.View(g.State.Position, "").Encode()); err != nil {
		return l, b, amiss.Refuse(err)
	}
	pos, err := engine.Adjusted(g.Rules, g.State.Position, text)
	if err != nil {
		return l, b, amiss.Refuse(err)
	}
	if l.Intervention, err = u.intervention(g, by, reason); err != nil {
		return l, b, err
	}
	l.Ruleset, l.Version = g.Rules.Name(), g.Rules.Version()
	l.Edits, l.Position = fold.Differing(old, pos.Encode()), engine.Hash(pos)
	if len(l.Edits) == 0 {
		return l, b, amiss.Refusef("nothing would change")
	}
	r, err := u.intervene(g, l.Intervention, l, nil, func(side engine.Side) templates.Word {
		w := templates.Word{Heading: templates.Ruling, Paragraphs: []tongue.Text{
			phrase.Say("ruling", "who", phrase.Umpire(by).Sentence(), "reason", reason),
		}}
		for _, e := range fold.Differing(g.Rules.View(g.State.Position, side).Encode(),
			g.Rules.View(pos, side).Encode()) {
			w.Changes = append(w.Changes, e.String())
		}
		if len(w.Changes) == 0 {
			w.Paragraphs = append(w.Paragraphs, phrase.Say("ruling.unseen"))
		}
		return w
	})
	b.Join(r)
	return l, b, err
}
