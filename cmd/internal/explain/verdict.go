package explain

import (
	"embed"
	"slices"
	"strings"

	"berthier/cmd/internal/acts"
	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/record"
	"berthier/engine/tongue"
)

//go:embed words/*.properties
var wordFiles embed.FS

var catalogue = tongue.MustLoad(wordFiles)

func say(key string, named ...any) tongue.Text { return catalogue.Say(key, tongue.Named(named...)...) }

// Name is what a check is called.
func Name(k audit.Check, in tongue.Language) string { return catalogue.Heard("name.", k.Name).In(in) }

// Check says what one check of an audit looked at, and what it found. A fault is told as the audit has it, in English.
func Check(k audit.Check, in tongue.Language) string {
	said := []string{say("check", "n", k.Done, "what", catalogue.Heard("what.", k.What)).In(in)}
	if k.Left > 0 {
		said = append(said, say("check.left", "n", k.Left, "why", catalogue.Heard("why.", k.Why)).In(in))
	}
	if k.Err != nil {
		said = append(said, say("check.then", "fault", k.Err.Error()).In(in))
	}
	return strings.Join(said, "; ")
}

// Did is what the umpire did. His reason is told as he gave it.
func Did(a acts.Act) tongue.Text { return catalogue.Heard("did.", a.What) }

// Act is one line on what the umpire did, and when.
func Act(a acts.Act, in tongue.Language) string {
	key := "act.after"
	if a.Kind == record.KindRollback || a.Kind == record.KindRuling || a.Kind == record.KindBurn {
		key = "act.step"
	}
	act := say(key, "step", a.Step, "what", Did(a))
	if a.By != "" {
		act = say("act.by", "act", act, "who", a.By)
	}
	return act.In(in)
}

// Verdict is that of an audit, a sentence a line: the first says it all.
func Verdict(r audit.Result, in tongue.Language) (lines []string) {
	add := func(t tongue.Text) { lines = append(lines, t.In(in)) }
	if r.Sound() {
		switch {
		case r.Foreign:
			add(say("verdict.part", "but", soundBut(r)))
		case !slices.ContainsFunc(r.Checks, func(k audit.Check) bool { return k.Left > 0 }):
			add(say("verdict.sound"))
		default:
			add(say("verdict.today"))
		}
		if r.Check("kept checkpoints").Done == 0 {
			add(say("verdict.kept"))
		}
		return lines
	}
	bad := slices.DeleteFunc(slices.Clone(r.Checks), func(k audit.Check) bool { return k.Err == nil })
	add(say("verdict.bad", "bad", len(bad), "all", len(r.Checks)))
	for _, k := range bad {
		lines = append(lines, "  "+say("verdict.fault", "check", catalogue.Heard("name.", k.Name), "fault",
			k.Err.Error()).In(in))
	}
	if first, ok := r.FirstBad(); ok {
		add(say("verdict.first", "record", int(first.Record), "step", first.Step))
	}
	return lines
}

// Otherwise tells of a member of an archive that people read, and that this program would write in other words.
func Otherwise(member string, in tongue.Language) string {
	return say("verdict.otherwise", "member", member).In(in)
}

// SoundBut is the verdict on a game of which this program lacks rules.
func SoundBut(r audit.Result) string { return soundBut(r).String() }

func soundBut(r audit.Result) tongue.Text {
	if r.Unresolved == 0 {
		return say("sound.rules")
	}
	return say("sound.steps", "n", r.Unresolved)
}
