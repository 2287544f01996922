package wire

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// pipes are listeners in memory, by address. In a bubble of package synctest
// connections through them take no time, and waiting for one is no work.
var (
	pipes     sync.Map
	pipesMade atomic.Int64
)

type pipeListener struct {
	address pipeAddr
	dialed  chan net.Conn
	closed  chan struct{}
	once    sync.Once
}

type pipeAddr string

func (pipeAddr) Network() string  { return "pipe" }
func (a pipeAddr) String() string { return string(a) }

// listenPipe listens at an address of its own, whatever is asked for.
func listenPipe(string) (net.Listener, error) {
	l := &pipeListener{
		address: pipeAddr(fmt.Sprintf("127.0.0.1:%d", 1024+pipesMade.Add(1))),
		dialed:  make(chan net.Conn), closed: make(chan struct{}),
	}
	pipes.Store(l.address.String(), l)
	return l, nil
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.dialed:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Addr() net.Addr { return l.address }

func (l *pipeListener) Close() error {
	l.once.Do(func() { pipes.Delete(l.address.String()); close(l.closed) })
	return nil
}

// pipe is one direction of a connection. As with TCP, what is written need not
// be read before the writer goes on.
type pipe struct {
	mu       sync.Mutex
	change   *sync.Cond
	bytes    []byte
	ended    bool // by the writer: what is there can still be read
	closed   bool // by the reader
	deadline time.Time
	timer    *time.Timer
}

func newPipe() *pipe {
	p := &pipe{}
	p.change = sync.NewCond(&p.mu)
	return p
}

func (p *pipe) read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		switch {
		case p.closed:
			return 0, net.ErrClosed
		case !p.deadline.IsZero() && !time.Now().Before(p.deadline):
			return 0, os.ErrDeadlineExceeded
		case len(p.bytes) > 0:
			n := copy(b, p.bytes)
			p.bytes = p.bytes[n:]
			return n, nil
		case p.ended:
			return 0, io.EOF
		}
		p.change.Wait()
	}
}

func (p *pipe) write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended || p.closed {
		return 0, syscall.EPIPE
	}
	p.bytes = append(p.bytes, b...)
	p.change.Broadcast()
	return len(b), nil
}

func (p *pipe) set(change func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
	p.change.Broadcast()
}

func (p *pipe) until(t time.Time) {
	p.set(func() {
		if p.timer != nil {
			p.timer.Stop()
		}
		if p.deadline = t; !t.IsZero() {
			p.timer = time.AfterFunc(time.Until(t), func() { p.set(func() {}) })
		}
	})
}

// pipeConn is one end of a connection. Its writes never wait.
type pipeConn struct {
	in, out *pipe
	address pipeAddr
}

func (c *pipeConn) Read(b []byte) (int, error)  { return c.in.read(b) }
func (c *pipeConn) Write(b []byte) (int, error) { return c.out.write(b) }
func (c *pipeConn) LocalAddr() net.Addr         { return c.address }
func (c *pipeConn) RemoteAddr() net.Addr        { return c.address }

func (c *pipeConn) Close() error {
	c.in.until(time.Time{})
	c.in.set(func() { c.in.closed = true })
	c.out.set(func() { c.out.ended = true })
	return nil
}

func (c *pipeConn) SetDeadline(t time.Time) error      { return c.SetReadDeadline(t) }
func (c *pipeConn) SetWriteDeadline(t time.Time) error { return nil }
func (c *pipeConn) SetReadDeadline(t time.Time) error  { c.in.until(t); return nil }

// reachPipe is Endpoint.reach. Who only listens is reached too, as by TCP.
func reachPipe(ctx context.Context, _, address string) (net.Conn, error) {
	l, ok := pipes.Load(address)
	if !ok {
		return nil, fmt.Errorf("dialing %s: %w", address, syscall.ECONNREFUSED)
	}
	there, back := newPipe(), newPipe()
	server := &pipeConn{there, back, pipeAddr(address)}
	go func() {
		select {
		case l.(*pipeListener).dialed <- server:
		case <-l.(*pipeListener).closed:
			server.Close()
		}
	}()
	return &pipeConn{back, there, pipeAddr(address)}, nil
}
