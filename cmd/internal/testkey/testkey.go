// Package testkey has keys for tests. What a player signs goes into the dice, so
// a test whose keys are new each time plays another game each time.
package testkey

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/pem"

	"golang.org/x/crypto/ssh"

	"berthier/mail/sign"
)

// New gives the key of that name, the same one always. It panics if there is none.
func New(name string) *sign.PrivateKey {
	seed := sha256.Sum256([]byte(name))
	block, err := ssh.MarshalPrivateKey(ed25519.NewKeyFromSeed(seed[:]), "")
	if err != nil {
		panic(err)
	}
	key, err := sign.LoadPrivateKey(pem.EncodeToMemory(block), nil)
	if err != nil {
		panic(err)
	}
	return key
}
