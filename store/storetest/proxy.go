package storetest

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Proxy stands between a process and its database.
type Proxy struct {
	to      string
	mu      sync.Mutex
	lines   []*line
	silent  bool   // new connections pass nothing on
	refuses bool   // new connections are ended at once
	asked   int    // messages of the process so far
	left    int    // so many messages until then; 0 for never
	then    func() // is called before the last of them is passed on
}

// line is a connection, of two ends.
type line struct {
	ends   [2]net.Conn
	silent bool
}

// NewProxy is a proxy that ends with the test, and the address of a store behind it.
func NewProxy(t testing.TB, address string) (*Proxy, string) {
	t.Helper()
	_, rest, _ := strings.Cut(address, "host=")
	dir, _, _ := strings.Cut(rest, "&")
	here, err := os.MkdirTemp("", "berthier-") // names of sockets are short
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{to: filepath.Join(dir, socketName)}
	ln, err := net.Listen("unix", filepath.Join(here, socketName))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close(); p.Cut(); os.RemoveAll(here) })
	go func() {
		for {
			from, err := ln.Accept()
			if err != nil {
				return
			}
			p.connect(from)
		}
	}()
	return p, strings.Replace(address, dir, here, 1)
}

const socketName = ".s.PGSQL.5432"

func (p *Proxy) connect(from net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	to, err := net.Dial("unix", p.to)
	if err != nil || p.refuses {
		from.Close()
		if err == nil {
			to.Close()
		}
		return
	}
	l := &line{ends: [2]net.Conn{from, to}, silent: p.silent}
	p.lines = append(p.lines, l)
	go p.pass(l, from, to, &p.asked)
	go p.pass(l, to, from, new(int))
}

// pass passes on what comes from one end, and counts it.
func (p *Proxy) pass(l *line, from, to net.Conn, count *int) {
	buf := make([]byte, 64<<10)
	for {
		n, err := from.Read(buf)
		p.mu.Lock()
		silent := l.silent
		*count++
		var then func()
		if err == nil && !silent && p.left > 0 {
			if p.left--; p.left == 0 {
				then = p.then
			}
		}
		p.mu.Unlock()
		if then != nil {
			then()
			p.mu.Lock()
			silent = l.silent
			p.mu.Unlock()
		}
		switch {
		case err != nil && !silent:
			to.Close()
			return
		case err != nil:
			return
		case !silent:
			to.Write(buf[:n])
		}
	}
}

// After calls do before the message is passed on that comes behind n-1 others, in either direction.
func (p *Proxy) After(n int, do func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left, p.then = n, do
}

// Asked is how many messages came from the process so far: a statement is one, and several that are sent together are.
func (p *Proxy) Asked() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked
}

// Left is how many messages are still to come before what After was told is done; 0 if it was.
func (p *Proxy) Left() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.left
}

// Cut ends all connections.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range p.lines {
		l.ends[0].Close()
		l.ends[1].Close()
	}
	p.lines = nil
}

// Vanish has all connections pass nothing on any more, and tells neither end, as when a machine or a wire fails.
func (p *Proxy) Vanish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range p.lines {
		l.silent = true
	}
}

// Silence is Vanish for new connections too, until Pass.
func (p *Proxy) Silence() {
	p.set(true, false)
	p.Vanish()
}

// Refuse is Cut for new connections too, until Pass.
func (p *Proxy) Refuse() {
	p.set(false, true)
	p.Cut()
}

// Pass lets new connections through again.
func (p *Proxy) Pass() { p.set(false, false) }

func (p *Proxy) set(silent, refuses bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.silent, p.refuses = silent, refuses
}
