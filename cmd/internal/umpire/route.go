package umpire

import (
	"errors"
	"fmt"
	"strings"

	"berthier/mail"
	"berthier/store"
	"berthier/store/leaf"
)

// mark is one sign of the game that a mail is meant for. Only a signed header
// proves anything; the others help where it says nothing.
type mark struct {
	where string // plain words
	game  string
}

// Where a mail names games outside of its text.
const (
	inAddress = "the address that it was sent to"
	inSubject = "its subject"
	inThread  = "the mail that it answers"
)

// marks finds the games that a mail names outside of its text, the likeliest
// first. All of them exist.
func (u *Desk) marks(tx *store.Tx, m *mail.Message) (found []mark, err error) {
	looked := 0
	add := func(where, game string) {
		if !leaf.ValidGame(game) || err != nil || looked == maxMarks {
			return
		}
		looked++
		_, missing := tx.LastSeq(game)
		if missing == nil {
			found = append(found, mark{where, game})
		} else if !errors.Is(missing, store.ErrNoGame) {
			err = missing
		}
	}
	add(inAddress, u.tag(m))
	for rest := m.Subject; ; {
		_, after, ok := strings.Cut(rest, "[")
		name, end, closed := strings.Cut(after, "]")
		if !ok || !closed {
			break
		}
		add(inSubject, strings.ToLower(name))
		rest = end
	}
	for i := range append([]string{m.InReplyTo}, m.References...) {
		id := m.InReplyTo
		if i > 0 {
			id = m.References[len(m.References)-i]
		}
		add(inThread, u.Post.GameOf(id))
	}
	return found, err
}

// markedGame is the game that the first mark names, "" without one.
func markedGame(found []mark) string {
	if len(found) == 0 {
		return ""
	}
	return found[0].game
}

// disagreeing says which marks name another game than the one that counts; by
// is why that one counts.
func disagreeing(found []mark, game, by string) (notes []string) {
	told := map[mark]bool{}
	for _, m := range found {
		if m.game != game && !told[m] {
			told[m] = true
			notes = append(notes, fmt.Sprintf("%s names game %s, but %s: game %s counted.", capital(m.where), m.game,
				by, game))
		}
	}
	return notes
}

// routeNotes is disagreeing for the game whose key signed the mail.
func (t *matter) routeNotes() (notes []string, err error) {
	err = t.u.Store.View(func(tx *store.Tx) error {
		found, err := t.u.marks(tx, t.m)
		notes = disagreeing(found, t.game.Game, "what you signed is for another one")
		return err
	})
	return notes, err
}
