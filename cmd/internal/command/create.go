package command

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"berthier/cmd/internal/beacon"
	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/tongue"
)

// Create is a new game as the umpire wants it. As he wrote it Scenario is in lower case, and
// no Ruleset is named.
type Create struct {
	Game    string // a leaf.ValidGame name; the same as in turn files
	Title   string // for people; empty for the name of the scenario
	Ruleset string
	engine.Setup
	// From is the game that it grows out of; "" for none. Ruleset is then the game of the
	// battle, or origin.Any, and the rest of Setup comes from there, but for options.
	From     string
	Deadline string       // how the game keeps time, as clock.Parse reads it; "" for no deadlines
	Codes    bool         // let players without a key answer with a code of the report and DKIM
	Press    record.Press // which press players may send
	// PressLimit is how much press each player may send in 24 hours, from 1 to 200; 0
	// for record.DefaultPressLimit.
	PressLimit int
	Beacon     record.Beacon // mixed into the dice; zero for none
	Window     time.Duration // in which complete answers can still be replaced, from a minute to a day; 0 for none
	Reopen     time.Duration // in which the umpire can take back an end by people; 0 for none
	Wait       bool          // let no orders count before "start"
	Players    []NewPlayer   // one for each side of the scenario, in any order
}

// NewPlayer is who gets a side.
type NewPlayer struct {
	Side    engine.Side // in any case
	Name    string
	Address string // where his mails go; never where orders must come from
	Zone    string // his time zone; "" for that of the game
	// Language is that of his mails, by its code or any of its names; "" for English.
	Language string
	Key      string // public key as text, of a kind that sign.ParsePublicKey reads; "" invites the player to send one
	// Computer names the computer player that gets the side; "" for a person. It has none of the rest.
	Computer string
}

// computerAddress is what stands before the name of a computer player in the place of an address.
const computerAddress = "computer:"

// At gives him an address, or says which computer he is, and a name.
func (p *NewPlayer) At(address, name string) {
	if computer, ok := strings.CutPrefix(strings.ToLower(address), computerAddress); ok {
		p.Computer = computer
		return
	}
	if p.Address, p.Name = address, name; name == "" {
		p.Name, _, _ = strings.Cut(address, "@")
	}
}

// specReader reads the lines below "create".
type specReader struct {
	*reader
	spec  Create
	delay time.Duration   // of the beacon
	inKey int             // whose key the lines at hand hold, of spec.Players from 1; 0 if they hold none
	file  string          // name of the file that the lines at hand hold in Base64; "" if they hold none
	text  strings.Builder // of it, so far
	no    int             // of the line at hand
	line  string
	words []string // of it
	said  []string // beginnings of the lines before it
}

// defaultBeaconDelay is how long after the last orders a round is published at the
// earliest.
const defaultBeaconDelay = 30 * time.Second

// specLines are the lines below "create", with the least and most words behind the
// first; a word of -1 takes any number.
var specLines = map[string]struct {
	least, most int
	read        func(*specReader)
}{
	"player": {1, -1, func(r *specReader) {
		if p := r.player(); len(r.words) > 2 {
			p.At(r.words[2], r.from(3))
		}
	}},
	"key": {1, -1, func(r *specReader) {
		p := r.player()
		if p.Key = r.from(2); p.Key == "" {
			r.inKey = 1 + slices.IndexFunc(r.spec.Players, func(q NewPlayer) bool { return q.Side == p.Side })
		}
	}},
	"file": {1, 1, func(r *specReader) {
		r.file = r.words[1]
		r.text.Reset()
	}},
	"zone": {2, 2, func(r *specReader) {
		if _, err := clock.LoadZone(r.words[2]); !r.refused(err) {
			r.player().Zone = r.words[2]
		}
	}},
	"language": {2, 2, func(r *specReader) {
		if _, ok := tongue.Find(r.words[2]); !ok {
			r.note(phrase.Say("fault.nolanguage", "choices", tongue.Choices()), write("language "+r.words[1]+" fr"))
			return
		}
		r.player().Language = r.words[2]
	}},
	"from":   {1, 1, func(r *specReader) { r.spec.From = strings.ToLower(r.words[1]) }},
	"title":  {1, -1, func(r *specReader) { r.spec.Title = r.from(1) }},
	"option": {2, 2, func(r *specReader) { r.spec.Options[r.words[1]] = r.words[2] }},
	"deadline": {1, -1, func(r *specReader) {
		if _, err := clock.Parse(r.from(1)); !r.refused(err) {
			r.spec.Deadline = r.from(1)
		}
	}},
	"codes": {0, 0, func(r *specReader) { r.spec.Codes = true }},
	"wait":  {0, 0, func(r *specReader) { r.spec.Wait = true }},
	"window": {1, -1, func(r *specReader) {
		r.spec.Window = r.span(phrase.Say("hint.spanfrom", "line", "window 30m", "least", "1m", "most", "24h"))
	}},
	"reopen": {1, -1, func(r *specReader) {
		r.spec.Reopen = r.span(phrase.Say("hint.spanupto", "line", "reopen 7d", "most", "60d"))
	}},
	"press": {1, 1, func(r *specReader) {
		if press := record.Press(r.words[1]); press.Valid() {
			r.spec.Press = press
		} else {
			r.refused(fmt.Errorf("press %q: want %q or %q, or nothing", press, record.PressAnonymous, record.PressNone))
		}
	}},
	"press-limit": {1, 1, func(r *specReader) { r.pressLimit() }},
	"beacon":      {1, -1, func(r *specReader) { r.chain() }},
	"beacon-delay": {1, 1, func(r *specReader) {
		var err error
		if r.delay, err = time.ParseDuration(r.words[1]); err != nil {
			r.bad(write("beacon-delay 30s"))
		}
	}},
}

// create reads the lines below "create".
func (r *reader) create() Command {
	s := specReader{reader: r, delay: defaultBeaconDelay, spec: Create{
		Game:  strings.ToLower(r.word(0)),
		Setup: engine.Setup{Scenario: strings.ToLower(r.word(1)), Options: map[string]string{}},
	}}
	for i, line := range strings.Split(r.Body, "\n") {
		s.no = r.First + i
		s.read(line + "\n")
	}
	if s.inKey > 0 {
		r.fault(
			phrase.Say("fault.openkey", "side", string(s.spec.Players[s.inKey-1].Side)),
			phrase.Say("hint.endbelow", "word", "endkey"),
		)
	}
	if s.file != "" {
		r.fault(phrase.Say("fault.openfile", "file", s.file), phrase.Say("hint.endbelow", "word", "endfile"))
	}
	if s.inKey > 0 || s.file != "" { // what belongs to the game cannot be told
		return nil
	}
	if s.spec.Beacon.Used() {
		s.spec.Beacon.Delay = s.delay
	}
	return s.spec
}

func (r *specReader) read(line string) {
	r.line, r.words = line, strings.Fields(line)
	switch {
	case r.inKey > 0 && len(r.words) == 1 && strings.EqualFold(r.words[0], "endkey"):
		r.inKey = 0
	case r.inKey > 0:
		r.spec.Players[r.inKey-1].Key += line
	case r.file != "" && len(r.words) == 1 && strings.EqualFold(r.words[0], "endfile"):
		r.endFile()
	case r.file != "":
		r.text.WriteString(strings.Join(r.words, ""))
	case len(r.words) > 0:
		l, ok := specLines[strings.ToLower(r.words[0])]
		behind := len(r.words) - 1
		if !ok || behind < l.least || l.most >= 0 && behind > l.most {
			hint := phrase.Say("hint.helpcreate")
			if n := nearest(r.words[0], slices.Sorted(maps.Keys(specLines))); n != "" {
				hint = phrase.Say("hint.meancreate", "word", n)
			}
			r.bad(hint)
			return
		}
		if r.again() {
			r.bad(phrase.Say("hint.lineonce"))
		}
		l.read(r)
	}
}

// again reports whether the line says something anew, of which only the last would count.
func (r *specReader) again() bool {
	about := 1
	if slices.Contains([]string{"player", "key", "zone", "language", "option", "file"}, strings.ToLower(r.words[0])) {
		about = 2
	}
	line := strings.ToLower(strings.Join(r.words[:about], " "))
	again := slices.Contains(r.said, line)
	r.said = append(r.said, line)
	return again
}

// endFile takes the lines of a file.
func (r *specReader) endFile() {
	data, err := base64.StdEncoding.DecodeString(r.text.String())
	if err != nil {
		r.reader.fault(phrase.Say("fault.nobase64", "file", r.file), phrase.Say("hint.base64"))
	}
	if r.spec.Files == nil {
		r.spec.Files = map[string][]byte{}
	}
	r.spec.Files[r.file], r.file = data, ""
}

func (r *specReader) bad(hint tongue.Text) {
	r.note(phrase.Say("fault.specline"), hint)
}

// note notes what is wrong with the line at hand.
func (r *specReader) note(msg, hint tongue.Text) {
	r.faults = append(r.faults, fault(r.no, Clip(r.line), msg, hint))
}

// refused notes each thing that is wrong with what the line at hand says, and reports whether there is any. What was
// refused is not part of the game, so that it is not refused twice.
func (r *specReader) refused(err error) bool {
	if err == nil {
		return false
	}
	for line := range strings.Lines(err.Error()) {
		r.note(phrase.Told(strings.TrimSpace(line)), phrase.Say("hint.helpcreate"))
	}
	return true
}

// from is the line from a word on.
func (r *specReader) from(from int) string {
	return strings.Join(r.words[min(from, len(r.words)):], " ")
}

// player is the one of the side that the line names.
func (r *specReader) player() *NewPlayer {
	side := engine.Side(r.words[1])
	i := slices.IndexFunc(r.spec.Players,
		func(p NewPlayer) bool { return strings.EqualFold(string(p.Side), string(side)) })
	if i < 0 {
		i, r.spec.Players = len(r.spec.Players), append(r.spec.Players, NewPlayer{Side: side})
	}
	return &r.spec.Players[i]
}

func (r *specReader) pressLimit() {
	n, err := strconv.Atoi(r.words[1])
	if err != nil || n < 1 {
		r.bad(write(fmt.Sprintf("press-limit %d", record.DefaultPressLimit)))
		return
	}
	r.spec.PressLimit = n
}

// span reads the time on a line about a new game; hint says what it can be.
func (r *specReader) span(hint tongue.Text) time.Duration {
	span, err := clock.ParseSpan(r.from(1))
	if err != nil {
		r.bad(hint)
	}
	return time.Duration(span.Days)*24*time.Hour + span.Time
}

// chain reads the name of a beacon, or what a drand server says of its chain.
func (r *specReader) chain() {
	if r.from(1) == "quicknet" {
		r.spec.Beacon.Chain = beacon.Quicknet()
		return
	}
	var err error
	if r.spec.Beacon.Chain, err = beacon.ParseInfo([]byte(r.from(1))); err != nil {
		r.bad(phrase.Say("hint.chain", "why", err.Error()))
	}
}
