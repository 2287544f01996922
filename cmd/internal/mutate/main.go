package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"time"
)

// games are the tests of engine/jdg that play whole games, most of them others
// each time.
const games = "^Test(Conformance|RandomGames|RandomStandingOrders|Balance|Ahead)$"

func main() {
	if err := mutate(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// mutate does what the package doc says.
func mutate(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	only := flags.String("only", "*", "change only files whose name fits one of `GLOB,…`")
	least := flags.Float64("min", 0, "fail if less than `PERCENT` are killed")
	book := flags.String("book", "TestCases", "the `TEST` whose subtests are the case book")
	skip := flags.String("skip", games, "leave out tests whose name fits `REGEXP`")
	run := flags.String("run", "", "leave out tests, also of the case book, whose name does not fit `REGEXP`")
	again := flags.String("again", "", "try only changes that stand in `FILE`, one a line, as the output has them, "+
		"or in functions, as x.go Name")
	slow := flags.Duration("slow", 500*time.Millisecond,
		"let a test that needs more than `TIME` try only what no other test reaches")
	every := flags.Int("every", 1, "try one of `N` changes, always the same ones")
	explained := flags.String("explained", "testdata/mutants.txt", "`FILE` in the package that explains survivors")
	jobs := flags.Int("jobs", runtime.NumCPU(), "run `N` tests at a time")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 1 {
		return errors.New("one package at a time")
	}
	dir := "./engine/jdg"
	if flags.NArg() == 1 {
		dir = flags.Arg(0)
	}

	pkg, err := load(dir)
	if err != nil {
		return err
	}
	mutants, err := pkg.mutants(*only)
	if err != nil {
		return err
	}
	reasons, err := readReasons(filepath.Join(dir, *explained), mutants, *only)
	if err != nil {
		return err
	}
	mutants = slices.DeleteFunc(mutants, func(m *mutant) bool { return !m.sampled(*every) })
	if *again != "" {
		if mutants, err = listed(mutants, *again); err != nil {
			return err
		}
	}
	if len(mutants) == 0 {
		return fmt.Errorf("nothing to change in %s", dir)
	}
	if mutants, err = pkg.compiling(mutants); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "mutate-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	b, err := pkg.build(mutants, tmp)
	if err != nil {
		return err
	}
	b.jobs, b.slow = max(*jobs, 1), *slow
	if b.only, err = regexp.Compile(*run); err != nil {
		return err
	}
	if *skip != "" {
		if b.skip, err = regexp.Compile(*skip); err != nil {
			return err
		}
	}
	if err := b.run(mutants, *book); err != nil {
		return err
	}
	return report(out, mutants, reasons, *least)
}
