package docket

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"

	"berthier/cmd/internal/post"
	"berthier/cmd/internal/said"
	"berthier/mail"
)

// StateObserver + address, in lower case: what somebody who only looks on gets,
// "observe" or "monitor".
const StateObserver = "observer/"

const (
	WordObserve = "observe"
	WordMonitor = "monitor"

	WordUnobserve = "unobserve"

	MaxObservers = 200 // of one game
)

// ObserverCode is what shows that somebody reads the mails to an address.
func (g *Game) ObserverCode(word, address string) string {
	mac := hmac.New(sha256.New, g.SealedKey.Reveal())
	fmt.Fprintf(mac, "berthier observer 1\n%s\n%s\n%s\n", g.Game, word, address)
	return said.Groups(base32.StdEncoding.EncodeToString(mac.Sum(nil))[:12])
}

// Unobserve is the line that ends the observation by an address.
func (g *Game) Unobserve(address string) string {
	return fmt.Sprintf("%s %s %s\n", WordUnobserve, g.Game, g.ObserverCode(WordUnobserve, address))
}

// ToObserver begins a letter to somebody who only looks on.
func (g *Game) ToObserver(address, about string) post.Letter {
	return post.Letter{
		To: mail.Address{Address: address}, Game: g.Game,
		ID:      fmt.Sprintf("%s.%s.observer-%.8x", g.Game, about, Sum([]byte(address))),
		Unasked: true, Null: true,
	}
}
