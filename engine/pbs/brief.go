package pbs

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/tongue"
)

// brief is a chapter of the story in short: what one side did of one kind is one sentence, without the places, which
// are on the map; and dice and cards that are shown are left to the story in full.
type brief struct {
	name   tongue.Text
	parts  []tongue.Text
	groups []group
}

// group is what a side did, with several things.
type group struct {
	at     int // among the parts
	key    string
	side   engine.Side
	things []tongue.Text
}

// untold are the kinds of events of which nothing is said in short.
var untold = []string{"roll", "cards", "choose", "camp", "over"}

// tell adds an event; full is its sentence in the story.
func (b *brief) tell(t *teller, e engine.Event, full tongue.Text) {
	switch {
	case slices.Contains(untold, e.Kind):
	case e.Kind == "place":
		b.with("brief.place", e.By, groundName(t.p.pieceOf(e).Ground.String()))
	case e.Kind == "deploy":
		b.with("brief.deploy", e.By, troops(t.group(e)))
	case e.Kind == "general":
		b.with("brief.general", e.By, troops(t.general(e)))
	default:
		b.parts = append(b.parts, full)
	}
}

// with adds a thing to the sentence of a key and a side; what is there already counts once.
func (b *brief) with(key string, side engine.Side, thing tongue.Text) {
	i := slices.IndexFunc(b.groups, func(g group) bool { return g.key == key && g.side == side })
	if i < 0 {
		i = len(b.groups)
		b.groups = append(b.groups, group{at: len(b.parts), key: key, side: side})
		b.parts = append(b.parts, tongue.Text{})
	}
	if g := &b.groups[i]; !slices.ContainsFunc(g.things, thing.Equal) {
		g.things = append(g.things, thing)
	}
}

// episode is the chapter as a report has it.
func (b *brief) episode() engine.Episode {
	parts := slices.Clone(b.parts)
	for _, g := range b.groups {
		joint := tongue.And
		if slices.ContainsFunc(g.things, func(t tongue.Text) bool { return strings.Contains(t.String(), ",") }) {
			joint = tongue.Semicolon
		}
		parts[g.at] = said.Say(g.key, name("side", string(g.side)),
			tongue.Words("things", tongue.List(g.things, joint))).Sentence()
	}
	text := tongue.List(parts, " ")
	return engine.Episode{Name: b.name, Text: text, Short: text}
}
