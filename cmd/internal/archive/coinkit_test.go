package archive

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"aead.dev/minisign"
	"github.com/ProtonMail/go-crypto/openpgp/clearsign"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"
	"github.com/cloudflare/circl/sign/bls"
	"github.com/emersion/go-msgauth/dkim"

	"berthier/cmd/internal/beacon"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/testkey"
	"berthier/cmd/internal/umpire"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/mail/wire"
	"berthier/store"
)

// coins is a game of coins by mail; mails go a minute apart.
type coins struct {
	testing.TB
	store *store.Store
	u     *umpire.Umpire
	now   time.Time
	mails int
}

var coinOwner = sync.OnceValue(func() *openpgp.Entity {
	at := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	e, err := openpgp.NewEntity("Red", "", "player0@example.net", &packet.Config{Time: func() time.Time { return at }})
	if err != nil {
		panic(err)
	}
	return e
})

func newCoins(t testing.TB, change func(*play.Spec)) *coins {
	t.Helper()
	c := &coins{TB: t, store: openStore(t), now: time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)}
	key, err := record.GenerateSigner(&stream{})
	if err != nil {
		t.Fatal(err)
	}
	c.u, err = umpire.New(docket.Config{
		Store: c.store, Key: key, Rulesets: []engine.Ruleset{coin{"1"}},
		Address: mail.Address{Name: "Berthier", Address: "games@" + domain},
		Clock:   func() time.Time { return c.now }, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Program: "v0.1.0",
	})
	if err != nil {
		t.Fatal(err)
	}
	s := play.Spec{Game: "coin-1", Title: "Three coins", Ruleset: "coin", Setup: engine.Setup{Scenario: "three"}}
	for i, side := range coinSides {
		s.Players = append(s.Players, play.Player{Side: side, Name: "Player of " + string(side),
			Address: fmt.Sprintf("player%d@example.net", i), Key: keys()[i].Public().String()})
	}
	change(&s)
	if _, err := c.u.Create(s); err != nil {
		t.Fatal(err)
	}
	return c
}

// take takes in a mail of a side; rest is what stands behind the fields that all
// mails have.
func (c *coins) take(i int, rest string) { c.takeRaw(c.raw(i, rest)) }

func (c *coins) raw(i int, rest string) []byte {
	c.mails++
	c.now = c.now.Add(time.Minute)
	return fmt.Appendf(nil, "From: player%d@example.net\r\nTo: games+coin-1@%s\r\nSubject: call\r\n"+
		"Message-ID: <%d@example.net>\r\nMIME-Version: 1.0\r\n%s", i, domain, c.mails,
		strings.ReplaceAll(strings.ReplaceAll(rest, "\r\n", "\n"), "\n", "\r\n"))
}

func (c *coins) takeRaw(raw []byte) {
	c.Helper()
	records := len(c.save().Records)
	if _, err := c.u.TakeAll(context.Background(), []wire.Arrival{{Raw: raw}}); err != nil {
		c.Fatal(err)
	}
	if len(c.save().Records) == records && !strings.Contains(c.last().Text, "Nothing is done yet") {
		c.Fatalf("the mail was not accepted:\n%s\n%s", raw, c.last().Text)
	}
}

// concede ends the game, by the key of Blue.
func (c *coins) concede(key *sign.PrivateKey) {
	c.Helper()
	for n := range 2 { // once to be asked whether that is meant
		line := "concede"
		if n > 0 {
			line += " " + c.sure(line)
		}
		b, err := sign.Inline(key, []byte("game: coin-1\nside: Blue\n\n"+line+"\nend\n"))
		if err != nil {
			c.Fatal(err)
		}
		c.take(1, "\n"+string(b))
	}
}

func (c *coins) save() game.SavedGame { return saveFrom(c.TB, c.store, "coin-1") }

// last is the last mail that waits to be sent.
func (c *coins) last() *mail.Message {
	out := c.save().Secrets.Outbox
	m, err := mail.Parse(out[len(out)-1].Raw)
	if err != nil {
		c.Fatal(err)
	}
	return m
}

// code is what stands behind a word in the last mail to a side that has it.
func (c *coins) code(side, word string) string {
	c.Helper()
	line := regexp.MustCompile(`(?m)^` + word + `: (\S+)$`)
	found := ""
	for _, m := range c.save().Secrets.Outbox {
		if parsed, err := mail.Parse(m.Raw); err == nil && strings.Contains(parsed.Text, "side: "+side+"\n") {
			if at := line.FindStringSubmatch(parsed.Text); at != nil {
				found = at[1]
			}
		}
	}
	if found == "" {
		c.Fatalf("no %s for %s", word, side)
	}
	return found
}

// sure is the code in the mail that asks whether somebody is sure of a command.
func (c *coins) sure(word string) string {
	c.Helper()
	for _, m := range c.save().Secrets.Outbox {
		if parsed, err := mail.Parse(m.Raw); err == nil {
			if at := regexp.MustCompile(`(?m)^` + word + ` (\S{4}-\S{4})$`).FindStringSubmatch(parsed.Text); at != nil {
				return at[1]
			}
		}
	}
	c.Fatalf("nobody was asked about %s", word)
	return ""
}

func call(side string, n int, what string) string {
	return fmt.Sprintf("game: coin-1\nside: %s\nturn: %d\nstep: %d\n\ncall %s\nend\n", side, n, n, what)
}

// attached is a mail with a file and its signature.
func attached(text, end, signature string) string {
	part := func(name, data string) string {
		return "--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=" + name +
			"\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte(data)) + "\n"
	}
	return "Content-Type: multipart/mixed; boundary=b\n\n" + part("turn.txt", text) + part("turn.txt"+end, signature) +
		"--b--\n"
}

// signedGame is one in which each file is signed in another way, a player changes
// his key, and one concedes.
func signedGame(t testing.TB) game.SavedGame {
	owner := coinOwner()
	mini, secret, err := minisign.GenerateKey(rand.NewChaCha8([32]byte{7}))
	if err != nil {
		t.Fatal(err)
	}
	c := newCoins(t, func(s *play.Spec) { s.Players[0].Key, s.Players[1].Key = publicKey(t, owner), mini.String() })
	detached := func(text string) string {
		var b bytes.Buffer
		config := &packet.Config{Time: func() time.Time { return c.now }}
		if err := openpgp.ArmoredDetachSign(&b, []*openpgp.Entity{owner}, strings.NewReader(text),
			&openpgp.SignParams{Config: config}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	var clear bytes.Buffer
	private, _ := owner.SigningKey(c.now, nil)
	plain, err := clearsign.Encode(&clear, private.PrivateKey, &packet.Config{Time: func() time.Time { return c.now }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(plain, "- Sire!  \n"+call("Red", 1, "heads")); err != nil || plain.Close() != nil {
		t.Fatal(err)
	}
	c.take(0, "\n"+clear.String()+"\n")
	text := call("Blue", 1, "tails")
	c.take(1, attached(text, ".minisig", string(minisign.Sign(secret, []byte(text)))))

	part := "Content-Type: text/plain\r\n\r\n" + strings.ReplaceAll(call("Red", 2, "tails"), "\n", "\r\n")
	c.take(0, "Content-Type: multipart/signed; protocol=\"application/pgp-signature\"; boundary=b\n\n--b\n"+part+
		"\n--b\nContent-Type: application/pgp-signature\n\n"+detached(part)+"\n--b--\n")
	next := testkey.New("next")
	change := "game: coin-1\nside: Blue\nkey: " + next.Public().String() + "\nend\n"
	c.take(1, attached(change, ".minisig", string(minisign.Sign(secret, []byte(change)))))
	confirm, err := sign.Inline(next, []byte("game: coin-1\nside: Blue\njoin: "+c.code("Blue", "join")+"\nend\n"))
	if err != nil {
		t.Fatal(err)
	}
	c.take(1, "\n"+string(confirm))
	text = call("Blue", 2, "heads")
	signature, err := sign.Sign(next, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c.take(1, "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n"+text+
		"\n--b\nContent-Disposition: attachment; filename=turn.sig\n\n"+string(signature)+"\n--b--\n")

	page := "<html><head><title>orders</title></head><body><p>Sire,</p>\n<div>" +
		strings.ReplaceAll(call("Red", 3, "tails"), "\n", "</div>\n<div>") + "</div></body></html>"
	part = "Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
		base64.StdEncoding.EncodeToString([]byte(page)) + "\r\n"
	c.take(0, "Content-Type: multipart/signed; protocol=\"application/pgp-signature\"; boundary=b\n\n--b\n"+part+
		"\n--b\nContent-Type: application/pgp-signature\n\n"+detached(part)+"\n--b--\n")
	text = call("Red", 3, "heads")
	c.take(0, attached(text, ".asc", detached(text)))
	c.concede(next)
	return c.save()
}

// grownGame is one that begins with files of another, and has a player who reads Polish.
func grownGame(t testing.TB) game.SavedGame {
	c := newCoins(t, func(s *play.Spec) {
		s.PressLimit, s.Players[0].Language = 5, "pl"
		s.Setup.Files = map[string][]byte{"points.txt": []byte("point Red\n\n"), "none.txt": nil}
	})
	return c.save()
}

// codedGame is one in which Red answers with codes, and which ends in a draw.
func codedGame(t testing.TB) game.SavedGame {
	secret, err := rsa.GenerateKey(rand.NewChaCha8([32]byte{9}), 2048)
	if err != nil {
		t.Fatal(err)
	}
	public, err := x509.MarshalPKIXPublicKey(secret.Public())
	if err != nil {
		t.Fatal(err)
	}
	c := newCoins(t, func(s *play.Spec) { s.Codes, s.Players[0].Key = true, "" })
	c.u.LookupTXT = func(string) ([]string, error) {
		return []string{"v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(public)}, nil
	}
	mailed := func(form dkim.Canonicalization, rest string) {
		var b bytes.Buffer
		if err := dkim.Sign(&b, bytes.NewReader(c.raw(0, rest)), &dkim.SignOptions{
			Domain: "example.net", Selector: "s1", Signer: secret, Hash: crypto.SHA256, HeaderCanonicalization: form,
			BodyCanonicalization: form,
			HeaderKeys:           []string{"From", "Subject", "Subject", "To"},
		}); err != nil {
			t.Fatal(err)
		}
		c.takeRaw(b.Bytes())
	}
	inline := func(text string) {
		b, err := sign.Inline(keys()[1], []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		c.take(1, "\n"+string(b))
	}
	for n, form := range []dkim.Canonicalization{dkim.CanonicalizationRelaxed, dkim.CanonicalizationSimple} {
		text := strings.Replace(call("Red", n+1, "heads"), "\n\n", "\ncode: "+c.code("Red", "code")+"\n\n", 1)
		mailed(form, "Content-Type:  text/plain;\n\tcharset=utf-8\n\nSire  \n\n"+text+"-- \nRed\n\n\n")
		inline(call("Blue", n+1, "tails"))
	}
	mailed(dkim.CanonicalizationRelaxed, "\ngame: coin-1\nside: Red\ncode: "+c.code("Red", "code")+"\n\ndraw\nend\n")
	inline("game: coin-1\nside: Blue\n\ndraw\nend\n")
	inline("game: coin-1\nside: Blue\n\ndraw " + c.sure("draw") + "\nend\n")
	return c.save()
}

// beaconGame is one whose dice wait for rounds of a beacon.
func beaconGame(t testing.TB) game.SavedGame {
	private, err := bls.KeyGen[bls.KeyG2SigG1]([]byte("a secret of 32 bytes for a test!"), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	public, err := private.PublicKey().MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	chain := beacon.Chain{Name: "trial", Scheme: beacon.SchemeG1, Key: public, Seed: []byte{7},
		Genesis: time.Unix(1692803367, 0).UTC(), Period: 3 * time.Second}
	c := newCoins(t, func(s *play.Spec) { s.Beacon = record.Beacon{Chain: chain, Delay: 30 * time.Second} })
	for n := 1; n <= coinRounds; n++ {
		for i, side := range coinSides {
			b, err := sign.Inline(keys()[i], []byte(call(string(side), n, "heads")))
			if err != nil {
				t.Fatal(err)
			}
			c.take(i, "\n"+string(b))
		}
		c.now = c.now.Add(time.Minute)
		missing, err := c.u.DrawDue(context.Background(),
			func(_ context.Context, _ beacon.Chain, round uint64) ([]byte, error) {
				message := sha256.Sum256(binary.BigEndian.AppendUint64(nil, round))
				return bls.Sign(private, message[:]), nil
			})
		if err != nil || missing > 0 {
			t.Fatal(missing, err)
		}
	}
	return c.save()
}

// finishedCoins is a plain game to the end.
func finishedCoins(t testing.TB) game.SavedGame {
	t.Helper()
	c := newCoins(t, func(*play.Spec) {})
	for n := 1; n <= coinRounds; n++ {
		for i, side := range coinSides {
			b, err := sign.Inline(keys()[i], []byte(call(string(side), n, []string{"heads", "tails"}[i])))
			if err != nil {
				t.Fatal(err)
			}
			c.take(i, "\n"+string(b))
		}
	}
	return c.save()
}
