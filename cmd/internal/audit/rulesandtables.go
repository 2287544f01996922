package audit

import (
	"fmt"
	"slices"

	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// rulesAndTables compares the rules of this program with those that the log names, and
// sets the game up with them. If this program has other versions of them only, what
// differs is left. Rules that cannot set the game up follow none of it.
func rulesAndTables(w *walk) question {
	var found Check
	err := w.refused
	if err == nil && len(w.entries) > 0 {
		err = guarded(func() error { return w.setUp(&found) })
	}
	if err != nil || found.Why != "" {
		w.rules = nil
	}
	return question{ask: func(c *Check, e entry) error {
		if e.at > 0 {
			return nil
		}
		c.Done, c.Left, c.Why = found.Done, found.Left, found.Why
		return err
	}}
}

// setUp compares data files and the opening position with what the log says of them.
func (w *walk) setUp(c *Check) error {
	left := func(format string, args ...any) error {
		c.Left, c.Why = len(w.Game.Data), fmt.Sprintf(format, args...)
		return nil
	}
	switch {
	case w.rules == nil:
		return left("this program does not have the rules of %s", w.ruleset)
	case w.veiled():
		return left(stillVeiled)
	}
	version := w.rules.Version()
	start, err := w.rules.Start(w.Game.Setup)
	if err != nil && version != w.Game.Version {
		return left("version %s of the rules, which this program has, cannot set the game up: %v", version, err)
	}
	if err != nil {
		return err
	}
	own, named := w.rulesOf(version)
	if notes := OtherData(own.Data, w.rules.Data(start)); named && len(notes) > 0 {
		return fmt.Errorf("other data files: %s", notes[0])
	}
	if got := engine.Hash(start); got != w.Game.Position && version == w.Game.Version {
		return fmt.Errorf("the opening position has the hash %x, the record says %x", got, w.Game.Position)
	}
	c.Done = len(w.Game.Data)
	return nil
}

// stillVeiled is why a game that is veiled cannot be set up.
const stillVeiled = "the files that it began with are still secret"

// veiled reports whether the game began with files that the log does not show yet.
func (w *walk) veiled() bool { return len(w.Game.Files) > 0 && !w.Game.Known }

// rulesOf are those of a version as the log names them, if it does.
func (w *walk) rulesOf(version string) (r game.Rules, named bool) {
	for _, e := range w.entries {
		switch v := e.Record.(type) {
		case record.Game:
			r = game.Rules{Ruleset: v.Ruleset, Version: v.Version, Data: v.Data}
		case record.Migrate:
			r = game.Rules{Ruleset: v.Ruleset, Version: v.New, Data: v.Data}
		default:
			continue
		}
		if r.Version == version {
			return r, true
		}
	}
	return r, false
}

// OtherData names the data files that are not the same here as there.
func OtherData(there, here []engine.DataFile) (notes []string) {
	for _, d := range there {
		if !slices.ContainsFunc(here, func(o engine.DataFile) bool { return o.Name == d.Name && o.Hash == d.Hash }) {
			notes = append(notes, fmt.Sprintf("The server uses another %s (SHA-256 %.16x…) than this program.",
				d.Name, d.Hash))
		}
	}
	for _, d := range here {
		if !slices.ContainsFunc(there, func(o engine.DataFile) bool { return o.Name == d.Name }) {
			notes = append(notes, fmt.Sprintf("This program uses %s, which the server does not have.", d.Name))
		}
	}
	return notes
}

// countForeign counts the steps of rules that this program does not have. Others may
// come to it that follow them.
func (w *walk) countForeign() {
	if w.rules == nil && w.veiled() {
		return
	}
	mine := func(name, version string) bool {
		return w.rules != nil && w.rules.Name() == name && w.rules.Version() == version
	}
	for _, s := range w.Steps {
		if !mine(s.Ruleset, s.Version) {
			w.Unresolved++
		}
	}
	w.Foreign = w.Unresolved > 0 || !mine(w.ruleset, w.version)
}
