package umpire

import (
	"fmt"
	"strings"
	"testing"
)

// checkHeads finds a checkpoint in every report that was sent, and compares it
// with the log: it covers all that the report tells of.
func checkHeads(t *testing.T, tb *table) {
	t.Helper()
	a, err := tb.check(tb.records())
	if err != nil {
		t.Fatal(err)
	}
	covers := map[string]int{} // Message-ID of a report: records up to its step
	for i, e := range tb.records() {
		if e.Kind != KindReport {
			continue
		}
		p, err := ParseReportRecord(e.Data, e.Hidden)
		if err != nil {
			t.Fatal(err)
		}
		covers[p.Mail] = i
		for k := i - 1; tb.records()[k].Kind == KindReport; k-- {
			covers[p.Mail] = k
		}
	}
	for _, m := range tb.got {
		want, isReport := covers[m.ID]
		heads := FindCheckpoints(m.Text)
		if receipt := strings.Contains(m.ID, ".receipt."); !isReport {
			if len(heads) > 0 != receipt || receipt && CheckTree(a.Game, tb.records(), [][]byte{[]byte(heads[0])}, false).Err != nil {
				t.Errorf("%s has the checkpoints %q", m.ID, heads)
			}
			continue
		}
		delete(covers, m.ID)
		if len(heads) != 1 {
			t.Fatalf("%s has %d checkpoints:\n%s", m.ID, len(heads), m.Text)
		}
		if c, err := OpenCheckpoint(heads[0], a.Game.Log); err != nil || c.Size != uint64(want) {
			t.Errorf("%s: checkpoint of %d records, want %d, %v", m.ID, c.Size, want, err)
		}
		if c := CheckTree(a.Game, tb.records(), [][]byte{[]byte(heads[0])}, false); c.Err != nil {
			t.Errorf("%s: %v", m.ID, c.Err)
		}
		if strings.HasPrefix(m.ID, "duel-1.0.") && (!strings.Contains(m.Text, a.Game.Log) || !strings.Contains(m.Text, Fingerprint(a.Game.Log))) {
			t.Errorf("the opening mail does not name the key of the log:\n%s", m.Text)
		}
	}
	if len(covers) > 0 {
		t.Errorf("reports in the log that were not sent: %v", covers)
	}
}

func TestLogKey(t *testing.T) {
	for i := range 20 {
		key, err := GenerateLogKey(&stream{byte(i)})
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseLogKey(key.Marshal())
		if err != nil || string(again.Marshal()) != string(key.Marshal()) || again.Verifier("a/b") != key.Verifier("a/b") {
			t.Errorf("key %d: %v", i, err)
		}
		secret := strings.SplitN(string(key.Marshal()), "+", 5)[4]
		for _, shown := range []string{fmt.Sprint(key), fmt.Sprintf("%v %+v %#v %s %q", key, key, key, key, key)} {
			if strings.Contains(shown, strings.TrimSpace(secret)) || !strings.Contains(shown, "SHA256:") {
				t.Errorf("printed as %s", shown)
			}
		}
		if a, b := Fingerprint(key.Verifier("a/b")), Fingerprint(key.Verifier("c/d")); a != b || len(a) != len("SHA256:")+43 {
			t.Errorf("fingerprints %s and %s", a, b)
		}
	}
	for _, bad := range []string{"", "x", "PRIVATE+KEY+berthier+00000000+AAAA", "a/b+00000000+AAAA"} {
		if _, err := ParseLogKey([]byte(bad)); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
	if _, err := GenerateLogKey(strings.NewReader("short")); err == nil {
		t.Error("a key out of 5 bytes")
	}
}

// A daemon whose key is not that of a game changes nothing in it.
func TestForeignLogKey(t *testing.T) {
	tb := newTable(t)
	tb.create()
	key, err := GenerateLogKey(&stream{99})
	if err != nil {
		t.Fatal(err)
	}
	tb.u.Key = key
	tb.play("Red", 1, 1, "pick 1")
	if s := tb.status(); s.Stuck != 1 || len(s.Answered) != 0 || !strings.HasPrefix(s.Held, "another key signs its log: SHA256:") {
		t.Errorf("got %+v\n%s", s, tb.logs)
	}
	if err := tb.u.Process("duel-1"); err == nil {
		t.Error("a step was resolved")
	}
	if err := tb.u.Resume(); err != nil {
		t.Errorf("Resume: got %v", err)
	}
	tb.restart() // with the right key
	if s := tb.status(); s.Stuck != 0 || len(s.Answered) != 1 {
		t.Errorf("got %+v", s)
	}
}

func FuzzCheckpoint(f *testing.F) {
	key, err := GenerateLogKey(&stream{})
	if err != nil {
		f.Fatal(err)
	}
	for i := range 3 {
		head, err := key.Sign(Checkpoint{Origin: "berthier.example/duel-1", Size: uint64(i * 1000)})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(head)
		f.Add("Dear friend,\r\n\r\n" + strings.ReplaceAll(head, "\n", "\r\n"))
	}
	verifier := key.Verifier("berthier.example/duel-1")
	f.Fuzz(func(t *testing.T, text string) {
		for _, head := range append(FindCheckpoints(text), text) {
			c, err := OpenCheckpoint(head, verifier)
			if err != nil {
				continue
			}
			if c.Origin != "berthier.example/duel-1" || !strings.HasPrefix(head, c.text()+"\n") {
				t.Errorf("%q was read as %q", head, c.text())
			}
		}
		note, _, _ := strings.Cut(text, "\n\n")
		if c, err := parseCheckpoint(note+"\n", "berthier.example/duel-1"); err == nil && c.text() != note+"\n" {
			t.Errorf("%q was read as %q", note, c.text())
		}
	})
}
