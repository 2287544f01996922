package ask

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/tongue"
)

// Question is one decision as a side is asked for it.
type Question struct {
	ID      string // unique among the questions that are open
	Kind    string // as the rules file numbers it: "P17"
	Side    engine.Side
	Rule    string
	Prompt  string   // one plain sentence
	Options []string // at least one, without "|"
	Default string   // one of them
}

// sameAnswers are what people write for "yes" and "no" in French, German, Polish, Czech and Greek,
// as engine.Fold has it.
var sameAnswers = map[string]string{"oui": "yes", "non": "no", "ja": "yes", "nein": "no", "tak": "yes", "nie": "no",
	"ano": "yes", "ne": "no", "nai": "yes", "ochi": "no"}

// Match finds the option that a player means, without regard to case: his word, or else "yes"
// and "no" in one of his languages.
func (q Question) Match(answer string) (option string, ok bool) {
	for _, means := range []string{answer, sameAnswers[strings.ToLower(answer)]} {
		for _, o := range q.Options {
			if strings.EqualFold(o, means) {
				return o, true
			}
		}
	}
	return "", false
}

// masked is what the other sides learn of a question.
func (q Question) masked() Question {
	return Question{ID: q.ID, Kind: q.Kind, Side: q.Side, Rule: q.Rule,
		Prompt: "a choice of the other side", Options: []string{"unknown"}, Default: "unknown"}
}

// Stop is the error with which a procedure ends that has to wait for answers.
// Each function that may ask returns it to its caller at once.
type Stop struct {
	Choices []Choice // with the ids of their questions
	tape    []Entry
	told    int
	check   string
}

// Error implements error.
func (s *Stop) Error() string {
	var ids []string
	for _, c := range s.Choices {
		ids = append(ids, c.ID)
	}
	return "the procedure waits for the answer to " + strings.Join(ids, ", ")
}

// Pending is what a position keeps of the stopped procedure. orders are the
// lines that it began with (a side without lines is left out), base is the
// position at its beginning.
func (s *Stop) Pending(orders []engine.Orders, base string) *PendingRun {
	p := &PendingRun{Told: s.told, Check: s.check, Tape: s.tape, Base: base}
	for _, o := range orders {
		if len(o.Lines) > 0 {
			p.Orders = append(p.Orders, o)
		}
	}
	for _, c := range s.Choices {
		p.Questions = append(p.Questions, c.Question)
	}
	return p
}

// Events tells the questions, each to its side, and then what is pending, to
// nobody.
func (s *Stop) Events(p *PendingRun) []engine.Event {
	var events []engine.Event
	for _, c := range s.Choices {
		e := engine.NewEvent(c.Rule, "ask", c.Side, "id", c.ID, "kind", c.Kind, "whom", c.Whom,
			"prompt", c.Prompt, "options", strings.Join(c.Options, "|"), "default", c.Default)
		e.For = engine.Only(c.Side)
		events = append(events, e)
	}
	return append(events, p.event(s.Choices[0].Rule))
}

// PendingRun is a procedure that waits for answers: how to run it again up to its
// questions.
type PendingRun struct {
	Questions []Question      // put together; one side has one of them at most
	Told      int             // events that the procedure has told
	Check     string          // hash of those events, see Tape.Tell; empty if there are none
	Orders    []engine.Orders // with which it began; an empty side is one that the position names
	Tape      []Entry         // what was drawn, answered and sent since it began
	Base      string          // the position in which it began, lines that end in a line feed
}

// Question returns the question that is open to a side.
func (p *PendingRun) Question(side engine.Side) (q Question, ok bool) {
	for _, q := range p.Questions {
		if q.Side == side {
			return q, true
		}
	}
	return Question{}, false
}

// Owed lists the decisions that are open. Several are secret until all are in.
func (p *PendingRun) Owed() []engine.Decision {
	var ds []engine.Decision
	for _, q := range p.Questions {
		ds = append(ds, engine.Decision{ID: q.ID, Kind: q.Kind, Side: q.Side, Rule: q.Rule,
			Prompt: tongue.English(q.Prompt), Default: tongue.Name(q.Default), Secret: len(p.Questions) > 1})
	}
	return ds
}

// View is what a side may know of it: its own question, and that others are
// asked.
func (p *PendingRun) View(side engine.Side) *PendingRun {
	v := &PendingRun{}
	for _, q := range p.Questions {
		if q.Side != side {
			q = q.masked()
		}
		v.Questions = append(v.Questions, q)
	}
	return v
}

// Answers reads the answers, in the order of the questions: the words after
// the verb "answer", or the default of a side that wrote none.
func (p *PendingRun) Answers(in []engine.Orders) []string {
	answers := make([]string, len(p.Questions))
	for i, q := range p.Questions {
		answers[i] = q.Default
		for _, o := range in {
			j := slices.IndexFunc(o.Lines, func(l engine.Order) bool { return l.Words[0] == "answer" })
			if o.Side != q.Side || j < 0 {
				continue
			}
			if a, ok := q.Match(strings.Join(o.Lines[j].Words[1:], " ")); ok {
				answers[i] = a
			}
		}
	}
	return answers
}
