package umpire

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/roster"
	"berthier/cmd/internal/testkey"
	"berthier/engine/tongue"
	"berthier/mail"
)

// club has a game in each state that a list of games tells apart; now is 4 December 2030, 8.00 UTC.
func club(t *testing.T) *table {
	tb := chief(t)
	for _, c := range []struct{ id, deadline string }{
		{"late", "1d"}, {"waits", ""}, {"older", ""}, {"paused", "7d"}, {"left", ""}, {"over", ""}, {"new", ""},
	} {
		s := spec()
		s.Game, s.Deadline, s.Wait = c.id, c.deadline, c.id == "new"
		if _, err := tb.u.Create(s); err != nil {
			t.Fatal(err)
		}
	}
	say := func(game, side, text string) {
		t.Helper()
		has(t, tb.ask(address["Red"], signed(t, "Red", "game: "+game+"\nside: "+side+"\n\n"+text+"\nend\n")),
			"["+game+"]")
	}
	tb.now = tb.now.Add(time.Hour)
	say("waits", "Red", "orders\nturn: 1\nstep: 1\n\npick 1")
	tb.now = tb.now.Add(47 * time.Hour)
	tb.must("resign", "left")
	tb.must("close over nobody plays", "")
	tb.must("pause paused", "")
	tb.must("process waits", "")
	tb.deliver()
	return tb
}

// must gives a command at the machine, or, for a game, as its player Red, and says that it is meant.
func (tb *table) must(text, game string) {
	tb.t.Helper()
	if game == "" {
		a, err := tb.u.Do("", text)
		if line := regexp.MustCompile(`berthier do (close \S+ \S+)`).FindStringSubmatch(a.Text); err == nil &&
			line != nil {
			_, err = tb.u.Do("", line[1])
		}
		if err != nil {
			tb.t.Fatal(err)
		}
		return
	}
	give := func(text string) []*mail.Message {
		return tb.ask(address["Red"], signed(tb.t, "Red", "game: "+game+"\nside: Red\n\n"+text+"\nend\n"))
	}
	has(tb.t, give(text+" "+sureCode(tb.t, give(text))), "["+game+"]")
}

// What needs attention stands first; each line says what everybody may know.
func TestGamesInOneTable(t *testing.T) {
	tb := club(t)
	rows, now, err := tb.u.Roster()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range roster.Table(rows, now).Rows {
		got = append(got, tongue.List(r, " | ").String())
	}
	want := []string{
		"left | turn 1, Red 0, Blue 0 | Red (Michel Ney), Blue (Mikhail Kutuzov) since 2 Dec 08.00 | – | 4 Dec " +
			"08.00 | Red has no player",
		"late | turn 1, Red 0, Blue 0 | Red (Michel Ney), Blue (Mikhail Kutuzov) since 2 Dec 08.00 | 3 Dec 08.00 | – " +
			"| LATE",
		"older | turn 1, Red 0, Blue 0 | Red (Michel Ney), Blue (Mikhail Kutuzov) since 2 Dec 08.00 | – | – | ",
		"waits | turn 1, Red 1, Blue 0 | Red (Michel Ney) since 4 Dec 08.00 | – | 2 Dec 09.00 | ",
		"paused | turn 1, Red 0, Blue 0 | Red (Michel Ney), Blue (Mikhail Kutuzov) since 2 Dec 08.00 | – | – | paused",
		"new | turn 1, Red 0, Blue 0 | – | – | – | not begun",
		"over | over: closed by the umpire without a result: nobody plays | – | – | – | over",
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
	tb.u.Infos["older"].Health = docket.Health{Known: true, Why: "another program"}
	if rows, _, err = tb.u.Roster(); err != nil || rows[0].Game != "older" || rows[0].State().String() != "HELD" {
		t.Errorf("a held game is not first: %+v, %v", rows[0], err)
	}
}

// The umpire is told of all games, a player of his own, anybody else what they are.
func TestGamesByMail(t *testing.T) {
	tb := club(t)
	has(t, tb.command("games\nend\n"), "Red has no player", "LATE", "not begun", "closed by the umpire")
	has(t, tb.ask(address["Blue"], signed(t, "Blue", "game: late\nside: Blue\n\ngames\nend\n")), "LATE", "paused")
	s := spec()
	s.Game, s.Players[0].Key = "others", testkey.New("other").Public().String()
	s.Players[1].Key = testkey.New("third").Public().String()
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	hasNot(t, tb.ask(address["Blue"], signed(t, "Blue", "game: late\nside: Blue\n\ngames // anew\nend\n")), "others")
	has(t, tb.command("games // anew\nend\n"), "others")
	stranger := tb.ask("new@example.org", "games\nend\n")
	has(t, stranger, "others", "0 steps resolved")
	hasNot(t, stranger, "Michel Ney", "LATE")
}
