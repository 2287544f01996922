package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
)

// tally counts mutants by verdict.
type tally struct {
	n         [killedByTests + 1]int
	explained int
}

func (t tally) all() int {
	return t.n[unreached] + t.n[survived] + t.n[killedByBook] + t.n[killedByTests]
}

// killed is in per cent.
func (t tally) killed() float64 {
	return 100 * float64(t.n[killedByBook]+t.n[killedByTests]) / float64(t.all())
}

func (t tally) row(w io.Writer, name string) {
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%.1f %%\t\n", name, t.all(),
		t.n[killedByBook], t.n[killedByTests], t.n[survived], t.n[unreached], t.explained, t.killed())
}

// report writes the counts and the survivors, and says whether all is as it
// should be.
func report(out io.Writer, mutants []*mutant, reasons []string, least float64) error {
	byFile := make(map[string]*tally)
	var files []string
	var total tally
	var open []*mutant
	dead := make(map[string]bool)
	for _, m := range mutants {
		t := byFile[m.at.Filename]
		if t == nil {
			t = new(tally)
			byFile[m.at.Filename], files = t, append(files, m.at.Filename)
		}
		t.n[m.verdict]++
		total.n[m.verdict]++
		if m.verdict != unreached && m.verdict != survived {
			dead[m.name] = true
			continue
		}
		if slices.Contains(reasons, m.name) {
			t.explained++
			total.explained++
		} else {
			open = append(open, m)
		}
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "file\tmutants\tbook\ttests\tsurvived\tunreached\texplained\tkilled\t\n")
	for _, f := range files {
		byFile[f].row(w, f)
	}
	total.row(w, "total")
	if err := w.Flush(); err != nil {
		return err
	}
	for _, m := range open {
		how := ""
		if m.verdict == unreached {
			how = " [unreached]"
		}
		fmt.Fprintf(out, "%v: %s%s\n", m.at, m.name, how)
	}
	var faults []error
	for _, name := range reasons {
		if dead[name] {
			faults = append(faults, fmt.Errorf("explained, but killed: %s", name))
		}
	}
	if total.killed() < least {
		faults = append(faults, fmt.Errorf("%.1f %% of the changes are killed, %.1f %% should be", total.killed(),
			least))
	}
	return errors.Join(faults...)
}

// readReasons reads which survivors are explained. There need not be a file,
// but those that it names in files that fit the patterns must be mutants.
func readReasons(file string, mutants []*mutant, patterns string) (names []string, err error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var open []string // waiting for their reason
	for i, line := range strings.Split(string(data), "\n") {
		switch text := strings.TrimSpace(line); {
		case text == "" || strings.HasPrefix(line, "#"):
		case !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "\t"):
			open = append(open, text)
		case len(names) == 0 && len(open) == 0:
			return nil, fmt.Errorf("%s:%d: a reason without a change", file, i+1)
		default:
			names, open = append(names, open...), nil
		}
	}
	if len(open) > 0 {
		return nil, fmt.Errorf("%s: no reason for %s", file, open[0])
	}
	known := make(map[string]bool)
	for _, m := range mutants {
		known[m.name] = true
	}
	var gone []error
	for _, name := range names {
		of, _, _ := strings.Cut(name, " ")
		if fits, err := fitsOne(patterns, of); err != nil {
			return nil, err
		} else if fits && !known[name] {
			gone = append(gone, fmt.Errorf("%s: there is no such change: %s", file, name))
		}
	}
	return names, errors.Join(gone...)
}

// position stands before a mutant in the output.
var position = regexp.MustCompile(`^\S+:\d+:\d+: `)

// listed leaves the mutants whose names a file has, with or without the
// position before them and what became of them behind, and those of functions
// that it names.
func listed(mutants []*mutant, file string) ([]*mutant, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	wanted := make(map[string]bool)
	for line := range strings.Lines(string(data)) {
		name := position.ReplaceAllString(strings.TrimSpace(line), "")
		wanted[strings.TrimSuffix(name, " [unreached]")] = true
	}
	return slices.DeleteFunc(mutants, func(m *mutant) bool {
		in, _, _ := strings.Cut(m.name, ": ")
		return !wanted[m.name] && !wanted[in]
	}), nil
}
