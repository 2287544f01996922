package tell

import (
	"slices"
	"strconv"

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
		what = phrase.Say("history.key", "side", v.Side)
		if v.By == record.KeyByRequest {
			what = phrase.Say("history.request", "side", v.Side)
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

// act tells what an umpire did beside resolving steps; empty for all else, and for what he does to clocks and versions.
func act(r record.Record) (none tongue.Text) {
	switch v := r.(type) {
	case record.Rollback:
		where := phrase.Say("act.back.start")
		if v.To > 0 {
			where = phrase.Say("act.back.step", "step", v.To)
		}
		return sentence(phrase.Say("act.back", "where", where, "reason", v.Reason))
	case record.Ruling:
		return sentence(phrase.Say("act.ruling", "reason", v.Reason))
	case record.Burn:
		return sentence(phrase.Say("act.burn", "from", v.From, "to", v.Step, "reason", v.Reason))
	case record.Substitute:
		return sentence(phrase.Say("act.substitute", "new", v.New, "old", v.Old, "side", v.Side, "reason", v.Reason))
	case record.Abandon:
		return sentence(phrase.Say("act.close", "reason", v.Reason))
	case record.Reopen:
		return sentence(phrase.Say("act.reopen", "reason", v.Reason))
	case record.Start:
		return sentence(phrase.Say("act.start"))
	case record.Language:
		return sentence(phrase.Say("act.language", "side", v.Side, "language", v.Language.Name()))
	case record.Announce:
		return sentence(phrase.Say("act.announce"))
	}
	return none
}

func sentence(t tongue.Text) tongue.Text {
	return tongue.List([]tongue.Text{t.Sentence(), tongue.Name(".")}, "")
}
