package archive

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/parcel"
	"berthier/cmd/internal/stored"
	"berthier/cmd/internal/testkey"
	"berthier/store"
)

func TestWholeGameIsSound(t *testing.T) {
	file := write(t, finished(t, "goldbach").Public())
	a, err := Read(file)
	if err != nil || len(a.Faults) > 0 {
		t.Fatal(err, a.Faults)
	}
	r := auditor.Audit(a, nil)
	for _, c := range r.Checks {
		if c.Err != nil || c.Left != 0 || c.Done == 0 {
			t.Errorf("%s: %d done, %d left, %v", c.Name, c.Done, c.Left, c.Err)
		}
	}
	if r.Over == nil || len(r.Checks) != 17 {
		t.Errorf("got %d checks", len(r.Checks))
	}
	if !slices.EqualFunc(a.Records, finished(t, "goldbach").Records, func(a, b store.Record) bool {
		return a.Seq == b.Seq && a.Kind == b.Kind && a.Step == b.Step && bytes.Equal(a.Data, b.Data) &&
			bytes.Equal(a.Hidden, b.Hidden)
	}) {
		t.Error("the records are not those of the store")
	}
	if again := write(t, a.SavedGame); !bytes.Equal(again, file) {
		t.Error("written again it is another file")
	}
}

func write(t testing.TB, s game.SavedGame) []byte {
	t.Helper()
	file, err := Write(s)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// restored puts an archive into a new store.
func restored(t testing.TB, file []byte) *store.Store {
	t.Helper()
	a, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	s := openStore(t)
	if err := s.Update(func(tx *store.Tx) error { _, err := auditor.Restore(tx, a); return err }); err != nil {
		t.Fatal(err)
	}
	return s
}

// A restored game gives the same archive again, and one that goes on goes on.
func TestRestore(t *testing.T) {
	public := write(t, finished(t, "goldbach").Public())
	if again := write(t, saveFrom(t, restored(t, public), "goldbach-1").Public()); !bytes.Equal(again, public) {
		t.Error("a finished game gives another archive when it is restored")
	}
	tb := newTable(t, "goldbach")
	for range 5 {
		tb.step()
	}
	p := tb.position()
	side := tb.rules.Owed(p)[0].Side
	st, err := tb.u.Status(tb.id)
	if err != nil {
		t.Fatal(err)
	}
	tb.send(slices.Index(tb.rules.Sides(p), side), side, st.Turn+1, st.Step+1, nil) // refused: it is the wrong turn
	backup := write(t, tb.save())
	s := restored(t, backup)
	if again := write(t, saveFrom(t, s, tb.id)); !bytes.Equal(again, backup) {
		t.Error("a running game gives another backup when it is restored")
	}
	tb.store = s
	tb.reopen()
	for tb.step() {
	}
	r, _, err := fromStore(s, tb.id)
	if err != nil || r.Err() != nil || r.Over == nil {
		t.Errorf("played on: %v, %v", err, r.Err())
	}
}

func fromStore(s *store.Store, id string) (r audit.Result, a Archive, err error) {
	err = s.View(func(tx *store.Tx) error {
		r, a, err = auditor.FromStore(tx, id, nil)
		return err
	})
	return r, a, err
}

// state puts a value into what a backup says beside the log.
func state(key, value string) func(a *Archive) {
	return func(a *Archive) { a.Secrets.State[key] = value }
}

// A backup with secrets that are not those of its log is not sound.
func TestAuditOfSecrets(t *testing.T) {
	tb := newTable(t, "goldbach")
	running := tb.save()
	for want, edit := range map[string]func(s *game.Secrets){
		"":                            func(*game.Secrets) {},
		"does not lead to the anchor": func(s *game.Secrets) { s.Chain[0]++ },
		"not the one of the log":      func(s *game.Secrets) { s.Sealed[0]++ },
	} {
		a := Archive{SavedGame: running}
		secrets := *running.Secrets
		edit(&secrets)
		a.Secrets = &secrets
		if err := auditor.Audit(a, nil).Check("file").Err; (err == nil) != (want == "") ||
			err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestRestoreRefuses(t *testing.T) {
	tb := newTable(t, "goldbach")
	tb.step()
	running := tb.save()
	for _, c := range []struct {
		name string
		edit func(a *Archive)
		want string
	}{
		{"a running game without its secrets", func(a *Archive) { a.SavedGame = a.Public() }, stored.ErrPublic.Error()},
		{"another secret", func(a *Archive) { a.Secrets.Chain[0]++ }, "does not lead to the anchor"},
		{"another sealed secret", func(a *Archive) { a.Secrets.Sealed[0]++ }, "not the one of the log"},
		{"a record less", func(a *Archive) { a.Records = a.Records[:len(a.Records)-1] }, "is missing"},
		{"all reports of a step less", func(a *Archive) { a.Records = a.Records[:len(a.Records)-3] }, "checkpoint"},
		{"another key in force", state("key/French", testkey.New("thief").Public().String()), "is none of a backup"},
		{"orders that wait", state("pending/French", "1"), "is none of a backup"},
		{"another number of steps", state("step", "7"), "is none of a backup"},
		{"another deadline", state("clock", "1"), "is none of a backup"},
		{"a key that was not asked for", state("request/French", "1 ABCD-EFGH-IJKL"), "not what it asked for"},
		{"a mail of another game", func(a *Archive) { a.Secrets.Outbox = []store.Mail{{ID: "1@x", Game: "duel-1"}} },
			"belongs to game"},
		{"a fault", func(a *Archive) { a.Faults = []error{errors.New("bad")} }, "bad"},
	} {
		t.Run(c.name, func(t *testing.T) {
			secrets := *running.Secrets
			secrets.State = maps.Clone(secrets.State)
			a := Archive{SavedGame: running}
			a.Secrets = &secrets
			c.edit(&a)
			err := openStore(t).Update(func(tx *store.Tx) error { _, err := auditor.Restore(tx, a); return err })
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	err := tb.store.Update(func(tx *store.Tx) error {
		_,
			err := auditor.Restore(tx, Archive{SavedGame: running})
		return err
	})
	if !errors.Is(err, store.ErrGameExists) {
		t.Errorf("into the same store: got %v", err)
	}
}

// What is published of a running game proves all that can be proved, and shows
// nothing that is secret.
func TestPublicWhileRunning(t *testing.T) {
	tb := newTable(t, "goldbach")
	for range 6 {
		tb.step()
	}
	full := tb.save()
	file := write(t, full.Public())
	a, err := Read(file)
	if err != nil || len(a.Faults) > 0 {
		t.Fatal(err, a.Faults)
	}
	r := auditor.Audit(a, nil)
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	for name, want := range map[string][2]bool{ // done, left
		"records": {true, false}, "hidden parts": {false, true}, "signatures": {false, true}, "inputs": {true, false},
		"hash chain": {true, false},
		"draws":      {true, false}, "steps": {false, true}, "checkpoints": {true, false}, "mails": {false, true},
		"rules and tables": {true, false},
	} {
		if c := r.Check(name); (c.Done > 0) != want[0] || (c.Left > 0) != want[1] {
			t.Errorf("%s: %d done, %d left", name, c.Done, c.Left)
		}
	}
	members, err := parcel.Unpack(file)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, m := range members {
		text.WriteString(m.Name + "\n" + string(m.Data))
	}
	secrets := []string{full.Secrets.Chain.String(), full.Secrets.Sealed.String(), "player0@example.net",
		"BEGIN SSH SIGNATURE", "salt: "}
	for _, rec := range full.Records {
		if rec.Hidden != nil {
			secrets = append(secrets, string(rec.Hidden[:70]))
		}
	}
	for _, secret := range secrets {
		if strings.Contains(text.String(), secret) {
			t.Errorf("it shows %q", secret)
		}
	}
	if got := slices.IndexFunc(members, func(m parcel.Member) bool {
		return strings.HasPrefix(m.Name, "hidden/") || strings.HasPrefix(m.Name, "mails/")
	}); got >= 0 {
		t.Errorf("it has %s", members[got].Name)
	}
}
