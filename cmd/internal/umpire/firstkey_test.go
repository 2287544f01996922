package umpire

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"berthier/mail/sign"
)

// firstMail is a mail of testdata/joining, made as people's mail programs make it.
func firstMail(t testing.TB, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", "joining", name+".eml"))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

const (
	neysKey = "OpenPGP key 0xA6F8A6D79FB67CB92EC2854DAE5E8C29C507AF82"
	redJoin = "game: duel-1\nside: Red\njoin: V2DV-Z2ET-U2GI\nend\n"
)

// One mail out of the mail program registers the key: signed, with the code of the
// invitation, and with the key attached or in the field Autocrypt. A mail that lacks
// one of them is told which.
func TestFirstMail(t *testing.T) {
	none := []string{"Nothing was done with it"}
	good := "The code is still good"
	for _, tt := range []struct {
		name string
		want []string // of the answer, if no key is registered
	}{
		{"thunderbird-reply", nil},
		{"thunderbird-block", nil},
		{"thunderbird-html", nil},
		{"thunderbird-autocrypt", nil},
		{"thunderbird-whole-reply", nil},
		{"apple-mail-gpg", nil},
		{"neomutt-key", nil},
		{"thunderbird-wrong-code", append(none, "the code in it is not that of an open invitation to game duel-1",
			"Copy the code from the last mail that invites you")},
		{"thunderbird-no-key", []string{good, "it is for Red in game duel-1", "your public key is missing", neysKey,
			`In Thunderbird, choose OpenPGP, "Attach My Public Key"`, redJoin}},
		{"thunderbird-other-key", []string{good, "is not the one that signed it, " + neysKey, redJoin}},
		{"thunderbird-code-only", []string{good, `together with the lines "game:" and "side:" of the invitation`,
			redJoin}},
		{"thunderbird-unsigned", []string{good, "the mail is not signed", `"Digitally Sign"`, redJoin}},
		// Nothing outside of what is signed is believed.
		{"forged-autocrypt", []string{good, "is not the one that signed it, " + neysKey}},
		{"forged-code-unsigned", []string{good, `what you signed does not have it together with the lines "game:"`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tb := newTable(t)
			if _, err := tb.u.Create(clubSpec("duel-1", "")); err != nil {
				t.Fatal(err)
			}
			tb.deliver()
			if err := tb.take(firstMail(t, tt.name)); err != nil {
				t.Fatal(err)
			}
			got := tb.deliver()
			if len(got) != 1 || got[0].To[0].Address != address["Red"] {
				t.Fatalf("got %s", titles(got))
			}
			for _, w := range tt.want {
				if !strings.Contains(flat(got[0].Text), flat(w)) {
					t.Errorf("the answer lacks %q:\n%s", w, got[0].Text)
				}
			}
			key := tb.status().Keys["Red"]
			if tt.want != nil && key != (sign.Key{}) || tt.want == nil && key.Name() != neysKey {
				t.Errorf("Red signs with %q; the answer is\n%s", key.Name(), got[0].Text)
			}
			signatures := 0
			if tt.want == nil {
				signatures = 1
			}
			tb.verified(signatures)
		})
	}
}

// The same without a signature, as a command.
func TestJoinCommandUnsigned(t *testing.T) {
	tb := newTable(t)
	if _, err := tb.u.Create(clubSpec("duel-1", "")); err != nil {
		t.Fatal(err)
	}
	code := tb.joinCode(address["Red"])
	got := tb.ask(address["Red"], "join "+code)
	has(t, got, "the code is right, but the mail is not signed", "game: duel-1", "Attach My Public Key")
	has(t, tb.ask(address["Red"], "join AAAA-BBBB-CCCC"), "no open invitation has this code",
		"from the last mail that invites you")
}
