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
	host
	file  archive.Archive
	game  record.Game
	rules engine.Ruleset // nil if the desk does not have those of the game

	kept    []audit.Mail  // that somebody added to the archive
	checked *audit.Result // nil until somebody asks
	points  []point
	public  bool // the points are what everybody could see of a game that goes on

	sheet *sheet.Sheet // nil if what is open is no position
	chain []saved      // reports in a row, by their steps
}

// host is what a desk has from the program that it is in.
type host struct {
	load audit.Loader
	// Rules gives the index of the rules of a game, as package engine/book reads it; nil if there is none.
	Rules func(game string) string
	// Progress is told how many records an audit has followed; nil if nobody wants to know.
	Progress func(done, all int)
}

// New makes a desk for the games that load knows.
func New(load audit.Loader) *Desk { return &Desk{host: host{load: load}} }

// Most is the size of the largest file that a desk opens, in bytes.
const Most = 64 << 20

// Contents is what a file is.
type Contents struct {
	Game    string   `json:"game"`
	Title   string   `json:"title"`
	Rules   string   `json:"rules"` // "jdg 12"
	Players []Player `json:"players"`
	Ended   string   `json:"ended,omitempty"`  // how the game ended; "" while it goes on
	Points  []Point  `json:"points,omitempty"` // of the replay
	// Still says why there is nothing to replay: "on", the game goes on; "foreign", the desk lacks its rules;
	// "broken"; or that there is only what everybody could see, "public", or what reports tell, "reports"; "" if
	// there is all of it. Because says more of it, in English.
	Still   string `json:"still,omitempty"`
	Because string `json:"because,omitempty"`
	// In is the language in which a position was told to its player; "" if that is not known.
	In tongue.Language `json:"in,omitempty"`
	// Sheet is what the player of a position has to know; nil if this is an archive.
	Sheet *sheet.Brief `json:"sheet,omitempty"`
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
func (d *Desk) Open(data []byte, in tongue.Language) (o Contents, err error) {
	if len(data) > Most {
		return o, knownFault{"large", fmt.Errorf("the file is too large: it has %d MB, and the desk opens at most %d",
			len(data)>>20, Most>>20)}
	}
	if isArchive(data) {
		return d.openArchive(data)
	}
	// A mail comes before a position: what it brings along may stand in it letter by letter.
	if m, err := mail.Parse(data); err == nil {
		for _, a := range m.Attachments {
			switch {
			case isPosition(a.Bytes):
				if o, err = d.openPosition(a.Bytes, in); err == nil {
					o.Answer = answerTo(m)
				}
				return o, err
			case isArchive(a.Bytes):
				return d.openArchive(a.Bytes)
			}
		}
	}
	if isPosition(data) {
		return d.openPosition(data, in)
	}
	return o, errUnknown
}

var errUnknown error = knownFault{"foreign", errors.New(
	"this is none of the files that the desk knows: the archive of a game, as austerlitz-1.zip, " +
		"the file " + record.AttachedName + " of a report, or a report that was saved as a whole",
)}

func isArchive(data []byte) bool { return bytes.HasPrefix(data, []byte("PK")) }

// isPosition tells a file position.txt, above which a person is told something, from others.
func isPosition(data []byte) bool {
	text := "\n" + strings.ReplaceAll(string(data), "\r\n", "\n")
	return strings.Contains(text, "\n"+record.AttachedFrom)
}

func (d *Desk) openPosition(data []byte, in tongue.Language) (o Contents, err error) {
	s, err := sheet.Open(d.load, data)
	if err != nil {
		return o, knownFault{"position", err}
	}
	t := s.Tell(in)
	*d = Desk{host: d.host, sheet: s}
	return Contents{Game: t.Game, Title: t.Title, Rules: t.Rules, Sheet: &t,
		In: templates.LanguageOf(string(data))}, nil
}

func (d *Desk) openArchive(data []byte) (o Contents, err error) {
	file, err := archive.Read(data)
	if err != nil {
		return o, knownFault{"archive", err}
	}
	g, err := record.ParseGame(file.Records[0].Data, nil)
	if err != nil {
		return o, knownFault{"archive", fmt.Errorf("its log does not begin with a game: %w", err)}
	}
	next := Desk{host: d.host, file: file, game: g}
	o = Contents{Game: g.Game, Title: g.Title, Rules: g.Ruleset + " " + g.Version}
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
		if next.followPublic(); next.public {
			o.Still = "public"
		}
	default:
		o.Ended = strings.TrimSuffix(over.Outcome.Text, ".")
	}
	for _, p := range next.points {
		o.Points = append(o.Points, Point{p.number, p.turn, p.ruled})
	}
	*d = next
	return o, nil
}

// Keep adds a mail that somebody kept to the archive that is open: the next audit compares it with the log. It
// gives how many there are.
func (d *Desk) Keep(name string, data []byte) (n int, err error) {
	if d.game.Game == "" {
		return 0, errNothing
	}
	m := audit.Mail{Name: name, Raw: data}
	if err := m.Check(); err != nil {
		return 0, err
	}
	d.kept, d.checked = append(d.kept, m), nil
	return len(d.kept), nil
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
