// Package toy is the smallest game that has all that the program asks of one: two
// sides call a coin in secret for some rounds, and who is right scores. With the case
// beside it, it shows what a new game is made of: a Ruleset, and an engine.Game, which
// gets a line in the table of games.
package toy

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/tongue"
)

//go:embed *.txtar
var cases embed.FS

// Game is the line in the table of games.
var Game = engine.Game{
	Name: "toy", Title: "Heads or Tails",
	Load:    load,
	First:   engine.Setup{Scenario: "short"},
	Usual:   engine.Setup{Scenario: "long"},
	Options: []engine.GameOption{{Usage: "stake=N", Help: "a coin is worth N points, 1 to 9;\nwithout it 1"}},
	Rules: `== 1 The coin
1-a Each round both sides call heads or tails in secret; who says nothing calls heads [TOY-Q1].
1-b A coin is tossed; who called it scores.
== 2 The end
2-a After the last round the higher score wins.
== D Rulings
Q1 Silence is a call (1-a).
`,
	Cases: cases,
	Case: func(position []byte) (engine.Ruleset, engine.Position, error) {
		rs, err := load(nil)
		if err != nil {
			return nil, nil, err
		}
		p, err := rs.Decode(position)
		return rs, p, err
	},
	Bots: []engine.Bot{{Name: "steady", Help: "calls tails always",
		New: func(engine.Ruleset, uint64) func(engine.Position, engine.Side) engine.Orders {
			return func(_ engine.Position, side engine.Side) engine.Orders {
				return engine.Orders{Side: side, Lines: []engine.Order{{Words: []string{"call", "tails"}}}}
			}
		}}},
	Inspect: func(_ engine.Ruleset, before engine.Position, _ []engine.Event) error {
		if p := before.(*position); p.round > p.rounds {
			return fmt.Errorf("round %d of %d", p.round, p.rounds)
		}
		return nil
	},
	Score: func(p engine.Position) []engine.Score {
		return []engine.Score{{Name: "points", Of: p.(*position).score[:]}}
	},
	Counts:     []engine.Count{{Name: "coins", Is: func(e engine.Event) bool { return e.Roll != nil }}},
	Highlights: []engine.Highlight{{Title: "The first tails", Purpose: "coin of", Words: "coin falls", Verb: "call"}},
}

const roundsFile = "tables/rounds.txt" // lines: SCENARIO ROUNDS

// ruleset has the rounds of each scenario.
type ruleset struct {
	text   []byte
	names  []string
	rounds map[string]int
}

func load(replace map[string][]byte) (engine.Ruleset, error) {
	rs := &ruleset{text: []byte("long 5\nshort 3\n"), rounds: map[string]int{}}
	for name, text := range replace {
		if name != roundsFile {
			return nil, fmt.Errorf("%s is no file of this game", name)
		}
		rs.text = text
	}
	for line := range strings.Lines(string(rs.text)) {
		var name string
		var n int
		if _, err := fmt.Sscanf(line, "%s %d", &name, &n); err != nil || n < 1 {
			return nil, fmt.Errorf("%s: want SCENARIO ROUNDS, got %q", roundsFile, line)
		}
		rs.names, rs.rounds[name] = append(rs.names, name), n
	}
	return rs, nil
}

var sides = []engine.Side{"White", "Black"}

type position struct {
	scenario             string
	round, rounds, stake int
	score                [2]int
}

const format = "toy %s\nround %d of %d\nstake %d\nscore %d %d\n"

func (p *position) Encode() []byte { return p.Append(nil) }

func (p *position) Append(b []byte) []byte {
	return fmt.Appendf(b, format, p.scenario, p.round, p.rounds, p.stake, p.score[0], p.score[1])
}

func (rs *ruleset) Decode(data []byte) (engine.Position, error) {
	p := &position{}
	_, err := fmt.Sscanf(string(data), format, &p.scenario, &p.round, &p.rounds, &p.stake, &p.score[0], &p.score[1])
	if err == nil && !bytes.Equal(p.Encode(), data) {
		err = fmt.Errorf("want\n%s", p.Encode())
	}
	return p, err
}

func (rs *ruleset) Name() string                        { return "toy" }
func (rs *ruleset) Version() string                     { return "1" }
func (rs *ruleset) Sides(engine.Position) []engine.Side { return sides }
func (rs *ruleset) Scenarios() []string                 { return rs.names }
func (rs *ruleset) ScenarioTitle(s string) tongue.Text {
	return tongue.Name(fmt.Sprint(rs.rounds[s], " coins"))
}
func (rs *ruleset) Turn(p engine.Position) int                     { return p.(*position).round }
func (rs *ruleset) Standing(engine.Position, engine.Side) []string { return nil }

func (rs *ruleset) Data(engine.Position) []engine.DataFile {
	return []engine.DataFile{{Name: roundsFile, Hash: sha256.Sum256(rs.text), Source: "a value of this project"}}
}

func (rs *ruleset) DataText(_ engine.Position, name string) []byte {
	if name != roundsFile {
		return nil
	}
	return rs.text
}

func (rs *ruleset) Verbs() []engine.Verb {
	return []engine.Verb{{Word: "call", Usage: "call heads|tails", Rule: "1",
		Help: tongue.English("Calls a side of the coin.")}}
}

func (rs *ruleset) Start(s engine.Setup) (engine.Position, error) {
	p := &position{scenario: s.Scenario, round: 1, rounds: rs.rounds[s.Scenario], stake: 1}
	if p.rounds == 0 {
		return nil, fmt.Errorf("no scenario %q", s.Scenario)
	}
	for name, value := range s.Options {
		n, err := strconv.Atoi(value)
		if name != "stake" || err != nil || n < 1 || n > 9 {
			return nil, fmt.Errorf("no option %s=%s; there is stake=N, from 1 to 9", name, value)
		}
		p.stake = n
	}
	for name, text := range s.Files {
		if _, err := fmt.Sscanf(string(text), scoreFormat, new(string), &p.score[0], &p.score[1]); name != scoreFile ||
			err != nil {
			return nil, fmt.Errorf("file %s: a game begins with %s, which another one has exported", name, scoreFile)
		}
	}
	return p, nil
}

// A game that is over begins another one with its score.
const (
	scoreFile   = "score.txt"
	scoreFormat = "# %q\nscore %d %d\n"
)

// Targets makes the ruleset an engine.Exporter.
func (rs *ruleset) Targets(pos engine.Position) []string {
	if !rs.Outcome(pos).Over {
		return nil
	}
	return []string{"toy"}
}

// Leads: a game without a winner is a draw, whatever begins with it.
func (rs *ruleset) Leads(engine.Outcome) bool { return false }

func (rs *ruleset) Export(pos engine.Position, target, origin string) (b engine.Battle, err error) {
	p := pos.(*position)
	if target != "toy" || len(rs.Targets(p)) == 0 {
		return b, fmt.Errorf("no game of %q begins with this one", target)
	}
	b.Setup.Files = map[string][]byte{scoreFile: fmt.Appendf(nil, scoreFormat, origin, p.score[0], p.score[1])}
	return b, nil
}

func (rs *ruleset) Owed(pos engine.Position) (ds []engine.Decision) {
	p := pos.(*position)
	for _, side := range sides {
		if p.round <= p.rounds {
			ds = append(ds, engine.Decision{ID: fmt.Sprintf("call-%d-%s", p.round, side), Kind: "T1", Side: side,
				Rule:   "1-a",
				Prompt: tongue.English("Heads or tails?"), Default: tongue.English("heads"), Secret: true})
		}
	}
	return ds
}

func (rs *ruleset) Draft(engine.Position, engine.Decision) engine.Draft {
	return &engine.ListedDraft{List: func([]engine.Order) []engine.Order {
		return []engine.Order{{Words: []string{"call", "heads"}}, {Words: []string{"call", "tails"}}}
	}}
}

func (rs *ruleset) Check(pos engine.Position, o engine.Orders) (faults []engine.Fault) {
	for i, l := range o.Lines {
		f := engine.Fault{Kind: engine.Invalid, Line: l.Line, Text: l.Text, Hint: tongue.English("call heads")}
		switch {
		case l.Words[0] != "call" || len(l.Words) != 2 || l.Words[1] != "heads" && l.Words[1] != "tails":
			f.Msg = tongue.English("a coin has heads and tails")
		case i > 0 || !engine.Owes(rs.Owed(pos), o.Side):
			f.Kind, f.Rule, f.Msg = engine.Illegal, "1-a", tongue.English("one call each round")
		default:
			continue
		}
		faults = append(faults, f)
	}
	return faults
}

// Preview counts the odds of a call.
func (rs *ruleset) Preview(pos engine.Position, o engine.Orders) engine.Preview {
	pre := engine.Preview{After: rs.View(pos, o.Side)}
	if len(o.Lines) == 1 && len(rs.Check(pos, o)) == 0 {
		half := big.NewRat(1, 2)
		pre.Odds = []engine.Odds{{Lines: []int{o.Lines[0].Line}, What: tongue.Name(strings.Join(o.Lines[0].Words, " ")),
			Rule: "1-b",
			Outcomes: []engine.Chance{{What: tongue.English("right"), P: half},
				{What: tongue.English("wrong"), P: half}}}}
	}
	return pre
}

func (rs *ruleset) Resolve(pos engine.Position, in []engine.Orders, dice engine.Dice) ([]engine.Event, error) {
	var faults engine.Faults
	for _, o := range in {
		faults = append(faults, rs.Check(pos, o)...)
	}
	if len(faults) > 0 {
		return nil, faults
	}
	p := pos.(*position)
	coin := dice.Draw(fmt.Sprintf("coin of round %d", p.round), 2)
	result := []string{"heads", "tails"}[coin.Value]
	events := []engine.Event{{Rule: "1-b", Kind: "roll",
		Roll: &engine.Roll{Draws: []engine.Draw{coin}, Total: coin.Value, Result: result}}}
	for _, o := range in {
		call := "heads"
		if len(o.Lines) > 0 {
			call = o.Lines[0].Words[1]
		}
		events = append(events, engine.NewEvent("1-a", "call", o.Side, "side", call))
		if call == result {
			events = append(events, engine.NewEvent("1-b", "score", o.Side, "points", strconv.Itoa(p.stake)))
		}
	}
	return append(events, engine.NewEvent("1", "next", "")), nil
}

func (rs *ruleset) Apply(pos engine.Position, events []engine.Event) engine.Position {
	p := *pos.(*position)
	for _, e := range events {
		switch e.Kind {
		case "score":
			p.score[slices.Index(sides, e.By)] += e.Int("points")
		case "next":
			p.round++
		}
	}
	return &p
}

func (rs *ruleset) View(pos engine.Position, _ engine.Side) engine.Position { return pos }

func (rs *ruleset) Report(_, after engine.Position, events []engine.Event, side engine.Side) engine.Report {
	p := after.(*position)
	r := engine.Report{Side: side, Title: tongue.English(fmt.Sprintf("Round %d", p.round)), Outcome: rs.Outcome(p),
		End:      tongue.English(rs.Outcome(p).Text),
		Template: engine.LinesOf("# call tails\nend\n"), Victory: p.victory(side)}
	story := engine.Chapter{Heading: tongue.English("The coin")}
	for _, e := range events {
		switch e.Kind {
		case "roll":
			story.Lines = append(story.Lines, engine.Line{Text: tongue.English("The coin falls"), Rule: e.Rule,
				Roll: e.Roll})
		case "call":
			story.Lines = append(story.Lines,
				engine.Line{Text: tongue.English(fmt.Sprintf("%s calls %s.", e.By, e.Get("side"))),
					Rule: e.Rule})
		}
	}
	r.Story = append(r.Story, story)
	for _, d := range rs.Owed(p) {
		if d.Side == side {
			r.Owed = append(r.Owed, d)
		} else {
			r.Waiting = append(r.Waiting, d.Side)
		}
	}
	return r
}

// victory tells a side how the game stands: what it lacks, and the coins to come.
func (p *position) victory(side engine.Side) engine.Victory {
	v := engine.Victory{Stands: tongue.English(fmt.Sprintf("White %d, Black %d.", p.score[0], p.score[1])),
		Score: tongue.Name(fmt.Sprintf("White %d, Black %d", p.score[0], p.score[1])),
		Ways: []engine.Line{
			{Rule: "1-b", Text: tongue.English(fmt.Sprintf("A coin that you call right is worth %d.", p.stake))},
			{Rule: "2-a", Text: tongue.English(fmt.Sprintf("The higher score after %d coins wins.", p.rounds))},
		}}
	if coins := p.rounds - p.round + 1; coins > 0 {
		lead := p.score[0] - p.score[1]
		if side == sides[1] {
			lead = -lead
		}
		v.Needs = tongue.English(fmt.Sprintf("There are %d coins to come, and White leads by %d.", coins, lead))
		switch {
		case side != "" && lead > 0:
			v.Needs = tongue.English(fmt.Sprintf("You win if you keep your lead for %d coins more.", coins))
		case side != "":
			v.Needs = tongue.English(fmt.Sprintf("You need %d more to win, with %d coins to come.", 1-lead, coins))
		}
	}
	return v
}

func (rs *ruleset) Outcome(pos engine.Position) engine.Outcome {
	p := pos.(*position)
	if p.round <= p.rounds {
		return engine.Outcome{}
	}
	o := engine.Outcome{Over: true, Rule: "2-a", Text: fmt.Sprintf("The last coin is tossed: %d to %d.", p.score[0],
		p.score[1])}
	switch {
	case p.score[0] > p.score[1]:
		o.Winner = sides[0]
	case p.score[1] > p.score[0]:
		o.Winner = sides[1]
	}
	return o
}
