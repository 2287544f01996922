// Package respell writes signed mails in all the ways in which somebody who has
// them, but not the key, can write them anew so that the signature stays good.
// It is for tests.
package respell

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// hand writes a mail and makes a choice wherever there is one. The first way
// of each is that of the sender's own program.
type hand struct {
	at      int // the one choice that is made otherwise, and how; -1 for none
	other   int
	random  *rand.Rand // if not nil many are
	options []int
	changed []string
}

// way chooses one of n ways.
func (h *hand) way(what string, n int) (chosen int) {
	switch {
	case h.random != nil && h.random.IntN(4) == 0:
		chosen = h.random.IntN(n)
	case h.random == nil && len(h.options) == h.at:
		chosen = h.other
	}
	h.options = append(h.options, n)
	if chosen > 0 {
		h.changed = append(h.changed, fmt.Sprintf("%s %d", what, chosen))
	}
	return chosen
}

// pick chooses one of some texts.
func (h *hand) pick(what string, texts ...string) string { return texts[h.way(what, len(texts))] }

// does chooses whether to do something.
func (h *hand) does(what string) bool { return h.way(what, 2) == 1 }

// Letter is a signed mail.
type Letter struct {
	write func(h *hand, id string) []byte
}

// Plain is the mail as the sender's program writes it.
func (l Letter) Plain(id string) []byte { return l.write(&hand{at: -1}, id) }

// Respelling is a mail that somebody else wrote out of a signed one.
type Respelling struct {
	Name string // what was changed
	Raw  []byte
}

// Respell gives n mails: half of them change one thing, as long as there are
// others, and the rest many at once. The seed says which.
func (l Letter) Respell(n int, seed uint64) (all []Respelling) {
	plain := &hand{at: -1}
	l.write(plain, "plain")
	var hands []*hand
	for at, options := range plain.options {
		for other := 1; other < options; other++ {
			hands = append(hands, &hand{at: at, other: other})
		}
	}
	random := rand.New(rand.NewPCG(seed, 12))
	random.Shuffle(len(hands), func(i, j int) { hands[i], hands[j] = hands[j], hands[i] })
	for hands = hands[:min(len(hands), n/2)]; len(hands) < n; {
		hands = append(hands, &hand{at: -1, random: random})
	}
	for i, h := range hands {
		raw := l.write(h, fmt.Sprintf("respelled-%d-%d", seed, i))
		all = append(all, Respelling{strings.Join(h.changed, ", "), raw})
	}
	return all
}
