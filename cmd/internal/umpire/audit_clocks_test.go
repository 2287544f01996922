package umpire

import (
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// clocksOf is what an audit says of the clocks in records, which are numbered anew.
func (tb *table) clocksOf(records []store.Record) string {
	for i := range records {
		records[i].Seq = uint64(i + 1)
	}
	a := audit.CheckLog([]engine.Ruleset{tb.rules}, records)
	if err := a.Check("clocks").Err; err != nil {
		return err.Error()
	}
	return ""
}

// An umpire cannot give time by clocks that begin anew behind nothing.
func TestAuditOfClocksThatBeginAgain(t *testing.T) {
	tb := clocked(t, "1d")
	tb.play("Red", 1, 1, "pick 3")
	records := tb.records()
	c, err := record.ParseClock(records[1].Data, records[1].Hidden)
	if err != nil {
		t.Fatal(err)
	}
	c.Time = record.Time(records[len(records)-1].Data).Add(time.Hour)
	again := records[1]
	again.Data, again.Hidden = c.Print()
	if said := tb.clocksOf(append(records, again)); !strings.Contains(said, "nothing before it begins the clocks") {
		t.Errorf("got %q", said)
	}
}

// What a player says about his time counts at once.
func TestAuditOfAnAbsenceThatDidNotCount(t *testing.T) {
	for _, line := range []string{"absence 2030-12-20", "pause 2030-12-20"} {
		tb := clocked(t, "3d; absence 10; pause 30")
		tb.tell("Red", line)
		tb.play("Red", 1, 1, "pick 3")
		records := tb.records()
		i := slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == record.KindCommand })
		if records[i+1].Kind != record.KindClock {
			t.Fatalf("%s: behind the command stands a record of kind %s", line, records[i+1].Kind)
		}
		if said := tb.clocksOf(tb.records()); said != "" {
			t.Errorf("%s: %s", line, said)
		}
		if said := tb.clocksOf(slices.Delete(records, i+1, i+2)); !strings.Contains(said, "did not change his clock") {
			t.Errorf("%s: got %q", line, said)
		}
	}
}
