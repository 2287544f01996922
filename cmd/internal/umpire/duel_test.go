package umpire

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/board"
	"berthier/engine/tongue"
)

// duel is a small ruleset: each round both sides pick a number in secret, a
// die falls, and the side that is nearer scores and may double. Meanwhile the
// other may pick for the next round beforehand. In round 1 each is dealt a
// sealed card that only it sees.
type duel struct {
	version string
	broken  *bool // while true, a pick of 6 makes Resolve panic
}

const duelRounds = 2

var duelSides = []engine.Side{"Red", "Blue"}

type duelPos struct {
	round  int
	phase  string // pick, double, over
	score  [2]int
	card   [2]string // "-" not dealt, "?" masked
	leader int
	early  [2]int // picked beforehand; 0 none, or masked
}

func (p *duelPos) Encode() []byte { return p.Append(nil) }

func (p *duelPos) Append(b []byte) []byte {
	b = fmt.Appendf(b, "duel\nround %d\nphase %s\nscore %d %d\ncard %s %s\nleader %d\n",
		p.round, p.phase, p.score[0], p.score[1], p.card[0], p.card[1], p.leader)
	if p.early != [2]int{} {
		b = fmt.Appendf(b, "early %d %d\n", p.early[0], p.early[1])
	}
	return b
}

func (d duel) Decode(data []byte) (engine.Position, error) {
	p := &duelPos{}
	_, err := fmt.Sscanf(string(data), "duel\nround %d\nphase %s\nscore %d %d\ncard %s %s\nleader %d\n",
		&p.round, &p.phase, &p.score[0], &p.score[1], &p.card[0], &p.card[1], &p.leader)
	if i := bytes.Index(data, []byte("early")); err == nil && i >= 0 {
		_, err = fmt.Sscanf(string(data[i:]), "early %d %d\n", &p.early[0], &p.early[1])
	}
	if err == nil && !bytes.Equal(p.Encode(), data) {
		err = errors.New("not canonical")
	}
	return p, err
}

func (d duel) Name() string                        { return "duel" }
func (d duel) Version() string                     { return d.version }
func (d duel) Sides(engine.Position) []engine.Side { return duelSides }
func (d duel) Turn(p engine.Position) int          { return p.(*duelPos).round }
func (d duel) Data(engine.Position) []engine.DataFile {
	return []engine.DataFile{{Name: "tables/duel.csv", Hash: sha256.Sum256([]byte("duel")),
		Source: "a value of this project",
		Own:    true}}
}

func (d duel) DataText(_ engine.Position, name string) []byte {
	if name != "tables/duel.csv" {
		return nil
	}
	return []byte("duel")
}

// A duel that is over begins the next one with its score.
func (d duel) Targets(pos engine.Position) []string {
	if pos.(*duelPos).phase != "over" {
		return nil
	}
	return []string{"duel"}
}

func (duel) Leads(engine.Outcome) bool { return false }

func (d duel) Export(pos engine.Position, _, origin string) (b engine.Battle, err error) {
	score := pos.(*duelPos).score
	b.Setup.Scenario, b.Setup.Options = "two", map[string]string{"ask": "yes"}
	b.Setup.Files = map[string][]byte{"points.txt": fmt.Appendf(nil, "points %d %d\n# %s\n", score[0],
		score[1], origin)}
	return b, nil
}

func (d duel) Standing(engine.Position, engine.Side) []string { return nil }

func (d duel) Verbs() []engine.Verb {
	return []engine.Verb{
		{Word: "pick", Usage: "pick NUMBER", Rule: "1.2", Help: tongue.English("Picks a number from 1 to 6.")},
		{Word: "double", Usage: "double yes|no", Rule: "2", Help: tongue.English("Doubles, or not.")},
	}
}

func (d duel) Scenarios() []string { return []string{"two"} }

func (d duel) Start(s engine.Setup) (engine.Position, error) {
	if s.Scenario != "two" {
		return nil, fmt.Errorf("no scenario %q; there is two", s.Scenario)
	}
	for key := range s.Options {
		if key != "ask" {
			return nil, fmt.Errorf("no option %q; there is ask", key)
		}
	}
	p := &duelPos{round: 1, phase: "pick", card: [2]string{"-", "-"}}
	for name, text := range s.Files {
		if _, err := fmt.Sscanf(string(text), "points %d %d\n", &p.score[0], &p.score[1]); err != nil ||
			name != "points.txt" {
			return nil, fmt.Errorf("file %s: want points.txt with the line points RED BLUE", name)
		}
	}
	return p, nil
}

func (d duel) Owed(pos engine.Position) (ds []engine.Decision) {
	p := pos.(*duelPos)
	for i, side := range duelSides {
		if p.phase == "pick" {
			ds = append(ds, engine.Decision{ID: "pick-" + string(side), Kind: "D1", Side: side, Rule: "1.2",
				Prompt: tongue.English("Pick a number."), Default: tongue.English("1"), Secret: true})
		}
		if p.phase == "double" && p.leader == i {
			ds = append(ds, engine.Decision{ID: "double", Kind: "D2", Side: side, Rule: "2",
				Prompt:  tongue.English("Double?"),
				Default: tongue.English("no")})
		}
		if p.phase == "double" && p.leader != i && p.round < duelRounds {
			ds = append(ds, engine.Decision{ID: "early", Kind: "D3", Side: side, Rule: "2",
				Prompt: tongue.English("You may pick for the next round."), Default: tongue.English("1"),
				Open: true, Secret: true, Optional: true})
		}
	}
	return ds
}

func (d duel) Draft(_ engine.Position, dec engine.Decision) engine.Draft {
	return &engine.ListedDraft{List: func([]engine.Order) []engine.Order { return d.options(dec) }}
}

func (d duel) options(dec engine.Decision) (out []engine.Order) {
	lines := []string{"double yes", "double no"}
	if dec.Kind != "D2" {
		lines = []string{"pick 1", "pick 2", "pick 3", "pick 4", "pick 5", "pick 6"}
	}
	for _, l := range lines {
		out = append(out, engine.Order{Words: strings.Fields(l)})
	}
	return out
}

func (d duel) Check(pos engine.Position, o engine.Orders) (faults []engine.Fault) {
	p := pos.(*duelPos)
	for i, l := range o.Lines {
		word, want := "pick", []string{"1", "2", "3", "4", "5", "6"}
		if p.phase == "double" && duelSides[p.leader] == o.Side {
			word, want = "double", []string{"yes", "no"}
		}
		switch {
		case l.Words[0] != word:
			faults = append(faults, engine.Fault{Kind: engine.Illegal, Line: l.Line, Text: l.Text, Rule: "1",
				Msg: tongue.English("not in this phase")})
		case len(l.Words) != 2 || !slices.Contains(want, l.Words[1]) || i > 0:
			faults = append(faults, engine.Fault{Kind: engine.Invalid, Line: l.Line, Text: l.Text,
				Msg: tongue.English(
					"want one line with one of " + strings.Join(want, ", "),
				), Hint: tongue.English(word + " " + want[0])})
		}
	}
	return faults
}

func (d duel) Resolve(pos engine.Position, in []engine.Orders, dice engine.Dice) (events []engine.Event, err error) {
	p := pos.(*duelPos)
	answer := func(i int, def string) string {
		if len(in[i].Lines) > 0 {
			return in[i].Lines[0].Words[1]
		}
		return def
	}
	if p.phase == "double" {
		for i, o := range in {
			switch {
			case o.Side != duelSides[p.leader]:
				e := engine.NewEvent("2", "early", o.Side, "number", answer(i, "0"))
				e.For = engine.Only(o.Side)
				events = append(events, e)
			case answer(i, "no") == "yes":
				events = append(events, engine.NewEvent("2", "score", o.Side, "points", "1"))
			}
		}
		return append(events, engine.NewEvent("1", "next", "")), nil
	}
	for _, side := range duelSides {
		if p.round == 1 {
			c := dice.Seal("card of "+string(side), 1000)
			e := engine.NewEvent("1.1", "deal", side, "card", "card"+strconv.Itoa(c.Value), "draws", strconv.Itoa(c.No))
			e.For = engine.Only(side)
			events = append(events, e)
		}
	}
	die := dice.Draw("die of the round", 6)
	total := die.Value + 1
	roll := &engine.Roll{Draws: []engine.Draw{die}, Mods: []engine.Mod{{Name: "from one", Value: 1}}, Total: total,
		Result: "fallen"}
	events = append(events, engine.Event{Rule: "1.3", Kind: "roll", Roll: roll})
	near, best := 99, 0
	for i := range in {
		n, _ := strconv.Atoi(answer(i, strconv.Itoa(max(p.early[i], 1))))
		if n == 6 && d.broken != nil && *d.broken {
			panic("six is more than this program can count to")
		}
		events = append(events, engine.NewEvent("1.2", "pick", in[i].Side, "number", strconv.Itoa(n)))
		if diff := max(n-total, total-n); diff < near {
			near, best = diff, i
		}
	}
	return append(events, engine.NewEvent("1.4", "score", duelSides[best], "points", "1"),
		engine.NewEvent("2", "ask", duelSides[best])), nil
}

func (d duel) Apply(pos engine.Position, events []engine.Event) engine.Position {
	p := *pos.(*duelPos)
	for _, e := range events {
		i := slices.Index(duelSides, e.By)
		switch e.Kind {
		case "deal":
			p.card[i] = e.Get("card")
		case "score":
			p.score[i] += e.Int("points")
		case "early":
			p.early[i] = e.Int("number")
		case "pick":
			p.early[i] = 0
		case "ask":
			p.phase, p.leader = "double", i
		case "next":
			p.phase, p.leader, p.round = "pick", 0, p.round+1
			if p.round > duelRounds {
				p.phase = "over"
			}
		}
	}
	return &p
}

func (d duel) View(pos engine.Position, side engine.Side) engine.Position {
	p := *pos.(*duelPos)
	for i, s := range duelSides {
		if s != side && p.card[i] != "-" {
			p.card[i] = "?"
		}
		if s != side {
			p.early[i] = 0
		}
	}
	return &p
}

func (d duel) Report(before, after engine.Position, events []engine.Event, side engine.Side) engine.Report {
	p := after.(*duelPos)
	r := engine.Report{Side: side, Title: tongue.English(fmt.Sprintf("Round %d", p.round)), Outcome: d.Outcome(p),
		End:      tongue.English(d.Outcome(p).Text),
		Template: engine.LinesOf("// " + p.phase + "\nend\n"), Victory: engine.Victory{
			Stands: tongue.English(fmt.Sprintf("Red %d, Blue %d.", p.score[0], p.score[1])),
			Score:  tongue.Name(fmt.Sprintf("Red %d, Blue %d", p.score[0], p.score[1])),
			Ways:   []engine.Line{{Text: tongue.English("After two rounds the higher score wins."), Rule: "3"}}}}
	if !r.Outcome.Over {
		r.Victory.Needs = tongue.English("For " + string(side) + ": score more.")
	}
	c := engine.Chapter{Heading: duelWords.Say("round")}
	for _, e := range events {
		c.Lines = append(
			c.Lines,
			engine.Line{Text: tongue.English(e.Kind + " " + string(e.By) + " " + e.Get("card")), Rule: e.Rule,
				Roll: e.Roll},
		)
	}
	r.Story = append(r.Story, c)
	for _, dec := range d.Owed(p) {
		switch {
		case dec.Side == side && dec.Optional:
			r.Optional = append(r.Optional, dec)
		case dec.Side == side:
			r.Owed = append(r.Owed, dec)
		case !dec.Optional:
			r.Waiting = append(r.Waiting, dec.Side)
		}
	}
	return r
}

func (d duel) Outcome(pos engine.Position) engine.Outcome {
	p := pos.(*duelPos)
	if p.phase != "over" {
		return engine.Outcome{}
	}
	o := engine.Outcome{Over: true, Rule: "3", Text: "two rounds are over"}
	if p.score[0] != p.score[1] {
		o.Winner = duelSides[0]
		if p.score[1] > p.score[0] {
			o.Winner = duelSides[1]
		}
	}
	return o
}

// Map implements engine.Mapper with one square.
func (d duel) Map(engine.Position, []engine.Event, engine.Side) board.Board {
	square := []board.Point{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}}
	return board.Board{Title: tongue.Name("Duel"), Max: square[2], Cell: 1,
		Regions: []board.Region{{ID: "ground", Outline: square, Terrain: "clear"}}}
}

// Bots are the computer players of the duel: one whose picks come out of its chance.
func (d duel) Bots() []engine.Bot {
	return []engine.Bot{{Name: "lucky", Version: "1", Help: "picks by chance",
		New: func(_ engine.Ruleset, seed uint64) func(engine.Position, engine.Side) engine.Orders {
			return func(p engine.Position, side engine.Side) engine.Orders {
				words := []string{"pick", strconv.Itoa(int(seed%5) + 1)}
				if p.(*duelPos).phase == "double" {
					words = []string{"double", []string{"yes", "no"}[seed%2]}
				}
				return engine.Orders{Side: side, Lines: []engine.Order{{Line: 1, Words: words}}}
			}
		}}}
}
