package play

import (
	"fmt"
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
	row := func(step int, when string, what string) []string {
		return []string{strconv.Itoa(step), when, what}
	}
	switch r.Kind {
	case record.KindStep:
		s, err := record.ParseStep(r.Data, nil)
		var in []string
		for _, i := range s.Inputs {
			if i.Orders == 0 {
				in = append(in, string(i.Side)+" by default")
			} else {
				in = append(in, string(i.Side)+" by orders")
			}
		}
		return row(s.Step, post.Moment(s.Time), "Resolved: "+strings.Join(in, ", ")+"."), err
	case record.KindKey:
		k, err := record.ParseKey(r.Data, nil)
		if k.By == record.KeyByRequest {
			return row(k.Step, post.Moment(k.Time), fmt.Sprintf("%s asks to sign with another key.", k.Side)), err
		}
		return row(k.Step, post.Moment(k.Time), fmt.Sprintf("%s signs with another key, or with none.", k.Side)), err
	case record.KindCommand:
		c, err := record.ParseCommand(r.Data, nil)
		if quiet(c) {
			return nil, err
		}
		return row(c.Step, post.Moment(c.Time), TellCommand(c)), err
	case record.KindOver:
		o, err := record.ParseOver(r.Data)
		return row(o.Step, post.Moment(o.Time), "Over: "+o.Outcome.Text+"."), err
	}
	value, err := record.Parse(r.Kind, r.Data, nil)
	if err != nil {
		return nil, err
	}
	if a, ok := audit.ActOf(r.Seq, value); ok {
		return row(a.Step, post.Moment(a.Time), docket.Capital(a.What)+"."), nil
	}
	return nil, err
}
