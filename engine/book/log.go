package book

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/lines"
)

// Log is the log of one game: how it was set up, the orders of each step, and
// what they led to. The package doc specifies its text form.
type Log struct {
	Ruleset string // name and version: "jdg 1"
	Setup   engine.Setup
	Seed    uint64 // the dice of all steps follow from it
	Players string // who played, for a reader
	Start   Sum    // of the position in which it starts
	Steps   []LogStep
	Outcome engine.Outcome // zero if the log ends before the game is over
}

// Game is the short name of the game that was played.
func (g *Log) Game() string {
	name, _, _ := strings.Cut(g.Ruleset, " ")
	return name
}

// LogStep is one resolution in a game log.
type LogStep struct {
	In       []engine.Orders // sides in the game's order
	Events   Sum             // of the events as PrintEvents prints them
	Position Sum             // of the position after them
	line     int             // of the sums in the file; 0 if it was not read
	lines    [][]int         // of each order
}

// Sum is the first 8 bytes of a SHA-256.
type Sum [8]byte

func sumOf(data []byte) Sum {
	full := sha256.Sum256(data)
	return Sum(full[:])
}

// String prints the sum as 16 hex digits.
func (s Sum) String() string { return hex.EncodeToString(s[:]) }

// logFormat is the first line of a game log.
const logFormat = "berthier game 1"

// Encode returns the text form of the log.
func (g *Log) Encode() []byte {
	var b strings.Builder
	line := func(words ...string) { b.WriteString(strings.Join(words, " ") + "\n") }
	line(logFormat)
	line("ruleset", g.Ruleset)
	line("scenario", g.Setup.Scenario)
	for _, k := range sortedKeys(g.Setup.Options) {
		line("option", k+"="+g.Setup.Options[k])
	}
	for _, k := range sortedKeys(g.Setup.Files) {
		line("file", engine.Quote(k), engine.Quote(string(g.Setup.Files[k])))
	}
	line("seed", strconv.FormatUint(g.Seed, 10))
	if g.Players != "" {
		line("players", g.Players)
	}
	line("start", g.Start.String())
	for i, s := range g.Steps {
		b.WriteString("\n")
		line("step", strconv.Itoa(i+1))
		for _, o := range s.In {
			line(string(o.Side) + ":")
			for _, l := range o.Lines {
				line(l.Words...)
			}
		}
		line("=", s.Events.String(), s.Position.String())
	}
	if o := g.Outcome; o.Over {
		b.WriteString("\n")
		line("over", engine.Quote(string(o.Winner)), engine.Quote(o.Rule), engine.Quote(o.Text))
	}
	return []byte(b.String())
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// LogError says where a game log is wrong, or where the game goes otherwise
// than its log.
type LogError struct {
	Line int // of the log, from 1
	Step int // 0 before the first
	Err  error
}

func (e *LogError) Error() string {
	if e.Step == 0 {
		return fmt.Sprintf("line %d: %v", e.Line, e.Err)
	}
	return fmt.Sprintf("line %d, step %d: %v", e.Line, e.Step, e.Err)
}

func (e *LogError) Unwrap() error { return e.Err }

// logReader reads a game log line by line.
type logReader struct {
	g    *Log
	line int
	step *LogStep // whose orders are being read, nil in the header and between steps
	last string   // key of the header line before
}

// headerKeys are the keys of the header in their order; those of manyKeys can stand
// any number of times, and players once or not at all.
var (
	headerKeys = []string{"", "ruleset", "scenario", "option", "file", "seed", "players", "start"}
	manyKeys   = []string{"option", "file"}
)

// mayMiss reports whether a header is complete without a key.
func mayMiss(key string) bool { return slices.Contains(manyKeys, key) || key == "players" }

// ParseLog reads a game log. The error is a *LogError.
func ParseLog(data []byte) (*Log, error) {
	r := &logReader{g: &Log{}}
	err := lines.Each(data, func(no int, text string) error {
		r.line = no
		if err := r.read(text); err != nil {
			return &LogError{no, len(r.g.Steps), err}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	switch {
	case r.last != "start":
		return nil, &LogError{r.line, 0, fmt.Errorf("the log ends before the line start")}
	case r.step != nil:
		return nil, &LogError{r.line, len(r.g.Steps), fmt.Errorf("the log ends before the line =")}
	}
	return r.g, nil
}

func (r *logReader) read(text string) error {
	key, rest, _ := strings.Cut(text, " ")
	switch {
	case r.g.Outcome.Over:
		return fmt.Errorf("%q comes after the end of the game", text)
	case r.last == "":
		if text != logFormat {
			return fmt.Errorf("want %q, the format that this program reads, got %q", logFormat, text)
		}
		r.last = "ruleset?"
		return nil
	case r.last != "start":
		return r.header(key, rest)
	case r.step != nil:
		return r.turn(text, key, rest)
	case key == "step":
		if want := strconv.Itoa(len(r.g.Steps) + 1); rest != want {
			return fmt.Errorf("want step %s, got %q", want, text)
		}
		r.g.Steps = append(r.g.Steps, LogStep{})
		r.step = &r.g.Steps[len(r.g.Steps)-1]
		return nil
	case key == "over":
		return r.over(text)
	}
	return fmt.Errorf("want step %d, or over, got %q", len(r.g.Steps)+1, text)
}

// header reads one line of the header.
func (r *logReader) header(key, value string) (err error) {
	was := max(slices.Index(headerKeys, r.last), 0)
	is := slices.Index(headerKeys, key)
	switch {
	case is < 1:
		return fmt.Errorf("%q is no line of the header", key)
	case is < was || is == was && !slices.Contains(manyKeys, key),
		slices.ContainsFunc(headerKeys[min(was+1, is):is], func(k string) bool { return !mayMiss(k) }):
		return fmt.Errorf("the line %s comes too early or too late", key)
	case value == "":
		return fmt.Errorf("the line %s is empty", key)
	}
	r.last = key
	switch key {
	case "ruleset":
		r.g.Ruleset = value
	case "scenario":
		r.g.Setup.Scenario = value
	case "option":
		name, value, ok := strings.Cut(value, "=")
		if _, again := r.g.Setup.Options[name]; !ok || again {
			return fmt.Errorf("option %s: want NAME=VALUE, each name once", name)
		}
		if r.g.Setup.Options == nil {
			r.g.Setup.Options = map[string]string{}
		}
		r.g.Setup.Options[name] = value
	case "file":
		return r.file(value)
	case "seed":
		r.g.Seed, err = strconv.ParseUint(value, 10, 64)
	case "players":
		r.g.Players = value
	case "start":
		r.g.Start, err = parseSum(value)
	}
	return err
}

// file reads the line of a file that the game was set up with.
func (r *logReader) file(text string) error {
	f, err := engine.Fields(text)
	if err != nil || len(f) != 2 {
		return fmt.Errorf("file %s: want NAME CONTENT, each in quotes if it holds a blank", text)
	}
	if _, again := r.g.Setup.Files[f[0]]; again {
		return fmt.Errorf("the file %s stands twice", f[0])
	}
	if r.g.Setup.Files == nil {
		r.g.Setup.Files = map[string][]byte{}
	}
	r.g.Setup.Files[f[0]] = []byte(f[1])
	return nil
}

// turn reads one line of a step.
func (r *logReader) turn(text, key, rest string) (err error) {
	in := r.step.In
	switch {
	case key == "=":
		events, position, _ := strings.Cut(rest, " ")
		if r.step.Events, err = parseSum(events); err == nil {
			r.step.Position, err = parseSum(position)
		}
		r.step.line, r.step = r.line, nil
		return err
	case rest == "" && strings.HasSuffix(key, ":"):
		side := engine.Side(strings.TrimSuffix(key, ":"))
		if slices.ContainsFunc(in, func(o engine.Orders) bool { return o.Side == side }) {
			return fmt.Errorf("orders of %s are given twice", side)
		}
		r.step.In, r.step.lines = append(in, engine.Orders{Side: side}), append(r.step.lines, nil)
		return nil
	case len(in) == 0:
		return fmt.Errorf("want a side with a colon, or =, got %q", text)
	}
	r.step.lines[len(in)-1] = append(r.step.lines[len(in)-1], r.line)
	o := &in[len(in)-1]
	o.Lines = append(o.Lines,
		engine.Order{Line: len(o.Lines) + 1, Text: text, Words: strings.Fields(strings.ToLower(text))})
	return nil
}

func (r *logReader) over(text string) error {
	f, err := engine.Fields(text)
	if err != nil || len(f) != 4 {
		return fmt.Errorf("want over WINNER RULE TEXT, each in quotes if it holds a blank, got %q", text)
	}
	r.g.Outcome = engine.Outcome{Over: true, Winner: engine.Side(f[1]), Rule: f[2], Text: f[3]}
	return nil
}

func parseSum(s string) (Sum, error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(Sum{}) {
		return Sum{}, fmt.Errorf("%q: want %d hex digits", s, 2*len(Sum{}))
	}
	return Sum(b), nil
}
