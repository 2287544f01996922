package umpire

import (
	"io"
	"log/slog"
	"strings"
	"testing"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/store/leaf"
)

// A command of the umpire is answered to the address in the configuration, whoever
// sends it on in whatever name.
func TestUmpireIsAnsweredAtHisAddress(t *testing.T) {
	for _, address := range []string{"chief@example.org", ""} {
		tb := newTable(t)
		tb.u.UmpireKeys, tb.u.UmpireAddress = []sign.Key{keys()["Stranger"].Public()}, address
		tb.create()
		tb.deliver()
		want := address
		if want == "" {
			want = contact
		}
		for i, body := range []string{"keys", "nonsense", "position\nkeys", "close"} {
			text := signed(t, "Stranger", "game: duel-1\nside: umpire\n\n"+body+"\nend\n")
			raw := letter("attacker@example.com", string(rune('a'+i))+"@x", text, "Reply-To: other@example.com",
				"Return-Path: <third@example.com>")
			if err := tb.take(raw); err != nil {
				t.Fatal(err)
			}
			got := tb.deliver()
			if len(got) != 1 || len(got[0].To) != 1 || got[0].To[0].Address != want {
				t.Errorf("%q is answered to %s", body, titles(got))
			}
		}
	}
}

// There is no umpire by mail without an address for the answers.
func TestUmpireNeedsAnAddress(t *testing.T) {
	tb := newTable(t)
	key, err := record.GenerateSigner(&stream{1})
	if err != nil {
		t.Fatal(err)
	}
	c := docket.Config{
		Store: tb.store, Key: key, Rulesets: []engine.Ruleset{tb.rules}, Address: mail.Address{Address: own},
		UmpireKeys: []sign.Key{keys()["Stranger"].Public()}, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
	if _, err := New(c); err == nil || !strings.Contains(err.Error(), "no address for answers") {
		t.Errorf("got %v", err)
	}
	for _, set := range []func(*docket.Config){func(c *docket.Config) { c.Contact = contact },
		func(c *docket.Config) { c.UmpireAddress = "chief@example.org" },
		func(c *docket.Config) { c.UmpireKeys = nil }} {
		good := c
		set(&good)
		if _, err := New(good); err != nil {
			t.Error(err)
		}
	}
}

// No game has a name that a program could take for an option.
func TestNamesOfGames(t *testing.T) {
	for name, ok := range map[string]bool{
		"duel-1": true, "1": true, "a-": true, "x--y": true, strings.Repeat("a", 40): true,
		"-": false, "-x": false, "--help": false, "-rf": false, "": false, strings.Repeat("a", 41): false,
		"Duel": false, "a.b": false, "a b": false, "\u2011x": false,
	} {
		if got := leaf.ValidGame(name); got != ok {
			t.Errorf("%q: %t", name, got)
		}
		tb := newTable(t)
		s := spec()
		s.Game = name
		g, err := tb.u.Create(s)
		if (err == nil) != ok {
			t.Errorf("creating %q: %v", name, err)
		}
		if ok {
			data, _ := g.Print()
			text := strings.Replace(string(data), "game: "+name+"\n", "game: -"+name+"\n", 1)
			if _, err := record.ParseGame([]byte(text), nil); err == nil ||
				!strings.Contains(err.Error(), "not a game's name") {
				t.Errorf("a record of -%s: %v", name, err)
			}
		}
	}
	_, faults := engine.ParseTurnFile([]byte("game: -x\nside: Red\nturn: 1\nstep: 1\n\nend\n"), nil, engine.Limits{})
	if len(faults) != 1 || !strings.Contains(faults[0].Msg.String(), "hyphen") {
		t.Errorf("a turn file: %v", faults)
	}
}
