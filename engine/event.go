package engine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Event is one thing that happened. Report, audit, replay and cases all read
// the same record. Its text form is specified in the package doc.
type Event struct {
	Rule string   // paragraph that caused it: "8.7.2"
	Kind string   // lower-case word of the game: "move", "disorder"; "roll" carries Roll
	By   Side     // who acts; empty if nobody
	Args []Arg    // in the order that the kind documents
	Roll *Roll    // the dice and their reading, for kind "roll" only
	For  *Readers // the only sides that may see it, an empty list for none; nil if everyone may
}

// Readers are the sides that may see an event; events share them, and nobody changes them.
// An event has no more than a pointer to them, as most events are for everyone.
type Readers []Side

// Only makes the readers of an event that no other side may see: of one for nobody, if there are no sides.
func Only(sides ...Side) *Readers { return (*Readers)(&sides) }

// Arg is one named value of an event.
type Arg struct{ Key, Value string }

// NewEvent makes an event; kv are keys and values in turn.
func NewEvent(rule, kind string, by Side, kv ...string) Event {
	e := Event{Rule: rule, Kind: kind, By: by}
	if len(kv) > 1 {
		e.Args = make([]Arg, 0, len(kv)/2)
	}
	for i := 0; i+1 < len(kv); i += 2 {
		e.Args = append(e.Args, Arg{kv[i], kv[i+1]})
	}
	return e
}

// Get returns the value of the argument key, or "".
func (e Event) Get(key string) string {
	for _, a := range e.Args {
		if a.Key == key {
			return a.Value
		}
	}
	return ""
}

// Int returns the argument key as a number, or 0.
func (e Event) Int(key string) int {
	n, _ := strconv.Atoi(e.Get(key))
	return n
}

// VisibleTo reports whether side may see the event.
func (e Event) VisibleTo(side Side) bool { return e.For == nil || slices.Contains(*e.For, side) }

// String prints the event in its canonical form.
func (e Event) String() string { return string(e.appendTo(nil)) }

// appendTo appends the canonical form to b.
func (e Event) appendTo(b []byte) []byte {
	b = append(append(append(append(b, '['), e.Rule...), "] "...), e.Kind...)
	put := func(k, v string) { b = appendQuoted(append(append(append(b, ' '), k...), '='), v) }
	if e.By != "" {
		put("by", string(e.By))
	}
	for _, a := range e.Args {
		put(a.Key, a.Value)
	}
	if e.Roll != nil {
		b = e.Roll.appendTo(b)
	}
	switch {
	case e.For == nil:
	case len(*e.For) == 1:
		put("for", string((*e.For)[0]))
	default:
		names := make([]string, len(*e.For))
		for i, s := range *e.For {
			names[i] = string(s)
		}
		put("for", strings.Join(names, ","))
	}
	return b
}

// ParseEvent reads the canonical form of one event. It accepts exactly what
// String prints; the error has a line that is none.
func ParseEvent(line string) (Event, error) { return parseEvent(line, &eventRoom{chunk: 4}) }

func parseEvent(line string, room *eventRoom) (Event, error) {
	e, err := parseEventFields(line, room)
	var short [256]byte
	if err == nil && string(e.appendTo(short[:0])) != line {
		err = errors.New("not in canonical form")
	}
	if err != nil {
		return Event{}, fmt.Errorf("reading event %q: %w", line, err)
	}
	return e, nil
}

// eventRoom is one list in which the arguments of many events stand, and who may see the last of them
// that not everyone may.
type eventRoom struct {
	args    []Arg // what is left of it
	chunk   int   // how many are made at a time, at least
	readers *Readers
	sides   string // they as written
}

// put adds an argument to those of an event, of which there are few.
func (r *eventRoom) put(args []Arg, a Arg) []Arg {
	if args == nil {
		if cap(r.args) < min(4, r.chunk) {
			r.args = make([]Arg, 0, r.chunk)
		}
		args = r.args
	}
	return append(args, a)
}

// only reads sides, with commas between them.
func (r *eventRoom) only(value string) *Readers {
	if r.readers != nil && r.sides == value {
		return r.readers
	}
	var list []Side
	if value != "" {
		for s := range strings.SplitSeq(value, ",") {
			list = append(list, Side(s))
		}
	}
	r.readers, r.sides = Only(list...), value
	return r.readers
}

// close ends the arguments of an event, which nobody adds to in place.
func (r *eventRoom) close(args []Arg) []Arg {
	if args != nil {
		r.args = args[len(args):]
	}
	return slices.Clip(args)
}

func parseEventFields(line string, room *eventRoom) (Event, error) {
	rule, rest, _ := strings.Cut(line, " ")
	kind, rest, _ := strings.Cut(rest, " ")
	if len(rule) < 2 || rule[0] != '[' || rule[len(rule)-1] != ']' {
		return Event{}, errors.New("want [rule] kind key=value …")
	}
	e := Event{Rule: rule[1 : len(rule)-1], Kind: kind}
	var roll *rollText
	if e.Kind == "roll" {
		roll = &rollText{oneRoll: new(oneRoll)}
	}
	if !plainWord(e.Rule) || !plainWord(e.Kind) {
		return Event{}, errors.New("rule and kind are words of letters, digits, dots and hyphens")
	}
	for rest != "" {
		var a Arg
		var err error
		if a, rest, err = cutArg(rest); err != nil {
			return Event{}, err
		}
		if known, err := e.set(room, roll, a.Key, a.Value); err != nil {
			return Event{}, err
		} else if !known {
			e.Args = room.put(e.Args, a)
		}
	}
	e.Args = room.close(e.Args)
	if roll == nil || !roll.given {
		return e, nil
	}
	e.Roll = &roll.roll
	return e, roll.finish()
}

// cutArg takes key=value off the begin of a text, with the blank behind it.
func cutArg(text string) (a Arg, rest string, err error) {
	n := strings.IndexByte(text, '=')
	if n < 0 || !plainWord(text[:n]) {
		return a, "", fmt.Errorf("%q does not begin with key=value", text)
	}
	a.Key, text = text[:n], text[n+1:]
	if n = valueEnd(text); n < 0 {
		return a, "", errors.New("quote is not closed")
	}
	if a.Value, err = unquote(text[:n]); err != nil {
		return a, "", fmt.Errorf("value of %s: %w", a.Key, err)
	}
	return a, strings.TrimPrefix(text[n:], " "), nil
}

// valueEnd is where the value ends with which a text begins, -1 if its quotes are open.
func valueEnd(text string) int {
	if !strings.HasPrefix(text, `"`) {
		n := strings.IndexByte(text, ' ')
		if n < 0 {
			n = len(text)
		}
		return n
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}

// plainWord reports whether s can stand in an event line without quotes as a
// rule, a kind or a key.
func plainWord(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '.', c == '-', c == '_':
		default:
			return false
		}
	}
	return s != ""
}

// set stores one parsed field if it is no argument; those of a roll are put together later.
func (e *Event) set(room *eventRoom, roll *rollText, key, value string) (known bool, err error) {
	switch {
	case key == "by":
		e.By = Side(value)
		return true, nil
	case key == "for":
		e.For = room.only(value)
		return true, nil
	case roll != nil:
		return roll.set(key, value)
	}
	return false, nil
}

func printMods(mods []Mod) string {
	parts := make([]string, len(mods))
	for i, m := range mods {
		parts[i] = m.Name + " " + signed(m.Value)
	}
	return strings.Join(parts, ", ")
}

// signed prints a number with its sign; zero is "+0".
func signed(n int) string {
	if n < 0 {
		return strconv.Itoa(n)
	}
	return "+" + strconv.Itoa(n)
}

func parseMods(s string) ([]Mod, error) {
	var mods []Mod
	for part := range strings.SplitSeq(s, ", ") {
		i := strings.LastIndexByte(part, ' ')
		if i < 1 {
			return nil, fmt.Errorf("modifier %q is not a name and a number", part)
		}
		v, err := strconv.Atoi(part[i+1:])
		if err != nil {
			return nil, fmt.Errorf("modifier %q: %w", part, err)
		}
		mods = append(mods, Mod{part[:i], v})
	}
	return mods, nil
}

// PrintEvents prints one event a line.
func PrintEvents(events []Event) string {
	var b []byte
	for _, e := range events {
		b = append(e.appendTo(b), '\n')
	}
	return string(b)
}

// ParseEvents reads what PrintEvents prints. The error names the first line that is no event, from 1.
func ParseEvents(text string) ([]Event, error) {
	lines := strings.Count(text, "\n")
	events := slices.Grow([]Event(nil), lines)
	n, room := 0, &eventRoom{chunk: min(16, 2*lines)}
	for line := range strings.Lines(text) {
		n++
		e, err := parseEvent(strings.TrimSuffix(line, "\n"), room)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		events = append(events, e)
	}
	return events, nil
}
