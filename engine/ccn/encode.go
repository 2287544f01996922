package ccn

import (
	"bytes"
	encodinghex "encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/ccn/setup"
	"berthier/engine/deck"
	"berthier/engine/lines"
)

// Encode implements engine.Position. The package doc specifies the format.
func (p *Position) Encode() []byte { return p.Append(nil) }

// Append implements engine.Position.
func (p *Position) Append(to []byte) []byte {
	b := append(lines.Text(to), p.head()...)
	for _, k := range p.ask {
		b = b.Line("ask", k)
	}
	for _, o := range optionNames {
		if *o.of(&p.options) {
			b = b.Line("option", o.name)
		}
	}
	b = b.Line("turn", strconv.Itoa(p.Turn), string(p.sideName(p.Active)), string(rune(p.Phase)))
	for s, last := range p.Last {
		if !last.None {
			b = b.Line("last", string(p.sideName(s)), string(last.Card.Name()))
		}
	}
	b = p.appendForce(b)
	if p.Struck > 0 {
		b = b.Line("struck", strconv.Itoa(p.Struck))
	}
	for s := range p.Sheets {
		if p.Killed[s]+p.Gained[s] > 0 {
			b = b.Line("banners", string(p.sideName(s)), strconv.Itoa(p.Killed[s]), strconv.Itoa(p.Gained[s]))
		}
		for g := range p.sc.Goals {
			if p.Won[s][g] || p.AtStart[s][g] {
				b = b.Add("goal", string(p.sideName(s)), strconv.Itoa(g+1)).Flag("won", p.Won[s][g]).
					Flag("start", p.AtStart[s][g]).End()
			}
		}
	}
	for u := range p.Units {
		un := &p.Units[u]
		b = b.Add("unit", p.sc.Units[u].ID, setup.Sheet.Name(un.Hex), strconv.Itoa(un.Blocks))
		if un.Slot > 0 {
			b = b.Set("square", strconv.Itoa(int(un.Slot)))
		}
		b = b.Flag("exited", un.Exited).End()
	}
	for l := range p.Leaders {
		b = b.Add("leader", p.sc.Leaders[l].ID, setup.Sheet.Name(p.Leaders[l].Hex)).Flag("exited",
			p.Leaders[l].Exited).Flag("away", p.Leaders[l].Away).End()
	}
	b = p.appendArrivals(b)
	b = p.Cards.Append(b)
	for s, sheet := range p.Sheets {
		for _, o := range sheet {
			b = b.Add("standing", string(p.sideName(s)), o.Kind).Quoted(o.For, o.Text()).End()
		}
	}
	if p.Asked != nil {
		b = p.Asked.Append(b)
	}
	if r := p.Result; r.Over {
		b = b.Line("over", engine.Quote(string(r.Winner)), r.Rule, engine.Quote(r.Text))
	}
	return b
}

// appendForce writes the card in force while its orders are owed.
func (p *Position) appendForce(b lines.Text) lines.Text {
	f := p.Force
	if f == (force{}) {
		return b
	}
	b = b.Add("force", string(f.Card.Name()), strconv.Itoa(f.Command))
	for _, n := range f.Symbols {
		b = b.Add(strconv.Itoa(n))
	}
	return b.Add(strconv.Itoa(f.Flags)).Flag("copied", f.Copied).End()
}

// optionNames are the options of a game as a position writes them.
var optionNames = []struct {
	name string
	of   func(*options) *bool
}{
	{"cumulative", func(o *options) *bool { return &o.Cumulative }},
	{"square-roll", func(o *options) *bool { return &o.SquareRoll }},
	{"rally-flags", func(o *options) *bool { return &o.RallyFlags }},
}

// head is the part of the encoding that stays the same as long as a game lasts; body
// is all the rest.
func (p *Position) head() string { return p.rs.heads[p.sc] }

func (rs *Ruleset) head(sc *setup.Scenario) string {
	return string(lines.Text(nil).Line("ccn", formatVersion).
		Line("scenario", sc.Name, hexString(sc.Hash)).Line("tables", hexString(rs.tablesHash)))
}

func (p *Position) body() string { return string(p.Encode()[len(p.head()):]) }

func hexString(sum [32]byte) string { return encodinghex.EncodeToString(sum[:]) }

// decoder reads a position line by line.
type decoder struct {
	rs    *Ruleset
	p     *Position
	cards []string
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
	if err := lines.Facts(data, d.line); err != nil {
		return nil, fmt.Errorf("reading position, %w", err)
	}
	if d.p == nil {
		return nil, errors.New("reading position: it names no scenario")
	}
	var err error
	if d.p.Cards, err = rs.boxes[d.p.sc].Read(d.cards); err != nil {
		return nil, fmt.Errorf("reading position: %w", err)
	}
	return d.p, nil
}

func (d *decoder) line(n int, w []string) error {
	switch {
	case n == 1:
		return lines.Version(w, "ccn", formatVersion)
	case n == 2:
		return d.scenario(w)
	case w[0] == "cards":
		d.cards = append(d.cards, lineOf(w))
		return nil
	}
	if f, ok := decodeLines[w[0]]; ok {
		if len(w) < f.min+1 {
			return fmt.Errorf("%s: want at least %d words after it", w[0], f.min)
		}
		return f.read(d.p, w[1:])
	}
	var err error
	d.p.Asked, err = d.p.Asked.Read(w)
	return err
}

// lineOf is a line again of which no word is quoted.
func lineOf(words []string) string {
	b := lines.Text(nil).Add(words...)
	return string(b[:len(b)-1])
}

func (d *decoder) scenario(w []string) error {
	sc, err := lines.NamedScenario(w, d.rs.scenarios)
	if err == nil {
		d.p = newPosition(d.rs, sc)
	}
	return err
}

// lineReader reads the words after the first of one kind of line.
type lineReader struct {
	min  int
	read func(p *Position, w []string) error
}

var decodeLines = map[string]lineReader{
	"tables": {1, func(p *Position, w []string) error {
		if got := hexString(p.rs.tablesHash); got != w[0] {
			return fmt.Errorf("the tables in force here have hash %s, not %s", got, w[0])
		}
		return nil
	}},
	"ask":    {1, func(p *Position, w []string) error { p.ask = append(p.ask, w[0]); return nil }},
	"option": {1, (*Position).readOption},
	"turn":   {3, (*Position).readTurn},
	"last":   {2, (*Position).readLast},
	"force":  {6, (*Position).readForce},
	"struck": {1, func(p *Position, w []string) error {
		n, err := lines.Numbers(squares, w[0])
		if err == nil {
			p.Struck = n[0]
		}
		return err
	}},
	"banners":  {3, (*Position).readBanners},
	"goal":     {3, (*Position).readGoal},
	"unit":     {3, (*Position).readUnit},
	"leader":   {2, (*Position).readLeader},
	"arrival":  {4, (*Position).readArrival},
	"standing": {4, (*Position).readStanding},
	"over": {3, func(p *Position, w []string) error {
		p.Result = engine.Outcome{Over: true, Winner: engine.Side(w[0]), Rule: w[1], Text: w[2]}
		return nil
	}},
}

// sideIndex is the index of a side of the game.
func (p *Position) sideIndex(name string) (int, error) {
	if s := p.sc.SideNo(engine.Side(name)); s >= 0 {
		return s, nil
	}
	return 0, fmt.Errorf("no side %q", name)
}

func (p *Position) readOption(w []string) error {
	for _, o := range optionNames {
		if o.name == w[0] {
			*o.of(&p.options) = true
			return nil
		}
	}
	return fmt.Errorf("no option %q", w[0])
}

// maxTurn is a turn that no game comes to.
const maxTurn = 10_000

func (p *Position) readTurn(w []string) (err error) {
	n, err := lines.Numbers(maxTurn, w[0])
	if err != nil {
		return err
	}
	if p.Active, err = p.sideIndex(w[1]); err != nil {
		return err
	}
	if !slices.Contains([]string{"S", "T", "O", "D", "X"}, w[2]) {
		return fmt.Errorf("no phase %q", w[2])
	}
	p.Turn, p.Phase = n[0], Phase(w[2][0])
	return nil
}

func (p *Position) readLast(w []string) error {
	s, err := p.sideIndex(w[0])
	if err != nil {
		return err
	}
	c, ok := setup.ParseCard(w[1])
	if !ok {
		return fmt.Errorf("no card %q", w[1])
	}
	p.Last[s] = playedCard{Card: c}
	return nil
}

func (p *Position) readForce(w []string) error {
	const most = 100
	c, ok := setup.ParseCard(w[0])
	if !ok {
		return fmt.Errorf("no card %q", w[0])
	}
	n, err := lines.Numbers(most, w[1:6]...)
	if err != nil {
		return err
	}
	p.Force = force{Card: c, Command: n[0], Symbols: [setup.NumArms]int(n[1:4]), Flags: n[4],
		Copied: slices.Contains(w[6:], "copied")}
	return nil
}

func (p *Position) readBanners(w []string) error {
	s, err := p.sideIndex(w[0])
	if err != nil {
		return err
	}
	n, err := lines.Numbers(1000, w[1:3]...)
	if err == nil {
		p.Killed[s], p.Gained[s] = n[0], n[1]
	}
	return err
}

func (p *Position) readGoal(w []string) error {
	s, err := p.sideIndex(w[0])
	if err != nil {
		return err
	}
	n, err := lines.Numbers(len(p.sc.Goals), w[1])
	if err != nil || n[0] == 0 {
		return fmt.Errorf("no goal %q", w[1])
	}
	p.Won[s][n[0]-1], p.AtStart[s][n[0]-1] = slices.Contains(w[2:], "won"), slices.Contains(w[2:], "start")
	return nil
}

func (p *Position) readUnit(w []string) error {
	u, ok := p.sc.Piece(w[0])
	if !ok || u >= len(p.Units) {
		return fmt.Errorf("no unit %q", w[0])
	}
	n, err := lines.Numbers(p.kind(u).Blocks, w[2])
	if err != nil {
		return err
	}
	un := Unit{Hex: hexOf(w[1]), Blocks: n[0], Exited: slices.Contains(w[3:], "exited")}
	for _, x := range w[3:] {
		if slot, ok := bytes.CutPrefix([]byte(x), []byte("square=")); ok {
			if n, err = lines.Numbers(squares, string(slot)); err != nil {
				return err
			}
			un.Slot = int8(n[0])
		}
	}
	p.Units[u] = un
	return nil
}

func (p *Position) readLeader(w []string) error {
	l, ok := p.sc.Piece(w[0])
	if !ok || l < len(p.Units) {
		return fmt.Errorf("no leader %q", w[0])
	}
	p.Leaders[l-len(p.Units)] = Leader{Hex: hexOf(w[1]), Exited: slices.Contains(w[2:], "exited"),
		Away: slices.Contains(w[2:], "away")}
	return nil
}

func (p *Position) readStanding(w []string) error {
	s, err := p.sideIndex(w[0])
	if err != nil {
		return err
	}
	o, err := ask.ParseStanding(w[1], w[2], w[3])
	if err == nil {
		p.Sheets[s] = append(p.Sheets[s], o)
	}
	return err
}

// places are where the cards of a game can lie.
func places(sc *setup.Scenario) []deck.Place {
	all := []deck.Place{{Name: "deck"}, {Name: "discard", Open: true}, {Name: "played", Open: true}}
	for i := range sc.Sides {
		name, seen := string(sc.Sides[i].Name), []engine.Side{sc.Sides[i].Name}
		all = append(
			all,
			deck.Place{Name: "hand-" + name, Seen: seen},
			deck.Place{Name: "scouted-" + name, Seen: seen},
			deck.Place{Name: "rejected-" + name, Seen: seen},
		)
		for slot := 1; slot <= squares; slot++ {
			all = append(all, deck.Place{Name: slotName(name, slot), Seen: seen})
		}
	}
	return all
}

// cardPlaces are the names of places by what they are for.
type cardPlaces struct {
	hands [2]string
	spent [3]string
}

func newCardPlaces(sc *setup.Scenario) *cardPlaces {
	at := &cardPlaces{spent: [3]string{"discard"}}
	for i := range sc.Sides {
		name := string(sc.Sides[i].Name)
		at.hands[i], at.spent[1+i] = "hand-"+name, "rejected-"+name
	}
	return at
}

// slotName is the place of the card on a slot of a square track.
func slotName(side string, slot int) string { return "square-" + side + "-" + strconv.Itoa(slot) }
