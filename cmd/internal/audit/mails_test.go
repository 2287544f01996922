package audit

import (
	"bytes"
	"testing"

	"berthier/cmd/internal/game"
	"berthier/mail/sign"
)

// A mail of a player without a key is itself what was signed.
func TestSameSignedDKIM(t *testing.T) {
	raw := []byte("From: ney@example.org\r\n\r\nx\r\n")
	want := game.Receipt{Known: true, Proof: sign.Proof{Form: sign.FormDKIM, Data: raw}}
	if err := sameSigned(raw, nil, want); err != nil {
		t.Errorf("the same mail: %v", err)
	}
	if err := sameSigned(append(bytes.Clone(raw), 'x'), nil, want); err == nil {
		t.Error("another mail passes")
	}
}
