package umpire

import (
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"berthier/engine"
)

// StepRecord is one resolved step.
type StepRecord struct {
	Game     string
	Step     int // from 1; also the number of the link
	Time     time.Time
	Ruleset  string
	Version  string      // of the rules that resolved it
	Tables   [32]byte    // tablesHash of the data files in force
	Program  string      // release of the program that resolved it
	Previous engine.Link // link of the step before, or the anchor
	Link     engine.Link
	Inputs   []InputRecord // one for each side that owed or sent an optional answer, in the order of the sides
	Round    Round         // of the beacon, if the game has one
	Hash     [32]byte      // engine.InputHash of the inputs and the round
	// Draws are all of them; while the record is not Known the value of a
	// sealed one is 0.
	Draws []engine.Draw
	Hidden
	Events   []engine.Event // those that everybody may see, if not Known
	Position [32]byte       // hash of the position after the step; zero if not Known
}

// InputRecord is what one side gave to a step.
type InputRecord struct {
	Side engine.Side
	// Orders is the sequence number of the orders record that holds the
	// side's signed turn file; 0 if there is none and defaults were used.
	Orders uint64
	Hash   [32]byte // OrdersRecord.File; zero if there is none
}

// OverRecord ends the log of a game: how it ended, and its secrets.
type OverRecord struct {
	Game    string
	Step    int // the last one
	Time    time.Time
	Outcome engine.Outcome
	Secret  engine.Link // first value of the hash chain, ChainLength before the anchor
	Sealed  engine.Link // key of the sealed draws
}

// stepFormat is the version of the format of step records.
const stepFormat = 2

// Print writes both parts of the record as the package doc specifies; hidden
// is nil if it is not Known.
func (s StepRecord) Print() (data, hidden []byte) {
	var w, h lineWriter
	w.headOf(KindStep, stepFormat, s.Game, s.Step, s.Time)
	w.put("ruleset", s.Ruleset, s.Version)
	w.put("tables", s.Tables)
	w.put("program", s.Program)
	w.put("previous", s.Previous)
	w.put("link", s.Link)
	w.inputs(s.Inputs)
	if s.Round.Signature != nil {
		w.put("round", s.Round.Number, hex.EncodeToString(s.Round.Signature))
	}
	w.put("inputs", s.Hash)
	for _, d := range s.Draws {
		if d.Sealed {
			w.put("draw", d.No, "sealed", d.N, "-", d.Purpose)
			h.put("draw", d.No, d.Value)
			continue
		}
		w.put("draw", d.No, "open", d.N, d.Value, d.Purpose)
	}
	for i, e := range s.Events {
		if e.VisibleTo("") {
			w.WriteString("event: " + e.String() + "\n")
			continue
		}
		h.WriteString("event: " + strconv.Itoa(i+1) + " " + e.String() + "\n")
	}
	h.put("position", s.Position)
	return s.hide(&w, &h)
}

// ParseStepRecord reads exactly what StepRecord.Print writes; hidden may be
// nil.
func ParseStepRecord(data, hidden []byte) (StepRecord, error) {
	var s StepRecord
	r := &lineReader{rest: string(data)}
	s.Game, s.Step, s.Time = r.headOf(KindStep, stepFormat)
	f := r.fields("ruleset", 2)
	s.Ruleset, s.Version = f[0], f[1]
	s.Tables = r.hash(r.word("tables"))
	s.Program = r.word("program")
	s.Previous = r.hash(r.word("previous"))
	s.Link = r.hash(r.word("link"))
	for r.next("input") {
		s.Inputs = append(s.Inputs, r.input())
	}
	if r.next("round") {
		f := r.fields("round", 2)
		s.Round = Round{r.round(f[0]), r.bytes(f[1])}
	}
	s.Hash = r.hash(r.word("inputs"))
	for r.next("draw") {
		s.Draws = append(s.Draws, r.draw())
	}
	for r.next("event") {
		s.Events = append(s.Events, r.event(r.raw("event")))
	}
	h := r.hidden(&s.Hidden, hidden)
	if s.Known && r.err == nil {
		h.step(&s)
	}
	return s, r.ends("step record", h, data, hidden, s.Print)
}

// step reads the hidden part of a step into s, which has the open part.
func (r *lineReader) step(s *StepRecord) {
	for i, d := range s.Draws {
		if !d.Sealed {
			continue
		}
		f := r.fields("draw", 2)
		s.Draws[i].Value = r.number(f[1])
		if r.number(f[0]) != d.No {
			r.fail("want the value of draw %d", d.No)
		}
	}
	for r.next("event") {
		no, text, _ := strings.Cut(r.raw("event"), " ")
		e := r.event(text)
		at := r.number(no) - 1
		if at < 0 || at > len(s.Events) || e.VisibleTo("") {
			r.fail("event %s cannot stand there", no)
			return
		}
		s.Events = slices.Insert(s.Events, at, e)
	}
	s.Position = r.hash(r.word("position"))
}

func (r *lineReader) draw() engine.Draw {
	f := r.fields("draw", 5)
	d := engine.Draw{No: r.number(f[0]), Sealed: f[1] == "sealed", N: r.number(f[2]), Purpose: f[4]}
	switch {
	case f[1] == "open":
		d.Value = r.number(f[3])
	case f[1] != "sealed" || f[3] != "-":
		r.fail("a draw is open, or sealed without its value")
	}
	return d
}

func (r *lineReader) event(text string) engine.Event {
	e, err := engine.ParseEvent(text)
	if err != nil {
		r.fail("%w", err)
	}
	return e
}

func (r *lineReader) input() InputRecord {
	f := r.fields("input", 3)
	i := InputRecord{Side: engine.Side(f[0])}
	if f[1] != "-" {
		i.Orders, i.Hash = uint64(r.number(f[1])), r.hash(f[2])
	}
	return i
}

// Print writes the record as the package doc specifies.
func (o OverRecord) Print() []byte {
	var w lineWriter
	w.head(KindOver, o.Game, o.Step, o.Time)
	w.put("winner", o.Outcome.Winner)
	w.put("rule", o.Outcome.Rule)
	w.put("text", o.Outcome.Text)
	w.put("secret", o.Secret)
	w.put("sealed", o.Sealed)
	return []byte(w.String())
}

// ParseOverRecord reads exactly what OverRecord.Print writes.
func ParseOverRecord(text []byte) (OverRecord, error) {
	o := OverRecord{Outcome: engine.Outcome{Over: true}}
	r := &lineReader{rest: string(text)}
	o.Game, o.Step, o.Time = r.head(KindOver)
	o.Outcome.Winner = engine.Side(r.word("winner"))
	o.Outcome.Rule = r.word("rule")
	o.Outcome.Text = r.word("text")
	o.Secret = r.hash(r.word("secret"))
	o.Sealed = r.hash(r.word("sealed"))
	return o, r.end("over record", string(text), o.Print())
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
