package beacon

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cloudflare/circl/sign/bls"
)

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// unchained is a chain of the test network in the form of older servers.
const unchained = `{
  "public_key": "8200fc249deb0148eb918d6e213980c5d01acd7fc251900d9260136da3b54836ce125172399ddc69c4e3e11429b62c11",
  "period": 3, "genesis_time": 1651677099,
  "hash": "7672797f548f3f4748ac4bf3352fc6c6b6468c9ad40ad456a397545c6e2df5bf",
  "groupHash": "65083634d852ae169e21b6ce5f0410be9ed4cc679b9970236f7875cff667e13d",
  "schemeID": "pedersen-bls-unchained", "metadata": {"beaconID": "testnet-unchained-3s"}
}`

// Rounds that the networks have published.
var rounds = []struct {
	info, signature, randomness string
	round                       uint64
}{
	{quicknet, "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
		"fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd", 1000},
	{quicknet, "81dbce51d584d90d618547f4b50391d53ace6f6b9aeb8fb67e1879427af9d0310ac0ec6f519271d9a313ee84b378d416", "",
		32285085},
	{
		unchained,
		"a33833d2098f5e0c4df334fb6c5b1c2de3ab293c77825f55d816254dabf7f4f3d429b6207e1cd2a808876e06058a1f8102bb6f6927b6" +
			"54b391259ea99c3566a4eb55feb9665dbaf9d33af08a10b1d8d8b35d91fd3536eb4c197be0041beb5dc2",
		"778180564f4fb9b77580af69a559ce941eb23d8d3180c48c4d290484b516c6aa",
		19369534,
	},
}

func TestKnownRounds(t *testing.T) {
	for _, r := range rounds {
		c, err := ParseInfo([]byte(r.info))
		if err != nil {
			t.Fatal(err)
		}
		signature := unhex(t, r.signature)
		if err := c.Verify(r.round, signature); err != nil {
			t.Error(err)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(signature)); r.randomness != "" && got != r.randomness {
			t.Errorf("round %d: the randomness is %s, want %s", r.round, got, r.randomness)
		}
		if c.Verify(r.round+1, signature) == nil {
			t.Errorf("round %d: the signature passes for the next round", r.round)
		}
		for _, i := range []int{0, 1, len(signature) / 2, len(signature) - 1} {
			signature[i] ^= 1
			if c.Verify(r.round, signature) == nil {
				t.Errorf("round %d: passes with byte %d changed", r.round, i)
			}
			signature[i] ^= 1
		}
		for _, bad := range [][]byte{nil, signature[:20], append(signature, 0)} {
			if c.Verify(r.round, bad) == nil {
				t.Errorf("round %d: a signature of %d bytes passes", r.round, len(bad))
			}
		}
	}
	if Quicknet().Verify(rounds[2].round, unhex(t, rounds[2].signature)) == nil {
		t.Error("the signature of another chain passes")
	}
}

func TestParseInfo(t *testing.T) {
	for _, tc := range []struct{ name, old, new, want string }{
		{"period", `"period": 3`, `"period": 4`, "but has the hash"},
		{"key", "83cf0f", "83cf0e", "but has the hash"},
		{"name", "quicknet\"", "fastnet\"", "but has the hash"},
		{"scheme", "bls-unchained-g1-rfc9380", "bls-unchained-on-g1", "want bls-unchained-g1-rfc9380 or"},
		{"chained", "bls-unchained-g1-rfc9380", "pedersen-bls-chained", "its rounds build on each other"},
		{"key in the other group", "bls-unchained-g1-rfc9380", SchemeG2, "public key"},
		{"not hex", "83cf", "83cg", "invalid byte"},
		{"not JSON", "{", "", "description of a drand chain"},
	} {
		_, err := ParseInfo([]byte(strings.Replace(quicknet, tc.old, tc.new, 1)))
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: got %v, want %q", tc.name, err, tc.want)
		}
	}
}

func TestRoundTimes(t *testing.T) {
	c := Quicknet()
	for _, tc := range []struct {
		after time.Duration
		want  uint64
	}{{-time.Hour, 1}, {-1, 1}, {0, 2}, {1, 2}, {3*time.Second - 1, 2}, {3 * time.Second, 3},
		{2997 * time.Second, 1001}} {
		at := c.Genesis.Add(tc.after)
		got := c.After(at)
		if got != tc.want || !c.Time(got).After(at) {
			t.Errorf("%v after genesis: got round %d at %v, want %d", tc.after, got, c.Time(got), tc.want)
		}
	}
	if got := c.Time(1000).Unix(); got != 1692806364 {
		t.Errorf("round 1000 is published at %d", got)
	}
}

// TestOwnChain signs rounds itself, in both schemes: what is verified is the
// signature and not that the chain is a known one.
func TestOwnChain(t *testing.T) {
	private, err := bls.KeyGen[bls.KeyG2SigG1]([]byte("a secret of 32 bytes for a test!"), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	key, err := private.PublicKey().MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	c := Chain{Scheme: SchemeG1, Key: key, Genesis: time.Unix(1, 0), Period: time.Second}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	message := sha256.Sum256([]byte{0, 0, 0, 0, 0, 0, 1, 2})
	signature := bls.Sign(private, message[:])
	if err := c.Verify(258, signature); err != nil {
		t.Error(err)
	}
	if c.Verify(259, signature) == nil {
		t.Error("passes for another round")
	}
}
