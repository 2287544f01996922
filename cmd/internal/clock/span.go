package clock

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
)

// Span is a time as people say it: days on the calendar, and hours and minutes.
type Span struct {
	Days int
	Time time.Duration // whole minutes
}

// ParseSpan reads a span: 3d, 36h, 2d12h, 90m.
func ParseSpan(s string) (Span, error) {
	span, err := parseSpan(s)
	if err == nil && span == (Span{}) {
		err = errors.New("want a time above 0")
	}
	return span, err
}

func parseSpan(text string) (Span, error) {
	var s Span
	if text == "" {
		return s, errors.New("want a time like 3d, 36h or 2d12h")
	}
	rest, units := text, "dhm"
	if text == "0" {
		return s, nil
	}
	for rest != "" {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		n, err := strconv.Atoi(rest[:digits])
		i := -1
		if digits < len(rest) {
			i = strings.IndexByte(units, rest[digits])
		}
		if err != nil || i < 0 || n > 1_000_000 {
			return s, fmt.Errorf("%q is not a time like 3d, 36h or 2d12h", text)
		}
		switch units[i] {
		case 'd':
			s.Days = n
		case 'h':
			s.Time += time.Duration(n) * time.Hour
		case 'm':
			s.Time += time.Duration(n) * time.Minute
		}
		rest, units = rest[digits+1:], units[i+1:]
	}
	if s.Days > maxDays || s.Time > maxTime {
		return s, fmt.Errorf("%q is longer than a year", text)
	}
	return s, nil
}

// String prints a span as Parse reads it.
func (s Span) String() string {
	if s.Days == 0 {
		return Short(s.Time)
	}
	if s.Time == 0 {
		return fmt.Sprintf("%dd", s.Days)
	}
	return fmt.Sprintf("%dd%s", s.Days, Short(s.Time))
}

// parseTime reads a span in which a day is 24 hours.
func parseTime(text string) (time.Duration, error) {
	s, err := parseSpan(text)
	d := time.Duration(s.Days)*24*time.Hour + s.Time
	if err == nil && d > maxTime {
		err = fmt.Errorf("%q is longer than a year", text)
	}
	return d, err
}

// Short prints a time in hours and minutes: 36h, 1h30m, 0.
func Short(d time.Duration) string {
	h, m := int(d/time.Hour), int(d%time.Hour/time.Minute)
	switch {
	case h == 0 && m == 0:
		return "0"
	case m == 0:
		return fmt.Sprintf("%dh", h)
	case h == 0:
		return fmt.Sprintf("%dm", m)
	}
	return fmt.Sprintf("%dh%dm", h, m)
}

func parseWall(s string) (int, error) {
	t, err := time.Parse("15:04", s)
	if err != nil || len(s) != len("15:04") {
		return 0, fmt.Errorf("%q is not a time of the day like 20:00", s)
	}
	return t.Hour()*60 + t.Minute(), nil
}

func parseCount(s string, least, most int) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%q is not a number from %d to %d", s, least, most)
	}
	return n, nil
}

func parseReminders(words []string) (all []time.Duration, err error) {
	if len(words) == 1 && words[0] == "never" {
		return nil, nil
	}
	for _, w := range words {
		d, err := parseTime(w)
		if err == nil && (d <= 0 || slices.Contains(all, d)) {
			err = errors.New("want different times above 0")
		}
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	if len(all) == 0 || len(all) > 10 {
		return nil, errors.New("want 1 to 10 times before the deadline, or never")
	}
	sort.Slice(all, func(i, j int) bool { return all[i] > all[j] })
	return all, nil
}
