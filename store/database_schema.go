package store

import (
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
)

// migrations make the tables of one version out of those of the version before; the first makes them out
// of nothing. A version that was released never changes. Some databases make each table at once, whatever
// transaction it stands in (CockroachDB unless autocommit_before_ddl is off, YugabyteDB): so what is there already
// is left as it is, and a migration that was cut short is made again from its beginning.
var migrations = []string{`
CREATE TABLE IF NOT EXISTS berthier_row (path bytea NOT NULL, key bytea NOT NULL, value bytea, PRIMARY KEY (path, key));
CREATE TABLE IF NOT EXISTS berthier_turn (one int PRIMARY KEY CHECK (one = 1), turn bigint NOT NULL,
	owner bytea NOT NULL, mark bytea NOT NULL);
INSERT INTO berthier_turn VALUES (1, 0, '', '') ON CONFLICT DO NOTHING;
CREATE TABLE IF NOT EXISTS berthier_lease (one int PRIMARY KEY CHECK (one = 1), owner bytea, holder text,
	until timestamptz);
INSERT INTO berthier_lease VALUES (1, NULL, '', NULL) ON CONFLICT DO NOTHING;
CREATE TABLE IF NOT EXISTS berthier_key (one int PRIMARY KEY CHECK (one = 1), proof bytea NOT NULL)`, `
DROP TABLE IF EXISTS berthier_turn;
DROP TABLE IF EXISTS berthier_lease;
CREATE TABLE IF NOT EXISTS berthier_worker (owner bytea PRIMARY KEY, holder text NOT NULL, until timestamptz NOT NULL);
CREATE TABLE IF NOT EXISTS berthier_fence (owner bytea PRIMARY KEY, mark bytea NOT NULL);
CREATE TABLE IF NOT EXISTS berthier_claim (name text PRIMARY KEY, owner bytea, turn bigint NOT NULL,
	known bigint NOT NULL, changed timestamptz NOT NULL, announced timestamptz NOT NULL);
CREATE INDEX IF NOT EXISTS berthier_claim_changed ON berthier_claim (changed);
CREATE INDEX IF NOT EXISTS berthier_claim_announced ON berthier_claim (announced);
CREATE TABLE IF NOT EXISTS berthier_number (name text PRIMARY KEY, last bigint NOT NULL);
INSERT INTO berthier_number VALUES ('mail', 0), ('queue', 0) ON CONFLICT DO NOTHING;
CREATE TABLE IF NOT EXISTS berthier_queue (seq bigint PRIMARY KEY, claim text NOT NULL, looked bytea NOT NULL,
	raw bytea NOT NULL);
CREATE INDEX IF NOT EXISTS berthier_queue_claim ON berthier_queue (claim, seq)`,
}

// version is that of the tables; the error is ErrNoStore if there are none.
func (d *database) version() (v int, err error) {
	err = d.with(func(c *pgconn.PgConn) error {
		v, err = versionOf(c, "")
		return err
	})
	if stateOf(err) == "42P01" { // undefined_table
		return 0, ErrNoStore
	}
	return v, err
}

func versionOf(c *pgconn.PgConn, lock string) (v int, err error) {
	got, err := ask(c, "SELECT version::text FROM berthier_schema"+lock)
	if err == nil && len(got.Rows) == 0 {
		err = ErrNoStore // so far the table was made, and no row
	}
	if err == nil {
		_, err = fmt.Sscan(string(got.Rows[0][0]), &v)
	}
	return v, err
}

func checkVersion(v int) error {
	if v > len(migrations) {
		return fmt.Errorf("%w: version %d of the tables, this program knows %d", ErrNewer, v, len(migrations))
	}
	return nil
}

// migrate makes the tables, or brings them to the version of this program.
func (d *database) migrate() error {
	v, err := d.version()
	if err == nil && v >= len(migrations) {
		return checkVersion(v)
	}
	if err != nil && !errors.Is(err, ErrNoStore) {
		return err
	}
	return d.with(func(c *pgconn.PgConn) error {
		err := order(c, `CREATE TABLE IF NOT EXISTS berthier_schema
			(one int PRIMARY KEY CHECK (one = 1), version int NOT NULL);
			INSERT INTO berthier_schema VALUES (1, 0) ON CONFLICT DO NOTHING`)
		if err != nil {
			return err
		}
		v, err := versionOf(c, " FOR UPDATE")
		if err == nil && v >= len(migrations) { // another process was quicker, and has its lease
			return checkVersion(v)
		}
		for ; err == nil && v < len(migrations); v++ {
			err = order(c, migrations[v])
		}
		if err == nil { // who knew the tables as they were writes no more
			err = order(c, fmt.Sprintf("DELETE FROM berthier_fence; DELETE FROM berthier_worker; "+
				"UPDATE berthier_schema SET version = %d", v))
		}
		return err
	})
}
