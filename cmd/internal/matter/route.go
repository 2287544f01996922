package matter

import (
	"errors"
	"fmt"
	"strings"

	"berthier/cmd/internal/docket"
	"berthier/mail"
	"berthier/store"
	"berthier/store/leaf"
)

// Mark is one sign of the game that a mail is meant for. Only a signed header
// proves anything; the others help where it says nothing.
type Mark struct {
	Where string // plain words
	Game  string
}

// Where a mail names games outside of its text.
const (
	InAddress = "the address that it was sent to"
	InSubject = "its subject"
	InThread  = "the mail that it answers"
)

// Marks finds the games that a mail names outside of its text, the likeliest
// first. All of them exist.
func (u *Desk) Marks(tx *store.Tx, m *mail.Message) (found []Mark, err error) {
	looked := 0
	add := func(where, game string) {
		if !leaf.ValidGame(game) || err != nil || looked == docket.MaxMarks {
			return
		}
		looked++
		_, missing := tx.LastSeq(game)
		if missing == nil {
			found = append(found, Mark{where, game})
		} else if !errors.Is(missing, store.ErrNoGame) {
			err = missing
		}
	}
	add(InAddress, u.tag(m))
	for rest := m.Subject; ; {
		_, after, ok := strings.Cut(rest, "[")
		name, end, closed := strings.Cut(after, "]")
		if !ok || !closed {
			break
		}
		add(InSubject, strings.ToLower(name))
		rest = end
	}
	for i := range append([]string{m.InReplyTo}, m.References...) {
		id := m.InReplyTo
		if i > 0 {
			id = m.References[len(m.References)-i]
		}
		add(InThread, u.Post.GameOf(id))
	}
	return found, err
}

// MarkedGame is the game that the first mark names, "" without one.
func MarkedGame(found []Mark) string {
	if len(found) == 0 {
		return ""
	}
	return found[0].Game
}

// Disagreeing says which marks name another game than the one that counts; by
// is why that one counts.
func Disagreeing(found []Mark, game, by string) (notes []string) {
	told := map[Mark]bool{}
	for _, m := range found {
		if m.Game != game && !told[m] {
			told[m] = true
			notes = append(notes, fmt.Sprintf("%s names game %s, but %s: game %s counted.", docket.Capital(m.Where),
				m.Game,
				by, game))
		}
	}
	return notes
}

// RouteNotes is disagreeing for the game whose key signed the mail.
func (t *Matter) RouteNotes() (notes []string, err error) {
	err = t.Desk.Store.View(func(tx *store.Tx) error {
		found, err := t.Desk.Marks(tx, t.Mail)
		notes = Disagreeing(found, t.Game.Game, "what you signed is for another one")
		return err
	})
	return notes, err
}
