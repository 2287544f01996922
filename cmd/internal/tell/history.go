package tell

import (
	"slices"
	"strconv"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/engine/tongue"
	"berthier/store"
)

// HistoryRow tells one record, nil for those that are not told.
func HistoryRow(r store.Record) ([]tongue.Text, error) {
	value, err := record.Parse(r.Kind, r.Data, nil)
	if err != nil {
		return nil, err
	}
	var what tongue.Text
	switch v := value.(type) {
	case record.Step:
		var in []tongue.Text
		for _, i := range v.Inputs {
			if slices.ContainsFunc(v.Computed, func(c record.Computed) bool { return c.Side == i.Side }) {
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
		what = phrase.Say("history.over", "outcome", phrase.Told(v.Outcome.Text))
	default:
		if a, ok := audit.ActOf(r.Seq, value); ok {
			what = tongue.Name(phrase.Capital(a.What) + ".")
		}
	}
	if what.Empty() {
		return nil, nil
	}
	head := value.About()
	return []tongue.Text{tongue.Name(strconv.Itoa(head.Step)), phrase.Moment(head.Time), what}, nil
}
