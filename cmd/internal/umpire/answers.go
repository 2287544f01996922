package umpire

import (
	"slices"
	"time"
)

// answers counts what was answered to addresses that proved nothing, and to
// copies of the same signed text, which anybody may send on, so that nobody can
// use the daemon to flood a third person. It is lost at a restart, which does
// no harm.
type answers map[string][]time.Time

// quota is how often something may be answered within a time.
type quota struct {
	most int
	per  time.Duration
}

const (
	day         = 24 * time.Hour
	answersKeys = 5000 // counted at the same time; when full, no new one is answered
)

// allow reports whether a key, an address or a hash, may be answered once more.
func (a answers) allow(key string, now time.Time, quotas ...quota) bool {
	if len(a) >= answersKeys {
		for old := range a {
			if a.forget(old, now); len(a[old]) == 0 {
				delete(a, old)
			}
		}
	}
	if a[key] == nil && len(a) >= answersKeys {
		return false
	}
	a.forget(key, now)
	for _, q := range quotas {
		recent := 0
		for _, at := range a[key] {
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

func (a answers) count(key string, now time.Time) { a[key] = append(a[key], now) }

// forget drops what is older than a day, or later than now, as after the clock
// was set back.
func (a answers) forget(key string, now time.Time) {
	if a[key] != nil {
		a[key] = slices.DeleteFunc(a[key], func(at time.Time) bool { return now.Sub(at) >= day || at.After(now.Add(clockSlack)) })
	}
}

// mayAnswer reports whether the key, an address of a player or a hash, was not
// answered too often, and lets this answer count when it is committed.
func (t *taking) mayAnswer(key string) bool {
	l := t.u.Limits
	return t.within(key, quota{l.Answers, time.Hour}, quota{l.AnswersDay, day})
}

// mayAnswerStranger is mayAnswer for an address that no player has.
func (t *taking) mayAnswerStranger(address string) bool {
	l := t.u.Limits
	return t.within("strangers", quota{l.AllStrangers, day}) && t.within("stranger "+address, quota{l.Strangers, day})
}

func (t *taking) within(key string, quotas ...quota) bool {
	if !t.u.strange.allow(key, t.u.Clock(), quotas...) {
		t.log.Info("sender not answered: too many answers lately", "key", key)
		return false
	}
	t.counts = append(t.counts, key)
	return true
}
