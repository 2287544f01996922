package audit

import (
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"berthier/cmd/internal/record"
	"berthier/cmd/internal/retold"
	"berthier/mail"
)

// MaxMail bounds a mail that somebody kept, in bytes.
const MaxMail = most

// Mail is a mail that somebody kept.
type Mail struct {
	Name string // of its file
	Raw  []byte
}

// Check reports why a mail cannot be read: it is over a limit.
func (m Mail) Check() error {
	if _, err := anyMail.Parse(m.Raw); err != nil {
		return fmt.Errorf("%s: %w", m.Name, err)
	}
	return nil
}

// keptMail is what a mail that somebody kept says about a log.
type keptMail struct {
	name  string
	id    string // Message-ID
	text  string // as plain gives it
	heads []string
	game  string // which it names; "" for none
	step  int
	// report says that it claims to be one of those that the log holds.
	report bool
	files  []keptFile
	link   string // of the step, if it says it
}

// keptFile is a turn file that a mail names.
type keptFile struct{ side, hash string }

var (
	anyReport = regexp.MustCompile(`^[a-z0-9-]+\.(\d+|over)\.[^.@]+@`)
	hashAlone = regexp.MustCompile("(?m)^\n([0-9a-f]{64})\n$")
	fileLine  = regexp.MustCompile(`^- (\S+): (?:.*, SHA-256 )?([0-9a-f]{64})$`)
)

// readKept reads what a mail says.
func readKept(m Mail) (k keptMail, err error) {
	parsed, err := anyMail.Parse(m.Raw)
	if err != nil {
		return k, err
	}
	k = keptMail{
		name:  m.Name,
		id:    parsed.ID,
		text:  plain(record.Whole(parsed.Text, parsed.File(record.AttachedName))),
		heads: retold.Checkpoints(parsed.Text),
	}
	in := retold.Of(k.text)
	if f := in.Receipt.FindStringSubmatch(k.text); f != nil {
		k.game, k.step = retold.Group(in.Receipt, f, "game"), number(retold.Group(in.Receipt, f, "step"))
		if h := hashAlone.FindStringSubmatch(k.text); h != nil {
			k.files = []keptFile{{retold.Group(in.Receipt, f, "side"), h[1]}}
		}
	} else if f := in.Report.FindStringSubmatch(k.text); f != nil {
		k.game, k.step, k.report = retold.Group(in.Report, f, "game"), number(retold.Group(in.Report, f, "step")), true
		k.files = filesBelow(k.text, in.Resolved)
		if f := in.Link.FindStringSubmatch(k.text); f != nil {
			k.link = retold.Group(in.Link, f, "link")
		}
	} else if f := in.Closed.FindStringSubmatch(k.text); f != nil {
		k.game, k.step = retold.Group(in.Closed, f, "game"), number(retold.Group(in.Closed, f, "step"))
		k.files = filesBelow(k.text, in.Files)
	}
	k.report = k.report || anyReport.MatchString(k.id)
	if k.game == "" {
		k.game = gameOf(parsed, k.heads)
	}
	return k, nil
}

// number is that of digits; what is too large is no number of anything.
func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return -1
	}
	return n
}

// gameOf is the game that a mail is about, by its checkpoint or its Message-ID.
func gameOf(m *mail.Message, heads []string) string {
	for _, head := range heads {
		origin, _, _ := strings.Cut(head, "\n")
		return origin[strings.LastIndexByte(origin, '/')+1:]
	}
	if left, _, ok := strings.Cut(m.ID, "@"); ok && strings.Count(left, ".") >= 2 {
		game, _, _ := strings.Cut(left, ".")
		return game
	}
	return ""
}

// filesBelow are the turn files in the list below a line.
func filesBelow(text, line string) (files []keptFile) {
	_, rest, _ := strings.Cut(text, "\n"+line)
	_, rest, _ = strings.Cut(rest, "\n\n")
	for l := range strings.SplitSeq(retold.InOneLine(rest), "\n") {
		if !strings.HasPrefix(l, "- ") {
			break
		}
		if f := fileLine.FindStringSubmatch(l); f != nil {
			files = append(files, keptFile{f[1], f[2]})
		}
	}
	return files
}

// kept compares mails that somebody kept with the log: the checkpoints in them, the text
// of reports, and the turn files that they name.
func (w *walk) kept(f Forest, mails []Mail) []Check {
	k := keeper{
		walk: w, forest: f, sent: map[string]record.Report{}, files: w.turnFiles(),
		heads:  Check{Name: "kept checkpoints", What: "checkpoints in the given mails"},
		texts:  Check{Name: "kept reports", What: "reports word for word", Why: "still secret, or no reports"},
		named:  Check{Name: "kept files", What: "turn files that the given mails name"},
		burned: Check{Name: "kept burned", What: "given mails of steps whose links were burned"},
	}
	for _, e := range w.entries {
		if b, ok := e.Record.(record.Burn); ok {
			k.burns = append(k.burns, b)
		}
	}
	for _, p := range w.Reports {
		k.sent[p.Mail] = p
	}
	for _, m := range mails {
		k.look(m)
	}
	k.heads.Why = k.why()
	all := []Check{k.heads, k.texts, k.named}
	if len(k.burns) > 0 {
		all = append(all, k.burned)
	}
	return all
}

// keeper compares the mails of somebody who kept them.
type keeper struct {
	*walk
	forest              Forest
	sent                map[string]record.Report // by Message-ID
	files               map[string]uint64        // turnFiles
	burns               []record.Burn
	heads, texts, named Check
	burned              Check
	foreign             []string // the games of mails of other games
	without             int      // mails without a checkpoint
}

// look compares one mail.
func (w *keeper) look(m Mail) {
	k, err := readKept(m)
	if err != nil {
		w.heads.fail("%s: %w", m.Name, err)
		return
	}
	if k.game != "" && k.game != w.Game.Game {
		w.foreign = append(w.foreign, k.game)
		return
	}
	if b, ok := w.burnOf(k); ok {
		w.checkBurned(k, b)
		return
	}
	size := w.checkHeads(k)
	w.checkText(k)
	w.checkFiles(k, size)
}

// why says which mails prove nothing about the log, and counts them.
func (w *keeper) why() string {
	w.heads.Left = w.without + len(w.foreign)
	var why []string
	if w.without > 0 {
		why = append(why, "mails without one")
	}
	slices.Sort(w.foreign)
	if games := slices.Compact(slices.Clone(w.foreign)); len(games) > 0 {
		why = append(why, fmt.Sprintf("%d of another game (%s)", len(w.foreign), strings.Join(games, ", ")))
	}
	return strings.Join(why, "; ")
}

// checkHeads compares the checkpoints of a mail with the log, and gives the size of
// the largest that lies on it.
func (w *keeper) checkHeads(k keptMail) (size uint64) {
	if len(k.heads) == 0 {
		w.without++
	}
	for _, head := range k.heads {
		n, err := w.forest.Check(head)
		if err != nil {
			w.heads.fail("%s: %w", k.name, err)
			continue
		}
		w.heads.Done++
		size = max(size, n)
	}
	return size
}

// burnOf finds the burned links that a mail is about, if what it says is not in the log.
func (w *keeper) burnOf(k keptMail) (b record.Burn, ok bool) {
	i := slices.IndexFunc(w.burns, func(b record.Burn) bool { return b.From <= k.step && k.step <= b.Step })
	if _, sent := w.sent[k.id]; i < 0 || sent {
		return b, false
	}
	for _, head := range k.heads {
		if _, err := w.forest.Check(head); err == nil {
			return b, false
		}
	}
	return w.burns[i], true
}

// checkBurned checks a mail of a step that happened before the store was put back: the
// key of the log signed its checkpoint, and the link in it is one of those that
// were burned, so that nothing was rolled with it again.
func (w *keeper) checkBurned(k keptMail, b record.Burn) {
	for _, head := range k.heads {
		signed := slices.ContainsFunc(w.LogKeys, func(key LogKeyUse) bool {
			_, err := record.OpenCheckpoint(head, key.Verifier)
			return err == nil
		})
		if !signed {
			w.heads.fail("%s: its checkpoint is not signed with a key of the log", k.name)
			return
		}
	}
	if k.link != "" && k.link != b.Link.Before(b.Step-k.step).String() {
		w.burned.fail("%s: the links %d to %d were burned, but that of step %d in this mail is not one of them",
			k.name, b.From, b.Step, k.step)
		return
	}
	w.burned.Done++
}

// checkText compares a report with the one that the log holds.
func (w *keeper) checkText(k keptMail) {
	switch p, ok := w.sent[k.id]; {
	case ok && p.Known && k.text != plain(string(p.Text)):
		w.texts.fail("%s: it differs at %s from the report that the log holds",
			k.name, difference(k.text, plain(string(p.Text))))
	case ok && p.Known:
		w.texts.Done++
	case !ok && k.report:
		w.texts.fail("%s: it is a report, but the log has none with the Message-ID %s", k.name, k.id)
	default:
		w.texts.Left++
	}
}

// checkFiles looks up the turn files that a mail names; its checkpoint must
// cover them, if it has one.
func (w *keeper) checkFiles(k keptMail, size uint64) {
	for _, f := range k.files {
		if !w.isSide(f.side) {
			continue // a round of the beacon
		}
		seq, ok := w.files[fileKey(k.step, f.side, f.hash)]
		switch {
		case !ok:
			w.named.fail("%s: it names a file of %s for step %d with the SHA-256 %.16s…, which the log does not have",
				k.name, f.side, k.step, f.hash)
		case size > 0 && seq > size:
			w.named.fail("%s: it names a file of %s for step %d that came as record %d, but its checkpoint is of %d "+
				"records",
				k.name, f.side, k.step, seq, size)
		default:
			w.named.Done++
		}
	}
}

func (w *keeper) isSide(name string) bool {
	return slices.ContainsFunc(w.Game.Players, func(p record.Player) bool { return string(p.Side) == name })
}

// turnFiles are the numbers of the orders records of a log, by fileKey.
func (w *walk) turnFiles() map[string]uint64 {
	files := map[string]uint64{}
	for _, e := range w.entries {
		if o, ok := e.Record.(record.Orders); ok {
			files[fileKey(o.Step, string(o.Side), hex.EncodeToString(o.File[:]))] = e.Seq
		}
	}
	return files
}

func fileKey(step int, side, hash string) string { return fmt.Sprintf("%d %s %s", step, side, hash) }

// fail keeps the first error.
func (c *Check) fail(format string, args ...any) {
	if c.Err == nil {
		c.Err = fmt.Errorf(format, args...)
	}
}

// plain is a text without what mail programs change at the ends of lines.
func plain(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// difference names the line in which two texts begin to differ.
func difference(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return fmt.Sprint("line ", 1+strings.Count(a[:n], "\n"))
}
