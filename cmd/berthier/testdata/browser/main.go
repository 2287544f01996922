// Command browser is what a page needs to check the mails and the steps of a game. It
// is built by a test only, to see that it can be, and how large it is.
package main

import (
	"fmt"
	"os"
	"time"

	"berthier/engine/jdg"
	"berthier/mail"
	"berthier/mail/sign"
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
	fmt.Printf("%s %x %v\n%+v\n", signed.Text, signed.Sum(), err, jdg.Game)
}
