package jdg

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"berthier/engine/book"
)

var (
	ofOneSide   = regexp.MustCompile(`^(?:formation|unit)\b.* (French|Allied)\b`)
	bySideOrder = regexp.MustCompile(`(?m)^side |^\[2\.3\.2-d\] markers |^\S+ pending |^\[13\.2-a\] over `)
)

// mirrored lists the sides of a case, and all that belongs to them, the other
// way round: Allied is the first side, and its units and formations come before
// those of French.
func mirrored(text string) string {
	var out []string
	for lines := strings.SplitAfter(text, "\n"); len(lines) > 0; {
		n := 0
		for n < len(lines) && ofOneSide.MatchString(lines[n]) {
			n++
		}
		slices.SortStableFunc(lines[:n], func(a, b string) int {
			return strings.Compare(ofOneSide.FindStringSubmatch(a)[1], ofOneSide.FindStringSubmatch(b)[1])
		})
		n = max(n, 1)
		out = append(out, lines[:n]...)
		if lines[0] == "-- position --\n" {
			out = append(out, "side Allied rout=east\n", "side French rout=west\n")
		}
		lines = lines[n:]
	}
	return strings.Join(out, "")
}

// unordered sorts the lines of a case, without comments.
func unordered(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		l, _, _ = strings.Cut(l, " # ")
		lines[i] = strings.TrimSpace(l)
	}
	slices.Sort(lines)
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// TestCasesMirrored runs the case book with the other side listed first. That
// changes nothing but the order of what belongs to both sides; cases that show
// this order, in Phase A above all, are left out.
func TestCasesMirrored(t *testing.T) {
	tried, all := 0, fullCases(t)
	for _, c := range all {
		if bySideOrder.MatchString(c.text) {
			continue
		}
		tried++
		t.Run(c.name, func(t *testing.T) {
			want := mirrored(c.text)
			got, err := book.RunCase([]byte(want), readCase)
			if err != nil && unordered(string(got)) != unordered(want) {
				t.Error(err)
			}
		})
	}
	if tried < 300 {
		t.Errorf("only %d of %d cases do not depend on the order of the sides", tried, len(all))
	}
}
