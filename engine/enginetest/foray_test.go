package enginetest

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/deck"
	"berthier/engine/tongue"
)

// foray is a small game of cards and dice. Each round both sides play a card in
// secret. The higher one wins, and its side throws a battle die for each point of
// difference; sabres score, flags are thrown again once. A trap that loses takes a
// card at random from the winner's hand into his slot; what lay there leaves the
// game. Then the loser takes up the card of his own slot and draws one, and the winner
// draws two, of which he keeps one. After six rounds the higher score wins.
// A foray with a bug lets out what it should hide.
type foray struct{ bug string }

var (
	foraySides = []engine.Side{"Red", "Blue"}
	forayCards = map[deck.Card]int{"trap": 0, "probe": 1, "assault": 2, "storm": 3}
	forayBox   = newForayBox()
	forayDie   = engine.Die{Faces: []string{"infantry", "infantry", "cavalry", "artillery", "flag", "sabre"}}
)

const forayRounds = 6

func newForayBox() *deck.Box {
	places := []deck.Place{{Name: "pile"}, {Name: "table", Open: true},
		{Name: "discard", Open: true}, {Name: "out", Open: true}}
	for _, side := range foraySides {
		for _, name := range []string{"hand-", "slot-", "scout-", "rejected-"} {
			places = append(places, deck.Place{Name: name + string(side), Seen: []engine.Side{side}})
		}
	}
	box, err := deck.NewBox([]deck.Kind{{Card: "probe", Count: 4}, {Card: "assault", Count: 3},
		{Card: "storm", Count: 2},
		{Card: "trap", Count: 3}}, places)
	if err != nil {
		panic(err)
	}
	return box
}

type forayPos struct {
	round  int
	phase  string // deal, play, keep, over
	winner int    // of the round
	score  [2]int
	deck   deck.Deck
}

func (p *forayPos) Encode() []byte { return p.Append(nil) }

func (p *forayPos) Append(b []byte) []byte {
	return p.deck.Append(fmt.Appendf(b, "foray %d %s %d %d %d\n", p.round, p.phase, p.winner, p.score[0], p.score[1]))
}

func (f foray) Decode(data []byte) (engine.Position, error) {
	p := &forayPos{}
	head, rest, _ := bytes.Cut(data, []byte("\n"))
	if _, err := fmt.Sscanf(string(head), "foray %d %s %d %d %d", &p.round, &p.phase, &p.winner,
		&p.score[0], &p.score[1]); err != nil {
		return nil, err
	}
	var err error
	p.deck, err = forayBox.Read(strings.Split(strings.TrimSuffix(string(rest), "\n"), "\n"))
	switch {
	case err != nil:
		return nil, err
	case !slices.Contains([]string{"deal", "play", "keep", "over"}, p.phase) || p.winner < 0 || p.winner > 1:
		return nil, errors.New("no such phase or winner")
	case !bytes.Equal(p.Encode(), data):
		return nil, errors.New("not canonical")
	}
	return p, nil
}

func (f foray) Name() string                                   { return "foray" }
func (f foray) Version() string                                { return "1" }
func (f foray) Scenarios() []string                            { return []string{"woods"} }
func (f foray) Data(engine.Position) []engine.DataFile         { return nil }
func (f foray) DataText(engine.Position, string) []byte        { return nil }
func (f foray) Sides(engine.Position) []engine.Side            { return foraySides }
func (f foray) Turn(p engine.Position) int                     { return p.(*forayPos).round }
func (f foray) Standing(engine.Position, engine.Side) []string { return nil }
func (f foray) Preview(p engine.Position, o engine.Orders) engine.Preview {
	return engine.Preview{After: f.View(p, o.Side)}
}

func (f foray) Verbs() []engine.Verb {
	return []engine.Verb{
		{Word: "play", Usage: "play CARD", Rule: "1", Help: tongue.English("Plays a card of your hand.")},
		{Word: "pass", Usage: "pass", Rule: "1", Help: tongue.English("Plays nothing: your hand is empty.")},
		{Word: "keep", Usage: "keep CARD", Rule: "4", Help: tongue.English("Keeps one of the cards that you scouted.")},
	}
}

func (f foray) Start(s engine.Setup) (engine.Position, error) {
	if s.Scenario != "woods" || len(s.Options) > 0 || len(s.Files) > 0 {
		return nil, errors.New("there is one scenario, woods, no option and no file")
	}
	return &forayPos{round: 1, phase: "deal", deck: forayBox.Fill("pile")}, nil
}

func (f foray) Owed(pos engine.Position) (ds []engine.Decision) {
	p := pos.(*forayPos)
	for i, side := range foraySides {
		d := engine.Decision{ID: fmt.Sprintf("%s-%d-%s", p.phase, p.round, side), Kind: "F1", Side: side, Rule: "1",
			Prompt: tongue.English("Play a card."), Default: tongue.English("the lowest of your hand"), Secret: true}
		switch {
		case p.phase == "keep" && i == p.winner:
			d.Kind, d.Rule, d.Prompt, d.Default = "F2", "4", tongue.English(
				"Keep one of the cards that you scouted.",
			), tongue.English(
				"the first",
			)
		case p.phase == "over" || p.phase == "keep":
			continue
		}
		ds = append(ds, d)
	}
	return ds
}

// choices are the lines that may answer what a side owes.
func (p *forayPos) choices(side engine.Side) []string {
	place, verb := "hand-", "play "
	switch {
	case p.phase == "deal":
		return []string{"pass"}
	case p.phase == "keep":
		place, verb = "scout-", "keep "
	case p.deck.Count("hand-"+string(side)) == 0:
		return []string{"pass"}
	}
	var lines []string
	for _, c := range slices.Compact(slices.Clone(p.deck.Cards(place + string(side)))) {
		lines = append(lines, verb+string(c))
	}
	return lines
}

func (f foray) Draft(pos engine.Position, d engine.Decision) engine.Draft {
	return &engine.ListedDraft{List: func([]engine.Order) (out []engine.Order) {
		for _, l := range pos.(*forayPos).choices(d.Side) {
			out = append(out, engine.Order{Words: strings.Fields(l)})
		}
		return out
	}}
}

func (f foray) Check(pos engine.Position, o engine.Orders) (faults []engine.Fault) {
	p := pos.(*forayPos)
	for i, l := range o.Lines {
		fault := engine.Fault{Kind: engine.Illegal, Line: l.Line, Text: l.Text, Rule: "1"}
		switch other := foraySides[1-slices.Index(foraySides, o.Side)]; {
		case i > 0:
			fault.Msg = tongue.English("one card is played")
		case !slices.Contains(p.choices(o.Side), strings.Join(l.Words, " ")):
			fault.Msg = tongue.English("you cannot do that now")
		case f.bug == "check leaks" && p.deck.Has("hand-"+string(other), "storm") && l.Words[0] == "play":
			fault.Msg = tongue.English("he has a storm")
		default:
			continue
		}
		faults = append(faults, fault)
	}
	return faults
}

// forayStep is one resolution: events are applied as they are told.
type forayStep struct {
	bug    string
	p      *forayPos
	dice   engine.Dice
	events []engine.Event
}

func (s *forayStep) tell(events ...engine.Event) {
	for _, e := range events {
		s.p.apply(e)
	}
	s.events = append(s.events, events...)
}

func (s *forayStep) draw(rule string, side engine.Side, to string, n int) {
	events := s.p.deck.Draw(s.dice, deck.Way{Rule: rule, By: side, From: "pile", To: to}, n, "discard",
		"rejected-Red", "rejected-Blue")
	if s.bug == "event names a card" {
		for i := range events {
			events[i].For = nil
		}
	}
	s.tell(events...)
}

func (f foray) Resolve(pos engine.Position, in []engine.Orders, dice engine.Dice) ([]engine.Event, error) {
	var faults engine.Faults
	for _, o := range in {
		faults = append(faults, f.Check(pos, o)...)
	}
	if len(faults) > 0 {
		return nil, faults
	}
	p := *pos.(*forayPos)
	s := &forayStep{bug: f.bug, p: &p, dice: dice}
	switch p.phase {
	case "deal":
		for range 3 {
			for _, side := range foraySides {
				s.draw("2", side, "hand-"+string(side), 1)
			}
		}
		s.tell(engine.NewEvent("1", "next", "", "phase", "play"))
	case "play":
		s.play(in)
	case "keep":
		s.keep(in[0])
	}
	return s.events, nil
}

// answer is the card that a side names, the first of its choices if it names none.
func (s *forayStep) answer(o engine.Orders) deck.Card {
	line := s.p.choices(o.Side)[0]
	if len(o.Lines) > 0 {
		line = strings.Join(o.Lines[0].Words, " ")
	}
	_, card, _ := strings.Cut(line, " ")
	return deck.Card(card)
}

func (s *forayStep) play(in []engine.Orders) {
	value := [2]int{-1, -1}
	var cards [2]deck.Card
	for i, o := range in {
		if cards[i] = s.answer(o); cards[i] != "" {
			value[i] = forayCards[cards[i]]
			s.tell(s.p.deck.Move(deck.Way{Rule: "1", By: o.Side, From: "hand-" + string(o.Side), To: "table"},
				cards[i])...)
		}
	}
	if value[0] == value[1] {
		s.tell(s.p.deck.Empty(deck.Way{Rule: "3", From: "table", To: "discard"})...)
		for _, side := range foraySides {
			s.draw("4", side, "hand-"+string(side), 1)
		}
		s.end()
		return
	}
	w := 0
	if value[1] > value[0] {
		w = 1
	}
	winner, loser := foraySides[w], foraySides[1-w]
	s.battle(winner, max(value[w], 0)-max(value[1-w], 0))
	if cards[1-w] == "trap" {
		s.tell(s.p.deck.Empty(deck.Way{Rule: "3", By: winner, From: "slot-" + string(winner), To: "out"})...)
		s.tell(s.p.deck.Draw(s.dice,
			deck.Way{Rule: "3", By: loser, From: "hand-" + string(winner), To: "slot-" + string(winner)}, 1)...)
	}
	s.tell(s.p.deck.Empty(deck.Way{Rule: "3", From: "table", To: "discard"})...)
	s.tell(s.p.deck.Empty(deck.Way{Rule: "4", By: loser, From: "slot-" + string(loser),
		To: "hand-" + string(loser)})...)
	s.draw("4", loser, "hand-"+string(loser), 1)
	s.draw("4", winner, "scout-"+string(winner), 2)
	s.tell(engine.NewEvent("4", "next", winner, "phase", "keep"))
	if s.p.deck.Count("scout-"+string(winner)) == 0 {
		s.end()
	}
}

// battle throws the dice of the winner.
func (s *forayStep) battle(winner engine.Side, dice int) {
	if dice == 0 {
		return
	}
	roll := &engine.Roll{Die: forayDie, Draws: engine.Throw(s.dice.Draw, "battle of "+string(winner), dice, 6),
		Pool: []engine.Mod{{Name: "difference", Value: dice}}, Hits: true}
	for _, d := range roll.Counting() {
		if forayDie.Show(d.Value) == "flag" {
			roll.Again(s.dice.Draw, d.No)
		}
	}
	for _, d := range roll.Counting() {
		if forayDie.Show(d.Value) == "sabre" {
			roll.Total++
		}
	}
	roll.Result = strconv.Itoa(roll.Total) + " points"
	s.tell(engine.Event{Rule: "3", Kind: "roll", By: winner, Roll: roll},
		engine.NewEvent("3", "score", winner, "points", strconv.Itoa(roll.Total)))
}

func (s *forayStep) keep(o engine.Orders) {
	scout, hand := "scout-"+string(o.Side), "hand-"+string(o.Side)
	s.tell(s.p.deck.Move(deck.Way{Rule: "4", By: o.Side, From: scout, To: hand}, s.answer(o))...)
	s.tell(s.p.deck.Empty(deck.Way{Rule: "4", By: o.Side, From: scout, To: "rejected-" + string(o.Side)})...)
	s.end()
}

// end ends the round.
func (s *forayStep) end() {
	phase := "play"
	if s.p.round == forayRounds {
		phase = "over"
	}
	s.tell(engine.NewEvent("5", "round", ""), engine.NewEvent("5", "next", "", "phase", phase))
}

func (f foray) Apply(pos engine.Position, events []engine.Event) engine.Position {
	p := *pos.(*forayPos)
	for _, e := range events {
		p.apply(e)
	}
	return &p
}

func (p *forayPos) apply(e engine.Event) {
	p.deck = p.deck.Apply(e)
	side := slices.Index(foraySides, e.By)
	switch e.Kind {
	case "score":
		p.score[side] += e.Int("points")
	case "next":
		p.phase, p.winner = e.Get("phase"), max(side, 0)
	case "round":
		p.round++
	}
}

func (f foray) View(pos engine.Position, side engine.Side) engine.Position {
	p := *pos.(*forayPos)
	if f.bug != "view shows the hands" {
		p.deck = p.deck.View(side)
	}
	return &p
}

func (f foray) Report(before, after engine.Position, events []engine.Event, side engine.Side) engine.Report {
	p := after.(*forayPos)
	r := engine.Report{Side: side, Title: tongue.English(fmt.Sprintf("Round %d", p.round)), Outcome: f.Outcome(p),
		End:      tongue.English(f.Outcome(p).Text),
		Template: engine.LinesOf("# play CARD\nend\n"), Victory: engine.Victory{
			Stands: tongue.English(fmt.Sprintf("%d banners to %d", p.score[0], p.score[1])),
			Ways:   []engine.Line{{Rule: "3", Text: tongue.English("The higher score wins.")}}}}
	if !r.Outcome.Over {
		r.Victory.Needs = tongue.English("You need more banners than the other.")
	}
	chapter := engine.Chapter{Heading: tongue.English("The round")}
	for _, e := range events {
		chapter.Lines = append(chapter.Lines,
			engine.Line{Text: tongue.English(fmt.Sprintf("%s %s %s", e.Kind, e.By, e.Get("cards"))), Rule: e.Rule,
				Roll: e.Roll})
	}
	r.Story = append(r.Story, chapter)
	for _, s := range foraySides {
		place := "hand-" + string(s)
		r.Tables = append(r.Tables,
			engine.Table{Title: tongue.English(place),
				Rows: [][]tongue.Text{tongue.Names(strconv.Itoa(p.deck.Count(place)),
					fmt.Sprint(p.deck.Cards(place)))}})
	}
	for _, d := range f.Owed(p) {
		if d.Side == side {
			r.Owed = append(r.Owed, d)
		} else {
			r.Waiting = append(r.Waiting, d.Side)
		}
	}
	return r
}

func (f foray) Outcome(pos engine.Position) engine.Outcome {
	p := pos.(*forayPos)
	if p.phase != "over" {
		return engine.Outcome{}
	}
	o := engine.Outcome{Over: true, Rule: "5", Text: "six rounds are over"}
	if p.score[0] != p.score[1] {
		o.Winner = foraySides[0]
		if p.score[1] > p.score[0] {
			o.Winner = foraySides[1]
		}
	}
	return o
}

func forayConfig(bug string) Config {
	return Config{Ruleset: foray{bug}, Setups: []engine.Setup{{Scenario: "woods"}}, Games: 12,
		Vary: func(pos engine.Position, side engine.Side, seed uint64) engine.Position {
			p := *pos.(*forayPos)
			p.deck = p.deck.Vary(side, rand.New(rand.NewPCG(seed, 5)).IntN)
			return &p
		}}
}

// A game of cards keeps the whole contract.
func TestForay(t *testing.T) {
	Run(t, forayConfig(""))
	for bug, check := range map[string]string{"view shows the hands": "hidden-facts", "check leaks": "hidden-facts",
		"event names a card": "hidden-events"} {
		if failed, _ := failures(forayConfig(bug), 1); !slices.Contains(failed, check) {
			t.Errorf("%s: %s does not find it, only %q", bug, check, failed)
		}
	}
}

// The games above come to everything that a deck can do.
func TestForayIsVaried(t *testing.T) {
	seen := map[string]int{}
	s := newSuite(forayConfig(""), 1)
	s.eachFrame(func(_ string, f *frame) {
		for _, e := range f.step.Events {
			if e.Kind == "cards" {
				seen[strings.NewReplacer("Red", "", "Blue", "").Replace(e.Get("from")+" "+e.Get("to"))]++
			}
			if e.Roll != nil && len(e.Roll.Draws) > 1 {
				seen["dice"]++
			}
			if e.Roll != nil && e.Roll.Rerolls != nil {
				seen["again"]++
			}
		}
	})
	for _, want := range []string{"pile hand-", "pile scout-", "scout- hand-", "scout- rejected-",
		"hand- table", "hand- slot-", "slot- hand-",
		"slot- out", "table discard", "discard pile", "rejected- pile", "dice", "again"} {
		if seen[want] == 0 {
			t.Errorf("%s never happened: %v", want, seen)
		}
	}
}
