package store

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

const journalTitle = "berthier journal 1\n"

// place is the end of a transaction in the journal.
type place struct {
	seq  uint64 // number of the transaction; 0 for the title
	sum  uint32 // that its last line names
	size int64  // bytes of the journal up to there
}

// titleBehind is the first line of a journal whose first transaction has the
// number behind the given one: a journal that takes the place of another goes on
// counting.
func titleBehind(seq uint64) string {
	if seq == 0 {
		return journalTitle
	}
	return fmt.Sprintf("berthier journal 1 behind %d\n", seq)
}

// startBehind is the place behind that line, where the first transaction begins.
func startBehind(seq uint64) place {
	return place{seq: seq, size: int64(len(titleBehind(seq)))}
}

// noPlace is where the first transaction of a new store begins.
var noPlace = startBehind(0)

// String is how the store keeps a place.
func (p place) String() string { return fmt.Sprintf("%d %08x %d", p.seq, p.sum, p.size) }

func parsePlace(b []byte) (p place, ok bool) {
	_, err := fmt.Sscanf(string(b), "%d %x %d", &p.seq, &p.sum, &p.size)
	return p, err == nil && p.String() == string(b) && p.size >= noPlace.size
}

// lastLine is the line that ends at the place.
func (p place) lastLine() string {
	if p == startBehind(p.seq) {
		return titleBehind(p.seq)
	}
	return fmt.Sprintf("commit %d %08x\n", p.seq, p.sum)
}

// change is one row that a transaction wrote or deleted.
type change struct {
	path    string
	key     []byte
	deleted bool
	payload []byte
}

// appendTo writes the lines of a change.
func (c change) appendTo(b []byte) []byte {
	if c.deleted {
		b = append(append(append(b, "delete "...), c.path...), ' ')
		return append(appendKey(b, c.key), '\n')
	}
	b = append(append(append(b, "put "...), c.path...), ' ')
	b = appendKey(b, c.key)
	if r, ok := c.record(); ok {
		b = strconv.AppendInt(append(b, " record "...), int64(r.Step), 10)
		b = append(appendKey(append(b, ' '), []byte(r.Kind)), '\n')
		return appendText(b, r.Data)
	}
	if !isText(c.payload) {
		b = append(b, " base64\n "...)
		return append(base64.StdEncoding.AppendEncode(b, c.payload), '\n')
	}
	return appendText(append(b, '\n'), c.payload)
}

// record is the record of a log that a change writes, if it can be shown as text.
func (c change) record() (Record, bool) {
	r, ok := c.logged()
	return r, ok && isText(r.Data)
}

// logged is the record of a log that a change writes.
func (c change) logged() (Record, bool) {
	if c.deleted || len(c.key) != 8 || !strings.HasPrefix(c.path, bucketGames+"/") ||
		!strings.HasSuffix(c.path, "/log") {
		return Record{}, false
	}
	r, err := decodeRecord(binary.BigEndian.Uint64(c.key), c.payload)
	return r, err == nil
}

// appendText writes lines with a blank in front of each.
func appendText(b, text []byte) []byte {
	b = slices.Grow(b, len(text)+bytes.Count(text, []byte{'\n'})+2)
	for {
		i := bytes.IndexByte(text, '\n')
		if i < 0 {
			return append(append(append(b, ' '), text...), '\n')
		}
		b, text = append(append(b, ' '), text[:i+1]...), text[i+1:]
	}
}

// isText reports whether a payload stands in the journal as it is.
func isText(payload []byte) bool {
	all := byte(0)
	for _, c := range payload {
		all |= classes[c]
	}
	return all&control == 0 && (all&beyondASCII == 0 || utf8.Valid(payload))
}

const control, beyondASCII = 1, 2

// classes tells of each byte what isText asks: whole mails pass through it.
var classes = func() (c [256]byte) {
	for b := range c {
		switch {
		case b >= utf8.RuneSelf:
			c[b] = beyondASCII
		case b < ' ' && b != '\n' && b != '\r' && b != '\t' || b == 0x7f:
			c[b] = control
		}
	}
	return c
}()

// appendKey writes a key as one field: a sequence number as #N, what is
// printable ASCII as it is, other text in quotes as in Go, and bytes in hex.
func appendKey(b, key []byte) []byte {
	if len(key) == 8 && key[0] == 0 {
		return strconv.AppendUint(append(b, '#'), binary.BigEndian.Uint64(key), 10)
	}
	if !isText(key) {
		return hex.AppendEncode(append(b, "0x"...), key)
	}
	bare := len(key) > 0 && key[0] != '#' && !bytes.HasPrefix(key, []byte("0x"))
	for _, c := range key {
		bare = bare && ' ' < c && c <= '~' && c != '"'
	}
	if bare {
		return append(b, key...)
	}
	return strconv.AppendQuoteToASCII(b, string(key))
}

// cutKey reads the key that a line begins with.
func cutKey(line string) (key []byte, rest string, ok bool) {
	field, rest, _ := strings.Cut(line, " ")
	var err error
	switch {
	case strings.HasPrefix(line, `"`):
		if field, err = strconv.QuotedPrefix(line); err != nil {
			return nil, "", false
		}
		rest = strings.TrimPrefix(line[len(field):], " ")
		var text string
		text, err = strconv.Unquote(field)
		key = []byte(text)
	case strings.HasPrefix(field, "#"):
		var n uint64
		n, err = strconv.ParseUint(field[1:], 10, 64)
		key = uint64Key(n)
	case strings.HasPrefix(field, "0x"):
		key, err = hex.DecodeString(field[2:])
	default:
		key = []byte(field)
	}
	return key, rest, err == nil
}

// begin writes the first line of the transaction that follows, over what room
// holds.
func (p place) begin(room []byte) []byte {
	return fmt.Appendf(room[:0], "begin %d\n", p.seq+1)
}

// moreFollows stands behind the number in the first line of a transaction that makes
// sense only together with the next one.
const moreFollows = " more"

// seal puts the last line to the others of a transaction, and gives the place
// where it will end.
func (p place) seal(lines []byte) (entry []byte, next place) {
	next.seq = p.seq + 1
	next.sum = p.sumOf(lines)
	entry = append(lines, next.lastLine()...)
	next.size = p.size + int64(len(entry))
	return entry, next
}

// sumOf is the checksum of a transaction that follows: over the sum before it
// and its lines but the last.
func (p place) sumOf(lines []byte) uint32 {
	return crc32.Update(crc32.Checksum(binary.BigEndian.AppendUint32(nil, p.sum), castagnoli), castagnoli, lines)
}

// errNoTitle is the error of reading a file that does not begin as a journal does.
var errNoTitle = errors.New("not a journal of berthier, or of another version")

// errJournalEnd is the error of reading a transaction that is not whole.
var errJournalEnd = errors.New("the transaction is not whole")

// journalReader reads the transactions of a journal one by one.
type journalReader struct {
	r    *bufio.Reader
	at   place // end of the last transaction that was read
	more bool  // it belongs together with the next one
	raw  []byte
	room []byte // for a change in canonical form
}

// newJournalReader begins at a place. If it is the beginning of the file, the
// title is read first.
func newJournalReader(r io.Reader, at place) (*journalReader, error) {
	j := &journalReader{r: bufio.NewReaderSize(r, 1<<16), at: at}
	if at != (place{}) {
		return j, nil
	}
	title, err := j.line()
	if err != nil && !errors.Is(err, errJournalEnd) {
		return nil, err
	}
	var behind uint64
	if n, ok := strings.CutPrefix(title, "berthier journal 1 behind "); ok {
		behind, _ = strconv.ParseUint(n, 10, 64)
	}
	if title+"\n" != titleBehind(behind) {
		return nil, errNoTitle
	}
	j.at = startBehind(behind)
	return j, nil
}

// line reads one line and keeps it in raw.
func (j *journalReader) line() (string, error) {
	start := len(j.raw)
	if err := j.pass(); err != nil {
		return "", err
	}
	return string(j.raw[start : len(j.raw)-1]), nil
}

// pass is line for one that is read with those around it.
func (j *journalReader) pass() error {
	for {
		part, err := j.r.ReadSlice('\n')
		j.raw = append(j.raw, part...)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, io.EOF):
			return errJournalEnd
		case !errors.Is(err, bufio.ErrBufferFull):
			return err
		}
	}
}

// next reads one transaction. The error is io.EOF behind the last one,
// errJournalEnd if the file ends within a transaction, another if one is
// damaged. After an error raw holds what was read of it, and the place stays.
func (j *journalReader) next() ([]change, error) {
	j.raw = j.raw[:0]
	first, err := j.line()
	if errors.Is(err, errJournalEnd) && len(j.raw) == 0 {
		return nil, io.EOF
	}
	if err != nil {
		return nil, err
	}
	want := fmt.Sprintf("begin %d", j.at.seq+1)
	more := first == want+moreFollows
	if first != want && !more {
		return nil, fmt.Errorf("got %.40q, want %q", first, want)
	}
	var changes []change
	for {
		start := len(j.raw)
		line, err := j.line()
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(line, "commit ") {
			next := place{j.at.seq + 1, j.at.sumOf(j.raw[:start]), j.at.size + int64(len(j.raw))}
			if line+"\n" != next.lastLine() {
				return nil, fmt.Errorf("got %.40q, want %.40q", line, next.lastLine())
			}
			j.at, j.more = next, more
			return changes, nil
		}
		c, err := j.change(line)
		if err != nil {
			return nil, err
		}
		if j.room = c.appendTo(j.room[:0]); !bytes.Equal(j.room, j.raw[start:]) {
			return nil, fmt.Errorf("%.40q: not in canonical form", line)
		}
		changes = append(changes, c)
	}
}

// change reads the lines of one change, the first of which was read.
func (j *journalReader) change(line string) (c change, err error) {
	bad := fmt.Errorf("%.40q: not a change", line)
	verb, rest, _ := strings.Cut(line, " ")
	c.deleted = verb == "delete"
	if c.path, rest, _ = strings.Cut(rest, " "); c.path == "" || !c.deleted && verb != "put" {
		return c, bad
	}
	var ok bool
	var form string
	if c.key, form, ok = cutKey(rest); !ok {
		return c, bad
	}
	if c.deleted {
		return c, nil // what stands behind is not in canonical form
	}
	start := len(j.raw)
	for {
		next, err := j.r.Peek(1)
		if err != nil && len(j.raw) == start {
			return c, errJournalEnd
		}
		if err != nil || next[0] != ' ' {
			break
		}
		if err := j.pass(); err != nil {
			return c, err
		}
	}
	if len(j.raw) == start {
		return c, bad
	}
	c.payload, err = payloadOf(j.raw[start:], form)
	return c, err
}

// payloadOf reads the lines of a payload.
func payloadOf(lines []byte, form string) ([]byte, error) {
	payload := make([]byte, 0, len(lines))
	for line := range bytes.Lines(lines) {
		payload = append(payload, line[1:]...)
	}
	payload = payload[:len(payload)-1]
	if record, ok := strings.CutPrefix(form, "record "); ok {
		step, kind, _ := strings.Cut(record, " ")
		n, err := strconv.Atoi(step)
		key, _, ok := cutKey(kind)
		if err != nil || !ok || len(key) > 255 {
			return nil, fmt.Errorf("%.40q: not a record", form)
		}
		return encodeRecord(Record{Step: n, Kind: string(key), Data: payload}), nil
	}
	if form == "base64" {
		return base64.StdEncoding.AppendDecode(nil, payload)
	}
	return payload, nil // any other form is not canonical
}
