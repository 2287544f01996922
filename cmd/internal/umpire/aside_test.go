package umpire

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/intake"
	"berthier/cmd/internal/post"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/wire"
	"berthier/store/storetest"
)

// TestMain is also the program that takes mails in and dies of them.
func TestMain(m *testing.M) {
	if folder := os.Getenv("BERTHIER_MORTAL"); folder != "" {
		if err := mortal(folder); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(storetest.M{M: m}.Run())
}

// mortal takes in the mails of a folder that it has not seen, all together, and
// writes there what it sends. It dies of those that have a field X-Fault.
func mortal(folder string) error {
	tb := &table{
		path: filepath.Join(folder, "berthier.db"), folder: folder, rules: duel{version: "1", broken: new(bool)},
		now: time.Date(2030, 12, 2, 8, 0, 0, 0, time.UTC),
	}
	if err := tb.begin(os.Stderr); err != nil {
		return err
	}
	tb.u.intake.Long = time.Hour // no mail takes long but those that untilLong waits for
	tb.u.judging = func(raw []byte) {
		if _, rest, ok := strings.Cut(string(raw), "X-Fault: "); ok {
			tb.dieOf(strings.Fields(rest)[0], intake.HashOf(raw))
		}
	}
	*tb.rules.broken = os.Getenv("BERTHIER_FAULT") == "rules"
	if err := tb.u.Resume(); err != nil {
		return err
	}
	if hash := os.Getenv("BERTHIER_RETRY"); hash != "" {
		if err := tb.u.Retry(hash); err != nil {
			return err
		}
	}
	last, err := tb.u.Cursor()
	if err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(folder, "*.mail"))
	if err != nil {
		return err
	}
	var all []wire.Arrival
	for i, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if c := (wire.Cursor{UIDValidity: 7, UID: uint32(i + 1)}); c.UID > last.UID {
			all = append(all, wire.Arrival{Raw: raw, Size: int64(len(raw)), Cursor: c})
		}
	}
	if _, err := tb.u.takeAll(context.Background(), all); err != nil {
		return err
	}
	_, err = tb.u.Post.Send(context.Background(), func(_ context.Context, _ string, _ []string, raw []byte) error {
		m, err := mail.Parse(raw)
		return errors.Join(err, os.WriteFile(filepath.Join(folder, fmt.Sprintf("%x.sent", sha256.Sum256([]byte(m.ID)))),
			raw,
			0o600))
	})
	problems, fault := tb.store.Check()
	if len(problems) > 0 {
		fault = fmt.Errorf("store: %v", problems)
	}
	return errors.Join(err, fault, tb.store.Close())
}

// dieOf dies of a mail in a way; BERTHIER_FAULT, if it is set, in another.
func (tb *table) dieOf(fault, hash string) {
	if other := os.Getenv("BERTHIER_FAULT"); other != "" {
		fault = other
	}
	switch fault {
	case "panic":
		panic("a fault of the program")
	case "kill":
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	case "stack":
		tb.untilLong(hash)
		debug.SetMaxStack(16 << 20)
		fmt.Fprint(os.Stderr, deep(1))
	case "memory":
		tb.untilLong(hash)
		const most = 8 << 30 // of addresses: no memory is used
		if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
			panic(err)
		}
		for all := [][]byte{}; ; {
			all = append(all, make([]byte, 1<<30))
		}
	}
}

func deep(n int) int {
	if n == 0 {
		return 0
	}
	return deep(n+1) + n
}

// untilLong waits until it is noted that the mail takes long, as it is when memory
// runs out.
func (tb *table) untilLong(hash string) {
	tb.u.intake.Long = time.Millisecond
	tb.u.intake.Judging(hash)
	for {
		text, err := os.ReadFile(filepath.Join(tb.folder, "intake"))
		if err == nil && regexp.MustCompile(hash+" [0-9]+ [0-9]+ long\n").Match(text) {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// dyingClub is a folder in which mails wait, and the program that takes them in.
type dyingClub struct {
	*table
	t *testing.T
}

func newMortals(t *testing.T, mails ...[]byte) *dyingClub {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	tb.close()
	m := &dyingClub{tb, t}
	tb.folder = filepath.Dir(tb.path)
	for i, raw := range mails {
		if err := os.WriteFile(filepath.Join(tb.folder, fmt.Sprintf("%03d.mail", i)), raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(tb.open) // it is closed once more
	return m
}

// run runs the program once, and reports whether it died.
func (m *dyingClub) run(env ...string) (died bool, output string) {
	m.t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), append(env, "BERTHIER_MORTAL="+m.folder)...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() == 1 {
		m.t.Fatalf("the program: %v\n%s", err, out)
	}
	return err != nil, string(out)
}

// lives runs the program until it does not die, and tells how often it did.
func (m *dyingClub) lives(env ...string) (deaths int) {
	m.t.Helper()
	for {
		died, out := m.run(env...)
		if !died {
			return deaths
		}
		if deaths++; deaths > 6 {
			m.t.Fatalf("it dies and dies:\n%s", out[max(0, len(out)-3000):])
		}
	}
}

// sent are the subjects of what was sent, and to whom.
func (m *dyingClub) sent() (all []string) {
	m.t.Helper()
	names, err := filepath.Glob(filepath.Join(m.folder, "*.sent"))
	if err != nil {
		m.t.Fatal(err)
	}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			m.t.Fatal(err)
		}
		sent, err := mail.Parse(raw)
		if err != nil {
			m.t.Fatal(err)
		}
		all = append(all, sent.To[0].Address+": "+sent.Subject)
	}
	slices.Sort(all)
	return all
}

func (m *dyingClub) aside() (hashes []string) {
	m.t.Helper()
	all, err := intake.AsideIn(m.folder).List()
	if err != nil {
		m.t.Fatal(err)
	}
	for _, a := range all {
		hashes = append(hashes, a.Hash)
	}
	return hashes
}

// A mail of which the program dies is set aside, and keeps no other out: neither
// one of the same batch nor one that comes later.
func TestMailThatKills(t *testing.T) {
	order := func(side engine.Side) []byte {
		return letter(address[side], fmt.Sprint(side, "@home"), signed(t, side, file(side, 1, 1, "pick 4")))
	}
	for _, c := range []struct {
		fault  string
		deaths int
	}{{"memory", 2}, {"stack", 2}, {"kill", 4}, {"panic", 0}} { // the first kill is of the whole batch
		t.Run(c.fault, func(t *testing.T) {
			deadly := letter(address["Stranger"], "deadly@x", "status\nend\n", "X-Fault: "+c.fault)
			m := newMortals(t, order("Red"), letter(address["Blue"], "1@x", "games\nend\n"), deadly, order("Blue"))
			if deaths := m.lives(); deaths != c.deaths {
				t.Errorf("it died %d times, want %d", deaths, c.deaths)
			}
			want := []string{
				"kutuzov@example.com: [duel-1] games", "kutuzov@example.com: [duel-1] Round 1",
				"ney@example.net: [duel-1] orders received",
				"ney@example.net: [duel-1] your orders: Round 1", "umpire@berthier.example: A mail was set aside",
			}
			if c.fault == "panic" {
				want = append(want, "nobody@example.org: A fault of the program")
			}
			slices.Sort(want)
			if got := m.sent(); !slices.Equal(got, want) {
				t.Errorf("sent:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if got := m.aside(); !slices.Equal(got, []string{intake.HashOf(deadly)}) {
				t.Errorf("set aside: %q", got)
			}
			// Started again it is quiet, and goes on.
			if deaths := m.lives(); deaths != 0 || len(m.sent()) != len(want) {
				t.Errorf("started again it died %d times and sent\n%s", deaths, strings.Join(m.sent(), "\n"))
			}
			if c.fault != "panic" {
				m.retries(intake.HashOf(deadly), len(want))
			}
		})
	}
}

// retries tries a mail again of which the program dies once more, and then no more.
func (m *dyingClub) retries(hash string, sent int) {
	m.t.Helper()
	if died, _ := m.run("BERTHIER_RETRY=" + hash); !died {
		m.t.Error("the mail does not kill any more")
	}
	if deaths := m.lives(); deaths > 0 || len(m.aside()) != 1 || len(m.sent()) != sent {
		m.t.Errorf("after a retry: %d deaths, aside %q, sent\n%s", deaths, m.aside(), strings.Join(m.sent(), "\n"))
	}
	if died, out := m.run("BERTHIER_RETRY="+hash[:8], "BERTHIER_FAULT=none"); died || len(m.aside()) != 0 ||
		len(m.sent()) != sent+1 {
		m.t.Errorf("the mended program: died %v, aside %q, sent\n%s\n%s", died, m.aside(),
			strings.Join(m.sent(), "\n"), out)
	}
}

// Whoever kills the program from outside, whatever it is doing, has no mail set
// aside by that.
func TestKilledFromOutside(t *testing.T) {
	raw := letter(address["Red"], "1@x", signed(t, "Red", file("Red", 1, 1, "pick 4")), "X-Fault: kill")
	m := newMortals(t, raw, letter(address["Blue"], "2@x", "games\nend\n"))
	for n := range 3 {
		if died, out := m.run(); !died {
			t.Fatalf("run %d: it was not killed\n%s", n, out)
		}
	}
	deaths := m.lives("BERTHIER_FAULT=none")
	if got := m.sent(); deaths > 0 || len(got) != 2 || len(m.aside()) > 0 {
		t.Errorf("%d deaths, aside %q, sent\n%s", deaths, m.aside(), strings.Join(got, "\n"))
	}
	text, err := os.ReadFile(filepath.Join(m.folder, "intake"))
	if err != nil || !strings.HasPrefix(string(text), "berthier intake 1 0\n") {
		t.Errorf("still noted: %q, %v", text, err)
	}
}

// A mail that is kept in a game because of a fault of the program, and kills the
// program at its next start, is set aside too.
func TestStuckMailThatKills(t *testing.T) {
	raw := letter(address["Blue"], "1@x", signed(t, "Blue", file("Blue", 1, 1, "pick 6")), "X-Fault: none")
	m := newMortals(t, letter(address["Red"], "2@x", signed(t, "Red", file("Red", 1, 1, "pick 4"))), raw)
	if deaths := m.lives("BERTHIER_FAULT=rules"); deaths > 0 {
		t.Fatalf("it died %d times", deaths)
	}
	if deaths := m.lives("BERTHIER_FAULT=memory"); deaths != 2 {
		t.Errorf("it died %d times, want 2", deaths)
	}
	if got := strings.Join(m.sent(), "\n"); len(m.aside()) != 1 || !strings.Contains(got, "a fault of the program") ||
		!strings.Contains(got, "set aside") {
		t.Errorf("aside %q, sent\n%s", m.aside(), got)
	}
	if deaths := m.lives(); deaths > 0 || len(m.sent()) != 3 {
		t.Errorf("%d deaths, sent\n%s", deaths, strings.Join(m.sent(), "\n"))
	}
	m.open()
	defer m.close()
	if s := m.status(); s.Stuck != 0 {
		t.Errorf("%d mails are stuck still", s.Stuck)
	}
}

// A panic where a report is written, beside all else, is an error of that report.
func TestPanicOfAReport(t *testing.T) {
	tb := newTable(t)
	tb.create()
	g, err := tb.u.Look("duel-1")
	if err != nil {
		t.Fatal(err)
	}
	_, err = tb.u.EachSide(g, func(side engine.Side) post.Letter { panic("of " + side) })
	if b, ok := errors.AsType[*amiss.Panic](err); !ok || len(b.Stack) == 0 {
		t.Errorf("got %v", err)
	}
}

// A panic where a batch of mails is written leaves nothing of them half written, and
// none of them out.
func TestPanicOfABatch(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	left := 3
	tb.u.Breaking = func(int) error {
		if left--; left == 0 {
			panic("while a mail is written")
		}
		return nil
	}
	var all []wire.Arrival
	for i, side := range duelSides {
		raw := letter(address[side], fmt.Sprint(i, "@x"), signed(t, side, file(side, 1, 1, "pick 4")))
		all = append(all, wire.Arrival{Raw: raw, Size: int64(len(raw)),
			Cursor: wire.Cursor{UIDValidity: 7, UID: uint32(i + 1)}})
	}
	if n, err := tb.u.takeAll(context.Background(), all); n != len(all) || err != nil {
		t.Fatalf("%d mails taken in, %v", n, err)
	}
	if s := tb.status(); s.Step != 1 || s.Stuck != 0 || left > 0 {
		t.Errorf("got %+v after %d writes", s, 3-left)
	}
	if _, err := tb.u.Verify("duel-1"); err != nil {
		t.Error(err)
	}
}
