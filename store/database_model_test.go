package store

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"berthier/store/storetest"
)

// modelWorker is one process of a club that claims, writes and loses its lease at random.
type modelWorker struct {
	s     *Store
	has   map[string]bool
	had   map[string]bool // when it lost its lease, and did not give back
	stale map[string]bool // of these, what it knows that it lost
	lost  bool            // and does not know it yet
}

// Workers that claim, write, give back and lose their leases in any order never write what another one has, and lose
// nothing that was written.
func TestClaimsAreTheirModel(t *testing.T) {
	server := storetest.Start(t)
	fewerChecks(t, 5)
	games := []string{"a", "b", "c"}
	rapid.Check(t, func(r *rapid.T) {
		schema, address := server.Schema(t)
		c := club{server: server, schema: schema, address: address, key: filepath.Join(t.TempDir(), "key")}
		var workers []*modelWorker
		for range 3 {
			// without renewal a process finds out by what it writes that its lease is lost
			s, err := openDatabase(t.Context(), address, c.key, unrenewed)
			if err != nil {
				r.Fatal(err)
			}
			defer s.Close()
			workers = append(workers, &modelWorker{s, map[string]bool{}, map[string]bool{}, map[string]bool{}, false})
		}
		written := map[string]int{} // records of each game
		for _, g := range games {
			if err := workers[0].s.Update(func(tx *Tx) error { return tx.CreateGame(g) }); err != nil {
				r.Fatal(err)
			}
		}
		owner := func(game string) *modelWorker {
			i := slices.IndexFunc(workers, func(w *modelWorker) bool { return w.has[game] })
			if i < 0 {
				return nil
			}
			return workers[i]
		}
		worker, game := rapid.SampledFrom(workers), rapid.SampledFrom(games)
		r.Repeat(map[string]func(*rapid.T){
			"claim": func(r *rapid.T) {
				w, g := worker.Draw(r, "worker"), game.Draw(r, "game")
				got, err := w.s.Claim(ClaimOf(g))
				if err != nil {
					r.Fatal(err)
				}
				free := owner(g) == nil || owner(g) == w
				delete(w.stale, g)
				if (len(got) == 1) != (free && !w.lost) {
					r.Fatalf("game %s is free: %v, and was taken: %v", g, free, got)
				}
				if w.has[g] = w.has[g] || len(got) == 1; len(got) == 1 && got[0].Turn != int64(written[g]+1) {
					r.Fatalf("game %s has turn %d after %d records", g, got[0].Turn, written[g])
				}
			},
			"give back": func(r *rapid.T) {
				w, g := worker.Draw(r, "worker"), game.Draw(r, "game")
				w.s.Unclaim(ClaimOf(g))
				w.has[g] = false
				delete(w.had, g)
				delete(w.stale, g)
			},
			"write": func(r *rapid.T) {
				w, g := worker.Draw(r, "worker"), game.Draw(r, "game")
				name := w.s.far.ownName()
				err := w.s.Update(func(tx *Tx) error {
					_, err := tx.Append(g, Record{Kind: "step", Data: fmt.Append(nil, written[g])})
					return err
				})
				free := owner(g) == nil || owner(g) == w
				taken := w.lost || w.stale[g]
				switch {
				case taken && !errors.Is(err, ErrTaken), !taken && free && err != nil,
					!taken && !free && !errors.Is(err, ErrMet):
					r.Fatalf("game %s is free: %v, the lease is lost: %v: %v", g, free, w.lost, err)
				case w.lost: // it takes another one, unless it knew better what it has not
					if w.lost = bytes.Equal(w.s.far.ownName(), name); !w.lost {
						maps.Copy(w.stale, w.had)
						clear(w.had)
					}
				case free && !taken:
					written[g]++
				}
			},
			"lose": func(r *rapid.T) {
				w := worker.Draw(r, "worker")
				if w.lost {
					r.Skip("it has lost")
				}
				name := w.s.far.ownName()
				server.SQL(t, fmt.Sprintf(`DELETE FROM %s.berthier_worker WHERE owner = '%s';
					DELETE FROM %s.berthier_fence WHERE owner = '%s'`, schema, name, schema, name))
				w.lost = true
				for g, has := range w.has {
					if has {
						w.had[g] = true
					}
				}
				clear(w.has)
			},
			"": func(r *rapid.T) {
				err := workers[0].s.View(func(tx *Tx) error {
					for _, g := range games {
						if n, err := tx.LastSeq(g); err != nil || n != uint64(written[g]) {
							r.Fatalf("game %s has %d records, %v; want %d", g, n, err, written[g])
						}
					}
					return nil
				})
				if err != nil {
					r.Fatal(err)
				}
			},
		})
	})
}
