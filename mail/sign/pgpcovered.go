package sign

import (
	"bytes"
	"crypto/elliptic"
	"encoding/binary"
	"errors"
	"hash"
	"math/big"
	"slices"

	"github.com/ProtonMail/go-crypto/brainpool"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"
)

// coveredPGP gives what a signature covers that the key verified: the bytes that
// are hashed for it (RFC 9580 section 5.2.4), and its values.
func coveredPGP(pub *packet.PublicKey, sig *packet.Signature, data []byte) (Coverage, error) {
	if sig.SigType == packet.SigTypeText {
		data = canonicalLines(data)
	}
	value, err := pgpValue(pub, sig)
	return Coverage{Bytes: slices.Concat(sig.Salt(), data, sig.HashSuffix), Value: value, Time: sig.CreationTime.UTC()},
		err
}

// canonicalLines gives the line ends that a signature over text is made with.
func canonicalLines(data []byte) []byte {
	var out hashInput
	_, err := openpgp.NewCanonicalTextHash(&out).Write(data)
	if err != nil {
		panic(err) // a written takes everything
	}
	return out.Bytes()
}

// hashInput is a hash that only keeps what is hashed.
type hashInput struct {
	hash.Hash
	bytes.Buffer
}

func (w *hashInput) Write(p []byte) (int, error) { return w.Buffer.Write(p) }

func (w *hashInput) Reset() { w.Buffer.Reset() }

// pgpValue gives the values of a signature in the order of RFC 9580 section
// 5.2.3: integers as MPIs without leading zeros, everything else as it is. Of
// the two values s and n-s of ECDSA, which fit the same text, it takes the lower.
func pgpValue(pub *packet.PublicKey, sig *packet.Signature) ([]byte, error) {
	switch sig.PubKeyAlgo {
	case packet.PubKeyAlgoRSA, packet.PubKeyAlgoRSASignOnly:
		return mpi(sig.RSASignature.Bytes()), nil
	case packet.PubKeyAlgoEdDSA:
		return slices.Concat(mpi(sig.EdDSASigR.Bytes()), mpi(sig.EdDSASigS.Bytes())), nil
	case packet.PubKeyAlgoECDSA:
		n, err := curveOrder(pub)
		if err != nil {
			return nil, err
		}
		s := new(big.Int).SetBytes(sig.ECDSASigS.Bytes())
		if other := new(big.Int).Sub(n, s); other.Cmp(s) < 0 {
			s = other
		}
		return slices.Concat(mpi(sig.ECDSASigR.Bytes()), mpi(s.Bytes())), nil
	}
	value := slices.Concat(sig.EdSig, sig.MldsaSig, sig.SlhdsaSig)
	if len(value) == 0 {
		return nil, errors.New("the signature has no values that are known")
	}
	return value, nil
}

// mpi writes an integer as RFC 9580 section 3.2 wants it.
func mpi(digits []byte) []byte {
	n := new(big.Int).SetBytes(digits)
	return append(binary.BigEndian.AppendUint16(nil, uint16(n.BitLen())), n.Bytes()...)
}

// curveOrder is the number of points of the group in which a key signs.
func curveOrder(pub *packet.PublicKey) (*big.Int, error) {
	name, err := pub.Curve()
	if err != nil {
		return nil, err
	}
	curves := map[packet.Curve]elliptic.Curve{
		packet.CurveNistP256: elliptic.P256(), packet.CurveNistP384: elliptic.P384(),
		packet.CurveNistP521:      elliptic.P521(),
		packet.CurveBrainpoolP256: brainpool.P256r1(), packet.CurveBrainpoolP384: brainpool.P384r1(),
		packet.CurveBrainpoolP512: brainpool.P512r1(),
	}
	curve, ok := curves[name]
	if !ok {
		return nil, errors.New("unknown elliptic curve " + string(name))
	}
	return curve.Params().N, nil
}
