package record

import (
	"crypto/ed25519"
	"crypto/sha256"
	"time"

	"golang.org/x/mod/sumdb/note"

	"berthier/engine"
	"berthier/mail/sign"
)

// What the examples of the package doc are made of. They have to hold what the texts
// demand: a hash is one of something, and a key can be read.

func exampleHash(of string) [32]byte { return sha256.Sum256([]byte(of)) }

func exampleHidden() Hidden { return Hidden{Known: true, Salt: exampleHash("salt")} }

func exampleData() []engine.DataFile {
	return []engine.DataFile{{Name: "tables/duel.csv", Source: "a value of this project", Hash: exampleHash("tables")}}
}

// exampleTime is a time of day on 2 December 2030.
func exampleTime(clock string) time.Time {
	t, err := time.Parse(time.DateTime, "2030-12-02 "+clock)
	if err != nil {
		panic(err)
	}
	return t
}

// exampleAt is the head of a record of the example game.
func exampleAt(step int, clock string) Head { return Head{"duel-1", step, exampleTime(clock)} }

func examplePrivate(n byte) ed25519.PrivateKey {
	seed := exampleHash(string(rune('a' + n)))
	return ed25519.NewKeyFromSeed(seed[:])
}

// exampleVerifier is the public key of a log.
func exampleVerifier(n byte) string {
	v, err := note.NewEd25519VerifierKey("berthier.example/duel-1", examplePrivate(n).Public().(ed25519.PublicKey))
	if err != nil {
		panic(err)
	}
	return v
}

func examplePublic(text string) sign.Key {
	k, err := sign.ParsePublicKey(text)
	if err != nil {
		panic(err)
	}
	return k
}

// examplePlayer is the public key of a player, exampleNewKey another one of his.
func examplePlayer() sign.Key {
	return examplePublic("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL2tjPIEZ0zERWmJZIHsCh3k2Fi2dEYv0oWhQ4DIr7xu")
}

func exampleNewKey() sign.Key {
	return examplePublic("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIyKpdpgaslGIiDY5u1lJoaGUEVFcOVL2CIlqIkLol9V")
}

// exampleProof is what the player signed; the end of the signature is that of the text.
func exampleProof(text, end string) sign.Proof {
	const begin = `-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgva2M8gRnTMRFaYlkgewK
HeTYWLZ0Ri/ShaFDgMivvG4AAAAIYmVydGhpZXIAAAAAAAAABnNoYTUxMgAAAFMA
AAALc3NoLWVkMjU1MTkAAABA`
	return sign.Proof{
		Form:      sign.FormInline,
		Data:      []byte("game: duel-1\nside: Red\n" + text),
		Signature: []byte(begin + end + "\n-----END SSH SIGNATURE-----\n"),
	}
}

// exampleFile is the hash of what a signature covers and of its value.
func exampleFile(p sign.Proof) [32]byte {
	s, err := p.Verify(examplePlayer(), exampleTime("08:00:00"))
	if err != nil {
		panic(err)
	}
	return s.Sum()
}
