// Package storetest starts a real PostgreSQL for the tests of stores.
package storetest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// nobody is the user and group that the server runs as if the tests run as root, which it refuses.
const nobody = 65534

// Server is a PostgreSQL in a folder of its own, which listens at a Unix socket there.
type Server struct {
	dir, programs string
	stdin         io.WriteCloser
	running       *exec.Cmd
	schemas       atomic.Int64
	blocks        int // of 512 bytes, that a file may have; 0: any number

	mu   sync.Mutex
	idle []*pgconn.PgConn // of SQL
}

// Start starts a server that ends with the test. It skips the test where PostgreSQL is missing; .ci/gate, which
// installs it, sets BERTHIER_SERVERS so that the test must run.
func Start(t testing.TB) *Server {
	t.Helper()
	programs, err := find()
	switch {
	case err == nil:
	case os.Getenv("BERTHIER_SERVERS") != "":
		t.Fatal(err)
	default:
		t.Skipf("NOT TESTED AGAINST A REAL DATABASE: %v", err)
	}
	first, err := cluster()
	if err != nil {
		t.Fatal(err)
	}
	s, err := newServer(programs)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(s.dir) })
	if out, err := s.command("/bin/cp", "-R", first.data(), s.data()).CombinedOutput(); err != nil {
		t.Fatalf("copying an empty database: %v\n%s", err, out)
	}
	s.Run(t)
	t.Cleanup(func() { s.Stop(t) })
	return s
}

// newServer is one without a database.
func newServer(programs string) (*Server, error) {
	dir, err := os.MkdirTemp("", "berthier-") // names of sockets are short
	if err == nil && os.Geteuid() == 0 {
		err = os.Chown(dir, nobody, nobody)
	}
	return &Server{dir: dir, programs: programs}, err
}

// cluster is a server that never runs. The others copy its empty database, since initdb takes ten times as long.
var cluster = sync.OnceValues(func() (*Server, error) {
	programs, err := find()
	if err != nil {
		return nil, err
	}
	s, err := newServer(programs)
	if err != nil {
		return nil, err
	}
	removeCluster = func() { os.RemoveAll(s.dir) }
	if out, err := s.command("initdb", "-D", s.data(), "-U", "berthier", "-A", "trust", "-E", "UTF8", "--no-locale",
		"--no-sync", "--wal-segsize", "1").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return s, nil
})

var removeCluster = func() {}

// find gives the folder of the programs, the newest if there are several.
func find() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		path, err = filepath.EvalSymlinks(path)
		return filepath.Dir(path), err
	}
	all, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("missing: initdb of PostgreSQL, in the path or in /usr/lib/postgresql")
	}
	if err != nil {
		return "", err
	}
	return filepath.Dir(slices.Max(all)), nil
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

func (s *Server) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	if !strings.Contains(program, "/") && program != "sh" {
		cmd = exec.Command(filepath.Join(s.programs, program), args...)
	}
	cmd.Dir = s.dir
	if os.Geteuid() == 0 {
		asNobody(cmd)
	}
	return cmd
}

// Standby lets the server begin in recovery, or end that, at the next Run.
func (s *Server) Standby(t testing.TB, on bool) {
	t.Helper()
	path := filepath.Join(s.data(), "standby.signal")
	err := os.Remove(path)
	if on {
		err = os.WriteFile(path, nil, 0o600)
	}
	if err == nil && on && os.Geteuid() == 0 {
		err = os.Chown(path, nobody, nobody)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Limit makes writing beyond a size of a file fail from the next Run on, as a full disk would; 0 takes
// the limit back.
func (s *Server) Limit(size int) { s.blocks = size / 512 }

// Run starts the server again after Stop. A shell ends it also if the test dies.
func (s *Server) Run(t testing.TB, options ...string) {
	t.Helper()
	limit := "ulimit -f unlimited; "
	if s.blocks > 0 {
		limit = fmt.Sprintf("ulimit -f %d; ", s.blocks)
	}
	args := append([]string{"-c", limit + `"$@" & read how; kill -${how:-INT} $!; wait $!`, "sh",
		filepath.Join(s.programs, "postgres"),
		"-D", s.data(), "-k", s.dir, "-h", "", "-F", "-c", "max_connections=200"}, options...)
	s.running = s.command("sh", args...)
	said, err := s.running.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if s.stdin, err = s.running.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := s.running.Start(); err != nil {
		t.Fatal(err)
	}
	lines, text := bufio.NewScanner(said), ""
	for lines.Scan() {
		if text += lines.Text() + "\n"; strings.Contains(lines.Text(), "ready to accept") {
			go io.Copy(io.Discard, said)
			return
		}
	}
	t.Fatalf("PostgreSQL does not start:\n%s", text)
}

// Stop stops the server, which ends all connections.
func (s *Server) Stop(t testing.TB) {
	t.Helper()
	if s.running == nil {
		return
	}
	s.drop()
	if err := s.stdin.Close(); err != nil {
		t.Error(err)
	}
	if err := s.running.Wait(); err != nil {
		t.Errorf("PostgreSQL: %v", err)
	}
	s.running = nil
}

// Crash stops the server as a failure of its machine would, without another word to anybody.
func (s *Server) Crash(t testing.TB) {
	t.Helper()
	s.drop()
	if _, err := io.WriteString(s.stdin, "QUIT\n"); err != nil {
		t.Fatal(err)
	}
	s.stdin.Close()
	s.running.Wait() // which says that it was killed
	s.running = nil
}

// SQL carries out statements as the owner of the database. Nothing that they set stays.
func (s *Server) SQL(t testing.TB, statements string) (rows [][][]byte) {
	t.Helper()
	c, err := s.connection(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all, err := c.Exec(t.Context(), statements).ReadAll()
	if err != nil {
		c.Close(context.Background())
		t.Fatalf("%s: %v", statements, err)
	}
	s.keep(t.Context(), c)
	for _, r := range all {
		rows = append(rows, r.Rows...)
	}
	return rows
}

// connection gives one that nobody uses. A new one costs the server a process of its own.
func (s *Server) connection(ctx context.Context) (*pgconn.PgConn, error) {
	s.mu.Lock()
	if n := len(s.idle); n > 0 {
		defer s.mu.Unlock()
		c := s.idle[n-1]
		s.idle = s.idle[:n-1]
		return c, nil
	}
	s.mu.Unlock()
	return pgconn.Connect(ctx, s.Address("public", "berthier"))
}

// keep keeps a connection for the next statements.
func (s *Server) keep(ctx context.Context, c *pgconn.PgConn) {
	if _, err := c.Exec(ctx, "DISCARD ALL").ReadAll(); err != nil {
		c.Close(context.Background())
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle = append(s.idle, c)
}

// drop closes the connections of SQL.
func (s *Server) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.idle {
		c.Close(context.Background())
	}
	s.idle = nil
}

// Schema is the address of an empty place for a store, by a user.
func (s *Server) Schema(t testing.TB) (name, address string) {
	t.Helper()
	name = fmt.Sprint("club", s.schemas.Add(1))
	s.SQL(t, "CREATE SCHEMA "+name)
	return name, s.Address(name, "berthier")
}

// Address is that of a store in a schema, for a user.
func (s *Server) Address(schema, user string) string {
	return fmt.Sprintf("postgres:///postgres?host=%s&user=%s&search_path=%s", s.dir, user, schema)
}

// Processes are those of the server.
func (s *Server) Processes(t testing.TB) (pids []int) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(s.data(), "postmaster.pid"))
	first := 0
	if err == nil {
		_, err = fmt.Sscan(string(text), &first)
	}
	if err != nil {
		t.Fatal(err)
	}
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", first, first))
	if err != nil {
		t.Skip("there is no /proc here")
	}
	pids = []int{first}
	for word := range strings.FieldsSeq(string(children)) {
		pid, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		pids = append(pids, pid)
	}
	return pids
}

// CreateGames makes games without records by the Update of a store, which this package cannot import.
func CreateGames[Tx interface{ CreateGame(string) error }](t testing.TB, update func(func(Tx) error) error,
	games ...string,
) {
	t.Helper()
	err := update(func(tx Tx) error {
		for _, game := range games {
			if err := tx.CreateGame(game); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
