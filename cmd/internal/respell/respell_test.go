package respell

import (
	"errors"
	"flag"
	"testing"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp/packet"

	"berthier/mail"
	"berthier/mail/sign"
)

const (
	from = "ney@example.net"
	turn = "game: duel-1\nside: Red\nturn: 1\nstep: 1\n\npick 4 // a - b\nend\n"
)

// open gives what somebody signed.
func (s Signer) open(raw []byte, at time.Time) (sign.SignedText, error) {
	m, err := mail.Parse(raw)
	if err != nil {
		return sign.SignedText{}, err
	}
	if s.Key == "" {
		return sign.OpenDKIM(m, at, s.Lookup)
	}
	key, err := sign.ParsePublicKey(s.Key)
	if err != nil {
		return sign.SignedText{}, err
	}
	return sign.Open(m, []sign.Key{key}, at)
}

var spellings = flag.Int("respell.ways", 200, "other spellings of each signed mail in TestSumStays")

// Whatever somebody who has a signed mail makes of it: its sum, to which the dice
// are bound, stays, or the mail is refused.
func TestSumStays(t *testing.T) {
	at := time.Date(2030, 12, 2, 8, 0, 0, 0, time.UTC)
	all, err := Signers(from, at)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		t.Run(s.Form, func(t *testing.T) {
			letter, err := s.Sign(turn, at)
			if err != nil {
				t.Fatal(err)
			}
			want, err := s.open(letter.Plain("plain"), at)
			if err != nil {
				t.Fatal(err)
			}
			good, refused := 0, 0
			for _, r := range letter.Respell(*spellings, 1) {
				got, err := s.open(r.Raw, at)
				var no *sign.OpenError
				switch {
				case err != nil && !errors.As(err, &no):
					t.Fatalf("%s: %v\n%s", r.Name, err, r.Raw)
				case err != nil:
					refused++
				case got.Sum() != want.Sum():
					t.Errorf("%s: another sum\n%s", r.Name, r.Raw)
				case got.Time != want.Time:
					t.Errorf("%s: another time", r.Name)
				default:
					good++
				}
			}
			t.Logf("%d good, %d refused", good, refused)
			if good < *spellings*2/5 {
				t.Errorf("only %d spellings are good, %d are refused", good, refused)
			}
			// What its owner signs again is another thing, if the form can tell.
			if later, err := s.Sign(turn, at.Add(time.Minute)); err != nil {
				t.Error(err)
			} else if got, err := s.open(later.Plain("later"), at.Add(time.Minute)); err != nil ||
				(got.Sum() == want.Sum()) != (s.Key != "" && got.Time.IsZero()) {
				t.Errorf("signed again at %v: the same sum is %v, %v", got.Time, got.Sum() == want.Sum(), err)
			}
			if other, err := s.Sign(turn+"# x\n", at); err != nil {
				t.Error(err)
			} else if got, err := s.open(other.Plain("other"), at); err != nil || got.Sum() == want.Sum() {
				t.Errorf("another text: %v", err)
			}
		})
	}
}

// Of the two roots of an ECDSA signature the canonical form has one, on every
// curve.
func TestOtherRoot(t *testing.T) {
	at := time.Date(2030, 12, 2, 8, 0, 0, 0, time.UTC)
	for curve := range curves {
		s, err := detached(from, at, packet.Config{Algorithm: packet.PubKeyAlgoECDSA, Curve: curve}, false)
		if err != nil {
			t.Fatal(err)
		}
		letter, err := s.Sign(turn, at)
		if err != nil {
			t.Fatal(err)
		}
		want, err := s.open(letter.Plain("plain"), at)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, r := range letter.Respell(150, 1) {
			if r.Name != otherRoot+" 1" {
				continue
			}
			found = true
			if got, err := s.open(r.Raw, at); err != nil || got.Sum() != want.Sum() ||
				string(got.Signature) == string(want.Signature) {
				t.Errorf("%s: %v, the same sum is %v", curve, err, got.Sum() == want.Sum())
			}
		}
		if !found {
			t.Errorf("%s: no mail has the other root", curve)
		}
	}
}
