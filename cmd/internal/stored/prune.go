package stored

import (
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/ledger"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/store"
)

// Prune says what is removed from the store for good.
type Prune struct {
	Games []PrunedGame
	// Before is up to when mails were sent, and marks of mails that came were made, that
	// are removed; zero for none.
	Before time.Time
	// Anyway removes games too that go on, are not archived, or have mails that wait.
	Anyway bool
}

// PrunedGame is a game that is removed. An archive of it is known by the log that it
// holds, and by its hash.
type PrunedGame struct {
	Game    string
	Records uint64 // in the archive
	Root    string // of the tree over them, in hex; "" without an archive
	Archive string // SHA-256 of its file, in hex
}

// Removal is what was removed.
type Removal struct {
	Games        []store.Tombstone
	Mails, Marks int
}

// Do removes it from a store, and says in the diary of the store what went. A mark stays if it
// is as old as a game that goes on, so that nothing which counted for one can count again; the name of
// a game stays taken. What may not be removed is a amiss.Refusal.
func (p Prune) Do(tx *store.Tx, now time.Time) (done Removal, err error) {
	for _, g := range p.Games {
		if err := mayPrune(tx, g, p.Anyway); err != nil {
			return done, err
		}
		gone, err := tx.RemoveGame(g.Game, now)
		if err != nil {
			return done, err
		}
		done.Games = append(done.Games, gone)
	}
	if err := pruneOld(tx, p.Before, &done); err != nil {
		return done, err
	}
	return done, tx.WriteDiary(now, store.DiaryPruned, done.tell(p))
}

// mayPrune refuses a game that must stay.
func mayPrune(tx *store.Tx, g PrunedGame, anyway bool) error {
	over, err := ledger.IsOver(tx, g.Game)
	if err != nil {
		return err
	}
	tree, err := tx.Tree(g.Game)
	if err != nil {
		return err
	}
	root := tree.Root()
	if g.Root != "" && (g.Records != tree.Size() || g.Root != hex.EncodeToString(root[:])) {
		return amiss.Refusef("game %s: the archive has another log, of %d records, than the store, of %d: archive it "+
			"again", g.Game, g.Records, tree.Size())
	}
	if anyway {
		return nil
	}
	waiting := 0
	for q, err := range tx.Entries(g.Game) {
		if err != nil {
			return err
		}
		if q.Waiting() {
			waiting++
		}
	}
	switch {
	case !over:
		return amiss.Refusef("game %s goes on", g.Game)
	case g.Root == "":
		return amiss.Refusef("game %s: no archive of it was named", g.Game)
	case waiting > 0:
		return amiss.Refusef("game %s: %d of its mails wait to be sent", g.Game, waiting)
	}
	return nil
}

// pruneOld removes mails and marks from before a time.
func pruneOld(tx *store.Tx, before time.Time, done *Removal) (err error) {
	if before.IsZero() {
		return nil
	}
	if done.Mails, err = tx.RemoveSent(before); err != nil {
		return err
	}
	names, err := tx.Games()
	if err != nil {
		return err
	}
	for _, id := range names {
		over, err := ledger.IsOver(tx, id)
		if err != nil {
			return err
		}
		if over {
			continue
		}
		first, err := ledger.OneRecord(tx, id, 1)
		if err != nil {
			return err
		}
		if begun := record.Time(first.Data); begun.Before(before) {
			before = begun
		}
	}
	done.Marks, err = tx.RemoveSeen(before)
	return err
}

// tell is the entry of the diary.
func (d Removal) tell(p Prune) string {
	var lines []string
	for i, g := range d.Games {
		line := fmt.Sprintf("Game %s was removed, with %d records, root %x", g.Game, g.Records, g.Root[:])
		if a := p.Games[i].Archive; a != "" {
			line += "; its archive has the SHA-256 " + a
		} else {
			line += "; no archive of it was named"
		}
		lines = append(lines, line+".")
	}
	if !p.Before.IsZero() {
		lines = append(lines, fmt.Sprintf("Of what is from before %s, mails that were sent (%d) and marks of mails "+
			"that came (%d) were removed.",
			post.Moment(p.Before), d.Mails, d.Marks))
	}
	return strings.Join(append(lines, "Another journal begins without all that."), "\n")
}
