package sign

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	pgperrors "github.com/ProtonMail/go-crypto/openpgp/errors"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"

	"berthier/mail"
)

const namePGP = "OpenPGP key"

// Marker lines of OpenPGP (RFC 9580 section 6).
const (
	beginPGPKey       = "-----BEGIN PGP PUBLIC KEY BLOCK-----"
	beginPGPSignature = "-----BEGIN PGP SIGNATURE-----"
	endPGPSignature   = "-----END PGP SIGNATURE-----"
	beginPGPClear     = "-----BEGIN PGP SIGNED MESSAGE-----"
)

// maxRSABits bounds the work of checking a signature.
const maxRSABits = 16384

// keyIDs are the key IDs of the parts of a key, 8 bytes each.
func keyIDs(e *openpgp.Entity) string {
	ids := binary.BigEndian.AppendUint64(nil, e.PrimaryKey.KeyId)
	for _, s := range e.Subkeys {
		ids = binary.BigEndian.AppendUint64(ids, s.PublicKey.KeyId)
	}
	return string(ids)
}

// clockSkew is how far the clock of a player may be ahead of ours.
const clockSkew = 24 * time.Hour

func isPGPKey(text string) bool { return strings.Contains(text, beginPGPKey) }

// parsePGPKey reads an armoured block with one public key and keeps its bytes.
func parsePGPKey(text string) (Key, error) {
	raw, err := dearmour(text[strings.Index(text, beginPGPKey):], openpgp.PublicKeyType)
	if err != nil {
		return Key{}, fmt.Errorf("parsing public key: %w", err)
	}
	e, err := readEntity(raw)
	if err != nil {
		return Key{}, fmt.Errorf("parsing public key: %w", err)
	}
	if why := weakKey(e.PrimaryKey); why != "" {
		return Key{}, fmt.Errorf("parsing OpenPGP public key: %s: %w", why, ErrKeyType)
	}
	k := Key{kind: namePGP, text: armour(openpgp.PublicKeyType, raw),
		id: fmt.Sprintf("0x%X", e.PrimaryKey.Fingerprint), ids: keyIDs(e)}
	if _, id := e.PrimaryIdentity(time.Time{}, nil); id != nil {
		k.Comment = mail.OneLine(id.Name)
	}
	return k, nil
}

func readEntity(raw []byte) (*openpgp.Entity, error) {
	packets := packet.NewReader(bytes.NewReader(raw))
	e, err := openpgp.ReadEntity(packets)
	if err != nil {
		return nil, err
	}
	if e.PrivateKey != nil {
		return nil, errors.New("this is a private key, which nobody but its owner may have")
	}
	if _, err := openpgp.ReadEntity(packets); err != io.EOF {
		return nil, errors.New("want one key in the block (export it alone: gpg --armor --export FINGERPRINT)")
	}
	return e, nil
}

// entity reads the key anew for each use: go-crypto remembers in it what it
// found out about its signatures, and that depends on the time that was asked
// for.
func (k Key) entity() (*openpgp.Entity, error) {
	raw, err := dearmour(k.text, openpgp.PublicKeyType)
	if err != nil {
		return nil, err
	}
	return readEntity(raw)
}

// pgpPolicy is what go-crypto refuses by itself. SHA-1 is refused for what is
// signed now. In the signatures by which a key holds together, which were made
// once, over its owner's own words, it is let pass: keys of before 2014 have it.
var pgpPolicy = packet.Config{
	RejectPublicKeyAlgorithms: map[packet.PublicKeyAlgorithm]bool{packet.PubKeyAlgoDSA: true,
		packet.PubKeyAlgoElGamal: true},
	// Old keys do not say what they are for.
	InsecureAllowAllKeyFlagsWhenMissing: true,
}

// weakKey says why a key is not accepted, or "".
func weakKey(pub *packet.PublicKey) string {
	switch pub.PubKeyAlgo {
	case packet.PubKeyAlgoDSA:
		return "DSA keys are not accepted"
	case packet.PubKeyAlgoRSA, packet.PubKeyAlgoRSASignOnly:
		// A modulus of "2048 bits" can have one less.
		if n, err := pub.BitLength(); err != nil || n < pgpPolicy.MinimumRSABits() || n > maxRSABits {
			return fmt.Sprintf("RSA keys of %d bits are not accepted, only of 2048 to %d", n, maxRSABits)
		}
	case packet.PubKeyAlgoECDSA, packet.PubKeyAlgoEdDSA:
		if c, err := pub.Curve(); err != nil || pgpPolicy.RejectCurve(c) {
			return fmt.Sprintf("keys on the elliptic curve %q are not accepted", c)
		}
	}
	return ""
}

// checkPGP finds a part of the key that can sign at a time.
func checkPGP(k Key, at time.Time) error {
	e, err := k.entity()
	if err != nil {
		return err
	}
	if r := validAt(e, nil, at); r != nil {
		return r
	}
	if _, ok := e.SigningKey(at, &pgpPolicy); !ok {
		return &refusal{FaultKeyType, "no part of the key " + k.id + " can sign"}
	}
	return nil
}

// validAt reports whether the primary key and, if sub is not nil, that subkey
// are in force at a time.
func validAt(e *openpgp.Entity, sub *openpgp.Subkey, at time.Time) *refusal {
	pub := e.PrimaryKey
	if why := weakKey(pub); why != "" {
		return &refusal{FaultKeyType, why}
	}
	sig, err := e.VerifyPrimaryKey(at, &pgpPolicy)
	if err == nil && sub != nil {
		pub = sub.PublicKey
		if why := weakKey(pub); why != "" {
			return &refusal{FaultKeyType, why}
		}
		if sig, err = sub.Verify(at, &pgpPolicy); errors.Is(err, pgperrors.ErrKeyExpired) {
			sig, _ = sub.LatestValidBindingSignature(at, &pgpPolicy)
		}
	}
	name := fmt.Sprintf("0x%X", pub.Fingerprint)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, pgperrors.ErrKeyExpired):
		why := "the key " + name + " has expired"
		if sig != nil && sig.KeyLifetimeSecs != nil {
			end := pub.CreationTime.Add(time.Duration(*sig.KeyLifetimeSecs) * time.Second)
			why = "the key " + name + " expired on " + end.UTC().Format("2 January 2006")
		}
		return &refusal{FaultExpired, why}
	case errors.Is(err, pgperrors.ErrKeyRevoked):
		return &refusal{FaultRevoked, "the key " + name + " was revoked by its owner"}
	}
	return &refusal{FaultKeyType, "the key " + name + " is not valid: " + err.Error()}
}

// pgpOver prepares to verify an OpenPGP signature block. One signature in it
// must claim to be of the key and be good; those of other keys are of no
// interest. Two of the same key are refused: anybody who has two signatures of a
// text could put either of them first, and no program makes such a block.
func pgpOver(k Key, armoured []byte, at time.Time) (check, error) {
	raw, sigs, no := pgpSignatures(armoured)
	if no != nil {
		return nil, no
	}
	if k.kind != namePGP {
		return nil, &otherKey{pgpIssuer(sigs)}
	}
	e, err := k.entity()
	if err != nil {
		return nil, err
	}
	own := slices.DeleteFunc(slices.Clone(sigs), func(sig *packet.Signature) bool {
		return len((openpgp.EntityList{e}).EntitiesById(*sig.IssuerKeyId)) == 0
	})
	switch {
	case len(own) == 0:
		return nil, &otherKey{pgpIssuer(sigs)}
	case len(own) > 1:
		return nil, &refusal{FaultUnreadable, fmt.Sprintf("the block holds %d signatures of the same key", len(own))}
	}
	if r := acceptable(e, own[0], at); r != nil {
		return nil, r
	}
	config := pgpPolicy
	config.Time = func() time.Time { return laterOf(at, own[0].CreationTime) }
	return func(data []byte) (Coverage, error) {
		if err := verifyPGP(e, data, raw, &config); err != nil {
			return Coverage{}, err
		}
		return coveredPGP(signer(e, own[0]), own[0], data)
	}, nil
}

func laterOf(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// signer is the part of a key that a signature says it was made with.
func signer(e *openpgp.Entity, sig *packet.Signature) *packet.PublicKey {
	if sub := signingSubkey(e, sig); sub != nil {
		return sub.PublicKey
	}
	return e.PrimaryKey
}

func signingSubkey(e *openpgp.Entity, sig *packet.Signature) *openpgp.Subkey {
	if i := slices.IndexFunc(e.Subkeys, func(s openpgp.Subkey) bool {
		return s.PublicKey.KeyId == *sig.IssuerKeyId
	}); i >= 0 {
		return &e.Subkeys[i]
	}
	return nil
}

// acceptable says what is wrong with a signature whatever it signs.
func acceptable(e *openpgp.Entity, sig *packet.Signature, at time.Time) *refusal {
	if pgpPolicy.RejectMessageHashAlgorithm(sig.Hash) {
		return &refusal{FaultWeak, "it was made with " + sig.Hash.String()}
	}
	if sig.CreationTime.After(at) {
		if sig.CreationTime.Sub(at) > clockSkew {
			return &refusal{FaultDate, dated(sig)}
		}
		at = sig.CreationTime
	}
	if made := signer(e, sig).CreationTime; made.After(sig.CreationTime) {
		return &refusal{FaultDate, dated(sig) + ", before its key was made"}
	}
	if sig.SigExpired(at) {
		return &refusal{FaultDate, "it was made to expire, and has"}
	}
	return validAt(e, signingSubkey(e, sig), at)
}

// dated tells the time of a signature, without a letter that an answer to a stranger leaves out.
func dated(sig *packet.Signature) string {
	return "it is dated " + sig.CreationTime.UTC().Format("2 January 2006, 15h04 UTC")
}

// verifyPGP lets go-crypto verify. What it refuses here although acceptable
// let it pass is a signature that does not fit the data, as a rule.
func verifyPGP(e *openpgp.Entity, data, sigs []byte, config *packet.Config) error {
	md, err := openpgp.VerifyDetachedSignatureReader(openpgp.EntityList{e}, bytes.NewReader(data),
		bytes.NewReader(sigs), config)
	if err == nil {
		_, err = io.Copy(io.Discard, md.UnverifiedBody)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrSignature, err)
	}
	good := 0
	for _, c := range md.SignatureCandidates {
		if c.SignedByEntity == nil {
			continue
		}
		if c.SignatureError != nil {
			return fmt.Errorf("%w: %w", ErrSignature, c.SignatureError)
		}
		good++
	}
	if good == 0 {
		return ErrSignature
	}
	return nil
}
