package ask

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
)

// event is the event "pending", which no side may see.
func (p *PendingRun) event(rule string) engine.Event {
	e := engine.NewEvent(rule, "pending", "", "told", strconv.Itoa(p.Told), "check", p.Check)
	add := func(key, value string) { e.Args = append(e.Args, engine.Arg{Key: key, Value: value}) }
	for _, t := range p.Tape {
		add("tape", t.String())
	}
	for _, in := range p.Orders {
		for _, o := range in.Lines {
			add("line", orderText(in.Side, o))
		}
	}
	add("base", p.Base)
	e.For = engine.Only(engine.Server)
	return e
}

// orderText is [SIDE|]NUMBER|WORDS|TEXT.
func orderText(side engine.Side, o engine.Order) string {
	text := strconv.Itoa(o.Line) + "|" + strings.Join(o.Words, " ") + "|" + o.Text
	if side == "" {
		return text
	}
	return string(side) + "|" + text
}

func parseOrder(text string) (side engine.Side, o engine.Order, err error) {
	first, rest, _ := strings.Cut(text, "|")
	if _, err := strconv.Atoi(first); err != nil {
		side = engine.Side(first)
		first, rest, _ = strings.Cut(rest, "|")
	}
	words, own, _ := strings.Cut(rest, "|")
	o, err = newOrder(first, words, own)
	if err == nil && orderText(side, o) != text {
		err = fmt.Errorf("order %q is not in canonical form", text)
	}
	return side, o, err
}

func newOrder(number, words, text string) (engine.Order, error) {
	n, err := strconv.Atoi(number)
	o := engine.Order{Line: n, Text: text, Words: strings.Fields(words)}
	if err != nil || n < 0 || len(o.Words) == 0 {
		return o, fmt.Errorf("want the number of the line and its words, not %q and %q", number, words)
	}
	return o, nil
}

// addOrder adds an order to the last of the orders, or begins those of
// another side.
func (p *PendingRun) addOrder(side engine.Side, o engine.Order) {
	if n := len(p.Orders); n > 0 && p.Orders[n-1].Side == side {
		last := &p.Orders[n-1]
		last.Lines = append(slices.Clip(last.Lines), o)
		return
	}
	p.Orders = append(slices.Clip(p.Orders), engine.Orders{Side: side, Lines: []engine.Order{o}})
}

// Apply is what is pending after an event "ask", "pending" or "resume"; nil
// is nothing. It does not change p, and trusts the event.
func (p *PendingRun) Apply(e engine.Event) *PendingRun {
	if e.Kind == "resume" {
		return nil
	}
	q := &PendingRun{}
	if p != nil {
		*q = *p
	}
	if e.Kind == "ask" {
		q.Questions = append(slices.Clip(q.Questions), Question{
			ID: e.Get("id"), Kind: e.Get("kind"), Side: e.By, Rule: e.Rule, Prompt: e.Get("prompt"),
			Options: strings.Split(e.Get("options"), "|"), Default: e.Get("default"),
		})
		return q
	}
	q.Told, q.Check, q.Base = e.Int("told"), e.Get("check"), e.Get("base")
	for _, a := range e.Args {
		switch a.Key {
		case "tape":
			if t, err := ParseEntry(a.Value); err == nil {
				q.Tape = append(q.Tape, t)
			}
		case "line":
			if side, o, err := parseOrder(a.Value); err == nil {
				q.addOrder(side, o)
			}
		}
	}
	return q
}

// Append appends the lines of a position's encoding that say what is pending.
func (p *PendingRun) Append(b []byte) []byte {
	line := func(words ...string) { b = append(append(b, strings.Join(words, " ")...), '\n') }
	for _, q := range p.Questions {
		line("question", q.ID, q.Kind, string(q.Side), q.Rule,
			engine.Quote(q.Prompt), engine.Quote(q.Default), engine.Quote(strings.Join(q.Options, "|")))
	}
	line("told", strconv.Itoa(p.Told), engine.Quote(p.Check))
	for _, in := range p.Orders {
		side := ""
		if in.Side != "" {
			side = string(in.Side) + " "
		}
		for _, o := range in.Lines {
			line("line", side+strconv.Itoa(o.Line), engine.Quote(o.Text), engine.Quote(strings.Join(o.Words, " ")))
		}
	}
	for _, t := range p.Tape {
		line("tape", engine.Quote(t.String()))
	}
	for l := range strings.Lines(p.Base) {
		line("base", engine.Quote(strings.TrimSuffix(l, "\n")))
	}
	return b
}

// fewest is how many words follow the first of each line at least.
var fewest = map[string]int{"question": 7, "told": 2, "line": 3, "tape": 1, "base": 1}

// Read reads one line of those that Append writes, cut into words, and
// returns what is pending with it. Other orders of lines and other spellings
// may pass: what Append makes of it shows them.
func (p *PendingRun) Read(words []string) (*PendingRun, error) {
	n, known := fewest[words[0]]
	w := words[1:]
	switch {
	case !known:
		return p, fmt.Errorf("unknown word %q", words[0])
	case len(w) < n:
		return p, fmt.Errorf("%s: want at least %d words after it", words[0], n)
	case words[0] == "question":
		if p == nil {
			p = &PendingRun{}
		}
		p.Questions = append(p.Questions, Question{ID: w[0], Kind: w[1], Side: engine.Side(w[2]), Rule: w[3],
			Prompt: w[4], Default: w[5], Options: strings.Split(w[6], "|")})
		return p, nil
	case p == nil:
		return p, errors.New("comes before the question that it belongs to")
	}
	return p, p.readRest(words[0], w)
}

func (p *PendingRun) readRest(word string, w []string) (err error) {
	switch word {
	case "told":
		p.Told, err = strconv.Atoi(w[0])
		p.Check = w[1]
	case "line":
		side := engine.Side("")
		if len(w) > 3 {
			side, w = engine.Side(w[0]), w[1:]
		}
		var o engine.Order
		o, err = newOrder(w[0], w[2], w[1])
		p.addOrder(side, o)
	case "tape":
		var e Entry
		e, err = ParseEntry(w[0])
		p.Tape = append(p.Tape, e)
	case "base":
		p.Base += w[0] + "\n"
	}
	return err
}
