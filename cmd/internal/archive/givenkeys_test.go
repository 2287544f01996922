package archive

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"

	"berthier/cmd/internal/game"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/testkey"
	"berthier/mail/sign"
)

// givenKeys is a game in which the umpire gave Red a key, Blue another player and at last no key, and its code to Blue.
func givenKeys(t testing.TB) (game.SavedGame, []*sign.PrivateKey) {
	t.Helper()
	c := newCoins(t, func(*play.Spec) {})
	given := []*sign.PrivateKey{testkey.New("given"), testkey.New("another")}
	for _, line := range []string{
		"key Red\n" + given[0].Public().String(),
		"substitute Blue another@example.net Another\nkey " + given[1].Public().String() + "\ngone",
		"invite Blue",
	} {
		if _, err := c.u.Do("coin-1", line); err != nil {
			t.Fatal(line, err)
		}
	}
	inline := func(i int, text string) {
		b, err := sign.Inline(given[i], []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		c.take(i, "\n"+string(b))
	}
	inline(1, "game: coin-1\nside: Blue\njoin: "+c.code("Blue", "join")+"\nend\n")
	for n := 1; n <= coinRounds; n++ {
		inline(0, call("Red", n, "heads"))
		inline(1, call("Blue", n, "tails"))
	}
	return c.save(), given
}

// An umpire with the key of the log cannot say that a player himself changed a key that the umpire gave: both verifiers
// find that out.
func TestForgedKeys(t *testing.T) {
	needs(t, "python3", "openssl", "ssh-keygen")
	saved, given := givenKeys(t)
	var at []int // the umpire's key for Red, that of the substitute, none for Blue, and what Blue answered
	for i, r := range saved.Records {
		if r.Kind == record.KindKey {
			at = append(at, i)
		}
	}
	if len(at) != 4 {
		t.Fatalf("%d keys", len(at))
	}
	edit := func(n int, change func(f *forger, k *record.Key)) func(f *forger) {
		return func(f *forger) {
			r := &f.s.Records[at[n]]
			k, err := record.ParseKey(r.Data, r.Hidden)
			if err != nil {
				t.Fatal(err)
			}
			change(f, &k)
			r.Data, r.Hidden = k.Print()
		}
	}
	signed := func(by record.KeyAuthority, line string) func(f *forger) {
		return edit(0, func(f *forger, k *record.Key) { signAs(f, k, given[0], by, line) })
	}
	another := func(f *forger, k *record.Key) {
		signAs(f, k, keys()[0], record.KeyByPlayer, "key: "+given[1].Public().String())
	}
	new := "key: " + given[0].Public().String()
	for _, tt := range []struct {
		name          string
		forge         func(f *forger)
		first, second string // the checks that find it
	}{
		{"nothing", func(*forger) {}, "", ""},
		{"by the player", edit(0, func(_ *forger, k *record.Key) { k.By = record.KeyByPlayer }), "signatures",
			"signatures"},
		{"by the player, signed with the new key", signed(record.KeyByPlayer, new), "signatures", "signatures"},
		{"by the player, of another key", edit(0, another), "signatures", "signatures"},
		{"by an invitation", signed(record.KeyByInvitation, "join: ABCD-EFGH-JKLM"), "records", "keys"},
		{"by a confirmation", signed(record.KeyByConfirmation, "join: ABCD-EFGH-JKLM"), "records", "keys"},
		{"of a substitute", edit(0, func(_ *forger, k *record.Key) { k.By = record.KeyBySubstitute }), "records",
			"keys"},
		{"that of the substitute", edit(1, func(_ *forger, k *record.Key) { k.By = record.KeyByUmpire }), "records",
			"keys"},
		{"none, by the player", edit(2, func(_ *forger, k *record.Key) { k.By = record.KeyByPlayer }), "signatures",
			"signatures"},
		{"what was answered, by the player", edit(3, func(_ *forger, k *record.Key) { k.By = record.KeyByPlayer }),
			"signatures", "signatures"},
		{"what was answered, by the umpire", edit(3, func(_ *forger, k *record.Key) { k.By = record.KeyByUmpire }),
			"records", "keys"},
		{"with a file", func(f *forger) {
			r := &f.s.Records[at[0]]
			r.Data = bytes.Replace(r.Data, []byte("\nfile: 0"), []byte("\nfile: 1"), 1)
		}, "records", "keys"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file := write(t, forge(t, saved, tt.forge).Public())
			a, err := Read(file)
			if err != nil {
				t.Fatal(err)
			}
			r := coinAuditor.Audit(a, nil)
			if tt.first == "" != r.Sound() || tt.first != "" && r.Check(tt.first).Err == nil {
				t.Errorf("want the audit to find %q, it says %v", tt.first, r.Err())
			}
			if n := r.Check("umpire").Done; tt.first == "" && (n != 3 || len(r.Acts) != 3) {
				t.Errorf("%d acts %v", n, r.Acts)
			}
			sound, said := second(t, file)
			if sound != (tt.second == "") || tt.second != "" && !strings.Contains(said, "BAD "+tt.second+" ") {
				t.Errorf("want the second to find %q, it says\n%s", tt.second, said)
			}
		})
	}
}

// A player's own change of his key counts at once only if the new key signed it too: both verifiers find out where it
// did not.
func TestForgedOwnKey(t *testing.T) {
	needs(t, "python3", "openssl", "ssh-keygen", "gpg")
	owner, next := coinOwner(), ownerOf(t)
	for _, tt := range []struct {
		name    string
		signers []*openpgp.Entity
		by      record.KeyAuthority // as the umpire took it
		forged  record.KeyAuthority
		finds   string // the check of both
	}{
		{"signed by both", []*openpgp.Entity{owner, next}, record.KeyByPlayer, record.KeyByPlayer, ""},
		{"in the other order", []*openpgp.Entity{next, owner}, record.KeyByPlayer, record.KeyByPlayer, ""},
		{"a request", []*openpgp.Entity{owner}, record.KeyByRequest, record.KeyByRequest, ""},
		{"a request taken for a change", []*openpgp.Entity{owner}, record.KeyByRequest, record.KeyByPlayer,
			"signatures"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			saved := ownKey(t, owner, next, tt.signers)
			file := write(t, forge(t, saved, func(f *forger) {
				for i, r := range f.s.Records {
					if r.Kind != record.KindKey {
						continue
					}
					k, err := record.ParseKey(r.Data, r.Hidden)
					if err != nil || k.By != tt.by {
						t.Fatalf("by %s, %v", k.By, err)
					}
					k.By = tt.forged
					f.s.Records[i].Data, f.s.Records[i].Hidden = k.Print()
				}
			}).Public())
			a, err := Read(file)
			if err != nil {
				t.Fatal(err)
			}
			r := coinAuditor.Audit(a, nil)
			if tt.finds == "" != r.Sound() || tt.finds != "" && r.Check(tt.finds).Err == nil {
				t.Errorf("want the audit to find %q, it says %v", tt.finds, r.Err())
			}
			sound, said := second(t, file)
			if sound != (tt.finds == "") || tt.finds != "" && !strings.Contains(said, "BAD "+tt.finds+" ") {
				t.Errorf("want the second to find %q, it says\n%s", tt.finds, said)
			}
		})
	}
}

// ownerOf is somebody with another OpenPGP key.
func ownerOf(t testing.TB) *openpgp.Entity {
	at := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	e, err := openpgp.NewEntity("Red", "", "player0@example.net", &packet.Config{Time: func() time.Time { return at }})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// publicKey is the public key of an owner as text.
func publicKey(t testing.TB, owner *openpgp.Entity) string {
	var public bytes.Buffer
	w, err := armor.Encode(&public, openpgp.PublicKeyType, nil)
	if err != nil || owner.Serialize(w) != nil || w.Close() != nil {
		t.Fatal("no public key")
	}
	return public.String()
}

// ownKey is a game in which Red changes his key, or asks for it, and Blue gives up.
func ownKey(t testing.TB, owner, next *openpgp.Entity, signers []*openpgp.Entity) game.SavedGame {
	c := newCoins(t, func(s *play.Spec) { s.Players[0].Key = publicKey(t, owner) })
	change := "game: coin-1\nside: Red\nkey:\n" + publicKey(t, next) + "\nend\n"
	var block bytes.Buffer
	if err := openpgp.ArmoredDetachSign(&block, signers, strings.NewReader(change),
		&openpgp.SignParams{Config: &packet.Config{Time: func() time.Time { return c.now }}}); err != nil {
		t.Fatal(err)
	}
	c.take(0, attached(change, ".asc", block.String()))
	c.concede(keys()[1])
	return c.save()
}

// signAs has a key signed by what it registers alone, in a mail of its own.
func signAs(f *forger, k *record.Key, with *sign.PrivateKey, by record.KeyAuthority, line string) {
	text := fmt.Sprintf("game: %s\nside: %s\n%s\nend\n", k.Game, k.Side, line)
	b, err := sign.Inline(with, []byte(text))
	if err != nil {
		f.t.Fatal(err)
	}
	raw := []byte("From: player0@example.net\r\nSubject: key\r\nMIME-Version: 1.0\r\n\r\n" +
		strings.ReplaceAll(string(b), "\n", "\r\n"))
	k.By, k.Umpire, k.Form, k.Data = by, "", sign.FormInline, []byte(text)
	if k.Signature, err = sign.Sign(with, k.Data); err != nil {
		f.t.Fatal(err)
	}
	covered, err := sign.Verify(with.Public(), k.Data, k.Signature, k.Time)
	if err != nil {
		f.t.Fatal(err)
	}
	k.File, k.Mail = covered.Sum(), sha256.Sum256(raw)
	f.s.Messages[fmt.Sprintf("%x", k.Mail)] = raw
}
