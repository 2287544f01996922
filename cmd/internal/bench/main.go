package main

import (
	"bufio"
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func main() {
	tag := flag.String("tag", ".ci/benchmarks.txt", "the `FILE` with the figures of the last tag")
	flag.Parse()
	if err := bench(*tag, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(tag string, now io.Reader, out io.Writer) error {
	f, err := os.Open(tag)
	if err != nil {
		return err
	}
	defer f.Close()
	before, err := read(f)
	if err != nil {
		return fmt.Errorf("%s: %w", tag, err)
	}
	after, err := read(now)
	if err != nil {
		return err
	}
	return write(out, before, after)
}

// figure is what a benchmark measures.
type figure struct{ benchmark, unit string }

// read gives the figures of benchmarks, each the median of its runs.
func read(r io.Reader) (map[figure]float64, error) {
	all := map[figure][]float64{}
	folder := ""
	s := bufio.NewScanner(r)
	for s.Scan() {
		words := strings.Fields(s.Text())
		switch {
		case len(words) == 2 && words[0] == "pkg:":
			folder = strings.TrimPrefix(words[1], "berthier/") + " "
		case len(words) >= 4 && strings.HasPrefix(words[0], "Benchmark"):
			name := folder + cores.ReplaceAllString(strings.TrimPrefix(words[0], "Benchmark"), "")
			for pair := range slices.Chunk(words[2:], 2) { // the second is how often it ran
				value, err := strconv.ParseFloat(pair[0], 64)
				if err != nil || len(pair) < 2 {
					return nil, fmt.Errorf("no figures: %q", s.Text())
				}
				f := figure{name, pair[1]}
				all[f] = append(all[f], value)
			}
		}
	}
	medians := map[figure]float64{}
	for f, values := range all {
		slices.Sort(values)
		medians[f] = values[len(values)/2]
	}
	return medians, s.Err()
}

// cores is what go test puts behind the name of a benchmark.
var cores = regexp.MustCompile(`-\d+$`)

func write(w io.Writer, before, after map[figure]float64) error {
	out := bufio.NewWriter(w)
	line := func(f figure, old, now, change string) {
		unit := strings.Replace(f.unit, "ns/op", "time/op", 1)
		fmt.Fprintf(out, "%-40s %-10s %10s %10s %8s\n", f.benchmark, unit, old, now, change)
	}
	line(figure{"benchmark", "unit"}, "last tag", "now", "change")
	for _, f := range figures(before, after) {
		old, had := before[f]
		now, has := after[f]
		switch {
		case !had:
			line(f, "", short(now, f.unit), "new")
		case !has:
			line(f, short(old, f.unit), "", "gone")
		case old == 0 || now == old:
			line(f, short(old, f.unit), short(now, f.unit), "")
		default:
			line(f, short(old, f.unit), short(now, f.unit), fmt.Sprintf("%+.1f%%", 100*(now-old)/old))
		}
	}
	return out.Flush()
}

// figures are those of both, in the order of their names.
func figures(before, after map[figure]float64) (all []figure) {
	for _, m := range []map[figure]float64{before, after} {
		for f := range m {
			all = append(all, f)
		}
	}
	slices.SortFunc(all, func(a, b figure) int {
		return cmp.Or(cmp.Compare(a.benchmark, b.benchmark), cmp.Compare(a.unit, b.unit))
	})
	return slices.Compact(all)
}

// short writes a value with three digits or so, times with their unit.
func short(value float64, unit string) string {
	scale := []string{"", "k", "M", "G"}
	if unit == "ns/op" {
		scale = []string{"ns", "µs", "ms", "s"}
	}
	n := 0
	for value >= 999.5 && n < len(scale)-1 {
		value, n = value/1000, n+1
	}
	return strconv.FormatFloat(value, 'g', 3, 64) + scale[n]
}
