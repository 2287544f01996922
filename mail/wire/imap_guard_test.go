package wire

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
)

// hostileServer is an IMAP server that answers as it should until a command comes in
// which the word stands, and then says what attack writes.
type hostileServer struct {
	word   string
	attack func(w io.Writer, tag string)
	cut    bool   // whether it hangs up then
	peak   uint64 // memory in use while it writes
}

func (h *hostileServer) serve(ln net.Listener) {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		go func() {
			defer conn.Close()
			h.answer(conn)
		}()
	}
}

func (h *hostileServer) answer(conn net.Conn) {
	if h.word == "" {
		h.attack(h.measured(conn), "*")
		return
	}
	fmt.Fprint(conn, "* OK [CAPABILITY IMAP4rev1 IDLE] ready\r\n")
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		tag, command, _ := strings.Cut(lines.Text(), " ")
		switch {
		case strings.Contains(command, h.word):
			h.attack(h.measured(conn), tag)
			if h.cut {
				return
			}
			fmt.Fprintf(conn, "%s OK done\r\n", tag)
		case strings.HasPrefix(command, "LOGIN"):
			fmt.Fprintf(conn, "%s OK [CAPABILITY IMAP4rev1 IDLE] in\r\n", tag)
		case strings.HasPrefix(command, "SELECT"):
			fmt.Fprintf(conn, "* 2 EXISTS\r\n* OK [UIDVALIDITY 7] valid\r\n%s OK [READ-WRITE] open\r\n", tag)
		case strings.Contains(command, "RFC822.SIZE"):
			fmt.Fprintf(conn, "* 1 FETCH (UID 1 RFC822.SIZE 100)\r\n* 2 FETCH (UID 2 RFC822.SIZE 100)\r\n"+
				"%s OK done\r\n", tag)
		default:
			fmt.Fprintf(conn, "%s OK done\r\n", tag)
		}
	}
}

// measured notes how much memory is in use now and then, and waits until the
// client has read what was written.
func (h *hostileServer) measured(conn net.Conn) io.Writer {
	written := 0
	return writerFunc(func(b []byte) (int, error) {
		synctest.Wait()
		if written += len(b); written > 1<<20 {
			written = 0
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			h.peak = max(h.peak, m.HeapAlloc+m.StackInuse)
		}
		return conn.Write(b)
	})
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// endless repeats a text until the connection is closed, at most 300 MB of it.
func endless(before, again string) func(io.Writer, string) {
	return func(w io.Writer, _ string) {
		fmt.Fprint(w, before)
		block := []byte(strings.Repeat(again, 1+(64<<10)/len(again)))
		for sent := 0; sent < 300<<20; sent += len(block) {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
	}
}

// numbered is endless with a number that grows.
func numbered(format string) func(io.Writer, string) {
	return func(w io.Writer, _ string) {
		var b bytes.Buffer
		for n := 1; n < 4_000_000; n++ {
			if fmt.Fprintf(&b, format, n); b.Len() > 64<<10 {
				if _, err := b.WriteTo(w); err != nil {
					return
				}
			}
		}
	}
}

// A server that goes on and on costs little, and is left with an error; so is
// one that would have the guard and go-imap read the same bytes otherwise.
func TestPollerBoundsTheServer(t *testing.T) {
	deep := strings.Repeat("(", 1<<20)
	for i, tt := range []struct {
		name, word string
		attack     func(io.Writer, string)
	}{
		{"greeting without an end", "", endless("* OK ", "x")},
		{"tag without an end", "", endless("", "x")},
		{"capabilities without an end", "", endless("* CAPABILITY", " X")},
		{"login answer without an end", "LOGIN", endless("* OK ", "x")},
		{"flags without an end", "SELECT", endless("* FLAGS (", "\\X ")},
		{"code without an end", "SELECT", endless("* OK [X ", "x")},
		{"code over lines", "SELECT", endless("* OK [X ", "x\r\n")},
		{"quotes without an end", "SELECT", endless("* LIST () \"", "x")},
		{"quotes over lines", "SELECT", endless("* LIST () \"", "x\r\n")},
		{"names", "SELECT", numbered("* ENABLED X%d\r\n")},
		{"responses", "SELECT", endless("", "* 1 EXISTS\r\n")},
		{"literal", "SELECT", endless("* LIST () NIL {9999999999}\r\n", "x")},
		{"mails", "RFC822.SIZE", numbered("* 1 FETCH (UID %d RFC822.SIZE 10)\r\n")},
		{"one mail again and again", "RFC822.SIZE", endless("", "* 1 FETCH (UID 9 RFC822.SIZE 10)\r\n")},
		{"brackets", "RFC822.SIZE", endless("* 1 FETCH (BODYSTRUCTURE ", "(")},
		{"brackets in a list", "RFC822.SIZE", endless("* 1 FETCH (FLAGS ", "(")},
		{"threads", "RFC822.SIZE", endless("* THREAD ", "(1 ")},
		{"larger than announced", "BODY.PEEK", func(w io.Writer, _ string) {
			for range 100 {
				fmt.Fprintf(w, "* 1 FETCH (UID 1 BODY[] {%d}\r\n%s)\r\n", 1<<20, strings.Repeat("x", 1<<20))
			}
		}},
		{"brackets behind a code", "RFC822.SIZE",
			endless("* OK [X {9}\r\n* 1 FETCH {99999999}\r\n] x\r\n* 1 FETCH (BODYSTRUCTURE "+deep, "(")},
		{"brackets behind a numbered status", "RFC822.SIZE",
			endless("* 5 OK x {99999999}\r\n* 1 FETCH (BODYSTRUCTURE "+deep, "(")},
		{"brackets behind a long number", "RFC822.SIZE",
			endless("* "+strings.Repeat("0", 200)+" OK x {99999999}\r\n* 1 FETCH (BODYSTRUCTURE "+deep, "(")},
		{"brackets behind a status", "RFC822.SIZE", endless("* OK(x {99999999}\r\n* 1 FETCH (BODYSTRUCTURE "+deep,
			"(")},
		{"brackets behind quotes in a status", "RFC822.SIZE",
			endless("* OK \"\r\n* 1 FETCH (BODYSTRUCTURE "+deep, "(")},
		{"brackets behind a bad literal", "RFC822.SIZE", endless("* 1 FETCH (BODYSTRUCTURE {x"+deep, "(")},
		{"brackets behind a tagged status", "RFC822.SIZE", func(w io.Writer, tag string) {
			fmt.Fprintf(w, "%s OK x {99999999}\r\n* 1 FETCH (BODYSTRUCTURE %s", tag, deep)
		}},
	} {
		if testing.Short() && i%5 != 1 { // goroutines meet in all of them alike
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := &hostileServer{word: tt.word, attack: tt.attack}
				ln := listen(t, nil)
				go h.serve(ln)
				p := testPoller(ln.Addr().String())
				p.MaxBytes = 1 << 20
				looks := make(chan error, 1000)
				p.Looked = func(err error) { looks <- err }
				in := runPoller(t, p, Cursor{}, nil)
				defer in.stop()
				var before runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&before)
				if err := <-looks; err == nil {
					t.Error("the server is taken for a good one")
				}
				if used := int64(h.peak) - int64(before.HeapAlloc+before.StackInuse); used > 100<<20 {
					t.Errorf("%d MB were in use", used>>20)
				}
			})
		})
	}
}

// A server may hang up in the middle of a mail. Whoever reads that is then alone with
// the connection, which shows with the race detector.
func TestPollerCutInAMail(t *testing.T) {
	for _, size := range []int{1, 90, 900} {
		synctest.Test(t, func(t *testing.T) {
			h := &hostileServer{word: "BODY.PEEK", cut: true, attack: func(w io.Writer, _ string) {
				fmt.Fprintf(w, "* 1 FETCH (UID 1 BODY[] {1000}\r\n%s", strings.Repeat("x", size))
			}}
			ln := listen(t, nil)
			go h.serve(ln)
			p := testPoller(ln.Addr().String())
			looks := make(chan error, 1000)
			p.Looked = func(err error) { looks <- err }
			in := runPoller(t, p, Cursor{}, nil)
			defer in.stop()
			if err := <-looks; err == nil || len(in.all()) > 0 {
				t.Errorf("got %v and %d mails", err, len(in.all()))
			}
		})
	}
}

// A reply of an SMTP server without an end ends the connection.
func TestSenderBoundsTheServer(t *testing.T) {
	for name, attack := range map[string]func(io.Writer, string){
		"lines":  endless("220 ready\r\n", "250-x\r\n"),
		"a line": endless("220 ", "x"),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := &hostileServer{attack: attack}
				ln := listen(t, nil)
				go h.serve(ln)
				err := testSender(t, ln.Addr().String()).Send(t.Context(), "a@b", []string{"c@d"}, []byte(dotted))
				var e *SendError
				if !errors.As(err, &e) || e.Stage != "connect" || e.Permanent || h.peak > 100<<20 {
					t.Errorf("got %v with %d MB in use", err, h.peak>>20)
				}
			})
		})
	}
}

// What good servers say passes, however it is cut.
func TestServerGuardLetsPass(t *testing.T) {
	text := "* OK [CAPABILITY IMAP4rev1 LITERAL+] hello {5} \"there\r\n" +
		"T1 LOGIN \"a\" {5}\r\n+ go on (it's yours\r\npass\"\r\nT1 OK [X] in\r\n" +
		"* LIST (\\HasNoChildren) \"/\" \"a\\\"b (c\"\r\n* LIST () NIL {3}\r\n(((\r\n* 1 FETCH (UID 1 BODY[] {40}\r\n" +
		strings.Repeat("(", 38) + "\r\n)\r\n* FLAGS (\\Seen $Junk)\r\n* BYE [ALERT] :-(\r\n"
	for size := 1; size < 60; size++ {
		g := newServerGuard(1 << 20)
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			if _, err := g.Write([]byte(rest[:n])); err != nil {
				t.Fatalf("cut to %d bytes: %v before %q", size, err, rest)
			}
			rest = rest[n:]
		}
		if g.depth != 0 || g.quoted || g.literal != 0 || len(g.head) != 0 {
			t.Errorf("cut to %d bytes: not at the end of a line", size)
		}
	}
}

// FuzzServer has a server say anything in answer to the question for new mails.
func FuzzServer(f *testing.F) {
	f.Add([]byte("* 1 FETCH (UID 3 RFC822.SIZE 100)\r\n"))
	f.Add([]byte("* OK [X {9}\r\n* 1 FETCH {9}\r\n] x\r\n* 1 FETCH (BODYSTRUCTURE ((("))
	f.Add([]byte("* LIST () \"a\\\"\" {3}\r\nabc\r\n* 5 OK x\r\n"))
	f.Fuzz(func(t *testing.T, said []byte) {
		synctest.Test(t, func(t *testing.T) {
			h := &hostileServer{word: "RFC822.SIZE", attack: func(w io.Writer, _ string) { w.Write(said) }}
			ln := listen(t, nil)
			go h.serve(ln)
			looks := make(chan error, 1000)
			p := testPoller(ln.Addr().String())
			p.Looked = func(err error) { looks <- err }
			in := runPoller(t, p, Cursor{}, nil)
			<-looks
			in.stop()
		})
	})
}
