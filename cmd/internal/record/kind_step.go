// # Kind step
//
// A step that was resolved:
//
//	berthier step 2
//	game: duel-1
//	step: 1
//	time: 2030-12-02T08:20:00Z
//	ruleset: duel 1
//	tables: 1e372cf668902b151d23a86141b36476add6daca5bf8f9ba65617dd3bbd5a35a
//	program: v1.0.0
//	previous: 232b84ddf06b0eb4413fe167e77091253871b94b967d2eed1303d67bf7077d5e
//	link: b1b1bdb480c61d075300d9bff7d9cb69cf31695ea048e478facadf426e8d0fb0
//	input: Red 4 6618a4f6b0aafbf532a1fa017551e22e888ffab15b0c4cbaafc398e396467714
//	input: Blue - -
//	computer: 1 Blue steady 1
//	computer: 2 Blue steady 1
//	inputs: 52a9b344449a3660348620a89a5956ed67c3be50d3945a753627f92b17701267
//	draw: 1 open 6 4 "die of the round"
//	draw: 2 sealed 52 - "card of Red"
//	event: [1.3] roll draw=1 of=6 purpose="die of the round" value=4 mods="from one +1" total=5 result=fallen
//	event: [1.4] score by=Red points=1
//	hidden: fe988c295bfa26ff7eb9246c295021aa9515bede9dcf1e92ec28b308fb14f344
//
// and hidden
//
//	salt: 63479ad69a090b258277ec8fba6f99419a2ffb248981510657c944ccd1148e97
//	order: 1 "pick 2"
//	draw: 2 33
//	event: 3 [1.5] drawn by=Red card=33 for=Red
//	position: 5a452459503be70d2ed2fca46dd91e05e820a957f175686a77d03fff80f664fe
//
// "ruleset" is the name and version that resolved the step, "tables" the SHA-256 of lines "data" for all data files in
// force, as in the game record, and "program" the release of this program. "previous" is the link of the step before,
// or the anchor. There is one "input" for each side that owed something or sent an optional answer, in the order of the
// sides: the number of its orders record and the line "file" of that, or two hyphens if there is none: the defaults
// were used, or a computer plays the side. "computer" (*) is each answer that a computer gave, in the order in which
// they counted: the leg of the step, the side, and the computer's name and version (package computer says what a leg
// is); its orders are hidden lines "order" (*), each with the number of the answer and its words. "inputs" is
// engine.InputHash of them and of the round. "round" (?), only in a game with a beacon, is the number of a round and
// its signature in hex. A "draw" (*) has its number, "open" or "sealed", the number of possible values, the value and
// the purpose; of a sealed one the value is a hyphen, and hidden is a line "draw" (*) with its number and value. An
// "event" (*) is in its canonical form, to the end of the line. Events that not everybody may see are hidden (*), each
// behind the number that it has among all events of the step. "position" is the hash of the position after the step.
package record

import (
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
)

// Step is one resolved step.
type Step struct {
	Head     // Step is from 1; also the number of the link
	Ruleset  string
	Version  string      // of the rules that resolved it
	Tables   [32]byte    // TablesHash of the data files in force
	Program  string      // release of the program that resolved it
	Previous engine.Link // link of the step before, or the anchor
	Link     engine.Link
	Inputs   []Input // one for each side that owed or sent an optional answer, in the order of the sides
	Computed []ComputedAnswer
	Round    Round    // of the beacon, if the game has one
	Hash     [32]byte // engine.InputHash of the inputs and the round
	// Draws are all of them; while the record is not Known the value of a sealed one is 0.
	Draws []engine.Draw
	HiddenPart
	Events   []engine.Event // those that everybody may see, if not Known
	Position [32]byte       // hash of the position after the step; zero if not Known
}

// Input is what one side gave to a step.
type Input struct {
	Side engine.Side
	// Orders is the sequence number of the orders record that holds the
	// side's signed turn file; 0 if there is none and defaults were used.
	Orders uint64
	Hash   [32]byte // Orders.File; zero if there is none
}

// ComputedAnswer is an answer that a computer gave.
type ComputedAnswer struct {
	Leg  int // of the step, from 1
	Side engine.Side
	Computer
	Lines []engine.Order // empty if the record is not Known
}

// Kind is KindStep.
func (Step) Kind() string { return KindStep }

// Print is that of a Record.
func (s Step) Print() (data, hidden []byte) {
	w, h := s.begin(KindStep), new(writer)
	w.Put("ruleset", s.Ruleset, s.Version)
	w.Put("tables", s.Tables)
	w.Put("program", s.Program)
	w.Put("previous", s.Previous)
	w.Put("link", s.Link)
	w.inputs(s.Inputs)
	for i, c := range s.Computed {
		w.Put("computer", c.Leg, c.Side, c.Name, c.Version)
		for _, l := range c.Lines {
			h.Put("order", i+1, strings.Join(l.Words, " "))
		}
	}
	if s.Round.Signature != nil {
		w.Put("round", s.Round.Number, hex.EncodeToString(s.Round.Signature))
	}
	w.Put("inputs", s.Hash)
	for _, d := range s.Draws {
		if d.Sealed {
			w.Put("draw", d.No, "sealed", d.N, "-", d.Purpose)
			h.Put("draw", d.No, d.Value)
			continue
		}
		w.Put("draw", d.No, "open", d.N, d.Value, d.Purpose)
	}
	for i, e := range s.Events {
		if e.VisibleTo("") {
			w.WriteString("event: " + e.String() + "\n")
			continue
		}
		h.WriteString("event: " + strconv.Itoa(i+1) + " " + e.String() + "\n")
	}
	h.Put("position", s.Position)
	return s.hide(w, h)
}

// ParseStep reads exactly what Step.Print writes; hidden may be nil.
func ParseStep(data, hidden []byte) (s Step, _ error) {
	r := s.read(KindStep, data)
	f := r.Fields("ruleset", 2)
	s.Ruleset, s.Version = f[0], f[1]
	s.Tables = r.Hash(r.Word("tables"))
	s.Program = r.Word("program")
	s.Previous = r.Hash(r.Word("previous"))
	s.Link = r.Hash(r.Word("link"))
	s.Inputs = r.inputs()
	for r.Next("computer") {
		f := r.Fields("computer", 4)
		s.Computed = append(s.Computed, ComputedAnswer{Leg: r.Number(f[0]), Side: engine.Side(f[1]),
			Computer: Computer{f[2], f[3]}})
	}
	if r.Next("round") {
		f := r.Fields("round", 2)
		s.Round = Round{r.round(f[0]), r.Hex(f[1])}
	}
	s.Hash = r.Hash(r.Word("inputs"))
	for r.Next("draw") {
		s.Draws = append(s.Draws, r.draw())
	}
	for r.Next("event") {
		s.Events = append(s.Events, r.event(r.Raw("event")))
	}
	h := r.hidden(&s.HiddenPart, hidden)
	h.step(&s)
	return s, r.ends(h, s.Print)
}

// step reads the hidden part of a step into s, which has the open part.
func (r *reader) step(s *Step) {
	for r.Next("order") {
		f := r.Fields("order", 2)
		at := r.Number(f[0]) - 1
		if at < 0 || at >= len(s.Computed) || f[1] == "" {
			r.Fail("want an order of one of %d computers, got %q", len(s.Computed), f)
			return
		}
		c := &s.Computed[at]
		c.Lines = append(c.Lines, ComputedOrder(len(c.Lines)+1, strings.Fields(f[1])))
	}
	for i, d := range s.Draws {
		if !d.Sealed {
			continue
		}
		f := r.Fields("draw", 2)
		s.Draws[i].Value = r.Number(f[1])
		if r.Number(f[0]) != d.No {
			r.Fail("want the value of draw %d", d.No)
		}
	}
	for r.Next("event") {
		no, text, _ := strings.Cut(r.Raw("event"), " ")
		e := r.event(text)
		at := r.Number(no) - 1
		if at < 0 || at > len(s.Events) || e.VisibleTo("") {
			r.Fail("event %s cannot stand there", no)
			return
		}
		s.Events = slices.Insert(s.Events, at, e)
	}
	s.Position = r.Hash(r.Word("position"))
}

// ComputedOrder is a line of a computer, which has no text but its words.
func ComputedOrder(no int, words []string) engine.Order {
	return engine.Order{Line: no, Text: strings.Join(words, " "), Words: words}
}

func (r *reader) draw() engine.Draw {
	f := r.Fields("draw", 5)
	d := engine.Draw{No: r.Number(f[0]), Sealed: f[1] == "sealed", N: r.Number(f[2]), Purpose: f[4]}
	switch {
	case f[1] == "open":
		d.Value = r.Number(f[3])
	case f[1] != "sealed" || f[3] != "-":
		r.Fail("a draw is open, or sealed without its value")
	}
	return d
}

func (r *reader) event(text string) engine.Event {
	e, err := engine.ParseEvent(text)
	if err != nil {
		r.Fail("%w", err)
	}
	return e
}

// inputs writes what the sides give to a step.
func (w *writer) inputs(all []Input) {
	for _, i := range all {
		if i.Orders == 0 {
			w.Put("input", i.Side, "-", "-")
			continue
		}
		w.Put("input", i.Side, i.Orders, i.Hash)
	}
}

// inputs reads what the inputs of a writer write.
func (r *reader) inputs() (all []Input) {
	for r.Next("input") {
		f := r.Fields("input", 3)
		i := Input{Side: engine.Side(f[0])}
		if f[1] != "-" {
			i.Orders, i.Hash = uint64(r.Number(f[1])), r.Hash(f[2])
		}
		all = append(all, i)
	}
	return all
}

func (r *reader) round(s string) uint64 {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil || n == 0 {
		r.Fail("%q is not the number of a round", s)
	}
	return n
}
