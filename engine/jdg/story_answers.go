package jdg

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/tongue"
)

// shownAnswer is an answer that has no sentence of its own, since what follows
// shows it: a way, a hex, a facing. The sentence says where it came from. What
// stands between, a test or a fight, has nothing to do with it.
type shownAnswer struct {
	kinds  []string // kinds of event that show it
	unit   string
	source tongue.Text
}

// shownBy returns how a decision is shown by later events, with no kinds if it
// has a sentence of its own.
func (t *teller) shownBy(e engine.Event) shownAnswer {
	kind, answer := e.Get("kind"), e.Get("answer")
	a := shownAnswer{unit: e.Get("whom"), source: sourceOf(e)}
	_, isUnit := t.p.sc.Unit(answer)
	switch {
	case kind == "P29":
		a.kinds = []string{"retire", "retreat"}
	case kind == "P30":
		a.kinds = []string{"advance"}
		a.unit, _, _ = strings.Cut(answer, " ")
	case kind == "P39":
		a.kinds = []string{"rout-move"}
	case kind == "P37" && answer == "yes":
		a.kinds = []string{"rally"}
	case isUnit, decisionOf(kind) == nil, slices.Contains(decisionOf(kind).Answers, answer):
	case kind == "P18":
		a.kinds = []string{"recall"}
	case kind == "P23":
		a.kinds = []string{"evade"}
		if hexesIn(answer) == nil {
			a.kinds = []string{"face"}
		}
	case kind == "P35" && hexesIn(answer) == nil:
		a.kinds, a.source = []string{"pursue"}, say("source.facing", tongue.Words("source", a.source))
	case kind == "P35":
		a.kinds, a.source = []string{"pursue"}, say("source.hex", tongue.Words("source", a.source))
	}
	return a
}

// takeAnswer returns where the answer came from that an event of a kind shows,
// nothing if none waits for it.
func (t *teller) takeAnswer(kind, unit string) tongue.Text {
	i := slices.IndexFunc(t.answers, func(a shownAnswer) bool {
		return a.unit == unit &&
			slices.Contains(a.kinds, kind)
	})
	if i < 0 {
		return tongue.Text{}
	}
	source := t.answers[i].source
	t.answers = slices.Delete(t.answers, i, i+1)
	if more := t.takeAnswer(kind, unit); !more.Empty() && !more.Equal(source) {
		return tongue.List([]tongue.Text{source, more}, ", ")
	}
	return source
}
