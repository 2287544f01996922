package store_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"berthier/store"
)

// One step of a game, from a message that came in to the mail that answers it.
func Example() {
	dir, err := os.MkdirTemp("", "store")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	s, err := store.Open(filepath.Join(dir, "berthier.db"), time.Second)
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	noon := time.Date(2030, 12, 2, 12, 0, 0, 0, time.UTC)
	err = s.Update(func(tx *store.Tx) error {
		if err := tx.CreateGame("austerlitz"); err != nil {
			return err
		}
		return tx.SetSecret("austerlitz", "dice", store.NewSecret([]byte("do not print me")))
	})
	if err != nil {
		log.Fatal(err)
	}

	err = s.Update(func(tx *store.Tx) error {
		if already, err := tx.MarkSeen("<1@example.net>", noon); err != nil || already {
			return err
		}
		if err := tx.KeepMessage("austerlitz", "message 1", []byte("From: ney …")); err != nil {
			return err
		}
		for _, r := range []store.Record{
			{Kind: "turn", Step: 1, Data: []byte("move Soult to 0412")},
			{Kind: "event", Step: 1, Data: []byte("Soult moved to 0412")},
		} {
			if _, err := tx.Append("austerlitz", r); err != nil {
				return err
			}
		}
		if err := tx.SetState("austerlitz", "position", []byte("Soult 0412")); err != nil {
			return err
		}
		return tx.Enqueue(store.Mail{
			ID: "<austerlitz-1@example.org>", From: "games@example.org", To: []string{"ney@example.net"},
			Game: "austerlitz", Raw: []byte("Subject: step 1 …"),
		})
	})
	if err != nil {
		log.Fatal(err)
	}

	err = s.Update(func(tx *store.Tx) error {
		for r, err := range tx.Records("austerlitz", 1) {
			if err != nil {
				return err
			}
			fmt.Printf("%d %s: %s\n", r.Seq, r.Kind, r.Data)
		}
		secret, err := tx.Secret("austerlitz", "dice")
		if err != nil {
			return err
		}
		fmt.Println("dice:", secret)
		mails, err := tx.Due(noon, 10)
		if err != nil {
			return err
		}
		for _, m := range mails {
			fmt.Printf("send %s to %v: %s\n", m.ID, m.To, m.Raw)
			if err := tx.Sent(m.ID, noon); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}

	problems, err := s.Check()
	fmt.Println(len(problems), "problems,", err)
	// Output:
	// 1 turn: move Soult to 0412
	// 2 event: Soult moved to 0412
	// dice: [secret]
	// send <austerlitz-1@example.org> to [ney@example.net]: Subject: step 1 …
	// 0 problems, <nil>
}
