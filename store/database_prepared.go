package store

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"
)

// prepared are the statements that transactions send most, and the names that a connection has for them: the database
// reads and plans each only once.
var prepared = map[string]string{
	sqlGet: "berthier_get", sqlPut: "berthier_put", sqlDelete: "berthier_delete", sqlPage: "berthier_page",
	sqlKeys: "berthier_keys",
}

// hasNames is the key of what a connection keeps if it has them.
const hasNames = "has names"

// prepare gives a connection the names.
func (d *database) prepare(c *pgconn.PgConn) error {
	if d.nameless.Load() || c.CustomData()[hasNames] != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	p := c.StartPipeline(ctx)
	for sql, name := range prepared {
		p.SendPrepare(name, sql, nil)
	}
	err := p.Sync()
	for range prepared {
		if err == nil {
			_, err = p.GetResults()
		}
	}
	err = errors.Join(err, p.Close())
	if err == nil {
		c.CustomData()[hasNames] = true
	}
	if d.doubtNames(err) {
		return nil
	}
	return cutOff(c, err)
}

// doubtNames has no names used any more if an error is about them. What stands between and lends connections, a pooler,
// may not keep them, and so may another database; then it forgets them, or knows them from somebody else.
func (d *database) doubtNames(err error) bool {
	about := slices.Contains([]string{
		"0A000", // feature_not_supported
		"26000", // invalid_sql_statement_name
		"42P05", // duplicate_prepared_statement
	}, stateOf(err))
	if about {
		d.nameless.Store(true)
	}
	return about
}

// queue adds a statement to some that are sent together, by its name if it has one.
func (t *databaseRows) queue(b *pgconn.Batch, sql string, params ...[]byte) {
	name := prepared[sql]
	if name == "" || t.d.nameless.Load() || t.c.CustomData()[hasNames] == nil {
		queue(b, sql, params...)
		return
	}
	b.ExecPrepared(name, params, []int16{1}, []int16{1})
}

// send carries out statements, and gives what each gave.
func (t *databaseRows) send(b *pgconn.Batch) ([]*pgconn.Result, error) {
	all, err := send(t.c, b)
	t.d.doubtNames(err)
	return all, err
}
