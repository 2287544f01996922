package umpire

import (
	"strings"
	"time"
)

// answers counts what was answered to addresses that proved nothing, so that
// nobody can use the daemon to flood a third person. It is lost at a restart,
// which does no harm.
type answers map[string][]time.Time

const (
	answersWindow    = time.Hour
	answersAddresses = 5000 // counted at the same time; when full, no stranger is answered
)

// allow reports whether an address may be answered once more, and counts it.
func (a answers) allow(address string, now time.Time, most int) bool {
	address = strings.ToLower(address)
	if len(a) >= answersAddresses {
		for key := range a {
			if a.recent(key, now) == 0 {
				delete(a, key)
			}
		}
	}
	if a.recent(address, now) >= most || a[address] == nil && len(a) >= answersAddresses {
		return false
	}
	a[address] = append(a[address], now)
	return true
}

// recent forgets what is older than the window and counts the rest.
func (a answers) recent(address string, now time.Time) int {
	times := a[address]
	for len(times) > 0 && now.Sub(times[0]) >= answersWindow {
		times = times[1:]
	}
	if a[address] != nil {
		a[address] = times
	}
	return len(times)
}
