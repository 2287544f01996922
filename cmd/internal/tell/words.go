package tell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/engine/tongue"
	"berthier/mail/sign"
)

// Command is what people read about it: one plain sentence.
func Command(c record.Command) tongue.Text {
	word, days, _ := strings.Cut(c.Command, " ")
	from, to, _ := strings.Cut(days, " ")
	switch c.Command {
	case record.CommandDraw:
		return phrase.Say("command.draw", "side", c.Side, "step", c.Step+1)
	case record.CommandNoDraw:
		return phrase.Say("command.nodraw", "side", c.Side)
	case record.CommandConcede:
		return phrase.Say("command.concede", "side", c.Side)
	case record.CommandResign:
		return phrase.Say("command.resign", "side", c.Side)
	}
	switch word {
	case record.CommandFinal:
		return phrase.Say("command.final", "side", c.Side, "step", c.Step+1)
	case record.CommandNotFinal:
		return phrase.Say("command.notfinal", "side", c.Side, "step", c.Step+1)
	case record.CommandAbsence:
		return phrase.Say("command.absence", "side", c.Side, "from", from, "to", to)
	case record.CommandPause:
		return phrase.Say("command.pause", "side", c.Side, "to", days)
	case record.CommandResume:
		return phrase.Say("command.resume", "side", c.Side)
	case record.CommandLanguage:
		return act(record.Language{Side: c.Side, Language: tongue.Language(days)})
	}
	return phrase.Say("command.withdraw", "side", c.Side, "step", c.Step+1)
}

// quiet reports whether the other players are not told of a command.
func quiet(c record.Command) bool {
	word, _, _ := strings.Cut(c.Command, " ")
	return slices.Contains([]string{
		record.CommandWithdraw, record.CommandFinal, record.CommandNotFinal, record.CommandAbsence,
	}, word)
}

// Change is the sentence about a record in the next report.
func Change(r record.Record) (none tongue.Text, err error) {
	switch v := r.(type) {
	case record.Reopen:
		return phrase.Say("change.reopen", "reason", v.Reason), nil
	case record.Migrate:
		return Migrate(v), nil
	case record.LogKey:
		return phrase.Say("change.logkey", "new", record.Fingerprint(v.New), "old", record.Fingerprint(v.Old), "signed",
			len(v.Signature) > 0), nil
	case record.Command:
		if v.Command == record.CommandDraw { // it was for the step that the report is of
			return phrase.Say("change.draw", "side", v.Side, "step", v.Step+1), nil
		}
		return Command(v), nil
	}
	return none, fmt.Errorf("a record of kind %s cannot be told", r.Kind())
}

// Migrate is what players read of other rules.
func Migrate(m record.Migrate) tongue.Text {
	if m.By == record.MigrateByProgram {
		return phrase.Say("change.rules.program", "step", m.Step+1, "new", m.New, "old", m.Old)
	}
	return phrase.Say("change.rules.umpire", "step", m.Step+1, "new", m.New, "old", m.Old, "differs",
		numbers(m.Differs), "many", len(m.Differs))
}

// numbers lists numbers for people, not too many.
func numbers(all []int) tongue.Text {
	const most = 10
	var words []tongue.Text
	for _, n := range all[:min(len(all), most)] {
		words = append(words, tongue.Name(strconv.Itoa(n)))
	}
	list := tongue.List(words, ", ")
	if len(all) > most {
		return phrase.Say("change.more", "numbers", list, "n", len(all)-most)
	}
	return list
}

// Substitute is the substitution for people.
func Substitute(s record.Substitute) (title, text tongue.Text) {
	return phrase.Say("substitute.title"), phrase.Say("substitute", "new", s.New, "side", s.Side, "old",
		s.Old, "reason", s.Reason)
}

// SignedWith says how orders were signed.
func SignedWith(o record.Orders) tongue.Text {
	if o.Form == sign.FormDKIM {
		return phrase.Say("auth.code", "key", o.Key, "at", phrase.Moment(o.Time))
	}
	return phrase.Say("auth.signed", "key", o.Key, "at", phrase.Moment(o.Time))
}
