package book

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"

	"golang.org/x/tools/txtar"
)

// NewRuleset makes a ruleset and the position in which a case begins out of
// the section "position" of the case.
type NewRuleset func(position []byte) (engine.Ruleset, engine.Position, error)

// CaseGame is the short name of the game that a case file names, or the one of these games
// whose clauses it cites; "" if it does neither.
func CaseGame(data []byte, games ...string) string {
	if game, _ := positionOf(parse(data)); game != "" {
		return game
	}
	i := slices.IndexFunc(games, func(g string) bool { return citedBy(g).Match(data) })
	if i < 0 {
		return ""
	}
	return games[i]
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// parse reads a case file, whatever its line ends.
func parse(data []byte) *txtar.Archive {
	return txtar.Parse([]byte(lineEnds.Replace(string(data))))
}

// positionOf reads the name of a case's first section.
func positionOf(a *txtar.Archive) (game string, ok bool) {
	if len(a.Files) == 0 {
		return "", false
	}
	word, game, _ := strings.Cut(a.Files[0].Name, " ")
	return game, word == "position"
}

// RunCase runs one case file. The error says in which section, and how, the
// case went otherwise than expected; actual is then the case as it went. If
// the file is no case, or its dice do not fit, actual is nil.
func RunCase(data []byte, newRuleset NewRuleset) (actual []byte, err error) {
	return play(data, newRuleset, nil)
}

// PlayCase gives the case as it goes, whatever it expects. Steps without a
// section "dice" get one, with values from a chance that link decides.
func PlayCase(data []byte, newRuleset NewRuleset, link engine.Link) (actual []byte, err error) {
	actual, err = play(data, newRuleset, &link)
	if actual != nil {
		err = nil
	}
	return actual, err
}

func play(data []byte, newRuleset NewRuleset, link *engine.Link) (actual []byte, err error) {
	a := parse(data)
	game, ok := positionOf(a)
	if !ok {
		return nil, errors.New("a case begins with the section position")
	}
	c := caseRun{orders: make(map[engine.Side][]byte), link: link}
	if c.rs, c.p, err = newRuleset(a.Files[0].Data); err != nil {
		return nil, fmt.Errorf("section position: %w", err)
	}
	if game != "" && game != c.rs.Name() {
		return nil, fmt.Errorf("the case is one of the game %s, not of %s", game, c.rs.Name())
	}
	var differences []error
	resolved := false
	files := slices.Clone(a.Files[:1])
	for _, s := range a.Files[1:] {
		difference, err := c.section(&s)
		if err != nil {
			return nil, fmt.Errorf("section %s: %w", s.Name, err)
		}
		if difference != nil {
			differences = append(differences, difference)
		}
		if c.drawn != nil {
			files = append(files, txtar.File{Name: "dice", Data: diceOf(c.drawn)})
			c.drawn = nil
		}
		files = append(files, s)
		resolved = s.Name == "events" || s.Name == "faults"
	}
	a.Files = files
	if !resolved {
		return nil, errors.New("a case ends with the section events or faults")
	}
	return txtar.Format(a), errors.Join(differences...)
}

// caseRun is one case under way.
type caseRun struct {
	rs     engine.Ruleset
	p      engine.Position
	orders map[engine.Side][]byte
	dice   []int
	forced bool          // the step has a section "dice"
	link   *engine.Link  // for the dice of steps without one; nil: they have none
	drawn  []engine.Draw // by chance in the last step
	step   int
}

// diceOf writes a section "dice".
func diceOf(draws []engine.Draw) []byte {
	var b []byte
	for _, d := range draws {
		b = fmt.Appendln(b, d.Value)
	}
	return b
}

// section carries one section out. If what it expects is not what happens, it
// says so in difference and rewrites the section.
func (c *caseRun) section(s *txtar.File) (difference, err error) {
	kind, arg, _ := strings.Cut(s.Name, " ")
	switch {
	case kind == "orders":
		side := engine.Side(arg)
		if _, again := c.orders[side]; again || !slices.Contains(c.rs.Sides(c.p), side) {
			return nil, fmt.Errorf("no side %q, or its orders are given twice", side)
		}
		c.orders[side] = s.Data
		return nil, nil
	case s.Name == "dice":
		c.forced = true
		return nil, c.readDice(s.Data)
	case s.Name == "events" || s.Name == "faults":
		name, got, err := c.resolve()
		legal := s.Name == "faults" && name == "events"
		switch {
		case err != nil && legal:
			return nil, fmt.Errorf("all orders are legal, there are no faults; %w", err)
		case err != nil:
			return nil, err
		}
		if want := expected(s.Data); name != s.Name || !slices.Equal(expected([]byte(got)), want) {
			difference = fmt.Errorf("want %s\n%s\ngot %s\n%s", s.Name, strings.Join(want, "\n"), name, got)
			if legal {
				difference = fmt.Errorf("all orders are legal, there are no faults\n%w", difference)
			}
			s.Name, s.Data = name, []byte(got)
		}
		c.orders, c.dice, c.forced = make(map[engine.Side][]byte), nil, false
		return difference, nil
	}
	return nil, errors.New("unknown; there are position, orders SIDE, dice, events and faults")
}

func (c *caseRun) readDice(data []byte) error {
	for _, line := range expected(data) {
		for _, f := range strings.Fields(line) {
			n, err := strconv.Atoi(f)
			if err != nil {
				return fmt.Errorf("%q is not a number", f)
			}
			c.dice = append(c.dice, n)
		}
	}
	return nil
}

// expected cuts a section into lines without comments and blank lines.
func expected(data []byte) []string {
	var lines []string
	for line := range bytes.Lines(data) {
		text := strings.TrimSpace(string(line))
		if i := strings.Index(text, " # "); i >= 0 {
			text = strings.TrimSpace(text[:i])
		}
		if text != "" && text[0] != '#' {
			lines = append(lines, text)
		}
	}
	return lines
}

// resolve plays the step and prints its events, or its faults.
func (c *caseRun) resolve() (name, got string, err error) {
	var in []engine.Orders
	var faults strings.Builder
	owed := c.rs.Owed(c.p)
	for _, side := range c.rs.Sides(c.p) {
		text, given := c.orders[side]
		if given && !engine.MayAnswer(owed, side) {
			return "", "", fmt.Errorf("%s gives orders, but may not answer", side)
		}
		if !given && !engine.Owes(owed, side) {
			continue
		}
		o, fs := c.read(side, text)
		in = append(in, o)
		for _, f := range fs {
			why := f.Msg.String()
			if !f.Hint.Empty() {
				why += " (" + f.Hint.String() + ")"
			}
			fmt.Fprintf(&faults, "%s\n",
				strings.Join(strings.Fields(fmt.Sprintf("%s %d %s %s # %s", side, f.Line, f.Kind, f.Rule, why)), " "))
		}
	}
	if faults.Len() > 0 {
		return "faults", faults.String(), nil
	}
	events, err := c.roll(in)
	if err != nil {
		return "events", "", err
	}
	c.p = c.rs.Apply(c.p, events)
	return "events", engine.PrintEvents(events), nil
}

// roll resolves the step with its dice.
func (c *caseRun) roll(in []engine.Orders) ([]engine.Event, error) {
	c.step++
	if c.link != nil && !c.forced {
		dice := engine.NewStream("case", c.step, [32]byte{}, *c.link, *c.link)
		events, err := c.rs.Resolve(c.p, in, dice)
		c.drawn = dice.Draws()
		return events, err
	}
	dice := engine.NewForced(c.dice...)
	events, err := c.rs.Resolve(c.p, in, dice)
	if err == nil && dice.Err() != nil {
		err = fmt.Errorf("%w; so far:\n%s", dice.Err(), engine.PrintEvents(c.soFar(dice.Draws(), events)))
	}
	return events, err
}

// soFar are the events before that of the first draw that has no die, or one
// that does not fit.
func (c *caseRun) soFar(draws []engine.Draw, events []engine.Event) []engine.Event {
	bad := slices.IndexFunc(draws, func(d engine.Draw) bool { return d.No > len(c.dice) || c.dice[d.No-1] != d.Value })
	for i := range events {
		untold, err := engine.Account(draws, events[:i+1])
		if bad >= 0 && err == nil && !slices.Contains(untold, draws[bad].No) {
			return events[:i]
		}
	}
	return events
}

// read reads order lines as those of a turn file. A line that could not be
// read keeps the others from being checked, as in a game.
func (c *caseRun) read(side engine.Side, text []byte) (engine.Orders, []engine.Fault) {
	header := fmt.Sprintf("game: case\nside: %s\nturn: 0\nstep: 0\n", side)
	above := strings.Count(header, "\n")
	file, faults := engine.ReadTurnFile(c.rs, c.p, append([]byte(header), text...), engine.Limits{})
	o := engine.Orders{Side: side, Lines: file.Orders}
	for i := range o.Lines {
		o.Lines[i].Line -= above
	}
	for i := range faults {
		faults[i].Line = max(faults[i].Line-above, 0)
	}
	if len(faults) == 0 {
		check := engine.Ruleset.Check
		if len(text) > 0 {
			check = engine.CheckFile // otherwise no file came
		}
		faults = check(c.rs, c.p, o)
	}
	return o, faults
}
