package umpire

import (
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

	"berthier/cmd/internal/docket"
)

// deaths is what is known of a mail that was being taken in when the program died.
type deaths struct {
	slow  int // that it died of this mail, which had been judged for longer than intakeTick
	quick int // that it died while it judged this mail alone, sooner: somebody may have killed it just then
}

// Limits of what a mail may do to the program.
const (
	slowDeaths = 2
	allDeaths  = 3
	intakeTick = 250 * time.Millisecond

	maxSuspects = 1000
)

// guilty reports whether the mail is to be set aside.
func (d deaths) guilty() bool { return d.slow >= slowDeaths || d.slow+d.quick >= allDeaths }

// What the intake file says of a mail.
const (
	intakeWaits    = "waits"    // it was there when the program died, and has to come again
	intakeTogether = "together" // it is taken in together with others
	intakeAlone    = "alone"    // it is judged, and no other
	intakeLong     = "long"     // it is judged, and has been for longer than intakeTick
)

// intake notes in a file which mails are being taken in, so that a mail that kills
// the program is known when that starts again. What is written there outlives the
// program, and need not outlive the machine: nothing is synced. The package doc has
// the form of the file.
type intake struct {
	log *slog.Logger

	mu       sync.Mutex
	file     *os.File // nil: nothing is noted
	suspects map[string]deaths
	order    []string          // of suspects, and of those that are taken in
	state    map[string]string // of those that are taken in
	judged   string            // of these, the one that is being judged
	tick     *time.Timer       // until that is long
}

const intakeTitle = "berthier intake 1"

// openIntake reads what a program that died has left in a folder; "" for none.
func openIntake(folder string, log *slog.Logger) (*intake, error) {
	in := &intake{log: log, suspects: map[string]deaths{}, state: map[string]string{}}
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
	return in, nil
}

// read takes in the text of the file. What a program that was killed while it wrote
// has left half is no line of it.
func (in *intake) read(text string) {
	var n int
	title, rest, _ := strings.Cut(text, "\n")
	if _, err := fmt.Sscanf(title, intakeTitle+" %d", &n); err != nil {
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
		case intakeLong:
			d.slow++
		case intakeAlone:
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
func (in *intake) write() {
	if in.file == nil {
		return
	}
	var w strings.Builder
	fmt.Fprintf(&w, "%s %d\n", intakeTitle, len(in.order))
	for _, hash := range in.order {
		state := in.state[hash]
		if state == "" {
			state = intakeWaits
		}
		fmt.Fprintf(&w, "%s %d %d %s\n", hash, in.suspects[hash].slow, in.suspects[hash].quick, state)
	}
	if _, err := in.file.WriteAt([]byte(w.String()), 0); err != nil {
		in.log.Warn("it is not noted which mails are being taken in", "error", err)
	}
}

// suspected reports whether one of the mails was being taken in when the program
// died, so that they are to be taken in one by one.
func (in *intake) suspected(hashes ...string) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return slices.ContainsFunc(hashes, func(hash string) bool { _, ok := in.suspects[hash]; return ok })
}

// deadly reports whether the program died of the mail so often that it is to be
// set aside.
func (in *intake) deadly(hashes ...string) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return slices.ContainsFunc(hashes, func(hash string) bool { return in.suspects[hash].guilty() })
}

// begin notes that mails are taken in from now on, until end.
func (in *intake) begin(hashes ...string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for _, hash := range hashes {
		if _, known := in.suspects[hash]; !known && in.state[hash] == "" {
			in.order = append(in.order, hash)
		}
		in.state[hash] = intakeTogether
	}
	if len(hashes) == 1 {
		in.state[hashes[0]] = intakeAlone
		in.watch(hashes[0])
	}
	in.write()
}

// judging notes which of the mails is being judged, "" for none; if it takes long
// that is written down.
func (in *intake) judging(hash string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.watch(hash)
}

func (in *intake) watch(hash string) {
	if in.tick != nil {
		in.tick.Stop()
	}
	if in.judged = hash; hash == "" || in.file == nil {
		return
	}
	in.tick = time.AfterFunc(intakeTick, func() {
		in.mu.Lock()
		defer in.mu.Unlock()
		if in.judged == hash && in.state[hash] != "" {
			in.state[hash] = intakeLong
			in.write()
		}
	})
}

// end notes that nothing is taken in any more. The program has outlived these mails.
func (in *intake) end() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.watch("")
	in.drop(func(hash string) bool { return in.state[hash] != "" })
}

// forget drops mails that were set aside.
func (in *intake) forget(hashes ...string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.drop(func(hash string) bool { return slices.Contains(hashes, hash) })
}

func (in *intake) drop(is func(hash string) bool) {
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

// hashOfMail recognises a mail before anything of it is read.
func hashOfMail(raw []byte) string {
	sum := docket.Sum(raw)
	return hex.EncodeToString(sum[:])
}
