// Package quota bounds how often somebody is answered: Counters count the answers of the last
// day, by key, under the rates of a Limit.
package quota

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Day is how long answers are counted.
const Day = 24 * time.Hour

// strangersKeys is how many addresses and domains are counted at the same time;
// when it is reached no other is answered.
const strangersKeys = 5000

// slack is how far a clock may be set back without a word.
const slack = time.Minute

// Counters are the answers of the last day, so that nobody can use this program to flood a third person. They decide
// what is answered, never what is done. Strangers choose their keys themselves, so they have a table of their own,
// which is bounded, and in which nothing makes room but time. They are lost at a restart, which does no harm.
// Of several daemons over one database each counts for itself those who name a game.
type Counters struct {
	Strangers answers
	players   answers // by side, by what it signed, and by registered address
}

// NewCounters makes counters of nothing.
func NewCounters() Counters {
	return Counters{Strangers: answers{most: strangersKeys, At: map[string][]time.Time{}},
		players: answers{At: map[string][]time.Time{}}}
}

// Clone gives counters that do not change with these.
func (c Counters) Clone() Counters {
	c.Strangers.At, c.players.At = maps.Clone(c.Strangers.At), maps.Clone(c.players.At)
	return c
}

// Table is where the key of a limit is counted.
func (c *Counters) Table(l Limit) *answers {
	if l.Players {
		return &c.players
	}
	return &c.Strangers
}

// answers counts what was answered, by key.
type answers struct {
	most  int // keys; 0 for any number
	At    map[string][]time.Time
	swept time.Time // when what is a day old was last forgotten
}

// Rate is how often something may be answered within a time.
type Rate struct {
	Most int
	Per  time.Duration
}

// Limit is the quotas under which a key is answered.
type Limit struct {
	Players bool // the key is one of counters.players
	Key     string
	Quotas  []Rate
}

// Allow reports whether a key may be answered once more.
func (a *answers) Allow(key string, now time.Time, quotas ...Rate) bool {
	if now.Sub(a.swept).Abs() >= time.Hour {
		a.swept = now
		for old := range a.At {
			a.forget(old, now)
		}
	}
	if a.At[key] == nil && a.most > 0 && len(a.At) >= a.most {
		return false
	}
	a.forget(key, now)
	for _, q := range quotas {
		recent := 0
		for _, at := range a.At[key] {
			if now.Sub(at) < q.Per {
				recent++
			}
		}
		if recent >= q.Most {
			return false
		}
	}
	return true
}

// Next is when a key may be answered again if it is answered now; zero if at once.
func (a *answers) Next(key string, now time.Time, quotas ...Rate) (at time.Time) {
	answered := append(slices.Clone(a.At[key]), now)
	for _, q := range quotas {
		if n := len(answered) - q.Most; n >= 0 && now.Sub(answered[n]) < q.Per {
			if again := answered[n].Add(q.Per); again.After(at) {
				at = again
			}
		}
	}
	return at
}

// Count counts one answer. What clone gave is not changed.
func (a *answers) Count(key string, now time.Time) {
	a.At[key] = append(a.At[key][:len(a.At[key]):len(a.At[key])], now)
}

// forget drops what is older than a day, or later than now, as after the clock was set back.
func (a *answers) forget(key string, now time.Time) {
	var left []time.Time
	for _, at := range a.At[key] {
		if now.Sub(at) < Day && !at.After(now.Add(slack)) {
			left = append(left, at)
		}
	}
	if a.At[key] = left; left == nil {
		delete(a.At, key)
	}
}

// RecentTimes are those of a state value that are not older than a day, and not later
// than now, as after the clock was set back.
func RecentTimes(value []byte, now time.Time) (times []time.Time) {
	for f := range strings.FieldsSeq(string(value)) {
		n, err := strconv.ParseInt(f, 10, 64)
		if at := time.Unix(n, 0); err == nil && now.Sub(at) < Day && !at.After(now.Add(slack)) {
			times = append(times, at)
		}
	}
	return times
}

func PrintTimes(times []time.Time) []byte {
	var all []string
	for _, t := range times {
		all = append(all, strconv.FormatInt(t.Unix(), 10))
	}
	return []byte(strings.Join(all, " "))
}
