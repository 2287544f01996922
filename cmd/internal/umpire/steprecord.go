package umpire

import (
	"maps"
	"slices"
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
	Previous engine.Link // link of the step before, or the anchor
	Link     engine.Link
	Inputs   []InputRecord // one for each side that owed or sent an optional answer, in the order of the sides
	Hash     [32]byte      // engine.InputHash of the inputs
	Draws    []engine.Draw
	Events   []engine.Event
	Position [32]byte // hash of the position after the step
}

// InputRecord is what one side gave to a step.
type InputRecord struct {
	Side engine.Side
	// Orders is the sequence number of the orders record that holds the
	// side's signed turn file; 0 if there is none and defaults were used.
	Orders uint64
	Hash   [32]byte // SHA-256 of the signed bytes; zero if there are none
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

// Print writes the record as the package doc specifies.
func (s StepRecord) Print() []byte {
	var w lineWriter
	w.WriteString("berthier step 1\n")
	w.put("game", s.Game)
	w.put("step", s.Step)
	w.put("time", s.Time)
	w.put("ruleset", s.Ruleset, s.Version)
	w.put("previous", s.Previous)
	w.put("link", s.Link)
	for _, i := range s.Inputs {
		if i.Orders == 0 {
			w.put("input", i.Side, "-", "-")
			continue
		}
		w.put("input", i.Side, i.Orders, i.Hash)
	}
	w.put("inputs", s.Hash)
	for _, d := range s.Draws {
		stream := "open"
		if d.Sealed {
			stream = "sealed"
		}
		w.put("draw", d.No, stream, d.N, d.Value, d.Purpose)
	}
	for _, e := range s.Events {
		w.WriteString("event: " + e.String() + "\n")
	}
	w.put("position", s.Position)
	return []byte(w.String())
}

// ParseStepRecord reads exactly what StepRecord.Print writes.
func ParseStepRecord(text []byte) (StepRecord, error) {
	var s StepRecord
	r := &lineReader{rest: string(text)}
	r.title("berthier step 1")
	s.Game = r.word("game")
	s.Step = r.number(r.word("step"))
	s.Time = r.time(r.word("time"))
	f := r.fields("ruleset", 2)
	s.Ruleset, s.Version = f[0], f[1]
	s.Previous = r.hash(r.word("previous"))
	s.Link = r.hash(r.word("link"))
	for r.next("input") {
		s.Inputs = append(s.Inputs, r.input())
	}
	s.Hash = r.hash(r.word("inputs"))
	for r.next("draw") {
		f := r.fields("draw", 5)
		if f[1] != "open" && f[1] != "sealed" {
			r.fail("a draw is open or sealed")
		}
		s.Draws = append(s.Draws, engine.Draw{No: r.number(f[0]), Sealed: f[1] == "sealed", N: r.number(f[2]), Value: r.number(f[3]), Purpose: f[4]})
	}
	for r.next("event") {
		e, err := engine.ParseEvent(r.raw("event"))
		if err != nil {
			r.fail("%w", err)
		}
		s.Events = append(s.Events, e)
	}
	s.Position = r.hash(r.word("position"))
	return s, r.end("step record", string(text), s.Print())
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
	w.WriteString("berthier over 1\n")
	w.put("game", o.Game)
	w.put("step", o.Step)
	w.put("time", o.Time)
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
	r.title("berthier over 1")
	o.Game = r.word("game")
	o.Step = r.number(r.word("step"))
	o.Time = r.time(r.word("time"))
	o.Outcome.Winner = engine.Side(r.word("winner"))
	o.Outcome.Rule = r.word("rule")
	o.Outcome.Text = r.word("text")
	o.Secret = r.hash(r.word("secret"))
	o.Sealed = r.hash(r.word("sealed"))
	return o, r.end("over record", string(text), o.Print())
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
