// Package marks finds out for which game a mail is meant, where its text does not say so: by the tag of the address
// that it was sent to, by the subject in brackets, and by the Message-IDs that it answers, in this order. It knows of
// which player a mail has the address too, which proves nothing.
package marks

import (
	"errors"
	"strings"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/mailbox"
	"berthier/cmd/internal/phrase"
	"berthier/engine/tongue"
	"berthier/mail"
	"berthier/store"
	"berthier/store/leaf"
)

// Most is how many games one mail may name outside of its text.
const Most = 20

// Mark is one sign of the game that a mail is meant for. Only a signed header
// proves anything; the others help where it says nothing.
type Mark struct {
	Where tongue.Fact // InAddress, InSubject or InThread
	Game  string
}

// Where a mail names games outside of its text.
const (
	InAddress tongue.Fact = "address" // that it was sent to
	InSubject tongue.Fact = "subject"
	InThread  tongue.Fact = "thread" // the mail that it answers
)

// Of finds the games that a mail names outside of its text, the likeliest
// first. All of them exist.
func Of(u *docket.Docket, m *mail.Message) (found []Mark, err error) {
	looked := 0
	add := func(where tongue.Fact, game string) {
		if !leaf.ValidGame(game) || err != nil || looked == Most {
			return
		}
		looked++
		_, missing := u.Store.LastSeq(game)
		if missing == nil || u.Store.Damage(missing) == game {
			found = append(found, Mark{where, game})
		} else if !errors.Is(missing, store.ErrNoGame) {
			err = missing
		}
	}
	add(InAddress, Tag(u, m))
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

// Game is the game that the first mark names, "" without one.
func Game(found []Mark) string {
	if len(found) == 0 {
		return ""
	}
	return found[0].Game
}

// Disagreeing says which marks name another game than the one that counts; by
// is why that one counts: a mark, "text" or "signed".
func Disagreeing(found []Mark, game string, by tongue.Fact) (notes []tongue.Text) {
	told := map[Mark]bool{}
	for _, m := range found {
		if m.Game != game && !told[m] {
			told[m] = true
			notes = append(notes, phrase.Say("note.marks", "where", m.Where, "other", m.Game, "by", by, "game", game))
		}
	}
	return notes
}

// Untagged takes the +tag off an address.
func Untagged(address string) string {
	local, domain, _ := mailbox.Cut(address)
	local, _, _ = strings.Cut(local, "+")
	return local + "@" + domain
}

// Tag is the game that a mail was addressed to; a hint and no more.
func Tag(u *docket.Docket, m *mail.Message) string {
	for _, to := range m.To {
		local, _, _ := mailbox.Cut(to.Address)
		if _, tag, ok := strings.Cut(strings.ToLower(local), "+"); ok &&
			Untagged(strings.ToLower(to.Address)) == u.Own {
			return tag
		}
	}
	return ""
}
