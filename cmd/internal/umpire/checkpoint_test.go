package umpire

import (
	"strings"
	"testing"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/retold"
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
		if e.Kind != record.KindReport {
			continue
		}
		p, err := record.ParseReport(e.Data, e.Hidden)
		if err != nil {
			t.Fatal(err)
		}
		covers[p.Mail] = i
		for k := i - 1; tb.records()[k].Kind == record.KindReport; k-- {
			covers[p.Mail] = k
		}
	}
	for _, m := range tb.got {
		want, isReport := covers[m.ID]
		heads := retold.Checkpoints(m.Text)
		if receipt := strings.Contains(m.ID, ".receipt."); !isReport {
			if len(heads) > 0 != receipt ||
				receipt && audit.NewForest(a.LogKeys, tb.records()).Checkpoints([]string{heads[0]}, false).Err != nil {
				t.Errorf("%s has the checkpoints %q", m.ID, heads)
			}
			continue
		}
		delete(covers, m.ID)
		if len(heads) != 1 {
			t.Fatalf("%s has %d checkpoints:\n%s", m.ID, len(heads), m.Text)
		}
		if c, err := record.OpenCheckpoint(heads[0], a.Game.Log); err != nil || c.Size != uint64(want) {
			t.Errorf("%s: checkpoint of %d records, want %d, %v", m.ID, c.Size, want, err)
		}
		if c := audit.NewForest(a.LogKeys, tb.records()).Checkpoints([]string{heads[0]}, false); c.Err != nil {
			t.Errorf("%s: %v", m.ID, c.Err)
		}
		if strings.HasPrefix(m.ID, "duel-1.0.") && (!strings.Contains(flat(m.Text), a.Game.Log) ||
			!strings.Contains(flat(m.Text), record.Fingerprint(a.Game.Log))) {
			t.Errorf("the opening mail does not name the key of the log:\n%s", m.Text)
		}
	}
	if len(covers) > 0 {
		t.Errorf("reports in the log that were not sent: %v", covers)
	}
}

// A daemon whose key is not that of a game changes nothing in it.
func TestForeignLogKey(t *testing.T) {
	tb := newTable(t)
	tb.create()
	key, err := record.GenerateSigner(&stream{99})
	if err != nil {
		t.Fatal(err)
	}
	tb.u.Key = key
	tb.play("Red", 1, 1, "pick 1")
	if s := tb.status(); s.Stuck != 1 || len(s.Answered) != 0 ||
		!strings.HasPrefix(s.Held, "another key signs its log: SHA256:") {
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
