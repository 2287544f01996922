package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"berthier/mail/wire"
	"berthier/store"
)

// workersMails is how many games are answered for in BenchmarkWorkers, each by two mails.
const workersMails = 256

// BenchmarkWorkers has 1, 2 and 4 daemons of a core each take in mails that wait for the games of one database, and
// tells how many a second until all answers are out, and what processor time each mail takes.
func BenchmarkWorkers(b *testing.B) {
	n := newNation(b, true)
	accounts := []wire.Account{{Address: n.cfg.Address, Password: "x"}}
	for i := range 3 * workersMails {
		for _, side := range []string{"french", "allied"} {
			accounts = append(accounts, wire.Account{Address: fmt.Sprintf("%s-%s@berthier.test", gameNumber(i), side),
				Password: "x"})
		}
	}
	l, err := wire.StartLocal(wire.LocalConfig{Accounts: accounts, Logger: quiet})
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	for _, workers := range []int{1, 2, 4} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			if b.N > 1 {
				b.Skip("use -benchtime 1x")
			}
			n.b = b
			n.race(l, workers)
		})
	}
}

// race lets daemons take in mails.
func (n *nation) race(l *wire.LocalServer, workers int) {
	b := n.b
	h := n.open()
	first := n.games
	clear(n.keys)
	n.grow(h, first+workersMails, n.spec)
	var mails [][]byte
	for i := first; i < n.games; i++ {
		mails = append(mails, n.answers(h, gameNumber(i))...)
	}
	var daemons []*exec.Cmd
	for i := range workers {
		daemons = append(daemons, n.daemon(l, i))
	}
	time.Sleep(2 * time.Second) // what the start began is over
	used, database := n.usedBy(daemons), n.databaseTime()
	start := time.Now()
	for _, raw := range mails {
		if err := l.Deliver("player@berthier.test", n.cfg.Address, raw); err != nil {
			b.Fatal(err)
		}
	}
	for !n.allDone(h) {
		time.Sleep(10 * time.Millisecond)
	}
	took := time.Since(start)
	used, database = n.usedBy(daemons)-used, n.databaseTime()-database
	for _, d := range daemons {
		d.Process.Signal(os.Interrupt)
		if err := d.Wait(); err != nil {
			b.Fatal(err)
		}
	}
	if err := h.close(); err != nil {
		b.Fatal(err)
	}
	count := float64(len(mails))
	b.ReportMetric(count/took.Seconds(), "mails/s")
	b.ReportMetric(1000*used.Seconds()/count, "cpu-ms/mail")
	b.ReportMetric(1000*database.Seconds()/count, "database-cpu-ms/mail")
	b.ReportMetric(0, "ns/op")
}

// daemon starts one of several, and waits until it is there.
func (n *nation) daemon(l *wire.LocalServer, number int) *exec.Cmd {
	b := n.b
	b.Helper()
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	// by this name it is the daemon
	program, path := filepath.Join(dir, "berthier"), filepath.Join(dir, "berthier.toml")
	keys := n.cfg.stateFolder()
	text := fmt.Sprintf("state = %q\nlog_key = %q\nstore_key = %q\nstore = %q\naddress = %q\nmaps = false\n[imap]\n"+
		"address = %q\nsecurity = \"none\"\nuser = %q\npassword_env = \"PASSWORD\"\npoll_seconds = 1\n[smtp]\n"+
		"address = %q\nsecurity = \"none\"\n", filepath.Join(dir, "state"), filepath.Join(keys, "log-key"),
		filepath.Join(keys, "store-key"), n.cfg.Store, n.cfg.Address, l.IMAPAddr(), n.cfg.Address, l.SMTPAddr())
	if err := os.Symlink(self, program); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	d := exec.Command(program, "serve", "-config", path)
	d.Env = append(os.Environ(), "PASSWORD=x", "GOMAXPROCS=1")
	log, err := d.StderrPipe()
	if err == nil {
		err = d.Start()
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { d.Process.Kill() })
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "msg=started") {
			go func() {
				for lines.Scan() {
				}
			}()
			return d
		}
	}
	b.Fatalf("daemon %d does not start", number)
	return nil
}

func (n *nation) usedBy(daemons []*exec.Cmd) (sum time.Duration) {
	for _, d := range daemons {
		sum += processorTime(n.b, d.Process.Pid)
	}
	return sum
}

// allDone reports whether all mails so far were taken in, and all answers are out.
func (n *nation) allDone(h *hub) (done bool) {
	n.b.Helper()
	cursor, err := h.umpire.Cursor()
	if err == nil && int(cursor.UID) < n.last {
		return false
	}
	if err == nil {
		err = h.store.View(func(tx *store.Tx) error {
			queued, err := tx.QueueLength()
			if err != nil || queued > 0 {
				return err
			}
			for _, err := range tx.Waiting() {
				return err
			}
			done = true
			return nil
		})
	}
	if err != nil {
		n.b.Fatal(err)
	}
	return done
}
