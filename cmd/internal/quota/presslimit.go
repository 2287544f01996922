package quota

import (
	"strconv"
	"strings"
	"time"
)

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
