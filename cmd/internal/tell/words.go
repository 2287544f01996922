package tell

import (
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/mail/sign"
)

// Command is what people read about it: one plain sentence.
func Command(c record.Command) string {
	word, days, _ := strings.Cut(c.Command, " ")
	switch c.Command {
	case record.CommandDraw:
		return fmt.Sprintf("%s offers a draw; the offer ends when the next step is resolved.", c.Side)
	case record.CommandNoDraw:
		return fmt.Sprintf("%s does not offer a draw any more.", c.Side)
	case record.CommandConcede:
		return fmt.Sprintf("%s gives the game up.", c.Side)
	case record.CommandResign:
		return fmt.Sprintf("%s has resigned; until the umpire finds another player the defaults are used.", c.Side)
	}
	switch word {
	case record.CommandFinal:
		return fmt.Sprintf("%s says that the orders for step %d are final.", c.Side, c.Step+1)
	case record.CommandNotFinal:
		return fmt.Sprintf("%s says that the orders for step %d are not final.", c.Side, c.Step+1)
	case record.CommandAbsence:
		return fmt.Sprintf("%s is away: %s.", c.Side, strings.Replace(days, " ", " to ", 1))
	case record.CommandPause:
		return fmt.Sprintf("%s proposes a pause up to %s.", c.Side, days)
	case record.CommandResume:
		return fmt.Sprintf("%s wants no pause.", c.Side)
	}
	return fmt.Sprintf("%s has withdrawn the orders for step %d.", c.Side, c.Step+1)
}

// quiet reports whether the other players are not told of a command.
func quiet(c record.Command) bool {
	word, _, _ := strings.Cut(c.Command, " ")
	return slices.Contains([]string{
		record.CommandWithdraw, record.CommandFinal, record.CommandNotFinal, record.CommandAbsence,
	}, word)
}

// logKey is what players read of another key of the log.
func logKey(k record.LogKey) string {
	text := fmt.Sprintf("The log of the game is signed with another key from now on: %s, in place of %s. ",
		record.Fingerprint(k.New), record.Fingerprint(k.Old))
	if len(k.Signature) == 0 {
		return text + "The umpire says that the old key is lost: ask him for the fingerprint of the new one by " +
			"another way, and keep an earlier report, whose checkpoint still proves what was before it."
	}
	return text + "The old key signed that."
}

// Change is the sentence about a record in the next report.
func Change(r record.Record) (string, error) {
	switch v := r.(type) {
	case record.Reopen:
		return "The umpire has reopened the game: " + v.Reason + ".", nil
	case record.Migrate:
		return Migrate(v), nil
	case record.LogKey:
		return logKey(v), nil
	case record.Command:
		return Command(v), nil
	}
	return "", fmt.Errorf("a record of kind %s cannot be told", r.Kind())
}

// Migrate is what players read of other rules.
func Migrate(m record.Migrate) string {
	from := fmt.Sprintf("From step %d on the game is played by version %s of the rules, in place of %s", m.Step+1,
		m.New, m.Old)
	if m.By == record.MigrateByProgram {
		return from + "; it does all steps until then as they went."
	}
	if len(m.Differs) == 0 {
		return from + ", as the umpire decided."
	}
	steps := "step"
	if len(m.Differs) > 1 {
		steps = "steps"
	}
	return fmt.Sprintf("%s, as the umpire decided; by it %s %s would have gone otherwise, which stay as they are.",
		from, steps, numbers(m.Differs))
}

// numbers lists numbers for people, not too many.
func numbers(all []int) string {
	const most = 10
	var words []string
	for _, n := range all[:min(len(all), most)] {
		words = append(words, fmt.Sprint(n))
	}
	if len(all) > most {
		return strings.Join(words, ", ") + fmt.Sprintf(" and %d more", len(all)-most)
	}
	return strings.Join(words, ", ")
}

// Substitute is the substitution for people.
func Substitute(s record.Substitute) (title, text string) {
	return "another player", fmt.Sprintf("%s plays %s from now on, in the place of %s. Reason: %s", s.New, s.Side,
		s.Old, s.Reason)
}

// SignedWith says how orders were signed.
func SignedWith(o record.Orders) string {
	if o.Form == sign.FormDKIM {
		return "not signed, but had the code of the report and the " + o.Key + " signature, received " +
			post.Moment(o.Time)
	}
	return "signed with " + o.Key + ", received " + post.Moment(o.Time)
}
