package beacon

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/cloudflare/circl/sign/bls"
)

// Schemes that Chain.Verify knows.
const (
	SchemeG1 = "bls-unchained-g1-rfc9380" // short signatures, in G1
	SchemeG2 = "pedersen-bls-unchained"   // signatures in G2
)

// Chain is a drand chain: what is needed to check its rounds.
type Chain struct {
	Name    string // "quicknet"
	Scheme  string // SchemeG1 or SchemeG2
	Key     []byte // public key of the group, compressed
	Seed    []byte // genesis seed; only the hash of the chain needs it
	Genesis time.Time
	Period  time.Duration // whole seconds, at least one
}

// quicknet is what the servers of the chain of that name say of it.
const quicknet = `{
  "public_key": "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
  "period": 3, "genesis_time": 1692803367,
  "genesis_seed": "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
  "chain_hash": "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  "scheme": "bls-unchained-g1-rfc9380", "beacon_id": "quicknet"
}`

// Quicknet is the chain of the League of Entropy that publishes a round every
// three seconds.
func Quicknet() Chain {
	c, err := ParseInfo([]byte(quicknet))
	if err != nil {
		panic(err) // a constant
	}
	return c
}

// info is the JSON of a chain with the newer names and the older ones.
type info struct {
	Key      string `json:"public_key"`
	Period   uint32 `json:"period"`
	Genesis  int64  `json:"genesis_time"`
	Seed     string `json:"genesis_seed"`
	OldSeed  string `json:"groupHash"`
	Hash     string `json:"chain_hash"`
	OldHash  string `json:"hash"`
	Scheme   string `json:"scheme"`
	OldName  string `json:"schemeID"`
	Name     string `json:"beacon_id"`
	Metadata struct {
		Name string `json:"beaconID"`
	} `json:"metadata"`
}

// ParseInfo reads the description of a chain and compares it with the hash that
// it names.
func ParseInfo(text []byte) (Chain, error) {
	var i info
	if err := json.Unmarshal(text, &i); err != nil {
		return Chain{}, fmt.Errorf("description of a drand chain: %w", err)
	}
	first := func(a, b string) string {
		if a == "" {
			return b
		}
		return a
	}
	key, err1 := hex.DecodeString(i.Key)
	seed, err2 := hex.DecodeString(first(i.Seed, i.OldSeed))
	hash, err3 := hex.DecodeString(first(i.Hash, i.OldHash))
	if err := errors.Join(err1, err2, err3); err != nil {
		return Chain{}, fmt.Errorf("description of a drand chain: %w", err)
	}
	c := Chain{
		Name: first(i.Name, i.Metadata.Name), Scheme: first(i.Scheme, i.OldName), Key: key, Seed: seed,
		Genesis: time.Unix(i.Genesis, 0).UTC(), Period: time.Duration(i.Period) * time.Second,
	}
	if h := c.Hash(); !bytes.Equal(hash, h[:]) {
		return Chain{}, fmt.Errorf("description of a drand chain: it names the hash %x, but has the hash %x", hash, h)
	}
	return c, c.Check()
}

// Hash names the chain: nobody can make another one with the same hash.
func (c Chain) Hash() [32]byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(c.Period/time.Second))
	b = binary.BigEndian.AppendUint64(b, uint64(c.Genesis.Unix()))
	b = append(append(b, c.Key...), c.Seed...)
	if c.Name != "default" {
		b = append(b, c.Name...)
	}
	return sha256.Sum256(b)
}

// String names the chain for people.
func (c Chain) String() string { return fmt.Sprintf("drand chain %s (%x)", c.Name, c.Hash()) }

// Check says whether rounds of the chain can be verified.
func (c Chain) Check() error {
	switch {
	case c.Scheme == "pedersen-bls-chained":
		return fmt.Errorf("%s: its rounds build on each other; want a chain of the scheme %s, such as quicknet, or %s",
			c, SchemeG1, SchemeG2)
	case c.Scheme != SchemeG1 && c.Scheme != SchemeG2:
		return fmt.Errorf("%s: scheme %q: want %s or %s", c, c.Scheme, SchemeG1, SchemeG2)
	case c.Period < time.Second || c.Genesis.Unix() <= 0:
		return fmt.Errorf("%s: want a period and a genesis time in seconds", c)
	}
	var err error
	if c.Scheme == SchemeG1 {
		err = validKey[bls.KeyG2SigG1](c.Key)
	} else {
		err = validKey[bls.KeyG1SigG2](c.Key)
	}
	if err != nil {
		return fmt.Errorf("%s: public key: %w", c, err)
	}
	return nil
}

func validKey[G bls.KeyGroup](key []byte) error {
	var k bls.PublicKey[G]
	if err := k.UnmarshalBinary(key); err != nil {
		return err
	}
	if !k.Validate() {
		return errors.New("it is not a point of the group")
	}
	return nil
}

// After is the first round that is published later than t.
func (c Chain) After(t time.Time) uint64 {
	if t.Before(c.Genesis) {
		return 1
	}
	return uint64(t.Sub(c.Genesis)/c.Period) + 2
}

// Time is when a round, from 1, is published.
func (c Chain) Time(round uint64) time.Time {
	return c.Genesis.Add(time.Duration(round-1) * c.Period)
}

// Verify checks the signature of a round.
func (c Chain) Verify(round uint64, signature []byte) error {
	message := sha256.Sum256(binary.BigEndian.AppendUint64(nil, round))
	var good bool
	var err error
	if c.Scheme == SchemeG1 {
		good, err = verify[bls.KeyG2SigG1](c.Key, message[:], signature)
	} else {
		good, err = verify[bls.KeyG1SigG2](c.Key, message[:], signature)
	}
	if err == nil && !good {
		err = errors.New("the signature is not that of the chain")
	}
	if err != nil {
		return fmt.Errorf("round %d of %s: %w", round, c, err)
	}
	return nil
}

func verify[G bls.KeyGroup](key, message, signature []byte) (bool, error) {
	var k bls.PublicKey[G]
	if err := k.UnmarshalBinary(key); err != nil {
		return false, fmt.Errorf("public key: %w", err)
	}
	return bls.Verify(&k, message, signature), nil
}
