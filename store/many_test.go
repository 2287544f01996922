package store

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// manyGames makes games with logs of different lengths, of which some records have hidden parts.
func manyGames(t *testing.T, s *Store, n int) {
	t.Helper()
	update(t, s, func(tx *Tx) error {
		for i := range n {
			id := fmt.Sprintf("g%d", i)
			if err := tx.CreateGame(id); err != nil {
				return err
			}
			for n := range i % 30 {
				r := Record{Kind: "step", Step: n, Data: fmt.Append(nil, id, n)}
				if n%3 == 1 {
					r.Hidden = []byte("hidden")
				}
				if _, err := tx.Append(id, r); err != nil {
					return err
				}
			}
			for n := range i % 4 {
				if err := tx.SetState(id, fmt.Sprintf("stuck/%d", n), fmt.Append(nil, i, n)); err != nil {
					return err
				}
			}
			if err := tx.SetState(id, "stuff", []byte("x")); err != nil {
				return err
			}
		}
		return nil
	})
}

// readMany reads games in one transaction, if it is asked for after Fetch, and gives what each says by its name.
func readMany(t *testing.T, s *Store, fetch bool) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := s.View(func(tx *Tx) error {
		names, err := tx.Games()
		if fetch {
			tx.FetchGames(append([]string{"not-there", "", "\x00", "\xff", `{"`}, names[:len(names)/2]...)...)
			tx.Fetch(names...)
			tx.Fetch("not-there")
		}
		for _, id := range append(names, "not-there") {
			var says []string
			last, err := tx.LastSeq(id)
			says = append(says, fmt.Sprint(id, last, err))
			for _, from := range []uint64{last, 1, max(last, 8) - 7} {
				for r, err := range tx.Records(id, from) {
					says = append(says, fmt.Sprint(r, err))
				}
			}
			keys, err := tx.StateKeys(id, "")
			says = append(says, fmt.Sprint(keys, err))
			for _, key := range append(keys, "missing") {
				value, err := tx.State(id, key)
				says = append(says, fmt.Sprint(value, err))
			}
			all[id] = strings.Join(says, "\n")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What is asked of many games at once is what is asked of each.
func TestManyGames(t *testing.T) {
	s := openTest(t)
	manyGames(t, s, 30)
	was := readMany(t, s, false)
	if is := readMany(t, s, true); !maps.Equal(is, was) {
		t.Errorf("after Fetch it is\n%q\nwithout\n%q", is, was)
	}
	var got, want []string
	err := s.View(func(tx *Tx) error {
		for v, err := range tx.AllStates("stuck/") {
			if err != nil {
				return err
			}
			got = append(got, v.Game+" "+v.Key+" "+string(v.Value))
		}
		names, err := tx.Games()
		for _, id := range names {
			keys, err := tx.StateKeys(id, "stuck/")
			if err != nil {
				return err
			}
			for _, key := range keys {
				value, err := tx.State(id, key)
				if err != nil {
					return err
				}
				want = append(want, id+" "+key+" "+string(value))
			}
		}
		return err
	})
	if err != nil || len(got) != 43 || !slices.Equal(got, want) {
		t.Errorf("%q, %v\nwant %q", got, err, want)
	}
}

// Damage to one of many games is told of that game and holds no other up, wherever it lies.
func TestDamageAmongManyGames(t *testing.T) {
	game, one := "games/g23", uint64Key(1)
	for name, change := range map[string]func(*Tx) error{
		"a state value": func(tx *Tx) error { return at(tx, game+"/state").Put([]byte("stuff"), []byte("y")) },
		"the tree":      func(tx *Tx) error { return at(tx, game).Put([]byte(keyTree), []byte{}) },
		"first record":  drop(game+"/log", one),
		"last record":   func(tx *Tx) error { return at(tx, game+"/log").Put(uint64Key(23), []byte("dice")) },
		"hidden part":   func(tx *Tx) error { return at(tx, game+"/hidden").Put(uint64Key(23), []byte("dice")) },
		"a bucket":      dropBucket(game, "log"),
	} {
		t.Run(name, func(t *testing.T) {
			s, err := newPlace(t, t.TempDir()).open()
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close() // unchecked: it is damaged
			manyGames(t, s, 30)
			was := readMany(t, s, true)
			spoil(t, s, change)
			is := readMany(t, s, true)
			if each := readMany(t, s, false); !maps.Equal(is, each) {
				t.Errorf("after Fetch it is\n%q\nwithout\n%q", is, each)
			}
			for id := range was {
				if told := is[id] != was[id]; told != (id == "g23") {
					t.Errorf("game %s says\n%s\nbefore the damage\n%s", id, is[id], was[id])
				}
			}
		})
	}
}

// Of a database nothing is asked for each game that is fetched, nor for its state values among those of all games.
func TestManyGamesAtOnce(t *testing.T) {
	s, proxy := newClub(t, unrenewed).openFar(t)
	manyGames(t, s, 300)
	before := 0
	err := s.View(func(tx *Tx) error {
		names, err := tx.Games()
		if err != nil {
			return err
		}
		before = proxy.Asked()
		for range tx.AllStates("stu") {
		}
		tx.Fetch(names...)
		for _, id := range names {
			last, err1 := tx.LastSeq(id)
			value, err2 := tx.State(id, "stuff")
			if err := errors.Join(err1, err2); err != nil || string(value) != "x" {
				return fmt.Errorf("%s: %q, %w", id, value, err)
			}
			for _, from := range []uint64{1, max(last, lastRows) - lastRows + 1} {
				for r, err := range tx.Records(id, from) {
					if err != nil {
						return err
					}
					if r.Seq == 1 && last > lastRows {
						break
					}
				}
			}
		}
		return nil
	})
	if asked := proxy.Asked() - before; err != nil || asked > 20 {
		t.Errorf("asked %d times about 300 games, %v", asked, err)
	}
}

// A transaction knows of which games it wrote anything, also if nothing comes of it.
func TestWritten(t *testing.T) {
	s := openTest(t)
	var tx *Tx
	err := s.Update(func(of *Tx) error {
		tx = of
		for _, id := range []string{"b", "a"} {
			if err := tx.CreateGame(id); err != nil {
				return err
			}
		}
		if _, err := tx.MarkSeen("c", noon); err != nil {
			return err
		}
		return tx.SetState("d", "x", nil)
	})
	if got := tx.Written(); err == nil || !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("%q, %v", got, err)
	}
}

// What changed is found by its time, and not by a look at every claim.
func TestManyClaims(t *testing.T) {
	t.Parallel()
	c := newClub(t, unrenewed)
	s := c.open(t)
	check(t, s.Update(func(tx *Tx) error { return tx.CreateGame("wagram") }))
	c.server.SQL(t, "INSERT INTO "+c.schema+`.berthier_claim (name, turn, known, changed, announced)
		SELECT 'game/' || n, 1, 1, now() - interval '1 day', now() - interval '1 day' FROM generate_series(1, 20000) n`)
	c.server.SQL(t, "ANALYZE "+c.schema+".berthier_claim")
	if all, err := s.Changes("test", false); err != nil || len(all) != 20001 {
		t.Errorf("at first there are %d changes, %v", len(all), err)
	}
	if some, err := s.Changes("test", false); err != nil || len(some) != 1 || some[0].Game() != "wagram" {
		t.Errorf("then there are %v, %v", some, err)
	}
	asked := s.far.asked["test"]
	s.far.asked["test"] = string(c.server.SQL(t, "SELECT (now() + interval '1 day')::text")[0][0])
	if all, err := s.Changes("test", false); err != nil || len(all) != 20001 {
		t.Errorf("after the clock went back there are %d changes, %v", len(all), err)
	}
	values := strings.NewReplacer("$1", "'"+asked+"'", "$2", "'90 seconds'")
	for _, sql := range []string{sqlChanged("changed"), sqlChanged("announced"), sqlClockBack} {
		rows := c.server.SQL(t, "SET search_path = "+c.schema+"; EXPLAIN (ANALYZE, COSTS off, TIMING off) "+
			values.Replace(sql))
		plan := string(bytes.Join(slices.Concat(rows...), []byte("\n")))
		if strings.Contains(plan, "Seq Scan") && !strings.Contains(plan, "never executed") {
			t.Errorf("%s\nlooks at every claim:\n%s", sql, plan)
		}
	}
}

// Some rows are found without a look at all others, also if there were hardly any when the database decided how to find
// them.
func TestManyRows(t *testing.T) {
	t.Parallel()
	c := newClub(t, unrenewed)
	c.open(t)
	ask := `EXECUTE asked ('seen', '{"\\x00","\\x01"}')`
	rows := c.server.SQL(t, "SET search_path = "+c.schema+"; SET plan_cache_mode = force_generic_plan; PREPARE asked "+
		"AS "+sqlKeys+"; "+ask+`; INSERT INTO berthier_row (path, key, value) SELECT 'seen', sha256(n::text::bytea), ''
		FROM generate_series(1, 20000) n; EXPLAIN (ANALYZE, COSTS off, TIMING off) `+ask)
	plan := string(bytes.Join(slices.Concat(rows...), []byte("\n")))
	many := regexp.MustCompile(`rows=\d{3}|Filter: \d{3}`)
	if !strings.Contains(plan, "Scan") || many.MatchString(plan) {
		t.Errorf("it looks at every row:\n%s", plan)
	}
	c.server.SQL(t, "DELETE FROM "+c.schema+".berthier_row WHERE path = 'seen'") // they are no marks
}

// What is asked for at once is what is asked for one by one, before and after it is written.
func TestFetchedRows(t *testing.T) {
	s := openTest(t)
	at := time.Unix(1000, 0)
	mail := func(id string) Mail {
		return Mail{ID: id, From: "a@example.org", To: []string{"b@example.org"}, Raw: []byte("text"), NotBefore: at}
	}
	update(t, s, func(tx *Tx) error {
		_, err := tx.MarkSeen("before", at)
		return errors.Join(err, tx.Enqueue(mail("before@here")))
	})
	update(t, s, func(tx *Tx) error {
		_, err := tx.MarkSeen("written", at)
		tx.FetchSeen("before", "written", "missing", "later")
		tx.FetchMails(mail("before@here"), mail("missing@here"))
		if far, ok := tx.rows.(*databaseRows); ok {
			seen, ids := databaseBucket{far, "seen"}.shelf(), databaseBucket{far, "mails/id"}.shelf()
			if entry := (databaseBucket{far, "mails/entry"}).shelf(); len(entry.known) != 1 {
				t.Errorf("%d mails are known", len(entry.known))
			}
			for _, mark := range []string{"before", "written", "missing", "later"} {
				if !seen.knows(seenKey(mark)) {
					t.Errorf("%s is asked for alone", mark)
				}
			}
			if !ids.knows([]byte("before@here")) || !ids.knows([]byte("missing@here")) {
				t.Error("mails are asked for alone")
			}
		}
		_, later := tx.MarkSeen("later", at)
		tx.FetchSeen("later", "before")
		for mark, want := range map[string]bool{"before": true, "written": true, "missing": false, "later": true} {
			if _, got, err := tx.Seen(mark); err != nil || got != want {
				t.Errorf("%s: got %t, %v, want %t", mark, got, err, want)
			}
		}
		other := mail("before@here")
		other.Raw = []byte("other text")
		if err := tx.Enqueue(other); !errors.Is(err, ErrConflict) {
			t.Errorf("a mail of the same ID: %v", err)
		}
		return errors.Join(err, later, tx.Enqueue(mail("before@here")), tx.Enqueue(mail("missing@here")))
	})
	err := s.View(func(tx *Tx) error {
		due, err := tx.Due(at, 5)
		if len(due) != 1 || due[0].ID != "before@here" {
			t.Errorf("due is %v", due)
		}
		if far, ok := tx.rows.(*databaseRows); ok {
			if raw := (databaseBucket{far, "mails/raw"}).shelf(); len(raw.known)+len(raw.page) != 1 {
				t.Errorf("%d messages were read, want that of the first mail", len(raw.known)+len(raw.page))
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
