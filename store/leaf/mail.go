package leaf

import "time"

// Mail is an outgoing mail as a store takes it.
type Mail struct {
	ID        string    `json:"id"`                 // Message-ID, UTF-8 of 1 to 1000 bytes
	From      string    `json:"from"`               // envelope sender; empty for the null return path
	To        []string  `json:"to"`                 // envelope recipients, at least one
	Game      string    `json:"game"`               // game it belongs to; empty for none
	Raw       []byte    `json:"-"`                  // the message, byte for byte
	NotBefore time.Time `json:"notBefore,omitzero"` // earliest time to send; zero for at once
	// Later gives Raw if that is nil: it is asked when the message is needed, and before the
	// transaction is committed, which an error of it prevents. Nil if there is Raw.
	Later func() ([]byte, error) `json:"-"`
}
