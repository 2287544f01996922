// Package sheet is a turn file in the writing. It begins with the file position.txt of a
// player (package position), and says of a text that he has so far what is wrong with it, where
// it leads on the map, with which odds, and what a piece or a place that he points at could do
// next. All of it comes from the contract of a game, and nothing from what the game is: from
// engine.Draft, engine.Previewer and engine.Mapper and the check of package position.
//
// A text that has faults is shown as far as it holds: the lines that a fault names are left
// out, so that one slip does not hide what the others do.
//
// What may come next comes behind all orders of the text. Some games let orders of one kind
// stand only behind those of another; if a piece can do nothing more behind the last order, the
// place further up where it still can is taken. A piece that has its order is offered what
// can take the place of it. To a player who does nothing so far, by the line "hold", all is
// offered that he could do, in the place of that line.
package sheet

import (
	"bytes"
	"fmt"
	"slices"

	"berthier/cmd/internal/position"
	"berthier/engine"
	"berthier/engine/tongue"
)

// Sheet is the position of one player, to which he writes orders. It never changes.
type Sheet struct {
	asked position.Attachment
	rules engine.Ruleset
	view  engine.Position

	// The text that was judged last, since all that is asked about it begins with that.
	text   []byte
	judged *judgement
}

// judgement is what is sound in a text, and what is wrong with the rest.
type judgement struct {
	orders []engine.Order
	faults []engine.Fault
	left   []tongue.Text
}

// Open reads a file position.txt. load makes the rules of a game by its short name.
func Open(load func(name string, data map[string][]byte) (engine.Ruleset, error), file []byte) (*Sheet, error) {
	a, err := position.Parse(file)
	if err != nil {
		return nil, err
	}
	rules, err := a.Rules(load, nil)
	if err != nil {
		return nil, err
	}
	view, err := rules.Decode(a.View)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(rules.Sides(view), a.Side) {
		return nil, fmt.Errorf("the game has no side %q", a.Side)
	}
	return &Sheet{asked: a, rules: rules, view: view}, nil
}

// Game is the name of the rules.
func (s *Sheet) Game() string { return s.asked.Ruleset }

// Brief is what a player has to know before he writes.
type Brief struct {
	Game     string         `json:"game"`
	Side     string         `json:"side"`
	Turn     int            `json:"turn"`
	Step     int            `json:"step"`  // that the file answers
	Rules    string         `json:"rules"` // "jdg 12"
	Title    string         `json:"title"`
	Next     string         `json:"next,omitempty"`
	Stands   string         `json:"stands,omitempty"`
	Owed     []OpenDecision `json:"owed,omitempty"`
	Standing []Line         `json:"standing,omitempty"` // orders in force, as lines that give them again
	Cards    []Card         `json:"cards,omitempty"`
	Tables   []Table        `json:"tables,omitempty"`
	Text     string         `json:"text"` // of a turn file to begin with: its header and the template
}

// OpenDecision is a decision that is open to the player.
type OpenDecision struct {
	Prompt   string `json:"prompt"`
	Default  string `json:"default"`
	Rule     string `json:"rule"`
	Optional bool   `json:"optional,omitempty"`
}

// Card is one that the player holds.
type Card struct {
	Word  string `json:"word"` // by which orders name it
	Name  string `json:"name"`
	Text  string `json:"text"`
	Count int    `json:"count"`
}

// Table is one table of the position.
type Table struct {
	Title   string     `json:"title"`
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"rows"`
}

// Line is an order line.
type Line = string

// Tell says what the player has to know.
func (s *Sheet) Tell(in tongue.Language) Brief {
	a, r := s.asked, engine.Tell(s.rules, s.view, s.view, nil, s.asked.Side)
	t := Brief{Game: a.Game, Side: string(a.Side), Turn: a.Turn, Step: a.Step, Rules: a.Ruleset + " " + a.Version,
		Title: r.Title.In(in), Next: r.Next.In(in), Stands: r.Victory.Stands.In(in),
		Standing: s.rules.Standing(s.view, a.Side),
		Text:     a.TurnHeader() + "\n" + r.Template.In(in)}
	for _, d := range s.open() {
		t.Owed = append(t.Owed, OpenDecision{d.Prompt.In(in), d.Default.In(in), d.Rule, d.Optional})
	}
	for _, c := range r.Cards {
		t.Cards = append(t.Cards, Card{c.Word, c.Name.In(in), c.Text.In(in), c.Count})
	}
	say := func(all []tongue.Text) (out []string) {
		for _, x := range all {
			out = append(out, x.In(in))
		}
		return out
	}
	for _, x := range r.AllTables() {
		shown := Table{Title: x.Title.In(in), Columns: say(x.Columns)}
		for _, row := range x.Rows {
			shown.Rows = append(shown.Rows, say(row))
		}
		t.Tables = append(t.Tables, shown)
	}
	return t
}

// open are the decisions that the player may answer now.
func (s *Sheet) open() (mine []engine.Decision) {
	for _, d := range s.rules.Owed(s.view) {
		if d.Side == s.asked.Side {
			mine = append(mine, d)
		}
	}
	return mine
}

// sound reads a text: its faults, and the orders that hold without them, as they were written.
func (s *Sheet) sound(text []byte) (orders []engine.Order, faults []engine.Fault, left []tongue.Text) {
	if s.judged == nil || !bytes.Equal(s.text, text) {
		orders, faults, left := s.judge(text)
		s.text, s.judged = bytes.Clone(text), &judgement{orders, faults, left}
	}
	j := s.judged
	return slices.Clone(j.orders), slices.Clone(j.faults), slices.Clone(j.left)
}

func (s *Sheet) judge(text []byte) (orders []engine.Order, faults []engine.Fault, left []tongue.Text) {
	file, faults, left := s.asked.CheckAgainst(s.rules, s.view, text, engine.Limits{})
	bad := faults
	if len(faults) > 0 {
		orders = file.Orders
	} else {
		read, _ := engine.ReadTurnFile(s.rules, s.view, text, engine.Limits{})
		orders = read.Orders // not expanded
	}
	for {
		wrong := map[int]bool{}
		for _, f := range bad {
			wrong[f.Line] = true
		}
		orders = slices.DeleteFunc(slices.Clone(orders), func(o engine.Order) bool { return wrong[o.Line] })
		bad = s.rules.Check(s.view, s.given(orders))
		if len(bad) == 0 {
			return orders, faults, left
		}
		// A fault of the whole, which no line can be blamed for.
		if !slices.ContainsFunc(orders, func(o engine.Order) bool {
			return slices.ContainsFunc(bad, func(f engine.Fault) bool { return f.Line == o.Line })
		}) {
			return nil, faults, left
		}
	}
}

func (s *Sheet) given(lines []engine.Order) engine.Orders {
	return engine.Orders{Side: s.asked.Side, Lines: lines}
}
