package sheet

import (
	"fmt"

	"berthier/engine"
	"berthier/engine/board"
	"berthier/engine/tongue"
	"berthier/templates"
)

// Verdict is what a text of a turn file comes to.
type Verdict struct {
	Faults []Fault  `json:"faults,omitempty"`
	Notes  []string `json:"notes,omitempty"` // what an order leaves out
	Odds   []Odds   `json:"odds,omitempty"`  // of the attacks that the orders declare
	Lines  []int    `json:"lines,omitempty"` // of the orders that hold
	// Leads is the SHA-256, in hex, of the view to which the orders that hold lead.
	Leads string `json:"leads"`
	Map   *Map   `json:"map,omitempty"` // of that view; nil if the game has none, or nobody wants it
}

// Fault is one thing that is wrong with the text.
type Fault struct {
	Line    int    `json:"line"` // from 1; 0 for the text as a whole
	Text    string `json:"text,omitempty"`
	Rule    string `json:"rule,omitempty"`
	Msg     string `json:"msg"`
	Hint    string `json:"hint,omitempty"`
	Illegal bool   `json:"illegal,omitempty"` // it was understood, but a rule forbids it
}

// Odds are the chances of an attack by itself.
type Odds struct {
	Lines []int    `json:"lines"`
	Told  []string `json:"told"`
}

// Map is the picture of a position with what can be pointed at on it.
type Map struct {
	On      string  `json:"on"`               // a fingerprint of the ground, on which the rest is laid
	Ground  string  `json:"ground,omitempty"` // the picture of it
	SVG     string  `json:"svg"`
	Width   float32 `json:"width"`
	Height  float32 `json:"height"`
	Regions []Spot  `json:"regions"`
	Pieces  []Spot  `json:"pieces"`
}

// Spot is a region or a piece.
type Spot struct {
	ID      string       `json:"id"`
	Outline [][2]float32 `json:"outline"` // in pixels of the picture
	At      [2]float32   `json:"at"`      // inside of it
	Said    string       `json:"said"`
	Own     bool         `json:"own,omitempty"` // a piece of the player
	Band    string       `json:"band,omitempty"`
	Region  string       `json:"region,omitempty"`
	Active  bool         `json:"active,omitempty"` // it may act now
	Body    bool         `json:"body,omitempty"`   // its band may act as a whole: see About
	Faces   bool         `json:"faces,omitempty"`  // the piece has a facing
	Facing  int          `json:"facing,omitempty"` // in degrees clockwise from up
}

// Read says what a text comes to. have is what an earlier Verdict leads to: the map comes only
// if this one leads to something else.
func (s *Sheet) Read(text []byte, have string, in tongue.Language) (r Verdict) {
	orders, faults, left := s.sound(text)
	for _, l := range left {
		r.Notes = append(r.Notes, l.In(in))
	}
	for _, f := range faults {
		r.Faults = append(
			r.Faults,
			Fault{f.Line, f.Text, f.Rule, f.Msg.In(in), f.Hint.In(in), f.Kind == engine.Illegal},
		)
	}
	for _, o := range orders {
		r.Lines = append(r.Lines, o.Line)
	}
	p := s.preview(orders)
	for _, x := range p.Odds {
		told := Odds{Lines: x.Lines}
		for _, t := range x.Told() {
			told.Told = append(told.Told, t.In(in))
		}
		r.Odds = append(r.Odds, told)
	}
	r.Leads = fmt.Sprintf("%x", engine.Hash(p.After))
	if m, ok := s.rules.(engine.Mapper); ok && r.Leads+string(in) != have {
		r.Map = s.drawn(engine.Show(m, p.After, p.Events, s.asked.Side), in)
	}
	r.Leads += string(in)
	return r
}

// preview is where orders lead; where they stand, if the game cannot tell.
func (s *Sheet) preview(orders []engine.Order) engine.Preview {
	p := engine.Preview{After: s.view}
	if pv, ok := s.rules.(engine.Previewer); ok {
		all, _ := engine.Expanded(s.rules, s.view, s.given(orders))
		p = pv.Preview(s.view, all)
	}
	return p
}

func (s *Sheet) drawn(b board.Board, in tongue.Language) *Map {
	c := templates.Charted(b, templates.MapOptions{Language: in})
	out := &Map{On: c.On(), Ground: string(c.Ground), SVG: string(c.SVG), Width: c.Width, Height: c.Height}
	_, bodies := s.rules.(engine.Expander)
	spot := func(x templates.Spot) Spot {
		y := Spot{ID: x.ID, Said: x.Said, Band: x.Band, Region: x.Region, Active: x.Active, Faces: x.Faces,
			Facing: x.Facing,
			Own:    x.Side >= 0 && x.Side < len(b.Sides) && b.Sides[x.Side].Name == string(s.asked.Side)}
		y.Body = bodies && y.Own && y.Active && y.Band != ""
		for _, d := range x.Outline {
			y.Outline = append(y.Outline, [2]float32{d.X, d.Y})
		}
		y.At = within(y.Outline)
		return y
	}
	for _, x := range c.Regions {
		out.Regions = append(out.Regions, spot(x))
	}
	for _, x := range c.Pieces {
		out.Pieces = append(out.Pieces, spot(x))
	}
	return out
}
