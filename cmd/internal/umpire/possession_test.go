package umpire

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/record"
	"berthier/mail"
	"berthier/mail/sign"
)

// keyOf is the key of a person.
func keyOf(t *testing.T, text string) sign.Key {
	t.Helper()
	k, err := sign.ParsePublicKey(text)
	if err != nil {
		t.Fatal(err)
	}
	k.Comment = ""
	return k
}

// A key registers only with a signature by itself, whatever the kinds of the old
// and the new one.
func TestChangeNeedsBothKeys(t *testing.T) {
	kinds := []string{"ssh", "minisign", "clear-signed", "pgp-mime"}
	for i, from := range kinds {
		to := kinds[(i+1)%len(kinds)]
		t.Run(from+" to "+to, func(t *testing.T) {
			t.Parallel()
			tb := newTable(t)
			all := owners(t, tb.now)
			old, next, third := all[from], all[to], all[kinds[(i+2)%len(kinds)]]
			if _, err := tb.u.Create(clubSpec("duel-1", old.public)); err != nil {
				t.Fatal(err)
			}
			tb.deliver()
			sent := map[string][]byte{}
			send := func(by owner, id, text string) []*mail.Message {
				t.Helper()
				sent[id] = by.mail(id+"@home", text, "")
				if err := tb.take(sent[id]); err != nil {
					t.Fatal(err)
				}
				return tb.deliver()
			}
			again := func(id string) {
				t.Helper()
				if err := tb.take(bytes.Replace(sent[id], []byte("<"+id), []byte("<again-"+id), 1)); err != nil {
					t.Fatal(err)
				}
				tb.deliver()
			}
			signs := func(want owner, when string) {
				t.Helper()
				if k := tb.status().Keys["Red"]; !k.Equal(keyOf(t, want.public)) {
					t.Fatalf("%s: Red signs with %s", when, k.Name())
				}
			}
			change := "game: duel-1\nside: Red\nkey: " + next.public + "\nend\n"
			got := send(old, "change", change)
			if titles(got) != address["Red"]+": [duel-1] confirm your new key" {
				t.Fatalf("got %s\n%s", titles(got), got[0].Text)
			}
			signs(old, "asked for")
			confirm := "game: duel-1\nside: Red\njoin: " + tb.joinCode(address["Red"]) + "\nend\n"
			for name, try := range map[string]struct {
				by   owner
				text string
			}{
				"by the old key": {old, confirm}, "by another": {third, confirm},
				"with the key of another": {third, strings.Replace(confirm, "end", "key: "+third.public+"\nend", 1)},
				"for the other side":      {next, strings.Replace(confirm, "Red", "Blue", 1)},
				"a wrong code":            {next, strings.Replace(confirm, "join: ", "join: A", 1)},
				"without a code":          {next, change},
				"orders":                  {next, file("Red", 1, 1, "pick 4")},
			} {
				send(try.by, strings.ReplaceAll(name, " ", "-"), try.text)
				signs(old, name)
			}
			if got := send(old, "orders", file("Red", 1, 1, "pick 3")); titles(got) != address["Red"]+
				": [duel-1] orders received" {
				t.Errorf("meanwhile: %s", titles(got))
			}
			tb.restart()
			if got := send(next, "confirm", confirm); titles(got) != address["Red"]+": [duel-1] your key was changed" {
				t.Fatalf("got %s\n%s", titles(got), got[0].Text)
			}
			signs(next, "confirmed")
			// Back, and both messages come again by another hand.
			send(next, "back", strings.Replace(change, next.public, old.public, 1))
			send(old, "confirm-back", "game: duel-1\nside: Red\njoin: "+tb.joinCode(address["Red"])+"\nend\n")
			signs(old, "changed back")
			again("change")
			again("confirm")
			signs(old, "both messages again")
			if got := send(next, "turn", file("Red", 1, 1, "pick 2")); len(got) != 1 ||
				strings.Contains(got[0].Subject, "received") {
				t.Errorf("a key that is not in force: %s", titles(got))
			}
			tb.verified(5)
			tb.tamperKeys(keyOf(t, third.public))
		})
	}
}

// tamperKeys changes the records of keys; the audit notices each time.
func (tb *table) tamperKeys(third sign.Key) {
	tb.t.Helper()
	records := tb.records()
	for i, r := range records {
		if r.Kind != record.KindKey {
			continue
		}
		for name, change := range map[string]func(*record.Key){
			"another key": func(k *record.Key) { k.New = third },
			"by request": func(k *record.Key) {
				if k.By = record.KeyByRequest; records[i].Kind == record.KindKey &&
					strings.Contains(string(k.Data), "key:") {
					k.By = record.KeyByConfirmation
				}
			},
			"by the player":     func(k *record.Key) { k.By = record.KeyByPlayer },
			"by an invitation":  func(k *record.Key) { k.By = record.KeyByInvitation },
			"for the other one": func(k *record.Key) { k.Side = "Blue" },
		} {
			all := slices.Clone(records)
			k, err := record.ParseKey(r.Data, r.Hidden)
			if err != nil {
				tb.t.Fatal(err)
			}
			change(&k)
			all[i].Data, all[i].Hidden = k.Print()
			if _, err := tb.check(all); err == nil {
				tb.t.Errorf("record %d, %s: sound", i+1, name)
			}
		}
	}
}

// gpg can sign with two keys at once; then one message is enough. So it is for a
// key whose owner has extended it.
func TestOneMessageSignedWithBoth(t *testing.T) {
	tb := newTable(t)
	old, oldText := pgpUser(t, tb.now)
	next, nextText := pgpUser(t, tb.now)
	if _, err := tb.u.Create(clubSpec("duel-1", oldText)); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	text := clearSigned(t, tb.now, "game: duel-1\nside: Red\nkey:\n"+nextText+"\nend\n", old, next)
	if err := tb.take(letter(address["Red"], "both@home", text)); err != nil {
		t.Fatal(err)
	}
	if got := tb.deliver(); titles(got) != address["Red"]+": [duel-1] your key was changed" {
		t.Fatalf("got %s\n%s", titles(got), got[0].Text)
	}
	if k := tb.status().Keys["Red"]; !k.Equal(keyOf(t, nextText)) {
		t.Errorf("Red signs with %s", k.Name())
	}
	tb.verified(1)
}

// Who resigns after he asked for a key does not come back by it.
func TestConfirmAfterResigning(t *testing.T) {
	tb := newTable(t)
	tb.create()
	next := newKey(t)
	tb.say(keys()["Red"], "1@home", keyChange(next.Public().String()))
	tb.sure("Red", "resign")
	got := tb.say(next, "3@home", "game: duel-1\nside: Red\njoin: "+tb.joinCode(address["Red"])+"\nend\n")
	if len(got) != 1 || !strings.Contains(flat(got[0].Text), "you have resigned") {
		t.Errorf("got %s", titles(got))
	}
	if k := tb.status().Keys["Red"]; k.Equal(next.Public()) {
		t.Error("the key was changed")
	}
	tb.verify()
}
