// Package phrase has what letters say that stands in no template, in every language: what happened to a game
// and to its players, times and spans of time. What was recorded stays as it is; it is put into words when
// a letter is written.
package phrase

import (
	"embed"
	"fmt"
	"strings"
	"time"
	"unicode"

	"berthier/engine/tongue"
)

//go:embed words/*.properties
var wordFiles embed.FS

var catalogue = tongue.MustLoad(append(helpWords(), wordFiles)...)

// Say is a message with what stands in it: see tongue.Named.
func Say(key string, named ...any) tongue.Text {
	return catalogue.Say(key, tongue.Named(named...)...)
}

// Moment is a time in UTC: "8 May 2026, 20.00 UTC".
func Moment(t time.Time) tongue.Text {
	return Say("moment", at(t.UTC(), t.UTC().Format("04"), "UTC")...)
}

// Second is Moment to the second.
func Second(t time.Time) tongue.Text {
	return Say("moment", at(t.UTC(), t.UTC().Format("04:05"), "UTC")...)
}

// When is a time with its weekday, where it is, in a zone of a name: "Friday 8 May 2026, 22.00 CEST".
func When(t time.Time, zone string) tongue.Text {
	return Say("moment.weekday", append(at(t, t.Format("04"), zone),
		"weekday", tongue.Fact(fmt.Sprintf("d%d", (int(t.Weekday())+6)%7+1)))...)
}

func at(t time.Time, minute, zone string) []any {
	return []any{"day", t.Day(), "month", tongue.Fact(fmt.Sprintf("m%d", t.Month())), "year", t.Year(),
		"hour", t.Format("15"), "minute", minute, "zone", zone}
}

// Day is a date with its year, in UTC: "8 May 2026".
func Day(t time.Time) tongue.Text { return Say("moment.day", at(t.UTC(), "", "")[:6]...) }

// Brief is a time of the near past or future for a table, in UTC: "8 May 20.00".
func Brief(t time.Time) tongue.Text {
	t = t.UTC()
	return Say("moment.brief", "day", t.Day(), "month", tongue.Fact(fmt.Sprintf("m%d", t.Month())), "hour",
		t.Format("15"), "minute", t.Format("04"))
}

// Span is a time of whole minutes as people say it: "30 minutes", "7 days".
func Span(d time.Duration) tongue.Text {
	switch n := int(d / time.Minute); {
	case n%(24*60) == 0:
		return Say("span.days", "n", n/(24*60))
	case n%60 == 0:
		return Say("span.hours", "n", n/60)
	default:
		return Say("span.minutes", "n", n)
	}
}

// OneLine shows what cannot be seen in a text, or begins another line, as a question mark.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, text)
}

// Umpire is an umpire by the name of his key, "" at the machine.
func Umpire(key string) tongue.Text { return Say("umpire", "key", key) }

// Paragraphs are those of a text that somebody wrote, or that the log has: they are the same in
// every language.
func Paragraphs(text string) (all []tongue.Text) {
	for p := range strings.SplitSeq(text, "\n\n") {
		all = append(all, tongue.Name(p))
	}
	return all
}
