package desk

import (
	"errors"
	"fmt"
	"slices"

	"berthier/cmd/internal/aftermath"
	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/explain"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/store/leaf"
	"berthier/templates"
)

// point is a position of the replay, and what led to it.
type point struct {
	number int
	turn   int
	ruled  bool
	before engine.Position
	at     engine.Position
	events []engine.Event
}

// follow makes the points of the replay. over is nil if the game goes on.
func (d *Desk) follow() (over *record.Over, err error) {
	var last engine.Position
	take := func(r leaf.Record, s game.State) {
		if s.Lost || s.Adrift || err != nil {
			return
		}
		switch r.Kind {
		case record.KindGame:
			d.points = []point{{turn: d.rules.Turn(s.Position), before: s.Position, at: s.Position}}
		case record.KindStep:
			var v record.Step
			if v, err = record.ParseStep(r.Data, r.Hidden); err == nil {
				d.points = append(
					d.points,
					point{number: s.Number, turn: d.rules.Turn(last), before: last, at: s.Position,
						events: v.Events},
				)
			}
		case record.KindRollback:
			var v record.Rollback
			if v, err = record.ParseRollback(r.Data, r.Hidden); err == nil {
				d.points = slices.DeleteFunc(d.points, func(p point) bool { return p.number > v.To })
			}
		case record.KindRuling:
			d.points = append(d.points, point{number: s.Number, turn: d.rules.Turn(s.Position), ruled: true,
				before: s.Position, at: s.Position})
		}
		last = s.Position
	}
	state, folded := game.Fold(d.rules, d.file.Records, func(s game.State) { take(d.file.Records[s.Seq()-1], s) })
	switch {
	case state.Over == nil:
		d.points = nil
		return nil, nil
	case folded != nil:
		err = folded
	case err == nil && (state.Lost || state.Adrift || len(d.points) == 0):
		err = errors.New("the rules of this page are not those by which it was played")
	}
	if err != nil {
		d.points = nil
	}
	return state.Over, err
}

// audit checks the archive, once.
func (d *Desk) audit() audit.Result {
	if d.checked == nil {
		r := audit.Auditor{Load: d.load, Progress: d.Progress}.Audit(audit.Evidence{SavedGame: d.file.SavedGame,
			Members: d.file.Members, Faults: d.file.Faults, Mails: d.kept})
		d.checked = &r
	}
	return *d.checked
}

// Audit checks the archive as berthier audit does, and tells it in the language of the reader.
func (d *Desk) Audit(in tongue.Language) (v Verdict, err error) {
	if d.game.Game == "" {
		return v, errNothing
	}
	r := d.audit()
	v = Verdict{Sound: r.Sound(), Whole: !r.Foreign, Lines: explain.Verdict(r, in), Log: record.Fingerprint(r.Game.Log)}
	if d.file.Readme != nil {
		v.Lines = append(v.Lines, explain.Otherwise("README.txt", in))
	}
	for _, k := range r.Checks {
		how := "good"
		switch {
		case k.Err != nil:
			how = "bad"
		case k.Done == 0:
			how = "none"
		}
		v.Checks = append(v.Checks, Check{explain.Name(k, in), explain.Check(k, in), how})
	}
	for _, a := range r.Acts {
		v.Acts = append(v.Acts, explain.Act(a, in))
	}
	return v, nil
}

var errNothing = errors.New("no archive is open")

// Explanation is how a draw was computed.
type Explanation struct {
	Text string `json:"text"`
}

// Roll tells how a draw was computed, with the commands that do it again.
func (d *Desk) Roll(which string) (e Explanation, err error) {
	if d.game.Game == "" {
		return e, errNothing
	}
	e.Text, err = explain.Roll(d.audit(), which)
	return e, err
}

// View is one point of the replay.
type View struct {
	Title    string    `json:"title"`
	Text     string    `json:"text,omitempty"` // of a report, as it came
	Summary  string    `json:"summary,omitempty"`
	Stands   string    `json:"stands,omitempty"`
	Chapters []Chapter `json:"chapters,omitempty"`
	On       string    `json:"on,omitempty"`     // a fingerprint of the ground, on which the map is laid
	Ground   string    `json:"ground,omitempty"` // an SVG document
	Map      string    `json:"map,omitempty"`    // another; "" if the game draws none
	Pieces   []Piece   `json:"pieces,omitempty"`
	// Position is the SHA-256 of all of it in hex, as the record of the step has it; "" if not all of it is known.
	Position string `json:"position,omitempty"`
}

// Piece is one on the map.
type Piece struct {
	ID   string        `json:"id"`
	Said string        `json:"said"`
	From templates.Dot `json:"from"` // its corners, in pixels of the picture
	To   templates.Dot `json:"to"`
}

// Chapter is a part of what happened.
type Chapter struct {
	Heading string `json:"heading"`
	Lines   []Line `json:"lines"`
}

// Line is one sentence of it.
type Line struct {
	Text  string   `json:"text"`
	Rule  string   `json:"rule,omitempty"`
	Note  bool     `json:"note,omitempty"`  // aside
	Draws []string `json:"draws,omitempty"` // as Roll takes them
}

// Show tells the point of the replay with an index, as a side knew it, in the language of the reader.
func (d *Desk) Show(at int, side engine.Side, in tongue.Language) (s View, err error) {
	if d.chain != nil {
		return d.showReport(at, in)
	}
	if at < 0 || at >= len(d.points) {
		return s, fmt.Errorf("the replay has no point %d", at)
	}
	p := d.points[at]
	if sides := d.rules.Sides(p.at); side != "" && (d.public || !slices.Contains(sides, side)) {
		return s, fmt.Errorf("the game shows nothing to a side %q", side)
	}
	told := engine.Tell(d.rules, p.before, p.at, p.events, side)
	say := func(t tongue.Text) string { return t.In(in) }
	s = View{Title: say(told.Title), Summary: say(told.Summary), Stands: say(told.Victory.Stands)}
	if !d.public {
		s.Position = fmt.Sprintf("%x", engine.Hash(p.at))
	}
	for _, c := range told.Story {
		shown := Chapter{Heading: say(c.Heading)}
		for _, l := range c.Lines {
			shown.Lines = append(shown.Lines, p.line(l, in))
		}
		s.Chapters = append(s.Chapters, shown)
	}
	if m, ok := d.rules.(engine.Mapper); ok {
		c := templates.Charted(engine.Show(m, p.at, p.events, side), templates.MapOptions{Language: in})
		s.On, s.Ground, s.Map = c.On(), string(c.Ground), string(c.SVG)
		for _, x := range c.Pieces {
			s.Pieces = append(s.Pieces, Piece{x.ID, x.Said, x.Outline[0], x.Outline[2]})
		}
	}
	return s, nil
}

// line is a line of the story of a point.
func (p point) line(l engine.Line, in tongue.Language) Line {
	line := Line{Text: templates.Sentence(l, in), Rule: l.Rule, Note: l.Note}
	if l.Roll != nil {
		for _, x := range l.Roll.Draws {
			line.Draws = append(line.Draws, fmt.Sprintf("%d.%d", p.number, x.No))
		}
	}
	return line
}

// Retrospect is what a game that is over looks like from its end.
type Retrospect struct {
	Moments []Moment `json:"moments,omitempty"`
	Curves  []Curve  `json:"curves,omitempty"`
}

// Moment is something on which the game turned.
type Moment struct {
	Step int    `json:"step"`
	Turn int    `json:"turn"`
	For  string `json:"for,omitempty"` // the side that it helped
	What string `json:"what"`
}

// Curve is a picture of a number over the turns.
type Curve struct {
	Title string `json:"title"`
	SVG   string `json:"svg"`
}

// Past looks back on the game; there is nothing to look back on while it goes on, or if its
// rules keep no chronicle.
func (d *Desk) Past(in tongue.Language) (p Retrospect, err error) {
	if len(d.points) == 0 || d.public {
		return p, nil
	}
	a, err := aftermath.Of(d.rules, d.file.Records, nil)
	if err != nil || a == nil {
		return p, err
	}
	for _, m := range a.Moments {
		p.Moments = append(p.Moments, Moment{m.Step, m.Turn, string(m.For), m.In(in)})
	}
	for _, c := range a.Curves {
		p.Curves = append(p.Curves, Curve{c.Title.In(in), string(c.SVG(in))})
	}
	return p, nil
}
