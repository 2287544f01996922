package umpire

import (
	"bytes"
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"aead.dev/minisign"
	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"

	"berthier/cmd/internal/record"
	"berthier/mail/sign"
	"berthier/store"
)

// pgpUser makes an OpenPGP key that is good for a day, and gives its public
// half.
func pgpUser(t *testing.T, at time.Time) (*openpgp.Entity, string) {
	t.Helper()
	config := &packet.Config{Time: func() time.Time { return at }, KeyLifetimeSecs: 24 * 60 * 60,
		Algorithm: packet.PubKeyAlgoEdDSA}
	e, err := openpgp.NewEntity("Michel Ney", "", "ney@example.net", config)
	if err != nil {
		t.Fatal(err)
	}
	return e, publicText(t, e)
}

func publicText(t *testing.T, e *openpgp.Entity) string {
	t.Helper()
	var text bytes.Buffer
	w, err := armor.Encode(&text, openpgp.PublicKeyType, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(e.Serialize(w), w.Close()); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// thunderbird is a mail as a mail program signs it (RFC 3156).
func thunderbird(t *testing.T, e *openpgp.Entity, at time.Time, id, text string) []byte {
	t.Helper()
	return signedPart(t, e, at, id, "Content-Type: text/plain; charset=UTF-8; format=flowed\n\n"+text)
}

// signedPart is a mail of one part, with its header, that its program signed.
func signedPart(t *testing.T, e *openpgp.Entity, at time.Time, id, part string) []byte {
	t.Helper()
	var sig bytes.Buffer
	config := &packet.Config{Time: func() time.Time { return at }}
	if err := openpgp.ArmoredDetachSign(&sig, []*openpgp.Entity{e},
		strings.NewReader(strings.ReplaceAll(part, "\n", "\r\n")), &openpgp.SignParams{Config: config}); err != nil {
		t.Fatal(err)
	}
	body := "--b\n" + part + "\n--b\nContent-Type: application/pgp-signature\n\n" + sig.String() + "\n--b--\n"
	return letter(address["Red"], id, body,
		`Content-Type: multipart/signed; protocol="application/pgp-signature"; boundary=b`)
}

// A player with OpenPGP and one with minisign play; the report says how each
// file was signed, and the log proves it when the key has long expired.
func TestOtherKeys(t *testing.T) {
	tb := newTable(t)
	ney, neyKey := pgpUser(t, tb.now)
	pub, private, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	s := spec()
	s.Players[0].Key, s.Players[1].Key = pub.String(), neyKey
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	tb.now = tb.now.Add(time.Hour)
	red := "Sire,\n\n" + file("Red", 1, 1, "pick 4") + "\n-- \nNey\n"
	if err := tb.take(thunderbird(t, ney, tb.now, "1@home", red)); err != nil {
		t.Fatal(err)
	}
	blue := file("Blue", 1, 1, "pick 2")
	if err := tb.take(letter(address["Blue"], "2@home",
		blue+string(minisign.Sign(private, []byte(blue))))); err != nil {
		t.Fatal(err)
	}
	got := tb.deliver()
	neyName := tb.status().Players[0].Key.Name()
	want := []string{"Red: signed with " + neyName + ", received", "Blue: signed with minisign key " + pub.String() +
		", received"}
	for _, w := range want {
		if last := flat(whole(got[len(got)-1])); !strings.Contains(last, w) {
			t.Errorf("the report does not say %q:\n%s", w, last)
		}
	}
	if !strings.HasPrefix(neyName, "OpenPGP key 0x") {
		t.Errorf("the key is named %s", neyName)
	}

	signed := tb.now // before the key expires
	tb.now = tb.now.AddDate(0, 0, 2)
	before := tb.status().Step
	if err := tb.take(thunderbird(t, ney, signed, "3@home", file("Red", 1, 2, "double yes"))); err != nil {
		t.Fatal(err)
	}
	got = tb.deliver()
	if len(got) != 1 || !strings.Contains(flat(got[0].Text), "expired on 3 December 2030") ||
		!strings.Contains(flat(got[0].Text), "send the new public key to the umpire") {
		t.Errorf("an expired key is answered by %s", titles(got))
	}
	if tb.status().Step != 1 || before != 1 {
		t.Error("the expired key changed the game")
	}
	a, err := tb.u.Verify("duel-1")
	if c := a.Check("signatures"); err != nil || c.Done != 2 || c.Left != 0 {
		t.Errorf("got %+v, %v", c, err)
	}
	records := tb.records()
	i := slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == record.KindOrders })
	o, err := record.ParseOrders(records[i].Data, records[i].Hidden)
	if err != nil {
		t.Fatal(err)
	}
	o.Data = bytes.Replace(o.Data, []byte("pick 4"), []byte("pick 3"), 1)
	records[i].Data, records[i].Hidden = o.Print()
	if _, err := tb.check(records); !errors.Is(err, sign.ErrSignature) {
		t.Errorf("changed orders: got %v", err)
	}
}

// Two games know two states of one key: each goes by its own.
func TestStatesOfAKey(t *testing.T) {
	tb := newTable(t)
	ney, fresh := pgpUser(t, tb.now)
	s := spec()
	s.Players[1].Key = fresh
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	// Its owner makes it good for ten days more, and another game has that.
	longer := uint32(10 * 24 * 60 * 60)
	for _, id := range ney.Identities {
		id.SelfCertifications[0].Packet.KeyLifetimeSecs = &longer
		if err := id.ReSign(&packet.Config{Time: func() time.Time { return tb.now.Add(time.Hour) }}); err != nil {
			t.Fatal(err)
		}
	}
	s = spec()
	s.Game, s.Players[1].Key = "duel-2", publicText(t, ney)
	tb.now = tb.now.AddDate(0, 0, 2)
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	if err := tb.take(thunderbird(t, ney, tb.now, "1@home", file("Red", 1, 1, "pick 4"))); err != nil {
		t.Fatal(err)
	}
	if got := tb.deliver(); len(got) != 1 || !strings.Contains(flat(got[0].Text), "expired on 3 December 2030") {
		t.Errorf("where the key has expired: %s", titles(got))
	}
	if err := tb.take(thunderbird(t, ney, tb.now, "2@home",
		strings.Replace(file("Red", 1, 1, "pick 4"), "duel-1", "duel-2", 1))); err != nil {
		t.Fatal(err)
	}
	if got := tb.deliver(); titles(got) != "ney@example.net: [duel-2] orders received" {
		t.Errorf("where it was extended: %s", titles(got))
	}
}

// An expired key cannot be registered.
func TestCreateRefusesExpiredKeys(t *testing.T) {
	tb := newTable(t)
	_, key := pgpUser(t, tb.now.AddDate(0, 0, -2))
	s := spec()
	s.Players[1].Key = key
	if _, err := tb.u.Create(s); err == nil ||
		!strings.Contains(err.Error(), "player of side Red: public key: expired key: ") {
		t.Errorf("got %v", err)
	}
}
