package umpire

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"berthier/engine"
)

// commandMail is a text that gives commands.
type commandMail struct {
	game, side string // of its header; "" if it has none
	lines      []commandLine
	faults     []engine.Fault
	unread     int // line from which on it is a greeting; 0 if all was read
}

// commandLine is one command as it was given.
type commandLine struct {
	*command
	no   int    // line in the text, from 1
	text string // the sender's own
	args []string
	body string // text, or turn file with empty lines above it so that lines keep their numbers
}

// as is the command as it was understood, in full words.
func (l commandLine) as() string {
	return strings.TrimSpace(l.word + " " + strings.Join(l.args, " "))
}

// textLine is one line of a mail.
type textLine struct {
	raw  string // without its end
	code string // cleaned, without a comment; "" if it is quoted, or belongs to a quote
}

// parseCommands reads a text that begins with a command, below a header or a
// greeting; ok is false for any other text. Beside faults the mail holds what
// could be read.
func parseCommands(text []byte, table []command, by authority) (m commandMail, ok bool) {
	p := commandParser{table: table, by: by, lines: textLines(text), text: text}
	return p.read()
}

// parseTyped is parseCommands for what the umpire gives at the machine: its last text
// needs no line that closes it.
func parseTyped(text []byte, table []command) (m commandMail, ok bool) {
	p := commandParser{table: table, by: byUmpire, lines: textLines(text), text: text, typed: true}
	return p.read()
}

func (p *commandParser) read() (m commandMail, ok bool) {
	for p.at < len(p.lines) && !p.closed && !p.foreign && len(p.m.faults) < maxCommandFaults && len(p.m.lines) <= maxCommands {
		p.readLine()
	}
	p.m.faults = append(p.m.faults, tooMuch(p.m.lines)...)
	return p.m, !p.foreign && len(p.m.lines)+len(p.m.faults) > 0
}

// textLines cuts a text into lines and drops what is quoted, with the line "On
// Monday X wrote:" above it.
func textLines(text []byte) (lines []textLine) {
	for _, raw := range splitText(text) {
		l := textLine{raw: strings.ToValidUTF8(strings.TrimSuffix(raw, "\n"), "\uFFFD")}
		clean := strings.TrimSpace(strings.Map(plainLetter, l.raw))
		if strings.HasPrefix(clean, ">") {
			dropAttribution(lines)
		} else {
			l.code = withoutComment(clean)
		}
		lines = append(lines, l)
	}
	return lines
}

// splitText cuts a text behind its line ends, which become LF.
func splitText(text []byte) []string {
	return strings.SplitAfter(lineEnds.Replace(string(text)), "\n")
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// plainLetter drops what nobody sees and makes every blank a plain one.
func plainLetter(r rune) rune {
	switch {
	case unicode.Is(unicode.Cf, r):
		return -1
	case r == '\t' || unicode.Is(unicode.Zs, r):
		return ' '
	}
	return r
}

func withoutComment(s string) string {
	for i := range len(s) {
		if strings.HasPrefix(s[i:], "//") || s[i] == '#' && (i == 0 || s[i-1] == ' ') {
			return strings.TrimSpace(s[:i])
		}
	}
	return s
}

// dropAttribution takes out the paragraph at the end of lines, of up to three,
// if it ends in a colon.
func dropAttribution(lines []textLine) {
	last := len(lines) - 1
	if last > 0 && lines[last].code == "" {
		last--
	}
	if last < 0 || !strings.HasSuffix(lines[last].code, ":") {
		return
	}
	for i := last; i >= 0 && i > last-3 && lines[i].code != ""; i-- {
		lines[i].code = ""
	}
}

// isSignature recognises the line above a mail signature, or above an original
// message that is not quoted.
func (l textLine) isSignature() bool {
	rule := strings.HasPrefix(l.code, "-----") && strings.HasSuffix(l.code, "-----")
	return l.code == "--" || rule || len(l.code) >= 10 && strings.Trim(l.code, "_") == ""
}

// header cuts "key: value".
func (l textLine) header() (key, value string) {
	key, value, found := strings.Cut(l.code, ":")
	if !found {
		return "", ""
	}
	return strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
}

// ends reports whether the line closes the mail.
func (l textLine) ends() bool {
	return strings.EqualFold(l.code, "end") || strings.EqualFold(l.code, "signoff")
}

// words cuts a line into the word of a command and what stands behind it.
func (l textLine) words() (word string, args []string) {
	f := strings.Fields(l.code)
	if len(f) == 0 {
		return "", nil
	}
	f[len(f)-1] = strings.TrimRight(f[len(f)-1], ".,;!?")
	return strings.ToLower(f[0]), slices.DeleteFunc(f[1:], func(s string) bool { return s == "" })
}

type commandParser struct {
	table   []command
	by      authority
	text    []byte
	lines   []textLine
	at      int // next line
	m       commandMail
	last    int // see lastCommand; 0 before it is asked
	greeted bool
	closed  bool // what follows is not read
	typed   bool // it was given at the machine
	foreign bool // these are no commands
}

func (p *commandParser) fault(at int, msg, hint string) {
	f := engine.Fault{Kind: engine.Invalid, Line: at + 1, Text: clip(p.lines[at].raw), Msg: msg, Hint: hint}
	p.m.faults = append(p.m.faults, f)
}

// clip is enough of the sender's text to recognise it.
func clip(s string) string {
	if r := []rune(s); len(r) > 160 {
		return string(r[:160]) + "…"
	}
	return strings.TrimSpace(s)
}

// begun reports whether a command was read, good or bad.
func (p *commandParser) begun() bool { return len(p.m.lines)+len(p.m.faults) > 0 }

func (p *commandParser) readLine() {
	at := p.at
	l := p.lines[at]
	p.at++
	key, value := l.header()
	switch {
	case l.code == "":
	case l.isSignature() || l.ends():
		p.closed = true
	case key == "game" && (p.m.game == "" || p.m.game == strings.ToLower(value)):
		p.m.game = strings.ToLower(value)
	case key == "side" && (p.m.side == "" || strings.EqualFold(p.m.side, value)):
		p.m.side = value
	case key == "code":
	case slices.Contains([]string{"game", "side", "turn", "step", "key", "join"}, key):
		p.foreign = !p.begun() && key != "game" && key != "side"
		p.fault(at, "this line of a header cannot stand here", "the lines game: and side: come once, above the commands; a turn file stands below a line \"orders\" or \"preview\"")
	default:
		p.readCommand(at)
	}
}

func (p *commandParser) readCommand(at int) {
	word, args := p.lines[at].words()
	c, hint := findCommand(p.table, word, p.by)
	if !p.begun() {
		greets := strings.HasSuffix(p.lines[at].code, ",") || strings.HasSuffix(p.lines[at].code, "!")
		near := c == nil && len(args) <= 1 && p.slipped(word) && !greets && !p.hasOther()
		fits := near || c != nil && !strings.HasSuffix(p.lines[at].code, ":") && len(args) <= c.most && (c.word == word || len(args) >= c.least)
		if !fits && (c == nil || c.word != word || p.m.game == "") {
			// One line may greet; anything else is not for us.
			p.foreign = p.greeted || p.m.game != "" || !greets
			p.greeted = true
			return
		}
	}
	l := commandLine{command: c, no: at + 1, text: clip(p.lines[at].raw), args: args}
	switch {
	case c == nil && hint == "" && p.closes(at):
		p.closed, p.m.unread = true, at+1
		return
	case c == nil:
		if hint == "" {
			hint = `"help" lists the commands; "end" below the last one closes them before a greeting or a name`
		}
		p.fault(at, "this is not a command", hint)
		return
	case len(args) < c.least:
		p.fault(at, "something is missing behind the command", "write: "+c.usage())
	case len(args) > c.most:
		p.fault(at, "there are too many words behind the command", "write: "+c.usage())
	case slices.ContainsFunc(args, func(a string) bool { return len(a) > maxArg || strings.ContainsFunc(a, unprintable) }):
		p.fault(at, fmt.Sprintf("a word behind a command has at most %d printable letters", maxArg), "write: "+c.usage())
	}
	p.readBody(at, &l)
	p.m.lines = append(p.m.lines, l)
}

// hasOther reports whether the text has the header of a turn file or of a
// message about a key, so that it may well be one below a greeting.
func (p *commandParser) hasOther() bool {
	return slices.ContainsFunc(p.lines, func(l textLine) bool {
		key, _ := l.header()
		return slices.Contains([]string{"turn", "step", "key", "join"}, key)
	})
}

// slipped reports whether one slip makes a command a word: a letter too many,
// missing, changed, or swapped with its neighbour.
func (p *commandParser) slipped(word string) bool {
	return slices.ContainsFunc(p.table, func(c command) bool {
		a, b := word, c.word
		for a != "" && b != "" && a[0] == b[0] {
			a, b = a[1:], b[1:]
		}
		for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
			a, b = a[:len(a)-1], b[:len(b)-1]
		}
		swapped := len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
		return len(word) > minAbbreviation && c.who&p.by != 0 && (len(a) <= 1 && len(b) <= 1 || swapped)
	})
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) || r == '\uFFFD' }

// closes reports whether the line begins a paragraph and nothing from there on
// looks like a command, so that it is a greeting or a name.
func (p *commandParser) closes(at int) bool {
	if at == 0 || p.lines[at-1].code != "" {
		return false
	}
	if p.last == 0 {
		p.last = p.lastCommand(at)
	}
	return at > p.last
}

// lastCommand finds the last line from at on that looks like a command.
func (p *commandParser) lastCommand(at int) (last int) {
	for i, l := range p.lines[at:] {
		if l.isSignature() || l.ends() {
			break
		}
		word, _ := l.words()
		if c, hint := findCommand(p.table, word, p.by); l.code != "" && (c != nil || hint != "") {
			last = at + i
		}
	}
	return last
}

// readBody reads what belongs to a command below its line.
func (p *commandParser) readBody(at int, l *commandLine) {
	switch l.command.body {
	case textBody:
		p.readText(at, l)
	case turnBody, mayTurn:
		next := p.at
		for next < len(p.lines) && p.lines[next].code == "" {
			next++
		}
		found := false
		p.closed = l.command.body == turnBody
		if next < len(p.lines) {
			key, _ := p.lines[next].header()
			found = slices.Contains(turnHeader, key)
		}
		switch {
		case !found && l.command.body == mayTurn:
			return
		case !found:
			p.closed = false
			p.fault(at, "the turn file is missing", "put the whole turn file below this line, from its header to \"end\"")
			return
		case l.command.body == turnBody && ordersLine(p.text) != at:
			p.fault(at, "it is not clear where the turn file begins", "a mail has one line \"orders\", with the turn file below it and nothing below its \"end\"")
			return
		}
		l.body = string(below(p.text, at))
		p.closed = true
	}
}

// readText reads the text of a command to the line that closes it.
func (p *commandParser) readText(at int, l *commandLine) {
	closing := "end" + l.word
	end := slices.IndexFunc(p.lines[p.at:], func(line textLine) bool {
		return strings.EqualFold(strings.ReplaceAll(strings.TrimSpace(line.raw), " ", ""), closing)
	})
	if end < 0 && !p.typed {
		p.fault(at, "the text of this command has no end", "put a line "+closing+" below it")
		p.closed = true
		return
	}
	if end < 0 {
		end = len(p.lines) - p.at
	}
	var text []string
	for _, line := range p.lines[p.at : p.at+end] {
		text = append(text, line.raw)
	}
	l.body = strings.Trim(strings.Join(text, "\n"), "\n")
	p.at += end + 1
	if strings.TrimSpace(l.body) == "" {
		p.fault(at, "the text is empty", "write it below this line, and "+closing+" below it")
	}
}

// turnHeader is the keys of the header of a turn file.
var turnHeader = []string{"game", "side", "turn", "step"}

// ordersLine finds the line "orders" below which a turn file stands: the last
// one with a header below it, from 0; -1 if there is none. It must give the
// same for a text forever, since what was signed is read again by every audit.
func ordersLine(text []byte) int {
	at, last := -1, -1
	for i, raw := range splitText(text) {
		line := strings.ToLower(strings.TrimSpace(raw))
		key, _, found := strings.Cut(line, ":")
		switch {
		case len(line) >= minAbbreviation && strings.HasPrefix("orders", line):
			last = i
		case found && slices.Contains(turnHeader, strings.TrimSpace(key)) && last >= 0:
			at = last
		}
	}
	return at
}

// turnText is the turn file in what a side signed: all of it, or what stands
// below a line "orders".
func turnText(text []byte) []byte {
	if at := ordersLine(text); at >= 0 {
		return below(text, at)
	}
	return text
}

// below empties the lines of a text down to line at, counted from 0, so that
// the others keep their numbers. Of the header above it stays what is missing
// in the one below.
func below(text []byte, at int) []byte {
	lines := splitText(text)
	given := map[string]bool{}
	for _, l := range lines[at+1:] {
		given[headerKey(l)] = true
	}
	for i, l := range lines[:at+1] {
		if key := headerKey(l); (key != "game" && key != "side" || given[key]) && key != "code" {
			lines[i] = "\n"
		}
	}
	return []byte(strings.Join(lines, ""))
}

func headerKey(line string) string {
	key, _ := textLine{code: line}.header()
	return key
}
