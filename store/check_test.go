package store

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// at walks to a bucket by a path with slashes.
func at(tx *Tx, path string) bucket {
	b := tx.rows.root()
	for name := range strings.SplitSeq(path, "/") {
		b = b.in(name)
	}
	return b
}

// sealedPut writes what is well sealed but makes no sense.
func sealedPut(path string, key, payload []byte) func(*Tx) error {
	return func(tx *Tx) error { return table{tx, at(tx, path), path}.put(key, payload) }
}

func drop(path string, key []byte) func(*Tx) error {
	return func(tx *Tx) error {
		if at(tx, path).Get(key) == nil {
			return fmt.Errorf("no %q in %s", key, path)
		}
		return at(tx, path).Delete(key)
	}
}

func addBucket(path, name string) func(*Tx) error {
	return func(tx *Tx) error {
		_, err := at(tx, path).create(name)
		return err
	}
}

func dropBucket(path, name string) func(*Tx) error {
	return func(tx *Tx) error { return at(tx, path).DeleteBucket([]byte(name)) }
}

// resealed changes a payload and seals it again, as a person would.
func resealed(path string, key []byte, change func([]byte) []byte) func(*Tx) error {
	return func(tx *Tx) error {
		t := table{tx, at(tx, path), path}
		payload, err := t.get(key)
		if err != nil {
			return err
		}
		return t.put(key, change(payload))
	}
}

func dueKeyAt(at time.Time, seq uint64) []byte {
	return append(uint64Key(uint64(at.UnixNano())), uint64Key(seq)...)
}

func TestCheckFinds(t *testing.T) {
	seq := uint64Key
	replace := func(old, new string) func([]byte) []byte {
		return func(b []byte) []byte { return []byte(strings.Replace(string(b), old, new, 1)) }
	}
	// In the store of fill, mails 1 to 3 are of austerlitz, 4 to 6 of wagram; 1
	// is sent, 4 given up.
	tests := []struct {
		name  string
		spoil func(*Tx) error
		want  []string // a part of each problem, in order
	}{
		{"record missing in the middle", drop("games/wagram/log", seq(2)),
			[]string{"games/wagram/log/3: records missing before it: the one before is 1"}},
		{"first record missing", drop("games/wagram/log", seq(1)),
			[]string{"games/wagram/log/2: records missing before it"}},
		{"last record missing", drop("games/wagram/log", seq(3)),
			[]string{"games/wagram/log: ends with record 2, its tree has 3",
				"games/wagram/hidden/3: belongs to no record"}},
		{"record too many", sealedPut("games/wagram/log", seq(4), make([]byte, 60)),
			[]string{"games/wagram/log/4", "games/wagram/log: ends with record 4, its tree has 3"}},
		{"record rewritten", resealed("games/wagram/log", seq(2), replace("event 1", "event 9")),
			[]string{"games/wagram/log: does not fit its tree"}},
		{"tree of other records", retree, []string{"games/wagram/log: does not fit its tree"}},
		{"hidden part of no record", sealedPut("games/wagram/hidden", seq(4), nil),
			[]string{"games/wagram/hidden/4: belongs to no record"}},
		{"hidden part unsealed", func(tx *Tx) error {
			return at(tx, "games/wagram/hidden").Put(seq(3), []byte("abcde"))
		}, []string{"games/wagram/hidden/3: checksum"}},
		{"record too short", sealedPut("games/wagram/log", seq(2), []byte("x")),
			[]string{"games/wagram/log/2: too short"}},
		{"record key", sealedPut("games/wagram/log", []byte("x"), nil),
			[]string{"games/wagram/log/x: not a sequence number"}},
		{"tree missing", drop("games/wagram", []byte("tree")), []string{"games/wagram/tree: missing"}},
		{"tree of another game", swapTrees, []string{"games/austerlitz/tree: checksum", "games/wagram/tree: checksum"}},
		{"tree too short", sealedPut("games/wagram", []byte("tree"), []byte("x")),
			[]string{"games/wagram/tree: not a tree"}},
		{"bucket of a game missing", dropBucket("games/wagram", "inbox"),
			[]string{"games/wagram/inbox: bucket missing"}},
		{"unknown bucket in a game", addBucket("games/wagram", "x"), []string{"games/wagram/x: unknown bucket"}},
		{"unknown value in a game", sealedPut("games/wagram", []byte("x"), nil),
			[]string{"games/wagram/x: unknown value"}},
		{"value in place of a game", sealedPut("games", []byte("x"), nil),
			[]string{"games/x: value in place of a game"}},
		{"game with a bad name", addBucket("games", "X"), []string{"games/X: not a game's name"}},
		{"game removed", dropBucket("games", "wagram"),
			[]string{"secrets/wagram: no such game", "mails/entry/4: belongs to no game",
				"mails/entry/5: belongs to no game", "mails/entry/6: belongs to no game"}},
		{"bucket in the state", addBucket("games/wagram/state", "x"),
			[]string{"games/wagram/state/x: bucket in place of a value"}},
		{"state key", sealedPut("games/wagram/state", []byte("\xff"), nil),
			[]string{"games/wagram/state/0xff: key of 1 bytes"}},
		{"unsealed value", func(tx *Tx) error { return at(tx, "cursors").Put([]byte("x"), []byte("abc")) },
			[]string{"cursors/x: checksum"}},
		{"secret without game", addBucket("secrets", "x"), []string{"secrets/x: no such game"}},
		{"value in place of secrets", sealedPut("secrets", []byte("x"), nil),
			[]string{"secrets/x: value in place of a game"}},
		{"seen key", sealedPut("seen", []byte("x"), seq(1)), []string{"seen/x: not a hash and a time"}},
		{"seen time", sealedPut("seen", seenKey("x"), []byte("x")), []string{": not a hash and a time"}},
		{"unknown top bucket", addTop, []string{"x: unknown bucket"}},
		{"unknown meta value", sealedPut("meta", []byte("x"), nil), []string{"meta/x: unknown value"}},
		{"top bucket missing", func(tx *Tx) error { return tx.rows.root().DeleteBucket([]byte("seen")) },
			[]string{"seen: bucket missing"}},
		{"unknown mail bucket", addBucket("mails", "x"), []string{"mails/x: unknown bucket"}},
		{"mail bucket missing", dropBucket("mails", "due"), []string{"mails/due: bucket missing"}},
		{"entry missing", drop("mails/entry", seq(2)),
			[]string{"mails/raw/2: belongs to no mail", "mails/id/<1.austerlitz@example.org>: belongs to no mail",
				"mails/due/0x", "mails/game/0x"}},
		{"entry does not decode", resealed("mails/entry", seq(2), replace(`"id"`, `"ID"`)),
			[]string{"mails/entry/2: not in canonical form"}},
		{"entry with other ID", resealed("mails/entry", seq(2), replace("1.austerlitz", "x.austerlitz")),
			[]string{"mails/id/<x.austerlitz@example.org>: missing",
				"mails/id/<1.austerlitz@example.org>: belongs to no mail"}},
		{"entry with other game", resealed("mails/entry", seq(2), replace(`"game":"austerlitz"`, `"game":"wagram"`)),
			[]string{"mails/game/0x", "mails/game/0x"}},
		{"entry with other time", resealed("mails/entry", seq(2), replace("T12:", "T11:")),
			[]string{"mails/due/0x", "mails/due/0x"}},
		{"entry key", sealedPut("mails/entry", []byte("x"), nil), []string{"mails/entry/x: not a sequence number"}},
		{"raw missing", drop("mails/raw", seq(1)), []string{"mails/raw/1: missing"}},
		{"raw of no mail", sealedPut("mails/raw", seq(9), nil), []string{"mails/raw/9: belongs to no mail"}},
		{"id missing", drop("mails/id", []byte("<1.wagram@example.org>")),
			[]string{"mails/id/<1.wagram@example.org>: missing"}},
		{"id of no mail", sealedPut("mails/id", []byte("x"), seq(9)), []string{"mails/id/x: belongs to no mail"}},
		{"id of another mail", sealedPut("mails/id", []byte("x"), seq(1)), []string{"mails/id/x: belongs to no mail"}},
		{"id without number", sealedPut("mails/id", []byte("x"), nil), []string{"mails/id/x: belongs to no mail"}},
		{"due missing", drop("mails/due", dueKeyAt(noon, 3)), []string{"mails/due/0x", "missing"}},
		{"due of a sent mail", sealedPut("mails/due", dueKeyAt(noon, 1), nil),
			[]string{"the mail does not wait any more"}},
		{"due at another time", sealedPut("mails/due", dueKeyAt(noon.Add(1), 3), nil), []string{"belongs to no mail"}},
		{"due key", sealedPut("mails/due", []byte("x"), nil), []string{"mails/due/x: belongs to no mail"}},
		{"game index missing", drop("mails/game", append([]byte("wagram\x00"), seq(4)...)), []string{"mails/game/0x"}},
		{"game index of another game", sealedPut("mails/game", append([]byte("wagram\x00"), seq(1)...), nil),
			[]string{"belongs to no mail"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := openFilled(t)
			spoil(t, s, test.spoil)
			before := dump(t, s)
			problems, err := s.Check()
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(dump(t, s), before) {
				t.Error("Check changed something")
			}
			var got []string
			for _, p := range problems {
				got = append(got, p.Error())
			}
			text := strings.Join(got, "\n")
			for _, want := range test.want {
				_, rest, found := strings.Cut(text, want)
				if !found {
					t.Fatalf("got\n%s\nwant, in this order, %q", strings.Join(got, "\n"), test.want)
				}
				text = rest
			}
			if len(got) > len(test.want) {
				t.Errorf("got more than expected:\n%s", strings.Join(got, "\n"))
			}
		})
	}
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// retree puts the tree of other records in the place of the right one.
func retree(tx *Tx) error {
	t := table{tx, at(tx, "games/wagram"), "games/wagram"}
	return t.put([]byte(keyTree), Tree{}.Append(nil).Append(nil).Append([]byte("better dice")).Encode())
}

func swapTrees(tx *Tx) error {
	a, b := at(tx, "games/austerlitz"), at(tx, "games/wagram")
	tree := append([]byte{}, a.Get([]byte(keyTree))...)
	if err := a.Put([]byte(keyTree), append([]byte{}, b.Get([]byte(keyTree))...)); err != nil {
		return err
	}
	return b.Put([]byte(keyTree), tree)
}

func addTop(tx *Tx) error {
	_, err := tx.rows.root().create("x")
	return err
}

// Every bit of every value is watched: by Open (the format) or by Check, which
// must name the place, and say nothing of any secret.
func TestCheckFindsEveryChangedByte(t *testing.T) {
	s := openFilled(t)
	var rows [][]string // path and key
	spoil(t, s, func(tx *Tx) error {
		eachRow(tx, func(path string, key, value []byte) {
			if value != nil {
				rows = append(rows, []string{path, string(key)})
			}
		})
		return nil
	})
	flipped, step := 0, 7
	if server != nil {
		step = 70
	}
	for _, row := range rows {
		b, key := row[0], row[1]
		if b == bucketMeta {
			continue
		}
		for i := 0; ; i += step {
			size := flip(t, s, b, key, i)
			problems, err := s.Check()
			if err != nil {
				t.Fatal(err)
			}
			want := table{path: b}.where([]byte(key))
			if len(problems) == 0 || problems[0].Where != want && !strings.Contains(fmt.Sprint(problems), want) {
				t.Errorf("byte %d of %s: got %v", i, want, problems)
			}
			if strings.Contains(fmt.Sprint(problems), "secret of") {
				t.Errorf("a secret shows in %v", problems)
			}
			flip(t, s, b, key, i) // back
			flipped++
			if i+step >= size {
				break
			}
		}
	}
	checkSound(t, s)
	if flipped < len(rows) || len(rows) < 40 {
		t.Errorf("only %d bytes of %d rows were changed", flipped, len(rows))
	}
}

// flip inverts a byte of a value and returns the value's length.
func flip(t *testing.T, s *Store, path, key string, i int) (size int) {
	t.Helper()
	spoil(t, s, func(tx *Tx) error {
		b := at(tx, path)
		value := append([]byte{}, b.Get([]byte(key))...)
		size = len(value)
		value[i] ^= 1 << (i % 8)
		return b.Put([]byte(key), value)
	})
	return size
}

// What Check finds, reading finds too.
func TestReadingRefusesDamage(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(*Tx) error
		read  func(*Tx) error
	}{
		{"record missing", drop("games/wagram/log", uint64Key(2)), readLog},
		{"last record missing", drop("games/wagram/log", uint64Key(3)), readLog},
		{"tree of other records", retree, readLog},
		{"record beyond the end", sealedPut("games/wagram/log", uint64Key(4), make([]byte, 60)), func(tx *Tx) error {
			_, err := tx.Append("wagram", Record{Kind: "x"})
			return err
		}},
		{"entry missing", drop("mails/entry", uint64Key(2)),
			func(tx *Tx) error { return damageOf(tx.Due(noon, 9)) }},
		{"raw missing", drop("mails/raw", uint64Key(2)),
			func(tx *Tx) error { return damageOf(tx.Due(noon.Add(time.Hour), 9)) }},
		{"raw missing, by game", drop("mails/raw", uint64Key(2)), func(tx *Tx) error {
			for _, err := range tx.Mails("austerlitz") {
				if err != nil {
					return err
				}
			}
			return nil
		}},
		{"bucket missing", dropBucket("mails", "due"), func(tx *Tx) error { return tx.Sent("x", noon) }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := openFilled(t)
			spoil(t, s, test.spoil)
			err := s.Update(test.read)
			if _, ok := err.(Problem); !ok {
				t.Errorf("got %v, want a Problem", err)
			}
		})
	}
}

// A mail that is damaged hides none of its game behind it.
func TestMailsBehindDamage(t *testing.T) {
	s := openFilled(t)
	spoil(t, s, drop("mails/entry", uint64Key(2)))
	view(t, s, func(tx *Tx) error {
		n, damaged := 0, 0
		for _, err := range tx.Entries("austerlitz") {
			if n++; err != nil {
				damaged++
			}
		}
		if n != 3 || damaged != 1 {
			t.Errorf("got %d mails, %d of them damaged, want 3 and 1", n, damaged)
		}
		return nil
	})
}

// damageOf is the damage of the first mail that is damaged.
func damageOf(mails []QueuedMail, err error) error {
	for _, m := range mails {
		err = cmp.Or(err, m.Damage)
	}
	return err
}

func readLog(tx *Tx) error {
	for _, err := range tx.Records("wagram", 1) {
		if err != nil {
			return err
		}
	}
	return nil
}

// A page that is overwritten is bbolt's to find.
func TestCheckFindsBrokenPage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	s, err := Open(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	update(t, s, fill)
	// Many records, so that the log has branch pages and a page of its own to break.
	update(t, s, func(tx *Tx) error {
		for range 100 {
			if _, err := tx.Append("wagram", Record{Kind: "x", Data: make([]byte, 1000)}); err != nil {
				return err
			}
		}
		return nil
	})
	var page uint64
	err = s.db.View(func(btx *bolt.Tx) error {
		page = uint64(btx.Bucket([]byte("games")).Bucket([]byte("wagram")).Bucket([]byte("log")).Root())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	size := s.db.Info().PageSize
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	overwrite(t, path, int64(page)*int64(size), 16)
	s, err = Open(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	problems, err := s.Check()
	if err != nil || len(problems) == 0 || problems[0].Where != "file" ||
		strings.Contains(problems[0].What, "reading stopped") {
		t.Errorf("got %v, %v, want what bbolt says of the page", problems, err)
	}
}
