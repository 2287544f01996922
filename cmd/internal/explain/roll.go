package explain

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/templates"
)

// ErrNoDraw is what Roll says of a draw that a game does not have.
var ErrNoDraw = errors.New("the game has no such draw")

// Roll tells one draw, named by its number in the game or as STEP.DRAW, and the shell commands
// that compute it.
func Roll(r audit.Result, which string) (string, error) {
	s, d, no, err := findDraw(r.Steps, which)
	if err != nil {
		return "", err
	}
	d.Purpose = phrase.OneLine(d.Purpose) // what is shown may be an archive of anybody
	var out strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	key := s.Link
	p("Draw %d of game %s is draw %d of step %d: %s, one of %d values.", no, s.Game, d.No, s.Step, d.Purpose, d.N)
	switch {
	case d.Sealed && r.Over == nil:
		p("It is sealed: it can be checked when the game is over.")
		return out.String(), nil
	case d.Sealed:
		key = r.Over.Sealed
		p("It was sealed until the end of the game. It is %d.", d.Value)
	default:
		p("It is %d.", d.Value)
	}
	for _, e := range s.Events {
		if of, err := e.Draws(); err == nil && slices.Contains(of, d.No) {
			p("What became of it: %s", phrase.OneLine(e.String()))
			if e.Roll != nil && e.Roll.Die.Show(d.Value) != strconv.Itoa(d.Value) {
				p("The die shows %s.", phrase.OneLine(e.Roll.Die.Show(d.Value)))
			}
		}
	}
	if d.Sealed {
		p("\n# The sealed secret. Its SHA-256 was in the first mail: %x", r.Game.Sealed)
	} else {
		p("\n# The link of step %d. Its SHA-256 is the link of the step before: %s", s.Step, s.Previous)
	}
	p("%s", templates.CheckLink(key))
	p("\n# The turn files of the step, each as the SHA-256 of what was signed and its signature. Together: %x", s.Hash)
	var lines strings.Builder
	for _, i := range s.Inputs {
		sum := "-"
		if i.Orders != 0 {
			sum = fmt.Sprintf("%x", i.Hash)
		}
		lines.WriteString(" " + templates.ShellWord(phrase.OneLine(sum+" "+string(i.Side))))
	}
	if s.Round.Signature != nil {
		in := s.Round.Input()
		fmt.Fprintf(&lines, " %s", templates.ShellWord(phrase.OneLine(fmt.Sprintf("%x %s", in.File, in.Side))))
		p("# and the SHA-256 of the beacon's signature:\n# %x", s.Round.Signature)
	}
	p(`printf '%%s\n'%s | sha256sum`, lines.String())
	p("\n# The draw: the first eight hex digits as a number, divided by %d, leave %d. A number of %d or more is", d.N,
		d.Value, templates.WordLimit(d.N))
	p("# passed over, and the next eight digits count.")
	p("%s", templates.CheckDraw(templates.Dice{Game: s.Game, Step: s.Step, Link: key, Inputs: s.Hash}, d))
	return out.String(), nil
}

// findDraw finds a draw by its number in the game, or as STEP.DRAW.
func findDraw(steps []record.Step, which string) (s record.Step, d engine.Draw, no int, err error) {
	step, draw, inStep := strings.Cut(which, ".")
	n, err1 := strconv.Atoi(step)
	k, err2 := strconv.Atoi(draw)
	if err1 != nil || inStep && err2 != nil {
		return s, d, 0, fmt.Errorf("%q is no draw: want a number, or STEP.DRAW", which)
	}
	for _, s := range steps {
		for i, d := range s.Draws {
			no++
			if !inStep && no == n || inStep && s.Step == n && i+1 == k {
				return s, d, no, nil
			}
		}
	}
	return s, d, 0, fmt.Errorf("%w; it has %d in all", ErrNoDraw, no)
}
