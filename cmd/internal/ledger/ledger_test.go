package ledger

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"berthier/store"
	"berthier/store/storetest"
)

// Whoever reads while the database goes away is told so once, and not that a record is damaged or missing.
func TestDatabaseGoesAway(t *testing.T) {
	server := storetest.Start(t)
	_, address := server.Schema(t)
	s, err := store.OpenDatabase(address, filepath.Join(t.TempDir(), "key"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if problems, err := s.Check(); err != nil || len(problems) > 0 {
			t.Error(problems, err)
		}
		s.Close()
	})
	err = s.Update(func(tx *store.Tx) error {
		err := tx.CreateGame("wagram")
		for i := range 3 {
			_, e := tx.Append("wagram", store.Record{Kind: "step", Data: fmt.Append(nil, i)})
			err = errors.Join(err, e)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	l := &Ledger{Store: s}
	for _, tt := range []struct {
		name   string
		enough func(seq uint64) bool // stops reading
		want   error
	}{
		{"reads on", func(uint64) bool { return false }, store.ErrNotRead},
		{"stops by himself", func(uint64) bool { return true }, nil},
	} {
		var got []error
		for r, err := range l.Records("wagram", 0) {
			if err != nil {
				got = append(got, err)
				continue
			}
			server.Stop(t)
			if _, err := l.State("wagram", "position"); !errors.Is(err, store.ErrNotRead) {
				t.Errorf("%s: the position: %v", tt.name, err)
			}
			if tt.enough(r.Seq) {
				break
			}
		}
		if tt.want == nil && got != nil || tt.want != nil && (len(got) != 1 || !errors.Is(got[0], tt.want)) {
			t.Errorf("%s: got %v, want %v once", tt.name, got, tt.want)
		}
		server.Run(t)
	}
}
