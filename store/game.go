package store

import (
	"bytes"
	"errors"
	"fmt"

	"berthier/store/leaf"
)

// CreateGame adds an empty game with a leaf.ValidGame name. It returns ErrGameExists if the name is taken.
func (tx *Tx) CreateGame(name string) error {
	if !leaf.ValidGame(name) {
		return fmt.Errorf("game name %q: must be 1 to %d of a-z, 0-9 and -, and not begin with -", name,
			leaf.MaxGameName)
	}
	games, err := tx.table(bucketGames)
	if err != nil {
		return err
	}
	if games.b.in(name) != nil {
		return fmt.Errorf("game %q: %w", name, ErrGameExists)
	}
	if tx.IsGone(name) {
		return fmt.Errorf("game %q was there and was removed: %w", name, ErrGameExists)
	}
	tx.Announce(name)
	b, err := games.b.create(name)
	if err != nil {
		return tx.wrote(games.path+"/"+name, err)
	}
	for _, part := range gameBuckets {
		if _, err := b.create(part); err != nil {
			return tx.wrote(games.path+"/"+name+"/"+part, err)
		}
	}
	game := table{tx, b, games.path + "/" + name}
	return game.put([]byte(keyTree), leaf.Tree{}.Encode())
}

// Games returns the names of all games in ascending order. Its cost does not
// depend on what the games contain.
func (tx *Tx) Games() ([]string, error) {
	games, err := tx.table(bucketGames)
	if err != nil {
		return nil, err
	}
	var names []string
	for key := range games.rows(nil) {
		names = append(names, string(key))
	}
	return names, nil
}

// game returns a game's own bucket, or one of the buckets in it, with what was postponed.
func (tx *Tx) game(name string, part ...string) (table, error) {
	if err := tx.SettleGame(name); err != nil {
		return table{}, err
	}
	return tx.gameBefore(name, part...)
}

// gameBefore is game without what was postponed.
func (tx *Tx) gameBefore(name string, part ...string) (table, error) {
	games, err := tx.table(bucketGames)
	if err != nil {
		return table{}, err
	}
	if _, found := tx.tables[games.path+"/"+name]; !leaf.ValidGame(name) ||
		!found && games.b.in(name) == nil {
		return table{}, fmt.Errorf("game %q: %w", name, ErrNoGame)
	}
	return tx.table(append([]string{bucketGames, name}, part...)...)
}

// SetState stores a small value of a game, such as its position after the last
// step or a pending turn file, in place of what the key held before. The key is
// UTF-8 of 1 to 1000 bytes. The error is ErrNoGame, or names a key that is too long.
func (tx *Tx) SetState(game, key string, value []byte) error {
	state, err := tx.game(game, "state")
	if err != nil {
		return err
	}
	if err := checkKey("state key", key); err != nil {
		return err
	}
	return state.put([]byte(key), value)
}

// State returns what SetState stored, or ErrNotFound.
func (tx *Tx) State(game, key string) ([]byte, error) {
	state, err := tx.game(game, "state")
	if err != nil {
		return nil, err
	}
	return state.get([]byte(key))
}

// DeleteState removes a state value. It is no error if there is none.
func (tx *Tx) DeleteState(game, key string) error {
	state, err := tx.game(game, "state")
	if err != nil || !state.has([]byte(key)) {
		return err
	}
	return state.delete([]byte(key))
}

// StateKeys returns the game's state keys that start with prefix, in ascending
// order of their bytes. The error is ErrNoGame.
func (tx *Tx) StateKeys(game, prefix string) ([]string, error) {
	state, err := tx.game(game, "state")
	if err != nil {
		return nil, err
	}
	return state.keys(prefix), nil
}

func (t table) keys(prefix string) []string {
	var keys []string
	for key := range t.rows([]byte(prefix)) {
		keys = append(keys, string(key))
	}
	return keys
}

// KeepMessage stores an incoming mail of a game exactly as it arrived, for good.
// The key is UTF-8 of 1 to 1000 bytes; take a hash of the content, since a
// sender chooses his Message-ID. The same key and bytes again do nothing; the
// same key with other bytes is ErrConflict.
func (tx *Tx) KeepMessage(game, key string, raw []byte) error {
	inbox, err := tx.gameBefore(game, "inbox")
	if err != nil {
		return err
	}
	if err := checkKey("message key", key); err != nil {
		return err
	}
	return inbox.putOnce([]byte(key), raw)
}

func (t table) putOnce(key, payload []byte) error {
	old, err := t.get(key)
	switch {
	case errors.Is(err, ErrNotFound):
		return t.put(key, payload)
	case err != nil:
		return err
	case !bytes.Equal(old, payload):
		return fmt.Errorf("%s: %w", t.where(key), ErrConflict)
	}
	return nil
}

// Message returns what KeepMessage stored, or ErrNotFound.
func (tx *Tx) Message(game, key string) ([]byte, error) {
	inbox, err := tx.game(game, "inbox")
	if err != nil {
		return nil, err
	}
	return inbox.get([]byte(key))
}

// MessageKeys returns the keys of a game's kept messages in ascending order. The error is ErrNoGame.
func (tx *Tx) MessageKeys(game string) ([]string, error) {
	inbox, err := tx.game(game, "inbox")
	if err != nil {
		return nil, err
	}
	return inbox.keys(""), nil
}
