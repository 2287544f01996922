package umpire

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/post"
	"berthier/store"
)

// statePressed, with a side, is when it sent press in the last 24 hours: seconds
// since 1970.
const statePressed = "pressed/"

// recentTimes are those of a state value that are not older than a day, and not later
// than now, as after the clock was set back.
func recentTimes(value []byte, now time.Time) (times []time.Time) {
	for f := range strings.FieldsSeq(string(value)) {
		n, err := strconv.ParseInt(f, 10, 64)
		if at := time.Unix(n, 0); err == nil && now.Sub(at) < day && !at.After(now.Add(slack)) {
			times = append(times, at)
		}
	}
	return times
}

func printTimes(times []time.Time) []byte {
	var all []string
	for _, t := range times {
		all = append(all, strconv.FormatInt(t.Unix(), 10))
	}
	return []byte(strings.Join(all, " "))
}

// mayPress counts all press of the mail, once, and refuses it if that is more than
// its player may send in a day.
func (d *errand) mayPress() (bool, error) {
	if d.by != command.Player || d.pressed {
		return true, nil
	}
	key, now, limit := statePressed+string(d.me), d.u.now(), d.g.PressLimit
	var value []byte
	err := d.u.Store.View(func(tx *store.Tx) (err error) {
		value, err = optional(tx.State(d.g.Game, key))
		return err
	})
	if err != nil {
		return false, err
	}
	times := recentTimes(value, now)
	before := len(times)
	for _, l := range d.mail.Lines {
		if _, ok := l.Command.(command.Press); ok {
			times = append(times, now)
		}
	}
	if len(times) <= limit {
		d.batch.set(d.g.Game, key, printTimes(times))
		return true, nil
	}
	hint := fmt.Sprintf("send at most %d in one mail", limit-before)
	if before == limit {
		hint = "the next is possible " + post.Moment(times[0].Add(day))
	}
	d.fault(hint, "a player of this game sends press at most %d times in 24 hours, and you have sent %d", limit, before)
	return false, nil
}
