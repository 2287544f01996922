package store

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// model is what a store should hold, in plain maps and slices.
type model struct {
	games   map[string]*modelGame
	seen    map[string]time.Time
	cursors map[string]string
	mails   []QueuedMail
	gone    map[string]bool // games that were removed
}

type modelGame struct {
	log                   []Record
	state, inbox, secrets map[string]string
}

func (m model) clone() model {
	c := model{map[string]*modelGame{}, maps.Clone(m.seen), maps.Clone(m.cursors), slices.Clone(m.mails),
		maps.Clone(m.gone)}
	for name, g := range m.games {
		c.games[name] = &modelGame{slices.Clone(g.log), maps.Clone(g.state), maps.Clone(g.inbox), maps.Clone(g.secrets)}
	}
	return c
}

func (m model) mail(id string) *QueuedMail {
	for i := range m.mails {
		if m.mails[i].ID == id {
			return &m.mails[i]
		}
	}
	return nil
}

// due says the rule of Due in another way: a mail is due when its times have
// come and none of its recipients has a mail that waits before it.
func (m model) due(now time.Time, limit int) []string {
	var waiting []QueuedMail
	for _, q := range m.mails {
		if q.Waiting() && !q.NotBefore.After(now) {
			waiting = append(waiting, q)
		}
	}
	slices.SortStableFunc(waiting, func(a, b QueuedMail) int { return a.NotBefore.Compare(b.NotBefore) })
	var ids []string
	for i, q := range waiting {
		blocked := slices.ContainsFunc(waiting[:i], func(p QueuedMail) bool {
			return slices.ContainsFunc(p.To, func(a string) bool { return slices.Contains(q.To, a) })
		})
		if !blocked && !q.RetryAt.After(now) && len(ids) < limit {
			ids = append(ids, q.ID)
		}
	}
	return ids
}

// The same random steps are done to a store and to the model; every answer and,
// after every step, the whole content must agree.
func TestStoreIsItsModel(t *testing.T) {
	dir, n, outer := t.TempDir(), 0, t
	rapid.Check(t, func(t *rapid.T) {
		n++
		place := newPlace(outer, filepath.Join(dir, fmt.Sprint(n)))
		if err := os.Mkdir(filepath.Dir(place.path), 0o700); err != nil {
			t.Fatal(err)
		}
		r := &run{t: t, place: place, model: model{map[string]*modelGame{}, map[string]time.Time{}, map[string]string{},
			nil, map[string]bool{}}}
		r.open()
		defer func() { r.store.Close() }()
		t.Repeat(map[string]func(*rapid.T){
			"step":    r.step,
			"reopen":  func(*rapid.T) { r.close(); r.open() },
			"rebuild": func(*rapid.T) { r.close(); r.rebuild(); r.open() },
			"due":     r.due,
			"cut": func(t *rapid.T) {
				if err := r.store.CutJournal(); err != nil {
					t.Fatal(err)
				}
			},
			"": func(t *rapid.T) { r.t = t; r.compare() },
		})
		r.sound()
	})
}

type run struct {
	t     *rapid.T
	place storeSite
	store *Store
	model model
}

func (r *run) open() {
	s, err := r.place.open()
	if err != nil {
		r.t.Fatal(err)
	}
	noSync(s)
	r.store = s
}

func (r *run) close() {
	r.sound()
	if err := r.store.Close(); err != nil {
		r.t.Fatal(err)
	}
}

// rebuild deletes the file and makes it again out of the journal.
func (r *run) rebuild() {
	if r.place.address != "" {
		return // which has no journal
	}
	if err := os.Remove(r.place.path); err != nil {
		r.t.Fatal(err)
	}
	if _, err := Rebuild(r.place.path); err != nil {
		r.t.Fatal(err)
	}
}

func (r *run) sound() {
	if problems, err := r.store.Check(); err != nil || len(problems) > 0 {
		r.t.Fatal("check: ", problems, err)
	}
}

var (
	keys    = []string{"k", "ka", "kb", "l/1", "l/2", "é"}
	genGame = rapid.SampledFrom([]string{"a", "ab", "b", "b-1"})
	genKey  = rapid.SampledFrom(keys)
	genRaw  = rapid.SliceOfN(rapid.Byte(), 0, 3)
	genTime = rapid.Map(rapid.IntRange(0, 5),
		func(i int) time.Time { return noon.Add(time.Duration(i) * time.Minute) })
	genPeople = rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"ney", "soult", "davout"}), 1, 2, rapid.ID[string])
	genID     = rapid.Map(rapid.IntRange(1, 9), func(i int) string { return fmt.Sprint(i, "@x") })
)

var errStop = errors.New("stop")

// step does several operations in one transaction, which one time in five fails
// at its end and then must have done nothing.
func (r *run) step(t *rapid.T) {
	fail := rapid.IntRange(1, 5).Draw(t, "fail") == 1
	next := r.model.clone()
	err := r.store.Update(func(tx *Tx) error {
		for range rapid.IntRange(1, 6).Draw(t, "operations") {
			got, want := operate(t, tx, &next)
			if !errors.Is(got, want) || want == nil && got != nil {
				t.Fatalf("got error %v, want %v", got, want)
			}
		}
		if fail {
			return errStop
		}
		return nil
	})
	if fail != errors.Is(err, errStop) || !fail && err != nil {
		t.Fatal(err)
	}
	if !fail {
		r.model = next
	}
}

// operate does one random operation to both and returns the errors of the store
// and of the model.
func operate(t *rapid.T, tx *Tx, m *model) (got, want error) {
	name, key, value := genGame.Draw(t, "game"), genKey.Draw(t, "key"), genRaw.Draw(t, "value")
	game, exists := m.games[name]
	ofGame := func(err error, then func() error) (error, error) {
		if !exists {
			return err, ErrNoGame
		}
		return err, then()
	}
	switch op := rapid.SampledFrom([]string{"create", "append", "append", "state", "delete", "keep", "secret", "seen",
		"cursor",
		"enqueue", "enqueue", "enqueue", "sent", "retry", "retry now", "giveup", "hold", "delay", "release", "remove",
		"prune game", "prune"}).Draw(t, "op"); op {
	case "create":
		if exists || m.gone[name] {
			return tx.CreateGame(name), ErrGameExists
		}
		m.games[name] = &modelGame{nil, map[string]string{}, map[string]string{}, map[string]string{}}
		return tx.CreateGame(name), nil
	case "append":
		rec := Record{Kind: key, Step: rapid.IntRange(0, 3).Draw(t, "step"), Data: value}
		if rapid.Bool().Draw(t, "hidden") {
			rec.Hidden = []byte("hidden " + key)
		}
		seq, err := tx.Append(name, rec)
		return ofGame(err, func() error {
			if rec.Seq = uint64(len(game.log) + 1); seq != rec.Seq {
				t.Fatalf("got sequence number %d, want %d", seq, rec.Seq)
			}
			game.log = append(game.log, rec)
			return nil
		})
	case "state":
		return ofGame(tx.SetState(name, key, value), func() error { game.state[key] = string(value); return nil })
	case "delete":
		return ofGame(tx.DeleteState(name, key), func() error { delete(game.state, key); return nil })
	case "keep":
		return ofGame(tx.KeepMessage(name, key, value), func() error { return once(game.inbox, key, value) })
	case "secret":
		return ofGame(tx.SetSecret(name, key, NewSecret(value)), func() error { return once(game.secrets, key, value) })
	case "seen":
		at := genTime.Draw(t, "at")
		_, before := m.seen[key]
		already, err := tx.MarkSeen(key, at)
		if already != before {
			t.Fatalf("MarkSeen(%s): got %t, want %t", key, already, before)
		}
		if !before {
			m.seen[key] = at
		}
		return err, nil
	case "cursor":
		m.cursors[key] = string(value)
		return tx.SetCursor(key, value), nil
	case "enqueue":
		return enqueue(t, tx, m, name, exists)
	case "retry now":
		for i := range m.mails {
			if m.mails[i].Waiting() && m.mails[i].HeldAt.IsZero() {
				m.mails[i].RetryAt = time.Time{}
			}
		}
		return tx.RetryNow(), nil
	case "hold":
		return stop(t, tx, m)
	case "delay":
		return delay(t, tx, m), nil
	case "release":
		return release(t, tx, m), nil
	case "remove":
		return remove(t, tx, m)
	case "prune game":
		if name == "a" { // otherwise there would be none in the end
			return nil, nil
		}
		_, err := tx.RemoveGame(name, noon)
		return ofGame(err, func() error {
			delete(m.games, name)
			m.gone[name] = true
			m.mails = slices.DeleteFunc(m.mails, func(q QueuedMail) bool { return q.Game == name })
			return nil
		})
	case "prune":
		return prune(t, tx, m), nil
	default:
		return deliver(t, tx, m, op)
	}
}

func once(m map[string]string, key string, value []byte) error {
	if old, ok := m[key]; ok && old != string(value) {
		return ErrConflict
	}
	m[key] = string(value)
	return nil
}

func enqueue(t *rapid.T, tx *Tx, m *model, game string, exists bool) (got, want error) {
	mail := Mail{ID: genID.Draw(t, "id"), From: "games", To: genPeople.Draw(t, "to"),
		Raw: rapid.SliceOfN(rapid.Byte(), 0, 1).Draw(t, "raw")}
	if rapid.Bool().Draw(t, "in game") {
		mail.Game = game
	}
	if rapid.Bool().Draw(t, "later") {
		mail.NotBefore = genTime.Draw(t, "not before")
	}
	got = tx.Enqueue(mail)
	old := m.mail(mail.ID)
	switch {
	case mail.Game != "" && !exists:
		return got, ErrNoGame
	case old == nil:
		m.mails = append(m.mails, QueuedMail{Mail: mail})
	case !bytes.Equal(old.Raw, mail.Raw) || old.Game != mail.Game || !slices.Equal(old.To, mail.To):
		return got, ErrConflict
	}
	return got, nil
}

func stop(t *rapid.T, tx *Tx, m *model) (got, want error) {
	id, at := genID.Draw(t, "id"), genTime.Draw(t, "at")
	q := m.mail(id)
	until := genTime.Draw(t, "until")
	got = tx.Hold(id, at, until, "bounced")
	if q == nil {
		return got, ErrNotFound
	}
	if q.GivenUpAt.IsZero() && q.HeldAt.IsZero() {
		q.SentAt, q.HeldAt, q.RetryAt, q.LastError = time.Time{}, at, until, "bounced"
		q.Holds++
	}
	return got, nil
}

func delay(t *rapid.T, tx *Tx, m *model) error {
	to, at := genPeople.Draw(t, "to")[0], genTime.Draw(t, "at")
	var first *QueuedMail
	for i := range m.mails {
		q := &m.mails[i]
		if q.Waiting() && slices.Contains(q.To, to) && (first == nil || q.NotBefore.Before(first.NotBefore)) {
			first = q
		}
	}
	if first != nil && first.HeldAt.IsZero() && first.RetryAt.Before(at) {
		first.RetryAt = at
	}
	return tx.Delay(to, at)
}

func release(t *rapid.T, tx *Tx, m *model) error {
	to := genPeople.Draw(t, "to")
	got, err := tx.Release(to...)
	want := 0
	for i, q := range m.mails {
		if !q.HeldAt.IsZero() && slices.ContainsFunc(q.To, func(a string) bool { return slices.Contains(to, a) }) {
			want++
			m.mails[i].HeldAt, m.mails[i].RetryAt, m.mails[i].Holds = time.Time{}, time.Time{}, 0
		}
	}
	if got != want {
		t.Fatalf("released %d mails, want %d", got, want)
	}
	return err
}

func remove(t *rapid.T, tx *Tx, m *model) (got, want error) {
	id := genID.Draw(t, "id")
	got = tx.RemoveMail(id)
	if m.mail(id) == nil {
		return got, ErrNotFound
	}
	m.mails = slices.DeleteFunc(m.mails, func(q QueuedMail) bool { return q.ID == id })
	return got, nil
}

func prune(t *rapid.T, tx *Tx, m *model) error {
	before := genTime.Draw(t, "before")
	sent, err1 := tx.RemoveSent(before)
	seen, err2 := tx.RemoveSeen(before)
	mails, marks := len(m.mails), len(m.seen)
	m.mails = slices.DeleteFunc(m.mails, func(q QueuedMail) bool {
		return q.SentAt.Before(before) && q.GivenUpAt.Before(before) && !q.Waiting()
	})
	maps.DeleteFunc(m.seen, func(_ string, at time.Time) bool { return at.Before(before) })
	if mails-len(m.mails) != sent || marks-len(m.seen) != seen {
		t.Fatalf("%d mails and %d marks were removed, want %d and %d", sent, seen, mails-len(m.mails),
			marks-len(m.seen))
	}
	return errors.Join(err1, err2)
}

func deliver(t *rapid.T, tx *Tx, m *model, op string) (got, want error) {
	id, at := genID.Draw(t, "id"), genTime.Draw(t, "at")
	q := m.mail(id)
	known := q != nil && q.Waiting()
	if !known {
		q = &QueuedMail{}
	}
	switch op {
	case "sent":
		got = tx.Sent(id, at)
		q.SentAt, q.LastError, q.HeldAt = at, "", time.Time{}
	case "retry":
		got = tx.Retry(id, at, "451")
		q.Attempts, q.RetryAt, q.LastError = q.Attempts+1, at, "451"
	case "giveup":
		got = tx.GiveUp(id, at, "550")
		q.GivenUpAt, q.LastError, q.HeldAt = at, "550", time.Time{}
	}
	if !known {
		return got, ErrNotWaiting
	}
	return got, nil
}

func (r *run) due(t *rapid.T) {
	now, limit := genTime.Draw(t, "now"), rapid.IntRange(0, 4).Draw(t, "limit")
	err := r.store.View(func(tx *Tx) error {
		due, err := tx.Due(now, limit)
		var got []string
		for _, q := range due {
			got = append(got, q.ID)
		}
		if want := r.model.due(now, limit); !slices.Equal(got, want) {
			t.Fatalf("due at %s: got %q, want %q", now, got, want)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// compare reads the whole store and compares it with the model, as text.
func (r *run) compare() {
	var got, want []string
	err := r.store.View(func(tx *Tx) (err error) {
		got, err = readAll(tx)
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	want = r.model.lines()
	if !slices.Equal(got, want) {
		r.t.Fatalf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func (m model) lines() []string {
	lines := []string{fmt.Sprintf("games %q", slices.Sorted(maps.Keys(m.games)))}
	for _, name := range append(slices.Sorted(maps.Keys(m.games)), "") {
		g := cmp.Or(m.games[name], &modelGame{})
		for _, rec := range g.log {
			lines = append(lines, fmt.Sprintf("%+v", rec))
		}
		for what, values := range map[int]map[string]string{0: g.state, 1: g.inbox, 2: g.secrets} {
			for key, value := range values {
				lines = append(lines, fmt.Sprintf("%s %d %s %q", name, what, key, value))
			}
		}
		for _, q := range m.mails {
			if q.Game == name {
				lines = append(lines, fmt.Sprintf("%+v", q))
			}
		}
	}
	for key, at := range m.seen {
		lines = append(lines, fmt.Sprint("seen ", key, at))
	}
	for key, value := range m.cursors {
		lines = append(lines, fmt.Sprint("cursor ", key, []byte(value)))
	}
	slices.Sort(lines)
	return lines
}

// readAll writes the same lines from the store. Of seen, cursors and secrets,
// which cannot be listed, it tries all keys there are.
func readAll(tx *Tx) ([]string, error) {
	games, err := tx.Games()
	lines := []string{fmt.Sprintf("games %q", append([]string{}, games...))}
	for _, name := range append(games, "") {
		var heads []string
		for q, err := range tx.Mails(name) {
			if err != nil {
				return nil, err
			}
			lines = append(lines, fmt.Sprintf("%+v", q))
			heads = append(heads, fmt.Sprint(q.Game, q.ID, q.Attempts))
		}
		for q, err := range tx.Entries(name) {
			if err != nil || len(heads) == 0 || heads[0] != fmt.Sprint(q.Game, q.ID, q.Attempts) || q.Raw != nil {
				return nil, fmt.Errorf("entry %s of %q: %w", q.ID, heads, err)
			}
			heads = heads[1:]
		}
		if len(heads) > 0 {
			return nil, fmt.Errorf("no entries of %q", heads)
		}
		if name == "" {
			continue
		}
		more, err := readGame(tx, name)
		if err != nil {
			return nil, err
		}
		lines = append(lines, more...)
	}
	for _, key := range keys {
		at, ok, err := tx.Seen(key)
		if err != nil {
			return nil, err
		}
		if ok {
			lines = append(lines, fmt.Sprint("seen ", key, at))
		}
		value, err := tx.Cursor(key)
		if err == nil {
			lines = append(lines, fmt.Sprint("cursor ", key, value))
		} else if !errors.Is(err, ErrNotFound) {
			return nil, err
		}
	}
	slices.Sort(lines)
	return lines, err
}

func readGame(tx *Tx, name string) (lines []string, err error) {
	for rec, err := range tx.Records(name, 1) {
		if err != nil {
			return nil, err
		}
		lines = append(lines, fmt.Sprintf("%+v", rec))
	}
	all, err1 := tx.StateKeys(name, "")
	part, err2 := tx.StateKeys(name, "l/")
	kept, err3 := tx.MessageKeys(name)
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	if want := slices.DeleteFunc(slices.Clone(all),
		func(k string) bool { return !strings.HasPrefix(k, "l/") }); !slices.Equal(part, want) {
		return nil, fmt.Errorf("state keys with prefix: got %q, want %q", part, want)
	}
	for _, key := range all {
		value, err := tx.State(name, key)
		if err != nil {
			return nil, err
		}
		lines = append(lines, fmt.Sprintf("%s 0 %s %q", name, key, value))
	}
	for _, key := range kept {
		value, err := tx.Message(name, key)
		if err != nil {
			return nil, err
		}
		lines = append(lines, fmt.Sprintf("%s 1 %s %q", name, key, value))
	}
	for _, key := range keys {
		secret, err := tx.Secret(name, key)
		if err == nil {
			lines = append(lines, fmt.Sprintf("%s 2 %s %q", name, key, secret.Reveal()))
		} else if !errors.Is(err, ErrNotFound) {
			return nil, err
		}
	}
	return lines, nil
}
