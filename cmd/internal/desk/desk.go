package desk

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"berthier/cmd/internal/archive"
	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/sheet"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/mail"
	"berthier/templates"
)

// Desk holds one open file.
type Desk struct {
	load  audit.Loader
	file  archive.Archive
	game  record.Game
	rules engine.Ruleset // nil if the desk does not have those of the game

	checked *audit.Result // nil until somebody asks
	points  []point

	sheet *sheet.Sheet // nil if what is open is no position
}

// New makes a desk for the games that load knows.
func New(load audit.Loader) *Desk { return &Desk{load: load} }

// Most is the size of the largest file that a desk opens, in bytes.
const Most = 64 << 20

// Opened is what a file is.
type Opened struct {
	Game    string   `json:"game"`
	Title   string   `json:"title"`
	Rules   string   `json:"rules"` // "jdg 12"
	Players []Player `json:"players"`
	Ended   string   `json:"ended,omitempty"`  // how the game ended; "" while it goes on
	Points  []Point  `json:"points,omitempty"` // of the replay
	// Still says why there is nothing to replay: "on", the game goes on; "foreign", the desk lacks its rules;
	// "broken"; "" if there is. Because says more of it, in English.
	Still   string `json:"still,omitempty"`
	Because string `json:"because,omitempty"`
	// In is the language in which a position was told to its player; "" if that is not known.
	In tongue.Language `json:"in,omitempty"`
	// Sheet is what the player of a position has to know; nil if this is an archive.
	Sheet *sheet.Told `json:"sheet,omitempty"`
	// Answer is the letter that answers the mail that was opened; nil if it was none.
	Answer *Letter `json:"answer,omitempty"`
}

// Player is who played a side when the game began.
type Player struct {
	Side string `json:"side"`
	Name string `json:"name"`
}

// Point is a position of the replay.
type Point struct {
	Number int  `json:"number"` // of the step; 0 is the beginning
	Turn   int  `json:"turn"`   // that was played
	Ruled  bool `json:"ruled,omitempty"`
}

// Open opens a file in place of what was open: the archive of a game, a position.txt, or a saved
// mail with one of them.
func (d *Desk) Open(data []byte, in tongue.Language) (o Opened, err error) {
	if len(data) > Most {
		return o, known{"large", fmt.Errorf("the file is too large: it has %d MB, and the desk opens at most %d",
			len(data)>>20, Most>>20)}
	}
	switch {
	case bytes.HasPrefix(data, []byte("PK")):
		return d.openArchive(data)
	case isPosition(data):
		return d.openPosition(data, in)
	}
	m, err := mail.Parse(data)
	if err != nil {
		return o, errUnknown
	}
	for _, a := range m.Attachments {
		switch {
		case isPosition(a.Bytes):
			if o, err = d.openPosition(a.Bytes, in); err == nil {
				o.Answer = answerTo(m)
			}
			return o, err
		case bytes.HasPrefix(a.Bytes, []byte("PK")):
			return d.openArchive(a.Bytes)
		}
	}
	return o, errUnknown
}

var errUnknown error = known{"foreign", errors.New(
	"this is none of the files that the desk knows: the archive of a game, as austerlitz-1.zip, " +
		"the file " + record.AttachedName + " of a report, or a report that was saved as a whole",
)}

// isPosition tells a file position.txt, above which a person is told something, from others.
func isPosition(data []byte) bool {
	text := "\n" + strings.ReplaceAll(string(data), "\r\n", "\n")
	return strings.Contains(text, "\n"+record.AttachedFrom)
}

func (d *Desk) openPosition(data []byte, in tongue.Language) (o Opened, err error) {
	s, err := sheet.Open(d.load, data)
	if err != nil {
		return o, err
	}
	t := s.Tell(in)
	*d = Desk{load: d.load, sheet: s}
	return Opened{Game: t.Game, Title: t.Title, Rules: t.Rules, Sheet: &t,
		In: templates.LanguageOf(string(data))}, nil
}

func (d *Desk) openArchive(data []byte) (o Opened, err error) {
	file, err := archive.Read(data)
	if err != nil {
		return o, err
	}
	g, err := record.ParseGame(file.Records[0].Data, nil)
	if err != nil {
		return o, fmt.Errorf("the log of the archive does not begin with a game: %w", err)
	}
	next := Desk{load: d.load, file: file, game: g}
	o = Opened{Game: g.Game, Title: g.Title, Rules: g.Ruleset + " " + g.Version}
	for _, p := range g.Players {
		o.Players = append(o.Players, Player{string(p.Side), p.Name})
	}
	if next.rules, err = d.load(g.Ruleset, file.Data); err != nil {
		o.Still, o.Because = "foreign", err.Error()
		*d = next
		return o, nil
	}
	over, err := next.follow()
	switch {
	case err != nil:
		o.Still, o.Because = "broken", err.Error()
	case over == nil:
		o.Still = "on"
	default:
		o.Ended = strings.TrimSuffix(over.Outcome.Text, ".")
	}
	for _, p := range next.points {
		o.Points = append(o.Points, Point{p.number, p.turn, p.ruled})
	}
	*d = next
	return o, nil
}

// Verdict is what an audit found.
type Verdict struct {
	Sound  bool     `json:"sound"`
	Whole  bool     `json:"whole"` // nothing was left unchecked for want of the rules
	Lines  []string `json:"lines"`
	Checks []Check  `json:"checks"`
	Acts   []string `json:"acts,omitempty"` // of the umpire
	Log    string   `json:"log"`            // fingerprint of its key
}

// Check is one of its checks.
type Check struct {
	Name string `json:"name"`
	Said string `json:"said"`
	How  string `json:"how"` // "good", "bad", "none": there was nothing to check
}
