package umpire

import "time"

// answers counts what was answered to addresses that proved nothing, and to
// copies of the same signed text, which anybody may send on, so that nobody can
// use the daemon to flood a third person. It is lost at a restart, which does
// no harm.
type answers map[string][]time.Time

const (
	answersWindow = time.Hour
	answersKeys   = 5000 // counted at the same time; when full, no new one is answered
)

// allow reports whether a key, an address or a hash, may be answered once more.
func (a answers) allow(key string, now time.Time, most int) bool {
	if len(a) >= answersKeys {
		for old := range a {
			if a.recent(old, now) == 0 {
				delete(a, old)
			}
		}
	}
	return a.recent(key, now) < most && (a[key] != nil || len(a) < answersKeys)
}

func (a answers) count(key string, now time.Time) { a[key] = append(a[key], now) }

// recent forgets what is older than the window and counts the rest.
func (a answers) recent(key string, now time.Time) int {
	times := a[key]
	for len(times) > 0 && now.Sub(times[0]) >= answersWindow {
		times = times[1:]
	}
	if a[key] != nil {
		a[key] = times
	}
	return len(times)
}
