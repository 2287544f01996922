package archive

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/umpire"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/mail/wire"
)

var freeze = flag.String("archive.freeze", "",
	"write this `FILE` of testdata anew: only before the release that fixes its format")

// frozen reads an archive of testdata, or writes it first if it is to be frozen.
func frozen(t *testing.T, name string, make func() game.SavedGame) Archive {
	t.Helper()
	path := "testdata/" + name
	if *freeze == name {
		if err := os.WriteFile(path, write(t, make().Public()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a, err := Read(file)
	if err != nil || len(a.Faults) > 0 {
		t.Fatal(err, a.Faults)
	}
	return a
}

// testdata/format-2.zip is a game of coins that began under version 1 of its rules
// and which the umpire let go on under version 2 after the first step; then
// another key signed its log. Its rules never change, so all of it must be proved
// for ever, each step by the program that has its version.
func TestReadsFrozenVersions(t *testing.T) {
	a := frozen(t, "format-2.zip", func() game.SavedGame { return playCoins(t) })
	for _, c := range []struct {
		rules engine.Ruleset
		done  int
		why   string
	}{
		{coin{"1"}, 1, "a program with version 2 as berthier v0.2.0 has it"},
		{coin{"2"}, 2, "a program with version 1 as berthier v0.1.0 has it"},
		{coin{"3"}, 0, "a program with version 1 as berthier v0.1.0 has it, and by a program with version 2 as " +
			"berthier v0.2.0 has it"},
		{nil, 0, "a program with version 1 as berthier v0.1.0 has it, and by a program with version 2 as berthier " +
			"v0.2.0 has it"},
	} {
		u := judge{Load: func(string, map[string][]byte) (engine.Ruleset, error) { return c.rules, nil }}
		r := u.Audit(a, nil)
		if !r.Foreign || r.Unresolved != coinRounds-c.done {
			t.Errorf("%v: foreign %v, %d steps cannot be resolved", c.rules, r.Foreign, r.Unresolved)
		}
		if err := r.Err(); err != nil || len(r.Steps) != coinRounds {
			t.Errorf("%v: %d steps, %v", c.rules, len(r.Steps), err)
		}
		if s := r.Check("steps"); s.Done != c.done || s.Left != coinRounds-c.done || !strings.Contains(s.Why, c.why) {
			t.Errorf("%v: %+v", c.rules, s)
		}
		if len(r.LogKeys) != 2 || !r.LogKeys[1].Vouched {
			t.Errorf("keys of the log: %+v", r.LogKeys)
		}
		for _, k := range r.Checks {
			rules := slices.Contains([]string{"steps", "outcome", "rules and tables", "clocks", "beacon"}, k.Name) ||
				c.rules == nil && k.Name == "orders"
			if !rules && (k.Done == 0 || k.Left > 0) {
				t.Errorf("%v: %s: %d done, %d left", c.rules, k.Name, k.Done, k.Left)
			}
		}
	}
}

// playCoins plays the game of testdata/format-2.zip.
func playCoins(t *testing.T) game.SavedGame {
	s := openStore(t)
	now := time.Date(2030, 12, 2, 8, 0, 0, 0, time.UTC)
	logKey := func(n byte) record.Signer {
		key, err := record.GenerateSigner(&stream{n})
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	start := func(program string, key record.Signer, rules engine.Ruleset) *umpire.Umpire {
		u, err := umpire.New(docket.Config{
			Store: s, Key: key, Rulesets: []engine.Ruleset{rules},
			Address: mail.Address{Name: "Berthier", Address: "games@" + domain},
			Clock:   func() time.Time { return now }, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
			Program: program,
		})
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	round := func(u *umpire.Umpire, n int) {
		for i, side := range coinSides {
			text := fmt.Sprintf("game: coin-1\nside: %s\nturn: %d\nstep: %d\n\ncall %s\nend\n", side, n, n,
				[]string{"heads", "tails"}[i])
			signed, err := sign.Inline(keys()[i], []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			now = now.Add(time.Minute)
			raw := fmt.Appendf(nil, "From: player%d@example.net\r\nTo: games+coin-1@%s\r\nSubject: call\r\n"+
				"Message-ID: <%d.%d@example.net>\r\n\r\n%s", i, domain, n, i, signed)
			if _, err := u.TakeAll(context.Background(), []wire.Arrival{{Raw: raw}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	first, second := logKey(0), logKey(50)
	u := start("v0.1.0", first, coin{"1"})
	spec := play.Spec{Game: "coin-1", Title: "Three coins", Ruleset: "coin", Setup: engine.Setup{Scenario: "three"}}
	for i, side := range coinSides {
		spec.Players = append(spec.Players, play.Player{Side: side, Name: "Player of " + string(side),
			Address: fmt.Sprintf("player%d@example.net", i), Key: keys()[i].Public().String()})
	}
	if _, err := u.Create(spec); err != nil {
		t.Fatal(err)
	}
	round(u, 1)
	u = start("v0.2.0", first, coin{"2"})
	if m, err := u.Migrate("coin-1", true); err != nil || len(m.Differs) != 1 {
		t.Fatalf("migrated %+v, %v", m, err)
	}
	u = start("v0.2.0", second, coin{"2"})
	if games, err := u.AdoptLogKey(u.Key, &first); err != nil || len(games) != 1 {
		t.Fatal(games, err)
	}
	for n := 2; n <= coinRounds; n++ {
		round(u, n)
	}
	return saveFrom(t, s, "coin-1")
}

// The program still writes games of several versions as testdata/format-2.zip has
// them: the same kinds of records, in the same order.
func TestPlaysAsFrozen(t *testing.T) {
	kinds := func(s game.SavedGame) (all []string) {
		for _, r := range s.Records {
			all = append(all, r.Kind)
		}
		return all
	}
	want := kinds(frozen(t, "format-2.zip", func() game.SavedGame { return playCoins(t) }).SavedGame)
	if got := kinds(playCoins(t)); !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}
