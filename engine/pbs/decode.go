package pbs

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/lines"
	"berthier/engine/pbs/setup"
)

// decoder reads a position line by line.
type decoder struct {
	rs    *Ruleset
	sc    *setup.Scenario
	o     options
	p     *Position // after the options
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
	d := &decoder{rs: rs}
	if err := lines.Facts(data, d.line); err != nil {
		return nil, fmt.Errorf("reading position, %w", err)
	}
	if d.p == nil {
		return nil, errors.New("reading position: it has no phase")
	}
	var err error
	if d.p.Cards, err = rs.boxes[d.sc].Read(d.cards); err == nil {
		err = d.p.sound()
	}
	if err == nil && !bytes.Equal(d.p.Append(make([]byte, 0, len(data))), data) {
		err = errors.New("it is not in canonical form")
	}
	if err != nil {
		return nil, fmt.Errorf("reading position: %w", err)
	}
	return d.p, nil
}

func (d *decoder) line(n int, w []string) error {
	switch {
	case n == 1:
		return lines.Version(w, "pbs", formatVersion)
	case n == 2:
		var err error
		d.sc, err = lines.NamedScenario(w, d.rs.scenarios)
		return err
	case n == 3:
		if len(w) != 2 || w[0] != "tables" || w[1] != hex.EncodeToString(d.rs.tablesHash[:]) {
			return errors.New("it was written with other tables than those in force here")
		}
		return nil
	case w[0] == "ask" || w[0] == "option":
		return d.option(w)
	case w[0] == "phase":
		return d.phase(w)
	case d.p == nil:
		return errors.New("want phase PHASE [SIDE …]")
	case w[0] == "cards":
		d.cards = append(d.cards, strings.Join(w, " "))
		return nil
	}
	f, ok := decodeLines[w[0]]
	if !ok || len(w) < f.min+1 {
		return fmt.Errorf("%s: no such line, or it has too few words", w[0])
	}
	return f.read(d.p, w[1:])
}

func (d *decoder) option(w []string) error {
	if w[0] == "ask" && len(w) == 2 && d.p == nil {
		kinds, err := askKinds(w[1])
		d.o.ask = append(d.o.ask, kinds...)
		return err
	}
	if len(w) != 3 || d.p != nil {
		return errors.New("want ask KIND, or option KEY VALUE, before the phase")
	}
	return d.rs.setOption(&d.o, w[1], w[2])
}

func (d *decoder) phase(w []string) error {
	if len(w) < 2 || len(w[1]) != 1 || !strings.Contains(phaseSequence, w[1]) || d.p != nil {
		return errors.New("want one line phase PHASE [SIDE …]")
	}
	d.p = newPosition(d.rs, d.sc, d.o)
	d.p.Phase = Phase(w[1][0])
	for _, name := range w[2:] {
		s, err := d.p.sideIndex(name)
		if err != nil {
			return err
		}
		d.p.Waits[s] = true
	}
	return nil
}

// sideIndex is the index of a side of the game.
func (p *Position) sideIndex(name string) (int, error) {
	if s := p.sideNo(engine.Side(name)); s >= 0 {
		return s, nil
	}
	return 0, fmt.Errorf("no side %q", name)
}

// groupOf and generalOf find a unit group and a general of either side.
func (p *Position) groupOf(id string) (side, g int, err error) {
	for s := range p.Armies {
		if g = p.group(s, id); g >= 0 {
			return s, g, nil
		}
	}
	return 0, 0, fmt.Errorf("no unit group %q", id)
}

func (p *Position) generalOf(id string) (side, g int, err error) {
	for s := range p.Armies {
		if g = p.general(s, id); g >= 0 {
			return s, g, nil
		}
	}
	return 0, 0, fmt.Errorf("no general %q", id)
}

// lineReader reads the words after the first of one kind of line.
type lineReader struct {
	min  int
	read func(p *Position, w []string) error
}

var decodeLines = map[string]lineReader{
	"first": {1, func(p *Position, w []string) (err error) {
		p.First, err = p.sideIndex(w[0])
		return err
	}},
	"defender": {1, func(p *Position, w []string) (err error) {
		p.Intercept = slices.Contains(w[1:], "intercept")
		p.Defender, err = p.sideIndex(w[0])
		return err
	}},
	"site":    {4, (*Position).readSite},
	"weather": {2, (*Position).readWeather},
	"secured": {1, func(p *Position, w []string) error {
		i := slices.Index(sectorNames[:], w[0])
		if i < 0 {
			return fmt.Errorf("no side %q of the table", w[0])
		}
		p.Site.Secured = Sector(i)
		return nil
	}},
	"piece":   {4, (*Position).readPiece},
	"placing": {1, (*Position).readPlacing},
	"scouting": {2, func(p *Position, w []string) error {
		const most = 1000
		n, err := lines.Numbers(most, w[:2]...)
		if err == nil {
			p.Scouting = ScoutResult{true, [2]int(n)}
		}
		return err
	}},
	"steps": {1, func(p *Position, w []string) error {
		const most = 100
		n, err := lines.Numbers(most, w[0])
		if err == nil {
			p.Step = n[0]
		}
		return err
	}},
	"camp":    {2, (*Position).readCamp},
	"ug":      {3, (*Position).readUG},
	"ambush":  {3, (*Position).readAmbush},
	"march":   {2, (*Position).readMarch},
	"general": {3, (*Position).readGeneral},
	"command": {2, (*Position).readCommand},
	"plan": {3, func(p *Position, w []string) error {
		s, err := p.sideIndex(w[0])
		if err == nil {
			p.Plans[s] = append(p.Plans[s], Plan{w[1], w[2]})
		}
		return err
	}},
	"over": {3, func(p *Position, w []string) error {
		p.Result = engine.Outcome{Over: true, Winner: engine.Side(w[0]), Rule: w[1], Text: w[2]}
		return nil
	}},
}

func (p *Position) readSite(w []string) error {
	var ok bool
	st := &p.Site
	if st.Territory, ok = setup.ParseTerritory(w[0]); !ok {
		return fmt.Errorf("no territory %q", w[0])
	}
	if st.Pawn, ok = p.parseCell(w[1]); !ok {
		return fmt.Errorf("no cell %q", w[1])
	}
	n, err := lines.Numbers(days, w[2])
	if err != nil {
		return err
	}
	st.Known, st.Day = true, n[0]
	if w[3] != "-" {
		st.Last, err = p.sideIndex(w[3])
	}
	return err
}

func (p *Position) readWeather(w []string) error {
	var ok bool
	if p.Site.Season, ok = setup.ParseSeason(w[0]); !ok {
		return fmt.Errorf("no season %q", w[0])
	}
	if p.Site.Weather, ok = setup.ParseWeather(w[1]); !ok {
		return fmt.Errorf("no weather %q", w[1])
	}
	p.Site.Variable = slices.Contains(w[2:], "variable")
	return nil
}

func (p *Position) readPiece(w []string) error {
	s, err := p.sideIndex(w[0])
	if err != nil {
		return err
	}
	class, fate := slices.Index(classNames[:], w[1]), slices.Index(fateNames[:], w[3])
	ground, ok := setup.ParseGround(w[2])
	if class < 0 || fate < 0 || !ok {
		return fmt.Errorf("no piece %s", strings.Join(w, " "))
	}
	pc := Piece{By: s, Class: Class(class), Ground: ground, Fate: Fate(fate)}
	if pc.Fate == Placed && len(w) > 4 {
		pc.At, err = parseRect(w[4])
	}
	p.Pieces = append(p.Pieces, pc)
	return err
}

func (p *Position) readPlacing(w []string) error {
	class := slices.Index(classNames[:], w[0])
	if class <= int(FlankPiece) || len(w) == 2 {
		return errors.New("want placing CLASS [PIECE ROLL]")
	}
	if p.Placing = Class(class); len(w) == 1 {
		return nil
	}
	const sides = 6
	n, err := lines.Numbers(len(p.Pieces), w[1])
	if err != nil || n[0] == 0 {
		return fmt.Errorf("no piece %q", w[1])
	}
	p.Piece = n[0] - 1
	if n, err = lines.Numbers(sides, w[2]); err == nil {
		p.Roll = n[0]
	}
	return err
}

func (p *Position) readCamp(w []string) error {
	s, err := p.sideIndex(w[0])
	if err != nil {
		return err
	}
	p.Armies[s].Camp, err = parseRect(w[1])
	return err
}

func (p *Position) readUG(w []string) error {
	s, g, err := p.groupOf(w[0])
	if err != nil {
		return err
	}
	const most = 100
	n, err := lines.Numbers(most, w[2])
	if err != nil {
		return err
	}
	gr := &p.Armies[s].Groups[g]
	if gr.No = n[0]; w[1] == "off" {
		gr.Off = true
		return nil
	}
	gr.At, err = parseRect(w[1])
	return err
}

func (p *Position) readAmbush(w []string) error {
	s, err := p.sideIndex(w[0])
	if err != nil {
		return err
	}
	at, err := parseRect(w[1])
	if err != nil {
		return err
	}
	g := Masked
	if w[2] != "?" {
		if g = p.group(s, w[2]); g < 0 {
			return fmt.Errorf("no unit group %q", w[2])
		}
	}
	p.Armies[s].Ambushes = append(p.Armies[s].Ambushes, Ambush{at, g})
	return nil
}

func (p *Position) readMarch(w []string) error {
	s, g, err := p.generalOf(w[0])
	if err != nil {
		return err
	}
	m := March{General: g, Masked: w[1] == "?"}
	rest := w[2:]
	if !m.Masked {
		i := slices.Index(sectorNames[:], w[1])
		if i < 0 || len(rest) == 0 {
			return errors.New("want march GENERAL SIDE UG,UG…|bluff")
		}
		m.Side = Sector(i)
		if rest[0] != "bluff" {
			for id := range strings.SplitSeq(rest[0], ",") {
				g := p.group(s, id)
				if g < 0 {
					return fmt.Errorf("no unit group %q", id)
				}
				m.Groups = append(m.Groups, g)
			}
		}
		rest = rest[1:]
	}
	if len(rest) > 0 {
		const sides = 6
		n, err := lines.Numbers(sides, rest[0])
		if err != nil {
			return err
		}
		m.Delay = n[0]
	}
	p.Armies[s].Marches = append(p.Armies[s].Marches, m)
	return nil
}

func (p *Position) readGeneral(w []string) error {
	s, g, err := p.generalOf(w[0])
	if err != nil {
		return err
	}
	const most = 400
	n, err := lines.Numbers(most, w[1:3]...)
	if err == nil {
		p.Armies[s].Generals[g] = Rect{X: n[0], Y: n[1]}
	}
	return err
}

func (p *Position) readCommand(w []string) error {
	s, g, err := p.groupOf(w[0])
	if err != nil {
		return err
	}
	c := p.general(s, w[1])
	if c < 0 {
		return fmt.Errorf("no general %q", w[1])
	}
	p.Armies[s].Command[g] = c
	return nil
}

// sound says what cannot be in a position.
func (p *Position) sound() error {
	late := strings.IndexByte(phaseSequence, byte(p.Phase)) > strings.IndexByte(phaseSequence, byte(CardPhase))
	switch {
	case p.Defender == Nobody && p.Phase != RolePhase:
		return errors.New("nobody is Defender")
	case late && !p.Site.Known:
		return errors.New("the territory is not known")
	case (p.Phase == OverPhase) != p.Result.Over:
		return errors.New("phase X, want it exactly when the game is over")
	case p.Result.Over != (p.Waits == [2]bool{}):
		return errors.New("somebody owes an answer exactly until the game is over")
	case p.Piece >= 0 && p.Phase != PlacePhase && p.Phase != AdjustPhase, p.Piece < 0 && p.Phase == AdjustPhase:
		return errors.New("a piece is at hand exactly while one is placed or adjusted (placing CLASS PIECE ROLL)")
	case p.Piece >= 0 && p.Phase == PlacePhase && p.lostBy(p.Piece, p.Roll) != "":
		return errors.New("the piece at hand is lost by its die")
	}
	for s := range p.Plans {
		for _, pl := range p.Plans[s] {
			word, _, _ := strings.Cut(pl.Text, " ")
			if v := verbOf(word); v == nil || pl.Slot == "" || strings.Join(strings.Fields(pl.Text), " ") != pl.Text {
				return fmt.Errorf("plan %q: it is no order line", pl.Text)
			}
		}
	}
	return nil
}
