package umpire

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/position"
	"berthier/cmd/internal/quota"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/roster"
	"berthier/engine"
	"berthier/mail"
	"berthier/store"
)

// mayDouble reports whether a side is asked to double; the other may then pick
// beforehand.
func mayDouble(s roster.Status) bool {
	return slices.ContainsFunc(s.Owed, func(d engine.Decision) bool { return d.Kind == "D2" })
}

// playOut plays duel-1 to its end by mail, and calls after each mail.
func (tb *table) playOut(after func()) {
	tb.t.Helper()
	for tb.status().Step < 20 {
		s := tb.status()
		if s.Outcome.Over {
			return
		}
		for _, side := range s.Waiting {
			line := "pick 4"
			if mayDouble(s) {
				line = "double yes"
			} else if side == "Blue" {
				line = "pick 2"
			}
			tb.play(side, s.Turn, s.Step+1, line)
			after()
		}
	}
	tb.t.Fatal("the game does not end")
}

func TestWholeGame(t *testing.T) {
	tb := newTable(t)
	tb.create()
	opening := tb.deliver()
	if titles(opening) != "ney@example.net: [duel-1] your orders: Round 1\n"+
		"kutuzov@example.com: [duel-1] your orders: Round 1" {
		t.Fatalf("opening mails:\n%s", titles(opening))
	}
	game := tb.status().GameRecord
	for _, want := range []string{game.Anchor.String(), fmt.Sprintf("%x", game.Sealed),
		"games+duel-1@berthier.example", "step: 1", "Pick a number", "SHA256:"} {
		if !strings.Contains(flat(opening[0].Text), want) {
			t.Errorf("the opening does not say %q:\n%s", want, opening[0].Text)
		}
	}
	links := []engine.Link{game.Anchor}
	tb.playOut(func() {
		for _, m := range tb.deliver() {
			if !strings.Contains(flat(whole(m)), "Check the dice") {
				continue
			}
			step, link := len(links)-1, links[len(links)-1]
			if n := tb.status().Step; n > step {
				link = tb.link(n)
				links = append(links, link)
				if !link.Follows(links[n-1]) {
					t.Errorf("link %d does not follow", n)
				}
			}
			if !strings.Contains(flat(m.Text), link.String()) {
				t.Errorf("report without its link:\n%s", m.Text)
			}
		}
	})
	checkMailHeaders(t, tb)
	checkHeads(t, tb)
	if over := tb.got[len(tb.got)-1]; over.Subject != "[duel-1] A duel is over" || len(over.Attachments) != 1 ||
		!strings.Contains(string(over.Attachments[0].Bytes), "secret: ") {
		t.Errorf("last mail: %s", over.Raw)
	}
	a, err := tb.u.Verify("duel-1")
	for name, want := range map[string]int{
		"records": 24, "hidden parts": 22, "signatures": 6, "orders": 6, "inputs": 6, "hash chain": 4, "draws": 4,
		"rules and tables": 1, "steps": 4, "outcome": 1,
		"forms": 6, "salts": 22, "reports": 12, "report texts": 8,
		"checkpoints": 1, "stored position": 1,
	} {
		if c := a.Check(name); c.Err != nil || c.Done != want || c.Left != 0 {
			t.Errorf("%s: got %+v, want %d", name, c, want)
		}
	}
	if err != nil || a.Over == nil || len(a.Checks) != 16 {
		t.Errorf("got %+v, %v", a, err)
	}
	if err := tb.u.Process("duel-1"); !errors.Is(err, docket.ErrOver) {
		t.Errorf("got %v, want ErrOver", err)
	}
	tb.play("Red", 3, 5, "pick 1")
	if got := tb.deliver(); len(got) != 1 || !strings.Contains(flat(got[0].Text), "the game is over") {
		t.Errorf("got %s", titles(got))
	}
}

// link is what is secret until step n is resolved.
func (tb *table) link(n int) engine.Link {
	tb.t.Helper()
	secret, err := tb.u.SecretOf("duel-1", docket.SecretChain)
	if err != nil {
		tb.t.Fatal(err)
	}
	l, err := engine.ChainLink(secret, n)
	if err != nil {
		tb.t.Fatal(err)
	}
	return l
}

// checkMailHeaders looks at the thread that every player sees.
func checkMailHeaders(t *testing.T, tb *table) {
	t.Helper()
	known := map[string]bool{}
	for i, m := range tb.got {
		if known[m.ID] {
			t.Errorf("Message-ID %s was used twice", m.ID)
		}
		known[m.ID] = true
		if m.ReplyTo.Address != "games+duel-1@berthier.example" || m.From.Address != own || m.Auto == "" {
			t.Errorf("mail %d: from %v, reply to %v, auto %q", i, m.From, m.ReplyTo, m.Auto)
		}
		for _, ref := range m.References {
			if !known[ref] && !strings.HasSuffix(ref, "@home") {
				t.Errorf("mail %s refers to %s, which nobody got", m.ID, ref)
			}
		}
	}
	for _, id := range []string{"duel-1.0.Red@berthier.example", "duel-1.4.Blue@berthier.example",
		"duel-1.over.Red@berthier.example"} {
		if !known[id] {
			t.Errorf("no mail has the ID %s", id)
		}
	}
}

// With the attachment of a report alone a player can check his orders, and
// finds what the server would find.
func TestAttachmentChecks(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.play("Red", 1, 1, "pick 4")
	tb.play("Blue", 1, 1, "pick 4")
	for _, m := range tb.deliver() {
		if m.Auto == "" || len(m.Attachments) == 0 {
			continue
		}
		i := slices.IndexFunc(m.Attachments, func(f mail.Attachment) bool { return f.Name == record.AttachedName })
		text := m.Attachments[i].Bytes
		a, err := position.Parse(bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")))
		if err != nil || !bytes.Equal(append([]byte(record.Told(string(text))+"\n"), a.Print()...), text) {
			t.Fatalf("%v\n%s", err, text)
		}
		_, faults, notes, err := a.Check(tb.rules, []byte(file(a.Side, a.Turn, a.Step, "pick 7")), engine.Limits{})
		if err != nil || len(faults) != 1 || len(notes) > 0 {
			t.Errorf("got %v, %v, %v", faults, notes, err)
		}
		a.Version, a.Data[0].Hash = "2", [32]byte{1}
		if _, _, notes, err := a.Check(tb.rules, nil, engine.Limits{}); err != nil || len(notes) != 2 {
			t.Errorf("another version and another table: got %q, %v", notes, err)
		}
		a.Ruleset = "chess"
		if _, _, _, err := a.Check(tb.rules, nil, engine.Limits{}); err == nil {
			t.Error("another ruleset is accepted")
		}
	}
}

func TestProcessTakesDefaults(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.play("Blue", 1, 1, "pick 5")
	for range 4 {
		if err := tb.u.Process("duel-1"); err != nil {
			t.Fatal(err)
		}
	}
	a, err := tb.u.Verify("duel-1")
	if err != nil || a.Check("steps").Done != 4 || a.Check("signatures").Done != 1 || a.Over == nil {
		t.Errorf("got %+v, %v", a.Checks, err)
	}
	text := string(tb.records()[4].Data)
	if !strings.Contains(text, "\ninput: Red - -\ninput: Blue 4 ") || !strings.Contains(text, "pick by=Red number=1") {
		t.Errorf("the record of step 1 is\n%s", text)
	}
	var report string
	for _, m := range tb.deliver() {
		if m.ID == "duel-1.1.Red@berthier.example" {
			report = flat(whole(m))
		}
	}
	if !strings.Contains(report, "the defaults were used") ||
		!strings.Contains(report, "received 2 December 2030, 08.00 UTC") {
		t.Errorf("the report is\n%s", report)
	}
}

func TestMaps(t *testing.T) {
	tb := newTable(t)
	tb.u.Maps = true
	tb.create()
	m := tb.deliver()[0]
	types := ""
	for _, a := range m.Attachments {
		types += a.Type + " " + a.Name + "; "
	}
	if types != "image/png map.png; text/html position.html; text/plain position.txt; " {
		t.Errorf("got %s", types)
	}
	if !strings.Contains(m.HTML, "cid:map.duel-1.0.Red@berthier.example") ||
		!strings.Contains(string(m.Raw), "<map.duel-1.0.Red@berthier.example>") {
		t.Errorf("the picture is not shown:\n%s", m.HTML)
	}
}

// Mails have small maps; who wants the whole of it asks, and is told its size.
func TestLargeMap(t *testing.T) {
	tb := newTable(t)
	tb.u.Maps = true
	tb.create()
	tb.deliver()
	for _, tt := range []struct{ ask, files string }{
		{"map", "image/png map-4.png; "},
		{"map large", "image/png map-4.png; image/svg+xml map-4.svg; "},
	} {
		got := tb.tell("Red", tt.ask)
		files := ""
		for _, a := range got[0].Attachments {
			files += a.Type + " " + a.Name + "; "
			if size := fmt.Sprintf("- %s, %d kB", a.Name, (len(a.Bytes)+999)/1000); tt.ask == "map large" {
				has(t, got, size)
			}
		}
		if files != tt.files {
			t.Errorf("%s: got %s, want %s", tt.ask, files, tt.files)
		}
	}
	tb.u.Maps = false
	has(t, tb.tell("Red", "map large"), "No map is drawn here")
	has(t, tb.tell("Red", "map duel-1 small"), "one word too many", "map [large] [GAME]")
}

// spellings are the ways in which 32 bytes could slip out.
func spellings(l engine.Link) [][]byte {
	octal := ""
	for _, c := range l {
		octal += fmt.Sprintf(`\%03o`, c)
	}
	out := [][]byte{l[:], []byte(octal), []byte(hex.EncodeToString(l[:])),
		[]byte(strings.ToUpper(hex.EncodeToString(l[:]))), []byte(fmt.Sprint(l[:]))}
	for _, e := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		out = append(out, []byte(e.EncodeToString(l[:])))
	}
	return out
}

func leak(text []byte, forbidden []engine.Link) string {
	for i, l := range forbidden {
		for j, s := range spellings(l) {
			if bytes.Contains(text, s) {
				return fmt.Sprintf("forbidden value %d in spelling %d", i, j)
			}
		}
	}
	return ""
}

func TestSecretsStayInside(t *testing.T) {
	tb := newTable(t)
	tb.create()
	*tb.rules.broken = true // errors must not tell either
	sealed, err := tb.u.SecretOf("duel-1", docket.SecretSealed)
	if err != nil {
		t.Fatal(err)
	}
	chain, err := tb.u.SecretOf("duel-1", docket.SecretChain)
	if err != nil {
		t.Fatal(err)
	}
	looked, seen := 0, 0
	look := func() {
		step := tb.status().Step
		forbidden := []engine.Link{sealed, chain}
		for n := step + 1; n < step+12; n++ {
			forbidden = append(forbidden, tb.link(n))
		}
		over := tb.status().Outcome.Over
		for _, m := range tb.deliver() {
			all := slices.Concat(m.Raw, []byte(m.Text), []byte(m.HTML))
			for _, a := range m.Attachments {
				all = append(all, a.Bytes...)
			}
			if m.Subject == "[duel-1] A duel is over" && over {
				if leak(all, []engine.Link{sealed}) == "" {
					t.Error("the scan does not find what the last mail reveals")
				}
				continue
			}
			looked++
			if l := leak(all, forbidden); l != "" {
				t.Errorf("mail %s: %s", m.ID, l)
			}
		}
		for _, r := range tb.records()[seen:] {
			seen++
			if l := leak(r.Data, forbidden); l != "" && r.Kind != record.KindOver {
				t.Errorf("record %d: %s", r.Seq, l)
			}
		}
		if l := leak(tb.logs.Bytes(), forbidden); l != "" {
			t.Errorf("log: %s\n%s", l, tb.logs)
		}
	}
	look()
	tb.play("Red", 1, 1, "pick 6")
	tb.play("Blue", 1, 1, "pick 6")
	look()
	*tb.rules.broken = false
	tb.playOut(look)
	if looked < 13 || tb.logs.Len() == 0 {
		t.Errorf("only %d mails were looked at", looked)
	}
}

// What a player must not know is in none of his mails.
func TestViewsStayApart(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.play("Red", 1, 1, "pick 4")
	for _, m := range tb.deliver() {
		if m.To[0].Address == address["Blue"] && strings.Contains(flat(m.Text), "pick 4") {
			t.Errorf("Blue reads Red's secret orders:\n%s", m.Text)
		}
	}
	tb.play("Blue", 1, 1, "pick 2")
	for _, m := range tb.deliver() {
		if !strings.Contains(flat(whole(m)), "Check the dice") {
			continue
		}
		red := m.To[0].Address == address["Red"]
		if strings.Contains(flat(m.Text), "deal Red card") != red || strings.Contains(m.HTML, "deal Red card") != red {
			t.Errorf("%s: told of Red's card: %v, want %v", m.ID, !red, red)
		}
		want := "\ncard ? card"
		if red {
			want = " ?\nleader"
		}
		if view := string(m.Attachments[len(m.Attachments)-1].Bytes); !strings.Contains(view, want) {
			t.Errorf("%s: the view has not %q:\n%s", m.ID, want, view)
		}
	}
}

// Every write of every transaction fails once: nothing may have changed, and
// the same mail must lead to the same end as without the fault.
func TestCrashes(t *testing.T) {
	mails := func(t *testing.T) (raw [][]byte) {
		for i, m := range []struct {
			side engine.Side
			text string
		}{
			{"Red", file("Red", 1, 1, "pick 4")},
			{"Red", file("Red", 1, 1, "pick 9")},
			{"Blue", file("Blue", 1, 1, "pick 2")},
			{"Stranger", "hello"},
			{"Red", file("Red", 1, 2, "double yes")},
			{"Blue", file("Blue", 1, 2, "double yes")},
			{"Red", file("Red", 2, 3, "pick 4")},
			{"Blue", file("Blue", 2, 3, "pick 2")},
			{"Red", file("Red", 2, 4, "double yes")},
			{"Blue", file("Blue", 2, 4, "double yes")},
		} {
			body := m.text
			if m.side != "Stranger" {
				body = signed(t, m.side, m.text)
			}
			raw = append(raw, letter(address[m.side], fmt.Sprint(i, "@home"), body))
		}
		return raw
	}(t)
	clean := newTable(t)
	clean.create()
	for _, raw := range mails {
		if err := clean.take(raw); err != nil {
			t.Fatal(err)
		}
	}
	if !clean.status().Outcome.Over {
		t.Fatal("the game is not over")
	}
	tb, power := newTable(t), errors.New("power cut")
	crashes := 0
	crash := func(what string, do func() error) {
		for n := 0; ; n++ {
			before := tb.dump()
			tb.u.Breaking = func(i int) error {
				if i == n {
					return power
				}
				return nil
			}
			err := do()
			tb.u.Breaking = nil
			if err == nil {
				return
			}
			crashes++
			if !errors.Is(err, power) {
				t.Fatalf("%s: %v", what, err)
			}
			if tb.dump() != before {
				t.Fatalf("%s, write %d: something was changed", what, n)
			}
			random := tb.u.Random
			tb.restart()
			tb.u.Random = random
			tb.u.Answered = quota.NewCounters()
			if tb.dump() != before {
				t.Fatalf("%s, write %d: Resume changed something", what, n)
			}
		}
	}
	crash("Create", func() error {
		tb.u.Random = &stream{}
		_, err := tb.u.Create(spec())
		return err
	})
	for i, raw := range mails {
		crash(fmt.Sprint("mail ", i), func() error {
			tb.uid = uint32(i)
			return tb.take(raw)
		})
	}
	if got, want := tb.dump(), clean.dump(); got != want {
		t.Errorf("after %d crashes the store differs from one without:\n%s\nwant\n%s", crashes, got, want)
	}
	if crashes < 80 {
		t.Errorf("only %d crashes", crashes)
	}
}

// A mail whose effect contradicts what is stored is a fault of ours, and must
// not come again for ever.
func TestConflictDoesNotBlock(t *testing.T) {
	tb := newTable(t)
	tb.create()
	raw := letter(address["Red"], "1@home", signed(t, "Red", file("Red", 1, 1, "pick 4")))
	m, err := mail.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	err = tb.store.Update(func(tx *store.Tx) error {
		return tx.Enqueue(store.Mail{ID: "duel-1.1.Red.receipt." + m.HashString()[:16] + "@berthier.example",
			To: []string{"x@y"}})
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := tb.take(raw); err != nil {
		t.Fatal(err)
	}
	if s := tb.status(); s.Stuck != 1 || len(s.Answered) != 0 {
		t.Errorf("got %+v", s)
	}
}
