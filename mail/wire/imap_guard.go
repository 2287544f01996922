package wire

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// Bounds of what an IMAP server may send. go-imap has none: a line without an
// end, a list without an end and brackets in brackets each take all memory.
const (
	responseText  = 64 << 10 // bytes of one response outside of its literals
	responseDepth = 32       // open brackets in one response
	lookBytes     = 8 << 20  // of all responses to one question, and twice Poller.MaxBytes
	probeBytes    = 4 << 20  // the same for a probe, which lists folders
	headBytes     = 100      // of a response, that tell what it is
)

// errServer is the class of faults that serverGuard finds.
var errServer = errors.New("the mail server goes on and on")

// serverGuard bounds what go-imap reads. It is the DebugWriter of a client, which sees
// every byte before go-imap does, behind TLS, and ends the connection by an
// error. It also sees what the client writes: whole lines, which are harmless.
//
// It follows the grammar of RFC 9051 as far as go-imap does: literals stand in
// responses that begin with "* ", but for status responses, whose text is free.
type serverGuard struct {
	mu    sync.Mutex
	most  int64 // bytes, until allow is called again
	total int64
	err   error

	head    []byte // the first bytes of the response, as many as tell its kind
	text    int    // bytes of the response outside of literals
	bracket bool   // a "]" was in it
	depth   int
	quoted  bool
	escaped bool
	number  []byte // of a literal, from its "{"
	literal int64  // bytes that are to come of one
}

func newServerGuard(most int64) *serverGuard { return &serverGuard{most: most} }

// allow lets the server send as many bytes again.
func (g *serverGuard) allow() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.total = 0
}

// Write follows the bytes and refuses those that go too far, and all after them.
func (g *serverGuard) Write(b []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.err == nil {
		g.err = g.follow(b)
	}
	if g.err != nil {
		return 0, g.err
	}
	return len(b), nil
}

func (g *serverGuard) follow(b []byte) error {
	if g.total += int64(len(b)); g.total > g.most {
		return fmt.Errorf("%w: more than %d MiB in answer to one question", errServer, g.most>>20)
	}
	for len(b) > 0 {
		if g.literal > 0 {
			n := min(g.literal, int64(len(b)))
			g.literal, b = g.literal-n, b[n:]
			continue
		}
		if err := g.next(b[0]); err != nil {
			return err
		}
		b = b[1:]
	}
	return nil
}

// next takes one byte outside of literals.
func (g *serverGuard) next(c byte) error {
	if len(g.head) < headBytes {
		g.head = append(g.head, c)
	} else if bytes.HasPrefix(g.head, []byte("* ")) && bytes.Count(g.head, []byte(" ")) < 2 {
		return fmt.Errorf("%w: a response without a name", errServer)
	}
	if g.text++; g.text > responseText {
		return fmt.Errorf("%w: a line of more than %d KiB", errServer, responseText>>10)
	}
	switch {
	case g.quoted:
		return g.inQuotes(c)
	case c == '\n':
		return g.endLine()
	case len(g.number) > 0:
		if g.number = append(g.number, c); len(g.number) > 30 || !strings.ContainsRune("0123456789} \r", rune(c)) {
			return fmt.Errorf("%w: a literal without a length", errServer)
		}
	case c == '{' && g.data():
		g.number = append(g.number, c)
	case c == '"':
		g.quoted = g.data()
	case c == ']':
		g.bracket = true
	case c == '(':
		if g.depth++; g.depth > responseDepth {
			return fmt.Errorf("%w: brackets within brackets, more than %d", errServer, responseDepth)
		}
	case c == ')':
		g.depth--
	}
	return nil
}

// inQuotes takes a byte of a quoted string, which ends in its own line.
func (g *serverGuard) inQuotes(c byte) error {
	switch {
	case c == '\n':
		return fmt.Errorf("%w: a quoted string over the end of a line", errServer)
	case g.escaped:
		g.escaped = false
	case c == '\\':
		g.escaped = true
	case c == '"':
		g.quoted = false
	}
	return nil
}

// endLine begins a literal or the next response.
func (g *serverGuard) endLine() error {
	if len(g.number) > 0 {
		number, ok := bytes.CutSuffix(bytes.TrimRight(g.number, " \r"), []byte("}"))
		n, err := strconv.ParseInt(string(number[1:]), 10, 64)
		if !ok || err != nil {
			return fmt.Errorf("%w: a literal without a length", errServer)
		}
		if n > responseText && !bytes.Contains(bytes.ToUpper(g.head), []byte(" FETCH ")) {
			return fmt.Errorf("%w: a literal of %d bytes that is no mail", errServer, n)
		}
		g.literal, g.number = n, nil
		return nil
	}
	switch {
	case g.code() && !g.bracket:
		return fmt.Errorf("%w: a response code over the end of a line", errServer)
	case bytes.HasPrefix(bytes.ToUpper(g.head), []byte("* ENABLED")): // go-imap keeps all of them
		return fmt.Errorf("%w: ENABLED, which was not asked for", errServer)
	}
	g.head, g.text, g.bracket, g.depth = g.head[:0], 0, false, 0
	return nil
}

// data says that go-imap reads literals and quoted strings from the response: it
// is neither a status response, whose text is free, nor a line of the client.
func (g *serverGuard) data() bool {
	kind, ok := bytes.CutPrefix(g.head, []byte("* "))
	if !ok {
		return false
	}
	kind = bytes.TrimPrefix(bytes.TrimLeft(kind, "0123456789"), []byte(" "))
	kind = bytes.ToUpper(kind)
	for _, status := range []string{"OK", "NO", "BAD", "BYE", "PREAUTH"} {
		rest, ok := bytes.CutPrefix(kind, []byte(status))
		if ok && (len(rest) == 0 || !atomChar(rest[0])) {
			return false
		}
	}
	return true
}

// code says that the text of a status response begins with a response code. go-imap
// looks for its end in the lines that follow too.
func (g *serverGuard) code() bool {
	words := bytes.SplitN(g.head, []byte(" "), 4)
	if bytes.HasPrefix(g.head, []byte("* ")) && g.data() || len(words) < 3 {
		return false
	}
	return bytes.HasPrefix(words[2], []byte("[")) || len(words) > 3 && bytes.HasPrefix(words[3], []byte("["))
}

// atomChar is ATOM-CHAR of RFC 9051, as far as go-imap has it.
func atomChar(c byte) bool { return c > ' ' && !strings.ContainsRune("(){%*\"\\]\x7f", rune(c)) }
