package store

import (
	"bytes"
	"encoding/hex"
	"errors"
	"iter"
	"slices"
	"strings"

	"berthier/store/leaf"
)

// GameState is a state value of a game.
type GameState struct {
	Game, Key string
	Value     []byte
}

// AllStates yields the state values of all games whose keys begin so, in ascending order of the games. At an error
// it yields that and stops; of a value that is damaged it yields game and key with the Problem, and goes on, and so it
// does without a key if a game has lost all its values. It reads little of a game that has none.
func (tx *Tx) AllStates(prefix string) iter.Seq2[GameState, error] {
	return func(yield func(GameState, error) bool) {
		names, err := tx.Games()
		if err != nil {
			yield(GameState{}, err)
			return
		}
		for some := range slices.Chunk(names, statesAtOnce) {
			if t, ok := tx.rows.(*databaseRows); ok {
				if !tx.statesOfMany(t, some, prefix, yield) {
					return
				}
				continue
			}
			for _, game := range some {
				if !tx.statesOf(game, prefix, yield) {
					return
				}
			}
		}
	}
}

// statesAtOnce is of how many games a database is asked at a time.
const statesAtOnce = 5000

func (tx *Tx) statesOf(game, prefix string, yield func(GameState, error) bool) (more bool) {
	state, err := tx.game(game, "state")
	if _, damaged := errors.AsType[Problem](err); damaged {
		return yield(GameState{Game: game}, err)
	}
	if err != nil {
		return yield(GameState{}, err) && false
	}
	for key, sealed := range state.rows([]byte(prefix)) {
		value, err := state.unseal(key, sealed)
		if !yield(GameState{game, string(key), value}, err) {
			return false
		}
	}
	return true
}

// The statements about many games at once.
const (
	// Rows of buckets from a key on, in the order of both.
	sqlMany = `SELECT p, r.key, r.value FROM unnest($1::text::text[]) WITH ORDINALITY AS paths (p, n) CROSS JOIN LATERAL
		(SELECT key, value FROM berthier_row WHERE path = convert_to(p, 'UTF8') AND key >= $2 AND key < $3
			ORDER BY key LIMIT 1000000) AS r ORDER BY n, r.key`
	// The last rows of buckets, and the one with a key.
	sqlEnds = `SELECT p, r.key, r.value FROM unnest($1::text::text[]) WITH ORDINALITY AS paths (p, n) CROSS JOIN LATERAL
		((SELECT key, value FROM berthier_row WHERE path = convert_to(p, 'UTF8') ORDER BY key DESC LIMIT 6)
			UNION ALL (SELECT key, value FROM berthier_row WHERE path = convert_to(p, 'UTF8') AND key = $2)) AS r
		ORDER BY n, r.key`
	lastRows = 6
	// Rows with some keys. Asked for one that is in a list, a database may read all rows of the bucket.
	sqlKeys = `SELECT r.key, r.value FROM unnest($2::text::bytea[]) AS asked (key) CROSS JOIN LATERAL
		(SELECT key, value FROM berthier_row WHERE path = $1 AND key = asked.key LIMIT 1) AS r`
)

// statesOfMany is statesOf for many games with one statement. The transaction does not keep what it gives: a walk
// through all games takes no more memory for more of them.
func (tx *Tx) statesOfMany(t *databaseRows, games []string, prefix string,
	yield func(GameState, error) bool) (more bool) {
	var paths []string
	for _, id := range games {
		paths = append(paths, bucketGames+"/"+id+"/state")
	}
	for b, rows := range t.rowsOf(sqlMany, paths, []byte(prefix), append([]byte(prefix), 0xff)) {
		for _, r := range rows {
			value, err := table{tx, b, b.path}.unseal(r.key, r.value)
			if !yield(GameState{strings.Split(b.path, "/")[1], string(r.key), value}, err) {
				return false
			}
		}
	}
	return t.failed == nil || yield(GameState{}, t.failed) && false
}

// Fetch reads at once what is asked first of games, where one answer takes as long as another: the state, and both
// ends of the log.
func (tx *Tx) Fetch(games ...string) {
	t, ok := tx.rows.(*databaseRows)
	if !ok {
		return
	}
	games = t.fetchGames(games, "/state")
	var ends []string
	for _, id := range games {
		path := bucketGames + "/" + id
		ends = append(ends, path+"/log", path+"/hidden")
	}
	one := uint64Key(1)
	for b, rows := range t.rowsOf(sqlEnds, ends, one) {
		var first *row
		if len(rows) > 0 && bytes.Equal(rows[0].key, one) {
			first, rows = &rows[0], rows[1:]
		}
		from := []byte{}
		if len(rows) == lastRows { // there may be others before them
			from = rows[0].key
		}
		b.shelf().note(from, rows)
		b.shelf().known[string(one)] = first
	}
}

// FetchGames reads at once whether there are games of these names, which may be any, and how long their logs are.
func (tx *Tx) FetchGames(names ...string) {
	if t, ok := tx.rows.(*databaseRows); ok {
		t.fetchGames(names)
	}
}

// fetchGames reads all rows of the buckets of games, and of some that lie in them. It gives the names that a game can
// have.
func (t *databaseRows) fetchGames(names []string, inner ...string) (games []string) {
	var paths []string
	for _, id := range names {
		if !leaf.ValidGame(id) {
			continue
		}
		games = append(games, id)
		for _, part := range append([]string{""}, inner...) {
			paths = append(paths, bucketGames+"/"+id+part)
		}
	}
	for b, rows := range t.rowsOf(sqlMany, paths, []byte{}, []byte{0xff}) {
		b.shelf().note([]byte{}, rows)
	}
	all := databaseBucket{t, bucketGames}.shelf()
	for _, id := range games {
		if len(databaseBucket{t, bucketGames + "/" + id}.shelf().page) > 0 {
			all.known[id] = &row{[]byte(id), nil}
		}
	}
	return games
}

// FetchSeen reads at once what Seen is asked next, where one answer takes as long as many.
func (tx *Tx) FetchSeen(marks ...string) {
	var keys [][]byte
	for _, mark := range marks {
		keys = append(keys, seenKey(mark))
	}
	tx.fetchKeys(bucketSeen, keys)
}

// FetchMails reads at once whether there are mails with the Message-IDs of these, and what is known of them.
func (tx *Tx) FetchMails(mails ...Mail) {
	if _, ok := tx.rows.(*databaseRows); !ok || len(mails) == 0 {
		return
	}
	o, err := tx.outbox()
	if err != nil {
		return // as whoever asks will find
	}
	var ids, seqs [][]byte
	for _, m := range mails {
		ids = append(ids, []byte(m.ID))
	}
	tx.fetchKeys(o.id.path, ids)
	for _, id := range ids {
		if seq, err := o.id.get(id); err == nil {
			seqs = append(seqs, seq)
		}
	}
	tx.fetchKeys(o.entry.path, seqs)
}

// fetchKeys reads rows of a bucket at once, as far as they are not known.
func (tx *Tx) fetchKeys(path string, keys [][]byte) {
	t, ok := tx.rows.(*databaseRows)
	if !ok {
		return
	}
	b := databaseBucket{t, path}
	var asked []string
	for _, key := range keys {
		if !b.shelf().knows(key) {
			asked = append(asked, `\x`+hex.EncodeToString(key))
		}
	}
	if len(asked) == 0 {
		return
	}
	got := t.ask(sqlKeys, []byte(path), list(asked))
	if t.failed != nil {
		return
	}
	for _, key := range keys {
		if !b.shelf().knows(key) {
			b.shelf().known[string(key)] = nil
		}
	}
	for _, r := range got {
		b.shelf().known[string(r[0])] = b.opened(r[0], r[1])
	}
}

// rowsOf reads rows of many buckets, and yields those of each.
func (t *databaseRows) rowsOf(sql string, paths []string, more ...[]byte) iter.Seq2[databaseBucket, []row] {
	return func(yield func(databaseBucket, []row) bool) {
		if len(paths) == 0 {
			return
		}
		got := t.ask(sql, append([][]byte{list(paths)}, more...)...)
		if t.failed != nil {
			return
		}
		for _, path := range paths {
			b := databaseBucket{t, path}
			var rows []row
			for len(got) > 0 && string(got[0][0]) == path {
				rows, got = append(rows, *b.opened(got[0][1], got[0][2])), got[1:]
			}
			if !yield(b, rows) {
				return
			}
		}
	}
}

// note keeps all rows from a key on.
func (s *shelf) note(from []byte, rows []row) {
	s.page, s.from, s.to, s.end, s.ends = rows, from, nil, nil, true
	if len(rows) > 0 {
		s.end = rows[len(rows)-1].key
	}
}
