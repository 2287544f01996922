package ask

import (
	"slices"

	"berthier/engine"
)

// Choice is one decision that the rules put to a side in the middle of a
// procedure.
type Choice struct {
	Question        // without an ID: a choice that is asked gets one
	Whom     string // whom it is about, for its side to read
	// Owners are those whose standing orders count before those of the side
	// as a whole, the first before the next.
	Owners []string
	// Means is the option that a standing order comes to now, or a word that is
	// none of them; nil if answers are options and conditions always hold.
	Means func(s StandingOrder) string
	// PassedOver is called for each standing order that is passed over because
	// what it means is no option now, before somebody is asked; nil for nothing.
	PassedOver func(s StandingOrder, means string)
	// Preferred is the option that standing orders come to that do not answer
	// in the words of the options; empty if there are none.
	Preferred string
	// Detail is a choice about how to do what has been decided already: a side
	// that has a standing order for the kind is not asked for it.
	Detail bool
}

// Source is where the answer to a choice came from.
type Source string

// The sources in their order: the first that has an answer counts.
const (
	ByStanding Source = "standing"
	ByAnswer   Source = "asked"
	ByDefault  Source = "default"
)

// Decision is a choice that has been made.
type Decision struct {
	Option string
	Source Source         // empty for a choice with one option, which is none
	By     StandingOrder  // that answered, if any did
	Sent   []engine.Event // what its side has sent with its answer
}

// Decide makes a choice: by the standing orders of its side, by asking if the
// kind is one of those that the game asks, or by its default. The error is a
// *Stop if the answer has still to come.
func (t *Tape) Decide(c Choice, sheet Sheet, asks []string) (Decision, error) {
	if d, ok := c.unasked(sheet, asks); ok {
		return d, nil
	}
	options, sent, err := t.Ask(c)
	if err != nil {
		return Decision{}, err
	}
	return Decision{Option: options[0], Source: ByAnswer, Sent: sent}, nil
}

// DecideAll is Decide for choices that sides make at the same time, one each,
// without knowing of each other's; sheets are theirs, in the same order. What
// has been sent with the answers is with the first decision that was asked.
func (t *Tape) DecideAll(choices []Choice, sheets []Sheet, asks []string) ([]Decision, error) {
	decisions := make([]Decision, len(choices))
	var open []int
	var asked []Choice
	for i, c := range choices {
		d, ok := c.unasked(sheets[i], asks)
		if decisions[i] = d; !ok {
			open, asked = append(open, i), append(asked, c)
		}
	}
	if len(open) == 0 {
		return decisions, nil
	}
	options, sent, err := t.Ask(asked...)
	if err != nil {
		return nil, err
	}
	for n, i := range open {
		decisions[i] = Decision{Option: options[n], Source: ByAnswer}
	}
	decisions[open[0]].Sent = sent
	return decisions, nil
}

// unasked makes a choice without asking, if it can be made so.
func (c Choice) unasked(sheet Sheet, asks []string) (d Decision, ok bool) {
	option, by, ok := sheet.option(c)
	switch {
	case len(c.Options) == 1:
		return Decision{Option: c.Default, By: by}, true
	case ok:
		return Decision{Option: option, Source: ByStanding, By: by}, true
	case !slices.Contains(asks, c.Kind) || c.Detail && sheet.Answers(c.Kind, c.Owners...):
		return Decision{Option: c.Default, Source: ByDefault}, true
	}
	return Decision{}, false
}

// option is what the standing orders say to a choice: for its owners one after
// the other, then for the side. What is no option now is passed over.
func (s Sheet) option(c Choice) (option string, by StandingOrder, ok bool) {
	for _, owner := range append(slices.Clip(c.Owners), "") {
		for _, o := range s {
			if o.Kind != c.Kind || o.For != owner {
				continue
			}
			option := o.Answer
			if c.Means != nil {
				option = c.Means(o)
			}
			switch {
			case option == "ask":
				return "", StandingOrder{}, false
			case slices.Contains(c.Options, option):
				return option, o, true
			case c.PassedOver != nil:
				c.PassedOver(o, option)
			}
		}
	}
	return c.Preferred, StandingOrder{}, c.Preferred != ""
}
