package audit

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"berthier/cmd/internal/record"
	"berthier/cmd/internal/said"
	"berthier/engine"
)

// noLimits lets a turn file be read that was taken in once: the limits of that time say nothing about what it means.
var noLimits = engine.Limits{Bytes: math.MaxInt, Lines: math.MaxInt, Words: math.MaxInt}

// orders reads every turn file again. It is for the game, side and step of its record, and the record has the orders
// that stand in it, expanded (engine.Expander) as the position had it.
func orders(w *walk) question {
	var read *engine.TurnReader
	return question{ask: func(c *Check, e entry) error {
		o, ok := e.Record.(record.Orders)
		if !ok {
			return nil
		}
		if !o.Known {
			c.Left++
			return nil
		}
		if read == nil && w.readsFiles() && w.Position != nil {
			read = engine.NewTurnReader(w.rules, w.Position)
		}
		same, err := w.reread(o, read)
		if same {
			c.Done++
		} else if err == nil {
			c.Left++
			c.Why = fmt.Sprintf("read by version %s of the rules", o.Version)
		}
		return err
	}}
}

// reread reads a turn file again by the rules of this program. same is false if these
// read it otherwise, and the log was under others that may have taken it in.
func (w *walk) reread(o record.Orders, read *engine.TurnReader) (same bool, err error) {
	version := ""
	if w.readsFiles() {
		version = w.rules.Version()
	}
	text, err := o.Text()
	if err != nil {
		return false, err
	}
	text, _ = said.CutCode(said.Turn(text))
	file, _ := read.Read(text, noLimits)
	if file.Game != o.Game || !strings.EqualFold(string(file.Side), string(o.Side)) || file.Step != o.Step {
		return false, fmt.Errorf("what %s signed is for side %q, step %d of game %q",
			o.Side, file.Side, file.Step, file.Game)
	}
	switch {
	case slices.EqualFunc(file.Orders, o.Lines, sameOrder), w.expandsTo(file, o):
		return true, nil
	case o.Ruleset != w.Game.Ruleset || !w.knewVersion(o.Version):
		return false, fmt.Errorf("it was read by rules %s %s, which were not in force", o.Ruleset, o.Version)
	case version != o.Version || w.expands() && !w.followed():
		return false, nil
	}
	return false, fmt.Errorf("the record has other orders than the text that %s signed: %s",
		o.Side, differentOrder(o.Lines, file.Orders))
}

// expands reports whether lines of turn files can be for many pieces.
func (w *walk) expands() bool {
	_, is := w.rules.(engine.Expander)
	return is
}

// expandsTo reports whether the orders of a turn file came to those of its record.
func (w *walk) expandsTo(file engine.TurnFile, o record.Orders) bool {
	if !w.expands() || !w.followed() {
		return false
	}
	all, _ := engine.Expanded(w.rules, w.rules.View(w.Position, o.Side),
		engine.Orders{Side: o.Side, Lines: file.Orders})
	return slices.EqualFunc(all.Lines, o.Lines, sameOrder)
}

// readsFiles reports whether the rules of this program are of the game.
func (w *walk) readsFiles() bool { return w.rules != nil && w.rules.Name() == w.Game.Ruleset }

// knewVersion reports whether a version of the rules is in force, or was later: a new program takes orders in too
// while a game is held.
func (w *walk) knewVersion(version string) bool {
	return version == w.State.Rules.Version || slices.ContainsFunc(w.entries, func(e entry) bool {
		m, ok := e.Record.(record.Migrate)
		return ok && e.Seq > w.Seq() && m.New == version
	})
}

func sameOrder(a, b engine.Order) bool {
	return a.Line == b.Line && a.Text == b.Text && slices.Equal(a.Words, b.Words)
}

// differentOrder tells the first order that is not the same.
func differentOrder(recorded, signed []engine.Order) string {
	tell := func(all []engine.Order, i int) string {
		if i >= len(all) {
			return "nothing"
		}
		return fmt.Sprintf("line %d, %q, as %q", all[i].Line, all[i].Text, strings.Join(all[i].Words, " "))
	}
	i := 0
	for i < min(len(recorded), len(signed)) && sameOrder(recorded[i], signed[i]) {
		i++
	}
	return fmt.Sprintf("it has %s, the text %s", tell(recorded, i), tell(signed, i))
}
