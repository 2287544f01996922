package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// script runs a script of .ci in a folder, with programs of a folder before all others.
func script(t *testing.T, dir, programs string, env []string, args ...string) (out string, ok bool) {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+programs+":"+os.Getenv("PATH"))
	cmd.Env = append(cmd.Env, env...)
	said, err := cmd.CombinedOutput()
	return string(said), err == nil
}

// ciFolder is a folder with some files of .ci, and one of programs with another go.
func ciFolder(t *testing.T, program string, scripts ...string) (dir, programs string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("NOT TESTED: that wants bash")
	}
	dir, programs = t.TempDir(), t.TempDir()
	for _, name := range scripts {
		text, err := os.ReadFile("../../.ci/" + name)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, ".ci", name), string(text))
	}
	write(t, filepath.Join(programs, "go"), "#!/bin/sh\n"+program)
	return dir, programs
}

func write(t *testing.T, path, text string) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A release is refused with a sentence before anything is built, or when two builds differ.
func TestReleaseRefuses(t *testing.T) {
	// This go builds a file that says where it was built, and which name the program has.
	dir, programs := ciFolder(t, `
case "$1" in
env) echo plan9 ;;
run) mkdir -p templates/desk/made && echo page >templates/desk/made/berthier-desk.html ;;
build) while [ "$1" != -o ]; do shift; done; pwd >"$2" ;;
esac
`, "release")
	git := func(args ...string) {
		t.Helper()
		args = append([]string{"git", "-c", "user.name=ney", "-c", "user.email=ney@example.org"}, args...)
		if out, ok := script(t, dir, programs, nil, args...); !ok {
			t.Fatalf("%q: %s", args, out)
		}
	}
	write(t, filepath.Join(dir, "cmd/berthier/CHANGELOG.md"),
		"# Changes\n\n## v0.1.1\n\nSome.\n\n## v0.2.0\n\n## v1.0.0\n\nMore.\n")
	write(t, filepath.Join(dir, ".gitignore"), "/.ci/out/\n/templates/\n")
	write(t, filepath.Join(dir, "cmd/berthier/testdata/releases/v1.0.0/state"), "state")
	git("init", "--quiet")
	git("add", ".")
	git("commit", "--quiet", "--message", "one")
	git("tag", "v1.0.0")
	git("commit", "--quiet", "--allow-empty", "--message", "two")
	for _, tt := range []struct{ name, words, want string }{
		{"nothing", "", "want one version"},
		{"two versions", "v1.0.0 v1.0.1", "want one version"},
		{"no v", "1.0.0", "1.0.0 is no version: want three numbers"},
		{"two numbers", "v1.0", "v1.0 is no version"},
		{"a leading zero", "v1.02.0", "v1.02.0 is no version"},
		{"a word", "v1.0.0.beta", "v1.0.0.beta is no version"},
		{"no section", "v9.0.0", `cmd/berthier/CHANGELOG.md has no section "## v9.0.0"`},
		{"part of a version", "v0.1.10", "has no section"},
		{"tagged elsewhere", "v1.0.0", "v1.0.0 is tagged already, at another commit"},
		{"nothing kept", "v0.2.0", "nothing stays of it in cmd/berthier/testdata/releases/v0.2.0"},
		{"two builds", "-trial v0.1.1", "berthier-v0.1.1-darwin-amd64 differs when it is built twice, first at byte "},
	} {
		out, ok := script(t, dir, programs, nil, append([]string{".ci/release"}, strings.Fields(tt.words)...)...)
		if last := strings.TrimSpace(out[strings.LastIndex(strings.TrimSpace(out), "\n")+1:]); ok ||
			!strings.HasPrefix(last, "release: ") || !strings.Contains(last, tt.want) {
			t.Errorf("%s: want %q, got\n%s", tt.name, tt.want, out)
		}
	}
	write(t, filepath.Join(dir, "more"), "")
	if out, ok := script(t, dir, programs, nil, ".ci/release", "v0.1.1"); ok ||
		!strings.Contains(out, "there are changes that are not committed: ?? more") {
		t.Errorf("a file that is not committed: %s", out)
	}
	if _, err := os.Stat(filepath.Join(dir, ".ci/out")); err == nil {
		t.Error("something was left in .ci/out")
	}
}

// soakCalls are the calls of go that .ci/soak makes. To bash go is a function, since programs cost it more.
func soakCalls(t *testing.T, env ...string) []string {
	t.Helper()
	dir, programs := ciFolder(t, "exit 1", "soak", "figures")
	path, functions := filepath.Join(t.TempDir(), "calls"), filepath.Join(t.TempDir(), "functions")
	write(t, functions, `
go() {
	case "$1" in
	env) echo "$GOCACHE" ;;
	test | run) echo "go $*" >>"$CALLS" ;;
	esac
}
tail() { :; }
`)
	out, ok := script(t, dir, programs, append(env, "BERTHIER_FUZZCACHE="+t.TempDir(), "CALLS="+path,
		"BASH_ENV="+functions), ".ci/soak")
	text, err := os.ReadFile(path)
	if !ok || err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// On a slow machine the part of the soak has the same steps, of which each campaign is a half or a quarter as large.
func TestSoakInParts(t *testing.T) {
	nothing := regexp.MustCompile(`[ =]0( |m|s|$)`)
	var whole int // calls of all of it
	for _, tt := range []struct {
		part  string
		wants []string
	}{
		{"1", []string{"-args -crash.kills 300$", "-crash.database -crash.kills 60$", "-workers.kills 60 ",
			"-archive.long 10$", "-jdg.games 600 ", "mutate -every 40 ", "-umpire.hands 3$"}},
		{"2", []string{"-args -crash.kills 150$", "-crash.database -crash.kills 30$", "-workers.kills 30 ",
			"-archive.long 5$", "-jdg.games 300 ", "mutate -every 40 ", "-umpire.hands 2$"}},
		{"4", []string{"-args -crash.kills 75$", "-crash.database -crash.kills 15$", "-workers.kills 15 ",
			"-archive.long 2$", "-jdg.games 150 ", "mutate -every 80 ", "-umpire.hands 1$"}},
	} {
		calls := soakCalls(t, "BERTHIER_TIMES=1", "BERTHIER_PART="+tt.part)
		if whole = cmp.Or(whole, len(calls)); len(calls) != whole {
			t.Errorf("%d calls, and %d where it plays one of %s", whole, len(calls), tt.part)
		}
		for _, want := range tt.wants {
			if !slices.ContainsFunc(calls, regexp.MustCompile(want).MatchString) {
				t.Errorf("one of %s: no call has %s", tt.part, want)
			}
		}
		for _, call := range calls {
			if nothing.MatchString(call) && !strings.Contains(call, "-desk.mails 0") {
				t.Errorf("one of %s: nothing is played: %s", tt.part, call)
			}
		}
	}
}

// A soak that was stopped goes on behind the last step that passed, as that of a release has to, which takes days.
func TestSoakGoesOn(t *testing.T) {
	dir, programs := ciFolder(t, "exit 1", "soak", "figures")
	state := t.TempDir()
	write(t, filepath.Join(state, "functions"), `
go() {
	case "$1" in
	env) echo "$GOCACHE" ;;
	test | run) echo "go $*" >>"$STATE/calls" ;;
	esac
	case "$*" in
	*TestClockJumps*) [ -e "$STATE/mended" ] ;;
	esac
}
tail() { :; }
`)
	soak := func(wantOK bool) (calls string) {
		t.Helper()
		write(t, filepath.Join(state, "calls"), "")
		out, ok := script(t, dir, programs, []string{"BERTHIER_TIMES=1", "BERTHIER_PART=4", "STATE=" + state,
			"BERTHIER_FUZZCACHE=" + t.TempDir(), "BERTHIER_PLAYED=" + filepath.Join(state, "played"),
			"BASH_ENV=" + filepath.Join(state, "functions")}, ".ci/soak")
		if ok != wantOK {
			t.Fatalf("ok is %t:\n%s", ok, out)
		}
		text, err := os.ReadFile(filepath.Join(state, "calls"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if calls := soak(false); !strings.Contains(calls, "FuzzTurnFile") || strings.Contains(calls, "TestYears") {
		t.Errorf("the first time it plays\n%s", calls)
	}
	write(t, filepath.Join(state, "mended"), "")
	if calls := soak(true); !strings.HasPrefix(calls, "go test -run ^TestClockJumps -v") ||
		!strings.Contains(calls, "internal/bench") {
		t.Errorf("the second time it plays\n%s", calls)
	}
	if calls := soak(true); calls != "" {
		t.Errorf("when all has passed it plays\n%s", calls)
	}
}

// Where the time is over the soak begins no step, and tells which it did not play.
func TestSoakEndsInTime(t *testing.T) {
	dir, programs := ciFolder(t, `echo "go $*"`, "soak")
	out, ok := script(t, dir, programs, []string{"BERTHIER_FUZZCACHE=" + t.TempDir(), "BERTHIER_SECONDS=0"}, ".ci/soak")
	if !ok || strings.Contains(out, "go ") ||
		!strings.Contains(out, "== fuzz\nNOT PLAYED, for the time is over: this step, and behind it\n") ||
		!strings.Contains(out, "\tclocks that jump\n") || !strings.HasSuffix(out, "those of the last tag\n") {
		t.Errorf("got\n%s", out)
	}
}

// On a machine that comes to a third of the soak each step is played within four days, whichever the first of them is:
// a call of go takes a minute there, by the clock of bash. Played to the end each day has the same steps.
func TestSoakGoesRound(t *testing.T) {
	dir, programs := ciFolder(t, "exit 1", "soak", "figures")
	state := t.TempDir()
	write(t, filepath.Join(state, "functions"), `
go() {
	case "$1" in
	env) echo "$GOCACHE" ;;
	test | run) echo "go $*" >>"$STATE/calls"; SECONDS=$((SECONDS + 60)) ;;
	esac
}
tail() { :; }
`)
	soak := func(day, seconds int) (calls []string) {
		t.Helper()
		write(t, filepath.Join(state, "calls"), "")
		out, ok := script(t, dir, programs, []string{"BERTHIER_TIMES=1", "BERTHIER_PART=4", "STATE=" + state,
			"BERTHIER_FUZZCACHE=" + state, "BERTHIER_SEED=1", fmt.Sprint("BERTHIER_DAY=", day),
			fmt.Sprint("BERTHIER_SECONDS=", seconds), "BASH_ENV=" + filepath.Join(state, "functions")}, ".ci/soak")
		text, err := os.ReadFile(filepath.Join(state, "calls"))
		if !ok || err != nil || !strings.Contains(out, fmt.Sprintf("BERTHIER_DAY=%d begins with step ", day)) {
			t.Fatalf("%v\n%s", err, out)
		}
		return strings.Split(strings.TrimSpace(string(text)), "\n")
	}
	whole := slices.Sorted(slices.Values(soak(0, 1e6)))
	for _, day := range []int{1, 2, 3, 20787} {
		if all := slices.Sorted(slices.Values(soak(day, 1e6))); !slices.Equal(all, whole) {
			t.Errorf("on day %d it plays %d calls, not %d", day, len(all), len(whole))
		}
	}
	played := map[string]bool{}
	for day := 20787; day < 20791; day++ {
		for _, call := range soak(day, len(whole)*60/3) {
			played[call] = true
		}
	}
	for _, call := range whole {
		if !played[call] {
			t.Errorf("on none of four days it comes to %s", call)
		}
	}
}

// A soak of ten times its size has the campaigns that a release needs, and none stays as small as it was.
func TestSoakTimesTen(t *testing.T) {
	same := regexp.MustCompile(`-bench|internal/bench|TestClockJumps|TestWholeGameInBrowser|TestStepsDoNotGrow|` +
		`TestShared|mutate -every 1 .*(setup|lines)$`)
	timeout := regexp.MustCompile(` -timeout=\S+| -test.fuzzcachedir=\S+`)
	once := soakCalls(t, "BERTHIER_TIMES=1", "BERTHIER_PART=")
	ten := soakCalls(t, "BERTHIER_TIMES=10", "BERTHIER_PART=")
	if len(once) != len(ten) || len(once) < 80 {
		t.Fatalf("%d calls, and %d for a release", len(once), len(ten))
	}
	for i, call := range ten {
		if timeout.ReplaceAllString(call, "") == timeout.ReplaceAllString(once[i], "") && !same.MatchString(call) {
			t.Errorf("is as small as ever: %s", call)
		}
		if strings.Contains(call, "internal/mutate") && !strings.Contains(call, "-every 1 ") {
			t.Errorf("tries not every change: %s", call)
		}
	}
	for _, want := range []string{`-args -crash.kills 10000$`, `-crash.database -crash.kills 10000$`,
		`-jdg.games 100000 `,
		`-ccn.games 100000 `, `-pbs.campaigns 100000$`, `-tlm.games 100000 `, `TestTamper.* -archive.long 100$`} {
		if !slices.ContainsFunc(ten, regexp.MustCompile(want).MatchString) {
			t.Errorf("no call has %s", want)
		}
	}
}
