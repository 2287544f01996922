// Command browser is what a page needs to read the mails of a game and to follow its
// log. It is built to see that it can be, and how large it is.
package main

import (
	"fmt"
	"os"
	"time"

	"berthier/cmd/internal/game"
	"berthier/engine/jdg"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/store/leaf"
)

func main() {
	key, err := sign.ParsePublicKey(os.Args[1])
	if err != nil {
		panic(err)
	}
	m, err := mail.Parse([]byte(os.Args[2]))
	if err != nil {
		panic(err)
	}
	signed, err := sign.Open(m, []sign.Key{key}, time.Now())
	fmt.Printf("%s %x %v\n", signed.Text, signed.Sum(), err)

	rules, err := jdg.Game.Load(nil)
	if err != nil {
		panic(err)
	}
	state, err := game.Fold(rules, []leaf.Record{{Seq: 1, Data: []byte(os.Args[3])}}, func(game.State) {})
	fmt.Printf("%+v %v\n", state, err)
}
