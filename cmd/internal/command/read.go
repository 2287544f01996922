package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/engine/tongue"
)

// reader turns the words of a line into the Command that they are.
type reader struct {
	*Line
	faults []engine.Fault
}

func (r *reader) fault(msg, hint tongue.Text) {
	r.faults = append(r.faults, fault(r.No, r.Text, msg, hint))
}

// wrong notes what is wrong with a word, if something is.
func (r *reader) wrong(err error) {
	if err != nil {
		r.fault(phrase.Told(err.Error()), write(r.Usage()))
	}
}

// word is a word behind the command, counted from 0; "" if it is not there.
func (r *reader) word(i int) string {
	if i < len(r.Args) {
		return r.Args[i]
	}
	return ""
}

// rest is the line from a word on.
func (r *reader) rest(from int) string { return strings.Join(r.Args[min(from, len(r.Args)):], " ") }

// step reads the number of a step.
func (r *reader) step(i int) int {
	n, err := strconv.Atoi(r.word(i))
	if err != nil {
		r.fault(phrase.Say("fault.nostep", "word", r.word(i)), write(r.Usage()))
	}
	return n
}

// near is what to write for a word that may be nearly one of several.
func near(line, word string, all []string) tongue.Text {
	return phrase.Say("hint.nearwrite", "near", nearest(word, all), "line", line)
}

// nearest is the word that was nearly written; "" if there is none, or if it is the very word.
func nearest(word string, all []string) string {
	n := engine.Nearest(strings.ToLower(word), all)
	if n == strings.ToLower(word) {
		return ""
	}
	return n
}

// date reads a date with its year; zero if it is not there.
func (r *reader) date(i int, example string) (d clock.Date) {
	if r.word(i) == "" {
		return d
	}
	d, err := clock.ParseFullDate(r.word(i))
	if err != nil {
		r.fault(phrase.Told(err.Error()), write(example))
	}
	return d
}

func (r *reader) extend() Command {
	span, err := clock.ParseSpan(r.word(0))
	r.wrong(err)
	return Extend{Span: span, Side: engine.Side(r.word(1))}
}

func (r *reader) deadline() Command {
	d := Deadline{Minutes: -1, Date: r.date(0, r.Usage())}
	rest := r.Args[1:]
	if len(rest) > 0 && strings.ContainsAny(rest[0], "0123456789") { // no side has a digit
		at, err := time.Parse("15:04", rest[0])
		if err != nil {
			r.wrong(fmt.Errorf("%q is not a time of day like 20:00", rest[0]))
		}
		d.Minutes, rest = at.Hour()*60+at.Minute(), rest[1:]
	}
	if len(rest) > 0 {
		d.Side, rest = engine.Side(rest[0]), rest[1:]
	}
	if len(rest) > 0 {
		r.wrong(fmt.Errorf("%q is one word too many", rest[0]))
	}
	return d
}

func (r *reader) draw() Command {
	s := r.sure()
	if len(r.Args) > 0 && s == (Assurance{}) {
		r.fault(phrase.Say("fault.drawanswer"), near("draw / draw no", r.word(0), []string{"no"}))
	}
	return Draw{No: s.No, Code: s.Code}
}

// sure reads the word behind a command that is asked back: a code, or no.
func (r *reader) sure() (s Assurance) {
	switch word := r.word(0); {
	case len(r.Args) > 1:
	case strings.EqualFold(word, "no"):
		s.No = true
	case said.IsSure(word):
		s.Code = word
	}
	return s
}

// alone is sure for a command that has no other word behind it.
func (r *reader) alone() Assurance {
	s := r.sure()
	if len(r.Args) > 0 && s == (Assurance{}) {
		r.fault(phrase.Say("fault.alone"), phrase.Say("hint.alone", "word", r.Word))
	}
	return s
}

func (r *reader) close() Command {
	c := Close{Assurance: r.sure()}
	if c.Assurance == (Assurance{}) {
		c.Reason = r.rest(0)
	}
	return c
}

func (r *reader) press() Command {
	p := Press{To: strings.ToLower(r.word(0)), Anonymous: len(r.Args) > 1, Text: r.Body}
	if p.Anonymous && !strings.EqualFold(r.word(1), "anonymous") {
		r.fault(phrase.Say("fault.pressway"), near(r.Usage(), r.word(1), []string{"anonymous"}))
	}
	return p
}

// showMap reads the word large and the game in either order.
func (r *reader) showMap() Command {
	first, second := r.word(0), r.word(1)
	switch {
	case strings.EqualFold(first, "large"):
		return Map{Game: second, Large: true}
	case strings.EqualFold(second, "large"):
		return Map{Game: first, Large: true}
	case second != "":
		r.fault(phrase.Say("fault.oneword", "word", second), write(r.Usage()))
	}
	return Map{Game: first}
}

func (r *reader) announce() Command {
	if w := r.word(0); w != "" && !strings.EqualFold(w, "all") {
		r.fault(phrase.Say("fault.nogameall", "word", w), near(r.Usage(), w, []string{"all"}))
	}
	return Announce{len(r.Args) > 0, r.Body}
}

// LastReport is the step of the report that somebody asks for who names none.
const LastReport = -1

func (r *reader) report() Command {
	if len(r.Args) == 0 {
		return Report{LastReport}
	}
	n, err := strconv.Atoi(r.word(0))
	if err != nil {
		r.fault(phrase.Say("fault.noreport"), write("report N"))
	}
	return Report{n}
}

func (r *reader) absence() Command {
	const example = "absence 2030-12-20 2030-12-27"
	return Absence{From: r.date(0, example), To: r.date(1, example)}
}

func (r *reader) observe() Command { return Observe{Word: r.Word, Game: r.word(0), Code: r.word(1)} }

func (r *reader) substitute() Command {
	s := Substitute{NewPlayer: NewPlayer{Side: engine.Side(r.word(0))}}
	s.At(r.word(1), r.rest(2))
	s.Key, s.Reason = keyAbove(r.Body)
	return s
}

// keyAbove cuts the key of a new player from what stands below: "key KEY", or "key" with
// the key on the lines below it and "endkey" below that.
func keyAbove(body string) (key, rest string) {
	first, rest, _ := strings.Cut(strings.TrimSpace(body), "\n")
	word, key, _ := strings.Cut(strings.TrimSpace(first), " ")
	switch {
	case !strings.EqualFold(word, "key"):
		return "", body
	case strings.TrimSpace(key) != "":
		return strings.TrimSpace(key), rest
	}
	lines := strings.SplitAfter(rest, "\n")
	end := slices.IndexFunc(lines, func(l string) bool { return strings.EqualFold(strings.TrimSpace(l), "endkey") })
	if end < 0 {
		return rest, ""
	}
	return strings.TrimSpace(strings.Join(lines[:end], "")), strings.Join(lines[end+1:], "")
}
