package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	bolterrors "go.etcd.io/bbolt/errors"
)

var noon = time.Date(2030, 12, 2, 12, 0, 0, 0, time.UTC)

// openTest opens a new store that is checked and closed when the test ends.
func openTest(t testing.TB) *Store {
	t.Helper()
	if spares != nil {
		return spares.open(t, checkSound)
	}
	return openTestIn(t, newPlace(t, t.TempDir()))
}

func openTestAt(t testing.TB, path string) *Store {
	t.Helper()
	return openTestIn(t, storeSite{path: path})
}

func openTestIn(t testing.TB, p storeSite) *Store {
	t.Helper()
	s, err := p.open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		checkSound(t, s)
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func checkSound(t testing.TB, s *Store) {
	t.Helper()
	problems, err := s.Check()
	if err != nil {
		t.Error(err)
	}
	for _, p := range problems {
		t.Error("problem:", p)
	}
}

// update runs a transaction that must succeed.
func update(t testing.TB, s *Store, fn func(*Tx) error) {
	t.Helper()
	if err := s.Update(fn); err != nil {
		t.Fatal(err)
	}
}

func view(t testing.TB, s *Store, fn func(*Tx) error) {
	t.Helper()
	if err := s.View(fn); err != nil {
		t.Fatal(err)
	}
}

// fill writes one step of two games, something into every bucket.
func fill(tx *Tx) error {
	for _, game := range []string{"austerlitz", "wagram"} {
		_, seenErr := tx.MarkSeen("message of "+game, noon)
		err := errors.Join(seenErr,
			tx.CreateGame(game),
			tx.SetSecret(game, "dice", NewSecret([]byte("secret of "+game))),
			tx.KeepMessage(game, "message", []byte("received by "+game)),
			tx.SetState(game, "position", []byte("position of "+game)),
			tx.SetState(game, "settings", []byte{}),
			tx.SetCursor(game+"@example.org", []byte("17")))
		if err != nil {
			return err
		}
		for i := range 3 {
			r := Record{Kind: "event", Step: 1, Data: fmt.Appendf(nil, "event %d of %s", i, game)}
			if i == 2 {
				r.Hidden = []byte("hidden from " + game)
			}
			if _, err := tx.Append(game, r); err != nil {
				return err
			}
			m := Mail{ID: fmt.Sprintf("<%d.%s@example.org>", i, game), From: "games@example.org",
				To: []string{"ney@example.net", "Soult@example.net"}, Game: game,
				Raw: fmt.Appendf(nil, "mail %d of %s", i, game), NotBefore: noon}
			if err := tx.Enqueue(m); err != nil {
				return err
			}
		}
	}
	return errors.Join(tx.Sent("<0.austerlitz@example.org>", noon),
		tx.Retry("<1.austerlitz@example.org>", noon.Add(time.Hour), "451 try later"),
		tx.GiveUp("<0.wagram@example.org>", noon, "550 no such user"))
}

// openFilled opens a new store with what fill writes, for a test that damages it.
func openFilled(t *testing.T) *Store {
	t.Helper()
	s := openUnchecked(t)
	noSync(s)
	update(t, s, fill)
	return s
}

func openUnchecked(t *testing.T) *Store {
	t.Helper()
	if spares != nil {
		return spares.open(t, func(testing.TB, *Store) {})
	}
	s, err := newPlace(t, t.TempDir()).open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// spoil changes a store behind its back.
func spoil(t *testing.T, s *Store, fn func(*Tx) error) {
	t.Helper()
	rows, err := s.begin(true)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.rollback()
	if err := fn(&Tx{rows: rows}); err != nil {
		t.Fatal(err)
	}
	if err := rows.commit(); err != nil {
		t.Fatal(err)
	}
}

// eachRow goes through all rows and buckets.
func eachRow(tx *Tx, fn func(path string, key, value []byte)) {
	var walk func(t table)
	walk = func(t table) {
		for k, v := range t.rows(nil) {
			if fn(t.path, k, v); v == nil {
				walk(table{tx, t.b.in(string(k)), strings.TrimPrefix(t.path+"/"+string(k), "/")})
			}
		}
	}
	walk(table{tx, tx.rows.root(), ""})
}

// dump lists every bucket and row as it is stored.
func dump(t *testing.T, s *Store) (rows []string) {
	t.Helper()
	view(t, s, func(tx *Tx) error {
		eachRow(tx, func(path string, k, v []byte) {
			if string(k) != keyJournal && string(k) != keyOld { // how far, which another journal may count otherwise
				if path != "" {
					path = `"` + strings.ReplaceAll(path, "/", `"/"`) + `"/`
				}
				rows = append(rows, fmt.Sprintf("%s%q: %x", path, k, v))
			}
		})
		return nil
	})
	return rows
}

func TestFailedUpdateLeavesNothing(t *testing.T) {
	stop := errors.New("stop")
	tests := []struct {
		name string
		end  func(*Tx) error
	}{
		{"error", func(*Tx) error { return stop }},
		{"panic", func(*Tx) error { panic(stop) }},
		{"write that bbolt refused and the caller forgot", func(tx *Tx) error {
			games, err := tx.table(bucketGames)
			if err != nil {
				return err
			}
			if err := games.put([]byte("austerlitz"), nil); err == nil {
				t.Error("a value took the place of a bucket")
			}
			return nil
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := openTest(t)
			before := dump(t, s)
			func() {
				defer func() { recover() }()
				err := s.Update(func(tx *Tx) error {
					if err := fill(tx); err != nil {
						t.Error(err)
					}
					return test.end(tx)
				})
				if err == nil {
					t.Error("committed")
				}
			}()
			if got := dump(t, s); !slices.Equal(got, before) {
				t.Errorf("got %q, want %q", got, before)
			}
		})
	}
}

func TestViewCannotWrite(t *testing.T) {
	s := openTest(t)
	update(t, s, fill)
	view(t, s, func(tx *Tx) error {
		_, appendErr := tx.Append("wagram", Record{Kind: "x"})
		_, seenErr := tx.MarkSeen("x", noon)
		for i, err := range []error{
			appendErr, seenErr, tx.CreateGame("x"), tx.SetState("wagram", "x", nil),
			tx.DeleteState("wagram", "position"),
			tx.SetSecret("wagram", "x", Secret{}), tx.SetCursor("x", nil), tx.KeepMessage("wagram", "x", nil),
			tx.Enqueue(Mail{ID: "x", To: []string{"x"}}), tx.Sent("<1.wagram@example.org>", noon),
		} {
			if !errors.Is(err, bolterrors.ErrTxNotWritable) {
				t.Errorf("write %d: got %v, want %v", i, err, bolterrors.ErrTxNotWritable)
			}
		}
		return nil
	})
}

func TestNoGame(t *testing.T) {
	s := openTest(t)
	_ = s.Update(func(tx *Tx) error {
		var errs []error
		add := func(err error) { errs = append(errs, err) }
		for _, game := range []string{"nowhere", "", "x/y", "\x00"} {
			_, err := tx.Append(game, Record{Kind: "x"})
			add(err)
			_, err = tx.LastSeq(game)
			add(err)
			_, err = tx.State(game, "x")
			add(err)
			_, err = tx.StateKeys(game, "")
			add(err)
			_, err = tx.Secret(game, "x")
			add(err)
			_, err = tx.Message(game, "x")
			add(err)
			_, err = tx.MessageKeys(game)
			add(err)
			for _, err := range tx.Records(game, 1) {
				add(err)
			}
			add(tx.SetState(game, "x", nil))
			add(tx.DeleteState(game, "x"))
			add(tx.SetSecret(game, "x", Secret{}))
			add(tx.KeepMessage(game, "x", nil))
		}
		add(tx.Enqueue(Mail{ID: "x", To: []string{"x"}, Game: "nowhere"}))
		for _, err := range tx.Mails("nowhere") {
			add(err)
		}
		for i, err := range errs {
			if !errors.Is(err, ErrNoGame) {
				t.Errorf("call %d: got %v, want %v", i, err, ErrNoGame)
			}
		}
		if want := 4*12 + 2; len(errs) != want {
			t.Errorf("got %d errors, want %d", len(errs), want)
		}
		return nil
	})
}

func TestCreateGameName(t *testing.T) {
	s := openTest(t)
	update(t, s, func(tx *Tx) error {
		for _, name := range []string{"a", "1805-austerlitz", strings.Repeat("x", 40)} {
			if err := tx.CreateGame(name); err != nil {
				t.Error(err)
			}
			if err := tx.CreateGame(name); !errors.Is(err, ErrGameExists) {
				t.Errorf("%s again: got %v, want %v", name, err, ErrGameExists)
			}
		}
		for _, name := range []string{"", "A", "a b", "é", "a/b", "a_b", strings.Repeat("x", 41)} {
			if err := tx.CreateGame(name); err == nil {
				t.Errorf("%q was taken", name)
			}
		}
		got, err := tx.Games()
		if want := []string{"1805-austerlitz", "a", strings.Repeat("x", 40)}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		return err
	})
}

func TestKeys(t *testing.T) {
	s := openTest(t)
	update(t, s, fill)
	update(t, s, func(tx *Tx) error {
		for _, test := range []struct {
			key string
			ok  bool
		}{
			{"k", true}, {strings.Repeat("k", 1000), true}, {"Ordre du jour № 1\n", true},
			{"", false}, {strings.Repeat("k", 1001), false}, {"\xff", false},
		} {
			for i, err := range []error{
				tx.SetState("wagram", test.key, nil), tx.SetSecret("wagram", test.key, Secret{}),
				tx.SetCursor(test.key, nil),
				tx.KeepMessage("wagram", test.key, nil), tx.Enqueue(Mail{ID: test.key, To: []string{test.key}}),
			} {
				if (err == nil) != test.ok {
					t.Errorf("key %.10q, method %d: got %v, want it taken: %t", test.key, i, err, test.ok)
				}
			}
		}
		return nil
	})
}

func TestValuesBelongToTheCaller(t *testing.T) {
	s := openTest(t)
	update(t, s, fill)
	update(t, s, func(tx *Tx) error {
		value := []byte("before")
		if err := tx.SetState("wagram", "x", value); err != nil {
			return err
		}
		copy(value, "after ")
		got, err := tx.State("wagram", "x")
		if err != nil || string(got) != "before" {
			t.Errorf("got %q, %v, want before", got, err)
		}
		copy(got, "after ")
		if again, err := tx.State("wagram", "x"); err != nil || string(again) != "before" {
			t.Errorf("got %q, %v, want before", again, err)
		}
		return nil
	})
}

func TestWriteOnce(t *testing.T) {
	s := openTest(t)
	update(t, s, fill)
	update(t, s, func(tx *Tx) error {
		for _, test := range []struct {
			name string
			err  error
			want error
		}{
			{"same secret", tx.SetSecret("wagram", "dice", NewSecret([]byte("secret of wagram"))), nil},
			{"other secret", tx.SetSecret("wagram", "dice", NewSecret([]byte("loaded"))), ErrConflict},
			{"same message", tx.KeepMessage("wagram", "message", []byte("received by wagram")), nil},
			{"other message", tx.KeepMessage("wagram", "message", []byte("forged")), ErrConflict},
		} {
			if !errors.Is(test.err, test.want) {
				t.Errorf("%s: got %v, want %v", test.name, test.err, test.want)
			}
		}
		secret, err := tx.Secret("wagram", "dice")
		if got := string(secret.Reveal()); err != nil || got != "secret of wagram" {
			t.Errorf("got %q, %v", got, err)
		}
		return nil
	})
}

func TestSecretIsNeverShown(t *testing.T) {
	secret := NewSecret([]byte("Zzyx"))
	nested := struct {
		Shown Secret
		inner Secret
	}{secret, secret}
	var out bytes.Buffer
	for _, v := range []any{secret, &secret, nested, &nested, []Secret{secret}, map[string]Secret{"k": secret}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t"} {
			fmt.Fprintf(&out, verb+"\n", v)
		}
		if err := json.NewEncoder(&out).Encode(v); err != nil {
			t.Error(err)
		}
		slog.New(slog.NewTextHandler(&out, nil)).Info("x", "secret", v)
		slog.New(slog.NewJSONHandler(&out, nil)).Info("x", "secret", v)
	}
	out.WriteString(secret.String() + secret.GoString())
	for _, leak := range []string{"Zzyx", "5a7a7978", "5A7A7978", "90 122 121 120", "WnpteA", "0x5a", `Wnp5eA`} {
		if strings.Contains(out.String(), leak) {
			t.Errorf("%s shows in\n%s", leak, out.String())
		}
	}
	if !strings.Contains(out.String(), "[secret]") {
		t.Errorf("no [secret] in\n%s", out.String())
	}
	value := []byte("kept")
	kept := NewSecret(value)
	clear(value)
	clear(kept.Reveal())
	if got := string(kept.Reveal()); got != "kept" {
		t.Errorf("a secret changed to %q", got)
	}
	if got := (Secret{}).Reveal(); got != nil {
		t.Errorf("zero secret: got %q, want nil", got)
	}
}

func TestSeenAndCursor(t *testing.T) {
	s := openTest(t)
	long := strings.Repeat("id\xff\x00", 20000)
	update(t, s, func(tx *Tx) error {
		for _, key := range []string{"", "<1@example.net>", long} {
			for i, want := range []bool{false, true} {
				got, err := tx.MarkSeen(key, noon.Add(time.Duration(i)).In(time.FixedZone("", 3600)))
				if err != nil || got != want {
					t.Errorf("MarkSeen(%.20q) call %d: got %t, %v, want %t", key, i, got, err, want)
				}
			}
			if at, ok, err := tx.Seen(key); at != noon || !ok || err != nil {
				t.Errorf("Seen(%.20q): got %v, %t, %v", key, at, ok, err)
			}
		}
		if _, ok, err := tx.Seen("other"); ok || err != nil {
			t.Errorf("Seen(other): got %t, %v", ok, err)
		}
		for _, at := range []time.Time{time.Unix(-1, 0), time.Date(2263, 1, 1, 0, 0, 0, 0, time.UTC)} {
			if _, err := tx.MarkSeen("time "+at.String(), at); err == nil {
				t.Errorf("time %v was taken", at)
			}
		}
		if _, err := tx.Cursor("INBOX"); !errors.Is(err, ErrNotFound) {
			t.Errorf("got %v, want %v", err, ErrNotFound)
		}
		return tx.SetCursor("INBOX", []byte("17:4"))
	})
	view(t, s, func(tx *Tx) error {
		got, err := tx.Cursor("INBOX")
		if string(got) != "17:4" {
			t.Errorf("got %q, want 17:4", got)
		}
		return err
	})
}

// A cursor that is damaged is named, reading it says so, and it can be written anew.
func TestDamagedCursor(t *testing.T) {
	s := openTest(t)
	names := []string{"INBOX", "Other", "* weekly letter"}
	update(t, s, func(tx *Tx) error {
		for _, name := range names {
			check(t, tx.SetCursor(name, []byte("17:4")))
		}
		return nil
	})
	damaged := func() (all []string) {
		view(t, s, func(tx *Tx) error {
			problems, err := tx.DamagedCursors()
			for _, p := range problems {
				all = append(all, p.Where)
			}
			return err
		})
		return all
	}
	if got := damaged(); len(got) > 0 {
		t.Errorf("at first %q", got)
	}
	for _, name := range names[1:] {
		spoil(t, s, func(tx *Tx) error { return at(tx, "cursors").Put([]byte(name), []byte("17:4")) })
	}
	if got, want := damaged(), []string{CursorRow(names[2]), "cursors/Other"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	view(t, s, func(tx *Tx) error {
		if _, err := tx.Cursor("Other"); !errors.As(err, new(Problem)) {
			t.Errorf("reading it: %v", err)
		}
		_, err := tx.Cursor("INBOX")
		return err
	})
	update(t, s, func(tx *Tx) error {
		return errors.Join(tx.SetCursor(names[1], []byte("0 0")), tx.SetCursor(names[2], nil))
	})
	if got := damaged(); len(got) > 0 {
		t.Errorf("at last %q", got)
	}
}

func TestBackup(t *testing.T) {
	s := openTest(t)
	update(t, s, fill)
	var file bytes.Buffer
	if err := s.Backup(&file); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "backup.db")
	writeFile(t, path, file.Bytes())
	if got, want := dump(t, openTestAt(t, path)), dump(t, s); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Readers see whole steps only: each adds one record and counts it in the state.
func TestReadersWhileWriting(t *testing.T) {
	s := openTest(t)
	noSync(s)
	update(t, s, func(tx *Tx) error { return errors.Join(tx.CreateGame("g"), tx.SetState("g", "count", uint64Key(0))) })
	const steps = 200
	done := make(chan struct{})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for {
				if err := s.View(readStep); err != nil {
					t.Error(err)
					return
				}
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	for i := range steps {
		update(t, s, func(tx *Tx) error {
			seq, err := tx.Append("g", Record{Kind: "x", Step: i, Data: make([]byte, 5000)})
			return errors.Join(err, tx.SetState("g", "count", uint64Key(seq)))
		})
	}
	close(done)
	wg.Wait()
}

func readStep(tx *Tx) error {
	count, err := tx.State("g", "count")
	if err != nil {
		return err
	}
	last := uint64(0)
	for r, err := range tx.Records("g", 1) {
		if err != nil {
			return err
		}
		last = r.Seq
	}
	if !bytes.Equal(count, uint64Key(last)) {
		return fmt.Errorf("%d records, state says %x", last, count)
	}
	return nil
}
