package store

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// database is a PostgreSQL server in which a store lies.
type database struct {
	config *pgconn.Config
	name   string // for people, without password
	key    sealer // of what is encrypted
	times  times

	nameless atomic.Bool // statements are sent whole; see prepare

	until  context.Context // nothing is asked, and no answer waited for, when it is done
	writes bool            // it was not opened to be read only
	stop   chan struct{}   // ends the renewing
	ended  chan struct{}   // that it has ended

	mu    sync.Mutex // guards those below
	idle  []*pgconn.PgConn
	used  map[*pgconn.PgConn]func() bool // those that are in use, and what keeps them when until is done
	owner []byte                         // names this process, until its lease is lost
	out   error                          // why it has no lease
	held  map[string]bool                // the claims that it has
	lost  map[string]bool                // those that it had under a lease that ended, and has not given back
	made  map[string]bool                // claims whose rows are there
	owed  map[string]bool                // claims that could not be given back yet
	stood map[string]*longClaim
	asked map[string]string // when Changes was last asked, by the clock of the database

	claiming sync.Mutex // held while claims are taken or given back: none is given back that was taken again
}

// Times of the work with a database.
const (
	connectTime = 10 * time.Second
	idleMost    = 4 // connections that are kept
)

// answerTime is for anything that is asked: a server may be gone without a word. Tests change it.
var answerTime = 2 * time.Minute

// times are those of a process that has a store in a database; tests have others.
type times struct {
	lease time.Duration
	renew time.Duration // how often a lease is renewed
	idle  time.Duration // after which the database ends the connection of one that does nothing in a transaction
}

var usual = times{lease: 10 * time.Second, renew: 3 * time.Second, idle: 30 * time.Second}

// IsDatabase reports whether a store lies in a database rather than in a file.
func IsDatabase(place string) bool {
	scheme, _, ok := strings.Cut(place, "://")
	return ok && (scheme == "postgres" || scheme == "postgresql")
}

// DatabaseName is the address of a database without its password.
func DatabaseName(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "postgres://…"
	}
	if q := u.Query(); q.Has("password") {
		q.Set("password", "xxxxx")
		u.RawQuery = q.Encode()
	}
	return u.Redacted()
}

// OpenDatabase opens the store in a PostgreSQL database, or makes it. Several processes may have it at a time; see
// the package documentation. keyFile has the key with which secrets are encrypted; it is made if neither it nor a
// store is there. The error is ErrNotRead if the database is away, starts, is full or only to be read: another try
// may do.
func OpenDatabase(address, keyFile string) (*Store, error) {
	return OpenDatabaseUntil(context.Background(), address, keyFile)
}

// OpenDatabaseUntil is OpenDatabase for somebody who does not wait for a silent database longer than until ctx is
// done. What is asked then fails as if the database had gone away, and so does the opening: a transaction is made as a
// whole or not at all.
func OpenDatabaseUntil(ctx context.Context, address, keyFile string) (*Store, error) {
	return openDatabase(ctx, address, keyFile, usual)
}

func openDatabase(ctx context.Context, address, keyFile string, times times) (*Store, error) {
	d, err := newDatabase(ctx, address)
	if err == nil {
		d.times = times
		err = d.open(keyFile)
	}
	return opened(d, err)
}

// ReadDatabase opens a store in a database only to be read, also while another process writes. The error is
// ErrNoStore if none was made there, and ErrNotRead if the database is away; it is another if the key does not fit.
func ReadDatabase(address, keyFile string) (*Store, error) {
	d, err := newDatabase(context.Background(), address)
	if err == nil {
		err = d.openToRead(keyFile)
	}
	return opened(d, err)
}

func opened(d *database, err error) (*Store, error) {
	if err != nil {
		if d == nil {
			return nil, err
		}
		d.rest()
		d.hangUp()
		if passes(err) {
			err = fmt.Errorf("%w: %w", ErrNotRead, err)
		}
		return nil, fmt.Errorf("opening the store in %s: %w", d.name, err)
	}
	return &Store{far: d}, nil
}

func newDatabase(ctx context.Context, address string) (*database, error) {
	config, err := pgconn.ParseConfig(address)
	if err != nil { // which may quote a password
		return nil, errors.New("the address of the database cannot be read: want " +
			"postgres://USER@HOST/DATABASE, or postgres:///DATABASE?host=/FOLDER-OF-THE-SOCKET; a password with " +
			"other signs than letters and digits has them as %XX")
	}
	config.ConnectTimeout = connectTime
	config.RuntimeParams["application_name"] = "berthier"
	return &database{config: config, name: DatabaseName(address), times: usual, until: ctx,
		used: map[*pgconn.PgConn]func() bool{},
		held: map[string]bool{}, lost: map[string]bool{}, made: map[string]bool{}, owed: map[string]bool{},
		stood: map[string]*longClaim{}, asked: map[string]string{}}, nil
}

// open makes the store ready to be written to.
func (d *database) open(keyFile string) error {
	d.writes = true
	if err := d.migrate(); err != nil {
		return err
	}
	if err := d.unlock(keyFile, true); err != nil {
		return err
	}
	if err := d.register(); err != nil {
		return err
	}
	d.stop, d.ended = make(chan struct{}), make(chan struct{})
	go d.renew()
	return again(d.begun)
}

// begun makes what a new store has.
func (d *database) begun() error {
	rows, err := d.begin(true)
	if err != nil {
		return err
	}
	defer rows.rollback()
	root := rows.root()
	if !isEmpty(root) {
		if err := formatOf(rows); err != nil {
			return err
		}
		return d.countFrom(rows)
	}
	if err := rows.fault(); err != nil {
		return err
	}
	if err := create(&Tx{rows: rows}); err != nil {
		return err
	}
	return rows.commit()
}

// formatOf checks the format of a store. What could not be read has none, and no fault is found in it.
func formatOf(rows *databaseRows) error {
	bad := checkFormat(rows.root())
	if err := rows.fault(); err != nil {
		return err
	}
	return bad
}

// openToRead makes sure that there is a store that this program can read.
func (d *database) openToRead(keyFile string) error {
	version, err := d.version()
	if err == nil {
		err = checkVersion(version)
	}
	if err == nil && version < len(migrations) {
		err = fmt.Errorf("it has version %d of the tables, this program has %d: a start of the daemon changes it",
			version, len(migrations))
	}
	if err == nil {
		err = d.unlock(keyFile, false)
	}
	if err != nil {
		return err
	}
	rows, err := d.begin(false)
	if err != nil {
		return err
	}
	defer rows.rollback()
	return formatOf(rows)
}

// span is a time as PostgreSQL reads it.
func span(d time.Duration) []byte { return fmt.Appendf(nil, "%d milliseconds", d.Milliseconds()) }

// hangUp closes all connections that nobody uses.
func (d *database) hangUp() {
	for _, c := range d.unused() {
		d.end(c)
	}
}

// unused are the connections that nobody uses, which are kept no more.
func (d *database) unused() (all []*pgconn.PgConn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	all, d.idle = d.idle, nil
	return all
}

// end closes a connection.
func (d *database) end(c *pgconn.PgConn) {
	ctx, cancel := context.WithTimeout(d.until, connectTime)
	defer cancel()
	c.Close(ctx)
}

// connect gives a connection on which begin has run. An idle one may be dead because the
// server was started again, or is gone: then all of them are, and no other is waited for.
func (d *database) connect(begin func(*pgconn.PgConn) error) (*pgconn.PgConn, error) {
	for {
		c, kept, err := d.line()
		if err != nil {
			return nil, err
		}
		if err = begin(c); err == nil {
			return c, nil
		}
		dead := c.IsClosed()
		d.put(c)
		if !dead || !kept {
			return nil, err
		}
		for _, other := range d.unused() {
			other.Conn().Close() // without a word, for which a server that is gone would be waited for
			d.end(other)
		}
	}
}

// line is an idle connection, or a new one. It ends when nothing is waited for any more.
func (d *database) line() (c *pgconn.PgConn, kept bool, err error) {
	if c, kept, err = d.anyLine(); err != nil {
		return nil, kept, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.used[c] = context.AfterFunc(d.until, func() { c.Conn().Close() })
	return c, kept, nil
}

func (d *database) anyLine() (c *pgconn.PgConn, kept bool, err error) {
	if err := d.until.Err(); err != nil {
		return nil, false, fmt.Errorf("%w: %w", errCutOff, err)
	}
	d.mu.Lock()
	if n := len(d.idle); n > 0 {
		c, d.idle = d.idle[n-1], d.idle[:n-1]
	}
	d.mu.Unlock()
	if c != nil {
		return c, true, nil
	}
	ctx, cancel := context.WithTimeout(d.until, connectTime)
	defer cancel()
	c, err = pgconn.ConnectConfig(ctx, d.config)
	return c, false, err
}

// put takes a connection back. One in the middle of something is of no use any more.
func (d *database) put(c *pgconn.PgConn) {
	d.mu.Lock()
	d.used[c]()
	delete(d.used, c)
	keep := !c.IsClosed() && c.TxStatus() == 'I' && len(d.idle) < idleMost
	if keep {
		d.idle = append(d.idle, c)
	}
	d.mu.Unlock()
	if !keep {
		d.end(c)
	}
}

// begins is what begins a transaction that writes. If this process does nothing in it for too long, as one that is
// stopped or cut off, the database gives it up, because others wait for its rows.
func (d *database) begins(level string) string {
	return fmt.Sprintf("BEGIN ISOLATION LEVEL %s; SET LOCAL idle_in_transaction_session_timeout = %d", level,
		d.times.idle.Milliseconds())
}

// with runs statements in a transaction of their own, again if the database asks for that.
func (d *database) with(do func(*pgconn.PgConn) error) error {
	return again(func() error {
		c, err := d.connect(func(c *pgconn.PgConn) error { return order(c, d.begins("SERIALIZABLE")) })
		if err != nil {
			return err
		}
		defer d.put(c)
		err = do(c)
		if err == nil {
			return order(c, "COMMIT")
		}
		if !c.IsClosed() {
			order(c, "ROLLBACK")
		}
		return err
	})
}

// retries is how often a transaction is tried again that met another one.
const retries = 10

// again repeats what the database refused because of another transaction.
func again(do func() error) error {
	for n := 0; ; n++ {
		err := do()
		if n == retries || !metAnother(err) {
			return err
		}
		time.Sleep(time.Millisecond << n)
	}
}

// alone carries out one statement that is a transaction of its own.
func (d *database) alone(sql string, params ...[]byte) (got *pgconn.Result, err error) {
	err = again(func() error {
		c, err := d.connect(func(c *pgconn.PgConn) error {
			got, err = ask(c, sql, params...)
			return err
		})
		if err == nil {
			d.put(c)
		}
		return err
	})
	return got, err
}

// outcomeTime is how long a transaction waits to hear what became of it.
const outcomeTime = 30 * time.Second

// patiently tries something as long as the server cannot be reached.
func (d *database) patiently(do func() error) error {
	for end, pause := time.Now().Add(outcomeTime), 10*time.Millisecond; ; pause *= 2 {
		err := do()
		if err == nil || time.Now().Add(pause).After(end) || d.until.Err() != nil {
			return err
		}
		time.Sleep(pause)
	}
}

// metAnother reports whether a transaction has to be tried again: serialization_failure,
// deadlock_detected, or unique_violation, where two make the same table.
func metAnother(err error) bool {
	return slices.Contains([]string{"40001", "40P01", "23505"}, stateOf(err))
}

// stateOf is the SQLSTATE of an error; "" if it does not come from the server.
func stateOf(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	return ""
}

// passes reports whether somebody may mend what was refused without a change here: the server is not
// reached or lost, starts, recovers, is full, has too many connections, is only to be read, or grants too little.
func passes(err error) bool {
	code := stateOf(err)
	if code == "" {
		_, away := errors.AsType[*pgconn.ConnectError](err)
		return away || errors.Is(err, errCutOff) || errors.Is(err, errClock)
	}
	return slices.ContainsFunc([]string{
		"08",    // connection_exception
		"0A000", // feature_not_supported: a server in recovery has no serializable transactions
		"25006", // read_only_sql_transaction
		"42501", // insufficient_privilege
		"53",    // insufficient_resources
		"57P",   // operator_intervention: it starts or stops
		"58",    // system_error
	}, func(class string) bool { return strings.HasPrefix(code, class) })
}

// errCutOff is what else went wrong when a connection ended.
var errCutOff = errors.New("the connection to the database ended")

// cutOff is an error of a connection, which says if that is no more.
func cutOff(c *pgconn.PgConn, err error) error {
	if err != nil && stateOf(err) == "" && c.IsClosed() {
		return fmt.Errorf("%w: %w", errCutOff, err)
	}
	return err
}

// order carries out a statement without parameters.
func order(c *pgconn.PgConn, sql string) error {
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	return cutOff(c, c.Exec(ctx, sql).Close())
}

// ask carries out one statement. Its parameters are bytes, unless it says ::text, and so is what it gives.
func ask(c *pgconn.PgConn, sql string, params ...[]byte) (*pgconn.Result, error) {
	var b pgconn.Batch
	queue(&b, sql, params...)
	all, err := send(c, &b)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// queue adds a statement to some that are sent together.
func queue(b *pgconn.Batch, sql string, params ...[]byte) {
	b.ExecParams(sql, params, nil, []int16{1}, []int16{1})
}

// send carries out statements, and gives what each gave.
func send(c *pgconn.PgConn, b *pgconn.Batch) ([]*pgconn.Result, error) {
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	all, err := c.ExecBatch(ctx, b).ReadAll()
	if err != nil {
		return nil, cutOff(c, err)
	}
	for _, r := range all {
		if r.Err != nil {
			return nil, cutOff(c, r.Err)
		}
	}
	return all, nil
}
