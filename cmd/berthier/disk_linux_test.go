package main

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// needMount skips a test that cannot mount a disk of its own; .ci/run sets
// BERTHIER_SERVERS, so that the test must run there.
func needMount(t *testing.T, path, options string) {
	t.Helper()
	if err := os.MkdirAll(path, 0o700); err != nil {
		t.Fatal(err)
	}
	switch err := syscall.Mount("tmpfs", path, "tmpfs", 0, options); {
	case err == nil:
		t.Cleanup(func() { syscall.Unmount(path, syscall.MNT_DETACH) })
	case os.Getenv("BERTHIER_SERVERS") != "":
		t.Fatal(err)
	default:
		t.Skipf("NOT TESTED ON A FULL AND ON A READ-ONLY DISK: mounting one: %v", err)
	}
}

// A daemon on a full disk says so and stays; when there is room it goes on, and
// nothing was lost or sent twice. On a disk that cannot be written to it says so
// and does not start, but the games can be read.
func TestDisk(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, rand.New(rand.NewPCG(1, 2)), 2)
	c.faulty = false
	state := filepath.Join(c.dir, "state")
	needMount(t, state, "size=32m,mode=700")
	c.invite(8) // what became of their mails is too much for the last page of the journal
	filler := filepath.Join(state, "filler")
	fillDisk(t, filler)

	cmd := c.daemon()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	await := func(patterns ...string) {
		t.Helper()
		for end := time.Now().Add(scriptTime); len(patterns) > 0; time.Sleep(20 * time.Millisecond) {
			for len(patterns) > 0 && regexp.MustCompile(patterns[0]).MatchString(c.log()) {
				patterns = patterns[1:]
			}
			if len(patterns) > 0 && time.Now().After(end) {
				t.Fatalf("the log of the daemon lacks %q:\n%s", patterns, c.log())
			}
		}
	}
	await(`the store cannot be read or written to; nothing is lost.*sending mail.*no space left on device`,
		`mailbox not polled, trying again.*no space left on device`)
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(scriptTime); !c.done() && time.Now().Before(end); {
		time.Sleep(20 * time.Millisecond)
	}
	const still = 400 * time.Millisecond
	for wait := c.quiet(still); wait > 0; wait = c.quiet(still) {
		time.Sleep(wait)
	}
	c.mu.Lock()
	if c.copies > 0 { // a mail may well come twice if the daemon is stopped while it sends it
		t.Errorf("%d mails came twice", c.copies)
	}
	c.mu.Unlock()
	cmd.Process.Signal(os.Interrupt)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("the daemon: %v\n%s", err, c.log())
	}
	c.finish()

	if err := syscall.Mount("", state, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		command string
		code    int
		want    string
	}{
		{"serve", 2, "read-only file system\nhint: the disk of " + state + " is read-only"},
		{"status g0000", 0, "2 steps resolved"},
		{"store check", 0, "is sound: 8 games"},
		{"audit g0000", 0, "SOUND"},
		{"backup " + filepath.Join(c.dir, "backup.db"), 0, "sound"},
	} {
		words := strings.Fields(test.command)
		name := words[:1]
		if words[0] == "store" {
			name = words[:2]
		}
		args := append(append(name[:len(name):len(name)], "-config", "berthier.toml"), words[len(name):]...)
		run := exec.Command("berthier", args...)
		run.Dir = c.dir
		out, err := run.CombinedOutput()
		code := 0
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			code = exit.ExitCode()
		}
		text := strings.ReplaceAll(string(out), "disk of state ", "disk of "+state+" ")
		if code != test.code || !strings.Contains(text, test.want) {
			t.Errorf("berthier %s: exit code %d, %s\nwant %d, %s", test.command, code, text, test.code, test.want)
		}
	}
}

// fillDisk writes until nothing more goes onto the disk.
func fillDisk(t *testing.T, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 1 << 16; size > 0; {
		if _, err := f.Write(make([]byte, size)); errors.Is(err, syscall.ENOSPC) {
			size /= 2
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
