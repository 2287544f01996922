package explain

import (
	"fmt"
	"slices"

	"berthier/cmd/internal/audit"
)

// Check says what one check of an audit looked at, and what it found.
func Check(k audit.Check) string {
	s := fmt.Sprintf("%d %s", k.Done, k.What)
	if k.Left > 0 {
		s += fmt.Sprintf("; %d not checked: %s", k.Left, k.Why)
	}
	if k.Err != nil {
		s += "; then " + k.Err.Error()
	}
	return s
}

// Verdict is that of an audit, a sentence a line: the first says it all.
func Verdict(r audit.Result) (lines []string) {
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if r.Sound() {
		switch {
		case r.Foreign:
			say("CHECKED IN PART: %s.", SoundBut(r))
		case !slices.ContainsFunc(r.Checks, func(k audit.Check) bool { return k.Left > 0 }):
			say("SOUND: every check holds.")
		default:
			say("SOUND, as far as can be told today: every check holds that could be made.")
		}
		if r.Check("kept checkpoints").Done == 0 {
			say("That this log is the one that the players saw, only a mail that one of them kept can show: " +
				"\"berthier audit\" takes such files behind the game.")
		}
		return lines
	}
	bad := slices.DeleteFunc(slices.Clone(r.Checks), func(k audit.Check) bool { return k.Err == nil })
	say("NOT SOUND: %d of %d checks fail.", len(bad), len(r.Checks))
	for _, k := range bad {
		say("  %s: %v", k.Name, k.Err)
	}
	if first, ok := r.FirstBad(); ok {
		say("The first thing that is wrong is in record %d, step %d.", first.Record, first.Step)
	}
	return lines
}

// SoundBut is the verdict on a game of which this program lacks rules.
func SoundBut(r audit.Result) string {
	if r.Unresolved == 0 {
		return "sound but for its rules, which this program does not have"
	}
	steps := "1 step"
	if r.Unresolved > 1 {
		steps = fmt.Sprintf("%d steps", r.Unresolved)
	}
	return fmt.Sprintf("sound but for %s that this program cannot resolve", steps)
}
