package tell

import (
	"slices"
	"strconv"

	"berthier/cmd/internal/acts"
	"berthier/cmd/internal/explain"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/engine/tongue"
	"berthier/store"
)

// HistoryRow tells one record, nil for those that are not told. ending is how the game ended, as its
// rules tell it; empty if that is not known.
func HistoryRow(r store.Record, ending tongue.Text) ([]tongue.Text, error) {
	value, err := record.Parse(r.Kind, r.Data, nil)
	if err != nil {
		return nil, err
	}
	var what tongue.Text
	switch v := value.(type) {
	case record.Step:
		var in []tongue.Text
		for _, i := range v.Inputs {
			if slices.ContainsFunc(v.Computed, func(c record.ComputedAnswer) bool { return c.Side == i.Side }) {
				in = append(in, phrase.Say("history.computer", "side", i.Side))
			} else if i.Orders == 0 {
				in = append(in, phrase.Say("history.default", "side", i.Side))
			} else {
				in = append(in, phrase.Say("history.orders", "side", i.Side))
			}
		}
		what = phrase.Say("history.resolved", "sides", tongue.List(in, ", "))
	case record.Key:
		switch v.By {
		case record.KeyByUmpire:
			what = act(v)
		case record.KeyByRequest:
			what = phrase.Say("history.request", "side", v.Side)
		default:
			what = phrase.Say("history.key", "side", v.Side)
		}
	case record.Command:
		if !quiet(v) {
			what = Command(v)
		}
	case record.Over:
		if ending.Empty() {
			ending = Told(v.Outcome)
		}
		what = phrase.Say("history.over", "outcome", ending.Clause())
	default:
		what = act(value)
	}
	if what.Empty() {
		return nil, nil
	}
	head := value.About()
	return []tongue.Text{tongue.Name(strconv.Itoa(head.Step)), phrase.Moment(head.Time), what}, nil
}

// act tells what an umpire did beside resolving steps, in the words in which an audit lists it; empty for all else.
func act(r record.Record) (none tongue.Text) {
	a, ok := acts.Of(0, r)
	if !ok {
		return none
	}
	return sentence(explain.Did(a))
}

func sentence(t tongue.Text) tongue.Text {
	return tongue.List([]tongue.Text{t.Sentence(), tongue.Name(".")}, "")
}
