package umpire

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"aead.dev/minisign"
	"github.com/ProtonMail/go-crypto/openpgp/clearsign"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"

	"berthier/cmd/internal/play"
	"berthier/mail/sign"
)

// owner is a person with a key: how he signs a text and mails it. attach is sent
// along if it is not empty.
type owner struct {
	public string
	mail   func(id, text, attach string) []byte
}

// owners are one of each kind; all have new keys.
func owners(t *testing.T, now time.Time) map[string]owner {
	t.Helper()
	ssh := newKey(t)
	_, private, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	pgp, pgpText := pgpUser(t, now)
	mime, mimeText := pgpUser(t, now)
	return map[string]owner{
		"ssh": {ssh.Public().String(), func(id, text, attach string) []byte {
			sig, err := sign.Sign(ssh, []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			return withFiles(id, sign.BeginTurn+"\n"+text+string(sig), "id.pub", attach)
		}},
		"minisign": {private.Public().(minisign.PublicKey).String(), func(id, text, attach string) []byte {
			return withFiles(id, "", "minisign.pub", attach, "turn.txt", text, "turn.txt.minisig",
				string(minisign.Sign(private, []byte(text))))
		}},
		"clear-signed": {pgpText, func(id, text, attach string) []byte {
			return withFiles(id, clearSigned(t, now, text, pgp), "key.asc", attach)
		}},
		"pgp-mime": {mimeText, func(id, text, attach string) []byte {
			if attach == "" {
				return thunderbird(t, mime, now, id, text)
			}
			return thunderbirdWithKey(t, mime, now, id, text, attach)
		}},
	}
}

// withFiles is a mail with files; pairs of name and content, left out if empty.
func withFiles(id, body string, files ...string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "--b\nContent-Type: text/plain\n\n%s\n", body)
	for i := 0; i < len(files); i += 2 {
		if files[i+1] != "" {
			fmt.Fprintf(&b, "--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=%s\n\n%s\n",
				files[i], files[i+1])
		}
	}
	return letter(address["Red"], id, b.String()+"--b--\n", "Content-Type: multipart/mixed; boundary=b")
}

// clearSigned is what gpg --clearsign writes, with a signature by each key.
func clearSigned(t *testing.T, at time.Time, text string, by ...*openpgp.Entity) string {
	t.Helper()
	var keys []*packet.PrivateKey
	for _, e := range by {
		keys = append(keys, e.PrivateKey)
	}
	var out bytes.Buffer
	w, err := clearsign.EncodeMulti(&out, keys, &packet.Config{Time: func() time.Time { return at }})
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.String() + "\n"
}

// thunderbirdWithKey is thunderbird with "attach my public key": the key is in the
// part that is signed.
func thunderbirdWithKey(t *testing.T, e *openpgp.Entity, at time.Time, id, text, key string) []byte {
	t.Helper()
	return signedPart(t, e, at, id, "Content-Type: multipart/mixed; boundary=k\n\n--k\n"+
		"Content-Type: text/plain; charset=UTF-8\n\n"+text+
		"\n--k\nContent-Type: application/pgp-keys; name=OpenPGP_0x1.asc\n"+
		"Content-Disposition: attachment; filename=OpenPGP_0x1.asc\n\n"+key+"\n--k--\n")
}

// clubSpec is another game, in which key signs for Red.
func clubSpec(game, key string) play.Spec {
	s := spec()
	s.Game = game
	s.Players[1].Key = key
	return s
}

var joinLine = regexp.MustCompile(`\njoin: (\S+)\n`)

// joinCode is the code of the last mail that has one for an address.
func (tb *table) joinCode(to string) (code string) {
	tb.deliver()
	for _, m := range tb.got {
		if found := joinLine.FindStringSubmatch(m.Text); found != nil && m.To[0].Address == to {
			code = found[1]
		}
	}
	return code
}

// One key plays in any number of games, by whatever way it comes into each: given
// by the umpire, or with the code of an invitation, whether other games know it
// or not; and its turns count in the game that they name.
func TestOneKeyInManyGames(t *testing.T) {
	for _, kind := range []string{"ssh", "minisign", "clear-signed", "pgp-mime"} {
		for _, way := range []string{"in the text", "attached", "by its signature"} {
			for _, known := range []int{0, 2} {
				t.Run(fmt.Sprintf("%s/%s/%d", kind, way, known), func(t *testing.T) {
					t.Parallel()
					tb := newTable(t)
					me := owners(t, tb.now)[kind]
					for i := range known {
						if _, err := tb.u.Create(clubSpec(fmt.Sprintf("club-%c", 'a'+i), me.public)); err != nil {
							t.Fatal(err)
						}
					}
					if _, err := tb.u.Create(clubSpec("duel-1", "")); err != nil {
						t.Fatal(err)
					}
					text, attach := "game: duel-1\nside: Red\njoin: "+tb.joinCode(address["Red"])+"\n", ""
					switch way {
					case "in the text":
						text += "key: " + me.public + "\n"
					case "attached":
						text, attach = text+"key: (here your public key)\n", me.public
					case "by its signature":
						if known == 0 && kind != "ssh" {
							return // nobody can know it
						}
					}
					if err := tb.take(me.mail("join@home", text+"end\n", attach)); err != nil {
						t.Fatal(err)
					}
					got := tb.deliver()
					if titles(got) != address["Red"]+": [duel-1] your key is known now" {
						t.Fatalf("got %s\n%s", titles(got), got[0].Text)
					}
					games := []string{"duel-1"}
					for i := range known {
						games = append(games, fmt.Sprintf("club-%c", 'a'+i))
					}
					for _, game := range games {
						turn := strings.Replace(file("Red", 1, 1, "pick 4"), "duel-1", game, 1)
						if err := tb.take(me.mail(game+"@home", turn, "")); err != nil {
							t.Fatal(err)
						}
						if got := tb.deliver(); titles(got) != address["Red"]+": ["+game+"] orders received" {
							t.Errorf("a turn for %s: got %s\n%s", game, titles(got), got[0].Text)
						}
					}
					tb.verified(2)
				})
			}
		}
	}
}

// A code registers the key that signs it, and no other.
func TestJoinIsSignedWithItsOwnKey(t *testing.T) {
	tb := newTable(t)
	all := owners(t, tb.now)
	for name, me := range all {
		if _, err := tb.u.Create(clubSpec("club-"+strings.ReplaceAll(name, "signed", "s"), me.public)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := tb.u.Create(clubSpec("duel-1", "")); err != nil {
		t.Fatal(err)
	}
	join := "game: duel-1\nside: Red\njoin: " + tb.joinCode(address["Red"]) + "\nkey: "
	for signer, me := range all {
		for other, you := range all {
			if signer == other {
				continue
			}
			if err := tb.take(me.mail(signer+other+"@home", join+you.public+"\nend\n", you.public)); err != nil {
				t.Fatal(err)
			}
			got := tb.deliver()
			if k := tb.status().Keys["Red"]; k != (sign.Key{}) {
				t.Fatalf("%s registers the %s key of somebody else", signer, other)
			}
			if len(got) != 1 || !strings.Contains(flat(got[0].Text),
				"signed with the very key that it registers") {
				t.Errorf("%s for %s: got %s\n%s", signer, other, titles(got), got[0].Text)
			}
		}
	}
	wrong := strings.Replace(join, "join: ", "join: A", 1)
	if err := tb.take(all["ssh"].mail("wrong@home", wrong+all["ssh"].public+"\nend\n", "")); err != nil {
		t.Fatal(err)
	}
	if got := tb.deliver(); len(got) != 1 || !strings.Contains(flat(got[0].Text), "no invitation is open") {
		t.Errorf("a wrong code: got %s\n%s", titles(got), got[0].Text)
	}
}

// The key of the umpire is nobody else's, by none of the ways.
func TestUmpireKeyIsNoPlayers(t *testing.T) {
	for kind := range owners(t, time.Now()) {
		t.Run(kind, func(t *testing.T) {
			tb := newTable(t)
			all := owners(t, tb.now)
			chief := all[kind]
			key, err := sign.ParsePublicKey(chief.public)
			if err != nil {
				t.Fatal(err)
			}
			tb.u.UmpireKeys, tb.u.UmpireAddress = []sign.Key{key}, "chief@example.org"
			const want = "the umpire signs with this key"
			if _, err := tb.u.Create(clubSpec("club-a", chief.public)); err == nil ||
				!strings.Contains(err.Error(), want) {
				t.Errorf("create: %v", err)
			}
			if _, err := tb.u.Create(clubSpec("duel-1", "")); err != nil {
				t.Fatal(err)
			}
			if _, err := tb.u.SetKey("duel-1", "Red", chief.public); err == nil ||
				!strings.Contains(err.Error(), want) {
				t.Errorf("key: %v", err)
			}
			p := newcomer()
			p.Key = chief.public
			if _, err := tb.u.Substitute("duel-1", p, "gone", ""); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("substitute: %v", err)
			}
			refused := func(what string, raw []byte) {
				t.Helper()
				if err := tb.take(raw); err != nil {
					t.Fatal(err)
				}
				if got := tb.deliver(); len(got) != 1 || got[0].To[0].Address == "chief@example.org" ||
					!strings.Contains(flat(got[0].Text), want) {
					t.Errorf("%s: got %s\n%s", what, titles(got), got[0].Text)
				}
				if tb.status().Keys["Red"].Equal(key) {
					t.Errorf("%s: the umpire plays", what)
				}
			}
			join := "game: duel-1\nside: Red\njoin: " + tb.joinCode(address["Red"]) + "\n"
			refused("join", chief.mail("1@home", join+"key: "+chief.public+"\nend\n", ""))
			refused("join by the signature", chief.mail("2@home", join+"end\n", ""))
			if _, err := tb.u.SetKey("duel-1", "Red", keys()["Red"].Public().String()); err != nil {
				t.Fatal(err)
			}
			tb.deliver()
			change := "game: duel-1\nside: Red\nkey: " + chief.public + "\nend\n"
			sig, err := sign.Sign(keys()["Red"], []byte(change))
			if err != nil {
				t.Fatal(err)
			}
			refused("change", withFiles("3@home", "", "turn.txt", change, "turn.txt.sig", string(sig)))
		})
	}
}
