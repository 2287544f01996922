package main

import (
	"crypto/sha256"
	"strings"
	"testing"

	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/templates"
)

// proofReport makes the text of a report of step 1 with two open draws and a
// sealed one, and the anchor.
func proofReport(t *testing.T) (text string, anchor engine.Link) {
	t.Helper()
	secret := engine.Link{1, 2, 3}
	anchor, err := engine.ChainLink(secret, 0)
	if err != nil {
		t.Fatal(err)
	}
	link, err := engine.ChainLink(secret, 1)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte("text and signature"))
	inputs := engine.InputHash([]engine.Input{{Side: "French", File: sum}, {Side: "Allied"}})
	dice := engine.NewStream("test-1", 1, inputs, link, engine.Link{9})
	dice.Draw("fire of art_1 at 1512: *", 10)
	dice.Seal("shuffle", 52)
	dice.Draw("charge of [a] on 1613, "+strings.Repeat("with one of a row of names ", 3), 6)
	m := templates.Mail{
		Game: templates.Game{ID: "test-1"}, Step: 1,
		Report: engine.Report{Side: "French", Title: tongue.English("Test")},
		Inputs: []templates.TurnFile{
			{Side: "French", Auth: tongue.Name("signed with SHA256:abc, received today"),
				Hash: engine.Link(sum).String()},
			{Side: "Allied", Auth: tongue.Name("no file came, the defaults were used"), Hash: "-"},
		},
		Dice: &templates.Dice{Game: "test-1", Step: 1, Link: link, Previous: anchor, Inputs: inputs,
			Draws: dice.Draws()},
	}
	body, _, err := templates.Report(m)
	if err != nil {
		t.Fatal(err)
	}
	details, _, err := templates.Details(m)
	if err != nil {
		t.Fatal(err)
	}
	return record.Whole(string(body), details), anchor
}

func TestProof(t *testing.T) {
	text, anchor := proofReport(t)
	p, err := readPublished(text)
	if err != nil {
		t.Fatal(err)
	}
	if open, err := p.verify(anchor); err != nil || open != 2 || len(p.draws) != 3 {
		t.Errorf("got %d of %d draws verified, error %v, want 2 of 3", open, len(p.draws), err)
	}
	if !p.resolves("French", sha256.Sum256([]byte("text and signature"))) || p.resolves("French", [32]byte{1}) ||
		!p.resolves("Allied", [32]byte{}) {
		t.Error("the turn files are not recognised")
	}
	if got := p.draws[0].Purpose; got != "fire of art_1 at 1512: *" {
		t.Errorf("purpose: got %q", got)
	}
}

// TestProofFinds changes one thing at a time in a report: each must be found.
func TestProofFinds(t *testing.T) {
	text, anchor := proofReport(t)
	p, err := readPublished(text)
	if err != nil {
		t.Fatal(err)
	}
	digit := func(n int) string { return string(rune('0' + (n+1)%6)) }
	tests := []struct{ name, from, to string }{
		{"value", ": " + string(rune('0'+p.draws[2].Value)) + ", of 0 to 5", ": " + digit(p.draws[2].Value) +
			", of 0 to 5"},
		{"range", ", of 0 to 9", ", of 0 to 8"},
		{"purpose", "on 1613", "on 1713"},
		{"draw left out", "3. charge", "4. charge"},
		{"link", p.link.String()[:8], "00000000"},
		{"link before", "must print\n\n" + anchor.String()[:8], "must print\n\n00000000"},
		{"game", "Game test-1,", "Game test-2,"},
		{"step", "step 1", "step 2"},
		{"turn file", p.files[0].hash, strings.Repeat("0", 64)},
		{"side", "- Allied: no file", "- Austrian: no file"},
		{"no turn files", "This step resolved:", "Nothing"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			changed := strings.ReplaceAll(text, tt.from, tt.to)
			if changed == text {
				t.Fatalf("%q is not in the report", tt.from)
			}
			p, err := readPublished(changed)
			if err == nil {
				_, err = p.verify(anchor)
			}
			if err == nil {
				t.Error("got no error")
			}
		})
	}
}

func TestReadAnchor(t *testing.T) {
	if _, err := readAnchor("# A mail\n\nwithout an anchor\n"); err == nil {
		t.Error("got no error")
	}
	want := engine.Link{1, 2}
	got, err := readAnchor("The anchor of this game:\n\n" + want.String() + "\n")
	if err != nil || got != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}
