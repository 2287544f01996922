package marks

import (
	"cmp"
	"strings"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/mailbox"
	"berthier/cmd/internal/said"
	"berthier/engine/tongue"
	"berthier/mail"
)

// Known gives the address to which the mailbox of a sender was registered for a player, in whose language, or which
// observes a game, having sent back its code; "" if there is none. Of several games of a player it is the one that
// the mail means, or else any.
func Known(u *docket.Docket, m *mail.Message, box mailbox.Box) (address string, player bool, in tongue.Language,
	err error) {
	if err := u.FindSeats(); err != nil {
		return "", false, "", err
	}
	meant, err := meant(u, m)
	if err != nil {
		return "", false, "", err
	}
	for _, s := range u.Seats.Mailbox(box.Name) {
		if player && s.Game != meant {
			continue
		}
		g, err := u.Info(s.Game)
		if u.Store.Damage(err) == s.Game {
			continue
		}
		if err != nil {
			return "", false, "", err
		}
		address, player, in = g.Address[s.Side], true, cmp.Or(g.Player(s.Side).Language, tongue.En)
	}
	if player {
		return address, true, in, nil
	}
	from := strings.ToLower(m.From.Address)
	for _, s := range u.Seats.Observes(from) {
		word, err := u.Store.Value(s.Game, docket.StateObserver+from)
		if err != nil || len(word) > 0 {
			return from, false, tongue.En, err
		}
	}
	return "", false, tongue.En, nil
}

// meant is the game that the text of a mail names, or else its likeliest mark.
func meant(u *docket.Docket, m *mail.Message) (game string, err error) {
	for _, l := range said.Lines([]byte(m.Text)) {
		if key, name := l.Header(); key == "game" {
			return name, nil
		}
	}
	found, err := Of(u, m)
	return Game(found), err
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
	box, _ := mailbox.Of(m.From.Address)
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
