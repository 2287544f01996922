package sign_test

import (
	"fmt"
	"log"
	"time"

	"berthier/mail"
	"berthier/mail/sign"
)

// The signed text is found between greeting and footer.
func Example() {
	const received = `From: Michel Ney <ney@example.org>
To: games@example.net
Subject: my third turn
Message-ID: <3@example.org>

Sire, my orders:

-----BEGIN BERTHIER TURN-----
game: leipzig-1
side: french
turn: 3

activate III Corps
move Souham 1204 1305
end
-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgWzL5WjmhJeMpzMhNiUEPAK6+dP
WrcnP0RqFYpmcCYv0AAAAIYmVydGhpZXIAAAAAAAAABnNoYTUxMgAAAFMAAAALc3NoLWVk
MjU1MTkAAABAWLz8XIA4jNjPLC5QUTPzAJ85tZUErzFGdb39I8KpB+BUXTfhf1xL1QKsnO
urx85uQ0eB3FGSOlye592702tcCQ==
-----END SSH SIGNATURE-----

--
Sent from the field
`
	key, err := sign.ParsePublicKey(
		"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFsy+Vo5oSXjKczITYlBDwCuvnT1q3Jz9EahWKZnAmL9 ney@example.org",
	)
	if err != nil {
		log.Fatal(err)
	}
	m, err := mail.Parse([]byte(received))
	if err != nil {
		log.Fatal(err)
	}
	signed, err := sign.Open(m, []sign.Key{key}, time.Now())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", signed.Text)
	fmt.Println("signed by", signed.Key.Comment, "in the form", signed.Form)
	// Output:
	// game: leipzig-1
	// side: french
	// turn: 3
	//
	// activate III Corps
	// move Souham 1204 1305
	// end
	// signed by ney@example.org in the form inline
}
