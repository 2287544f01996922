package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"berthier/store"
)

// BenchmarkThousandGames starts the daemon, as a program of its own, on a store
// with 1,000 games, and tells how long that takes and how much memory it holds
// when it has nothing to do.
func BenchmarkThousandGames(b *testing.B) {
	c := newLeague(b, 1000, 0)
	p := c.postOffice(b).servers()
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	program := filepath.Join(b.TempDir(), "berthier") // by this name the test program is the daemon
	if err := os.Symlink(self, program); err != nil {
		b.Fatal(err)
	}
	state := c.cfg.stateFolder()
	config := filepath.Join(b.TempDir(), "berthier.toml")
	text := fmt.Sprintf("state = %q\nmaps = false\n[imap]\naddress = %q\nsecurity = \"none\"\nuser = %q\n"+
		"password_env = \"PASSWORD\"\n[smtp]\naddress = %q\nsecurity = \"none\"\n",
		state, p.imap.Address, p.imap.User, p.smtp.Address)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	var took time.Duration
	var rss float64
	for b.Loop() {
		d := exec.Command(program, "serve", "-config", config)
		d.Env = append(os.Environ(), "PASSWORD=x")
		log, err := d.StderrPipe()
		if err != nil {
			b.Fatal(err)
		}
		start := time.Now()
		if err := d.Start(); err != nil {
			b.Fatal(err)
		}
		lines := bufio.NewScanner(log)
		open := false
		for !open && lines.Scan() {
			open = strings.Contains(lines.Text(), "mailbox opened")
		}
		took += time.Since(start)
		go func() {
			for lines.Scan() {
			}
		}()
		time.Sleep(3 * time.Second) // what the start began is over
		if open {
			rss = max(rss, residentMB(b, d.Process.Pid))
		}
		d.Process.Signal(os.Interrupt)
		if err := d.Wait(); err != nil || !open {
			b.Fatalf("the daemon did not start or stop: %v", err)
		}
	}
	b.ReportMetric(took.Seconds()/float64(b.N), "s/start")
	b.ReportMetric(rss, "MB-idle")
}

// residentMB is the memory that a process holds, in 10^6 bytes.
func residentMB(b *testing.B, pid int) float64 {
	b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Skip("there is no /proc here")
	}
	for line := range strings.Lines(string(text)) {
		var kb float64
		if n, _ := fmt.Sscanf(line, "VmRSS: %f kB", &kb); n == 1 {
			return kb * 1024 / 1e6
		}
	}
	b.Fatal("no VmRSS")
	return 0
}

// BenchmarkIdle is how long a player waits for his answer when the daemon waits
// for mail with IDLE: from the end of sending to the answer in his mailbox.
func BenchmarkIdle(b *testing.B) {
	c := newLeague(b, 20, 40)
	waiting := c.mails
	c.mails = nil // nothing waits at the start
	office := c.postOffice(b)
	p := office.servers()
	cfg := c.copied(b)
	cfg.IMAP.Address, cfg.SMTP.Address = p.imap.Address, p.smtp.Address
	h, err := openHub(cfg, quiet, false)
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.serve(ctx, p) }()
	time.Sleep(3 * time.Second)
	sent := 0
	for b.Loop() {
		if sent == len(waiting) {
			b.Skip("too few mails for so many rounds; use -benchtime 20x")
		}
		office.deliver(b, delivery{c.cfg.Address, waiting[sent : sent+1]})
		for sent++; c.replies(b, h) < sent; {
			time.Sleep(time.Millisecond)
		}
	}
	stop()
	if err := <-done; err != nil {
		b.Fatal(err)
	}
	if err := h.close(); err != nil {
		b.Fatal(err)
	}
}

// replies counts the mails that were sent in reply to one.
func (c *league) replies(b *testing.B, h *hub) (n int) {
	b.Helper()
	err := h.store.View(func(tx *store.Tx) error {
		names, err := tx.Games()
		for _, id := range names {
			for m, err := range tx.Mails(id) {
				if err != nil {
					return err
				}
				if bytes.Contains(m.Raw, []byte("@home>")) && !m.SentAt.IsZero() {
					n++
				}
			}
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return n
}
