package jdg

import (
	"bytes"
	"crypto/sha256"
	encodinghex "encoding/hex"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
	linefile "berthier/engine/lines"
)

// Encode implements engine.Position. The package doc specifies the format.
func (p *Position) Encode() []byte {
	const rest, leader, form, group, order, marker = 60, 32, 40, 32, 64, 16 // about what they take, in bytes
	size := p.prints().size + rest + leader*len(p.Leaders) + marker*len(p.Cup)
	for f := range p.sc.Forms {
		if p.formAt(f) != (Form{}) {
			size += form
		}
	}
	for _, g := range p.Groups {
		size += len(g.ID) + len(g.ids) + group
	}
	for s := range p.Sheets {
		size += order * (len(p.Sheets[s]) + len(p.Plans[s]))
	}
	return p.Append(make([]byte, 0, size))
}

// Hash implements engine.Hasher: most positions have room on the stack.
func (p *Position) Hash() [sha256.Size]byte {
	var room [16 << 10]byte
	return sha256.Sum256(p.Append(room[:0]))
}

// Append implements engine.Position.
func (p *Position) Append(to []byte) []byte {
	b := append(linefile.Text(to), p.head()...)
	for _, k := range p.ask {
		b = b.Line("ask", k)
	}
	b = b.Line("turn", strconv.Itoa(p.Turn), string(rune(p.Phase)))
	if p.Holder >= 0 {
		b = b.Line("initiative", string(p.sideName(p.Holder)))
	}
	for _, m := range p.Cup {
		b = b.Add("cup")
		b = append(p.marker(m).append(b), '\n')
	}
	if p.First != (Marker{}) {
		b = b.Line("first", p.First.String())
	}
	if p.Drawn != (Marker{}) {
		b = b.Line("drawn", p.Drawn.String())
	}
	b = p.encodeFormations(b)
	for i, l := range p.Leaders {
		b = b.Add("commander", p.sc.Leaders[i].ID, l.Hex.String()).
			Flag("moved", l.Moved).End()
	}
	b = p.encodeUnits(b)
	for g, s := range p.Held {
		if s != p.sc.Goals[g].Held {
			b = b.Line("held", p.sc.Goals[g].Hex.String(), string(p.sideName(s)))
		}
	}
	for s, sheet := range p.Sheets {
		for _, o := range sheet {
			b = b.Add("standing", string(p.sideName(s)), o.Kind).Quoted(o.For, o.Text()).End()
		}
	}
	for s, plans := range p.Plans {
		for _, pl := range plans {
			b = b.Add("when", string(p.sideName(s)), pl.For, yesIf(pl.Again)).Quoted(pl.If.String(),
				pl.OrderText()).End()
		}
	}
	if p.Asked != nil {
		b = p.Asked.Append(b)
	}
	if r := p.outcome(); r.Over {
		b = b.Line("over", engine.Quote(string(r.Winner)), r.Rule, engine.Quote(r.Text))
	}
	return b
}

func hexString(sum [sha256.Size]byte) string { return encodinghex.EncodeToString(sum[:]) }

func (p *Position) encodeFormations(b linefile.Text) linefile.Text {
	for i := range p.sc.Forms {
		f := p.formAt(i)
		if f == (Form{}) {
			continue
		}
		b = b.Add("formation", p.sc.Forms[i].ID).
			Flag("demoralised", f.Demoralised).
			Flag("broken", f.Broken).
			Flag("delayed", f.Delayed).
			Flag("acted", f.Acted).End()
	}
	for i, g := range p.Groups {
		b = b.Add("group", g.ID, p.sc.Forms[g.Form].ID, g.ids, p.Faces[i].Orders.String()).
			Flag("revealed", p.Faces[i].Revealed).End()
	}
	return b
}

// encodeUnits writes the units off the map, then those on it hex by hex from
// the top of the stack to the bottom.
func (p *Position) encodeUnits(b linefile.Text) linefile.Text {
	heads := p.prints().units
	for u := range p.sc.Units {
		if !p.onMap(u) {
			b = p.unit(u).append(append(b, heads[u]...))
		}
	}
	for i := range len(p.taken.of) * pageLen {
		for set := *p.taken.at(i); set != 0; set &= set - 1 {
			for u := p.topUnit(p.sc.Map.Hex(64*i + bits.TrailingZeros64(set))); u >= 0; u = p.below(u) {
				b = p.unit(u).append(append(b, heads[u]...))
			}
		}
	}
	return b
}

// prints are the parts of the encodings, and of activations, that stay the same for a scenario.
type prints struct {
	head  string      // version, scenario and tables
	units []string    // how the line of each unit begins
	size  int         // about what head and all units take, in bytes
	parts pages[part] // of units in an activation that has just begun
}

func (rs *Ruleset) newPrints(sc *setup.Scenario) *prints {
	const rest = 26 // about what the line of a unit has behind its beginning, in bytes
	pr := &prints{units: make([]string, len(sc.Units)), parts: newPages[part](len(sc.Units))}
	pr.head = string(linefile.Text(nil).Line("jdg", formatVersion).
		Line("scenario", sc.Name, hexString(sc.Hash)).Line("tables", hexString(rs.tablesHash)))
	pr.size = len(pr.head)
	for u := range sc.Units {
		pr.units[u] = "unit " + sc.Units[u].ID + " "
		pr.size += len(pr.units[u]) + rest
	}
	return pr
}

func (p *Position) prints() *prints { return p.rs.prints[p.sc] }

// head is the part of the encoding that stays the same as long as a game
// lasts: version, scenario and tables; body is all the rest.
func (p *Position) head() string { return p.prints().head }

func (p *Position) body() string { return string(p.Encode()[len(p.head()):]) }

// unitEnds are the ends of the lines of units: facing, state and flags, by number.
var unitEnds = allUnitEnds()

func allUnitEnds() (ends [6 * 4 << 5]string) {
	flags := [...]string{" square", " renfort", " granted", " halted", " entered"}
	for n := range ends {
		facing, state := hex.Facing(n>>5/4), setup.State(n>>5%4)
		end := " " + facing.String() + " " + state.String()
		for i, flag := range flags {
			if n>>i&1 != 0 {
				end += flag
			}
		}
		ends[n] = end + "\n"
	}
	return ends
}

// append writes the line of a unit behind its beginning.
func (un Unit) append(b linefile.Text) linefile.Text {
	n := (int(un.Facing)*4 + int(un.State)) << 5
	for i, is := range [...]bool{un.Square, un.Renfort, un.Granted, un.Halted, un.Entered} {
		if is {
			n |= 1 << i
		}
	}
	return append(un.Hex.Append(b), unitEnds[n]...)
}

// String prints a marker: "soult/1:4" is the first marker of soult with
// initiative rating 4.
func (m Marker) String() string {
	var room [32]byte
	return string(m.append(room[:0]))
}

func (m Marker) append(b []byte) []byte {
	b = append(append(b, m.ID...), '/')
	b = append(strconv.AppendInt(b, int64(m.No), 10), ':')
	return strconv.AppendInt(b, int64(m.Rating), 10)
}

func parseMarker(s string) (Marker, error) {
	id, rest, _ := strings.Cut(s, "/")
	no, rating, _ := strings.Cut(rest, ":") // without a sign one of them is no number
	n, err1 := strconv.Atoi(no)
	r, err2 := strconv.Atoi(rating)
	if err1 != nil || err2 != nil {
		return Marker{}, fmt.Errorf("%q is not a marker such as soult/1:4", s)
	}
	return Marker{id, n, r}, nil
}

// readMarker reads a marker of the game.
func (p *Position) readMarker(s string) (Marker, error) {
	m, err := parseMarker(s)
	if err == nil && !p.knownMarker(m) {
		err = fmt.Errorf("no formation or CAM %q", m.ID)
	}
	return m, err
}

// decoder reads a position line by line.
type decoder struct {
	rs *Ruleset
	p  *Position
}

// Decode implements engine.Ruleset.
func (rs *Ruleset) Decode(data []byte) (engine.Position, error) {
	p, err := rs.decode(data)
	if err != nil {
		return nil, err
	}
	return p, nil
}

func (rs *Ruleset) decode(data []byte) (*Position, error) {
	p, err := rs.read(data)
	if err == nil && !bytes.Equal(p.Append(make([]byte, 0, len(data))), data) {
		return nil, errors.New("reading position: it is not in canonical form")
	}
	return p, err
}

// read reads the lines of an encoding, canonical or not.
func (rs *Ruleset) read(data []byte) (*Position, error) {
	d := &decoder{rs: rs}
	if err := linefile.Facts(data, d.line); err != nil {
		return nil, fmt.Errorf("reading position, %w", err)
	}
	if d.p == nil {
		return nil, errors.New("reading position: it names no scenario")
	}
	d.p.close()
	return d.p, nil
}

func (d *decoder) line(n int, w []string) error {
	switch {
	case n == 1:
		return linefile.Version(w, "jdg", formatVersion)
	case n == 2:
		return d.scenario(w)
	}
	if f, ok := decodeLines[w[0]]; ok {
		if len(w) < f.min+1 {
			return fmt.Errorf("%s: want at least %d words after it", w[0], f.min)
		}
		return f.read(d, d.p, w[1:])
	}
	return d.asked(w)
}

func (d *decoder) scenario(w []string) error {
	sc, err := linefile.NamedScenario(w, d.rs.scenarios)
	if err == nil {
		d.p = newPosition(d.rs, sc)
	}
	return err
}

// lineReader reads the words after the first of one kind of line.
type lineReader struct {
	min  int
	read func(d *decoder, p *Position, w []string) error
}

var decodeLines = map[string]lineReader{
	"tables": {1, func(d *decoder, p *Position, w []string) error {
		if got := hexString(d.rs.tablesHash); got != w[0] {
			return fmt.Errorf("the tables in force here have hash %s, not %s", got, w[0])
		}
		return nil
	}},
	"ask": {1, func(_ *decoder, p *Position, w []string) error { p.ask = append(p.ask, w[0]); return nil }},
	"turn": {2, func(_ *decoder, p *Position, w []string) (err error) {
		p.Turn, err = strconv.Atoi(w[0])
		if err == nil && (p.Turn < 1 || p.Turn > len(p.sc.Turns)+1 || len(w[1]) != 1 ||
			!strings.Contains("ABCDEFX", w[1])) {
			err = errors.New("turn or phase out of range")
		}
		if err == nil {
			p.Phase = Phase(w[1][0])
		}
		return err
	}},
	"initiative": {1, func(_ *decoder, p *Position, w []string) (err error) {
		p.Holder,
			err = p.sideIndex(w[0])
		return err
	}},
	"cup": {1, func(_ *decoder, p *Position, w []string) error {
		m, err := p.readMarker(w[0])
		p.intoCup(m)
		return err
	}},
	"first": {1, func(_ *decoder, p *Position, w []string) (err error) {
		p.First,
			err = p.readMarker(w[0])
		return err
	}},
	"drawn": {1, func(_ *decoder, p *Position, w []string) (err error) {
		p.Drawn,
			err = p.readMarker(w[0])
		return err
	}},
	"formation": {1, func(_ *decoder, p *Position, w []string) error {
		i, ok := p.sc.Form(w[0])
		if !ok {
			return fmt.Errorf("no formation %q", w[0])
		}
		*p.editForm(i) = Form{slices.Contains(w, "demoralised"), slices.Contains(w, "broken"),
			slices.Contains(w, "delayed"), slices.Contains(w, "acted")}
		return nil
	}},
	"held":      {2, decodeHeld},
	"group":     {4, decodeGroup},
	"commander": {2, decodeCommander},
	"unit":      {4, decodeUnit},
	"standing": {4, func(_ *decoder, p *Position, w []string) error {
		s, err := p.sideIndex(w[0])
		if err == nil {
			var o ask.StandingOrder
			o, err = ask.ParseStanding(w[1], w[2], w[3])
			p.Sheets[s] = append(p.Sheets[s], o)
		}
		return err
	}},
	"when": {5, func(_ *decoder, p *Position, w []string) error {
		s, err := p.sideIndex(w[0])
		if err == nil {
			pl := ask.Plan{For: w[1], Again: w[2] == "yes", Order: ask.ParseOrder(w[4])}
			pl.If, err = ask.ParseCondition(w[3])
			p.Plans[s] = p.Plans[s].With(pl)
		}
		return err
	}},
	"over": {3, func(_ *decoder, p *Position, w []string) error {
		p.result = &engine.Outcome{Over: true, Winner: engine.Side(w[0]), Rule: w[1], Text: w[2]}
		return nil
	}},
}

// asked reads a line of a question that is open.
func (d *decoder) asked(w []string) (err error) {
	if d.p.Asked, err = d.p.Asked.Read(w); err != nil || w[0] != "question" {
		return err
	}
	for _, q := range d.p.Asked.Questions {
		if _, err := d.p.sideIndex(string(q.Side)); err != nil {
			return err
		}
	}
	return nil
}

func decodeGroup(_ *decoder, p *Position, w []string) error {
	f, ok := p.sc.Form(w[1])
	if !ok {
		return fmt.Errorf("no formation %q", w[1])
	}
	status := slices.Index(orderNames[:], w[3])
	if status < 0 {
		return fmt.Errorf("orders %q: want none, received or unknown", w[3])
	}
	var us []int
	for id := range strings.SplitSeq(w[2], ",") {
		u, ok := p.sc.Unit(id)
		if !ok {
			return fmt.Errorf("no unit %q", id)
		}
		p.edit(u).Group = int16(len(p.Groups))
		us = append(us, u)
	}
	p.Groups = append(p.Groups, &Group{w[0], f, us, w[2]})
	p.Faces = append(p.Faces, Face{OrderStatus(status), slices.Contains(w[4:], "revealed")})
	return nil
}

func decodeHeld(_ *decoder, p *Position, w []string) error {
	s, err := p.sideIndex(w[1])
	for g, goal := range p.sc.Goals {
		if goal.Hex.String() == w[0] {
			p.hold(g, s)
			return err
		}
	}
	return fmt.Errorf("%s is no goal of the scenario", w[0])
}

func decodeCommander(_ *decoder, p *Position, w []string) error {
	i, ok := p.sc.Commander(w[0])
	if !ok {
		return fmt.Errorf("no commander %q", w[0])
	}
	h, err := p.parseHex(w[1])
	p.Leaders[i] = Leader{h, slices.Contains(w[2:], "moved")}
	return err
}

func decodeUnit(_ *decoder, p *Position, w []string) error {
	u, ok := p.sc.Unit(w[0])
	if !ok {
		return fmt.Errorf("no unit %q", w[0])
	}
	h, err := p.parseHex(w[1])
	if err != nil {
		return err
	}
	f, err := hex.ParseFacing(w[2])
	if err != nil {
		return err
	}
	state, ok := setup.ParseState(w[3])
	if !ok || p.onMap(u) {
		return fmt.Errorf("unit %s: bad state %q, or named twice", w[0], w[3])
	}
	p.place(u, h)
	un := p.edit(u)
	un.Facing, un.State = f, state
	un.Square, un.Renfort = slices.Contains(w[4:], "square"), slices.Contains(w[4:], "renfort")
	un.Granted = slices.Contains(w[4:], "granted")
	un.Halted, un.Entered = slices.Contains(w[4:], "halted"), slices.Contains(w[4:], "entered")
	return nil
}

func (p *Position) parseHex(s string) (hex.Hex, error) {
	if s == "off" {
		return hex.None, nil
	}
	h, err := hex.Parse(s)
	if err == nil && !p.sc.Map.On(h) {
		err = fmt.Errorf("hex %s is not on the map", s)
	}
	return h, err
}

// sideIndex finds a side by its name.
func (p *Position) sideIndex(name string) (int, error) {
	for i, s := range p.sc.Sides {
		if strings.EqualFold(string(s.Name), name) {
			return i, nil
		}
	}
	return -1, fmt.Errorf("no side %q", name)
}

func (p *Position) knownMarker(m Marker) bool {
	_, known := p.inCup(m)
	return known
}
