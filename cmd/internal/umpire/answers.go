package umpire

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

const day = 24 * time.Hour

// What may be answered is bounded by Limits and by these.
const (
	// An answer to an unsigned mail, or to a copy of a signed one, is text alone. The
	// whole of it, as it is sent, has at most unsignedBytes, and at most unsignedGain
	// times the bytes of that mail.
	unsignedBytes = 20_000
	unsignedGain  = 10

	// largerDay is how often a day a player's or an observer's address gets a larger one,
	// allLargerDay how often all of them together.
	largerDay    = 2
	allLargerDay = 10

	// A side, or the umpire, that signs questions or files with faults is answered so
	// often in an hour and in a day, and so often when the same comes again, as anybody
	// can send it on. What changes a game is always answered.
	signedHour, signedDay = 60, 200
	copiesHour, copiesDay = 10, 20
)

// strangersKeys is how many addresses and domains are counted at the same time;
// when it is reached no other is answered.
const strangersKeys = 5000

// slack is how far a clock may be set back without a word.
const slack = time.Minute

// counters are the answers of the last day, so that nobody can use this program to
// flood a third person. They decide what is answered, never what is done. Strangers
// choose their keys themselves, so they have a table of their own, which is bounded,
// and in which nothing makes room but time. They are lost at a restart, which does
// no harm.
type counters struct {
	strangers answers
	players   answers // by side, by what it signed, and by registered address
}

func newCounters() counters {
	return counters{strangers: answers{most: strangersKeys, at: map[string][]time.Time{}},
		players: answers{at: map[string][]time.Time{}}}
}

// clone gives counters that do not change with these.
func (c counters) clone() counters {
	c.strangers.at, c.players.at = maps.Clone(c.strangers.at), maps.Clone(c.players.at)
	return c
}

func (c *counters) table(l limit) *answers {
	if l.players {
		return &c.players
	}
	return &c.strangers
}

// answers counts what was answered, by key.
type answers struct {
	most  int // keys; 0 for any number
	at    map[string][]time.Time
	swept time.Time // when what is a day old was last forgotten
}

// quota is how often something may be answered within a time.
type quota struct {
	most int
	per  time.Duration
}

// limit is the quotas under which a key is answered.
type limit struct {
	players bool // the key is one of counters.players
	key     string
	quotas  []quota
}

// allow reports whether a key may be answered once more.
func (a *answers) allow(key string, now time.Time, quotas ...quota) bool {
	if now.Sub(a.swept).Abs() >= time.Hour {
		a.swept = now
		for old := range a.at {
			a.forget(old, now)
		}
	}
	if a.at[key] == nil && a.most > 0 && len(a.at) >= a.most {
		return false
	}
	a.forget(key, now)
	for _, q := range quotas {
		recent := 0
		for _, at := range a.at[key] {
			if now.Sub(at) < q.per {
				recent++
			}
		}
		if recent >= q.most {
			return false
		}
	}
	return true
}

// next is when a key may be answered again if it is answered now; zero if at once.
func (a *answers) next(key string, now time.Time, quotas ...quota) (at time.Time) {
	answered := append(slices.Clone(a.at[key]), now)
	for _, q := range quotas {
		if n := len(answered) - q.most; n >= 0 && now.Sub(answered[n]) < q.per {
			at = later(at, answered[n].Add(q.per))
		}
	}
	return at
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// count counts one answer. What clone gave is not changed.
func (a *answers) count(key string, now time.Time) {
	a.at[key] = append(a.at[key][:len(a.at[key]):len(a.at[key])], now)
}

// forget drops what is older than a day, or later than now, as after the clock
// was set back.
func (a *answers) forget(key string, now time.Time) {
	var left []time.Time
	for _, at := range a.at[key] {
		if now.Sub(at) < day && !at.After(now.Add(slack)) {
			left = append(left, at)
		}
	}
	if a.at[key] = left; left == nil {
		delete(a.at, key)
	}
}

// within reports whether all limits allow one more answer, and lets it count when
// it is committed.
func (t *matter) within(limits ...limit) bool {
	if !t.allowed(limits...) {
		return false
	}
	t.counts = append(t.counts, limits...)
	return true
}

func (t *matter) allowed(limits ...limit) bool {
	for _, l := range limits {
		if !t.u.answered.table(l).allow(l.key, t.u.Clock(), l.quotas...) {
			t.log.Info("sender not answered: too many answers lately", "key", l.key)
			return false
		}
	}
	return true
}

// mayAnswerSigned reports whether one more answer may go to whoever signed the mail,
// that changes nothing. Anybody can send a signed mail on: copies of what was
// here before have a limit of their own and use up nothing of that of new texts.
func (t *matter) mayAnswerSigned() bool {
	seat := umpireSide
	if !t.umpire {
		seat = t.game.Game + " " + string(t.side)
	}
	all := limit{players: true, key: "signed " + seat, quotas: []quota{{most: signedHour, per: time.Hour}, {most: signedDay, per: day}}}
	if t.copy {
		all.key, all.quotas = "copies "+seat, []quota{{most: copiesHour, per: time.Hour}, {most: copiesDay, per: day}}
	}
	return t.within(all, limit{players: true, key: t.textMark() + " " + seat, quotas: oftenQuotas(t.u.Limits)})
}

// textMark recognises words that were signed, also if they were signed anew: programs
// that answer our answers do so.
func (t *matter) textMark() string {
	text := strings.Join(strings.Fields(string(t.signed.Text)), " ")
	return fmt.Sprintf("text %s %x", t.signed.Key.Fingerprint(), sha([]byte(text)))
}

// oftenQuotas are those of Answers and AnswersDay.
func oftenQuotas(l Limits) []quota {
	return []quota{{most: l.Answers, per: time.Hour}, {most: l.AnswersDay, per: day}}
}
