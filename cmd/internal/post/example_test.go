package post_test

import (
	"bytes"
	"fmt"
	netmail "net/mail"
	"time"

	"berthier/cmd/internal/post"
	"berthier/mail"
)

// A receipt hangs under the report before its step, and under the mail that it answers.
func Example() {
	office := post.New(post.Config{
		Address: mail.Address{Name: "Berthier", Address: "games@berthier.example"},
		Clock:   func() time.Time { return time.Date(2030, 12, 2, 8, 0, 0, 0, time.UTC) },
	})
	m, err := office.Write(post.Letter{
		To:      mail.Address{Name: "Michel Ney", Address: "ney@example.net"},
		Game:    "duel-1",
		Step:    3,
		Side:    "Red",
		Kind:    "receipt.5f1c2a9be0d47713",
		Subject: "orders received",
		Page:    post.Plain("Your orders for step 3 are in."),
		Answers: "orders-3@example.net",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	sent, err := netmail.ReadMessage(bytes.NewReader(m.Raw))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, field := range []string{
		"From", "Reply-To", "To", "Subject", "Message-ID", "In-Reply-To", "References", "Auto-Submitted",
	} {
		fmt.Printf("%s: %s\n", field, sent.Header.Get(field))
	}
	// Output:
	// From: "Berthier" <games@berthier.example>
	// Reply-To: "Berthier" <games+duel-1@berthier.example>
	// To: "Michel Ney" <ney@example.net>
	// Subject: [duel-1] orders received
	// Message-ID: <duel-1.3.Red.receipt.5f1c2a9be0d47713@berthier.example>
	// In-Reply-To: <orders-3@example.net>
	// References: <duel-1.0.Red@berthier.example> <duel-1.2.Red@berthier.example> <orders-3@example.net>
	// Auto-Submitted: auto-replied
}
