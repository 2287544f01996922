package tell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/store"
)

// HistoryRow tells one record, nil for those that are not told.
func HistoryRow(r store.Record) ([]string, error) {
	value, err := record.Parse(r.Kind, r.Data, nil)
	if err != nil {
		return nil, err
	}
	what := ""
	switch v := value.(type) {
	case record.Step:
		var in []string
		for _, i := range v.Inputs {
			if slices.ContainsFunc(v.Computed, func(c record.Computed) bool { return c.Side == i.Side }) {
				in = append(in, string(i.Side)+" by computer")
			} else if i.Orders == 0 {
				in = append(in, string(i.Side)+" by default")
			} else {
				in = append(in, string(i.Side)+" by orders")
			}
		}
		what = "Resolved: " + strings.Join(in, ", ") + "."
	case record.Key:
		what = fmt.Sprintf("%s signs with another key, or with none.", v.Side)
		if v.By == record.KeyByRequest {
			what = fmt.Sprintf("%s asks to sign with another key.", v.Side)
		}
	case record.Command:
		if !quiet(v) {
			what = Command(v)
		}
	case record.Over:
		what = "Over: " + v.Outcome.Text + "."
	default:
		if a, ok := audit.ActOf(r.Seq, value); ok {
			what = docket.Capital(a.What) + "."
		}
	}
	if what == "" {
		return nil, nil
	}
	head := value.About()
	return []string{strconv.Itoa(head.Step), post.Moment(head.Time), what}, nil
}
