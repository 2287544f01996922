package store

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
)

// Damage is what is wrong with a journal.
type Damage struct {
	Journal     string // its path
	Behind      int64  // bytes that are in order, up to the end of a transaction
	Transaction uint64 // number of the first one that is not as it was written
	Why         string // what is wrong there
	// What can be read behind the damage: whole transactions, each of which fits
	// the sum that the one before names. Beyond is how many, Last the number of the
	// last one, 0 if there is none, and Lost the games that they write about.
	Beyond uint64
	Last   uint64
	Lost   []LostGame
}

// LostGame is what transactions behind a damage write to the log of a game.
type LostGame struct {
	Game    string
	Records int    // of its log
	Seq     uint64 // of the last of them; 0 if there is none
	Step    int    // the highest step that they name
}

// Error says where the damage is.
func (d *Damage) Error() string {
	return fmt.Sprintf("%s is damaged behind byte %d, in transaction %d: %s", d.Journal, d.Behind, d.Transaction, d.Why)
}

// Tell says in sentences what lies behind the damage.
func (d *Damage) Tell() string {
	if d.Beyond == 0 {
		return "Nothing can be read behind the damage."
	}
	var games []string
	for _, g := range d.Lost {
		text := fmt.Sprintf("%s (records: %d", g.Game, g.Records)
		if g.Records > 0 {
			text += fmt.Sprintf(", the last is record %d, of step %d", g.Seq, g.Step)
		}
		games = append(games, text+")")
	}
	return fmt.Sprintf("Behind the damage %d whole transactions can be read, up to number %d, of these games: %s.",
		d.Beyond, d.Last, cmp.Or(strings.Join(games, ", "), "none"))
}

// journalSurvey is what a journal holds.
type journalSurvey struct {
	// end of the last transaction before a damage, or of the last of all; zero if not even the title is there
	whole  place
	more   bool    // that transaction is one of several that belong together, and not the last
	damage *Damage // nil if all can be read
}

// survey reads a journal from its beginning. Behind a damage it looks for places
// from which the sums fit again. An error is one of reading.
func survey(ctx context.Context, f *os.File) (v journalSurvey, err error) {
	r, why, err := follow(ctx, f, place{}, func(uint64, []change) bool { return true })
	v.whole, v.more = r.at, r.more
	if err != nil || why == nil {
		return v, err
	}
	d := &Damage{Journal: f.Name(), Behind: r.at.size, Transaction: r.at.seq + 1, Why: why.Error()}
	v.damage = d
	lost := map[string]*LostGame{}
	for at := r.at.size; ; {
		next, err := findCommit(ctx, f, at)
		if err != nil || next == (place{}) {
			d.Lost = sortedLost(lost)
			return v, err
		}
		r, _, err := follow(ctx, f, next, func(_ uint64, changes []change) bool {
			d.Beyond++
			note(lost, changes)
			return true
		})
		if err != nil {
			return v, err
		}
		if r.at != next {
			d.Last = max(d.Last, r.at.seq)
		}
		at = r.at.size
	}
}

func sortedLost(lost map[string]*LostGame) (all []LostGame) {
	for _, game := range slices.Sorted(maps.Keys(lost)) {
		all = append(all, *lost[game])
	}
	return all
}

// note counts what changes write to the logs of games.
func note(lost map[string]*LostGame, changes []change) {
	for _, c := range changes {
		names := strings.Split(c.path, "/")
		if names[0] != bucketGames || len(names) < 2 {
			continue
		}
		l := lost[names[1]]
		if l == nil {
			l = &LostGame{Game: names[1]}
			lost[names[1]] = l
		}
		if r, ok := c.logged(); ok {
			l.Records, l.Seq, l.Step = l.Records+1, max(l.Seq, r.Seq), max(l.Step, r.Step)
		}
	}
}

// follow reads transactions from a place on as long as each fits the sum of the
// one before and fn says so; r tells where that ended. why is what was wrong there;
// nil at the end of the file, or where fn wanted no more.
func follow(ctx context.Context, f *os.File, from place, fn func(uint64, []change) bool) (r *journalReader, why,
	err error) {
	r, err = newJournalReader(io.NewSectionReader(f, from.size, 1<<62), from)
	if errors.Is(err, errNoTitle) {
		return &journalReader{at: from}, err, nil
	}
	if err != nil {
		return &journalReader{at: from}, nil, err
	}
	for {
		if err := ctx.Err(); err != nil {
			return r, nil, err
		}
		changes, err := r.next()
		switch _, broken := errors.AsType[*fs.PathError](err); {
		case errors.Is(err, io.EOF):
			return r, nil, nil
		case broken:
			return r, nil, err
		case err != nil:
			return r, err, nil
		case !fn(r.at.seq, changes):
			return r, nil, nil
		}
	}
}

// findCommit looks from a byte on for the last line of a transaction behind
// which the next one begins, and gives its place; zero if there is none.
func findCommit(ctx context.Context, f *os.File, from int64) (place, error) {
	r := bufio.NewReaderSize(io.NewSectionReader(f, from, 1<<62), 1<<16)
	at, started := from, true // whether a line begins here
	var found place
	for n := 0; ; n++ {
		if n%4096 == 0 && ctx.Err() != nil {
			return place{}, ctx.Err()
		}
		part, err := r.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return place{}, err
		}
		at += int64(len(part))
		next := fmt.Sprintf("begin %d", found.seq+1)
		if started && found != (place{}) && (string(part) == next+"\n" || string(part) == next+moreFollows+"\n") {
			return found, nil
		}
		found = place{}
		if started && bytes.HasPrefix(part, []byte("commit ")) {
			p := place{size: at}
			if _, err := fmt.Sscanf(string(part), "commit %d %x\n", &p.seq, &p.sum); err == nil &&
				p.lastLine() == string(part) {
				found = p
			}
		}
		started = err == nil
	}
}

// CheckJournal follows the chain of sums of the journal at a path up to what the
// store has, and gives the damage that it finds; nil if there is none. An empty path
// is that of the store's own. Nobody is kept waiting meanwhile. Without a journal
// there is no damage. The error is that of ctx, or of a file that cannot be read.
func (s *Store) CheckJournal(ctx context.Context, path string) (*Damage, error) {
	if path == "" && s.far != nil {
		return nil, nil // which has none
	}
	if path == "" {
		path = JournalPath(s.db.Path())
	}
	f, end, err := s.journalNow(path)
	if errors.Is(err, fs.ErrNotExist) || f == nil && err == nil {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, why, err := follow(ctx, f, place{}, func(seq uint64, _ []change) bool { return seq < end.seq })
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading the journal: %w", err)
	case r.at == end:
		return nil, nil
	case why == nil && r.at.seq < end.seq:
		why = fmt.Errorf("it ends there, and the store has transaction %d", end.seq)
	case why == nil:
		why = errors.New("it is another one than the store has")
	}
	return &Damage{Journal: path, Behind: r.at.size, Transaction: min(r.at.seq+1, end.seq), Why: why.Error()}, nil
}

// journalNow opens the journal, and tells up to where the store has it; nil if the
// store has never had one.
func (s *Store) journalNow(path string) (f *os.File, end place, err error) {
	s.mu.Lock() // so that no other journal takes its place meanwhile
	defer s.mu.Unlock()
	var known bool
	err = s.View(func(tx *Tx) (err error) {
		end, known, err = tx.place()
		return err
	})
	if err != nil || !known {
		return nil, end, err
	}
	f, err = os.Open(path)
	return f, end, err
}
