// Package intake finds the mail of which the program dies. An Intake notes in a file which mails
// are being taken in; what died of which is known at the next start. Aside is the folder in which
// those are kept that the program must not see again by itself.
//
// # The file "intake"
//
// Before a mail is judged, the file "intake" in the folder says so. It outlives the
// program, however that dies, and is not synced. This one was written while one mail
// was judged alone and another had to come again:
//
//	berthier intake 1 2
//	5f1c…9a 1 0 alone
//	77aa…03 0 0 waits
//
// The first line has the number of lines that follow; what stands below them is left
// from before. A line is the SHA-256 of a mail, 64 hex digits, how often the program
// died of it slowly and quickly, and what becomes of it: "together" with others;
// "alone"; "long", it is being judged, and has been for a quarter of a second, or it is
// alone and took as long; "waits", it was there when the program died and has not come
// again. A start reads from it:
// "long" was a slow death, "alone" a quick one, and the others were only there. They
// all are to be judged one by one when they come again, until each has been outlived, so that
// the one that kills is found and no other suffers for it.
//
// A mail of which the program died twice slowly, or three times in all, is deadly;
// for somebody who kills the program from outside may well hit a mail in its
// quarter of a second once, and even twice.
//
// # The folder "set-aside"
//
// A mail that is set aside is kept as "set-aside/HASH.eml", at most 100 of them and 100 MiB. Nothing of
// it is read.
package intake

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// LongTime is how long a mail is judged until a death is held to be a slow one.
const LongTime = 250 * time.Millisecond

// deaths is what is known of a mail that was being taken in when the program died.
type deaths struct {
	slow  int // that it died of this mail, which had been judged for longer than LongTime
	quick int // that it died while it judged this mail alone, sooner: somebody may have killed it just then
}

// Limits of what a mail may do to the program.
const (
	slowDeaths = 2
	allDeaths  = 3

	maxSuspects = 1000
)

// guilty reports whether the mail is to be set aside.
func (d deaths) guilty() bool { return d.slow >= slowDeaths || d.slow+d.quick >= allDeaths }

// What the intake file says of a mail.
const (
	waits    = "waits"    // it was there when the program died, and has to come again
	together = "together" // it is taken in together with others
	alone    = "alone"    // it is judged, and no other
	long     = "long"     // it is judged, and has been for longer than LongTime
)

// Intake notes in a file which mails are being taken in, so that a mail that kills
// the program is known when that starts again. What is written there outlives the
// program, and need not outlive the machine: nothing is synced. The package doc has
// the form of the file.
type Intake struct {
	// Long is LongTime; a test that must not hang on how fast the machine is sets it
	// before the first mail.
	Long time.Duration

	log *slog.Logger

	mu       sync.Mutex
	file     *os.File // nil: nothing is noted
	suspects map[string]deaths
	order    []string          // of suspects, and of those that are taken in
	state    map[string]string // of those that are taken in
	judged   string            // of these, the one that is being judged
	tick     *time.Timer       // until that is long
}

const heading = "berthier intake 1"

// Open reads what a program that died has left in a folder; "" for none.
func Open(folder string, log *slog.Logger) (*Intake, error) {
	in := &Intake{Long: LongTime, log: log, suspects: map[string]deaths{}, state: map[string]string{}}
	if folder == "" {
		return in, nil
	}
	path := filepath.Join(folder, "intake")
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading which mails were being taken in: %w", err)
	}
	in.read(string(text))
	if in.file, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600); err != nil {
		return nil, fmt.Errorf("noting which mails are being taken in: %w", err)
	}
	in.drop(AsideIn(folder).Has) // nothing takes them in again by itself
	return in, nil
}

// Close closes the file, after which no mail can be taken in.
func (in *Intake) Close() error {
	if in.file == nil {
		return nil
	}
	return in.file.Close()
}

// read takes in the text of the file. What a program that was killed while it wrote
// has left half is no line of it.
func (in *Intake) read(text string) {
	var n int
	first, rest, _ := strings.Cut(text, "\n")
	if _, err := fmt.Sscanf(first, heading+" %d", &n); err != nil {
		return
	}
	for line := range strings.Lines(rest) {
		var hash, state string
		var d deaths
		if n--; n < 0 {
			return
		}
		if _, err := fmt.Sscanf(line, "%64s %d %d %s\n", &hash, &d.slow, &d.quick, &state); err != nil {
			return
		}
		switch state {
		case long:
			d.slow++
		case alone:
			d.quick++
		}
		in.suspects[hash] = d
		in.order = append(in.order, hash)
	}
	for len(in.order) > maxSuspects { // they never came again
		delete(in.suspects, in.order[0])
		in.order = in.order[1:]
	}
}

// write writes the file anew, in one piece.
func (in *Intake) write() {
	if in.file == nil {
		return
	}
	var w strings.Builder
	fmt.Fprintf(&w, "%s %d\n", heading, len(in.order))
	for _, hash := range in.order {
		state := in.state[hash]
		if state == "" {
			state = waits
		}
		fmt.Fprintf(&w, "%s %d %d %s\n", hash, in.suspects[hash].slow, in.suspects[hash].quick, state)
	}
	if _, err := in.file.WriteAt([]byte(w.String()), 0); err != nil {
		in.log.Warn("it is not noted which mails are being taken in", "error", err)
	}
}

// Suspected reports whether one of the mails was being taken in when the program
// died, so that they are to be taken in one by one.
func (in *Intake) Suspected(hashes ...string) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return slices.ContainsFunc(hashes, func(hash string) bool { _, ok := in.suspects[hash]; return ok })
}

// Deadly reports whether the program died of the mail so often that it is to be
// set aside.
func (in *Intake) Deadly(hashes ...string) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return slices.ContainsFunc(hashes, func(hash string) bool { return in.suspects[hash].guilty() })
}

// Begin notes that mails are taken in from now on, until end.
func (in *Intake) Begin(hashes ...string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for _, hash := range hashes {
		if _, known := in.suspects[hash]; !known && in.state[hash] == "" {
			in.order = append(in.order, hash)
		}
		in.state[hash] = together
	}
	if len(hashes) == 1 {
		in.state[hashes[0]] = alone
		in.watch(hashes[0])
	}
	in.write()
}

// Judging notes which of the mails is being judged, "" for none; if it takes long
// that is written down. Of several that are taken in together, one that took long and
// is done with is not held to be long any more, for another may kill.
func (in *Intake) Judging(hash string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if last := in.judged; last != hash && len(in.state) > 1 && in.state[last] == long {
		in.state[last] = together
		in.write()
	}
	in.watch(hash)
}

func (in *Intake) watch(hash string) {
	if in.tick != nil {
		in.tick.Stop()
	}
	if in.judged = hash; hash == "" || in.file == nil {
		return
	}
	in.tick = time.AfterFunc(in.Long, func() {
		in.mu.Lock()
		defer in.mu.Unlock()
		if in.judged == hash && in.state[hash] != "" {
			in.state[hash] = long
			in.write()
		}
	})
}

// End notes that nothing is taken in any more. The program has outlived these mails.
func (in *Intake) End() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.watch("")
	in.drop(func(hash string) bool { return in.state[hash] != "" })
}

// Forget drops mails that were set aside.
func (in *Intake) Forget(hashes ...string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.drop(func(hash string) bool { return slices.Contains(hashes, hash) })
}

func (in *Intake) drop(is func(hash string) bool) {
	kept := in.order[:0]
	for _, hash := range in.order {
		if is(hash) {
			delete(in.suspects, hash)
			delete(in.state, hash)
			continue
		}
		kept = append(kept, hash)
	}
	if changed := len(kept) != len(in.order); changed {
		in.order = kept
		in.write()
	}
}

// HashOf recognises a mail before anything of it is read.
func HashOf(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}
