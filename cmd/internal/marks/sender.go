package marks

import (
	"cmp"
	"strings"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/quota"
	"berthier/engine/tongue"
	"berthier/mail"
)

// Known gives the address to which a mailbox was registered for a player of any
// game, in whose language, or which observes one, having sent back its code; "" if there is none.
func Known(u *docket.Docket, from string, box quota.Mailbox) (address string, player bool, in tongue.Language,
	err error) {
	if err := u.FindSeats(); err != nil {
		return "", false, "", err
	}
	for _, s := range u.Seats.Mailbox(box.Name) {
		g, err := u.Info(s.Game)
		if u.Store.Damage(err) == s.Game {
			continue
		}
		if err != nil {
			return "", false, "", err
		}
		return g.Address[s.Side], true, cmp.Or(g.Player(s.Side).Language, tongue.En), nil
	}
	for _, s := range u.Seats.Observes(strings.ToLower(from)) {
		word, err := u.Store.Value(s.Game, docket.StateObserver+strings.ToLower(from))
		if err != nil || len(word) > 0 {
			return strings.ToLower(from), false, tongue.En, err
		}
	}
	return "", false, tongue.En, nil
}

// How a player shows that a mail is his.
const (
	BySignature tongue.Fact = "signature"
	ByCode      tongue.Fact = "code"     // of his last report
	Unkeyed     tongue.Fact = "register" // he has to register a key first
)

// Way is that of the player who has the address of a mail without a good signature, in a game or in all of his if
// that is ""; BySignature if they are not alike.
func Way(u *docket.Docket, m *mail.Message, game string) (way tongue.Fact, err error) {
	if err := u.FindSeats(); err != nil {
		return BySignature, err
	}
	box, _ := quota.MailboxOf(m.From.Address)
	ways := map[tongue.Fact]bool{}
	for _, s := range u.Seats.Mailbox(box.Name) {
		if game != "" && s.Game != game {
			continue
		}
		g, err := u.Info(s.Game)
		switch {
		case u.Store.Damage(err) == s.Game:
			continue
		case err != nil:
			return BySignature, err
		case g.UsesCodes(s.Side):
			way = ByCode
		case g.Keys[s.Side].Name() == "":
			way = Unkeyed
		default:
			way = BySignature
		}
		ways[way] = true
	}
	if len(ways) != 1 {
		return BySignature, nil
	}
	return way, nil
}
