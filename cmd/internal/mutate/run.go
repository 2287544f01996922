package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// verdict is what became of a mutant.
type verdict int

const (
	unreached verdict = iota
	survived
	killedByBook
	killedByTests
)

// binary is the test binary of the changed package.
type binary struct {
	file string
	tmp  string // for what it says
	dir  string // of the package, where tests run
	jobs int
	// atLeast is the processor time that every run has, in seconds; needs is
	// what each test needs by itself.
	atLeast int
	needs   map[string]time.Duration
	skip    *regexp.Regexp // tests that are left out; nil for none
	only    *regexp.Regexp // tests that are not
	slow    time.Duration  // what a test needs that tries only what no other test reaches
}

// Limits of one run of the tests: address space in kilobytes, processor time
// in seconds with no mutant on, and time on the clock, which only a test that
// waits can use up.
const (
	maxMemory  = 4 << 20
	maxSeconds = 20
	maxWait    = 5 * time.Minute
)

// test runs the tests that fit a pattern with a mutant on; 0 is none. passed
// tells whether they pass, used the processor time, err that they could not be
// run.
func (b *binary) test(pattern string, mutant, seconds int, env ...string) (passed bool, output []byte,
	used time.Duration, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
	defer cancel()
	limit := fmt.Sprintf(`ulimit -v %d && ulimit -t %d && ulimit -c 0 && exec "$0" "$@"`, maxMemory, seconds)
	cmd := exec.CommandContext(ctx, "sh", "-c", limit, b.file, "-test.run", pattern, "-test.short", "-test.failfast",
		"-test.v")
	cmd.Dir = b.dir
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "MUTANT="+strconv.Itoa(mutant))
	cmd.Env = append(cmd.Env, env...)
	output, err = cmd.CombinedOutput()
	if s := cmd.ProcessState; s != nil {
		used = s.UserTime() + s.SystemTime()
	}
	var exit *exec.ExitError
	if passed = err == nil; errors.As(err, &exit) {
		err = nil
	}
	return passed, output, used, err
}

// run gives each mutant its verdict.
func (b *binary) run(mutants []*mutant, book string) error {
	cases, tests, err := b.list(book)
	if err != nil {
		return err
	}
	byID := make(map[int]*mutant)
	for _, m := range mutants {
		byID[m.id] = m
	}
	err = b.each(len(cases)+len(tests), func(i int) error {
		if i < len(cases) {
			return b.reach(cases[i], quoted([]string{book + "/" + cases[i]}), byID, func(m *mutant) {
				m.byCases = append(m.byCases, cases[i])
			})
		}
		name := tests[i-len(cases)]
		return b.reach(name, quoted([]string{name}), byID, func(m *mutant) {
			if b.needs[name] > b.slow {
				m.bySlow = append(m.bySlow, name)
			} else {
				m.byTests = append(m.byTests, name)
			}
		})
	})
	if err != nil {
		return err
	}
	return b.each(len(mutants), func(i int) error {
		if i > 0 && i%500 == 0 {
			fmt.Fprintf(os.Stderr, "%d of %d changes tried\n", i, len(mutants))
		}
		return b.judge(mutants[i], book)
	})
}

// list names the subtests of the case book, and the other tests.
func (b *binary) list(book string) (cases, tests []string, err error) {
	passed, out, _, err := b.test("^"+book+"$", 0, maxSeconds)
	if err == nil && !passed {
		err = fmt.Errorf("%s fails with no change on:\n%s", book, out)
	}
	if err != nil {
		return nil, nil, err
	}
	for line := range strings.Lines(string(out)) {
		if name, ok := strings.CutPrefix(line, "=== RUN   "+book+"/"); ok &&
			b.only.MatchString(strings.TrimSpace(name)) {
			cases = append(cases, strings.TrimSpace(name))
		}
	}
	cmd := exec.Command(b.file, "-test.list", "^(Test|Fuzz|Example)")
	cmd.Dir = b.dir
	out, err = cmd.Output()
	if err != nil {
		return nil, nil, err
	}
	for _, name := range strings.Fields(string(out)) {
		if name != book && b.only.MatchString(name) && (b.skip == nil || !b.skip.MatchString(name)) {
			tests = append(tests, name)
		}
	}
	return cases, tests, nil
}

// reach runs one test with no mutant on, notes what it needs and tells each
// mutant that it reaches.
func (b *binary) reach(name, pattern string, byID map[int]*mutant, tell func(*mutant)) error {
	f, err := os.CreateTemp(b.tmp, "reached-")
	if err != nil {
		return err
	}
	f.Close()
	defer os.Remove(f.Name())
	passed, out, used, err := b.test(pattern, 0, maxSeconds, "MUTANT_REACHED="+f.Name())
	if err != nil {
		return err
	}
	if !passed && used > maxSeconds*time.Second/2 {
		fmt.Fprintf(os.Stderr, "%s needs too long and is left out\n", name)
		return nil
	}
	if !passed {
		return fmt.Errorf("%s fails with no change on:\n%s", pattern, out)
	}
	list, err := os.ReadFile(f.Name())
	if err != nil {
		return err
	}
	telling.Lock()
	defer telling.Unlock()
	b.needs[name] = used
	for _, word := range bytes.Fields(list) {
		id, err := strconv.Atoi(string(word))
		if err != nil || byID[id] == nil {
			return fmt.Errorf("reached unknown change %q", word)
		}
		tell(byID[id])
	}
	return nil
}

// telling is held while mutants are told what reaches them.
var telling sync.Mutex

// judge runs what reaches a mutant and gives it its verdict.
func (b *binary) judge(m *mutant, book string) error {
	kills := func(prefix string, names []string, v verdict) (bool, error) {
		if len(names) == 0 {
			return false, nil
		}
		m.verdict = survived
		seconds := float64(b.atLeast)
		var full []string
		for _, n := range names {
			seconds += 2 * b.needs[n].Seconds()
			full = append(full, prefix+n)
		}
		passed, _, _, err := b.test(quoted(full), m.id, int(seconds))
		if err == nil && !passed {
			m.verdict = v
		}
		return !passed, err
	}
	if killed, err := kills(book+"/", m.byCases, killedByBook); killed || err != nil {
		return err
	}
	if killed, err := kills("", m.byTests, killedByTests); killed || err != nil {
		return err
	}
	if m.verdict == unreached {
		_, err := kills("", m.bySlow, killedByTests)
		return err
	}
	return nil
}

// quoted is a pattern that fits these names of tests and subtests, as -test.run reads
// it: level by level, with the names of one parent together.
func quoted(names []string) string {
	last := make(map[string][]string) // parts, by what stands before them
	var parents []string
	for _, n := range names {
		parent, part := "", n
		if i := strings.LastIndexByte(n, '/'); i >= 0 {
			parent, part = n[:i+1], n[i+1:]
		}
		if last[parent] == nil {
			parents = append(parents, parent)
		}
		last[parent] = append(last[parent], regexp.QuoteMeta(part))
	}
	var all []string
	for _, parent := range parents {
		var b strings.Builder
		for level := range strings.SplitAfterSeq(parent, "/") {
			if level, ok := strings.CutSuffix(level, "/"); ok {
				b.WriteString("^" + regexp.QuoteMeta(level) + "$/")
			}
		}
		b.WriteString("^(" + strings.Join(last[parent], "|") + ")$")
		all = append(all, b.String())
	}
	return strings.Join(all, "|")
}

// each calls do with 0 to n-1, as many at a time as there are jobs, until one
// fails.
func (b *binary) each(n int, do func(i int) error) error {
	var (
		lock  sync.Mutex
		next  int
		first error
		wg    sync.WaitGroup
	)
	take := func() (int, bool) {
		lock.Lock()
		defer lock.Unlock()
		next++
		return next - 1, next <= n && first == nil
	}
	for range b.jobs {
		wg.Go(func() {
			for i, ok := take(); ok; i, ok = take() {
				if err := do(i); err != nil {
					lock.Lock()
					first = errors.Join(first, err)
					lock.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return first
}
