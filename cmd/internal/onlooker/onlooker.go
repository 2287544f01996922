// Package onlooker has those who only look on at a game. They get what the side "" may see, by mails that are in
// no record; the address is kept as state, never in the log: docket.StateObserver.
//
// Somebody has to send back a code before he looks on, and another one to end it, which stands in each mail to him:
// the first 60 bits, in base32, of HMAC-SHA256, under the secret of the sealed draws, of four lines that each end
// in LF: "berthier observer 1", the game, the command, the address in lower case. A mailbox looks on at a game
// under one address. The attachment of "monitor" is JSON, its form the type Results.
package onlooker

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/mailbox"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/said"
	"berthier/mail"
	"berthier/store"
)

// What an address gets, and the command for it; and the command that ends it.
const (
	WordObserve   = "observe"
	WordMonitor   = "monitor"
	WordUnobserve = "unobserve"
)

// Words are the commands that a Code makes good.
var Words = []string{WordObserve, WordMonitor, WordUnobserve}

// Most is how many may look on at one game.
const Most = 200

// Code is what shows that somebody reads the mails to an address.
func Code(g *docket.Game, word, address string) string {
	mac := hmac.New(sha256.New, g.SealedKey.Reveal())
	fmt.Fprintf(mac, "berthier observer 1\n%s\n%s\n%s\n", g.Game, word, address)
	return said.Groups(base32.StdEncoding.EncodeToString(mac.Sum(nil))[:12])
}

// Stop is the line that ends the observation by an address.
func Stop(g *docket.Game, address string) string {
	return fmt.Sprintf("%s %s %s\n", WordUnobserve, g.Game, Code(g, WordUnobserve, address))
}

// Letter begins a letter to somebody who only looks on.
func Letter(g *docket.Game, address, about string) post.Letter {
	return post.Letter{
		To: mail.Address{Address: address}, Game: g.Game,
		ID:      fmt.Sprintf("%s.%s.observer-%.8x", g.Game, about, sha256.Sum256([]byte(address))),
		Unasked: true, Null: true,
	}
}

// Of reads who only looks on at a game: what he gets, by address.
func Of(u *docket.Docket, id string) (words map[string]string, err error) {
	words = map[string]string{}
	keys, err := u.Store.Values(id, docket.StateObserver)
	for _, key := range keys {
		value, err := u.Store.State(id, key)
		if err != nil {
			return nil, err
		}
		words[strings.TrimPrefix(key, docket.StateObserver)] = string(value)
	}
	if errors.Is(err, store.ErrNotFound) { // a game that is being made
		err = nil
	}
	return words, err
}

// Observation reads what an address gets of a game, "" for nothing; how many other
// mailboxes get something; and the other spellings of the address that do.
func Observation(u *docket.Docket, game, address string) (word string, others int, spelt []string, err error) {
	words, err := Of(u, game)
	box, _ := mailbox.Of(address)
	for _, other := range slices.Sorted(maps.Keys(words)) {
		switch m, _ := mailbox.Of(other); {
		case other == address:
		case m == box:
			spelt = append(spelt, other)
		default:
			others++
		}
	}
	return words[address], others, spelt, err
}
