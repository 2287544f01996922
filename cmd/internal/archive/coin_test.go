package archive

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strconv"

	"berthier/engine"
	"berthier/engine/tongue"
)

// coin is a ruleset that never changes, for archives that must be proved for
// ever: each round both sides call heads or tails, a coin is tossed, and who is
// right scores. In version 2 it scores twice as much.
type coin struct{ version string }

const coinRounds = 3

var coinSides = []engine.Side{"Red", "Blue"}

type coinPos struct {
	round int
	score [2]int
}

func (p *coinPos) Encode() []byte { return p.Append(nil) }

func (p *coinPos) Append(b []byte) []byte {
	return fmt.Appendf(b, "coin\nround %d\nscore %d %d\n", p.round, p.score[0], p.score[1])
}

func (c coin) Name() string    { return "coin" }
func (c coin) Version() string { return c.version }

func (c coin) Data(engine.Position) []engine.DataFile {
	return []engine.DataFile{{Name: "tables/coin.csv", Hash: sha256.Sum256([]byte(coinTable)),
		Source: "a value of this project", Own: true}}
}

const coinTable = "heads,tails\n"

func (c coin) DataText(_ engine.Position, name string) []byte {
	if name != "tables/coin.csv" {
		return nil
	}
	return []byte(coinTable)
}

func (c coin) Turn(pos engine.Position) int { return pos.(*coinPos).round }

func (c coin) Standing(engine.Position, engine.Side) []string { return nil }

func (c coin) Sides(engine.Position) []engine.Side { return coinSides }

func (c coin) Verbs() []engine.Verb {
	return []engine.Verb{{Word: "call", Usage: "call heads|tails", Rule: "1",
		Help: tongue.English("Calls a side of the coin.")}}
}

func (c coin) Scenarios() []string { return []string{"three"} }

func (c coin) Start(engine.Setup) (engine.Position, error) { return &coinPos{round: 1}, nil }

func (c coin) Decode(data []byte) (engine.Position, error) {
	p := &coinPos{}
	_, err := fmt.Sscanf(string(data), "coin\nround %d\nscore %d %d\n", &p.round, &p.score[0], &p.score[1])
	if err == nil && !bytes.Equal(p.Encode(), data) {
		err = fmt.Errorf("not canonical")
	}
	return p, err
}

func (c coin) Owed(pos engine.Position) (ds []engine.Decision) {
	if pos.(*coinPos).round > coinRounds {
		return nil
	}
	for _, side := range coinSides {
		ds = append(ds, engine.Decision{ID: "call-" + string(side), Kind: "C1", Side: side, Rule: "1",
			Prompt: tongue.English("Heads or tails?"), Default: tongue.English("heads"), Secret: true})
	}
	return ds
}

// coinDraft is not used: nobody plays at random.
type coinDraft struct{ engine.Draft }

func (c coin) Draft(engine.Position, engine.Decision) engine.Draft { return coinDraft{} }

func (c coin) Check(_ engine.Position, o engine.Orders) (faults []engine.Fault) {
	for i, l := range o.Lines {
		if i > 0 || len(l.Words) != 2 || l.Words[1] != "heads" && l.Words[1] != "tails" {
			faults = append(faults, engine.Fault{Kind: engine.Invalid, Line: l.Line, Text: l.Text,
				Msg: tongue.English("want one line"), Hint: tongue.English("call heads")})
		}
	}
	return faults
}

func (c coin) Resolve(pos engine.Position, in []engine.Orders, dice engine.Dice) (events []engine.Event, err error) {
	toss := dice.Draw("toss", 2)
	result := []string{"heads", "tails"}[toss.Value]
	events = append(events, engine.Event{Rule: "1", Kind: "roll",
		Roll: &engine.Roll{Draws: []engine.Draw{toss}, Total: toss.Value, Result: result}})
	for _, o := range in {
		call := "heads"
		if len(o.Lines) > 0 {
			call = o.Lines[0].Words[1]
		}
		if call == result {
			events = append(events, engine.NewEvent("2", "score", o.Side, "points", c.version))
		}
	}
	return append(events, engine.NewEvent("1", "next", "")), nil
}

func (c coin) Apply(pos engine.Position, events []engine.Event) engine.Position {
	p := *pos.(*coinPos)
	for _, e := range events {
		switch e.Kind {
		case "score":
			i := 0
			if e.By == coinSides[1] {
				i = 1
			}
			p.score[i] += e.Int("points")
		case "next":
			p.round++
		}
	}
	return &p
}

func (c coin) View(pos engine.Position, _ engine.Side) engine.Position { return pos }

func (c coin) Report(_, after engine.Position, events []engine.Event, side engine.Side) engine.Report {
	p := after.(*coinPos)
	r := engine.Report{Side: side, Title: tongue.English("Round " + strconv.Itoa(p.round)), Outcome: c.Outcome(p),
		End:      tongue.English(c.Outcome(p).Text),
		Template: engine.LinesOf("// call heads\nend\n")}
	for _, d := range c.Owed(p) {
		if d.Side == side {
			r.Owed = append(r.Owed, d)
		} else {
			r.Waiting = append(r.Waiting, d.Side)
		}
	}
	return r
}

func (c coin) Outcome(pos engine.Position) engine.Outcome {
	p := pos.(*coinPos)
	if p.round <= coinRounds {
		return engine.Outcome{}
	}
	o := engine.Outcome{Over: true, Rule: "3", Text: "three coins were tossed"}
	if p.score[0] != p.score[1] {
		o.Winner = coinSides[0]
		if p.score[1] > p.score[0] {
			o.Winner = coinSides[1]
		}
	}
	return o
}
