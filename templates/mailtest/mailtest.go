// Package mailtest holds the pages of mails to what Gmail, Outlook and Apple Mail can show. The
// file programs.txt says what that is, and where that is known from. Tests alone import it.
package mailtest

import (
	"bytes"
	_ "embed"
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

//go:embed programs.txt
var programs string

// Limits of programs: Gmail cuts a page off behind 102 kB, and leaves out a style of more than
// 8192 characters.
const (
	MostBytes = 100_000
	mostStyle = 8192
)

// known are the things that all three programs show, or that a page is readable without.
var known, badRows = readPrograms(programs)

// readPrograms reads the rows, and says which of them promise too much.
func readPrograms(text string) (all map[string]bool, bad []string) {
	all = map[string]bool{}
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		if len(f) < 5 || !strings.Contains(" yes partly no ", " "+f[2]+" ") || all[f[0]+" "+f[1]] {
			bad = append(bad, "no row: "+line)
			continue
		}
		full := f[2] == "yes" && f[3] == "yes" && f[4] == "yes"
		if full != (len(f) == 5) {
			bad = append(bad, "what remains without it is to be said where not all show it: "+line)
		}
		all[f[0]+" "+f[1]] = true
	}
	return all, bad
}

// Faults says what one of the programs could not show of a page, and what is too large.
func Faults(page []byte) []string {
	c := checker{faults: badRows}
	if len(page) > MostBytes {
		c.fault("the page has %d bytes, of %d", len(page), MostBytes)
	}
	z := html.NewTokenizer(bytes.NewReader(page))
	for inStyle := false; ; {
		switch z.Next() {
		case html.ErrorToken:
			return c.faults
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			inStyle = t.Data == "style"
			c.want("tag " + t.Data)
			for _, a := range t.Attr {
				c.attribute(t.Data, a)
			}
		case html.TextToken:
			if inStyle {
				c.style(string(z.Text()))
			}
			inStyle = false
		case html.CommentToken:
			c.fault("a comment: %s", z.Text())
		}
	}
}

type checker struct{ faults []string }

func (c *checker) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Sprintf(format, args...))
}

func (c *checker) want(what string) {
	if !known[what] {
		c.fault("%s: not every mail program shows it", what)
	}
}

func (c *checker) attribute(tag string, a html.Attribute) {
	c.want("attribute " + a.Key)
	switch {
	case a.Key == "style":
		c.declarations(a.Val)
	case a.Key == "src" && !strings.HasPrefix(a.Val, "cid:"):
		c.fault("%s %q: a mail brings its pictures along", tag, a.Val)
	}
}

var (
	block    = regexp.MustCompile(`([^{}]+)\{([^{}]*)\}`)
	media    = regexp.MustCompile(`@media \(([a-z-]+): [a-z]+\) \{\n((?:[^{}]*\{[^{}]*\}\n?)*)\}\n?`)
	selector = regexp.MustCompile(`^[a-z][a-z0-9]*$`)
)

// style checks a style: rules, and rules for a medium around rules.
func (c *checker) style(text string) {
	if len(text) > mostStyle || strings.Contains(text, "/*") {
		c.fault("a style of %d characters, or with comments: some programs leave out such a one", len(text))
	}
	text = media.ReplaceAllStringFunc(text, func(all string) string {
		m := media.FindStringSubmatch(all)
		c.want("rule @media")
		c.want("rule " + m[1])
		return m[2]
	})
	for _, m := range block.FindAllStringSubmatch(text, -1) {
		for s := range strings.SplitSeq(m[1], ",") {
			c.selector(strings.Fields(s))
		}
		c.declarations(m[2])
	}
	if rest := strings.TrimSpace(block.ReplaceAllString(text, "")); rest != "" {
		c.fault("a style that nobody can read: %q", rest)
	}
}

func (c *checker) selector(parts []string) {
	if len(parts) > 1 {
		c.want("selector descendant")
	}
	for _, p := range parts {
		name, class := strings.CutPrefix(p, ".")
		switch {
		case !selector.MatchString(name):
			c.want("selector " + p)
		case class:
			c.want("selector class")
		default:
			c.want("selector tag")
		}
	}
}

func (c *checker) declarations(text string) {
	for d := range strings.SplitSeq(text, ";") {
		name, value, ok := strings.Cut(d, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		switch {
		case strings.TrimSpace(d) == "":
		case !ok || value == "" || strings.Contains(value, "url(") || strings.Contains(value, "!"):
			c.fault("%q: not every mail program can read it", d)
		case strings.Contains(" "+value, " -"):
			c.fault("%q: Gmail has no amounts below nothing", d)
		case name == "display":
			c.want("property display:" + value)
		default:
			c.want("property " + name)
		}
	}
}
