package umpire

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/quota"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/mail/wire"
	"berthier/store"
)

// The table of incoming mails. Each case starts with a game in which Red has
// sent his orders for step 1, and Blue has not.
func TestTake(t *testing.T) {
	red := func(t *testing.T, text string) string { return signed(t, "Red", text) }
	first := file("Red", 1, 1, "pick 4")
	attach := func(t *testing.T, text string) []byte {
		sig, err := sign.Sign(keys()["Red"], []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		raw, err := mail.Compose(mail.Outgoing{
			From: mail.Address{Address: address["Red"]}, To: []mail.Address{{Address: own}}, ID: "a@home",
			Date: time.Unix(0, 0), Subject: "x", Text: "see attachment",
			Attachments: []mail.File{{Name: "turn.txt", Type: "text/plain", Bytes: []byte(text)},
				{Name: "turn.txt.sig", Type: "text/plain", Bytes: sig}},
		})
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	type want struct {
		answers string   // who gets what
		says    []string // in the last answer
		step    int      // resolved steps
		picks   int      // records in the log but those of reports
	}
	refused := want{answers: "ney@example.net: [duel-1] orders refused", picks: 2}
	says := func(w want, s ...string) want { w.says = s; return w }
	stranger := func(s ...string) want {
		return want{answers: "nobody@example.org: Your mail could not be used", says: s, picks: 2}
	}
	for _, c := range []struct {
		name string
		raw  func(t *testing.T) []byte
		want want
	}{
		{"a better file replaces the first", func(t *testing.T) []byte {
			return letter(address["Red"], "b@home", red(t, file("Red", 1, 1, "pick 5")))
		}, want{"ney@example.net: [duel-1] orders received", []string{"replace", "pick 5", "wait for Blue"}, 0, 3}},
		{"signed file attached", func(t *testing.T) []byte { return attach(t, file("red", 1, 1, "PICK 2 // two")) },
			want{"ney@example.net: [duel-1] orders received", []string{"pick 2"}, 0, 3}},
		{"no orders at all", func(t *testing.T) []byte {
			return letter(address["Red"], "b@home",
				red(t, file("Red", 1, 1)))
		},
			want{"ney@example.net: [duel-1] orders received", []string{"holds no order"}, 0, 3}},
		{"the last answer resolves the step", func(t *testing.T) []byte {
			return letter(address["Blue"], "b@home", signed(t, "Blue", file("Blue", 1, 1, "pick 2")))
		}, want{"ney@example.net: REPORT\nkutuzov@example.com: REPORT",
			[]string{"How your orders were understood", "Line 6: pick 2", "Check the dice"}, 1, 4}},
		{"another name in From changes nothing", func(t *testing.T) []byte {
			return letter("thief@example.org", "b@home", red(t, file("Red", 1, 1, "pick 5")))
		}, want{"ney@example.net: [duel-1] orders received", nil, 0, 3}},
		{"the very same file in a new mail",
			func(t *testing.T) []byte { return letter(address["Red"], "b@home", red(t, first)) },
			want{"ney@example.net: [duel-1] orders received", []string{"pick 4"}, 0, 2}},
		{"the same mail by another way", func(t *testing.T) []byte {
			return letter(address["Red"], "Red-1-pick-4@home", red(t, first), "Received: from elsewhere")
		}, want{picks: 2}},
		{"a known Message-ID with other orders", func(t *testing.T) []byte {
			return letter(address["Red"], "Red-1-pick-4@home", red(t, file("Red", 1, 1, "pick 3")))
		}, want{"ney@example.net: [duel-1] orders received", []string{"pick 3"}, 0, 3}},

		{"every fault at once", func(t *testing.T) []byte {
			return letter(address["Red"], "b@home", red(t, file("Red", 1, 1, "pikc 4", "double yes", "pick 9")))
		}, says(refused, "Line 6", "pikc 4", "did you mean", "Line 7", "Line 8", "stay in force")},
		{"illegal orders name the rule", func(t *testing.T) []byte {
			return letter(address["Red"], "b@home", red(t, file("Red", 1, 1, "double yes", "pick 9")))
		}, says(refused, "Line 6", "[1]", "Line 7", "pick 1", "game: duel-1\nside: Red\nturn: 1\nstep: 1")},
		{"another side", func(t *testing.T) []byte {
			return letter(address["Red"], "b@home", red(t, file("Blue", 1, 1, "pick 4")))
		}, says(refused, `Line 2: "side: Blue"`, `for side "Blue", not "Red"`, `write: "side: Red"`)},
		{"a side in another language", func(t *testing.T) []byte {
			return letter(address["Red"], "b@home", red(t, file("Rouge", 1, 1, "pick 4")))
		}, says(refused, `Line 2: "side: Rouge"`, `write: "side: Red"`)},
		{"a side with an accent", func(t *testing.T) []byte {
			return letter(address["Red"], "b@home", red(t, file("Röd", 1, 1, "pick 4")))
		}, says(refused, `Line 2: "side: Röd"`, "letters a to z", `write: "side: Red"`)},
		{"another game", func(t *testing.T) []byte {
			return letter(address["Red"], "b@home", red(t, strings.Replace(first, "duel-1", "duel-2", 1)))
		}, says(refused, `there is no game "duel-2" here`)},
		{"a later step", func(t *testing.T) []byte {
			return letter(address["Red"], "b@home", red(t, file("Red", 1, 2, "pick 4")))
		}, says(want{answers: "umpire@berthier.example: [duel-1] Red answers step 2\n" + refused.answers, picks: 2},
			`Line 4: "step: 2"`, "only come to step 1")},
		{"another turn", func(t *testing.T) []byte {
			return letter(address["Red"], "b@home", red(t, file("Red", 2, 1, "pick 4")))
		}, says(refused, `Line 3: "turn: 2"`, "says turn 2, the game is in turn 1", `write: "turn: 1"`)},
		{"a signed answer to a mail that quotes orders", func(t *testing.T) []byte {
			return letter(address["Red"], "b@home", red(t, "No, thank you.\n\n> Blue wrote:\n> > "+
				strings.ReplaceAll(file("Red", 1, 1, "pick 4"), "\n", "\n> > ")))
		}, says(refused, "Line 4: \"game: duel-1\"", "a quote of a quote", `without the signs ">"`)},
		{"neither orders nor a command", func(t *testing.T) []byte {
			return letter(address["Red"], "b@home", red(t, "game: duel-1\nside: Red\n\nholidays until May\nend\n"))
		}, says(refused, "one thing is wrong", `Line 4: "holidays until May"`, `"help", alone, lists the commands`,
			"turn: and step:")},
		{"no header", func(t *testing.T) []byte { return letter(address["Red"], "b@home", red(t, "pick 4\nend\n")) },
			says(refused, "header line", "step: 1")},

		{"help in the body", func(t *testing.T) []byte {
			return letter(address["Stranger"], "b@home",
				"\nHelp\n\nYours")
		},
			want{"nobody@example.org: [duel-1] help", []string{"pick", "double", "status [GAME]"}, 0, 2}},
		{"help in a sentence is no request",
			func(t *testing.T) []byte { return letter(address["Stranger"], "b@home", "help me out") },
			stranger("carries no signature")},
		{"unsigned", func(t *testing.T) []byte { return letter(address["Stranger"], "b@home", first) },
			stranger("carries no signature", "game duel-1", "ssh-keygen -Y sign", "berthier sign -key")},
		{"unknown key", func(t *testing.T) []byte {
			return letter(address["Stranger"], "b@home", signed(t, "Stranger", first))
		}, stranger("no player of the game has registered", keys()["Stranger"].Public().Fingerprint())},
		{"changed after signing", func(t *testing.T) []byte {
			return letter(address["Stranger"], "b@home", strings.Replace(red(t, first), "pick 4", "pick 5", 1))
		}, stranger("does not fit its text")},
		{"damaged signature", func(t *testing.T) []byte {
			return letter(address["Stranger"], "b@home",
				first+"-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n")
		}, stranger("unreadable signature", "attached")},
		{"two signed texts", func(t *testing.T) []byte {
			return letter(address["Stranger"], "b@home", red(t, first)+"\n"+red(t, file("Red", 1, 1, "pick 6")))
		}, stranger("several signed texts", `"pick 4" in one, "pick 6" in another`, "one turn in one mail")},
		{"too large", func(t *testing.T) []byte {
			return letter(address["Stranger"], "b@home", strings.Repeat(strings.Repeat("x", 70)+"\n", 200))
		}, stranger("over the limit of 10000 bytes")},
		{"no sender", func(t *testing.T) []byte { return letter("undisclosed", "b@home", first) }, want{picks: 2}},
		{"written by a machine", func(t *testing.T) []byte {
			return letter(address["Red"], "b@home", red(t, file("Red", 1, 1, "pick 5")), "Auto-Submitted: auto-replied")
		}, want{picks: 2}},
		{"our own mail", func(t *testing.T) []byte { return letter("games+duel-1@Berthier.example", "b@home", first) },
			want{picks: 2}},
		{"nothing", func(t *testing.T) []byte { return []byte("\r\n") }, want{picks: 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := newTable(t)
			tb.u.Limits.Mail.MessageBytes = 10000
			tb.create()
			tb.play("Red", 1, 1, "pick 4")
			tb.deliver()
			position := string(tb.position())
			if err := tb.take(c.raw(t)); err != nil {
				t.Fatal(err)
			}
			got := tb.deliver()
			answers := strings.NewReplacer("[duel-1] your orders: Round 1", "REPORT", "[duel-1] Round 1",
				"REPORT").Replace(titles(got))
			if answers != c.want.answers {
				t.Fatalf("answers: got\n%s\nwant\n%s", answers, c.want.answers)
			}
			for _, s := range c.want.says {
				if last := got[len(got)-1]; !strings.Contains(flat(whole(last)), flat(s)) {
					t.Errorf("the answer does not say %q:\n%s", s, last.Text)
				}
			}
			st := tb.status()
			if st.Step != c.want.step || st.Step == 0 && string(tb.position()) != position {
				t.Errorf("step %d, want %d; position changed: %v", st.Step, c.want.step,
					string(tb.position()) != position)
			}
			records := slices.DeleteFunc(tb.records(), func(r store.Record) bool { return r.Kind == record.KindReport })
			if n := len(records); n != c.want.picks {
				t.Errorf("%d records in the log, want %d", n, c.want.picks)
			}
			if cursor, err := tb.u.Cursor(); err != nil || cursor != (wire.Cursor{UIDValidity: 7, UID: 2}) {
				t.Errorf("cursor %v, %v", cursor, err)
			}
			if _, err := tb.u.Verify("duel-1"); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestTakeTwiceChangesNothing(t *testing.T) {
	tb := newTable(t)
	tb.create()
	for _, raw := range [][]byte{
		letter(address["Red"], "1@home", signed(t, "Red", file("Red", 1, 1, "pick 4"))),
		letter(address["Red"], "2@home", signed(t, "Red", file("Red", 1, 1, "pick 9"))),
		letter(address["Stranger"], "3@home", "hello"),
		letter(address["Blue"], "4@home", signed(t, "Blue", file("Blue", 1, 1, "pick 4"))),
	} {
		if err := tb.take(raw); err != nil {
			t.Fatal(err)
		}
		tb.uid-- // the server delivers it again
		before := tb.dump()
		if err := tb.take(raw); err != nil {
			t.Fatal(err)
		}
		if tb.dump() != before {
			t.Errorf("the second time something changed:\n%s", raw)
		}
	}
}

// Somebody who kept a signed file that was replaced cannot bring it back, nor
// use one of an earlier step.
func TestReplayedFile(t *testing.T) {
	tb := newTable(t)
	tb.create()
	old := signed(t, "Red", file("Red", 1, 1, "pick 1"))
	tb.play("Red", 1, 1, "pick 1")
	tb.play("Red", 1, 1, "pick 5")
	tb.deliver()
	if err := tb.take(letter("thief@example.org", "new@thief", old)); err != nil {
		t.Fatal(err)
	}
	got := tb.deliver()
	if titles(got) != "ney@example.net: [duel-1] orders refused" ||
		!strings.Contains(flat(got[0].Text), "a later one took its place") {
		t.Errorf("got %s\n%s", titles(got), got[0].Text)
	}
	tb.play("Blue", 1, 1, "pick 5")
	tb.deliver()
	if text := string(tb.records()[len(tb.records())-3].Data); !strings.Contains(text, "[1.2] pick by=Red number=5") {
		t.Errorf("the step was resolved without pick 5:\n%s", text)
	}
	if err := tb.take(letter(address["Red"], "newer@thief", old)); err != nil {
		t.Fatal(err)
	}
	got = tb.deliver()
	if len(got) != 1 || !strings.Contains(flat(got[0].Text), "answers step 1, which is over; the game is at step 2") {
		t.Errorf("got %s", titles(got))
	}
	// It is told first, also of a file with a line that cannot be read.
	tb.play("Red", 1, 1, "jump 5")
	got = tb.deliver()
	if text := flat(got[0].Text); len(got) != 1 || !strings.Contains(text, "2 things are wrong") ||
		!strings.Contains(text, `Line 4: "step: 1" This cannot be used: the file answers step 1, which is over`) {
		t.Errorf("got %s\n%s", titles(got), got[0].Text)
	}
}

// A file that its player took back does not come again either, and he is told why.
func TestWithdrawnFile(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	tb.play("Red", 1, 1, "pick 4")
	tb.tell("Red", "withdraw")
	if err := tb.take(letter(address["Red"], "again@home", signed(t, "Red", file("Red", 1, 1, "pick 4")))); err != nil {
		t.Fatal(err)
	}
	has(t, tb.deliver(), "you sent this very file before, and it counts no longer", "or it was taken back")
}

func TestStrangersAreAnsweredSeldom(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	send := func(n int) (answers int) {
		for i := range n {
			if err := tb.take(letter(address["Stranger"], fmt.Sprintf("%d-%d@x", tb.uid, i), "buy this")); err != nil {
				t.Fatal(err)
			}
		}
		return len(tb.deliver())
	}
	if n := send(10); n != 1 {
		t.Errorf("10 mails in one hour: got %d answers, want 1", n)
	}
	tb.now = tb.now.Add(quota.Day)
	if n := send(1); n != 1 {
		t.Errorf("a day later: got %d answers, want 1", n)
	}
	last := tb.got[len(tb.got)-1]
	if field(t, last, "Auto-Submitted") != mail.AutoReplied || strings.Contains(flat(last.Text), "buy this") {
		t.Errorf("the answer may start a loop, or spreads what it got:\n%s", last.Raw)
	}
}

// Whoever has an old signed mail cannot flood its player with answers to it.
func TestCopiesAreAnsweredSeldom(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.play("Red", 1, 1, "pick 1")
	for name, text := range map[string]string{"in already": file("Red", 1, 1, "pick 1"),
		"refused": file("Red", 1, 1, "pick 9")} {
		body := signed(t, "Red", text)
		tb.deliver()
		for i := range 10 {
			if err := tb.take(letter("thief@example.org", fmt.Sprint(i, len(text), name[:2], "@thief"),
				body)); err != nil {
				t.Fatal(err)
			}
		}
		if n := len(tb.deliver()); n != 4 {
			t.Errorf("%s: got %d answers, want 4", name, n)
		}
	}
}

// A mail that was too large to be fetched moves the cursor and nothing else.
func TestNotFetched(t *testing.T) {
	tb := newTable(t)
	err := tb.u.Take(context.Background(), wire.Arrival{Size: 1 << 30, Cursor: wire.Cursor{UIDValidity: 7, UID: 9}})
	cursor, err2 := tb.u.Cursor()
	if err != nil || err2 != nil || cursor.UID != 9 || len(tb.deliver()) > 0 {
		t.Errorf("got %v, %v, %v", err, err2, cursor)
	}
}

// What breaks in a ruleset stops one mail, not the game, and is mended by a
// later Resume.
func TestFaultOfOurs(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.play("Red", 1, 1, "pick 4")
	tb.deliver()
	*tb.rules.broken = true
	tb.play("Blue", 1, 1, "pick 6")
	got := tb.deliver()
	if titles(got) != "kutuzov@example.com: [duel-1] a fault of the program" ||
		!strings.Contains(flat(got[0].Text), "not your fault") || strings.Contains(flat(got[0].Text), "count to") {
		t.Fatalf("got %s\n%s", titles(got), got[0].Text)
	}
	if logs := tb.logs.String(); !strings.Contains(logs, "six is more than") ||
		!strings.Contains(logs, "duel.Resolve") {
		t.Errorf("the log does not have the details:\n%s", logs)
	}
	if err := tb.u.Process("duel-1"); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	tb.restart() // tries the mail again, for which it is too late now
	got = tb.deliver()
	if s := tb.status(); s.Stuck != 0 || s.Step != 1 || len(got) != 1 ||
		!strings.Contains(flat(got[0].Text), "step 1, which is over") {
		t.Errorf("got %+v, %s", s, titles(got))
	}
}

func TestResumeMendsFaultOfOurs(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.play("Red", 1, 1, "pick 4")
	*tb.rules.broken = true
	tb.play("Blue", 1, 1, "pick 6")
	if s := tb.status(); s.Step != 0 || s.Stuck != 1 || len(s.Waiting) != 1 {
		t.Fatalf("got %+v", s)
	}
	tb.restart()
	if s := tb.status(); s.Step != 0 || s.Stuck != 1 {
		t.Fatalf("not mended yet: got %+v", s)
	}
	*tb.rules.broken = false
	tb.deliver()
	tb.restart()
	if s := tb.status(); s.Step != 1 || s.Stuck != 0 {
		t.Fatalf("mended: got %+v", s)
	}
	if got := tb.deliver(); len(got) != 2 {
		t.Errorf("got %s", titles(got))
	}
	if _, err := tb.u.Verify("duel-1"); err != nil {
		t.Error(err)
	}
}

// One key may play several sides and games; the header decides.
func TestOneKeyTwoSides(t *testing.T) {
	tb := newTable(t)
	s := spec()
	s.Players[0].Key = s.Players[1].Key
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	s.Game = "duel-2"
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	for i, side := range duelSides {
		text := strings.Replace(file(side, 1, 1, "pick 3"), "duel-1", "duel-2", 1)
		if err := tb.take(letter(address["Red"], fmt.Sprint(i, "@x"), signed(t, "Red", text))); err != nil {
			t.Fatal(err)
		}
	}
	st, err := tb.u.Status("duel-2")
	if err != nil || st.Step != 1 || tb.status().Step != 0 {
		t.Errorf("got step %d of duel-2 and %d of duel-1, %v", st.Step, tb.status().Step, err)
	}
}

func TestCreateRefuses(t *testing.T) {
	for _, c := range []struct {
		name string
		edit func(*play.Spec)
		want string
	}{
		{"ruleset", func(s *play.Spec) { s.Ruleset = "chess" }, `no such ruleset: "chess"; there is duel`},
		{"name", func(s *play.Spec) { s.Game = "Duel 1" }, "1 to 40 of a-z"},
		{"scenario", func(s *play.Spec) { s.Scenario = "nine" }, `no scenario "nine"; there is two`},
		{"option", func(s *play.Spec) { s.Options = map[string]string{"fog": "on"} }, `no option "fog"`},
		{"title", func(s *play.Spec) { s.Title = "a\nb" }, "title"},
		{"missing player", func(s *play.Spec) { s.Players = s.Players[:1] }, "side Red has no player"},
		{"two players", func(s *play.Spec) { s.Players = append(s.Players, s.Players[0]) },
			"side Blue has two players"},
		{"unknown side", func(s *play.Spec) {
			s.Players[0].Side = "Green"
		}, `no side "Green"; the sides are Red, Blue`},
		{"address", func(s *play.Spec) { s.Players[0].Address = "Kutuzov <k@example.com>" }, "want name@domain"},
		{"our address", func(s *play.Spec) {
			s.Players[0].Address = strings.Replace(own, "games@", "Games+duel-1@", 1)
		}, "it is the umpire's"},
		{"key", func(s *play.Spec) { s.Players[1].Key = "ssh-rsa AAAA" }, "player of side Red: public key"},
		{"player's name", func(s *play.Spec) { s.Players[1].Name = "" }, "player of side Red: name"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := newTable(t)
			s := spec()
			c.edit(&s)
			if _, err := tb.u.Create(s); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if games, err := tb.u.Games(); err != nil || len(games) > 0 || len(tb.deliver()) > 0 {
				t.Errorf("games %v, %v", games, err)
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	tb := newTable(t)
	good := docket.Config{Store: tb.store, Key: tb.u.Key, Rulesets: []engine.Ruleset{duel{}},
		Address: mail.Address{Address: own}}
	for name, edit := range map[string]func(*docket.Config){
		"no store":    func(c *docket.Config) { c.Store = nil },
		"no log key":  func(c *docket.Config) { c.Key = record.Signer{} },
		"no rulesets": func(c *docket.Config) { c.Rulesets = nil },
		"no address":  func(c *docket.Config) { c.Address.Address = "games" },
		"a tag":       func(c *docket.Config) { c.Address.Address = "games+x@example.org" },
	} {
		c := good
		edit(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := New(good); err != nil {
		t.Error(err)
	}
}

func FuzzTake(f *testing.F) {
	f.Add(letter(address["Red"], "1@home", signed(f, "Red", file("Red", 1, 1, "pick 4"))))
	f.Add(letter(address["Red"], "1@home", signed(f, "Red", file("Red", 0, 9, "pick 9", "x"))))
	f.Add(letter(address["Stranger"], "1@home", "-----BEGIN SSH SIGNATURE-----\n"+
		base64.StdEncoding.EncodeToString([]byte("SSHSIG"))))
	tb := newTable(f)
	tb.create()
	f.Fuzz(func(t *testing.T, raw []byte) {
		if err := tb.take(raw); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(tb.logs.String(), "fault of this program") {
			t.Fatal(tb.logs.String())
		}
		tb.logs.Reset()
	})
}

// Who writes from a player's address sees how his mail begins, so that he finds it;
// whatever a program makes a link of is left out, as anybody could have written it.
func TestUnsignedMailOfAPlayer(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	if err := tb.take(letter(address["Red"], "1@home", "Win https://evil.example/x?y or www.evil.example.\n"+
		strings.Repeat("line\n", 20)+"the end")); err != nil {
		t.Fatal(err)
	}
	got := tb.deliver()
	if len(got) != 1 || got[0].InReplyTo != "1@home" ||
		!strings.Contains(got[0].Text, "\n> Win https evil example x?y or www evil example line line line line line "+
			"line li…\n") {
		t.Errorf("got %s\n%s", titles(got), got[0].Text)
	}
}

// A game whose log this program cannot follow stops no other game, and what its players
// send is kept.
func TestUnreadableGame(t *testing.T) {
	tb, _ := duels(t, 2)
	tb.foreign = true
	tb.deliver()
	err := tb.store.Update(func(tx *store.Tx) error {
		_, err := tx.Append("duel-1", store.Record{Kind: record.KindStep, Step: 1, Data: []byte("no step\n")})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	tb.restart()
	tb.play("Red", 1, 1, "pick 4")
	got := titles(tb.deliver())
	if !strings.Contains(got, "ney@example.net: [duel-1] your mail is kept") ||
		!strings.Contains(got, "umpire@berthier.example: [duel-1] Your game is held") {
		t.Errorf("got %s", got)
	}
	other := strings.Replace(file("Red", 1, 1, "pick 4"), "duel-1", "duel-2", 1)
	if err := tb.take(letter(address["Red"], "other@home", signed(t, "Red", other))); err != nil {
		t.Fatal(err)
	}
	if got := titles(tb.deliver()); got != "ney@example.net: [duel-2] orders received" {
		t.Errorf("got %s", got)
	}
	if s := tb.status(); s.Stuck != 1 || s.Held == "" {
		t.Errorf("got %+v", s)
	}
}

// A program that lacks the ruleset of a game says so at its start and leaves
// the game alone.
func TestMissingRuleset(t *testing.T) {
	tb := newTable(t)
	tb.create()
	u, err := New(docket.Config{Store: tb.store, Key: tb.u.Key, Rulesets: []engine.Ruleset{otherGame{}},
		Address: mail.Address{Address: own}, Clock: func() time.Time { return tb.now }})
	if err != nil {
		t.Fatal(err)
	}
	if err := u.Resume(); err != nil {
		t.Errorf("Resume: got %v", err)
	}
	if s, err := u.Status("duel-1"); err != nil || s.Held != "this program does not have the rules of duel" {
		t.Errorf("Status: got %+v, %v", s, err)
	}
	if err := u.Process("duel-1"); err == nil || !strings.Contains(err.Error(), "is held") {
		t.Errorf("Process: got %v", err)
	}
	if _, err := u.Status("duel-9"); !errors.Is(err, store.ErrNoGame) {
		t.Errorf("Status of no game: got %v", err)
	}
	if _, err := tb.u.Create(spec()); !errors.Is(err, store.ErrGameExists) {
		t.Errorf("Create again: got %v", err)
	}
}

type otherGame struct{ duel }

func (otherGame) Name() string { return "other" }
