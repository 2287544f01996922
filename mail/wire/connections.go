package wire

import (
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// maxConnections is how many a LocalServer has open with mail programs, of each protocol.
const maxConnections = 200

// fewConnections is a listener with a bound on its connections. Where one more comes that one is closed from which
// nothing was heard for longest: a mail program that forgets to end its own must not keep out all others, and whoever
// meant to go on comes again.
type fewConnections struct {
	net.Listener
	mu   sync.Mutex
	open []*heardConnection
}

func (l *fewConnections) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &heardConnection{Conn: conn, of: l}
	c.hear()
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.open) >= maxConnections {
		silent := slices.MinFunc(l.open, func(a, b *heardConnection) int { return int(a.last.Load() - b.last.Load()) })
		silent.Conn.Close() // whoever serves it takes it off the list
		l.open = slices.DeleteFunc(l.open, func(o *heardConnection) bool { return o == silent })
	}
	l.open = append(l.open, c)
	return c, nil
}

// heardConnection knows when something was last read from it.
type heardConnection struct {
	net.Conn
	of   *fewConnections
	last atomic.Int64 // nanoseconds since 1970
}

func (c *heardConnection) hear() { c.last.Store(time.Now().UnixNano()) }

func (c *heardConnection) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		c.hear()
	}
	return n, err
}

func (c *heardConnection) Close() error {
	c.of.mu.Lock()
	c.of.open = slices.DeleteFunc(c.of.open, func(o *heardConnection) bool { return o == c })
	c.of.mu.Unlock()
	return c.Conn.Close()
}
