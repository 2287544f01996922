package engine

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"strconv"
	"strings"
)

// Dice is where a ruleset gets its chance from. Every draw is named before
// its value exists.
type Dice interface {
	// Draw gives a value from 0 to n-1, all equally likely. Whoever sees the
	// link of the step can compute it. An n outside 1 to MaxDraw is a bug of
	// the ruleset and panics.
	Draw(purpose string, n int) Draw
	// Seal is Draw from the sealed stream, which stays secret until the
	// game ends: shuffles, cards drawn face down.
	Seal(purpose string, n int) Draw
}

// Recorder is a Dice that remembers what was drawn.
type Recorder interface {
	Dice
	// Draws lists all draws so far, open and sealed, in order.
	Draws() []Draw
}

// Draw is one drawn value.
type Draw struct {
	No      int    // counts the draws of a step from 1, open and sealed together
	Sealed  bool   // from the sealed stream
	Purpose string // printable, one line: what it is for
	N       int    // number of possible values
	Value   int    // 0 … N-1
}

// MaxDraw is the largest number of values that one draw can choose from.
const MaxDraw = 1 << 16

// LinkSize is the length of a link, a secret and an anchor in bytes.
const LinkSize = sha256.Size

// Link is one value of a hash chain.
type Link [LinkSize]byte

// String prints the link as 64 lower-case hex digits.
func (l Link) String() string { return hex.EncodeToString(l[:]) }

// ParseLink reads a link, 64 hex digits in small letters or capitals. The error has a text that is none.
func ParseLink(s string) (Link, error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != LinkSize {
		return Link{}, fmt.Errorf("link %q: want %d hex digits", s, 2*LinkSize)
	}
	return Link(b), nil
}

// Follows reports whether l is the link of the step after the one with prev:
// SHA-256 of l is prev. The anchor counts as the link of step 0.
func (l Link) Follows(prev Link) bool { return sha256.Sum256(l[:]) == prev }

// ChainLength is the number of steps that one game's secret lasts for.
const ChainLength = 4096

// ChainLink returns the link of a step, from 0 (the anchor) to ChainLength
// (the secret itself): the secret hashed ChainLength-step times.
// Another step is an error.
func ChainLink(secret Link, step int) (Link, error) {
	if step < 0 || step > ChainLength {
		return Link{}, errNoLink(step)
	}
	return secret.Before(ChainLength - step), nil
}

// wayStep is how many links apart those of a Way stand.
const wayStep = 64

// Way is every 64th link of a hash chain, from that of step 64 to the secret itself, one behind
// the other: from one of them to any link it is few hashes. It is to be kept like the secret.
type Way []byte

// NewWay returns the way of a secret.
func NewWay(secret Link) Way {
	w := make(Way, ChainLength/wayStep*LinkSize)
	for end := len(w); end > 0; end -= LinkSize {
		copy(w[end-LinkSize:end], secret[:])
		secret = secret.Before(wayStep)
	}
	return w
}

// Link is what ChainLink returns for the secret of the way. A way of a wrong length is an error too.
func (w Way) Link(step int) (Link, error) {
	if len(w) != ChainLength/wayStep*LinkSize {
		return Link{}, fmt.Errorf("the way of a hash chain has %d bytes", len(w))
	}
	if step < 0 || step > ChainLength {
		return Link{}, errNoLink(step)
	}
	next := max(step-1, 0) / wayStep
	return Link(w[next*LinkSize:][:LinkSize]).Before((next+1)*wayStep - step), nil
}

func errNoLink(step int) error {
	return fmt.Errorf("step %d: the hash chain of a game has %d links", step, ChainLength)
}

// Before returns the link that stands n places before l, 0 or more: l hashed n
// times.
func (l Link) Before(n int) Link {
	for range n {
		l = sha256.Sum256(l[:])
	}
	return l
}

// Input is one turn file that a step resolves.
type Input struct {
	Side Side
	// File names the signed file by a hash that takes in its signature too, or a
	// secret file could be guessed from it; zero if the side sent none.
	File [sha256.Size]byte
}

// InputHash is what binds a step's dice to the turn files that it resolves.
// The package doc gives its bytes.
func InputHash(in []Input) [sha256.Size]byte {
	var b strings.Builder
	for _, i := range in {
		sum := "-"
		if i.File != [sha256.Size]byte{} {
			sum = hex.EncodeToString(i.File[:])
		}
		fmt.Fprintf(&b, "%s %s\n", sum, i.Side)
	}
	return sha256.Sum256([]byte(b.String()))
}

// Stream is the dice of one step.
type Stream struct {
	game   string
	step   int
	inputs [sha256.Size]byte
	open   Link
	sealed Link
	draws  []Draw
	macs   [2]hash.Hash // of the open stream and of the sealed one, made when first wanted
	text   []byte       // room for what they hash
}

// NewStream makes the dice of a step from its open link, the game's sealed
// secret and the hash of the turn files that the step resolves.
func NewStream(game string, step int, inputs [sha256.Size]byte, open, sealed Link) *Stream {
	return &Stream{game: game, step: step, inputs: inputs, open: open, sealed: sealed}
}

// Draw implements Dice.
func (s *Stream) Draw(purpose string, n int) Draw { return s.next(false, purpose, n) }

// Seal implements Dice.
func (s *Stream) Seal(purpose string, n int) Draw { return s.next(true, purpose, n) }

// Draws implements Recorder.
func (s *Stream) Draws() []Draw { return s.draws }

func (s *Stream) next(sealed bool, purpose string, n int) Draw {
	mustFit(n)
	d := Draw{No: len(s.draws) + 1, Sealed: sealed, Purpose: purpose, N: n}
	key, mac := s.open, &s.macs[0]
	if sealed {
		key, mac = s.sealed, &s.macs[1]
	}
	if s.text == nil {
		s.text = make([]byte, 0, 192)
	}
	if *mac == nil {
		*mac = hmac.New(sha256.New, key[:])
	} else {
		(*mac).Reset()
	}
	d.Value, s.text = drawValue(*mac, s.text, s.game, s.step, s.inputs, d)
	s.draws = append(s.draws, d)
	return d
}

func mustFit(n int) {
	if n < 1 || n > MaxDraw {
		panic(fmt.Sprintf("a draw of 1 from %d: want 1 to %d", n, MaxDraw))
	}
}

// DrawMessage is the text whose HMAC-SHA256 under the link gives block number
// block of a draw. It does not depend on the draw's value.
func DrawMessage(game string, step int, inputs [sha256.Size]byte, d Draw, block int) string {
	return string(appendDrawMessage(nil, game, step, inputs, d, block))
}

func appendDrawMessage(b []byte, game string, step int, inputs [sha256.Size]byte, d Draw, block int) []byte {
	line := func(s string) { b = append(append(b, s...), '\n') }
	number := func(n int) { b = append(strconv.AppendInt(b, int64(n), 10), '\n') }
	line("berthier dice 1")
	line(game)
	number(step)
	b = append(hex.AppendEncode(b, inputs[:]), '\n')
	number(d.No)
	line(d.Purpose)
	number(d.N)
	number(block)
	return b
}

// drawValue cuts the first 32-bit word below the largest multiple of n from
// the blocks and reduces it modulo n, so that no value is favoured. Nothing has been written to
// mac yet. It returns room as it has grown.
func drawValue(
	mac hash.Hash, room []byte, game string, step int, inputs [sha256.Size]byte, d Draw,
) (value int, grown []byte) {
	n := uint64(d.N)
	limit := (1 << 32) / n * n
	for block := 0; ; block++ {
		if block > 0 {
			mac.Reset()
		}
		room = appendDrawMessage(room[:0], game, step, inputs, d, block)
		mac.Write(room)
		end := len(room)
		room = mac.Sum(room)
		for sum := room[end:]; len(sum) > 0; sum = sum[4:] {
			if v := uint64(binary.BigEndian.Uint32(sum)); v < limit {
				return int(v % n), room
			}
		}
	}
}

// VerifyDraw reports whether the link gives exactly this draw. Any draw may be
// asked about, also one that no Dice would make.
func VerifyDraw(key Link, game string, step int, inputs [sha256.Size]byte, d Draw) bool {
	if d.N < 1 || d.N > MaxDraw {
		return false
	}
	value, _ := drawValue(hmac.New(sha256.New, key[:]), nil, game, step, inputs, d)
	return value == d.Value
}

// ForcedDice is dice with values chosen beforehand, for cases. Values are used in
// order for open and sealed draws alike. One that does not fit its draw counts
// as zero. When they run out the next draws count up, so that a tie which is
// rolled again ends. Err tells of both.
type ForcedDice struct {
	values []int
	draws  []Draw
	err    error
}

// NewForced makes dice that fall as told.
func NewForced(values ...int) *ForcedDice { return &ForcedDice{values: values} }

// Draw implements Dice.
func (f *ForcedDice) Draw(purpose string, n int) Draw { return f.next(false, purpose, n) }

// Seal implements Dice.
func (f *ForcedDice) Seal(purpose string, n int) Draw { return f.next(true, purpose, n) }

// Draws implements Recorder.
func (f *ForcedDice) Draws() []Draw { return f.draws }

// Err says what was wrong with the forced values: too few, too many, or one
// outside the range of its draw. Call it when the resolution is over.
func (f *ForcedDice) Err() error {
	if f.err == nil && len(f.draws) < len(f.values) {
		return fmt.Errorf("%d forced dice, only %d were used", len(f.values), len(f.draws))
	}
	return f.err
}

func (f *ForcedDice) next(sealed bool, purpose string, n int) Draw {
	mustFit(n)
	d := Draw{No: len(f.draws) + 1, Sealed: sealed, Purpose: purpose, N: n}
	switch i := len(f.draws); {
	case i >= len(f.values):
		d.Value = i % n
		f.fail(fmt.Errorf("no forced die left for draw %d (%s)", d.No, purpose))
	case f.values[i] < 0 || f.values[i] >= n:
		f.fail(fmt.Errorf("forced die %d is %d, draw %d (%s) goes from 0 to %d", i+1, f.values[i], d.No, purpose, n-1))
	default:
		d.Value = f.values[i]
	}
	f.draws = append(f.draws, d)
	return d
}

func (f *ForcedDice) fail(err error) {
	if f.err == nil {
		f.err = err
	}
}
