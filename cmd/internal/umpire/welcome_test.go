package umpire

import (
	"strings"
	"testing"

	"berthier/cmd/internal/record"
)

// The log has the first mail of a substitute with what its attachment tells, as it has every report: who kept
// the mail can hold the log to it.
func TestLogHasTheWholeWelcome(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	if _, err := tb.u.Substitute("duel-1", newcomer(), "Ney was taken ill", ""); err != nil {
		t.Fatal(err)
	}
	mails, records := tb.deliver(), tb.records()
	last := records[len(records)-1]
	p, err := record.ParseReport(last.Data, last.Hidden)
	if err != nil || !strings.Contains(p.Mail, ".welcome.") {
		t.Fatal(p.Mail, err)
	}
	want := whole(mails[len(mails)-1])
	if got := string(p.Text); got != want || !strings.Contains(got, "The record\n") {
		t.Errorf("the log has\n%s\nthe mail was\n%s", got, want)
	}
}
