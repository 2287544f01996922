package umpire

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"berthier/cmd/internal/beacon"
	"berthier/cmd/internal/command"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/templates"
)

// createGame makes a game. Unlike other commands it needs no header: there is
// no game yet.
func (d *doing) createGame() error {
	if len(d.mail.Lines) > 1 {
		d.fault("send it in a mail of its own", "the command that creates a game stands alone in its mail")
		return nil
	}
	s := d.readSpec()
	if d.machine == nil {
		known, err := d.countedBefore(s.Game, umpireSide)
		if known {
			d.fault(writeAnew, carriedOut)
		}
		if err != nil {
			return err
		}
	}
	if len(d.faults) > 0 {
		return nil
	}
	g, b, mails, err := d.u.create(s)
	if refused := (Refusal{}); errors.As(err, &refused) {
		d.fault("\"help create\" says what can stand there", "%v", refused)
		return nil
	}
	if err != nil {
		return err
	}
	d.batch, d.mails = append(d.batch, b...), append(d.mails, mails...)
	if d.machine == nil {
		d.count(s.Game, umpireSide, "", 0, false)
	}
	d.when(func() { d.u.created(g) })
	items := []string{"anchor of the dice: " + g.Anchor.String()}
	if g.Beacon.Used() {
		items = append(items, fmt.Sprintf("beacon: %s, at least %v after the last orders", g.Beacon, g.Beacon.Delay))
	}
	if !g.GameRecord.Clock.None() {
		items = append(items, "deadlines: "+g.GameRecord.Clock.String())
	}
	for _, p := range g.Players {
		item := fmt.Sprintf("%s: %s, %s", p.Side, p.Name, g.address[p.Side])
		if p.Key == (sign.Key{}) {
			item += ", is invited to register a key"
			if g.Codes {
				item += ", or answers with codes"
			}
		} else {
			item += ", signs with " + p.Key.Name()
		}
		items = append(items, item)
	}
	d.part(templates.Part{Text: fmt.Sprintf("Game %s, %s, is created, and its players get their first mails.", g.Game, g.Title), Items: items})
	if g.waits || g.Wait {
		d.say("Orders count when you say so: \"start\".")
	}
	return nil
}

// specReader reads the lines below "create".
type specReader struct {
	d     *doing
	spec  Spec
	delay time.Duration   // of the beacon
	inKey int             // whose key the lines at hand hold, of spec.Players from 1; 0 if they hold none
	file  string          // name of the file that the lines at hand hold in Base64; "" if they hold none
	text  strings.Builder // of it, so far
	line  string          // at hand
	words []string        // of it
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
	"player": {2, -1, func(r *specReader) {
		p := r.player()
		p.Address, p.Name = r.words[2], r.rest(3)
		if p.Name == "" {
			p.Name, _, _ = strings.Cut(p.Address, "@")
		}
	}},
	"key": {1, -1, func(r *specReader) {
		p := r.player()
		if p.Key = r.rest(2); p.Key == "" {
			r.inKey = 1 + slices.IndexFunc(r.spec.Players, func(q Player) bool { return q.Side == p.Side })
		}
	}},
	"file": {1, 1, func(r *specReader) {
		if _, again := r.spec.Files[r.words[1]]; again {
			r.fault("write each file once")
		}
		r.file = r.words[1]
		r.text.Reset()
	}},
	"zone":        {2, 2, func(r *specReader) { r.player().Zone = r.words[2] }},
	"title":       {1, -1, func(r *specReader) { r.spec.Title = r.rest(1) }},
	"option":      {2, 2, func(r *specReader) { r.spec.Options[r.words[1]] = r.words[2] }},
	"deadline":    {1, -1, func(r *specReader) { r.spec.Deadline = r.rest(1) }},
	"codes":       {0, 0, func(r *specReader) { r.spec.Codes = true }},
	"wait":        {0, 0, func(r *specReader) { r.spec.Wait = true }},
	"press":       {1, 1, func(r *specReader) { r.spec.Press = record.Press(r.words[1]) }},
	"press-limit": {1, 1, func(r *specReader) { r.pressLimit() }},
	"beacon":      {1, -1, func(r *specReader) { r.chain() }},
	"beacon-delay": {1, 1, func(r *specReader) {
		var err error
		if r.delay, err = time.ParseDuration(r.words[1]); err != nil {
			r.fault("write: beacon-delay 30s")
		}
	}},
}

// readSpec reads the lines below "create".
func (d *doing) readSpec() Spec {
	r := specReader{d: d, delay: defaultBeaconDelay, spec: Spec{
		Game:  strings.ToLower(d.line.Args[0]),
		Setup: engine.Setup{Options: map[string]string{}},
	}}
	if rs, name, err := engine.FindScenario(d.u.Rulesets, strings.ToLower(d.line.Args[1])); err != nil {
		d.fault("", "%v", err)
	} else {
		r.spec.Ruleset, r.spec.Scenario = rs.Name(), name
	}
	for line := range strings.Lines(d.line.Body) {
		r.read(line)
	}
	if r.inKey > 0 {
		d.fault("put \"endkey\" on a line below it", "the key of %s has no end", r.spec.Players[r.inKey-1].Side)
	}
	if r.file != "" {
		d.fault("put \"endfile\" on a line below it", "the file %s has no end", r.file)
	}
	if r.spec.Beacon.Used() {
		r.spec.Beacon.Delay = r.delay
	}
	return r.spec
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
			r.fault("\"help create\" says what can stand there")
			return
		}
		l.read(r)
	}
}

// endFile takes the lines of a file.
func (r *specReader) endFile() {
	data, err := base64.StdEncoding.DecodeString(r.text.String())
	if err != nil {
		r.d.fault("write it as \"base64\" does", "the lines of the file %s are no Base64", r.file)
	}
	if r.spec.Files == nil {
		r.spec.Files = map[string][]byte{}
	}
	r.spec.Files[r.file], r.file = data, ""
}

func (r *specReader) fault(hint string) {
	r.d.fault(hint, "%q is no line about a new game", command.Clip(r.line))
}

// rest is the line from a word on.
func (r *specReader) rest(from int) string {
	return strings.Join(r.words[min(from, len(r.words)):], " ")
}

// player is the one of the side that the line names.
func (r *specReader) player() *Player {
	side := engine.Side(r.words[1])
	i := slices.IndexFunc(r.spec.Players, func(p Player) bool { return strings.EqualFold(string(p.Side), string(side)) })
	if i < 0 {
		i, r.spec.Players = len(r.spec.Players), append(r.spec.Players, Player{Side: side})
	}
	return &r.spec.Players[i]
}

func (r *specReader) pressLimit() {
	n, err := strconv.Atoi(r.words[1])
	if err != nil || n < 1 {
		r.fault(fmt.Sprintf("write: press-limit %d", record.DefaultPressLimit))
	}
	r.spec.PressLimit = n
}

// chain reads the name of a beacon, or what a drand server says of its chain.
func (r *specReader) chain() {
	if r.rest(1) == "quicknet" {
		r.spec.Beacon.Chain = beacon.Quicknet()
		return
	}
	var err error
	if r.spec.Beacon.Chain, err = beacon.ParseInfo([]byte(r.rest(1))); err != nil {
		r.fault(fmt.Sprintf("write \"beacon quicknet\", or what a drand server says under /CHAINHASH/info, on one line: %v", err))
	}
}
