package record

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"berthier/engine"
)

// rowsOf are the rows of a table of README.txt of an archive that begins behind some words: the lines of each kind,
// with the number of their fields.
func rowsOf(t *testing.T, readme, begin string) map[string][]string {
	t.Helper()
	_, rest, ok := strings.Cut(readme, begin+"\n\n")
	if !ok {
		t.Fatalf("README.txt has no %q", begin)
	}
	table, _, _ := strings.Cut(rest, "\n\n")
	table = regexp.MustCompile(`\n {4,}`).ReplaceAllString(table, " ")
	rows := make(map[string][]string)
	for row := range strings.SplitSeq(table, "\n") {
		kinds, lines, _ := strings.Cut(strings.TrimSpace(row), "  ")
		for kind := range strings.SplitSeq(kinds, ", ") {
			rows[kind] = strings.Split(strings.TrimSpace(lines), ", ")
		}
	}
	return rows
}

// fit says what of some lines is not as a row has it.
func fit(row []string, lines string) (faults []string) {
	for line := range strings.Lines(lines) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		at := slices.IndexFunc(row, func(r string) bool { return strings.Fields(r)[0] == key })
		if at < 0 {
			faults = append(faults, "no line "+key+" has its place there")
			continue
		}
		fields, err := engine.Fields(value)
		if key != "event" && (err != nil || strings.Fields(row[at])[1] != strconv.Itoa(len(fields))) {
			faults = append(faults, "line "+key+" has another number of fields")
		}
		row = row[at:]
	}
	return faults
}

// README.txt of an archive, which somebody may have and nothing else, has each line of each record.
func TestReadmeHasEachLine(t *testing.T) {
	readme, err := os.ReadFile("../archive/README.txt")
	if err != nil {
		t.Fatal(err)
	}
	open := rowsOf(t, string(readme), "* may come any number of times:")
	parts := rowsOf(t, string(readme), "Below the salt stand")
	for _, kind := range Kinds() {
		data, hidden := texts(t, kind)
		_, lines, _ := strings.Cut(string(data), "\ntime: ")
		_, lines, _ = strings.Cut(lines, "\n")
		for _, fault := range fit(open[kind], lines) {
			t.Errorf("%s: %s", kind, fault)
		}
		if _, lines, _ = strings.Cut(string(hidden), "\n"); strings.Contains(lines, "\n\n") {
			lines, _, _ = strings.Cut(lines, "\n\n")
			lines += "\n"
		}
		if kind == KindReport || kind == KindAnnounce {
			continue // a text follows, without a line
		}
		for _, fault := range fit(parts[kind], lines) {
			t.Errorf("%s, hidden: %s", kind, fault)
		}
	}
}
