package umpire

import (
	"strings"
	"testing"

	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/store"
)

// Beside the reports a side gets one mail when a substitute takes it, and no other.
func TestAuditOfWelcomes(t *testing.T) {
	for _, deadline := range []string{"", "3d"} {
		tb := clocked(t, deadline)
		if _, err := tb.u.Substitute("duel-1", play.Player{Side: "Red", Name: "Louis Davout",
			Address: "louis@example.org"}, "ill", ""); err != nil {
			t.Fatal(err)
		}
		records := tb.records()
		if a, err := tb.check(records); err != nil {
			t.Fatal(err, a.Check("reports"))
		}
		last := records[len(records)-1]
		p, err := record.ParseReport(last.Data, last.Hidden)
		if err != nil || !strings.Contains(p.Mail, ".welcome.") {
			t.Fatal(err, p.Mail)
		}
		other := p
		other.Side, other.Mail = "Blue", strings.Replace(p.Mail, "Red", "Blue", 1)
		for _, forged := range [][]store.Record{
			append(records[:len(records):len(records)], again(p, last)),
			append(records[:len(records)-1:len(records)-1], again(other, last)),
		} {
			for i := range forged {
				forged[i].Seq = uint64(i + 1)
			}
			a, _ := tb.check(forged)
			if err := a.Check("reports").Err; err == nil || !strings.Contains(err.Error(), "which no report to") {
				t.Errorf("%q: got %v", deadline, err)
			}
		}
	}
}

// again is a record of a report in the place of another.
func again(p record.Report, r store.Record) store.Record {
	r.Data, r.Hidden = p.Print()
	return r
}
