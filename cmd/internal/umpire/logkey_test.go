package umpire

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/retold"
	"berthier/engine"
	"berthier/store"
)

// otherKey gives the umpire another key for its logs.
func (tb *table) otherKey(n byte) {
	tb.t.Helper()
	key, err := record.GenerateSigner(&stream{n})
	if err != nil {
		tb.t.Fatal(err)
	}
	tb.u.Key = key
	tb.u.Forget()
}

// rekeyed is a finished game whose log two keys signed; vouched says whether the
// old one signed the change. kept are the heads of all reports.
func rekeyed(t *testing.T, vouched bool) (tb *table, kept [][]byte) {
	tb = newTable(t)
	tb.create()
	tb.second()
	tb.play("Red", 1, 1, "pick 1")
	tb.play("Blue", 1, 1, "pick 1")
	old := tb.u.Key
	tb.otherKey(90)
	if s := tb.status(); !strings.HasPrefix(s.Held, "another key signs its log") {
		t.Fatalf("held: %q", s.Held)
	}
	vouching := &old
	if !vouched {
		vouching = nil
	}
	games, err := tb.u.AdoptLogKey(tb.u.Key, vouching)
	if err != nil || !slices.Equal(games, []string{"duel-1", "duel-2"}) {
		t.Fatalf("got %v, %v", games, err)
	}
	if games, err := tb.u.AdoptLogKey(tb.u.Key, vouching); err != nil || len(games) != 0 {
		t.Fatalf("again: %v, %v", games, err)
	}
	tb.playOut(func() {})
	told := 0
	for _, m := range tb.deliver() {
		if strings.HasPrefix(m.ID, "duel-1.2.") &&
			strings.Contains(flat(m.Text), "is signed with another key from now on: "+
				record.Fingerprint(tb.u.Key.Verifier("x"))) {
			told++
		}
		for _, head := range retold.Checkpoints(m.Text) {
			if strings.HasPrefix(head, "berthier.example/duel-1\n") {
				kept = append(kept, []byte(head))
			}
		}
	}
	if told != 2 {
		t.Errorf("%d reports tell the new key", told)
	}
	return tb, kept
}

// Checkpoints of both keys prove the log, each for its own time only.
func TestAdoptLogKey(t *testing.T) {
	for _, vouched := range []bool{true, false} {
		tb, kept := rekeyed(t, vouched)
		a, err := tb.u.Verify("duel-1")
		if err != nil {
			t.Fatal(err)
		}
		records := tb.records()
		if c := checkTree(a, records, append(kept, tb.head()), true); c.Err != nil || c.Done < 5 {
			t.Errorf("%d checkpoints, %v", c.Done, c.Err)
		}
		keys := a.LogKeys
		if len(keys) != 2 || !keys[0].Vouched || keys[1].Vouched != vouched {
			t.Errorf("keys %+v", keys)
		}
		for name, c := range map[string]struct {
			by   record.Signer
			size uint64
			want string
		}{
			"the past signed by the new key":   {tb.u.Key, keys[1].From - 1, "was not the key then"},
			"the change signed by the new key": {tb.u.Key, keys[1].From, ""},
			"later, by the old key":            {mustKey(t, 40), keys[1].From + 1, "was not the key then"},
			"before, by the old key":           {mustKey(t, 40), keys[1].From - 1, ""},
		} {
			var tree store.Tree
			for _, r := range records[:c.size] {
				tree = tree.Append(r.Data)
			}
			head, err := c.by.Sign(record.Checkpoint{Origin: "berthier.example/duel-1", Size: c.size,
				Root: tree.Root()})
			if err != nil {
				t.Fatal(err)
			}
			got := audit.NewForest(a.LogKeys, records).Checkpoints([]string{head}, false).Err
			if c.want == "" && got != nil || c.want != "" && (got == nil || !strings.Contains(got.Error(), c.want)) {
				t.Errorf("%s: got %v", name, got)
			}
		}
	}
}

func mustKey(t *testing.T, n byte) record.Signer {
	t.Helper()
	key, err := record.GenerateSigner(&stream{n})
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestTamperedLogKey(t *testing.T) {
	tb, _ := rekeyed(t, true)
	records := tb.records()
	i := slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == record.KindLogKey })
	other := mustKey(t, 91)
	for name, c := range map[string]struct {
		edit func(*record.LogKey)
		want string
	}{
		"to another key": {func(k *record.LogKey) { k.New = other.Verifier("berthier.example/duel-1") },
			"the old key did not sign it"},
		"from another key": {func(k *record.LogKey) {
			k.Old = other.Verifier("berthier.example/duel-1")
			k.Signature = nil
		}, "the key of the log was"},
		"of another log": {func(k *record.LogKey) { k.New = other.Verifier("berthier.example/duel-2") }, "same log"},
		"another signature": {func(k *record.LogKey) { k.Signature = slices.Clone(k.Signature); k.Signature[0]++ },
			"did not sign it"},
		"at another time": {func(k *record.LogKey) { k.Time = k.Time.Add(1e9) }, "did not sign it"},
		"of a later step": {func(k *record.LogKey) { k.Step++; k.Signature = nil }, "is of step"},
	} {
		changed := slices.Clone(records)
		k, err := record.ParseLogKey(records[i].Data)
		if err != nil {
			t.Fatal(err)
		}
		c.edit(&k)
		changed[i].Data, _ = k.Print()
		a := audit.CheckLog([]engine.Ruleset{tb.rules}, changed)
		if err := a.Err(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
	if _, err := tb.u.AdoptLogKey(tb.u.Key, &other); err == nil {
		tb.otherKey(92)
		if _, err := tb.u.AdoptLogKey(tb.u.Key, &other); !errors.Is(err, ErrLogKeyLost) {
			t.Errorf("vouched for by a key that never signed: %v", err)
		}
	}
}
