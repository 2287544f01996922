package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"berthier/cmd/internal/acts"
	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// An archive of a game that this program does not know has a verdict and an exit code of
// its own.
func TestAuditOfUnknownGame(t *testing.T) {
	for _, args := range [][]string{{}, {"-json"}} {
		var out, faults bytes.Buffer
		args = append(append([]string{"audit"}, args...), "../internal/archive/testdata/format-2.zip")
		code := run(context.Background(), args, strings.NewReader(""), &out, &faults)
		verdict := "CHECKED IN PART: sound but for 3 steps that this program cannot resolve.\n"
		if len(args) == 3 {
			verdict = `"sound": false`
		}
		if code != exitPart || !strings.Contains(out.String(), verdict) || strings.Contains(out.String(), "SOUND:") {
			t.Errorf("exit code %d, %s\n%s", code, &out, &faults)
		}
		if want := "sound but for 3 steps that this program cannot resolve"; !strings.Contains(faults.String(), want) {
			t.Errorf("got %s", &faults)
		}
	}
}

// What people read in an archive may be of another version: it is told, and nothing rests on it.
func TestAuditOfAnotherReadme(t *testing.T) {
	for file, want := range map[string]bool{"../internal/archive/testdata/format-2.zip": true, "": false} {
		s := game.SavedGame{}
		if file != "" {
			a, err := readArchive(file)
			if err != nil || len(a.Faults) > 0 {
				t.Fatal(err, a.Faults)
			}
			s = a.SavedGame
		}
		var out bytes.Buffer
		c := &call{stdout: &out}
		c.printRead(s, audit.Result{})
		if told := strings.HasPrefix(out.String(),
			"README.txt is not what this program writes of the log: "); told != want {
			t.Errorf("%q: told %v: %s", file, told, &out)
		}
		out.Reset()
		err := c.printAuditJSON(audit.Result{}, otherwise(s, audit.Result{}))
		if told := strings.Contains(out.String(), `"README.txt"`); err != nil || told != want {
			t.Errorf("%q: told %v: %s, %v", file, told, &out, err)
		}
	}
}

// A file that is too large is refused before it is read.
func TestAuditOfHugeFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "huge.zip")
	f, err := os.Create(name)
	if err == nil {
		err = errors.Join(f.Truncate(maxArchive+1), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = readArchive(name)
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "huge.zip: the archive has more than 268435456 bytes") {
		t.Errorf("got %v", err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > maxArchive/4 {
		t.Errorf("it took %d bytes", took)
	}
}

// TestAuditOfAnybody: what somebody wrote into an archive neither begins a line of the verdict nor says anything to
// the terminal.
func TestAuditOfAnybody(t *testing.T) {
	const evil = "x\nok   all\x1b[2J\u202e"
	var out, errs bytes.Buffer
	c := newCall(auditCommand, nil)
	c.stdout, c.stderr = &out, &errs
	r := audit.Result{Game: record.Game{Ruleset: evil}, Checks: []audit.Check{{Name: evil, Err: errors.New(evil)}},
		Acts: []acts.Act{{What: evil}}, Over: &record.Over{Outcome: engine.Outcome{Text: evil}}}
	c.printAudit(r)
	c.report(refusal{errors.New(evil)})
	text := out.String() + errs.String()
	if strings.Contains(out.String(), "\nok ") || strings.ContainsAny(text, "\x1b\u202e") ||
		!strings.Contains(text, "x?ok   all?[2J?") {
		t.Errorf("%q", text)
	}
}
