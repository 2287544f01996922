// Command browser is what a page needs to read the mails of a game, to follow its log and
// to judge its archive. It is built to see that it can be, and how large it is.
package main

import (
	"fmt"
	"os"
	"time"

	"berthier/cmd/internal/archive"
	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/game"
	"berthier/engine"
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

	a, err := archive.Read([]byte(os.Args[4]))
	if err != nil {
		panic(err)
	}
	judge := audit.Auditor{Load: func(_ string, data map[string][]byte) (engine.Ruleset,
		error) {
		return jdg.Game.Load(data)
	}}
	kept := []audit.Mail{{Name: "mail", Raw: []byte(os.Args[2])}}
	verdict := judge.Audit(audit.Evidence{SavedGame: a.SavedGame, Members: a.Members, Faults: a.Faults, Mails: kept})
	fmt.Println(verdict.Sound(), verdict.Err(), verdict.Checks)
}
