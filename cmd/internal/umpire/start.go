package umpire

import (
	"errors"
	"time"

	"berthier/store"
)

// ErrWaits is returned for a game that its umpire has not started yet.
var ErrWaits = errors.New("the game has not been started yet")

// StartRecord starts a game whose first record says that it waits for that.
type StartRecord struct {
	Game string
	Step int // 0
	Time time.Time
	By   string // sign.Key.Name of the umpire's key; "" at the machine
}

// Print writes the record as the package doc specifies.
func (s StartRecord) Print() []byte {
	var w lineWriter
	w.head(KindStart, s.Game, s.Step, s.Time)
	w.put("by", s.By)
	return []byte(w.String())
}

// ParseStartRecord reads exactly what StartRecord.Print writes.
func ParseStartRecord(text []byte) (StartRecord, error) {
	var s StartRecord
	r := &lineReader{rest: string(text)}
	s.Game, s.Step, s.Time = r.head(KindStart)
	s.By = r.word("by")
	return s, r.end("start record", string(text), s.Print())
}

// Start starts a game that was created to wait for it (Spec.Wait): from now on
// orders count. by names the umpire's key, "" at the machine. An unknown game is
// store.ErrNoGame, one that is over ErrOver.
func (u *Umpire) Start(id, by string) error {
	return u.act(id, "start", func(g *game) (batch, []store.Mail, error) { return u.start(g, by) })
}

func (u *Umpire) start(g *game, by string) (b batch, mails []store.Mail, err error) {
	if !g.waits {
		return nil, nil, refusef("the game has begun already")
	}
	s := StartRecord{Game: g.Game, Step: g.step, Time: u.timeOf(g), By: by}
	g.record(&b, KindStart, s.Step, s.Print(), nil)
	b.drop(g.Game, stateWaits)
	u.beginClocks(g, &b, nil, nil)
	mails, err = u.tellAll(g, messageOf("the game begins", "The game begins: your orders count from now on. The first mail of the game says what you owe."))
	return b, mails, errors.Join(err, u.signHead(&b, g))
}
