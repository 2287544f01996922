package umpire

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// cost is what something cost this process.
type cost struct {
	cpu   time.Duration
	bytes uint64 // allocated in all
	peak  uint64 // in use at a time, if that was measured
}

// costOf is what do costs. Nothing else may run meanwhile.
func costOf(t testing.TB, do func()) cost {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := cpuTime(t)
	do()
	end := cpuTime(t)
	runtime.ReadMemStats(&after)
	return cost{cpu: end - start, bytes: after.TotalAlloc - before.TotalAlloc}
}

func cpuTime(t testing.TB) time.Duration {
	t.Helper()
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		t.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// A mail that has a fault, or asks for too much, costs next to nothing: none of it is
// done, whatever else it asks for.
func TestFaultyMailCostsNothing(t *testing.T) {
	tb := campaign(t, "austerlitz")
	tb.u.Maps = true
	tb.deliver()
	times := func(n int, words ...string) string { return strings.Repeat(strings.Join(words, "\n")+"\n", n) }
	for i, c := range []struct {
		name, form, body, want string
	}{
		{"hundreds of all", "unsigned, signed", times(750, "map", "status", "history"), "at most 20 commands"},
		{"hundreds of maps", "unsigned, signed", times(4000, "map"), "at most 20 commands"},
		{"one too many", "unsigned, signed", times(21, "games"), "at most 20 commands"},
		{"too heavy", "unsigned, signed", times(4, "map"), "counts as 6 commands"},
		{"a word at the end", "unsigned, signed", "map\nmap\nmaap\n", "did you mean map"},
		{"too many words at the end", "unsigned, signed", "map\nhistory\nmap a b c\n", "too many words"},
		{"a command for others", "unsigned, signed", "map\nmap\nstart\n", "only the umpire"},
		{"a signature is missing", "unsigned", "map\nmap\nreport 0\n", "signature"},
		{"another side", "signed", "side: Allied\nmap\nmap\nmap\n", "header"},
		{"the first cannot be done", "signed", "report 99\nmap\nmap\n", "no report of such a step"},
		{"no such game", "unsigned, signed", "map nowhere\nmap\nmap\n", "no game of this name"},
		{"lines of a header", "unsigned, signed", strings.Repeat("game: austerlitz\n", 1500) + "preview\nturn: 1\n" +
			times(12000, "a"), ""},
		{"near misses", "unsigned, signed", "statu\n\n" + times(9000, "statsu"), "this is not a command"},
		{"near misses below", "unsigned, signed", "games\n\n" + times(13000, "abxd"), ""},
		{"brackets in the subject", "unsigned", "gaems\n", "did you mean games"},
	} {
		for form := range strings.SplitSeq(c.form, ", ") {
			body := c.body
			if form == "signed" {
				body = signed(t, "Red", "game: austerlitz\nside: French\n\n"+body+"end\n")
			}
			raw := letter(address["Red"], fmt.Sprint(i, form, "@home"), body)
			if strings.HasPrefix(c.name, "brackets") {
				raw = bytes.Replace(raw, []byte("my orders"), bytes.Repeat([]byte("[austerlitz]"), 5000), 1)
			}
			if got := costOf(t, func() { tb.arrive(t, raw) }); got.bytes > 40<<20 {
				t.Errorf("%s, %s: %d bytes cost %d MB", c.name, form, len(raw), got.bytes>>20)
			}
			said := flat(text(tb.deliver()))
			if !strings.Contains(said, c.want) || strings.Contains(said, "[Picture: ") {
				t.Errorf("%s, %s: want %q and no map, got\n%s", c.name, form, c.want, said)
			}
			tb.now = tb.now.Add(7 * time.Hour) // so that each is answered
		}
	}
}
