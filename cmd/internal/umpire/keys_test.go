package umpire

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"aead.dev/minisign"

	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/store"
)

// say sends a text, signed with a key.
func (tb *table) say(by *sign.PrivateKey, id, text string) []*mail.Message {
	tb.t.Helper()
	sig, err := sign.Sign(by, []byte(text))
	if err != nil {
		tb.t.Fatal(err)
	}
	if err := tb.take(letter(address["Red"], id, sign.BeginTurn+"\n"+text+string(sig))); err != nil {
		tb.t.Fatal(err)
	}
	return tb.deliver()
}

func newKey(t *testing.T) *sign.PrivateKey {
	t.Helper()
	k, err := sign.GenerateKey("new@home")
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func keyChange(key string) string { return "game: duel-1\nside: red\nkey: " + key + "\nend\n" }

// changeKey lets Red ask for another key with the old one and confirm it with the
// new one.
func (tb *table) changeKey(old, next *sign.PrivateKey, id, message string) (asked, changed []*mail.Message) {
	tb.t.Helper()
	asked = tb.say(old, id, message)
	return asked, tb.say(next, "confirm-"+id, "game: duel-1\nside: Red\njoin: "+tb.joinCode(address["Red"])+"\nend\n")
}

// verified fails unless the whole log is sound.
func (tb *table) verified(signatures int) {
	tb.t.Helper()
	a, err := tb.u.Verify("duel-1")
	if err != nil || a.Check("signatures").Done != signatures {
		tb.t.Errorf("got %+v, %v; want %d signatures", a.Check("signatures"), err, signatures)
	}
}

func TestPlayerChangesHisKey(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	old, next := keys()["Red"], newKey(t)
	tb.say(old, "1@home", file("Red", 1, 1, "pick 4"))
	message := keyChange(next.Public().String())

	got := tb.say(keys()["Stranger"], "2@home", message)
	if len(got) != 1 || !strings.Contains(flat(got[0].Text), "no player of the game has registered") {
		t.Errorf("a stranger changes the key: %s", titles(got))
	}
	got = tb.say(keys()["Blue"], "3@home", message)
	if len(got) != 1 || !strings.Contains(flat(got[0].Text), `for side "red", not "Blue"`) {
		t.Errorf("the other side changes the key: %s\n%s", titles(got), got[0].Text)
	}
	got, changed := tb.changeKey(old, next, "4@home", message)
	if titles(got) != "ney@example.net: [duel-1] confirm your new key" ||
		!strings.Contains(flat(got[0].Text), "asks that you sign with "+next.Public().Name()) {
		t.Fatalf("got %s\n%s", titles(got), got[0].Text)
	}
	got = changed
	if titles(got) != "ney@example.net: [duel-1] your key was changed" ||
		!strings.Contains(flat(got[0].Text), "Red signs with "+next.Public().Name()+" in place of "+
			old.Public().Name()) {
		t.Fatalf("got %s\n%s", titles(got), got[0].Text)
	}
	if s := tb.status(); !s.Keys["Red"].Equal(next.Public()) || !slices.Equal(s.Answered, []engine.Side{"Red"}) {
		t.Errorf("got key %v, answered %v", s.Keys["Red"], s.Answered)
	}
	tb.restart()
	if got = tb.say(old, "5@home", file("Red", 1, 1, "pick 3")); !strings.Contains(flat(got[0].Text),
		"no player of the game has registered") {
		t.Errorf("the old key still counts: %s", titles(got))
	}
	// Back, and the message comes again by another hand.
	tb.changeKey(next, old, "6@home", keyChange(old.Public().String()))
	if got = tb.say(old, "7@home", message); !strings.Contains(flat(got[0].Text), "changed your key before") {
		t.Errorf("the message counts twice: %s\n%s", titles(got), got[0].Text)
	}
	tb.changeKey(old, next, "8@home", "Once more.\n"+message)
	if !tb.status().Keys["Red"].Equal(next.Public()) {
		t.Error("a message that was written anew does not count")
	}

	// The file that was signed with the old key is resolved, and the report
	// tells of all changes; the one after it of none.
	tb.play("Blue", 1, 1, "pick 2")
	got = tb.deliver()
	report := flat(whole(got[len(got)-1]))
	if strings.Count(report, "signs with") != 3 || !strings.Contains(report, "signed with "+old.Public().Name()) {
		t.Errorf("the report:\n%s", report)
	}
	tb.say(next, "9@home", file("Red", 2, 2, "double yes"))
	tb.play("Blue", 2, 2, "double no")
	got = tb.deliver()
	if report = flat(got[len(got)-1].Text); strings.Contains(report, "Keys were changed") {
		t.Errorf("told twice:\n%s", report)
	}
	tb.verified(2*3 + tb.status().Step + 1)

	records := tb.records()
	i := slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == record.KindKey })
	k, err := record.ParseKey(records[i].Data, records[i].Hidden)
	if err != nil {
		t.Fatal(err)
	}
	k.New = keys()["Stranger"].Public()
	k.New.Comment = ""
	records[i].Data, records[i].Hidden = k.Print()
	a, _ := tb.check(records)
	if err := a.Check("signatures").Err; !strings.Contains(fmt.Sprint(err), "names another key") {
		t.Errorf("another new key: got %v", err)
	}
}

func TestKeyMessageFaults(t *testing.T) {
	tb := newTable(t)
	tb.create()
	_, expired := pgpUser(t, tb.now.AddDate(0, 0, -2))
	for i, tt := range []struct{ text, want string }{
		{keyChange("nonsense"), "neither an OpenSSH nor an OpenPGP nor a minisign public key"},
		{keyChange(expired), "expired"},
		{keyChange(keys()["Red"].Public().String()), "you sign with this key already"},
		{keyChange(keys()["Blue"].Public().String()), "another side of the game signs with this key"},
		{strings.Replace(keyChange(newKey(t).Public().String()), "duel-1", "duel-2", 1), `for game "duel-2"`},
	} {
		tb.deliver()
		if got := tb.say(keys()["Red"], fmt.Sprintf("%d@home", i), tt.text); len(got) != 1 ||
			!strings.Contains(flat(got[0].Text), tt.want) {
			t.Errorf("%s: got %s", tt.want, titles(got))
		}
	}
	if k := tb.status().Keys["Red"]; !k.Equal(keys()["Red"].Public()) {
		t.Errorf("the key was changed to %v", k)
	}
}

func TestUmpireChangesKeys(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	next := newKey(t)
	tb.play("Red", 1, 1, "pick 4")
	tb.deliver()
	k, err := tb.u.SetKey("duel-1", "red", "")
	if err != nil || k.Side != "Red" || k.New != (sign.Key{}) {
		t.Fatalf("got %+v, %v", k, err)
	}
	got := tb.deliver()
	if titles(got) != "ney@example.net: [duel-1] your key was revoked" ||
		!strings.Contains(flat(got[0].Text), "The umpire revoked the key of Red") {
		t.Errorf("got %s", titles(got))
	}
	if s := tb.status(); len(s.Answered) != 0 || s.Keys["Red"] != (sign.Key{}) {
		t.Errorf("after the revocation: %v has answered, key %v", s.Answered, s.Keys["Red"])
	}
	if got = tb.say(keys()["Red"], "2@home", file("Red", 1, 1, "pick 5")); !strings.Contains(flat(got[0].Text),
		"no player of the game has registered") {
		t.Errorf("the revoked key still counts: %s", titles(got))
	}
	for name, tt := range map[string]struct {
		id   string
		side engine.Side
		key  string
	}{
		"revoked twice": {"duel-1", "Red", ""}, "no such game": {"duel-9", "Red", ""},
		"no such side":              {"duel-1", "Green", ""},
		"not a key":                 {"duel-1", "Red", "x"},
		"the key of the other side": {"duel-1", "Red", keys()["Blue"].Public().String()},
	} {
		if _, err := tb.u.SetKey(tt.id, tt.side, tt.key); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := tb.u.SetKey("duel-1", "Red", next.Public().String()); err != nil {
		t.Fatal(err)
	}
	tb.say(next, "3@home", file("Red", 1, 1, "pick 4")) // the text that was dropped
	tb.play("Blue", 1, 1, "pick 2")
	got = tb.deliver()
	report := flat(whole(got[len(got)-1]))
	for _, want := range []string{"The umpire revoked the key of Red, " + keys()["Red"].Public().Name(),
		"The umpire registered " + next.Public().Name() + " for Red", "Red: signed with " + next.Public().Name()} {
		if !strings.Contains(report, want) {
			t.Errorf("the report does not say %q:\n%s", want, report)
		}
	}
	tb.verified(5)

	// What the log says about keys cannot be changed.
	records := tb.records()
	i := slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == record.KindKey })
	edit := func(f func(*record.Key)) []store.Record {
		all := slices.Clone(records)
		k, err := record.ParseKey(all[i].Data, all[i].Hidden)
		if err != nil {
			t.Fatal(err)
		}
		f(&k)
		all[i].Data, all[i].Hidden = k.Print()
		return all
	}
	for _, tt := range []struct {
		name string
		all  []store.Record
		want string
	}{
		{"by the player", edit(func(k *record.Key) { k.By = record.KeyByPlayer }), "no signature"},
		{"by nobody", edit(func(k *record.Key) { k.By = "x" }), "cannot change a key"},
		{"another old key", edit(func(k *record.Key) { k.Old = "x" }), `not "x"`},
		{"another side", edit(func(k *record.Key) { k.Side = "Green" }), "no side"},
		{"not revoked", edit(func(k *record.Key) { k.New = keys()["Red"].Public(); k.New.Comment = "" }), "was"},
	} {
		if _, err := tb.check(tt.all); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}

// The umpire who gives a player a key could sign for him, so it counts among his acts. What a player does to his own
// key is none of them, and the key of a substitute comes with him.
func TestKeysOfTheUmpireCount(t *testing.T) {
	stranger := keys()["Stranger"].Public()
	for name, tt := range map[string]struct {
		act  func(tb *table) error
		want []string
	}{
		"nothing": {func(*table) error { return nil }, nil},
		"a key of his own": {func(tb *table) error {
			tb.say(keys()["Red"], "ask", "game: duel-1\nside: Red\nkey: "+stranger.String()+"\nend\n")
			tb.say(keys()["Stranger"], "yes", "game: duel-1\nside: Red\njoin: "+tb.joinCode(address["Red"])+"\nend\n")
			return nil
		}, nil},
		"a key": {func(tb *table) error {
			_, err := tb.u.SetKey("duel-1", "Red", stranger.String())
			return err
		}, []string{"the umpire gave Red the key " + stranger.Name()}},
		"an invitation": {func(tb *table) error {
			_, err := tb.u.Invite("duel-1", "Red")
			tb.say(keys()["Stranger"], "join", "game: duel-1\nside: Red\njoin: "+tb.joinCode(address["Red"])+"\nend\n")
			return err
		}, []string{"the umpire left Red without a key"}},
		"a substitute": {func(tb *table) error {
			_, err := tb.u.Substitute("duel-1", newcomer(), "gone", "")
			return err
		}, []string{"Joachim Murat took the place of Michel Ney (Red): gone"}},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t)
			tb.create()
			tb.deliver()
			if err := tt.act(tb); err != nil {
				t.Fatal(err)
			}
			if got := tb.status().Keys["Red"]; got.Equal(stranger) != (name != "nothing") {
				t.Errorf("Red signs with %s", got.Name())
			}
			if err := tb.u.Process("duel-1"); err != nil {
				t.Fatal(err)
			}
			var did []string
			for _, a := range tb.verify().Acts {
				did = append(did, a.What)
			}
			if !slices.Equal(did, tt.want) {
				t.Errorf("got %q, want %q", did, tt.want)
			}
		})
	}
}

// A file that waits when the umpire revokes its key is not used, and the audit
// agrees.
func TestRevokedFileIsNotUsed(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.play("Red", 1, 1, "pick 4")
	if _, err := tb.u.SetKey("duel-1", "Red", ""); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	if err := tb.u.Process("duel-1"); err != nil {
		t.Fatal(err)
	}
	got := tb.deliver()
	if !strings.Contains(flat(whole(got[0])), "- Red: no file came, the defaults were used") {
		t.Errorf("the report:\n%s", got[0].Text)
	}
	tb.verified(2)
}

func TestInvitation(t *testing.T) {
	tb := newTable(t)
	s := spec()
	s.Players[0].Key, s.Players[1].Key = "", ""
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	join := map[engine.Side]string{} // as the opening mails have it
	for i, m := range tb.deliver() {
		block := regexp.MustCompile("(?s)\n\n(game: duel-1\nside: (\\w+)\njoin: [A-Z2-7-]{14}\nkey: .*?end\n)").
			FindStringSubmatch(m.Text)
		if block == nil {
			t.Fatalf("opening mail %d invites nobody:\n%s", i, m.Text)
		}
		join[engine.Side(block[2])] = block[1]
	}
	red := newKey(t)
	wrong := regexp.MustCompile("join: .*").ReplaceAllString(join["Red"], "join: AAAA-AAAA-AAAA")
	const unknown = "no player of the game has registered the key"
	for _, tt := range []struct{ name, text, want string }{
		{"wrong code", wrong, "the code in it is not that of an open invitation to game duel-1"},
		{"code of the other side", strings.Replace(join["Red"], "Red", "Blue", 1),
			`together with the lines "game:" and "side:"`},
		{"no code", regexp.MustCompile("join: .*").ReplaceAllString(join["Red"], "join:"), unknown},
		{"orders", file("Red", 1, 1, "pick 1"), unknown},
	} {
		text := strings.Replace(tt.text, "key: (here your public key)\n", "", 1)
		if got := tb.say(red, tt.name+"@home", text); len(got) != 1 ||
			!strings.Contains(flat(got[0].Text), tt.want) {
			t.Errorf("%s: got %s", tt.name, titles(got))
		}
	}
	if tb.status().Keys["Red"] != (sign.Key{}) {
		t.Fatal("a key was registered without the code")
	}
	// The code has to be signed, not only to be there.
	if got := tb.say(red, "beside@home", "game: duel-1\nside: Red\nhello\n"); tb.status().Keys["Red"] != (sign.Key{}) {
		t.Fatalf("got %s", titles(got))
	}
	sig, err := sign.Inline(red, []byte("game: duel-1\nside: Red\nhello\n"))
	if err != nil {
		t.Fatal(err)
	}
	if err := tb.take(letter(address["Red"], "above@home", join["Red"]+"\n"+string(sig))); err != nil {
		t.Fatal(err)
	}
	if tb.deliver(); tb.status().Keys["Red"] != (sign.Key{}) {
		t.Fatal("a code that was not signed registers a key")
	}
	// The signature brings an OpenSSH key along.
	text := join["Red"]
	if got := tb.say(red, "join@home", text); titles(got) != "ney@example.net: [duel-1] your key is known now" {
		t.Fatalf("got %s\n%s", titles(got), got[0].Text)
	}
	if got := tb.say(newKey(t), "again@home", text); !tb.status().Keys["Red"].Equal(red.Public()) {
		t.Errorf("the code counts twice: %s", titles(got))
	}
	// Another kind stands in the text; only its owner can sign.
	pub, private, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	_, other, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	text = strings.Replace(join["Blue"], "(here your public key)", pub.String(), 1)
	for i, k := range []minisign.PrivateKey{other, private} {
		if err := tb.take(letter(address["Blue"], fmt.Sprintf("blue%d@home", i),
			text+string(minisign.Sign(k, []byte(text))))); err != nil {
			t.Fatal(err)
		}
	}
	got := tb.deliver()
	if len(got) != 2 || got[1].Subject != "[duel-1] your key is known now" ||
		tb.status().Keys["Blue"].Fingerprint() != pub.String() {
		t.Errorf("got %s", titles(got))
	}
	tb.say(red, "turn@home", file("Red", 1, 1, "pick 4"))
	blue := file("Blue", 1, 1, "pick 2")
	if err := tb.take(letter(address["Blue"], "blueturn@home",
		blue+string(minisign.Sign(private, []byte(blue))))); err != nil {
		t.Fatal(err)
	}
	got = tb.deliver()
	if report := flat(whole(got[len(got)-1])); !strings.Contains(report, "Blue registered minisign key "+
		pub.String()+" with the code of an invitation") {
		t.Errorf("the report:\n%s", report)
	}
	tb.verified(4)

	records := tb.records()
	i := slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == record.KindKey })
	k, err := record.ParseKey(records[i].Data, records[i].Hidden)
	if err != nil {
		t.Fatal(err)
	}
	k.Data = bytes.Replace(k.Data, []byte("join: "), []byte("join:  "), 1)
	records[i].Data, records[i].Hidden = k.Print()
	if _, err := tb.check(records); !errors.Is(err, sign.ErrSignature) {
		t.Errorf("changed proof: got %v", err)
	}

	if _, err := tb.u.Invite("duel-1", "Red"); err != nil {
		t.Fatal(err)
	}
	if got = tb.deliver(); len(got) != 1 || !strings.Contains(got[0].Text, "\njoin: ") ||
		tb.status().Keys["Red"] != (sign.Key{}) {
		t.Errorf("invited again: %s", titles(got))
	}
}
