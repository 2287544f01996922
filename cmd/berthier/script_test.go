package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"berthier/cmd/berthier/testdata/toy"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/wire"
	"berthier/store/storetest"
	"berthier/templates"
)

func TestMain(m *testing.M) {
	// Tests beside each other start programs, and wait for them and for time to pass. -parallel has the last word.
	flag.Set("test.parallel", strconv.Itoa(3*runtime.GOMAXPROCS(0)))
	testscript.Main(storetest.M{M: m}, map[string]func(){
		"berthier":   main,
		"toy":        func() { games = []engine.Game{toy.Game}; main() },
		"both":       func() { games = append(games, toy.Game); main() },
		"broken":     func() { games = []engine.Game{brokenToy()}; main() },
		"postoffice": runPostOffice,
	})
}

// TestScripts runs the cases of testdata/script. Beside the commands of
// testscript they have
//
//	mail ADDRESS N DIR    waits for the Nth mail of a mailbox of the built-in
//	                      server and takes it apart into DIR: text.txt, text.html
//	                      and the attachments
//	send ADDRESS FILE     mails a file as text to the daemon
//	pair CONFIG           makes the first game of a daemon one between two people
//	example PAGE WORDS FILE
//	                      writes the block of a page of the help that has these words
//	fight POSITION TURN   writes the attachment of a report that asks for orders,
//	                      and a turn file with a fire and a shock for it
//
//	again longest|one-sided REPORT
//	                      plays the games again that a report of simulate names as the
//	                      strangest, with the commands that it prints
//
// and the programs "toy", whose table has the game of testdata/toy and no other, "both",
// whose table has it behind the others, and "broken", which has the toy alone and fails
// in some games; $TOY is its folder. There is
// drawing.toml, a configuration whose built-in server uses free ports, and local.toml, the same
// without maps: to draw them is most of what a step costs, and most scripts look at none. What the
// daemon prints must go into the file $SERVE, so that they are found.
func TestScripts(t *testing.T) {
	t.Parallel()
	if signal.Ignored(syscall.SIGHUP) {
		// As under nohup. The daemons would ignore it too, and a script ends one by it; what a
		// program catches, those that it starts do not ignore.
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	testscript.Run(t, testscript.Params{
		Files: scripts(t),
		Setup: func(env *testscript.Env) error {
			env.Setenv("SERVE", "serve.out")
			here, err := os.Getwd()
			if err != nil {
				return err
			}
			env.Setenv("TOY", filepath.Join(here, "testdata", "toy"))
			drawing, local := filepath.Join(env.WorkDir, "drawing.toml"), filepath.Join(env.WorkDir, "local.toml")
			return errors.Join(os.WriteFile(drawing, []byte(freeConfig), 0o600),
				os.WriteFile(local, []byte("maps = false\n"+freeConfig), 0o600))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"mail": fetchMail, "send": sendMail,
			"pair":  createPair,
			"fight": writeFight, "example": writeExample, "again": playAgain},
	})
}

// inBackground is a line of a script that starts a daemon, which runs beside what follows.
var inBackground = regexp.MustCompile(`(?m)^exec .*&[a-z]*&?$`)

// scripts are the files of testdata/script; in short tests those in which a daemon runs beside other commands.
func scripts(t *testing.T) (files []string) {
	t.Helper()
	all, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(all) == 0 {
		t.Fatalf("%d scripts, %v", len(all), err)
	}
	for _, path := range all {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !testing.Short() || inBackground.Match(text) {
			files = append(files, path)
		}
	}
	return files
}

// freeConfig has the daemon take ports that are free; it says which.
const freeConfig = "[imap]\npoll_seconds = 1\n[local]\nimap = \"127.0.0.1:0\"\nsmtp = \"127.0.0.1:0\"\n"

// listening finds in what the daemon printed, the file that $SERVE names, where its
// built-in server listens.
func listening(ts *testscript.TestScript, protocol string) string {
	address := regexp.MustCompile(protocol + ` +(127\.0\.0\.1:\d+)`)
	for end := time.Now().Add(scriptTime); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		said, _ := os.ReadFile(ts.MkAbs(ts.Getenv("SERVE")))
		if m := address.FindSubmatch(said); m != nil {
			return string(m[1])
		}
	}
	ts.Fatalf("the daemon does not say where its %s server is", protocol)
	return ""
}

const scriptTime = 5 * time.Minute // that anything may take, on a machine that has other things to do

// password finds the password of an account once the daemon has made it.
func password(ts *testscript.TestScript, address string) string {
	for range int(scriptTime / (50 * time.Millisecond)) {
		if f, err := os.Open(ts.MkAbs("berthier-state/" + passwordsFile)); err == nil {
			for s := bufio.NewScanner(f); s.Scan(); {
				if user, password, ok := strings.Cut(s.Text(), " "); ok && user == address {
					f.Close()
					return password
				}
			}
			f.Close()
		}
		time.Sleep(50 * time.Millisecond)
	}
	ts.Fatalf("no password of %s", address)
	return ""
}

// writeExample copies a block that is a mail.
func writeExample(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: example PAGE WORDS FILE")
	}
	page, ok := templates.FindTopic(topics(), args[0])
	turnFile := regexp.MustCompile("(?ms)^```\n((?:game|side): .*?)^```$")
	for _, block := range turnFile.FindAllStringSubmatch(page.Text, -1) {
		if strings.Contains(block[1], args[1]) {
			ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(block[1]), 0o600))
			return
		}
	}
	ts.Fatalf("the page %q (found: %t) does not show %q", args[0], ok, args[1])
}

func createPair(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: pair CONFIG")
	}
	cfg, err := loadConfig(ts.MkAbs(args[0]))
	ts.Check(err)
	h, err := openHub(cfg, slog.New(slog.DiscardHandler), true)
	ts.Check(err)
	first := games[0].First
	spec, err := freshGame(first.Scenario+"-1", first, h.rulesets[0], h.cfg.stateFolder(), "")
	ts.Check(err)
	_, err = h.umpire.Create(spec)
	ts.Check(errors.Join(err, h.close()))
}

var errFetched = errors.New("fetched")

func fetchMail(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: mail ADDRESS N DIR")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	ctx, cancel := context.WithTimeout(context.Background(), scriptTime)
	defer cancel()
	poller := &wire.Poller{
		Endpoint: wire.Endpoint{Address: listening(ts, "IMAP"), Security: wire.Plaintext, User: args[0],
			Password: password(ts, args[0])},
		Interval: 200 * time.Millisecond, RetryMin: 50 * time.Millisecond, RetryMax: time.Second,
		Logger: slog.New(slog.DiscardHandler),
	}
	var raw []byte
	err = poller.Run(ctx, wire.Cursor{}, wire.Each(func(_ context.Context, a wire.Arrival) error {
		if n--; n == 0 {
			raw = a.Raw
			cancel()
			return errFetched
		}
		return nil
	}))
	if raw == nil {
		ts.Fatalf("mail to %s: %v", args[0], err)
	}
	m, err := mail.Parse(raw)
	ts.Check(err)
	dir := ts.MkAbs(args[2])
	ts.Check(os.MkdirAll(dir, 0o700))
	files := map[string][]byte{"text.txt": []byte("Subject: " + m.Subject + "\n\n" + m.Text),
		"text.html": []byte(m.HTML)}
	for _, a := range m.Attachments {
		files[a.Name] = a.Bytes
	}
	for name, data := range files {
		ts.Check(os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
}

func sendMail(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: send ADDRESS FILE")
	}
	to := defaults().Address
	raw, err := mail.Compose(mail.Outgoing{
		From: mail.Address{Address: args[0]}, To: []mail.Address{{Address: to}}, Subject: "orders",
		ID: fmt.Sprintf("%d@berthier.test", time.Now().UnixNano()), Date: time.Now(), Text: ts.ReadFile(args[1]),
	})
	ts.Check(err)
	sender := &wire.Sender{Endpoint: wire.Endpoint{Address: listening(ts, "SMTP"), Security: wire.Plaintext}}
	defer sender.Close()
	ts.Check(sender.Send(context.Background(), args[0], []string{to}, raw))
}
