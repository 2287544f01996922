package play

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/enclosed"
	"berthier/cmd/internal/onlooker"
	"berthier/cmd/internal/position"
	"berthier/cmd/internal/post"
	"berthier/mail"
	"berthier/templates"
)

// observed writes the mails of a step to those who only look on. They hold
// what the public may see and are in no record.
func (u *Master) observed(b *docket.Batch, g *docket.Game, kind string, r resolution, head string) {
	words, err := onlooker.Of(u.Docket, g.Game)
	if b.Fail(err); len(words) == 0 {
		return
	}
	m := u.reportModel(g, position.Attachment{Game: g.Game, Step: g.State.Number + 1}, r.before, r.record.Events)
	m.Answer, m.Step, m.Dice, m.Checkpoint = templates.Answer{}, g.State.Number, diceModel(r.record), head
	if r.word != nil {
		m.Word = r.word("")
	}
	p := u.pictures(g, "", r.record.Events, &m)
	results, err := json.MarshalIndent(onlooker.NewResults(g, kind, m, r.record), "", " ")
	details := enclosed.DetailsOf(m, nil)
	b.Fail(cmp.Or(err, details.Err))
	for _, address := range slices.Sorted(maps.Keys(words)) {
		l := onlooker.Letter(g, address, strconv.Itoa(g.State.Number))
		mine := templates.ObservedMail{Mail: m, Results: words[address] == onlooker.WordMonitor,
			Stop: onlooker.Stop(g, address)}
		if mine.Results {
			l.Attachments = append(l.Attachments, mail.File{Name: fmt.Sprintf("%s-%d.json", g.Game, g.State.Number),
				Type: "application/json", Bytes: append(results, '\n')})
		} else {
			p.Attach(&l)
			l.Attachments = append(l.Attachments, details.Files...)
		}
		l.Subject, l.Page = m.Title(), post.Fill(templates.Observed, mine)
		u.Tell(b, l)
	}
}
