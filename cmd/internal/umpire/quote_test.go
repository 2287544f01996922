package umpire

import (
	"bytes"
	"strings"
	"testing"
)

// What a server of the recipient says about a mail that came back is quoted alike.
func TestBounceIsQuotedWithoutLinks(t *testing.T) {
	tb := newTable(t)
	tb.create()
	raw := bounce(tb.deliver()[0].Raw, "failed")
	raw = bytes.Replace(raw, []byte("550 5.1.1 User unknown"),
		[]byte("550 see https://evil.example/pay "+strings.Repeat("now ", 60)), 1)
	raw = bytes.Replace(raw, []byte("Status: 5.1.1"), []byte("Status: www.evil.example"), 1)
	if err := tb.take(raw); err != nil {
		t.Fatal(err)
	}
	got := tb.deliver()
	if len(got) != 1 || strings.Contains(flat(got[0].Text), "evil.example") ||
		!strings.Contains(flat(got[0].Text), "see https evil example pay now") ||
		strings.Count(got[0].Text, "now") > 15 {
		t.Errorf("got %s\n%s", titles(got), got[0].Text)
	}
}
