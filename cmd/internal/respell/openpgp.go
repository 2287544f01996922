package respell

import (
	"bytes"
	"crypto/elliptic"
	"crypto/rsa"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"math/big"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ProtonMail/go-crypto/brainpool"
	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/clearsign"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"
)

// pgpKey is a key of OpenPGP.
type pgpKey struct {
	entity  *openpgp.Entity
	foreign []byte // a signature packet of somebody else
	config  packet.Config
}

func newPGPKey(at time.Time, config packet.Config) (*pgpKey, error) {
	config.Time = func() time.Time { return at }
	e, err := openpgp.NewEntity("Michel Ney", "", "ney@example.net", &config)
	if err != nil {
		return nil, err
	}
	foreign, err := stranger()
	return &pgpKey{entity: e, foreign: foreign, config: config}, err
}

// stranger is a signature packet of somebody else, made before all others. To make his key takes longer than most
// tests, so there is one.
var stranger = sync.OnceValues(func() ([]byte, error) {
	config := packet.Config{Time: func() time.Time { return time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC) }}
	e, err := openpgp.NewEntity("Nobody", "", "nobody@example.org", &config)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = openpgp.DetachSignWithParams(&out, []*openpgp.Entity{e}, strings.NewReader("another text"),
		&openpgp.SignParams{Config: &config})
	return out.Bytes(), err
})

func (k *pgpKey) public() (string, error) {
	var out bytes.Buffer
	w, err := armor.Encode(&out, openpgp.PublicKeyType, nil)
	if err == nil {
		err = errors.Join(k.entity.Serialize(w), w.Close())
	}
	return out.String(), err
}

func (k *pgpKey) detach(text string, at time.Time, textMode bool) (pgpSignature, error) {
	var out bytes.Buffer
	config := k.config
	config.Time = func() time.Time { return at }
	if err := openpgp.DetachSignWithParams(&out, []*openpgp.Entity{k.entity}, strings.NewReader(text),
		&openpgp.SignParams{Config: &config, TextSig: textMode}); err != nil {
		return pgpSignature{}, err
	}
	return readPGPSignature(k, out.Bytes())
}

func (k *pgpKey) clear(text string, at time.Time) (lines string, s pgpSignature, err error) {
	var out bytes.Buffer
	config := k.config
	config.Time = func() time.Time { return at }
	w, err := clearsign.Encode(&out, k.entity.PrivateKey, &config)
	if err == nil {
		_, err = w.Write([]byte(text))
		err = errors.Join(err, w.Close())
	}
	if err != nil {
		return "", s, err
	}
	block, _ := clearsign.Decode(out.Bytes())
	var raw bytes.Buffer
	if _, err := raw.ReadFrom(block.ArmoredSignature.Body); err != nil {
		return "", s, err
	}
	_, lines, _ = strings.Cut(out.String(), "\n\n")
	lines, _, _ = strings.Cut(lines, "-----BEGIN PGP SIGNATURE")
	s, err = readPGPSignature(k, raw.Bytes())
	return lines, s, err
}

// pgpSignature is a signature packet of version 4, taken apart.
type pgpSignature struct {
	key      *pgpKey
	hashed   []byte // from the version to the end of the hashed subpackets
	unhashed []byte
	digest   []byte
	values   [][]byte // integers
}

func readPGPSignature(k *pgpKey, raw []byte) (s pgpSignature, err error) {
	body := raw[2:]
	switch {
	case raw[0] != 0xc2:
		return s, errors.New("not the packet of a signature")
	case raw[1] >= 192:
		body = raw[3:]
	}
	n := 6 + int(binary.BigEndian.Uint16(body[4:]))
	u := int(binary.BigEndian.Uint16(body[n:]))
	s = pgpSignature{key: k, hashed: body[:n], unhashed: body[n+2 : n+2+u], digest: body[n+2+u : n+4+u]}
	for rest := body[n+4+u:]; len(rest) > 2; {
		size := (int(binary.BigEndian.Uint16(rest)) + 7) / 8
		s.values = append(s.values, rest[2:2+size])
		rest = rest[2+size:]
	}
	return s, nil
}

const otherRoot = "the other root"

var curves = map[packet.Curve]elliptic.Curve{
	packet.CurveNistP256: elliptic.P256(), packet.CurveNistP384: elliptic.P384(), packet.CurveNistP521: elliptic.P521(),
	packet.CurveBrainpoolP256: brainpool.P256r1(), packet.CurveBrainpoolP384: brainpool.P384r1(),
	packet.CurveBrainpoolP512: brainpool.P512r1(),
}

func mpi(value []byte, bits int) []byte {
	return append(binary.BigEndian.AppendUint16(nil, uint16(bits)), value...)
}

func bitLen(value []byte) int { return new(big.Int).SetBytes(value).BitLen() }

// integers writes the values with what can be done to each.
func (h *hand) integers(s pgpSignature) (out []byte) {
	values := slices.Clone(s.values)
	last := len(values) - 1
	number := new(big.Int).SetBytes(values[last])
	switch pub := s.key.entity.PrimaryKey; pub.PubKeyAlgo {
	case packet.PubKeyAlgoECDSA:
		if h.does(otherRoot) {
			values[last] = new(big.Int).Sub(curves[s.key.config.Curve].Params().N, number).Bytes()
		}
	case packet.PubKeyAlgoRSA:
		if h.does("more than the modulus") { // refused
			values[last] = number.Add(number, pub.PublicKey.(*rsa.PublicKey).N).Bytes()
		}
	case packet.PubKeyAlgoEdDSA:
		if h.does("s + L") { // refused
			values[last] = plusOrder(append(make([]byte, 32-len(values[last])), values[last]...))
		}
	}
	for _, v := range values {
		switch h.way("integer", 4) {
		case 1: // more bits than it has
			out = append(out, mpi(v, len(v)*8)...)
		case 2: // a leading zero
			out = append(out, mpi(append([]byte{0}, v...), len(v)*8+8)...)
		case 3:
			out = append(out, mpi(append([]byte{0, 0, 0}, v...), len(v)*8+24)...)
		default:
			out = append(out, mpi(v, bitLen(v))...)
		}
	}
	return out
}

// subpacket writes a subpacket with one of the forms of its length.
func (h *hand) subpacket(kind byte, data []byte) []byte {
	body := append([]byte{kind}, data...)
	if h.does("long subpacket length") {
		return slices.Concat([]byte{255}, binary.BigEndian.AppendUint32(nil, uint32(len(body))), body)
	}
	return slices.Concat([]byte{byte(len(body))}, body)
}

// packet writes the packet of a signature.
func (h *hand) packet(s pgpSignature) []byte {
	unhashed := slices.Clone(s.unhashed)
	switch h.way("unhashed", 7) {
	case 1:
		unhashed = append(unhashed, h.subpacket(101, []byte("grind"))...)
	case 2:
		unhashed = append(h.subpacket(20, append([]byte{0, 0, 0, 0, 0, 1, 0, 1}, "ab"...)), unhashed...)
	case 3:
		unhashed = append(h.subpacket(2, []byte{1, 2, 3, 4}), unhashed...) // another time
	case 4:
		unhashed = append(h.subpacket(16, binary.BigEndian.AppendUint64(nil, s.key.entity.PrimaryKey.KeyId)),
			unhashed...)
	case 5:
		unhashed = append(unhashed, h.subpacket(110, bytes.Repeat([]byte("x"), 100))...)
	case 6:
		unhashed = nil
	}
	digest := s.digest
	if h.does("digest") {
		digest = []byte{1, 2}
	}
	body := slices.Concat(s.hashed, binary.BigEndian.AppendUint16(nil, uint16(len(unhashed))), unhashed, digest,
		h.integers(s))
	if h.does("bytes at the end of the packet") {
		body = append(body, "more"...)
	}
	n := uint32(len(body))
	switch h.way("packet length", 4) {
	case 1:
		return append(binary.BigEndian.AppendUint32([]byte{0xc2, 255}, n), body...)
	case 2:
		return append(binary.BigEndian.AppendUint16([]byte{0x89}, uint16(n)), body...)
	case 3:
		return append(binary.BigEndian.AppendUint32([]byte{0x8a}, n), body...)
	}
	if n < 192 {
		return append([]byte{0xc2, byte(n)}, body...)
	}
	return append([]byte{0xc2, byte((n-192)>>8) + 192, byte(n - 192)}, body...)
}

// packets writes what stands in the armour.
func (h *hand) packets(s pgpSignature) []byte {
	own := h.packet(s)
	marker, unknown := []byte{0xca, 3, 'P', 'G', 'P'}, []byte{0xfc, 2, 'a', 'b'}
	switch h.way("packets", 7) {
	case 1:
		return append(own, s.key.foreign...)
	case 2:
		return append(slices.Clone(s.key.foreign), own...)
	case 3:
		return append(marker, own...)
	case 4:
		return append(own, unknown...)
	case 5:
		return slices.Concat(s.key.foreign, own, s.key.foreign, s.key.foreign)
	case 6:
		return slices.Concat(own, own) // refused
	}
	return own
}

// armour writes the armour of a signature.
func (h *hand) armour(s pgpSignature) string {
	width := []int{64, 76, 20, 72}[h.way("armour width", 4)]
	header := h.pick("armour header", "\n", "Version: X 1\nComment: hello\n\n", "Comment: another\n\n",
		"Hash: SHA512\n\n")
	sum := h.pick("checksum", "", "=AAAA\n")
	return "-----BEGIN PGP SIGNATURE-----\n" + header + wrap(base64.StdEncoding.EncodeToString(h.packets(s)),
		width) + sum + "-----END PGP SIGNATURE-----\n"
}
