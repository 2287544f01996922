package sheet

import (
	"slices"
	"strings"

	"berthier/engine"
)

// Turn is an order that turns a piece.
type Turn struct {
	Choice
	Angle int `json:"angle"` // in degrees clockwise from up; that of the point of the compass
}

// compass has the words that orders turn by, from north round by east. Which of them a game knows its
// check says.
var compass = []string{"N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW",
	"NW", "NNW"}

// angle is that of a point of the compass.
func angle(point int) int { return point * 360 / len(compass) }

// facing is the word behind which an order says how its pieces face at its end.
const facing = "face"

// Facings lists the orders by which a piece faces another way: its last order with another end, if that
// can have one, or else those that turn it where it stands.
func (s *Sheet) Facings(text []byte, id string) (all []Turn) {
	orders, _ := s.acting(text)
	for n, o := range slices.Backward(orders) {
		if !o.Names(id) || !s.turns(o.Words[0]) {
			continue
		}
		words := o.Words
		if i := slices.Index(words, facing); i > 0 {
			words = words[:i]
		} else if i == 0 {
			words = words[:len(words)-1]
		}
		for point, word := range compass {
			next := slices.Clone(words)
			if words[0] != facing {
				next = append(next, facing)
			}
			more := engine.Order{Words: append(next, word)}
			if len(s.rules.Check(s.view, s.given(slices.Concat(orders[:n], []engine.Order{more.Arrived(o.Line)},
				orders[n+1:])))) == 0 {
				all = append(all, Turn{Choice{Line: strings.Join(more.Words, " "), Instead: o.Line}, angle(point)})
			}
		}
		return all
	}
	for _, c := range s.About(text, []string{id}) {
		words := strings.Fields(c.Line)
		for point, word := range compass {
			if words[0] == facing && strings.EqualFold(words[len(words)-1], word) {
				all = append(all, Turn{c, angle(point)})
			}
		}
	}
	return all
}

// turns reports whether an order of a word can say how its pieces face.
func (s *Sheet) turns(word string) bool {
	return slices.ContainsFunc(s.rules.Verbs(), func(v engine.Verb) bool {
		return v.Word == word && slices.Contains(strings.FieldsFunc(v.Usage, func(r rune) bool {
			return strings.ContainsRune(" []", r)
		}), facing)
	})
}
