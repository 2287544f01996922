package store

import (
	"fmt"
	"os"

	"github.com/jackc/pgx/v5/pgconn"
)

// Holder says which process has the store in a database by its lease, on whatever machine it runs, one of them if
// there are several; "" if none has. It is always "" for a file, whose lock tells it. The error is ErrNotRead.
func (s *Store) Holder() (holder string, err error) {
	if s.far == nil {
		return "", nil
	}
	got, err := s.far.alone(`SELECT holder FROM berthier_worker WHERE until >= now() AND
		until <= now() + $1::text::interval ORDER BY holder LIMIT 1`, span(2*s.far.times.lease))
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNotRead, err)
	}
	if len(got.Rows) == 1 {
		holder = string(got.Rows[0][0])
	}
	return holder, nil
}

// Bytes is what the store takes on the disk, without its journal. It is ErrNotFound for a database that cannot tell,
// as some that only speak the protocol of PostgreSQL.
func (s *Store) Bytes() (size int64, err error) {
	if s.far == nil {
		info, err := os.Stat(s.db.Path())
		if err != nil {
			return 0, err
		}
		return info.Size(), nil
	}
	known := true
	err = s.far.with(func(c *pgconn.PgConn) error {
		got, err := ask(c, `SELECT pg_total_relation_size('berthier_row')::text`)
		if err == nil && got.Rows[0][0] == nil {
			known = false
			return nil
		}
		if err == nil {
			_, err = fmt.Sscan(string(got.Rows[0][0]), &size)
		}
		return err
	})
	if !known || stateOf(err) == "42883" { // undefined_function
		return 0, fmt.Errorf("the size of the store in this database: %w", ErrNotFound)
	}
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrNotRead, err)
	}
	return size, nil
}
