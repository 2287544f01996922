package duty

import (
	"errors"
	"slices"
	"strings"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/onlooker"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/store"
)

// provesAddress reports whether the first command of an unsigned mail that could have
// the code that was mailed to the address in From has it.
func (d *errand) provesAddress() (proved bool, err error) {
	i := slices.IndexFunc(d.Commands.Lines, func(l command.Line) bool {
		return len(l.Args) == 2 && slices.Contains(onlooker.Words, l.Word)
	})
	if i < 0 {
		return false, nil
	}
	l := d.Commands.Lines[i]
	g, err := d.Desk.Look(strings.ToLower(l.Args[0]))
	if _, held := errors.AsType[*docket.HeldError](err); held || errors.Is(err, store.ErrNoGame) ||
		errors.Is(err, docket.ErrNoRuleset) {
		return false, nil
	}
	return err == nil && said.SameCode(l.Args[1], onlooker.Code(g, l.Word, d.looker())), err
}

// quoteFaults cuts what faults quote of a stranger's text to post.QuotedLetters in all, or
// to nothing.
func quoteFaults(faults []engine.Fault, may bool) {
	left := 0
	if may {
		left = post.QuotedLetters
	}
	for i := range faults {
		if text := post.Quote(faults[i].Text, left); left > 0 {
			faults[i].Text, left = text, left-len([]rune(text))
		} else {
			faults[i].Text = ""
		}
	}
}
