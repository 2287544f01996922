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
)

// differing are the tests of engine/jdg that play other games each time.
const differing = "Conformance|Random(Games|StandingOrders)$"

func main() {
	if err := mutate(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// mutate does what the package doc says.
func mutate(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	only := flags.String("only", "*", "change only files whose name fits `GLOB`")
	least := flags.Float64("min", 0, "fail if less than `PERCENT` are killed")
	book := flags.String("book", "TestCases", "the `TEST` whose subtests are the case book")
	skip := flags.String("skip", differing, "leave out tests whose name fits `REGEXP`")
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
	b.jobs = max(*jobs, 1)
	if *skip != "" {
		if b.skip, err = regexp.Compile(*skip); err != nil {
			return err
		}
	}
	if err := b.run(mutants, *book); err != nil {
		return err
	}
	reasons, err := readReasons(filepath.Join(dir, *explained))
	if err != nil {
		return err
	}
	return report(out, mutants, reasons, *only == "*", *least)
}
