package store

import (
	"bytes"
	"iter"
	"slices"
	"strings"
)

// GameState is a state value of a game.
type GameState struct {
	Game, Key string
	Value     []byte
}

// AllStates yields the state values of all games whose keys begin so, in ascending order of the games. At an error
// it yields that and stops. It reads little of a game that has none.
func (tx *Tx) AllStates(prefix string) iter.Seq2[GameState, error] {
	return func(yield func(GameState, error) bool) {
		names, err := tx.Games()
		if err != nil {
			yield(GameState{}, err)
			return
		}
		for some := range slices.Chunk(names, statesAtOnce) {
			if t, ok := tx.rows.(*databaseRows); ok {
				if some = t.having(some, prefix); t.failed != nil {
					yield(GameState{}, t.failed)
					return
				}
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
	if err != nil {
		return yield(GameState{}, err) && false
	}
	for key, sealed := range state.rows([]byte(prefix)) {
		value, err := state.unseal(key, sealed)
		if !yield(GameState{game, string(key), value}, err) || err != nil {
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
	// The last rows of buckets, and the first.
	sqlEnds = `SELECT p, r.key, r.value FROM unnest($1::text::text[]) WITH ORDINALITY AS paths (p, n) CROSS JOIN LATERAL
		((SELECT key, value FROM berthier_row WHERE path = convert_to(p, 'UTF8') ORDER BY key DESC LIMIT 6)
			UNION ALL (SELECT key, value FROM berthier_row WHERE path = convert_to(p, 'UTF8') ORDER BY key LIMIT 1)) AS r
		ORDER BY n, r.key`
)

// having are those of some games that have state values whose keys begin so, which are known then.
func (t *databaseRows) having(games []string, prefix string) (some []string) {
	var paths []string
	for _, id := range games {
		paths = append(paths, bucketGames+"/"+id+"/state")
	}
	for _, r := range t.ask(sqlMany, list(paths), []byte(prefix), append([]byte(prefix), 0xff)) {
		id, _ := strings.CutPrefix(string(r[0]), bucketGames+"/")
		id, _ = strings.CutSuffix(id, "/state")
		if len(some) == 0 || some[len(some)-1] != id {
			some = append(some, id)
		}
	}
	return some
}

// Fetch reads at once what is asked first of games, where one answer takes as long as another: the state, and both
// ends of the log.
func (tx *Tx) Fetch(games ...string) {
	t, ok := tx.rows.(*databaseRows)
	if !ok || len(games) == 0 {
		return
	}
	var whole, ends []string
	for _, id := range games {
		path := bucketGames + "/" + id
		whole = append(whole, path, path+"/state")
		ends = append(ends, path+"/log", path+"/hidden")
	}
	t.fetchMany(sqlMany, whole, []byte{}, []byte{0xff})
	t.fetchMany(sqlEnds, ends)
	all := databaseBucket{t, bucketGames}.shelf()
	for _, id := range games {
		if len(databaseBucket{t, bucketGames + "/" + id}.shelf().page) > 0 {
			all.known[id] = &row{[]byte(id), nil}
		}
	}
}

// fetchMany notes what is read of buckets up to their ends.
func (t *databaseRows) fetchMany(sql string, paths []string, more ...[]byte) {
	got := t.ask(sql, append([][]byte{list(paths)}, more...)...)
	if t.failed != nil {
		return
	}
	for _, path := range paths {
		b := databaseBucket{t, path}
		s := b.shelf()
		n := 0
		for n < len(got) && string(got[n][0]) == path {
			n++
		}
		s.page, s.from, s.to, s.end, s.ends = nil, []byte{}, nil, nil, true
		for _, r := range got[:n] {
			if bytes.Equal(r[1], s.end) {
				continue // the first is among the last
			}
			next := b.opened(r[1], r[2])
			if s.known[string(r[1])] = next; s.end != nil && sql == sqlEnds && !bytes.Equal(before(r[1]), s.end) {
				s.page, s.from = nil, r[1] // there may be others behind the first
			}
			s.page, s.end = append(s.page, *next), r[1]
		}
		got = got[n:]
	}
}
