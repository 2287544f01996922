package umpire

import (
	"time"

	"berthier/engine"
	"berthier/store"
)

// AbandonRecord ends a game without a result. The record of its end follows.
type AbandonRecord struct {
	Game   string
	Step   int // the last number
	Time   time.Time
	By     string // sign.Key.Name of the umpire's key; "" at the machine
	Reason string
}

// Print writes the record as the package doc specifies.
func (c AbandonRecord) Print() []byte {
	var w lineWriter
	w.head(KindAbandon, c.Game, c.Step, c.Time)
	w.put("by", c.By)
	w.put("reason", c.Reason)
	return []byte(w.String())
}

// ParseAbandonRecord reads exactly what AbandonRecord.Print writes.
func ParseAbandonRecord(text []byte) (AbandonRecord, error) {
	var c AbandonRecord
	r := &lineReader{rest: string(text)}
	c.Game, c.Step, c.Time = r.head(KindAbandon)
	c.By = r.word("by")
	c.Reason = r.word("reason")
	return c, r.end("close record", string(text), c.Print())
}

// abandoned begins the text of the outcome of a game that was closed.
const abandoned = "closed by the umpire without a result: "

// outcome is how a game ends that is closed.
func (c AbandonRecord) outcome() engine.Outcome {
	return engine.Outcome{Over: true, Text: abandoned + c.Reason}
}

// Close ends a game without a result. Its secrets are opened, and all players
// get the last mail. by names the umpire's key, "" at the machine. An unknown
// game is store.ErrNoGame, one that is over ErrOver.
func (u *Umpire) Close(id, reason, by string) (record AbandonRecord, err error) {
	err = u.act(id, "close", func(g *game) (b batch, mails []store.Mail, err error) {
		record, b, mails, err = u.close(g, reason, by)
		return b, mails, err
	})
	return record, err
}

func (u *Umpire) close(g *game, reason, by string) (c AbandonRecord, b batch, mails []store.Mail, err error) {
	if reason, err = cleanReason("reason", reason); err != nil {
		return c, nil, nil, err
	}
	c = AbandonRecord{Game: g.Game, Step: g.step, Time: u.timeOf(g), By: by, Reason: reason}
	g.record(&b, KindAbandon, c.Step, c.Print(), nil)
	b2, mails, err := u.end(g, c.outcome())
	return c, append(b, b2...), mails, err
}
