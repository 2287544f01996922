package ccn

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

// fullField has what positions can have a line for.
const fullField = `banners 6
goal E6 "Farm" British=1
goal H9 "Wood" French=1 once
exit British I7 banners=1
unit a British line at=D5
unit b British line at=D7
unit c British line at=D9
unit late British line at=off
leader w British at=D5
leader v British at=C5
leader gen British at=off
unit x French line at=G5
leader n French at=G5
arrival British left 2 late leader=gen
squared b recon-in-force
blocks a 2
killed British 1
last French forward
rolled elan 4 1 1 0 2
stands British square never a
option ask=D16,D20
option terrain=cumulative
option square=roll
option rally=flags
`

// fullPositions are one in which orders are owed, and one in which nothing is.
func fullPositions(t *testing.T) (rs *Ruleset, all []*Position) {
	t.Helper()
	rs, p, err := ReadCase([]byte(fullField))
	if err != nil {
		t.Fatal(err)
	}
	p.Struck, p.Won[1][1], p.AtStart[0][0] = 1, true, true
	p.Units[2], p.Leaders[1] = Unit{Exited: true}, Leader{Exited: true}
	q := p.clone()
	q.Phase, q.Result = GameOver, engine.Outcome{Over: true, Winner: "British", Rule: "4-e",
		Text: "British has 6 banners."}
	q.Force = force{}
	return rs, []*Position{p, q}
}

// TestWrittenAndRead: a position that is written and read again is the same.
func TestWrittenAndRead(t *testing.T) {
	rs, all := fullPositions(t)
	for _, p := range all {
		if q, err := rs.Decode(p.Encode()); err != nil || !reflect.DeepEqual(q, p) {
			t.Errorf("%s\nis read as\n%+v (%v), want\n%+v", p.Encode(), q, err, p)
		}
	}
}

// TestPositionsThatCannotBe: what is said of a position in which one word is another, is missing
// or is one too many. The file is read when it changes.
func TestPositionsThatCannotBe(t *testing.T) {
	rs, all := fullPositions(t)
	var b strings.Builder
	for _, p := range all {
		lines := strings.Split(strings.TrimSuffix(string(p.Encode()), "\n"), "\n")
		seen := map[string]bool{}
		for i, line := range lines {
			w, err := engine.Fields(line)
			if err != nil {
				t.Fatal(err)
			}
			if kind := w[0] + fmt.Sprint(len(w)); seen[kind] && w[0] != "option" || w[0] == "cards" {
				continue
			} else {
				seen[kind] = true
			}
			try := func(words ...string) {
				changed := slices.Clone(lines)
				for n := range words {
					words[n] = engine.Quote(words[n])
				}
				changed[i] = strings.Join(words, " ")
				_, err := rs.Decode([]byte(strings.Join(changed, "\n") + "\n"))
				text := "can be"
				if err != nil {
					text = err.Error()
				}
				fmt.Fprintf(&b, "%s: %s\n", changed[i], text)
			}
			try(w[0])
			try(append(slices.Clone(w), "zzz")...)
			for n := range w {
				try(slices.Delete(slices.Clone(w), n, n+1)...)
				for _, other := range []string{"zzz", "99999", "-1", "0", "a", "w"} {
					c := slices.Clone(w)
					c[n] = other
					try(c...)
				}
			}
		}
	}
	text := b.String()
	for _, line := range strings.Split(string(all[0].Encode()), "\n")[:3] {
		for _, w := range strings.Fields(line) {
			if len(w) == 64 {
				text = strings.ReplaceAll(text, w, "HASH")
			}
		}
	}
	golden(t, "positions.txt", text)
}
