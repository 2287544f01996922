package umpire

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/mail"
	"berthier/mail/sign"
)

// chief is a game whose umpire signs as the stranger.
func chief(t *testing.T) *table {
	tb := newTable(t)
	tb.u.UmpireKeys, tb.u.UmpireAddress = []sign.Key{keys()["Stranger"].Public()}, "chief@example.org"
	tb.u.Forget()
	return tb
}

// command signs commands as the umpire and gives what is answered.
func (tb *table) command(body string) []*mail.Message {
	tb.t.Helper()
	sig := func() string {
		b, err := sign.Sign(keys()["Stranger"], []byte(body))
		if err != nil {
			tb.t.Fatal(err)
		}
		return sign.BeginTurn + "\n" + body + string(b)
	}
	return tb.ask("chief@example.org", sig())
}

// order is command for game duel-1.
func (tb *table) order(body string) []*mail.Message {
	tb.t.Helper()
	return tb.command("game: duel-1\nside: umpire\n\n" + body + "\nend\n")
}

func TestUmpireRunsAGameByMail(t *testing.T) {
	tb := chief(t)
	tb.u.Archive = func(s fold.SavedGame) ([]byte, error) {
		if s.Secrets != nil {
			t.Error("the archive that is mailed has secrets")
		}
		return []byte("an archive"), nil
	}
	got := tb.command("side: umpire\ncreate duel-1 two\nplayer Red ney@example.net Michel Ney\n" +
		"player blue kutuzov@example.com\n" +
		"key Red " + keys()["Red"].Public().String() + "\ntitle A duel of two\noption ask yes\nwait\nendcreate\nend\n")
	has(t, got, "chief@example.org Create duel-1 two", "Game duel-1, A duel of two, is created",
		"Red: Michel Ney, ney@example.net, signs with ssh-ed25519",
		"Blue: kutuzov", "is invited to register a key", "Orders count when you say so",
		"ney@example.net [duel-1] your orders", "Register your key")
	s := tb.status()
	if s.Title != "A duel of two" || s.Setup.Options["ask"] != "yes" || !s.Waits || s.Players[1].Name != "kutuzov" {
		t.Fatalf("%+v", s)
	}
	has(t, tb.order("keys"), "Red, Michel Ney: ssh-ed25519 SHA256:", "Blue, kutuzov: no key",
		"The log is signed with SHA256:")
	has(t, tb.order("invite Blue"), "Blue has no key now", "kutuzov@example.com [duel-1] register your key")
	got = tb.order("start\nannounce\nGood luck to both.\nendannounce")
	has(t, got, "The game begins; its players are told", "All players get this", "Good luck to both.",
		"ney@example.net [duel-1] the game begins", "kutuzov@example.com [duel-1] a word from the umpire")
	if s := tb.status(); s.Waits {
		t.Error("it still waits")
	}

	tb.play("Red", 1, 1, "pick 2")
	got = tb.order("process")
	has(t, got, "Step 1 is resolved", "The defaults were used for Blue", "[duel-1] Round 1")
	got = tb.order("preview red\ngame: duel-1\nside: Red\nturn: 1\nstep: 2\n\npick 9\n")
	has(t, got, "preview red", "fault")
	has(t, tb.order("preview"), "it is not clear for which side")
	public := tb.order("position")
	has(t, public, "card ? ?", "score ")
	hasNot(t, public, "card card")

	got = tb.order("substitute Blue bagration@example.com Pyotr Bagration\nkey " + keys()["Blue"].Public().String() +
		"\nKutuzov has gone to bed.\nendsubstitute")
	has(t, got, "Pyotr Bagration plays Blue from now on, in the place of kutuzov. Reason: Kutuzov has gone to bed.",
		"bagration@example.com [duel-1]", "kutuzov@example.com [duel-1] another player")

	old := scoreOf(tb)
	got = tb.order("ruling the wager of Red was forgotten\n- " + old + "\n+ score 3 3\nendruling")
	has(t, got, "ruling the wager of Red was forgotten", "That is step 2 of the log", "- "+old, "+ score 3 3",
		"bagration@example.com [duel-1]", "A ruling")
	if scoreOf(tb) != "score 3 3" {
		t.Errorf("the position has %q", scoreOf(tb))
	}
	got = tb.order("rollback 1 there was no wager")
	has(t, got, "The game is taken back to where it stood after step 1. That is step 3 of its log; the next orders "+
		"are for step 4", "The game was taken back")
	if scoreOf(tb) != old {
		t.Errorf("the position has %q, before the ruling it had %q", scoreOf(tb), old)
	}
	has(t, tb.ask("nobody@example.org", "history duel-1"), "The position was changed: the wager of Red was forgotten",
		"Pyotr Bagration took the place of kutuzov", "The game was taken back", "The umpire left Blue without a key")

	got = tb.order("archive")
	has(t, got, "The archive is attached, 10 bytes. The game goes on", "A backup with them is never mailed")
	if a := got[0].Attachments; len(a) != 1 || a[0].Name != "duel-1.zip" ||
		!bytes.Equal(a[0].Bytes, []byte("an archive")) {
		t.Errorf("%d attachments", len(a))
	}
	tb.verify()
	asked := tb.order("close the club is dissolved")
	has(t, asked, "Nothing is done yet", "The game is over at once, without a result", "side: umpire")
	got = tb.order("close " + sureCode(t, asked))
	has(t, got, "The game is over without a result", "ney@example.net [duel-1] A duel of two is over")
	has(t, tb.order("process"), "the game is over")
	a := tb.verify()
	by := keys()["Stranger"].Public().Name()
	for _, act := range a.Acts {
		if act.By != by {
			t.Errorf("%v is not by %s", act, by)
		}
	}
	if len(a.Acts) != 7 || a.Acts[0].What != "the umpire left Blue without a key" {
		t.Errorf("%d acts: %v", len(a.Acts), a.Acts)
	}
}

// A mail creates several games, with keys of any kind, and has a word to their players.
func TestCreateSeveralGames(t *testing.T) {
	tb := chief(t)
	_, pgp := pgpUser(t, tb.now)
	game := func(name, more string) string {
		return "create " + name + " two\nplayer Red ney@example.net Michel Ney\nplayer Blue kutuzov@example.com\n" +
			"key Red\n" + pgp + "\nendkey\n" + more + "endcreate\n"
	}
	got := tb.command("side: umpire\n" + game("club-1",
		"press none\n") + "press all\nWelcome to the club.\nendpress\n" +
		game("club-2", "press anonymous\npress-limit 3\n") + "press Blue\nYou begin.\nendpress\nend\n")
	has(t, got, "Game club-1, two, is created", "Game club-2, two, is created", "signs with OpenPGP key 0x",
		"ney@example.net [club-1] press from the umpire", "kutuzov@example.com [club-1] press from the umpire",
		"kutuzov@example.com [club-2] press from the umpire", "Welcome to the club.")
	hasNot(t, got, "ney@example.net [club-2] press")
	for name, want := range map[string]record.Press{"club-1": record.PressNone, "club-2": record.PressAnonymous} {
		if s, err := tb.u.Status(name); err != nil || s.Press != want {
			t.Errorf("%s: %q, %v", name, s.Press, err)
		}
	}
	// The second one is wrong: nothing is created.
	got = tb.command("side: umpire\n" + game("club-3", "") + game("club-4", "press loud\n") + "end\n")
	has(t, got, "not carried out", "want \"anonymous\" or \"none\"")
	if _, err := tb.u.Status("club-3"); err == nil || len(got) != 1 {
		t.Errorf("%v, %s", err, titles(got))
	}
	has(t, tb.command("side: umpire\npress all\nHello\nendpress\nend\n"), "it is not clear which game you mean")
}

// The game of a command can stand behind its word, with or without a header.
func TestUmpireNamesTheGameBehindTheCommand(t *testing.T) {
	tb := chief(t)
	tb.create()
	second := spec()
	second.Game, second.Wait = "duel-2", true
	if _, err := tb.u.Create(second); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	has(t, tb.command("start\nend\n"), "which game you mean", "start GAME")
	has(t, tb.command("duel-2 start\nend\n"), "the command comes first", "start duel-2")
	has(t, tb.command("start duel-3\nend\n"), `there is no game "duel-3"`, "did you mean duel-")
	has(t, tb.command("invite duel-2 Rde\nend\n"), "did you mean Red?")
	has(t, tb.command("press duel-2 Blu\nHello\nendpress\nend\n"), "did you mean Blue?")
	has(t, tb.command("Start Duel-2\nend\n"), "The game begins", "[duel-2]")
	if s, err := tb.u.Status("duel-2"); err != nil || s.Waits {
		t.Errorf("not begun: %v, %v", s.Waits, err)
	}
}

// What is wrong changes nothing, and the same mail counts once.
func TestUmpireCommandsAreRefused(t *testing.T) {
	tb := chief(t)
	tb.create()
	tb.both(1, 1, 2, 5)
	before := len(tb.records())
	for i, c := range []struct{ body, want string }{
		{"rollback 1 late", "the last that it can go back to is 0, and 0 is its beginning"},
		{"rollback x late", "is not the number of a step"},
		{"rollback 0", "something is missing behind the command"},
		{"ruling because\n- nothing\nendruling", "the position has no line"},
		{"ruling because\n- " + scoreOf(tb) + "\n+ score x\nendruling", "not carried out"},
		{"substitute Green a@example.org\ngone\nendsubstitute", "no side"},
		{"substitute Red nowhere\ngone\nendsubstitute", "mail address"},
		{"substitute Red a@example.org\nkey rubbish\ngone\nendsubstitute", "public key"},
		{"invite Green", "no side"},
		{"start", "has begun already"},
		{"archive", "archives are not sent here"},
		{"announce\nhello\nendannounce\nrollback 7 no", "that it can go back to"},
		{"rollback 0 late\nannounce\nhello\nendannounce", "must be the last one"},
		{"close", "something is missing"},
		{"create duel-2 two\nplayer Red a@example.org\nendcreate", "side Blue has no player"},
		{"create duel-1 two\nplayer Red a@example.org\nplayer Blue b@example.org\nendcreate", "exists"},
		{"create duel-2 three\nplayer Red a@example.org\nplayer Blue b@example.org\nendcreate", "no scenario"},
		{"create duel-2 two\nplayers Red\nendcreate", "is no line about a new game"},
		{"keys\ncreate duel-2 two\nplayer Red a@example.org\nplayer Blue b@example.org\nendcreate",
			"no commands but"},
		{"create duel-2 two\nplayer Red a@example.org\nplayer Blue b@example.org\nendcreate\ncreate duel-2 two\n" +
			"player Red a@example.org\nplayer Blue b@example.org\nendcreate", "creates game \"duel-2\" twice"},
	} {
		got := tb.order(fmt.Sprintf("%s\n// %d", c.body, i))
		has(t, got, "your commands were not carried out", c.want)
		if len(got) != 1 || len(tb.records()) != before {
			t.Errorf("%q: %d mails, %d records more", c.body, len(got), len(tb.records())-before)
		}
	}
	// Without a header, and from a player.
	has(t, tb.command("side: umpire\nrollback 0 late\nend\n"), "not carried out", "which game you mean",
		"rollback GAME 0 late")
	got := tb.tell("Red", "rollback 0 late\nstatus")
	has(t, got, "only the umpire can give this command", "Line 5: status")
	if strings.Count(text(got), "rollback 0 late") != 1 {
		t.Errorf("the line that is wrong is not told once:\n%s", text(got))
	}

	has(t, tb.tell("Red", "rollback 1"), "one thing is wrong", "only the umpire can give this command")

	text := "game: duel-1\nside: umpire\nrollback 0 a mail was lost\nend\n"
	has(t, tb.command(text), "The game is taken back to its beginning")
	has(t, tb.command(text), "this very mail was carried out before")
	if s := tb.status(); s.Step != 2 {
		t.Errorf("step %d", s.Step)
	}
}

// A fault in the middle of a command of the umpire leaves nothing behind.
func TestUmpireCommandIsOneTransaction(t *testing.T) {
	tb := chief(t)
	tb.create()
	tb.both(1, 1, 2, 5)
	tb.deliver()
	body := "game: duel-1\nside: umpire\nannounce\nhello\nendannounce\nrollback 0 late\nend\n"
	sig, err := sign.Sign(keys()["Stranger"], []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	raw := letter("chief@example.org", "once@home", sign.BeginTurn+"\n"+body+string(sig))
	before := tb.dump()
	for n := 0; ; n++ {
		tb.u.Breaking = func(i int) error {
			if i == n {
				return fmt.Errorf("the disk is full at write %d", i)
			}
			return nil
		}
		err := tb.take(raw)
		tb.u.Breaking = nil
		if err == nil {
			if n < 10 {
				t.Errorf("only %d writes", n)
			}
			break
		}
		if tb.dump() != before {
			t.Fatalf("write %d failed, and something was changed", n)
		}
	}
	if s := tb.status(); s.Step != 2 || len(tb.deliver()) != 5 {
		t.Errorf("step %d", s.Step)
	}
	tb.verify()
}

// A mail that creates a game is not about the only one that there is. All that is wrong with the new one is told, each
// by itself.
func TestCreateIsAboutNoOtherGame(t *testing.T) {
	tb := chief(t)
	tb.create()
	tb.deliver()
	create := func(text string) []*mail.Message {
		text = "side: umpire\ncreate duel-2 " + text
		raw := letter("chief@example.org", fmt.Sprint(len(text), "@home"), signed(t, "Stranger", text))
		if err := tb.take(bytes.Replace(raw, []byte("games+duel-1@"), []byte("games@"), 1)); err != nil {
			t.Fatal(err)
		}
		return tb.deliver()
	}
	got := create("twoo\nplayer Red a@b.example\nendcreate\nend\n")
	has(t, got, "chief@example.org Your commands were not carried out", `no scenario "twoo" (did you mean two?)`)
	hasNot(t, got, "duel-1")
	got = create("two\nplayer Green a@b.example\nplayer Red a@b.example\nendcreate\nend\n")
	has(t, got, "2 things are wrong", `no side "Green"; the sides are Red, Blue. Hint`, "side Blue has no player. Hint")
	got = create("two\nplayer Blue b@b.example\nplayer Red a@b.example\nendcreate\nend\n")
	has(t, got, "Game duel-2, two, is created")
	hasNot(t, got, "duel-1")
}
