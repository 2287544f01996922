package umpire

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"berthier/cmd/internal/testkey"
)

// The text of a mail says which game is meant, whatever address it was sent to.
func TestTextNamesTheGame(t *testing.T) {
	tb := newTable(t)
	tb.create()
	if _, err := tb.u.Create(clubSpec("duel-2", keys()["Red"].Public().String())); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	for game, want := range map[string]string{
		"duel-2": "Your mail for game duel-2 carries no signature",
		"duel-3": "The text of the mail is for game duel-3, and there is no game of this name here",
	} {
		text := strings.Replace(file("Red", 1, 1, "pick 4"), "duel-1", game, 1)
		got := tb.ask(address["Red"], text)
		has(t, got, want)
		hasNot(t, got, "duel-1")
	}
	has(t, tb.ask(address["Red"], "hello"), "Your mail for game duel-1 carries no signature")
	hasNot(t, tb.ask("nobody@example.org", "game: duel-3\nside: Red\nturn: 1\nstep: 1\nend\n"), "duel-3")
}

// The answer to what a player signed for a game in which he does not play speaks of that game.
func TestSignedForAnotherGame(t *testing.T) {
	tb := newTable(t)
	tb.create()
	red := keys()["Red"].Public().String()
	for _, game := range []string{"duel-2", "battle-1"} {
		key := red
		if game == "battle-1" {
			key = testkey.New("somebody").Public().String()
		}
		if _, err := tb.u.Create(clubSpec(game, key)); err != nil {
			t.Fatal(err)
		}
	}
	tb.deliver()
	turn := func(game string) string { return strings.Replace(file("Red", 1, 1, "pick 4"), "duel-1", game, 1) }
	got := tb.ask(address["Red"], signed(t, "Red", turn("duel-22")))
	has(t, got, "Your file is for game duel-22",
		`Line 1: "game: duel-22" This cannot be used: there is no game "duel-22" here`, `did you mean "duel-2"?`,
		"your key plays in duel-1, duel-2")
	hasNot(t, got, "Start again", "step: 1")
	has(t, tb.ask(address["Red"], signed(t, "Red", turn("battle-1"))), "Your file is for game battle-1",
		`your key plays no side in game "battle-1"`, "your key plays in duel-1, duel-2; copy the line game:")
	has(t, tb.ask(address["Red"], signed(t, "Red", "game: duel-22\nside: Red\n\nstatus\nend\n")),
		`there is no game "duel-22" here`, `did you mean "duel-2"?`)
	has(t, tb.ask(address["Red"], signed(t, "Red", turn("duel-2"))), "[duel-2] orders received",
		"The address that it was sent to names game duel-1")
	invited := "game: battle-1\nside: Red\njoin: AAAA-BBBB-CCCC\nend\n"
	got = tb.ask(address["Red"], signed(t, "Red", invited))
	has(t, got, "Your file is for game battle-1", `no invitation is open`)
	hasNot(t, got, "Start again", "step 1")
	tb.sure("Red", "concede")
	got = tb.ask(address["Red"], signed(t, "Red", strings.Replace(turn("battle-1"), "pick 4", "pick 3", 1)),
		"In-Reply-To: <duel-1.0.Red@example.org>", "Subject: [duel-1]")
	has(t, got, "Your file is for game battle-1", `your key plays no side in game "battle-1"`)
	hasNot(t, got, "the game is over")
}

// Of two blocks of orders in a mail the answer says which one counted.
func TestTwoBlocks(t *testing.T) {
	const which = "The one that ends in line 7 counted; the one that begins in line 9 was not read."
	first, second := file("Red", 1, 1, "pick 4"), file("Red", 1, 1, "pick 5")
	for _, tt := range []struct {
		name, text, want string
	}{
		{"two blocks", first + "\n" + second, which},
		{"the first is wrong", file("Red", 1, 1, "pick x") + "\n" + second, which},
		{"one block", first, ""},
		{"a report is quoted", first + "\nOn Monday, Berthier wrote:\n> " + strings.ReplaceAll(second, "\n", "\n> "),
			""},
		{"a report stands below, as Outlook has it", first + "\n_____________________\n" + second, ""},
	} {
		tb := newTable(t)
		tb.create()
		tb.deliver()
		got := tb.ask(address["Red"], signed(t, "Red", tt.text))
		if tt.want != "" {
			has(t, got, tt.want)
		} else {
			hasNot(t, got, "was not read")
		}
	}
}

// A file beside a text with orders is told of too.
func TestBlockInAFileToo(t *testing.T) {
	tb := newTable(t)
	ney, public := pgpUser(t, tb.now)
	if _, err := tb.u.Create(clubSpec("duel-1", public)); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	part := "Content-Type: multipart/mixed; boundary=k\n\n--k\nContent-Type: text/plain\n\n" +
		file("Red", 1, 1, "pick 4") + "\n--k\nContent-Type: text/plain; name=turn.txt\n\n" + file("Red", 1, 1,
		"pick 5") +
		"\n--k--\n"
	if err := tb.take(signedPart(t, ney, tb.now, "1@home", part)); err != nil {
		t.Fatal(err)
	}
	has(t, tb.deliver(), "orders received", "pick 4", "A file with orders is attached to the mail. It was not read")
}

// A signed mail whose orders stand in a document says that this is not read.
func TestSignedDocument(t *testing.T) {
	for name, want := range map[string]string{
		"orders.docx": "The mail has a document of a word processor. Only plain text is read here",
		"orders.pdf":  "The mail has a PDF file",
		"orders.zip":  "The mail has a packed file, such as a zip file",
		"winmail.dat": "The mail has a file winmail.dat, as Outlook makes of a mail in \"Rich Text\"",
	} {
		tb := newTable(t)
		ney, public := pgpUser(t, tb.now)
		if _, err := tb.u.Create(clubSpec("duel-1", public)); err != nil {
			t.Fatal(err)
		}
		tb.deliver()
		for i, body := range []string{"My orders are attached.\n", ""} {
			part := "Content-Type: multipart/mixed; boundary=k\n\n--k\nContent-Type: text/plain\n\n" + body +
				"\n--k\nContent-Type: application/octet-stream; name=" + name + "\n\nPK\x03\x04\x00\n--k--\n"
			if err := tb.take(signedPart(t, ney, tb.now, fmt.Sprintf("%d@home", i), part)); err != nil {
				t.Fatal(err)
			}
			if got := tb.deliver(); body != "" {
				has(t, got, "orders refused", want)
			} else {
				has(t, got, "Only plain text is read here", "plain text", "sign")
			}
		}
	}
}

// A private key in a mail is told before all else, and no piece of it goes back. UTF-16 is named as what it is.
func TestMailWithPrivateKey(t *testing.T) {
	for name, tt := range map[string]struct{ body, want string }{
		"private key": {"my key:\n-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n" +
			"-----END OPENSSH PRIVATE KEY-----\n", "has a private key in it"},
		"help":   {"help\n-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n", "Make a new key"},
		"UTF-16": {"\xff\xfeg\x00a\x00m\x00e\x00", "in UTF-16, which Windows calls Unicode"},
	} {
		tb := newTable(t)
		tb.create()
		tb.deliver()
		raw := letter(address["Red"], "1@home", tt.body)
		if name == "UTF-16" {
			raw = letter(address["Red"], "1@home", base64.StdEncoding.EncodeToString([]byte(tt.body)),
				"Content-Disposition: attachment; filename=turn.txt", "Content-Transfer-Encoding: base64")
		}
		if err := tb.take(raw); err != nil {
			t.Fatal(err)
		}
		got := tb.deliver()
		if len(got) != 1 || !strings.Contains(flat(got[0].Text), tt.want) || strings.Contains(got[0].Text, "b3Bl") {
			t.Errorf("%s: got %s\n%s", name, titles(got), got[0].Text)
		}
	}
}
