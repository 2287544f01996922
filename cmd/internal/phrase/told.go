package phrase

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"berthier/engine/tongue"
)

// clause is a message of the catalogue whose key begins with "clause.": what it says in English, with a
// group for each argument.
type clause struct {
	key  string
	said *regexp.Regexp
	args []string
	own  int // letters of the message itself
}

var clauses = sync.OnceValue(func() (all []*clause) {
	for _, key := range catalogue.Keys() {
		if !strings.HasPrefix(key, "clause.") {
			continue
		}
		var args []tongue.Arg
		for _, name := range catalogue.Arguments(key) {
			args = append(args, tongue.Words(name, tongue.Name("\x00"+name+"\x00")))
		}
		c, pattern := &clause{key: key}, ""
		for i, part := range strings.Split(catalogue.Say(key, args...).String(), "\x00") {
			if i%2 == 1 {
				c.args, pattern = append(c.args, part), pattern+"(.+?)"
			} else {
				c.own, pattern = c.own+len(part), pattern+regexp.QuoteMeta(part)
			}
		}
		c.said = regexp.MustCompile("^" + pattern + "$")
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b *clause) int { return cmp.Compare(b.own, a.own) })
	return all
})

var (
	stops   = regexp.MustCompile(`[:;,.] |\.$`)
	moments = regexp.MustCompile(`(?:[A-Z][a-z]+day )?\d{1,2} [A-Z][a-z]+ \d{4}, \d\d\.\d\d [A-Z][A-Za-z0-9+-]*`)
)

// Told is what a record says in its canonical form, in English, or what an error of a clock does: its clauses
// are those of the catalogue, its times those of Moment and When. All else is the same in every language.
func Told(said string) tongue.Text {
	times := moments.FindAllString(said, -1)
	left := moments.ReplaceAllString(said, "\x01")
	var all []tongue.Text
	for from := 0; from < len(left); {
		to, stop := len(left), ""
		if at := stops.FindStringIndex(left[from:]); at != nil {
			to, stop = from+at[0], left[from+at[0]:from+at[1]]
		}
		t, n, ok := clauseOf(left[from:to], times)
		if !ok {
			return tongue.Name(said)
		}
		all, times, from = append(all, t, tongue.Name(stop)), times[n:], to+len(stop)
	}
	return tongue.List(all, "")
}

// clauseOf is what one clause says; n is how many times stand in it.
func clauseOf(said string, times []string) (t tongue.Text, n int, ok bool) {
	for _, c := range clauses() {
		found := c.said.FindStringSubmatch(said)
		if found == nil {
			continue
		}
		var args []tongue.Arg
		for i, name := range c.args {
			arg := tongue.Name(found[i+1])
			if found[i+1] == "\x01" {
				arg, n = momentOf(times[n]), n+1
			}
			args = append(args, tongue.Words(name, arg))
		}
		return catalogue.Say(c.key, args...), n, n == strings.Count(said, "\x01")
	}
	return t, 0, false
}

// momentOf reads a time as Moment and When write it in English.
func momentOf(said string) tongue.Text {
	rest, zone := said[:strings.LastIndex(said, " ")], said[strings.LastIndex(said, " ")+1:]
	if t, err := time.Parse("Monday 2 January 2006, 15.04", rest); err == nil {
		return When(t, zone)
	}
	t, err := time.Parse("2 January 2006, 15.04", rest)
	if err != nil {
		return tongue.Name(said)
	}
	return Say("moment", at(t, t.Format("04"), zone)...)
}
