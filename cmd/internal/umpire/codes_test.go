package umpire

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"net"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"

	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/store"
)

var codeLine = regexp.MustCompile(`(?m)^code: ([A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4})$`)

// codesTable is a game in which Red has no key and Blue has one. The DNS knows
// the domain of Red's address only.
func codesTable(t *testing.T) (tb *table, send func(id, from, text string, signed bool) []*mail.Message, asked *int) {
	t.Helper()
	tb = newTable(t)
	secret, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	public, err := x509.MarshalPKIXPublicKey(secret.Public())
	if err != nil {
		t.Fatal(err)
	}
	asked = new(int)
	tb.u.LookupTXT = func(name string) ([]string, error) {
		*asked++
		if name == "s1._domainkey.example.net" {
			return []string{"v=DKIM1; p=" + base64.StdEncoding.EncodeToString(public)}, nil
		}
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	}
	s := spec()
	s.Codes, s.Players[1].Key = true, ""
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	send = func(id, from, text string, signed bool) []*mail.Message {
		t.Helper()
		raw := letter(from, id, text)
		if signed {
			var out bytes.Buffer
			if err := dkim.Sign(&out, bytes.NewReader(raw),
				&dkim.SignOptions{Domain: "example.net", Selector: "s1", Signer: secret}); err != nil {
				t.Fatal(err)
			}
			raw = out.Bytes()
		}
		if err := tb.take(raw); err != nil {
			t.Fatal(err)
		}
		return tb.deliver()
	}
	return tb, send, asked
}

// withCode is a turn file with the code of a mail.
func withCode(t *testing.T, m *mail.Message, text string) string {
	t.Helper()
	line := codeLine.FindString(m.Text)
	if line == "" {
		t.Fatalf("no code in:\n%s", m.Text)
	}
	return strings.Replace(text, "\n\n", "\n"+line+"\n", 1)
}

// Who answers with codes is told of codes first, and that there is nothing to sign.
func TestFirstMailSpeaksOfCodes(t *testing.T) {
	tb, _, _ := codesTable(t)
	opening := tb.deliver()
	red, later, _ := strings.Cut(opening[0].Text, "\nIf you would rather sign")
	for _, want := range []string{"How you answer ---", `a block with a line "code:"`, "There is nothing to sign",
		`Send them, with the line "code:", to games+duel-1@berthier.example`,
		`from the address that this mail went to. Leave the line "code:" as it is`} {
		if !strings.Contains(flat(red), want) {
			t.Errorf("the first mail does not say %q:\n%s", want, red)
		}
	}
	for _, word := range []string{"Sign the", "sign it", "key of yours", "Register"} {
		if strings.Contains(flat(red), word) {
			t.Errorf("the first mail says %q:\n%s", word, red)
		}
	}
	if code := codeLine.FindString(red); !strings.Contains(flat(red), "wyślij wiersze „game: duel-1”, „side: Red”, „"+
		code+"” i „language pl”") || strings.Contains(flat(red), "podpisz") {
		t.Errorf("who answers with codes is told to sign for another language:\n%s", red)
	}
	if !strings.Contains(later, "\njoin: ") || !strings.Contains(flat(opening[1].Text), "sign it and send it") {
		t.Errorf("nobody is told of keys:\n%s\n%s", later, opening[1].Text)
	}
}

// Whoever answers with codes is asked for the code, and not to sign, whatever his mail lacks.
func TestCodeIsAskedFor(t *testing.T) {
	_, send, _ := codesTable(t)
	for text, want := range map[string]string{
		"resign\n":      `put the lines "game:", "side:" and "code:" of your last report above the commands`,
		"language pl\n": `put the lines "game:", "side:" and "code:" of your last report above the commands`,
		"pick 4\n":      "Your file needs the line that begins with \"code:\"",
	} {
		got := send(text[:4]+"@home", address["Red"], text, true)
		last := got[len(got)-1]
		if said := flat(last.Text); !strings.Contains(said, want) || strings.Contains(said, "sign the text") ||
			strings.Contains(said, "Thunderbird") {
			t.Errorf("%q is answered:\n%s", text, last.Text)
		}
	}
}

// Who has no key yet, and no codes, is told to register one before he is told how to sign.
func TestKeyIsRegisteredFirst(t *testing.T) {
	tb := newTable(t)
	s := spec()
	s.Players[1].Key = ""
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	const first = "What to do ---------- - The umpire has no key of yours yet. Register one first"
	for side, want := range map[engine.Side]bool{"Red": true, "Blue": false} {
		got := tb.ask(address[side], file(side, 1, 1, "pick 4"))
		if len(got) != 1 || strings.Contains(flat(got[0].Text), first) != want {
			t.Errorf("%s: got %s, %s", side, titles(got), got[0].Text)
		}
	}
}

func TestCodes(t *testing.T) {
	tb, send, asked := codesTable(t)
	opening := tb.deliver()
	if codeLine.MatchString(opening[1].Text) ||
		!strings.Contains(flat(opening[1].Text), "Red: Michel Ney, signs with codes and DKIM") {
		t.Errorf("opening mail of a player with a key:\n%s", opening[1].Text)
	}
	ney := address["Red"]
	good := withCode(t, opening[0], file("Red", 1, 1, "pick 4"))
	code := codeLine.FindStringSubmatch(opening[0].Text)[1]
	*asked = 0
	for i, tt := range []struct{ name, from, text, want string }{
		{"no code", ney, file("Red", 1, 1, "pick 4"), "does not have the code of your last report"},
		{"wrong code", ney, strings.Replace(good, code, "AAAA-AAAA-AAAA", 1),
			"does not have the code of your last report"},
		{"from another address", "other@example.net", good, "carries no signature"},
		{"for the side with a key", address["Blue"], strings.Replace(good, "side: Red", "side: Blue", 1),
			"carries no signature"},
	} {
		if got := send(tt.name+"@home", tt.from, tt.text, true); len(got) != 1 ||
			!strings.Contains(flat(got[0].Text), tt.want) {
			t.Errorf("%d %s: got %s, want %q", i, tt.name, titles(got), tt.want)
		}
	}
	if *asked != 0 {
		t.Errorf("the DNS was asked %d times for mails without the code", *asked)
	}
	if got := send("unsigned@home", ney, good, false); len(got) != 1 ||
		!strings.Contains(flat(got[0].Text), "no DKIM signature") ||
		!strings.Contains(flat(got[0].Text), "through the mail server of its own provider") {
		t.Errorf("without DKIM: got %s", titles(got))
	}
	if s := tb.status(); len(s.Answered) != 0 {
		t.Fatalf("%v has answered", s.Answered)
	}
	got := send("good@home", ney, "Hello,\n\n"+good+"-- \nNey\n", true)
	if titles(got) != "ney@example.net: [duel-1] orders received" ||
		!strings.Contains(flat(got[0].Text),
			"not signed, but had the code of the report and the DKIM example.net signature") {
		t.Fatalf("got %s\n%s", titles(got), got[0].Text)
	}
	tb.restart()
	tb.u.LookupTXT = func(string) ([]string, error) { t.Error("the DNS was asked"); return nil, nil }
	tb.play("Blue", 1, 1, "pick 2")
	reports := tb.deliver()
	red := reports[len(reports)-2]
	if !strings.Contains(flat(whole(red)),
		"- Red: not signed, but had the code of the report and the DKIM example.net signature, received") {
		t.Errorf("the report:\n%s", red.Text)
	}
	if next := codeLine.FindStringSubmatch(red.Text); next == nil || next[1] == code {
		t.Errorf("the report has the code %v after %s", next, code)
	}
	if got := send("old@home", ney, strings.Replace(file("Red", 2, 2, "double yes"), "\n\n", "\ncode: "+code+"\n", 1),
		true); len(got) > 0 && !strings.Contains(flat(got[0].Text), "does not have the code") {
		t.Errorf("the old code counts: %s", titles(got))
	}
	tb.verified(2)

	records := tb.records()
	i := slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == record.KindOrders })
	for name, edit := range map[string]func(*record.Orders){
		"text":   func(o *record.Orders) { o.Data = bytes.Replace(o.Data, []byte("pick 4"), []byte("pick 3"), 1) },
		"domain": func(o *record.Orders) { o.Key = sign.DKIMKey("example.com").Name() },
		"form":   func(o *record.Orders) { o.Form = sign.FormInline },
		"DNS":    func(o *record.Orders) { o.Signature = nil },
	} {
		o, err := record.ParseOrders(records[i].Data, records[i].Hidden)
		if err != nil {
			t.Fatal(err)
		}
		edit(&o)
		changed := slices.Clone(records)
		changed[i].Data, changed[i].Hidden = o.Print()
		if _, err := tb.check(changed); err == nil || !strings.HasPrefix(err.Error(), "signatures: ") {
			t.Errorf("%s changed: got %v", name, err)
		}
	}
}

// A player who registers a key signs from then on; without the option a code
// is of no use.
func TestCodesEnd(t *testing.T) {
	tb, send, _ := codesTable(t)
	opening := tb.deliver()
	join := regexp.MustCompile("(?s)\n\n(game: duel-1\nside: Red\njoin: .*?end\n)").FindStringSubmatch(opening[0].Text)
	if join == nil {
		t.Fatalf("no invitation:\n%s", opening[0].Text)
	}
	good := withCode(t, opening[0], file("Red", 1, 1, "pick 4"))
	// A code cannot change a key.
	code := codeLine.FindString(opening[0].Text)
	if got := send("change@home", address["Red"], "game: duel-1\nside: Red\nkey: "+keys()["Red"].Public().String()+
		"\nend\n"+code+"\n", true); tb.status().Keys["Red"] != (sign.Key{}) {
		t.Errorf("a key was changed by a code: %s", titles(got))
	}
	if got := tb.say(keys()["Red"], "join@home", join[1]); len(got) != 1 ||
		got[0].Subject != "[duel-1] your key is known now" {
		t.Fatalf("got %s", titles(got))
	}
	if got := send("code@home", address["Red"], good, true); len(got) != 1 ||
		!strings.Contains(flat(got[0].Text), "carries no signature") {
		t.Errorf("the code counts beside a key: %s", titles(got))
	}
	// A signed file may still have the line of a code.
	if got := tb.say(keys()["Red"], "signed@home", good); len(got) != 1 ||
		got[0].Subject != "[duel-1] orders received" {
		t.Errorf("got %s", titles(got))
	}

	plain := newTable(t)
	s := spec()
	s.Players[1].Key = ""
	if _, err := plain.u.Create(s); err != nil {
		t.Fatal(err)
	}
	for _, m := range plain.deliver() {
		if codeLine.MatchString(m.Text) {
			t.Errorf("a code without the option:\n%s", m.Text)
		}
	}
}

// When the game is over the audit checks the codes too.
func TestCodesInTheAudit(t *testing.T) {
	tb, send, _ := codesTable(t)
	last := tb.deliver()[0]
	for tb.status().Step < 20 {
		s := tb.status()
		if s.Outcome.Over {
			break
		}
		for _, side := range s.Waiting {
			line := "pick 4"
			if mayDouble(s) {
				line = "double yes"
			} else if side == "Blue" {
				line = "pick 2"
			}
			var got []*mail.Message
			if side == "Blue" {
				tb.play(side, s.Turn, s.Step+1, line)
				got = tb.deliver()
			} else {
				got = send(strings.Repeat("x", s.Step+1)+"@home", address["Red"],
					withCode(t, last, file(side, s.Turn, s.Step+1, line)), true)
			}
			for _, m := range got {
				if m.To[0].Address == address["Red"] && codeLine.MatchString(m.Text) {
					last = m
				}
			}
		}
	}
	a, err := tb.u.Verify("duel-1")
	if err != nil || a.Over == nil || a.Check("signatures").Left != 0 {
		t.Fatalf("got %+v, %v", a.Check("signatures"), err)
	}
	// The umpire forges a file of another step: its DKIM signature is good.
	records := tb.records()
	first := slices.IndexFunc(records, func(r store.Record) bool {
		return r.Kind == record.KindOrders && bytes.Contains(r.Data, []byte("side: Red"))
	})
	later := first + 1 + slices.IndexFunc(records[first+1:], func(r store.Record) bool {
		return r.Kind == record.KindOrders && bytes.Contains(r.Data, []byte("side: Red"))
	})
	o, err1 := record.ParseOrders(records[first].Data, records[first].Hidden)
	forged, err2 := record.ParseOrders(records[later].Data, records[later].Hidden)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	forged.File, forged.Proof = o.File, o.Proof
	records[later].Data, records[later].Hidden = forged.Print()
	a, _ = tb.check(records)
	if err := a.Check("signatures").Err; !strings.Contains(fmt.Sprint(err), "does not have the code of its report") {
		t.Errorf("got %v", err)
	}
}
