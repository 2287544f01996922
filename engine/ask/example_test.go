package ask_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/tongue"
)

// wall is the position of a toy: men hold a wall, and each assault may cost
// one. After a loss the defender may leave, decision D1.
type wall struct {
	men     int
	left    bool
	sheet   ask.Sheet // standing orders of the defender
	plans   ask.Plans // of the attacker, for the days "tuesday" and so on
	pending *ask.PendingRun
}

func (w *wall) apply(e engine.Event) {
	switch e.Kind {
	case "loss":
		w.men--
	case "leave":
		w.left = true
	case "ask", "pending", "resume":
		w.pending = w.pending.Apply(e)
	}
}

// grammar is what the defender's standing orders may say.
var grammar = ask.Grammar{
	Kinds: []ask.Kind{{Kind: "D1", Word: "leave", Answers: []string{"yes", "no"}, Asks: true,
		Rule: "2", Help: tongue.English("leave the wall; default: no")}},
	Conditions: map[string]ask.Conditional{"D1": {Answers: []string{"yes", "no"},
		Help: tongue.English("a number of men at least"),
		Facts: []ask.Fact{{Word: "men-at-least", Shape: ask.IsNumber, Max: 99, What: tongue.English("number of men"),
			Example: "3"}}}},
	Asks:   []string{"D1"},
	Joined: true,
	Owners: "the troop",
	Answer: func(k *ask.Kind, answer string) *ask.Problem { return k.NoAnswer(answer) },
	Owner:  func(*ask.Kind, string) *ask.Problem { return &ask.Problem{Msg: tongue.English("all decide together")} },
}

// run is one resolution.
type run struct {
	w    wall
	tape *ask.Tape
	out  []engine.Event
}

func (r *run) emit(e engine.Event) {
	r.w.apply(e)
	if r.tape.Tell(e) {
		r.out = append(r.out, e)
	}
}

// day is a procedure: it says when it has to wait.
func (r *run) day(assaults int) error {
	for range assaults {
		if err := r.assault(); err != nil {
			return err
		}
	}
	return r.tape.End()
}

func (r *run) assault() error {
	if r.w.left || r.w.men == 0 {
		return nil
	}
	d := r.tape.Draw("assault", 6)
	r.emit(engine.Event{Rule: "1", Kind: "roll", By: "Red",
		Roll: &engine.Roll{Draws: []engine.Draw{d}, Total: d.Value + 1, Result: "hit"}})
	r.emit(engine.NewEvent("1", "loss", "Blue"))
	leave, err := r.decide(ask.Choice{Question: ask.Question{Kind: "D1", Side: "Blue", Rule: "2",
		Prompt:  fmt.Sprintf("Do your %d men leave the wall?", r.w.men),
		Options: []string{"yes", "no"}, Default: "no"}, Whom: "all"})
	if err != nil {
		return err
	}
	if leave == "yes" {
		r.emit(engine.NewEvent("2", "leave", "Blue"))
	}
	return nil
}

func (r *run) decide(c ask.Choice) (string, error) {
	c.Means = func(s ask.StandingOrder) string {
		if s.If.Holds(func(t ask.Term) bool { return r.w.men >= t.Number }) {
			return s.Answer
		}
		return "" // the next standing order counts
	}
	d, err := r.tape.Decide(c, r.w.sheet, grammar.Asks)
	if err != nil {
		return "", err
	}
	e := engine.NewEvent(c.Rule, "decision", c.Side, "answer", d.Option, "source", string(d.Source))
	e.For = engine.Only(c.Side)
	r.emit(e)
	return d.Option, nil
}

// resolve carries a day out, or goes on with it when in answers the question.
func resolve(w wall, storm engine.Order, in []engine.Orders, dice engine.Dice) []engine.Event {
	r := &run{w: w, tape: ask.NewTape(dice, true)}
	if p := w.pending; p != nil {
		r.out = append(r.out, engine.NewEvent("1", "resume", ""))
		r.w.pending = nil
		r.w.men, _ = strconv.Atoi(strings.TrimSpace(p.Base))
		r.tape = p.Resume(dice, p.Answers(in), nil)
	}
	base := fmt.Sprintln(r.w.men) // the mark
	assaults, _ := strconv.Atoi(storm.Words[1])
	var stop *ask.Stop
	if err := r.day(assaults); errors.As(err, &stop) {
		r.out = append(r.out, stop.Events(stop.Pending(nil, base))...)
	} else if err != nil {
		fmt.Println(err)
	}
	return r.out
}

// Red storms the wall on Tuesday, by a plan. Blue stays while he has three
// men, by a standing order, and is asked then.
func Example() {
	w := wall{men: 4}
	days := ask.PlanGrammar{What: "the day", For: func(string) *ask.Problem { return nil }}
	p, order, _ := days.ReadPlan(strings.Fields("tuesday storm 3"))
	p.Order = strings.Join(order, " ")
	w.plans = w.plans.With(p)
	line, _, _ := grammar.ReadStanding(strings.Fields("leave no if men-at-least 3 else ask"))
	w.sheet = w.sheet.With(line...)
	_, _, bad := grammar.ReadStanding(strings.Fields("leave no if men-at-least few"))
	fmt.Printf("standing orders: %s\nof another one: %s\n", ask.Answers(line), bad.Msg)

	lines, _, use := w.plans.Chosen("tuesday", func(ask.Condition) bool { return true })
	fmt.Printf("plan: %s (%s)\n\n", lines[0].Text, use)

	events := resolve(w, lines[0], nil, engine.NewForced(3, 5))
	fmt.Print(engine.PrintEvents(events))
	for _, e := range events {
		w.apply(e)
	}

	q, _ := w.pending.Question("Blue")
	fmt.Printf("\n%s %s\n\n", q.Prompt, strings.Join(q.Options, " or "))
	answer := []engine.Orders{{Side: "Blue", Lines: []engine.Order{{Line: 1, Words: []string{"answer", "yes"}}}}}
	fmt.Print(engine.PrintEvents(resolve(w, lines[0], answer, engine.NewForced())))
	fmt.Printf("\n%s", w.pending.Append(nil))

	// Output:
	// standing orders: no if men-at-least 3 else ask
	// of another one: after men-at-least comes a number of men
	// plan: storm 3 (used)
	//
	// [1] roll by=Red draw=1 of=6 purpose=assault value=3 total=4 result=hit
	// [1] loss by=Blue
	// [2] decision by=Blue answer=no source=standing for=Blue
	// [1] roll by=Red draw=2 of=6 purpose=assault value=5 total=6 result=hit
	// [1] loss by=Blue
	// [2] ask by=Blue id=q5 kind=D1 whom=all prompt="Do your 2 men leave the wall?" options=yes|no default=no for=Blue
	// [2] pending told=5 check=bc38903a70c5a4ebf61e982670dc6cd977fd2c65f9cfbe4a3df5dd637fb9cd3e tape="draw 1 6 3" tape="draw 2 6 5" base="4\n" for=-
	//
	// Do your 2 men leave the wall? yes or no
	//
	// [1] resume
	// [2] decision by=Blue answer=yes source=asked for=Blue
	// [2] leave by=Blue
	//
	// question q5 D1 Blue 2 "Do your 2 men leave the wall?" no yes|no
	// told 5 bc38903a70c5a4ebf61e982670dc6cd977fd2c65f9cfbe4a3df5dd637fb9cd3e
	// tape "draw 1 6 3"
	// tape "draw 2 6 5"
	// base 4
}
